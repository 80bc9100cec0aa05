/** Evidence from the cells under a header: which columns hold numbers or words, and which products agree. */
import { cellAt, type Sheet } from '../../sheet.ts';
import { numberInCell, type Vote, vote } from '../cell/numbers.ts';

export interface Sample {
  readonly rows: number;
  /** The column's numbers by sampled row; NaN where there is none. */
  numbers(column: number): Float64Array;
  vote(column: number): Vote;
  /** Share of the sampled rows that hold a number, or words, in the column. */
  share(column: number, kind: 'number' | 'words'): number;
  /** Mean length of the column's words. */
  meanLength(column: number): number;
}

const SAMPLED = 400;

/** Looks at rows after the header, evenly over the sheet. */
export function sampleOf(sheet: Sheet, after: number): Sample {
  const all = sheet.rows.slice(after);
  const step = Math.max(1, Math.floor(all.length / SAMPLED));
  const rows = all.filter((_, index) => index % step === 0).slice(0, SAMPLED);
  const votes = new Map<number, Vote>();
  const numbers = new Map<number, Float64Array>();

  const voteOf = (column: number) => {
    const known = votes.get(column) ?? vote(textsOf(sheet, after, column));
    votes.set(column, known);
    return known;
  };
  const numbersOf = (column: number) => {
    const known = numbers.get(column);
    if (known !== undefined) return known;
    const voted = voteOf(column);
    const read = Float64Array.from(rows, (row) => {
      const value = numberInCell(cellAt(row, column), voted);
      return value.kind === 'number' ? Number(value.text) : Number.NaN;
    });
    numbers.set(column, read);
    return read;
  };
  const words = (column: number) =>
    rows.flatMap((row) => {
      const cell = cellAt(row, column);
      return cell?.kind === 'text' && /\p{L}/u.test(cell.text) ? [cell.text.length] : [];
    });
  return {
    rows: rows.length,
    numbers: numbersOf,
    vote: voteOf,
    share: (column, kind) => {
      if (rows.length === 0) return 0;
      const count =
        kind === 'words' ? words(column).length : numbersOf(column).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
      return count / rows.length;
    },
    meanLength: (column) => {
      const lengths = words(column);
      return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    },
  };
}

function* textsOf(sheet: Sheet, after: number, column: number): Generator<string> {
  for (let place = after; place < sheet.rows.length; place += 1) {
    const row = sheet.rows[place];
    const cell = row === undefined ? undefined : cellAt(row, column);
    if (cell?.kind === 'text') yield cell.text;
  }
}

/** Amounts in real files are cut or rounded to cents or whole units. */
const agrees = (a: number, b: number) => Math.abs(a - b) <= Math.max(0.011, Math.min(0.51, Math.abs(b) * 0.002));

interface Support {
  /** Share of the rows with numbers in all columns where they agree, 0 to 1. */
  readonly agreement: number;
  /** Rows that agree on something other than 0. */
  readonly count: number;
}

/** How often `product(first) × … = result`, by columns; rows where the result is 0 prove nothing. */
export function productSupport(sample: Sample, factors: readonly number[], result: number): Support {
  return support(sample, factors, result, (values) => values.reduce((product, value) => product * value, 1));
}

/** How often the columns add up to `result`; a missing part counts as 0. */
export function sumSupport(sample: Sample, parts: readonly number[], result: number): Support {
  return support(sample, parts, result, (values) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0));
}

function support(sample: Sample, columns: readonly number[], result: number, combine: (values: number[]) => number): Support {
  const parts = columns.map((column) => sample.numbers(column));
  const results = sample.numbers(result);
  let count = 0;
  let seen = 0;
  for (const [row, expected] of results.entries()) {
    const value = combine(parts.map((part) => part[row] ?? Number.NaN));
    if (Number.isNaN(expected) || Number.isNaN(value) || (expected === 0 && value === 0)) continue;
    seen += 1;
    if (agrees(value, expected)) count += 1;
  }
  return { agreement: seen === 0 ? 0 : count / seen, count };
}
