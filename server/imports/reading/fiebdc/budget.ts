/** A FIEBDC-3 budget as lists: each chapter of the root is one, its subchapters sections, what they hold rows. */

import type { Component } from '../../../../domain/amounts.ts';
import { cutTo } from '../../../../domain/cut.ts';
import { fixed, parse, rescale, roundText, SCALE } from '../../../../domain/decimal.ts';
import { ownCode } from '../../../../domain/exchange/fiebdcCodes.ts';
import * as say from '../../../../domain/sentences/files.ts';
import { restAsMaterials } from '../../../../domain/sentences/findings.ts';
import { LIMITS } from '../limits.ts';
import type { PercentLine, ReadColumn, ReadList, StatedTotal, Trait } from '../reading.ts';
import { Unreadable } from '../refusals.ts';
import { assembled, listFrom, sumOfAll } from '../table/row/assemble.ts';
import type { Classified } from '../table/row/kind.ts';
import { readyColumns, readyRow } from '../table/row/ready.ts';
import { percentText } from '../table/totals/percent.ts';
import { Tally } from '../tally.ts';
import { type Budget, budgetIn, type Concept, measureKey } from './records.ts';

const COLUMNS: readonly ReadColumn[] = readyColumns({
  code: 'Código',
  name: 'Resumen',
  unit: 'Ud',
  quantity: 'Medición',
  unit_labour: 'Mano de obra',
  unit_materials: 'Materiales',
  unit_tools: 'Maquinaria',
  unit_total: 'Precio',
});
const COMPONENT_OF_TYPE: Readonly<Record<string, Component>> = { '1': 'labour', '2': 'tools', '3': 'materials' };
const MOST_DEEP = 32;

/** Throws `Unreadable`. */
export function bc3Lists(bytes: Buffer): ReadList[] {
  const budget = budgetIn(bytes);
  const tops = topsOf(budget);
  const [top, ...others] = tops;
  const stated = [...budget.concepts.values()].find(({ isRoot }) => isRoot);
  const root = stated ?? (others.length === 0 ? top : NO_ROOT);
  if (root === undefined) throw new Unreadable('NO_TABLE');
  const reader = new ChapterReader(budget);
  const children = root === NO_ROOT ? tops.map(once) : reader.measuredIn(root);
  const chapters = children.flatMap(({ chapter, quantity }) => (chapter === null ? [] : [{ chapter, times: timesOf(quantity) }]));
  const parts = [
    ...chapters.map(({ chapter, times }) => ({ chapter, times, taken: assembled(reader.rowsIn(chapter, times, 1)), isApart: false })),
    {
      chapter: root,
      times: '1',
      isApart: false,
      taken: assembled(children.flatMap((child) => (child.chapter === null ? [reader.row(child, '1')] : []))),
    },
    ...(stated === undefined ? [] : tops).map((chapter) => ({
      chapter,
      times: '1',
      taken: assembled(reader.rowsIn(chapter, '1', 1)),
      isApart: true,
    })),
  ].filter(({ taken: { rows } }) => rows.some(({ kind }) => kind === 'row'));
  const whole = parts.reduce((sum, { taken, isApart }) => (isApart ? sum : sum + sumOfAll(taken).total), 0n);
  return parts.flatMap(({ chapter, times, taken, isApart }, table) => {
    const isFirst = table === 0;
    const list = listFrom(taken, {
      title: chapter.summary || chapter.code,
      sheet: 'FIEBDC-3',
      table,
      fingerprint: null,
      hidden: isApart,
      columns: COLUMNS,
      notices: reader.hasRest ? [restAsMaterials()] : [],
      totals: [
        ...(chapter === root ? [] : totalOf(chapter, times, sumOfAll(taken).total, 'list')),
        ...(isFirst ? totalOf(root, '1', whole, parts.length === 1 && chapter === root ? 'list' : 'summary') : []),
      ],
      percentLines: isFirst ? percentLinesOf(budget) : [],
      traits: traitsOf(budget),
    });
    return list === null ? [] : [list];
  });
}

/** A price base measures nothing; a certification holds what was done. */
function traitsOf({ concepts, measures, type }: Budget): Trait[] {
  const isBase = (type === '1' || type === '4') && measures.size === 0;
  const hasMoney = [...concepts.values()].some(({ price }) => price !== '' && Number(price) !== 0);
  return [
    ...(isBase ? ['catalogue' as const] : []),
    ...(type === '3' ? ['progress' as const] : []),
    ...(hasMoney ? [] : ['no-money' as const]),
  ];
}

/** The chapters in no other chapter. Without a root they are the budget; beside one they are no part of it, and are offered. */
function topsOf({ concepts, parts }: Budget): Concept[] {
  const held = new Set([...parts.values()].flat().map(({ code }) => code));
  return [...concepts.values()].filter(({ code, isChapter, isRoot }) => isChapter && !isRoot && !held.has(code));
}

const NO_ROOT: Concept = { code: '', isChapter: true, isRoot: true, unit: '', summary: '', price: '', type: '' };
const once = (chapter: Concept): Measured => ({ code: chapter.code, quantity: '1', chapter });

/** The price of a chapter is that of one, however often the chapter is counted. */
function totalOf({ code, summary, price }: Concept, times: string, ours: bigint, of: StatedTotal['of']): StatedTotal[] {
  const stated = roundText(product(price, times), SCALE.money);
  if (stated === null || price === '' || stated === 0n) return [];
  const label = [code, summary].filter((text) => text !== '').join(' ');
  return [{ row_index: 0, label, of, stated: fixed(stated, 2), ours: fixed(ours, 2), explanation: null }];
}

/** How often a chapter of this quantity is counted; one of no quantity is still there once. */
const timesOf = (quantity: string): string => (Number(quantity) > 0 && Number(quantity) !== 1 ? quantity : '1');

interface Measured {
  readonly code: string;
  readonly quantity: string;
  /** Null for anything that is not a chapter. */
  readonly chapter: Concept | null;
}

class ChapterReader {
  readonly #budget: Budget;
  readonly #tally = new Tally();
  readonly #open = new Set<string>();
  /** A unit price holds more than its labour, machinery and materials: percents, auxiliary means. */
  hasRest = false;
  #index = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  rowsIn(chapter: Concept, times: string, depth: number): Classified[] {
    if (depth > MOST_DEEP || this.#open.has(chapter.code)) throw new Unreadable('DAMAGED', say.chapterLoop());
    this.#open.add(chapter.code);
    const rows = this.measuredIn(chapter).flatMap((child): Classified[] => {
      const { chapter: inner, quantity } = child;
      if (inner === null) return [this.row(child, times)];
      const heading = readyRow(
        {
          index: this.#next(),
          kind: 'section',
          texts: { code: this.#shown(inner.code), name: inner.summary || this.#shown(inner.code) },
        },
        COLUMNS,
      );
      const innerTimes = timesOf(quantity);
      return [heading, ...this.rowsIn(inner, innerTimes === '1' ? times : product(times, innerTimes), depth + 1)];
    });
    this.#open.delete(chapter.code);
    return rows;
  }

  /** The children of a concept: their quantity is the one measured there, at their place where places are given, else their yield. */
  measuredIn(parent: Concept): Measured[] {
    const { concepts, measures, parts } = this.#budget;
    const children = parts.get(parent.code) ?? [];
    const placed = children.map(({ code }, at) => measures.get(measureKey(parent.code, code, at + 1)));
    const havePlaces = new Set(children.flatMap(({ code }, at) => (placed[at] === undefined ? [] : [code])));
    return children.map(({ code, factor, yields }, at) => {
      const measured = havePlaces.has(code) ? placed[at] : measures.get(measureKey(parent.code, code));
      const concept = concepts.get(code);
      return { code, quantity: measured ?? productOrText(factor, yields), chapter: concept?.isChapter === true ? concept : null };
    });
  }

  /** `times` is how often its chapter is counted. */
  row({ code, quantity: once }: Measured, times: string): Classified {
    const { concepts, texts } = this.#budget;
    const concept = concepts.get(code);
    const quantity = times === '1' ? once : productOrText(once, times);
    const price = concept?.price ?? '';
    const name = concept?.summary || cutTo(texts.get(code) ?? '', LIMITS.text) || code;
    return readyRow(
      {
        index: this.#next(),
        kind: quantity === '' ? 'rateOnly' : 'item',
        texts: { code: this.#shown(code), name, unit: concept?.unit ?? '' },
        numbers: { quantity, unit_total: price, ...this.#split(code, price) },
        remarks: times === '1' || quantity === '' ? [] : ['multiplied'],
      },
      COLUMNS,
    );
  }

  #shown(code: string): string {
    return this.#budget.isOurs ? ownCode(code) : code;
  }

  #next(): number {
    this.#tally.row();
    this.#index += 1;
    return this.#index;
  }

  /** Labour and machinery as the price is made up of them; the rest, with percents and auxiliary means, is materials. */
  #split(code: string, priceText: string): { [F in `unit_${Component}`]?: string } {
    const price = roundText(priceText, SCALE.unitPrice);
    const own = COMPONENT_OF_TYPE[this.#budget.concepts.get(code)?.type ?? ''];
    if (price === null || priceText === '') return {};
    const parts = own === undefined ? this.#components(code) : { ...NOTHING, [own]: price };
    if (parts.labour === 0n && parts.tools === 0n && parts.materials === 0n) return {};
    const { labour, tools } = parts;
    this.hasRest ||= price !== labour + tools + parts.materials;
    const text = (value: bigint) => fixed(value, SCALE.unitPrice);
    return { unit_labour: text(labour), unit_materials: text(price - labour - tools), unit_tools: text(tools) };
  }

  #components(code: string): Record<Component, bigint> {
    const found = { ...NOTHING };
    for (const { code: part, factor, yields } of this.#budget.parts.get(code) ?? []) {
      const concept = this.#budget.concepts.get(part);
      const component = COMPONENT_OF_TYPE[concept?.type ?? ''];
      if (concept === undefined || component === undefined) continue;
      const share = roundText(product(product(factor, yields), concept.price), this.#budget.amountDigits);
      if (share !== null) found[component] += rescale(share, this.#budget.amountDigits, SCALE.unitPrice);
    }
    return found;
  }
}

const NOTHING: Readonly<Record<Component, bigint>> = { labour: 0n, materials: 0n, tools: 0n };

/** Two decimals multiplied, exactly; empty when one of them is not a number. */
function product(a: string, b: string): string {
  const [left, right] = [parse(a, decimals(a)), parse(b, decimals(b))];
  return left === null || right === null ? '' : fixed(left * right, decimals(a) + decimals(b));
}
const decimals = (text: string) => text.split('.')[1]?.length ?? 0;

/** If one of them is not a number, its text, so that it becomes an error of its cell. */
const productOrText = (a: string, b: string): string =>
  product(a, b) || ([a, b].find((text) => text !== '' && parse(text, decimals(text)) === null) ?? '');

function percentLinesOf({ percents }: Budget): PercentLine[] {
  const line = (kind: PercentLine['kind'], name: string, text: string | undefined, sign = 1n): PercentLine[] => {
    if (text === undefined) return [];
    const percent = roundText(text, SCALE.percent);
    return [
      {
        row_index: 0,
        kind,
        name,
        percent_total: percent === null ? text : percentText(percent * sign),
        percent_labour: null,
        percent_materials: null,
        percent_tools: null,
        stated: null,
      },
    ];
  };
  return [
    ...line('additional_cost', 'Gastos generales', percents.get('GG')),
    ...line('additional_cost', 'Beneficio industrial', percents.get('BI')),
    ...line('additional_cost', 'Baja', percents.get('BAJA'), -1n),
    ...line('tax', 'IVA', percents.get('IVA')),
  ];
}
