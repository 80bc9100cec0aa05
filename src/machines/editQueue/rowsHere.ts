/** Local rows, which the server has not made yet: edits name them by negative ids of this device, and wait until the server's id is known. */
import { isRowNumber } from '../../../domain/rowFields.ts';
import {
  type BlockEdit,
  type CellEdit,
  type Edit,
  isSameField,
  isToSend,
  type NewEdit,
  type RowInsert,
  type RowMade,
  type RowsEdit,
} from './types.ts';

const isHere = (id: number | null | undefined): id is number => typeof id === 'number' && id < 0;

type InsertEdit = RowsEdit & { readonly change: RowInsert };
export const isInsert = (edit: Edit | NewEdit): edit is InsertEdit => edit.kind === 'rows' && edit.change.kind === 'insert';

/** The local rows that must be saved before an edit can be sent, by their ids. */
export function rowsNamed(edit: Edit | NewEdit): readonly number[] {
  if (edit.kind === 'cell') return [edit.id].filter(isHere);
  if (edit.kind === 'block') return [...new Set([edit.rowId, ...(edit.rowIds ?? [])])].filter(isHere);
  const { change } = edit;
  if (change.kind === 'step') return [change.id].filter(isHere);
  const after = change.kind === 'insert' || change.kind === 'move' ? [change.afterId] : [];
  return [...after, ...(change.kind === 'insert' ? [] : change.ids)].filter(isHere);
}
/** An edit of a local row cannot be sent yet. */
export const isHeld = (edit: Edit): boolean => rowsNamed(edit).length > 0;

/** The edit with a local row's id replaced by the id the server gave it. */
export function onMade<E extends Edit | NewEdit>(edit: E, { here, id, revision }: RowMade): E {
  if (!rowsNamed(edit).includes(here)) return edit;
  const known = (named: number) => (named === here ? id : named);
  if (edit.kind === 'cell') return { ...edit, id, revision };
  if (edit.kind === 'block') {
    const { rowId, rowIds } = edit;
    return { ...edit, rowId: rowId === here ? id : rowId, ...(rowIds && { rowIds: rowIds.map(known) }) };
  }
  const { change } = edit;
  if (change.kind === 'step') return { ...edit, change: { ...change, id } };
  const after = 'afterId' in change && change.afterId === here ? { afterId: id } : {};
  return {
    ...edit,
    change: {
      ...change,
      ...after,
      ...('ids' in change && { ids: change.ids.map(known), ...(change.withRowsOf && { withRowsOf: change.withRowsOf.map(known) }) }),
    },
  };
}

const insertOf = (edits: readonly Edit[], here: number) =>
  edits.find((edit): edit is Edit & InsertEdit => isInsert(edit) && edit.change.row.id === here);

/**
 * The queue with a refused row sent again, with these texts typed into it since. Its key is new, because the server stores a refusal as the answer to
 * the old one.
 */
function sendingAgain(edits: readonly Edit[], insert: Edit & InsertEdit, key: string, typed: readonly CellEdit[]): readonly Edit[] {
  const { row } = insert.change;
  const fields = { ...row.fields, ...Object.fromEntries(typed.map(({ field, text }) => [field, text])) };
  const again: Edit = { ...insert, key, problem: null, change: { ...insert.change, row: { ...row, fields } } };
  return edits.filter((edit) => !typed.some((cell) => isSameField(edit, cell))).map((edit) => (edit.key === insert.key ? again : edit));
}

const typedInto = (edits: readonly Edit[], { change }: InsertEdit): readonly CellEdit[] =>
  edits.filter((edit) => edit.kind === 'cell').filter(({ id }) => id === change.row.id);

/** A refused row is sent again as soon as the person types into it or places another row after it; the new text is sent with it. */
export function withSentAgain(edits: readonly Edit[], added: Edit, key: string): readonly Edit[] {
  const insert = rowsNamed(added)
    .map((here) => insertOf(edits, here))
    .find((found) => found !== undefined && !isToSend(found));
  if (insert === undefined) return [...edits, added];
  return added.kind === 'cell'
    ? sendingAgain(edits, insert, key, [...typedInto(edits, insert), added])
    : [...sendingAgain(edits, insert, key, typedInto(edits, insert)), added];
}

/** A row that is refused after the person has typed into it is sent again with the new texts, because they may correct it; null if there are none. */
export function withCorrected(edits: readonly Edit[], refused: Edit): readonly Edit[] | null {
  const typed = isInsert(refused) ? typedInto(edits, refused) : [];
  return isInsert(refused) && typed.length > 0 ? sendingAgain(edits, refused, `${refused.key}.corrected`, typed) : null;
}

/**
 * A block without one of its rows. It is empty when only that row was left, and for a series, whose lines skip headings and so do not match rows one to one.
 */
function withoutLine(edit: Edit & BlockEdit, here: number): readonly Edit[] {
  const at = edit.rowIds?.indexOf(here) ?? -1;
  const [rowIds, cells] = [edit.rowIds?.toSpliced(at, 1) ?? [], edit.cells.toSpliced(at, 1)];
  const isSame = edit.as !== 'fill' || edit.cells.every((line) => String(line) === String(edit.cells[0]));
  return at === -1 || rowIds.length === 0 || !isSame ? [] : [{ ...edit, rowId: rowIds[0] ?? null, rowIds, cells }];
}

/** The queue without a row that the person gives up: edits of it are dropped, and rows to be placed after it take its position. */
export function withoutRow(edits: readonly Edit[], gone: InsertEdit): readonly Edit[] {
  const here = gone.change.row.id;
  return edits.flatMap((edit): readonly Edit[] => {
    if (!rowsNamed(edit).includes(here)) return [edit];
    if (edit.kind === 'block') return withoutLine(edit, here);
    if (edit.kind !== 'rows') return [];
    const { change } = edit;
    if (change.kind === 'step') return [];
    const { afterId: _, ...unplaced } = change.kind === 'insert' || change.kind === 'move' ? change : { ...change, afterId: null };
    const { afterId } = gone.change;
    const placed = 'afterId' in change && change.afterId === here ? { ...unplaced, ...(afterId !== undefined && { afterId }) } : change;
    if (placed.kind === 'insert') return [{ ...edit, change: placed }];
    const ids = placed.ids.filter((id) => id !== here);
    return ids.length === 0 ? [] : [{ ...edit, change: { ...placed, ids } }];
  });
}

/** The texts typed into a row before it was sent, as edits of its cells. */
export const cellsOfInsert = ({ key, table, name, problem, change: { row } }: Edit & InsertEdit): readonly CellEdit[] =>
  Object.entries(row.fields).map(([field, text]) => ({
    kind: 'cell',
    key,
    table,
    name,
    problem,
    route: 'PUT /rows/:id/',
    id: row.id,
    field,
    text,
    reads: isRowNumber(field) ? 'number' : 'text',
    value: '',
    revision: 0,
    within: null,
  }));
