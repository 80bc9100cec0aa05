import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { colleague, newList } from './people.ts';
import { expect, openSignedIn, type RunningActum, signIn, test } from './server.ts';

test.use({ client: 'telling' });

const COLUMNS = ['place', 'code', 'name', 'unit', 'quantity', 'unit_labour', 'unit_materials', 'unit_tools', 'unit_total'];

async function openList(page: Page, actum: RunningActum, place = 2): Promise<void> {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(place).click();
  await expect(cell(page, 2, 'name')).not.toBeEmpty();
  await expect(page.locator('[data-movable]')).toHaveCount(1);
}
const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-index="${row - 1}"] > [data-col="${COLUMNS.indexOf(column)}"]`);
const texts = (page: Page, rows: readonly number[], column: string) =>
  Promise.all(rows.map(async (row) => (await cell(page, row, column).textContent()) ?? ''));
/** Reads the clipboard, and fills it as another program would. */
const clipboard = {
  read: (page: Page) => page.evaluate(() => navigator.clipboard.readText()),
  write: (page: Page, text: string) => page.evaluate((given) => navigator.clipboard.writeText(given), text),
};
const undo = (page: Page, what: string) => page.getByRole('button', { name: new RegExp(`^Undo: ${what}`) }).click();

test.beforeEach(async ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a range is chosen by keys and mouse, copied with exact figures, pasted, filled and cleared; undo takes each back', async ({
  page,
  actum,
}) => {
  await openList(page, actum);
  const grid = page.getByRole('grid');
  const chosen = grid.locator('[aria-selected="true"]');
  await expect(grid).toHaveAttribute('aria-multiselectable', 'true');
  const before = await texts(page, [3, 4, 5], 'quantity');

  await cell(page, 3, 'quantity').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(chosen).toHaveCount(4);
  await expect(page.getByRole('status').filter({ hasText: '4 cells selected' })).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied 2 rows, columns: 2')).toBeVisible();
  const copied = (await clipboard.read(page)).split(/\r?\n/).map((line) => line.split('\t'));
  const plain = (text: string) => text.replace(/[\u00a0\s]/g, '').replace('−', '-');
  expect(copied[0]?.[0]).toBe(plain(before[0] ?? ''));
  await page.keyboard.press('Escape');
  await expect(chosen).toHaveCount(0);

  await clipboard.write(page, '1 234,5\t10\r\n"2"\t20,25\r\n');
  await page.keyboard.press('Control+v');
  await expect(cell(page, 3, 'quantity')).toHaveText('1 234.5');
  await expect(cell(page, 4, 'unit_labour')).toHaveText('20.25');
  await expect(chosen).toHaveCount(4);

  await cell(page, 3, 'quantity').click();
  await cell(page, 5, 'quantity').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+d');
  await expect(cell(page, 5, 'quantity')).toHaveText('1 234.5');
  await page.keyboard.press('Delete');
  await expect(cell(page, 4, 'quantity')).toHaveText('0');
  await undo(page, 'clearing cells');
  await expect(cell(page, 4, 'quantity')).toHaveText('1 234.5');
  await undo(page, 'filling down');
  await expect(cell(page, 4, 'quantity')).toHaveText('2');
  await undo(page, 'pasting');
  for (const [at, text] of before.entries()) await expect(cell(page, 3 + at, 'quantity')).toHaveText(text);

  await cell(page, 3, 'code').hover();
  await page.mouse.down();
  await cell(page, 6, 'unit').hover();
  await page.mouse.up();
  await expect(chosen).toHaveCount(12);
  await clipboard.write(page, 'Same');
  await page.keyboard.press('Control+v');
  await expect(cell(page, 6, 'unit')).toHaveText('Same');
  await undo(page, 'pasting');
  await expect(cell(page, 6, 'unit')).not.toHaveText('Same');
  await cell(page, 3, 'unit').click();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('status').filter({ hasText: /\d+ rows selected/ })).toBeVisible();
  await expectNothingForAxe(page);
});

test('a paste with cells that are not numbers changes nothing, names them and leads to them; a longer paste extends the list', async ({
  page,
  actum,
}) => {
  await openList(page, actum);
  const count = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  const before = await texts(page, [3, 4], 'quantity');
  await clipboard.write(page, '5\tmany\r\nx\t6\r\n');
  await cell(page, 3, 'quantity').click();
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: '2 cells cannot be pasted' });
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await expect(dialog).toContainText('Enter a number');
  await expectNothingForAxe(page);
  await dialog.getByRole('button', { name: 'Row 4, Quantity' }).click();
  await expect(dialog).toBeHidden();
  // A closed dialog gives the focus back a moment after it has gone.
  await expect(cell(page, 4, 'quantity')).toBeFocused();
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(1);
  expect(await texts(page, [3, 4], 'quantity')).toEqual(before);

  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await clipboard.write(page, Array.from({ length: 400 }, (_, at) => `N-${at}\tPasted "${at}"\tm\t${at}`).join('\n'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 400));

  await page.keyboard.press('Control+f');
  const find = page.getByRole('search', { name: 'Find in list' });
  await find.getByRole('searchbox').fill('pasted "3');
  await expect(find).toContainText('1 of 111');
  await page.keyboard.press('Shift+Enter');
  await expect(find).toContainText('111 of 111');
  await expect(page.getByRole('rowheader', { name: 'Pasted "399"' }).or(page.getByText('Pasted "399"')).first()).toBeVisible();
  await expectNothingForAxe(page);
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await undo(page, 'pasting');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count));
});

test('rows are selected by their numbers, dragged by the grip, moved by keys and to another list, and deleted after a confirmation', async ({
  page,
  actum,
}) => {
  await openList(page, actum, 3);
  const rows = [2, 3, 4, 5, 6, 7];
  const [a, b, c, d, e, f] = await texts(page, rows, 'name');
  const shows = async (names: readonly (string | undefined)[]) => {
    for (const [at, name] of names.entries()) await expect(cell(page, at + 2, 'name')).toHaveText(name ?? '');
  };
  await cell(page, 2, 'place').click();
  await cell(page, 3, 'place').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Alt+ArrowDown');
  await shows([c, a, b, d, e, f]);
  await expect(page.getByRole('status').filter({ hasText: '2 rows selected' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await shows([a, b, c, d, e, f]);

  await page.keyboard.press('Escape');
  await cell(page, 2, 'place').hover({ position: { x: 8, y: 18 } });
  await page.mouse.down();
  await cell(page, 4, 'name').hover({ position: { x: 40, y: 8 } });
  await cell(page, 4, 'name').hover({ position: { x: 40, y: 30 } });
  await page.mouse.up();
  await shows([b, c, a, d, e, f]);
  await undo(page, 'moving');
  await shows([a, b, c, d, e, f]);

  await cell(page, 2, 'place').click();
  await cell(page, 4, 'place').click({ modifiers: ['Control'] });
  await cell(page, 6, 'place').click({ modifiers: ['Control'] });
  await expect(page.getByRole('status').filter({ hasText: '3 rows selected' })).toBeVisible();
  await cell(page, 4, 'name').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to another list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 rows' });
  await expectNothingForAxe(page);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await shows([b, d, f]);
  await undo(page, 'moving');
  await shows([a, b, c, d, e, f]);

  await cell(page, 2, 'place').click();
  await cell(page, 6, 'place').click({ modifiers: ['Shift'] });
  await cell(page, 4, 'name').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete 5 rows' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 5 rows?' });
  await expect(question).toContainText('€');
  await question.getByRole('button', { name: 'Delete' }).click();
  await shows([f]);
  await undo(page, 'deleting');
  await shows([a, b, c, d, e, f]);
});

test('columns are widened by their edge and by keys, fitted by a double click, and keep their width', async ({ page, actum }) => {
  // Widths are one person's in all lists, and so in the tests after this one.
  const eva = await colleague(actum, await asDemo(actum), 'Eva Tiler');
  await openList(page, { ...actum, ...eva });
  const heading = page.getByRole('columnheader', { name: 'Code', exact: true });
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0);
  const before = await width();
  const edge = async () => {
    const box = await heading.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) - 1, y: (box?.y ?? 0) + 10 };
  };
  const from = await edge();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y, { steps: 3 });
  await page.mouse.move(from.x + 60, from.y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 60);
  await cell(page, 2, 'code').click();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(width).toBe(before + 76);
  await page.reload();
  await expect(cell(page, 2, 'name')).not.toBeEmpty();
  await expect.poll(width).toBe(before + 76);
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  const now = await edge();
  await page.mouse.dblclick(now.x, now.y);
  await expect.poll(width).toBeLessThan(before + 60);
});

test('a frozen version can be read and copied from, and nothing in it can be changed', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('button', { name: /^Version 2/ }).click();
  await page.getByRole('menuitem', { name: /^Version 1/ }).click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
  await expect(page.locator('[data-movable="false"]')).toHaveCount(1);
  const before = await texts(page, [2, 3], 'quantity');
  await cell(page, 2, 'quantity').click();
  await page.keyboard.press('Shift+ArrowDown');
  await cell(page, 3, 'quantity').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Copy']);
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect(page.getByText('Copied 2 rows')).toBeVisible();
  for (const keys of ['Control+v', 'Delete', 'Control+d', 'Alt+ArrowDown']) await page.keyboard.press(keys);
  await expect(page.getByRole('alert').filter({ hasText: 'You cannot edit this version' }).first()).toBeVisible();
  expect(await texts(page, [2, 3], 'quantity')).toEqual(before);
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill('m³');
  await expect(page.getByRole('search', { name: 'Find in list' })).toContainText(/1 of \d+/);
});

test('a paste into a row that somebody deleted is refused with a reason, and the table shows the current rows', async ({
  page,
  actum,
  context,
}) => {
  // The other person's edit is not announced, so the page is out of date.
  await page.routeWebSocket(/.*/, () => undefined);
  await openList(page, actum, 3);
  const [gone = '', next = ''] = await texts(page, [3, 4], 'name');
  const other = await context.newPage();
  await other.goto(page.url());
  // The menu of a row is there once the tools of its table have come.
  await expect(other.locator('[data-movable=true]')).toHaveCount(1);
  await cell(other, 3, 'name').click({ button: 'right' });
  await other.getByRole('menuitem', { name: 'Delete row' }).click();
  await expect(cell(other, 3, 'name')).toHaveText(next);

  await expect(cell(page, 3, 'name')).toHaveText(gone);
  await clipboard.write(page, '1\t2');
  await cell(page, 3, 'quantity').click();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('The row has been deleted')).toBeVisible();
  await expect(cell(page, 3, 'name')).toHaveText(next);
  await other.getByRole('button', { name: /^Undo: deleting/ }).click();
  await expect(cell(other, 3, 'name')).toHaveText(gone);
});

test('a paste into an empty list adds rows', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  const all = page.getByRole('navigation', { name: 'Lists' }).getByRole('link');
  await all.nth(3).click();
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  await cell(page, 2, 'name').click();
  await page.keyboard.press('Control+a');
  await cell(page, 2, 'name').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Delete \d+ rows/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Add a row' })).toBeVisible();
  await clipboard.write(page, 'A-1\tGravel\tm³\t2\nA-2\tSand\tt\t3,5\n');
  await page.keyboard.press('Control+v');
  await expect(cell(page, 2, 'quantity')).toHaveText('3.5');
  await undo(page, 'pasting');
  await undo(page, 'deleting');
  await expect(cell(page, 2, 'name')).not.toBeEmpty();
});

test('text typed into one’s own pasted rows before the server has answered is not a conflict', async ({ page, actum }) => {
  const owner = await asDemo(actum);
  const { path, list } = await newList(owner, 'Typed after a paste');
  await openSignedIn(page, actum, path);
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/paste/', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await cell(page, 2, 'quantity').click();
  await clipboard.write(page, '50');
  await page.keyboard.press('Control+v');
  await asked.promise;
  await page.keyboard.press('Tab');
  await page.keyboard.type('7');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('51');
  await page.keyboard.press('Enter');
  await cell(page, 2, 'unit_tools').click();
  await page.keyboard.type('3');
  answered.resolve();
  await expect(cell(page, 2, 'unit_labour')).toHaveText('7.00');
  await expect(cell(page, 2, 'quantity')).toHaveText('51');
  await page.keyboard.press('Enter');
  const saved = async () => {
    const answer = await owner('GET /lists/:id/rows/', { params: { id: list }, query: {} });
    const row = 'rows' in answer ? answer.rows[1] : undefined;
    return row && [row.quantity, row.unit_labour, row.unit_tools];
  };
  await expect.poll(saved).toEqual(['51', '7', '3']);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
