import type { SnapshotFrom } from 'xstate';
import type { MovedAct } from '../../../domain/contract/actShapes.ts';
import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { actCellMachine } from '../../../src/machines/actCell/actCell.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { Range } from '../../../src/machines/numberCell/types.ts';
import type { WorldModel } from '../../../walking/tour.ts';
import { transitionKey } from '../../../walking/transitions.ts';
import {
  type ActCell,
  type CellEvent,
  type CellWorld,
  isStale,
  stateOf,
  theirsOf,
  valueEvents,
  valueNext,
  valuePlace,
  WORLD,
  WRONG,
} from './cellWorld.ts';

type Event = ModelEvent<ActCell>;
type Snapshot = SnapshotFrom<ActCell>;

interface ActCellWorld extends CellWorld {
  /** Something happened that reads the range anew as soon as it is heard. */
  readonly isNews: boolean;
  /** The queue is behind: once it rests everything is read again. */
  readonly isLate: boolean;
  readonly isGone: boolean;
}
type ActCellStart = 'of an act with a later one' | 'of the latest act';

/** Outside the range, whichever act it is. */
const FAR = '99';
/** What 20 estimated and 3 claimed in the other act leave; only what was claimed before can be taken back. */
const rangeOf = (start: ActCellStart): Range => ({ min: start === 'of the latest act' ? '-3' : '0', max: '17', used: [] });
/** Somebody else edits the row. */
const OUTDATED = { type: 'range.outdated', by: 'somebody else' } as Event;
const MOVED: readonly MovedAct[] = [{ id: 2, number: '2', price: { old: '0.00', new: '0.00' }, balance: { old: '0.00', new: '1.00' } }];

const helperOf = ({ value }: Snapshot) => value.helper;
const isKnown = (snapshot: Snapshot) => helperOf(snapshot) === 'known';

function ofValue(snapshot: Snapshot, world: ActCellWorld, moves: boolean): readonly Event[] {
  const { typed } = snapshot.context;
  const state = stateOf(snapshot);
  if (state === 'previewing') {
    if (!moves) return [{ type: 'xstate.done.actor.previewMove', output: [] }];
    const isWrong = typed === WRONG || typed === FAR;
    const refused = new Refused(400, { quantity: ['The range for this row is 0 to 17'] });
    if (isWrong) return [{ type: 'xstate.error.actor.previewMove', error: refused }];
    const unanswered: Event = { type: 'xstate.error.actor.previewMove', error: new Unanswered('offline') };
    // The dialog takes its time to go, in which the cursor would have rested.
    return helperOf(snapshot) === 'unknown' ? [unanswered] : [{ type: 'xstate.done.actor.previewMove', output: MOVED }, unanswered];
  }
  if (state === 'asking') return [{ type: 'move.confirmed' }, { type: 'move.declined' }];
  const own = valueEvents(snapshot, world, 'actCell.value.saved') as readonly Event[];
  const isFarOffered = state === 'editing' && !world.isBehind && snapshot.context.unsent === null && (moves || isKnown(snapshot));
  const isOffered = state === 'editing' && isKnown(snapshot) && world.queued.length < 2;
  return [
    // The helper's button types what it says.
    ...(isOffered ? [{ type: 'edit.committed', text: snapshot.context.range.max, bound: 'Maximum' } as Event] : []),
    ...own.filter((event) => {
      // The news of somebody else's edit outdates a range that is known: that is a step of its own.
      if ('error' in event && isStale(event.error)) return world.isBehind || !isKnown(snapshot) || isGarbledEvent(event);
      // Esc also puts the helper away for good.
      if (event.type === 'edit.reverted') return state !== 'refused' || snapshot.context.theirs === null;
      return !event.type.startsWith('xstate.after') || helperOf(snapshot) !== 'unknown';
    }),
    ...(isFarOffered ? [{ type: 'edit.committed', text: FAR } as const] : []),
  ];
}
const isGarbledEvent = (event: Event) =>
  'error' in event && event.error instanceof Refused && String(JSON.stringify(event.error.body)).includes('1.99');

function ofHelper(snapshot: Snapshot, world: ActCellWorld, range: Range): readonly Event[] {
  const state = stateOf(snapshot);
  switch (helperOf(snapshot)) {
    case 'unknown':
      return state === 'saved' ? [] : [{ type: 'xstate.after.restingOnCell.actCell.helper.unknown' }];
    case 'loading':
      return [
        { type: 'xstate.done.actor.loadRange', output: range },
        { type: 'xstate.error.actor.loadRange', error: new Unanswered('offline') },
      ];
    case 'known':
      return [...(['showing', 'editing', 'saving', 'waiting'].includes(state) && !world.isBehind ? [OUTDATED] : [])];
    default:
      return [];
  }
}

/** Where a value goes once it is held against the range. */
function follow(before: Snapshot, _event: Event, after: Snapshot): readonly string[] {
  const isChecked =
    ['editing', 'showing', 'waiting', 'refused'].includes(stateOf(before)) && ['saving', 'refused', 'previewing'].includes(stateOf(after));
  const checking = actCellMachine.states.value?.states.checking;
  const next = checking?.always?.find(({ target }) => target?.some(({ key }) => key === stateOf(after)));
  return isChecked && next && stateOf(before) !== stateOf(after) ? [transitionKey(next)] : [];
}

export function actCellWorld(start: ActCellStart): WorldModel<ActCell, ActCellWorld> {
  const range = rangeOf(start);
  return {
    machine: actCellMachine,
    input: { subject: { key: '', id: 0, field: 'quantity', value: WORLD.row, revision: 1, reads: 'number', unit: 'm' }, owner: null },
    world: () => ({ ...WORLD, isNews: false, isLate: false, isGone: false }),
    follow,
    events(snapshot, world) {
      if (world.isGone) return [];
      if (world.isNews) return [{ type: 'range.outdated' }];
      // Nothing moves: the value goes on its way at once.
      if (start === 'of the latest act' && stateOf(snapshot) === 'previewing') return ofValue(snapshot, world, false);
      return [...ofValue(snapshot, world, start === 'of an act with a later one'), ...ofHelper(snapshot, world, range)];
    },
    next(before, event, after, from) {
      const world = { ...before, ...valueNext(before, event as CellEvent, from, after) };
      if (event.type === 'range.outdated') {
        if (before.isNews) return { ...world, isNews: false };
        const isOpen = stateOf(from) !== 'showing';
        return { ...world, row: theirsOf(before.others), others: before.others + 1, isBehind: isOpen };
      }
      if (event.type === 'cell.left') return { ...world, isGone: true };
      const isLate = before.isLate || ('error' in event && event.error instanceof Unanswered && event.type.endsWith('saveValue'));
      const wasOut = ['saving', 'waiting'].includes(stateOf(from));
      const rests = wasOut && ['saved', 'refused'].includes(stateOf(after));
      // Back from the dialog in the cell, the range is read anew too.
      const isHeard = (rests && (stateOf(after) === 'saved' || isLate)) || event.type.startsWith('move.');
      return { ...world, isLate: isLate && !rests, isNews: isHeard && isKnown(after) };
    },
    place: (snapshot, world) => ({
      ...valuePlace(snapshot, world),
      isFar: snapshot.context.typed === FAR,
      range: isKnown(snapshot),
      isNews: world.isNews,
      isLate: world.isLate,
      isGone: world.isGone,
    }),
  };
}
