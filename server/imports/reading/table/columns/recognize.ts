/** Which column holds what: told by arithmetic between columns and by what stands in them, then by the header's words. */
import type { RecognizedAs } from '../../../../../domain/contract/recognizedAs.ts';
import type { Decision, ReadColumn } from '../../reading.ts';
import type { HeaderColumn } from '../header/header.ts';
import type { Choice } from './choice.ts';
import { componentColumns } from './components.ts';
import { type Main, mainColumns } from './main.ts';
import { dimensionsIn, measuredQuantity } from './measurement.ts';
import { nestingColumn } from './nesting.ts';
import type { Sample } from './sample.ts';
import { codeColumn, nameColumn, unitColumn } from './texts.ts';

export type Field = Exclude<RecognizedAs, 'ignore'>;
/** Recognised columns by field; each field has at most one. */
export type Fields = ReadonlyMap<Field, number>;

export interface Recognition {
  readonly fields: Fields;
  /** The column of running numbers, whether or not it is taken as the code. */
  readonly numberColumn: number | null;
  readonly columns: readonly ReadColumn[];
  /** The column whose codes nest the rows; null where none does. */
  readonly nesting: number | null;
  /** quantity × price = amount in most rows. */
  readonly proven: boolean;
  /** Columns of lengths, widths and heights; empty where nothing is measured. */
  readonly dimensions: readonly number[];
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
    return [recognized(header, sample, { name, unit, main, dimensions, isMeasurement: true })];
  }
  const [main, ...rivals] = mainColumns(header, sample, taken, unit?.column ?? null);
  const read = (chosen: Main) => recognized(header, sample, { name, unit, main: chosen, dimensions, isMeasurement: false });
  return [read(main), ...rivals.map(read)];
}

interface Chosen {
  readonly name: Choice | null;
  readonly unit: Choice | null;
  readonly main: Main;
  readonly dimensions: readonly number[];
  readonly isMeasurement: boolean;
}

function recognized(header: readonly HeaderColumn[], sample: Sample, { name, unit, main, dimensions, isMeasurement }: Chosen): Recognition {
  const chosen = new Map<Field, Choice & { readonly proven: boolean }>();
  const take = (field: Field, choice: Choice | null, proven = false) => {
    if (choice !== null && ![...chosen.values()].some(({ column }) => column === choice.column)) chosen.set(field, { ...choice, proven });
  };
  take('name', name);
  take('unit', unit);
  take('quantity', main.quantity, main.proven);
  take('unit_total', main.price, main.proven);
  take('total', main.amount, main.proven);
  for (const [component, pair] of isMeasurement ? [] : componentColumns(header, sample, main)) {
    take(`unit_${component}`, pair.unit, pair.proven);
    take(component, pair.amount, pair.proven);
  }
  take('code', codeColumn(header, sample, new Set([...chosen.values()].map(({ column }) => column))));

  const byColumn = new Map([...chosen].map(([field, choice]) => [choice.column, { field, ...choice }] as const));
  const columns = header.map(({ column, path, means }): ReadColumn => {
    const found = byColumn.get(column);
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
    nesting: nestingColumn(sample),
    proven: main.proven,
    dimensions,
    isMeasurement,
  };
}

/** A column left aside although its words say something is less sure to be rightly left aside. */
const ignoredCertainty = (words: number) => (words === 0 ? 0.9 : Math.max(0.3, 0.9 - words / 2));

/**
 * The reading a person's decisions choose: the one that already has them, else the likeliest with each column taken from the field it had. So one
 * press on a column of another block takes its whole block.
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
  for (const { column_index, recognized_as } of columns) if (recognized_as !== 'ignore') fields.set(recognized_as, column_index);
  return { ...recognition, fields, columns };
}
