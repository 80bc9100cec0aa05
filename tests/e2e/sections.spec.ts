import { AS_STORED } from '../../domain/rowView.ts';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { newList } from './people.ts';
import { expect, signIn, test } from './server.ts';

test.use({ client: 'telling' });

test('sections show their sums, fold, and go with their rows; the list is sorted and filtered without changing its order', async ({
  page,
  actum,
}) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Foundations' }).click();
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  const { pathname: path } = new URL(page.url());
  const lines = page.locator('[data-index]');
  const line = (name: string) => lines.filter({ hasText: name });
  const total = (name: string) => line(name).getByRole('gridcell').last();
  const listTotal = page.getByRole('row').last().getByRole('gridcell').last();
  const whole = (await listTotal.textContent()) ?? '';

  // 1,003.40 for 138.4 m³ become 1,004.85 for 138.6.
  await expect(total('Earthworks')).toHaveText('4 075.09');
  const cell = line('surplus soil').getByRole('gridcell').nth(4);
  await cell.click();
  await page.keyboard.type('138.6');
  await page.keyboard.press('Enter');
  await expect(total('Earthworks')).toHaveText('4 076.54');
  await page.getByRole('button', { name: /^Undo: / }).click();
  await expect(total('Earthworks')).toHaveText('4 075.09');

  await test.step('a folded section is one row, also after the page was loaded again', async () => {
    await cell.click();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(line('Earthworks')).toContainText('5 rows');
    await expect(line('surplus soil')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Unfold Earthworks' })).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('row').last()).toContainText('Foundations, 17 rows');
    await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  });

  await test.step('a search unfolds all sections until it is closed, and the section of the found row stays open', async () => {
    const find = async (text: string) => {
      await lines.nth(0).getByRole('gridcell').nth(1).click();
      await page.keyboard.press('Control+f');
      await page.getByRole('searchbox', { name: 'Find in list' }).fill(text);
      await expect(line('surplus soil')).toHaveCount(1);
      await expect(line(text).locator('[aria-selected=true]')).toHaveCount(1);
      await page.keyboard.press('Escape');
    };
    await find('Power-trowel');
    await expect(line('surplus soil')).toHaveCount(0);
    await find('surplus soil');
    await expect(line('surplus soil').getByRole('gridcell').nth(2)).toBeFocused();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(line('surplus soil')).toHaveCount(0);
  });

  await test.step('a folded section moves as a whole; an open one asks whether its rows move too', async () => {
    await line('Earthworks').getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(lines.nth(0)).toContainText('Concrete and reinforcement');
    await expect(lines.nth(6)).toContainText('Earthworks');
    await page.getByRole('button', { name: 'Unfold Earthworks' }).click();
    await line('Earthworks').getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('dialog', { name: 'Move section “Earthworks”?' })).toContainText('It has 5 rows, 4 075.09 € together.');
    await page.getByRole('button', { name: 'With its 5 rows' }).click();
    await expect(lines.nth(0)).toContainText('Earthworks');
    await expect(lines.nth(1)).toContainText('Strip topsoil');
  });

  await test.step('a row moved into a folded section is seen there', async () => {
    await page.getByRole('button', { name: 'Fold Concrete and reinforcement' }).click();
    const last = (await lines.nth(5).getByRole('gridcell').nth(2).textContent()) ?? '';
    await lines.nth(5).getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('button', { name: 'Fold Concrete and reinforcement' })).toBeVisible();
    // The row moved past all rows that the folded heading hides.
    await expect(lines.nth(5 + 1 + 5)).toContainText(last);
    await page.getByRole('button', { name: /^Undo: moving/ }).click();
    await expect(lines.nth(5)).toContainText(last);
  });

  await test.step('a heading is part of the one above whose code it continues', async () => {
    for (const [name, code] of [
      ['Earthworks', '1'],
      ['Concrete and reinforcement', '1.1'],
    ] as const) {
      await line(name).getByRole('gridcell').nth(1).click();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await expect(line(name).getByRole('gridcell').nth(1)).toHaveText(code);
    }
    await expect(total('Earthworks')).toHaveText('27 502.30');
    await page.getByRole('button', { name: 'Fold Earthworks' }).click();
    await expect(line('Concrete and reinforcement')).toHaveCount(0);
    await expect(line('Earthworks')).toContainText('10 rows');
    await page.keyboard.press('Alt+Shift+ArrowDown');
  });

  await test.step('deleting a section names its rows and their sum', async () => {
    await page.getByRole('button', { name: 'Unfold all sections' }).click();
    await line('Insulation and drainage').getByRole('gridcell').nth(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete row' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete section “Insulation and drainage”?' });
    await expect(asked).toContainText('It has 4 rows, 11 862.97 € together.');
    await asked.getByRole('button', { name: 'With its 4 rows' }).click();
    await expect(line('Bituminous membrane')).toHaveCount(0);
    await expect(listTotal).toHaveText('27 502.30');
    await page.getByRole('button', { name: /^Undo: deleting/ }).click();
    await expect(listTotal).toHaveText(whole);
  });

  await test.step('sorted and filtered rows are a view', async () => {
    await page.getByRole('columnheader', { name: 'Total' }).last().click();
    await page.getByRole('menuitem', { name: 'Descending' }).click();
    await expect(lines.nth(0)).toContainText('Concrete C25/30 to strip footings');
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByLabel('From').fill('5000');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(lines).toHaveCount(3);
    await expect(page.getByRole('status').filter({ hasText: 'Sorted by' })).toContainText('Total amount from 5 000');
    await expect(page.getByRole('row').last()).toContainText('Shown: 3 rows');
    await expect(listTotal).toContainText('19 922.11');
    await expect(listTotal).toContainText(`of ${whole}`);
    // The rows shown are filled, not those stored between them.
    await lines.nth(0).getByRole('gridcell').nth(3).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect(lines.nth(1).getByRole('gridcell').nth(3)).toHaveText('m³');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('alert')).toContainText('Rows cannot be inserted or moved while the list is sorted or filtered');
    await page.getByRole('button', { name: /Dismiss$/ }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await lines.nth(0).getByRole('gridcell').nth(3).click();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('Rows cannot be inserted or moved while the list is sorted or filtered');
    for (const name of ['Add row', 'Add section']) {
      const add = page.getByRole('button', { name: new RegExp(`^${name}`) });
      await expect(add).toHaveAttribute('aria-disabled', 'true');
      await expect(add).toHaveAccessibleDescription(/Clear sorting and filters first/);
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(lines.nth(0)).toContainText('Earthworks');
    await expect(line('Extruded polystyrene').getByRole('gridcell').nth(3)).toHaveText('m³');
    await expect(line('Concrete slab').getByRole('gridcell').nth(3)).toHaveText('m³');
    await expect(line('Power-trowel').getByRole('gridcell').nth(3)).toHaveText('m²');
  });

  await test.step('an act shows the sums of its sections, and folds them too', async () => {
    await page.goto(`${actum.address}/act/1`);
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Foundations' }).click();
    await expect(line('Earthworks')).toContainText('3 954.38');
    await expect(line('Earthworks')).toContainText('3 432.33');
    await expect(line('Earthworks')).toContainText('522.05');
    await page.getByRole('button', { name: 'Fold Earthworks' }).click();
    await expect(line('Strip topsoil')).toHaveCount(0);
    await expect(page.getByRole('row').last()).toContainText('Foundations, 17 rows');
  });

  await test.step('its rows can be filtered to claimed, left or all; the address keeps the filter and the sums stay', async () => {
    await page.getByRole('button', { name: 'Unfold Earthworks' }).click();
    await line('Earthworks').getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(line('Strip topsoil')).toHaveCount(0);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(line('Strip topsoil')).toHaveCount(1);
    const sums = await page.getByRole('row').last().textContent();
    await page.getByRole('button', { name: 'Left to do', exact: true }).click();
    await expect(page).toHaveURL(/\?only=left$/);
    await expect(page.getByRole('status').filter({ hasText: 'The sums cover all rows of the list' })).toContainText(/Shown: \d+ rows/);
    await expect(line('Earthworks')).toHaveCount(0);
    await expect(page.getByRole('row').last()).toHaveText(sums ?? '');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Left to do', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expectNothingForAxe(page);
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(2).click();
    await expect(page).toHaveURL(/\?only=left$/);
    // The buttons of the list before go once this one is loaded, and the focus with them.
    await expect(async () => {
      await page.getByRole('button', { name: 'Claimed in this act' }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\?only=claimed$/, { timeout: 2_000 });
    }).toPass();
  });

  await test.step('two versions are compared under their sections', async () => {
    const call = await asDemo(actum);
    const { versions } = await call('GET /projects/:id/tree', { params: { id: 1 } });
    const [newest, before] = versions.toSorted((a, b) => b.id - a.id);
    await page.goto(`${actum.address}/project/1/${newest?.id}/compare/${before?.id}?show=all`);
    const fold = page
      .getByRole('grid')
      .getByRole('button', { name: /^Fold / })
      .first();
    const name = ((await fold.getAttribute('aria-label')) ?? '').replace('Fold ', '');
    const heading = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Fold ${name}`, exact: true }) });
    await expect(heading).toContainText(/\d\.\d\d.*[+−]?\d[\d\s]*\.\d\d/);
    const shown = await lines.count();
    await fold.click();
    await expect(page.getByRole('button', { name: `Unfold ${name}` })).toHaveAttribute('aria-expanded', 'false');
    await expect(lines).not.toHaveCount(shown);
    await expectNothingForAxe(page);
    await page.reload();
    await expect(page.getByRole('button', { name: `Unfold ${name}` })).toBeVisible();
    await page.getByRole('button', { name: 'Unfold all sections' }).click();
    await expect(fold).toBeVisible();
  });

  // Other tests find the list as it is stored.
  const call = await asDemo(actum);
  const params = { id: Number(/\d+$/.exec(path)?.[0]) };
  await call('PUT /lists/:id/view/', { params, body: { estimate: AS_STORED } });
  await call('PUT /lists/:id/view/', { params, body: { acts: AS_STORED } });
});

test('a search answered before the rows it unfolds are loaded still goes to its row', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { path, list } = await newList(call, 'Late Yard');
  const rows = [{ kind: 'section' as const, name: 'Bed' }, ...['Sand bed', 'Clay bed', 'Gravel bed'].map((name) => ({ name }))];
  await call('POST /lists/:id/rows/', {
    params: { id: list },
    body: { rows: [...rows, { kind: 'section', name: 'Edge' }, { name: 'Kerb' }] },
  });
  await signIn(page, actum);
  await page.goto(actum.address + path);
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  const line = (name: string) => page.locator('[data-index]').filter({ hasText: name });
  await page.getByRole('button', { name: 'Fold Bed' }).click();
  await page.getByRole('button', { name: 'Fold Edge' }).click();
  await expect(line('Kerb')).toHaveCount(0);
  const late = Promise.withResolvers<void>();
  await page.route(/\/lists\/\d+\/rows\//, async (route) => {
    await late.promise;
    await route.fallback();
  });
  await line('Brick').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Find in list' }).fill('Kerb');
  await expect(page.getByRole('search').getByText('1 of 1')).toBeVisible();
  late.resolve();
  await expect(line('Kerb').locator('[aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(line('Kerb').getByRole('gridcell').nth(2)).toBeFocused();
});
