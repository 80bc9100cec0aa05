/** A header that stands one column beside its cells, as when a column was inserted or deleted below it. */
import { contentsOf } from '../evidence/contents.ts';
import type { Sample } from '../evidence/sample.ts';
import { NOTHING_DESCRIBED } from './describe.ts';
import type { HeaderColumn } from './header.ts';

/** How many more columns must fit after the move, because a table with a column too many or too few fits nearly as well without it. */
const CLEARLY = 3;
const MOSTLY = 0.5;
const UNITS = 0.6;

/** The header moved left or right by one column where its words then fit the cells; unchanged where they fit as they stand. */
export function fitted(header: readonly HeaderColumn[], sample: Sample): readonly HeaderColumn[] {
  const asWritten = fittingColumns(header, sample);
  const moved = [-1, 1]
    .map((by) => movedBy(header, sample, by))
    .map((columns) => ({ columns, count: fittingColumns(columns, sample) }))
    .sort((a, b) => b.count - a.count);
  const [best] = moved;
  return best !== undefined && best.count >= asWritten + CLEARLY ? best.columns : header;
}

/** Columns without words of their own after the move keep their place, so that no cell is left out. */
function movedBy(header: readonly HeaderColumn[], sample: Sample, by: number): readonly HeaderColumn[] {
  const words = new Map(header.map((column) => [column.column + by, column]));
  const columns = new Set([...sample.columns, ...words.keys()].filter((column) => column >= 0));
  return [...columns]
    .sort((a, b) => a - b)
    .map((column) => ({ column, path: words.get(column)?.path ?? [], means: words.get(column)?.means ?? NOTHING_DESCRIBED }));
}

/** Columns whose words fit their cells, less those whose words contradict them. */
function fittingColumns(header: readonly HeaderColumn[], sample: Sample): number {
  return header.reduce((count, { column, means: { top } }) => count + (top === null ? 0 : fits(sample, column, top)), 0);
}

function fits(sample: Sample, column: number, top: NonNullable<HeaderColumn['means']['top']>): number {
  const { words, units } = contentsOf(sample, column);
  const numbers = sample.share(column, 'number');
  if (words + numbers === 0) return 0;
  const isOfWords = words > numbers;
  switch (top) {
    case 'name':
      return isOfWords && units < UNITS && words >= MOSTLY ? 1 : -1;
    case 'unit':
      return isOfWords && units >= UNITS ? 1 : isOfWords ? 0 : -1;
    case 'quantity':
    case 'money':
      return isOfWords ? -1 : 1;
    default:
      return 0;
  }
}
