import type { BrowserContext, Page } from '@playwright/test';
import { awaitedRowsMachine } from '../../src/machines/awaitedRows/awaitedRows.ts';
import { columnEdgesMachine } from '../../src/machines/columnEdges/columnEdges.ts';
import { rowDragMachine } from '../../src/machines/rowDrag/rowDrag.ts';
import { selectionMachine } from '../../src/machines/selection/selection.ts';
import { expect, SOON, test, type Walked, type Watched } from './walk/served.ts';
import { callerOf, newSite, openAt } from './walk/site.ts';
import { expectAllTaken } from './walk/through.ts';

// Each machine of the pointer and the keys on a list is driven by hand through all its transitions.
test.describe.configure({ mode: 'default' });

const [CODE, NAME, QUANTITY, COLUMNS] = [1, 2, 4, 13];
const NAMES = ['Sand', 'Gravel', 'Brick', 'Clay', 'Lime'];

const is = (watched: Watched, who: string, value: unknown) =>
  expect.poll(() => watched.at(who), { message: `where ${who} is`, ...SOON }).toBe(JSON.stringify(value));
const at = (page: Page, row: number, col: number) => page.locator(`[data-index="${row}"] > [data-col="${col}"]`);
const chosen = (page: Page) => page.locator('[data-col][aria-selected=true]');

async function openList(page: Page, context: BrowserContext, walked: Walked) {
  const call = await callerOf(walked);
  const made = await newSite(call, 'Tools Yard', NAMES);
  const watched = await openAt(page, context, walked, { path: made.path });
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await expect(at(page, 4, NAME)).toHaveText('Lime');
  await watched.idle();
  /** Another person adds a row at the end, and the page has received the change. */
  const addRow = () =>
    watched.untilHeard(() =>
      call('POST /lists/:id/rows/', { params: { id: made.list }, body: { after_id: made.ids.at(-1) ?? null, name: 'Tar' } }),
    );
  const middleOf = async (row: number, col: number) => {
    const box = await at(page, row, col).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  return { ...made, call, watched, addRow, middleOf };
}

test('cells and rows are chosen by the mouse and by keys', async ({ page, context, walked }) => {
  const { watched, middleOf } = await openList(page, context, walked);
  await at(page, 0, QUANTITY).click();
  await is(watched, 'selection', 'resting');
  await expect(chosen(page)).toHaveCount(0);
  await at(page, 1, QUANTITY + 1).click({ modifiers: ['Shift'] });
  await expect(chosen(page)).toHaveCount(4);

  const pull = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
  };
  await pull(await middleOf(2, QUANTITY), await middleOf(3, QUANTITY + 2));
  await is(watched, 'selection', { stretching: 'cells' });
  await expect(chosen(page)).toHaveCount(6);
  await page.keyboard.press('Escape');
  await is(watched, 'selection', 'resting');
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(chosen(page)).toHaveCount(6);

  // Right of the grip, by which the row would be carried.
  const number = async (row: number) => ({ ...(await middleOf(row, 0)), x: ((await at(page, row, 0).boundingBox())?.x ?? 0) + 40 });
  await pull(await number(1), await number(3));
  await is(watched, 'selection', { stretching: 'rows' });
  await page.mouse.up();
  await is(watched, 'selection', 'resting');
  await expect(chosen(page)).toHaveCount(3 * COLUMNS);

  await at(page, 1, QUANTITY).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(chosen(page)).toHaveCount(2);
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(chosen(page)).toHaveCount(4);
  await page.keyboard.press('Shift+ ');
  await expect(chosen(page)).toHaveCount(4 * COLUMNS);
  await at(page, 2, QUANTITY).click();
  await page.keyboard.press('Control+ ');
  await expect(chosen(page)).toHaveCount(NAMES.length);
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toHaveCount(NAMES.length * COLUMNS);
});

test('rows are dragged by their grip, and stay when they are not dropped elsewhere', async ({ page, context, walked }) => {
  const { watched, addRow, middleOf } = await openList(page, context, walked);
  const grip = async (row: number) => {
    const box = await at(page, row, 0).boundingBox();
    return { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 18 };
  };
  const take = async (row: number) => {
    const { x, y } = await grip(row);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await is(watched, 'rowDrag', { held: 'still' });
  };
  const carry = async (row: number) => {
    const { x, y } = await middleOf(row, 0);
    await page.mouse.move(x, y + 8, { steps: 4 });
    await is(watched, 'rowDrag', { held: 'carried' });
    await expect(page.locator('[class*=dropLine]')).toHaveCount(1);
  };
  const rests = async (names: readonly string[]) => {
    await is(watched, 'rowDrag', 'resting');
    await expect(page.locator('[class*=dropLine]')).toHaveCount(0);
    for (const [row, name] of names.entries()) await expect(at(page, row, NAME)).toHaveText(name);
  };
  await take(0);
  await page.mouse.up();
  await rests(NAMES);
  // The row is chosen now, and taken with all that are.
  await take(0);
  await carry(2);
  await page.keyboard.press('Escape');
  await rests(NAMES);
  await page.mouse.up();
  await take(0);
  await carry(2);
  await addRow();
  await rests([...NAMES, 'Tar']);
  await page.mouse.up();
  await rests([...NAMES, 'Tar']);
  await take(0);
  await carry(2);
  await page.mouse.up();
  await rests(['Gravel', 'Brick', 'Sand', 'Clay', 'Lime', 'Tar']);
});

test('columns are resized by dragging and by steps, reverted, fitted, and all reset', async ({ page, context, walked }) => {
  const { watched } = await openList(page, context, walked);
  const heading = page.getByRole('columnheader', { name: 'Code', exact: true });
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0);
  const first = await width();
  const pull = async (by: number) => {
    const box = await heading.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 1, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await is(watched, 'columnEdges', 'pulling');
    await page.mouse.move(x + by, y, { steps: 4 });
    await expect.poll(width).toBe(first + by);
  };
  await pull(60);
  await page.keyboard.press('Escape');
  await is(watched, 'columnEdges', 'resting');
  await expect.poll(width).toBe(first);
  await page.mouse.up();
  await pull(50);
  await page.mouse.up();
  await is(watched, 'columnEdges', 'resting');
  await at(page, 1, CODE).click();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(width).toBe(first + 66);
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect.poll(width).toBe(first + 50);
  const box = await heading.boundingBox();
  await page.mouse.dblclick((box?.x ?? 0) + (box?.width ?? 0) - 1, (box?.y ?? 0) + 10);
  await expect.poll(width).toBeLessThan(first);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Reset the column');
  await page.getByRole('option', { name: /^Reset the column widths/ }).click();
  await expect.poll(width).toBe(first);
});

test('the rows an edit made are selected once loaded, unless the cursor was moved meanwhile', async ({ page, context, walked }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { watched } = await openList(page, context, walked);
  const duplicate = async (row: number) => {
    await at(page, row, NAME).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  };
  await duplicate(1);
  await is(watched, 'awaitedRows', 'idle');
  await expect(at(page, 2, NAME)).toHaveText('Gravel');
  await expect(at(page, 2, NAME)).toBeFocused();

  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await duplicate(0);
  await is(watched, 'awaitedRows', 'waiting');
  await watched.held('rows');
  await page.keyboard.press('End');
  await is(watched, 'awaitedRows', 'idle');
  await expect(at(page, 0, COLUMNS - 1)).toBeFocused();
  watched.hold({});
  await watched.release('rows', 'continue');
  await expect(at(page, 1, NAME)).toHaveText('Sand');
  await expect(at(page, 0, COLUMNS - 1)).toBeFocused();

  await page.evaluate(() => navigator.clipboard.writeText('7\t8\n9\t11'));
  await at(page, 3, QUANTITY).click();
  await page.keyboard.press('Control+v');
  await expect(at(page, 4, QUANTITY + 1)).toHaveText('11.00');
  await is(watched, 'awaitedRows', 'idle');
  await expect(chosen(page)).toHaveCount(4);
});

test('the browser takes every transition of the pointer and keyboard tools of a list', async ({ walked }) => {
  expectAllTaken(walked, selectionMachine, rowDragMachine, columnEdgesMachine, awaitedRowsMachine);
});
