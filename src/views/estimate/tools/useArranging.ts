import { useEffect } from 'react';
import { isArranged, isTextField, VIEW_FIELDS, type ViewField } from '../../../../domain/rowView.ts';
import { m } from '../../../messages/messages.ts';
import { useActionsMenu } from '../../menus.tsx';
import { useScreenActions } from '../../palette/actions.ts';
import { sortedBy } from '../../sections/arrangement.ts';
import type { OpenList } from './types.ts';

/** Sorts and filters from the headings of the columns, by Ctrl, Shift and L, and from the palette. */
export function useArranging({ grid, handle, columns, count, view, viewing }: OpenList, wasEdgePressed: () => boolean) {
  const menu = useActionsMenu();
  const fieldAt = (col: number): ViewField | undefined => VIEW_FIELDS.find((field) => field === columns[col]?.id);
  const ask = (field: ViewField) => viewing.send({ type: 'arranging.asked', field });
  const askHere = () => ask(fieldAt(grid.getSnapshot().context.cursor.col) ?? 'name');
  const sort = (field: ViewField, falling: boolean | null) => () =>
    viewing.send({ type: 'arrangement.given', arrangement: sortedBy(view, falling === null ? null : { field, falling }) });
  useScreenActions(
    count === 0 && !isArranged(view)
      ? []
      : [
          { name: m.view_title(), run: askHere },
          ...(isArranged(view)
            ? [{ name: m.view_clear(), run: () => viewing.send({ type: 'arrangement.given', arrangement: { sort: null, filters: [] } }) }]
            : []),
        ],
  );

  useEffect(() => {
    const leave = new AbortController();
    const open = (event: MouseEvent) => {
      const heading = event.target instanceof Element ? event.target.closest('[role=columnheader]:not([aria-colspan])') : null;
      const field = fieldAt(Number(heading?.getAttribute('aria-colindex') ?? 0) - 1);
      if (heading === null || field === undefined || getSelection()?.isCollapsed === false) return;
      if (event.type === 'click' && wasEdgePressed()) return;
      event.preventDefault();
      const { left, bottom } = heading.getBoundingClientRect();
      menu.openAt({ pageX: Math.max(left, event.clientX - 24), pageY: bottom }, [
        { id: 'rising', label: m.view_rising(), run: sort(field, false) },
        { id: 'falling', label: m.view_falling(), run: sort(field, true) },
        ...(view.sort?.field === field ? [{ id: 'stored', label: m.view_stored(), run: sort(field, null) }] : []),
        { id: 'filter', label: isTextField(field) ? `${m.view_contains()} …` : `${m.view_from()} … ${m.view_to()}`, run: () => ask(field) },
      ]);
    };
    const element = handle.current?.element;
    element?.addEventListener('click', open, leave);
    element?.addEventListener('contextmenu', open, leave);
    return () => leave.abort();
  });

  return (event: KeyboardEvent): boolean => {
    const isAsked = event.key.toLowerCase() === 'l' && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isAsked) askHere();
    return isAsked;
  };
}
