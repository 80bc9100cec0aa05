/**
 * The workbook of a certificate: its sheet from the contract to what is due, and its work by list, both with formulas that compute them
 * again.
 */
import type { CertificateSheet } from '../api/certificateShapes.ts';
import type { CertificateLine } from '../certificateLines.ts';
import { taxParts } from '../contractWork.ts';
import { cents, fromCents } from '../decimal.ts';
import { blanks, head, money, noted, percent, text } from './cells.ts';
import * as f from './liveCells.ts';
import { type PartyTexts, partyRows } from './parties.ts';
import { type Looks, type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts';

/** The words of the workbook, in the current language. */
export interface CertificateWords {
  /** "Certificate 3". */
  readonly title: string;
  readonly byList: string;
  readonly untitled: string;
  readonly longNumbers: string;
  readonly contractor: string;
  readonly client: string;
  readonly project: string;
  readonly date: string;
  readonly act: string;
  readonly line: string;
  readonly amount: string;
  readonly explained: string;
  readonly terms: string;
  readonly retention: string;
  readonly limit: string;
  readonly released: string;
  readonly advance: string;
  readonly recoveredAt: string;
  readonly recoveredFrom: string;
  readonly localEstimate: string;
  readonly contract: string;
  readonly before: string;
  readonly now: string;
  readonly toDate: string;
  readonly left: string;
  readonly subtotal: string;
  readonly total: string;
  readonly totalWithTaxes: string;
  readonly signature: string;
  /** The labels of the work settled by each earlier version, in their order. */
  readonly settledFrom: readonly string[];
  readonly revaluation: string;
  readonly taxPart: { readonly settled: string; readonly revaluation: string };
}

/** A line of the sheet in the current language. */
type WorkbookLine = Omit<CertificateLine, 'label' | 'explained'> & { readonly label: string; readonly explained: string };
export interface ExportedCertificate {
  readonly sheet: CertificateSheet;
  readonly lines: readonly WorkbookLine[];
  readonly parties: PartyTexts;
  readonly footer: string;
}

const PARTS = ['contract', 'before', 'now', 'to_date'] as const;
type Part = (typeof PARTS)[number];
type Figures = Readonly<Record<Part, string>>;
/** The columns of the parts on the sheet by list. */
const COLUMN: Readonly<Record<Part, number>> = { contract: 2, before: 3, now: 4, to_date: 5 };
const LIST_COLUMNS: readonly SheetColumn[] = [{ width: 46 }, { width: 9 }, ...Array.from({ length: 5 }, () => ({ width: 17 }))];
const WHOLE: readonly Part[] = ['contract', 'before', 'to_date'];

const minus = (one: string, other: string): string => fromCents(cents(one) - cents(other));

/** A row of figures on the sheet by list. */
interface FigureRow {
  readonly label: string;
  /** The percent shown beside the label. */
  readonly rate?: string | null;
  readonly figures: Figures;
  readonly looks?: Looks;
  /** The formula of the contract, the work before and the work to date; absent or null where the value is given. */
  readonly termOf?: (part: Part) => f.Term | null;
}
/** The cells of a row; work done now and work left are differences of other cells. */
function figureCells({ label, rate = null, figures, looks = {}, termOf = () => null }: FigureRow, at: number): SheetCell[] {
  const cell = (part: Part) => f.cellTerm(f.address(COLUMN[part], at), figures[part]);
  const figure = (part: Part) =>
    f.live(money(figures[part], looks), WHOLE.includes(part) ? termOf(part) : f.minus(cell('to_date'), cell('before')));
  const left = f.minus(cell('contract'), cell('to_date'));
  return [
    text(label, looks),
    rate === null ? { blank: true, line: 'around', ...looks } : percent(rate, looks),
    ...PARTS.map(figure),
    f.live(money(minus(figures.contract, figures.to_date), looks), left),
  ];
}

interface ByList {
  readonly sheet: Sheet;
  /** The rows of the figures that the certificate's sheet refers to. */
  readonly at: { readonly net: number; readonly gross: number; readonly taxes: readonly number[] };
}

/** A row that is already on the sheet, for formulas that refer to it. */
interface Placed {
  readonly at: number;
  readonly figures: Figures;
}
/** Adds a row to the sheet. */
type AddRow = (row: FigureRow) => Placed;
const cellOf = ({ at, figures }: Placed, part: Part): f.Term => f.cellTerm(f.address(COLUMN[part], at), figures[part]);
const sumOf =
  (rows: readonly Placed[]) =>
  (part: Part): f.Term | null =>
    rows.length === 0 ? null : f.plus(...rows.map((row) => cellOf(row, part)));
const isNothing = (figures: Figures) => PARTS.every((part) => cents(figures[part]) === 0n);

/** The rows for the work earlier versions settled, and for the change of value of earlier certified work. */
function addCarried(addRow: AddRow, { carried = [], revaluation }: CertificateSheet, words: CertificateWords): Placed[] {
  const rows: Placed[] = [];
  for (const [at, line] of carried.entries())
    if (!isNothing(line)) rows.push(addRow({ label: words.settledFrom[at] ?? '', figures: line }));
  if (revaluation !== undefined && !isNothing(revaluation)) rows.push(addRow({ label: words.revaluation, figures: revaluation }));
  return rows;
}

interface TaxRow {
  readonly line: CertificateSheet['taxes'][number];
  readonly revaluation: CertificateSheet['revaluation'];
  /** The index of the tax's row on the sheet. */
  readonly at: number;
  /** The work that the tax is a percent of. */
  readonly base: (part: Part) => f.Term | null;
}
/** A tax: its percent of the version's own work, and beneath it the parts that came with settled work and with the change of version. */
function addTax(addRow: AddRow, { line, revaluation, at, base }: TaxRow, words: CertificateWords): Placed {
  const parts = taxParts(line, revaluation);
  const below = parts.map(({ figures }, index) => ({ figures, at: at + 1 + index }));
  const rate = line.rate === undefined ? line.percent_total : '0';
  const termOf = (part: Part): f.Term | null => {
    const own = base(part);
    const given = below.map((row) => cellOf(row, part));
    // The version itself does not have this tax, so its figure is the sum of those parts, whatever percent is shown.
    if (rate === '0') return given.length === 0 ? null : f.plus(...given);
    if (rate === null || own === null) return null;
    const share = f.share(own, f.cellTerm(f.address(1, at), rate), f.HUNDRED);
    return given.length === 0 ? share : f.plus(f.inCents(share), ...given);
  };
  const tax = addRow({ label: line.name, rate: line.percent_total, figures: line, termOf });
  for (const { of, figures } of parts) addRow({ label: `${line.name}: ${words.taxPart[of]}`, figures, looks: { size: 'small' } });
  return tax;
}

function byListSheet(name: string, { sheet, footer }: ExportedCertificate, words: CertificateWords): ByList {
  const rows: SheetCell[][] = [
    [{ text: words.title, size: 'small', columns: 7 }],
    [{ text: words.byList, bold: true, size: 'title', columns: 7 }],
    [],
    [words.localEstimate, '%', words.contract, words.before, words.now, words.toDate, words.left].map((word) => head(word)),
  ];
  const addRow = (row: FigureRow): Placed => {
    rows.push(figureCells(row, rows.length));
    return { at: rows.length - 1, figures: row.figures };
  };
  const bold: Looks = { bold: true, fill: 'total' };
  const lists = sheet.lists.map((list) => addRow({ label: list.title === '' ? words.untitled : list.title, figures: list }));
  const costs = Object.fromEntries(
    PARTS.map((part) => [part, fromCents(sheet.lists.reduce((sum, list) => sum + cents(list[part]), 0n))]),
  ) as Figures;
  const subtotal = addRow({ label: words.subtotal, figures: costs, looks: bold, termOf: sumOf(lists) });
  const additional = sheet.additional.map((line) => {
    const rate = line.percent_total;
    const at = rows.length;
    const termOf = (part: Part) => (rate === null ? null : f.share(cellOf(subtotal, part), f.cellTerm(f.address(1, at), rate), f.HUNDRED));
    return addRow({ label: line.name, rate, figures: line, termOf });
  });
  const carried = addCarried(addRow, sheet, words);
  const net = addRow({ label: words.total, figures: sheet.net, looks: bold, termOf: sumOf([subtotal, ...additional, ...carried]) });
  const base = carried.length > 0 ? sumOf([subtotal, ...additional]) : sumOf([net]);
  const taxes = sheet.taxes.map((line) => addTax(addRow, { line, revaluation: sheet.revaluation, at: rows.length, base }, words));
  const gross = addRow({ label: words.totalWithTaxes, figures: sheet.gross, looks: bold, termOf: sumOf([net, ...taxes]) });
  return {
    sheet: { name, columns: LIST_COLUMNS, rows: noted(rows, words.longNumbers, 7), repeated: { from: 4, to: 4 }, footer },
    at: { net: net.at, gross: gross.at, taxes: taxes.map(({ at }) => at) },
  };
}

const COLUMNS: readonly SheetColumn[] = [{ width: 6 }, { width: 46 }, { width: 18 }, { width: 70 }];
const AMOUNT = 2;

/** The terms as cells that the lines refer to. */
function termRows({ terms, released }: CertificateSheet, words: CertificateWords, from: number) {
  const { retention, advance } = terms;
  const rows: SheetCell[][] = [];
  const put = (label: string, cell: SheetCell, figure: string): f.Term => {
    rows.push([...blanks(1), text(label), cell]);
    return f.cellTerm(f.address(AMOUNT, from + rows.length - 1), figure);
  };
  const rate = retention && put(`${words.retention}, %`, percent(retention.rate), retention.rate);
  const limit = retention?.limit ?? null;
  return {
    rate,
    limit:
      limit === null
        ? null
        : limit.form === 'amount'
          ? put(words.limit, money(limit.value), limit.value)
          : put(`${words.limit}, %`, percent(limit.value), limit.value),
    isShare: limit?.form === 'percent',
    released: put(words.released, money(released), released),
    advance: advance && {
      amount: put(words.advance, money(advance.amount), advance.amount),
      rate: put(`${words.recoveredAt}, %`, percent(advance.rate), advance.rate),
      threshold: put(`${words.recoveredFrom}, %`, percent(advance.threshold), advance.threshold),
    },
    rows,
  };
}
type TermCells = ReturnType<typeof termRows>;

interface Lined {
  readonly sheet: CertificateSheet;
  readonly terms: TermCells;
  /** A figure of the sheet by list: a total, or a tax by its index. */
  readonly byList: (part: Part, row: 'net' | 'gross' | number) => f.Term;
  /** The percent of a tax, where it is one. */
  readonly rateOf: (at: number) => f.Term | null;
  /** The lines by their keys. */
  readonly cells: ReadonlyMap<string, f.Term>;
  /** The lines that are added up, not merely shown. */
  readonly added: readonly f.Term[];
  /** The base of taxes on the payment: all added terms except those taxes. */
  readonly payment: readonly f.Term[];
}

function keptTerm({ sheet, terms, byList }: Lined): f.Term | null {
  if (terms.rate === null) return null;
  const of = (part: Part, rate: f.Term) => f.inCents(f.share(byList(part, sheet.terms.base), rate, f.HUNDRED));
  const byRate = of('to_date', terms.rate);
  const most = terms.limit === null ? null : terms.isShare ? of('contract', terms.limit) : terms.limit;
  const retained = f.largest(f.constant('0'), terms.released, most === null ? byRate : f.smallest(byRate, most));
  return f.negative(f.minus(retained, terms.released));
}

function recoveredTerm({ sheet, terms, byList }: Lined): f.Term | null {
  if (terms.advance === null) return null;
  const { amount, rate, threshold } = terms.advance;
  const from = f.share(byList('contract', sheet.terms.base), threshold, f.HUNDRED);
  const beyond = f.largest(f.constant('0'), f.minus(byList('to_date', sheet.terms.base), from));
  return f.negative(f.smallest(amount, f.inCents(f.share(beyond, rate, f.HUNDRED))));
}

function taxTerm({ sheet, byList, payment, rateOf }: Lined, at: number): f.Term {
  if (sheet.terms.taxes === 'on work') return byList('to_date', at);
  const [tax, rate] = [sheet.taxes[at], rateOf(at)];
  if (tax?.rate === '0') return byList('to_date', at);
  if (rate !== null && sheet.carried === undefined) return f.share(f.plus(...payment), rate, f.HUNDRED);
  // With the part of the tax on the work beyond its percent, because work of earlier versions was taxed separately.
  const share = (of: f.Term, by: f.Term) => f.inCents(f.share(of, by, f.HUNDRED));
  if (rate !== null) return f.plus(share(f.plus(...payment), rate), f.minus(byList('to_date', at), share(byList('to_date', 'net'), rate)));
  const part = cents(sheet.net.to_date) === 0n ? 'contract' : 'to_date';
  return f.share(byList(part, at), f.plus(...payment), byList(part, 'net'));
}

/** The formula of a line; null where its value is given. */
function lineTerm(line: WorkbookLine, lined: Lined): f.Term | null {
  const { sheet, byList, added, cells, terms } = lined;
  if (line.role === 'sum') return f.plus(...added);
  const tax = /^tax (\d+)$/.exec(line.key);
  if (tax !== null) return taxTerm(lined, Number(tax[1]));
  switch (line.key) {
    case 'original': {
      const others = [...cells].flatMap(([key, cell]) => (key === 'extras' || key.startsWith('settled ') ? [cell] : []));
      return f.minus(byList('contract', sheet.terms.taxes === 'on work' ? 'gross' : 'net'), f.plus(...others));
    }
    case 'contract':
      return byList('contract', sheet.terms.taxes === 'on work' ? 'gross' : 'net');
    case 'work':
    case 'net':
      return byList('to_date', 'net');
    case 'kept':
      return keptTerm(lined);
    case 'recovered':
      return recoveredTerm(lined);
    case 'advance':
      return terms.advance?.amount ?? null;
    case 'balance': {
      const [contract, afterKept] = [cells.get('contract'), cells.get('after kept')];
      return contract === undefined || afterKept === undefined ? null : f.minus(contract, afterKept);
    }
    default:
      return null;
  }
}

function certificateSheet(name: string, listsName: string, lists: ByList, given: ExportedCertificate, words: CertificateWords): Sheet {
  const { sheet, lines, parties, footer } = given;
  const value: Looks = { columns: 2, bold: true, align: 'left' };
  const about = (label: string, of: SheetCell): SheetCell[] => [{ text: label, columns: 2 }, null, of];
  const rows: SheetCell[][] = [
    [{ text: words.title, bold: true, size: 'title', columns: 4 }],
    [],
    ...partyRows(parties, words, 4).map(([role = null, ...rest]) => [role, ...rest]),
    about(words.project, { ...value, text: sheet.project.name }),
    ...(sheet.date === null ? [] : [about(words.date, { ...value, date: sheet.date })]),
    ...(sheet.act === null ? [] : [about(words.act, { ...value, text: sheet.act.number })]),
    [],
    [head(words.terms, { columns: 3 }), null, null],
  ];
  const terms = termRows(sheet, words, rows.length);
  rows.push(...terms.rows, [], [head(''), head(words.line), head(`${words.amount}, ${sheet.currency}`), head(words.explained)]);
  const from = rows.length;
  const byList = (part: Part, row: 'net' | 'gross' | number) => {
    const at = typeof row === 'number' ? (lists.at.taxes[row] ?? 0) : lists.at[row];
    const figures = typeof row === 'number' ? sheet.taxes[row] : sheet[row];
    return f.cellTerm(f.address(COLUMN[part], at, listsName), figures?.[part] ?? '0');
  };
  const rateOf = (at: number) => {
    const rate = sheet.taxes[at]?.percent_total ?? null;
    return rate === null ? null : f.cellTerm(f.address(1, lists.at.taxes[at] ?? 0, listsName), rate);
  };
  const cells = new Map(lines.map(({ key, figure }, index) => [key, f.cellTerm(f.address(AMOUNT, from + index), figure)]));
  const [added, payment]: [f.Term[], f.Term[]] = [[], []];
  for (const line of lines) {
    const looks: Looks = line.role === 'sum' ? { bold: true, fill: 'total' } : {};
    rows.push([
      line.number === null
        ? { blank: true, line: 'around', ...looks }
        : { number: String(line.number), format: 'count', line: 'around', ...looks },
      text(line.label, looks),
      f.live(money(line.figure, looks), lineTerm(line, { sheet, terms, byList, rateOf, cells, added, payment })),
      text(line.explained, looks),
    ]);
    const own = cells.get(line.key);
    if (line.role !== 'added' || own === undefined) continue;
    added.push(own);
    if (!line.key.startsWith('tax ')) payment.push(own);
  }
  rows.push([], [], [{ text: words.contractor, columns: 2 }, null, { blank: true, line: 'below' }, { text: words.signature }], []);
  rows.push([{ text: words.client, columns: 2 }, null, { blank: true, line: 'below' }, { text: words.signature }]);
  return { name, columns: COLUMNS, rows: noted(rows, words.longNumbers, 4), repeated: { from, to: from }, footer };
}

/** The workbook of a certificate: the payment sheet, then its work by list. */
export function certificateSheets(given: ExportedCertificate, words: CertificateWords): Sheet[] {
  const [name = words.title, listsName = words.byList] = sheetNames([words.title, words.byList]);
  const lists = byListSheet(listsName, given, words);
  return [certificateSheet(name, listsName, lists, given, words), lists.sheet];
}
