import { NotMade } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Row } from '../../../domain/api/shapes.ts';
import { rowsMoved } from '../../../domain/sentences/editing.ts';
import type { RowsChange } from '../../machines/editQueue/types.ts';
import type { RowEdit, RowsMeant } from '../../machines/rowEdit/rowEdit.ts';
import { rowsBetween } from '../calls/rowsBetween.ts';
import type { ReadWindow } from '../calls/windows.ts';
import type { EditQueue } from './queue.ts';
import { savedFirst } from './savedFirst.ts';
import { throughQueue } from './throughQueue.ts';

/**
 * The ids of the rows an edit applies to; those not loaded are loaded for it. Throws `NotMade` when the list has changed since they were chosen, because
 * other rows are in their place now.
 */
async function idsOf({ read, queue }: EditedRows, { ids, between }: RowsMeant, signal: AbortSignal): Promise<readonly number[]> {
  if (between === undefined) return ids;
  const { from, to, seen } = between;
  // The server does not count rows that it has not made yet, so they are saved first.
  await savedFirst(queue, signal);
  const found = await rowsBetween(read, from, to, signal);
  if (found.length <= to - from || seen.some(({ index, id }) => found[index - from]?.id !== id)) throw new NotMade(rowsMoved());
  return [...ids, ...found.map(({ id }) => id)];
}

export interface EditedRows {
  /** Loads the list in the person's view. */
  readonly read: ReadWindow<Row>;
  readonly queue: EditQueue;
  readonly version: number;
  /** The list that is edited, as the queue names it, and its name. */
  readonly table: string;
  readonly name: () => string;
}

/** Makes edits of whole rows. Returns the rows made or changed. */
export const rowEditing = (edited: EditedRows) => {
  const { queue, version, table, name } = edited;
  const changeOf = async (edit: RowEdit, signal: AbortSignal): Promise<RowsChange> => {
    if (edit.kind === 'step') return edit;
    const { rows, ...change } = edit;
    return { ...change, ids: await idsOf(edited, rows, signal), ...(rows.withRowsOf && { withRowsOf: rows.withRowsOf }) };
  };
  return async (edit: RowEdit, signal: AbortSignal, showsInFull?: (error: unknown) => boolean): Promise<readonly number[]> => {
    const change = await changeOf(edit, signal);
    const answer = await throughQueue(queue, { kind: 'rows', version, table, name: name(), change }, signal, showsInFull);
    return (answer as Answer<'POST /lists/:id/rows/'>).ids;
  };
};
