/** An item's quantity and unit prices, exact: what the file gives, what follows from it, and what is wrong with it. */
import { COMPONENTS, type Component, rowSums, type Sums } from '../../../../../domain/amounts.ts';
import type { CellError } from '../../../../../domain/api/importShapes.ts';
import { absolute, BOUND, divideRounded, fixed, parse, reaches, rescale, roundText, SCALE } from '../../../../../domain/decimal.ts';
import { ROW_PRICES } from '../../../../../domain/rowFields.ts';
import { notANumber, quantityMissing, quantityZero } from '../../../../../domain/sentences/imports.ts';
import { numberTooLarge } from '../../../../../domain/sentences/numbers.ts';
import { described, type Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { Remark } from '../../remarks.ts';
import type { Kind } from './kind.ts';
import { isPriceOfMany } from './priceOfMany.ts';
import { isBad, isNonZero, isZero, type NumberField, numberOf, type RowValues, UNIT_PRICES } from './values.ts';

interface Priced {
  /** At scale 6; null when its cell is in error. */
  readonly quantity: bigint | null;
  readonly prices: Readonly<Record<Component, bigint | null>>;
  /** The row's sums; null when it is in error. */
  readonly ours: Sums | null;
  readonly errors: readonly CellError[];
  readonly remarks: readonly Remark[];
  /** The amount the file states, in cents. */
  readonly stated: bigint | null;
}

const OF_NUMBERS: readonly string[] = [quantityMissing.code, quantityZero.code, numberTooLarge.code];
/** Whether an error follows from the numbers of a row, and not from how a cell is written. */
export const isOfNumbers = ({ code }: CellError): boolean => OF_NUMBERS.includes(code);

/** Most rows have no error and no remark, and share the empty lists. */
interface Draft {
  readonly values: RowValues;
  errors: readonly CellError[];
  remarks: readonly Remark[];
}
const NONE: readonly never[] = [];

function remark(draft: Draft, found: Remark): void {
  if (!draft.remarks.includes(found)) draft.remarks = [...draft.remarks, found];
}

export function priced(values: RowValues, kind: Kind, noticed: readonly Remark[] = NONE): Priced {
  const draft: Draft = { values, errors: NONE, remarks: noticed };
  const quantity = quantityOf(draft, kind);
  const prices = unitPrices(draft, quantity);
  const stated = statedCents(values);
  if (stated === null) refuseBeyond(draft);
  const ours = draft.errors.length === 0 ? compared(draft, quantity ?? 0n, prices, stated) : null;
  return { quantity, prices, ours, errors: draft.errors, remarks: draft.remarks, stated };
}

function refuse(draft: Draft, field: NumberField, sentence: Sentence): null {
  const found = draft.values.numbers[field];
  const error = { column_index: found?.column ?? 0, ...described(sentence), field, value: found?.cell?.text ?? '' };
  draft.errors = [...draft.errors, error];
  return null;
}

function quantityOf(draft: Draft, kind: Kind): bigint | null {
  const { values } = draft;
  if (kind === 'rateOnly' || kind === 'notCounted') {
    remark(draft, kind);
    return 0n;
  }
  const read = values.numbers.quantity?.read;
  if (read?.kind === 'bad') return refuse(draft, 'quantity', read.sentence);
  if (read?.kind === 'number' && !(isZero(read.text) && isNonZero(amountIn(values))))
    return bounded(draft, 'quantity', read.text, 'quantity');
  const made = read?.kind === 'number' ? null : quantityMaking(values);
  if (made !== null) {
    remark(draft, 'quantityDerived');
    return made;
  }
  remark(draft, 'quantityOne');
  return ONE;
}

const ONE = 10n ** BigInt(SCALE.quantity);

/** The amount a row states, of all components together; null where none is stated. */
function amountIn(values: RowValues): string | null {
  const cents = statedCents(values);
  return cents === null ? null : fixed(cents, SCALE.money);
}

/** The quantity that makes the stated amount at the stated price, to the cent; null where none does. */
function quantityMaking(values: RowValues): bigint | null {
  const amount = statedCents(values);
  const price = priceTogether(values);
  if (amount === null || amount === 0n || price === 0n) return null;
  const toMoney = SCALE.quantity + SCALE.unitPrice - SCALE.money;
  const quantity = divideRounded(amount * 10n ** BigInt(toMoney), price);
  const makes = rescale(quantity * price, SCALE.quantity + SCALE.unitPrice, SCALE.money) === amount;
  return makes && quantity > 0n && quantity !== ONE && !reaches(quantity, SCALE.quantity, BOUND.quantity) ? quantity : null;
}

function priceTogether(values: RowValues): bigint {
  const parts = ROW_PRICES.reduce((sum, field) => sum + (roundText(numberOf(values, field) ?? '0', SCALE.unitPrice) ?? 0n), 0n);
  return parts === 0n ? (roundText(numberOf(values, 'unit_total') ?? '0', SCALE.unitPrice) ?? 0n) : parts;
}

function bounded(draft: Draft, field: NumberField, text: string, of: 'quantity' | 'unitPrice'): bigint | null {
  const value = roundText(text, SCALE[of]);
  if (value === null) return refuse(draft, field, notANumber());
  return reaches(value, SCALE[of], BOUND[of]) ? refuse(draft, field, numberTooLarge({ bound: String(BOUND[of]) })) : value;
}

type Prices = Record<Component, bigint | null>;

function unitPrices(draft: Draft, quantity: bigint | null): Prices {
  const prices: Prices = { labour: 0n, materials: 0n, tools: 0n };
  const given = COMPONENTS.filter((component) => isGiven(draft.values, component));
  const isNothing = given.every((component) => FIELDS_OF[component].every((field) => isZero(numberOf(draft.values, field) ?? '0')));
  const isLumpSum =
    draft.remarks.includes('quantityOne') &&
    isNonZero(numberOf(draft.values, 'total')) &&
    !given.some((each) => isNonZero(numberOf(draft.values, each)));
  const isBadGiven = given.some((component) => isBadIn(draft.values, component));
  // Components of 0 beside a combined price were not filled in, and a lump sum has no quantity that their prices could be of.
  const isOnlyCombined = (isNothing || isLumpSum) && hasCombined(draft.values) && !isBadGiven;
  if (given.length > 0 && !isOnlyCombined) {
    for (const component of given) prices[component] = unitPrice(draft, ...FIELDS_OF[component], quantity);
    return prices;
  }
  const combined = isCombinedGiven(draft.values) ? unitPrice(draft, 'unit_total', 'total', quantity) : 0n;
  if (combined !== 0n) remark(draft, 'combined');
  return { ...prices, materials: combined };
}

const FIELDS_OF: Readonly<Record<Component, readonly [NumberField, NumberField]>> = {
  labour: ['unit_labour', 'labour'],
  materials: ['unit_materials', 'materials'],
  tools: ['unit_tools', 'tools'],
};
const isHeld = (values: RowValues, field: NumberField) => isBad(values, field) || numberOf(values, field) !== null;
const isGiven = (values: RowValues, component: Component) => FIELDS_OF[component].some((field) => isHeld(values, field));
const isBadIn = (values: RowValues, component: Component) => FIELDS_OF[component].some((field) => isBad(values, field));
const hasCombined = (values: RowValues) => isNonZero(numberOf(values, 'unit_total')) || isNonZero(numberOf(values, 'total'));
const isCombinedGiven = (values: RowValues) => isHeld(values, 'unit_total') || isHeld(values, 'total');

/** The unit price stated, or the amount divided by the quantity where only that is stated. */
function unitPrice(draft: Draft, field: NumberField, amountField: NumberField, quantity: bigint | null): bigint | null {
  const { values } = draft;
  const read = values.numbers[field]?.read;
  if (read?.kind === 'bad') return refuse(draft, field, read.sentence);
  const amount = values.numbers[amountField]?.read;
  const states = amount?.kind === 'number' && !isZero(amount.text);
  // A price of 0 beside an amount was not filled in, and a lump sum costs its amount.
  const gives =
    read?.kind === 'number' &&
    !(states && (isZero(read.text) || draft.remarks.includes('quantityOne') || (field === 'unit_total' && isPriceOfMany(values))));
  if (gives) return bounded(draft, field, read.text, 'unitPrice');
  if (amount?.kind === 'bad') return refuse(draft, amountField, amount.sentence);
  if (!states) return 0n;
  if (quantity === null) return null;
  if (quantity === 0n) return refuse(draft, amountField, quantityZero());
  const digits = digitsIn(amount.text);
  const exact = parse(amount.text, digits) ?? 0n;
  const price = divideRounded(exact * 10n ** BigInt(SCALE.quantity + SCALE.unitPrice), quantity * 10n ** BigInt(digits));
  if (!draft.remarks.includes('quantityOne')) remark(draft, 'derived');
  return reaches(price, SCALE.unitPrice, BOUND.unitPrice)
    ? refuse(draft, amountField, numberTooLarge({ bound: String(BOUND.unitPrice) }))
    : price;
}

/** The row's sums; adds remarks on an amount that differs from the stated one, and on rounding to our scales that changes an amount. */
function compared(draft: Draft, quantity: bigint, prices: Prices, written: bigint | null): Sums {
  const { values } = draft;
  const known = { labour: prices.labour ?? 0n, materials: prices.materials ?? 0n, tools: prices.tools ?? 0n };
  const ours = rowSums(quantity, known);
  // The amount of a row that the file does not count says what the option would cost.
  const stated = draft.remarks.includes('quantityOne') || draft.remarks.includes('notCounted') ? null : written;
  if (stated !== null && stated !== ours.total) remark(draft, difference(ours, stated));
  if (changedByRounding(values, ours.total)) remark(draft, 'rounded');
  return ours;
}

/** The row's own amount, or those of its components together; null where none is written, or one that no sum reaches. */
function statedCents(values: RowValues): bigint | null {
  const cents = writtenCents(values);
  return cents !== null && !reaches(cents, SCALE.money, BOUND.sum) ? cents : null;
}

function writtenCents(values: RowValues): bigint | null {
  const total = numberOf(values, 'total');
  if (total !== null) return roundText(total, SCALE.money);
  const parts = COMPONENTS.flatMap((component) => numberOf(values, component) ?? []);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + (roundText(part, SCALE.money) ?? 0n), 0n);
}

const AMOUNTS = ['total', ...COMPONENTS] as const;
/** Refuses the amounts that no sum reaches, unless a price made of one was refused already. */
function refuseBeyond(draft: Draft): void {
  for (const field of AMOUNTS) {
    const amount = roundText(numberOf(draft.values, field) ?? '0', SCALE.money) ?? 0n;
    const isRefused = draft.errors.some((error) => error.field === field);
    if (!isRefused && reaches(amount, SCALE.money, BOUND.sum)) refuse(draft, field, numberTooLarge({ bound: String(BOUND.sum) }));
  }
}

/** The sum of three rounded parts is at most 2 cents from their rounded sum. */
function difference({ labour, materials, tools, total }: Sums, stated: bigint): Remark {
  const parts = [labour, materials, tools].filter((part) => part !== 0n).length;
  if (parts > 1 && absolute(total - stated) < BigInt(parts)) return 'cents';
  return stated === rescale(total, SCALE.money, 0) * 100n ? 'wholeUnits' : 'amountDiffers';
}

const digitsIn = (text: string): number => {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
};

function changedByRounding(values: RowValues, ours: bigint): boolean {
  const quantity = numberOf(values, 'quantity');
  if (quantity === null) return false;
  const isShort = UNIT_PRICES.every((field) => digitsIn(numberOf(values, field) ?? '') <= SCALE.unitPrice);
  if (isShort && digitsIn(quantity) <= SCALE.quantity) return false;
  const prices = ROW_PRICES.flatMap((field) => numberOf(values, field) ?? []);
  const combined = numberOf(values, 'unit_total');
  const given = prices.length > 0 ? prices : combined === null ? [] : [combined];
  if (given.length === 0) return false;
  if (digitsIn(quantity) <= SCALE.quantity && given.every((text) => digitsIn(text) <= SCALE.unitPrice)) return false;
  const exact = given.reduce((sum, text) => {
    const scale = digitsIn(quantity) + digitsIn(text);
    return sum + rescale((parse(quantity, digitsIn(quantity)) ?? 0n) * (parse(text, digitsIn(text)) ?? 0n), scale, SCALE.money);
  }, 0n);
  return exact !== ours;
}
