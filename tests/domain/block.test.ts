import { expect, test } from 'vitest';
import { isBlank, readBlock } from '../../domain/block.ts';

const rowAlways = () => 'row' as const;

test('numbers are read as people write them; an empty one sets nothing, an empty text clears', () => {
  expect(
    readBlock(
      [
        ['', '1 234,50'],
        ['kg', '−2.5'],
        ['t', ''],
      ],
      'unit',
      rowAlways,
    ),
  ).toEqual({
    rows: [{ unit: '', quantity: '1234.5' }, { unit: 'kg', quantity: '-2.5' }, { unit: 't' }],
    refused: [],
  });
});

test.each(['1,234.50', '1.234,50', 'abc', '1e5', '--1', '0.1234567', '1000000000'])(
  'the quantity "%s" is refused, never guessed',
  (value) => {
    const { rows, refused } = readBlock([[value]], 'quantity', rowAlways);
    expect(rows).toEqual([{}]);
    expect(refused).toMatchObject([{ row: 0, column: 0, field: 'quantity', value }]);
  },
);

test('a section heading takes texts and no number but 0', () => {
  const block = [['Ground', '', '0', '1']];
  expect(readBlock(block, 'name', () => 'section').refused).toEqual([
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

test('a row that sets nothing but empty texts is blank', () => {
  expect([{}, { name: '', unit: '' }, { name: 'a' }, { quantity: '0' }].map(isBlank)).toEqual([true, true, false, false]);
});
