/** Remarks on rows that are imported otherwise than the file writes them. */
import { everyRow, list, moreRows, oneRow, row, severalRows } from '../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

const REMARKS = [
  'combined',
  'derived',
  'quantityDerived',
  'quantityOne',
  'rateOnly',
  'rounded',
  'amountDiffers',
  'cents',
  'wholeUnits',
  'notCounted',
] as const;
export type Remark = (typeof REMARKS)[number];

/** About a row by itself. */
export const sentenceOf = (remark: Remark): Sentence => row[remark]();

const OF_ROWS: readonly string[] = REMARKS.map((remark) => list[remark].code);
/** Whether a notice of a list is about rows of it. */
export const isNoticeOfRows = ({ code }: Sentence): boolean => OF_ROWS.includes(code);

const NAMED_ROWS = 5;

/** Sentences in a fixed order, each with how many rows it holds for and the first of them as the spreadsheet numbers them. */
export function noticesOf(rowsByRemark: ReadonlyMap<Remark, readonly number[]>, allRows: number): Sentence[] {
  return REMARKS.flatMap((remark) => {
    const rows = rowsByRemark.get(remark) ?? [];
    return rows.length === 0 ? [] : [list[remark]({ rows: rows.length === allRows ? everyRow() : rowsNamed(rows) })];
  });
}

/** "row 5", or "rows 5, 6, 7, 8, 9 and 12 more". */
export function rowsNamed(rows: readonly number[]): Sentence {
  const [only = 0, ...others] = rows;
  if (others.length === 0) return oneRow({ row: String(only) });
  const named = rows.slice(0, NAMED_ROWS).join(', ');
  const more = rows.length - NAMED_ROWS;
  return more > 0 ? moreRows({ rows: named, more }) : severalRows({ rows: named });
}
