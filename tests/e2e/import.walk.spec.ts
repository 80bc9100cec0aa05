import { initialTransition } from 'xstate';
import { importModel } from '../../src/machines/import/import.model.ts';
import { importMachine } from '../../src/machines/import/import.ts';
import { UNREACHED } from '../../walking/coverage/unreached.ts';
import { eventInWords } from '../../walking/paths.ts';
import { coveringPaths, type WorldModel } from '../../walking/tour.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { isModal } from '../model/importShown.ts';
import { type Event, type Machine, type Outcome, openImport, type Snapshot } from './walk/importStage.ts';
import { expect, test } from './walk/served.ts';
import { callerOf } from './walk/site.ts';

test.describe.configure({ mode: 'default' });

/** Caused by the file on its way, and, where the project has acts, by what could go on: see the last tests. */
const ELSEWHERE = ['upload.progressed', 'carry.left', 'carry.postponed', 'carry.made'];
/** Behind a dialog only keys reach the page; rows are there to be changed where every row is shown. */
function isReachable(snapshot: Snapshot, event: Event | Outcome): boolean {
  const { found, sentence, filter } = snapshot.context;
  const needsRows = ['lists.changed', 'removal.requested', 'change.made'].includes(event.type);
  if (ELSEWHERE.includes(event.type) || ('goesOn' in event && event.goesOn)) return false;
  if (event.type === 'cancel.requested' && snapshot.matches('reading') && found === null && sentence === null) return false;
  if (isModal(snapshot) && ['list.chosen', 'filter.chosen', 'file.chosen', 'lists.changed'].includes(event.type)) return false;
  if (snapshot.matches({ reviewing: 'changing' }) && event.type === 'lists.changed') return false;
  if (needsRows && filter !== 'all') return false;
  return !('change' in event) || (event.change.what === 'line' && found?.is_first_import === true);
}
const input = { isUnderWay: true };
const world: WorldModel<Machine, null> = {
  machine: importMachine,
  input,
  world: () => null,
  events: (snapshot) => importModel.events(snapshot).filter((event) => isReachable(snapshot, event as Event | Outcome)),
  next: () => null,
  stateKey: (snapshot) => importModel.stateKey(snapshot),
};

const [first] = initialTransition(importMachine, input);
for (const [index, steps] of coveringPaths(world, new Set(), 24).entries()) {
  test(`path ${index + 1}: ${steps.length} steps`, async ({ page, context, walked }) => {
    const stage = await openImport(page, context, walked);
    let before = first;
    await stage.expectState(before);
    for (const { event, expected } of steps) {
      await test.step(eventInWords(event), async () => {
        await stage.step(event as Event | Outcome, before, expected);
        await stage.expectState(expected);
      });
      before = expected;
    }
  });
}

test('on the project’s screen an upload is cancelled before it is complete, and another file arrives', async ({
  page,
  context,
  walked,
}) => {
  const stage = await openImport(page, context, walked, { hasEstimate: false });
  await stage.chooseFile();
  await stage.watched.held('upload');
  await expect(page.getByRole('heading', { name: 'Sending estimate.xlsx' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('heading', { name: 'Cancelling the upload' })).toBeVisible();
  stage.watched.forget('upload');
  await stage.watched.release('readLists', 'continue');
  await expect(page.getByRole('heading', { name: 'Add the estimate' })).toBeVisible();
  await stage.chooseFile();
  await stage.watched.release('upload', 'continue');
  await expect(page).toHaveURL(/\/import\/\d+$/);
  await stage.watched.held('readLists');
});

test('when the server stops while reading, that is given as the reason and nothing of the file is left', async ({
  page,
  context,
  walked,
}) => {
  const stage = await openImport(page, context, walked);
  await stage.watched.held('readLists');
  await stage.leftBehind();
  await stage.watched.release('readLists', 'continue');
  await expect(page.getByRole('heading', { name: 'This file could not be read' })).toBeVisible();
  await expect(
    page.getByText('The server stopped while it was reading the file. Nothing was imported: choose the file again'),
  ).toBeVisible();
  await stage.chooseFile();
  await stage.watched.release('upload', 'continue');
  await stage.watched.held('readLists');
});

test('a correction under way while the numbers are checked has them added up again, or ends the check', async ({
  page,
  context,
  walked,
}) => {
  const stage = await openImport(page, context, walked);
  await stage.watched.held('readLists');
  await stage.says('importable', false);
  await stage.watched.release('readLists', 'continue');
  await page.getByRole('button', { name: /^All/ }).click();
  const numbers = page.getByRole('dialog', { name: 'Check Numbers' });
  const checkWhileCorrecting = async (name: string) => {
    stage.holdsCorrections = true;
    await stage.correct(name);
    await page.getByRole('button', { name: 'Check numbers' }).click();
    // The numbers wait for the correction.
    await expect(numbers).toBeVisible();
    expect(stage.watched.isHeld('readNumbers')).toBe(false);
  };
  await checkWhileCorrecting('Pipe 4');
  await stage.releaseChange('continue');
  await stage.watched.release('readNumbers', 'continue');
  await expect(numbers.getByRole('row', { name: /^Subtotal/ })).toBeVisible();
  await numbers.getByRole('button', { name: 'Cancel' }).click();
  await checkWhileCorrecting('Pipe 5');
  await stage.says('errors_found', false);
  await stage.releaseChange('continue');
  await expect(numbers).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check numbers' })).toHaveAttribute('aria-disabled', 'true');
});

test('a correction under way while the doubts are shown leaves them open, or closes them with an error', async ({
  page,
  context,
  walked,
}) => {
  const stage = await openImport(page, context, walked);
  await stage.watched.held('readLists');
  await stage.says('importable', true, 1, 'unsure');
  await stage.watched.release('readLists', 'continue');
  const doubts = page.getByRole('dialog', { name: 'Before you finish' });
  stage.holdsCorrections = true;
  await stage.correct('Pipe 4');
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(doubts).toContainText('No row has a price');
  await stage.releaseChange('continue');
  await expect.poll(() => walked.taken.has('#import.reviewing.seeingDoubts -- lists.changed[0] -> (stays)')).toBe(true);
  await doubts.getByRole('button', { name: 'Back to the review' }).click();
  await page.reload();
  await stage.watched.release('readLists', 'continue');
  await stage.correct('Pipe 5');
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(doubts).toBeVisible();
  await stage.says('errors_found', true, 1, 'unsure');
  await stage.releaseChange('continue');
  await expect(doubts).toHaveCount(0);
});

/** As far as what the version would carry. */
async function toCarry({ page, watched }: Awaited<ReturnType<typeof openImport>>): Promise<void> {
  await page.getByRole('button', { name: 'Check numbers' }).click();
  await watched.held('readNumbers');
  await watched.release('readNumbers', 'continue');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm, then carry over…' }).click();
  await expect(page.getByText('Work was done under an earlier version')).toBeVisible();
}
async function openWithActs(...given: Parameters<typeof openImport>) {
  const [page, context, walked] = given;
  const stage = await openImport(page, context, walked, { hasActs: true });
  await stage.watched.held('readLists');
  await stage.says('importable', false);
  await stage.watched.release('readLists', 'continue');
  await page.getByRole('button', { name: /^All/ }).click();
  return stage;
}

test('the preview of carrying can be left, and the version made without it', async ({ page, context, walked }) => {
  const stage = await openWithActs(page, context, walked);
  await toCarry(stage);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await toCarry(stage);
  await page.getByRole('button', { name: 'Create the version only, carry over later' }).click();
  await stage.watched.release('finish', 'continue');
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
});

test('an import that somebody else cancels while what it would carry is reviewed says that no file waits', async ({
  page,
  context,
  walked,
}) => {
  const stage = await openWithActs(page, context, walked);
  await toCarry(stage);
  const call = await callerOf(walked);
  await call('POST /import/:id/cancel/', { params: { id: Number(page.url().split('/').at(-1)) }, body: {} });
  await stage.watched.release('readLists', 'continue');
  await expect(page.getByText('No file is waiting.')).toBeVisible();
});

test('the version is made, and the work is carried into it', async ({ page, context, walked }) => {
  const stage = await openWithActs(page, context, walked);
  await toCarry(stage);
  await page.getByRole('button', { name: 'Create the version and carry over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create the version and carry over' }).click();
  await stage.watched.release('finish', 'continue');
  await expect(page.getByText('This version carries on the work of version 1.')).toBeVisible();
});

test('the browser takes every transition of the import that it can reach', ({ walked }) => {
  const declared = declaredTransitions(importMachine).map(transitionKey);
  const missed = declared.filter((key) => !walked.taken.has(key));
  console.log(`import: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
  expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
});
