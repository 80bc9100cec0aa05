/** Lines of overheads and taxes in percents, as the summary of an estimate has them (docs/domain.md, Summary of an estimate). */

import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import { absolute, fixed, percentOf, rescale, SCALE } from '../../../../../domain/decimal.ts';
import { isPercent } from '../../../../../domain/percents.ts';
import { anotherAmount, onAnotherBase, percentImplied } from '../../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { PercentLine } from '../../reading.ts';
import { baseNamed, saysCost, saysDiscount, saysOfWhich, saysTax, sumsUp } from '../cell/totalsWords.ts';
import type { Classified } from '../row/kind.ts';
import { percentIn, showsPercent } from '../row/percentWritten.ts';
import type { RowValues } from '../row/values.ts';
import { amountIn, amountOf } from './amount.ts';
import { effectivePercent, isAbout, percentText } from './percent.ts';
import type { Running } from './running.ts';

export interface Below {
  /** Whether a row further down states an amount. */
  readonly states: (amount: bigint) => boolean;
  /** Whether a total further down is a sum, or a sum with the percent lines in between. */
  readonly reaches: (sum: bigint) => boolean;
  /** The sum that sections above state for the same line. */
  readonly inSections: (name: string, percent: bigint) => bigint;
  /** The line says that a total includes it, and that total is the works with it. */
  readonly addsTax: boolean;
}

/** The amount of a line that each section states for itself: all of them together, where they are the percent of all rows. */
const withSections = (own: bigint, above: bigint, due: bigint): bigint =>
  absolute(own + above - due) < absolute(own - due) ? own + above : own;

const FEW_SUMS = 64;

export function isReached(start: bigint, below: readonly Classified[]): boolean {
  let sums = [start];
  for (const { values } of below) {
    const amount = amountOf(values);
    if (amount === null) continue;
    const isLine = (percentIn(values) !== null || saysTax(values.label) || saysCost(values.label)) && !sumsUp(values.label);
    if (!isLine && sums.some((sum) => isAbout(sum, amount))) return true;
    if (!isLine || saysOfWhich(values.label)) continue;
    sums = sums.flatMap((sum) => (saysTax(values.label) ? [sum + amount] : [sum + amount, sum - amount])).slice(0, FEW_SUMS);
  }
  return false;
}

/**
 * A line without a word for a cost or a tax is one where its percent of the rows, of their labour, materials or tools, or of all above it, gives its
 * amount, and a total below has it.
 */
function isUnnamedLine(values: RowValues, percent: bigint, { subtotal, filedTotal }: Running, below: Below): boolean {
  const amount = amountOf(values);
  if (amount === null || amount === 0n) return false;
  const isOf = (sum: bigint) => isAbout(percentOf(sum, percent), amount);
  if (!isOf(subtotal.total) && !isOf(filedTotal) && !COMPONENTS.some((component) => isOf(subtotal[component]))) return false;
  return below.states(filedTotal + amount) || below.reaches(filedTotal + amount);
}

/** The percent a line names. A bare number may be the share itself: 0.21 is 21 %, where that gives the amount. */
function percentWritten(values: RowValues, { subtotal, filedTotal }: Running): bigint | null {
  const percent = percentIn(values);
  const amount = amountOf(values);
  if (percent === null || amount === null || showsPercent(values) || values.unit === '%') return percent;
  const gives = (of: bigint) =>
    [filedTotal, subtotal.total, ...COMPONENTS.map((component) => subtotal[component])].some((base) =>
      isAbout(percentOf(base, of), amount),
    );
  return !gives(percent) && gives(percent * HUNDRED) ? percent * HUNDRED : percent;
}
const HUNDRED = 100n;

/** The percent of a tax or a cost that is written without one: the roundest that gives its amount, where a total below has it. */
function impliedPercent(values: RowValues, isTax: boolean, { subtotal, filedTotal }: Running, below: Below): bigint | null {
  const amount = amountOf(values);
  const isIn = (change: bigint) => below.reaches(filedTotal + change);
  if (amount === null || amount === 0n || !(isIn(amount) || (saysDiscount(values.label) && isIn(-amount)))) return null;
  const named = isTax ? null : baseNamed(values.label);
  const base = isTax ? filedTotal : (named === null ? 0n : subtotal[named]) || subtotal.total;
  const percent = effectivePercent(amount, base);
  if (percent === null || !isPercent(percent)) return null;
  const rounded = ROUND.map((digits) => rescale(rescale(percent, SCALE.percent, digits), digits, SCALE.percent));
  return rounded.find((each) => isAbout(percentOf(base, each), amount)) ?? null;
}
const ROUND = [0, 1, 2, SCALE.percent];

export function lineOf(values: RowValues, running: Running, notices: Sentence[], below: Below): PercentLine | null {
  const { label, index } = values;
  const isTax = saysTax(label);
  const inWords = percentWritten(values, running);
  if (sumsUp(label) || (saysOfWhich(label) && !below.addsTax)) return null;
  const written = inWords ?? (isTax || saysCost(label) ? impliedPercent(values, isTax, running, below) : null);
  if (written === null) return null;
  if (!isTax && !saysCost(label) && !isUnnamedLine(values, written, running, below)) return null;
  const kind = isTax ? 'tax' : 'additional_cost';
  const name = withoutPercent(label) || label;
  const own = amountOf(values) === null && percentOnly(values) ? null : amountIn(values);
  const stated = own === null ? null : withSections(own, below.inSections(name, written), percentOf(running.filedTotal, written));
  // A discount may be written as a positive amount that the totals below take away.
  const isTakenAway =
    saysDiscount(label) &&
    stated !== null &&
    stated > 0n &&
    !below.reaches(running.filedTotal + stated) &&
    below.reaches(running.filedTotal - stated);
  const amount = isTakenAway ? -stated : stated;
  // A tax that adds an amount is not a deduction, whatever dash stands before its percent.
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
    name,
    ...form,
    stated: amount === null ? null : fixed(amount, SCALE.money),
  };
}

const isMarked = (values: RowValues) => values.unit !== '' || showsPercent(values);

/** "VAT 13%", "TVA à 20,00 %", "Overheads (10 %):". */
const PERCENT_IN_NAME = /\s*[-–(,:@]?\s*((?<=\s)(à|a|at|von|de|of)\s+)?-?\d+(?:[.,]\d+)?\s*%\s*\)?:?/iu;

/** The words on both sides of the percent stay apart, and a comma stays at its word. */
export const withoutPercent = (label: string) =>
  label
    .replace(PERCENT_IN_NAME, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;.)])/g, '')
    .trim();

/** The row's only number is the percent itself. */
const percentOnly = ({ row }: RowValues) => row.cells.filter(({ kind, text }) => kind === 'number' && !text.endsWith('%')).length === 0;

type Form = Pick<PercentLine, 'percent_total' | 'percent_labour' | 'percent_materials' | 'percent_tools'>;
const EMPTY: Form = { percent_total: null, percent_labour: null, percent_materials: null, percent_tools: null };

/** Indirect costs are often of the labour and the machines. */
const PAIRS = [
  ['labour', 'tools'],
  ['labour', 'materials'],
  ['materials', 'tools'],
] as const;
const ofBoth = ([one, first]: [Form, bigint], [other, second]: [Form, bigint]): [Form, bigint] => [
  { ...one, ...Object.fromEntries(Object.entries(other).filter(([, percent]) => percent !== null)) },
  first + second,
];

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
    const pair = kind === 'tax' ? undefined : PAIRS.find(([a, b]) => gives(subtotal[a] + subtotal[b]));
    if (pair !== undefined && amount !== 0n) return ofBoth(byComponent(pair[0], signed), byComponent(pair[1], signed));
  }
  return uniform(kind === 'tax' ? percent : (effectivePercent(amount, base) ?? percent));
}
