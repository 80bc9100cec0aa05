/** Workbooks that Actum itself has written: a hidden column says what each row is, so that nothing has to be recognised. */
import { type Component, rowSums } from '../../../../domain/amounts.ts';
import { NUMBER_FIELDS } from '../../../../domain/api/recognizedAs.ts';
import { cutTo } from '../../../../domain/cut.ts';
import { decimalOfDouble, fixed, roundText, SCALE } from '../../../../domain/decimal.ts';
import { numberInText, type Vote, vote } from '../../../../domain/numberText.ts';
import { FILLED_FIELDS, ROW_NUMBERS, ROW_PRICES } from '../../../../domain/rowFields.ts';
import { rowsApart } from '../../../../domain/sentences/recognition.ts';
import {
  LIST_INDEXES,
  MOST_ABOVE_TITLE,
  ROW_MARKS,
  type RowMark,
  SUMMARY_INDEXES,
  TITLE_MARKS,
} from '../../../../domain/workbook/marks.ts';
import { evidenceOf } from '../evidence.ts';
import type { LeftOut, PercentLine, ReadColumn, ReadList } from '../reading.ts';
import { noticesOf } from '../remarks.ts';
import { type Cell, cellAt, type Sheet, type SheetRow } from '../sheet.ts';
import { numberInCell } from './cell/numbers.ts';
import { saysCost, saysTax, sumsUp } from './cell/totalsWords.ts';
import { findHeader, type Header, type HeaderColumn } from './header/header.ts';
import { assembled } from './row/assemble.ts';
import type { Classified } from './row/kind.ts';
import { readyRow } from './row/ready.ts';
import type { NumberField } from './row/values.ts';

type OwnSheet =
  | { readonly kind: 'summary'; readonly percentLines: readonly PercentLine[] }
  | { readonly kind: 'list'; readonly list: ReadList };

const PERCENTS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;

/** The content of a sheet that Actum exported; null for any other sheet, including one whose columns were changed. */
export function ownSheet(sheet: Sheet): OwnSheet | null {
  const marked = (text: string, column: number) => sheet.rows.slice(0, MOST_ABOVE_TITLE + 1).find((row) => textAt(row, column) === text);
  const summary = marked(TITLE_MARKS.summary, SUMMARY_INDEXES.mark);
  const percentLines = summary === undefined ? null : percentLinesIn(sheet, summary);
  if (percentLines !== null) return { kind: 'summary', percentLines };
  const title = marked(TITLE_MARKS.list, LIST_INDEXES.mark);
  const list = title === undefined ? null : listIn(sheet, title);
  return list === null ? null : { kind: 'list', list };
}

const textAt = (row: SheetRow, column: number): string => cellAt(row, column)?.text.trim() ?? '';
const markOf = (row: SheetRow, column: number): RowMark | undefined => ROW_MARKS.find((mark) => mark === textAt(row, column));

/** The lines from the first amounts of the summary on; null where no row has a mark left. A line that a person added has none. */
function percentLinesIn({ rows }: Sheet, title: SheetRow): PercentLine[] | null {
  const below = rows.filter(({ index }) => index > title.index);
  const firstMarked = below.findIndex((row) => markOf(row, SUMMARY_INDEXES.mark) !== undefined);
  if (firstMarked < 0) return null;
  const body = below.slice(firstMarked);
  let totalsBelow = body.filter((row) => markOf(row, SUMMARY_INDEXES.mark) === 'total').length;
  return body.flatMap((row) => {
    const mark = markOf(row, SUMMARY_INDEXES.mark);
    if (mark === 'total') totalsBelow -= 1;
    const kind = mark ?? kindAbove(totalsBelow, row);
    if (kind !== 'additional_cost' && kind !== 'tax') return [];
    const percents = PERCENTS.map((field) => [field, percentIn(cellAt(row, SUMMARY_INDEXES[field]))] as const);
    if (mark === undefined && percents.every(([, percent]) => percent === null)) return [];
    return [
      { row_index: row.index, kind, name: textAt(row, SUMMARY_INDEXES.name), ...Object.fromEntries(percents), stated: null } as PercentLine,
    ];
  });
}

/** Below the total there are taxes alone, and above it additional costs; elsewhere the words of the line tell. */
function kindAbove(totals: number, row: SheetRow): PercentLine['kind'] {
  if (totals === 1) return 'tax';
  return totals !== 2 && saysTax(textAt(row, SUMMARY_INDEXES.name)) ? 'tax' : 'additional_cost';
}

/** A percent as it is shown: a program that is given "21 %" stores 0.21. A text that is not a number is not changed. */
function percentIn(cell: Cell | undefined): string | null {
  if (cell === undefined) return null;
  const text = cell.text.trim();
  if (cell.kind === 'number') return decimalOfDouble(text.endsWith('%') ? cell.number * WHOLE : cell.number);
  const read = numberInText(text.replace(/%$/, ''), 'unknown');
  return read.kind === 'number' ? read.text : text === '' ? null : text;
}
const WHOLE = 100;

/** Null where the headings name the columns in another order, and where no row has a mark left. */
function listIn(sheet: Sheet, title: SheetRow): ReadList | null {
  const below = sheet.rows.filter(({ index }) => index > title.index);
  const firstMarked = below.findIndex((row) => markOf(row, LIST_INDEXES.mark) !== undefined);
  if (firstMarked < 0) return null;
  const above = below.slice(0, firstMarked);
  const header = findHeader({ ...sheet, rows: above });
  if (header?.columns.some(isMoved) === true) return null;
  const heading = above.filter(isInHeading(above, header));
  const body = below.slice(heading.length);
  const voteOf = votesIn(body);
  const read = body.map((row) => markedRow(row, voteOf) ?? addedRow(row, voteOf));
  const rows = read.flatMap(({ row }) => row ?? []);
  const shown = new Set<string>([...FILLED_FIELDS, ...rows.flatMap(({ values }) => Object.keys(values.numbers))]);
  const columns: readonly ReadColumn[] = FIELDS.filter((field) => shown.has(field)).map((field) => ({
    column_index: LIST_INDEXES[field],
    header: heading
      .map((row) => textAt(row, LIST_INDEXES[field]))
      .filter((words) => words !== '')
      .join(' / '),
    recognized_as: field,
    certainty: 1,
  }));
  const taken = assembled(rows);
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
    leftOut: read.flatMap(({ leftOut }) => leftOut ?? []),
    evidence: evidenceOf(taken.rows, []),
    traits: [],
  };
}

const FIELDS = [...FILLED_FIELDS, 'unit_total', 'labour', 'materials', 'tools', 'total'] as const;

/** Whether a column has the heading of another: the group over prices or amounts may be missing, because a person deleted its row. */
function isMoved({ column, means }: HeaderColumn): boolean {
  if (column >= LIST_INDEXES.mark) return false;
  const field = fieldNamed(means);
  if (field !== null) return LIST_INDEXES[field] !== column;
  return means.role === 'amount' && column <= LIST_INDEXES.unit_tools;
}

function fieldNamed({ top, component, role }: HeaderColumn['means']) {
  if (top === 'number') return null;
  if (top !== 'money') return top;
  if (component === null || role === null) return null;
  return role === 'unit' ? (`unit_${component}` as const) : component;
}

/** Whether a row above the first marked one is of the heading, and was not added by a person. */
function isInHeading(above: readonly SheetRow[], header: Header | null): (row: SheetRow) => boolean {
  const last = header === null ? above.findLast((row) => !hasNumber(row)) : above[header.after - 1];
  return ({ index }) => last !== undefined && index <= last.index;
}
const hasNumber = (row: SheetRow) => ROW_NUMBERS.some((field) => cellAt(row, LIST_INDEXES[field])?.kind === 'number');

/** The decimal mark that the texts of a column show. */
function votesIn(rows: readonly SheetRow[]): (column: number) => Vote {
  const votes = new Map<number, Vote>(
    NUMBER_FIELDS.map((field) => {
      const cells = rows.map((row) => cellAt(row, LIST_INDEXES[field]));
      return [LIST_INDEXES[field], vote(cells.flatMap((cell) => (cell?.kind === 'text' ? [cell.text] : [])))] as const;
    }),
  );
  return (column) => votes.get(column) ?? 'unknown';
}

interface ReadHere {
  readonly row?: Classified;
  readonly leftOut?: LeftOut;
}
const NOTHING: ReadHere = {};

const NAMED = FIELDS.map((field) => ({ column_index: LIST_INDEXES[field], header: '', recognized_as: field, certainty: 1 }));
const textsOf = (row: SheetRow) => ({
  code: textAt(row, LIST_INDEXES.code),
  name: textAt(row, LIST_INDEXES.name),
  unit: textAt(row, LIST_INDEXES.unit),
});
const cellsOf = (row: SheetRow, fields: readonly NumberField[]) =>
  Object.fromEntries(fields.map((field) => [field, cellAt(row, LIST_INDEXES[field])]));

/** A row as its mark says; null where a person has added it, or filled a heading's quantity or prices in. */
function markedRow(row: SheetRow, voteOf: (column: number) => Vote): ReadHere | null {
  const mark = markOf(row, LIST_INDEXES.mark);
  const texts = textsOf(row);
  const numbers = cellsOf(row, ROW_NUMBERS);
  const isFilled = ROW_NUMBERS.some((field) => textAt(row, LIST_INDEXES[field]) !== '');
  if (mark === undefined || (mark === 'section' && isFilled)) return null;
  if (mark === 'section') return { row: readyRow({ index: row.index, kind: 'section', texts }, NAMED) };
  const isEmptied = !isFilled && Object.values(texts).every((text) => text === '');
  if (mark !== 'row' || isEmptied) return NOTHING;
  const ready = readyRow({ index: row.index, kind: 'item', texts, numbers }, NAMED, voteOf);
  return { row: isAmountStale(row, ready) ? { ...ready, remarks: ['amountDiffers'] } : ready };
}

/** Whether the amount beside a row's numbers is not theirs: one of them was changed, or the amount. */
function isAmountStale(row: SheetRow, { values: { numbers } }: Classified): boolean {
  const stated = cellAt(row, LIST_INDEXES.total);
  if (stated?.kind !== 'number' || ROW_NUMBERS.some((field) => numbers[field]?.read.kind === 'bad')) return false;
  const number = (field: (typeof ROW_NUMBERS)[number]) => {
    const read = numbers[field]?.read;
    return (read?.kind === 'number' ? roundText(read.text, SCALE.unitPrice) : null) ?? 0n;
  };
  const prices = (component: Component) => number(`unit_${component}`);
  const { total } = rowSums(number('quantity'), { labour: prices('labour'), materials: prices('materials'), tools: prices('tools') });
  return roundText(decimalOfDouble(stated.number), SCALE.money) !== total;
}

/** More words where numbers are due are the headings again. */
const MOST_WORDS = 2;
const LONGEST_TEXT = 200;

/** A row that a person added: with numbers it is a row, without them a section. Lines that add rows up are left out. */
function addedRow(row: SheetRow, voteOf: (column: number) => Vote): ReadHere {
  const texts = textsOf(row);
  const words = row.cells.find(({ kind, text }) => kind === 'text' && /\p{L}/u.test(text))?.text.trim() ?? '';
  const label = texts.name || words || texts.code;
  const numbers = cellsOf(row, NUMBER_FIELDS);
  const readOf = (cell: Cell | undefined) => numberInCell(cell, cell === undefined ? 'unknown' : voteOf(cell.column));
  const has = (field: NumberField) => readOf(numbers[field]).kind === 'number';
  const filled = Object.values(numbers).filter((cell) => readOf(cell).kind !== 'empty');
  const isOfWords = filled.length > MOST_WORDS && filled.every((cell) => cell?.kind === 'text' && readOf(cell).kind === 'bad');
  const leftOut = (why: LeftOut['why']): ReadHere => {
    const amount = row.cells.findLast(({ kind, number }) => kind === 'number' && number !== 0);
    const money = amount === undefined ? null : roundText(decimalOfDouble(amount.number), SCALE.money);
    if (money === null) return NOTHING;
    return { leftOut: { kind: 'row', row_index: row.index, text: cutTo(label, LONGEST_TEXT), amount: fixed(money, SCALE.money), why } };
  };
  if (isOfWords) return NOTHING;
  if (filled.length > 0) {
    const isPriced = [...ROW_PRICES, 'unit_total' as const].some((field) => has(field));
    const isLine = sumsUp(label) || saysTax(label) || (saysCost(label) && label.includes('%'));
    const addsUp = Object.values(numbers).some((cell) => (cell?.sums ?? '') !== '');
    if (addsUp || (isLine && !(has('quantity') && isPriced))) return leftOut(rowsApart.otherTotal());
    const named = { ...texts, name: texts.name || (texts.code === '' ? label : '') };
    return { row: readyRow({ index: row.index, kind: 'item', texts: named, numbers }, NAMED, voteOf) };
  }
  if (texts.name === '' && texts.code === '') return leftOut(rowsApart.unnamed());
  return { row: readyRow({ index: row.index, kind: 'section', texts }, NAMED) };
}
