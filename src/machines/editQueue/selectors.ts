import type { SnapshotFrom } from 'xstate';
import type { editQueueMachine } from './editQueue.ts';
import { nextEdit } from './edits.ts';
import { cellsOfInsert, isInsert } from './rowsHere.ts';
import { type CellEdit, type CellUnsent, type Edit, isToSend } from './types.ts';

type Queue = SnapshotFrom<typeof editQueueMachine>;

/** Edits to be sent; empty while only edits of a refused row are left, because those wait for the person. */
export const unsentOf = ({ context: { edits } }: Queue): readonly Edit[] => (nextEdit(edits) === undefined ? [] : edits.filter(isToSend));
/** Edits to be sent after an attempt that got no answer. */
export const waitingOf = (queue: Queue): readonly Edit[] => (queue.context.attempt > 0 ? unsentOf(queue) : []);
export const refusedOf = ({ context }: Queue): readonly Edit[] => context.edits.filter((edit) => !isToSend(edit));
/** Nothing is left to send. */
export const isAtRest = (queue: Queue): boolean => unsentOf(queue).length === 0;

/** The key of a cell within its table. */
export const cellKey = (id: number, field: string): string => `${id} ${field}`;

/** The cells of a table whose edits are being sent, waiting, refused or just saved. */
export function cellsOf({ context: { edits, saved, isBehind } }: Pick<Queue, 'context'>, table: string): ReadonlyMap<string, CellUnsent> {
  const cells = new Map<string, CellUnsent>();
  const put = (edit: CellEdit, mode: CellUnsent['mode']) => {
    if (edit.table === table) cells.set(cellKey(edit.id, edit.field), { mode, edit });
  };
  for (const edit of saved) put(edit, 'saved');
  for (const edit of edits) {
    const mode = edit.problem !== null ? 'refused' : isBehind || nextEdit(edits) === undefined ? 'waiting' : 'saving';
    for (const cell of isInsert(edit) ? cellsOfInsert(edit) : edit.kind === 'cell' ? [edit] : []) put(cell, mode);
  }
  return cells;
}

/** The edit of a cell that is not saved: still to be sent, or refused. */
export function unsentIn(queue: Pick<Queue, 'context'>, table: string, key: string): CellUnsent | null {
  const cell = cellsOf(queue, table).get(key);
  return cell === undefined || cell.mode === 'saved' ? null : cell;
}
/** The key of the edit that was added last. */
export const latestKey = ({ context }: Queue): string => context.edits.at(-1)?.key ?? '';
