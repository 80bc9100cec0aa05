import { expect, test } from 'vitest';
import { isBlank, readBlock } from '../../domain/block.ts';
import { doubtfulNumber, markMeaning } from '../../domain/blockNumbers.ts';
import { columnsFrom } from '../../domain/blockShape.ts';

const rowAlways = () => 'row' as const;

test('numbers are read as people write them; an empty number sets nothing, an empty text clears its cell', () => {
  expect(
    readBlock(
      [
        ['', '1 234,50'],
        ['kg', '−2.5'],
        ['t', ''],
      ],
      columnsFrom('unit'),
      rowAlways,
    ),
  ).toEqual({
    rows: [{ unit: '', quantity: '1234.5' }, { unit: 'kg', quantity: '-2.5' }, { unit: 't' }],
    refused: [],
  });
});

test.each(['1,240', 'abc', '1e5', '--1', '0.1234567', '1000000000'])('the quantity "%s" is refused, never guessed', (value) => {
  const { rows, refused } = readBlock([[value]], columnsFrom('quantity'), rowAlways);
  expect(rows).toEqual([{}]);
  expect(refused).toMatchObject([{ row: 0, column: 0, field: 'quantity', value }]);
});

test('a section heading takes texts, and no number other than 0', () => {
  const block = [['Ground', '', '0', '1']];
  expect(readBlock(block, columnsFrom('name'), () => 'section').refused).toEqual([
    {
      row: 0,
      column: 3,
      field: 'unit_labour',
      value: '1',
      description: 'A section heading has no numbers',
      code: 'heading_has_no_numbers',
    },
  ]);
});

test('a heading ignores an empty number and 0, and refuses any other', () => {
  const { rows } = readBlock([['Ground', '', '0', '1']], columnsFrom('name'), () => 'section');
  expect(rows).toEqual([{ name: 'Ground', unit: '' }]);
  const kinds = readBlock([['1'], ['1']], columnsFrom('quantity'), (row) => (row === 0 ? 'section' : 'row'));
  expect([kinds.rows, kinds.refused.map(({ row }) => row)]).toEqual([[{}, { quantity: '1' }], [0]]);
});

test('texts are trimmed and limited in length, numbers are held to the bounds of their column', () => {
  const long = 'x'.repeat(50);
  expect(readBlock([[` ${long} `], [`${long}x`]], columnsFrom('unit'), rowAlways)).toMatchObject({
    rows: [{ unit: long }, {}],
    refused: [{ row: 1, column: 0, field: 'unit', code: 'too_long', params: { count: 50 } }],
  });
  const { rows, refused } = readBlock([['1000000000', '1000000000', '1000000000000']], columnsFrom('quantity'), rowAlways);
  expect([rows, refused.map(({ column, field, code }) => [column, field, code])]).toEqual([
    [{ unit_labour: '1000000000' }],
    [
      [0, 'quantity', 'number_too_large'],
      [2, 'unit_materials', 'number_too_large'],
    ],
  ]);
});

test('cells over computed columns are ignored, and cells beyond the columns are refused unless they are blank', () => {
  const workedOut = ['2', '3', '4', '5', '6'];
  const { rows, refused } = readBlock([['1', ...workedOut, 'x', ' ', 'y']], columnsFrom('unit_tools'), rowAlways);
  expect(rows).toEqual([{ unit_tools: '1' }]);
  expect(refused.map(({ row, column, field, value, code }) => [row, column, field, value, code])).toEqual([
    [0, 6, '', 'x', 'no_column_for_cell'],
    [0, 8, '', 'y', 'no_column_for_cell'],
  ]);
});

test('a row that sets nothing but empty texts is blank', () => {
  expect([{}, { name: '', unit: '' }, { name: 'a' }, { quantity: '0' }].map(isBlank)).toEqual([true, true, false, false]);
});

test('the decimal mark is decided by the column, as in an import', () => {
  const quantities = (cells: readonly string[], decimal?: '.' | ',') =>
    readBlock(
      cells.map((cell) => [cell]),
      columnsFrom('quantity'),
      rowAlways,
      decimal ?? null,
    ).rows.map(({ quantity }) => quantity ?? null);
  expect(quantities(['1.240,50', '1,240', '2.500'])).toEqual(['1240.5', '1.24', '2500']);
  expect(quantities(['1,240.50', '1,240', '2.500'])).toEqual(['1240.5', '1240', '2.5']);
  expect(quantities(['1 240,50', '€ 3', '(4)'])).toEqual(['1240.5', '3', '-4']);
  expect([quantities(['1,240'], ','), quantities(['1,240'], '.'), quantities(['1.240'])]).toEqual([['1.24'], ['1240'], ['1.24']]);
});

test('a number that may mean thousands or decimals is named with both readings, and refused until somebody says which', () => {
  expect(doubtfulNumber([['Sand', '1,240']], columnsFrom('unit'))).toEqual({ text: '1,240', thousands: '1240', decimals: '1.24' });
  expect(doubtfulNumber([['1,240'], ['1,5']], columnsFrom('quantity'))).toBeNull();
  expect(doubtfulNumber([['1,240', '2.500']], columnsFrom('name'))).toBeNull();
  expect([markMeaning('1,240', 'thousands'), markMeaning('1,240', 'decimals'), markMeaning('1.240', 'thousands')]).toEqual(['.', ',', ',']);
  expect(readBlock([['1,240']], columnsFrom('quantity'), rowAlways).refused).toMatchObject([{ code: 'cell_ambiguous' }]);
});

test.each(['100\n200', '12 5', '1 2', '1\t000'])('"%s" is not a number', (value) => {
  expect(readBlock([[value]], columnsFrom('quantity'), rowAlways).refused).toMatchObject([{ code: 'not_number' }]);
});

test('a formula is worked out and kept with its row', () => {
  const { rows, refused } = readBlock([['=12*3,5', '=1/0', '2']], columnsFrom('quantity'), rowAlways);
  expect(rows).toEqual([{ quantity: '42', unit_materials: '2', formulas: { quantity: '12*3.5' } }]);
  expect(refused).toMatchObject([{ field: 'unit_labour', code: 'formula_divides_by_zero' }]);
});

test('a block is read over the columns it names; an unnamed column is ignored, and cells beyond the columns are refused', () => {
  const { rows, refused } = readBlock([['1,5', 'x', 'Sand', 'y']], ['quantity', null, 'name'], rowAlways);
  expect(rows).toEqual([{ quantity: '1.5', name: 'Sand' }]);
  expect(refused).toMatchObject([{ row: 0, column: 3, value: 'y', field: '' }]);
  expect(doubtfulNumber([['Sand', '1,240']], ['name', 'quantity'])).toMatchObject({ text: '1,240' });
  expect(doubtfulNumber([['1,240', 'Sand']], [null, 'name'])).toBeNull();
});
