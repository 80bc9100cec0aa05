import { gridMachine } from '../../src/machines/grid/grid.ts';
import { gridWorld } from './walk/gridWorld.ts';
import { expect, SOON, test } from './walk/served.ts';
import { callerOf, newSite, openAt } from './walk/site.ts';
import { expectAllTaken, walkThrough } from './walk/through.ts';

test.describe.configure({ mode: 'default' });

test('a table: entered, moved through, selected in, typed in and left, while rows come and go and the screen is rotated', async ({
  page,
  context,
  walked,
}) => {
  test.slow();
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects' });
  page.on('dialog', (dialog) => void dialog.accept());
  await walkThrough(gridWorld, new Set(), {
    longest: 60,
    stage: async () => {
      const { path, list, ids } = await newSite(call, 'Grid Yard');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(walked.address + path);
      const at = (row: number, col: number) => page.locator(`[data-index="${row}"] > [data-col="${col}"]`);
      await expect(at(0, 4)).toHaveText('1');
      // Choosing is loaded with the list's tools, after its rows.
      await expect(page.locator('[data-movable=true]')).toHaveCount(1);
      await watched.idle();
      const params = { id: list };
      let added: number[] = [];
      const add = (after_id: number | null) =>
        watched.untilHeard(async () => {
          added = [...(await call('POST /lists/:id/rows/', { params, body: { after_id, name: 'Clay' } })).ids];
        });
      const remove = () => watched.untilHeard(() => Promise.all(added.map((id) => call('DELETE /rows/:id/', { params: { id } }))));
      return {
        watched,
        who: 'grid',
        async cause(event, before) {
          const given = event as { readonly type: string } & Readonly<Record<string, unknown>>;
          const { cursor, rows } = before.context;
          switch (given.type) {
            case 'grid.entered':
              return at(cursor.row, cursor.col).focus();
            case 'cursor.placed': {
              const { row, col } = given.cursor as { row: number; col: number };
              return at(row, col).click();
            }
            case 'cursor.moved':
              return page.keyboard.press({ up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft' }[given.move as string] ?? '');
            case 'range.stretched': {
              const { row, col } = given.to as { row: number; col: number };
              return at(row, col).click({ modifiers: ['Shift'] });
            }
            case 'range.moved':
              return page.keyboard.press('Shift+ArrowDown');
            case 'range.placed': {
              if (before.value !== 'away') return page.keyboard.press('Control+a');
              await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true })));
              await page.getByRole('combobox').fill('Find');
              await page.getByRole('option', { name: /^Find in list/ }).click();
              return page.getByRole('search').getByRole('searchbox').fill('Gravel');
            }
            case 'row.picked':
              return at(given.row as number, 9).click({ modifiers: ['Control'] });
            case 'edit.started':
              return page.keyboard.press('F2');
            case 'edit.committed':
              return page.keyboard.press(given.next === 'enter' ? 'Enter' : 'Tab');
            case 'edit.reverted':
              return page.keyboard.press('Escape');
            case 'grid.left':
              return page.getByRole('link', { name: 'Summary' }).focus();
            case 'columns.laid': {
              const count = watched.count('grid');
              await page.setViewportSize({ width: given.cols === 13 ? 1440 : 360, height: 900 });
              if (given.cols !== before.context.cols) await expect.poll(() => watched.count('grid'), SOON).toBeGreaterThan(count);
              return;
            }
            case 'row.carried':
              return (given.row as number) > cursor.row ? add(null) : remove();
            case 'rows.counted':
              if ('itself' in given) return;
              return (given.rows as number) > rows ? add(ids[2] ?? 0) : remove();
            default:
              // The cell was found and opened without further action.
              return;
          }
        },
        passes: (_snapshot, next) => (next !== undefined && (next.type === 'cell.opened' || 'itself' in next) ? 'perhaps' : false),
        async due({ value, context: { cursor, rows, cols, range, picked } }) {
          if (cols !== 13) return;
          await expect(page.locator('[data-index]')).toHaveCount(rows);
          await expect(page.getByRole('grid').getByRole('textbox')).toHaveCount(value === 'editing' ? 1 : 0);
          if (value === 'navigating') await expect(at(cursor.row, cursor.col)).toBeFocused();
          const isChosen = range !== null || picked.length > 0;
          await expect(page.locator('[role=gridcell][aria-selected=true]').first()).toBeAttached({ attached: isChosen });
        },
      };
    },
  });
});

test('when somebody else is quicker, one’s own value is kept', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'PUT /rows/:id/': 'save' } });
  const { path, ids } = await newSite(call, 'Stale Yard');
  await page.goto(walked.address + path);
  const quantity = page.locator('[data-index="0"] > [data-col="4"]');
  await quantity.click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await watched.held('save');
  await call('PUT /rows/:id/', { params: { id: ids[0] ?? 0 }, body: { quantity: '8' } });
  await watched.release('save', 'continue');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await watched.release('save', 'continue');
  await expect(quantity).toHaveText('5');
  await expect(page.locator('[data-note]')).toHaveCount(0);
});

test('the empty last row becomes a row when typed in, and text typed over rows that are still loading goes into them', async ({
  page,
  context,
  walked,
}) => {
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects' });
  const { path, list } = await newSite(
    call,
    'Long Yard',
    Array.from({ length: 900 }, (_, at) => `Item ${at + 1}`),
  );
  await page.goto(walked.address + path);
  const at = (row: number, col: number) => page.locator(`[data-index="${row}"] > [data-col="${col}"]`);
  const isIn = (state: string) => expect.poll(() => watched.at('grid'), SOON).toBe(JSON.stringify(state));
  await at(0, 4).click();
  await isIn('navigating');
  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await page.keyboard.press('Control+End');
  await watched.held('rows');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('901');
  await page.keyboard.press('Enter');
  await expect(at(901, 4)).toBeFocused();
  // In the last row and the one above it, which are being read.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('9');
  await page.keyboard.press('Escape');
  await page.keyboard.type('77');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('66');
  watched.hold({});
  await watched.release('rows', 'continue');
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('66');
  await page.keyboard.press('Enter');
  await expect(at(899, 4)).toHaveText('77');
  const saved = async (offset: number, limit: number) => {
    const answer = await call('GET /lists/:id/rows/', { params: { id: list }, query: { offset: String(offset), limit: String(limit) } });
    return 'rows' in answer ? answer.rows.map(({ quantity }) => quantity) : [];
  };
  await expect.poll(() => saved(898, 5), SOON).toEqual(['66', '77', '901']);

  // The cursor, and then the focus, are elsewhere before the rows are there.
  await watched.idle();
  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await at(899, 4).press('Control+Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('PageDown');
  await watched.held('rows');
  await page.keyboard.type('55');
  await page.keyboard.press('Enter');
  watched.hold({});
  await watched.release('rows', 'continue');
  await expect.poll(() => saved(400, 1), SOON).toEqual(['55']);
  await watched.idle();
  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('PageDown');
  await watched.held('rows');
  await page.keyboard.type('44');
  await page.getByRole('link', { name: 'Summary' }).focus();
  watched.hold({});
  await watched.release('rows', 'continue');
  await expect.poll(() => saved(601, 1), SOON).toEqual(['44']);

  await at(601, 4).click();
  await page.keyboard.type('33');
  await page.getByRole('link', { name: 'Summary' }).click();
  await expect.poll(() => saved(601, 1), 'the table is left while it is typed in').toEqual(['33']);
  await expect(at(601, 4)).toHaveCount(0);
});

test('the browser takes every transition of a table', async ({ walked }) => {
  expectAllTaken(walked, gridMachine);
});
