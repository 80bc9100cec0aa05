/** The rows and columns of a table that are not in its list, each with the reason, so that nothing is left out without being listed. */
import { cutTo } from '../../../../../domain/cut.ts';
import { fixed, roundText, SCALE } from '../../../../../domain/decimal.ts';
import { columnsApart, rowsApart } from '../../../../../domain/sentences/recognition.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { LeftOut } from '../../reading.ts';
import type { Recognition } from '../columns/recognize.ts';
import { contentsOf, isRunningColumn } from '../evidence/contents.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { isColumnNumbers, type Kinds } from '../row/classify.ts';
import type { Classified } from '../row/kind.ts';
import { amountOf } from '../row/values.ts';

/** No more rows are listed: nobody reads a list of ten thousand resources. */
const MOST_ROWS = 1_000;
const LONGEST_TEXT = 200;

interface Below {
  /** The rows taken as totals and percent lines. */
  readonly read: ReadonlySet<number>;
  /** Whether the file's totals confirm that a row is left out rightly, as a side calculation is. */
  readonly isConfirmedOut: (rowIndex: number) => boolean;
}

/** Rows whose money is not in the list come first. */
export function rowsLeftOut({ rows, foot }: Kinds, { read, isConfirmedOut }: Below): LeftOut[] {
  const found = [
    ...rows.flatMap((row) => leftOutRow(row, reasonIn(row, read))),
    ...foot.flatMap((row) => leftOutRow(row, reasonBelow(row, { read, isConfirmedOut }))),
  ];
  const isOfMoney = (each: LeftOut) => each.kind === 'row' && each.amount !== null;
  const kept = [...found.filter(isOfMoney), ...found.filter((each) => !isOfMoney(each))].slice(0, MOST_ROWS);
  return kept.sort((a, b) => (a.kind === 'row' && b.kind === 'row' ? a.row_index - b.row_index : 0));
}

interface Reason {
  readonly why: Sentence;
  /** Its amount is already in the list as part of another row, or does not belong to the estimate. */
  readonly isCounted: boolean;
}

function leftOutRow({ values }: Classified, reason: Reason | null): LeftOut[] {
  if (reason === null) return [];
  const amount = reason.isCounted ? 0 : amountOf(values);
  const text = cutTo(values.label === '' ? values.code : values.label, LONGEST_TEXT);
  const money = amount === 0 ? null : roundText(amount.toFixed(SCALE.money), SCALE.money);
  return [{ kind: 'row', row_index: values.index, text, amount: money === null ? null : fixed(money, SCALE.money), why: reason.why }];
}

function reasonIn({ kind, values, of }: Classified, read: ReadonlySet<number>): Reason | null {
  const row = String(of ?? '');
  switch (kind) {
    case 'resource':
      return { why: rowsApart.resource({ row }), isCounted: true };
    case 'ofWhich':
      return { why: rowsApart.ofWhich({ row }), isCounted: true };
    case 'measured':
      return { why: rowsApart.measured(), isCounted: true };
    case 'total':
      return read.has(values.index) || amountOf(values) === 0 ? null : { why: rowsApart.otherTotal(), isCounted: false };
    case 'nothing':
      return amountOf(values) === 0 || isColumnNumbers(values) ? null : { why: rowsApart.unnamed(), isCounted: false };
    default:
      return null;
  }
}

function reasonBelow(row: Classified, { read, isConfirmedOut }: Below): Reason | null {
  const { kind, values } = row;
  if (read.has(values.index) || amountOf(values) === 0) return null;
  return { why: kind === 'total' ? rowsApart.otherTotal() : rowsApart.belowTotal(), isCounted: isConfirmedOut(values.index) };
}

const ENOUGH = 0.1;
const UNITS = 0.6;

/** Columns of numbers or units that no field uses. Running numbers and codes say nothing more. */
export function columnsLeftOut(
  header: readonly HeaderColumn[],
  sample: Sample,
  { columns, numberColumn, nesting }: Recognition,
  others: readonly Recognition[],
): LeftOut[] {
  const unused = new Set(columns.flatMap(({ recognized_as, column_index }) => (recognized_as === 'ignore' ? [column_index] : [])));
  const inBlocks = new Set(others.flatMap(({ fields }) => [...fields.values()]));
  return header.flatMap(({ column, path, means }) => {
    if (!unused.has(column) || column === numberColumn || column === nesting || means.top === 'code' || means.top === 'number') return [];
    const { units, words } = contentsOf(sample, column);
    const isOfUnits = units >= UNITS && words >= ENOUGH;
    if (!isOfUnits && !hasTellingNumbers(sample, column)) return [];
    return [{ kind: 'column', column_index: column, header: path.join(' / '), why: whyUnused(means, inBlocks.has(column)) }];
  });
}

function whyUnused({ dimension, progress, elsewhere }: HeaderColumn['means'], isInOtherBlock: boolean): Sentence {
  if (dimension > 0) return columnsApart.dimension();
  if (progress > 0) return columnsApart.progress();
  if (isInOtherBlock) return columnsApart.otherBlock();
  return elsewhere > 0 ? columnsApart.elsewhere() : columnsApart.unknown();
}

/** A column of zeros, or of one number over and over, holds nothing of the estimate. */
function hasTellingNumbers(sample: Sample, column: number): boolean {
  if (sample.share(column, 'number') < ENOUGH || isRunningColumn(sample, column)) return false;
  return new Set(sample.numbers(column).filter((number) => !Number.isNaN(number))).size > 1;
}
