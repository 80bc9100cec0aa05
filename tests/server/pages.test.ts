/** Many rows are read in pages: each row once, in order, whatever the sizes of their lists. */
import { expect, test } from 'vitest';
import { type Cells, inPages, type Page } from '../../server/db/pages.ts';

async function read(counts: readonly number[]) {
  const lists = counts.map((count, at) => ({ id: at + 1, count }));
  const all = lists.map(({ id, count }) => Array.from({ length: count }, (_, at): Cells => [id * 100_000 + at, Math.floor(at / 3)]));
  const asked: Page[] = [];
  const pages = await inPages(lists, async (page) => {
    asked.push(page);
    const rows = page.lists.flatMap((id) => all[id - 1] ?? []);
    const behind = rows.filter(([id, order]) => order > page.order || (order === page.order && id > page.id));
    return behind.slice(0, page.most ?? rows.length);
  });
  expect(pages.flat()).toEqual(all.flat());
  expect(Math.max(...pages.map(({ length }) => length), 0)).toBeLessThanOrEqual(4_096);
  return asked.length;
}

test('lists share a page as long as they fill it together, and a longer list has pages of its own', async () => {
  expect(await read([])).toBe(0);
  expect(await read([0])).toBe(1);
  expect(await read([1, 0, 2, 3])).toBe(1);
  expect(await read([4_000, 96, 1])).toBe(2);
  expect(await read([4_095, 2])).toBe(2);
  expect(await read([10, 10_000, 10])).toBe(5);
});

test('a list that fills its pages exactly is asked for one more page', async () => {
  expect(await read([8_192])).toBe(3);
});
