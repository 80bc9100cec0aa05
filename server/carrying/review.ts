/** The review of a carrying, for the person who decides on it. Nothing is written. */
import { isNonZero, minus } from '../../domain/amounts.ts';
import type { CarryKind, CarryReview, CarryRow } from '../../domain/api/contractShapes.ts';
import { toValuedAmounts } from '../../domain/carry.ts';
import { absolute, cents, fromCents, SCALE, shortest } from '../../domain/decimal.ts';
import { normalisedName } from '../../domain/sameRow.ts';
import type { CatalogueSentence } from '../http/errors.ts';
import type { ByHand, Worked } from './carry.ts';
import type { Row } from './rows.ts';
import type { Name } from './sides.ts';

const measure = (quantity: bigint) => shortest(quantity, SCALE.quantity);

function namedRow(row: Row): NonNullable<CarryRow['from']> {
  const { labour, materials, tools } = row.prices;
  const { id: row_id, list_title, code, name, unit } = row;
  const unit_total = shortest(labour + materials + tools, SCALE.unitPrice);
  return { row_id, list_title, code, name, unit, quantity: measure(row.quantity), unit_total };
}

/** A row of the review before it is written as text: the money it is sorted by. */
interface Item {
  readonly size: bigint;
  readonly texts: readonly Row[];
  readonly row: () => CarryRow;
}

class Items {
  readonly #byHand: ReadonlySet<number>;
  readonly #worked: Worked;
  /** By older row; computed at the first search for a settled row. */
  #pairs: ReadonlyMap<Row, Worked['pairs'][number]> | undefined;

  constructor(worked: Worked, byHand: ByHand) {
    this.#worked = worked;
    this.#byHand = new Set(byHand.map(({ from }) => from));
  }

  of(kind: CarryKind): Item[] {
    const { pairs, settled, added } = this.#worked;
    switch (kind) {
      case 'added':
        return added.map((into) => ({ size: into.cost.total, texts: [into], row: () => this.#added(into) }));
      case 'settled':
        return settled.map((each) => ({ size: each.value.total, texts: [each.from], row: () => this.#settled(each) }));
      case 'revalued':
        return pairs
          .filter(({ revaluation }) => isNonZero(revaluation))
          .map((pair) => ({ size: pair.revaluation.total, texts: [pair.from, pair.into], row: () => this.#paired(pair) }));
      default:
        return pairs
          .filter(({ from }) => from.done !== 0n)
          .map((pair) => ({ size: pair.from.worth.total, texts: [pair.from, pair.into], row: () => this.#paired(pair) }));
    }
  }

  #paired({ from, into, quantity, revaluation }: Worked['pairs'][number]): CarryRow {
    const rest = from.done - quantity;
    return {
      from: namedRow(from),
      into: namedRow(into),
      by_hand: this.#byHand.has(from.id),
      done: measure(from.done),
      carried: measure(quantity),
      settled: measure(rest),
      before: fromCents(from.worth.total),
      settled_value: fromCents(minus(from.worth, from.worthOf(quantity)).total),
      revaluation: fromCents(revaluation.total),
      total: fromCents(into.cost.total),
    };
  }

  #settled({ from, quantity, value }: Worked['settled'][number]): CarryRow {
    this.#pairs ??= new Map(this.#worked.pairs.map((pair) => [pair.from, pair]));
    const pair = this.#pairs.get(from);
    return {
      from: namedRow(from),
      into: pair === undefined ? null : namedRow(pair.into),
      by_hand: this.#byHand.has(from.id),
      done: measure(from.done),
      carried: measure(from.done - quantity),
      settled: measure(quantity),
      before: fromCents(from.worth.total),
      settled_value: fromCents(value.total),
      revaluation: fromCents(pair?.revaluation.total ?? 0n),
      total: fromCents(pair?.into.cost.total ?? 0n),
    };
  }

  #added(into: Row): CarryRow {
    const nothing = { done: '0', carried: '0', settled: '0', before: '0.00', settled_value: '0.00', revaluation: '0.00' };
    return { from: null, into: namedRow(into), by_hand: false, ...nothing, total: fromCents(into.cost.total) };
  }
}

interface Asked {
  readonly kind: CarryKind;
  readonly sought: string;
  readonly offset: number;
  readonly limit: number;
  readonly by_hand: ByHand;
}
interface Sides {
  readonly from: Name;
  readonly into: Name | null;
  readonly blocked: CatalogueSentence | null;
}

export function reviewOf(worked: Worked, { from, into, blocked }: Sides, asked: Asked): CarryReview {
  const { pairs, settled, added, value } = worked;
  const sought = normalisedName(asked.sought);
  const isSought = ({ texts }: Item) =>
    sought === '' || texts.some(({ code, name }) => normalisedName(name).includes(sought) || normalisedName(code).includes(sought));
  const found = new Items(worked, asked.by_hand)
    .of(asked.kind)
    .filter(isSought)
    .map((item) => ({ item, size: absolute(item.size) }))
    .sort((one, other) => (one.size === other.size ? 0 : one.size < other.size ? 1 : -1));
  return {
    from,
    into,
    blocked,
    before: toValuedAmounts(value.before),
    carried: toValuedAmounts(value.carried),
    settled: toValuedAmounts(value.settled),
    revaluation: toValuedAmounts(value.revaluation),
    counts: {
      paired: pairs.filter((pair) => pair.from.done !== 0n).length,
      revalued: pairs.filter(({ revaluation }) => isNonZero(revaluation)).length,
      settled: settled.length,
      added: added.length,
    },
    rows: found.slice(asked.offset, asked.offset + asked.limit).map(({ item }) => item.row()),
    total: found.length,
  };
}

/** Whether the figures are those the person saw. */
export const isSeen = ({ value }: Worked, seen: { readonly settled: string; readonly revaluation: string }): boolean =>
  value.settled.gross.total === cents(seen.settled) && value.revaluation.gross.total === cents(seen.revaluation);
