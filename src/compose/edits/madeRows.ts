import type { Row, VersionSummary } from '../../../domain/api/shapes.ts';
import { SCALE } from '../../../domain/decimal.ts';
import { isNumber } from '../../../domain/numbers.ts';
import { FILLED_FIELDS, isRowNumber, ROW_NUMBERS, type ROW_TEXTS } from '../../../domain/rowFields.ts';
import { AS_STORED, isArranged, type RowView } from '../../../domain/rowView.ts';
import { isInsert } from '../../machines/editQueue/rowsHere.ts';
import { listTable } from '../../machines/editQueue/tables.ts';
import type { Edit, RowHere } from '../../machines/editQueue/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { MadeRow } from '../../machines/rowWindow/madeRows.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { idHere } from '../calls/idHere.ts';
import type { EditQueue } from './queue.ts';

interface NewRowHere {
  readonly version: number;
  readonly list: number;
  readonly title: string;
  /** Null is the start of the list, absent its end. */
  readonly afterId?: number | null | undefined;
  readonly pastRows?: boolean;
  readonly kind?: RowHere['kind'];
  readonly fields?: RowHere['fields'];
}

const workedOut = (value: string) => ({ unit_total: value, labour: value, materials: value, tools: value, total: value });
const EMPTY_TEXTS: Readonly<Record<(typeof ROW_TEXTS)[number], string>> = { code: '', name: '', unit: '' };
const numbers = (value: string) =>
  Object.fromEntries(ROW_NUMBERS.map((field) => [field, value])) as Record<(typeof ROW_NUMBERS)[number], string>;

/** The empty row at the end: its numbers are blank, not 0. */
const emptyRow = (listId: number): Row => ({
  id: idHere(),
  list_id: listId,
  order: 0,
  kind: 'row',
  revision: 0,
  level: 0,
  section_id: 0,
  row_count: 0,
  ...EMPTY_TEXTS,
  ...numbers(''),
  ...workedOut(''),
});

const rowOf = (listId: number, { id, kind, fields }: RowHere): Row => {
  // A formula, or a text that will be refused, is shown as typed, because the row has no number for it yet.
  const isKnown = (field: string, text: string) => !isRowNumber(field) || isNumber(text, SCALE.quantity);
  const filled = Object.fromEntries(
    FILLED_FIELDS.flatMap((field) => {
      const text = fields[field];
      return text === undefined || !isKnown(field, text) ? [] : [[field, text]];
    }),
  );
  return { ...emptyRow(listId), id, kind, ...(kind === 'section' && { level: 1 }), ...numbers('0'), ...workedOut('0'), ...filled };
};

/** Shows the local rows of a list, and keeps an empty row at its end while the list is editable. */
export function showingMadeRows(
  queue: EditQueue,
  listId: number,
  rows: RowStore<Row>,
  summary: ValueStore<VersionSummary>,
  view: ValueStore<RowView>,
): () => () => void {
  let isOpen = false;
  const shown = new WeakMap<Edit, MadeRow<Row>>();
  const madeBy = (edit: Edit): readonly MadeRow<Row>[] => {
    if (!isInsert(edit) || edit.table !== listTable(listId)) return [];
    const made = shown.get(edit) ?? { row: rowOf(listId, edit.change.row), after: edit.change.afterId };
    shown.set(edit, made);
    return [made];
  };
  const open = () => {
    const isOpenNow = summary.get()?.frozen === false && !isArranged(view.get() ?? AS_STORED);
    if (isOpenNow === isOpen) return;
    isOpen = isOpenNow;
    rows.setEmptyRow(isOpen ? () => emptyRow(listId) : null);
  };
  return () => {
    const show = () => rows.setMade(queue.getSnapshot().context.edits.flatMap(madeBy));
    show();
    open();
    const following = queue.subscribe(show);
    const stops = [summary.subscribe(open), view.subscribe(open)];
    return () => {
      following.unsubscribe();
      for (const stop of stops) stop();
    };
  };
}

/** Makes a local row. Returns the id it has until the server has made it. */
export function addRow(
  queue: EditQueue,
  { version, list, title, afterId, pastRows = false, kind = 'row', fields = {} }: NewRowHere,
): number {
  const row: RowHere = { id: idHere(), kind, fields };
  const change = { kind: 'insert', listId: list, row, ...(afterId !== undefined && { afterId }), ...(pastRows && { pastRows }) } as const;
  queue.send({ type: 'edit.added', edit: { kind: 'rows', table: listTable(list), name: title, version, change } });
  return row.id;
}
