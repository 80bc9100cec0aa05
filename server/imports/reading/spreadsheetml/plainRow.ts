/** A row as nearly all programs write it: cells with a reference, a style and a type, whose value and formula need no decoding. */
import { LIMITS } from '../limits.ts';
import { needsNoDecoding } from '../xml.ts';

interface PlainCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly formula: string | null;
}

interface PlainRow {
  readonly index: number;
  readonly level: number;
  readonly cells: readonly PlainCell[];
  /** The place in the text after the row. */
  readonly end: number;
}

const ATTRIBUTE = / ([A-Za-z][A-Za-z\d:]*)="([^"<>&\s]*)"/y;
const MOST_ATTRIBUTES = 16;
const ROW = '<row';
const ROW_END = '</row>';
const CELL = '<c';
const CELL_END = '</c>';
const VALUE = '<v>';
const VALUE_END = '</v>';
const FORMULA = '<f>';
const FORMULA_END = '</f>';
const INLINE = '<is><t>';
const INLINE_END = '</t></is>';
const [QUOTE, SPACE, SLASH, ABOVE, DIGIT_0, DIGIT_9, LETTER_A, LETTER_Z] = [34, 32, 47, 62, 48, 57, 65, 90];
const MOST_COLUMNS = 16_384;

/** The row that begins at `from`, after one of index `above`; null where it is written otherwise. */
export function plainRowAt(text: string, from: number, above: number): PlainRow | null {
  const head = headOf(text, from + ROW.length);
  if (head === null) return null;
  const index = head.attributes.r === undefined ? above + 1 : Number(head.attributes.r);
  if (!Number.isInteger(index) || index <= above) return null;
  const cells: PlainCell[] = [];
  const level = Number(head.attributes.outlineLevel ?? 0);
  if (head.isEmpty) return { index, level, cells, end: head.end };
  let at = head.end;
  let column = -1;
  while (text.startsWith(CELL, at)) {
    const cell = cellAt(text, at + CELL.length, column);
    if (cell === null) return null;
    at = cell.end;
    column = cell.column;
    if (cell.value !== '' || cell.formula !== null) cells.push(cell);
  }
  return text.startsWith(ROW_END, at) ? { index, level, cells, end: at + ROW_END.length } : null;
}

function headOf(text: string, from: number) {
  const attributes: Record<string, string> = {};
  let at = from;
  for (let count = 0; count < MOST_ATTRIBUTES; count += 1) {
    ATTRIBUTE.lastIndex = at;
    const [all, name = '', value = ''] = ATTRIBUTE.exec(text) ?? [];
    if (all === undefined) break;
    if (Object.hasOwn(attributes, name) || name.startsWith('xmlns')) return null;
    attributes[name] = value;
    at += all.length;
  }
  const isEmpty = text.charCodeAt(at) === SLASH;
  if (isEmpty) at += 1;
  return text.charCodeAt(at) === ABOVE ? { attributes, isEmpty, end: at + 1 } : null;
}

/** The cell whose attributes begin at `from`. */
function cellAt(text: string, from: number, before: number): (PlainCell & { readonly end: number }) | null {
  let [at, column, style, type] = [from, before + 1, 0, 'n'];
  let known = '';
  while (text.charCodeAt(at) === SPACE) {
    const name = text.charAt(at + 1);
    const end = text.indexOf('"', at + 4);
    if (text.charAt(at + 2) !== '=' || text.charCodeAt(at + 3) !== QUOTE || end < 0 || known.includes(name)) return null;
    known += name;
    if (name === 'r') column = columnAt(text, at + 4, end);
    else if (name === 's') style = digitsAt(text, at + 4, end);
    else if (name === 't') type = text.slice(at + 4, end);
    else return null;
    if (column < 0 || style < 0) return null;
    at = end + 1;
  }
  if (column >= LIMITS.columns || !TYPES.has(type)) return null;
  if (text.startsWith('/>', at)) return { column, type, style, value: '', formula: null, end: at + 2 };
  if (text.charCodeAt(at) !== ABOVE) return null;
  at += 1;
  const formula = contentAt(text, at, FORMULA, FORMULA_END);
  if (formula === null) return null;
  at = formula.end;
  const [begin, end] = type === 'inlineStr' ? [INLINE, INLINE_END] : [VALUE, VALUE_END];
  const value = contentAt(text, at, begin, end);
  if (value === null || !text.startsWith(CELL_END, value.end)) return null;
  return { column, type, style, value: value.content ?? '', formula: formula.content, end: value.end + CELL_END.length };
}
const TYPES = new Set(['n', 's', 'str', 'inlineStr', 'b', 'e', 'd']);

/** The text between a tag and its end; its `content` is null where there is no such tag here. Null where the text has to be parsed. */
function contentAt(text: string, at: number, tag: string, close: string): { readonly content: string | null; readonly end: number } | null {
  if (!text.startsWith(tag, at)) return { content: null, end: at };
  const begin = at + tag.length;
  const end = text.indexOf('<', begin);
  const content = text.slice(begin, end);
  if (content.length > LIMITS.text || !text.startsWith(close, end) || !needsNoDecoding(content)) return null;
  return { content, end: end + close.length };
}

/** 0 for "A1"; -1 for another text. */
function columnAt(text: string, from: number, end: number): number {
  let [column, at] = [0, from];
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < LETTER_A || code > LETTER_Z) break;
    column = column * 26 + code - LETTER_A + 1;
  }
  if (column < 1 || column > MOST_COLUMNS || digitsAt(text, at, end) < 0) return -1;
  return column - 1;
}

/** The number written in digits; -1 for another text. */
function digitsAt(text: string, from: number, end: number): number {
  let number = 0;
  if (from >= end || end - from > 9) return -1;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < DIGIT_0 || code > DIGIT_9) return -1;
    number = number * 10 + code - DIGIT_0;
  }
  return number;
}
