import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { asksBeforeDeleting, dropped, movedDown, movedUp, possibleActions, type RowAction } from '../../../machines/rowEdit/asking.ts';
import { type ChosenRows, chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import type { RowEdit } from '../../../machines/rowEdit/rowEdit.ts';
import { m } from '../../../messages/messages.ts';
import { useOpenContextMenu } from '../../actum.tsx';
import { useScreenActions } from '../../palette/actions.ts';
import type { ListTools } from './needs.ts';
import { rowMenu } from './rowMenu.ts';
import type { OpenList } from './types.ts';
import type { useNewRows } from './useNewRows.ts';

interface RowActions extends OpenList {
  readonly edits: ActorRefFrom<ListTools['rowEdits']>;
  readonly deletion: ActorRefFrom<ListTools['deletion']>;
  readonly moving: ActorRefFrom<ListTools['moving']>;
  readonly hasOtherLists: boolean;
  readonly newRows: ReturnType<typeof useNewRows>;
  readonly onCopy: () => void;
  readonly onFill: () => void;
}

/** The actions on whole rows, from the menu at the pointer, the keyboard and the palette. */
export function useRowActions(open: RowActions) {
  const { grid, list, edits, handle, rows, count, blocked, deletion, moving, hasOtherLists, onCopy, onFill, onComments, newRows } = open;
  const openMenu = useOpenContextMenu();
  const chosenNow = () => chosenRows(grid.getSnapshot().context, rows, count, list.id);
  // Behind the empty row at the end is behind the last one.
  const idAt = (place: number) => (place < 0 || count === 0 ? null : rows.at(Math.min(place, count - 1))?.id);
  const edit = (wanted: RowEdit | null) => wanted && edits.send({ type: 'edit.requested', edit: wanted });
  const doers: Readonly<Record<RowAction, (chosen: ChosenRows) => void>> = {
    comments: ({ known: [row] }) => row && onComments?.(row),
    copy: onCopy,
    above: ({ top }) => newRows.insertBelow(top - 1),
    below: ({ bottom }) => newRows.insertBelow(bottom),
    duplicate: (chosen) => edit({ kind: 'duplicate', rows: chosen.rows }),
    up: (chosen) => edit(movedUp(chosen, list.id, idAt)),
    down: (chosen) => edit(movedDown(chosen, list.id, count, idAt)),
    list: (chosen) => moving.send({ type: 'dialog.opened', subject: chosen.rows }),
    delete: (chosen) => {
      if (asksBeforeDeleting(chosen)) deletion.send({ type: 'dialog.opened', subject: chosen.rows });
      else edit({ kind: 'delete', rows: chosen.rows });
    },
  };
  const run = (action: RowAction) => () => {
    const chosen = chosenNow();
    if (chosen) doers[action](chosen);
  };
  const ofRows = [
    { name: m.rows_duplicate_row(), run: run('duplicate'), blocked },
    { name: m.rows_delete_row(), run: run('delete'), blocked },
    { name: m.block_fill_down(), run: onFill, blocked },
    ...(hasOtherLists ? [{ name: m.rows_move_to_list(), run: run('list'), blocked }] : []),
  ];
  useScreenActions([
    { name: m.rows_insert_row(), run: () => newRows.insert(), blocked },
    { name: m.rows_add_section(), run: () => newRows.insert('section'), blocked },
    ...(count === 0 ? [] : ofRows),
  ]);

  useEffect(() => {
    const leave = new AbortController();
    const openAt = (event: MouseEvent) => {
      const target = event.target as Element;
      const chosen = target.closest('[data-index]') && !(target instanceof HTMLInputElement) ? chosenNow() : null;
      if (chosen === null) return;
      event.preventDefault();
      const hasComments = onComments !== undefined && chosen.known.length === 1 && chosen.known.every(({ id }) => id > 0);
      const actions = possibleActions(chosen, { count, isFrozen: blocked !== null, hasOtherLists, hasComments });
      openMenu({ ...rowMenu(event, actions, chosen.count), onChosen: (id) => doers[id as RowAction](chosen) });
    };
    handle.current?.element.addEventListener('contextmenu', openAt, leave);
    return () => leave.abort();
  });

  const key = ({ key: name, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (!altKey || ctrlKey || metaKey || shiftKey || (name !== 'ArrowUp' && name !== 'ArrowDown')) return false;
    if (blocked === null) run(name === 'ArrowUp' ? 'up' : 'down')();
    return true;
  };
  const drop = (gap: number) => {
    const chosen = chosenNow();
    if (chosen) edit(dropped(chosen, gap, list.id, idAt));
  };
  return { key, drop };
}
