import type { Page, Request } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import type { CellEdit } from '../../src/machines/editQueue/types.ts';
import { findMachine } from '../../src/machines/find/find.ts';
import { historyMachine } from '../../src/machines/history/history.ts';
import { paletteMachine } from '../../src/machines/palette/palette.ts';
import { WRONG } from './walk/cellWorld.ts';
import { findWorld } from './walk/findWorld.ts';
import { type Edited, historyWorld } from './walk/historyWorld.ts';
import { paletteWorld } from './walk/paletteWorld.ts';
import { MOST_TYPED, queueWorld } from './walk/queueWorld.ts';
import { DEMO, expect, levers, SOON, test } from './walk/served.ts';
import { callerOf, newSite, openAt, rowOf, stopClock } from './walk/site.ts';
import { gateSockets } from './walk/socketGate.ts';
import { expectAllTaken, walkThrough } from './walk/through.ts';

test.describe.configure({ mode: 'default' });

const quantityAt = (page: Page, row: number) => page.locator(`[data-index="${row}"] > [data-col="4"]`);

test('undo and redo: one’s own edits at once, another person’s after a confirmation, each combined with whatever may happen meanwhile', async ({
  page,
  context,
  walked,
}) => {
  const email = 'bob-of-history@people.example';
  await levers(walked).addColleague(email, DEMO.email);
  const callers = { me: await callerOf(walked), other: await callerOf(walked, email) };
  const watched = await openAt(page, context, walked, { path: '/projects' });
  let quantity = 10;
  await walkThrough(historyWorld, new Set(), {
    longest: 40,
    stage: async () => {
      const { path, ids } = await newSite(callers.me, 'History Yard');
      const edit = async (by: 'me' | 'other') => {
        quantity += 1;
        await callers[by]('PUT /rows/:id/', { params: { id: ids[0] ?? 0 }, body: { quantity: String(quantity) } });
      };
      for (const by of ['me', 'me', 'me'] as const) await edit(by);
      const [backward, forward] = ['POST /projects/:id/history/backward/', 'POST /projects/:id/history/forward/'];
      watched.hold({ 'POST /graphql#query next_events': 'look', [backward]: 'step', [forward]: 'step' });
      await watched.untilHeard(async () => {
        await page.goto(walked.address + path);
        await expect(quantityAt(page, 0)).toHaveText(String(quantity));
        // The keys of undo work from the moment its buttons are there.
        await expect(page.getByRole('button', { name: /^Undo/ })).toBeAttached();
      });
      /**
       * Does something that the page is notified of, and waits until its machine has taken that many events; the answer to an undo or redo counts as one
       * more.
       */
      const untilHeard = async (happen: () => Promise<void>, events = 1) => {
        const count = watched.count('history');
        await watched.untilHeard(happen);
        await expect.poll(() => watched.count('history'), SOON).toBeGreaterThanOrEqual(count + events);
        await watched.idle();
      };
      const dialog = page.getByRole('dialog');
      return {
        watched,
        who: 'history',
        async cause(event) {
          switch (event.type as string) {
            case 'project.changed':
              return untilHeard(() => edit((event as unknown as Edited).by));
            case 'undo.requested':
              return page.keyboard.press('Control+z');
            case 'redo.requested':
              return page.keyboard.press('Control+y');
            case 'step.confirmed':
              return dialog.getByRole('button', { name: /^(Undo|Redo)$/ }).click();
            case 'step.dropped':
              return dialog.getByRole('button', { name: /^(Cancel|Keep the change)$/ }).click();
            case 'xstate.done.actor.look':
              return watched.release('look', 'continue');
            case 'xstate.error.actor.look':
              return watched.release('look', 'abort');
            case 'xstate.done.actor.step':
              return untilHeard(() => watched.release('step', 'continue'), 2);
            default:
              return watched.release('step', 'error' in event && (event.error as Error).name === 'Refused' ? 'continue' : 'abort');
          }
        },
        async due(snapshot) {
          const { undo, redo, redoFailed } = snapshot.context;
          await expect(dialog).toHaveCount(snapshot.matches('asking') ? 1 : 0);
          if (snapshot.matches('asking')) return expect(dialog).toContainText('Bob Mason');
          for (const [name, next] of [
            ['Undo', undo],
            ['Redo', redoFailed ? null : redo],
          ] as const) {
            const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
            await expect(button).toHaveAccessibleName(next === null ? name : next.author_id === 1 ? /quantity/ : /quantity.*Bob Mason/);
          }
        },
      };
    },
  });
});

/** Holds the calls that match until the returned function lets them go. */
async function holdCalls(page: Page, matches: (request: Request) => boolean): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/api\/|graphql/, async (route) => {
    if (matches(route.request())) await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}
const isRowEdit = (request: Request) => request.method() === 'PUT' && request.url().includes('/rows/');

test('an undo pressed before the answer to an edit, or before its live change, undoes that edit', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const { path, list, ids } = await newSite(call, 'Late news', ['Sheet pile']);
  const gate = await gateSockets(page);
  await openAt(page, context, walked, { path: '/projects' });
  const look = await holdCalls(page, (request) => request.postData()?.includes('next_events') === true);
  await page.goto(walked.address + path);
  const quantity = quantityAt(page, 0);
  const typed = async (text: string) => {
    await quantity.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(quantity).toHaveText(text);
  };
  const set = async (text: string) => {
    const saved = page.waitForResponse((response) => isRowEdit(response.request()));
    await typed(text);
    await saved;
  };
  const stored = async () => (await rowOf(call, list, ids[0] ?? 0)).quantity;
  const undo = page.getByRole('button', { name: /^Undo: quantity of “Sheet pile”/ });
  const redo = page.getByRole('button', { name: /^Redo: quantity of “Sheet pile”/ });
  const unnamed = page.getByRole('button', { name: 'Undo', exact: true });

  // The page asks for the next undo when it opens; an edit made before the answer is the next one all the same.
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeAttached();
  gate.hold();
  await set('5');
  look();
  gate.pass();
  await expect(undo).toBeVisible();

  // The notifications of two edits arrive after both answers.
  gate.hold();
  await set('7');
  await set('6');
  gate.pass();
  await expect(undo).toBeVisible();

  gate.hold();
  await set('6.5');
  await expect(unnamed).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toBe('6');
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toBe('7');
  gate.pass();
  await expect(quantity).toHaveText('7');
  await redo.click();
  await expect(quantity).toHaveText('6');

  // The edit itself has not been answered yet.
  for (const [key, after] of [
    ['Control+z', '6'],
    ['Control+y', '9'],
  ] as const) {
    await expect(redo).toBeVisible();
    const answer = await holdCalls(page, isRowEdit);
    await typed(after === '6' ? '8' : '9');
    await page.keyboard.press(key);
    answer();
    await expect(quantity).toHaveText(after);
    await expect.poll(stored).toBe(after);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'There is nothing to redo' })).toBeVisible();
});

test('a search in a list: typed, answered late, failed, and repeated when somebody edits', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'GET /lists/:id/find/': 'search' } });
  let quantity = 30;
  await walkThrough(findWorld, new Set(), {
    longest: 40,
    stage: async () => {
      const { path, ids } = await newSite(call, 'Find Yard');
      await page.clock.resume();
      await page.goto(walked.address + path);
      await expect(quantityAt(page, 0)).toHaveText('1');
      // The search is loaded with the list's tools.
      await expect(page.locator('[data-movable=true]')).toHaveCount(1);
      await quantityAt(page, 0).click();
      await watched.idle();
      await stopClock(page);
      const bar = page.getByRole('search');
      const field = bar.getByRole('searchbox');
      return {
        watched,
        who: 'find',
        async cause(event) {
          const given = event as { readonly type: string; readonly text?: string; readonly step?: number };
          switch (given.type) {
            case 'find.opened':
              await quantityAt(page, 0).focus();
              return page.keyboard.press('Control+f');
            case 'find.closed':
              await field.focus();
              return page.keyboard.press('Escape');
            case 'text.typed':
              return field.fill(given.text ?? '');
            case 'hit.asked':
              return bar.getByRole('button', { name: given.step === 1 ? /^Next/ : /^Previous/ }).click();
            case 'rows.changed':
              quantity += 1;
              // Waits for the notification: arriving after the answer that a search waits for, it would be another step.
              return watched.untilHeard(() =>
                call('PUT /rows/:id/', { params: { id: ids[2] ?? 0 }, body: { quantity: String(quantity) } }),
              );
            case 'xstate.after.typing.find.open.typing':
              return page.clock.runFor(150);
            default:
              return watched.release('search', given.type.startsWith('xstate.done') ? 'continue' : 'abort');
          }
        },
        async due({ value, context: { text, found, at, sentence } }) {
          await expect(bar).toHaveCount(value === 'closed' ? 0 : 1);
          if (value === 'closed') return;
          await expect(field).toHaveValue(text);
          const outcome = bar.locator('output');
          if (sentence !== null) return expect(outcome).toContainText('cannot be reached');
          if (found === null) return expect(outcome).toHaveText('');
          await expect(outcome).toHaveText(at >= 0 ? /1.*1/ : /\w/);
        },
      };
    },
  });
  await page.clock.resume();
});

test('edits typed in two tabs reach the server in order and once, or come back refused', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const save = { 'PUT /rows/:id/': 'save' };
  const watched = await openAt(page, context, walked, { path: '/projects', calls: save });
  page.on('dialog', (dialog) => void dialog.accept());
  const notes = page.locator('[data-note]');
  const type = async (on: Page, row: number, text: string) => {
    await quantityAt(on, row).click();
    await on.keyboard.press('F2');
    await on.getByRole('textbox', { name: 'Quantity', exact: true }).fill(text);
    await on.keyboard.press('Enter');
  };
  await walkThrough(queueWorld, new Set(), {
    longest: 40,
    stage: async () => {
      const { path } = await newSite(
        call,
        'Queue Yard',
        [...Array(MOST_TYPED).keys()].map((at) => `Row ${at}`),
      );
      await page.clock.resume();
      await page.goto(walked.address + path);
      await expect(quantityAt(page, 0)).toHaveText('1');
      await watched.idle();
      await stopClock(page);
      // The clock is stopped for every page of the browser, so the test does by hand what the application in the other tab would do.
      const inOtherTab = async () => {
        const kept = Object.entries(await page.evaluate(() => ({ ...localStorage }))).find(([key]) => key.startsWith('actum.edit'));
        const name = kept?.[0] ?? `actum.edit ${(await call('GET /profile/', {})).id} typed-there`;
        if (kept !== undefined) {
          const { edit } = JSON.parse(kept[1]) as { readonly edit: CellEdit };
          await call('PUT /rows/:id/', { params: { id: edit.id }, body: { quantity: edit.text } });
        }
        const other = await context.newPage();
        await other.goto(`${walked.address}/api/v1/health`);
        await other.evaluate((key) => {
          localStorage.setItem(key, localStorage.getItem(key) ?? '{}');
          localStorage.removeItem(key);
        }, name);
        await other.close();
      };
      return {
        watched,
        who: 'editQueue',
        async cause(event) {
          switch (event.type as string) {
            case 'person.changed':
              // The page begins with it.
              return;
            case 'edit.added': {
              const { edit } = event as unknown as { readonly edit: CellEdit };
              return type(page, edit.id, edit.text);
            }
            case 'edits.givenUp':
              return notes.getByRole('button', { name: 'Discard what you typed' }).first().click();
            case 'edit.settledElsewhere':
              return inOtherTab();
            case 'retry.requested':
              return page.getByRole('button', { name: 'Try now' }).click();
            case 'xstate.done.actor.sendEdit':
              return watched.release('save', 'continue');
            case 'xstate.error.actor.sendEdit':
              return watched.release('save', 'error' in event && (event.error as Error).name === 'Refused' ? 'continue' : 'abort');
            default:
              return watched.passTime(30_000);
          }
        },
        async due({ value, context }) {
          const edits = context.edits as readonly CellEdit[];
          if (value === 'sending') await watched.held('save');
          if (value === 'waiting') await expect(page.getByText(/ (is|are) waiting for the connection/)).toContainText(String(edits.length));
          if (value === 'resting') await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
          const refused = edits.filter(({ problem }) => problem !== null);
          await expect(notes).toHaveCount(refused.length);
          await expect(async () => {
            if (refused.length > 0 && (await notes.first().innerText()) === '') await page.clock.runFor(100);
            for (const { text } of refused)
              await expect(quantityAt(page, Number(edits[0]?.id)).or(page.getByText(text)).first()).toBeVisible({ timeout: 1 });
            expect(refused.length === 0 || (await notes.first().innerText()) !== '').toBe(true);
          }).toPass(SOON);
          expect(refused.every(({ text }) => text === WRONG)).toBe(true);
        },
      };
    },
  });
  await page.clock.resume();
});

test('the palette: opened, loaded, searched and chosen from, and the list of shortcuts', async ({ page, context, walked }) => {
  const watched = await openAt(page, context, walked, { path: '/projects' });
  await walkThrough(paletteWorld, new Set(), {
    longest: 40,
    stage: async () => {
      watched.hold({});
      const before = watched.count('subscription');
      await page.goto(`${walked.address}/projects`);
      await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
      // The screen reads its projects again at the first live answer where one of them has just been made.
      await expect.poll(() => watched.since('subscription', before), SOON).toContain('{"open":"live"}');
      await watched.idle();
      watched.hold({ 'GET /projects': 'places' });
      const box = page.getByRole('dialog', { name: 'Find a page or an action' });
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      return {
        watched,
        who: 'palette',
        async cause(event) {
          const given = event as { readonly type: string; readonly text?: string; readonly id?: string };
          switch (given.type) {
            case 'actions.offered':
              return;
            case 'palette.asked':
              return page.keyboard.press('Control+k');
            case 'shortcuts.asked':
              return page.keyboard.press('?');
            case 'escape.pressed':
              return page.keyboard.press('Escape');
            case 'overlay.clicked':
              return page.mouse.click(5, 5);
            case 'palette.closed':
              return shortcuts.getByRole('button', { name: 'Close' }).click();
            case 'text.typed':
              return box.getByRole('combobox').fill(given.text ?? '');
            case 'highlight.moved':
              return page.keyboard.press('ArrowDown');
            case 'option.pointed':
              return box.getByRole('option', { name: given.id ?? '', exact: true }).hover();
            case 'option.chosen':
              return box.getByRole('option', { name: given.id ?? '' }).click();
            case 'load.retried':
              return box.getByRole('button', { name: 'Try again' }).click();
            default:
              return watched.release('places', given.type.startsWith('xstate.done') ? 'continue' : 'abort');
          }
        },
        async due(snapshot) {
          const isFinding = snapshot.matches({ open: 'finding' });
          await expect(box).toHaveCount(isFinding ? 1 : 0);
          await expect(shortcuts).toHaveCount(snapshot.matches({ open: 'shortcuts' }) ? 1 : 0);
          if (!isFinding) return;
          await expect(box.getByRole('combobox')).toHaveValue(snapshot.context.text);
          await expect(box.getByText('Searching')).toHaveCount(snapshot.matches({ open: { finding: 'loading' } }) ? 1 : 0);
          await expect(box.getByText('The server cannot be reached')).toHaveCount(
            snapshot.matches({ open: { finding: 'failed' } }) ? 1 : 0,
          );
          const found = box.getByRole('option', { name: 'Pine Yard 14, house' });
          const isKnown = (snapshot as AnyMachineSnapshot).matches({ open: { finding: 'choosing' } }) && snapshot.context.text === '';
          if (isKnown) await expect(found.first()).toBeVisible();
        },
      };
    },
  });
  // Rows of estimates are still found while the person already chooses among places.
  watched.hold({});
  await page.goto(`${walked.address}/projects`);
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('strip');
  await expect(page.getByRole('option', { name: /Strip topsoil/ })).toBeVisible();
});

test('refused edits are sent again from the banner, one is given up for the other value, and signing out ends the queue', async ({
  page,
  context,
  walked,
}) => {
  const call = await callerOf(walked);
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'PUT /rows/:id/': 'save' } });
  page.on('dialog', (dialog) => void dialog.accept());
  const { path, ids } = await newSite(call, 'Refused Yard', ['Clay', 'Sand', 'Gravel', 'Brick']);
  await page.goto(walked.address + path);
  await expect(quantityAt(page, 3)).toHaveText('4');
  const type = async (row: number, text: string) => {
    await quantityAt(page, row).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await watched.held('save');
  };
  // A note lies over the rows below: all are typed before the first answer.
  for (const row of [0, 1, 2]) await type(row, WRONG);
  await type(3, '5');
  await call('PUT /rows/:id/', { params: { id: ids[3] ?? 0 }, body: { quantity: '8' } });
  for (const count of [1, 2, 3, 4]) {
    await watched.release('save', 'continue');
    await expect(page.locator('[data-note]')).toHaveCount(count);
  }
  await page.getByRole('button', { name: 'Take the saved value' }).click();
  await expect(quantityAt(page, 3)).toHaveText('8');

  await page.getByRole('link', { name: 'Summary' }).click();
  await expect(page.getByText('3 edits were not saved.')).toBeVisible();
  await stopClock(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const unsaved = page.getByRole('dialog', { name: 'Not saved' });
  const next = (name: string) => unsaved.getByRole('button', { name: `Try again ${name}, Quantity` });
  await next('Clay').click();
  await watched.held('save');
  await next('Sand').click();
  await watched.release('save', 'abort');
  await expect(page.getByText('2 edits are waiting for the connection.')).toBeAttached();
  await next('Gravel').click();
  for (const count of [1, 2, 3]) {
    await watched.release('save', 'continue');
    await expect(unsaved.getByRole('listitem')).toHaveCount(count);
  }
  await unsaved.getByRole('button', { name: 'Close' }).click();
  await page.clock.resume();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => watched.at('editQueue')).toBe(JSON.stringify('nobody'));
});

test('the browser takes every transition of what works on a list', async ({ walked }) => {
  expectAllTaken(walked, historyMachine, findMachine, editQueueMachine, paletteMachine);
});
