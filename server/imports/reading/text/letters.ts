/** How well decoded text reads as a language that is written in its encoding. */
import type { SINGLE_BYTE } from './encoding.ts';

type Encoding = (typeof SINGLE_BYTE)[number];

interface Language {
  /** Its letters beyond a to z, the commonest first. */
  readonly letters: string;
  /** The logarithm of how likely a file is in it before it is read. */
  readonly start: number;
}

const LANGUAGES: Readonly<Record<Encoding, readonly Language[]>> = {
  'windows-1252': [
    ...['éàèâêçôûîùœïëüÿæ', 'üäößé', 'óíáéñúüàèòçï', 'ãçéáóíêâõôúàü', 'àèùéòìó', 'ëéïèöüóê', 'äöåéüšž', 'øåæéöü', 'õäüöšž'].map(
      (letters) => ({ letters, start: 3 }),
    ),
    { letters: 'ðáíþóéæúöý', start: -2 },
  ],
  'windows-1257': ['āīēšņūļžķčģōŗ', 'ėšųžįūčąę', 'õäüöšž'].map((letters) => ({ letters, start: 1 })),
  'windows-1251': ['оеаинтсрвлкмдпуяыьгзбчйхжюшцщэфъё', 'оаинвіетрсклудмпзяьбгчйхжюшцїєфщґ', 'аоиенрстјукпмвдзглбчшцћжхђљњџфѓќѕ'].map(
    (letters) => ({ letters, start: 0 }),
  ),
  'windows-1250': ['łęóżśąćńź', 'íáěéřýčžšůúňóďť', 'áíéýčžšťúľôňäďóĺŕ', 'áéóöőíüúű', 'ăşţîâ', 'čžšćđ'].map((letters) => ({
    letters,
    start: 0,
  })),
};

/** The logarithm of how likely a language is to have a letter it is not written with, or a sign within a word. */
const UNLIKELY = -7;
/** The same of a letter beyond a to z right after another, where words are mostly of a to z. */
const TOGETHER = -3;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const LETTER = /[\p{L}\p{M}]/u;
const NON_ASCII = /[^\0-\u007f]/gu;

/** The logarithm of how likely the text is in the language it fits best. */
export function likelihood(text: string, encoding: Encoding): number {
  const { letters, together, faults } = lettersIn(text);
  return (
    faults * UNLIKELY +
    (encoding === 'windows-1251' ? 0 : together * TOGETHER) +
    Math.max(...LANGUAGES[encoding].map((language) => likelihoodIn(language, letters)))
  );
}

/** The second most common letter is half as common as the first, and so on; those of Cyrillic words are all alike. */
function likelihoodIn(language: Language, letters: ReadonlyMap<string, number>): number {
  const known = [...language.letters];
  const isCyrillic = CYRILLIC.test(language.letters);
  const all = known.reduce((sum, _, at) => sum + 1 / (at + 1), 0);
  let sum = language.start;
  for (const [letter, count] of letters) {
    const at = known.indexOf(letter);
    sum += count * (at < 0 ? UNLIKELY : -Math.log(isCyrillic ? known.length : all * (at + 1)));
  }
  return sum;
}

function lettersIn(text: string): { letters: Map<string, number>; together: number; faults: number } {
  const letters = new Map<string, number>();
  let together = 0;
  let faults = 0;
  for (const { 0: sign, index } of text.matchAll(NON_ASCII)) {
    const before = text[index - 1] ?? '';
    const after = text[index + 1] ?? '';
    if (!LETTER.test(sign)) faults += isSignIn(before, sign, after) ? 0 : 1;
    else if (!isLetterAlone(before, sign, after)) {
      const small = sign.toLowerCase();
      if (isOutOfPlace(before, sign, after)) faults += 1;
      else letters.set(small, (letters.get(small) ?? 0) + 1);
      if (before > '\u007f' && LETTER.test(before)) together += 1;
    }
  }
  return { letters, together, faults };
}

/** Punctuation stands anywhere, m² and m³ end in a sign, other signs are not part of words. */
function isSignIn(before: string, sign: string, after: string): boolean {
  if (/[\p{P}\p{Z}\p{Cf}®™©]/u.test(sign)) return true;
  if (/[\p{Cc}\ufffd]/u.test(sign)) return false;
  if (/[²³]/.test(sign) && before === 'm') return !LETTER.test(after);
  return !LETTER.test(before) && (!LETTER.test(after) || /[°]/.test(sign));
}

/** A diameter, a millionth, an ordinal. */
const isLetterAlone = (before: string, sign: string, after: string): boolean =>
  /[ªºµ]/.test(sign) ? !LETTER.test(after) : /[Øø]/.test(sign) && !LETTER.test(before) && !LETTER.test(after);

/** A capital after a small letter, or one script within a word of another. */
function isOutOfPlace(before: string, sign: string, after: string): boolean {
  if (/\p{Lu}/u.test(sign) && /\p{Ll}/u.test(before)) return true;
  const isCyrillic = CYRILLIC.test(sign);
  return [before, after].some((other) => LETTER.test(other) && CYRILLIC.test(other) !== isCyrillic);
}
