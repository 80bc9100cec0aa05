/**
 * Carrying what was done under an older version into a newer one, row by row (docs/domain.md, Carried). Quantities are at scale 6, money in cents. Work
 * that has no row in the newer version is settled: its amount is fixed and counts in no range.
 */
import { type Amounts, minus, plus, rowSums, type Sums, toAmounts, type UnitPrices, ZERO } from './amounts.ts';
import { absolute } from './decimal.ts';
import { type ByHand, pairing, type Recognisable, recognisedBy } from './sameRow.ts';
import { BETWEEN_STOPS, finished } from './stops.ts';
import { type Percents, summarise } from './summary.ts';

/** A row of either version. */
export interface CarriedRow extends Recognisable {
  readonly id: number;
  readonly quantity: bigint;
  readonly prices: UnitPrices;
}
/** A row of the older version, with what was done in it up to its last act. */
export interface DoneRow extends CarriedRow {
  readonly done: bigint;
}
interface Lines {
  readonly additional: readonly Percents[];
  readonly taxes: readonly Percents[];
}
export interface OlderVersion<From extends DoneRow = DoneRow> extends Lines {
  readonly rows: readonly From[];
}
interface NewerVersion<Into extends CarriedRow = CarriedRow> extends Lines {
  readonly rows: readonly Into[];
}

interface Pair<From extends DoneRow, Into extends CarriedRow> {
  readonly from: From;
  readonly into: Into;
  /** X_0 of the row: the quantity done, up to the newer quantity. */
  readonly quantity: bigint;
  /** The change of its value: its value at the newer prices less that at the older ones. */
  readonly revaluation: Sums;
}
interface Settled<From extends DoneRow> {
  readonly from: From;
  /** The quantity done in the row, or the part of it beyond the newer quantity. */
  readonly quantity: bigint;
  /** The value of that quantity at the older prices, without additional costs and taxes. */
  readonly value: Sums;
}
export interface Carrying<From extends DoneRow = DoneRow, Into extends CarriedRow = CarriedRow> {
  /** In the order of the newer version. */
  readonly pairs: readonly Pair<From, Into>[];
  /** In the order of the older version. */
  readonly settled: readonly Settled<From>[];
  readonly added: readonly Into[];
}

/** How much of a done quantity fits into a newer one: all of it, or the newer one; nothing where the signs differ. */
function within(done: bigint, quantity: bigint): bigint {
  if (done === 0n || quantity === 0n || done < 0n !== quantity < 0n) return 0n;
  return absolute(done) <= absolute(quantity) ? done : quantity;
}

/** The value of a row's done quantity beyond `kept`: the whole less the value of `kept`, so that both add up to the whole. */
const partValue = ({ done, prices }: DoneRow, kept: bigint): Sums => minus(rowSums(done, prices), rowSums(kept, prices));

function pairOf<From extends DoneRow, Into extends CarriedRow>(from: From, into: Into): Pair<From, Into> {
  if (from.done === 0n) return { from, into, quantity: 0n, revaluation: ZERO };
  const quantity = within(from.done, into.quantity);
  return { from, into, quantity, revaluation: minus(rowSums(quantity, into.prices), rowSums(quantity, from.prices)) };
}

/**
 * Pairs the rows of two versions as an import does; the pairs in `byHand`, from ids of older rows to ids of newer ones, come first. Work
 * that has no pair, or does not fit into the newer quantity, is settled. With stops (domain/stops.ts).
 */
export function* carrying<From extends DoneRow, Into extends CarriedRow>(
  older: OlderVersion<From>,
  newer: NewerVersion<Into>,
  byHand: ByHand = new Map(),
): Generator<void, Carrying<From, Into>> {
  const { pairs: matched, added } = yield* pairing(older.rows, newer.rows, { byHand, keyOf: recognisedBy });
  const pairs: Pair<From, Into>[] = [];
  for (const [from, into] of matched) {
    pairs.push(pairOf(from, into));
    if (pairs.length % BETWEEN_STOPS === 0) yield;
  }
  const kept = new Map(pairs.map(({ from, quantity }) => [from.id, quantity]));
  yield;
  const settled = older.rows.flatMap((from): Settled<From>[] => {
    const rest = kept.get(from.id) ?? 0n;
    return rest === from.done ? [] : [{ from, quantity: from.done - rest, value: partValue(from, rest) }];
  });
  return { pairs, settled, added };
}

/** Runs `carrying` to its end without pausing. */
export const carry = (older: OlderVersion, newer: NewerVersion, byHand?: ByHand): Carrying => finished(carrying(older, newer, byHand));

/** The value of work in three sums: the rows alone, with additional costs, and with taxes. */
interface Valued {
  readonly costs: Sums;
  readonly net: Sums;
  readonly gross: Sums;
}
const NOTHING: Valued = { costs: ZERO, net: ZERO, gross: ZERO };
const added = (one: Valued, other: Valued): Valued => ({
  costs: plus(one.costs, other.costs),
  net: plus(one.net, other.net),
  gross: plus(one.gross, other.gross),
});
const subtracted = (one: Valued, other: Valued): Valued => ({
  costs: minus(one.costs, other.costs),
  net: minus(one.net, other.net),
  gross: minus(one.gross, other.gross),
});

/** The additional costs and taxes of a part of the work, in the order of its version. */
interface LineSums {
  readonly additional: readonly Sums[];
  readonly taxes: readonly Sums[];
}

/** S(X) of a version for these rows. */
function* valued(
  rows: readonly { readonly quantity: bigint; readonly prices: UnitPrices }[],
  { additional, taxes }: Lines,
): Generator<void, Valued & { readonly lines: LineSums }> {
  let costs = ZERO;
  for (const [at, { quantity, prices }] of rows.entries()) {
    costs = plus(costs, rowSums(quantity, prices));
    if (at % BETWEEN_STOPS === 0) yield;
  }
  const sums = summarise([costs], additional, taxes);
  return { costs, net: sums.total, gross: sums.totalWithTaxes, lines: sums };
}

/** The value of a contract's work before and after a carrying: before, carried, settled, and the change of value. */
export interface CarriedValue {
  /** S_1(X_last) with what was settled before: the value of all work done, as the older version had it. */
  readonly before: Valued;
  /** S_2(X_0). */
  readonly carried: Valued;
  /** Fixed money, including the sums that earlier versions settled. */
  readonly settled: Valued;
  /** carried + settled − before; 0 where neither prices nor lines have changed. */
  readonly revaluation: Valued;
  /** The older version's additional costs and taxes in what this carrying settles. */
  readonly settledLines: LineSums;
}

/**
 * The value of the carried work. The settled sum is S_1(X) less S_1 of the carried part, additional costs and taxes included, so that
 * nothing is lost or counted twice between the versions. `settledBefore` is the sum that earlier versions settled.
 */
export function* valuing(
  older: OlderVersion,
  newer: NewerVersion,
  { pairs }: Pick<Carrying, 'pairs'>,
  settledBefore: Valued = NOTHING,
): Generator<void, CarriedValue> {
  const done = older.rows.flatMap((row) => (row.done === 0n ? [] : [{ quantity: row.done, prices: row.prices }]));
  const all = yield* valued(done, older);
  const going = pairs.filter(({ quantity }) => quantity !== 0n);
  const keptAtOldPrices = yield* valued(
    going.map(({ from, quantity }) => ({ quantity, prices: from.prices })),
    older,
  );
  const carried = yield* valued(
    going.map(({ into, quantity }) => ({ quantity, prices: into.prices })),
    newer,
  );
  const settled = added(settledBefore, subtracted(all, keptAtOldPrices));
  const before = added(settledBefore, all);
  const less = (whole: readonly Sums[], kept: readonly Sums[]) => whole.map((sum, at) => minus(sum, kept[at] ?? ZERO));
  return {
    before,
    carried: { costs: carried.costs, net: carried.net, gross: carried.gross },
    settled,
    revaluation: subtracted(added(carried, settled), before),
    settledLines: {
      additional: less(all.lines.additional, keptAtOldPrices.lines.additional),
      taxes: less(all.lines.taxes, keptAtOldPrices.lines.taxes),
    },
  };
}
/** Runs `valuing` to its end without pausing. */
export const carriedValue = (...given: Parameters<typeof valuing>): CarriedValue => finished(valuing(...given));

/** A percent line of an estimate with its sums in one part of the work. */
export interface NamedSum extends Amounts {
  readonly name: string;
  /** Null for a line by component. */
  readonly percent_total: string | null;
}
interface ValuedAmounts {
  readonly costs: Amounts;
  readonly net: Amounts;
  readonly gross: Amounts;
}
/** The stored figures of one carrying, without those of earlier carryings, and the percent lines of the work it settled. */
export interface CarriedFigures {
  readonly before: ValuedAmounts;
  readonly carried: ValuedAmounts;
  readonly settled: ValuedAmounts;
  readonly revaluation: ValuedAmounts;
  readonly lines: { readonly additional: readonly NamedSum[]; readonly taxes: readonly NamedSum[] };
}
export const toValuedAmounts = ({ costs, net, gross }: Valued): ValuedAmounts => ({
  costs: toAmounts(costs),
  net: toAmounts(net),
  gross: toAmounts(gross),
});
