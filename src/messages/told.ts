/** Sentences that come from elsewhere in English, from the server and the rules, in the language that is spoken. */
import type { Language } from '../../domain/languages.ts';

type Sentences = Readonly<Record<string, string>>;
type Interpreter = (sentence: string) => string;
type Foreign = Exclude<Language, 'en'>;

const SENTENCES: Readonly<Record<Foreign, () => Promise<{ readonly default: Sentences }>>> = {
  lv: () => import('./sentences/lv.json'),
  de: () => import('./sentences/de.json'),
};

const asIs: Interpreter = (sentence) => sentence;
const known = new Map<Language, Interpreter>([['en', asIs]]);
let wanted: Language = 'en';
let spoken: Interpreter = asIs;

/** "At most {} characters" finds the 20 in "At most 20 characters". */
const patternOf = (template: string) => new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '(.+?)')}$`, 'su');

/** Finds a sentence among its templates; what fills them is looked up in turn. What is not found stays as it is. */
export function interpreterOf(sentences: Sentences): Interpreter {
  const open = Object.entries(sentences).flatMap(([template, translation]) =>
    template.includes('{}') ? [{ pattern: patternOf(template), translation, weight: template.length }] : [],
  );
  open.sort((one, other) => other.weight - one.weight);
  const interpret: Interpreter = (sentence) => {
    const whole = sentences[sentence];
    if (whole !== undefined) return whole;
    for (const { pattern, translation } of open) {
      const filled = pattern.exec(sentence);
      if (filled !== null) return translation.replace(/\{(\d)\}/g, (_, place: string) => interpret(filled[Number(place)] ?? ''));
    }
    return sentence;
  };
  return interpret;
}

/** Speaks a language from now on; done when its sentences are there. Without them the English ones stay. */
export async function interpretInto(language: Language): Promise<void> {
  wanted = language;
  spoken = known.get(language) ?? asIs;
  if (language === 'en' || known.has(language)) return;
  const interpreter = interpreterOf((await SENTENCES[language]()).default);
  known.set(language, interpreter);
  if (wanted === language) spoken = interpreter;
}

/** The sentence in the language that is spoken. */
export const told = (sentence: string): string => spoken(sentence);
