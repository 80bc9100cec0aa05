/** Maps the words of a header to concepts, each with the fraction of the words it accounts for. */
import { type Concept, normalized, PHRASES } from '../cell/words.ts';

export type Meanings = ReadonlyMap<Concept, number>;

const LEAST = 0.5;
/** "me", "un", "от" are everyday words too: so short a phrase counts only when it is the whole header. */
const LONGEST_BARE = 2;
const cache = new Map<string, Meanings>();
const CACHED = 5_000;

/** 1 when a phrase of the concept is the whole header, down to 0.5 when it is a small part of it. */
export function meanings(header: string): Meanings {
  const text = normalized(header).slice(0, 300);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const found = weighed(text);
  if (cache.size < CACHED) cache.set(text, found);
  return found;
}

function weighed(text: string): Meanings {
  const padded = ` ${text} `;
  const best = new Map<Concept, number>();
  const letters = text.replace(/\s/g, '').length;
  if (letters === 0) return best;
  for (const phrase of PHRASES) {
    if (phrase.text.length <= LONGEST_BARE ? phrase.text !== text : !holds(padded, phrase)) continue;
    const covered = phrase.text.replace(/\s/g, '').length / letters;
    const score = LEAST + (1 - LEAST) * Math.min(1, covered);
    best.set(phrase.concept, Math.max(best.get(phrase.concept) ?? 0, score));
  }
  return best;
}

const holds = (padded: string, { text, prefix, unspaced }: { text: string; prefix: boolean; unspaced: boolean }) =>
  unspaced ? padded.includes(text) : padded.includes(prefix ? ` ${text}` : ` ${text} `);
