import { expect, test } from 'vitest';
import { LIMITS } from '../../../server/imports/reading/limits.ts';
import { TableReader } from '../../../server/imports/reading/opendocument/table.ts';
import { Tally } from '../../../server/imports/reading/tally.ts';
import { ods, odsNumber, odsRow, odsText } from './lookAlikes.ts';
import { fileOf, inShort, listsOf, recognized } from './workbooks.ts';

const HEADER = odsRow(...['Description', 'Unit', 'Quantity', 'Remark', 'Rate', 'Amount'].map((text) => odsText(text)));
const ROW = odsRow(odsText('Wall'), odsText('m2'), odsNumber('2'), odsText('by hand'), odsNumber('3'), odsNumber('6'));
const read = async (columns: string) =>
  listsOf(fileOf(ods(`<table:table table:name="Works" table:style-name="ta1">${columns}${HEADER}${ROW}</table:table>`), 'works.ods'));

test('hidden columns are left out, also several at once after repeated ones', async () => {
  const hidden = '<table:table-column table:visibility="collapse"/>';
  const [list] = await read(`<table:table-column table:number-columns-repeated="4"/>${hidden}<table:table-column/>`);
  expect(list && recognized(list)).toEqual({ Description: 'name', Unit: 'unit', Quantity: 'quantity', Amount: 'total' });
  const both = '<table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>';
  const [without] = await read(`<table:table-column/><table:table-column/><table:table-column/>${both}<table:table-column/>`);
  expect(without?.columns.map(({ header }) => header)).toEqual(['Description', 'Unit', 'Quantity', 'Amount']);
  expect(without && inShort(without)).toEqual([['row', 'Wall', 2, 0, 3, 0]]);
});

test('a table that only caches another file is left out', async () => {
  const source = '<table:table-source xlink:href="../prices.ods" table:table-name="Prices"/>';
  const table = (name: string, before = '') => `<table:table table:name="${name}">${before}${HEADER}${ROW}</table:table>`;
  const lists = await listsOf(fileOf(ods(`${table('Prices', source)}${table('Works')}`), 'works.ods'));
  expect(lists.map(({ sheet }) => sheet)).toEqual(['Works']);
});

test('cells beyond the last column that is read are left out, with a notice', async () => {
  const wide = (count: number) =>
    `<table:table-row><table:table-cell/><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="${count}"/></table:table-row>`;
  const noticesOf = async (count: number) => {
    const table = `<table:table table:name="Works">${HEADER}${ROW}${ROW.replace('Wall', 'Roof')}${wide(count)}</table:table>`;
    return (await listsOf(fileOf(ods(table), 'works.ods')))[0]?.notices.map(({ code }) => code);
  };
  expect([(await noticesOf(511))?.includes('columns_left_out'), (await noticesOf(512))?.includes('columns_left_out')]).toEqual([
    false,
    true,
  ]);
});

test('only as many cells as allowed may span others, and any number may stand alone', async () => {
  const below = async (attributes: string, count: number) => {
    // Of different styles, because a file that is packed too well is refused.
    const cells = Array.from({ length: count }, (_, at) => `<table:table-cell table:style-name="ce${at}"${attributes}/>`);
    return listsOf(fileOf(ods(`<table:table table:name="Works">${HEADER}${ROW}${odsRow(...cells)}</table:table>`), 'works.ods'));
  };
  const wide = ' table:number-columns-spanned="2"';
  const tall = ' table:number-rows-spanned="2"';
  expect(await below('', LIMITS.merges + 1)).toHaveLength(1);
  expect(await below(wide, LIMITS.merges)).toHaveLength(1);
  await expect(below(tall, LIMITS.merges + 1)).rejects.toThrow('TOO_MANY_MERGES');
});

/** A table of one line with so many filled cells, repeated. */
function tableOf(cells: number, repeats: number) {
  const table = new TableReader('Works', false, new Tally());
  table.open('table-row', { 'table:number-rows-repeated': String(repeats) });
  table.open('table-cell', { 'office:value-type': 'float', 'office:value': '1', 'table:number-columns-repeated': String(cells) });
  table.close('table-cell');
  table.close('table-row');
  return table.sheet();
}

test('rows and cells that are repeated all count towards the limits', () => {
  const [cells, rows] = [500, LIMITS.cellsWithValues / 500];
  expect(tableOf(cells, rows)?.rows).toHaveLength(rows);
  expect(() => tableOf(cells, rows + 1)).toThrow('TOO_MANY_CELLS');
  expect(tableOf(1, LIMITS.rows)?.rows).toHaveLength(LIMITS.rows);
  expect(() => tableOf(1, LIMITS.rows + 1)).toThrow('TOO_MANY_ROWS');
});

test('a heading alone in its row is a section, and repeated rows stand each at its own place', async () => {
  const blank = '<table:table-row table:number-rows-repeated="200000"><table:table-cell/></table:table-row>';
  const twice = odsRow(odsText('Gate'), odsText('pcs'), odsText('two'), odsText(''), odsNumber('3')).replace(
    '<table:table-row>',
    '<table:table-row table:number-rows-repeated="2">',
  );
  const table = `<table:table table:name="Works">${HEADER}${odsRow(odsText('Walls'))}${ROW}${twice}${blank}</table:table>`;
  const [list] = await listsOf(fileOf(ods(table), 'works.ods'));
  expect(list?.rows.map(({ kind, name, sheet_row_index }) => [kind, name, sheet_row_index])).toEqual([
    ['section', 'Walls', 2],
    ['row', 'Wall', 3],
    ['row', 'Gate', 4],
    ['row', 'Gate', 5],
  ]);
});
