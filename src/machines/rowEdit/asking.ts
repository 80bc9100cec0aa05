import type { ChosenRows } from './chosenRows.ts';
import type { RowEdit } from './rowEdit.ts';

/** The row at a place: null before the first one, undefined where it has not been read. */
type IdAt = (place: number) => number | null | undefined;

/** What can be done to chosen rows; each but the first two changes the list. */
export type RowAction = 'comments' | 'copy' | 'above' | 'below' | 'duplicate' | 'up' | 'down' | 'list' | 'delete';
interface Possible {
  /** How many rows the list has. */
  readonly count: number;
  readonly isFrozen: boolean;
  readonly hasOtherLists: boolean;
  readonly hasComments: boolean;
}

/** What can be done to the chosen rows, in the order it is offered in: comments are about one row, and a row at an end moves no further. */
export function possibleActions(chosen: ChosenRows, { count, isFrozen, hasOtherLists, hasComments }: Possible): readonly RowAction[] {
  const offered: Readonly<Record<RowAction, boolean>> = {
    comments: hasComments && chosen.count === 1,
    copy: true,
    above: !isFrozen,
    below: !isFrozen,
    duplicate: !isFrozen,
    up: !isFrozen && chosen.top > 0,
    down: !isFrozen && chosen.bottom < count - 1,
    list: !isFrozen && hasOtherLists,
    delete: !isFrozen,
  };
  return (Object.keys(offered) as RowAction[]).filter((action) => offered[action]);
}

/** As many rows are deleted without a question, because undo brings them back. */
const FEW = 3;
export const asksBeforeDeleting = ({ count }: ChosenRows): boolean => count > FEW;

/** The chosen rows below a place; null where they would stand as they do, or the row at that place is not known. */
function movedBelow(chosen: ChosenRows, listId: number, place: number, idAt: IdAt): RowEdit | null {
  const afterId = idAt(place);
  return afterId === undefined ? null : { kind: 'move', rows: chosen.rows, listId, afterId };
}
export const movedUp = (chosen: ChosenRows, listId: number, idAt: IdAt): RowEdit | null =>
  chosen.top === 0 ? null : movedBelow(chosen, listId, chosen.top - 2, idAt);
export const movedDown = (chosen: ChosenRows, listId: number, count: number, idAt: IdAt): RowEdit | null =>
  chosen.bottom >= count - 1 ? null : movedBelow(chosen, listId, chosen.bottom + 1, idAt);

/** The chosen rows dropped before the row of a place. */
export function dropped(chosen: ChosenRows, gap: number, listId: number, idAt: IdAt): RowEdit | null {
  const isTogether = chosen.count === chosen.bottom - chosen.top + 1;
  if (isTogether && gap >= chosen.top && gap <= chosen.bottom + 1) return null;
  // They stand behind the next row above that is not itself moved.
  const moved = new Set(chosen.rows.ids);
  let above = gap - 1;
  for (let id = idAt(above); id !== null && id !== undefined && moved.has(id); id = idAt(above)) above--;
  return movedBelow(chosen, listId, above, idAt);
}
