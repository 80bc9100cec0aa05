/** OpenDocument spreadsheets: one part holds all sheets, streamed. */
import type { Archive } from '../archive.ts';
import { LIMITS } from '../limits.ts';
import type { Sheet } from '../sheet.ts';
import { progressOver, Tally } from '../tally.ts';
import { type Attributes, XmlFeed, type XmlHandler } from '../xml.ts';
import { TableReader } from './table.ts';

const CONTENT = 'content.xml';

/** Yields the sheets one by one; `onProgress` receives the share of bytes read. Throws `Unreadable`. */
export const openDocumentSheets = (archive: Archive, onProgress: (share: number) => void): AsyncGenerator<Sheet> =>
  openDocumentSheetsIn(archive.chunks(CONTENT), archive.size(CONTENT) ?? 0, onProgress);

/** The same of a document that is one XML file (.fods). */
export async function* openDocumentSheetsIn(
  chunks: AsyncIterable<Buffer>,
  size: number,
  onProgress: (share: number) => void,
): AsyncGenerator<Sheet> {
  const handler = new ContentReader();
  const feed = new XmlFeed(handler);
  const progress = progressOver(size, onProgress);
  for await (const chunk of progress(chunks)) {
    feed.write(chunk);
    yield* handler.finished.splice(0);
  }
  feed.end();
  yield* handler.finished.splice(0);
}

class ContentReader implements XmlHandler {
  readonly finished: Sheet[] = [];
  readonly #tally = new Tally();
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #table: TableReader | null = null;
  #depth = 0;

  open(name: string, attributes: Attributes): void {
    if (name === 'table' && this.#table === null) {
      const hidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '');
      this.#table = new TableReader(attributes['table:name'] ?? '', hidden, this.#tally);
      this.#depth = 0;
      return;
    }
    if (this.#table !== null) {
      if (name === 'table') this.#depth += 1;
      this.#table.open(name, attributes);
      return;
    }
    if (name === 'style') this.#style = attributes['style:family'] === 'table' ? (attributes['style:name'] ?? '') : '';
    if (name === 'table-properties' && attributes['table:display'] === 'false' && this.#hiddenStyles.size < LIMITS.cellFormats) {
      this.#hiddenStyles.add(this.#style);
    }
  }

  close(name: string): void {
    if (this.#table === null) return;
    if (name !== 'table' || this.#depth > 0) {
      if (name === 'table') this.#depth -= 1;
      this.#table.close(name);
      return;
    }
    const sheet = this.#table.sheet();
    if (sheet !== null) this.finished.push(sheet);
    this.#table = null;
  }

  text(text: string): void {
    this.#table?.text(text);
  }
}
