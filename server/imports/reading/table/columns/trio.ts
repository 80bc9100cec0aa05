/** The quantity, the price of all components together and the amount: the trio whose arithmetic and words are worth most. */

import { type Product, productSupport, productsIn } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { byWorth, type Choice, choiceOf, PENALTY, worth } from './choice.ts';
import { areFactored } from './factors.ts';
import { stageCost } from './stage.ts';

export interface Main {
  readonly quantity: Choice | null;
  readonly price: Choice | null;
  readonly amount: Choice | null;
  /** quantity × price = amount in most rows. */
  readonly proven: boolean;
  readonly worth: number;
  /** A price that is not that of the amount. */
  readonly otherPrice?: number;
}

const RIVALS = 12;
/** A price column said to be an amount, or the other way round. */
const MISPLACED = 0.3;
/** A column without telling words that arithmetic shows to be the amount. */
const SHOWN = 0.4;
/** Score added when quantity × price equals the amount in every row with a quantity. */
const PROOF = 2;
/** Score added when no factor is 1 and nine rows of ten agree: then cells outrank any words. */
const STRONG_PROOF = 2;
/** Rows that must agree before arithmetic outweighs words. */
const FEW_ROWS = 3;
/** Words of another field over a column that arithmetic puts here. */
const CONTRADICTED = 0.5;
/** An amount is the end of a calculation: a result that is multiplied again is likelier a quantity or a price. */
const MULTIPLIED_AGAIN = 0.4;
/** A quantity stands beside its unit and left of its price in the forms of most countries. */
const BESIDE_UNIT = 0.3;
const IN_ORDER = 0.15;
const ENOUGH = 0.2;
/**
 * Purchase prices, executed quantities and other figures beside the estimate multiply too, so any other possible column is
 * preferred.
 */
const BESIDE_THE_ESTIMATE = 1.5;

/** All trios that words or arithmetic offer, best first; the best may lack columns, the others are proven. */
export function mainColumns(
  header: readonly HeaderColumn[],
  sample: Sample,
  taken: ReadonlySet<number>,
  unit: number | null,
): readonly [Main, ...Main[]] {
  const products = productsIn(sample);
  const figures = header.filter(({ column }) => sample.share(column, 'number') > 0);
  const leastBeside = new Map(
    ROLES.map((role) => [
      role,
      Math.min(
        1,
        ...figures.filter((column) => mayBe(role, column, products)).map(({ means }) => (means.progress > 0 ? 1 : means.elsewhere)),
      ),
    ]),
  );
  const byPlace = new Map(header.map((column) => [column.column, column] as const));
  const isFree = (column: number) => !taken.has(column) && byPlace.has(column);
  const around: Around = {
    sample,
    unit,
    products,
    multiplied: new Set(products.flatMap(({ factors }) => factors)),
    leastBeside,
    isAct: isOfWorkDone(figures),
  };
  const found = [
    ...trios(
      header.filter(({ column }) => isFree(column)),
      around,
    ),
  ];
  for (const { factors, result } of products) {
    if (![...factors, result].every(isFree)) continue;
    for (const [q, p] of [factors, [factors[1], factors[0]] as const]) {
      const trio = shown(byPlace.get(q), byPlace.get(p), byPlace.get(result), around);
      if (trio !== null) found.push(trio);
    }
  }
  const [best = NOTHING, ...others] = found.sort((a, b) => b.worth - a.worth);
  return [withoutOtherPrice(best, header, sample), ...others.filter(({ proven }) => proven)];
}

/**
 * Amounts are what the file adds up and pays: a price that does not give them in most rows is another price, such as one with tax, a
 * purchase price or a list price.
 */
function withoutOtherPrice(main: Main, header: readonly HeaderColumn[], sample: Sample): Main {
  const { quantity, price, amount, proven } = main;
  if (proven || quantity === null || price === null || amount === null) return main;
  const { agreement, seen } = productSupport(sample, [quantity.column, price.column], amount.column);
  if (seen >= FEW_ROWS && areInThousands(sample, [quantity.column, price.column, amount.column]))
    return isPerThousand(header, price.column) ? { ...main, price: null } : { ...main, amount: null };
  if (seen < FEW_ROWS || agreement >= HARDLY) return main;
  const isExplained = areFactored(header, sample, [quantity.column, price.column, amount.column]);
  return { ...main, price: null, ...(!isExplained && { otherPrice: price.column }) };
}
const HARDLY = 0.3;

/** "Rate per 1000" of a quantity in single pieces. */
const isPerThousand = (header: readonly HeaderColumn[], price: number) =>
  header.some(({ column, path }) => column === price && THOUSAND.test(path.join(' ')));
const THOUSAND = /(?<!\d)1[ .,'\u00a0]?000(?!\d)|тыс|tūkst|thousand|tausend|tys\./iu;

/** Amounts shown in thousands beside prices that are not: the product is the money, because prices are never shown shortened. */
function areInThousands(sample: Sample, columns: readonly [number, number, number]): boolean {
  const [quantities, prices, amounts] = columns.map((column) => sample.numbers(column));
  let [seen, thousands] = [0, 0];
  for (const [row, amount] of (amounts ?? []).entries()) {
    const product = (quantities?.[row] ?? Number.NaN) * (prices?.[row] ?? Number.NaN);
    if (Number.isNaN(product) || Number.isNaN(amount) || product === 0) continue;
    seen += 1;
    if (Math.abs(amount * 1_000 - product) <= Math.max(Math.abs(product) * 0.02, 10)) thousands += 1;
  }
  return thousands >= seen * 0.9;
}

const NOTHING: Main = { quantity: null, price: null, amount: null, proven: false, worth: 0 };

interface Around {
  readonly sample: Sample;
  readonly unit: number | null;
  readonly products: readonly Product[];
  readonly multiplied: ReadonlySet<number>;
  /** By role, how far the words of its best column point to another figure. */
  readonly leastBeside: ReadonlyMap<Role, number>;
  readonly isAct: boolean;
}

/** An act without its contract: every quantity and amount is one of work done, and nothing else can be read. Its prices are those of the contract. */
const isOfWorkDone = (figures: readonly HeaderColumn[]) =>
  figures.every((column) => roleOf(column) === 'none' || roleOf(column) === 'price' || column.means.progress > 0) &&
  figures.some((column) => (roleOf(column) === 'quantity' || roleOf(column) === 'amount') && column.means.progress > 0);

const ROLES = ['quantity', 'price', 'amount', 'none'] as const;
type Role = (typeof ROLES)[number];
const roleOf = ({ means: { top, role } }: HeaderColumn): Role =>
  top === 'quantity' ? 'quantity' : top !== 'money' ? 'none' : role === 'unit' ? 'price' : role === 'amount' ? 'amount' : 'none';

/** A column without words may be the price or the amount too, where it multiplies. */
const mayBe = (role: Role, column: HeaderColumn, products: readonly Product[]) =>
  roleOf(column) === role ||
  (column.means.top === null &&
    products.some(({ factors, result }) =>
      role === 'amount' ? result === column.column : role === 'price' && factors.includes(column.column),
    ));

/** "With coefficients", "with waste": such words qualify a quantity more often than they name another. */
const HALF = 0.5;

/**
 * Work done is the estimate only where there is nothing else. Other figures are accepted where no plainer column exists: "estimated amount" may be the only amount.
 */
function besideIn(column: HeaderColumn, { leastBeside, isAct }: Around): number {
  const { progress, elsewhere } = column.means;
  if (isAct) return stageCost(column);
  if (progress > 0) return progress;
  const beside = Math.max(0, elsewhere - (leastBeside.get(roleOf(column)) ?? 0));
  return roleOf(column) === 'quantity' ? beside * HALF : beside;
}
const worthIn = (column: HeaderColumn, around: Around) =>
  worth(column) + PENALTY * column.means.elsewhere - BESIDE_THE_ESTIMATE * besideIn(column, around);

/** Trios of columns whose words say what they are. */
function* trios(free: readonly HeaderColumn[], around: Around): Generator<Main> {
  const { sample } = around;
  const candidates = (wanted: (column: HeaderColumn) => boolean) => byWorth(free.filter(wanted)).slice(0, RIVALS);
  const quantities = candidates(({ means }) => means.top === 'quantity');
  const bare = (role: 'unit' | 'amount') =>
    candidates(({ means }) => means.top === 'money' && means.component === null && means.role === role);
  const silent = candidates(({ column, means }) => means.top === null && sample.share(column, 'number') > ENOUGH);
  const prices = [...bare('unit'), ...bare('amount')];
  const amounts = [...bare('amount'), ...bare('unit'), ...silent];
  for (const quantity of [...quantities, null]) {
    for (const price of [...prices, null]) {
      for (const amount of [...amounts, null]) {
        if (amount !== null && amount === price) continue;
        const found = named(quantity, price, amount, around);
        if (found !== null) yield found;
      }
    }
  }
}

function named(quantity: HeaderColumn | null, price: HeaderColumn | null, amount: HeaderColumn | null, around: Around): Main | null {
  const { sample } = around;
  const { agreement, count } =
    quantity !== null && price !== null && amount !== null
      ? productSupport(sample, [quantity.column, price.column], amount.column)
      : { agreement: 0, count: 0 };
  const proven = agreement >= 0.6 && count >= Math.min(FEW_ROWS, sample.rows);
  const silent = amount !== null && amount.means.role === null;
  const misplaced = (price?.means.role === 'amount' ? 1 : 0) + (amount?.means.role === 'unit' ? 1 : 0);
  if ((misplaced > 0 || silent) && !proven) return null;
  const quantities = quantity === null ? 0 : sample.share(quantity.column, 'number') * sample.rows;
  const coverage = quantities === 0 ? 0 : Math.min(1, count / quantities);
  // Words over a column without numbers say what is missing, not where it stands.
  const named = [quantity, price, amount].reduce((sum, column) => sum + (column === null ? 0 : worthIn(column, around)), 0);
  return {
    quantity: quantity === null ? null : choiceOf(quantity),
    price: price === null ? null : choiceOf(price),
    amount: amount === null ? null : choiceOf(amount),
    proven,
    worth:
      named -
      MISPLACED * misplaced +
      (silent ? SHOWN : 0) +
      PROOF * agreement * coverage * plainness([quantity, price, amount], around) +
      (quantity !== null && price !== null && amount !== null
        ? strength(quantity, price, amount, around) * coverage * plainness([quantity, price, amount], around)
        : 0),
  };
}

/** A trio that the cells show, whatever the words say. */
function shown(
  quantity: HeaderColumn | undefined,
  price: HeaderColumn | undefined,
  amount: HeaderColumn | undefined,
  around: Around,
): Main | null {
  if (quantity === undefined || price === undefined || amount === undefined) return null;
  // Labour, materials and tools have prices and amounts of their own.
  if (price.means.component !== null || amount.means.component !== null) return null;
  const saying = (column: HeaderColumn, is: boolean) =>
    is
      ? worth(column)
      : column.means.top === null
        ? -0.7 * column.means.elsewhere
        : -CONTRADICTED * column.means.score - column.means.elsewhere * 0.7;
  const { top } = quantity.means;
  const words =
    saying(quantity, top === 'quantity') +
    saying(price, price.means.top === 'money' && price.means.role !== 'amount') +
    saying(amount, amount.means.top === 'money' && amount.means.role !== 'unit');
  const product = around.products.find(({ factors, result }) => result === amount.column && isPair(factors, quantity.column, price.column));
  if (product === undefined) return null;
  const rows = Math.max(...[quantity, price, amount].map(({ column }) => around.sample.share(column, 'number'))) * around.sample.rows;
  return {
    quantity: choiceOf(quantity),
    price: choiceOf(price),
    amount: choiceOf(amount),
    proven: true,
    worth:
      words +
      (PROOF * product.agreement + strength(quantity, price, amount, around)) *
        Math.min(1, product.count / Math.max(1, rows)) *
        plainness([quantity, price, amount], around),
  };
}

/** Purchase prices and executed quantities multiply as well as the estimate's: such a proof does not count for them. */
const plainness = (columns: readonly (HeaderColumn | null)[], around: Around) =>
  1 -
  Math.max(
    ...columns.map((column) =>
      column === null || (roleOf(column) === 'quantity' && column.means.progress === 0) ? 0 : Math.min(1, besideIn(column, around)),
    ),
  );

const isPair = ([a, b]: readonly [number, number], x: number, y: number) => (a === x && b === y) || (a === y && b === x);

function strength(quantity: HeaderColumn, price: HeaderColumn, amount: HeaderColumn, { products, unit, multiplied }: Around): number {
  const product = products.find(({ factors, result }) => result === amount.column && isPair(factors, quantity.column, price.column));
  if (product === undefined) return 0;
  return (
    STRONG_PROOF -
    (multiplied.has(amount.column) ? MULTIPLIED_AGAIN : 0) +
    (unit !== null && Math.abs(quantity.column - unit) <= 1 ? BESIDE_UNIT : 0) +
    (quantity.column < price.column && price.column < amount.column ? IN_ORDER : 0)
  );
}
