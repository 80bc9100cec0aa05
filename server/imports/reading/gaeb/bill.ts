/** GAEB DA XML bills of quantities (3.1 to 3.3): each lot a list, its categories sections, its items rows. */
import { COMPONENTS } from '../../../../domain/amounts.ts';
import { percentOf, roundText, SCALE } from '../../../../domain/decimal.ts';
import { DEEPEST_SECTION } from '../../../../domain/sections.ts';
import { adjustmentsLeftOut, namesAreCodes } from '../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import type { ReadColumn, ReadList, Trait } from '../reading.ts';
import { Unreadable } from '../refusals.ts';
import { type Assembled, assembled, listFrom, sumOfAll } from '../table/row/assemble.ts';
import type { Classified } from '../table/row/kind.ts';
import { readyColumns, readyRow } from '../table/row/ready.ts';
import { isAbout } from '../table/totals/percent.ts';
import { xmlEncoding } from '../text/encoding.ts';
import { XmlFeed } from '../xml.ts';
import { addsTotals, componentOf, isCategoryLeftOut, isInvoice, itemRow } from './item.ts';
import { type Bill, BillReader, type Category, cents, type Item, isItem, itemsIn } from './reader.ts';
import { categoryTotals, linesOf, wholeAdjustment } from './summary.ts';

const CHUNK = 64 * 1024;
/** Phases that hold a bill with quantities: from the survey to the contract, its variations and its invoices. */
const PHASES = /^8\d/;

/** Throws `Unreadable` for a file that is not a bill and for damaged XML. */
export function gaebLists(bytes: Buffer): ReadList[] {
  const reader = new BillReader();
  const feed = new XmlFeed(reader, xmlEncoding(bytes));
  for (let from = 0; from < bytes.length; from += CHUNK) feed.write(bytes.subarray(from, from + CHUNK));
  feed.end();
  const { bill, phase } = reader;
  // Other phases measure, order or take off; a bill with prices is one whatever its phase.
  const isBill = bill !== null && (phase === '' || PHASES.test(phase) || itemsIn(bill.body).some(isPriced));
  if (!isBill && phase !== '') throw new Unreadable('GAEB_PHASE', `X${phase}`);
  if (bill === null) throw new Unreadable('NO_TABLE');
  return listsOf(bill);
}

const isPriced = ({ texts }: Item) => texts.has('UP') || texts.has('IT');

/** Each lot is a list. Parts outside lots, or a bill without lots, form a list of their own. */
function listsOf(bill: Bill): ReadList[] {
  const lots = bill.hasLots ? bill.body.content.filter((part): part is Category => !isItem(part)) : [];
  const outside: Category = { ...bill.body, content: bill.body.content.filter((part) => isItem(part) || !lots.includes(part)) };
  const columns = columnsOf(bill);
  const read = (category: Category) => {
    const isDeep = lots.includes(category) && titledDepth(category) >= DEEPEST_SECTION;
    return assembled(rowsOf(category, { bill, columns, isLeftOut: false, lot: isDeep ? `${category.code}.` : '' }));
  };
  const categories = [...lots, outside];
  const everything = categories.map(read);
  const { markups, adjusts, subtotal, notices } = scopeOf(bill, everything);
  const left = new Set(
    [...markups, ...(adjusts ? [] : itemsIn(bill.body).filter(({ kind }) => kind === 'adjustment'))].map(({ index }) => index),
  );

  const adjustment = wholeAdjustment(bill, markups, subtotal);
  const adjusted = adjustment === null ? outside : { ...outside, content: [...outside.content, adjustment] };
  const taken = everything.map((rows, at) => without(adjustment !== null && at === lots.length ? read(adjusted) : rows, left));
  const whole = linesOf(bill, { markups, adjustment, subtotal, lists: taken.filter(hasItems).length });
  const first = taken.findIndex(hasItems);
  const traits = traitsOf(bill);
  return [...lots, adjusted].flatMap((category, at) => {
    const rows = taken[at] ?? assembled([]);
    const isLot = lots.includes(category);
    const isFirst = at === first;
    const list = listFrom(rows, {
      title: (isLot ? category.title : bill.title) || category.code || 'GAEB',
      sheet: 'GAEB',
      table: at,
      fingerprint: null,
      hidden: false,
      columns,
      notices: isFirst ? [...whole.notices, ...notices, ...namesOf(bill)] : [],
      totals: [...categoryTotals(category, rows, isLot), ...(isFirst ? whole.totals : [])],
      percentLines: isFirst ? whole.percentLines : [],
      traits,
    });
    return list === null ? [] : [list];
  });
}

/** Headings alone are no list. */
const hasItems = ({ rows }: Assembled) => rows.some(({ kind }) => kind === 'row');

/** The rows that are not left out. */
function without({ rows, remarks, sums }: Assembled, left: ReadonlySet<number>): Assembled {
  if (left.size === 0) return { rows, remarks, sums };
  const stays = (index: number) => !left.has(index);
  return {
    rows: rows.filter(({ sheet_row_index }) => stays(sheet_row_index)),
    remarks: new Map([...remarks].map(([remark, of]) => [remark, of.filter(stays)])),
    sums: new Map([...sums].filter(([index]) => stays(index))),
  };
}

interface Scope {
  /** Markups on everything in the bill, which become additional costs; a markup on a part of it is a row with an amount. */
  readonly markups: readonly Item[];
  /** Whether discounts and lump sums of categories count. */
  readonly adjusts: boolean;
  /** In cents, of all rows. */
  readonly subtotal: bigint;
  readonly notices: readonly Sentence[];
}

/** `everything` is all items as rows, markups and adjustments too. */
function scopeOf({ body }: Bill, everything: readonly Assembled[]): Scope {
  const costs = new Map(everything.flatMap(({ sums }) => [...sums]));
  const total = (items: readonly Item[]) => items.reduce((sum, { index }) => sum + (costs.get(index)?.total ?? 0n), 0n);
  const items = itemsIn(body);
  const others = items.filter(({ kind }) => kind !== 'item');
  const of = (kind: Item['kind']) => others.filter((item) => item.kind === kind);
  const all = everything.reduce((sum, rows) => sum + sumOfAll(rows).total, 0n);
  const base = all - total(of('markup'));
  const markups = of('markup').filter((item) => isOnAll(item, base));
  const subtotal = all - total(markups);
  const stated = cents(body.totals.get('Total'));
  const adjusted = total(of('adjustment'));
  if (stated === null || adjusted === 0n) return { markups, adjusts: true, subtotal, notices: [] };
  // Some programs state discounts of categories for information: the total of the bill says whether they count.
  const adjusts = all === stated || all - adjusted !== stated;
  return { markups, adjusts, subtotal: adjusts ? subtotal : subtotal - adjusted, notices: adjusts ? [] : [adjustmentsLeftOut()] };
}

function isOnAll({ texts }: Item, sum: bigint): boolean {
  const percent = roundText(texts.get('Markup') ?? '', SCALE.percent);
  const [amount, base] = [cents(texts.get('IT')), cents(texts.get('ITMarkup'))];
  if (percent === null || amount === null || !isAbout(percentOf(sum, percent), amount)) return false;
  // The stated base decides where its percent gives the amount, because two parts of a bill may be worth the same.
  return base === null || isAbout(base, sum) || !isAbout(percentOf(base, percent), amount);
}

function columnsOf({ components }: Bill): readonly ReadColumn[] {
  const split = COMPONENTS.flatMap((component) => {
    const labels = [...components].filter(([, label]) => componentOf(label) === component).map(([, label]) => label);
    return labels.length === 0 ? [] : [[`unit_${component}`, labels.join(', ')] as const];
  });
  return readyColumns({
    code: 'OZ',
    name: 'Kurztext',
    quantity: 'Menge (Qty)',
    unit: 'Einheit (QU)',
    ...Object.fromEntries(split),
    unit_total: 'Einheitspreis (UP)',
    total: 'Gesamtbetrag (IT)',
  });
}

function traitsOf(bill: Bill): Trait[] {
  return [...(isInvoice(bill) ? ['progress' as const] : []), ...(itemsIn(bill.body).some(isPriced) ? [] : ['no-money' as const])];
}

/** A bid (phase 84) holds the numbers of the tender's items and not their texts. */
function namesOf({ body }: Bill): Sentence[] {
  return itemsIn(body).every(({ kind, name }) => kind !== 'item' || name === '') ? [namesAreCodes()] : [];
}

interface Reading {
  readonly bill: Bill;
  readonly columns: readonly ReadColumn[];
  readonly isLeftOut: boolean;
  /** The lot's number and a dot, left out of the codes of headings where the deepest ones would else be too deep to nest; else empty. */
  readonly lot: string;
}

/** How deep categories with a title nest below this one. */
const titledDepth = ({ content }: Category): number =>
  content.reduce((deepest, part) => (isItem(part) ? deepest : Math.max(deepest, (part.title === '' ? 0 : 1) + titledDepth(part))), 0);

function rowsOf(category: Category, reading: Reading): Classified[] {
  const isLeftOut = reading.isLeftOut || isCategoryLeftOut(category);
  const ofItem = { ...reading, isLeftOut, addsTotals: addsTotals(category) };
  return category.content.flatMap((part): Classified[] => {
    if (isItem(part)) return [itemRow(part, ofItem)];
    const code = part.code.startsWith(reading.lot) ? part.code.slice(reading.lot.length) : part.code;
    const heading = readyRow({ index: part.index, kind: 'section', texts: { code, name: part.title } }, reading.columns);
    return [...(part.title === '' ? [] : [heading]), ...rowsOf(part, { ...reading, isLeftOut })];
  });
}
