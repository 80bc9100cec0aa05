/** Lists whose amounts are the totals of others, and lists whose total is the amount of one row. */
import { absolute } from '../../../../domain/decimal.ts';
import { normalized } from '../table/cell/words.ts';
import { isAbout } from '../table/totals/percent.ts';
import type { Digest, Item } from './digest.ts';

const amountOf = ({ amount, stated }: Item) => (amount === 0n ? stated : amount);
/** Many amounts are whole hundreds, so two of them may be equal by chance. */
const isRound = (cents: bigint) => cents % 10_000n === 0n;

const totalsOf = ({ total, stated }: Digest) => [total, ...stated].filter((sum) => sum !== 0n);

/**
 * The lists that a list sums up. A list is a summary when most of its amounts equal totals of other lists to the cent,
 * whatever its columns are called. One equal amount may be chance; two are not.
 */
export function summedUp(list: Digest, others: readonly Digest[]): readonly Digest[] {
  const items = list.items.filter((item) => amountOf(item) !== 0n);
  if (items.length === 0) return [];
  const left = new Set(others.filter(({ items: { length } }) => length > 0));
  const found: Digest[] = [];
  let matched = 0n;
  for (const item of items) {
    const amount = amountOf(item);
    const of = [...left].find((other) => totalsOf(other).some((total) => isAbout(total, amount)));
    if (of === undefined) continue;
    left.delete(of);
    found.push(of);
    matched += amount;
  }
  const isMost = found.length * 2 >= items.length && absolute(matched) * 2n >= absolute(sumOf(items));
  const isOnlyRow = items.length === 1 && (found[0]?.items.length ?? 0) > 1;
  return isMost && (found.length >= 2 || isOnlyRow) ? found : summedBySections(list, items, others);
}

const sumOf = (items: readonly Item[]) => items.reduce((sum, item) => sum + amountOf(item), 0n);

/** A list whose amounts are the section totals of one other, which together are that list's total. */
function summedBySections({ items: { length } }: Digest, items: readonly Item[], others: readonly Digest[]): readonly Digest[] {
  const of = others.find(
    (other) =>
      other.items.length > length &&
      other.sections.length >= 2 &&
      items.length >= 2 &&
      items.every((item) => other.sections.some((total) => isAbout(total, amountOf(item)))) &&
      totalsOf(other).some((total) => absolute(total - sumOf(items)) <= BigInt(items.length)),
  );
  return of === undefined ? [] : [of];
}

/**
 * The row of another list whose amount is the total of this list, which then is the detail of that row. Round amounts are often equal by
 * chance, so a row with one must name the list too.
 */
export function rowExplainedBy(list: Digest, other: Digest): Item | null {
  const totals = totalsOf(list);
  if (list.items.length === 0 || other.items.length < 2) return null;
  return (
    other.items.find((item) => {
      const amounts = [item.amount, item.stated].filter((amount) => amount !== 0n);
      const equal = amounts.find((amount) => totals.some((total) => isAbout(total, amount)));
      return equal !== undefined && (isNamedBy(item, list) || !isRound(equal));
    }) ?? null
  );
}

const LETTERS = 3;
const wordsOf = (text: string) =>
  normalized(text)
    .split(' ')
    .filter((word) => word.length >= LETTERS);

/** Whether a row's name and a list's title or sheet share a word. */
function isNamedBy({ key }: Item, { title, sheet }: Digest): boolean {
  const words = new Set([...wordsOf(title), ...wordsOf(sheet)]);
  return wordsOf(key).some((word) => words.has(word));
}
