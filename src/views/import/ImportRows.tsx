import { useCallback, useMemo } from 'react';
import type { ImportList, ImportRow } from '../../../domain/contract/shapes.ts';
import { isNumber } from '../../../domain/numbers.ts';
import type { ImportFilter } from '../../machines/import/setup.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip, Filter } from '../../ui/Chip.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
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
const whatIsWrong = ({ errors, sheet_row_index }: ImportRow): string =>
  errors
    .map(({ description, value, column_index }) => {
      const text = value === '' ? '' : `“${value}”: `;
      return `${text}${description.replace(/\.$/, '')}, cell ${columnLetters(column_index)}${sheet_row_index}`;
    })
    .join('. ');

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
  if (error) return <span title={error.description}>{error.value === '' ? 'empty' : error.value}</span>;
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
  if (row.errors.length > 0) return <Chip tone="wrong">Error</Chip>;
  if (isFirst || row.kind === 'section') return null;
  if (row.is_new) return <Chip>New</Chip>;
  return Object.keys(row.changes).length > 0 ? <Chip tone="waits">Updated</Chip> : null;
}

function columnsOf(isFirst: boolean, currency: string, onRemove: (id: number) => void): readonly GridColumn<ImportRow>[] {
  const read = (field: string, header: string, width: number, more: Partial<GridColumn<ImportRow>> = {}): GridColumn<ImportRow> => ({
    id: field,
    header,
    width,
    tone: (row) => (errorIn(row, field) ? styles.bad : row.changes[field] ? styles.changed : undefined),
    render: (row) => <ReadCell row={row} field={field} />,
    ...more,
  });
  return [
    { id: 'line', header: 'Line', width: 60, figures: true, tone: () => 'faint', render: (row) => row.sheet_row_index },
    { id: 'state', header: 'Change', width: 104, render: (row) => <StateOf row={row} isFirst={isFirst} /> },
    read('code', 'Code', 96, { tone: () => 'faint' }),
    read('name', 'Name', 200, { grows: true, pinned: true }),
    read('unit', 'Unit', 60),
    read('quantity', 'Quantity', 104, { figures: true }),
    read('unit_labour', 'Labour', 96, { figures: true, edge: true, group: `Unit price, ${currency}` }),
    read('unit_materials', 'Materials', 104, { figures: true, group: `Unit price, ${currency}` }),
    read('unit_tools', 'Tools', 96, { figures: true, group: `Unit price, ${currency}` }),
    {
      id: 'amount',
      header: `Amount, ${currency}`,
      width: 124,
      figures: true,
      edge: true,
      tone: () => 'strong',
      render: (row) => (row.amount === null ? (row.kind === 'row' ? '–' : '') : shownMoney(row.amount)),
    },
    {
      id: 'why',
      header: 'What is wrong',
      width: 320,
      tone: () => 'wrong',
      render: (row) => <span title={whatIsWrong(row)}>{whatIsWrong(row)}</span>,
    },
    {
      id: 'delete',
      header: '',
      label: 'Delete',
      width: 56,
      render: (row) => (
        <Button
          kind="ghost"
          size="extra-small"
          icon="trash"
          tabIndex={-1}
          aria-label={`Delete row ${row.sheet_row_index}`}
          onClick={() => onRemove(row.id)}
        />
      ),
    },
  ];
}

/** The rows of one list as they were read from the file. */
export function ImportRows({ screen, list, isFirst, currency, filter, onFilter, onRemoveRow, onRemoveList }: ImportRowsProps) {
  const { rows, about, windows } = useMemo(() => screen.list(list.id, filter), [screen, list.id, filter]);
  const { count, failure, onSeen, retry } = useWindows(rows, windows);
  const notices = useStored(about)?.notices ?? [];
  const hasErrors = list.error_count > 0;
  const columns = useMemo(
    () =>
      columnsOf(isFirst, currency, onRemoveRow).filter(
        ({ id }) => (id !== 'why' || hasErrors) && (id !== 'state' || hasErrors || !isFirst),
      ),
    [isFirst, currency, onRemoveRow, hasErrors],
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
        {!isFirst && choice('updated', 'Updated', list.updated_count)}
        {choice('errors', 'Errors', list.error_count)}
        {choice('all', 'All', list.row_count)}
        <span className="grow" />
        <Button kind="ghost" size="small" icon="trash" onClick={onRemoveList}>
          Delete list
        </Button>
      </div>
      {notices.length > 0 && (
        <ul className={styles.notices}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {failure !== null ? (
        <FailedState title="The rows could not be read" sentence={failure} onRetry={retry} />
      ) : count === null ? (
        <SkeletonRows label="Reading the rows" />
      ) : (
        <ReadGrid
          label={`Rows of ${list.title}`}
          columns={columns}
          rows={rows}
          count={count}
          looksOf={looksOf}
          onSeen={onSeen}
          totals={{ name: `${list.title}, ${list.row_count} rows`, amount: shownMoney(list.total) }}
          empty={
            <EmptyState title={filter === 'errors' ? 'No errors in this list' : 'Nothing has changed in this list'}>
              Show all rows to see what was read.
            </EmptyState>
          }
        />
      )}
    </>
  );
}
