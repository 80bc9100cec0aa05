/** The parts of a GAEB DA XML document an estimate is made of, gathered as it streams by. */
import { cutTo } from '../../../../domain/cut.ts';
import { fixed, roundText, SCALE } from '../../../../domain/decimal.ts';
import { LIMITS } from '../limits.ts';
import { Tally } from '../tally.ts';
import type { Attributes, XmlHandler } from '../xml.ts';

export interface Item {
  /** Its place among the rows of the document, from 1. */
  readonly index: number;
  readonly code: string;
  /** The texts of its elements by name: Qty, QU, UP, UPComp1, IT, Markup, Provis … */
  readonly texts: ReadonlyMap<string, string>;
  readonly name: string;
  /** An adjustment is a category's discount or lump sum: its total after it less its total before it. */
  readonly kind: 'item' | 'markup' | 'adjustment';
}

export interface Category {
  readonly index: number;
  readonly code: string;
  readonly title: string;
  /** Its categories and items in the document's order. */
  readonly content: readonly (Category | Item)[];
  readonly totals: ReadonlyMap<string, string>;
  /** The texts of its own elements by name: NotApplBoQ, ALNBSerNo, Accepted. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface Bill {
  /** The exchange phase, such as "84"; empty when the document says none. */
  readonly phase: string;
  readonly title: string;
  readonly hasLots: boolean;
  /** Labels that the document gives to UPComp1 to UPComp6. */
  readonly components: ReadonlyMap<string, string>;
  readonly body: Category;
}

export const isItem = (part: Category | Item): part is Item => 'kind' in part;

/** Its items and those of the categories in it, in the document's order. */
export const itemsIn = (category: Category): Item[] => category.content.flatMap((part) => (isItem(part) ? [part] : itemsIn(part)));

interface Open {
  code: string;
  index: number;
  title: string;
  content: (Category | Item)[];
  totals: Map<string, string>;
  texts: Map<string, string>;
}

const ITEMS: ReadonlySet<string> = new Set(['Item', 'MarkupItem', 'HourItem']);
/** The parts of a document that name its phase: a tender or contract, an invoice, a trade order, a measurement. */
const ROOTS: ReadonlySet<string> = new Set(['Award', 'Invoice', 'Order', 'QtyDeterm']);
/** Where an element's own text is one value. */
const VALUES: ReadonlySet<string> = new Set([...ITEMS, ...ROOTS, 'Totals', 'BoQInfo', 'BoQBkdn', 'BoQCtgy', 'BoQLevel']);
const PHASE_OF_NAMESPACE = /\/DA(\d\d[A-Z]?)\//;

interface Adjustment {
  readonly name: string;
  /** Totals without it and with it, in cents. */
  readonly before: bigint;
  readonly after: bigint;
}

export const cents = (text: string | undefined): bigint | null => (text === undefined ? null : roundText(text, SCALE.money));

/** The discount or lump sum that totals state; null where they state none or it changes nothing. */
export function adjustmentIn(totals: ReadonlyMap<string, string>): Adjustment | null {
  const [before, discounted, lumpSum] = ['Total', 'TotAfterDisc', 'TotalLSUM'].map((name) => cents(totals.get(name)) ?? null);
  const after = discounted ?? lumpSum ?? null;
  if (before == null || after === null || before === after) return null;
  const percent = totals.get('DiscountPcnt');
  const discount = percent === undefined ? 'Nachlass' : `Nachlass ${percent} %`;
  return { name: discounted === null ? 'Pauschalsumme' : discount, before, after };
}

export class BillReader implements XmlHandler {
  /** The exchange phase, such as "84"; empty when the document says none. */
  phase = '';
  bill: Bill | null = null;
  readonly #path: string[] = [];
  readonly #tally = new Tally();
  readonly #components = new Map<string, string>();
  #title = '';
  #hasLots = false;
  #open: Open[] = [];
  #item: { index: number; code: string; texts: Map<string, string>; short: string; long: string; kind: Item['kind'] } | null = null;
  #text = '';
  #index = 0;

  open(name: string, attributes: Attributes): void {
    this.#path.push(name);
    this.#text = '';
    if (name === 'GAEB') this.phase = PHASE_OF_NAMESPACE.exec(attributes.xmlns ?? '')?.[1] ?? '';
    if (name === 'BoQ') this.#open = [{ code: '', index: 0, title: '', content: [], totals: new Map(), texts: new Map() }];
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    const code = [parent.code, attributes.RNoPart ?? ''].filter((part) => part !== '').join('.');
    if (name === 'BoQCtgy') this.#open.push({ code, index: this.#next(), title: '', content: [], totals: new Map(), texts: new Map() });
    if (ITEMS.has(name)) {
      const whole = `${code}${attributes.RNoIndex ?? ''}`;
      const kind = name === 'MarkupItem' ? 'markup' : 'item';
      this.#item = { index: this.#next(), code: whole, texts: new Map(), short: '', long: '', kind };
    }
  }

  close(name: string): void {
    this.#path.pop();
    const text = this.#text.replace(/\s+/g, ' ').trim();
    if (text !== '') this.#value(name, this.#path.at(-1) ?? '', text);
    this.#text = '';
    if (name === 'p' || name === 'span' || name === 'br') this.#words(' ');
    if (ITEMS.has(name)) this.#closeItem();
    if (name === 'BoQCtgy') this.#closeCategory();
    if (name === 'BoQ') this.#closeBill();
  }

  text(text: string): void {
    if (this.#words(text)) return;
    if (this.#text.length < LIMITS.text) this.#text += text;
  }

  #next(): number {
    this.#tally.row();
    this.#index += 1;
    return this.#index;
  }

  /** Descriptions are runs of paragraphs: their place in the document tells what they describe. */
  #words(text: string): boolean {
    const within = (name: string) => this.#path.includes(name);
    if (this.#item !== null && within('Description')) {
      if (within('OutlineText')) this.#item.short = added(this.#item.short, text);
      else this.#item.long = added(this.#item.long, text);
      return true;
    }
    const open = this.#open.at(-1);
    if (this.#item === null && open !== undefined && within('LblTx')) {
      open.title = added(open.title, text);
      return true;
    }
    return false;
  }

  #value(name: string, parent: string, text: string): void {
    if (!VALUES.has(parent)) return;
    if (ROOTS.has(parent) && name === 'DP') this.phase = text;
    if (parent === 'BoQBkdn' && name === 'Type' && text === 'Lot') this.#hasLots = true;
    if (parent === 'BoQInfo') {
      if (name === 'LblBoQ' || (name === 'Name' && this.#title === '')) this.#title = text;
      if (name.startsWith('LblUPComp')) this.#components.set(name.slice('Lbl'.length), text);
    }
    if (parent === 'Totals') this.#open.at(-1)?.totals.set(name, text);
    if (parent === 'BoQCtgy') this.#open.at(-1)?.texts.set(name, text);
    if (ITEMS.has(parent)) this.#item?.texts.set(name, text);
  }

  #closeItem(): void {
    const item = this.#item;
    this.#item = null;
    if (item === null) return;
    const { short, long, ...rest } = item;
    this.#open.at(-1)?.content.push({ ...rest, name: tidy(short) || tidy(long) });
  }

  #closeCategory(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const adjustment = this.#adjustmentOf(closed);
    const content = adjustment === null ? closed.content : [...closed.content, adjustment];
    this.#open.at(-1)?.content.push({ ...closed, content, title: tidy(closed.title) });
  }

  #adjustmentOf({ code, title, totals }: Open): Item | null {
    const adjustment = adjustmentIn(totals);
    if (adjustment === null) return null;
    const name = [adjustment.name, tidy(title) || code].filter((part) => part !== '').join(' ');
    const amount = fixed(adjustment.after - adjustment.before, SCALE.money);
    return { index: this.#next(), code: '', name, kind: 'adjustment', texts: new Map([['IT', amount]]) };
  }

  #closeBill(): void {
    const [body] = this.#open;
    this.#open = [];
    if (body !== undefined && this.bill === null) {
      this.bill = { phase: this.phase, title: this.#title, hasLots: this.#hasLots, components: this.#components, body };
    }
  }
}

const added = (text: string, more: string) => (text.length < LIMITS.text ? cutTo(text + more, LIMITS.text) : text);
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
