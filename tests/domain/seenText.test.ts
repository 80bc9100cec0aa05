import * as v from 'valibot';
import { expect, test } from 'vitest';
import { RowName, Title } from '../../domain/api/fields.ts';
import { PersonName } from '../../domain/api/registrations.ts';

test('a name keeps only its visible characters: nothing changes the direction of the words around it, and a name of invisible characters alone is empty', () => {
  for (const name of [Title, RowName, PersonName]) {
    expect(v.parse(name, ' Tower \u202Etxt.exe\u202C ')).toBe('Tower txt.exe');
    expect(v.parse(name, '\uFEFFWalls\u200B')).toBe('Walls');
    // A family is four people joined, and Persian needs its own joiner.
    for (const text of ['👨‍👩‍👧‍👦 house', 'می‌خواهم']) expect(v.parse(name, text)).toBe(text);
  }
  for (const name of [Title, PersonName])
    for (const unseen of ['   ', '\u200B\u200B', '\u202E \u202C', '\u200D', '\u200E \u200F', '\u00AD\uFE0F'])
      expect(v.safeParse(name, unseen).issues?.[0].message).toContain('required');
});
