/** Tells the kind of a file by its first bytes and never by its name. */
import * as say from '../../../domain/sentences/files.ts';
import type { Value } from '../../../domain/sentences/sentence.ts';
import type { RefusalCode } from './refusals.ts';
import { provenEncoding } from './text/encoding.ts';

type Sniffed =
  | { readonly kind: 'zip' | 'xls' | 'text' | 'gaeb' | 'bc3' | 'fods' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly what: Value };

const refused = (code: RefusalCode, what: Value = ''): Sniffed => ({ kind: 'refused', code, what });

const MAGIC: readonly (readonly [readonly number[], Value])[] = [
  [[0x25, 0x50, 0x44, 0x46], say.pdf()],
  [[0x89, 0x50, 0x4e, 0x47], say.picture()],
  [[0xff, 0xd8, 0xff], say.picture()],
  [[0x47, 0x49, 0x46, 0x38], say.picture()],
  [[0x49, 0x49, 0x2a, 0x00], say.picture()],
  [[0x4d, 0x4d, 0x00, 0x2a], say.picture()],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], say.textDocument()],
  [[0x52, 0x61, 0x72, 0x21], say.rar()],
  [[0x37, 0x7a, 0xbc, 0xaf], say.sevenZip()],
  [[0x1f, 0x8b], say.compressed()],
];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Excel 2 to 5 without a compound file around it. */
const BARE_BIFF = [
  [0x09, 0x00],
  [0x09, 0x02],
  [0x09, 0x04],
  [0x09, 0x08],
] as const;

const startsWith = (bytes: Buffer, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);

/** `bytes` is the file's beginning, or all of it; the longer, the surer the answer for compound files. */
export function sniff(bytes: Buffer): Sniffed {
  if (bytes.length === 0) return refused('EMPTY_FILE');
  if (startsWith(bytes, [0x50, 0x4b]) && [0x0304, 0x0506].includes(bytes.length < 4 ? 0 : bytes.readUInt16BE(2))) return { kind: 'zip' };
  if (startsWith(bytes, COMPOUND_FILE)) return compoundFile(bytes);
  if (BARE_BIFF.some((magic) => startsWith(bytes, magic)) && bytes[3] === 0) return refused('OLD_EXCEL');
  const document = MAGIC.find(([magic]) => startsWith(bytes, magic));
  return document === undefined ? text(bytes) : refused('UNSUPPORTED_DOCUMENT', document[1]);
}

function compoundFile(bytes: Buffer): Sniffed {
  const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage') || holds('EncryptionInfo')) return refused('ENCRYPTED');
  if (holds('Workbook') || holds('Book')) return { kind: 'xls' };
  return holds('WordDocument') ? refused('UNSUPPORTED_DOCUMENT', say.word()) : refused('NOT_A_SPREADSHEET');
}

function text(bytes: Buffer): Sniffed {
  const start = decoded(bytes.subarray(0, 4096));
  if (start === null) return refused('NOT_A_SPREADSHEET');
  const head = start.trimStart().toLowerCase();
  if (head === '') return refused('EMPTY_FILE');
  if (head.startsWith('id;')) return refused('SYLK');
  if (/^table\r?\n0,1\r?\n/.test(head)) return refused('UNSUPPORTED_DOCUMENT', say.dif());
  if (/^[[{]\s*["[{]/.test(head)) return refused('UNSUPPORTED_DOCUMENT', say.json());
  if (head.startsWith('~v')) return { kind: 'bc3' };
  const oldGaeb = oldGaebIn(start);
  if (oldGaeb !== null) return oldGaeb;
  if (/<(\w+:)?gaeb[\s>/]/.test(head)) return { kind: 'gaeb' };
  if (head.includes('urn:schemas-microsoft-com:office:spreadsheet') || head.includes('progid="excel.sheet"'))
    return refused('SPREADSHEET_XML');
  if (/<(!doctype html|html|table|body|head)[\s>]/.test(head)) return refused('HTML');
  if (/<office:document\s[^>]*opendocument\.spreadsheet/.test(head)) return { kind: 'fods' };
  if (/^<[?!a-z]/.test(head)) return refused('UNSUPPORTED_DOCUMENT', say.xml());
  if (isInColumns(start)) return refused('UNSUPPORTED_DOCUMENT', say.columnsOfText());
  return /[,;\t|]/.test(head) ? { kind: 'text' } : refused('NOT_A_SPREADSHEET');
}

/** Whether runs of blanks divide the lines of a text into columns, as a printed list has them. */
function isInColumns(start: string): boolean {
  const lines = start.split(/\r?\n/, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
  const divided = lines.filter((line) => line.trim().split(/ {2,}/).length >= FEWEST_COLUMNS && !/[;\t|"]/.test(line));
  return divided.length >= FEWEST_COLUMNS && divided.length * 2 > lines.length;
}
const FEWEST_COLUMNS = 4;

const LINES_LOOKED_AT = 40;
/** A record of GAEB 90: two digits or T0 to T9, and its number in columns 75 to 80. */
const RECORD_OF_90 = /^(T\d|\d\d).{72}\d{6}\s*$/;
const PHASE_OF_90 = /^00.{8}(8\d)/;
const PHASE_OF_2000 = /\[DP\]\s*(8\d)/i;

/** GAEB 90 is text in columns, which may begin with a preamble (T0 to T9) or with its head (00); GAEB 2000 is text between #begin and #end. */
function oldGaebIn(start: string): Sniffed | null {
  if (/^\s*#begin\[GAEB/i.test(start)) {
    const phase = PHASE_OF_2000.exec(start)?.[1];
    return refused('GAEB_2000', phase === undefined ? 'P81–P86' : `P${phase}`);
  }
  const lines = start.split(/\r?\n/, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
  // The last line may be broken off.
  const whole = lines.slice(0, Math.max(1, lines.length - 1));
  if (!RECORD_OF_90.test(whole[0] ?? '') || !whole.every((line) => RECORD_OF_90.test(line))) return null;
  const phase = whole.map((line) => PHASE_OF_90.exec(line)?.[1]).find((found) => found !== undefined);
  return refused('GAEB_90', phase === undefined ? 'D81–D86' : `D${phase}`);
}

/** The text of bytes without control characters; null when they are not text. */
function decoded(bytes: Buffer): string | null {
  const encoding = provenEncoding(bytes);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return new TextDecoder(encoding).decode(bytes);
  for (const byte of bytes) if (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a].includes(byte)) return null;
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
