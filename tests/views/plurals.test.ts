import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { m } from '../../src/messages/messages.ts';

const COUNTS = [0, 1, 2, 5, 10, 11, 21, 100, 101] as const;

const COUNTED: Readonly<Record<Language, string>> = {
  en: '0 projects, 1 project, 2 projects, 5 projects, 10 projects, 11 projects, 21 projects, 100 projects, 101 projects',
  lv: '0 projektu, 1 projekts, 2 projekti, 5 projekti, 10 projektu, 11 projektu, 21 projekts, 100 projektu, 101 projekts',
  de: '0 Projekte, 1 Projekt, 2 Projekte, 5 Projekte, 10 Projekte, 11 Projekte, 21 Projekte, 100 Projekte, 101 Projekte',
};
test.each(LANGUAGES)('counts in %s', (locale) =>
  expect(COUNTS.map((count) => m.projects_count({ count }, { locale })).join(', ')).toBe(COUNTED[locale]),
);

test('in Latvian an act is named with its number in one way only', () => {
  const texts: Readonly<Record<string, unknown>> = JSON.parse(readFileSync('src/messages/lv.json', 'utf8'));
  const named = Object.entries(texts).filter(([, text]) => /akt[a-zā]* \{(number|act)\}/i.test(JSON.stringify(text)));
  expect(named.map(([key]) => key)).toEqual([]);
});
