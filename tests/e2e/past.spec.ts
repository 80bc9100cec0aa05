import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { expect, openSignedIn, type RunningActum, test } from './server.ts';

test.use({ client: 'telling' });

/** A list of two rows in a project of its own. */
async function someList(actum: RunningActum) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id: project } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'History Yard' } });
  const { id: version } = await call('POST /projects/:id/versions/', { params: { id: project }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Roads' } });
  const rows = [
    { name: 'Gravel bed', unit: 'm3', quantity: '12', unit_labour: '4.15' },
    { name: '<b>Kerb</b>', unit: 'm', quantity: '3' },
  ];
  const { ids } = await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  return { call, project, version, list: list.id, row: ids[0] ?? 0 };
}
const cell = (page: Page, row: number, column: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .nth(row)
    .getByRole('gridcell')
    .nth(column);
const panel = (page: Page) => page.getByRole('complementary');

test('the history of a row is opened from its menu, walked by keys, and a value brought back and undone', async ({ page, actum }) => {
  const { call, project, version, list, row } = await someList(actum);
  for (const quantity of [...Array.from({ length: 30 }, (_, at) => String(100 + at)), '15.5'])
    await call('PUT /rows/:id/', { params: { id: row }, body: { quantity } });
  await openSignedIn(page, actum, `/project/${project}/${version}/list/${list}`);
  const quantity = cell(page, 0, 4);
  await expect(quantity).toHaveText('15.5');
  // Menus are loaded with the list's tools, after its rows.
  await page.locator('[data-movable=true]').first().waitFor();
  await quantity.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'History of the row' }).click();
  const lines = panel(page).getByRole('listitem');
  await expect(lines).toHaveCount(30);
  await expect(lines.first()).toContainText(/Changed.*Quantity.*129.*→.*15\.5/s);
  await lines.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(lines.nth(1)).toBeFocused();
  await expectNothingForAxe(page);

  await panel(page).getByRole('button', { name: 'Show earlier changes' }).click();
  await expect(lines).toHaveCount(32);

  await lines.first().getByRole('button', { name: 'Restore “129”' }).click();
  await expect(quantity).toHaveText('129');
  await expect(lines).toHaveCount(33);
  await expect(lines.first().getByRole('button', { name: 'Restore “15.5”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await page.getByRole('button', { name: /^Undo: quantity of “Gravel bed”/ }).click();
  await expect(quantity).toHaveText('15.5');
});

test('a moment is named, the estimate of that moment is compared with the current one, and deleted rows are restored', async ({
  page,
  actum,
}) => {
  const { call, project, version, list, row } = await someList(actum);
  await openSignedIn(page, actum, `/project/${project}/${version}/list/${list}`);
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await page.getByRole('menuitem', { name: 'History of the estimate' }).click();
  await page.getByRole('button', { name: 'Name this moment…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Before the meeting');
  await page.getByRole('button', { name: 'Name it', exact: true }).click();
  await expect(panel(page).getByRole('link', { name: 'Compare with now' })).toBeVisible();
  await call('PUT /rows/:id/', { params: { id: row }, body: { quantity: '20' } });
  await call('DELETE /rows/:id/', { params: { id: row } });
  await panel(page).getByRole('button', { name: 'Restore 1 row' }).click();
  await expect(cell(page, 0, 4)).toHaveText('20');
  await panel(page).getByRole('link', { name: 'Compare with now' }).click();
  await expect(page).toHaveURL(/compare\/\d+\?show=lists&moment=\d+$/);
  await expect(page.getByRole('columnheader', { name: /^Before the meeting/ })).toBeVisible();
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Gravel bed' })).toContainText(/12.*20/s);
});
