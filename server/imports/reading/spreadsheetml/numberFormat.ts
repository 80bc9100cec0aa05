/** Number formats: whether a number is a date, and how it is displayed where a code is taken from it. */
import { cutTo } from '../../../../domain/cut.ts';
import { decimalOfDouble, fixed, parse, roundText, shortest } from '../../../../domain/decimal.ts';
import { storable } from '../../../storableText.ts';

export interface NumberFormat {
  readonly isDate: boolean;
  /** The currency that is displayed beside the number; empty for none. */
  readonly currency: string;
  /** The number as displayed, without thousands marks. */
  display(value: number): string;
}

const DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};
const isBuiltInDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

export function builtInFormat(id: number, uses1904: boolean): NumberFormat {
  return numberFormat(BUILT_IN[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : 'General'), uses1904);
}

/** Excel's own limit. The patterns below take quadratic time for a malicious code. */
const LONGEST_CODE = 255;

/** Reads a format code such as `0.00` or `d/m/yy`; only its first section counts. */
export function numberFormat(code: string, uses1904: boolean): NumberFormat {
  const section = firstSection(cutTo(storable(code), LONGEST_CODE));
  const letters = section.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '');
  if (!/general/i.test(letters) && !letters.includes('#') && /[dmyhs]/i.test(letters)) {
    return { isDate: true, currency: '', display: (value) => displayedDate(value, letters, uses1904) };
  }
  return { isDate: false, currency: currencyIn(section), display: numberDisplay(section) };
}

/** Of `[$€-407] #,##0.00`, `"kr" 0` or `$0.00`. */
const currencyIn = (section: string): string =>
  [...section.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|[$€£¥]/g)]
    .map(([all, sign, words]) => sign ?? words ?? all)
    .join(' ')
    .trim();

/** Up to the first semicolon that is not quoted. */
const firstSection = (code: string) => /^(?:"[^"]*"|\\.|[^;"\\])*/.exec(code)?.[0] ?? '';

const PLACEHOLDERS = /[0#?][0#?,]*(\.[0#?]+)?/;

/** The display of numbers by a format's section. Its placeholders are parsed once, because a workbook has few formats and many cells. */
function numberDisplay(section: string): (value: number) => string {
  const bare = section.replace(/\[[^\]]*\]|[_*]./g, '');
  const unquoted = bare.replace(/"[^"]*"|\\./g, (literal) => '\u0001'.repeat(literal.length));
  const found = PLACEHOLDERS.exec(unquoted);
  if (found !== null && unquoted.includes('%')) return (value) => percent(decimalOfDouble(value));
  if (found === null || /[eE/]/.test(unquoted.replace(/general/i, ''))) return decimalOfDouble;
  const [placeholders] = found;
  const [whole = '', fraction = ''] = placeholders.split('.');
  const optional = /[#?]+$/.exec(fraction)?.[0].length ?? 0;
  const unneeded = optional === 0 ? null : new RegExp(`0{1,${optional}}$`);
  const digits = whole.replace(/[^0]/g, '').length;
  const literal = (text: string) => text.replace(/"([^"]*)"|\\(.)/g, '$1$2');
  const [before, after] = [literal(bare.slice(0, found.index)), literal(bare.slice(found.index + placeholders.length))];
  return (value) => {
    const rounded = fixed(roundText(decimalOfDouble(value), fraction.length) ?? 0n, fraction.length);
    const trimmed = unneeded === null ? rounded : rounded.replace(unneeded, '').replace(/\.$/, '');
    const padded = trimmed.replace(/^(-?)(\d+)/, (_, sign: string, integer: string) => sign + integer.padStart(digits, '0'));
    return (before + padded + after).trim();
  };
}

/** A share as a percent with all its digits: rounding it would hide them. */
function percent(exact: string): string {
  const digits = exact.split('.')[1]?.length ?? 0;
  return `${shortest((parse(exact, digits) ?? 0n) * 100n, digits)}%`;
}

function displayedDate(serial: number, letters: string, uses1904: boolean): string {
  const date = new Date((uses1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY));
  if (Number.isNaN(date.getTime())) return decimalOfDouble(serial);
  const two = (value: number) => String(value).padStart(2, '0');
  const month = date.getUTCMonth();
  const parts: Record<string, string> = {
    d: String(date.getUTCDate()),
    dd: two(date.getUTCDate()),
    m: String(month + 1),
    mm: two(month + 1),
    mmm: MONTHS[month] ?? '',
    yy: two(date.getUTCFullYear() % 100),
    yyyy: String(date.getUTCFullYear()),
  };
  if (/[hs]/i.test(letters)) return date.toISOString().slice(0, 16).replace('T', ' ');
  return letters
    .toLowerCase()
    .replace(/d+|m+|y+/g, (run) => parts[run] ?? parts[run[0] === 'd' ? 'dd' : run[0] === 'm' ? 'mmm' : 'yyyy'] ?? run);
}
