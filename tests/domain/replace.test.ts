import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacer } from '../../domain/replace.ts';

const ROW = {
  kind: 'row',
  code: '',
  name: '',
  unit: '',
  quantity: '1',
  unit_labour: '0',
  unit_materials: '0',
  unit_tools: '0',
} as const;

const SIGNS = '-/\\.*+?^${}()|[]&#~@:,=<>!"%\'`;_ ';

test('a text is replaced literally, whatever characters it contains', () => {
  const character = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.constantFrom(...SIGNS));
  const text = fc.string({ minLength: 1, unit: character }).filter((sought) => !sought.includes('§'));
  fc.assert(
    fc.property(text, fc.string(), (sought, by) => {
      const { name } = replacer({ text: sought, by })({ ...ROW, name: `§${sought}§` });
      expect(name).toBe(by === sought ? undefined : `§${by}§`);
    }),
  );
});

test.each([
  ['G-1', 'KS-G-1 and g-1', 'KS-H and H'],
  ['m/2', 'm/2', 'H'],
  ['C++', 'C++ c++ C+', 'H H C+'],
])('%s is found literally, ignoring case', (text, name, after) => {
  expect(replacer({ text, by: 'H' })({ ...ROW, name })).toEqual({ name: after });
});
