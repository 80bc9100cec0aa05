import type { Answer } from '../../../domain/contract/routes.ts';
import type { Row } from '../../../domain/contract/shapes.ts';
import type { RowsChange } from '../../machines/editQueue/types.ts';
import type { RowEdit, RowsMeant } from '../../machines/rowEdit/rowEdit.ts';
import { rowsBetween } from '../calls/rowsBetween.ts';
import type { ReadWindow } from '../calls/windows.ts';
import type { EditQueue } from './queue.ts';
import { throughQueue } from './throughQueue.ts';

/** The ids of the rows an edit applies to; those not loaded are loaded for it. */
async function idsOf(read: ReadWindow<Row>, { ids, between }: RowsMeant, signal: AbortSignal): Promise<readonly number[]> {
  const found = between ? await rowsBetween(read, between.from, between.to, signal) : [];
  return [...ids, ...found.map(({ id }) => id)];
}

interface EditedRows {
  /** Loads the list in the person's view. */
  readonly read: ReadWindow<Row>;
  readonly queue: EditQueue;
  readonly version: number;
  /** The list that is edited, and its name. */
  readonly table: string;
  readonly name: () => string;
}

/** Makes edits of whole rows. Returns the rows made or changed. */
export const rowEditing = ({ read, queue, version, table, name }: EditedRows) => {
  const changeOf = async (edit: RowEdit, signal: AbortSignal): Promise<RowsChange> => {
    if (edit.kind === 'step') return edit;
    const { rows, ...change } = edit;
    return { ...change, ids: await idsOf(read, rows, signal), ...(rows.withRowsOf && { withRowsOf: rows.withRowsOf }) };
  };
  return async (edit: RowEdit, signal: AbortSignal, showsInFull?: (error: unknown) => boolean): Promise<readonly number[]> => {
    const change = await changeOf(edit, signal);
    const answer = await throughQueue(queue, { kind: 'rows', version, table, name: name(), change }, signal, showsInFull);
    return (answer as Answer<'POST /lists/:id/rows/'>).ids;
  };
};
