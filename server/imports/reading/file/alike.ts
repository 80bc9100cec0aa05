/** How much of one list occurs in another. */
import type { Digest, Item } from './digest.ts';

export interface Likeness {
  /** The items of the one list with a quantity or an amount, and how many of them the other has too, by name and unit. */
  readonly of: number;
  readonly shared: number;
  /** Of the shared: those with the same amount, the same unit price, the same quantity; zeros do not count. */
  readonly sameAmount: number;
  readonly samePrice: number;
  readonly sameQuantity: number;
}

const isZero = (text: string) => !/[1-9]/.test(text);
/** A row without numbers is no evidence, because every blank form has the same ones. */
const hasSubstance = ({ key, quantity, amount, stated }: Item) => key !== '' && (amount !== 0n || stated !== 0n || !isZero(quantity));

const keyOf = ({ key, unit }: Item) => `${key}\u0000${unit}`;

/** The items of a list by name and unit. */
class Index {
  readonly #items = new Map<string, Item[]>();

  constructor({ items }: Digest) {
    for (const item of items) {
      if (!hasSubstance(item)) continue;
      const known = this.#items.get(keyOf(item));
      if (known === undefined) this.#items.set(keyOf(item), [item]);
      else known.push(item);
    }
  }

  /** How much of a list occurs in this one. Each item here matches at most one item there; the most similar one is taken. */
  likeness({ items }: Digest): Likeness {
    const left = new Map<string, Item[]>();
    const found = { of: 0, shared: 0, sameAmount: 0, samePrice: 0, sameQuantity: 0 };
    for (const item of items) {
      if (!hasSubstance(item)) continue;
      found.of += 1;
      const key = keyOf(item);
      const rest = left.get(key) ?? [...(this.#items.get(key) ?? [])];
      left.set(key, rest);
      const other = takeMostAlike(rest, item);
      if (other === null) continue;
      found.shared += 1;
      if (hasSameAmount(item, other)) found.sameAmount += 1;
      if (item.price === other.price && !isZero(item.price)) found.samePrice += 1;
      if (item.quantity === other.quantity && !isZero(item.quantity)) found.sameQuantity += 1;
    }
    return found;
  }
}

const hasSameAmount = (a: Item, b: Item) => a.amount !== 0n && (a.amount === b.amount || a.stated === b.stated);

function takeMostAlike(rest: Item[], item: Item): Item | null {
  if (rest.length === 0) return null;
  const same = rest.findIndex((other) => other.quantity === item.quantity && other.amount === item.amount);
  const near = same >= 0 ? same : rest.findIndex((other) => other.quantity === item.quantity || other.price === item.price);
  const [taken] = rest.splice(Math.max(0, near), 1);
  return taken ?? null;
}

const indexes = new WeakMap<Digest, Index>();
/** Made once for each list. */
export function indexOf(list: Digest): Index {
  const index = indexes.get(list) ?? new Index(list);
  indexes.set(list, index);
  return index;
}
