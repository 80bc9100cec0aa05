import { afterEach, expect, test, vi } from 'vitest';
import { newUuid } from '../../src/compose/calls/newUuid.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

/** Ids as one page makes them from when it is loaded. */
async function idsOfPage(count: number): Promise<readonly number[]> {
  vi.resetModules();
  const { idHere } = await import('../../src/compose/calls/idHere.ts');
  return Array.from({ length: count }, idHere);
}

test('local ids are negative whole numbers, unique across the page, later visits and other tabs', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.123Z') });
  const ids = await idsOfPage(300);
  expect(ids.every((id) => Number.isSafeInteger(id) && id < 0)).toBe(true);
  vi.setSystemTime(new Date('2026-11-26T10:00:00.125Z'));
  expect(new Set([...ids, ...(await idsOfPage(300))]).size).toBe(600);
  // Two tabs opened in one millisecond begin alike once in a thousand times, ten never.
  const tabs: number[] = [];
  for (let tab = 0; tab < 10; tab += 1) tabs.push(...(await idsOfPage(1)));
  expect(new Set(tabs).size).toBeGreaterThan(1);
});

test('the key of an answer is a random UUID of version 4', () => {
  const keys = Array.from({ length: 100 }, newUuid);
  expect(keys.filter((key) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(100);
});
