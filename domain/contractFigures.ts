/** The figures of a row over the versions of its contract, and why they moved (docs/domain.md, The whole contract). Money is in cents. */
import { minus, plus, rowSums, type Sums, type UnitPrices, ZERO } from './amounts.ts';
import type { ContractRow, Thread } from './contractThreads.ts';

/** Reasons why a contract's figure changed between two versions. */
export const CAUSES = ['quantity', 'price', 'added', 'gone'] as const;
export type Cause = (typeof CAUSES)[number];
/** The kinds of change that rows are filtered by: any change, a cause, an extra, settled work, revalued work. */
export const CONTRACT_KINDS = ['changed', ...CAUSES, 'extras', 'settled', 'revalued'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/**
 * The columns, of a row, a list and every sum:
 * original + extras + quantity + price + added + gone = now, and now + settled = to_date + left.
 */
export const COLUMNS = ['original', 'extras', ...CAUSES, 'now', 'settled', 'to_date', 'left', 'revaluation'] as const;
export type Column = (typeof COLUMNS)[number];
export type Figures<Value = bigint> = Readonly<Record<Column, Value>>;

/** One version's part of a row's figures, and how the row changed from the version before. */
export interface Step {
  readonly estimated: Sums;
  readonly extras: Sums;
  readonly quantity: Sums;
  readonly price: Sums;
  readonly added: Sums;
  readonly gone: Sums;
  /** S(X) of the version's last act. */
  readonly done: Sums;
  /** X_0 at the version's prices, and at those of the version before. */
  readonly carried: Sums;
  readonly kept: Sums;
}
export const PARTS = ['estimated', 'extras', ...CAUSES, 'done', 'carried', 'kept'] as const satisfies readonly (keyof Step)[];
export const NO_STEP: Step = {
  estimated: ZERO,
  extras: ZERO,
  quantity: ZERO,
  price: ZERO,
  added: ZERO,
  gone: ZERO,
  done: ZERO,
  carried: ZERO,
  kept: ZERO,
};

const samePrices = (one: UnitPrices, other: UnitPrices): boolean =>
  one.labour === other.labour && one.materials === other.materials && one.tools === other.tools;
/** The value of a quantity. 0 returns early, because most quantities of most rows are 0. */
const valueAt = (quantity: bigint, prices: UnitPrices): Sums => (quantity === 0n ? ZERO : rowSums(quantity, prices));
/** The difference. Equal objects return early, because most steps change nothing. */
const difference = (one: Sums, other: Sums): Sums => (one === other ? ZERO : minus(one, other));

function stepOf(row: ContractRow | undefined, from: ContractRow | undefined, isFirst: boolean, before: Step): Step {
  const whole = from === undefined ? ZERO : plus(before.estimated, before.extras);
  if (row === undefined) return from === undefined ? NO_STEP : { ...NO_STEP, gone: minus(ZERO, whole) };
  const { quantity, extra, prices } = row;
  const isSame = from !== undefined && samePrices(from.prices, prices);
  const isAsBefore = isSame && from.quantity + from.extra === quantity;
  const estimated = isAsBefore ? whole : valueAt(quantity, prices);
  const resized = from === undefined ? ZERO : isSame ? estimated : valueAt(quantity, from.prices);
  const carried = valueAt(row.carried, prices);
  return {
    estimated,
    extras: extra === 0n ? ZERO : minus(valueAt(quantity + extra, prices), estimated),
    quantity: from === undefined ? ZERO : difference(resized, whole),
    price: from === undefined ? ZERO : difference(estimated, resized),
    added: from === undefined && !isFirst ? estimated : ZERO,
    gone: ZERO,
    done: row.done === row.carried ? carried : valueAt(row.done, prices),
    carried,
    kept: from === undefined ? ZERO : isSame ? carried : valueAt(row.carried, from.prices),
  };
}

/** The parts of a row, version by version. */
export function stepsOf(thread: Thread): Step[] {
  const steps: Step[] = [];
  for (const [at, row] of thread.entries()) steps.push(stepOf(row, thread[at - 1], at === 0, steps[at - 1] ?? NO_STEP));
  return steps;
}

/** The figures that these parts give, for a row or for any sum of rows. */
export function figuresOf(steps: readonly Step[]): Figures {
  const sum = (part: keyof Step) => steps.reduce((total, step) => total + step[part].total, 0n);
  const last = steps.at(-1) ?? NO_STEP;
  const settled = steps.reduce((total, { done }, at) => {
    const next = steps[at + 1];
    return next === undefined ? total : total + done.total - next.kept.total;
  }, 0n);
  const now = last.estimated.total + last.extras.total;
  return {
    original: steps[0]?.estimated.total ?? 0n,
    extras: sum('extras'),
    quantity: sum('quantity'),
    price: sum('price'),
    added: sum('added'),
    gone: sum('gone'),
    now,
    settled,
    to_date: last.done.total + settled,
    left: now - last.done.total,
    revaluation: sum('carried') - sum('kept'),
  };
}

export const figuresOfThread = (thread: Thread): Figures => figuresOf(stepsOf(thread));

const BIT: Readonly<Record<ContractKind, number>> = {
  changed: 1,
  quantity: 2,
  price: 4,
  added: 8,
  gone: 16,
  extras: 32,
  settled: 64,
  revalued: 128,
};
/** The kinds of change of a row over the versions, as bits, whether or not they changed its amount. */
export function kindsOf(thread: Thread, { settled, revaluation }: Figures): number {
  let kinds = 0;
  for (const [at, row] of thread.entries()) {
    const from = thread[at - 1];
    if (row !== undefined && row.extra !== 0n) kinds |= BIT.extras;
    if (at === 0) continue;
    if (row === undefined) kinds |= from === undefined ? 0 : BIT.gone;
    else if (from === undefined) kinds |= BIT.added;
    else {
      if (from.quantity + from.extra !== row.quantity) kinds |= BIT.quantity;
      if (!samePrices(from.prices, row.prices)) kinds |= BIT.price;
    }
  }
  if (settled !== 0n) kinds |= BIT.settled;
  if (revaluation !== 0n) kinds |= BIT.revalued;
  return kinds === 0 ? 0 : kinds | BIT.changed;
}
export const isOfKind = (kinds: number, kind: ContractKind): boolean => (kinds & BIT[kind]) !== 0;
