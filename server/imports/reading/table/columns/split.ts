/**
 * Prices in parts: labour and materials each with a price and an amount, whose amounts add up to the amount of the row. They are found by
 * arithmetic, because headers name such columns in too many ways ("price of works", "cost of goods").
 */
import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import { pricedSupport, productSupport, productsIn, sumSupport } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { type Choice, choiceOf } from './choice.ts';
import type { Pair } from './components.ts';
import type { Main } from './trio.ts';

export interface Split {
  readonly main: Main;
  readonly parts: ReadonlyMap<Component, Pair>;
}

interface Block {
  readonly price: number;
  readonly amount: number;
}
interface Part {
  readonly price: number;
  readonly amount: number | null;
}

const MOSTLY = 0.9;
const FEW_ROWS = 3;
/** A row with two parts shows that the parts are added; rows with one part each would add up in any column. */
const ROWS_WITH_TWO = 2;
const MOST_BLOCKS = 6;
const HALF = 0.5;

/** The parts of a proven price, and the column that adds them up; null where no column does. */
export function splitPrices(header: readonly HeaderColumn[], sample: Sample, main: Main): Split | null {
  const { quantity } = main;
  if (quantity === null) return null;
  const columnAt = new Map(header.map((column) => [column.column, column] as const));
  const isOfEstimate = (column: number) => (columnAt.get(column)?.means.progress ?? 1) === 0;
  const blocks = blocksOf(sample, quantity.column).filter(({ price, amount }) => isOfEstimate(price) && isOfEstimate(amount));
  for (const parts of subsets(blocks)) {
    const used = new Set(parts.flatMap(({ price, amount }) => [price, amount]));
    const whole = wholeOf(
      sample,
      parts.map(({ amount }) => amount),
      header.filter(({ column }) => !used.has(column) && column !== quantity.column && isOfEstimate(column)),
    );
    // Another block of prices, such as a limit beside the offer, has parts of its own.
    const isOfMain = main.amount !== null && (whole?.column === main.amount.column || used.has(main.amount.column));
    if (whole === null || !isOfMain) continue;
    const price = main.price !== null && main.amount?.column === whole.column && !used.has(main.price.column) ? main.price : null;
    return { main: { ...main, price, amount: choiceOf(whole), proven: true }, parts: named(parts, columnAt) };
  }
  return main.proven ? null : withoutAmounts(sample, main, quantity, columnAt, isOfEstimate);
}

/**
 * The amounts of blocks that their words call labour, materials or tools and that no field uses. They are taken for a part of the price that
 * is used, which nothing proves.
 */
export function partsApart(header: readonly HeaderColumn[], sample: Sample, fields: ReadonlyMap<string, number>): readonly HeaderColumn[] {
  const quantity = fields.get('quantity');
  const used = new Set(fields.values());
  if (quantity === undefined || !fields.has('total') || !fields.has('unit_total')) return [];
  return blocksOf(sample, quantity).flatMap(({ price, amount }) => {
    const [ofPrice, ofAmount] = [price, amount].map((column) => header.find((each) => each.column === column));
    const isPart = [ofPrice, ofAmount].some((column) => column?.means.component != null);
    const isPlain = [ofPrice, ofAmount].every((column) => column !== undefined && column.means.elsewhere === 0 && !used.has(column.column));
    return isPart && isPlain && ofAmount !== undefined ? [ofAmount] : [];
  });
}

/** Two prices and one amount, which is the quantity times both together. */
function withoutAmounts(
  sample: Sample,
  main: Main,
  quantity: Choice,
  columnAt: ReadonlyMap<number, HeaderColumn>,
  isOfEstimate: (column: number) => boolean,
): Split | null {
  const { amount } = main;
  if (amount === null) return null;
  const prices = [...columnAt.keys()]
    .filter((column) => column !== quantity.column && column !== amount.column && isOfEstimate(column))
    .filter((column) => sample.share(column, 'number') * sample.rows >= FEW_ROWS)
    .slice(0, MOST_BLOCKS);
  // Beside a price that explains the amounts alone, a running number adds less than amounts are rounded by.
  const explains = (price: number) => productSupport(sample, [quantity.column, price], amount.column).agreement >= HALF;
  if (prices.some(explains)) return null;
  for (const [at, first] of prices.entries())
    for (const second of prices.slice(at + 1)) {
      const { agreement, count } = pricedSupport(sample, quantity.column, [first, second], amount.column);
      if (agreement < MOSTLY || count < FEW_ROWS) continue;
      const parts = [first, second].map((price) => ({ price, amount: null }));
      const { otherPrice: _, ...rest } = main;
      return { main: { ...rest, price: null, proven: true }, parts: named(parts, columnAt) };
    }
  return null;
}

/** Every price that multiplies with the quantity, and the amount it makes. */
function blocksOf(sample: Sample, quantity: number): Block[] {
  const blocks = new Map<number, Block>();
  for (const { factors, result } of productsIn(sample)) {
    if (!factors.includes(quantity) || blocks.has(result)) continue;
    blocks.set(result, { price: factors[0] === quantity ? factors[1] : factors[0], amount: result });
  }
  return [...blocks.values()].slice(0, MOST_BLOCKS).sort((a, b) => a.amount - b.amount);
}

/** Three parts before two, because labour and materials alone miss the tools. */
function* subsets(blocks: readonly Block[]): Generator<readonly Block[]> {
  for (const [at, first] of blocks.entries())
    for (const [next, second] of blocks.slice(at + 1).entries())
      for (const third of blocks.slice(at + next + 2)) yield [first, second, third];
  for (const [at, first] of blocks.entries()) for (const second of blocks.slice(at + 1)) yield [first, second];
}

function wholeOf(sample: Sample, amounts: readonly number[], others: readonly HeaderColumn[]): HeaderColumn | null {
  const parts = amounts.map((column) => sample.numbers(column));
  const isPart = (value: number | undefined) => value !== undefined && !Number.isNaN(value) && value !== 0;
  const rows = Array.from({ length: sample.rows }, (_, row) => parts.filter((part) => isPart(part[row])).length);
  if (rows.filter((count) => count > 1).length < ROWS_WITH_TWO) return null;
  return (
    others.find(({ column }) => {
      const { agreement, count } = sumSupport(sample, amounts, column);
      return agreement >= MOSTLY && count >= FEW_ROWS;
    }) ?? null
  );
}

/** Each part under the component its words name; a part without words takes the first component that is free. */
function named(parts: readonly Part[], columnAt: ReadonlyMap<number, HeaderColumn>): ReadonlyMap<Component, Pair> {
  const componentIn = ({ price, amount }: Part) =>
    columnAt.get(amount ?? price)?.means.component ?? columnAt.get(price)?.means.component ?? null;
  const taken = new Set(parts.map(componentIn));
  const free = COMPONENTS.filter((component) => !taken.has(component));
  const pairs = new Map<Component, Pair>();
  for (const part of parts) {
    const own = componentIn(part);
    const component = own !== null && !pairs.has(own) ? own : free.shift();
    const amount = part.amount === null ? null : at(columnAt, part.amount);
    if (component !== undefined) pairs.set(component, { unit: at(columnAt, part.price), amount, proven: true });
  }
  return pairs;
}

function at(columnAt: ReadonlyMap<number, HeaderColumn>, column: number): Choice | null {
  const found = columnAt.get(column);
  return found === undefined ? null : choiceOf(found);
}
