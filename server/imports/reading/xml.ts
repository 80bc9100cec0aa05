/** XML under rules: no document type, the five entities, UTF-8 only, a bounded depth. */

import { SaxesParser } from 'saxes';
import * as say from '../../../domain/sentences/files.ts';
import { LIMITS } from './limits.ts';
import { Unreadable } from './refusals.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Feeds a part to a handler. Throws `Unreadable` (DAMAGED, UNSAFE_XML) and any error of the handler. */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const feed = new XmlFeed(handler);
  for await (const chunk of chunks) feed.write(chunk);
  feed.end();
}

/** The same, chunk by chunk. Of a given encoding the document may declare what it likes; without one both are UTF-8. */
export class XmlFeed {
  readonly #parser: SaxesParser;
  readonly #decoder: TextDecoder;

  constructor(handler: XmlHandler, encoding?: string) {
    this.#parser = parserFor(handler, encoding === undefined);
    this.#decoder = new TextDecoder(encoding ?? 'utf-8', { fatal: true });
  }

  write(chunk: Buffer): void {
    this.#parser.write(this.#decoded(chunk, true));
  }

  end(): void {
    this.#parser.write(this.#decoded(undefined, false));
    this.#parser.close();
  }

  #decoded(chunk: Buffer | undefined, stream: boolean): string {
    try {
      return this.#decoder.decode(chunk, { stream });
    } catch {
      throw new Unreadable('DAMAGED', say.encodingWrong());
    }
  }
}

function parserFor(handler: XmlHandler, isUtf8: boolean): SaxesParser {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  parser.on('xmldecl', ({ encoding }) => {
    if (isUtf8 && encoding !== undefined && encoding.toLowerCase() !== 'utf-8') throw new Unreadable('DAMAGED', say.notUtf8());
  });
  parser.on('doctype', () => {
    throw new Unreadable('UNSAFE_XML', say.documentType());
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > LIMITS.xmlDepth) throw new Unreadable('UNSAFE_XML', say.nestedXml());
    handler.open(local(tag.name), tag.attributes as Attributes);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handler.close(local(tag.name));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('error', () => {
    throw new Unreadable('DAMAGED', say.xmlBroken());
  });
  return parser;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The value of an attribute, plain or else under any prefix: "id" also finds `r:id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => local(key) === name)?.[1];
}

/** Collects the text of one element at a time, cut at the longest a cell may hold. */
export class TextCollector {
  text = '';
  cut = false;

  restart(): void {
    this.text = '';
  }

  add(more: string): void {
    const room = LIMITS.text - this.text.length;
    if (more.length > room) this.cut = true;
    if (room > 0) this.text += more.length > room ? more.slice(0, room) : more;
  }
}
