import type { SnapshotFrom } from 'xstate';
import type { MovedAct } from '../../../domain/api/actShapes.ts';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { actCellMachine } from '../../../src/machines/actCell/actCell.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { Range, Subject } from '../../../src/machines/numberCell/types.ts';
import { silent } from '../../../walking/standIns.ts';
import type { WorldModel } from '../../../walking/tour.ts';
import type { CellWorld, Fate } from '../../model/cellFate.ts';
import {
  type ActCell,
  type CellEvent,
  fatesOf,
  isHandedOver,
  isStale,
  stateOf,
  valueEvents,
  valueNext,
  valueStateKey,
  WORLD,
  WRONG,
} from './cellWorld.ts';

type Event = ModelEvent<ActCell> & { readonly fate?: Fate };
type Snapshot = SnapshotFrom<ActCell>;

interface ActCellWorld extends CellWorld {
  /** Something happened after which the page reads the range again as soon as it is notified. */
  readonly isNews: boolean;
  /** The queue is behind: once it rests everything is read again. */
  readonly isLate: boolean;
  /** Another person has edited the row since the cell was opened. */
  readonly isBehind: boolean;
  readonly isGone: boolean;
}
type ActCellStart = 'of an act with a later one' | 'of the latest act';

/** A quantity outside the range of every act. */
const FAR = '99';
/** The range left by 20 estimated and 3 claimed in the other act; only quantities claimed before can be taken back. */
const rangeOf = (start: ActCellStart): Range => ({ min: start === 'of the latest act' ? '-3' : '0', max: '17', used: [] });
/** Another person edits the row. */
const OUTDATED = { type: 'range.outdated', by: '1.2' } as Event;
const MOVED: readonly MovedAct[] = [{ id: 2, number: '2', price: { old: '0.00', new: '0.00' }, balance: { old: '0.00', new: '1.00' } }];
export const SUBJECT: Subject = {
  key: '',
  table: '',
  route: 'PUT /act_rows/:id/',
  id: 0,
  field: 'quantity',
  value: WORLD.value,
  revision: 1,
  reads: 'number',
  unit: 'm',
};

const helperOf = ({ value }: Snapshot) => value.helper;
const isKnown = (snapshot: Snapshot) => helperOf(snapshot) === 'known';

/** Possible answers of the server to the cell's text. A kept text is an edit on the other person's value. */
function fatesNow({ context: { subject } }: Snapshot, world: ActCellWorld, text: string): readonly Fate[] {
  if (subject.revision > SUBJECT.revision) return ['taken'];
  return world.isBehind ? ['stale'] : fatesOf(world, text);
}

function previewed(snapshot: Snapshot, world: ActCellWorld, moves: boolean): readonly Event[] {
  const text = snapshot.context.typed ?? '';
  const fates = fatesNow(snapshot, world, text).filter((fate) => fate !== 'postponed');
  if (!moves) return fates.map((fate): Event => ({ type: 'xstate.done.actor.previewMove', output: [], fate }));
  const refused = new Refused(400, { quantity: ['The range for this row is 0 to 17'] });
  if (text === WRONG || text === FAR) return [{ type: 'xstate.error.actor.previewMove', error: refused }];
  const unanswered: Event = { type: 'xstate.error.actor.previewMove', error: new Unanswered('offline'), fate: 'postponed' };
  // The dialog takes its time to go, in which the cursor would have rested.
  return helperOf(snapshot) === 'unknown' ? [unanswered] : [{ type: 'xstate.done.actor.previewMove', output: MOVED }, unanswered];
}

function ofValue(snapshot: Snapshot, world: ActCellWorld, moves: boolean): readonly Event[] {
  const state = stateOf(snapshot);
  const subject: Subject = { ...SUBJECT, value: world.value, unsent: world.unsent };
  if (state === 'previewing') {
    // A call that is held leaves time to type the value again.
    const again: readonly Event[] = moves && !world.isBehind ? [{ type: 'edit.started', draft: null, subject }] : [];
    return [...previewed(snapshot, world, moves), ...again];
  }
  if (state === 'asking') {
    const fate = fatesNow(snapshot, world, '')[0] ?? 'taken';
    return [{ type: 'move.confirmed', fate }, { type: 'move.declined' }];
  }
  if (state === 'refused')
    return [
      { type: 'edit.started', draft: null, subject },
      { type: 'edit.reverted', subject },
    ];
  const waits = snapshot.context.subject.unsent?.mode === 'waiting';
  const own = valueEvents(snapshot, world, SUBJECT).flatMap((event): readonly Event[] => {
    if (event.type !== 'edit.committed' || !('text' in event) || !isHandedOver(snapshot, event.text)) return [event];
    // The fate of a text that is checked first is decided when it was.
    if (!waits) return event.fate === fatesOf(world, event.text)[0] ? [{ type: event.type, text: event.text }] : [];
    return world.isBehind || event.text === WRONG ? [] : [event];
  });
  const isFarOffered = state === 'editing' && !world.isBehind && !waits && (moves || isKnown(snapshot));
  const isOffered = state === 'editing' && isKnown(snapshot) && world.unsent === null && !world.isBehind;
  return [
    ...own,
    // The helper's button types the value it shows.
    ...(isOffered ? [{ type: 'edit.committed', text: snapshot.context.range.max, bound: 'Maximum' } as Event] : []),
    ...(isFarOffered ? [{ type: 'edit.committed', text: FAR } as const] : []),
  ];
}

function ofHelper(snapshot: Snapshot, world: ActCellWorld, range: Range): readonly Event[] {
  switch (helperOf(snapshot)) {
    case 'unknown':
      return [{ type: 'xstate.after.restingOnCell.actCell.helper.unknown' }];
    case 'loading':
      return [
        { type: 'xstate.done.actor.loadRange', output: range },
        { type: 'xstate.error.actor.loadRange', error: new Unanswered('offline') },
      ];
    case 'known':
      return ['showing', 'editing'].includes(stateOf(snapshot)) && world.unsent === null && !world.isBehind ? [OUTDATED] : [];
    default:
      return [];
  }
}

/** The fate of a text after the check of the range. */
function follow(before: Snapshot, event: Event, after: Snapshot): readonly string[] {
  const isChecked = event.type === 'mine.kept' || (event.type === 'edit.committed' && 'text' in event && isHandedOver(before, event.text));
  const place = ['showing', 'refused', 'previewing'].indexOf(stateOf(after));
  return isChecked && place >= 0 ? [`#actCell.value.checking -- always[${place}] -> #actCell.value.${stateOf(after)}`] : [];
}

export function actCellWorld(start: ActCellStart): WorldModel<ActCell, ActCellWorld> {
  const range = rangeOf(start);
  const moves = start === 'of an act with a later one';
  return {
    machine: actCellMachine,
    input: { subject: SUBJECT, owner: null, queue: silent },
    world: () => ({ ...WORLD, isNews: false, isLate: false, isBehind: false, isGone: false }),
    follow,
    events(snapshot, world) {
      if (world.isGone) return [];
      if (world.isNews) return [{ type: 'range.outdated' }];
      // The edit moves no act, so it is sent at once.
      if (!moves && stateOf(snapshot) === 'previewing') return ofValue(snapshot, world, false);
      return [...ofValue(snapshot, world, moves), ...ofHelper(snapshot, world, range)];
    },
    next(before, event, after, from) {
      const { fate } = event as Event;
      const world = { ...before, ...valueNext(before, event as CellEvent, from, after) };
      if (event.type === 'range.outdated') {
        if (before.isNews) return { ...world, isNews: false };
        return { ...world, value: '1.2', isBehind: stateOf(from) === 'editing' };
      }
      if (event.type === 'cell.left') return { ...world, isGone: true };
      const isAnswered = fate !== undefined && stateOf(after) === 'showing';
      const isLate = (before.isLate && !(isAnswered && fate !== 'postponed')) || (isAnswered && fate === 'postponed');
      // The feed reports what others do, and has everything read again once the queue has caught up.
      const isOvertaken = fate === 'stale' && !before.isBehind && !isStale(before);
      const isHeard = isAnswered && (isOvertaken || (before.isLate && fate !== 'postponed'));
      const isOpen = ['editing', 'previewing', 'asking'].includes(stateOf(after));
      return { ...world, isLate, isBehind: before.isBehind && isOpen, isNews: isHeard && isKnown(after) };
    },
    stateKey: (snapshot, world) => ({
      ...valueStateKey(snapshot, world),
      range: isKnown(snapshot),
      isNews: world.isNews,
      isLate: world.isLate,
      isBehind: world.isBehind,
      isGone: world.isGone,
    }),
  };
}
