/** Workbooks that Actum itself has written: a hidden column says what each row is, so that nothing has to be recognised. */
import { decimalOfDouble } from '../../../../domain/decimal.ts';
import { FILLED_FIELDS, ROW_NUMBERS } from '../../../../domain/rowFields.ts';
import {
  HEADING_ROWS,
  LIST_INDEXES,
  MOST_ABOVE_TITLE,
  ROW_MARKS,
  type RowMark,
  SUMMARY_INDEXES,
  TITLE_MARKS,
} from '../../../../domain/workbook/marks.ts';
import { evidenceOf } from '../evidence.ts';
import type { PercentLine, ReadColumn, ReadList } from '../reading.ts';
import { noticesOf } from '../remarks.ts';
import { cellAt, type Sheet, type SheetRow } from '../sheet.ts';
import { assembled } from './row/assemble.ts';
import type { Classified, Kind } from './row/kind.ts';
import { readyRow } from './row/ready.ts';

type OwnSheet =
  | { readonly kind: 'summary'; readonly percentLines: readonly PercentLine[] }
  | { readonly kind: 'list'; readonly list: ReadList };

const PERCENTS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;

/** The content of a sheet that Actum exported; null for any other sheet, including one whose columns were changed. */
export function ownSheet(sheet: Sheet): OwnSheet | null {
  const marked = (text: string, column: number) => sheet.rows.slice(0, MOST_ABOVE_TITLE + 1).find((row) => textAt(row, column) === text);
  const summary = marked(TITLE_MARKS.summary, SUMMARY_INDEXES.mark);
  if (summary !== undefined) return { kind: 'summary', percentLines: bodyBelow(sheet, summary).flatMap(percentLineIn) };
  const title = marked(TITLE_MARKS.list, LIST_INDEXES.mark);
  return title === undefined ? null : { kind: 'list', list: listIn(sheet, title) };
}

const textAt = (row: SheetRow, column: number): string => cellAt(row, column)?.text.trim() ?? '';
const markOf = (row: SheetRow, column: number): RowMark | undefined => ROW_MARKS.find((mark) => mark === textAt(row, column));

/** The rows below the column headings that follow a title. */
const bodyBelow = ({ rows }: Sheet, { index }: SheetRow) => rows.filter((row) => row.index > index + 1 + HEADING_ROWS);

/** A number as the spreadsheet stores it; a text that a person typed is not changed. */
function numberAt(row: SheetRow, column: number): string | undefined {
  const cell = cellAt(row, column);
  return cell?.kind === 'number' ? decimalOfDouble(cell.number) : cell?.text;
}

function percentLineIn(row: SheetRow): PercentLine[] {
  const kind = markOf(row, SUMMARY_INDEXES.mark);
  if (kind !== 'additional_cost' && kind !== 'tax') return [];
  const percents = PERCENTS.map((field) => [field, numberAt(row, SUMMARY_INDEXES[field]) ?? null]);
  return [{ row_index: row.index, kind, name: textAt(row, SUMMARY_INDEXES.name), ...Object.fromEntries(percents), stated: null }];
}

function listIn(sheet: Sheet, title: SheetRow): ReadList {
  const heading = sheet.rows.filter(({ index }) => index > title.index && index <= title.index + 1 + HEADING_ROWS);
  const columns: readonly ReadColumn[] = FILLED_FIELDS.map((field) => ({
    column_index: LIST_INDEXES[field],
    header: heading
      .map((row) => textAt(row, LIST_INDEXES[field]))
      .filter((words) => words !== '')
      .join(' / '),
    recognized_as: field,
    certainty: 1,
  }));
  const taken = assembled(bodyBelow(sheet, title).map((row) => classifiedRow(row, columns)));
  return {
    title: textAt(title, 0),
    sheet: sheet.name,
    table: 0,
    fingerprint: null,
    hidden: sheet.hidden,
    columns,
    rows: taken.rows,
    notices: [...sheet.notices, ...noticesOf(taken.remarks, taken.rows.filter(({ kind }) => kind === 'row').length)],
    totals: [],
    percentLines: [],
    doubts: [],
    leftOut: [],
    evidence: evidenceOf(taken.rows, []),
    traits: [],
  };
}

const KINDS: Readonly<Record<RowMark, Kind>> = {
  row: 'item',
  section: 'section',
  total: 'nothing',
  additional_cost: 'nothing',
  tax: 'nothing',
};

/** A row that a person added has no mark: with numbers it is a row, without them a section. */
function classifiedRow(row: SheetRow, columns: readonly ReadColumn[]): Classified {
  const mark = markOf(row, LIST_INDEXES.mark);
  const texts = { code: textAt(row, LIST_INDEXES.code), name: textAt(row, LIST_INDEXES.name), unit: textAt(row, LIST_INDEXES.unit) };
  const numbers = Object.fromEntries(ROW_NUMBERS.map((field) => [field, numberAt(row, LIST_INDEXES[field])]));
  const formulas = Object.fromEntries(ROW_NUMBERS.map((field) => [field, cellAt(row, LIST_INDEXES[field])?.formula]));
  const isPriced = Object.values(numbers).some((number) => number !== undefined);
  const kind = mark === undefined ? (isPriced ? 'item' : texts.name === '' ? 'nothing' : 'section') : KINDS[mark];
  return readyRow({ index: row.index, kind, texts, ...(kind === 'item' && { numbers, formulas }) }, columns);
}
