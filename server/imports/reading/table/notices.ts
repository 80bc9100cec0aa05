/** What a list says about its rows, once for all of them. */
import type { Remark } from './pricing.ts';

const NAMED_ROWS = 5;

const SENTENCES: Readonly<Record<Remark, (rows: string) => string>> = {
  combined: (rows) => `The unit price is not split into labour, materials and tools: it is taken as materials (${rows}).`,
  derived: (rows) => `Only an amount is given: the unit price is the amount divided by the quantity (${rows}).`,
  quantityOne: (rows) => `An amount is given without a quantity: the quantity is taken as 1 (${rows}).`,
  rateOnly: (rows) => `No quantity is given: it is taken as 0 (${rows}).`,
  rounded: (rows) => `Numbers with more than six decimals were rounded, which changes the amount (${rows}).`,
  amountDiffers: (rows) => `The file states another amount than quantity × unit price: the product is taken (${rows}).`,
  cents: (rows) =>
    `Labour, materials and tools are rounded to the cent one by one, so the amount is a cent or two from the file's (${rows}).`,
  wholeUnits: (rows) => `The file rounds amounts to whole units: quantity × unit price to the cent is taken (${rows}).`,
};

/** Sentences in a fixed order, each with how many rows it holds for and the first of them as the spreadsheet numbers them. */
export function noticesOf(rowsByRemark: ReadonlyMap<Remark, readonly number[]>, allRows: number): string[] {
  return (Object.keys(SENTENCES) as Remark[]).flatMap((remark) => {
    const rows = rowsByRemark.get(remark) ?? [];
    return rows.length === 0 ? [] : [SENTENCES[remark](rows.length === allRows ? 'every row' : rowsNamed(rows))];
  });
}

function rowsNamed(rows: readonly number[]): string {
  const [only] = rows;
  if (rows.length === 1) return `row ${only}`;
  const more = rows.length - NAMED_ROWS;
  return `rows ${rows.slice(0, NAMED_ROWS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
