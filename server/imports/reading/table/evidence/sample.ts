/** The cells under a header, a few hundred rows of them: numbers and texts by column. */

import { type DecimalMark, type Vote, vote } from '../../../../../domain/numberText.ts';
import { type Cell, cellAt, type Sheet, type SheetRow } from '../../sheet.ts';
import { nestedIn } from '../cell/nesting.ts';
import { numberInCell } from '../cell/numbers.ts';

export interface Sample {
  readonly rows: number;
  /** Every column with a value in the sampled rows, in ascending order. */
  readonly columns: readonly number[];
  /** The column's numbers by sampled row; NaN where there is none. */
  numbers(column: number): Float64Array;
  /** The column's texts that hold a letter, without empty ones. */
  words(column: number): readonly string[];
  /** The column's cells with a value. */
  cells(column: number): readonly Cell[];
  /** Whether each sampled row has a value in the column. */
  isFilled(column: number): readonly boolean[];
  vote(column: number): Vote;
  /** Whether the column's own texts show no decimal mark. */
  showsNoMark(column: number): boolean;
  /** How many codes of the column begin with an earlier one (`nestedIn`). */
  nested(column: number): number;
  /** Share of the sampled rows that hold a number, or words, in the column. */
  share(column: number, kind: 'number' | 'words'): number;
}

const SAMPLED = 400;
const NO_MARKS: ReadonlyMap<number, DecimalMark> = new Map();

/** Looks at rows after the header, evenly over the sheet. `marks` are the decimal marks of columns whose texts show none. */
export function sampleOf(sheet: Sheet, after: number, marks: ReadonlyMap<number, DecimalMark> = NO_MARKS): Sample {
  const rows = sampled(sheet.rows.slice(after));
  const once = <T>(found: (column: number) => T) => {
    const known = new Map<number, T>();
    return (column: number): T => {
      const before = known.get(column);
      if (before !== undefined) return before;
      const value = found(column);
      known.set(column, value);
      return value;
    };
  };
  const columns = [...new Set(rows.flatMap((row) => row.cells.map(({ column }) => column)))].sort((a, b) => a - b);
  const cells = once((column) => rows.flatMap((row) => cellAt(row, column) ?? []));
  const ownVote = once((column) => vote(textsOf(sheet, after, column)));
  const nested = once((column) => nestedIn(cells(column).map(({ text }) => text)));
  // A file is written with one decimal mark: a column of "1,500" alone takes it from the columns that show theirs.
  const voteOf = once((column) =>
    ownVote(column) === 'unknown'
      ? (marks.get(column) ?? together(columns.filter((each) => nested(each) === 0).map(ownVote)))
      : ownVote(column),
  );
  const numbers = once((column) => {
    const voted = voteOf(column);
    return Float64Array.from(rows, (row) => {
      const value = numberInCell(cellAt(row, column), voted);
      return value.kind === 'number' ? Number(value.text) : Number.NaN;
    });
  });
  const words = once((column) => cells(column).flatMap(({ kind, text }) => (kind === 'text' && /\p{L}/u.test(text) ? [text.trim()] : [])));
  const count = once((column) => numbers(column).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0));
  return {
    rows: rows.length,
    columns: columns.filter((column) => !sheet.hiddenColumns.has(column)),
    numbers,
    words,
    cells,
    isFilled: (column) => rows.map((row) => cellAt(row, column) !== undefined),
    vote: voteOf,
    showsNoMark: (column) => ownVote(column) === 'unknown',
    nested,
    share: (column, kind) => {
      if (rows.length === 0) return 0;
      return (kind === 'words' ? words(column).length : count(column)) / rows.length;
    },
  };
}

function together(votes: readonly Vote[]): Vote {
  const [mark, ...others] = new Set(votes.filter((each) => each !== 'unknown'));
  return mark === undefined || mark === 'both' || others.length > 0 ? 'unknown' : mark;
}

function sampled(all: readonly SheetRow[]): readonly SheetRow[] {
  const step = Math.max(1, Math.floor(all.length / SAMPLED));
  return all.filter((_, index) => index % step === 0).slice(0, SAMPLED);
}

function* textsOf(sheet: Sheet, after: number, column: number): Generator<string> {
  for (let at = after; at < sheet.rows.length; at += 1) {
    const row = sheet.rows[at];
    const cell = row === undefined ? undefined : cellAt(row, column);
    if (cell?.kind === 'text') yield cell.text;
  }
}
