/** Maps the words of a header to concepts, each with the fraction of the words it accounts for. */
import { isWithin } from '../cell/typing.ts';
import { type Concept, normalized, PHRASES } from '../cell/words.ts';

export type Meanings = ReadonlyMap<Concept, number>;

const LEAST = 0.5;
/** "me", "un", "от" are everyday words too: so short a phrase counts only when it is the whole header. */
const LONGEST_BARE = 2;
const cache = new Map<string, Meanings>();
const CACHED = 5_000;

/** "Price × Qty" names both factors, so the column holds their product. */
function isProduct(header: string): boolean {
  if (header.length > LONGEST_MISSPELT) return false;
  const [first, second, ...others] = header.split(/\s*[*×·]\s*|\s+[xх]\s+/iu);
  if (first === undefined || second === undefined || others.length > 0 || second === '' || first === '') return false;
  const means = (part: string, concepts: readonly Concept[]) => concepts.some((concept) => meanings(part).has(concept));
  const [quantity, price] = [['quantity'], ['price', 'unitPrice']] as const;
  return (means(first, price) && means(second, quantity)) || (means(first, quantity) && means(second, price));
}
/** "€/unit" is the price of one, and "€/hour" that of an hour. */
const PRICE_OF_ONE = /^\s*(?:\p{Sc}|eur|usd|gbp|chf|pln|zł|czk|kč|sek|nok|dkk|kr|руб|грн)\.?\s*\/\s*(\p{L}{1,6}[23²³]?)\.?\s*$/iu;
const UNIT_PRICE: Meanings = new Map([['unitPrice', 1]]);
/** The field that a pivot table adds up: "Sum of Qty". */
const SUMMED = /^(sum of|summe von|somme de|suma de|soma de|suma z|сумма по полю|summa no) (?=\p{L})/u;
const PRODUCT: Meanings = new Map([['amount', 1]]);

/** 1 when a phrase of the concept is the whole header, down to 0.5 when it is a small part of it. */
export function meanings(header: string): Meanings {
  const text = normalized(header).slice(0, 300).replace(SUMMED, '');
  const key = /[*×·xх]/iu.test(header) ? header.slice(0, 300) : text;
  const one = PRICE_OF_ONE.exec(header)?.[1];
  if (one !== undefined && !meanings(one).has('hours')) return UNIT_PRICE;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const found = isProduct(header) ? PRODUCT : weighed(text);
  if (cache.size < CACHED) cache.set(key, found);
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
  if (best.size === 0) for (const [concept, score] of misspelt(text)) best.set(concept, score);
  // One misspelt word is enough to name another figure: "purhase price" is not a price of the estimate.
  for (const word of text.split(' '))
    for (const concept of misspelt(word).keys()) if (BESIDE.has(concept) && !best.has(concept)) best.set(concept, BESIDE_MISSPELT);
  return best;
}

const BESIDE: ReadonlySet<Concept> = new Set(['elsewhere', 'progress']);
const BESIDE_MISSPELT = 0.7;

/** Shorter words differ from others by so little that a typing error cannot be told from another word. */
const SHORTEST_MISSPELT = 6;
const LONG = 9;
/** Longer texts are no header of one phrase. */
const LONGEST_MISSPELT = 40;
/** A word that is only nearly known says less than one that is known in part. */
const NEARLY = 0.45;

/** The concepts of phrases that the whole header differs from by one letter, or two in a long phrase. */
function misspelt(text: string): Map<Concept, number> {
  const found = new Map<Concept, number>();
  if (text.length < SHORTEST_MISSPELT || text.length > LONGEST_MISSPELT) return found;
  const most = text.length >= LONG ? 2 : 1;
  for (const { text: phrase, concept } of TYPED.get(text[0] ?? '') ?? [])
    if (Math.abs(phrase.length - text.length) <= most && isWithin(phrase, text, most)) found.set(concept, NEARLY);
  return found;
}

/** The phrases long enough to be misspelt, by their first letter: it is the last one that a person gets wrong. */
const TYPED = Map.groupBy(
  PHRASES.filter(({ text }) => text.length >= SHORTEST_MISSPELT),
  ({ text }) => text[0] ?? '',
);

const holds = (padded: string, { text, prefix, unspaced }: { text: string; prefix: boolean; unspaced: boolean }) =>
  unspaced ? padded.includes(text) : padded.includes(prefix ? ` ${text}` : ` ${text} `);
