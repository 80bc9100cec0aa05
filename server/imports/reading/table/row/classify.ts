/** Classifies the rows under a header: items of work, sections, totals, and rows to ignore. */

import { amountWritten } from '../cell/numbers.ts';
import { saysOfWhich, saysTax } from '../cell/totalsWords.ts';
import { normalized, saysTotal } from '../cell/words.ts';
import { described } from '../header/describe.ts';
import { withoutAnalyses } from './analyses.ts';
import { endWithAmounts, withoutOptions, withoutOptionsNamed } from './beyond.ts';
import { folded } from './blocks.ts';
import { withComponentRows } from './componentRows.ts';
import { continued, withHeadsJoined } from './descriptions.ts';
import type { Classified, Kind } from './kind.ts';
import { withMeasurementsSummed } from './measurements.ts';
import { countedOnce } from './parents.ts';
import { percentIn } from './percentWritten.ts';
import { withoutPercents, withoutRecapitulation, withSumsFound, withWorksCalledTotals } from './sums.ts';
import { amountOf, isBad, isBroken, isNonZero, type NumberField, numberOf, ROW_AMOUNTS, type RowValues, UNIT_PRICES } from './values.ts';

export interface Kinds {
  /** Up to the last row of the table. */
  readonly rows: readonly Classified[];
  /** Rows below the estimate: totals, overheads, taxes, signatures. */
  readonly foot: readonly Classified[];
}

/** The kinds of all rows under a header, in order. `header` is the words of the header's own rows. */
export function classified(rows: readonly RowValues[], header: ReadonlySet<string>): Kinds {
  const alone: readonly Classified[] = rows.map((values) => ({ values, kind: kindAlone(values, header) }));
  const found = STEPS.reduce((sofar, step) => step(sofar), alone);
  const end = endWithAmounts(found, endOfTable(found));
  return { rows: found.slice(0, end), foot: found.slice(end) };
}

/** Rules that change the kind of a row by its neighbours. Each sees the kinds that those before it have found. */
const STEPS: readonly ((rows: readonly Classified[]) => readonly Classified[])[] = [
  folded,
  withMeasurementsSummed,
  withHeadsJoined,
  closed,
  partsNamed,
  withComponentRows,
  withoutAnalyses,
  countedOnce,
  withWorksCalledTotals,
  withoutRecapitulation,
  withSumsFound,
  withoutPercents,
  continued,
  withoutOptions,
  withoutOptionsNamed,
];

/** The kind of a row judged without its neighbours. */
function kindAlone(values: RowValues, header: ReadonlySet<string>): Kind {
  const { name, unit, label } = values;
  const quantity = numberOf(values, 'quantity');
  const price = firstIn(values, UNIT_PRICES);
  const amount = firstIn(values, ROW_AMOUNTS);
  if (isColumnNumbers(values) || (quantity === null && repeatsHeader(values, header))) return 'nothing';
  if (quantity === null && isRule(values)) return 'nothing';
  if (quantity === null && namesSectionInHeader(values, header)) return 'section';
  if (quantity === null && namesColumns(values)) return 'nothing';
  if ((quantity === null || !hasPrice(values)) && saysTotal(label))
    return quantity === null && amount === undefined && name === '' && amountWritten(label) === null ? 'nothing' : 'total';
  if (quantity === null && ((unit !== '' && PERCENT.test(unit) && !isBad(values, 'quantity')) || isTaxLine(values))) return 'total';
  if (values.isMeasured && quantity === null && price === undefined && amount === undefined && unit === '') return 'measured';
  if (name === '') return quantity !== null && (price ?? amount) !== undefined ? 'item' : sectionInCode(values);

  if (quantity !== null) return values.notCounted || isBracketed(values) ? 'notCounted' : 'item';
  if (values.rateOnly) return 'rateOnly';
  if (isBroken(values, 'quantity')) return 'item';
  if (isBad(values, 'quantity') && (unit !== '' || price !== undefined || amount !== undefined)) return 'item';
  if (values.sums !== '' && price === undefined && unit === '') return 'section';
  if (amount !== undefined) return 'amountOnly';
  if (price !== undefined) return 'rateOnly';
  if ([...UNIT_PRICES, ...ROW_AMOUNTS].some((field) => isBroken(values, field))) return 'item';
  if (unit !== '') return 'rateOnly';
  const hasQuantityColumn = values.numbers.quantity !== undefined;
  if (!hasQuantityColumn && (values.code !== '' || UNIT_PRICES.some((field) => isBad(values, field)))) return 'rateOnly';
  return 'section';
}

/** A tax beside its percent; a work may have a word for a tax in its name. */
const isTaxLine = (values: RowValues) => saysTax(values.label) && percentIn(values) !== null;

/** The first of the fields' numbers that is not 0. */
function firstIn(values: RowValues, fields: readonly NumberField[]): string | undefined {
  for (const field of fields) {
    const number = numberOf(values, field);
    if (isNonZero(number)) return number;
  }
  return undefined;
}

/** "Of which labour": part of the amount above it, so it is not counted again. */
function partsNamed(rows: readonly Classified[]): readonly Classified[] {
  let above: Classified | null = null;
  return rows.map((row) => {
    const { kind, values } = row;
    const isPriced = kind === 'item' || kind === 'amountOnly' || kind === 'rateOnly';
    if (isPriced && above !== null && Math.abs(amountOf(values)) <= Math.abs(amountOf(above.values)) && saysOfWhich(values.name))
      return { ...row, kind: 'ofWhich', of: above.values.index };
    if (isPriced) above = row;
    return row;
  });
}

/** An amount in brackets, beside a quantity and a price that are not below 0, is shown and not added up: an option or an alternative. */
function isBracketed(values: RowValues): boolean {
  const cell = values.numbers.total?.cell;
  if (cell?.kind !== 'text' || !/^\s*[^\d(]*\([^)]*\)[^\d]*$/.test(cell.text)) return false;
  const product = Number(numberOf(values, 'quantity') ?? 0) * Number(numberOf(values, 'unit_total') ?? 0);
  return product > 0 && Math.abs(product + Number(numberOf(values, 'total') ?? 0)) <= Math.max(0.011, product * 0.0005);
}

/** In measured budgets a line without words repeats the quantity and the amount of a position or chapter above it: it is their total. */
function closed(rows: readonly Classified[]): readonly Classified[] {
  if (!rows.some(isNameless)) return rows;
  const above = new Set<string>();
  return rows.map((row) => {
    if (amountOf(row.values) === 0) return row;
    const key = `${Number(numberOf(row.values, 'quantity'))} ${amountOf(row.values).toFixed(2)}`;
    if (isNameless(row) && above.has(key)) return { ...row, kind: 'total' };
    above.add(key);
    return row;
  });
}

const isNameless = ({ kind, values }: Classified) => kind === 'item' && values.name === '' && values.unit === '' && values.code === '';

/** Where a unit is due, a bare number or percent marks a line of overheads or taxes. */
const PERCENT = /^[\d.,\s]*%?$/u;

const hasPrice = (values: RowValues) => UNIT_PRICES.some((field) => numberOf(values, field) !== null);

/** The kind of a row without a name: a section where its only words stand in the code's column, or in one cell left of the names. */
function sectionInCode(values: RowValues): Kind {
  const { code, numbers, row, label, nameColumn, sums } = values;
  const quantity = numberOf(values, 'quantity');
  if (sums !== '' && quantity === null && /\p{L}{3}/u.test(label)) return 'section';
  if (Object.values(numbers).some((value) => value !== undefined && value.read.kind !== 'empty')) return 'nothing';
  if (/\p{L}{2}/u.test(code)) return 'section';
  const [only, ...others] = row.cells.filter(({ text }) => !isNumbering(text));
  return only !== undefined && others.length === 0 && only.column < nameColumn && /\p{L}{3}/u.test(label) ? 'section' : 'nothing';
}

/** 1, 1.2 or A beside the words of a heading. */
const isNumbering = (text: string) => /^\p{L}?[\d.\s]{0,8}$/u.test(text.trim());

/** A line of dashes between the header and the rows. */
const isRule = ({ name, row }: RowValues) =>
  RULE.test(name) && row.cells.length > 1 && row.cells.every(({ text }) => RULE.test(text.trim()));
const RULE = /^[-–—_=:*.]{2,}$/;

/** A header of other words over the same columns, as of the materials below the works. */
function namesColumns(values: RowValues): boolean {
  const means = (field: NumberField) => described([values.numbers[field]?.cell?.text ?? '']).top;
  return (
    isBad(values, 'quantity') &&
    means('quantity') === 'quantity' &&
    [...UNIT_PRICES, ...ROW_AMOUNTS].some((field) => means(field) === 'money')
  );
}

/** Whether a row repeats the header for a section, with the section's name in the column of names. */
function namesSectionInHeader(values: RowValues, header: ReadonlySet<string>): boolean {
  if (values.name === '' || !isBad(values, 'quantity') || values.name.length > LONGEST_HEADER) return false;
  const { name: _, ...others } = values.cells();
  const texts = Object.values(others).map((text) => normalized(text.slice(0, LONGEST_HEADER)));
  return texts.length >= FEWEST_NAMED && texts.every((text) => header.has(text));
}
const FEWEST_NAMED = 3;

/** Whether a row numbers the columns under a header: 1 2 3 … or A B C …, where a product may name its factors, "F = D × E". */
export function isColumnNumbers(values: RowValues): boolean {
  if (values.name !== '' && !/^\(?(\d|\p{L}\)?$)/u.test(values.name)) return false;
  const texts = Object.values(values.cells());
  const isEach = (number: RegExp) => texts.every((text) => number.test(text));
  return texts.length >= 3 && (isEach(NUMBERED) || isEach(LETTERED)) && new Set(texts).size === texts.length;
}
const NUMBERED = /^\(?\d{1,2}\)?(\s?[=x*+×].*)?$/;
const LETTERED = /^\(?\p{L}\)?(\s?[=x*+×].*)?$/u;

const LONGEST_HEADER = 300;

function repeatsHeader(values: RowValues, header: ReadonlySet<string>): boolean {
  if (!header.has(normalized(values.label.slice(0, LONGEST_HEADER)))) return false;
  const texts = Object.values(values.cells())
    .map(normalized)
    .filter((text) => /\p{L}/u.test(text));
  return texts.length >= 2 && texts.every((text) => header.has(text));
}

/** The index where the table ends. Rows after its last total are signatures, terms and side calculations, unless one of them has a quantity. */
function endOfTable(rows: readonly Classified[]): number {
  const last = rows.findLastIndex(
    ({ kind, values }) => kind === 'notCounted' || (kind === 'item' && (provesWork(values) || !hasEnded(rows, values))),
  );
  const total = last < 0 ? -1 : rows.findIndex(({ kind }, at) => at > last && kind === 'total');
  const kept = total < 0 ? rows : rows.slice(0, total);
  const lastItem = kept.findLastIndex(({ kind }) => kind !== 'section' && kind !== 'nothing' && kind !== 'total');
  return lastItem + 1;
}

/** Whether a row must be a work. A quantity beside words in the column of prices proves nothing: under signatures it may be a telephone number. */
const provesWork = (values: RowValues) =>
  numberOf(values, 'quantity') !== null &&
  (values.code !== '' || values.unit !== '' || UNIT_PRICES.every((field) => !isBad(values, field) || isBroken(values, field)));

/** Whether a row in error follows a total, where it does not prove that the table goes on. */
function hasEnded(rows: readonly Classified[], values: RowValues): boolean {
  return rows.some((row) => row.kind === 'total' && row.values.index < values.index);
}
