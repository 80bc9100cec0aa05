/**
 * Carrying what was done under an older version into a newer one, row by row (docs/domain.md, Carried). Quantities are at scale 6, money in cents. Work
 * that has no row in the newer version is settled: its amount is fixed and counts in no range.
 */
import { type Amounts, minus, plus, rowSums, type Sums, toAmounts, type UnitPrices, ZERO } from './amounts.ts';
import { absolute } from './decimal.ts';
import { matchRows, type Recognisable } from './sameRow.ts';
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

/** The older rows that are paired by hand, each with its newer one. */
function chosenPairs<From extends DoneRow, Into extends CarriedRow>(
  older: readonly From[],
  newer: readonly Into[],
  byHand: ReadonlyMap<number, number>,
): (readonly [From, Into])[] {
  if (byHand.size === 0) return [];
  const newById = new Map(newer.map((row) => [row.id, row]));
  const chosen = older.flatMap((from) => {
    const into = newById.get(byHand.get(from.id) ?? 0);
    return into === undefined ? [] : [[from, into] as const];
  });
  if (new Set(chosen.map(([, into]) => into.id)).size !== chosen.length) throw new Error('Two rows were paired with one');
  return chosen;
}

/** Rows between two steps of `carrySteps`. */
const STEP = 5_000;

/**
 * Pairs the rows of two versions as an import does; the pairs in `byHand`, from ids of older rows to ids of newer ones, come first. Work
 * that has no pair, or does not fit into the newer quantity, is settled. Long versions take a while, so the generator yields between steps
 * and a server can answer other requests.
 */
export function* carrySteps<From extends DoneRow, Into extends CarriedRow>(
  older: OlderVersion<From>,
  newer: NewerVersion<Into>,
  byHand: ReadonlyMap<number, number> = new Map(),
): Generator<void, Carrying<From, Into>> {
  const chosen = chosenPairs(older.rows, newer.rows, byHand);
  const [isChosen, isTaken] = [new Set(chosen.map(([from]) => from.id)), new Set(chosen.map(([, into]) => into.id))];
  yield;
  const { pairs: alike, added } = matchRows(
    older.rows.filter(({ id }) => !isChosen.has(id)),
    newer.rows.filter(({ id }) => !isTaken.has(id)),
  );
  yield;
  const place = new Map(chosen.length === 0 ? [] : newer.rows.map(({ id }, at) => [id, at]));
  const after = ([, one]: readonly [From, Into], [, other]: readonly [From, Into]) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0);
  // Rows paired by recognition are in order already.
  const ordered = chosen.length === 0 ? alike : [...chosen, ...alike].sort(after);
  const pairs: Pair<From, Into>[] = [];
  for (const [from, into] of ordered) {
    pairs.push(pairOf(from, into));
    if (pairs.length % STEP === 0) yield;
  }
  const kept = new Map(pairs.map(({ from, quantity }) => [from.id, quantity]));
  yield;
  const settled = older.rows.flatMap((from): Settled<From>[] => {
    const rest = kept.get(from.id) ?? 0n;
    return rest === from.done ? [] : [{ from, quantity: from.done - rest, value: partValue(from, rest) }];
  });
  return { pairs, settled, added };
}

/** Runs all steps and returns their result. */
function whole<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
/** Runs `carrySteps` to its end without pausing. */
export const carry = (older: OlderVersion, newer: NewerVersion, byHand?: ReadonlyMap<number, number>): Carrying =>
  whole(carrySteps(older, newer, byHand));

/** The value of work in three sums: the rows alone, with additional costs, and with taxes. */
interface Valued {
  readonly costs: Sums;
  readonly net: Sums;
  readonly gross: Sums;
}
const NOTHING: Valued = { costs: ZERO, net: ZERO, gross: ZERO };
const plain = ({ costs, net, gross }: Valued): Valued => ({ costs, net, gross });
const each = (of: (one: Sums, other: Sums) => Sums, one: Valued, other: Valued): Valued => ({
  costs: of(one.costs, other.costs),
  net: of(one.net, other.net),
  gross: of(one.gross, other.gross),
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
    if (at % STEP === STEP - 1) yield;
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
export function* carriedValueSteps(
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
  const settled = each(plus, settledBefore, each(minus, all, keptAtOldPrices));
  const before = each(plus, settledBefore, all);
  const less = (whole: readonly Sums[], kept: readonly Sums[]) => whole.map((sum, at) => minus(sum, kept[at] ?? ZERO));
  return {
    before,
    carried: plain(carried),
    settled,
    revaluation: each(minus, each(plus, carried, settled), before),
    settledLines: {
      additional: less(all.lines.additional, keptAtOldPrices.lines.additional),
      taxes: less(all.lines.taxes, keptAtOldPrices.lines.taxes),
    },
  };
}
/** Runs `carriedValueSteps` to its end without pausing. */
export const carriedValue = (...given: Parameters<typeof carriedValueSteps>): CarriedValue => whole(carriedValueSteps(...given));

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
