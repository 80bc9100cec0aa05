import type { ChosenRows } from './chosenRows.ts';
import type { RowEdit } from './rowEdit.ts';

/** The rows of the list as they are shown. */
interface ShownRows {
  /** The row at an index: null before the first one, undefined where it is not loaded. */
  readonly idAt: (index: number) => number | null | undefined;
  /** Whether the row at an index is a heading that hides its rows. */
  readonly isFoldedAt: (index: number) => boolean;
}

/** The actions on chosen rows; each but the first four changes the list. */
export type RowAction = 'comments' | 'past' | 'pastOfCell' | 'copy' | 'above' | 'below' | 'duplicate' | 'up' | 'down' | 'list' | 'delete';
interface Possible {
  /** How many rows the list has. */
  readonly count: number;
  readonly isFrozen: boolean;
  readonly hasOtherLists: boolean;
  /** Whether the row exists on the server. */
  readonly hasPast: boolean;
  /** Whether the cell under the cursor is one that people fill in. */
  readonly hasCell: boolean;
  /** Whether rows are sorted or filtered: then rows cannot be placed between two others. */
  readonly isArranged: boolean;
}

/** The actions possible on the chosen rows, in menu order: comments are about one row, and a row at an end moves no further. */
export function possibleActions(
  chosen: ChosenRows,
  { count, isFrozen, hasOtherLists, hasPast, hasCell, isArranged }: Possible,
): readonly RowAction[] {
  const offered: Readonly<Record<RowAction, boolean>> = {
    comments: hasPast && chosen.count === 1,
    past: hasPast && chosen.count === 1,
    pastOfCell: hasPast && hasCell && chosen.count === 1,
    copy: true,
    above: !isFrozen && !isArranged,
    below: !isFrozen && !isArranged,
    duplicate: !isFrozen,
    up: !isFrozen && !isArranged && chosen.top > 0,
    down: !isFrozen && !isArranged && chosen.bottom < count - 1,
    list: !isFrozen && hasOtherLists,
    delete: !isFrozen,
  };
  return (Object.keys(offered) as RowAction[]).filter((action) => offered[action]);
}

/** The number of rows deleted without a question, because undo brings them back. */
const FEW = 3;
export const asksBeforeDeleting = ({ count, rows }: ChosenRows): boolean => count > FEW || (rows.withRowsOf ?? []).length > 0;

/** The position after the row at an index and the rows it hides; null where that row is not loaded. */
function behind(index: number, { idAt, isFoldedAt }: ShownRows) {
  const afterId = idAt(index);
  return afterId === undefined ? null : { afterId, ...(isFoldedAt(index) && { pastRows: true }) };
}

/** Moves the chosen rows below an index; null where nothing would move, or the row at that index is not loaded. */
function movedBelow(chosen: ChosenRows, listId: number, index: number, shown: ShownRows): RowEdit | null {
  const at = behind(index, shown);
  return at && { kind: 'move', rows: chosen.rows, listId, ...at };
}
export const movedUp = (chosen: ChosenRows, listId: number, shown: ShownRows): RowEdit | null =>
  chosen.top === 0 ? null : movedBelow(chosen, listId, chosen.top - 2, shown);
export const movedDown = (chosen: ChosenRows, listId: number, count: number, shown: ShownRows): RowEdit | null =>
  chosen.bottom >= count - 1 ? null : movedBelow(chosen, listId, chosen.bottom + 1, shown);

/** Moves the chosen rows before the row at an index (`gap`). */
export function dropped(chosen: ChosenRows, gap: number, listId: number, shown: ShownRows): RowEdit | null {
  const isTogether = chosen.count === chosen.bottom - chosen.top + 1;
  if (isTogether && gap >= chosen.top && gap <= chosen.bottom + 1) return null;
  // They go after the next row above that is not itself moved.
  const moved = new Set(chosen.rows.ids);
  let above = gap - 1;
  for (let id = shown.idAt(above); id !== null && id !== undefined && moved.has(id); id = shown.idAt(above)) above--;
  return movedBelow(chosen, listId, above, shown);
}
