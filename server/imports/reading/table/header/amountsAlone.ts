/**
 * Tables of names and amounts alone: the rough estimate of a small job, or its summary by trade. A line that says it is the total, and is the
 * sum of the amounts above it, is proof enough without a header. Without such a line, numbers beside names may be anything.
 */

import type { Sheet, SheetRow } from '../../sheet.ts';
import { cellAt } from '../../sheet.ts';
import { numberInCell } from '../cell/numbers.ts';
import { saysTotal } from '../cell/words.ts';
import { type Sample, sampleOf } from '../evidence/sample.ts';
import { NOTHING_DESCRIBED } from './describe.ts';
import { columnsNamed, type Header, type HeaderColumn } from './header.ts';
import { lastBelow } from './withoutHeader.ts';

const FEWEST = 3;
/** A sheet of more rows has quantities. */
const MOST = 1_000;
const SHORTEST_NAME = 3;

/** The rows down to the total they add up to and the lines below it, under a header that names the two columns; null where nothing adds up. */
export function amountsAlone(sheet: Sheet, fewest: number = FEWEST): { readonly sheet: Sheet; readonly header: Header } | null {
  if (sheet.rows.length > MOST) return null;
  const sample = sampleOf(sheet, 0);
  const all = sample.columns.flatMap((column) => {
    const found = addedUp(sheet, sample, { column, fewest });
    return found === null ? [] : [{ ...found, column }];
  });
  // Shares of the total and costs of a square metre add up too.
  const found = all.reduce<(typeof all)[number] | null>(
    (best, each) => (best === null || Math.abs(each.sum) >= Math.abs(best.sum) ? each : best),
    null,
  );
  if (found === null) return null;
  const { first, total, name, column } = found;
  const above = first > 0 ? columnsNamed(sheet, first - 1) : [];
  const header = [name, column].map((each): HeaderColumn => {
    const { path = [], means = NOTHING_DESCRIBED } = above.find((one) => one.column === each) ?? {};
    const known = each === name ? ({ top: 'name', role: null } as const) : ({ top: 'money', role: 'amount' } as const);
    return {
      column: each,
      path,
      means: { ...means, ...known, component: null, score: means.top === known.top ? means.score : WITHOUT_WORDS },
    };
  });
  const rows = sheet.rows.slice(0, lastBelow(sheet, total, column) + 1);
  return { sheet: { ...sheet, rows }, header: { first: above.length === 0 ? first : first - 1, after: first, columns: header } };
}
const WITHOUT_WORDS = 0.3;

interface Added {
  readonly first: number;
  readonly total: number;
  readonly name: number;
  readonly sum: number;
}

function addedUp(sheet: Sheet, sample: Sample, { column, fewest }: { readonly column: number; readonly fewest: number }): Added | null {
  let [sum, count, first, name] = [0, 0, 0, -1];
  for (const [index, row] of sheet.rows.entries()) {
    const read = numberInCell(cellAt(row, column), sample.vote(column));
    if (read.kind !== 'number') continue;
    const label = labelIn(row, column);
    if (label === null) return null;
    if (saysTotal(label.text))
      return count >= fewest && Math.abs(sum - Number(read.text)) < CENT ? { first, total: index, name, sum } : null;
    if (count === 0) [first, name] = [index, label.column];
    sum += Number(read.text);
    count += 1;
  }
  return null;
}
const CENT = 0.011;

/** The words that say what a row is, left of its number. */
const labelIn = ({ cells }: SheetRow, column: number) =>
  cells.find((cell) => cell.column < column && cell.kind === 'text' && (cell.text.match(/\p{L}/gu)?.length ?? 0) >= SHORTEST_NAME) ?? null;
