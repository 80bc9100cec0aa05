/**
 * Writes an estimate as FIEBDC-3/2020 (.bc3): lists are chapters, sections subchapters, rows units of work. Each unit of work is composed of labour, materials
 * and machinery, so that the split of its unit price is kept.
 */
import { COMPONENTS, type Component } from '../amounts.ts';
import type { Row } from '../api/shapes.ts';
import { canonical, cents, fromCents } from '../decimal.ts';
import { type ExchangedEstimate, oneLine, uniformPercent } from './estimate.ts';
import { ConceptCodes, chapterCode } from './fiebdcCodes.ts';
import { type ExchangedSection, everySection, outlined } from './outline.ts';
import { inWindows1252 } from './windows1252.ts';

/** Text must not contain the marks that separate records, fields and subfields, because the format cannot escape them. */
const clean = (text: string): string => oneLine(text).replaceAll('~', '-').replace(/[|\\]/g, '/');
const record = (kind: string, ...fields: readonly string[]): string => `~${kind}|${fields.join('|')}|`;
const subfields = (...values: readonly string[]): string => values.map((value) => `${value}\\`).join('');

/** The length of a summary that every program shows; a longer one is repeated as text. */
const SUMMARY_SHOWN = 64;
const ROOT = 'OBRA';
/** Each resource costs one unit of money, so its quantity in a unit of work is that component of the unit price. */
const RESOURCES: Readonly<Record<Component, { readonly code: string; readonly name: string; readonly type: string }>> = {
  labour: { code: 'MO', name: 'Mano de obra', type: '1' },
  materials: { code: 'MT', name: 'Materiales', type: '3' },
  tools: { code: 'MQ', name: 'Maquinaria', type: '2' },
};

/** The file's bytes: in Windows-1252, which the format calls ANSI, unless a text needs letters beyond it. */
export function fiebdcFile(estimate: ExchangedEstimate, prices: 'priced' | 'unpriced'): Uint8Array<ArrayBuffer> {
  const text = (charset: string) => new Writer(estimate, prices === 'priced').text(charset);
  return inWindows1252(text('ANSI')) ?? new TextEncoder().encode(text('UTF-8'));
}

class Writer {
  readonly #estimate: ExchangedEstimate;
  readonly #isPriced: boolean;
  readonly #date: string;
  readonly #codes = new ConceptCodes([ROOT, ...Object.values(RESOURCES).map(({ code }) => code)]);
  readonly #records: string[] = [];

  constructor(estimate: ExchangedEstimate, isPriced: boolean) {
    this.#estimate = estimate;
    this.#isPriced = isPriced;
    this.#date = estimate.date.split('-').reverse().join('');
  }

  text(charset: string): string {
    const { heading, currency, summary, lists } = this.#estimate;
    const percents = this.#percents();
    this.#records.push(
      record('V', 'Actum', `FIEBDC-3/2020\\${this.#date}`, 'Actum', subfields(clean(heading)), charset, '', '2', '', '', ''),
      // Decimals: dimensions, yields, amounts and prices with six digits, quantity × price with two.
      record('K', subfields('6', '6', '6', '6', '6', '6', '6', '2', clean(currency).slice(0, 3)), percents ?? ''),
      this.#concept(`${ROOT}##`, '', heading, percents === null ? summary.total.total : summary.subtotal.total, '0'),
    );
    if (this.#isPriced)
      for (const { code, name, type } of Object.values(RESOURCES))
        this.#records.push(this.#concept(code, clean(currency), name, '1', type));
    const chapters = lists.map(({ costs, rows }, at) => this.#chapter(at + 1, costs.title, costs.total, rows));
    if (this.#isPriced && percents === null) chapters.push(this.#additionalChapter(lists.length + 1));
    this.#records.push(record('D', `${ROOT}##`, chapters.map((code) => subfields(code, '1', '1')).join('')));
    return `${this.#records.join('\r\n')}\r\n`;
  }

  /** Overheads, profit and tax as the format has them; null when there are other additional costs, which then form a chapter. */
  #percents(): string | null {
    const { additional, taxes } = this.#estimate.summary;
    if (!this.#isPriced) return '';
    const uniform = additional.map(uniformPercent);
    if (uniform.length > 2 || uniform.some((percent) => percent === null || percent.startsWith('-'))) return null;
    const tax = taxes.length === 1 && taxes[0] !== undefined ? uniformPercent(taxes[0]) : null;
    return ['0', uniform[0] ?? '0', uniform[1] ?? '0', '0', tax ?? '0'].join('\\');
  }

  #concept(code: string, unit: string, summary: string, price: string, type: string): string {
    return record('C', code, clean(unit), clean(summary), this.#isPriced ? canonical(price) : '', this.#date, type);
  }

  #chapter(number: number, title: string, total: string, rows: readonly Row[]): string {
    const chapter = chapterCode(number);
    const { rows: outside, sections } = outlined(rows);
    const codes = this.#headingCodes(chapter, sections);
    let count = 0;
    const unit = (row: Row, into: string, path: readonly number[]) => {
      count += 1;
      return this.#unitOfWork(row, into, this.#codes.ofRow(row.code, chapter, count), path);
    };
    const write = (code: string, own: readonly Row[], within: readonly ExchangedSection[], path: readonly number[]): void => {
      const parts = own.map((row, at) => unit(row, code, [...path, at + 1]));
      for (const [at, section] of within.entries()) {
        const below = `${codes.get(section) ?? ''}#`;
        this.#records.push(this.#concept(below, '', section.heading.name, section.total, '0'));
        write(below, section.rows, section.sections, [...path, own.length + at + 1]);
        parts.push(subfields(below, '1', '1'));
      }
      this.#records.push(record('D', code, parts.join('')));
    };
    this.#records.push(this.#concept(`${chapter}#`, '', title, total, '0'));
    write(`${chapter}#`, outside, sections, [number]);
    return `${chapter}#`;
  }

  /** The codes of headings are assigned before those of rows, because headings nest by their codes. */
  #headingCodes(chapter: string, sections: readonly ExchangedSection[]): ReadonlyMap<ExchangedSection, string> {
    const codes = new Map<ExchangedSection, ReturnType<ConceptCodes['ofHeading']>>();
    const parents = new Map(everySection(sections).flatMap((section) => section.sections.map((each) => [each, section] as const)));
    for (const [at, section] of everySection(sections).entries()) {
      const parent = parents.get(section);
      const given = parent === undefined ? undefined : codes.get(parent);
      const below = everySection(section.sections).map(({ heading }) => heading.code);
      codes.set(section, this.#codes.ofHeading(section.heading.code, chapter, given ?? null, { below, number: at + 1 }));
    }
    return new Map([...codes].map(([section, { code }]) => [section, code]));
  }

  /** Writes the records of a row; returns the row's entry for its chapter. */
  #unitOfWork(row: Row, chapter: string, code: string, path: readonly number[]): string {
    this.#records.push(this.#concept(code, row.unit, row.name, row.unit_total, '0'));
    const prices = { labour: row.unit_labour, materials: row.unit_materials, tools: row.unit_tools };
    const pricedParts = COMPONENTS.filter((component) => Number(prices[component]) !== 0);
    if (this.#isPriced && pricedParts.length > 0) {
      const resources = pricedParts.map((component) => subfields(RESOURCES[component].code, '1', canonical(prices[component])));
      this.#records.push(record('D', code, resources.join('')));
    }
    const quantity = canonical(row.quantity);
    if (clean(row.name) !== row.name || row.name.length > SUMMARY_SHOWN) this.#records.push(record('T', code, lines(row.name)));
    this.#records.push(record('M', `${chapter}\\${code}`, subfields(...path.map(String)), quantity, '', ''));
    return subfields(code, '1', quantity);
  }

  /** Additional costs the format has no percents for: units of work whose price is their amount. */
  #additionalChapter(number: number): string {
    const { summary, additionalCosts } = this.#estimate;
    const chapter = chapterCode(number);
    const code = `${chapter}#`;
    const total = summary.additional.reduce((sum, line) => sum + cents(line.total), 0n);
    this.#records.push(this.#concept(code, '', additionalCosts, fromCents(total), '0'));
    const parts = summary.additional.map((line, at) => {
      const row = {
        code: '',
        name: line.name,
        unit: '',
        quantity: '1',
        unit_labour: line.labour,
        unit_materials: line.materials,
        unit_tools: line.tools,
      };
      return this.#unitOfWork({ ...row, unit_total: line.total } as Row, code, this.#codes.ofRow('', chapter, at + 1), [number, at + 1]);
    });
    this.#records.push(record('D', code, parts.join('')));
    return code;
  }
}

/** A text record keeps its lines. */
const lines = (name: string): string => name.split('\n').map(clean).join('\r\n');
