/**
 * Delimited text. The encoding and the delimiter are those with which the first rows name a table of works best. Of several such encodings
 * it is the one whose letters make words.
 */

import { cutTo } from '../../../../domain/cut.ts';
import * as say from '../../../../domain/sentences/files.ts';
import { storable } from '../../../storableText.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import type { Cell, Sheet, SheetRow } from '../sheet.ts';
import { headerStrength } from '../table/header/header.ts';
import { noticesOfCuts, Tally } from '../tally.ts';
import { decoded, isNearlyUtf8, provenEncoding, SINGLE_BYTE } from './encoding.ts';
import { likelihood } from './letters.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const HEAD_ROWS = LIMITS.rowsSearchedForHeader;
const HEAD_BYTES = 256 * 1024;

/** The one sheet of a delimited text. Throws `Unreadable`. */
export function delimitedSheet(bytes: Buffer, onProgress: (share: number) => void): Sheet {
  const text = storable(textOf(bytes));
  const declared = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  const delimiter = declared?.[1] ?? bestDelimiter(body.slice(0, HEAD_BYTES)).delimiter;
  const reader = new Records(body, delimiter, new Tally());
  const rows = reader.read(Number.POSITIVE_INFINITY, onProgress);
  if (delimiter === ',' && areDecimalsDivided(rows)) throw new Unreadable('DAMAGED', say.commasTwice());
  return {
    name: 'CSV',
    hidden: false,
    rows,
    merges: [],
    hiddenColumns: new Set(),
    notices: noticesOfCuts({ texts: reader.cut, columns: reader.clipped }),
  };
}

/** Whether most rows are longer than the header by parts of numbers: a comma divides the columns, and the decimals too. */
function areDecimalsDivided(rows: readonly SheetRow[]): boolean {
  const header = rows.findIndex(({ cells }) => cells.length >= FEWEST_NAMED && cells.every(({ text }) => !/^\s*[\d(+-]/.test(text)));
  const last = rows[header]?.cells.at(-1)?.column;
  const below = rows.slice(header + 1, header + 1 + HEAD_ROWS).filter(({ cells }) => cells.length > 1);
  if (last === undefined || below.length < FEWEST_NAMED) return false;
  const longer = below.filter(({ cells }) => cells.filter(({ column }) => column > last).some(({ text }) => /^\d{1,3}$/.test(text.trim())));
  return longer.length * 2 > below.length;
}
const FEWEST_NAMED = 3;

/** The text. Where nothing proves its encoding, bytes that are wrong in it become replacement characters. */
function textOf(bytes: Buffer): string {
  const proven = provenEncoding(bytes);
  if (proven !== null) return decoded(bytes, proven);
  return new TextDecoder(isNearlyUtf8(bytes) ? 'utf-8' : bestEncoding(bytes)).decode(bytes);
}

function bestEncoding(bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const tries = SINGLE_BYTE.map((encoding) => {
    const text = new TextDecoder(encoding).decode(head);
    return { encoding, strength: bestDelimiter(text).strength, likely: likelihood(text, encoding) };
  });
  const strongest = Math.max(...tries.map(({ strength }) => strength));
  const best = tries.filter(({ strength }) => strength > strongest - 1e-9).sort((a, b) => b.likely - a.likely)[0];
  return best?.encoding ?? SINGLE_BYTE[0];
}

/** The delimiter whose rows name a table, else the one that divides the rows into the most columns. */
function bestDelimiter(text: string): { delimiter: string; strength: number } {
  const tries = DELIMITERS.map((delimiter) => {
    const rows = new Records(text, delimiter, new Tally(), { isPartial: true }).read(HEAD_ROWS);
    const sheet: Sheet = { name: '', hidden: false, rows, merges: [], hiddenColumns: new Set(), notices: [] };
    return { delimiter, strength: headerStrength(sheet), columns: commonest(rows.map(({ cells }) => cells.at(-1)?.column ?? 0)) };
  });
  tries.sort((a, b) => b.strength - a.strength || b.columns - a.columns);
  const [best = { delimiter: ',', strength: 0 }] = tries;
  return best;
}

function commonest(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) seen.set(count, (seen.get(count) ?? 0) + 1);
  return [...seen].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** `="1.10"` keeps a spreadsheet from reading a code as a number. */
const withoutFormula = (field: string) => (field.startsWith('="') && field.endsWith('"') && field.length > 3 ? field.slice(2, -1) : field);

/** Records with quoted fields (RFC 4180); a record is a row as a spreadsheet would number it. */
class Records {
  cut = false;
  clipped = false;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #tally: Tally;
  readonly #isPartial: boolean;
  #at = 0;

  /** Of a partial text the last record may be broken off. */
  constructor(text: string, delimiter: string, tally: Tally, { isPartial = false } = {}) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#tally = tally;
    this.#isPartial = isPartial;
  }

  read(most: number, onProgress: (share: number) => void = () => {}): SheetRow[] {
    const rows: SheetRow[] = [];
    for (let index = 1; index <= most && this.#at < this.#text.length; index += 1) {
      const cells = this.#record();
      if (cells.length > 0) {
        this.#tally.row();
        rows.push({ index, cells });
      }
      if (index % 1_000 === 0) onProgress(this.#at / this.#text.length);
    }
    return rows;
  }

  #record(): Cell[] {
    const cells: Cell[] = [];
    for (let column = 0; ; column += 1) {
      const field = this.#field();
      if (field.trim() !== '') {
        if (column >= LIMITS.columns) this.clipped = true;
        else {
          this.#tally.cell();
          cells.push({ column, kind: 'text', text: this.#clip(withoutFormula(field)), number: Number.NaN, sums: '' });
        }
      }
      if (this.#text.startsWith(this.#delimiter, this.#at)) {
        this.#at += this.#delimiter.length;
        continue;
      }
      if (this.#text[this.#at] === '\r') this.#at += 1;
      if (this.#text[this.#at] === '\n') this.#at += 1;
      return cells;
    }
  }

  #clip(field: string): string {
    if (field.length > LIMITS.text) this.cut = true;
    return cutTo(field, LIMITS.text);
  }

  #field(): string {
    if (this.#text[this.#at] !== '"') return this.#upToEnd();
    let value = '';
    for (let from = this.#at + 1; ; ) {
      const quote = this.#text.indexOf('"', from);
      if (quote < 0) {
        if (!this.#isPartial) throw new Unreadable('DAMAGED', say.quoteOpen());
        this.#at = this.#text.length;
        return value;
      }
      value += this.#text.slice(from, quote);
      if (this.#text[quote + 1] !== '"') {
        this.#at = quote + 1;
        return value + this.#upToEnd();
      }
      value += '"';
      from = quote + 2;
    }
  }

  /** Text up to the next delimiter or the end of the line. */
  #upToEnd(): string {
    let end = this.#at;
    for (; end < this.#text.length; end += 1) {
      const letter = this.#text[end];
      if (letter === this.#delimiter || letter === '\n' || letter === '\r') break;
    }
    const value = this.#text.slice(this.#at, end);
    this.#at = end;
    return value;
  }
}
