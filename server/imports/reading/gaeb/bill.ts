/** GAEB DA XML bills of quantities (3.1 to 3.3): each lot a list, its categories sections, its items rows. */
import { COMPONENTS, type Component } from '../../../../domain/amounts.ts';
import { fixed, parse, roundText, SCALE } from '../../../../domain/decimal.ts';
import type { ReadColumn, ReadList } from '../reading.ts';
import { Unreadable } from '../refusals.ts';
import { meanings } from '../table/header/headerWords.ts';
import { assembled, listFrom, sumOfAll } from '../table/row/assemble.ts';
import type { Classified } from '../table/row/kind.ts';
import { readyColumns, readyRow } from '../table/row/ready.ts';
import { isAbout, percentOf } from '../table/totals/percent.ts';
import { xmlEncoding } from '../text/encoding.ts';
import { XmlFeed } from '../xml.ts';
import { type Bill, BillReader, type Category, type Item, isItem } from './reader.ts';
import { categoryTotals, linesOf } from './summary.ts';

const CHUNK = 64 * 1024;
/** Phases that hold a bill with quantities: from the survey to the contract and its variations. */
const PHASES = /^8[0-6][A-Z]?$/;

/** Throws `Unreadable` for a file that is not a bill and for damaged XML. */
export function gaebLists(bytes: Buffer): ReadList[] {
  const reader = new BillReader();
  const feed = new XmlFeed(reader, xmlEncoding(bytes));
  for (let from = 0; from < bytes.length; from += CHUNK) feed.write(bytes.subarray(from, from + CHUNK));
  feed.end();
  if (reader.phase !== '' && !PHASES.test(reader.phase)) throw new Unreadable('GAEB_PHASE', `X${reader.phase}`);
  if (reader.bill === null) throw new Unreadable('NO_TABLE');
  return listsOf(reader.bill);
}

/** Each lot is a list. Parts outside lots, or a bill without lots, form a list of their own. */
function listsOf(bill: Bill): ReadList[] {
  const lots = bill.hasLots ? bill.body.content.filter((part): part is Category => !isItem(part)) : [];
  const besides = { ...bill.body, content: bill.body.content.filter((part) => !lots.includes(part as Category)) };
  const columns = columnsOf(bill);
  const parts = [...lots, besides].map((category) => {
    const markups = itemsIn(category).filter(({ isMarkup }) => isMarkup);
    const items = assembled(rowsOf(category, bill, columns, () => false));
    // A markup on everything in the bill is an additional cost; one on a part of it is a row with an amount.
    const isLine = (item: Item) => lots.length === 0 && isMarkupOf(item, sumOfAll(items).total);
    return {
      category,
      rows: markups.every(isLine) ? items : assembled(rowsOf(category, bill, columns, (item) => !isLine(item))),
      markups: markups.filter(isLine),
    };
  });
  const subtotal = parts.reduce((sum, { rows }) => sum + sumOfAll(rows).total, 0n);
  const { percentLines, totals, notices } = linesOf(
    bill,
    parts.flatMap(({ markups }) => markups),
    subtotal,
  );
  return parts.flatMap(({ category, rows }, place) => {
    const isLot = lots.includes(category);
    const list = listFrom(rows, {
      title: (isLot ? category.title : bill.title) || category.code || 'GAEB',
      sheet: 'GAEB',
      table: place,
      fingerprint: null,
      hidden: false,
      columns,
      notices: place === 0 ? notices : [],
      totals: [...categoryTotals(category, rows, isLot), ...(place === 0 || parts.length === 1 ? totals : [])],
      percentLines: place === 0 || parts.length === 1 ? percentLines : [],
    });
    return list === null ? [] : [list];
  });
}

function isMarkupOf({ texts }: Item, sum: bigint): boolean {
  const percent = roundText(texts.get('Markup') ?? '', SCALE.percent);
  const amount = roundText(texts.get('IT') ?? '', SCALE.money);
  return percent !== null && amount !== null && isAbout(percentOf(sum, percent), amount);
}

const itemsIn = (category: Category): Item[] => category.content.flatMap((part) => (isItem(part) ? [part] : itemsIn(part)));

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

/** The component that the label of a price component names; null when it names none. */
function componentOf(label: string): Component | null {
  const found = meanings(label);
  return COMPONENTS.find((component) => found.has(component)) ?? null;
}

function rowsOf(category: Category, bill: Bill, columns: readonly ReadColumn[], takesMarkup: (item: Item) => boolean): Classified[] {
  return category.content.flatMap((part): Classified[] => {
    if (!isItem(part)) {
      const heading = readyRow({ index: part.index, kind: 'section', texts: { code: part.code, name: part.title } }, columns);
      const named = part.title === '' ? [] : [heading];
      return [...named, ...rowsOf(part, bill, columns, takesMarkup)];
    }
    if (part.isMarkup && !takesMarkup(part)) return [];
    return [itemRow(part, bill, columns)];
  });
}

function itemRow({ index, code, name, texts, isMarkup }: Item, bill: Bill, columns: readonly ReadColumn[]): Classified {
  const said = { code, name: name === '' ? code : name, unit: texts.get('QU') ?? '' };
  if (isMarkup) return readyRow({ index, kind: 'amountOnly', texts: said, numbers: { total: texts.get('IT') } }, columns);
  const lump = texts.get('LumpSumItem') === 'Yes' && !texts.has('Qty');
  const quantity = lump ? '1' : texts.get('Qty');
  const isOptional = texts.get('Provis') === 'WithoutTotal' || texts.get('NotAppl') === 'Yes' || Number(texts.get('ALNSerNo') ?? 0) > 0;
  const kind = isOptional ? 'notCounted' : quantity === undefined ? 'rateOnly' : 'item';
  const price = texts.get('UP');
  const numbers = { quantity, unit_total: price, ...unitPrices(texts, bill), total: isOptional ? undefined : texts.get('IT') };
  return readyRow({ index, kind, texts: said, numbers }, columns);
}

/** The price components where their labels say what they hold; what is left of the unit price is materials. */
function unitPrices(texts: ReadonlyMap<string, string>, { components }: Bill): { [F in `unit_${Component}`]?: string } {
  const price = parse(texts.get('UP') ?? '', SCALE.unitPrice);
  if (price === null || components.size === 0) return {};
  const parts = { labour: 0n, materials: 0n, tools: 0n };
  let found = false;
  for (const [name, label] of components) {
    const component = componentOf(label);
    const amount = parse(texts.get(name) ?? '', SCALE.unitPrice);
    if (component === null || component === 'materials' || amount === null) continue;
    parts[component] += amount;
    found = true;
  }
  if (!found) return {};
  const text = (value: bigint) => fixed(value, SCALE.unitPrice);
  return {
    unit_labour: text(parts.labour),
    unit_materials: text(price - parts.labour - parts.tools),
    unit_tools: text(parts.tools),
  };
}
