import { expect, test } from 'vitest';
import { MAX_WINDOW } from '../../domain/api/limits.ts';
import { everyWindow, rowsBetween } from '../../src/compose/calls/rowsBetween.ts';

const { signal } = new AbortController();

/** A list of so many rows, each its own index, and the windows that were read of it. */
function list(total: number) {
  const asked: (readonly [number, number])[] = [];
  const read = async ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
    asked.push([offset, limit]);
    return { rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at), total };
  };
  return { asked, read };
}
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

test.each([
  ['one row', 7, 7, [[7, 1]]],
  ['one window', 0, MAX_WINDOW - 1, [[0, MAX_WINDOW]]],
  [
    'one row more than a window',
    3,
    MAX_WINDOW + 3,
    [
      [3, MAX_WINDOW],
      [MAX_WINDOW + 3, 1],
    ],
  ],
])('%s is read with as many calls as it needs, and no row beyond', async (_, first, last, windows) => {
  const { asked, read } = list(10_000);
  const reported: number[] = [];
  expect(await rowsBetween(read, first, last, signal, (count) => reported.push(count))).toEqual(from(first, last));
  expect([asked, reported.at(-1)]).toEqual([windows, last - first + 1]);
});

test('rows of a later window that arrives first are in their place', async () => {
  const { read } = list(10_000);
  const first = Promise.withResolvers<void>();
  const rows = rowsBetween(
    async (window) => {
      if (window.offset === 0) await first.promise;
      else first.resolve();
      return read(window);
    },
    0,
    MAX_WINDOW + 1,
    signal,
  );
  expect(await rows).toEqual(from(0, MAX_WINDOW + 1));
});

test.each([
  [0, []],
  [1, []],
  [MAX_WINDOW, []],
  [MAX_WINDOW + 1, [MAX_WINDOW / (MAX_WINDOW + 1), 1]],
])('of a list of %i rows every one is read once, and its progress reported while any are left', async (total, progress) => {
  const { asked, read } = list(total);
  const [taken, reported]: [number[], number[]] = [[], []];
  await everyWindow(
    read,
    signal,
    (share) => reported.push(share),
    (offset, rows) => {
      expect(rows[0] ?? offset).toBe(offset);
      taken.push(...rows);
    },
  );
  expect([taken, reported]).toEqual([from(0, total - 1), progress]);
  expect(asked).toEqual([[0, MAX_WINDOW], ...(total > MAX_WINDOW ? [[MAX_WINDOW, total - MAX_WINDOW]] : [])]);
});
