/** The workbook's shared strings. */
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { needsNoDecoding, type PlainElements, readXml, TextCollector, type XmlHandler } from '../xml.ts';

const START = '<si><t>';
const END = '</si>';
const ALL_CLOSED = '</t></si>';

/** Strings by their number; rich runs are joined, phonetic hints left out. */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const strings: string[] = [];
  const collected = new TextCollector();
  let inText = false;
  let inPhonetic = false;
  const add = (text: string) => {
    if (strings.length >= LIMITS.sharedStrings) throw new Unreadable('TOO_MANY_CELLS');
    strings.push(unescaped(text));
  };
  const plain: PlainElements = {
    container: 'sst',
    start: '<si>',
    end: END,
    read(text, from) {
      if (!text.startsWith(START, from)) return -1;
      const begin = from + START.length;
      const end = text.indexOf('<', begin);
      const content = text.slice(begin, end);
      if (!text.startsWith(ALL_CLOSED, end) || content.length > LIMITS.text || !needsNoDecoding(content)) return -1;
      add(content);
      return end + ALL_CLOSED.length;
    },
  };
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') collected.restart();
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = !inPhonetic;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') inPhonetic = false;
      if (name !== 'si') return;
      add(collected.text);
    },
    text(text) {
      if (inText) collected.add(text);
    },
  };
  await readXml(chunks, handler, plain);
  return strings;
}

/** `_x000D_` encodes the character with that number. */
export const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
