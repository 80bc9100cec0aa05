import { useCallback, useMemo } from 'react';
import type { ImportList, ImportRow } from '../../../domain/contract/importShapes.ts';
import { isNumber } from '../../../domain/numbers.ts';
import type { ImportFilter } from '../../machines/import/setup.ts';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip, Filter } from '../../ui/Chip.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import table from '../../ui/Table.module.css';
import { shownMoney, shownQuantity, shownUnitPrice } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useStored } from '../reading.ts';
import type { ImportScreen } from '../screens.tsx';
import styles from './import.module.css';

interface ImportRowsProps {
  readonly screen: ImportScreen;
  readonly list: ImportList;
  readonly isFirst: boolean;
  readonly currency: string;
  readonly filter: ImportFilter;
  readonly onFilter: (filter: ImportFilter) => void;
  readonly onRemoveRow: (id: number) => void;
  readonly onRemoveList: () => void;
}

const errorIn = (row: ImportRow, field: string) => row.errors.find((error) => error.field === field);

/** "AB" for 27: columns as a spreadsheet letters them, from 0. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** What is wrong with a row, each thing with its text and its cell in the sheet. */
const whatIsWrong = ({ errors, sheet_row_index }: ImportRow, sheet: string): readonly string[] =>
  errors.map(({ description, value, column_index }) => {
    const wrong = { description: told(description).replace(/\.$/, ''), sheet, cell: `${columnLetters(column_index)}${sheet_row_index}` };
    return value === '' ? m.import_wrong_in_cell(wrong) : m.import_wrong_text_in_cell({ ...wrong, value });
  });

const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  quantity: shownQuantity,
  unit_labour: shownUnitPrice,
  unit_materials: shownUnitPrice,
  unit_tools: shownUnitPrice,
};
const formatted = (field: string, text: string) => (FORMATS[field] && isNumber(text, 6) ? FORMATS[field](text) : text);

/** What was read: wrong as it stands in the file, changed with the old value above it. */
function ReadCell({ row, field }: { readonly row: ImportRow; readonly field: string }) {
  const error = errorIn(row, field);
  if (error) return <span title={told(error.description)}>{error.value === '' ? m.value_empty() : error.value}</span>;
  const change = row.changes[field];
  const text = row.cells[field] ?? '';
  if (!change) return formatted(field, text);
  return (
    <span className={styles.twoLines}>
      <s className={table.was}>{formatted(field, change.old)}</s>
      {formatted(field, change.new)}
    </span>
  );
}

function StateOf({ row, isFirst }: { readonly row: ImportRow; readonly isFirst: boolean }) {
  if (row.errors.length > 0) return <Chip tone="wrong">{m.import_error()}</Chip>;
  if (isFirst || row.kind === 'section') return null;
  if (row.is_new) return <Chip>{m.import_new()}</Chip>;
  return Object.keys(row.changes).length > 0 ? <Chip tone="waits">{m.import_updated()}</Chip> : null;
}

/** How many letters a line of text takes at least: on a phone, and on anything wider. */
const LETTERS = { narrow: 36, wide: 68 } as const;

interface ColumnsShown {
  readonly isFirst: boolean;
  readonly isNarrow: boolean;
  readonly hasErrors: boolean;
  readonly currency: string;
  readonly sheet: string;
  readonly onRemove: (id: number) => void;
}

function columnsOf({ isFirst, isNarrow, hasErrors, currency, sheet, onRemove }: ColumnsShown): readonly GridColumn<ImportRow>[] {
  const read = (field: string, header: string, width: number, more: Partial<GridColumn<ImportRow>> = {}): GridColumn<ImportRow> => ({
    id: field,
    header,
    width,
    tone: (row) => (errorIn(row, field) ? styles.bad : row.changes[field] ? styles.changed : undefined),
    render: (row) => <ReadCell row={row} field={field} />,
    ...more,
  });
  const all: readonly GridColumn<ImportRow>[] = [
    { id: 'line', header: m.import_column_line(), width: 60, figures: true, tone: () => 'faint', render: (row) => row.sheet_row_index },
    { id: 'state', header: m.import_column_change(), width: 104, render: (row) => <StateOf row={row} isFirst={isFirst} /> },
    read('code', m.column_code(), 96, { tone: () => 'faint' }),
    read('name', m.column_name(), 200, { grows: true, pinned: true }),
    read('unit', m.column_unit(), 60),
    read('quantity', m.column_quantity(), 104, { figures: true }),
    read('unit_labour', m.amount_labour(), 96, { figures: true, edge: true, group: m.column_unit_price({ currency }) }),
    read('unit_materials', m.amount_materials(), 104, { figures: true, group: m.column_unit_price({ currency }) }),
    read('unit_tools', m.amount_tools(), 96, { figures: true, group: m.column_unit_price({ currency }) }),
    {
      id: 'amount',
      header: m.column_amount({ currency }),
      width: 124,
      figures: true,
      edge: true,
      tone: () => 'strong',
      render: (row) => (row.amount === null ? (row.kind === 'row' ? '–' : '') : shownMoney(row.amount)),
    },
    {
      id: 'why',
      header: m.import_what_is_wrong(),
      width: 0,
      below: (row) =>
        whatIsWrong(row, sheet).reduce((lines, { length }) => lines + Math.ceil(length / LETTERS[isNarrow ? 'narrow' : 'wide']), 0),
      tone: () => 'wrong',
      render: (row) =>
        whatIsWrong(row, sheet).map((sentence) => (
          <div key={sentence} className={styles.why}>
            <Icon name="alert" />
            <span>{sentence}</span>
          </div>
        )),
      copied: (row) => whatIsWrong(row, sheet).join('\n'),
    },
    {
      id: 'delete',
      header: '',
      label: m.action_delete(),
      width: 56,
      render: (row) => (
        <Button
          kind="ghost"
          size="extra-small"
          icon="trash"
          tabIndex={-1}
          aria-label={m.import_delete_row_numbered({ line: row.sheet_row_index })}
          onClick={() => onRemove(row.id)}
        />
      ),
    },
  ];
  const shown = all.filter(({ id }) => (id !== 'why' || hasErrors) && (id !== 'state' || hasErrors || !isFirst));
  if (!isNarrow) return shown;
  return phoneColumns(shown, {
    above: 'name',
    render: (row) => (
      <span className={styles.named}>
        <StateOf row={row} isFirst={isFirst} />
        <ReadCell row={row} field="name" />
      </span>
    ),
    first: ['line', 'quantity', 'amount', 'delete'],
    leftOut: ['state', 'code'],
  });
}

/** The rows of one list as they were read from the file. */
export function ImportRows({ screen, list, isFirst, currency, filter, onFilter, onRemoveRow, onRemoveList }: ImportRowsProps) {
  const { rows, about, windows } = useMemo(() => screen.list(list.id, filter), [screen, list.id, filter]);
  const { count, failure, onSeen, retry } = useWindows(rows, windows);
  const notices = useStored(about)?.notices ?? [];
  const isNarrow = useNarrow();
  const hasErrors = list.error_count > 0;
  const columns = useMemo(
    () => columnsOf({ isFirst, isNarrow, hasErrors, currency, sheet: list.sheet, onRemove: onRemoveRow }),
    [isFirst, isNarrow, hasErrors, currency, list.sheet, onRemoveRow],
  );
  const choice = (which: ImportFilter, name: string, found: number) => (
    <Filter chosen={filter === which} count={found} onChoose={() => onFilter(which)}>
      {name}
    </Filter>
  );
  const looksOf = useCallback((row: ImportRow) => (row.kind === 'section' ? 'section' : undefined), []);
  return (
    <>
      <div className={styles.filters}>
        {!isFirst && choice('updated', m.import_filter_updated(), list.updated_count)}
        {choice('errors', m.import_filter_errors(), list.error_count)}
        {choice('all', m.import_filter_all(), list.row_count)}
        <span className="grow" />
        <Button kind="ghost" size="small" icon="trash" onClick={onRemoveList}>
          {m.import_delete_list_action()}
        </Button>
      </div>
      {notices.length > 0 && (
        <ul className={styles.notices}>
          {notices.map((notice) => (
            <li key={notice}>{told(notice)}</li>
          ))}
        </ul>
      )}
      {failure !== null ? (
        <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />
      ) : count === null ? (
        <SkeletonRows label={m.list_reading()} />
      ) : (
        <ReadGrid
          label={m.import_rows_of({ list: list.title })}
          columns={columns}
          rows={rows}
          count={count}
          looksOf={looksOf}
          onSeen={onSeen}
          totals={{ name: m.list_with_rows({ title: list.title, count: list.row_count }), amount: shownMoney(list.total) }}
          empty={
            <EmptyState title={filter === 'errors' ? m.import_no_errors() : m.import_nothing_changed()}>{m.import_show_all()}</EmptyState>
          }
        />
      )}
    </>
  );
}
