import { expect, test } from 'vitest';
import { fileOf, inShort, listsOf } from './workbooks.ts';

const read = (...records: readonly string[]) => listsOf(fileOf(['~V|Programa|FIEBDC-3/2016|', ...records].join('\r\n'), 'budget.bc3'));
const WALL = '~C|E01|m2|Wall|24.50|010126|3|';
const TAP = '~C|E02|ud|Tap|30|010126|3|';

test('parts in a later additional record are added to those of the concept', async () => {
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

test('the part of a price beyond its labour, machinery and materials counts as materials, with a notice', async () => {
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

test('a work that appears twice in a chapter has the quantity measured at its place', async () => {
  const works = ['~C|W##||Works||', '~D|W##|01#\\1\\1\\|', '~C|01#||House||', '~D|01#|E01\\1\\10\\E01\\1\\50\\E02\\1\\7\\|', WALL, TAP];
  const measured = (...measures: readonly string[]) =>
    read(...works, ...measures).then(([list]) => list?.rows.map(({ quantity }) => Number(quantity)));
  expect(await measured('~M|01#\\E01|1\\1\\|11|', '~M|01#\\E01|1\\2\\|51|', '~M|01#\\E02|1\\3\\|8|')).toEqual([11, 51, 8]);
  expect(await measured('~M|01#\\E01|1\\2|51|')).toEqual([10, 51, 7]);
  expect(await measured('~M|01#\\E02||8|')).toEqual([10, 50, 8]);
  expect(await measured('~M|01#\\E02|9\\9\\|8|')).toEqual([10, 50, 8]);
});

test('a chapter counted several times multiplies its quantities, with a notice', async () => {
  const [list] = await read(
    '~C|W##||Works|1470|',
    '~D|W##|01#\\2\\1.5\\|',
    '~C|01#||House|490|',
    '~D|01#|E01\\1\\10\\02#\\1\\3\\03#\\1\\0\\|',
    '~C|02#||Roof|60|',
    '~D|02#|E02\\1\\2\\|',
    '~C|03#||Yard|65|',
    '~D|03#|E02\\1\\2.166667\\|',
    WALL,
    TAP,
  );
  expect(list && inShort(list)).toEqual([
    ['row', 'Wall', 30, 0, 24.5, 0],
    ['section', 'Roof'],
    ['row', 'Tap', 18, 0, 30, 0],
    ['section', 'Yard'],
    ['row', 'Tap', 6.500001, 0, 30, 0],
  ]);
  expect(list?.totals.map(({ of, stated, ours }) => [of, stated, ours])).toEqual([
    ['list', '1470.00', '1470.00'],
    ['summary', '1470.00', '1470.00'],
  ]);
  expect(list?.notices.map(({ code }) => code)).toContain('list_multiplied');
});

test('chapters of a file without a root are all read', async () => {
  const lists = await read('~C|01#||House|245|', '~D|01#|E01\\1\\10\\|', '~C|02#||Yard|60|', '~D|02#|E02\\1\\2\\|', WALL, TAP);
  expect(lists.map((list) => [list.title, list.hidden, ...inShort(list)])).toEqual([
    ['House', false, ['row', 'Wall', 10, 0, 24.5, 0]],
    ['Yard', false, ['row', 'Tap', 2, 0, 30, 0]],
  ]);
});

test('a chapter that the root does not hold is offered and not taken', async () => {
  const house = ['~C|W##||Works|245|', '~D|W##|01#\\1\\1\\|', '~C|01#||House|245|', '~D|01#|E01\\1\\10\\|'];
  const lists = await read(...house, '~C|02#||Yard|60|', '~D|02#|E02\\1\\2\\|', WALL, TAP);
  expect(lists.map(({ title, hidden }) => [title, hidden])).toEqual([
    ['House', false],
    ['Yard', true],
  ]);
  expect(lists[0]?.totals.every(({ stated, ours }) => stated === ours)).toBe(true);
});

test.each([
  ['a word', 'x'],
  ['a decimal comma', '1,5'],
  ['four hundred digits', '9'.repeat(400)],
])('a quantity of %s is an error of its cell, once or many times', async (_, quantity) => {
  const errorsOf = async (times: string) => {
    const [list] = await read(
      '~C|W##||Works||',
      `~D|W##|01#\\1\\${times}\\|`,
      '~C|01#||House||',
      `~D|01#|E01\\1\\${quantity}\\E02\\1\\2\\|`,
      WALL,
      TAP,
    );
    return list?.rows.map(({ errors }) => errors.map(({ field }) => field));
  };
  expect([await errorsOf('1'), await errorsOf('3')]).toEqual([
    [['quantity'], []],
    [['quantity'], []],
  ]);
});

test('a quantity with more than a hundred digits is none', async () => {
  const root = ['~C|W##||Works|30|', '~D|W##|01#\\1\\1\\|', '~C|01#||House|30|'];
  const [list] = await read(...root, `~D|01#|E01\\1\\${'0'.repeat(100)}5\\E02\\1\\1\\|`, WALL, TAP);
  expect(list && inShort(list)).toEqual([
    ['row', 'Wall', null, 0, 24.5, 0],
    ['row', 'Tap', 1, 0, 30, 0],
  ]);
});

test('a percent that is not a number is named in a notice', async () => {
  const [list] = await read('~K||0\\13\\6,5\\\\21|', '~C|W##||Works||', '~D|W##|E01\\1\\10\\|', WALL);
  expect(list?.percentLines.map(({ name, percent_total }) => [name, percent_total])).toEqual([
    ['Gastos generales', '13'],
    ['IVA', '21'],
  ]);
  expect(list?.notices).toContainEqual(expect.objectContaining({ params: { name: 'Beneficio industrial', percent: '6,5' } }));
});
