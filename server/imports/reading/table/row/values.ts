/** A sheet's row as the values of its recognised fields. */
import { COMPONENTS } from '../../../../../domain/amounts.ts';
import { NUMBER_FIELDS, type RecognizedAs } from '../../../../../domain/contract/recognizedAs.ts';
import type { NumberRead, Vote } from '../../../../../domain/numberText.ts';
import { ROW_PRICES } from '../../../../../domain/rowFields.ts';
import { type Cell, cellAt, type SheetRow } from '../../sheet.ts';
import { nestingOf } from '../cell/nesting.ts';
import { numberInCell } from '../cell/numbers.ts';
import { saysNotCounted, saysRateOnly } from '../cell/words.ts';
import type { Fields, Recognition } from '../columns/recognize.ts';

export type NumberField = (typeof NUMBER_FIELDS)[number];

export interface FieldValue {
  readonly column: number;
  readonly cell: Cell | undefined;
  readonly read: NumberRead;
}
/** By field, absent where no column holds it. A sheet has too many rows for a map each. */
type FieldValues = Readonly<Partial<Record<NumberField, FieldValue | undefined>>>;

/** A value that is also its own reading, which saves an object for most values of a sheet. */
class NumberValue implements FieldValue {
  readonly kind = 'number';
  readonly column: number;
  readonly cell: Cell;
  readonly text: string;
  constructor(column: number, cell: Cell, text: string) {
    this.column = column;
    this.cell = cell;
    this.text = text;
  }
  get read(): NumberRead {
    return this;
  }
}

export interface RowValues {
  readonly index: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** The name, or the first words of the row where the name is empty. */
  readonly label: string;
  readonly numbers: FieldValues;
  /** The quantity cell says that only a rate is asked. */
  readonly rateOnly: boolean;
  /** The cell of the amount says in words that the row does not count. */
  readonly notCounted: boolean;
  /** The formula of an amount that sums ranges; empty when none does. */
  readonly sums: string;
  /** The column of running numbers holds a whole number. */
  readonly isNumbered: boolean;
  /** The format names code and name, so a heading without a name has none. */
  readonly areTextsNamed?: true;
  /** The parts of the code that nests it under others; empty where it has none. */
  readonly nesting: readonly string[];
  /** A length, a width or a height stands in the row. */
  readonly isMeasured: boolean;
  readonly nameColumn: number;
  /** Every cell of the row, also those of no recognised column. */
  readonly row: SheetRow;
  /** Texts of the recognised cells, by field. Computed on each call, because a sheet has too many rows to keep them. */
  readonly cells: (this: RowValues) => Readonly<Record<string, string>>;
  /** The columns by which a sheet's row was read. */
  readonly fields?: Fields;
}

const AMOUNTS = ['total', 'labour', 'materials', 'tools'] as const;

export function valuesOf(
  row: SheetRow,
  { fields, numberColumn, nesting, dimensions, second }: Recognition,
  voteOf: (column: number) => Vote,
): RowValues {
  const cell = (field: RecognizedAs) => {
    const column = field === 'ignore' ? undefined : fields.get(field);
    return column === undefined ? undefined : cellAt(row, column);
  };
  const words = (field: RecognizedAs) => wordsIn(cell(field));
  const name = words('name');
  const quantityCell = cell('quantity');
  const rateOnly = quantityCell?.kind === 'text' && saysRateOnly(quantityCell.text);
  const amountCell = cell('total');
  const notCounted = amountCell?.kind === 'text' && saysNotCounted(amountCell.text);

  const numbers = noNumbers();
  const isInSecond = second !== null && isPricedIn(row, second.amount, voteOf) && !isPricedIn(row, fields.get('total'), voteOf);
  const inSecond = { unit_total: second?.price, total: second?.amount } as const;
  for (const field of NUMBER_FIELDS) {
    const place = isInSecond && (field === 'unit_total' || field === 'total') ? inSecond[field] : undefined;
    const column = place ?? fields.get(field);
    if (column === undefined) continue;
    const found = cellAt(row, column);
    if (found === undefined) {
      numbers[field] = emptyIn(column);
      continue;
    }
    const read =
      found.kind === 'text' && (saysRateOnly(found.text) || (field === 'total' && notCounted))
        ? ({ kind: 'empty' } as const)
        : numberInCell(found, voteOf(column));
    numbers[field] = read.kind === 'number' ? new NumberValue(column, found, read.text) : { column, cell: found, read };
  }
  return {
    index: row.index,
    code: words('code'),
    name,
    unit: words('unit') || (quantityCell?.unit ?? ''),
    label: name !== '' ? name : wordsIn(row.cells.find((each) => each.kind === 'text' && /\p{L}/u.test(each.text))),
    numbers,
    rateOnly,
    notCounted,
    sums: AMOUNTS.map((field) => cell(field)?.sums ?? '').find((formula) => formula !== '') ?? '',
    isNumbered: numberColumn !== null && /^\d+(\s+\p{L})?$/u.test(cellAt(row, numberColumn)?.text.trim() ?? ''),
    nesting: nesting === null ? [] : nestingOf(cellAt(row, nesting)?.text ?? ''),
    isMeasured: dimensions.some((column) => cellAt(row, column)?.kind === 'number'),
    nameColumn: fields.get('name') ?? 0,
    row,
    cells: cellTexts,
    fields,
  };
}

function isPricedIn(row: SheetRow, column: number | undefined, voteOf: (column: number) => Vote): boolean {
  if (column === undefined) return false;
  const read = numberInCell(cellAt(row, column), voteOf(column));
  return read.kind === 'number' && !isZero(read.text);
}

/** An object with all fields, so that the numbers of every row have the same shape. */
const noNumbers = (): Record<NumberField, FieldValue | undefined> => ({
  quantity: undefined,
  unit_labour: undefined,
  unit_materials: undefined,
  unit_tools: undefined,
  unit_total: undefined,
  labour: undefined,
  materials: undefined,
  tools: undefined,
  total: undefined,
});

/** The shared value of all rows without a cell in the column. */
function emptyIn(column: number): FieldValue {
  const known = EMPTIES.get(column) ?? { column, cell: undefined, read: { kind: 'empty' } };
  EMPTIES.set(column, known);
  return known;
}
const EMPTIES = new Map<number, FieldValue>();

const wordsIn = (cell: Cell | undefined) => (cell === undefined || cell.kind === 'error' ? '' : cell.text.replace(/\s+/g, ' ').trim());

function cellTexts(this: RowValues): Record<string, string> {
  const { fields, row, numbers } = this;
  const texts: Record<string, string> = {};
  for (const [field, column] of fields ?? []) {
    const value = (numbers as Readonly<Partial<Record<string, FieldValue>>>)[field];
    const cell = value === undefined ? cellAt(row, column) : value.cell;
    if (cell === undefined) continue;
    const number = value?.read;
    texts[field] = number?.kind === 'number' ? number.text : cell.text.trim();
  }
  return texts;
}

/** The number of a field: null when the cell is empty, in error, or there is no such column. */
export function numberOf(values: RowValues, field: NumberField): string | null {
  const read = values.numbers[field]?.read;
  return read?.kind === 'number' ? read.text : null;
}

export const isZero = (text: string) => /^-?0*(\.0*)?$/.test(text);
export const isNonZero = (text: string | null): text is string => text !== null && !isZero(text);

export const UNIT_PRICES = [...ROW_PRICES, 'unit_total'] as const;
export const ROW_AMOUNTS = AMOUNTS;

/** Whether a field's cell holds something that cannot be read as a number. */
export const isBad = (values: RowValues, field: NumberField) => values.numbers[field]?.read.kind === 'bad';
/** A bad value because of the cell's kind, such as an error or a date, and not because of its text. */
export const isBroken = (values: RowValues, field: NumberField) => isBad(values, field) && values.numbers[field]?.cell?.kind !== 'text';

/** The amount a row states: its own, else those of its components, else quantity × price. 0 where it states none. */
export function amountOf(values: RowValues): number {
  const total = numberOf(values, 'total');
  if (isNonZero(total)) return Number(total);
  const parts = COMPONENTS.reduce((sum, field) => sum + Number(numberOf(values, field) ?? 0), 0);
  if (parts !== 0) return parts;
  const prices = ROW_PRICES.reduce((sum, field) => sum + Number(numberOf(values, field) ?? 0), 0);
  return Number(numberOf(values, 'quantity') ?? 0) * (prices === 0 ? Number(numberOf(values, 'unit_total') ?? 0) : prices);
}
