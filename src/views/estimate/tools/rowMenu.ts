import type { RowAction } from '../../../machines/rowEdit/asking.ts';
import { m } from '../../../messages/messages.ts';

/** Wider, because the names of actions on several rows are longer. */
const WIDTH = 208;

function labelOf(action: RowAction, count: number): string {
  const labels: Readonly<Record<RowAction, () => string>> = {
    comments: m.comments,
    past: m.history_this_row,
    pastOfCell: m.history_this_cell,
    copy: m.block_copy,
    above: m.rows_insert_above,
    below: m.rows_insert_below,
    duplicate: () => (count === 1 ? m.rows_duplicate() : m.rows_duplicate_many({ count })),
    up: m.rows_move_up,
    down: m.rows_move_down,
    list: m.rows_move_to_list,
    delete: () => (count === 1 ? m.rows_delete() : m.rows_delete_many({ count })),
  };
  return labels[action]();
}

/** The menu of actions on the given number of rows, at the pointer, or below the cell when a key opens it. */
export function rowMenu(event: MouseEvent, actions: readonly RowAction[], count: number) {
  const isByKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
  const { left, bottom } = (event.target as Element).getBoundingClientRect();
  return {
    width: WIDTH,
    pageX: isByKey ? left : event.pageX,
    pageY: isByKey ? bottom : event.pageY,
    options: actions.map((id) => ({ id, label: labelOf(id, count), ...(id === 'delete' && { destructive: true as const }) })),
  };
}
