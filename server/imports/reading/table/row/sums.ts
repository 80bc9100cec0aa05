/** Rows that state a sum of others without a word for it: totals below their rows, headings above them, and percents of all of them. */
import { SCALE } from '../../../../../domain/decimal.ts';
import { saysCost, saysTax } from '../cell/totalsWords.ts';
import { normalized, saysTotal } from '../cell/words.ts';
import type { Classified } from './kind.ts';
import { isBesidePercent, percentIn, showsPercent } from './percentWritten.ts';
import { amountOf, isNonZero, numberOf, ROW_AMOUNTS, type RowValues, UNIT_PRICES } from './values.ts';
import { Work } from './work.ts';

const isSameSum = (a: number, b: number) => Math.abs(a - b) < 0.011;

/** An amount without a quantity that is the sum of the items above it is their total; one that is the sum of the items below it is a section. */
export function withSumsFound(rows: readonly Classified[]): readonly Classified[] {
  const names = new Set<string>();
  const found = summed(rows, ({ values: { label } }, count) => {
    if (count > 1) for (const name of namesIn(label)) names.add(name);
    return true;
  });
  if (found.every(({ kind }, at) => kind !== 'total' || rows[at]?.kind === 'total')) return found;
  // The amount of the one work above may be equal by chance. It is a total where totals of more works have the same name, or a total of the file proves it.
  const isTotal = ({ values: { label } }: Classified, count: number) => count > 1 || namesIn(label).some((name) => names.has(name));
  const careful = summed(rows, isTotal);
  const isMet = (read: readonly Classified[]) => statesSum(rows, worksIn(read));
  if (isMet(careful)) return careful;
  return [found, summed(rows, () => false)].find(isMet) ?? careful;
}

const isWork = ({ kind }: Classified) => kind === 'item' || kind === 'amountOnly';
const worksIn = (rows: readonly Classified[]) => rows.reduce((sum, row) => sum + (isWork(row) ? amountOf(row.values) : 0), 0);
const statesSum = (rows: readonly Classified[], sum: number) =>
  rows.some(({ kind, values }) => kind === 'total' && isSameSum(amountOf(values), sum));

/** The first and the last word of a total's label, which its list repeats from section to section. */
function namesIn(label: string): readonly string[] {
  const words = normalized(label)
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word));
  return words.length === 0 ? [] : [`${words[0]} …`, `… ${words.at(-1)}`];
}

/** The works since some row, as far as a total may add them up. */
class Works {
  items = 0;
  quantity = 0;
  /** Of the items alone, and with amounts that have no quantity. */
  #ofItems = 0;
  #ofAll = 0;

  item(values: RowValues): void {
    this.items += 1;
    this.quantity += Number(numberOf(values, 'quantity') ?? 0);
    this.lump(values);
    this.#ofItems += amountOf(values);
  }
  lump(values: RowValues): void {
    this.#ofAll += amountOf(values);
  }
  addsUpTo(amount: number): boolean {
    return this.items > 0 && (isSameSum(amount, this.#ofItems) || isSameSum(amount, this.#ofAll) || this.#roundsTo(amount));
  }
  /** Sums are rounded to whole units on the last lines of some files. */
  #roundsTo(amount: number): boolean {
    return this.items > 1 && Number.isInteger(amount) && (Math.round(this.#ofItems) === amount || Math.round(this.#ofAll) === amount);
  }
  with(amount: number): number {
    return this.#ofAll + amount;
  }
}

function summed(rows: readonly Classified[], isTotal: (row: Classified, count: number) => boolean): readonly Classified[] {
  const last = rows.findLastIndex(({ kind, values }) => kind === 'item' && amountOf(values) !== 0);
  const headsItems = headingsOf(rows);
  const all = new Works();
  let since = new Works();
  return rows.map((row, at) => {
    const { kind, values } = row;
    if (kind === 'section' || kind === 'total') since = new Works();
    // A row that a total below adds to the rows above it is a work that happens to have this price.
    const isCounted = () => at >= last && statesSum(rows.slice(at + 1), all.with(amountOf(values)));
    if (kind === 'item' && isSumOfMany(values, [since, all], at === last) && !isCounted()) {
      since = new Works();
      return { ...row, kind: 'total' };
    }
    if (kind === 'item') {
      since.item(values);
      all.item(values);
    }
    if (kind === 'nothing' && isBare(values) && [since, all].some((works) => works.addsUpTo(amountOf(values)))) {
      since = new Works();
      return { ...row, kind: 'total' };
    }
    if (isNamedLeft(row) && headsItems(at, amountOf(values))) return { ...row, kind: 'section' };
    if (kind !== 'amountOnly' || values.unit !== '') return row;
    const amount = amountOf(values);
    const added = [since, all].find((works) => works.addsUpTo(amount));
    if (added !== undefined && isTotal(row, added.items) && !isCounted()) {
      // The next sum is of the rows below this one.
      since = new Works();
      return { ...row, kind: 'total' };
    }
    if (headsItems(at, amount)) return { ...row, kind: 'section' };
    since.lump(values);
    all.lump(values);
    return row;
  });
}

/**
 * "Total station hire" is a work: with a code or a unit, it adds up nothing above it, and a total of the file is met with all such rows and not without them.
 */
export function withWorksCalledTotals(rows: readonly Classified[]): readonly Classified[] {
  const all = new Works();
  let since = new Works();
  const called = new Set<Classified>();
  for (const row of rows) {
    const { kind, values } = row;
    if (isCalledTotal(row) && !since.addsUpTo(amountOf(values)) && !all.addsUpTo(amountOf(values))) called.add(row);
    else if (kind === 'section' || kind === 'total') since = new Works();
    if (!isWork(row)) continue;
    since.item(values);
    all.item(values);
  }
  if (called.size === 0) return rows;
  const others = rows.filter((row) => !called.has(row));
  const works = worksIn(rows);
  const sum = [...called].reduce((more, { values }) => more + amountOf(values), works);
  if (statesSum(others, works) || !statesSum(others, sum)) return rows;
  return rows.map((row) => (called.has(row) ? { ...row, kind: 'amountOnly' } : row));
}

const isCalledTotal = ({ kind, values }: Classified) =>
  kind === 'total' &&
  (values.code !== '' || values.unit !== '') &&
  values.name !== '' &&
  amountOf(values) !== 0 &&
  percentIn(values) === null &&
  !saysTax(values.label) &&
  !saysCost(values.label);

/** Below the last work, amounts that together are all works say again what each part costs, where a total below them or their names say so. */
export function withoutRecapitulation(rows: readonly Classified[]): readonly Classified[] {
  const last = rows.findLastIndex(({ kind, values }) => kind === 'item' && amountOf(values) !== 0);
  const again = rows.filter(({ kind }, at) => kind === 'amountOnly' && at > last);
  if (last < 0 || again.length < 2) return rows;
  const works = worksIn(rows.slice(0, last + 1));
  const below = rows.slice(last + 1);
  if (!isSameSum(worksIn(again), works) || statesSum(below, 2 * works)) return rows;
  // The first part of a name counts.
  const parts = new Map(rows.toReversed().flatMap((row) => (row.kind === 'section' ? [[normalized(row.values.label), row] as const] : [])));
  const partNamed = ({ values: { label } }: Classified) => parts.get(normalized(label));
  if (!statesSum(below, works) && !again.every(partNamed)) return rows;
  const said = new Set(again);
  return rows.map((row) => {
    const part = said.has(row) ? (partNamed(row) ?? rows[last]) : undefined;
    return part === undefined ? row : { ...row, kind: 'ofWhich', of: part.values.index };
  });
}

/** Words left of the names, beside an amount: the heading of a group, as in the outline of a pivot table. */
const isNamedLeft = ({ kind, values: { name, label } }: Classified) => kind === 'nothing' && name === '' && /\p{L}{2}/u.test(label);

/** An amount alone in its row, below the works it adds up. */
const isBare = ({ row }: RowValues) => row.cells.length === 1;

/** A work may cost as much as two others by chance, but not as much as this many. */
const MANY = 3;

/**
 * Whether a row with a quantity is a total. Its amount is the sum of the rows above it, and so is its quantity; or its words say so; or it is
 * the last row, with an average price such as the cost of a square metre of the whole.
 */
function isSumOfMany(values: RowValues, [since, all]: readonly [Works, Works], isLast: boolean): boolean {
  const amount = amountOf(values);
  if (!since.addsUpTo(amount) && !all.addsUpTo(amount)) return false;
  const added = [since, all].filter((works) => works.items > 1 && works.addsUpTo(amount));
  if (added.length === 0 || !ROW_AMOUNTS.some((field) => isNonZero(numberOf(values, field)))) return false;
  const quantity = Number(numberOf(values, 'quantity') ?? 0);
  const isPriced = UNIT_PRICES.some((field) => isNonZero(numberOf(values, field)));
  return (
    (!isPriced && added.some((works) => isSameSum(quantity, works.quantity))) ||
    (isLast && all.items >= MANY && all.addsUpTo(amount)) ||
    saysTotal(values.label)
  );
}

/** Tells whether the items that follow a row, up to the end of some group below, add up to an amount. */
function headingsOf(rows: readonly Classified[]): (at: number, amount: number) => boolean {
  const end = rows.length;
  /** For each row the first item or total from it on. */
  const next = new Int32Array(end + 1).fill(end);
  for (let at = end - 1; at >= 0; at -= 1) next[at] = rows[at]?.kind === 'item' || rows[at]?.kind === 'total' ? at : (next[at + 1] ?? end);
  const work = new Work(end);
  return (at, amount) => {
    let below = 0;
    for (let item = next[at + 1] ?? end; item < end && work.mayAdd(); item = next[item + 1] ?? end) {
      const row = rows[item];
      if (row === undefined || row.kind === 'total') return false;
      below += amountOf(row.values);
      if (isSameSum(below, amount) && rows[item + 1]?.kind !== 'item') return true;
      if (Math.abs(below) > Math.abs(amount) * 2 + 1) return false;
    }
    return false;
  };
}

const isOfPercent = ({ kind, values }: Classified) => kind === 'item' && isBesidePercent(values);

/**
 * Percents of all works, below the last work, are not works although they have an amount, a quantity and sometimes a price: overheads, taxes, instalments.
 * They are recognized by words for costs and taxes, by a total of all works above them, or by a total below that includes them.
 */
export function withoutPercents(rows: readonly Classified[]): readonly Classified[] {
  const isPlain = (row: Classified, kind: Classified['kind']) => row.kind === kind && amountOf(row.values) !== 0;
  const ofItems = rows.findLastIndex((row) => isPlain(row, 'item') && !isOfPercent(row));
  // A summary has amounts alone.
  const last = ofItems >= 0 ? ofItems : rows.findLastIndex((row) => isPlain(row, 'amountOnly') && !showsPercent(row.values));
  const mayBe = ({ kind, values }: Classified) => (kind === 'amountOnly' ? showsPercent(values) : kind === 'item');
  if (last < 0 || !rows.slice(last + 1).some(mayBe)) return rows;
  const works = rows.filter((row, at) => isWork(row) && (at <= last || !mayBe(row)));
  const sumOf = (amount: (values: RowValues) => number) => works.reduce((sum, { values }) => sum + amount(values), 0);
  const all = sumOf(amountOf);
  const bases = [all, ...(['labour', 'materials', 'tools'] as const).map((part) => sumOf((values) => Number(numberOf(values, part) ?? 0)))];
  let lines = 0;
  let isTotalled = false;
  return rows.map((row, at) => {
    const { kind, values } = row;
    if (at <= last) return row;
    const amount = amountOf(values);
    isTotalled ||= kind === 'total' && isSameSum(amount, all);
    if (!isWork(row) || !mayBe(row)) return row;
    if (!isPercentOf(values, [...bases, all + lines])) return row;
    const isNamed = isTotalled || saysTax(values.label) || saysCost(values.label);
    if (!isNamed && !statesSum(rows.slice(at + 1), all + lines + amount)) return row;
    lines += amount;
    return { ...row, kind: 'total' };
  });
}

/** Whether a row's amount is the percent it names of one of the sums. A price of one percent is rounded to cents. */
function isPercentOf(values: RowValues, sums: readonly number[]): boolean {
  const percent = percentIn(values);
  if (percent === null) return false;
  const share = Number(percent) / 10 ** SCALE.percent;
  const isPriced = UNIT_PRICES.some((field) => isNonZero(numberOf(values, field)));
  const near = isPriced ? 0.011 + Math.abs(share) * 0.005 : 0.011;
  const amount = Math.abs(amountOf(values));
  return sums.some((sum) => sum !== 0 && Math.abs(amount - Math.abs((sum * share) / 100)) <= near);
}
