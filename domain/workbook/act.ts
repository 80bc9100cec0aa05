import { DONE_PERCENT_SCALE, donePercent } from '../act.ts';
import type { AnswerReason } from '../answer.ts';
import type { Act, ActRow, ActSummary } from '../contract/shapes.ts';
import { exact, fixed, SCALE, shortest } from '../decimal.ts';
import { blanks, covered, fill, head, money, noted, percent, quantity, text } from './cells.ts';
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
  fixed(
    donePercent(exact(now.total, SCALE.money), exact(estimated.total, SCALE.money) + exact(extras.total, SCALE.money)),
    DONE_PERCENT_SCALE,
  );

const lessQuantity = (certified: string, claimed: string): string =>
  shortest(exact(certified, SCALE.quantity) - exact(claimed, SCALE.quantity), SCALE.quantity);
const lessMoney = (certified: string, claimed: string): string =>
  fixed(exact(certified, SCALE.money) - exact(claimed, SCALE.money), SCALE.money);

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
const wide = (widths: readonly number[], isExtended: boolean): readonly SheetColumn[] =>
  [...widths.slice(0, 1), ...(isExtended ? [11] : []), ...widths.slice(1)].map((width) => ({ width }));

function listSheet(
  name: string,
  title: string,
  { act, summary, footer }: ExportedAct,
  list: ExportedAct['lists'][number],
  words: ActWords,
): Sheet {
  const own = summary.costs.find(({ id }) => id === list.id);
  const isAnswered = act.answer !== null;
  const shown = costsShown({ summary });
  const isExtended = shown.length > COSTS.length;
  const more = isExtended ? 1 : 0;
  const columns = [...LIST_COLUMNS, ...wide(QUANTITIES, isExtended), ...wide(MONEY, isExtended)];
  const costs = (cell: Cell | ActRow, looks: Looks = {}): SheetCell[] => shown.map((cost) => money(amountsOf(cell, cost).total, looks));
  const width = columns.length + (isAnswered ? ANSWER_COLUMNS.length : 0);
  const onlyAnswered = (cells: () => SheetCell[]): SheetCell[] => (isAnswered ? cells() : []);
  const body = list.rows.map((row, index): SheetCell[] => {
    if (row.kind === 'section')
      return [
        ...blanks(1, 'section'),
        fill(text(row.code, { bold: true }), 'section'),
        fill(text(row.name, { bold: true }), 'section'),
        ...blanks(columns.length - 3 - shown.length, 'section'),
        ...costs(row, { bold: true, fill: 'section' }),
        ...onlyAnswered(() => blanks(ANSWER_COLUMNS.length, 'section')),
      ];
    return [
      { number: String(index + 1), format: 'count', line: 'around' },
      text(row.code),
      text(row.name),
      text(row.unit),
      quantity(row.estimated_quantity),
      ...(isExtended ? [quantity(row.extra_quantity ?? '0')] : []),
      quantity(row.quantity_before),
      quantity(row.quantity),
      percent(row.percent),
      quantity(row.quantity_balance),
      quantity(row.quantity_left),
      ...costs(row),
      ...onlyAnswered(() => answerCells(row, words)),
    ];
  });
  return {
    name,
    columns: isAnswered ? [...columns, ...ANSWER_COLUMNS] : columns,
    rows: noted(
      [
        [{ text: words.title, size: 'small', columns: width }],
        [{ text: title, bold: true, size: 'title', columns: width }],
        [],
        [
          ...[words.row, words.code, words.name, words.unit].map((word) => head(word, { rows: 2 })),
          head(words.quantity, { columns: 6 + more }),
          ...covered(5 + more),
          head(words.cost, { columns: shown.length }),
          ...covered(shown.length - 1),
          ...onlyAnswered(() => [words.claimed, words.difference, words.reason].map((word) => head(word, { rows: 2 }))),
        ],
        [
          ...covered(4),
          ...[
            words.estimated,
            ...(isExtended ? [words.extras] : []),
            words.before,
            words.now,
            words.percent,
            words.balance,
            words.left,
          ].map((word) => head(word)),
          ...costWords(shown, words).map((word) => head(word)),
        ],
        ...body,
        [
          ...blanks(2, 'total'),
          fill(text(words.total, { bold: true }), 'total'),
          ...blanks(4 + more, 'total'),
          own === undefined ? null : percent(donePercentOf(own), { bold: true, fill: 'total' }),
          ...blanks(2, 'total'),
          ...(own === undefined ? blanks(shown.length, 'total') : costs(own, { bold: true, fill: 'total' })),
          ...onlyAnswered(() => blanks(ANSWER_COLUMNS.length, 'total')),
        ],
      ],
      words.longNumbers,
      width,
    ),
    repeated: { from: 4, to: 5 },
    footer,
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
