/** The workbook of a contract over all its versions: a table by list and row whose sums the spreadsheet works out again, and a sheet of its versions. */

import type { WholeContract } from '../api/wholeContractShapes.ts';
import { CAUSES, COLUMNS, type Column } from '../contractFigures.ts';
import { exact, fromCents, SCALE, shortest } from '../decimal.ts';
import { head, money, noted, percent, quantity, text, unitPrice } from './cells.ts';
import * as f from './liveCells.ts';
import { type PartyTexts, partyRows } from './parties.ts';
import { type Looks, type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts';

/** The words of the workbook, in the current language. */
export interface ContractWords {
  readonly title: string;
  readonly byVersion: string;
  readonly untitled: string;
  readonly longNumbers: string;
  readonly contractor: string;
  readonly client: string;
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly columns: Readonly<Record<Column, string>>;
  readonly version: string;
  readonly estimated: string;
  readonly claimed: string;
  readonly settledThen: string;
  readonly revaluedThen: string;
  readonly subtotal: string;
  readonly total: string;
  readonly totalWithTaxes: string;
}

type Figures = WholeContract['total'];
export type ContractRowShown = WholeContract['rows'][number];
export interface ExportedContract {
  readonly contract: Omit<WholeContract, 'rows' | 'row_count' | 'shown'>;
  /** Every list with its rows, in order. */
  readonly rows: readonly ContractRowShown[];
  readonly projectName: string;
  readonly parties: PartyTexts;
  readonly footer: string;
}

/** The number of columns before the figures: code, name, unit, quantity and unit price. */
const BEFORE = 5;
const columnOf = (column: Column): number => BEFORE + COLUMNS.indexOf(column);
const WIDTHS: readonly SheetColumn[] = [
  { width: 10 },
  { width: 46 },
  { width: 8 },
  { width: 12 },
  { width: 13 },
  ...COLUMNS.map(() => ({ width: 15 })),
];

/** The formula of a figure from the others in its row; null where its value is given. */
function across(column: Column, figures: Figures, row: number): f.Term | null {
  const cell = (of: Column) => f.cellTerm(f.address(columnOf(of), row), figures[of]);
  if (column === 'now') return f.plus(cell('original'), cell('extras'), ...CAUSES.map(cell));
  if (column === 'left') return f.minus(f.plus(cell('now'), cell('settled')), cell('to_date'));
  return null;
}

/** The cells of a row's figures: a sum down the column where one is given, else a sum across the row where possible. */
const figureCells = (figures: Figures, row: number, looks: Looks, down: (column: Column) => f.Term | null = () => null): SheetCell[] =>
  COLUMNS.map((column) => f.live(money(figures[column], looks), down(column) ?? across(column, figures, row)));

const bold: Looks = { bold: true, fill: 'total' };
const wide = BEFORE + COLUMNS.length;

/** A row of the table that is already on the sheet, for sums that refer to it. */
interface Placed {
  readonly at: number;
  readonly figures: Figures;
}

const blankCell = (looks: Looks): SheetCell => ({ blank: true, line: 'around', ...looks });

/** The heading of a list, at a row of the sheet. Its figures are the sums of its rows, which follow it. */
function listCells(list: ContractRowShown, at: number, own: readonly ContractRowShown[], words: ContractWords): SheetCell[] {
  const looks: Looks = { bold: true, fill: 'section' };
  const down = (column: Column) => {
    if (own.length === 0) return null;
    const range = `${f.address(columnOf(column), at + 1)}:${f.address(columnOf(column), at + own.length)}`;
    return f.sumOf(
      range,
      own.map((each) => each[column]),
    );
  };
  const blank = blankCell(looks);
  return [blank, text(list.name === '' ? words.untitled : list.name, looks), blank, blank, blank, ...figureCells(list, at, looks, down)];
}

/** A row of a list, with the quantity and unit price of the last version; both blank where that version does not have it. */
function rowCells(row: ContractRowShown, at: number): SheetCell[] {
  const last = row.versions.at(-1) ?? null;
  const now = last === null ? [blankCell({}), blankCell({})] : [quantity(widened(last)), unitPrice(last.unit_total)];
  return [text(row.code), text(row.name), text(row.unit), ...now, ...figureCells(row, at, {})];
}

interface SumRow {
  readonly label: string;
  /** The percent of a line; absent for a sum. */
  readonly rate?: string | null;
  readonly figures: Figures;
  readonly looks?: Looks;
  /** The rows it is the sum of. */
  readonly parts?: readonly Placed[];
}
function sumCells({ label, rate = null, figures, looks = {}, parts = [] }: SumRow, at: number): SheetCell[] {
  const blank = blankCell(looks);
  const down = (column: Column) =>
    parts.length === 0 || parts.length > MOST_TERMS
      ? null
      : f.plus(...parts.map((part) => f.cellTerm(f.address(columnOf(column), part.at), part.figures[column])));
  const rated = rate === null ? blank : percent(rate, looks);
  return [blank, text(label, looks), blank, blank, rated, ...figureCells(figures, at, looks, down)];
}

function tableSheet(name: string, { contract, rows: given, projectName, parties, footer }: ExportedContract, words: ContractWords): Sheet {
  const titles = [words.code, words.name, words.unit, words.quantity, words.unitPrice, ...COLUMNS.map((column) => words.columns[column])];
  const rows: SheetCell[][] = [
    [{ text: words.title, bold: true, size: 'title', columns: wide }],
    [{ text: projectName, bold: true, columns: wide }],
    ...partyRows(parties, words, wide),
    [],
    titles.map((title) => head(title)),
  ];
  const headAt = rows.length;
  const lists: Placed[] = [];
  for (const [place, row] of given.entries()) {
    const at = rows.length;
    if (row.kind === 'list') {
      lists.push({ at, figures: row });
      rows.push(listCells(row, at, given.slice(place + 1, place + 1 + row.row_count), words));
    } else rows.push(rowCells(row, at));
  }
  const add = (row: SumRow): Placed => {
    rows.push(sumCells(row, rows.length));
    return { at: rows.length - 1, figures: row.figures };
  };
  const addLine = (line: WholeContract['taxes'][number]) => add({ label: line.name, rate: line.percent_total, figures: line });
  const subtotal = add({ label: words.subtotal, figures: contract.subtotal, looks: bold, parts: lists });
  const additional = contract.additional.map(addLine);
  const total = add({ label: words.total, figures: contract.total, looks: bold, parts: [subtotal, ...additional] });
  const taxes = contract.taxes.map(addLine);
  add({ label: words.totalWithTaxes, figures: contract.total_with_taxes, looks: bold, parts: [total, ...taxes] });
  return { name, columns: WIDTHS, rows: noted(rows, words.longNumbers, wide), repeated: { from: headAt, to: headAt }, footer };
}
/** The most terms of a formula that a person can follow. */
const MOST_TERMS = 60;

const added = (numbers: readonly string[], scale: number): bigint => numbers.reduce((sum, each) => sum + exact(each, scale), 0n);
const widened = ({ quantity: own, extra }: NonNullable<ContractRowShown['versions'][number]>): string =>
  shortest(added([own, extra], SCALE.quantity), SCALE.quantity);

function versionsSheet(name: string, { contract, footer }: ExportedContract, words: ContractWords): Sheet {
  const heads = [words.version, words.estimated, words.columns.extras, words.claimed, words.settledThen, words.revaluedThen];
  const rows: SheetCell[][] = [
    [{ text: words.byVersion, bold: true, size: 'title', columns: heads.length }],
    [],
    heads.map((word) => head(word)),
    ...contract.versions.map((version) => [
      text([`${words.version} ${version.number}`, version.name].filter((part) => part !== '').join(', ')),
      ...[version.estimated, version.extras, version.claimed, version.settled, version.revaluation].map((amount) => money(amount)),
    ]),
  ];
  const first = 3;
  const sum = (column: number, of: (version: WholeContract['versions'][number]) => string) => {
    const figures = contract.versions.map(of);
    const range = `${f.address(column, first)}:${f.address(column, first + figures.length - 1)}`;
    return f.live(money(fromCents(added(figures, SCALE.money)), bold), f.sumOf(range, figures));
  };
  rows.push([
    text(words.columns.to_date, bold),
    { blank: true, line: 'around', ...bold },
    sum(2, ({ extras }) => extras),
    sum(3, ({ claimed }) => claimed),
    sum(4, ({ settled }) => settled),
    sum(5, ({ revaluation }) => revaluation),
  ]);
  return {
    name,
    columns: [{ width: 40 }, ...heads.slice(1).map(() => ({ width: 18 }))],
    rows: noted(rows, words.longNumbers, heads.length),
    repeated: null,
    footer,
  };
}

/** The workbook of a contract. */
export function contractSheets(given: ExportedContract, words: ContractWords): Sheet[] {
  const [name = words.title, versions = words.byVersion] = sheetNames([words.title, words.byVersion]);
  return [tableSheet(name, given, words), versionsSheet(versions, given, words)];
}
