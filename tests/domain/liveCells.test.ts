import { expect, test } from 'vitest';
import { live } from '../../domain/workbook/liveCells.ts';

test('a formula is never longer than Excel accepts', () => {
  const cell = { number: '1.00', format: 'money' } as unknown as Parameters<typeof live>[0];
  const term = (length: number) => ({ text: '1'.repeat(length), double: 1 });
  const around = 'ROUND(,2)'.length;
  expect(live(cell, term(8_192 - around))).toHaveProperty('formula');
  expect(live(cell, term(8_193 - around))).toBe(cell);
});
