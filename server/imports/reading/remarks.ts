/** What is said about rows that are taken otherwise than the file writes them. */

export const REMARKS = [
  'combined',
  'derived',
  'quantityOne',
  'rateOnly',
  'rounded',
  'amountDiffers',
  'cents',
  'wholeUnits',
  'notCounted',
] as const;
export type Remark = (typeof REMARKS)[number];

/** For a list: once, with the rows it holds for. */
const OF_LISTS: Readonly<Record<Remark, (rows: string) => string>> = {
  combined: (rows) => `The unit price is not split into labour, materials and tools: it is taken as materials (${rows}).`,
  derived: (rows) => `Only an amount is given: the unit price is the amount divided by the quantity (${rows}).`,
  quantityOne: (rows) => `An amount is given without a quantity: the quantity is taken as 1 (${rows}).`,
  rateOnly: (rows) => `No quantity is given: it is taken as 0 (${rows}).`,
  rounded: (rows) => `Numbers with more than six decimals were rounded, which changes the amount (${rows}).`,
  amountDiffers: (rows) => `The file states another amount than quantity × unit price: the product is taken (${rows}).`,
  cents: (rows) =>
    `Labour, materials and tools are rounded to the cent one by one, so the amount is a cent or two from the file's (${rows}).`,
  wholeUnits: (rows) => `The file rounds amounts to whole units: quantity × unit price to the cent is taken (${rows}).`,
  notCounted: (rows) => `The file does not count this row in its totals: its quantity is taken as 0 (${rows}).`,
};

/** For a row by itself. */
const OF_ROWS: Readonly<Record<Remark, string>> = {
  combined: 'The unit price is not split: all of it is taken for materials',
  derived: 'The unit price is the amount divided by the quantity',
  quantityOne: 'The file gives no quantity, so 1 is taken',
  rateOnly: 'The file gives no quantity, so 0 is taken',
  rounded: 'The file has more than six decimals: rounding them changes the amount',
  amountDiffers: "The file's amount is not quantity × unit price",
  cents: 'Labour, materials and tools are rounded to the cent one by one',
  wholeUnits: 'The file rounds the amount to whole units',
  notCounted: 'The file does not count this row, so its quantity is taken as 0',
};

export const sentenceOf = (remark: Remark): string => OF_ROWS[remark];

const HERE = '…';
/** Whether a sentence about a list is one of these. */
export const isNoticeOfRows = (sentence: string): boolean =>
  REMARKS.some((remark) => sentence.startsWith(OF_LISTS[remark](HERE).split(HERE)[0] ?? HERE));

const NAMED_ROWS = 5;

/** Sentences in a fixed order, each with how many rows it holds for and the first of them as the spreadsheet numbers them. */
export function noticesOf(rowsByRemark: ReadonlyMap<Remark, readonly number[]>, allRows: number): string[] {
  return REMARKS.flatMap((remark) => {
    const rows = rowsByRemark.get(remark) ?? [];
    return rows.length === 0 ? [] : [OF_LISTS[remark](rows.length === allRows ? 'every row' : rowsNamed(rows))];
  });
}

/** "row 5", or "rows 5, 6, 7, 8, 9 and 12 more". */
export function rowsNamed(rows: readonly number[]): string {
  const [only] = rows;
  if (rows.length === 1) return `row ${only}`;
  const more = rows.length - NAMED_ROWS;
  return `rows ${rows.slice(0, NAMED_ROWS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
