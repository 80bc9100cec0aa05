import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { RowEdit } from '../../../machines/rowEdit/rowEdit.ts';
import { m } from '../../../messages/messages.ts';
import { useOpenContextMenu } from '../../actum.tsx';
import { useScreenActions } from '../../palette/actions.ts';
import { type ChosenRows, chosenRows } from './choice.ts';
import type { ListTools } from './needs.ts';
import type { OpenList } from './types.ts';

/** As many rows are deleted without a question: undo brings them back. */
const FEW = 3;

/** The names of what is done to several rows are longer than those of one. */
const MENU_WIDTH = 208;

interface RowActions extends OpenList {
  readonly edits: ActorRefFrom<ListTools['rowEdits']>;
  readonly deletion: ActorRefFrom<ListTools['deletion']>;
  readonly moving: ActorRefFrom<ListTools['moving']>;
  readonly hasOtherLists: boolean;
  readonly copyNow: () => void;
  readonly fill: () => void;
}
interface Action {
  readonly id: string;
  readonly label: string;
  readonly destructive?: true;
  readonly run: () => void;
}

/** What can be done to whole rows: from the menu at the pointer, from the keyboard and from the palette. */
export function useRowActions(open: RowActions) {
  const { list, edits, handle, rows, count, blocked, deletion, moving, hasOtherLists, copyNow, fill, onComments } = open;
  const openMenu = useOpenContextMenu();
  const edit = (what: RowEdit) => edits.send({ type: 'edit.requested', edit: what });
  const idAt = (place: number): number | null => rows.at(place)?.id ?? null;
  const insertAfter = (place: number) => edit({ kind: 'insert', listId: list.id, afterId: idAt(place) });
  const move = ({ rows: meant }: ChosenRows, afterId: number | null) => edit({ kind: 'move', rows: meant, listId: list.id, afterId });
  const moveUp = (chosen: ChosenRows) => chosen.top > 0 && move(chosen, idAt(chosen.top - 2));
  const moveDown = (chosen: ChosenRows) => {
    const below = idAt(chosen.bottom + 1);
    if (below !== null) move(chosen, below);
  };
  const remove = (chosen: ChosenRows) =>
    chosen.count > FEW ? deletion.send({ type: 'dialog.opened', subject: chosen.rows }) : edit({ kind: 'delete', rows: chosen.rows });

  const commentsOn = (chosen: ChosenRows): readonly Action[] => {
    const row = rows.at(chosen.top);
    return row === undefined || onComments === undefined || chosen.count > 1
      ? []
      : [{ id: 'comments', label: m.comments(), run: () => onComments(row) }];
  };
  const actionsOn = (chosen: ChosenRows): readonly Action[] => [
    ...commentsOn(chosen),
    { id: 'copy', label: m.block_copy(), run: copyNow },
    ...(blocked !== null
      ? []
      : ([
          { id: 'above', label: m.rows_insert_above(), run: () => insertAfter(chosen.top - 1) },
          { id: 'below', label: m.rows_insert_below(), run: () => insertAfter(chosen.bottom) },
          {
            id: 'duplicate',
            label: chosen.count === 1 ? m.rows_duplicate() : m.rows_duplicate_many({ count: chosen.count }),
            run: () => edit({ kind: 'duplicate', rows: chosen.rows }),
          },
          ...(chosen.top > 0 ? [{ id: 'up', label: m.rows_move_up(), run: () => moveUp(chosen) }] : []),
          ...(chosen.bottom < count - 1 ? [{ id: 'down', label: m.rows_move_down(), run: () => moveDown(chosen) }] : []),
          ...(hasOtherLists
            ? [{ id: 'list', label: m.rows_move_to_list(), run: () => moving.send({ type: 'dialog.opened', subject: chosen.rows }) }]
            : []),
          {
            id: 'delete',
            label: chosen.count === 1 ? m.rows_delete() : m.rows_delete_many({ count: chosen.count }),
            destructive: true,
            run: () => remove(chosen),
          },
        ] satisfies Action[])),
  ];
  const run = (id: string) => () => {
    const chosen = chosenRows(open);
    if (chosen)
      actionsOn(chosen)
        .find((action) => action.id === id)
        ?.run();
  };
  useScreenActions([
    { name: m.rows_insert_row(), run: count === 0 ? () => insertAfter(-1) : run('below'), blocked },
    ...(count === 0
      ? []
      : [
          { name: m.rows_duplicate_row(), run: run('duplicate'), blocked },
          { name: m.rows_delete_row(), run: run('delete'), blocked },
          { name: m.block_fill_down(), run: fill, blocked },
          ...(hasOtherLists ? [{ name: m.rows_move_to_list(), run: run('list'), blocked }] : []),
        ]),
  ]);

  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    const openAt = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      if (row === null || event.target instanceof HTMLInputElement) return;
      const chosen = chosenRows(open);
      if (chosen === null) return;
      event.preventDefault();
      const actions = actionsOn(chosen);
      const byKey = event.button !== 2 && event.detail === 0 && event.clientX === 0;
      const box = (event.target as Element).getBoundingClientRect();
      openMenu({
        width: MENU_WIDTH,
        pageX: byKey ? box.left : event.pageX,
        pageY: byKey ? box.bottom : event.pageY,
        options: actions.map(({ run: _, ...option }) => option),
        onChosen: (id) => actions.find((action) => action.id === id)?.run(),
      });
    };
    element?.addEventListener('contextmenu', openAt, leave);
    return () => leave.abort();
  });

  const key = ({ key: name, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (!altKey || ctrlKey || metaKey || shiftKey || (name !== 'ArrowUp' && name !== 'ArrowDown')) return false;
    const chosen = blocked === null ? chosenRows(open) : null;
    if (chosen) (name === 'ArrowUp' ? moveUp : moveDown)(chosen);
    return true;
  };
  return { key, move, insertFirst: () => insertAfter(-1) };
}
