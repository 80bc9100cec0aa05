import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import type { actCellMachine } from '../../../src/machines/actCell/actCell.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { numberCellMachine } from '../../../src/machines/numberCell/numberCell.ts';
import { isChange, type Subject } from '../../../src/machines/numberCell/types.ts';

export type NumberCell = typeof numberCellMachine;
export type ActCell = typeof actCellMachine;
type Snapshot = SnapshotFrom<NumberCell> | SnapshotFrom<ActCell>;
export type CellEvent = ModelEvent<NumberCell>;

/** Where the value of a cell stands, with a helper or without. */
export const stateOf = ({ value }: Snapshot): string => (typeof value === 'string' ? value : value.value);

/** What a cell does not know of itself. */
export interface CellWorld {
  /** What the server has of it. */
  readonly row: string;
  /** The edits the queue still has of it: the last one is the cell's own. */
  readonly queued: readonly string[];
  /** Somebody changed the record after what the cell would send was read. */
  readonly isBehind: boolean;
  /** The record somebody else left came garbled. */
  readonly isSpoilt: boolean;
  /** How often somebody else was quicker. */
  readonly others: number;
}

/** Typed like a number, and none. */
export const WRONG = '1.2.3';
/** As many edits of one cell wait at once. */
const MOST = 2;
const TEXTS = ['3', '4', '5'];

/** What somebody else leaves in the record. */
export const theirsOf = (others: number): string => `1.${others + 1}`;
const staleOf = (value: string, { id, field }: Subject): Refused =>
  new Refused(409, { detail: '', code: 'stale_edit', current: { id, [field]: value, revision: 0 }, changed_by: { id: 1, name: '' } });
const UNREADABLE = '1.99';

const settledAs = (how: 'done' | 'error', actor: string, told: object): CellEvent => ({ type: `xstate.${how}.actor.${actor}`, ...told });

/** How an edit that is on its way may end. */
function outcomes(actor: 'saveValue' | 'settleValue', subject: Subject, { queued, isBehind, others, row }: CellWorld): CellEvent[] {
  const text = queued.at(-1) ?? '';
  if (isBehind) return [settledAs('error', actor, { error: staleOf(row, subject) })];
  const stale = settledAs('error', actor, { error: staleOf(theirsOf(others), subject) });
  if (text === WRONG) return [settledAs('error', actor, { error: new Refused(400, { [subject.field]: ['Enter a number'] }) })];
  const garbled = settledAs('error', actor, { error: staleOf(UNREADABLE, subject) });
  return [settledAs('done', actor, { output: { value: text, revision: 0 } }), stale, ...(queued.length === 1 ? [garbled] : [])];
}

/** What a person, the network and somebody else can do with the value of a cell of a real page. */
export function valueEvents(snapshot: Snapshot, world: CellWorld, saved: string): readonly CellEvent[] {
  const { subject, typed, unsent, theirs } = snapshot.context;
  const started: CellEvent = { type: 'edit.started', draft: null, subject: { ...subject, value: world.row } };
  const fresh = TEXTS.find((text) => text !== subject.value && text !== unsent && text !== typed && text !== world.row) ?? '6';
  switch (stateOf(snapshot)) {
    case 'showing':
      return [started, { type: 'cell.left' }];
    case 'editing':
      return [
        { type: 'edit.committed', text: '' },
        ...(world.queued.length < MOST ? [subject.value, fresh].map((text): CellEvent => ({ type: 'edit.committed', text })) : []),
        ...(world.isBehind || unsent !== null ? [] : [{ type: 'edit.committed', text: WRONG } as const]),
        { type: 'edit.reverted' },
      ];
    case 'saving':
      return [...outcomes('saveValue', subject, world), settledAs('error', 'saveValue', { error: new Unanswered('offline') })];
    case 'waiting':
      return [started, ...outcomes('settleValue', subject, world)];
    case 'saved':
      return [started, { type: `xstate.after.saidSaved.${saved}` }];
    case 'refused':
      return [
        started,
        { type: 'edit.reverted' },
        ...(theirs === null ? [] : ([...(world.isSpoilt ? [] : [{ type: 'mine.kept' } as const]), { type: 'theirs.taken' }] as const)),
      ];
    case 'givingUp':
      return [
        world.isSpoilt && theirs !== null
          ? settledAs('error', 'giveUpValue', { error: new Error('unreadable') })
          : settledAs('done', 'giveUpValue', {}),
      ];
    default:
      return [];
  }
}

export const isStale = (error: unknown): error is Refused => error instanceof Refused && error.code === 'stale_edit';
/** The value in the record somebody else left. */
export function leftIn({ body }: Refused): string {
  const { id: _id, revision: _revision, ...fields } = (body as { readonly current: Readonly<Record<string, unknown>> }).current;
  return String(Object.values(fields)[0]);
}
export const isGarbled = (error: unknown): boolean => isStale(error) && leftIn(error) === UNREADABLE;

/** What becomes of the world around a cell. */
export function valueNext(before: CellWorld, event: CellEvent, from: Snapshot, after: Snapshot): CellWorld {
  const [was, is] = [stateOf(from), stateOf(after)];
  const { typed } = after.context;
  const error = 'error' in event ? event.error : undefined;
  const isBehind = before.isBehind && event.type !== 'mine.kept';
  if (is === 'saving' && was !== 'saving') return { ...before, queued: [...before.queued, typed ?? ''], isBehind };
  if (is === 'saved' && was !== 'saved') return { ...before, row: before.queued.at(-1) ?? '', queued: [] };
  if (isStale(error)) {
    const isSpoilt = isGarbled(error);
    // What a gateway garbled never reached the server.
    return { ...before, queued: [], isBehind: !isSpoilt, isSpoilt, ...(isSpoilt ? {} : { row: leftIn(error), others: before.others + 1 }) };
  }
  if (is === 'refused' && was !== 'refused') return { ...before, queued: [], isSpoilt: false };
  if (is === 'showing') return { ...before, isBehind: false, isSpoilt: false };
  return { ...before, isBehind };
}

export const WORLD: CellWorld = { row: '2', queued: [], isBehind: false, isSpoilt: false, others: 0 };

/** What makes two moments the same place. */
export const valuePlace = ({ value, context }: Snapshot, { queued, isBehind, isSpoilt, row }: CellWorld) => ({
  value,
  typed: context.typed === WRONG,
  unsent: context.unsent !== null,
  isSame: !isChange(context.typed ?? context.subject.value, context.subject),
  isOld: context.subject.value !== row,
  isRefused: context.sentence !== null,
  isStale: context.theirs !== null,
  queued: queued.length,
  isWrong: queued.at(-1) === WRONG,
  isBehind,
  isSpoilt,
});
