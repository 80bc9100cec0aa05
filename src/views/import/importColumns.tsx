import type { ImportColumn, ImportRow } from '../../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';
import { isNumber } from '../../../domain/numbers.ts';
import { ROW_PRICES } from '../../../domain/rowFields.ts';
import { sentenceOfCell } from '../../../domain/sentences/sentence.ts';
import { cellKey } from '../../machines/editQueue/selectors.ts';
import { importTable } from '../../machines/editQueue/tables.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/Table.module.css';
import { shownMoney, shownQuantity, shownUnitPrice } from '../figures.tsx';
import { wideEnough } from '../grid/widths.ts';
import { columnLetters } from './fields.ts';
import styles from './import.module.css';

type Field = Exclude<RecognizedAs, 'ignore'>;
const errorIn = (row: ImportRow, field: string) => row.errors.find((error) => error.field === field);

/** The errors of a row, each with its text and its cell in the sheet. */
const whatIsWrong = ({ errors, sheet_row_index }: ImportRow, sheet: string): readonly string[] =>
  errors.map(({ value, column_index, ...about }) => {
    const wrong = {
      description: sentenceText(sentenceOfCell(about)).replace(/\.$/, ''),
      sheet,
      cell: `${columnLetters(column_index)}${sheet_row_index}`,
    };
    return value === '' ? m.import_wrong_in_cell(wrong) : m.import_wrong_text_in_cell({ ...wrong, value });
  });

const FORMATS: Readonly<Record<string, (text: string) => string>> = {
  quantity: shownQuantity,
  unit_labour: shownUnitPrice,
  unit_materials: shownUnitPrice,
  unit_tools: shownUnitPrice,
  unit_total: shownUnitPrice,
  labour: shownUnitPrice,
  materials: shownUnitPrice,
  tools: shownUnitPrice,
  total: shownUnitPrice,
};
const formatted = (field: string, text: string) => (FORMATS[field] && isNumber(text, 6) ? FORMATS[field](text) : text);
export const shownText = ({ field, value }: Subject): string => formatted(field, value);

/** A price without a split is compared as materials. */
const changeIn = ({ changes, cells }: ImportRow, field: string) =>
  changes[field] ?? (field === 'unit_total' && cells.unit_materials === undefined ? changes.unit_materials : undefined);

/** A cell as read: an error as it is in the file, a change with the old value above it. */
function ReadCell({ row, field }: { readonly row: ImportRow; readonly field: string }) {
  const error = errorIn(row, field);
  if (error) return <span title={sentenceText(sentenceOfCell(error))}>{error.value === '' ? m.value_empty() : error.value}</span>;
  const change = changeIn(row, field);
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

/** The file states an amount other than the one Actum computes for the row. */
const isOtherAmount = ({ stated, amount }: ImportRow) => stated !== null && amount !== null && stated !== amount;
const toneOf = (row: ImportRow, field: Field) =>
  errorIn(row, field) ? styles.bad : changeIn(row, field) || (field === 'total' && isOtherAmount(row)) ? styles.changed : undefined;

/** The fewest letters in a line of text: on a phone, and on anything wider. */
const LETTERS = { narrow: 36, wide: 68 } as const;

interface ColumnsShown {
  readonly columns: readonly ImportColumn[];
  readonly isFirst: boolean;
  readonly isNarrow: boolean;
  /** The number of rows of the list with errors. */
  readonly errors: number;
  readonly currency: string;
  readonly sheet: string;
  readonly onRemove: (row: ImportRow) => void;
  /** The characters of the longest amount. */
  readonly money: number;
}
type Column = GridColumn<ImportRow>;

const PRICES: readonly Field[] = [...ROW_PRICES, 'unit_total'];

/** A column for each recognised field, with the text of the file, which can be corrected. */
function fieldColumns({ columns, currency, isFirst }: ColumnsShown): ReadonlyMap<Field, Column> {
  const known = new Set(columns.map(({ recognized_as }) => recognized_as));
  const hasPrices = PRICES.some((field) => known.has(field));
  // Prices computed from amounts. A later import shows which of them changed.
  const isWorkedOut = (field: Field) => !isFirst && !hasPrices && field !== 'unit_total' && PRICES.includes(field);
  const read = (field: Field, header: string, width: number, more: Partial<Column> = {}): [Field, Column] => [
    field,
    {
      id: field,
      header,
      width,
      accepts: 'number',
      figures: true,
      tone: (row) => toneOf(row, field),
      render: (row) =>
        field === 'total' && isOtherAmount(row) ? (
          <span title={row.remarks.map((remark) => sentenceText(remark)).join('\n')}>
            <ReadCell row={row} field={field} />
          </span>
        ) : (
          <ReadCell row={row} field={field} />
        ),
      copied: (row) => row.cells[field] ?? '',
      ...more,
    },
  ];
  const words = { accepts: 'text', figures: false } as const;
  const [price, stated] = [m.column_unit_price({ currency }), m.import_column_in_file({ currency })];
  const all = [
    read('code', m.column_code(), 96, { ...words, tone: (row) => (errorIn(row, 'code') ? styles.bad : 'faint') }),
    read('name', m.column_name(), 200, { ...words, grows: true, pinned: true }),
    read('unit', m.column_unit(), 60, words),
    read('quantity', m.column_quantity(), 104),
    read('unit_labour', m.amount_labour(), 96, { group: price }),
    read('unit_materials', m.amount_materials(), 104, { group: price }),
    read('unit_tools', m.amount_tools(), 96, { group: price }),
    read('unit_total', m.import_column_unsplit(), 104, { group: price }),
    read('labour', m.amount_labour(), 104, { group: stated }),
    read('materials', m.amount_materials(), 104, { group: stated }),
    read('tools', m.amount_tools(), 104, { group: stated }),
    read('total', m.amount_total(), 116, { group: stated }),
  ].filter(([field]) => field === 'name' || known.has(field) || isWorkedOut(field));
  const edged = ([field, column]: [Field, Column], index: number): [Field, Column] =>
    column.group !== undefined && column.group !== all[index - 1]?.[1].group ? [field, { ...column, edge: true }] : [field, column];
  return new Map(all.map(edged));
}

/** The file's amounts by component come last, so that its total, our amount and the deletion fit a laptop's screen beside the changes. */
function comparedColumns(columns: readonly Column[]): readonly Column[] {
  const isPart = ({ id }: Column) => id === 'labour' || id === 'materials' || id === 'tools';
  const [parts, others] = [columns.filter(isPart), columns.filter((column) => !isPart(column))];
  const slim: Readonly<Record<string, number>> = { line: 52, state: 96, code: 84 };
  return [
    ...others.map((column) => ({ ...column, width: slim[column.id] ?? column.width, ...(column.id === 'total' && { edge: true }) })),
    ...parts.map((column, at) => ({ ...column, edge: at === 0 })),
  ];
}

/** The table of rows found in a list. */
export function importColumns(shown: ColumnsShown): readonly Column[] {
  const { isFirst, isNarrow, errors, money, currency, sheet, onRemove } = shown;
  const all: readonly Column[] = [
    { id: 'line', header: m.import_column_line(), width: 60, figures: true, tone: () => 'faint', render: (row) => row.sheet_row_index },
    { id: 'state', header: m.import_column_change(), width: 104, render: (row) => <StateOf row={row} isFirst={isFirst} /> },
    ...fieldColumns(shown).values(),
    ...wideEnough<ImportRow>(
      [
        {
          id: 'amount',
          header: m.column_amount({ currency }),
          width: 124,
          figures: true,
          edge: true,
          tone: () => 'strong',
          render: (row) => (row.amount === null ? (row.kind === 'row' ? '–' : '') : shownMoney(row.amount)),
        },
      ],
      { amount: money },
    ),
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
          onClick={() => onRemove(row)}
        />
      ),
    },
  ];
  const wanted = all.filter(({ id }) => (id !== 'why' || errors > 0) && (id !== 'state' || errors > 0 || !isFirst));
  if (!isNarrow) return isFirst ? wanted : comparedColumns(wanted);
  return phoneColumns(wanted, {
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

/** The cell of a row for correction; null where the file has none. A section heading has a name only. */
export function importSubject(
  row: ImportRow,
  { id: field, accepts }: Column,
  columns: readonly ImportColumn[],
  { projectId, listId }: { readonly projectId: number; readonly listId: number },
): Subject | null {
  if (row.kind === 'section' && field !== 'name') return null;
  const column = columns.find(({ recognized_as }) => recognized_as === field);
  if (accepts === undefined || column === undefined) return null;
  return {
    key: cellKey(row.id, field),
    table: importTable(projectId),
    route: 'PUT /import/:id/rows/:rowId/',
    id: row.id,
    field,
    name: row.cells.name ?? '',
    value: errorIn(row, field)?.value ?? row.cells[field] ?? '',
    revision: 0,
    reads: accepts,
    within: { project: projectId, list: listId, column: column.column_index },
  };
}
