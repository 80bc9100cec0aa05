import { actCellMachine } from '../../src/machines/actCell/actCell.ts';
import { numberCellMachine } from '../../src/machines/numberCell/numberCell.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';
import { silent } from '../../walking/standIns.ts';
import type { WorldModel } from '../../walking/tour.ts';
import type { CellWorld } from '../model/cellFate.ts';
import { actCellWorld, SUBJECT } from './walk/actCellWorld.ts';
import { CellStage } from './walk/cellStage.ts';
import { type CellEvent, type NumberCell, stateOf, valueEvents, valueNext, valueStateKey, WORLD, WRONG } from './walk/cellWorld.ts';
import { expect, test } from './walk/served.ts';
import { callerOf, forgetTyped, newActs, newSite, openAt, rowOf, stopClock } from './walk/site.ts';
import { expectAllTaken, walkThrough } from './walk/through.ts';

test.describe.configure({ mode: 'default' });

const ROW_SUBJECT: Subject = { ...SUBJECT, route: 'PUT /rows/:id/' };
const numberCellWorld: WorldModel<NumberCell, CellWorld> = {
  machine: numberCellMachine,
  input: { subject: ROW_SUBJECT, owner: null, queue: silent },
  world: () => WORLD,
  events: (snapshot, world) => valueEvents(snapshot, world, ROW_SUBJECT),
  next: (world, event, after, from) => valueNext(world, event, from, after),
  stateKey: valueStateKey,
};

test('a cell of the estimate: saved, refused, overtaken by another edit, waiting and given up', async ({ page, context, walked }) => {
  test.slow();
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'PUT /rows/:id/': 'save' } });
  page.on('dialog', (dialog) => void dialog.accept());
  await walkThrough(numberCellWorld, new Set(), {
    longest: 40,
    stage: async () => {
      const { path, ids, list } = await newSite(call, 'Cell Yard');
      const id = ids[1] ?? 0;
      await page.clock.resume();
      await forgetTyped(page, watched);
      await page.goto(walked.address + path);
      const stage = new CellStage(page, watched, `numberCell ${id} quantity`, {
        row: 1,
        col: 4,
        label: 'Quantity',
        out: 'ArrowUp',
        other: (quantity) => call('PUT /rows/:id/', { params: { id }, body: { quantity } }),
        saved: async () => (await rowOf(call, list, id)).quantity,
      });
      await expect(stage.cell()).toHaveText(WORLD.value);
      await stopClock(page);
      return {
        watched,
        who: stage.who,
        cause: (event, before) => stage.cause(event, before),
        due: (snapshot) => stage.due(snapshot),
      };
    },
  });
  await page.clock.resume();
});

/** A preview that follows without a call, because it moves no act. */
const isAtOnce = (event: { readonly type: string }) =>
  event.type.endsWith('previewMove') && 'output' in event && JSON.stringify(event.output) === '[]';
const coveredActs = new Set<string>();
for (const start of ['of an act with a later one', 'of the latest act'] as const) {
  test(`a cell ${start}: checked against its range and its effect on later acts`, async ({ page, context, walked }) => {
    test.slow();
    const call = await callerOf(walked);
    const calls = { 'PUT /act_rows/:id/': 'save', 'GET /act_rows/:id/helper/': 'range', 'POST /act_rows/:id/preview/': 'preview' };
    const watched = await openAt(page, context, walked, { path: '/projects', calls });
    page.on('dialog', (dialog) => void dialog.accept());
    await walkThrough(actCellWorld(start), coveredActs, {
      longest: 40,
      stage: async () => {
        const { path, row, claim, claimed } = await newActs(call, start === 'of the latest act' ? 'second' : 'first');
        await page.clock.resume();
        await forgetTyped(page, watched);
        await page.goto(walked.address + path);
        const stage = new CellStage(page, watched, `actCell ${row} quantity`, {
          row: 0,
          col: 4,
          label: 'Quantity',
          out: 'ArrowLeft',
          other: (quantity) => claim(row, quantity),
          saved: claimed,
        });
        await expect(stage.cell()).toHaveText(WORLD.value);
        // The note of a refusal is loaded on first use. Showing it once makes later ones immediate.
        await stage.toCell();
        await page.keyboard.type(WRONG);
        await page.keyboard.press('Enter');
        await watched.release(start === 'of the latest act' ? 'save' : 'preview', 'continue');
        await stage.note().getByRole('button', { name: 'Discard what you typed' }).click();
        await expect(stage.note()).toHaveCount(0);
        await page.keyboard.press('ArrowLeft');
        await watched.idle();
        await stopClock(page);
        await stage.toCell();
        return {
          watched,
          who: stage.who,
          cause: (event, before) => stage.cause(event as CellEvent, before),
          due: (snapshot) => stage.due(snapshot),
          passes: (snapshot, next) => {
            if (next?.type === 'range.outdated' && !('by' in next)) return 'perhaps';
            return stateOf(snapshot) === 'previewing' && next?.type !== undefined && isAtOnce(next) ? 'told' : false;
          },
        };
      },
    });
    await page.clock.resume();
  });
}

for (const kind of ['numberCell', 'actCell'] as const) {
  test(`unsent text of an earlier visit is shown in the cell where it was typed: ${kind}`, async ({ page, context, walked }) => {
    const call = await callerOf(walked);
    const made = kind === 'actCell' ? await newActs(call, 'second') : await newSite(call, 'Unsent Yard');
    const save = { [kind === 'actCell' ? 'PUT /act_rows/:id/' : 'PUT /rows/:id/']: 'save' };
    const watched = await openAt(page, context, walked, { path: made.path, calls: save });
    page.on('dialog', (dialog) => void dialog.accept());
    const cell = page.locator(`[data-index="0"] > [data-col="4"]`);
    await cell.click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await watched.release('save', 'abort');
    await expect(cell).toHaveText('5, Waiting for the connection');
    watched.forget('save');
    await page.reload();
    await expect(cell).toHaveText('5, Waiting for the connection');
    await watched.release('save', 'abort');
    await watched.release('save', 'continue');
    await expect(cell).toHaveText('5');
  });
}

test('a refused claim is sent again in its cell or by leaving it; a claim still being checked is saved by leaving its cell', async ({
  page,
  context,
  walked,
}) => {
  const { path, other, claim, claimed } = await newActs(await callerOf(walked), 'first');
  const watched = await openAt(page, context, walked, { path, calls: { 'POST /act_rows/:id/preview/': 'preview' } });
  const cell = page.locator('[data-index="0"] > [data-col="4"]');
  await cell.click();
  await expect(page.getByRole('group', { name: 'Available Range' }).getByRole('button', { name: /^Maximum/ })).toHaveText(/17$/);
  await page.keyboard.type('19');
  await page.keyboard.press('Enter');
  const note = page.locator('[data-note]');
  await expect(note).toContainText('0 to 17');
  await watched.untilHeard(() => claim(other, '0'));
  await expect(note).toContainText('0 to 20');
  // The cursor is on another cell, and stays there when the value is sent again.
  await page.locator('[data-index="0"] > [data-col="2"]').click();
  await note.getByRole('button', { name: 'Try again' }).click();
  await watched.held('preview');
  await expect(cell).toHaveText('19');
  await expect(note).toHaveCount(0);
  await page.getByRole('link', { name: 'Summary' }).click();
  await expect.poll(claimed).toBe('19');

  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Walls' }).click();
  await cell.click();
  await expect(page.getByRole('group', { name: 'Available Range' }).getByRole('button', { name: /^Maximum/ })).toHaveText(/20$/);
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await expect(note).toContainText('0 to 20');
  await page.getByRole('link', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Not saved' }).getByRole('listitem')).toContainText('99');
  expect(await claimed()).toBe('19');

  // The person leaves for another screen while the question is open.
  await page.getByRole('button', { name: 'Discard all' }).click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Walls' }).click();
  await cell.click();
  await page.keyboard.type('18');
  await page.keyboard.press('Enter');
  await watched.release('preview', 'continue');
  await expect(page.getByRole('dialog', { name: 'This changes later acts' })).toBeVisible();
  await page.getByRole('link', { name: 'Summary', includeHidden: true }).evaluate((link: HTMLElement) => link.click());
  await expect.poll(claimed).toBe('18');
});

test('the browser takes every transition of a number cell that it can reach', async ({ walked }) => {
  expectAllTaken(walked, numberCellMachine, actCellMachine);
});
