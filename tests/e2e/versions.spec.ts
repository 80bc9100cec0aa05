import type { Page } from '@playwright/test';
import { frozen } from '../../domain/sentences/estimates.ts';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { expect, type RunningActum, signIn, test } from './server.ts';

test.use({ client: 'telling' });

const LONG = 'x'.repeat(10_000);

/** A project of its own with lists of one row each. */
async function project(actum: RunningActum, name: string, lists: readonly string[]) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } });
  const version = await call('POST /projects/:id/versions/', { params: { id }, body: {} });
  for (const title of lists) {
    const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title } });
    await call('POST /lists/:id/rows/', {
      params: { id: list.id },
      body: { name: `${title} row`, unit: 'm2', quantity: '10', unit_labour: '2.50' },
    });
  }
  return { id, version: version.id, path: `${actum.address}/project/${id}/${version.id}` };
}

const choose = async (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();
const press = async (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find a page or an action' })).toBeFocused();
}
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Lists' }).getByRole('link');
const summaryRow = (page: Page, name: string) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

test('a project is renamed, deleted and restored; an error in the name is reported at its field', async ({ page, actum }) => {
  await signIn(page, actum);
  const [before, after] = ['Quayside shed', 'Quayside shed, hall B'];
  await project(actum, before, []);
  await page.reload();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

  await row(before).click({ button: 'right' });
  await choose(page, 'Rename project');
  const field = page.getByLabel('Project name');
  await expect(field).toHaveValue(before);
  await field.fill('');
  await press(page, 'Rename');
  await expect(page.getByText('Value is required')).toBeVisible();
  await field.fill(LONG);
  await press(page, 'Rename');
  await expect(page.getByText('At most 200 characters')).toBeVisible();
  await expect(field).toHaveValue(LONG);
  await expectNothingForAxe(page);
  await field.fill(after);
  await press(page, 'Rename');
  await expect(row(after)).toBeVisible();

  await page.getByRole('button', { name: `Actions for ${after}` }).click();
  await choose(page, 'People in the project');
  await expect(page.getByRole('dialog').getByText('Demo Estimator (you)')).toBeVisible();
  await expectNothingForAxe(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Actions for ${after}` }).click();
  await choose(page, 'Delete project');
  await expect(page.getByRole('dialog')).toContainText('For 30 days it can be restored from the bin.');
  await press(page, 'Delete');
  await expect(row(after)).toHaveCount(0);
  await page.getByRole('button', { name: /^Bin/ }).click();
  await expect(row(after)).toContainText('30 days');
  await expectNothingForAxe(page);
  await page.getByRole('button', { name: `Restore ${after}` }).click();
  await expect(row(after)).toHaveCount(0);
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(row(after)).toBeVisible();
});

test('lists are added, named, moved and deleted on the summary; undo takes each back', async ({ page, actum }) => {
  await signIn(page, actum);
  const { path } = await project(actum, 'Lists by hand', ['Foundations', 'Walls']);
  await page.goto(path);
  await expect(tabs(page)).toHaveText(['Summary', 'Foundations', 'Walls']);

  await page.getByRole('button', { name: 'Add list' }).click();
  await page.getByLabel('List name').fill(LONG);
  await press(page, 'Add list');
  await expect(page.getByText('At most 200 characters')).toBeVisible();
  await page.getByLabel('List name').fill('');
  await press(page, 'Add list');
  await expect(page).toHaveURL(/\/list\/\d+$/);
  await expect(tabs(page)).toHaveText(['Summary', 'Foundations', 'Walls', 'Untitled']);
  await tabs(page).first().click();

  await summaryRow(page, 'Untitled')
    .getByRole('rowheader')
    .click({ button: 'right', position: { x: 200, y: 10 } });
  await choose(page, 'Rename list');
  await page.getByLabel('List name').fill('Roof');
  await press(page, 'Rename');
  await expect(tabs(page)).toHaveText(['Summary', 'Foundations', 'Walls', 'Roof']);

  await expect(page.locator(':focus')).toHaveText('Roof');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(tabs(page)).toHaveText(['Summary', 'Foundations', 'Roof', 'Walls']);
  await expect(page.locator(':focus')).toHaveText('Roof');
  await page.getByRole('button', { name: 'Actions for Roof' }).click();
  await choose(page, 'Move up');
  await expect(tabs(page)).toHaveText(['Summary', 'Roof', 'Foundations', 'Walls']);

  await page.getByRole('button', { name: 'Actions for Walls' }).click();
  await choose(page, 'Delete list');
  await expect(page.getByRole('dialog')).toContainText('25.00 €');
  await expectNothingForAxe(page);
  await press(page, 'Delete');
  await expect(tabs(page)).toHaveText(['Summary', 'Roof', 'Foundations']);
  await expectNothingForAxe(page);

  const steps = [
    ['deleting “Walls”', ['Roof', 'Foundations', 'Walls']],
    ['moving “Roof”', ['Foundations', 'Roof', 'Walls']],
    ['moving “Roof”', ['Foundations', 'Walls', 'Roof']],
  ] as const;
  for (const [undone, left] of steps) {
    await page.getByRole('button', { name: `Undo: ${undone}` }).click();
    await expect(tabs(page)).toHaveText(['Summary', ...left]);
  }

  await page.getByRole('button', { name: 'Add taxes' }).click();
  await expect(page.locator('input:focus')).toHaveValue('New tax');
  await page.keyboard.type('VAT');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1000.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The percent must be between -100 and 1000')).toBeVisible();
  await expect(page.getByText('1000.5')).toBeVisible();
});

test('a version is duplicated, compared, renamed and deleted; one with an act says how to make it editable', async ({ page, actum }) => {
  await signIn(page, actum);
  const { path, version, id } = await project(actum, 'Two ways to build', ['Foundations', 'Walls']);
  const call = await asDemo(actum);
  await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await page.goto(path);
  const tree = page.getByRole('region', { name: 'Versions of Two ways to build' });
  const notice = page.getByRole('status').filter({ hasText: frozen().detail });
  await expect(notice).toBeVisible();
  await expect(tree.getByRole('link', { name: 'Act 1' })).toContainText('Draft');
  await tree.getByRole('button', { name: 'Actions for Version 1' }).click();
  await choose(page, 'Delete version 1');
  await expect(page.getByRole('alert')).toHaveText(new RegExp(frozen().detail));
  await page.getByRole('button', { name: 'Actions for Walls' }).click();
  await choose(page, 'Rename list');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNothingForAxe(page);

  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await page.getByLabel('Version name').fill('Cheaper');
  await press(page, 'Create version');
  await expect(tree.getByRole('link')).toHaveText([/Version 1/, /Act 1/, /Version 2, Cheaper/, 'Payments', 'Extras']);
  await expect(notice).toHaveCount(0);

  const copy = Number(page.url().split('/').at(-1));
  await page.getByRole('button', { name: /^Version 2/ }).click();
  await choose(page, 'Compare versions');
  await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
  const { costs } = await call('GET /versions/:id/summary/', { params: { id: copy } });
  const rows = await call('GET /lists/:id/rows/', { params: { id: costs[0]?.id ?? 0 }, query: {} });
  await call('PUT /rows/:id/', { params: { id: ('rows' in rows && rows.rows[0]?.id) || 0 }, body: { quantity: '12' } });
  await call('POST /lists/:id/rows/', { params: { id: costs[1]?.id ?? 0 }, body: { name: 'Scaffold', quantity: '1', unit_tools: '100' } });
  await expect(page.getByRole('row', { name: /^Foundations 25.00 30.00 \+5.00/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total with taxes .*\+105.00/ })).toBeVisible();
  await expectNothingForAxe(page);
  await page.getByRole('button', { name: /^Added/ }).click();
  await expect(page.getByRole('row', { name: /Scaffold/ })).toContainText('+100.00');
  await expect(page.getByRole('row', { name: /Foundations row/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Rows that differ/ }).click();
  await expect(page.getByRole('row', { name: /Foundations row/ })).toContainText('Quantity');
  await expectNothingForAxe(page);
  await page.getByRole('button', { name: 'Swap the versions' }).click();
  await expect(page.getByRole('row', { name: /Scaffold/ })).toContainText('−100.00');

  await page.goto(`${actum.address}/project/${id}/${copy}`);
  await tree.getByRole('link', { name: 'Version 2' }).click({ button: 'right' });
  await choose(page, 'Rename version 2');
  await page.getByLabel('Version name').fill('');
  await press(page, 'Rename');
  await expect(tree.getByRole('link')).toHaveText([/Version 1/, /Act 1/, /^Version 2 ?155.00/, 'Payments', 'Extras']);
  await tree.getByRole('button', { name: 'Actions for Version 2' }).click();
  await choose(page, 'Delete version 2');
  await expect(page.getByRole('dialog')).toContainText('155.00 €');
  await press(page, 'Delete');
  await expect(page).toHaveURL(path);
  await page.getByRole('button', { name: 'Undo: deleting “Version 2”' }).click();
  await expect(tree.getByRole('link')).toHaveText([/Version 1/, /Act 1/, /Version 2/, 'Payments', 'Extras']);
});

test('a project without a version begins empty, and the palette offers the actions possible in it', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Project name').fill('Begun by hand');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start with an empty estimate' }).click();
  await expect(page.getByRole('heading', { name: 'This version has no lists yet' })).toBeVisible();
  await expectNothingForAxe(page);
  await openPalette(page);
  await page.keyboard.type('Add list');
  await expect(page.getByRole('option', { name: 'Add list' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByLabel('List name').fill('Roof');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/list\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Roof' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('Delete project');
  await page.keyboard.press('Enter');
  await press(page, 'Delete');
  await expect(page).toHaveURL(`${actum.address}/projects`);
});
