/** The workbook's shared strings. */
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { readXml, TextCollector } from '../xml.ts';

/** Strings by their number; rich runs are joined, phonetic hints left out. */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const strings: string[] = [];
  const collected = new TextCollector();
  let inText = false;
  let inPhonetic = false;
  await readXml(chunks, {
    open(name) {
      if (name === 'si') collected.restart();
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = !inPhonetic;
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') inPhonetic = false;
      if (name !== 'si') return;
      if (strings.length >= LIMITS.sharedStrings) throw new Unreadable('TOO_MANY_CELLS');
      strings.push(unescaped(collected.text));
    },
    text(text) {
      if (inText) collected.add(text);
    },
  });
  return strings;
}

/** `_x000D_` encodes the character with that number. */
export const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
