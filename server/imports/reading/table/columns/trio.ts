/** The quantity, the price of all components together and the amount: the trio whose arithmetic and words are worth most. */

import { type Product, productRows, productSupport, productsIn } from '../evidence/arithmetic.ts';
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
/** Score taken off for a price column said to be an amount, or the other way round. */
const MISPLACED = 0.3;
/** Score of a column without telling words that arithmetic shows to be the amount. */
const SHOWN = 0.4;
/** Score added when quantity × price equals the amount in every row with a quantity. */
const PROOF = 2;
/** Score added when no factor is 1 and nine rows of ten agree: then cells outrank any words. */
const STRONG_PROOF = 2;
/** Rows that must agree before arithmetic outweighs words. */
const FEW_ROWS = 3;
/** Part of the score of words that is taken off where arithmetic puts their column in another field. */
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
  const columnAt = new Map(header.map((column) => [column.column, column] as const));
  const isFree = (column: number) => !taken.has(column) && columnAt.has(column);
  const context: Context = {
    sample,
    unit,
    products,
    multiplied: new Set(products.flatMap(({ factors }) => factors)),
    leastBeside,
    isAct: isOfWorkDone(figures),
  };
  const free = header.filter(({ column }) => isFree(column));
  const found = [...triosByWords(free, context)];
  for (const { factors, result } of products) {
    if (![...factors, result].every(isFree)) continue;
    for (const [quantity, price] of [factors, [factors[1], factors[0]] as const]) {
      const trio = trioByArithmetic(columnAt.get(quantity), columnAt.get(price), columnAt.get(result), context);
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

/** Whether amounts are shown in thousands. The products are the money then, because prices are never shown so. */
function areInThousands(sample: Sample, [quantity, price, amount]: readonly [number, number, number]): boolean {
  const rows = productRows(sample, [quantity, price], amount);
  const isThousandth = (stated: number, product: number) => Math.abs(stated * 1_000 - product) <= Math.max(Math.abs(product) * 0.02, 10);
  return rows.filter(({ product, stated }) => isThousandth(stated, product)).length >= rows.length * 0.9;
}

const NOTHING: Main = { quantity: null, price: null, amount: null, proven: false, worth: 0 };

interface Context {
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

/** Words such as "with coefficients" or "with waste" qualify a quantity more often than they name another figure. */
const HALF = 0.5;

/**
 * Work done is the estimate only where there is nothing else. Other figures are accepted where no plainer column exists: "estimated amount" may be the only amount.
 */
function besideIn(column: HeaderColumn, { leastBeside, isAct }: Context): number {
  const { progress, elsewhere } = column.means;
  if (isAct) return stageCost(column);
  if (progress > 0) return progress;
  const beside = Math.max(0, elsewhere - (leastBeside.get(roleOf(column)) ?? 0));
  return roleOf(column) === 'quantity' ? beside * HALF : beside;
}
const worthIn = (column: HeaderColumn, context: Context) =>
  worth(column) + PENALTY * column.means.elsewhere - BESIDE_THE_ESTIMATE * besideIn(column, context);

/** Trios of columns whose words say what they are. */
function* triosByWords(free: readonly HeaderColumn[], context: Context): Generator<Main> {
  const { sample } = context;
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
        const found = trioByWords(quantity, price, amount, context);
        if (found !== null) yield found;
      }
    }
  }
}

function trioByWords(
  quantity: HeaderColumn | null,
  price: HeaderColumn | null,
  amount: HeaderColumn | null,
  context: Context,
): Main | null {
  const { sample } = context;
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
  const words = [quantity, price, amount].reduce((sum, column) => sum + (column === null ? 0 : worthIn(column, context)), 0);
  return {
    quantity: quantity === null ? null : choiceOf(quantity),
    price: price === null ? null : choiceOf(price),
    amount: amount === null ? null : choiceOf(amount),
    proven,
    worth:
      words -
      MISPLACED * misplaced +
      (silent ? SHOWN : 0) +
      PROOF * agreement * coverage * plainness([quantity, price, amount], context) +
      (quantity !== null && price !== null && amount !== null
        ? strength(quantity, price, amount, context) * coverage * plainness([quantity, price, amount], context)
        : 0),
  };
}

/** A trio whose cells multiply, whatever its words say; null where a column is missing or belongs to a component. */
function trioByArithmetic(
  quantity: HeaderColumn | undefined,
  price: HeaderColumn | undefined,
  amount: HeaderColumn | undefined,
  context: Context,
): Main | null {
  if (quantity === undefined || price === undefined || amount === undefined) return null;
  // Labour, materials and tools have prices and amounts of their own.
  if (price.means.component !== null || amount.means.component !== null) return null;
  const words =
    worthWhere(quantity.means.top === 'quantity', quantity) +
    worthWhere(price.means.top === 'money' && price.means.role !== 'amount', price) +
    worthWhere(amount.means.top === 'money' && amount.means.role !== 'unit', amount);
  const product = context.products.find(
    ({ factors, result }) => result === amount.column && isPair(factors, quantity.column, price.column),
  );
  if (product === undefined) return null;
  const rows = Math.max(...[quantity, price, amount].map(({ column }) => context.sample.share(column, 'number'))) * context.sample.rows;
  return {
    quantity: choiceOf(quantity),
    price: choiceOf(price),
    amount: choiceOf(amount),
    proven: true,
    worth:
      words +
      (PROOF * product.agreement + strength(quantity, price, amount, context)) *
        Math.min(1, product.count / Math.max(1, rows)) *
        plainness([quantity, price, amount], context),
  };
}

/** The worth of a column's words where they name the field that arithmetic gives it; words of another field count against it. */
function worthWhere(isNamed: boolean, column: HeaderColumn): number {
  if (isNamed) return worth(column);
  const { top, score, elsewhere } = column.means;
  return top === null ? -PENALTY * elsewhere : -CONTRADICTED * score - elsewhere * PENALTY;
}

/** How much a proof counts, 0 to 1. Purchase prices and executed quantities multiply as well as the estimate's, so for them it counts less. */
const plainness = (columns: readonly (HeaderColumn | null)[], context: Context) =>
  1 -
  Math.max(
    ...columns.map((column) =>
      column === null || (roleOf(column) === 'quantity' && column.means.progress === 0) ? 0 : Math.min(1, besideIn(column, context)),
    ),
  );

const isPair = ([a, b]: readonly [number, number], x: number, y: number) => (a === x && b === y) || (a === y && b === x);

function strength(quantity: HeaderColumn, price: HeaderColumn, amount: HeaderColumn, { products, unit, multiplied }: Context): number {
  const product = products.find(({ factors, result }) => result === amount.column && isPair(factors, quantity.column, price.column));
  if (product === undefined) return 0;
  return (
    STRONG_PROOF -
    (multiplied.has(amount.column) ? MULTIPLIED_AGAIN : 0) +
    (unit !== null && Math.abs(quantity.column - unit) <= 1 ? BESIDE_UNIT : 0) +
    (quantity.column < price.column && price.column < amount.column ? IN_ORDER : 0)
  );
}
