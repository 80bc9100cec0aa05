/** Tells the kind of document in a zip archive by the names of its parts. */
import * as say from '../../../domain/sentences/files.ts';
import type { Archive } from './archive.ts';
import { Unreadable } from './refusals.ts';
import { readXml } from './xml.ts';

type ArchiveKind =
  | { readonly kind: 'spreadsheetml'; readonly main: string | null }
  | { readonly kind: 'xlsb' }
  | { readonly kind: 'openDocument' };

const SPREADSHEET = /(spreadsheetml\.(sheet|template)|ms-excel\.(sheet|template|addin)\.macroenabled)\.main\+xml$/i;
const BINARY = /ms-excel\.sheet\.binary/i;
const LONGEST_MIMETYPE = 200;

/** Throws `Unreadable` for an encrypted archive and for one that is not a spreadsheet. */
export async function kindOfArchive(archive: Archive): Promise<ArchiveKind> {
  if (archive.size('[Content_Types].xml') === null) return withMimetype(archive);
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
  if (main !== undefined) return { kind: 'spreadsheetml', main: main.name === '' ? null : main.name };
  const holds = (kind: RegExp) => parts.some(({ type }) => kind.test(type));
  if (holds(BINARY)) return { kind: 'xlsb' };
  if (holds(/wordprocessingml/)) throw new Unreadable('UNSUPPORTED_DOCUMENT', say.word());
  if (holds(/presentationml/)) throw new Unreadable('UNSUPPORTED_DOCUMENT', say.presentation());
  throw new Unreadable('NOT_A_SPREADSHEET');
}

async function withMimetype(archive: Archive): Promise<ArchiveKind> {
  const size = archive.size('mimetype');
  if (size !== null && size < LONGEST_MIMETYPE) {
    let mimetype = '';
    for await (const chunk of archive.chunks('mimetype')) mimetype += chunk.toString('latin1');
    if (mimetype.includes('opendocument.spreadsheet')) {
      if (await isEncrypted(archive)) throw new Unreadable('ENCRYPTED');
      return { kind: 'openDocument' };
    }
    if (mimetype.includes('opendocument')) throw new Unreadable('UNSUPPORTED_DOCUMENT', say.openDocument());
  }
  if (archive.size('Index/Document.iwa') !== null) throw new Unreadable('UNSUPPORTED_DOCUMENT', say.appleNumbers());
  throw new Unreadable('UNSUPPORTED_DOCUMENT', say.zip());
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (archive.size('META-INF/manifest.xml') === null) return false;
  let encrypted = false;
  await readXml(archive.chunks('META-INF/manifest.xml'), {
    open(name) {
      encrypted ||= name === 'encryption-data';
    },
    close() {},
    text() {},
  });
  return encrypted;
}
