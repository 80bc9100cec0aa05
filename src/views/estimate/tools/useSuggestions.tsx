import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { SuggestedRow } from '../../../../domain/api/estimateShapes.ts';
import type { Row } from '../../../../domain/api/shapes.ts';
import { enteredIn } from '../../../../domain/entered.ts';
import { cellKey, unsentIn } from '../../../machines/editQueue/selectors.ts';
import { listTable } from '../../../machines/editQueue/tables.ts';
import { SUGGESTING, type Suggestion } from '../../../machines/suggestion/suggestion.ts';
import { m } from '../../../messages/messages.ts';
import { Suggestions } from '../../../ui/Suggestions.tsx';
import { useShowNotice } from '../../actum.tsx';
import { listTitle, shownUnitPrice } from '../../figures.tsx';
import { useEmitted } from '../../reading.ts';
import { useScreens } from '../../screens.tsx';
import type { ListTools } from './needs.ts';
import type { OpenList } from './types.ts';

const sourceOf = ({ project_name, list_title }: SuggestedRow) => `${project_name}, ${listTitle(list_title)}`;

const lineOf = (suggestion: Suggestion) =>
  suggestion.kind === 'unit'
    ? { name: suggestion.name, detail: suggestion.detail }
    : {
        name: [suggestion.row.code, suggestion.row.name].filter((text) => text !== '').join('  '),
        detail: (
          <>
            {suggestion.row.unit} <b className="num">{shownUnitPrice(suggestion.row.unit_total)}</b> {suggestion.row.currency} ·{' '}
            {sourceOf(suggestion.row)}
          </>
        ),
      };

interface Suggesting extends OpenList {
  readonly machine: ListTools['suggestions'];
}

/** Suggests units, and rows of other estimates, at the open editor. */
export function useSuggestions({ machine, ...open }: Suggesting) {
  const { grid, handle, rows, columns, list, addRow, count } = open;
  const suggestions = useActorRef(machine);
  const { items, at } = useSelector(suggestions, ({ context }) => context);
  const { queue } = useScreens();
  const showNotice = useShowNotice();
  const field = useRef<HTMLInputElement>(null);
  const lines = useMemo(() => items.map(lineOf), [items]);

  const takeRow = (taken: SuggestedRow) => {
    const index = grid.getSnapshot().context.cursor.row;
    const row: Row | undefined = rows.at(index);
    if (row === undefined) return;
    const { code, name, unit, unit_labour, unit_materials, unit_tools } = taken;
    grid.send({ type: 'edit.reverted' });
    if (rows.isEmptyRow(row)) {
      addRow({ fields: { code, name, unit, unit_labour, unit_materials, unit_tools } });
      grid.send({ type: 'rows.counted', rows: rows.places() ?? count });
    } else {
      const table = listTable(list.id);
      const quantity = unsentIn(queue.getSnapshot(), table, cellKey(row.id, 'quantity'))?.edit.text ?? enteredIn(row, 'quantity');
      const cells = [[code, name, unit, quantity, unit_labour, unit_materials, unit_tools]];
      queue.send({
        type: 'edit.added',
        edit: { kind: 'block', as: 'paste', table, list: list.id, rowId: row.id, field: 'code', decimal: '.', name, cells },
      });
    }
    grid.send({ type: 'cursor.placed', cursor: { row: index, col: columns.findIndex(({ id }) => id === 'quantity') } });
    showNotice(m.suggest_taken({ name, source: sourceOf(taken) }), 'done');
  };
  useEmitted(suggestions, 'suggestion.taken', ({ suggestion }) => {
    if (suggestion.kind === 'row') takeRow(suggestion.row);
    else grid.send({ type: 'edit.committed', text: suggestion.name, next: 'tab' });
  });

  const typed = ({ target }: Event): boolean => {
    if (!(target instanceof HTMLInputElement)) return false;
    const { row, col } = grid.getSnapshot().context.cursor;
    const sought = SUGGESTING.find((each) => each === columns[col]?.id);
    field.current = target;
    if (sought !== undefined && rows.at(row)?.kind === 'row') suggestions.send({ type: 'text.typed', field: sought, text: target.value });
    return false;
  };
  /** A unit is suggested before anything is typed. */
  const opened = (event: Event): boolean => columns[grid.getSnapshot().context.cursor.col]?.id === 'unit' && typed(event);
  const close = (): boolean => {
    suggestions.send({ type: 'list.closed' });
    return false;
  };
  const key = ({ key: name, target, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean => {
    const { items: offered, at: highlighted } = suggestions.getSnapshot().context;
    if (!(target instanceof HTMLInputElement) || isComposing || ctrlKey || metaKey || altKey || shiftKey || offered.length === 0)
      return false;
    if (name === 'ArrowDown') suggestions.send({ type: 'highlight.moved', by: 1 });
    // Arrow up out of the text moves to the row above, as everywhere.
    else if (name === 'ArrowUp' && highlighted !== -1) suggestions.send({ type: 'highlight.moved', by: -1 });
    else if ((name === 'Enter' || name === 'Tab') && highlighted !== -1) suggestions.send({ type: 'suggestion.chosen' });
    else if (name === 'Escape') close();
    else return false;
    return true;
  };
  // An answer may arrive after the editor was closed.
  useEffect(() => {
    const hearing = grid.subscribe((snapshot) => {
      if (!snapshot.matches('editing')) suggestions.send({ type: 'list.closed' });
    });
    return () => hearing.unsubscribe();
  }, [grid, suggestions]);
  // The list is positioned at its cell, so it closes when the table scrolls.
  useEffect(() => {
    const leave = new AbortController();
    handle.current?.element.addEventListener('scroll', () => suggestions.send({ type: 'list.closed' }), leave);
    return () => leave.abort();
  }, [handle, suggestions]);

  const host = handle.current?.element.parentElement;
  const node =
    items.length > 0 && host
      ? createPortal(
          <Suggestions
            field={field}
            label={m.suggest_list()}
            lines={lines}
            at={at}
            onPoint={(index) => suggestions.send({ type: 'suggestion.pointed', at: index })}
            onChoose={(index) => {
              suggestions.send({ type: 'suggestion.pointed', at: index });
              suggestions.send({ type: 'suggestion.chosen' });
            }}
          />,
          host,
        )
      : null;
  return { key, typed, opened, close, node };
}
