/** XML under rules: no document type, the five entities, UTF-8 only, a bounded depth. */

import { isAscii } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { cutTo } from '../../../domain/cut.ts';
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

/** Sibling elements of one kind, nearly all of them written plainly. */
export interface PlainElements {
  readonly container: string;
  /** How each element begins and ends, such as "<row" and "</row>". */
  readonly start: string;
  readonly end: string;
  /** Reads the whole element that begins at `from` and returns where it ends; -1 where it is not written plainly and nothing was read. */
  read(text: string, from: number): number;
}

/** Feeds a part to a handler. Throws `Unreadable` (DAMAGED, UNSAFE_XML) and any error of the handler. */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler, plain?: PlainElements): Promise<void> {
  const feed = plain === undefined ? new XmlFeed(handler) : new PlainFeed(handler, plain);
  for await (const chunk of chunks) feed.write(chunk);
  feed.end();
}

/** The same, chunk by chunk. Where an encoding is given, the document's declaration is ignored; without one both must be UTF-8. */
export class XmlFeed {
  /** The elements that are open. */
  protected readonly path: string[] = [];
  readonly #parser: SaxesParser;
  readonly #encoding: string | undefined;
  #decoder: TextDecoder | undefined;
  #isBegun = false;
  /** Whether the bytes so far may end within a character. */
  #isWithin = false;

  constructor(handler: XmlHandler, encoding?: string) {
    this.#parser = parserFor(handler, this.path, encoding === undefined);
    this.#encoding = encoding;
  }

  write(chunk: Buffer): void {
    this.take(this.#decoded(chunk, true));
  }

  end(): void {
    this.take(this.#decoded(undefined, false));
    this.#parser.close();
  }

  protected take(text: string): void {
    this.parse(text);
  }

  protected parse(text: string): void {
    this.#parser.write(text);
  }

  #decoded(chunk: Buffer | undefined, stream: boolean): string {
    // Text in ASCII takes half the memory, and no decoding.
    if (chunk !== undefined && this.#encoding === undefined && !this.#isWithin && isAscii(chunk)) {
      this.#isBegun = true;
      return chunk.toString('latin1');
    }
    // A mark of the byte order stands only where the file begins.
    this.#decoder ??= new TextDecoder(this.#encoding ?? 'utf-8', { fatal: true, ignoreBOM: this.#isBegun });
    this.#isWithin = (chunk?.at(-1) ?? 0) > LAST_OF_ASCII;
    try {
      return this.#decoder.decode(chunk, { stream });
    } catch {
      throw new Unreadable('DAMAGED', say.encodingWrong());
    }
  }
}

const LAST_OF_ASCII = 127;

/** Comments, CDATA and instructions: what looks like a tag inside them is not one. */
const MARKED = /<[!?]/;
const DECLARATION = /^\ufeff?<\?xml /;
const SPACES = /\s*/y;
/** Characters; an element longer than this goes through the parser piece by piece. */
const LONGEST = 2 ** 20;

/**
 * Reads the plain elements of a part directly from its text. Everything else goes through the XML parser, which can do without these
 * elements because each is complete. As soon as the text between them, or before the first, contains markup that could hide where they
 * begin and end, the parser reads the rest.
 */
class PlainFeed extends XmlFeed {
  readonly #plain: PlainElements;
  #stage: 'before' | 'among' | 'after' = 'before';
  #isBegin = true;
  #waiting = '';

  constructor(handler: XmlHandler, plain: PlainElements) {
    super(handler);
    this.#plain = plain;
  }

  protected override take(text: string): void {
    this.#waiting += text;
    if (this.#stage === 'before') this.#approach();
    if (this.#stage === 'among') this.#readAmong();
    if (this.#stage === 'after') this.#parseAll();
  }

  override end(): void {
    this.#stage = 'after';
    super.end();
  }

  #parseAll(): void {
    const text = this.#waiting;
    this.#waiting = '';
    this.parse(text);
  }

  /** Parses the text up to the first of the elements. */
  #approach(): void {
    const { start, container } = this.#plain;
    const found = this.#waiting.indexOf(start);
    const end = found < 0 ? this.#waiting.length - start.length : found;
    if (end <= 0 && found < 0) return;
    const before = this.#waiting.slice(0, end);
    if (MARKED.test(this.#isBegin ? before.replace(DECLARATION, '') : before)) {
      this.#stage = 'after';
      return;
    }
    this.#isBegin = false;
    this.#waiting = this.#waiting.slice(end);
    this.parse(before);
    if (found >= 0) this.#stage = this.path.at(-1) === container ? 'among' : 'after';
  }

  #readAmong(): void {
    const { start, end, read } = this.#plain;
    const text = this.#waiting;
    const depth = this.path.length;
    let at = 0;
    while (this.#stage === 'among') {
      SPACES.lastIndex = at;
      SPACES.test(text);
      at = SPACES.lastIndex;
      if (text.length - at < start.length) break;
      if (!text.startsWith(start, at)) {
        this.#stage = 'after';
        break;
      }
      const closed = text.indexOf(end, at);
      if (closed < 0) {
        if (text.length - at > LONGEST) this.#stage = 'after';
        break;
      }
      const next = read(text, at);
      if (next >= 0) at = next;
      else {
        const element = text.slice(at, closed + end.length);
        at += element.length;
        if (MARKED.test(element)) this.#stage = 'after';
        this.parse(element);
        if (this.path.length !== depth) this.#stage = 'after';
      }
    }
    this.#waiting = text.slice(at);
  }
}

function parserFor(handler: XmlHandler, path: string[], isUtf8: boolean): SaxesParser {
  const parser = new SaxesParser({ position: false });
  parser.on('xmldecl', ({ encoding }) => {
    if (isUtf8 && encoding !== undefined && encoding.toLowerCase() !== 'utf-8') throw new Unreadable('DAMAGED', say.notUtf8());
  });
  parser.on('doctype', () => {
    throw new Unreadable('UNSAFE_XML', say.documentType());
  });
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    path.push(name);
    if (path.length > LIMITS.xmlDepth) throw new Unreadable('UNSAFE_XML', say.nestedXml());
    handler.open(name, tag.attributes as Attributes);
  });
  parser.on('closetag', (tag) => {
    path.pop();
    handler.close(local(tag.name));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('error', () => {
    throw new Unreadable('DAMAGED', say.xmlBroken());
  });
  return parser;
}

/** Markup, an entity, a line end to normalise, or a character that XML forbids. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
const ENCODED = /[<>&\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;
export const needsNoDecoding = (text: string): boolean => !ENCODED.test(text);

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
    const left = LIMITS.text - this.text.length;
    if (more.length > left) this.cut = true;
    if (left > 0) this.text += cutTo(more, left);
  }
}
