/** Which column holds which field: judged by arithmetic between columns and by their contents, then by the header's words. */
import type { RecognizedAs } from '../../../../../domain/api/recognizedAs.ts';
import type { Decision, ReadColumn } from '../../reading.ts';
import { nestingColumn } from '../evidence/nesting.ts';
import type { Sample } from '../evidence/sample.ts';
import type { Described } from '../header/describe.ts';
import type { HeaderColumn } from '../header/header.ts';
import { type SecondBlock, secondBlock } from './blocks.ts';
import type { Choice } from './choice.ts';
import { componentColumns } from './components.ts';
import { dimensionsIn, measuredQuantity } from './measurement.ts';
import { type Split, splitPrices } from './split.ts';
import { codeColumn, nameColumn, unitColumn } from './texts.ts';
import { type Main, mainColumns } from './trio.ts';

type Field = Exclude<RecognizedAs, 'ignore'>;
/** Recognised columns by field; each field has at most one. */
export type Fields = ReadonlyMap<Field, number>;

export interface Recognition {
  readonly fields: Fields;
  /** The column of running numbers, whether or not it is taken as the code. */
  readonly numberColumn: number | null;
  readonly columns: readonly ReadColumn[];
  /** A column named a price that is not the price of the amounts. */
  readonly otherPrice: number | null;
  /** Where rows have their price in one of two blocks. */
  readonly second: SecondBlock | null;
  /** The column whose codes nest the rows; null where none does. */
  readonly nesting: number | null;
  /** quantity × price = amount in most rows. */
  readonly proven: boolean;
  /** Columns of lengths, widths and heights; empty where nothing is measured. */
  readonly dimensions: readonly number[];
  /** The meaning of a column's header; null outside the table. */
  readonly headerOf: (column: number) => Described | null;
  /** The sheet measures and has no prices. */
  readonly isMeasurement: boolean;
}

/** The likeliest reading of the columns first, then those in which another block of columns is the quantity, the price and the amount. */
export function recognitions(header: readonly HeaderColumn[], sample: Sample): readonly [Recognition, ...Recognition[]] {
  const name = nameColumn(header, sample);
  const unit = unitColumn(header, sample, new Set(name === null ? [] : [name.column]));
  const taken = new Set([name, unit].flatMap((choice) => (choice === null ? [] : [choice.column])));
  const dimensions = dimensionsIn(header, sample);
  const measured = measuredQuantity(header, sample, { dimensions, unit: unit?.column ?? null });
  if (measured !== null) {
    const main: Main = { quantity: measured, price: null, amount: null, proven: false, worth: 0 };
    return [recognized(header, sample, { name, unit, main, second: null, dimensions, isMeasurement: true })];
  }
  const [main, ...rivals] = mainColumns(header, sample, taken, unit?.column ?? null);
  const second = secondBlock(header, sample, main, rivals);
  const read = (chosen: Main) =>
    recognized(header, sample, { name, unit, main: chosen, second: chosen === main ? second : null, dimensions, isMeasurement: false });
  const split = splitPrices(header, sample, main);
  if (split === null) return [read(main), ...onePerAmount(rivals).map(read)];
  const whole = recognized(header, sample, { name, unit, main: split.main, split, second: null, dimensions, isMeasurement: false });
  return [whole, ...onePerAmount([main, ...rivals]).map(read)];
}

/** Keeps the best reading of each block, which is identified by its amount. */
const onePerAmount = (rivals: readonly Main[]): Main[] =>
  rivals.filter(({ amount }, at) => rivals.findIndex((other) => other.amount?.column === amount?.column) === at);

interface Chosen {
  readonly name: Choice | null;
  readonly unit: Choice | null;
  readonly main: Main;
  readonly split?: Split;
  readonly second: SecondBlock | null;
  readonly dimensions: readonly number[];
  readonly isMeasurement: boolean;
}

function recognized(header: readonly HeaderColumn[], sample: Sample, choices: Chosen): Recognition {
  const { name, unit, main, split, second, dimensions, isMeasurement } = choices;
  const chosen = new Map<Field, Choice & { readonly proven: boolean }>();
  const take = (field: Field, choice: Choice | null, proven = false) => {
    if (choice !== null && ![...chosen.values()].some(({ column }) => column === choice.column)) chosen.set(field, { ...choice, proven });
  };
  take('name', name);
  take('unit', unit);
  take('quantity', main.quantity, main.proven);
  take('unit_total', main.price, main.proven);
  take('total', main.amount, main.proven);
  for (const [component, pair] of isMeasurement ? [] : (split?.parts ?? componentColumns(header, sample, main))) {
    take(`unit_${component}`, pair.unit, pair.proven);
    take(component, pair.amount, pair.proven);
  }
  const taken = new Set([...chosen.values()].map(({ column }) => column));
  take('code', codeColumn(header, sample, taken, chosen.get('name')?.column ?? 0));

  const byColumn = new Map([...chosen].map(([field, choice]) => [choice.column, { field, ...choice }] as const));
  const columns = header.map(({ column, path, means }): ReadColumn => {
    const found = byColumn.get(column) ?? inSecond(column, second);
    const certainty =
      found === undefined ? ignoredCertainty(means.score) : Math.min(1, Math.max(0.1, found.words * 0.8) + (found.proven ? 0.2 : 0));
    return {
      column_index: column,
      header: path.join(' / '),
      recognized_as: found?.field ?? 'ignore',
      certainty: Math.round(certainty * 100) / 100,
    };
  });
  return {
    fields: new Map([...chosen].map(([field, { column }]) => [field, column] as const)),
    numberColumn: header.find(({ means }) => means.top === 'number')?.column ?? null,
    columns,
    otherPrice: main.otherPrice ?? null,
    second,
    nesting: nestingColumn(sample),
    proven: main.proven,
    dimensions,
    headerOf: (column) => header.find((each) => each.column === column)?.means ?? null,
    isMeasurement,
  };
}

function withoutSecond(column: ReadColumn, second: SecondBlock | null, fields: Fields): ReadColumn {
  const isSecond = column.column_index === second?.price || column.column_index === second?.amount;
  const isFirst = column.recognized_as === 'ignore' || fields.get(column.recognized_as) === column.column_index;
  return isSecond && !isFirst ? { ...column, recognized_as: 'ignore' } : column;
}

/** The field of a column in the second block, which has the same fields as the first. */
function inSecond(
  column: number,
  second: SecondBlock | null,
): { readonly field: Field; readonly words: number; readonly proven: boolean } | undefined {
  if (second === null || (column !== second.price && column !== second.amount)) return undefined;
  return { field: column === second.price ? 'unit_total' : 'total', words: 0.1, proven: true };
}

/** It is less certain that a column is rightly left out when its header's words name a field. */
const ignoredCertainty = (words: number) => (words === 0 ? 0.9 : Math.max(0.3, 0.9 - words / 2));

/**
 * The reading that a person's decisions choose: one that already agrees with them, else the likeliest with the decided columns reassigned.
 * So a single decision on a column of another block takes that whole block.
 */
export function decided([first, ...others]: readonly [Recognition, ...Recognition[]], decisions: readonly Decision[]): Recognition {
  if (decisions.length === 0) return first;
  const fits = ({ fields }: Recognition) =>
    decisions.every(({ column_index, recognized_as }) => recognized_as !== 'ignore' && fields.get(recognized_as) === column_index);
  const recognition = others.find(fits) ?? first;
  const wanted = new Map(decisions.map(({ column_index, recognized_as }) => [column_index, recognized_as] as const));
  const taken = new Set(wanted.values());
  const columns = recognition.columns.map((column): ReadColumn => {
    const decision = wanted.get(column.column_index);
    if (decision !== undefined) return { ...column, recognized_as: decision, certainty: 1 };
    return taken.has(column.recognized_as) ? { ...column, recognized_as: 'ignore' } : column;
  });
  const fields = new Map<Field, number>();
  for (const { column_index, recognized_as } of columns)
    if (recognized_as !== 'ignore' && !fields.has(recognized_as)) fields.set(recognized_as, column_index);
  const { second } = recognition;
  const keepsSecond =
    second !== null &&
    ![second.price, second.amount].some((column) => wanted.has(column)) &&
    !taken.has('total') &&
    !taken.has('unit_total');
  if (keepsSecond) return { ...recognition, fields, columns };
  return { ...recognition, fields, second: null, columns: columns.map((column) => withoutSecond(column, second, fields)) };
}
