import { expect, test } from 'vitest';
import type { Carried } from '../../domain/api/contractShapes.ts';
import { beforeFrom } from '../../domain/carriedBefore.ts';
import { contractToDate } from '../../domain/contractToDate.ts';
import { likeness, longestWord } from '../../domain/likeness.ts';

const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
const valued = (total: string) => ({ costs: amounts(total), net: amounts(total), gross: amounts(total) });
const carrying = (from: number, before: string, carried: string, settled: string, revaluation: string): Carried => ({
  from: { id: from, number: from, name: '' },
  into: { id: from + 1, number: from + 1, name: '' },
  at: '2026-11-01T00:00:00.000Z',
  by: 'Ann',
  before: valued(before),
  carried: valued(carried),
  settled: valued(settled),
  revaluation: valued(revaluation),
  settled_rows: 1,
});
/** 1,000.00 done under version 1, then 300.00 under version 2, 50.00 so far under version 3. */
const CHAIN = [carrying(1, '1000.00', '900.00', '150.00', '50.00'), carrying(2, '1200.00', '1100.00', '80.00', '-20.00')];

test('a contract over three versions adds up by its parts, and by its history', () => {
  const whole = contractToDate(CHAIN, '1150.00');
  expect(whole).toMatchObject({ balance: '1150.00', toDate: '1380.00', doneSince: '50.00', revaluation: '30.00' });
  expect(whole?.settled.map(({ amount }) => amount)).toEqual(['150.00', '80.00']);
  expect(whole?.done.map(({ amount, revaluation }) => [amount, revaluation])).toEqual([
    ['1000.00', '50.00'],
    ['300.00', '-20.00'],
  ]);
  const cents = (text: string) => Math.round(Number(text) * 100);
  const came = (whole?.done ?? []).reduce((sum, { amount, revaluation }) => sum + cents(amount) + cents(revaluation), 0);
  expect(came + cents(whole?.doneSince ?? '')).toBe(cents(whole?.toDate ?? ''));
  expect(contractToDate([], '1.00')).toBeNull();
});

test('work done before names the version it comes from, alone or with its own acts', () => {
  expect(beforeFrom([], '5.00')).toBeNull();
  expect(beforeFrom(CHAIN, '1100.00')).toEqual({ number: 2, whole: true });
  expect(beforeFrom(CHAIN, '1150.00')).toEqual({ number: 2, whole: false });
});

test('two rows are more alike the more of words, code, unit, place and numbers they share', () => {
  const row = { list_title: 'Roof', code: '1.2', name: 'Clay tiles, red', unit: 'm2', quantity: '10', unit_total: '20' };
  const by = (change: Partial<typeof row>) => likeness(row, { ...row, ...change });
  expect(by({})).toBe(10);
  expect(by({ name: 'Red clay  TILES' })).toBe(10);
  expect(by({ name: 'Concrete' })).toBe(5);
  expect(by({ code: '' })).toBe(8);
  expect(by({ quantity: '5', unit_total: '40' })).toBe(9.5);
  expect(by({ quantity: '-10' })).toBe(9.5);
  expect(longestWord('Clay tiles, red')).toBe('tiles');
  expect(longestWord('—')).toBe('');
});
