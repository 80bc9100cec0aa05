import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo, type CallAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { expect, openSignedIn, signIn, test } from './server.ts';

test.use({ client: 'telling' });

const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-index="${row - 1}"] > [data-col]`).nth(['place', 'code', 'name', 'unit', 'quantity', 'unit_labour'].indexOf(column));

/** A new list of the first project that can be edited. */
async function emptyList(call: CallAs) {
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Written by hand', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Ground works' } });
  const saved = async () => {
    const answer = await call('GET /lists/:id/rows/', { params: { id: list.id }, query: {} });
    return ('rows' in answer ? answer.rows : []).map(({ kind, code, name, unit, quantity }) =>
      kind === 'section' ? name : [code, name, unit, quantity].join(' | '),
    );
  };
  return { path: `/project/${project.id}/${version.id}/list/${list.id}`, list: list.id, version: version.id, saved };
}

test('a list is typed at full speed against a slow server: every key goes into the row it was typed in', async ({ page, actum }) => {
  const { path, saved } = await emptyList(await asDemo(actum));
  await signIn(page, actum);
  await page.route(/\/api\/v1\/(lists|rows)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await page.goto(`${actum.address}${path}`);
  // The empty row has the focus, and does not exist on the server.
  await expect(cell(page, 1, 'code')).toBeFocused();
  const write = async (...texts: readonly string[]) => {
    for (const [at, text] of texts.entries()) {
      await page.keyboard.type(text);
      await page.keyboard.press(at === texts.length - 1 ? 'Enter' : 'Tab');
    }
  };
  const home = async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
  };
  // Enter after Tab continues in the column where tabbing began.
  await write('1.1', 'Gravel bed', 'm³', '12');
  await write('1.2', 'Kerb', 'm', '3,5');
  await expect(cell(page, 3, 'name')).toHaveText('New row');
  await expect(page.getByText('Ground works, 2 rows')).toBeVisible();

  // In the middle, with the key of the button, and from the menu: on screen at once, and typed into at once.
  await cell(page, 1, 'name').click();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Geotextile');
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.type('Edges');
  await page.keyboard.press('Escape');
  await page.keyboard.type('Edging');
  await page.keyboard.press('Enter');
  await cell(page, 1, 'name').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Insert above' }).click();
  await page.keyboard.type('Setting out');
  await page.keyboard.press('Enter');
  await cell(page, 1, 'name').click();
  await page.getByRole('button', { name: 'Add section' }).click();
  await page.keyboard.type('Bed');
  await page.keyboard.press('Enter');

  // At the end: past the last row there is always another.
  await page.keyboard.press('Control+End');
  await home();
  await page.keyboard.press('ArrowRight');
  for (const name of ['Sand', 'Paving', 'Joints']) await write(name);
  const written = [' | Setting out |  | 0', 'Bed', '1.1 | Gravel bed | m³ | 12', ' | Geotextile |  | 0', 'Edging', '1.2 | Kerb | m | 3.5'];
  const due = [...written, ' | Sand |  | 0', ' | Paving |  | 0', ' | Joints |  | 0'];
  await expect.poll(saved).toEqual(due);
  await expect(page.getByText('Ground works, 9 rows')).toBeVisible();
  await page.reload();
  for (const [at, name] of [
    'Setting out',
    'Bed',
    'Gravel bed',
    'Geotextile',
    'Edging',
    'Kerb',
    'Sand',
    'Paving',
    'Joints',
    'New row',
  ].entries())
    await expect(cell(page, at + 1, 'name')).toHaveText(new RegExp(`^${name}`));
  await expect(page.locator('[data-index="10"]')).toHaveCount(0);
});

test('units are suggested, and a row of another estimate is taken over with its prices; one undo removes it', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const other = await emptyList(call);
  const rows = ['Shuttering', 'Reinforcement'].map((name, at) => ({
    code: `07-${at}`,
    name: `${name} of the slab`,
    unit: 'm²',
    unit_labour: '12.5',
    unit_materials: '7',
  }));
  await call('POST /lists/:id/rows/', { params: { id: other.list }, body: { rows } });
  const { path, saved } = await emptyList(call);
  await openSignedIn(page, actum, path);
  await expect(cell(page, 1, 'code')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('shutt');
  await expect(page.getByRole('option')).toHaveText(/07-0.*Shuttering of the slab.*m² 19\.50.*Written by hand, Ground works/);
  const [field, offers] = await Promise.all([
    page.getByRole('combobox', { name: 'Name' }).boundingBox(),
    page.getByRole('listbox').boundingBox(),
  ]);
  expect(offers?.y ?? 0).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
  await expectNothingForAxe(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'quantity')).toBeFocused();
  await expect(page.getByText('“Shuttering of the slab” and its prices taken from')).toBeVisible();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(saved).toEqual(['07-0 | Shuttering of the slab | m² | 4']);
  await expect(cell(page, 1, 'unit_labour')).toHaveText('12.50');

  // Enter takes nothing that was not highlighted.
  await cell(page, 2, 'name').click();
  await page.keyboard.type('reinforcement of');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await cell(page, 2, 'unit').click();
  await page.keyboard.type('m');
  await expect(page.getByRole('option').first()).toHaveText(/^m/);
  await page.getByRole('option', { name: 'm²' }).click();
  await expect.poll(saved).toEqual(['07-0 | Shuttering of the slab | m² | 4', ' | reinforcement of | m² | 0']);
  // An existing row takes code, name, unit and prices in one event, and keeps its quantity as it was entered.
  await cell(page, 2, 'quantity').click();
  await page.keyboard.type('=2*3');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'quantity')).toHaveText(/^6/);
  await cell(page, 2, 'code').click();
  await page.keyboard.type('07-1');
  await page.getByRole('option', { name: /Reinforcement/ }).click();
  await expect.poll(saved).toEqual(['07-0 | Shuttering of the slab | m² | 4', '07-1 | Reinforcement of the slab | m² | 6']);
  await cell(page, 2, 'quantity').click();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('=2*3');
  await page.keyboard.press('Escape');
  // Typing continues without an answer.
  await page.route('**/suggestions/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/suggestions/'));
  await cell(page, 3, 'name').click();
  await page.keyboard.type('shutt');
  await failed;
  for (const _letter of 'hutt') await page.keyboard.press('Backspace');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Undo: pasting/ }).click();
  await expect.poll(saved).toEqual(['07-0 | Shuttering of the slab | m² | 4', ' | reinforcement of | m² | 6']);
});

test('a text is replaced in the found cell, then in all rows once they are counted; one undo reverts it, and a frozen version refuses', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const { path, list, version, saved } = await emptyList(call);
  const rows = ['Gravel bed', 'Sand', 'Gravel path', 'gravel edge'].map((name) => ({ name }));
  await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const names = async () => (await saved()).map((row) => row.split(' | ')[1]);
  await openSignedIn(page, actum, path);
  // The code of the tools is loaded later.
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await cell(page, 1, 'quantity').click();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in list' });
  await page.keyboard.type('gravel');
  await expect(bar.getByText('1 of 3')).toBeVisible();
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('Slag');
  await expectNothingForAxe(page);
  await bar.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(names).toEqual(['Slag bed', 'Sand', 'Gravel path', 'gravel edge']);
  const all = bar.getByRole('button', { name: 'Replace all' });
  await all.click();
  await expect(bar.getByText('Cells to replace: 2, rows: 2')).toBeVisible();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await all.click();
  await expect(bar.getByText('Cells to replace: 2, rows: 2')).toBeVisible();
  await all.click();
  await expect(page.getByText('Cells replaced: 2')).toBeVisible();
  await expect(cell(page, 4, 'name')).toHaveText('Slag edge');
  await all.click();
  await expect(page.getByText('Nothing to replace')).toBeVisible();
  await page.getByRole('button', { name: /^Undo: replacing/ }).click();
  await expect(cell(page, 4, 'name')).toHaveText('gravel edge');
  const over = await intercept(page, '**/replacement/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/replacement/'));
  await all.click();
  await failed;
  over();
  await expect(all).not.toHaveAttribute('aria-busy');
  await all.click();
  await expect(bar.getByText('Cells to replace: 2, rows: 2')).toBeVisible();
  // The version is frozen while the request is under way, because a live change about the act would remove the button earlier.
  await page.route('**/replace/**', async (route) => {
    await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
    await route.continue();
  });
  await all.click();
  await expect(
    page
      .getByText(/You cannot edit this version of the estimate/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  expect(await names()).toEqual(['Slag bed', 'Sand', 'Gravel path', 'gravel edge']);
});
