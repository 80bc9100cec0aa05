import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Row } from '../../../../domain/api/shapes.ts';
import { isFolded } from '../../../../domain/rowView.ts';
import { asksBeforeDeleting, dropped, movedDown, movedUp, possibleActions, type RowAction } from '../../../machines/rowEdit/asking.ts';
import { type ChosenRows, chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import type { RowEdit } from '../../../machines/rowEdit/rowEdit.ts';
import { m } from '../../../messages/messages.ts';
import { useOpenContextMenu, useShowNotice } from '../../actum.tsx';
import { useScreenActions } from '../../palette/actions.ts';
import { placesIn } from './arranged.ts';
import type { ListTools } from './needs.ts';
import { rowMenu } from './rowMenu.ts';
import type { OpenList } from './types.ts';
import type { useNewRows } from './useNewRows.ts';
import { usePastOfRow } from './usePastOfRow.ts';

interface RowActions extends OpenList {
  readonly edits: ActorRefFrom<ListTools['rowEdits']>;
  readonly deletion: ActorRefFrom<ListTools['deletion']>;
  readonly section: ActorRefFrom<ListTools['section']>;
  readonly moving: ActorRefFrom<ListTools['moving']>;
  readonly hasOtherLists: boolean;
  readonly newRows: ReturnType<typeof useNewRows>;
  readonly onCopy: () => void;
  readonly onFill: () => void;
  readonly onFillRight: () => void;
}

/** The actions on whole rows, from the menu at the pointer, the keyboard and the palette. */
export function useRowActions(open: RowActions) {
  const {
    grid,
    list,
    edits,
    handle,
    rows,
    count,
    blocked,
    view,
    deletion,
    section,
    moving,
    hasOtherLists,
    onCopy,
    onFill,
    onFillRight,
    onComments,
  } = open;
  const past = usePastOfRow(open);
  const { newRows } = open;
  const showNotice = useShowNotice();
  const openMenu = useOpenContextMenu();
  const isHiding = (row: Row | undefined) => row?.kind === 'section' && isFolded(view, row);
  const chosenNow = () => chosenRows(grid.getSnapshot().context, rows, count, list.id, isHiding);
  const shown = {
    // After the empty row means after the last one.
    idAt: (index: number) => (index < 0 || count === 0 ? null : rows.at(Math.min(index, count - 1))?.id),
    isFoldedAt: (index: number) => isHiding(rows.at(Math.min(index, count - 1))) === true,
  };
  const { placeless, blockedPlace } = placesIn(view, blocked);
  const edit = (wanted: RowEdit | null) => wanted && edits.send({ type: 'edit.requested', edit: wanted });
  /** An edit of a heading asks whether to include its rows; a folded heading includes them without a question. */
  const editOf = ({ known: [heading], count: chosen, rows: meant }: ChosenRows, alone: RowEdit | null, whole: RowEdit | null) => {
    const hasRows = chosen === 1 && heading?.kind === 'section' && whole !== null && (heading.row_count > 0 || hasPart(heading));
    if (!hasRows || heading === undefined) edit(alone);
    else if (meant.withRowsOf !== undefined) edit(whole);
    else if (alone !== null) section.send({ type: 'dialog.opened', subject: { heading, alone, whole } });
    else edit(whole);
  };
  const hasPart = ({ id }: Row) => {
    const below = rows.at((rows.indexOf(id) ?? 0) + 1);
    return below?.section_id === id;
  };
  const wholeOf = ({ rows: meant, known: [heading] }: ChosenRows) => ({ ...meant, withRowsOf: heading ? [heading.id] : [] });
  const stepped = ({ known: [heading] }: ChosenRows, by: 1 | -1): RowEdit | null => (heading ? { kind: 'step', id: heading.id, by } : null);
  const doers: Readonly<Record<RowAction, (chosen: ChosenRows) => void>> = {
    comments: ({ known: [row] }) => row && onComments(row),
    ...past.doers,
    copy: onCopy,
    above: ({ top }) => newRows.insertBelow(top - 1, 'row', shown.isFoldedAt(top - 1)),
    below: ({ bottom }) => newRows.insertBelow(bottom),
    duplicate: (chosen) => editOf(chosen, { kind: 'duplicate', rows: chosen.rows }, { kind: 'duplicate', rows: wholeOf(chosen) }),
    up: (chosen) => editOf(chosen, movedUp(chosen, list.id, shown), stepped(chosen, -1)),
    down: (chosen) => editOf(chosen, movedDown(chosen, list.id, count, shown), stepped(chosen, 1)),
    list: (chosen) => moving.send({ type: 'dialog.opened', subject: chosen.rows }),
    delete: (chosen) => {
      const [heading] = chosen.known;
      if (chosen.count === 1 && heading?.kind === 'section' && !isHiding(heading))
        editOf(chosen, { kind: 'delete', rows: chosen.rows }, { kind: 'delete', rows: wholeOf(chosen) });
      else if (asksBeforeDeleting(chosen)) deletion.send({ type: 'dialog.opened', subject: chosen.rows });
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
    { name: m.block_fill_right(), run: onFillRight, blocked },
    ...(hasOtherLists ? [{ name: m.rows_move_to_list(), run: run('list'), blocked }] : []),
  ];
  useScreenActions([
    ...(count === 0 ? [] : [{ name: m.history_this_row(), run: run('past') }]),
    { name: m.rows_insert_row(), run: () => newRows.insert(), blocked: blockedPlace },
    { name: m.rows_add_section(), run: () => newRows.insert('section'), blocked: blockedPlace },
    ...(count === 0 ? [] : ofRows),
  ]);

  useEffect(() => {
    const leave = new AbortController();
    const openAt = (event: MouseEvent) => {
      const target = event.target as Element;
      const chosen = target.closest('[data-index]') && !(target instanceof HTMLInputElement) ? chosenNow() : null;
      if (chosen === null) return;
      event.preventDefault();
      const hasPast = past.hasPast(chosen);
      const actions = possibleActions(chosen, {
        count,
        isFrozen: blocked !== null,
        hasOtherLists,
        hasPast,
        hasCell: past.hasCell(),
        isArranged: placeless !== null,
      });
      openMenu({ ...rowMenu(event, actions, chosen.count), onChosen: (id) => doers[id as RowAction](chosen) });
    };
    handle.current?.element.addEventListener('contextmenu', openAt, leave);
    return () => leave.abort();
  });

  const key = ({ key: name, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (!altKey || ctrlKey || metaKey || shiftKey || (name !== 'ArrowUp' && name !== 'ArrowDown')) return false;
    if (placeless !== null) showNotice(placeless);
    else if (blocked === null) run(name === 'ArrowUp' ? 'up' : 'down')();
    return true;
  };
  const drop = (gap: number) => {
    const chosen = chosenNow();
    if (chosen === null) return;
    const alone = dropped(chosen, gap, list.id, shown);
    const whole = alone?.kind === 'move' ? { ...alone, rows: wholeOf(chosen) } : null;
    editOf(chosen, alone, whole);
  };
  return { key, drop };
}
