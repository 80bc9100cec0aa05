/** The workbook of a contract over all its versions: a table by list and row whose sums the spreadsheet works out again, and a sheet of its versions. */

import type { WholeContract } from '../contract/wholeContractShapes.ts';
import { CAUSES, COLUMNS, type Column } from '../contractFigures.ts';
import { exact, fixed, SCALE, shortest } from '../decimal.ts';
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
const at = (column: Column): number => BEFORE + COLUMNS.indexOf(column);
const WIDTHS: readonly SheetColumn[] = [
  ...[{ width: 10 }, { width: 46 }, { width: 8 }, { width: 12 }, { width: 13 }],
  ...COLUMNS.map(() => ({ width: 15 })),
];

/** The formula of a figure from the others in its row; null where its value is given. */
function across(column: Column, figures: Figures, row: number): f.Term | null {
  const cell = (of: Column) => f.cellTerm(f.address(at(of), row), figures[of]);
  if (column === 'now') return f.plus(cell('original'), cell('extras'), ...CAUSES.map(cell));
  if (column === 'left') return f.minus(f.plus(cell('now'), cell('settled')), cell('to_date'));
  return null;
}

/** The cells of a row's figures: a sum down the column where one is given, else a sum across the row where possible. */
const figureCells = (figures: Figures, row: number, looks: Looks, down: (column: Column) => f.Term | null = () => null): SheetCell[] =>
  COLUMNS.map((column) => f.live(money(figures[column], looks), down(column) ?? across(column, figures, row)));

const bold: Looks = { bold: true, fill: 'total' };
const wide = BEFORE + COLUMNS.length;

function tableSheet(name: string, { contract, rows: given, projectName, parties, footer }: ExportedContract, words: ContractWords): Sheet {
  const rows: SheetCell[][] = [
    [{ text: words.title, bold: true, size: 'title', columns: wide }],
    [{ text: projectName, bold: true, columns: wide }],
    ...partyRows(parties, words, wide),
    [],
    [words.code, words.name, words.unit, words.quantity, words.unitPrice, ...COLUMNS.map((column) => words.columns[column])].map((word) =>
      head(word),
    ),
  ];
  const headAt = rows.length;
  const lists: { readonly at: number; readonly figures: Figures }[] = [];
  for (const [place, row] of given.entries()) {
    if (row.kind === 'list') {
      const looks: Looks = { bold: true, fill: 'section' };
      const own = given.slice(place + 1, place + 1 + row.row_count);
      const down = (column: Column) =>
        own.length === 0
          ? null
          : f.sumOf(
              `${f.address(at(column), rows.length + 1)}:${f.address(at(column), rows.length + own.length)}`,
              own.map((each) => each[column]),
            );
      lists.push({ at: rows.length, figures: row });
      const blank = { blank: true, line: 'around', ...looks } as const;
      rows.push([
        blank,
        text(row.name === '' ? words.untitled : row.name, looks),
        blank,
        blank,
        blank,
        ...figureCells(row, rows.length, looks, down),
      ]);
      continue;
    }
    const last = row.versions.at(-1) ?? null;
    const blank = { blank: true, line: 'around' } as const;
    const now = last === null ? [blank, blank] : [quantity(widened(last)), unitPrice(last.unit_total)];
    rows.push([text(row.code), text(row.name), text(row.unit), ...now, ...figureCells(row, rows.length, {})]);
  }
  const put = (
    label: string,
    rate: string | null,
    figures: Figures,
    looks: Looks,
    parts: readonly { readonly at: number; readonly figures: Figures }[],
  ) => {
    const blank = { blank: true, line: 'around', ...looks } as const;
    const rated = rate === null ? blank : percent(rate, looks);
    const down = (column: Column) =>
      parts.length === 0 || parts.length > MOST_TERMS
        ? null
        : f.plus(...parts.map((part) => f.cellTerm(f.address(at(column), part.at), part.figures[column])));
    rows.push([blank, text(label, looks), blank, blank, rated, ...figureCells(figures, rows.length, looks, down)]);
    return { at: rows.length - 1, figures };
  };
  const subtotal = put(words.subtotal, null, contract.subtotal, bold, lists);
  const additional = contract.additional.map((line) => put(line.name, line.percent_total, line, {}, []));
  const total = put(words.total, null, contract.total, bold, [subtotal, ...additional]);
  const taxes = contract.taxes.map((line) => put(line.name, line.percent_total, line, {}, []));
  put(words.totalWithTaxes, null, contract.total_with_taxes, bold, [total, ...taxes]);
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
    return f.live(money(fixed(added(figures, SCALE.money), SCALE.money), bold), f.sumOf(range, figures));
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
