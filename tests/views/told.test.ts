import { expect, test } from 'vitest';
import { sentencesIn, unknownSentences } from '../../scripts/sentences.ts';
import { interpreterOf, interpretInto, told } from '../../src/messages/told.ts';

test('finds a sentence by its template, tells what fills it, and leaves what it does not know as it is', () => {
  const interpret = interpreterOf({
    'Not found': 'Nicht gefunden',
    'At most {} characters': 'Höchstens {1} Zeichen',
    'At most {}': 'Höchstens {1}',
    'The range is {} to {}': 'Von {1} bis {2}',
    'This is {}, not a spreadsheet.': 'Das ist {1}, keine Tabelle.',
    'a picture': 'ein Bild',
  });
  expect(
    [
      'Not found',
      'At most 20 characters',
      'At most 500',
      'The range is -1.5 to 20',
      'This is a picture, not a spreadsheet.',
      'This is a barn, not a spreadsheet.',
      'Not found.',
    ].map(interpret),
  ).toEqual([
    'Nicht gefunden',
    'Höchstens 20 Zeichen',
    'Höchstens 500',
    'Von -1.5 bis 20',
    'Das ist ein Bild, keine Tabelle.',
    'Das ist a barn, keine Tabelle.',
    'Not found.',
  ]);
});

test('of two languages asked for at once the later one is spoken', async () => {
  await Promise.all([interpretInto('lv'), interpretInto('de')]);
  expect(told('Value is required')).toBe('Dieses Feld ist auszufüllen');
  await interpretInto('lv');
  expect(told('This field should be at least 6 characters long')).toBe('Šajā laukā jābūt vismaz 6 rakstzīmēm');
  await interpretInto('en');
  expect(told('Value is required')).toBe('Value is required');
});

test('finds the sentences a file says, and what the languages do not know of them', () => {
  const source = `
import { refused } from './errors of ours.ts';
const meta = { spec: '10.5 The review shows what was found' };
/** A comment that nobody is told. */
export const gone = (name: string, most: number) => {
  if (most < 0) throw new Error('nobody reads this');
  if (name === 'act_rows') return refused('not_found', \`\${name} is gone: at most \${most} rows\`);
  return refused('wrong', 'This is {what}, not an act');
};`;
  const said = new Set(sentencesIn('gone.ts', source));
  expect([...said]).toEqual(['{} is gone: at most {} rows', 'This is {}, not an act']);
  expect(
    unknownSentences(said, { de: { '{} is gone: at most {} rows': '{1} ist weg', 'Not an act': 'Kein Nachweis', Draft: 'Entwurf' } }, [
      'Draft',
    ]),
  ).toEqual([
    'de does not know “This is {}, not an act”',
    'de fills another number of places in “{} is gone: at most {} rows”',
    'de knows “Not an act”, which nobody says',
  ]);
});
