/** A GAEB item as a row: its quantity, unit price and total, where one of them follows from the others. */
import { COMPONENTS, type Component } from '../../../../domain/amounts.ts';
import { absolute, divideRounded, fixed, parse, rescale, roundText, SCALE, shortest } from '../../../../domain/decimal.ts';
import type { ReadColumn } from '../reading.ts';
import type { Remark } from '../remarks.ts';
import { meanings } from '../table/header/headerWords.ts';
import type { Classified, Kind } from '../table/row/kind.ts';
import { readyRow } from '../table/row/ready.ts';
import { isAbout } from '../table/totals/percent.ts';
import { type Bill, type Category, cents, type Item, isItem } from './reader.ts';

type Texts = ReadonlyMap<string, string>;

/** Phases that bill what was done: their quantities are those billed. */
const INVOICES = /^8[89]/;
export const isInvoice = ({ phase }: Bill): boolean => INVOICES.test(phase);

const decimal = (text: string | undefined): bigint | null => (text === undefined ? null : roundText(text, SCALE.unitPrice));

/** An alternative counts once it is accepted, the part it replaces no longer does. */
function isLeftOut(texts: Texts, serial: string): boolean {
  const accepted = texts.get('Accepted');
  if (accepted === 'BasReject') return true;
  return Number(texts.get(serial) ?? 0) > 0 && accepted !== 'AltAccept';
}

/** The file itself does not count the category: it is an alternative, or it does not apply. */
export const isCategoryLeftOut = ({ texts }: Category): boolean => texts.get('NotApplBoQ') === 'Yes' || isLeftOut(texts, 'ALNBSerNo');

function isItemLeftOut(texts: Texts): boolean {
  const isProvisional = texts.get('Provis') === 'WithoutTotal' && texts.get('ProvisAccpt') !== 'Yes';
  return isProvisional || texts.get('NotAppl') === 'Yes' || isLeftOut(texts, 'ALNSerNo');
}

/** How the items of a category are read. */
interface Reading {
  readonly bill: Bill;
  readonly columns: readonly ReadColumn[];
  /** The file does not count the category. */
  readonly isLeftOut: boolean;
  /** The category's stated total adds up the items' own totals, so these count and not quantity × unit price. */
  readonly addsTotals: boolean;
}

export function itemRow(item: Item, reading: Reading): Classified {
  const { index, code, name, texts } = item;
  const said = { code, name: name === '' ? code : name, unit: texts.get('QU') ?? '' };
  const { kind, ...found }: Numbers = item.kind === 'item' ? numbersOf(texts, reading) : { kind: 'amountOnly', numbers: markup(texts) };
  return readyRow({ index, kind: reading.isLeftOut ? 'notCounted' : kind, texts: said, ...found }, reading.columns);
}

/** The amount of a markup or adjustment; of a markup without one, its percent of its base. */
function markup(texts: Texts): { total: string | undefined } {
  const [base, percent] = [cents(texts.get('ITMarkup')), roundText(texts.get('Markup') ?? '', SCALE.percent)];
  if (texts.has('IT') || base === null || percent === null) return { total: texts.get('IT') };
  return { total: fixed(rescale(base * percent, SCALE.percent + 2, 0), SCALE.money) };
}

interface Numbers {
  readonly kind: Kind;
  readonly numbers: Prices & { readonly quantity?: string | undefined; readonly total?: string | undefined };
  readonly remarks?: readonly Remark[];
}
type Prices = { readonly [F in `unit_${Component}` | 'unit_total']?: string | undefined };

function numbersOf(texts: Texts, { bill, addsTotals }: Reading): Numbers {
  const written = quantityText(texts, bill);
  const total = texts.get('IT');
  const [quantity, price, amount] = [decimal(written), decimal(texts.get('UP')), cents(total)];
  const prices: Prices = { unit_total: texts.get('UP'), ...unitPrices(texts, bill) };
  if (isItemLeftOut(texts) || isPricedNothing(quantity, price, amount))
    return { kind: 'notCounted', numbers: { quantity: written, ...prices } };
  if (amount === null || amount === 0n) return withoutTotal(texts, written, prices, total);
  const isQuantityKnown = quantity !== null && quantity !== 0n;
  if (price === null || price === 0n)
    return isQuantityKnown ? { kind: 'item', numbers: { quantity: written, total } } : { kind: 'amountOnly', numbers: { total } };
  const stated = { price, amount, prices, total };
  if (isLump(texts) && !isQuantityKnown) return pricedByTotal('1', ONE, stated);
  if (!isQuantityKnown) return quantityFrom(stated);
  const isExplained = addsTotals || isDiscount(texts, quantity, price, amount) || isRounded(written, texts.get('UP'), amount);
  if (isExplained) return pricedByTotal(written, quantity, stated);
  return { kind: 'item', numbers: { quantity: written, ...prices, total } };
}

const ONE = 10n ** BigInt(SCALE.quantity);
const isLump = (texts: Texts) => texts.get('LumpSumItem') === 'Yes';
const quantityText = (texts: Texts, bill: Bill) => (isInvoice(bill) ? texts.get('BillQty') : undefined) ?? texts.get('Qty');

/** A bid gives an alternative a price and the total 0, because phase 84 cannot mark alternatives. */
const isPricedNothing = (quantity: bigint | null, price: bigint | null, amount: bigint | null): boolean =>
  amount === 0n && price !== null && price !== 0n && (quantity === null || product(quantity, price) !== 0n);

function withoutTotal(texts: Texts, written: string | undefined, prices: Prices, total: string | undefined): Numbers {
  if (written !== undefined) return { kind: 'item', numbers: { quantity: written, ...prices, total } };
  return isLump(texts) ? { kind: 'item', numbers: { quantity: '1', ...prices } } : { kind: 'rateOnly', numbers: prices };
}

/** The unit price at scale 6 and the total in cents that a file states, and its texts of both. */
interface Stated {
  readonly price: bigint;
  readonly amount: bigint;
  readonly prices: Prices;
  readonly total: string | undefined;
}

/** The item with the unit prices that make its stated total. */
function pricedByTotal(written: string | undefined, quantity: bigint, { price, amount, prices, total }: Stated): Numbers {
  const numbers = { quantity: written, ...prices, total };
  if (cost(quantity, price, prices) === amount) return { kind: 'item', numbers };
  return { kind: 'item', numbers: { ...numbers, ...pricesFor(amount, quantity, price, prices) }, remarks: ['derived'] };
}

/** GAEB computes an item's total as quantity × unit price, so the quantities of a bid without them can be computed. */
function quantityFrom({ price, amount, prices, total }: Stated): Numbers {
  for (let digits = 0; digits <= SCALE.quantity; digits += 1) {
    const scale = 10n ** BigInt(SCALE.unitPrice - SCALE.money + digits);
    const quantity = rescale(divideRounded(amount * scale, price), digits, SCALE.quantity);
    if (product(quantity, price) !== amount) continue;
    return { kind: 'item', numbers: { quantity: shortest(quantity, SCALE.quantity), ...prices, total }, remarks: ['quantityDerived'] };
  }
  return { kind: 'amountOnly', numbers: { total } };
}

/** Whether the item's total includes its discount (GAEB DA XML 3.3: "Gesamtbetrag incl. Nachlass"). */
function isDiscount(texts: Texts, quantity: bigint, price: bigint, amount: bigint): boolean {
  const percent = roundText(texts.get('DiscountPcnt') ?? '', SCALE.unitPrice);
  if (percent === null) return false;
  const whole = 100n * 10n ** BigInt(SCALE.unitPrice);
  const after = rescale(quantity * price * (whole - percent), 3 * SCALE.unitPrice + 2, SCALE.money);
  return isAbout(after, amount);
}

/** Files cut quantities to three decimals and prices to two or three, so a total computed from the exact numbers may differ from their product. */
function isRounded(quantityText: string | undefined, priceText: string | undefined, amount: bigint): boolean {
  const [quantity, price] = [decimal(quantityText) ?? 0n, decimal(priceText) ?? 0n];
  const step = (text: string | undefined, fewest: number) => {
    const digits = text?.split('.')[1]?.length ?? 0;
    return digits < fewest || digits > SCALE.quantity ? 0n : 10n ** BigInt(SCALE.quantity - digits);
  };
  const [quantityStep, priceStep] = [step(quantityText, 3), step(priceText, 2)];
  const cent = 10n ** BigInt(SCALE.quantity + SCALE.unitPrice - SCALE.money);
  const tolerance = (absolute(quantity) * priceStep + absolute(price) * quantityStep + cent) / 2n + (quantityStep * priceStep) / 4n;
  return absolute(quantity * price - amount * cent) <= tolerance;
}

/** Unit prices that make the amount: labour and tools in proportion, materials take what is left. */
function pricesFor(amount: bigint, quantity: bigint, price: bigint, prices: Prices): Prices {
  const perUnit = (sum: bigint) => divideRounded(sum * 10n ** BigInt(SCALE.quantity + SCALE.unitPrice - SCALE.money), quantity);
  const text = (value: bigint) => fixed(value, SCALE.unitPrice);
  const exactly = perUnit(amount);
  if (prices.unit_labour === undefined) return { unit_total: text(exactly) };
  const share = (part: string | undefined) => divideRounded((decimal(part) ?? 0n) * exactly, price);
  const [labour, tools] = [share(prices.unit_labour), share(prices.unit_tools)];
  const materials = perUnit(amount - product(quantity, labour) - product(quantity, tools));
  return {
    unit_labour: text(labour),
    unit_materials: text(materials),
    unit_tools: text(tools),
    unit_total: text(labour + materials + tools),
  };
}

/** In cents; both at scale 6. */
const product = (quantity: bigint, price: bigint) => rescale(quantity * price, SCALE.quantity + SCALE.unitPrice, SCALE.money);

/** In cents, as we cost a row: each component rounded. */
function cost(quantity: bigint, price: bigint, { unit_labour, unit_materials, unit_tools }: Prices): bigint {
  if (unit_labour === undefined) return product(quantity, price);
  return [unit_labour, unit_materials, unit_tools].reduce((sum, part) => sum + product(quantity, decimal(part) ?? 0n), 0n);
}

/** The component that the label of a price component names; null when it names none. */
export function componentOf(label: string): Component | null {
  const found = meanings(label);
  return COMPONENTS.find((component) => found.has(component)) ?? null;
}

/** The price components where their labels say what they hold; what is left of the unit price is materials. */
function unitPrices(texts: Texts, { components }: Bill): { [F in `unit_${Component}`]?: string } {
  const price = parse(texts.get('UP') ?? '', SCALE.unitPrice);
  if (price === null || components.size === 0) return {};
  const parts = { labour: 0n, materials: 0n, tools: 0n };
  let found = false;
  for (const [name, label] of components) {
    const component = componentOf(label);
    const amount = parse(texts.get(name) ?? '', SCALE.unitPrice);
    if (component === null || component === 'materials' || amount === null) continue;
    parts[component] += amount;
    found = true;
  }
  if (!found) return {};
  const text = (value: bigint) => fixed(value, SCALE.unitPrice);
  return {
    unit_labour: text(parts.labour),
    unit_materials: text(price - parts.labour - parts.tools),
    unit_tools: text(parts.tools),
  };
}

/** Whether the items' own totals add up to their category's stated total. */
export function addsTotals({ content, totals }: Category): boolean {
  const stated = cents(totals.get('Total'));
  if (stated === null || content.length === 0) return false;
  let sum = 0n;
  for (const part of content) {
    if (!isItem(part)) return false;
    if (part.kind !== 'adjustment' && !isItemLeftOut(part.texts)) sum += cents(part.texts.get('IT')) ?? 0n;
  }
  return sum === stated;
}
