import { DONE_PERCENT_SCALE, donePercent } from '../act.ts';
import type { AnswerReason } from '../answer.ts';
import type { Act, ActRow, ActSummary } from '../api/shapes.ts';
import { cents, exact, fixed, fromCents, SCALE, shortest } from '../decimal.ts';
import { blanks, covered, filled, head, money, noted, percent, quantity, text } from './cells.ts';
import { type PartyTexts, partyRows } from './parties.ts';
import { type Looks, type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts';

/** The words of the export, in the current language. */
export interface ActWords {
  /** "Act of completed work 3". */
  readonly title: string;
  readonly untitled: string;
  /** Why numbers of many digits are written as text. */
  readonly longNumbers: string;
  readonly contractor: string;
  readonly client: string;
  readonly project: string;
  readonly finished: string;
  readonly status: string;
  readonly againstVersion: string;
  readonly signature: string;
  readonly date: string;
  readonly row: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: string;
  readonly cost: string;
  readonly percent: string;
  readonly localEstimate: string;
  readonly estimated: string;
  readonly extras: string;
  readonly before: string;
  readonly now: string;
  readonly balance: string;
  readonly left: string;
  readonly total: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly subtotal: string;
  readonly summaryTotal: string;
  readonly totalWithTaxes: string;
  readonly answeredBy: string;
  readonly recordedBy: string;
  readonly claimed: string;
  readonly certified: string;
  readonly difference: string;
  readonly reason: string;
  readonly reasons: Readonly<Record<AnswerReason, string>>;
}

interface WholeLine {
  readonly label: string;
  readonly amount: string;
  readonly isTotal: boolean;
}

export interface ExportedAct {
  readonly act: Pick<Act, 'finish_date' | 'project_name' | 'version_number' | 'answer'>;
  readonly parties: PartyTexts;
  readonly statusName: string;
  /** When the act was answered, as screens and paper say it; empty where it was not. */
  readonly answeredAt?: string;
  readonly footer: string;
  readonly summary: ActSummary;
  /** The work of a contract over several versions, with taxes, line by line; absent for a contract of one. */
  readonly whole?: { readonly title: string; readonly lines: readonly WholeLine[] };
  readonly lists: readonly { readonly id: number; readonly title: string; readonly rows: readonly ActRow[] }[];
}

type Cell = ActSummary['subtotal'];
const COSTS = ['estimated_cost', 'completed_before', 'completed_now', 'balance', 'left_to_do'] as const;
const PARTS = ['labour', 'materials', 'tools', 'total'] as const;

const NO_EXTRAS = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
type Cost = (typeof COSTS)[number] | 'extras';
/** The costs shown; extras come after the estimated cost, where there are any. */
const costsShown = ({ summary }: Pick<ExportedAct, 'summary'>): readonly Cost[] =>
  summary.total_with_taxes.extras === undefined ? COSTS : ['estimated_cost', 'extras', ...COSTS.slice(1)];
const amountsOf = (cell: Cell | ActRow, cost: Cost) => (cost === 'extras' ? (cell.extras ?? NO_EXTRAS) : cell[cost]);
const costWords = (shown: readonly Cost[], words: ActWords): string[] => {
  const names = {
    estimated_cost: words.estimated,
    extras: words.extras,
    completed_before: words.before,
    completed_now: words.now,
    balance: words.balance,
    left_to_do: words.left,
  };
  return shown.map((cost) => names[cost]);
};

/** The percent of a cost, with its extras, that is done in the act. */
const donePercentOf = ({ completed_now: now, estimated_cost: estimated, extras = NO_EXTRAS }: Cell): string =>
  fixed(donePercent(cents(now.total), cents(estimated.total) + cents(extras.total)), DONE_PERCENT_SCALE);

const lessQuantity = (certified: string, claimed: string): string =>
  shortest(exact(certified, SCALE.quantity) - exact(claimed, SCALE.quantity), SCALE.quantity);
const lessMoney = (certified: string, claimed: string): string => fromCents(cents(certified) - cents(claimed));

/** The cells of a row of an answered act: the claimed quantity, the difference to the certified one, and the reason. */
function answerCells({ answered, quantity: certified }: ActRow, words: ActWords): SheetCell[] {
  const claimed = answered?.claimed ?? certified;
  const why = answered === undefined ? '' : [words.reasons[answered.reason], answered.text].filter((part) => part !== '').join(': ');
  return [quantity(claimed), quantity(lessQuantity(certified, claimed)), text(why)];
}
const ANSWER_COLUMNS: readonly SheetColumn[] = [{ width: 11 }, { width: 11 }, { width: 36 }];

const LIST_COLUMNS: readonly SheetColumn[] = [{ width: 6 }, { width: 11 }, { width: 44 }, { width: 7 }];
const QUANTITIES = [11, 10, 10, 9, 10, 10];
const MONEY = [14, 13, 13, 13, 13];
const EXTRAS_WIDTH = 11;
const columnsOf = (widths: readonly number[]): readonly SheetColumn[] => widths.map((width) => ({ width }));
/** The widths with a column of extras after the first one. */
const withExtrasColumn = ([first = 0, ...others]: readonly number[]): readonly number[] => [first, EXTRAS_WIDTH, ...others];

/** The columns of the list's sheets, which depend on the act. */
interface ListLayout {
  readonly shown: readonly Cost[];
  readonly hasExtras: boolean;
  readonly isAnswered: boolean;
  readonly columns: readonly SheetColumn[];
}
function layoutOf({ act, summary }: ExportedAct): ListLayout {
  const shown = costsShown({ summary });
  const hasExtras = shown.includes('extras');
  const isAnswered = act.answer !== null;
  const numbers = [QUANTITIES, MONEY].flatMap((widths) => columnsOf(hasExtras ? withExtrasColumn(widths) : widths));
  return { shown, hasExtras, isAnswered, columns: [...LIST_COLUMNS, ...numbers, ...(isAnswered ? ANSWER_COLUMNS : [])] };
}

/** The two rows of the table's heading. */
function headRows({ shown, hasExtras, isAnswered }: ListLayout, words: ActWords): SheetCell[][] {
  const quantities = [
    words.estimated,
    ...(hasExtras ? [words.extras] : []),
    words.before,
    words.now,
    words.percent,
    words.balance,
    words.left,
  ];
  const answers = isAnswered ? [words.claimed, words.difference, words.reason] : [];
  return [
    [
      ...[words.row, words.code, words.name, words.unit].map((word) => head(word, { rows: 2 })),
      head(words.quantity, { columns: quantities.length }),
      ...covered(quantities.length - 1),
      head(words.cost, { columns: shown.length }),
      ...covered(shown.length - 1),
      ...answers.map((word) => head(word, { rows: 2 })),
    ],
    [...covered(LIST_COLUMNS.length), ...quantities.map((word) => head(word)), ...costWords(shown, words).map((word) => head(word))],
  ];
}

const costCells = (shown: readonly Cost[], cell: Cell | ActRow, looks: Looks = {}): SheetCell[] =>
  shown.map((cost) => money(amountsOf(cell, cost).total, looks));

function sectionCells(row: ActRow, { shown, isAnswered, columns }: ListLayout): SheetCell[] {
  const answers = isAnswered ? ANSWER_COLUMNS.length : 0;
  return [
    ...blanks(1, 'section'),
    filled(text(row.code, { bold: true }), 'section'),
    filled(text(row.name, { bold: true }), 'section'),
    ...blanks(columns.length - 3 - shown.length - answers, 'section'),
    ...costCells(shown, row, { bold: true, fill: 'section' }),
    ...blanks(answers, 'section'),
  ];
}

function rowCells(row: ActRow, number: number, { shown, hasExtras, isAnswered }: ListLayout, words: ActWords): SheetCell[] {
  return [
    { number: String(number), format: 'count', line: 'around' },
    text(row.code),
    text(row.name),
    text(row.unit),
    quantity(row.estimated_quantity),
    ...(hasExtras ? [quantity(row.extra_quantity ?? '0')] : []),
    quantity(row.quantity_before),
    quantity(row.quantity),
    percent(row.percent),
    quantity(row.quantity_balance),
    quantity(row.quantity_left),
    ...costCells(shown, row),
    ...(isAnswered ? answerCells(row, words) : []),
  ];
}

/** The totals of a list; without figures for a list that the act's summary does not have. */
function totalCells(total: Cell | undefined, { shown, hasExtras, isAnswered }: ListLayout, words: ActWords): SheetCell[] {
  const looks: Looks = { bold: true, fill: 'total' };
  return [
    ...blanks(2, 'total'),
    filled(text(words.total, { bold: true }), 'total'),
    ...blanks(hasExtras ? 5 : 4, 'total'),
    total === undefined ? null : percent(donePercentOf(total), looks),
    ...blanks(2, 'total'),
    ...(total === undefined ? blanks(shown.length, 'total') : costCells(shown, total, looks)),
    ...blanks(isAnswered ? ANSWER_COLUMNS.length : 0, 'total'),
  ];
}

function listSheet(name: string, title: string, exported: ExportedAct, list: ExportedAct['lists'][number], words: ActWords): Sheet {
  const layout = layoutOf(exported);
  const width = layout.columns.length;
  const own = exported.summary.costs.find(({ id }) => id === list.id);
  const rows: SheetCell[][] = [
    [{ text: words.title, size: 'small', columns: width }],
    [{ text: title, bold: true, size: 'title', columns: width }],
    [],
    ...headRows(layout, words),
    ...list.rows.map((row, at) => (row.kind === 'section' ? sectionCells(row, layout) : rowCells(row, at + 1, layout, words))),
    totalCells(own, layout, words),
  ];
  return {
    name,
    columns: layout.columns,
    rows: noted(rows, words.longNumbers, width),
    repeated: { from: 4, to: 5 },
    footer: exported.footer,
  };
}

const summaryColumns = (count: number): readonly SheetColumn[] => [
  { width: 46 },
  { width: 12 },
  ...Array.from({ length: count }, () => ({ width: 17 })),
];

/** A cell of the summary takes four rows: labour, materials, tools, and their total. */
function linesOf(shown: readonly Cost[], label: string, cell: Cell, words: ActWords, looks: Looks): SheetCell[][] {
  const bold = looks.fill === 'total';
  return PARTS.map((part, index) => [
    index === 0 ? text(label, { ...looks, bold, rows: PARTS.length }) : null,
    text(words[part], { ...looks, bold: part === 'total' }),
    ...shown.map((cost) => money(amountsOf(cell, cost)[part], { ...looks, bold: part === 'total' })),
  ]);
}

function summarySheet(name: string, exported: ExportedAct, words: ActWords): Sheet {
  const { act, parties, statusName, footer, summary, whole } = exported;
  const shown = costsShown({ summary });
  const columns = summaryColumns(shown.length);
  const lines = (label: string, cell: Cell, of: ActWords, looks: Looks = {}) => linesOf(shown, label, cell, of, looks);
  const value: Looks = { columns: columns.length - 1, bold: true, align: 'left' };
  const about = (label: string, of: string): SheetCell[] => [{ text: label }, { ...value, text: of }];
  const signed = (label: string): SheetCell[] => [
    { text: label },
    { text: words.signature, align: 'right' },
    { blank: true, line: 'below' },
    { blank: true, line: 'below' },
    { text: words.date, align: 'right' },
    { blank: true, line: 'below' },
  ];
  const top: SheetCell[][] = [
    [{ text: words.title, bold: true, size: 'title', columns: columns.length }],
    [],
    ...partyRows(parties, words, columns.length),
    about(words.project, act.project_name),
    [{ text: words.finished }, act.finish_date === null ? { ...value, blank: true } : { ...value, date: act.finish_date }],
    about(words.status, statusName),
    about(words.againstVersion, String(act.version_number)),
    ...answerRows(exported, words, about),
    [],
  ];
  return {
    name,
    columns,
    rows: noted(
      [
        ...top,
        [
          head(words.localEstimate, { rows: 2 }),
          head('', { rows: 2 }),
          head(words.cost, { columns: shown.length }),
          ...covered(shown.length - 1),
        ],
        [...covered(2), ...costWords(shown, words).map((word) => head(word))],
        ...summary.costs.flatMap((cost) => lines(cost.title === '' ? words.untitled : cost.title, cost, words)),
        ...lines(words.subtotal, summary.subtotal, words, { fill: 'total' }),
        ...summary.additional.flatMap((line) => lines(line.name, line, words)),
        ...lines(words.summaryTotal, summary.total, words, { fill: 'total' }),
        ...summary.taxes.flatMap((line) => lines(line.name, line, words)),
        ...lines(words.totalWithTaxes, summary.total_with_taxes, words, { fill: 'total' }),
        ...(whole === undefined ? [] : wholeRows(whole, columns.length)),
        [],
        [],
        signed(words.contractor),
        [],
        signed(words.client),
      ],
      words.longNumbers,
      columns.length,
    ),
    repeated: { from: top.length + 1, to: top.length + 2 },
    footer,
  };
}

/** The work of the whole contract to date: each label across all columns but the last, which has the amount. */
const wholeRows = ({ title, lines: shown }: NonNullable<ExportedAct['whole']>, width: number): SheetCell[][] => [
  [],
  [{ text: title, bold: true, columns: width }],
  ...shown.map(({ label, amount, isTotal }): SheetCell[] => {
    const looks: Looks = isTotal ? { bold: true, fill: 'total' } : {};
    return [text(label, { ...looks, columns: width - 1 }), ...covered(width - 2), money(amount, looks)];
  }),
];

/** The client's answer: who gave it, and the claimed and certified sums with taxes. */
function answerRows(
  { act: { answer }, answeredAt = '', summary: { claimed, total_with_taxes: whole } }: ExportedAct,
  words: ActWords,
  about: (label: string, of: string) => SheetCell[],
): SheetCell[][] {
  if (answer === null) return [];
  const certified = whole.completed_now.total;
  const asked = claimed?.total_with_taxes.total ?? certified;
  const sum = (label: string, amount: string): SheetCell[] => [{ text: label }, money(amount, { bold: true })];
  return [
    about(words.answeredBy, [answer.name, answeredAt].filter((part) => part !== '').join(', ')),
    ...(answer.recorded_by === null ? [] : [about(words.recordedBy, answer.recorded_by)]),
    sum(words.claimed, asked),
    sum(words.certified, certified),
    sum(words.difference, lessMoney(certified, asked)),
  ];
}

/** The workbook of an act for the client: its summary with room for signatures, then a sheet for each list. */
export function actSheets(act: ExportedAct, words: ActWords): Sheet[] {
  const titles = act.lists.map(({ title }) => (title === '' ? words.untitled : title));
  const [summaryName = words.title, ...names] = sheetNames([words.title, ...titles]);
  return [
    summarySheet(summaryName, act, words),
    ...act.lists.map((list, at) => listSheet(names[at] ?? '', titles[at] ?? '', act, list, words)),
  ];
}
