import { afterEach, expect, test } from 'vitest';
import { Refused, sentenceOfError } from '../../domain/api/call.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { actLocked, statusName } from '../../domain/sentences/acts.ts';
import { CATALOGUE } from '../../domain/sentences/catalogue.ts';
import { revaluedAndNow } from '../../domain/sentences/certificateLines.ts';
import { tooLong } from '../../domain/sentences/fields.ts';
import { damaged, zipBroken } from '../../domain/sentences/files.ts';
import { notFound, tooManyFromNetwork, waitMinutes } from '../../domain/sentences/general.ts';
import { certificateBefore } from '../../domain/sentences/payments.ts';
import type { Params, Sentence } from '../../domain/sentences/sentence.ts';
import { uncatalogued } from '../../scripts/untranslated.ts';
import '../../src/messages/days.ts';
import english from '../../src/messages/en.json' with { type: 'json' };
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { loadSentences, sentenceText, sentenceTexts } from '../../src/messages/sentences.ts';

afterEach(() => takeLanguageFrom(() => 'en'));
async function speak(language: (typeof LANGUAGES)[number]): Promise<void> {
  await loadSentences(language);
  takeLanguageFrom(() => language);
}

/** The sentence with each placeholder filled by its own name, a count by a number. */
function filled({ template, code }: (typeof CATALOGUE)[number], count: number): Sentence {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params: Params = Object.fromEntries(names.map((name) => [name, name === 'count' ? count : `<${name}>`]));
  const say = CATALOGUE.find((entry) => entry.code === code) as unknown as (params?: Params) => Sentence;
  return names.length === 0 ? say() : say(params);
}

test.each(LANGUAGES.filter((language) => language !== 'en'))('every sentence has a text in %s that takes the same', async (language) => {
  await speak(language);
  const wrong = CATALOGUE.flatMap((entry) =>
    [1, 10].flatMap((count) => {
      const sentence = filled(entry, count);
      const text = sentenceText(sentence);
      const places = Object.values(sentence.params ?? {}).map(String);
      const isTranslated = text !== sentence.detail || !/\p{L}/u.test(entry.template.replace(/\{\w+\}/g, ''));
      return isTranslated && places.every((place) => text.includes(place)) && !/undefined|[{}]/.test(text)
        ? []
        : [`${sentence.code}: ${text}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('sentences within sentences are translated, and counts have the forms of their language', async () => {
  const wait = tooManyFromNetwork({ wait: waitMinutes({ count: 1 }) });
  const broken = damaged({ what: zipBroken() });
  const locked = actLocked({ number: '2', status: statusName({ code: 'accepted', name: 'Accepted' }) });
  const long = [1, 2, 10, 20_000].map((count) => tooLong({ count }));
  expect(sentenceText(wait)).toBe('Too many attempts came from your network. Try again in 1 minute');
  await speak('de');
  expect([wait, broken, locked].map((sentence) => sentenceText(sentence))).toEqual([
    'Aus Ihrem Netz kamen zu viele Versuche. Versuchen Sie es in 1 Minute noch einmal',
    'Diese Arbeitsmappe ist beschädigt: ihr Zip-Archiv ist beschädigt oder abgeschnitten. Öffnen Sie sie in einem Tabellenprogramm, speichern Sie sie noch einmal als .xlsx und laden Sie das hoch.',
    'Leistungsnachweis 2 hat den Status „Angenommen“ und lässt sich deshalb nicht mehr ändern. Berichtigen Sie ihn in einem späteren',
  ]);
  await speak('lv');
  expect(long.map((sentence) => sentenceText(sentence))).toEqual([
    'Ne vairāk kā 1 rakstzīme',
    'Ne vairāk kā 2 rakstzīmes',
    'Ne vairāk kā 10 rakstzīmju',
    'Ne vairāk kā 20\u00a0000 rakstzīmes',
  ]);
});

test('a refusal is shown in the current language; without a known code, in English', async () => {
  const kept = [notFound(), { detail: 'Of an older server' }, { detail: 'Of a newer server', code: 'new' }];
  const shown = () => kept.map((body) => sentenceText(sentenceOfError(new Refused(400, JSON.parse(JSON.stringify(body))))));
  expect(shown()).toEqual([
    'This has been deleted in the meantime, or you no longer have access to it',
    'Of an older server',
    'Of a newer server',
  ]);
  await speak('de');
  expect(shown()).toEqual([
    'Das wurde inzwischen gelöscht, oder Sie haben keinen Zugriff mehr darauf',
    'Of an older server',
    'Of a newer server',
  ]);
  await speak('lv');
  expect(shown()).toEqual(['Tas pa šo laiku ir dzēsts, vai arī jums tam vairs nav piekļuves', 'Of an older server', 'Of a newer server']);
  expect(sentenceTexts({ name: tooLong({ count: 3 }) })).toEqual({ name: 'Ne vairāk kā 3 rakstzīmes' });
});

test('a day is written as the language writes it', async () => {
  const before = certificateBefore({ day: '2026-11-05' });
  const english = sentenceText(before);
  await speak('lv');
  const latvian = sentenceText(before);
  await speak('de');
  expect([before.detail, english, latvian, sentenceText(before)]).toEqual([
    'The previous certificate is dated 2026-11-05. Choose that day or a later one',
    'The previous certificate is dated 11/05/26. Choose that day or a later one',
    'Iepriekšējais maksājuma apliecinājums ir no 05.11.2026. Izvēlieties šo vai vēlāku dienu',
    'Die Zahlungsbescheinigung davor ist vom 05.11.2026. Wählen Sie diesen Tag oder einen späteren',
  ]);
});

test('every amount of a sum has the decimal mark of the language', async () => {
  const sum = revaluedAndNow({ base: '3\u00a0014.00', moved: '110.00', plus: '550.00', gives: '3\u00a0674.00' });
  await speak('de');
  expect(sentenceText(sum)).toBe('3\u00a0014,00 zuvor + 110,00 durch den Wechsel der Version + 550,00 jetzt = 3\u00a0674,00');
});

test('the English texts are those of the catalogue', () => expect(uncatalogued(english)).toEqual([]));
