/** The workbook around its sheets: what kind of document it is, which sheets there are and where their parts lie. */
import { posix } from 'node:path';
import type { Archive } from '../archive.ts';
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import type { Sheet } from '../sheet.ts';
import { progressOver, Tally } from '../tally.ts';
import { attribute, readXml } from '../xml.ts';
import { readSharedStrings } from './strings.ts';
import { readStyles } from './styles.ts';
import { readWorksheet } from './worksheet.ts';

interface Relation {
  readonly type: string;
  readonly target: string;
}

/**
 * Yields the worksheets one by one; `main` is the part that lists them, null where the package's relations tell it.
 * `onProgress` receives the share of sheet bytes read. Throws `Unreadable`.
 */
export async function* spreadsheetmlSheets(
  archive: Archive,
  given: string | null,
  onProgress: (share: number) => void,
): AsyncGenerator<Sheet> {
  const main = given ?? (await officeDocument(archive));
  const relations = await relationsOf(archive, main);
  const part = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target ?? null;
  const { sheets, uses1904 } = await sheetList(archive, main);
  const worksheets = sheets.flatMap(({ name, hidden, id }) => {
    const relation = relations.get(id);
    return relation?.type === 'worksheet' ? [{ name, hidden, target: relation.target }] : [];
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
    tally: new Tally(),
  };
  for (const { target, ...sheet } of worksheets) yield await readWorksheet(sheet, progress(archive.chunks(target)), parts);
}

async function officeDocument(archive: Archive): Promise<string> {
  const office = await relationsOf(archive, '');
  return [...office.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
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
      const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.set(attributes.Id ?? '', { type: posix.basename(attributes.Type ?? ''), target: part });
    },
    close() {},
    text() {},
  });
  return relations;
}

interface SheetLocation {
  readonly name: string;
  readonly hidden: boolean;
  readonly id: string;
}

async function sheetList(archive: Archive, main: string): Promise<{ sheets: SheetLocation[]; uses1904: boolean }> {
  const sheets: SheetLocation[] = [];
  let uses1904 = false;
  let count = 0;
  await readXml(archive.chunks(main), {
    open(name, attributes) {
      if (name === 'workbookPr') uses1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name !== 'sheet') return;
      count += 1;
      if (count > LIMITS.sheets) throw new Unreadable('TOO_MANY_SHEETS');
      const hidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', hidden, id: attribute(attributes, 'id') ?? '' });
    },
    close() {},
    text() {},
  });
  return { sheets, uses1904 };
}
