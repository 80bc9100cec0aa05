import type { SnapshotFrom } from 'xstate';
import type { actCellMachine } from '../../../src/machines/actCell/actCell.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { numberCellMachine } from '../../../src/machines/numberCell/numberCell.ts';
import { comparedWith, isChange, onTheirs, refusedIn, type Subject, theirsOf } from '../../../src/machines/numberCell/types.ts';
import { type CellWorld, type Fate, handedOver, THEIRS } from '../../model/cellFate.ts';

export type NumberCell = typeof numberCellMachine;
export type ActCell = typeof actCellMachine;
export type Snapshot = SnapshotFrom<NumberCell> | SnapshotFrom<ActCell>;
/** An event, with what the server does once the queue has the value. */
export type CellEvent = ModelEvent<NumberCell> & { readonly fate?: Fate };

/** The state of a cell by itself, with a helper or without. */
export const stateOf = ({ value }: Snapshot): string => (typeof value === 'string' ? value : value.value);

/** Typed like a number, and none. */
export const WRONG = '1.2.3';
const TEXTS = ['3', '4', '5'];

export const WORLD: CellWorld = { value: '2', unsent: null };

export const isStale = ({ unsent }: CellWorld): boolean => unsent !== null && theirsOf(unsent.edit) !== null;

/** Possible answers of the server to a text typed now. An edit of a stale value is stale too, and a waiting edit is answered first. */
export function fatesOf(world: CellWorld, text: string): readonly Fate[] {
  if (isStale(world)) return ['stale'];
  if (text === WRONG) return world.unsent?.mode === 'waiting' ? [] : ['refused'];
  const overtaken: readonly Fate[] = world.value === THEIRS || world.unsent?.mode === 'waiting' ? [] : ['stale'];
  return ['taken', 'postponed', ...overtaken];
}

/** Whether a committed text is an edit. */
export const isHandedOver = ({ context: { subject } }: Snapshot, text: string): boolean =>
  isChange(text, comparedWith(subject)) && (refusedIn(subject) === null || isChange(text, subject));

/** Texts that are another value than any the cell has. */
const freshText = ({ value, unsent }: CellWorld): string => TEXTS.find((text) => text !== value && text !== unsent?.edit.text) ?? '6';

/** Possible actions of a person and the server on the value of a cell of a real page. */
export function valueEvents(snapshot: Snapshot, world: CellWorld, subject: Subject): readonly CellEvent[] {
  const own: Subject = { ...subject, ...world };
  switch (stateOf(snapshot)) {
    case 'showing':
      return [
        { type: 'edit.started', draft: null, subject: own },
        ...(refusedIn(own) === null ? [] : [{ type: 'edit.reverted', subject: own } as const]),
        ...(isStale(world) ? [{ type: 'mine.kept', subject: own, fate: 'taken' } as const] : []),
        ...(world.unsent === null ? [{ type: 'cell.left' } as const] : []),
      ];
    case 'editing':
      return [
        { type: 'edit.committed', text: '' },
        { type: 'edit.committed', text: comparedWith(snapshot.context.subject).value },
        ...[freshText(world), WRONG].flatMap((text) =>
          fatesOf(world, text).map((fate): CellEvent => ({ type: 'edit.committed', text, fate })),
        ),
        { type: 'edit.reverted', subject: own },
      ];
    default:
      return [];
  }
}

/** The world around a cell after an event. */
export function valueNext(world: CellWorld, event: CellEvent, from: Snapshot, after: Snapshot): CellWorld {
  const { subject, typed } = from.context;
  if (event.type === 'edit.reverted') {
    const dropped = stateOf(from) === 'showing' && 'subject' in event ? event.subject : subject;
    return dropped && refusedIn(dropped) ? { ...world, unsent: null } : world;
  }
  if (event.type === 'edit.committed' && 'text' in event && refusedIn(subject) !== null && !isChange(event.text, subject))
    return { ...world, unsent: null };
  if (event.fate === undefined || stateOf(after) !== 'showing') return world;
  if (event.type === 'mine.kept' && 'subject' in event)
    return handedOver(world, onTheirs(event.subject), world.unsent?.edit.text ?? '', event.fate);
  const text = event.type === 'edit.committed' && 'text' in event ? event.text : (typed ?? '');
  if (event.type === 'edit.committed' && !isHandedOver(from, text)) return world;
  return handedOver(world, subject, text, event.fate);
}

/** Two moments with equal results are the same state of the walk. */
export const valueStateKey = (snapshot: Snapshot, { value, unsent }: CellWorld) => ({
  at: snapshot.value,
  value,
  unsent: unsent && [unsent.mode, unsent.edit.text, unsent.edit.problem?.status],
  typed: snapshot.context.typed,
  subject: stateOf(snapshot) === 'showing' ? null : [snapshot.context.subject.value, snapshot.context.subject.unsent?.mode],
  isRefused: snapshot.context.sentence !== null,
});
