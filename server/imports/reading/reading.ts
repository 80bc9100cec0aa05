/** Types of the result of reading an uploaded workbook. */
import type { CellError } from '../../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';
import type { RowFormulas } from '../../../domain/rowFields.ts';
import type { Sentence, Value } from '../../../domain/sentences/sentence.ts';
import type { RefusalCode, RefusedFile } from './refusals.ts';
import type { Remark } from './remarks.ts';

export type Reading = { readonly kind: 'read' } | RefusedFile;

export interface ReadList {
  readonly title: string;
  readonly sheet: string;
  /** Which table of the sheet it is, from 0. */
  readonly table: number;
  /** Of its header; null where the format names its fields. */
  readonly fingerprint: string | null;
  /** Its sheet is hidden in the workbook: offered, not taken. */
  readonly hidden: boolean;
  readonly columns: readonly ReadColumn[];
  readonly rows: readonly ReadRow[];
  /** About the whole list. */
  readonly notices: readonly Sentence[];
  readonly totals: readonly StatedTotal[];
  readonly percentLines: readonly PercentLine[];
  /** Found while this one table was read. */
  readonly doubts: readonly Doubt[];
  readonly leftOut: readonly LeftOut[];
  readonly evidence: Evidence;
  /** Signs of another document than an estimate: columns of work done or of measurements, no money, no quantities. */
  readonly traits: readonly Trait[];
}

/** A reason not to be sure of what was read. */
export interface Doubt {
  /** A sentence of the catalogue in domain/sentences whose code begins with "doubt_". */
  readonly said: Sentence;
  /** The money it concerns, decimal text with two digits: rows left out, the difference to a stated total. Null where it concerns none. */
  readonly amount: string | null;
  /** The one correction that would take the doubt away, where there is one. */
  readonly remedy: Remedy | null;
  /** It is about cells that are errors of their rows: once the list has no errors, there is no such doubt. */
  readonly untilCorrected?: true;
}

interface Remedy {
  readonly kind: 'column';
  readonly column_index: number;
  readonly recognized_as: RecognizedAs;
  /** The list's sum after it. */
  readonly total: string;
}

/** Something of the sheet that is not in the rows: nothing is left out without being listed. */
export type LeftOut =
  | { readonly kind: 'row'; readonly row_index: number; readonly text: string; readonly amount: string | null; readonly why: Sentence }
  | { readonly kind: 'column'; readonly column_index: number; readonly header: string; readonly why: Sentence };

/** The evidence that a list was read correctly: rows that compute and totals that are met. */
export interface Evidence {
  /** Rows that are imported, without headings. */
  readonly rows: number;
  /** Rows whose stated amount is quantity × unit price, both read from the file. */
  readonly computing: number;
  /** Rows whose stated amount is another. */
  readonly differing: number;
  readonly totalsMet: number;
  readonly totalsMissed: number;
}

export type Trait = 'progress' | 'measurement' | 'no-money' | 'catalogue';

/** A line in which the file adds up, compared with our sum of the same rows. */
export interface StatedTotal {
  /** As the spreadsheet numbers it, from 1. */
  readonly row_index: number;
  readonly label: string;
  /** Scope of the total: some rows, every row of the list, or the list with additional costs and taxes. */
  readonly of: 'group' | 'list' | 'summary';
  /** Decimal text with two digits. */
  readonly stated: string;
  readonly ours: string;
  /** Why they differ, where the file shows it. */
  readonly explanation: Sentence | null;
  /** It stands below a payment or a rounding, so it is what is left to pay and not the cost of the works. */
  readonly settles?: true;
  /** First and last row of the scope, and their costs as read. Absent in formats without row numbers. */
  readonly rows?: { readonly first: number; readonly last: number; readonly costs: string };
}

/** An additional cost or a tax the file states in percents (docs/domain.md, Import). One of the two forms is null. */
export interface PercentLine {
  readonly row_index: number;
  readonly kind: 'additional_cost' | 'tax';
  readonly name: string;
  readonly percent_total: string | null;
  readonly percent_labour: string | null;
  readonly percent_materials: string | null;
  readonly percent_tools: string | null;
  /** The amount the file states for it. */
  readonly stated: string | null;
}

/** A table whose header is found and whose columns are about to be recognised. */
export interface TableHead {
  readonly sheet: string;
  readonly table: number;
  /** Equal for tables whose headers have the same words in the same columns. The child sends those words, and the guard replaces them by their hash. */
  readonly fingerprint: string;
}

/** A person's choice of the field in a column; it overrides recognition. */
export interface Decision {
  readonly column_index: number;
  readonly recognized_as: RecognizedAs;
}

/** Decisions to read a table with, or an instruction to skip it. */
export type Instruction = readonly Decision[] | 'skip';
export type Instruct = (head: TableHead) => Instruction | Promise<Instruction>;

export interface ReadColumn {
  /** Place in the sheet: 0 for column A. */
  readonly column_index: number;
  /** The header's words from the top down, joined by " / ". */
  readonly header: string;
  readonly recognized_as: RecognizedAs;
  /** 0 to 1. */
  readonly certainty: number;
}

export interface ReadRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly sheet_row_index: number;
  readonly kind: 'row' | 'section';
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Decimal text with six digits; null when the cell it comes from is in error. */
  readonly quantity: string | null;
  readonly unit_labour: string | null;
  readonly unit_materials: string | null;
  readonly unit_tools: string | null;
  /** The formulas of constants that gave numbers of the row. */
  readonly formulas?: RowFormulas;
  readonly errors: readonly CellError[];
  /** The amount the file states, decimal text with two digits. */
  readonly stated: string | null;
  readonly remarks: readonly Remark[];
  /** Texts of the recognised cells, by field: numbers as shortest decimal text, all else as displayed. Empty cells are absent. */
  readonly cells: Readonly<Record<string, string>>;
}

/** The kinds of list that are not the estimate itself. */
export type Apart = 'twin' | 'unpriced' | 'summary' | 'detail' | 'progress' | 'again' | 'variation' | 'measurement' | 'rates';

/** The role of a list among the lists of its file. */
export interface Verdict {
  /** Ticked at first. */
  readonly offered: boolean;
  readonly apart: Apart | null;
  readonly why: Sentence | null;
  /** The index of a list of perhaps the same works, where the person has to decide; null where there is none. */
  readonly alike: number | null;
}

/** A total of the whole file, stated outside of the ticked lists. */
export interface FileTotal {
  /** Decimal text with two digits. */
  readonly stated: string;
  readonly label: string;
  readonly sheet: string;
  readonly row_index: number;
}

/** A sheet with values from which no list was read. */
export interface SheetLeftOut {
  readonly sheet: string;
  /** Rows with several numbers: a table that was not understood has them. */
  readonly rows: number;
  readonly why: Sentence;
  /** The first tax or additional cost in percents that it states. */
  readonly line?: { readonly kind: PercentLine['kind']; readonly label: string };
}

/** The result of judging the lists, sent when all of them are read. */
export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly totals: readonly FileTotal[];
  readonly sheets: readonly SheetLeftOut[];
}

/** Messages of the child process. It waits for an instruction after a table's head, and for `goOn` after a list, after its rows and after the judgement. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'table'; readonly head: TableHead }
  | { readonly kind: 'list'; readonly list: ListHead }
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'copied'; readonly lines: Uint8Array }
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly what: Value };

export type ParentMessage =
  /** To a process that was started before there was a file. */
  | { readonly kind: 'upload'; readonly bytes: Uint8Array }
  /** `beginning` is how each line begins, where the list's rows are to be sent as lines (`copied.ts`). */
  | { readonly kind: 'goOn'; readonly beginning?: string | undefined }
  | { readonly kind: 'instruction'; readonly instruction: Instruction };

/** A list without its rows, which follow. */
export type ListHead = Omit<ReadList, 'rows'>;

/** Receives the result of a reading piece by piece; the reading waits for each piece. */
export interface Sink {
  /** Returns how each line begins, where the rows are to be sent as lines. */
  list(list: ListHead): void | Promise<void> | Promise<string>;
  /** Rows of the last list, in order. */
  rows?(rows: readonly ReadRow[]): void | Promise<void>;
  /** The same as lines for COPY. */
  copied?(lines: Uint8Array): Promise<void>;
  /** Once, after all lists. */
  judged(judgement: Judgement): void | Promise<void>;
}
