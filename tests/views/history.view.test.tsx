import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import type { Limit } from '../../domain/access.ts';
import { Refused } from '../../domain/api/call.ts';
import type { HistoryEvent } from '../../domain/api/graphql.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { historyModel } from '../../src/machines/history/history.model.ts';
import { historyMachine, type Next, type StepAsked } from '../../src/machines/history/history.ts';
import { askedWay, isLooking, isStepping, redoable, undoable } from '../../src/machines/history/selectors.ts';
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { History } from '../../src/views/history/History.tsx';
import { whatWasDone } from '../../src/views/history/sentences.ts';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { stepsDropped } from '../e2e/walk/historyWorld.ts';
import { manualFeed, rowChange } from './feed.ts';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof historyMachine;
afterEach(cleanup);

let feed = manualFeed();
let logged: string[] = [];
/** Sends a change through the feed: the event that is undone next, or null when anything may have changed. */
const tell = (next: Next | null) =>
  next?.undo ? feed.change({ ...rowChange({ versionId: 3, listId: 4 }), event: next.undo }) : feed.readAgain();

/** Whether the browser's default action for the key still happens. */
const isLeft = (letter: string, more: object = {}, at: Element = document.body) =>
  act(async () => fireEvent.keyDown(at, { key: letter, ctrlKey: true, ...more }));
/** Keys of other programs, and letters typed. */
async function pressOthers(): Promise<void> {
  for (const letter of ['z', 'y']) for (const more of [{ ctrlKey: false }, { altKey: true }]) expect(await isLeft(letter, more)).toBe(true);
  expect(await isLeft('y', { shiftKey: true })).toBe(true);
  const field = document.body.appendChild(document.createElement('input'));
  expect(await isLeft('z', {}, field)).toBe(true);
  field.remove();
}
async function press(letter: string, more: object = {}): Promise<void> {
  expect(await isLeft(letter, more)).toBe(false);
}
let redos = 0;
/** Each of its keys in turn. */
function pressRedo(): Promise<void> {
  redos += 1;
  return redos % 2 === 0 ? press('y') : press('Z', { shiftKey: true });
}
const does = async (event: EventFrom<Machine>): Promise<void> => {
  switch (event.type) {
    case 'project.changed':
      return act(async () => tell(event.next));
    case 'event.made':
      return act(async () => feed.made(event.event));
    case 'undo.requested':
      await pressOthers();
      return press('z');
    case 'redo.requested':
      await pressOthers();
      return pressRedo();
    case 'step.confirmed':
      return pressButton(screen.queryByRole('heading', { name: 'Redo a change by Bob?' }) === null ? 'Undo' : 'Redo');
    case 'step.dropped':
      return pressButton(screen.queryByRole('heading', { name: 'Redo a change by Bob?' }) === null ? 'Keep the change' : 'Cancel');
  }
};

const named = (name: 'Undo' | 'Redo') => document.querySelector(`button[aria-label^="${name}"]`) as HTMLElement;
const shown = (name: 'Undo' | 'Redo') => {
  const button = named(name);
  return {
    name: button.getAttribute('aria-label'),
    isBlocked: button.getAttribute('aria-disabled') === 'true',
    isBusy: button.getAttribute('aria-busy') === 'true',
  };
};
/** The model holds the server's sentence and the event to undo. */
const REFUSAL = 'There is nothing to undo';
const what = (event: HistoryEvent, person: number) =>
  event.author_id === person ? ': quantity of “Gravel bed”' : ': quantity of “Gravel bed”, by Bob';
const ASKED = ['Undo a change by Bob?', 'Redo a change by Bob?'];
const dueOf = (name: 'Undo' | 'Redo', event: HistoryEvent | null, snapshot: SnapshotFrom<Machine>) => ({
  name: `${name}${event === null ? '' : what(event, snapshot.context.person)}`,
  isBlocked: event === null && (!isLooking(snapshot) || (name === 'Redo' && snapshot.context.redoFailed && snapshot.context.redo !== null)),
  isBusy: isStepping(snapshot),
});

testView<Machine>({
  model: historyModel,
  start: 'opened',
  promises: ['look', 'step'],
  longest: 14,
  onScreen: {
    first: null,
    events: historyModel.events,
    next: () => null,
    follow: (before, event, after) => stepsDropped(before, after).map((dropped) => `${event.type}: ${dropped}`),
  },
  async show(ready) {
    logged = [];
    feed = manualFeed();
    const stage = await stageFor('Ann');
    const machine = ready(historyMachine);
    const screens = provideScreens(stage.actum);
    const view = (
      <>
        <History projectId={5} />
        <Hosts />
      </>
    );
    const history = Promise.resolve(() => ({ machine, log: (message: string) => logged.push(message) }));
    await show(stage, view, { ...screens, watchProject: feed.watchProject, history: () => history });
  },
  act: does,
  seen: () => ({
    undo: shown('Undo'),
    redo: shown('Redo'),
    asked: ASKED.find((title) => screen.queryByRole('heading', { name: title }) !== null) ?? null,
    isRefused: screen.queryAllByRole('alert', { hidden: true }).some(({ textContent }) => textContent?.includes(REFUSAL)),
    logged,
  }),
  due(snapshot, past) {
    const way = askedWay(snapshot);
    const failures = past.filter((event): event is typeof event & { error: unknown } => 'error' in event);
    return {
      undo: dueOf('Undo', undoable(snapshot), snapshot),
      redo: dueOf('Redo', redoable(snapshot), snapshot),
      asked: way === null ? null : ASKED[way === 'backward' ? 0 : 1],
      isRefused: failures.some(({ error }) => error instanceof Refused),
      logged: failures.flatMap(({ type, error }) =>
        error instanceof Refused
          ? []
          : type.endsWith('look')
            ? ['Undo and redo could not be looked up']
            : [expect.stringMatching(/^(Un|Re)do failed$/)],
      ),
    };
  },
});

test('the field that an event changed is written as a noun is within a sentence', () => {
  const event = { type: 'update', field: 'quantity', entity_type: 'row', subject: 'Gravel bed' } as HistoryEvent;
  const spoken = (['en', 'de', 'lv'] as const).map((language) => {
    takeLanguageFrom(() => language);
    return whatWasDone(event);
  });
  takeLanguageFrom(() => 'en');
  expect(spoken).toEqual(['quantity of “Gravel bed”', 'Menge von „Gravel bed“', 'daudzums (Gravel bed)']);
});

const LIMITS: readonly (readonly [string, Limit | null, 'row' | 'act_row', string | null])[] = [
  ['may undo changes of the estimate without a limit', null, 'row', null],
  ['may undo changes of acts where they may fill acts in', { can: 'acts', prices: true }, 'act_row', null],
  ['may not undo changes of the estimate where they may only fill acts in', { can: 'acts', prices: true }, 'row', 'acts'],
  ['may not undo changes of acts where they only read', { can: 'reads', prices: true }, 'act_row', 'reads'],
];
test.each(LIMITS)('a member %s', async (_, limit, entity_type, why) => {
  feed = manualFeed();
  const stage = await stageFor('Ann');
  const event = { id: 9, type: 'update', field: 'quantity', entity_type, subject: 'Gravel bed', author_id: 1, author_name: 'Ann' };
  const asked: string[] = [];
  const machine = historyMachine.provide({
    actors: {
      look: fromPromise<Next>(async () => ({ undo: event as HistoryEvent, redo: event as HistoryEvent })),
      step: fromPromise<void, StepAsked>(async ({ input }) => void asked.push(input.way)),
    },
  });
  const history = Promise.resolve(() => ({ machine, log: () => undefined }));
  const view = (
    <>
      <History projectId={5} limit={limit} />
      <Hosts />
    </>
  );
  await show(stage, view, { ...provideScreens(stage.actum), watchProject: feed.watchProject, history: () => history });
  expect([shown('Undo').isBlocked, shown('Redo').isBlocked]).toEqual([why !== null, why !== null]);
  await act(async () => void fireEvent.click(named('Undo')));
  expect(asked).toEqual(why === null ? ['backward'] : []);
});
