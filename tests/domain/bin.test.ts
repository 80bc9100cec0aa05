import { expect, test } from 'vitest';
import { BIN_DAYS, daysLeft } from '../../domain/bin.ts';

const DAY = 86_400_000;
const deleted = '2026-11-21T10:00:00.000Z';
const after = (days: number) => daysLeft(deleted, Date.parse(deleted) + days * DAY);

test('a deleted project is kept for 30 days: a begun day counts as a whole one, and the days left never fall below 0', () => {
  expect([0, 0.5, 1, 29, 29.9, 30, 45].map(after)).toEqual([BIN_DAYS, 30, 29, 1, 1, 0, 0]);
});
