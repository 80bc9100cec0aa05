import { useActorRef } from '@xstate/react';
import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import type { Row } from '../../../domain/contract/shapes.ts';
import type { RowEdit } from '../../machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { m } from '../../messages/messages.ts';
import { useOpenContextMenu, useShowNotice } from '../actum.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import type { EstimateScreen } from '../screens.tsx';

interface RowActions {
  readonly machine: EstimateScreen['rowEdits'];
  readonly listId: number;
  readonly rows: RowStore<Row>;
  readonly count: number;
  /** Why nothing can be edited; null while it can. */
  readonly blocked: string | null;
  /** The row the cursor is in. */
  readonly current: () => number;
  /** Puts the cursor into a row. */
  readonly goTo: (place: number) => void;
  readonly onDone: () => void;
  /** Opens what is said about a row; undefined until that can be shown. */
  readonly onComments: ((row: Row) => void) | undefined;
}

/** What can be done to whole rows: from the menu at the pointer, from the keyboard's menu key and from the palette. */
export function useRowActions({ machine, listId, rows, count, blocked, current, goTo, onDone, onComments }: RowActions) {
  const edits = useActorRef(machine);
  const showNotice = useShowNotice();
  const openMenu = useOpenContextMenu();
  const wanted = useRef<number | null>(null);
  useEmitted(edits, 'edit.refused', ({ sentence }) => showNotice(sentence));
  useEmitted(edits, 'edit.done', onDone);
  // The new row is there only when the list has been read again.
  useEffect(
    () =>
      rows.subscribeArrivals(() => {
        if (wanted.current === null) return;
        goTo(wanted.current);
        wanted.current = null;
      }),
    [rows, goTo],
  );

  const edit = useCallback(
    (what: RowEdit, place: number | null = null) => {
      wanted.current = place;
      edits.send({ type: 'edit.requested', edit: what });
    },
    [edits],
  );
  const idAt = (place: number): number | null => rows.at(place)?.id ?? null;
  const insertAfter = (place: number) => edit({ kind: 'insert', listId, afterId: idAt(place) }, place + 1);
  const actionsAt = (place: number) => {
    const id = idAt(place);
    if (id === null) return [];
    const move = (afterId: number | null, to: number) => edit({ kind: 'move', ids: [id], listId, afterId }, to);
    return [
      { id: 'above', label: m.rows_insert_above(), run: () => insertAfter(place - 1) },
      { id: 'below', label: m.rows_insert_below(), run: () => insertAfter(place) },
      { id: 'duplicate', label: m.rows_duplicate(), run: () => edit({ kind: 'duplicate', ids: [id] }, place + 1) },
      ...(place > 0 ? [{ id: 'up', label: m.rows_move_up(), run: () => move(idAt(place - 2), place - 1) }] : []),
      ...(place < count - 1 ? [{ id: 'down', label: m.rows_move_down(), run: () => move(idAt(place + 1), place + 1) }] : []),
      { id: 'delete', label: m.rows_delete(), destructive: true, run: () => edit({ kind: 'delete', ids: [id] }, Math.max(0, place - 1)) },
    ];
  };

  const at = (run: (place: number) => void) => () => run(Math.min(current(), Math.max(0, count - 1)));
  const onCurrent = (id: string) =>
    at((place) =>
      actionsAt(place)
        .find((action) => action.id === id)
        ?.run(),
    );
  useScreenActions([
    { name: m.rows_insert_row(), run: count === 0 ? () => insertAfter(-1) : onCurrent('below'), blocked },
    ...(count === 0
      ? []
      : [
          { name: m.rows_duplicate_row(), run: onCurrent('duplicate'), blocked },
          { name: m.rows_delete_row(), run: onCurrent('delete'), blocked },
        ]),
  ]);

  const onContextMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (row === null || event.target instanceof HTMLInputElement) return;
    const place = Number(row.dataset.index);
    const commented = rows.at(place);
    const actions = [
      ...(commented && onComments ? [{ id: 'comments', label: m.comments(), run: () => onComments(commented) }] : []),
      ...(blocked === null ? actionsAt(place) : []),
    ];
    if (actions.length === 0) return;
    event.preventDefault();
    const byKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
    const box = (event.target as Element).getBoundingClientRect();
    openMenu({
      pageX: byKey ? box.left : event.pageX,
      pageY: byKey ? box.bottom : event.pageY,
      options: actions.map(({ id, label, ...rest }) => ({ id, label, ...('destructive' in rest && { destructive: true }) })),
      onChosen: (id) => actions.find((action) => action.id === id)?.run(),
    });
  };
  return { onContextMenu, insertFirst: () => insertAfter(-1) };
}
