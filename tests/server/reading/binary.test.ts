import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { LIMITS } from '../../../server/imports/reading/limits.ts';
import { fileOf, listsOf } from './workbooks.ts';

const HEADER = ['Description', 'Unit', 'Quantity', 'Rate'];
/** The line below so many that only rows with values may fill. */
const FAR_DOWN = LIMITS.rows + 400;

test('rows of an .xlsb far below blank lines are read, and so is its other sheet', async () => {
  const works = XLSX.utils.aoa_to_sheet([HEADER, ['Trench', 'm3', 2, 10]], { dense: true });
  XLSX.utils.sheet_add_aoa(works, [['Brick wall', 'm2', 3, 20]], { origin: { r: FAR_DOWN - 1, c: 0 } });
  const roof = XLSX.utils.aoa_to_sheet([HEADER, ['Tiles', 'm2', 4, 5]], { dense: true });
  const book = { SheetNames: ['Works', 'Roof'], Sheets: { Works: works, Roof: roof } };
  const lists = await listsOf(fileOf(XLSX.write(book, { type: 'buffer', bookType: 'xlsb' }) as Buffer, 'works.xlsb'));
  expect(lists.map(({ title, rows }) => [title, rows.map(({ name, sheet_row_index }) => [name, sheet_row_index])])).toEqual([
    [
      'Works',
      [
        ['Trench', 2],
        ['Brick wall', FAR_DOWN],
      ],
    ],
    ['Roof', [['Tiles', 2]]],
  ]);
});
