/** Remarks on rows that are imported differently from how the file writes them, and the notices of a list that count such rows. */
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
  'multiplied',
] as const;
export type Remark = (typeof REMARKS)[number];

/** About a row by itself. */
export const sentenceOf = (remark: Remark): Sentence => row[remark]();

const OF_ROWS: readonly string[] = REMARKS.map((remark) => list[remark].code);
/** Whether a notice of a list is about rows of it. */
export const isNoticeOfRows = ({ code }: Sentence): boolean => OF_ROWS.includes(code);

/** A notice names at most this many rows. */
export const NAMED_ROWS = 5;

/** Rows with one remark: how many, and the first of them as the spreadsheet numbers them, at most as many as are named. */
export interface Remarked {
  readonly count: number;
  readonly first: readonly number[];
}
const countedRows = (rows: readonly number[]): Remarked => ({ count: rows.length, first: rows.slice(0, NAMED_ROWS) });

/** Sentences in a fixed order, each with how many rows it holds for and the first of them. */
export function noticesFrom(remarked: ReadonlyMap<Remark, Remarked>, allRows: number): Sentence[] {
  return REMARKS.flatMap((remark) => {
    const rows = remarked.get(remark);
    return rows === undefined || rows.count === 0 ? [] : [list[remark]({ rows: rows.count === allRows ? everyRow() : named(rows) })];
  });
}

/** The same of all rows with each remark. */
export const noticesOf = (rowsByRemark: ReadonlyMap<Remark, readonly number[]>, allRows: number): Sentence[] =>
  noticesFrom(new Map([...rowsByRemark].map(([remark, rows]) => [remark, countedRows(rows)])), allRows);

/** "row 5", or "rows 5, 6, 7, 8, 9 and 12 more". */
export const rowsNamed = (rows: readonly number[]): Sentence => named(countedRows(rows));

function named({ count, first }: Remarked): Sentence {
  const rows = first.join(', ');
  if (count === 1) return oneRow({ row: rows });
  return count > first.length ? moreRows({ rows, more: count - first.length }) : severalRows({ rows });
}

/** The rows that notices count, read back from their sentences. A notice about every row names none of them. Null for a sentence of another form. */
export function remarkedIn(notices: readonly Sentence[], allRows: number): Map<Remark, Remarked> | null {
  const remarked = new Map<Remark, Remarked>();
  for (const { code, params } of notices) {
    const remark = REMARKS.find((each) => list[each].code === code);
    if (remark === undefined) continue;
    const phrase = params?.rows;
    const rows = typeof phrase === 'object' ? countedIn(phrase, allRows) : null;
    if (rows === null) return null;
    remarked.set(remark, rows);
  }
  return remarked;
}

function countedIn({ code, params = {} }: Sentence, allRows: number): Remarked | null {
  if (code === everyRow.code) return { count: allRows, first: [] };
  const first = String(params.rows ?? params.row)
    .split(', ')
    .map(Number);
  if (first.some((row) => !Number.isInteger(row))) return null;
  return { count: first.length + Number(params.more ?? 0), first };
}

/** The rows with a remark once another row has it too. */
export const withRow = ({ count, first }: Remarked, row: number): Remarked => ({
  count: count + 1,
  first: [...first, row].sort((a, b) => a - b).slice(0, NAMED_ROWS),
});

/** The rows with a remark once one has lost it; null when a row that is not known here has to be named in its place. */
export function withoutRow({ count, first }: Remarked, row: number): Remarked | null {
  const others = first.filter((each) => each !== row);
  const isKnown = first.length === others.length ? first.length > 0 : others.length === count - 1;
  return isKnown ? { count: count - 1, first: others } : null;
}
