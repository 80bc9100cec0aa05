import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockCells, blockTable, blockText, tableRows, tiled } from '../../domain/blockText.ts';

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ',', ' ', '1') }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '1234.5', '12" pipe', '"', '""'),
);
const cells = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

test('a block reads back as it was written', () => {
  fc.assert(
    fc.property(cells, (block) => {
      expect(blockCells(blockText(block))).toEqual(block);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['one cell', '1 234,50', [['1 234,50']]],
  ['nothing', '', [['']]],
  [
    'no line end after the last row',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['an empty last row', 'a\r\n\r\n', [['a'], ['']]],
  ['a line break and a quote in a cell', '"Gravel,\n""washed"""\tm³\r\n', [['Gravel,\n"washed"', 'm³']]],
  ['inches', '12" pipe\t"3/4" pipe', [['12" pipe', '"3/4" pipe']]],
  ['a quote that nothing closes', '"open\tm', [['"open', 'm']]],
])('%s', (_, text, block) => expect(blockCells(text)).toEqual(block));

test('a figure carries its number as an attribute, and markup in a cell is escaped', () => {
  expect(tableRows([['<b>&"', '1234.5']], (column) => column === 1)).toBe(
    '<tr><td>&lt;b&gt;&amp;&quot;</td><td x:num="1234.5" sdval="1234.5">1234.5</td></tr>',
  );
  expect(
    blockTable(
      tableRows(
        [
          ['1', 'a\r\nb\nc'],
          ['', '"2"'],
        ],
        (column) => column === 0,
      ),
    ),
  ).toBe(
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>' +
      '<tr><td x:num="1" sdval="1">1</td><td>a<br>b<br>c</td></tr><tr><td></td><td>&quot;2&quot;</td></tr></table></body></html>',
  );
});

test('a block fills a range it fits into, and no other', () => {
  expect(tiled([['7']], 2, 3)).toEqual([
    ['7', '7', '7'],
    ['7', '7', '7'],
  ]);
  expect(tiled([['a'], ['b']], 4, 1)).toEqual([['a'], ['b'], ['a'], ['b']]);
  expect(tiled([['a'], ['b']], 3, 1)).toEqual([['a'], ['b']]);
  expect(tiled([['a'], ['b', 'c']], 4, 2)).toEqual([['a'], ['b', 'c']]);
  expect(tiled([['a', 'b']], 2, 3)).toEqual([['a', 'b']]);
  expect(tiled([['a', 'b']], 1, 4)).toEqual([['a', 'b', 'a', 'b']]);
  expect(tiled([[]], 2, 2)).toEqual([[]]);
});
