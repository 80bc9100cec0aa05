/** The workbook around its sheets: what kind of document it is, which sheets there are and where their parts lie. */
import { posix } from 'node:path';
import type { Archive } from '../archive.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import type { Sheet } from '../sheet.ts';
import { attribute, readXml } from '../xml.ts';
import { readSharedStrings } from './strings.ts';
import { readStyles } from './styles.ts';
import { readWorksheet } from './worksheet.ts';

const SPREADSHEET = /(spreadsheetml\.(sheet|template)|ms-excel\.(sheet|template|addin)\.macroenabled)\.main\+xml$/i;
const BINARY = /ms-excel\.sheet\.binary/i;

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Yields the visible worksheets one by one; `onProgress` hears the share of sheet bytes read. Throws `Unreadable`. */
export async function* visibleSheets(archive: Archive, onProgress: (share: number) => void): AsyncGenerator<Sheet> {
  const main = await mainPart(archive);
  const relations = await relationsOf(archive, main);
  const part = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target ?? null;
  const { sheets, uses1904 } = await sheetList(archive, main);
  const worksheets = sheets.flatMap(({ name, id }) => {
    const relation = relations.get(id);
    return relation?.type === 'worksheet' ? [{ name, target: relation.target }] : [];
  });

  const stringsPart = part('sharedStrings');
  const stylesPart = part('styles');
  const hasStrings = stringsPart !== null && archive.size(stringsPart) !== null;
  const hasStyles = stylesPart !== null && archive.size(stylesPart) !== null;
  const sizes = worksheets.map(({ target }) => archive.size(target) ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, (hasStrings ? archive.size(stringsPart) : 0) ?? 0);
  const progress = progressOver(total, onProgress);
  const parts = {
    strings: hasStrings ? await readSharedStrings(progress(archive.chunks(stringsPart))) : [],
    formats: hasStyles ? await readStyles(archive.chunks(stylesPart), uses1904) : [],
    tally: { rows: 0, cells: 0 },
  };
  for (const { name, target } of worksheets) yield await readWorksheet(name, progress(archive.chunks(target)), parts);
}

/** Passes chunks on and tells which share of all bytes has gone by. */
function progressOver(total: number, onProgress: (share: number) => void) {
  let read = 0;
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length;
      onProgress(total === 0 ? 1 : Math.min(1, read / total));
      yield chunk;
    }
  };
}

async function mainPart(archive: Archive): Promise<string> {
  if (archive.size('[Content_Types].xml') === null) throw await otherZip(archive);
  const parts: { name: string; type: string }[] = [];
  await readXml(archive.chunks('[Content_Types].xml'), {
    open(name, attributes) {
      if (name === 'Override') parts.push({ name: (attributes.PartName ?? '').replace(/^\//, ''), type: attributes.ContentType ?? '' });
      if (name === 'Default') parts.push({ name: '', type: attributes.ContentType ?? '' });
    },
    close() {},
    text() {},
  });
  const main = parts.find(({ type }) => SPREADSHEET.test(type));
  if (main === undefined) throw otherPackage(parts.map(({ type }) => type));
  if (main.name !== '') return main.name;
  const office = await relationsOf(archive, '');
  return [...office.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
}

function otherPackage(types: readonly string[]): Unreadable {
  if (types.some((type) => BINARY.test(type))) return new Unreadable('BINARY_EXCEL');
  if (types.some((type) => type.includes('wordprocessingml'))) return new Unreadable('UNSUPPORTED_DOCUMENT', 'a Word document');
  if (types.some((type) => type.includes('presentationml'))) return new Unreadable('UNSUPPORTED_DOCUMENT', 'a presentation');
  return new Unreadable('NOT_A_SPREADSHEET');
}

async function otherZip(archive: Archive): Promise<Unreadable> {
  const size = archive.size('mimetype');
  if (size !== null && size < 200) {
    let mimetype = '';
    for await (const chunk of archive.chunks('mimetype')) mimetype += chunk.toString('latin1');
    if (mimetype.includes('opendocument.spreadsheet')) return openDocument(archive);
    if (mimetype.includes('opendocument')) return new Unreadable('UNSUPPORTED_DOCUMENT', 'an OpenDocument text or drawing');
  }
  if (archive.size('Index/Document.iwa') !== null) return new Unreadable('UNSUPPORTED_DOCUMENT', 'an Apple Numbers document');
  return new Unreadable('UNSUPPORTED_DOCUMENT', 'a zip archive');
}

async function openDocument(archive: Archive): Promise<Unreadable> {
  let encrypted = false;
  if (archive.size('META-INF/manifest.xml') !== null) {
    await readXml(archive.chunks('META-INF/manifest.xml'), {
      open(name) {
        encrypted ||= name === 'encryption-data';
      },
      close() {},
      text() {},
    });
  }
  return new Unreadable(encrypted ? 'ENCRYPTED' : 'OPEN_DOCUMENT');
}

/** Relations by id; types come as their last word, such as "worksheet". External targets are left out. */
async function relationsOf(archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part);
  const source = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (archive.size(source) === null) return relations;
  await readXml(archive.chunks(source), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.TargetMode === 'External') return;
      const target = attributes.Target ?? '';
      const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.set(attributes.Id ?? '', { type: posix.basename(attributes.Type ?? ''), target: place });
    },
    close() {},
    text() {},
  });
  return relations;
}

async function sheetList(archive: Archive, main: string): Promise<{ sheets: { name: string; id: string }[]; uses1904: boolean }> {
  const sheets: { name: string; id: string }[] = [];
  let uses1904 = false;
  let count = 0;
  await readXml(archive.chunks(main), {
    open(name, attributes) {
      if (name === 'workbookPr') uses1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name !== 'sheet') return;
      count += 1;
      if (count > LIMITS.sheets) throw new Unreadable('TOO_MANY_SHEETS');
      if (attributes.state === undefined || attributes.state === 'visible') {
        sheets.push({ name: attributes.name ?? '', id: attribute(attributes, 'id') ?? '' });
      }
    },
    close() {},
    text() {},
  });
  return { sheets, uses1904 };
}
