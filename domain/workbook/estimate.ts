import type { Line, ListCosts, Summary, WidenedRow } from '../api/shapes.ts';
import { cents, fitsSpreadsheet } from '../decimal.ts';
import { blanks, covered, filled, head, money, noted, percent, quantity, text, unitPrice } from './cells.ts';
import { gives, sumOf } from './liveCells.ts';
import { type RowMark, TITLE_MARKS } from './marks.ts';
import { type PartyTexts, partyRows } from './parties.ts';
import { type Looks, type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts';

/** The words of the export, in the current language. */
export interface EstimateWords {
  readonly contractor: string;
  readonly client: string;
  readonly summary: string;
  readonly untitled: string;
  /** Why numbers of many digits are written as text. */
  readonly longNumbers: string;
  readonly row: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: string;
  readonly ofWhichExtra: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly total: string;
  readonly percent: string;
  readonly localEstimate: string;
  readonly subtotal: string;
  readonly summaryTotal: string;
  readonly totalWithTaxes: string;
}

interface ExportedList {
  readonly costs: ListCosts;
  readonly rows: readonly WidenedRow[];
}
export interface ExportedEstimate {
  /** The text above every sheet, such as the project and its version. */
  readonly heading: string;
  readonly footer: string;
  readonly parties: PartyTexts;
  readonly summary: Summary;
  readonly lists: readonly ExportedList[];
  /** Whether quantities hold approved extras: a column of its own names them. */
  readonly hasExtras?: boolean;
}

const MARK: SheetColumn = { width: 8, hidden: true };
const mark = (of: RowMark | (typeof TITLE_MARKS)[keyof typeof TITLE_MARKS]): SheetCell => ({ text: of });
const AMOUNTS = ['labour', 'materials', 'tools', 'total'] as const;

const LIST_COLUMNS: readonly SheetColumn[] = [
  { width: 6 },
  { width: 12 },
  { width: 48 },
  { width: 8 },
  { width: 11 },
  ...[11, 11, 11, 12].map((width) => ({ width })),
  ...[13, 13, 13, 14].map((width) => ({ width })),
];
/** Right of the mark and of all columns that the import reads, so that it is not taken for a quantity. */
const EXTRA_COLUMN: SheetColumn = { width: 11 };

/** The rows above those of the list, and the letters of the columns with amounts. */
const ABOVE = 5;
const AMOUNT_LETTERS = ['J', 'K', 'L', 'M'] as const;

/** The index after the last row of the section that a heading begins. */
function endOfSection(rows: readonly WidenedRow[], heading: number): number {
  const level = rows[heading]?.level ?? 1;
  let at = heading + 1;
  for (let row = rows[at]; row !== undefined && (row.kind !== 'section' || row.level > level); row = rows[at]) at += 1;
  return at;
}

type Amount = (typeof AMOUNTS)[number];
type Amounts = Pick<WidenedRow, Amount>;

/** Sums as spreadsheet formulas, of the rows between two indexes without the sums of the sections among them. */
function sumsOf(rows: readonly WidenedRow[]) {
  const known = new Map<string, boolean>();
  /** Whether a spreadsheet computes the same sum: it skips numbers stored as text, and counts a section twice if the section's sum is not a formula. */
  function isLive(figure: string, of: Amount, from: number, to: number): boolean {
    const within = rows.slice(from, to);
    const figures = within.filter(({ kind }) => kind === 'row').map((row) => row[of]);
    if (to <= from || !figures.every(fitsSpreadsheet) || !gives(sumOf('', figures), figure)) return false;
    return within.every((row, at) => row.kind === 'row' || isNothing(row[of]) || isLiveSection(row[of], of, from + at));
  }
  function isLiveSection(figure: string, of: Amount, heading: number): boolean {
    const key = `${heading} ${of}`;
    const isKnown = known.get(key) ?? isLive(figure, of, heading + 1, endOfSection(rows, heading));
    known.set(key, isKnown);
    return isKnown;
  }
  const cells = (amounts: Amounts, from: number, to: number, is: (figure: string, of: Amount) => boolean): SheetCell[] =>
    AMOUNTS.map((amount, at) => {
      const cell = money(amounts[amount], { bold: true });
      if (cell === null || !('number' in cell) || !is(cell.number, amount)) return cell;
      const letter = AMOUNT_LETTERS[at] ?? '';
      return { ...cell, formula: `SUBTOTAL(9,${letter}${ABOVE + from + 1}:${letter}${ABOVE + to})` };
    });
  return {
    ofSection: (amounts: Amounts, heading: number) =>
      cells(amounts, heading + 1, endOfSection(rows, heading), (figure, of) => isLiveSection(figure, of, heading)),
    ofList: (amounts: Amounts) => cells(amounts, 0, rows.length, (figure, of) => isLive(figure, of, 0, rows.length)),
  };
}
const isNothing = (figure: string) => cents(figure) === 0n;

function listSheet(
  name: string,
  title: string,
  { heading, footer, hasExtras = false }: ExportedEstimate,
  { costs, rows }: ExportedList,
  words: EstimateWords,
): Sheet {
  const parts = [words.labour, words.materials, words.tools, words.total];
  const width = LIST_COLUMNS.length;
  const ofExtra = (cell: () => SheetCell): SheetCell[] => (hasExtras ? [cell()] : []);
  const above = [words.row, words.code, words.name, words.unit, words.quantity].map((word) => head(word, { rows: 2 }));
  const sums = sumsOf(rows);
  const body = rows.map((row, index): SheetCell[] => {
    if (row.kind === 'section')
      return [
        ...blanks(1, 'section'),
        filled(text(row.code, { bold: true }), 'section'),
        filled(text(row.name, { bold: true }), 'section'),
        ...blanks(6, 'section'),
        ...sums.ofSection(row, index).map((cell) => filled(cell, 'section')),
        mark('section'),
        ...(hasExtras ? blanks(1, 'section') : []),
      ];
    return [
      { number: String(index + 1), format: 'count', line: 'around' },
      text(row.code),
      text(row.name),
      text(row.unit),
      quantity(row.quantity, {}, row.formulas?.quantity),
      unitPrice(row.unit_labour, {}, row.formulas?.unit_labour),
      unitPrice(row.unit_materials, {}, row.formulas?.unit_materials),
      unitPrice(row.unit_tools, {}, row.formulas?.unit_tools),
      unitPrice(row.unit_total),
      ...AMOUNTS.map((amount) => money(row[amount])),
      mark('row'),
      ...ofExtra(() => (row.extra_quantity === undefined ? (blanks(1)[0] ?? null) : quantity(row.extra_quantity))),
    ];
  });
  return {
    name,
    columns: [...LIST_COLUMNS, MARK, ...(hasExtras ? [EXTRA_COLUMN] : [])],
    rows: noted(
      [
        [{ text: heading, size: 'small', columns: width }],
        [{ text: title, bold: true, size: 'title', columns: width }, ...covered(width - 1), mark(TITLE_MARKS.list)],
        [],
        [
          ...above,
          head(words.unitPrice, { columns: 4 }),
          ...covered(3),
          head(words.amount, { columns: 4 }),
          ...covered(3),
          ...(hasExtras ? [...covered(1), head(words.ofWhichExtra, { rows: 2 })] : []),
        ],
        [...covered(5), ...parts.map((word) => head(word)), ...parts.map((word) => head(word)), ...(hasExtras ? covered(2) : [])],
        ...body,
        [
          ...blanks(2, 'total'),
          filled(text(words.total, { bold: true }), 'total'),
          ...blanks(6, 'total'),
          ...sums.ofList(costs).map((cell) => filled(cell, 'total')),
          mark('total'),
          ...(hasExtras ? blanks(1, 'total') : []),
        ],
      ],
      words.longNumbers,
      width,
    ),
    repeated: { from: 4, to: 5 },
    footer,
  };
}

const SUMMARY_SHEET: readonly SheetColumn[] = [
  { width: 44 },
  ...[9, 9, 9, 9].map((width) => ({ width })),
  ...[14, 14, 14, 15].map((width) => ({ width })),
  MARK,
];
const SUMMARY_WIDTH = SUMMARY_SHEET.length - 1;
const PERCENTS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;

function summarySheet(name: string, { heading, footer, parties, summary }: ExportedEstimate, words: EstimateWords): Sheet {
  const above = [...partyRows(parties, words, SUMMARY_WIDTH), []];
  const amountsOf = (amounts: ListCosts | Line | typeof summary.subtotal, looks: Looks = {}) =>
    AMOUNTS.map((amount) => money(amounts[amount], looks));
  const costs = (list: ListCosts): SheetCell[] => [
    text(list.title === '' ? words.untitled : list.title),
    ...blanks(4),
    ...amountsOf(list),
    mark('total'),
  ];
  const sum = (label: string, amounts: typeof summary.subtotal): SheetCell[] => [
    filled(text(label, { bold: true }), 'total'),
    ...blanks(4, 'total'),
    ...amountsOf(amounts, { bold: true, fill: 'total' }),
    mark('total'),
  ];
  const line = (of: Line, kind: 'additional_cost' | 'tax'): SheetCell[] => [
    text(of.name),
    ...PERCENTS.map((field) => (of[field] === null ? (blanks(1)[0] ?? null) : percent(of[field]))),
    ...amountsOf(of),
    mark(kind),
  ];
  const parts = [words.labour, words.materials, words.tools, words.total];
  return {
    name,
    columns: SUMMARY_SHEET,
    rows: noted(
      [
        ...above,
        [{ text: heading, size: 'small', columns: SUMMARY_WIDTH }],
        [
          { text: words.summary, bold: true, size: 'title', columns: SUMMARY_WIDTH },
          ...covered(SUMMARY_WIDTH - 1),
          mark(TITLE_MARKS.summary),
        ],
        [],
        [
          head(words.localEstimate, { rows: 2 }),
          head(words.percent, { columns: 4 }),
          ...covered(3),
          head(words.amount, { columns: 4 }),
          ...covered(3),
        ],
        [
          ...covered(1),
          ...[words.total, words.labour, words.materials, words.tools].map((word) => head(word)),
          ...parts.map((word) => head(word)),
        ],
        ...summary.costs.map(costs),
        sum(words.subtotal, summary.subtotal),
        ...summary.additional.map((each) => line(each, 'additional_cost')),
        sum(words.summaryTotal, summary.total),
        ...summary.taxes.map((each) => line(each, 'tax')),
        sum(words.totalWithTaxes, summary.total_with_taxes),
      ],
      words.longNumbers,
      SUMMARY_WIDTH,
    ),
    repeated: { from: above.length + 4, to: above.length + 5 },
    footer,
  };
}

/** The workbook of an estimate: its summary, then a sheet for each list. Importing it gives the same estimate. */
export function estimateSheets(estimate: ExportedEstimate, words: EstimateWords): Sheet[] {
  const titles = estimate.lists.map(({ costs }) => costs.title);
  const [summaryName = words.summary, ...names] = sheetNames([
    words.summary,
    ...titles.map((title) => (title === '' ? words.untitled : title)),
  ]);
  return [
    summarySheet(summaryName, estimate, words),
    ...estimate.lists.map((list, at) => listSheet(names[at] ?? '', titles[at] ?? '', estimate, list, words)),
  ];
}
