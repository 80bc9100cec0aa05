import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type EventFrom, initialTransition, type SnapshotFrom, transition } from 'xstate';
import { Unanswered } from '../../domain/api/call.ts';
import type { FoundCells } from '../../domain/api/estimateShapes.ts';
import { findModel } from '../../src/machines/find/find.model.ts';
import { findMachine } from '../../src/machines/find/find.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import type { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { cellAt, colOf, layTablesOut, pressButton } from './layout.ts';
import { ROWS, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof findMachine;
type Snapshot = SnapshotFrom<Machine>;
type Event = ModelEvent<Machine>;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let rows: RowStore<(typeof ROWS)[number]>;
const TWO: FoundCells = { places: [1, 2], fields: ['name', 'code'], total: 2 };
const NONE: FoundCells = { places: [], fields: [], total: 0 };

const field = () => screen.queryByRole<HTMLInputElement>('searchbox', { name: 'Find in list' });
function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'find.opened':
      return act(async () => void fireEvent.keyDown(cellAt(event.from, 0), { key: 'f', ctrlKey: true }));
    case 'find.closed':
      return act(async () => void fireEvent.keyDown(field() as Element, { key: 'Escape' }));
    case 'text.typed':
      return act(async () => void fireEvent.change(field() as Element, { target: { value: event.text } }));
    case 'hit.asked':
      return event.step === 1 ? act(async () => void fireEvent.keyDown(field() as Element, { key: 'Enter' })) : pressButton('Previous');
    case 'rows.changed':
      return act(async () => rows.setWindow(0, ROWS, ROWS.length));
  }
}

/** The cursor's row, and whether the hits are being searched again. */
interface World {
  readonly row: number;
  readonly isAgain: boolean;
}
const isFound = ({ type }: Event) => type === 'xstate.done.actor.search';
/** A search scrolls to its first hit, and a step to the next. A repeated search does not scroll. */
function next({ row, isAgain }: World, event: Event, after: Snapshot): World {
  const { found, at } = after.context;
  const isShown = event.type === 'hit.asked' || (isFound(event) && !isAgain);
  return { row: (isShown && found?.places[at]) || row, isAgain: after.matches({ open: 'refreshing' }) };
}
const BEGINNING: World = { row: 0, isAgain: false };
/** The cell of the last hit shown. The fields of the two hits are its columns. */
function cellInSight(past: readonly Event[]): readonly Element[] {
  let [snapshot, world] = [initialTransition(findMachine)[0], BEGINNING];
  for (const event of past) {
    snapshot = transition(findMachine, snapshot, event as EventFrom<Machine>)[0];
    world = next(world, event, snapshot);
  }
  return world.row === 0 ? [] : [cellAt(world.row, colOf(world.row === 1 ? 'name' : 'code'))];
}

function outcome({ value, context: { found, at, sentence, text } }: Snapshot): string {
  if (sentence !== null) return sentence.detail;
  if (value === 'closed' || found === null || text.trim() === '') return '';
  return found.total === 0 ? 'Not found' : `${at + 1} of ${found.total}`;
}

testView<Machine, World>({
  model: findModel,
  start: 'on a list',
  promises: ['search'],
  longest: 16,
  onScreen: {
    first: BEGINNING,
    events: ({ context, value }, { row }) => [
      { type: 'find.opened', from: row },
      ...(value === 'closed'
        ? []
        : ([
            { type: 'find.closed' },
            ...['sand', ' '].flatMap((text) => (text === context.text ? [] : [{ type: 'text.typed', text } as const])),
            { type: 'hit.asked', step: 1 },
            { type: 'hit.asked', step: -1 },
            { type: 'rows.changed' },
            { type: 'xstate.after.typing.find.open.typing' },
            { type: 'xstate.done.actor.search', output: TWO },
            { type: 'xstate.done.actor.search', output: NONE },
            { type: 'xstate.error.actor.search', error: new Unanswered('offline') },
          ] as const)),
    ],
    next,
  },
  async show(ready) {
    ({ rows } = await showList({ find: ready(findMachine) }));
  },
  act: does,
  seen: () => ({
    text: field()?.value ?? null,
    isFocused: field() !== null && field() === document.activeElement,
    outcome: field()?.parentElement?.querySelector('output')?.textContent ?? null,
    chosen: [...document.querySelectorAll('[data-index] > [aria-selected=true]')],
  }),
  due(snapshot, past) {
    const { context } = snapshot;
    const isOpen = !snapshot.matches('closed');
    return {
      text: isOpen ? context.text : null,
      isFocused: isOpen,
      outcome: isOpen ? outcome(snapshot) : null,
      chosen: cellInSight(past),
    };
  },
});
