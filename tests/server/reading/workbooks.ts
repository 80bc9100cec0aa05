/** Workbooks and zips made for one test each, in a folder of their own. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import * as XLSX from 'xlsx';
import type { Decision, Judgement, ReadList, WholeReading } from '../../../server/imports/reading/index.ts';
import { refusedFile, Unreadable } from '../../../server/imports/reading/refusals.ts';
import { bytesOf, listsIn } from '../../../server/imports/reading/workbook.ts';

/** Writes bytes to a file that lives as long as the test. */
export function fileOf(bytes: Buffer | string, name = 'upload'): string {
  const folder = mkdtempSync(join(tmpdir(), 'reading-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

export interface Part {
  readonly name: string;
  readonly text: string | Buffer;
  /** False entries of the archive's directory. */
  readonly localName?: string;
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
  /** Where the directory says the part lies. */
  readonly at?: number;
}

export function zipOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.text as string);
    const packed = part.method === 0 ? content : deflateRawSync(content);
    const local = header(part, part.localName ?? part.name, content, packed, 30, 0x04034b50);
    const central = header(part, part.name, content, packed, 46, 0x02014b50);
    central.writeUInt32LE(part.at ?? offset, 42);
    pieces.push(local, packed);
    directory.push(central);
    offset += local.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

function header(part: Part, name: string, content: Buffer, packed: Buffer, size: 30 | 46, signature: number): Buffer {
  const at = size === 30 ? 6 : 8;
  const bytes = Buffer.concat([Buffer.alloc(size), Buffer.from(name)]);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, at - 2);
  bytes.writeUInt16LE(part.flags ?? 0, at);
  bytes.writeUInt16LE(part.method ?? 8, at + 2);
  bytes.writeUInt32LE(part.crc ?? crc32(content), at + 8);
  bytes.writeUInt32LE(packed.length, at + 12);
  bytes.writeUInt32LE(part.size ?? content.length, at + 16);
  bytes.writeUInt16LE(Buffer.byteLength(name), at + 20);
  return bytes;
}

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface SheetPart {
  readonly name: string;
  /** Content of `<worksheet>`: `<sheetData>…` and its neighbours. */
  readonly xml: string;
  readonly state?: 'hidden' | 'veryHidden';
}

/** The parts of a workbook without shared strings and styles. */
export function partsOf(sheets: readonly SheetPart[], contentType = MAIN): Part[] {
  const each = (text: (sheet: SheetPart, number: number) => string) => sheets.map((sheet, index) => text(sheet, index + 1)).join('');
  return [
    { name: '[Content_Types].xml', text: `<Types><Override PartName="/xl/workbook.xml" ContentType="${contentType}"/></Types>` },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns:r="${RELATION}"><sheets>${each(
        ({ name, state }, number) =>
          `<sheet name="${name}" sheetId="${number}" r:id="r${number}"${state === undefined ? '' : ` state="${state}"`}/>`,
      )}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships>${each((_, number) => `<Relationship Id="r${number}" Type="${RELATION}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    },
    ...sheets.map(({ xml }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, text: `<worksheet>${xml}</worksheet>` })),
  ];
}

export const workbookFile = (sheets: readonly SheetPart[]): string => fileOf(zipOf(partsOf(sheets)));

export type Value = XLSX.CellObject | string | number | null;

/** A workbook written by another hand than ours. Merges as "A1:C1". */
export function spreadsheetFile(rows: readonly (readonly Value[])[], { name = 'Works', merges = [] as readonly string[] } = {}): string {
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]));
  sheet['!merges'] = merges.map((merge) => XLSX.utils.decode_range(merge));
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, sheet, name);
  return fileOf(XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true }));
}

export interface SheetOfRows {
  readonly name: string;
  readonly rows: readonly (readonly Value[])[];
}

/** A workbook of several sheets written by another hand than ours. */
export function bookOf(sheets: readonly SheetOfRows[]): Buffer {
  const workbook = XLSX.utils.book_new();
  for (const { name, rows } of sheets) XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true });
}

/** The lists of a file, read in this process; a refusal is thrown. */
export async function listsOf(path: string, decisions: readonly Decision[] = []): Promise<ReadList[]> {
  return await Array.fromAsync(listsIn(await bytesOf(path), () => decisions));
}

/** The lists of a file and the judgement on them, read in this process. */
export async function judgedLists(path: string): Promise<{ lists: ReadList[]; judgement: Judgement }> {
  const lists: ReadList[] = [];
  const reading = listsIn(await bytesOf(path));
  for (;;) {
    const found = await reading.next();
    if (found.done === true) return { lists, judgement: found.value };
    lists.push(found.value);
  }
}

/** As `readWorkbook` answers, but in this process: for files that are known not to hang or swell. */
export async function readHere(path: string): Promise<WholeReading> {
  const { size } = statSync(path);
  if (size === 0) return refusedFile('EMPTY_FILE');
  try {
    return { kind: 'read', ...(await judgedLists(path)) };
  } catch (error) {
    if (error instanceof Unreadable) return refusedFile(error.code, error.what);
    throw error;
  }
}

/** The one list of rows written as a spreadsheet. */
export async function listOfRows(
  rows: readonly (readonly Value[])[],
  merges: readonly string[] = [],
  decisions: readonly Decision[] = [],
): Promise<ReadList> {
  const [list] = await listsOf(spreadsheetFile(rows, { merges }), decisions);
  if (list === undefined) throw new Error('No list was read');
  return list;
}

/** The field recognised for each column, by its header, without ignored columns. */
export const recognized = ({ columns }: ReadList): Record<string, string> =>
  Object.fromEntries(columns.flatMap(({ header, recognized_as }) => (recognized_as === 'ignore' ? [] : [[header, recognized_as]])));

/** Rows in short: kind, name, quantity and the three unit prices. */
export const inShort = ({ rows }: ReadList): unknown[][] =>
  rows.map((row) =>
    row.kind === 'section'
      ? ['section', row.name]
      : [
          'row',
          row.name,
          ...[row.quantity, row.unit_labour, row.unit_materials, row.unit_tools].map((text) => (text === null ? null : Number(text))),
        ],
  );
