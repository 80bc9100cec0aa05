/** Tells the content of a column by its header path, which runs from its group down to the column's own words. */
import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import type { Concept } from '../cell/words.ts';
import { type Meanings, meanings } from './headerWords.ts';

type Plain = 'name' | 'unit' | 'quantity' | 'code' | 'number';
const PLAIN: readonly Plain[] = ['name', 'unit', 'quantity', 'code', 'number'];

export interface Described {
  /** The plain concept the path speaks of; 'money' for a price or an amount; null when it says nothing. */
  readonly top: Plain | 'money' | null;
  /** How sure the words are, 0 to 1. */
  readonly score: number;
  readonly component: Component | null;
  /** A price of one unit or an amount of the row; null when the words leave it open. */
  readonly role: 'unit' | 'amount' | null;
  /** How much the words speak of progress, purchase and other figures beside the estimate, 0 to 1. */
  readonly elsewhere: number;
  /** How much the words speak of a length, a width or a height, 0 to 1. */
  readonly dimension: number;
  /** How much the words speak of work done: previous, this, to date, remaining. */
  readonly progress: number;
}

export const NOTHING_DESCRIBED: Described = { top: null, score: 0, component: null, role: null, elsewhere: 0, dimension: 0, progress: 0 };

export function described(path: readonly string[]): Described {
  const own = path.at(-1);
  if (own === undefined) return NOTHING_DESCRIBED;
  const sub = meanings(own);
  const group = meanings(path.slice(0, -1).join(' '));
  const whole = path.length > 1 ? meanings(path.join(' ')) : sub;
  const dimension = weight(sub, 'dimension');
  const progress = Math.max(weight(sub, 'progress'), weight(group, 'progress'));
  const elsewhere = Math.max(weight(sub, 'elsewhere'), weight(group, 'elsewhere'), dimension, progress);
  const beside = { elsewhere, dimension, progress };
  const ofQuantity = path.length > 1 ? quantityOf(group, path) : null;
  if (ofQuantity !== null) return { top: 'quantity', score: ofQuantity, component: null, role: null, ...beside };
  const inAll = quantityInAll(sub);
  if (inAll !== null) return { top: 'quantity', score: inAll, component: null, role: null, ...beside };
  const component = componentOf(sub, group);
  if (component === 'labour' && weight(sub, 'hours') > 0) return { ...NOTHING_DESCRIBED, ...beside, elsewhere: 1 };
  const role = roleOf(sub, group);
  const money = Math.max(
    component === null ? 0 : Math.max(weight(sub, component), weight(group, component)),
    role === 'unit' ? Math.max(best(sub, ['unitPrice', 'price', 'unit']), best(group, ['unitPrice', 'price'])) : 0,
    role === 'amount' ? Math.max(best(sub, ['amount', 'sum']), best(group, ['amount', 'sum'])) : 0,
  );
  const source = [...sub.keys()].some((concept) => concept !== 'elsewhere') ? sub : group;
  const [plain, plainScore] = strongestPlain(source, whole);
  if (plain !== null && (plainScore > money || (plainScore === money && isPlainName(plain, sub)))) {
    return { top: plain, score: plainScore, component: null, role: null, ...beside };
  }
  return money === 0 ? { ...NOTHING_DESCRIBED, ...beside } : { top: 'money', score: money, component, role, ...beside };
}

/** "Quantity in all" is a quantity, where no word is of money. */
function quantityInAll(sub: Meanings): number | null {
  const [quantity, sum] = [weight(sub, 'quantity'), weight(sub, 'sum')];
  const isOfMoney = best(sub, ['price', 'unitPrice', ...COMPONENTS]) > 0;
  return quantity === 0 || sum === 0 || isOfMoney ? null : Math.min(1, quantity + sum - WITHOUT_WORDS);
}
const WITHOUT_WORDS = 0.5;

/** A group named "quantity" holds quantities under any column names, such as "per unit" or "in all". */
function quantityOf(group: Meanings, path: readonly string[]): number | null {
  const own = weight(group, 'quantity');
  const speaksOfMoney = (['unitPrice', 'price', 'amount', 'sum'] as const).some((concept) => weight(group, concept) >= own);
  if (own < 1 || speaksOfMoney) return null;
  const sub = meanings(path.at(-1) ?? '');
  return weight(sub, 'sum') > 0 ? own : own - WITHOUT_SUM;
}
const WITHOUT_SUM = 0.2;

const weight = (found: Meanings, concept: Concept) => found.get(concept) ?? 0;
const best = (found: Meanings, concepts: readonly Concept[]) => Math.max(0, ...concepts.map((concept) => weight(found, concept)));

/** On a tie "work" as a column of its own is labour, but "description of work" is a name. */
const isPlainName = (plain: Plain, sub: Meanings) => plain !== 'name' || COMPONENTS.every((component) => weight(sub, component) < 1);

function strongestPlain(source: Meanings, whole: Meanings): [Plain | null, number] {
  let found: [Plain | null, number] = [null, 0];
  for (const concept of PLAIN) {
    const score = Math.max(weight(source, concept), weight(whole, concept));
    if (score > found[1]) found = [concept, score];
  }
  return found;
}

/** The one component the column is about; none when its words name two, as in "materials and labour". */
function componentOf(sub: Meanings, group: Meanings): Component | null {
  const named = (found: Meanings) => COMPONENTS.filter((component) => weight(found, component) > 0);
  const [own, other] = named(sub);
  const [around, besides] = named(group);
  if (other !== undefined) return null;
  if (own === undefined) return besides === undefined ? (around ?? null) : null;
  return around === undefined || besides !== undefined || around === own ? own : null;
}

function roleOf(sub: Meanings, group: Meanings): 'unit' | 'amount' | null {
  const subUnit = weight(sub, 'unitPrice');
  const subAmount = Math.max(weight(sub, 'amount'), weight(sub, 'sum'));
  const subPrice = weight(sub, 'price');
  if (subUnit > 0 && subUnit >= weight(sub, 'amount')) return 'unit';
  if (weight(group, 'unitPrice') > 0 && weight(group, 'unitPrice') >= weight(group, 'amount')) return 'unit';
  if (subAmount > 0 && (subAmount >= subPrice || weight(sub, 'sum') > 0)) return 'amount';
  if (subPrice > 0) return 'unit';
  if (weight(group, 'amount') > 0) return 'amount';
  // Beside a group of unit prices, labour under "price" is an amount.
  if (weight(group, 'price') > 0) return weight(sub, 'unit') > 0 ? 'unit' : null;
  const namesComponents = COMPONENTS.some((named) => weight(sub, named) > 0);
  return weight(group, 'sum') > 0 && namesComponents ? 'amount' : null;
}
