import { expect, test } from 'vitest';
import { fileOf, inShort, listsOf } from './workbooks.ts';

const read = (...records: readonly string[]) => listsOf(fileOf(['~V|Programa|FIEBDC-3/2016|', ...records].join('\r\n'), 'budget.bc3'));
const WALL = '~C|E01|m2|Wall|24.50|010126|3|';
const TAP = '~C|E02|ud|Tap|30|010126|3|';

test('parts that come later in a record of their own are added to those of the concept', async () => {
  const [list] = await read(
    '~C|W##||Works|305|',
    '~D|W##|01#\\1\\1\\|',
    '~C|01#||House|305|',
    '~D|01#|E01\\1\\10\\|',
    '~Y|01#|E02\\1\\2\\|',
    WALL,
    TAP,
  );
  expect(list && inShort(list)).toEqual([
    ['row', 'Wall', 10, 0, 24.5, 0],
    ['row', 'Tap', 2, 0, 30, 0],
  ]);
});

test('a record that states the parts of a concept again replaces them', async () => {
  const [list] = await read(
    '~C|W##||Works|60|',
    '~D|W##|01#\\1\\1\\|',
    '~C|01#||House|60|',
    '~D|01#|E01\\1\\10\\|',
    '~D|01#|E02\\1\\2\\|',
    WALL,
    TAP,
  );
  expect(list && inShort(list)).toEqual([['row', 'Tap', 2, 0, 30, 0]]);
});

test('a budget without chapters states its total once', async () => {
  const lists = await read('~C|W##||Works|305|', '~D|W##|E01\\1\\10\\E02\\1\\2\\|', WALL, TAP);
  expect(lists.map(({ title, totals }) => [title, totals.map(({ of, stated }) => [of, stated])])).toEqual([
    ['Works', [['list', '305.00']]],
  ]);
});

test('what a price holds beyond its labour, machinery and materials is materials, and that is said', async () => {
  const made = (cement: string) =>
    read(
      '~C|W##||Works|100|',
      '~D|W##|01#\\1\\1\\|',
      '~C|01#||House|100|',
      '~D|01#|E01\\1\\1\\|',
      '~C|E01|m2|Wall|100|010126|0|',
      '~D|E01|MO\\1\\2\\MT\\1\\5\\|',
      '~C|MO|h|Mason|15|010126|1|',
      `~C|MT|kg|Cement|${cement}|010126|3|`,
    );
  const [[rest], [whole]] = [await made('10'), await made('14')];
  expect(rest && inShort(rest)).toEqual([['row', 'Wall', 1, 30, 70, 0]]);
  expect(whole && inShort(whole)).toEqual([['row', 'Wall', 1, 30, 70, 0]]);
  expect([rest, whole].map((list) => list?.notices.map(({ code }) => code))).toEqual([['rest_as_materials'], []]);
});
