/** Which column holds what: the header's words, settled between rivals by arithmetic in the cells below. */
import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import type { RecognizedAs } from '../../../../../domain/contract/recognizedAs.ts';
import type { Decision, ReadColumn } from '../../reading.ts';
import { normalized } from '../cell/words.ts';
import type { Plain } from './describe.ts';
import type { HeaderColumn } from './header.ts';
import { productSupport, type Sample, sumSupport } from './sample.ts';

type Field = Exclude<RecognizedAs, 'ignore'>;
/** Recognised columns by field; each field has at most one. */
export type Fields = ReadonlyMap<Field, number>;

export interface Recognition {
  readonly fields: Fields;
  /** The column of running numbers, whether or not it is taken as the code. */
  readonly numberColumn: number | null;
  readonly columns: readonly ReadColumn[];
}

interface Choice {
  readonly column: number;
  /** Score of the column's words alone. */
  readonly words: number;
}

const PENALTY = 0.7;
/** Of equal columns the leftmost wins. */
const DISTANCE = 0.01;
const RIVALS = 12;
/** A price column said to be an amount, or the other way round. */
const MISPLACED = 0.3;
/** A column without telling words that arithmetic shows to be the amount. */
const SHOWN = 0.4;
/** Score added when quantity × price equals the amount in every row with a quantity. It outweighs any words. */
const PROOF = 2;
/** Rows that must agree before arithmetic outweighs words. */
const FEW_ROWS = 3;

export function recognize(header: readonly HeaderColumn[], sample: Sample): Recognition {
  const chosen = new Map<Field, Choice & { readonly proven: boolean }>();
  const take = (field: Field, choice: Choice | null | undefined, proven = false) => {
    if (choice !== null && choice !== undefined && ![...chosen.values()].some(({ column }) => column === choice.column)) {
      chosen.set(field, { ...choice, proven });
    }
  };

  take('name', nameColumn(header, sample));
  take(
    'unit',
    plainColumns(header, 'unit').find(({ column }) => sample.share(column, 'words') >= sample.share(column, 'number')) ??
      plainColumns(header, 'unit')[0],
  );
  const main = mainColumns(header, sample, new Set([...chosen.values()].map(({ column }) => column)));
  take('quantity', main.quantity, main.proven);
  take('unit_total', main.price, main.proven);
  take('total', main.amount, main.proven);
  for (const [component, pair] of componentColumns(header, sample, main)) {
    take(`unit_${component}`, pair.unit, pair.proven);
    take(component, pair.amount, pair.proven);
  }
  take('code', plainColumns(header, 'code')[0] ?? plainColumns(header, 'number')[0]);

  const fields = new Map([...chosen].map(([field, { column }]) => [field, column] as const));
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
  return { fields, numberColumn: plainColumns(header, 'number')[0]?.column ?? null, columns };
}

/** The same with a person's decisions: a column decided on takes its field from the column that had it. */
export function decided(recognition: Recognition, decisions: readonly Decision[]): Recognition {
  if (decisions.length === 0) return recognition;
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

/** A column left aside although its words say something is less sure to be rightly left aside. */
const ignoredCertainty = (words: number) => (words === 0 ? 0.9 : Math.max(0.3, 0.9 - words / 2));

const worth = ({ means, column }: HeaderColumn): number => means.score - PENALTY * means.elsewhere - DISTANCE * Math.min(column, 40);
const choiceOf = (column: HeaderColumn): Choice => ({ column: column.column, words: Math.max(0.1, sureness(column)) });
const sureness = ({ means: { score, elsewhere } }: HeaderColumn) => score - (PENALTY * elsewhere) / 2;
const byWorth = (columns: readonly HeaderColumn[]) => [...columns].sort((a, b) => worth(b) - worth(a));

const plainColumns = (header: readonly HeaderColumn[], plain: Plain): Choice[] =>
  byWorth(header.filter((column) => column.means.top === plain)).map(choiceOf);

/** Where a name and a description stand side by side, the name names. */
const TITLES =
  /^(name|nosaukums|название|наименование|назва|kurztext|bezeichnung|designation|resumen|nazwa|pavadinimas|nimetus|nimike|benamning)$/;
const TITLE = 0.25;

/** The description: named so, and the cells below hold words, the longer the likelier. */
function nameColumn(header: readonly HeaderColumn[], sample: Sample): Choice | null {
  const named = header.filter(({ means: { top } }) => top === 'name');
  const evidence = (column: HeaderColumn) =>
    worth(column) +
    (TITLES.test(normalized(column.path.at(-1) ?? '')) ? TITLE : 0) +
    sample.share(column.column, 'words') * 0.6 +
    Math.min(sample.meanLength(column.column), 60) / 300;
  const [best] = [...named].sort((a, b) => evidence(b) - evidence(a));
  return best === undefined ? null : choiceOf(best);
}

interface Main {
  readonly quantity: Choice | null;
  readonly price: Choice | null;
  readonly amount: Choice | null;
  /** quantity × price = amount in most rows. */
  readonly proven: boolean;
}

/** The quantity, the price of all components together and the amount: the trio whose words and arithmetic are worth most. */
function mainColumns(header: readonly HeaderColumn[], sample: Sample, taken: ReadonlySet<number>): Main {
  const free = header.filter(({ column }) => !taken.has(column));
  const candidates = (wanted: (column: HeaderColumn) => boolean) => byWorth(free.filter(wanted)).slice(0, RIVALS);
  const quantities = candidates(({ means }) => means.top === 'quantity');
  const bare = (role: 'unit' | 'amount') =>
    candidates(({ means }) => means.top === 'money' && means.component === null && means.role === role);
  const silent = candidates(({ column, means }) => means.top === null && sample.share(column, 'number') > 0.2);
  const prices = [...bare('unit'), ...bare('amount')];
  const amounts = [...bare('amount'), ...bare('unit'), ...silent];

  let best: Main & { worth: number } = { quantity: null, price: null, amount: null, proven: false, worth: Number.NEGATIVE_INFINITY };
  for (const quantity of [...quantities, null]) {
    for (const price of [...prices, null]) {
      for (const amount of [...amounts, null]) {
        if (amount !== null && amount === price) continue;
        const found = trio(sample, quantity, price, amount);
        if (found !== null && found.worth > best.worth) best = found;
      }
    }
  }
  return best;
}

function trio(
  sample: Sample,
  quantity: HeaderColumn | null,
  price: HeaderColumn | null,
  amount: HeaderColumn | null,
): (Main & { worth: number }) | null {
  const { agreement, count } =
    quantity !== null && price !== null && amount !== null
      ? productSupport(sample, [quantity.column, price.column], amount.column)
      : { agreement: 0, count: 0 };
  const proven = agreement >= 0.6 && count >= Math.min(FEW_ROWS, sample.rows);
  const silent = amount !== null && amount.means.role === null;
  const misplaced = (price?.means.role === 'amount' ? 1 : 0) + (amount?.means.role === 'unit' ? 1 : 0);
  if ((misplaced > 0 || silent) && !proven) return null;
  const quantities = quantity === null ? 0 : sample.share(quantity.column, 'number') * sample.rows;
  const coverage = quantities === 0 ? 0 : Math.min(1, count / quantities);
  return {
    quantity: quantity === null ? null : choiceOf(quantity),
    price: price === null ? null : choiceOf(price),
    amount: amount === null ? null : choiceOf(amount),
    proven,
    worth:
      [quantity, price, amount].reduce((sum, column) => sum + (column === null ? 0 : worth(column)), 0) -
      MISPLACED * misplaced +
      (silent ? SHOWN : 0) +
      PROOF * agreement * coverage,
  };
}

interface Pair {
  unit: Choice | null;
  amount: Choice | null;
  proven: boolean;
}

/** Unit price and amount of each component. Where no group tells them apart the first column is the price, unless the sums say otherwise. */
function componentColumns(header: readonly HeaderColumn[], sample: Sample, main: Main): ReadonlyMap<Component, Pair> {
  const pairs = new Map<Component, Pair>();
  const bare = new Map<Component, HeaderColumn>();
  for (const component of COMPONENTS) {
    const all = header.filter(({ means }) => means.top === 'money' && means.component === component && means.elsewhere < 1);
    const of = (role: 'unit' | 'amount' | null) => byWorth(all.filter(({ means }) => means.role === role));
    const open = of(null).sort((a, b) => a.column - b.column);
    const [unit = open.shift()] = of('unit');
    const [amount = open.shift()] = of('amount');
    if (unit === undefined && amount === undefined) continue;
    if (unit !== undefined && amount === undefined && unit.means.role === null) bare.set(component, unit);
    pairs.set(component, {
      unit: unit === undefined ? null : choiceOf(unit),
      amount: amount === undefined ? null : choiceOf(amount),
      proven: false,
    });
  }
  if (bare.size > 0 && areAmounts([...bare.values()], sample, main)) {
    for (const component of bare.keys()) {
      const pair = pairs.get(component);
      if (pair !== undefined) pairs.set(component, { unit: null, amount: pair.unit, proven: true });
    }
  }
  for (const pair of pairs.values()) pair.proven ||= isProven(pair, pairs, sample, main);
  return pairs;
}

/** Columns named after components alone: they are amounts when they add up to the row's amount and not to its unit price. */
function areAmounts(columns: readonly HeaderColumn[], sample: Sample, { quantity, price, amount }: Main): boolean {
  if (amount === null) return false;
  const places = columns.map(({ column }) => column);
  const toAmount = sumSupport(sample, places, amount.column);
  if (toAmount.agreement < 0.6 || toAmount.count < FEW_ROWS) return false;
  if (price === null) return quantity !== null;
  return sumSupport(sample, places, price.column).agreement < toAmount.agreement;
}

function isProven(pair: Pair, pairs: ReadonlyMap<Component, Pair>, sample: Sample, { quantity, price }: Main): boolean {
  if (quantity !== null && pair.unit !== null && pair.amount !== null) {
    return productSupport(sample, [quantity.column, pair.unit.column], pair.amount.column).agreement >= 0.6;
  }
  const units = [...pairs.values()].flatMap(({ unit }) => (unit === null ? [] : [unit.column]));
  return pair.unit !== null && price !== null && sumSupport(sample, units, price.column).agreement >= 0.6;
}
