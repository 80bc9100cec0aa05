import { useEffect } from 'react';
import type { Row } from '../../../../domain/api/shapes.ts';
import { ROW_TEXTS } from '../../../../domain/rowFields.ts';
import { isArranged } from '../../../../domain/rowView.ts';
import { chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import { enteredText } from '../../../ui/grid/keys.ts';
import { focusTable } from '../../../ui/grid/pointing.ts';
import { useShowNotice } from '../../actum.tsx';
import { placesIn } from './arranged.ts';
import type { OpenList } from './types.ts';

/** Adds rows and section headings: on screen at once, with the cursor in them. */
export function useNewRows({ grid, handle, rows, columns, count, list, blocked, addRow, isNarrow, view }: OpenList) {
  const showNotice = useShowNotice();
  const { placeless, blockedPlace } = placesIn(view, blocked);
  const colOf = (id: string) => columns.findIndex((column) => column.id === id);
  const firstCol = ROW_TEXTS.map(colOf).find((col) => col !== -1) ?? 0;
  const goTo = (index: number, kind: Row['kind']) => {
    const { col } = grid.getSnapshot().context.cursor;
    const isTyped = columns[col]?.accepts !== undefined && kind === 'row';
    const first = kind === 'section' ? colOf('name') : firstCol;
    const cursor = { row: index, col: isTyped ? col : first };
    // The table must know of the row before its cursor moves there.
    grid.send({ type: 'rows.counted', rows: rows.places() ?? count });
    grid.send({ type: 'cursor.placed', cursor });
    handle.current?.show(cursor);
    focusTable(handle.current?.element);
  };
  /** Inserts below the row at an index; -1 is the start of the list. */
  const insertBelow = (index: number, kind: Row['kind'] = 'row', pastRows = false) => {
    const afterId = index < 0 ? null : index >= count ? undefined : rows.at(index)?.id;
    // A row that is not loaded has no known id.
    if (blockedPlace !== null || (index < count && afterId === undefined)) return;
    // The empty row at the end is a new row already.
    if (index >= count && kind === 'row' && rows.places() !== count) return goTo(count, kind);
    goTo(rows.indexOf(addRow({ afterId, kind, ...(pastRows && { pastRows }) })) ?? count, kind);
  };
  /** Below the selected rows, else below the row of the cursor. */
  const insert = (kind: Row['kind'] = 'row') => {
    const { context } = grid.getSnapshot();
    insertBelow(chosenRows(context, rows, count, list.id)?.bottom ?? count, kind);
  };
  const key = (event: KeyboardEvent): boolean => {
    const { key: name, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const isInsert = name === 'Insert' && !ctrlKey && !metaKey && !shiftKey;
    const isEnter = name === 'Enter' && (ctrlKey || metaKey) && !altKey;
    if (!isInsert && !isEnter) return false;
    if (target instanceof HTMLInputElement) grid.send({ type: 'edit.committed', text: enteredText(target), next: null });
    if (placeless !== null) showNotice(placeless);
    else insert((isInsert ? altKey : shiftKey) ? 'section' : 'row');
    return true;
  };
  // Text typed into a list that was just opened goes into its empty row.
  const isEmpty = count === 0 && !isArranged(view) && blocked === null && !isNarrow;
  useEffect(() => {
    if (!isEmpty || document.activeElement?.matches('input, [role=dialog] *')) return;
    grid.send({ type: 'cursor.placed', cursor: { row: 0, col: firstCol } });
    focusTable(handle.current?.element);
  }, [isEmpty, grid, handle, firstCol]);
  return { key, insert, insertBelow, blockedPlace };
}
