/** Prices of several units at once. */
import { agrees } from '../evidence/arithmetic.ts';
import { numberOf, type RowValues } from './values.ts';

const MANY = /^(1\s?0+|%)/;

/** A price for 100 m or in percent: the unit says of how many the price is, and the amount is a share of the product. */
export function isPriceOfMany(values: RowValues): boolean {
  const many = MANY.exec(values.unit)?.[1]?.replace(/\s/g, '');
  if (many === undefined) return false;
  const [quantity, price, amount] = (['quantity', 'unit_total', 'total'] as const).map((field) => Number(numberOf(values, field) ?? 0));
  const product = ((quantity ?? 0) * (price ?? 0)) / (many === '%' ? 100 : Number(many));
  return product !== 0 && agrees(product, amount ?? 0);
}
