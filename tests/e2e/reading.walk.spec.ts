import type { BrowserContext, Page } from '@playwright/test';
import { reachMachine } from '../../src/machines/reach/reach.ts';
import { DEMO, expect, levers, SOON, test, type Walked, type Watched } from './walk/served.ts';
import { type Caller, callerOf, newSite, openAt, stopClock } from './walk/site.ts';
import { gateSockets } from './walk/socketGate.ts';
import { expectAllTaken } from './walk/through.ts';

// Small machines that need a large setup: each is driven by hand, state by state.
test.describe.configure({ mode: 'default' });

const is = (watched: Watched, who: string, value: unknown) =>
  expect.poll(() => watched.at(who), { message: `where ${who} is`, ...SOON }).toBe(JSON.stringify(value));
const quantityAt = (page: Page, row: number) => page.locator(`[data-index="${row}"] > [data-col="4"]`);
const nameAt = (page: Page, row: number) => page.locator(`[data-index="${row}"] > [data-col="2"]`);

interface Site extends Awaited<ReturnType<typeof newSite>> {
  readonly call: Caller;
  readonly watched: Watched;
  /** Another person edits a row, and the page has received the change. */
  readonly edit: () => Promise<void>;
}
let edits = 20;
async function site(page: Page, context: BrowserContext, walked: Walked, names?: readonly string[]): Promise<Site> {
  const call = await callerOf(walked);
  const made = await newSite(call, 'Reading Yard', names);
  const watched = await openAt(page, context, walked, { path: '/projects' });
  page.on('dialog', (dialog) => void dialog.accept());
  const edit = () => {
    edits += 1;
    return watched.untilHeard(() => call('PUT /rows/:id/', { params: { id: made.ids[0] ?? 0 }, body: { quantity: String(edits) } }));
  };
  return { ...made, call, watched, edit };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => `Row ${at}`);

test('the rows of a long list: loaded where they are in sight, again when somebody edits, and again after a failure', async ({
  page,
  context,
  walked,
}) => {
  const made = await site(page, context, walked, many(900));
  const { watched, edit } = made;
  const rows = { 'GET /lists/:id/rows/': 'rows', 'GET /rows/:id/': 'row' };
  const insert = () => watched.untilHeard(() => made.call('POST /lists/:id/rows/', { params: { id: made.list }, body: { name: 'Clay' } }));
  /** Scrolls a row to the top. */
  const scroll = (to: number) =>
    page
      .locator('[data-index]')
      .first()
      .evaluate((row: HTMLElement, place) => {
        let scroller = row.parentElement;
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
        scroller?.scrollTo({ top: place * row.offsetHeight });
      }, to);
  watched.hold(rows);
  await watched.untilHeard(() => page.goto(walked.address + made.path));
  await watched.held('rows');
  await is(watched, 'rowWindow', 'loading');
  await watched.release('rows', 'abort');
  await is(watched, 'rowWindow', 'failed');
  await expect(page.getByText('The rows could not be loaded')).toBeVisible();
  await edit();
  await is(watched, 'rowWindow', 'loading');
  const count = watched.count('rowWindow');
  await edit();
  await expect.poll(() => watched.count('rowWindow'), SOON).toBeGreaterThan(count);
  await watched.idle();
  await watched.release('rows', 'abort');
  await is(watched, 'rowWindow', 'failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await watched.held('rows');
  // The first rows are shown although somebody has edited meanwhile, and are read again.
  await insert();
  await edit();
  await watched.release('rows', 'continue');
  await expect(nameAt(page, 0)).toHaveText('Row 0');
  await is(watched, 'rowWindow', 'loading');
  await edit();
  await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');

  // A row changed in place is read alone, and again when it changes meanwhile.
  await edit();
  await is(watched, 'rowWindow', 'refreshing');
  await edit();
  await scroll(12);
  await watched.release('row', 'continue');
  await is(watched, 'rowWindow', 'resting');
  await scroll(0);
  await expect(quantityAt(page, 0)).toHaveText(String(edits));
  // When that fails, everything in sight is read.
  await edit();
  await is(watched, 'rowWindow', 'refreshing');
  await watched.release('row', 'abort');
  await is(watched, 'rowWindow', 'loading');
  await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');
  // A change of more than single rows reads everything in sight too, whatever is being read.
  await insert();
  await is(watched, 'rowWindow', 'loading');
  await insert();
  await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');
  await edit();
  await is(watched, 'rowWindow', 'refreshing');
  await insert();
  await is(watched, 'rowWindow', 'loading');
  await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');
  // Rows come into sight while a single one is read.
  await edit();
  await is(watched, 'rowWindow', 'refreshing');
  await scroll(700);
  await watched.release('row', 'continue');
  await is(watched, 'rowWindow', 'loading');
  await watched.release('rows', 'continue');
  await watched.idle();
  if (watched.isHeld('rows')) await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');
  await scroll(12);
  await is(watched, 'rowWindow', 'resting');
  // Across the edge of two windows: one after the other is read.
  await scroll(500);
  await is(watched, 'rowWindow', 'loading');
  await scroll(505);
  await watched.release('rows', 'continue');
  await watched.idle();
  if (watched.isHeld('rows')) await watched.release('rows', 'continue');
  await is(watched, 'rowWindow', 'resting');
  await scroll(899);
  await watched.release('rows', 'abort');
  await is(watched, 'rowWindow', 'failed');
  await scroll(800);
  await expect(page.locator('[role=row][aria-busy=true]').first()).toBeVisible();
  watched.hold({});
  await insert();
  await is(watched, 'rowWindow', 'resting');
});

test('the contents of a screen: loaded, failed, loaded again, and followed live', async ({ page, context, walked }) => {
  const made = await site(page, context, walked);
  const { watched, edit } = made;
  watched.hold({ 'GET /versions/:id/summary/': 'summary' });
  await watched.untilHeard(() => page.goto(`${walked.address}/project/${made.project}/${made.version}`));
  const failed = page.getByText('The estimate could not be loaded');
  const total = page.getByRole('row', { name: /^Total with taxes/ });
  await watched.release('summary', 'abort');
  await expect(failed).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await watched.release('summary', 'abort');
  await expect(failed).toBeVisible();
  await edit();
  await watched.held('summary');
  // An answer that was under way when somebody edited may be older than the edit.
  await edit();
  await watched.release('summary', 'continue');
  await expect(total).toBeVisible();
  await watched.held('summary');
  await edit();
  await watched.release('summary', 'continue');
  await watched.release('summary', 'continue');
  await watched.idle();
  await expect(total).toBeVisible();
  // Sums that failed to load are requested until they arrive, sooner when somebody edits, and no longer once they are refused.
  await edit();
  await watched.held('summary');
  await stopClock(page);
  await watched.release('summary', 'abort');
  await is(watched, 'resource', 'behind');
  await expect(total).toBeVisible();
  await watched.passTime(5_000);
  await watched.release('summary', 'abort');
  await is(watched, 'resource', 'behind');
  await edit();
  await watched.release('summary', 'continue');
  await is(watched, 'resource', 'ready');
  await edit();
  await watched.release('summary', { status: 403, json: { detail: 'You may not', code: 'forbidden' } });
  await is(watched, 'resource', 'ready');
  await expect(total).toBeVisible();
  await edit();
  await watched.release('summary', { status: 404, json: { detail: 'Not found', code: 'not_found' } });
  await expect(page.getByRole('heading', { name: 'Version not found' })).toBeVisible();
  await expect(total).toHaveCount(0);
});

test('statuses and units are requested until they are loaded, and forgotten with the session', async ({ page, context, walked }) => {
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'POST /graphql#query statuses': 'statuses' } });
  await is(watched, 'reference', 'loading');
  await watched.held('statuses');
  await stopClock(page);
  await watched.release('statuses', 'abort');
  await is(watched, 'reference', 'failed');
  await watched.passTime(10_000);
  await watched.release('statuses', 'continue');
  await is(watched, 'reference', 'loaded');
  await page.clock.resume();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await is(watched, 'reference', 'unasked');
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('presence: shown at once, unanswered for a while, shown again with the next heartbeat', async ({ page, context, walked }) => {
  const email = 'bob-is-here@people.example';
  await levers(walked).addColleague(email, DEMO.email);
  const bob = await callerOf(walked, email);
  const made = await site(page, context, walked);
  const { watched } = made;
  const params = { id: made.version };
  const presence = { 'PUT /versions/:id/presence/': 'presence' };
  watched.hold(presence);
  await watched.untilHeard(() => page.goto(walked.address + made.path));
  await is(watched, 'presence', 'telling');
  await watched.held('presence');
  await stopClock(page);
  await watched.release('presence', 'abort');
  await is(watched, 'presence', 'resting');
  await bob('PUT /versions/:id/presence/', { params });
  await expect(page.getByRole('button', { name: 'Bob Mason', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Demo Estimator', exact: true }), 'nobody is shown to themselves').toHaveCount(0);
  await watched.passTime(10_000);
  await is(watched, 'presence', 'telling');
  await watched.release('presence', 'continue');
  await is(watched, 'presence', 'resting');
  await bob('DELETE /versions/:id/presence/', { params });
  await expect(page.getByRole('button', { name: 'Bob Mason', exact: true })).toHaveCount(0);
});

test('a live query: cut off, retried, given up, and started again; after a denial it continues under a new token', async ({
  page,
  context,
  walked,
}) => {
  const gate = await gateSockets(page);
  const made = await site(page, context, walked);
  const { watched } = made;
  await page.goto(walked.address + made.path);
  await expect(quantityAt(page, 0)).toHaveText('1');
  const follows = async () => {
    edits += 1;
    // The test's own caller has been denied too, so each edit signs in again.
    const caller = await callerOf(walked);
    await caller('PUT /rows/:id/', { params: { id: made.ids[0] ?? 0 }, body: { quantity: String(edits) } });
    await expect(quantityAt(page, 0)).toHaveText(String(edits));
  };
  await is(watched, 'subscription', { open: 'live' });
  await follows();
  await levers(walked).expireAccess();
  await levers(walked).closeSockets();
  await expect.poll(() => watched.since('subscription', 0)).toContain('"renewing"');
  await is(watched, 'subscription', { open: 'live' });
  await follows();

  // Denied again before anything was answered, it is a failure like any other.
  gate.hold();
  for (const _each of ['once', 'again']) {
    await levers(walked).expireAccess();
    await levers(walked).closeSockets();
    if (_each === 'once') await expect.poll(gate.isWaiting, SOON).toBe(true);
  }
  await expect.poll(() => watched.since('subscription', 0)).toContain('"retrying"');
  gate.pass();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await is(watched, 'subscription', { open: 'live' });
  await follows();

  await stopClock(page);
  await gate.down();
  await is(watched, 'subscription', 'retrying');
  gate.up();
  await page.clock.runFor(500);
  await is(watched, 'subscription', { open: 'live' });
  await gate.down();
  await is(watched, 'subscription', 'retrying');
  gate.up();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await is(watched, 'subscription', { open: 'live' });
  await gate.down();
  await expect(async () => {
    await watched.passTime(1_000);
    expect(watched.at('subscription')).toBe('"gaveUp"');
  }).toPass(SOON);
  gate.up();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await is(watched, 'subscription', { open: 'live' });
  await page.clock.resume();
  await follows();

  // The refresh itself is refused: the session is over, and so is the query.
  await levers(walked).revokeRefresh();
  await levers(walked).expireAccess();
  await levers(walked).closeSockets();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('a live query of a project that somebody deletes ends at once: the screen says so, with what was typed beside it', async ({
  page,
  context,
  walked,
}) => {
  const made = await site(page, context, walked);
  const { watched } = made;
  await watched.untilHeard(() => page.goto(walked.address + made.path));
  await is(watched, 'subscription', { open: 'live' });
  await quantityAt(page, 0).dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('77');
  await made.call('DELETE /projects/:id/', { params: { id: made.project } });
  await expect(page.getByRole('heading', { name: 'Version not found' })).toBeFocused();
  await expect(page.getByText('1 edit was not saved.')).toBeVisible();
  await is(watched, 'subscription', 'gaveUp');
  await expect(page.getByText('Changes by others no longer')).toHaveCount(0);
});

test('whether the server can be reached: checked after a silence, away, found again, not checked in the background', async ({
  page,
  context,
  walked,
}) => {
  // A held request must not end by its own time limit, which the page's test clock does not control.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  let probes: 'answered' | 'held' | 'unanswered' = 'answered';
  await page.route('**/healthz', (route) => {
    if (probes === 'answered') return route.continue();
    if (probes === 'unanswered') return route.abort();
  });
  const gate = await gateSockets(page);
  const { watched, edit, path } = await site(page, context, walked);
  const away = page.getByText('The server cannot be reached');
  // Neither the presence signal nor a stream may be answered in steps where only the probe is.
  watched.hold({ 'PUT /versions/:id/presence/': 'presence' });
  const alone = async () => {
    await watched.idle();
    gate.hold();
  };
  await watched.untilHeard(() => page.goto(walked.address + path));
  await expect(quantityAt(page, 0)).toHaveText('1');
  // The last questions of a screen, which it asks once it is quiet, are answered before the clock stands.
  await watched.held('presence');
  await watched.idle();
  await stopClock(page);
  await is(watched, 'reach', { near: 'listening' });
  await alone();
  const asked = watched.count('reach');
  await page.clock.runFor(4_000);
  await expect
    .poll(() => watched.since('reach', asked), SOON)
    .toEqual([{ near: 'asking' }, { near: 'listening' }].map((at) => JSON.stringify(at)));

  const answered = async (near: 'listening' | 'found') => {
    const heard = edit();
    await expect.poll(gate.isWaiting, SOON).toBe(true);
    gate.pass();
    await heard;
    await is(watched, 'reach', { near });
  };
  probes = 'held';
  await page.clock.runFor(4_000);
  await is(watched, 'reach', { near: 'asking' });
  await answered('listening');

  probes = 'unanswered';
  await gate.down();
  await is(watched, 'reach', { away: 'waiting' });
  await expect(away).toBeVisible();
  const before = watched.count('reach');
  await page.clock.runFor(2_000);
  await expect.poll(() => watched.since('reach', before), SOON).toContain(JSON.stringify({ away: 'asking' }));
  await is(watched, 'reach', { away: 'waiting' });
  probes = 'answered';
  gate.up();
  const tryNow = async () => {
    await page.getByRole('button', { name: 'Try now' }).click();
    await is(watched, 'reach', { near: 'found' });
    await expect(away).toHaveCount(0);
  };
  await tryNow();
  await is(watched, 'subscription', { open: 'live' });
  await page.clock.runFor(4_000);
  await is(watched, 'reach', { near: 'listening' });

  await alone();
  const turn = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  const turnAway = async () => {
    probes = 'unanswered';
    await turn(true);
    await is(watched, 'reach', { resting: 'near' });
    await turn(false);
    await is(watched, 'reach', { away: 'waiting' });
  };
  await turnAway();
  await answered('found');
  await expect(away).toHaveCount(0);
  probes = 'answered';
  await gate.down();
  await is(watched, 'reach', { near: 'listening' });
  gate.up();
  await page.clock.runFor(8_000);
  await is(watched, 'subscription', { open: 'live' });

  // Once a page that comes back is answered, its unanswered questions are asked again.
  await alone();
  await turnAway();
  await turn(true);
  await is(watched, 'reach', { resting: 'away' });
  await turn(false);
  await is(watched, 'reach', { away: 'waiting' });
  await turn(true);
  probes = 'held';
  for (const isHidden of [false, true, false]) {
    await turn(isHidden);
    await is(watched, 'reach', isHidden ? { resting: 'away' } : { near: 'returning' });
  }
  await answered('listening');
  await expect(away).toHaveCount(0);

  await turn(true);
  await is(watched, 'reach', { resting: 'near' });
  await gate.down();
  await is(watched, 'reach', { resting: 'away' });
  gate.up();
  const comeBack = async () => {
    probes = 'answered';
    await turn(false);
    await is(watched, 'reach', { near: 'listening' });
    await expect(away).toHaveCount(0);
    await is(watched, 'subscription', { open: 'live' });
  };
  await comeBack();

  // A call that is made while the server is away and stays unanswered after the probe has found it again.
  const loseACall = async (answers: typeof probes) => {
    await alone();
    await turnAway();
    await page.clock.runFor(12_000);
    await watched.held('presence');
    probes = 'answered';
    const sought = async () => {
      if (watched.at('reach') === JSON.stringify({ away: 'waiting' })) await page.clock.runFor(2_000);
      return watched.at('reach');
    };
    await expect.poll(sought, SOON).toBe(JSON.stringify({ near: 'found' }));
    gate.pass();
    probes = answers;
    await watched.release('presence', 'abort');
  };
  await loseACall('held');
  await is(watched, 'reach', { near: 'doubting' });
  await turn(true);
  await is(watched, 'reach', { resting: 'away' });
  await comeBack();
  await loseACall('answered');
  await is(watched, 'reach', { near: 'calm' });
  await page.clock.runFor(4_000);
  await is(watched, 'reach', { near: 'listening' });
  // An answer that arrives meanwhile shows that the server is back.
  const lost = watched.count('reach');
  await loseACall('unanswered');
  const doubtedInVain = [{ near: 'doubting' }, { away: 'waiting' }].map((at) => JSON.stringify(at)).join();
  await expect.poll(() => watched.since('reach', lost).join(), SOON).toContain(doubtedInVain);
  expectAllTaken(walked, reachMachine);
});

test('an export: made while rows are loading, cancelled, failed', async ({ page, context, walked }) => {
  const made = await site(page, context, walked, many(600));
  const { watched } = made;
  await page.goto(`${walked.address}/project/${made.project}/${made.version}`);
  const begin = page.getByRole('button', { name: 'Export to Excel' });
  await begin.waitFor();
  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await begin.click();
  await is(watched, 'fileExport', 'making');
  await watched.held('rows');
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await is(watched, 'fileExport', 'idle');
  watched.forget('rows');
  await begin.click();
  await watched.release('rows', 'abort');
  await is(watched, 'fileExport', 'idle');
  await is(watched, 'notice', 'showing');
  const download = page.waitForEvent('download');
  watched.hold({});
  await begin.click();
  expect((await download).suggestedFilename()).toContain('.xlsx');
  await is(watched, 'fileExport', 'idle');
});

test('a printout: made of rows not loaded yet, cancelled, failed to load and failed to print', async ({ page, context, walked }) => {
  const made = await site(page, context, walked, many(900));
  const { watched } = made;
  await watched.untilHeard(() => page.goto(walked.address + made.path));
  await expect(quantityAt(page, 0)).toHaveText('1');
  await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
  await watched.idle();
  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await page.keyboard.press('Control+p');
  await is(watched, 'printout', 'loading');
  await watched.held('rows');
  await page.getByRole('button', { name: 'Cancel printing' }).click();
  await is(watched, 'printout', 'resting');
  await watched.release('rows', 'continue');
  await watched.idle();
  await page.keyboard.press('Control+p');
  await watched.release('rows', 'abort');
  await is(watched, 'printout', 'resting');
  await is(watched, 'notice', 'showing');
  watched.hold({});
  for (const isForbidden of [true, false]) {
    await page.evaluate((forbids) => {
      window.print = () => {
        document.body.dataset.printed = String(!forbids);
        if (forbids) throw new Error('This frame may not print');
      };
    }, isForbidden);
    await page.keyboard.press('Control+p');
    await expect(page.locator(`body[data-printed=${String(!isForbidden)}]`)).toBeAttached();
    await is(watched, 'printout', 'resting');
  }
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('[data-index="0"] > [data-col="4"]')?.textContent ?? '';
    };
  });
  watched.hold({ 'PUT /rows/:id/': 'save' });
  await quantityAt(page, 0).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await watched.held('save');
  await page.keyboard.press('Control+p');
  await is(watched, 'printout', 'loading');
  await watched.release('save', 'continue');
  await expect(page.locator('body[data-printed="7"]'), 'what was typed last is saved before it is printed').toBeAttached();
});

test('comments on a row: a draft and an edit are kept while the panel is closed, and gone once they are sent', async ({
  page,
  context,
  walked,
}) => {
  const made = await site(page, context, walked);
  const { watched } = made;
  await page.goto(walked.address + made.path);
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await nameAt(page, 1).click({ button: 'right' });
  await is(watched, 'contextMenu', 'open');
  await page.keyboard.press('Escape');
  await is(watched, 'contextMenu', 'closed');
  await nameAt(page, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Comments' }).click();
  await is(watched, 'contextMenu', 'closed');
  await is(watched, 'comments', 'open');
  const panel = page.getByRole('complementary', { name: 'Comments on Gravel' });
  await panel.getByRole('textbox').fill('Washed?');
  await panel.getByRole('button', { name: 'Close' }).click();
  await is(watched, 'comments', 'closed');
  await nameAt(page, 1).click();
  await page.keyboard.press('Shift+F2');
  await expect(panel.getByRole('textbox')).toHaveValue('Washed?');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem')).toContainText(['Washed?']);
  await expect(panel.getByRole('textbox')).toHaveValue('');

  const begin = panel.getByRole('button', { name: /^Edit your comment/ });
  const edit = panel.getByRole('textbox', { name: 'Edit your comment' });
  await begin.click();
  await edit.fill('Washed twice?');
  await panel.getByRole('button', { name: 'Close' }).click();
  await is(watched, 'comments', 'closed');
  await page.keyboard.press('Shift+F2');
  await expect(edit).toHaveValue('Washed twice?');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem')).toContainText(['Washed twice?']);
  await expect(edit).toHaveCount(0);
  await begin.click();
  await edit.fill('Washed thrice?');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Shift+F2');
  await expect(panel.getByRole('listitem')).toContainText(['Washed twice?']);
  await expect(edit).toHaveCount(0);
});

/** After this many tries without an answer the screen stops waiting for an edit, and only the queue keeps it. */
const TRIES = 4;
const LONGEST_WAIT = 8_000;

/** Fails a held call this many times. The queue's delays between the attempts pass at once. */
async function failTries(page: Page, watched: Watched, name: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = watched.count('editQueue');
    await watched.release(name, 'abort');
    await expect.poll(() => watched.since('editQueue', before), SOON).toContain('"waiting"');
    await page.clock.fastForward(LONGEST_WAIT);
  }
}

test('blocks of cells: pasted, refused, failed, and copied with rows out of sight or in sight', async ({ page, context, walked }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const made = await site(page, context, walked, many(600));
  const { watched } = made;
  /** A click on the cell under the cursor would open it. */
  const standThere = async () => {
    await quantityAt(page, 3).click();
    await page.keyboard.press('ArrowUp');
    await expect(quantityAt(page, 2)).toBeFocused();
  };
  const paste = async (text: string) => {
    await page.evaluate((given) => navigator.clipboard.writeText(given), text);
    await standThere();
    await page.keyboard.press('Control+v');
  };
  await page.goto(walked.address + made.path);
  await expect(quantityAt(page, 2)).toHaveText('3');
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  watched.hold({ 'POST /lists/:id/paste/': 'paste' });
  await paste('77');
  await is(watched, 'blockEdit', { doing: 'long' });
  await expect(page.getByText('Changing the cells')).toBeVisible();
  await paste('76');
  await expect(page.getByText('Other cells are still being changed')).toBeVisible();
  await watched.release('paste', 'continue');
  await is(watched, 'blockEdit', 'idle');
  await expect(quantityAt(page, 2)).toHaveText('77');
  await paste('none');
  await watched.release('paste', 'continue');
  await is(watched, 'blockEdit', 'refused');
  const refused = page.getByRole('dialog', { name: /cannot be pasted/ });
  await refused.getByRole('button', { name: 'Close' }).click();
  await is(watched, 'blockEdit', 'idle');
  await expect(refused).toHaveCount(0);
  await paste('78');
  await watched.release('paste', { status: 400, json: { detail: 'Not today' } });
  await is(watched, 'blockEdit', 'idle');
  await expect(page.getByText('Not today')).toBeVisible();

  await paste('79');
  await failTries(page, watched, 'paste');
  await is(watched, 'blockEdit', 'idle');
  await watched.release('paste', 'continue');
  await expect(quantityAt(page, 2)).toHaveText('79');

  watched.hold({ 'GET /lists/:id/rows/': 'rows' });
  await standThere();
  await page.keyboard.press('Control+ ');
  await page.keyboard.press('Control+c');
  await is(watched, 'blockEdit', { doing: 'long' });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await is(watched, 'blockEdit', 'idle');
});

test('rows: duplicated, and refused', async ({ page, context, walked }) => {
  const made = await site(page, context, walked);
  const { watched, call } = made;
  await page.goto(walked.address + made.path);
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  const choose = async (row: number, action: string) => {
    await nameAt(page, row).click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose(0, 'Duplicate');
  await expect(nameAt(page, 2)).toHaveText('Gravel');
  await is(watched, 'rowEdit', 'idle');
  watched.hold({ 'POST /versions/:id/rows/duplicate/': 'duplicate' });
  await choose(2, 'Duplicate');
  await is(watched, 'rowEdit', { doing: 'long' });
  await choose(0, 'Duplicate');
  await expect(page.getByText('Other rows are still being changed. Try again in a moment.')).toBeVisible();
  await call('DELETE /rows/:id/', { params: { id: made.ids[1] ?? 0 } });
  await watched.release('duplicate', 'continue');
  await is(watched, 'rowEdit', 'idle');
  await expect(nameAt(page, 2)).toHaveText('Brick');

  await choose(0, 'Duplicate');
  await failTries(page, watched, 'duplicate');
  await is(watched, 'rowEdit', 'idle');
  await watched.release('duplicate', 'continue');
  await expect(nameAt(page, 3)).toHaveText('Brick');
});
