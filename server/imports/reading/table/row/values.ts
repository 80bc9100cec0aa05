/** A sheet's row as the values of its recognised fields. */
import { NUMBER_FIELDS } from '../../../../../domain/api/recognizedAs.ts';
import { decimalOfDouble } from '../../../../../domain/decimal.ts';
import type { NumberRead, Vote } from '../../../../../domain/numberText.ts';
import { ROW_PRICES } from '../../../../../domain/rowFields.ts';
import { seenText, UNSEEN } from '../../../../../domain/seenText.ts';
import { type Cell, cellAt, type SheetRow } from '../../sheet.ts';
import { nestingOf } from '../cell/nesting.ts';
import { numberInCell } from '../cell/numbers.ts';
import { apartFrom, partsOf } from '../cell/unitsApart.ts';
import { saysLumpSum } from '../cell/unitWords.ts';
import { normalized, saysIncluded, saysNotCounted, saysRateOnly } from '../cell/words.ts';
import type { Fields, Recognition } from '../columns/recognize.ts';

export type NumberField = (typeof NUMBER_FIELDS)[number];

export interface FieldValue {
  readonly column: number;
  readonly cell: Cell | undefined;
  readonly read: NumberRead;
}
/** By field, absent where no column holds it. A sheet has too many rows for a map each. */
type FieldValues = Readonly<Partial<Record<NumberField, FieldValue | undefined>>>;

/** A number with its reading in one object, which saves an object for most values of a sheet. */
class NumberValue implements FieldValue {
  readonly cell: Cell;
  readonly text: string;
  constructor(cell: Cell, text: string) {
    this.cell = cell;
    this.text = text;
  }
  get kind(): 'number' {
    return 'number';
  }
  get column(): number {
    return this.cell.column;
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
  /** The quantity cell of a sheet says that only a rate is asked. */
  readonly rateOnly?: boolean;
  /** The cell of the amount of a sheet says in words that the row does not count. */
  readonly notCounted?: boolean;
  /** The formula of an amount that sums ranges; empty when none does. */
  readonly sums: string;
  /** The column of running numbers of a sheet holds a whole number. */
  readonly isNumbered?: boolean;
  /** The format names code and name, so a heading without a name has none. */
  readonly areTextsNamed?: true;
  /** The parts of the code that nests it under others; empty where it has none. */
  readonly nesting: readonly string[];
  /** A length, a width or a height stands in the row of a sheet. */
  readonly isMeasured?: boolean;
  readonly nameColumn: number;
  /** Every cell of the row, also those of no recognised column. */
  readonly row: SheetRow;
  /** Texts of the recognised cells, by field. Computed on each call, because a sheet has too many rows to keep them. */
  readonly cells: (this: RowValues) => Readonly<Record<string, string>>;
  /** The columns by which a sheet's row was read. */
  readonly fields?: Fields;
}

const AMOUNTS = ['total', 'labour', 'materials', 'tools'] as const;

/** The function that reads a row's values under a recognition. It looks up the columns once for all rows. */
export function valuesBy(recognition: Recognition, voteOf: (column: number) => Vote): (row: SheetRow) => RowValues {
  const { fields, numberColumn, nesting, dimensions, second } = recognition;
  const at = (row: SheetRow, column: number | undefined) => (column === undefined ? undefined : cellAt(row, column));
  const [code, nameColumn, unit] = [fields.get('code'), fields.get('name'), fields.get('unit')];
  const [quantity, total] = [fields.get('quantity'), fields.get('total')];
  const amounts = AMOUNTS.flatMap((field) => fields.get(field) ?? []);
  const placesOf = (columns: { readonly unit_total?: number | null; readonly total?: number | null }) =>
    NUMBER_FIELDS.flatMap((field) => {
      const column = (field === 'unit_total' || field === 'total' ? columns[field] : null) ?? fields.get(field);
      return column === undefined ? [] : [{ field, column }];
    });
  const places = placesOf({});
  const money = places.flatMap(({ field, column }) => (field === 'quantity' ? [] : [column]));
  const placesInSecond = second === null ? places : placesOf({ unit_total: second.price, total: second.amount });

  return (row) => {
    const name = wordsIn(at(row, nameColumn));
    const unitWritten = wordsIn(at(row, unit));
    const quantityCell = withUnitApart(at(row, quantity), unitWritten);
    const isOpen = quantityCell?.kind === 'text' && saysRateOnly(quantityCell.text);
    const isIncluded =
      quantityCell?.kind === 'text' && saysIncluded(quantityCell.text) && money.every((column) => !isPricedIn(row, column, voteOf));
    const rateOnly = isOpen || isIncluded;
    const amountCell = at(row, total);
    const notCounted = amountCell?.kind === 'text' && saysNotCounted(amountCell.text);
    const isInSecond = second !== null && isPricedIn(row, second.amount, voteOf) && !isPricedIn(row, total, voteOf);
    const numbers = new RowNumbers();
    for (const { field, column } of isInSecond ? placesInSecond : places) {
      const found = field === 'quantity' ? quantityCell : cellAt(row, column);
      numbers[field] =
        found === undefined
          ? emptyIn(column)
          : found.kind === 'number'
            ? new NumberValue(found, decimalOfDouble(found.number))
            : valueIn(found, voteOf(column), isLeftOpen(found, field, notCounted) || (field === 'quantity' && isIncluded));
    }
    return {
      index: row.index,
      code: wordsIn(at(row, code)),
      name,
      unit: unitWritten || (quantityCell?.unit ?? ''),
      label: name !== '' ? name : wordsIn(row.cells.find((each) => each.kind === 'text' && /\p{L}/u.test(each.text))),
      numbers,
      rateOnly,
      notCounted,
      sums: sumsIn(row, amounts),
      isNumbered: numberColumn !== null && /^\d+(\s+\p{L})?$/u.test(cellAt(row, numberColumn)?.text.trim() ?? ''),
      nesting: nesting === null ? NOT_NESTED : nestingOf(cellAt(row, nesting)?.text ?? ''),
      isMeasured: dimensions.length > 0 && dimensions.some((column) => cellAt(row, column)?.kind === 'number'),
      nameColumn: nameColumn ?? 0,
      row,
      cells: cellTexts,
      fields,
    };
  };
}
const NOT_NESTED: readonly string[] = [];

/** A single quantity may be written with its unit, or as a lump sum without a number, where the column of units says nothing else. */
function withUnitApart(cell: Cell | undefined, written: string): Cell | undefined {
  if (cell?.kind !== 'text' || cell.unit !== undefined || !/\p{L}/u.test(cell.text)) return cell;
  const parts = partsOf(cell) ?? (saysLumpSum(cell.text) ? (['1', cell.text.trim()] as const) : null);
  return parts === null || (written !== '' && normalized(written) !== normalized(parts[1])) ? cell : apartFrom(cell, parts);
}

/** Whether there are words instead of a number, saying why there is none. */
const isLeftOpen = (cell: Cell, field: NumberField, notCounted: boolean) =>
  cell.kind === 'text' &&
  ((field === 'total' && notCounted) || saysRateOnly(cell.text) || (field !== 'quantity' && saysIncluded(cell.text)));

function valueIn(cell: Cell, voted: Vote, isOpen: boolean): FieldValue {
  const { column } = cell;
  const read = isOpen ? EMPTY : numberInCell(cell, voted);
  return read.kind === 'number' ? new NumberValue(cell, read.text) : { column, cell, read };
}
const EMPTY: NumberRead = { kind: 'empty' };

/** The formula of the first amount that sums ranges; empty where none does. */
function sumsIn(row: SheetRow, amounts: readonly number[]): string {
  for (const column of amounts) {
    const formula = cellAt(row, column)?.sums ?? '';
    if (formula !== '') return formula;
  }
  return '';
}

function isPricedIn(row: SheetRow, column: number | undefined, voteOf: (column: number) => Vote): boolean {
  if (column === undefined) return false;
  const read = numberInCell(cellAt(row, column), voteOf(column));
  return read.kind === 'number' && !isZero(read.text);
}

/** The shared value of all rows without a cell in the column. */
function emptyIn(column: number): FieldValue {
  const known = EMPTIES.get(column) ?? { column, cell: undefined, read: EMPTY };
  EMPTIES.set(column, known);
  return known;
}
const EMPTIES = new Map<number, FieldValue>();

const wordsIn = (cell: Cell | undefined) => (cell === undefined || cell.kind === 'error' ? '' : spaced(cell.text));
const spaced = (text: string) => (UNEVEN.test(text) ? seenText(text).replace(/\s+/g, ' ') : text);
/** Blanks that are no single spaces between words, and signs that nobody sees. */
const UNEVEN = new RegExp(`^\\s|\\s$|\\s\\s|[^\\S ]|${UNSEEN.source}`);

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
  return textOf(values.numbers, field);
}

export const isZero = (text: string) => !isBegunByDigit(text) && /^-?0*(\.0*)?$/.test(text);
/** Most numbers begin with a digit other than 0. */
function isBegunByDigit(text: string): boolean {
  const first = text.charCodeAt(0);
  return first >= DIGIT_1 && first <= DIGIT_9;
}
const [DIGIT_1, DIGIT_9] = [49, 57];
export const isNonZero = (text: string | null): text is string => text !== null && !isZero(text);

export const UNIT_PRICES = [...ROW_PRICES, 'unit_total'] as const;
export const ROW_AMOUNTS = AMOUNTS;

/** Whether a field's cell holds something that cannot be read as a number. */
export const isBad = (values: RowValues, field: NumberField) => values.numbers[field]?.read.kind === 'bad';
/** A bad value because of the cell's kind, such as an error or a date, and not because of its text. */
export const isBroken = (values: RowValues, field: NumberField) => isBad(values, field) && values.numbers[field]?.cell?.kind !== 'text';

/** The amount a row states: its own, else those of its components, else quantity × price. 0 where it states none. */
export const amountOf = ({ numbers }: RowValues): number => RowNumbers.amountOf(numbers);

const textOf = (numbers: FieldValues, field: NumberField): string | null => {
  const read = numbers[field]?.read;
  return read?.kind === 'number' ? read.text : null;
};

function amountStated(numbers: FieldValues): number {
  const of = (field: NumberField) => Number(textOf(numbers, field) ?? 0);
  if (isNonZero(textOf(numbers, 'total'))) return of('total');
  const parts = of('labour') + of('materials') + of('tools');
  if (parts !== 0) return parts;
  const prices = of('unit_labour') + of('unit_materials') + of('unit_tools');
  return of('quantity') * (prices === 0 ? of('unit_total') : prices);
}

/** The values of one row. The amount they state is computed once, because it is asked for often; a changed copy computes its own. */
class RowNumbers implements Record<NumberField, FieldValue | undefined> {
  quantity: FieldValue | undefined = undefined;
  unit_labour: FieldValue | undefined = undefined;
  unit_materials: FieldValue | undefined = undefined;
  unit_tools: FieldValue | undefined = undefined;
  unit_total: FieldValue | undefined = undefined;
  labour: FieldValue | undefined = undefined;
  materials: FieldValue | undefined = undefined;
  tools: FieldValue | undefined = undefined;
  total: FieldValue | undefined = undefined;
  #amount: number | undefined = undefined;

  static amountOf(numbers: FieldValues): number {
    if (!(#amount in numbers)) return amountStated(numbers);
    numbers.#amount ??= amountStated(numbers);
    return numbers.#amount;
  }
}
