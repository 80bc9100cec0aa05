import { describe, expect, test } from 'vitest';
import { BLOCK_COLUMNS, BLOCK_FIELDS, BLOCK_ROWS } from '../../domain/blockShape.ts';
import {
  type BlockTable,
  carriedOn,
  cleared,
  filled,
  filledRight,
  firstRowSet,
  pasted,
  pastedBlock,
  seriesBlock,
} from '../../src/machines/blockEdit/asking.ts';

/** The row number, the seven fields, and one computed column. */
const fields = [undefined, ...BLOCK_FIELDS, undefined];
const [CODE, QUANTITY, LABOUR, COMPUTED] = [1, 4, 5, 8];
const cellOf = (row: number, col: number) => ({ top: row, bottom: row, left: col, right: col });
const table: BlockTable = {
  fields,
  numbers: 0,
  block: cellOf(2, QUANTITY),
  hasRange: false,
  hasPicked: false,
  rows: 20,
  isFrozen: false,
  isArranged: false,
};
const range = (top: number, bottom: number, left: number, right: number): BlockTable => ({
  ...table,
  block: { top, bottom, left, right },
  hasRange: true,
});
const lines = (count: number) => Array.from({ length: count }, () => '1').join('\n');

describe('a paste', () => {
  test('goes into the cells from the cursor on', () => {
    expect(pasted(table, '1\t2\n3\t4')).toEqual({
      asked: {
        kind: 'paste',
        top: 2,
        field: 'quantity',
        cells: [
          ['1', '2'],
          ['3', '4'],
        ],
        decimal: null,
      },
    });
  });

  test('is repeated only over a range that it divides evenly', () => {
    const twice = [['1'], ['2'], ['1'], ['2']];
    expect(pasted(range(2, 5, QUANTITY, QUANTITY), '1\n2')).toEqual({
      asked: { kind: 'paste', top: 2, field: 'quantity', cells: twice, decimal: null },
    });
    expect(pasted(range(2, 4, QUANTITY, QUANTITY), '1\n2')).toMatchObject({ asked: { cells: [['1'], ['2']] } });
    expect(pasted(range(2, 2, QUANTITY, LABOUR), '7')).toMatchObject({ asked: { cells: [['7', '7']] } });
  });

  test('of cells copied in this application has plain decimals', () => {
    expect(pasted(table, '1.234', true)).toMatchObject({ asked: { cells: [['1.234']], decimal: '.' } });
  });

  test('begins with the first field when the cursor is on the row numbers, and adds rows when it is in the empty last row', () => {
    expect(pasted({ ...table, block: cellOf(3, 0) }, 'x')).toMatchObject({ asked: { top: 3, field: 'code' } });
    expect(pasted({ ...table, rows: 0, block: cellOf(0, QUANTITY) }, 'x')).toMatchObject({ asked: { top: null, field: 'quantity' } });
    expect(pasted({ ...table, rows: 3, block: cellOf(3, QUANTITY) }, 'x')).toMatchObject({ asked: { top: null, field: 'quantity' } });
    expect(pasted({ ...table, rows: 0, fields: ['name', 'quantity'], numbers: -1, block: cellOf(0, 0) }, 'x')).toMatchObject({
      asked: { field: 'name' },
    });
  });

  test('is refused where it is not possible', () => {
    expect(pasted({ ...table, block: cellOf(0, COMPUTED) }, 'x')).toEqual({ problem: 'noColumn' });
    expect(pasted({ ...table, block: cellOf(0, COMPUTED), isFrozen: true }, 'x')).toEqual({ problem: 'frozen' });
    expect(pasted({ ...table, isArranged: true, block: cellOf(table.rows - 1, table.block.left) }, 'x\ny')).toEqual({
      problem: 'arranged',
    });
    expect(pasted({ ...table, isFrozen: true, hasPicked: true }, 'x')).toEqual({ problem: 'frozen' });
    expect(pasted({ ...table, hasPicked: true }, 'x')).toEqual({ problem: 'picked' });
    expect(pasted(table, lines(BLOCK_ROWS))).toHaveProperty('asked');
    expect(pasted(table, lines(BLOCK_ROWS + 1))).toEqual({ problem: 'tooLarge' });
    expect(pasted(table, Array.from({ length: BLOCK_COLUMNS + 1 }, () => '1').join('\t'))).toEqual({ problem: 'tooLarge' });
    // One pasted row fills every row of the range.
    expect(pasted(range(0, BLOCK_ROWS, QUANTITY, QUANTITY), '1')).toEqual({ problem: 'tooLarge' });
    expect(pasted(range(0, BLOCK_ROWS, QUANTITY, QUANTITY), '1\n2')).toMatchObject({ asked: { cells: [['1'], ['2']] } });
  });

  test('is selected afterwards, as far as the table has columns', () => {
    const asked = { kind: 'paste', top: 2, field: 'quantity', cells: [['1', '2'], ['3']], decimal: null } as const;
    expect(pastedBlock(table, asked)).toEqual({ top: 2, bottom: 3, left: QUANTITY, right: LABOUR });
    const wide = { ...asked, top: null, cells: [Array.from({ length: 9 }, () => '1')] };
    expect(pastedBlock(table, wide)).toEqual({ top: 20, bottom: 20, left: QUANTITY, right: fields.length - 1 });
    expect(pastedBlock(table, { ...asked, kind: 'clear' })).toBeNull();
  });
});

describe('clearing', () => {
  test('empties texts, and sets figures to 0', () => {
    const cells = Array.from({ length: 2 }, () => ['', '', '', '0', '0']);
    expect(cleared(range(1, 2, CODE, LABOUR))).toEqual({ asked: { kind: 'clear', top: 1, field: 'code', cells, decimal: '.' } });
  });
  test('does nothing where no cell can be set, and is refused where none may be set', () => {
    expect(cleared({ ...table, block: cellOf(0, COMPUTED), isFrozen: true })).toBeNull();
    expect(cleared({ ...table, rows: 0 })).toBeNull();
    expect(cleared({ ...table, isFrozen: true })).toEqual({ problem: 'frozen' });
    expect(cleared({ ...table, hasPicked: true })).toEqual({ problem: 'picked' });
    expect(cleared(range(0, BLOCK_ROWS, QUANTITY, QUANTITY))).toEqual({ problem: 'tooLarge' });
  });
});

describe('filling down', () => {
  test('copies the first row of the range, or for a single row the row above it', () => {
    expect(filled(range(1, 3, QUANTITY, COMPUTED))).toMatchObject({
      asked: { kind: 'fill', top: 1, bottom: 3, fields: BLOCK_FIELDS.slice(3) },
    });
    expect(filled(table)).toEqual({ asked: { kind: 'fill', top: 1, bottom: 2, fields: ['quantity'] } });
  });
  test('does nothing in the first row, in an empty list and in computed cells, and is refused where nothing may be set', () => {
    expect(filled({ ...table, block: cellOf(0, QUANTITY) })).toBeNull();
    expect(filled({ ...table, rows: 0 })).toBeNull();
    expect(filled(range(1, 2, COMPUTED, COMPUTED))).toBeNull();
    expect(filled({ ...table, isFrozen: true })).toEqual({ problem: 'frozen' });
    expect(filled({ ...range(0, BLOCK_ROWS - 1, QUANTITY, QUANTITY), rows: BLOCK_ROWS })).toHaveProperty('asked');
    expect(filled({ ...range(0, BLOCK_ROWS, QUANTITY, QUANTITY), rows: BLOCK_ROWS + 1 })).toEqual({ problem: 'tooLarge' });
  });
});

describe('in a table whose columns are hidden and moved', () => {
  // Number, quantity, name, a computed one, labour: without code, unit, materials and tools.
  const moved: BlockTable = { ...table, fields: [undefined, 'quantity', 'name', undefined, 'unit_labour'] };
  const inRow = (left: number, right = left): BlockTable => ({
    ...moved,
    block: { top: 2, bottom: 2, left, right },
    hasRange: left !== right,
  });

  test('a paste goes into the columns shown, in their order, and skips computed ones', () => {
    expect(pasted(inRow(1), '1\tSand\tx\t5')).toMatchObject({
      asked: { field: 'quantity', fields: ['quantity', 'name', null, 'unit_labour'], cells: [['1', 'Sand', 'x', '5']] },
    });
    expect(pasted(inRow(0), '1')).toMatchObject({ asked: { field: 'quantity' } });
    expect(pasted(inRow(4), '5')).toMatchObject({ asked: { field: 'unit_labour', fields: ['unit_labour'] } });
    expect(pasted(inRow(1, 4), '7')).toMatchObject({ asked: { cells: [['7', '7', '7', '7']] } });
  });

  test('clearing and filling set only the selected columns', () => {
    expect(cleared(inRow(1, 2))).toMatchObject({ asked: { fields: ['quantity', 'name'], cells: [['0', '']] } });
    expect(cleared(inRow(2, 4))).toMatchObject({ asked: { fields: ['name', 'unit_labour'], cells: [['', '0']] } });
    expect(filled(inRow(1, 4))).toMatchObject({ asked: { fields: ['quantity', 'name', 'unit_labour'] } });
    expect(pastedBlock(moved, { kind: 'paste', top: 2, field: 'name', cells: [['a', 'b', '1']], decimal: null })).toMatchObject({
      left: 2,
      right: 4,
    });
  });
});

describe('a fill to the right', () => {
  test('copies the first selected column, or for a single column the column to its left', () => {
    const due = { kind: 'fillRight', top: 2, bottom: 3, fields: ['quantity', 'unit_labour'] };
    expect(filledRight(range(2, 3, QUANTITY, LABOUR))).toEqual({ asked: due });
    expect(filledRight(range(2, 3, LABOUR, LABOUR))).toEqual({ asked: due });
  });

  test('does nothing where there is nothing to fill', () => {
    expect(filledRight(range(2, 3, CODE, CODE))).toBeNull();
    expect(filledRight(range(2, 3, COMPUTED, COMPUTED))).toBeNull();
    expect(filledRight({ ...table, rows: 2 })).toBeNull();
    expect(filledRight({ ...range(2, 3, QUANTITY, LABOUR), isFrozen: true })).toEqual({ problem: 'frozen' });
    expect(filledRight({ ...range(0, BLOCK_ROWS, QUANTITY, LABOUR), rows: 2 * BLOCK_ROWS })).toEqual({ problem: 'tooLarge' });
  });
});

describe('a series', () => {
  const block = { top: 2, bottom: 3, left: QUANTITY, right: LABOUR };
  const fieldsOf = ['quantity', 'unit_labour'];

  test('continues the selected rows down or up, or to the end of their section', () => {
    expect(carriedOn(table, block, 9)).toEqual({ asked: { kind: 'series', source: { top: 2, bottom: 3 }, to: 9, fields: fieldsOf } });
    expect(carriedOn(table, block, null)).toMatchObject({ asked: { to: null } });
    expect(carriedOn(table, { ...block, left: COMPUTED, right: COMPUTED }, 9)).toBeNull();
    expect(carriedOn({ ...table, isFrozen: true }, block, 9)).toEqual({ problem: 'frozen' });
    expect(carriedOn({ ...table, rows: 30_000 }, block, BLOCK_ROWS + 4)).toEqual({ problem: 'tooLarge' });
  });

  test('is selected afterwards together with the cells it began with', () => {
    const asked = { kind: 'series', source: { top: 2, bottom: 3 }, to: 0, fields: ['quantity', 'unit_labour'] } as const;
    expect(seriesBlock(table, asked, 0)).toEqual({ top: 0, bottom: 3, left: QUANTITY, right: LABOUR });
    expect(seriesBlock(table, asked, undefined)).toBeNull();
    expect([firstRowSet(asked, 20), firstRowSet({ ...asked, to: null }, 20), firstRowSet(null, 20)]).toEqual([0, 4, 0]);
    expect(firstRowSet({ kind: 'fill', top: 2, bottom: 4, fields: ['code'] }, 20)).toBe(3);
    expect(firstRowSet({ kind: 'paste', top: null, field: 'code', cells: [['1']], decimal: null }, 20)).toBe(20);
  });
});
