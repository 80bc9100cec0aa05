/** The lines of a sheet that add up or add percents: the file's own totals beside ours, its overheads and taxes. */
import { addUp, COMPONENTS, type Component, type Sums, ZERO } from '../../../../../domain/amounts.ts';
import { fixed, rescale, roundText, SCALE } from '../../../../../domain/decimal.ts';
import { anotherAmount, onAnotherBase, percentImplied } from '../../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { PercentLine, StatedTotal } from '../../reading.ts';
import { amountWritten } from '../cell/numbers.ts';
import { baseNamed, saysCost, saysDiscount, saysOfWhich, saysTax, settles, sumsUp } from '../cell/totalsWords.ts';
import { type Assembled, sumOfAll } from '../row/assemble.ts';
import type { Kinds } from '../row/classify.ts';
import type { Classified } from '../row/kind.ts';
import { percentIn, showsPercent } from '../row/percentWritten.ts';
import { numberOf, type RowValues } from '../row/values.ts';
import { effectivePercent, isAbout, percentOf, percentText } from './percent.ts';
import { type Counted, totalsAmong } from './statedTotals.ts';

/** A total of all tables on a sheet so far. */
export interface TotalOfTables {
  readonly cents: bigint;
  readonly label: string;
  readonly row: number;
}

interface Foot {
  readonly ofTables: TotalOfTables | null;
  readonly totals: readonly StatedTotal[];
  readonly percentLines: readonly PercentLine[];
  readonly notices: readonly Sentence[];
}

const NOTHING_STATED: Foot = { ofTables: null, totals: [], percentLines: [], notices: [] };

/** `above` is the sum of the tables above on the same sheet: a total may add them up too, and what follows it is of all of them. */
export function footOf({ rows, foot }: Kinds, taken: Assembled, above: Sums = ZERO): Foot {
  if (foot.length === 0 && !rows.some(({ kind, values }) => kind === 'total' || values.sums !== '')) return NOTHING_STATED;
  const notices: Sentence[] = [];
  const own = sumOfAll(taken);
  const all = addUp([own, above]);
  let running = new Running(own);
  let ofTables: TotalOfTables | null = null;
  const percentLines: PercentLine[] = [];
  const inError = new Set(taken.rows.flatMap(({ errors, sheet_row_index }) => (errors.length > 0 ? [sheet_row_index] : [])));
  const counted: Counted[] = rows.map((row) => countedRow(row, taken, inError));
  let isSettled = false;
  for (const [at, row] of foot.entries()) {
    const amount = amountOf(row.values);
    const { index, label } = row.values;
    if (ofTables === null && above.total !== 0n && percentLines.length === 0 && amount !== null && isAbout(all.total, amount)) {
      running = new Running(all);
      ofTables = { cents: amount, label, row: index };
    }
    const below: Below = {
      states: (amount) => foot.slice(at + 1).some(({ values }) => isAbout(amountOf(values) ?? 0n, amount)),
      reaches: (sum) => isReached(sum, foot.slice(at + 1, at + 1 + FEW_LINES)),
    };
    const line = lineOf(row.values, running, notices, below);
    if (line !== null) percentLines.push(line);
    const each = countedRow(row, taken, inError);
    isSettled ||= line === null && each.kind !== 'total' && amount !== null && settles(row.values.label);
    const kind = line !== null ? 'percent' : ofTables !== null || running.isOfLines(amount) ? 'nothing' : each.kind;
    counted.push({ ...each, kind, after: running.after(line), isSettled });
  }
  return { ofTables, totals: totalsAmong(counted), percentLines, notices };
}

function countedRow({ kind, values }: Classified, { sums }: Assembled, inError: ReadonlySet<number>): Counted {
  const { index, sums: formula } = values;
  const cost = sums.get(index)?.total ?? (inError.has(index) ? 0n : null);
  const addsUp = kind === 'total' || (cost === null && formula !== '' && amountOf(values) !== null);
  const stated = addsUp ? amountIn(values) : amountOf(values);
  const label = values.label === '' ? formula : values.label;
  return { index, label, kind: addsUp ? totalKind(values) : kind, cost, stated, formula, after: null, isSettled: false };
}

/** Percent lines and lines for information only are not totals. */
const totalKind = (values: RowValues) =>
  percentIn(values) !== null && !sumsUp(values.label) ? 'percent' : saysOfWhich(values.label) ? 'nothing' : 'total';

const cents = (text: string | null): bigint | null => (text === null ? null : roundText(text, SCALE.money));

function amountOf(values: RowValues): bigint | null {
  const total = cents(numberOf(values, 'total'));
  if (total !== null) return total;
  const parts = COMPONENTS.flatMap((component) => cents(numberOf(values, component)) ?? []);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0n);
}

/** A line's amount: in its column, else the last number of the row that is not a percent. */
function amountIn(values: RowValues): bigint | null {
  const own = amountOf(values);
  if (own !== null) return own;
  const last = values.row.cells.findLast(({ kind, text }) => kind === 'number' && !text.endsWith('%'));
  return last === undefined ? cents(amountWritten(values.label)) : roundText(String(last.number), SCALE.money);
}

/** The sums a percent may be of, as the file's lines go by. */
class Running {
  readonly subtotal: Sums;
  /** Additional costs so far, in cents: as the file states them and as we compute them. */
  #filed = 0n;
  #ours = 0n;
  #taxes = { filed: 0n, ours: 0n };

  constructor(subtotal: Sums) {
    this.subtotal = subtotal;
  }

  get total(): bigint {
    return this.subtotal.total + this.#ours;
  }
  get filedTotal(): bigint {
    return this.subtotal.total + this.#filed;
  }

  add(kind: PercentLine['kind'], filed: bigint, ours: bigint): void {
    if (kind === 'tax') this.#taxes = { filed: this.#taxes.filed + filed, ours: this.#taxes.ours + ours };
    else {
      this.#filed += filed;
      this.#ours += ours;
    }
  }

  /** Whether an amount is that of the lines so far, without the works: "overheads and profit together". */
  isOfLines(amount: bigint | null): boolean {
    return (
      amount !== null &&
      amount !== 0n &&
      [this.#filed, this.#taxes.filed, this.#filed + this.#taxes.filed].some((sum) => isAbout(sum, amount))
    );
  }

  /** Possible values of a total below the lines, likeliest first, by the file's amounts and by ours; null for a line or before any line. */
  after(line: PercentLine | null): Counted['after'] {
    if (line !== null || (this.#filed === 0n && this.#taxes.filed === 0n)) return null;
    const sums = [{ filed: this.filedTotal, ours: this.total }];
    if (this.#taxes.filed !== 0n) sums.unshift({ filed: this.filedTotal + this.#taxes.filed, ours: this.total + this.#taxes.ours });
    return sums;
  }
}

interface Below {
  /** Whether a row further down states an amount. */
  readonly states: (amount: bigint) => boolean;
  /** Whether a total further down is a sum, or a sum with the percent lines in between. */
  readonly reaches: (sum: bigint) => boolean;
}

const FEW_LINES = 20;
const FEW_SUMS = 64;

function isReached(start: bigint, below: readonly Classified[]): boolean {
  let sums = [start];
  for (const { values } of below) {
    const amount = amountOf(values);
    if (amount === null) continue;
    const isLine = percentIn(values) !== null && !sumsUp(values.label);
    if (!isLine && sums.some((sum) => isAbout(sum, amount))) return true;
    if (!isLine || saysOfWhich(values.label)) continue;
    sums = sums.flatMap((sum) => (saysTax(values.label) ? [sum + amount] : [sum + amount, sum - amount])).slice(0, FEW_SUMS);
  }
  return false;
}

/**
 * A line without a word for a cost or a tax is one where its percent of the rows, or of their labour, materials or tools, gives its amount, and a total below
 * has it.
 */
function isUnnamedLine(values: RowValues, percent: bigint, { subtotal, filedTotal }: Running, below: Below): boolean {
  const amount = amountOf(values);
  if (amount === null || amount === 0n) return false;
  const isOf = (sum: bigint) => isAbout(percentOf(sum, percent), amount);
  if (!isOf(subtotal.total) && !COMPONENTS.some((component) => isOf(subtotal[component]))) return false;
  return below.states(filedTotal + amount) || below.reaches(filedTotal + amount);
}

/** The percent of a tax that is written without one: the roundest that gives its amount, where a total below has it. */
function impliedTax(values: RowValues, { filedTotal }: Running, below: Below): bigint | null {
  const amount = amountOf(values);
  if (amount === null || amount === 0n || !below.reaches(filedTotal + amount)) return null;
  const percent = effectivePercent(amount, filedTotal);
  if (percent === null) return null;
  const rounded = ROUND.map((digits) => rescale(rescale(percent, SCALE.percent, digits), digits, SCALE.percent));
  return rounded.find((each) => isAbout(percentOf(filedTotal, each), amount)) ?? null;
}
const ROUND = [0, 1, 2, SCALE.percent];

function lineOf(values: RowValues, running: Running, notices: Sentence[], below: Below): PercentLine | null {
  const { label, index } = values;
  const isTax = saysTax(label);
  const inWords = percentIn(values);
  const written = inWords ?? (isTax ? impliedTax(values, running, below) : null);
  if (written === null || saysOfWhich(label) || sumsUp(label)) return null;
  if (!isTax && !saysCost(label) && !isUnnamedLine(values, written, running, below)) return null;
  const kind = isTax ? 'tax' : 'additional_cost';
  const name = withoutPercent(label) || label;
  const stated = amountOf(values) === null && percentOnly(values) ? null : amountIn(values);
  // A discount may be written as a positive amount that the totals below take away.
  const isTakenAway =
    saysDiscount(label) &&
    stated !== null &&
    stated > 0n &&
    !below.reaches(running.filedTotal + stated) &&
    below.reaches(running.filedTotal - stated);
  const amount = isTakenAway ? -stated : stated;
  // A tax that adds an amount is none that takes one away, whatever dash stands before its percent.
  const percent = isTax && written < 0n && amount !== null && amount > 0n && running.total > 0n ? -written : written;
  const [form, ours] = formOf(kind, { label, percent, amount }, running);
  const taken = form.percent_total;
  const isOther = taken !== null && taken !== percentText(percent) && taken !== percentText(-percent);
  // A bare number is a percent only where it gives the amount.
  if (!isMarked(values) && isOther) return null;
  running.add(kind, amount ?? ours, ours);
  if (inWords === null) notices.push(percentImplied({ name, percent: percentText(percent), stated: fixed(amount ?? 0n, SCALE.money) }));
  if (isOther) notices.push(onAnotherBase({ name, percent: percentText(percent), taken }));
  else if (amount !== null && !isAbout(amount, ours))
    notices.push(
      anotherAmount({ name, percent: percentText(percent), stated: fixed(amount, SCALE.money), ours: fixed(ours, SCALE.money) }),
    );
  return {
    row_index: index,
    kind,
    name: name.slice(0, LONGEST_NAME),
    ...form,
    stated: amount === null ? null : fixed(amount, SCALE.money),
  };
}

const isMarked = (values: RowValues) => values.unit !== '' || showsPercent(values);

/** "VAT 13%", "TVA à 20,00 %", "Overheads (10 %):". */
const PERCENT_IN_NAME = /\s*[-–(,:@]?\s*((?<=\s)(à|a|at|von|de|of)\s+)?-?\d+(?:[.,]\d+)?\s*%\s*\)?:?/iu;
const LONGEST_NAME = 200;

/** The words on both sides of the percent stay apart, and a comma stays at its word. */
const withoutPercent = (label: string) =>
  label
    .replace(PERCENT_IN_NAME, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;.)])/g, '')
    .trim();

/** The row's only number is the percent itself. */
const percentOnly = ({ row }: RowValues) => row.cells.filter(({ kind, text }) => kind === 'number' && !text.endsWith('%')).length === 0;

type Form = Pick<PercentLine, 'percent_total' | 'percent_labour' | 'percent_materials' | 'percent_tools'>;
const EMPTY: Form = { percent_total: null, percent_labour: null, percent_materials: null, percent_tools: null };

/** The form and percent whose amount is the file's; where it states none, the base its words name. */
function formOf(
  kind: PercentLine['kind'],
  { label, percent, amount }: { label: string; percent: bigint; amount: bigint | null },
  { subtotal, total }: Running,
): [Form, bigint] {
  const base = kind === 'tax' ? total : subtotal.total;
  const uniform = (of: bigint): [Form, bigint] => [{ ...EMPTY, percent_total: percentText(of) }, percentOf(base, of)];
  const byComponent = (component: Component, of: bigint): [Form, bigint] => [
    { ...EMPTY, [`percent_${component}`]: percentText(of) },
    percentOf(subtotal[component], of),
  ];
  const named = kind === 'tax' ? null : baseNamed(label);
  if (amount === null || base === 0n) return named === null ? uniform(percent) : byComponent(named, percent);
  // A discount of 5 % may be written without its minus.
  for (const signed of [percent, -percent]) {
    const gives = (part: bigint) => isAbout(percentOf(part, signed), amount);
    if (named !== null && gives(subtotal[named])) return byComponent(named, signed);
    if (gives(base)) return uniform(signed);
    const fitting = kind === 'tax' ? undefined : COMPONENTS.find((component) => gives(subtotal[component]));
    if (fitting !== undefined && amount !== 0n) return byComponent(fitting, signed);
  }
  return uniform(kind === 'tax' ? percent : (effectivePercent(amount, base) ?? percent));
}
