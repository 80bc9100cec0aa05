/** FIEBDC-3 (.bc3): concepts, their components and the quantities. */

import { cutTo } from '../../../../domain/cut.ts';
import { SCALE } from '../../../../domain/decimal.ts';
import { storable } from '../../../storableText.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { decoded, fromCodePage850, isNearlyUtf8, provenEncoding } from '../text/encoding.ts';

export interface Concept {
  /** Without the # that marks chapters. */
  readonly code: string;
  readonly isChapter: boolean;
  readonly isRoot: boolean;
  readonly unit: string;
  readonly summary: string;
  readonly price: string;
  /** 1 labour, 2 machinery, 3 materials; anything else is put together of others. */
  readonly type: string;
}

interface Part {
  readonly code: string;
  readonly factor: string;
  readonly yields: string;
}

export interface Budget {
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  /** The measured quantity by parent and child, the last of several, and by parent, child and place where the record names the place. */
  readonly measures: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
  /** Percents of the estimate's foot, by name: GG, BI, BAJA, IVA. */
  readonly percents: ReadonlyMap<'GG' | 'BI' | 'BAJA' | 'IVA', string>;
  /** Digits to which yield × price is rounded (DI of ~K). */
  readonly amountDigits: number;
  /** Whether Actum wrote the file, with the codes that domain/exchange/fiebdcCodes.ts gives. */
  readonly isOurs: boolean;
  /** 1 price base, 2 budget, 3 certification, 4 update of a price base; empty when the file does not say. */
  readonly type: string;
}

const bare = (code: string): string => code.trim().replace(/#+$/, '');
const OUR_PROGRAM = 'Actum';
/** The place is the child's among the parts of its parent, from 1. */
export const measureKey = (parent: string, child: string, place?: number): string =>
  [bare(parent), bare(child), ...(place === undefined ? [] : [place])].join('\\');

/** Throws `Unreadable` when there are more records than an estimate can hold. */
export function budgetIn(bytes: Buffer): Budget {
  const concepts = new Map<string, Concept>();
  const parts = new Map<string, Part[]>();
  const measures = new Map<string, string>();
  const texts = new Map<string, string>();
  const percents = new Map<'GG' | 'BI' | 'BAJA' | 'IVA', string>();
  let count = 0;
  let amountDigits: number = SCALE.money;
  let type = '';
  let isOurs = false;
  for (const record of storable(textOf(bytes)).split('~')) {
    count += 1;
    if (count > LIMITS.rows * 5) throw new Unreadable('TOO_MANY_ROWS');
    const [kind = '', ...fields] = record.split('|');
    const [first = '', second = '', third = '', fourth = '', , sixth = ''] = fields;
    switch (kind.trim()) {
      case 'C': {
        const code = first.split('\\')[0]?.trim() ?? '';
        const [price = ''] = fourth.split('\\');
        const concept = { code: bare(code), isChapter: code.endsWith('#'), isRoot: code.endsWith('##') };
        concepts.set(bare(code), { ...concept, unit: second.trim(), summary: tidy(third), price: numberIn(price), type: sixth.trim() });
        break;
      }
      case 'D':
      case 'Y': {
        const known = kind.trim() === 'Y' ? (parts.get(bare(first)) ?? []) : [];
        for (const part of partsIn(second)) known.push(part);
        parts.set(bare(first), known);
        break;
      }
      case 'M':
      case 'N': {
        const [parent = '', child] = first.split('\\');
        const place = placeIn(second);
        if (child === undefined) break;
        measures.set(measureKey(parent, child), numberIn(third));
        if (place !== null) measures.set(measureKey(parent, child, place), numberIn(third));
        break;
      }
      case 'T':
        texts.set(bare(first), tidy(second));
        break;
      case 'K':
        keepPercents(second, percents);
        amountDigits = digitsIn(third.split('\\')[7]) ?? digitsIn(first.split('\\')[4]) ?? amountDigits;
        break;
      case 'V':
        type = fields[6]?.trim() ?? '';
        isOurs = third.trim() === OUR_PROGRAM;
        break;
      default:
    }
  }
  return { concepts, parts, measures, texts, percents, amountDigits, type, isOurs };
}

function partsIn(field: string): Part[] {
  const found: Part[] = [];
  const values = field.split('\\').map((value) => value.trim());
  for (let at = 0; at < values.length; at += 3) {
    const [code = '', factor = '', yields = ''] = values.slice(at, at + 3);
    if (code !== '') found.push({ code: bare(code), factor: numberIn(factor) || '1', yields: numberIn(yields) || '1' });
  }
  return found;
}

/** The path of a measurement down to its row ends in the row's place. */
function placeIn(path: string): number | null {
  const last = path.replace(/[\\\s]+$/, '').slice(-MOST_DIGITS - 1);
  const digits = /(?:^|\\)\s*(\d+)$/.exec(last)?.[1];
  return digits === undefined ? null : Number(digits);
}
const MOST_DIGITS = 9;

/** The third field of ~K replaced the first, which older programs read. */
const digitsIn = (text: string | undefined): number | null => (/^[0-6]$/.test(text?.trim() ?? '') ? Number(text) : null);

/** Indirect costs (the first) are within the unit prices. */
function keepPercents(field: string, percents: Map<'GG' | 'BI' | 'BAJA' | 'IVA', string>): void {
  const [, overheads, profit, discount, tax] = field.split('\\').map((value) => value.trim());
  for (const [name, value] of [
    ['GG', overheads],
    ['BI', profit],
    ['BAJA', discount],
    ['IVA', tax],
  ] as const) {
    if (value !== undefined && value !== '' && Number(value) !== 0) percents.set(name, value);
  }
}

/** A text too long to be a number is cut, because computing with it would take seconds; the sign put at its end keeps it from being read as a number. */
const numberIn = (text: string) => (text.length > LONGEST_NUMBER ? `${cutTo(text, LONGEST_NUMBER)}…` : text.trim());
const LONGEST_NUMBER = 100;

const tidy = (text: string) => cutTo(text.replace(/\s+/g, ' ').trim(), LIMITS.text);

/** The header names ANSI (Windows-1252) or an MS-DOS code page, but newer programs write UTF-8 anyway. */
function textOf(bytes: Buffer): string {
  const proven = provenEncoding(bytes);
  if (proven !== null) return decoded(bytes, proven);
  if (isNearlyUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  const header = bytes.subarray(0, 2_000).toString('latin1').split('~')[1] ?? '';
  const charset = header.split('|')[5]?.trim().toUpperCase() ?? '';
  return charset === '850' || charset === '437' ? fromCodePage850(bytes) : decoded(bytes, 'windows-1252');
}
