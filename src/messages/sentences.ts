/** The sentences of the catalogue (`domain/sentences`) in the language of the screen. */
import type { Language } from '../../domain/languages.ts';
import { type Sentence, valueText } from '../../domain/sentences/sentence.ts';
import { spokenNumber } from './formats.ts';
import { spokenLanguage } from './messages.ts';

type Translate = (params: Readonly<Record<string, unknown>>) => string;
type Translations = Readonly<Record<string, Translate>>;

let translations: Translations = {};

/** Loads the translations before a language is shown; English needs none, because every sentence brings its own. */
export async function loadSentences(language: Language): Promise<void> {
  if (language !== 'en') ({ translations } = await import('./translations.ts'));
}

/** How a day is written. `days.ts` sets it as soon as a screen has dates; the sign-in has none and does not load that code. */
let writtenDay = (day: string): string => day;
export const writeDaysBy = (written: typeof writtenDay): void => {
  writtenDay = written;
};

/** The placeholders that stand for numbers, and not for names or texts. */
const NUMBERS: readonly string[] = [
  ...['min', 'max', 'total', 'stated', 'ours', 'percent', 'taken', 'thousands', 'decimals'],
  ...['rate', 'base', 'moved', 'plus', 'less', 'gives', 'limit', 'floor', 'done', 'most'],
];
const shownValue = (name: string, text: string) =>
  name === 'day' ? writtenDay(text) : NUMBERS.includes(name) && /^[-−]?[\d\u00a0]+\.\d+$/.test(text) ? spokenNumber(text) : text;

/** The sentence in the language of the screen; in English where it has no translation. */
export function sentenceText(sentence: Sentence): string;
export function sentenceText(sentence: Sentence | null): string | null;
export function sentenceText(sentence: Sentence | null): string | null {
  if (sentence === null) return null;
  const { code, params = {}, detail } = sentence;
  const translate = spokenLanguage() === 'en' ? undefined : translations[code.toLowerCase()];
  if (translate === undefined) return typeof params.day === 'string' ? detail.replace(params.day, writtenDay(params.day)) : detail;
  return translate(
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shownValue(name, valueText(value, sentenceText))])),
  );
}

type Texts = Readonly<Record<string, string>>;
/** The same of sentences by field. */
export const sentenceTexts = (problems: Readonly<Record<string, Sentence>>): Texts =>
  Object.fromEntries(Object.entries(problems).map(([field, sentence]) => [field, sentenceText(sentence)]));
