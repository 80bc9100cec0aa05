/**
 * Writes an estimate as GAEB DA XML 3.3, in the order and within the lengths of its schemas (2021-05). X82 holds texts and prices, X83 texts alone, X84
 * prices alone: the schema of a bid knows no texts, units and labels, because it answers a tender that has them.
 */
import { COMPONENTS } from '../amounts.ts';
import type { Line, Row } from '../api/shapes.ts';
import { cutTo } from '../cut.ts';
import { absolute, canonical, cents, exact, fixed, fromCents, rescale, SCALE } from '../decimal.ts';
import { type ExchangedEstimate, oneLine, uniformPercent } from './estimate.ts';
import { type NumberedCategory, type NumberedItem, numbered, STEP } from './gaebNumbers.ts';

type Phase = '82' | '83' | '84';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const element = (name: string, content: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>\n`;
};
/** A value of one line, cut to the schema's length. */
const value = (name: string, text: string, longest = Number.POSITIVE_INFINITY): string =>
  element(name, escaped(cutTo(oneLine(text), Math.min(longest, text.length))));
/** A text of several lines. */
const paragraphs = (name: string, text: string): string =>
  element(
    name,
    text
      .split('\n')
      .map((line) => element('p', element('span', escaped(oneLine(line))).trim()).trim())
      .join(''),
  );

const LONGEST = { unit: 4, name: 20, label: 60, project: 60, currency: 4, catalogue: 40 } as const;
const DIGITS = { quantity: 3, price: 3, percent: 4 } as const;
/** Labels of the components of a unit price, as GAEB programs know them. */
const LABELS = { labour: 'Lohn', materials: 'Stoffe', tools: 'Geräte' } as const;
const UNKNOWN = 'k.A.';

export function gaebFile(estimate: ExchangedEstimate, phase: Phase): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(new Writer(estimate, phase).document());
}

class Writer {
  readonly #estimate: ExchangedEstimate;
  readonly #hasTexts: boolean;
  readonly #hasPrices: boolean;
  readonly #phase: Phase;
  #ids = 0;

  constructor(estimate: ExchangedEstimate, phase: Phase) {
    this.#estimate = estimate;
    this.#phase = phase;
    this.#hasTexts = phase !== '84';
    this.#hasPrices = phase !== '83';
  }

  document(): string {
    const { projectName, currency, date, lists, heading } = this.#estimate;
    const { body, levels } = numbered(this.#estimate);
    const label = lists.length === 1 && lists[0] !== undefined && lists[0].costs.title !== '' ? lists[0].costs.title : heading;
    const breakdown = levels.map(({ type, length, isNumeric }) =>
      element('BoQBkdn', value('Type', type) + value('Length', String(length)) + value('Num', isNumeric ? 'Yes' : 'No')),
    );
    const info =
      value('Name', projectName === '' ? 'LV' : projectName, LONGEST.name) +
      (this.#hasTexts ? value('LblBoQ', label === '' ? 'LV' : label, LONGEST.label) + value('OutlCompl', 'OutTxt') : '') +
      breakdown.join('') +
      this.#componentLabels() +
      this.#totals();
    const bidder = ['Name1', 'Street', 'PCode', 'City'].map((name) => value(name, UNKNOWN)).join('');
    const award =
      value('DP', this.#phase) +
      (currency === '' ? '' : element('AwardInfo', value('Cur', currency, LONGEST.currency))) +
      (this.#phase === '84' ? element('CTR', element('Address', bidder)) : '') +
      element('BoQ', element('BoQInfo', info) + this.#body(body, this.#additional(body)), { ID: this.#id() });
    const about = value('Version', '3.3') + value('VersDate', '2021-05') + value('Date', date) + value('ProgSystem', 'Actum');
    const content =
      element('GAEBInfo', about) +
      element('PrjInfo', value('NamePrj', projectName === '' ? UNKNOWN : projectName, LONGEST.project)) +
      element('Award', award);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element('GAEB', `\n${content}`, { xmlns: `http://www.gaeb.de/GAEB_DA_XML/DA${this.#phase}/3.3` })}`;
  }

  #id(): string {
    this.#ids += 1;
    return `A${this.#ids}`;
  }

  #componentLabels(): string {
    if (this.#phase !== '82') return '';
    return (
      value('NoUPComps', String(COMPONENTS.length)) +
      COMPONENTS.map((component, at) => value(`LblUPComp${at + 1}`, LABELS[component])).join('')
    );
  }

  /** The totals, with the tax if there is exactly one with at most two decimals, because the schema allows no other. */
  #totals(): string {
    const { total, taxes, total_with_taxes } = this.#estimate.summary;
    if (!this.#hasPrices || !isMoney(total.total)) return '';
    const percent = taxes.length === 1 && taxes[0] !== undefined ? uniformPercent(taxes[0]) : null;
    if (percent === null || !/^\d{1,3}(\.\d{1,2})?$/.test(percent) || !isMoney(total_with_taxes.total))
      return element('Totals', value('Total', total.total));
    const tax = value('VAT', percent) + value('TotalNet', total.total) + value('VATAmount', taxes[0]?.total ?? '0.00');
    return element('Totals', value('Total', total.total) + tax + value('TotalGross', total_with_taxes.total));
  }

  #body(category: NumberedCategory, more = ''): string {
    const items = category.items.map((item) => this.#item(item)).join('');
    const categories = category.categories.map((each) => this.#category(each)).join('');
    const content = category.categories.length > 0 ? categories + more : element('Itemlist', items + more);
    return element('BoQBody', content);
  }

  #category(category: NumberedCategory): string {
    const content = category.items.length + category.categories.length === 0 ? '' : this.#body(category);
    return this.#inCategory(category.part, category.title, content, amountOf(category));
  }

  #inCategory(part: string, title: string, content: string, total: bigint): string {
    const label = this.#hasTexts ? paragraphs('LblTx', title) : '';
    const sum = fromCents(total);
    const totals = this.#hasPrices && (isMoney(sum) || this.#phase === '84') ? element('Totals', value('Total', sum)) : '';
    return element('BoQCtgy', label + content + totals, { ID: this.#id(), RNoPart: part });
  }

  #item({ part, index, row }: NumberedItem): string {
    const { quantity, prices, price, unit, text } = priced(row, this.#phase === '82');
    const isLong = unit.length > LONGEST.unit;
    const name = isLong ? `${text} (${unit})` : text;
    const described = (row.code === '' ? '' : value('WICNo', row.code, LONGEST.catalogue)) + outline(name);
    const money =
      value('UP', price) +
      (this.#phase === '82' ? prices.map((each, at) => value(`UPComp${at + 1}`, each)).join('') : '') +
      value('IT', row.total);
    return element(
      'Item',
      (this.#phase === '82' ? value('MarkupIt', 'Yes') : '') +
        value('Qty', quantity) +
        (this.#hasTexts ? value('QU', isLong ? '' : unit) : '') +
        (this.#hasPrices ? money : '') +
        (this.#hasTexts ? element('Description', described) : ''),
      { ID: this.#id(), RNoPart: part, ...(index === '' ? {} : { RNoIndex: index }) },
    );
  }

  /** Additional costs: markups on all items, or items of their own where one is given by components or with more digits than the schema has. */
  #additional(body: NumberedCategory): string {
    const { summary, lists, additionalCosts } = this.#estimate;
    const { additional, subtotal } = summary;
    if (!this.#hasPrices || additional.length === 0) return '';
    const isMarkup = additional.every((line) => /^-?\d{1,3}(\.\d+)?$/.test(uniformPercent(line) ?? ''));
    const taken = body.items.map(({ part }) => part);
    const place = (at: number) => freePart(taken, (at + 1) * STEP);
    const items = additional
      .map((line, at) => (isMarkup ? this.#markup(line, subtotal.total, place(at)) : this.#amount(line, place(at))))
      .join('');
    if (body.categories.length === 0 && lists.length <= 1) return items;
    const total = additional.reduce((sum, line) => sum + cents(line.total), 0n);
    const part = freePart(
      body.categories.map((category) => category.part),
      1,
    );
    return this.#inCategory(part, isMarkup ? '' : additionalCosts, element('BoQBody', element('Itemlist', items)), total);
  }

  #markup(line: Line, base: string, part: string): string {
    const kind = this.#phase === '82' ? value('MarkupType', 'IdentAsMark') : '';
    const money =
      value('ITMarkup', base) +
      value('Markup', fixed(exact(uniformPercent(line) ?? '0', DIGITS.percent), DIGITS.percent)) +
      value('IT', line.total);
    const description = this.#hasTexts ? element('Description', outline(line.name)) : '';
    return element('MarkupItem', kind + money + description, { ID: this.#id(), RNoPart: part });
  }

  #amount(line: Line, part: string): string {
    const prices = COMPONENTS.map((component, at) => value(`UPComp${at + 1}`, line[component])).join('');
    const money = value('UP', line.total) + (this.#phase === '82' ? prices : '') + value('IT', line.total);
    const texts = this.#hasTexts ? element('Description', outline(line.name)) : '';
    return element('Item', value('Qty', '1.000') + (this.#hasTexts ? value('QU', LUMP) : '') + money + texts, {
      ID: this.#id(),
      RNoPart: part,
    });
  }
}

const LUMP = 'psch';
const outline = (name: string): string => element('OutlineText', element('OutlTxt', paragraphs('TextOutlTxt', name)));

const amountOf = ({ items, categories }: NumberedCategory): bigint =>
  items.reduce((sum, { row }) => sum + cents(row.total), 0n) + categories.reduce((sum, each) => sum + amountOf(each), 0n);

/** A number that is not in use: the last one in use plus `behind`, with the same number of digits. */
function freePart(parts: readonly string[], behind: number): string {
  const length = parts[0]?.length ?? (behind < STEP ? 2 : 4);
  const last = parts.reduce((most, part) => (/^\d+$/.test(part) ? Math.max(most, Number(part)) : most), 0);
  return String(last + behind).padStart(length, '0');
}

interface PricedItem {
  readonly quantity: string;
  /** Of labour, materials and tools. */
  readonly prices: readonly string[];
  readonly price: string;
  readonly unit: string;
  readonly text: string;
}

/** Whether an amount fits the schema. A total that does not fit is left out where the schema allows it. */
const isMoney = (amount: string): boolean => /^-?\d{1,11}\.\d{2}$/.test(amount);

/** From this quantity on, a unit price with six decimals no longer determines the cent. */
const SETTLED = 10_000n * 10n ** BigInt(DIGITS.quantity);

/**
 * The schema has three digits for quantities and prices. A row with more digits keeps its total, from which readers compute the price;
 * where they could not, the row becomes a lump sum, and its text states the quantity.
 */
function priced(row: Row, isSplit: boolean): PricedItem {
  const quantity = rescale(exact(row.quantity, SCALE.quantity), SCALE.quantity, DIGITS.quantity);
  const prices = COMPONENTS.map((component) => rescale(exact(row[`unit_${component}`], SCALE.unitPrice), SCALE.unitPrice, DIGITS.price));
  const total = cents(row.total);
  const costs = (isSplit ? prices : [addUp(prices)]).map((price) => rescale(quantity * price, DIGITS.quantity + DIGITS.price, SCALE.money));
  const made = addUp(costs);
  const texts = (amounts: readonly bigint[], digits: number) => ({
    prices: amounts.map((amount) => fixed(amount, digits)),
    price: fixed(addUp(amounts), digits),
  });
  if (made === total || total === 0n || (quantity !== 0n && absolute(quantity) < SETTLED))
    return { quantity: fixed(quantity, DIGITS.quantity), ...texts(prices, DIGITS.price), unit: oneLine(row.unit), text: row.name };
  const amounts = COMPONENTS.map((component) => cents(row[component]));
  const measured = [canonical(row.quantity), oneLine(row.unit)].join(' ').trim();
  return { quantity: '1.000', ...texts(amounts, SCALE.money), unit: LUMP, text: `${row.name} (${measured})` };
}
const addUp = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
