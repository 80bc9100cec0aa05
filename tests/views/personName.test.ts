import { expect, test } from 'vitest';
import { FORMER_MEMBER } from '../../domain/people.ts';
import { personName } from '../../src/views/personName.ts';

test('a name written from right to left is isolated from the digits beside it', () => {
  expect(['Ann', 'Jānis', 'שלום כהן', 'محمد', FORMER_MEMBER].map(personName)).toEqual([
    'Ann',
    'Jānis',
    '\u2068שלום כהן\u2069',
    '\u2068محمد\u2069',
    'A former member',
  ]);
});
