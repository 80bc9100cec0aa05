/** A workbook as data: the content and the style of each cell. */
import { cutTo } from '../cut.ts';

export type NumberFormat = 'money' | 'unitPrice' | 'quantity' | 'percent' | 'count';

export interface Looks {
  readonly bold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly wrap?: boolean;
  /** A heading of the table, a section's row, a line of totals. */
  readonly fill?: 'head' | 'section' | 'total';
  readonly size?: 'title' | 'small';
  /** Lines around the cell, or a line below it for a signature. */
  readonly line?: 'around' | 'below';
  /** Columns and rows the cell spans. */
  readonly columns?: number;
  readonly rows?: number;
}
export type SheetCell =
  /** `isNumber`: a number of more digits than a spreadsheet keeps, as exact decimal text. */
  | (Looks & { readonly text: string; readonly isNumber?: true })
  /** `number` is exact decimal text of at most 15 digits, because a spreadsheet keeps no more. */
  /** With `formula` a spreadsheet works the number out itself: "ROUND(12*3.5,6)". */
  | (Looks & { readonly number: string; readonly format: NumberFormat; readonly formula?: string | undefined })
  /** A calendar date, 2026-11-30. */
  | (Looks & { readonly date: string })
  | (Looks & { readonly blank: true })
  | null;

export interface SheetColumn {
  /** In characters. */
  readonly width: number;
  /** Only the import reads it. */
  readonly hidden?: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
  /** The rows repeated on every printed page, counted from 1. */
  readonly repeated: { readonly from: number; readonly to: number } | null;
  readonly footer: string;
}

/** Excel's own rules for a sheet's name. */
const LONGEST_NAME = 31;
/** Includes the characters that XML, or the library that writes it, leaves out: two names that differ only in them would become the same. */
const FORBIDDEN = /[[\]:*?/\\\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufffd]/gu;
/** A name must not begin or end with an apostrophe. LibreOffice does not open a file with such a name. */
const BESIDE = /^['\s]+|['\s]+$/g;

/** Makes sheet names from titles: allowed characters, at most 31, unique whatever their case. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set(['history']);
  return titles.map((title) => {
    const cleaned = title.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').replace(BESIDE, '') || '–';
    for (let count = 1; ; count += 1) {
      const tail = count === 1 ? '' : ` (${count})`;
      const name = `${cutTo(cleaned, LONGEST_NAME - tail.length).replace(BESIDE, '')}${tail}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}
