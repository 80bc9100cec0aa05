import { expect, test } from 'vitest';
import type { Row } from '../../domain/api/shapes.ts';
import { type CopiedColumn, joined, partOf } from '../../src/machines/blockEdit/copied.ts';

const NAME: CopiedColumn = { id: 'name', copied: ({ name }) => name };
const named = (...names: readonly string[]) => names.map((name) => ({ name }) as unknown as Row);

test('a copy made in parts equals a copy of all its rows, also where the last part has one row', () => {
  const whole = joined([partOf(named('Sand', 'Gravel', 'Kerb'), [NAME], true)]);
  expect(joined([partOf(named('Sand', 'Gravel'), [NAME], false), partOf(named('Kerb'), [NAME], false)])).toEqual(whole);
  expect(whole.text).toBe('Sand\r\nGravel\r\nKerb\r\n');
});

test('a single cell is copied without a line end', () => {
  expect(joined([partOf(named('12\t"a"'), [NAME], true)]).text).toBe('12\t"a"');
});
