import { expect, test } from 'vitest';
import { offeredUnits } from '../../domain/units.ts';

const usual = [
  { name: 'm²', full_name: 'square metre' },
  { name: 'm', full_name: 'metre' },
  { name: 'gab.', full_name: 'gabals' },
];
const offered = (text: string) => offeredUnits(text, usual, ['kompl.', 'm', 'mh']).map(({ name }) => name);

test('the trade’s units come first in their own order, then others in use; a superscript is typed as a figure', () => {
  expect(offered('')).toEqual(['m²', 'm', 'gab.', 'kompl.', 'mh']);
  expect(offered('M')).toEqual(['m²', 'm', 'mh']);
  expect([offered('m2'), offered('gab'), offered('square'), offered('GABA'), offered('x')]).toEqual([
    ['m²'],
    ['gab.'],
    ['m²'],
    ['gab.'],
    [],
  ]);
});
