import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixed } from '../../../domain/decimal.ts';
import { type ReadList, readWorkbook } from '../../../server/imports/reading/index.ts';
import { totalOf } from './totals.ts';

const SAMPLES = process.env.SAMPLES_DIR;
const here = SAMPLES === undefined ? ' (skipped: set SAMPLES_DIR to the folder of shared samples)' : '';

async function listOn(file: string, sheet: string): Promise<ReadList> {
  const reading = await readWorkbook(join(SAMPLES ?? '', 'boq', file));
  const list = reading.kind === 'read' ? reading.lists.find((each) => each.sheet === sheet) : undefined;
  if (list === undefined) throw new Error(`${file} has no list on ${sheet}`);
  return list;
}

const items = ({ rows }: ReadList) => rows.filter(({ kind }) => kind === 'row');
const sum = (rows: ReadList['rows']) => fixed(totalOf(rows).total, 2);

describe.skipIf(SAMPLES === undefined)(`real estimates${here}`, () => {
  test.each([
    ['B07_ru_tiny_smeta.xlsx', 'Лист1', 4, '85256.00'],
    ['B10_in_road_boq.xlsx', 'Sheet1', 337, '277137222.38'],
    ['B12_in_supply_ec_boq.xlsx', 'Sheet1', 44, '0.00'],
    ['B16_np_running_bill_boq.xlsx', 'BOQ', 13, '5854224.00'],
    ['B19_il_boq_small.xlsx', 'Sheet1', 61, '61737975.97'],
    ['B21_th_townhome_boq.xlsx', 'BOQ', 118, '203967.39'],
    ['B23_th_material_labour_boq.xlsx', 'SUB-L10', 235, '146751918.50'],
    ['B30_es_presupuesto_extraido.xlsx', 'PRESUPUESTO', 1789, '5535466.48'],
  ])('%s: rows and the sum of rounded rows', async (file, sheet, rows, total) => {
    const list = await listOn(file, sheet);
    expect({ rows: items(list).length, total: sum(list.rows), errors: items(list).flatMap(({ errors }) => errors) }).toEqual({
      rows,
      total,
      errors: [],
    });
  });

  test('materials and labour stand apart', async () => {
    const list = await listOn('B23_th_material_labour_boq.xlsx', 'SUB-L10');
    const { labour, materials, tools } = totalOf(list.rows);
    expect(labour > 0n && materials > 0n && tools === 0n).toBe(true);
  });

  test('a sheet with sale and purchase prices gives the sale, and the total the file states', async () => {
    const list = await listOn('B06_ru_remont_smeta_acts.xlsx', 'Смета (образец)');
    expect(
      list.columns.filter(({ recognized_as }) => recognized_as !== 'ignore').map((column) => [column.column_index, column.recognized_as]),
    ).toEqual([
      [0, 'code'],
      [1, 'name'],
      [2, 'unit'],
      [3, 'quantity'],
      [4, 'unit_total'],
      [5, 'total'],
    ]);
    expect(sum(list.rows)).toBe('1768862.00');
    const measured = items(list).filter(({ cells }) => cells.quantity !== undefined && cells.unit !== undefined);
    const withPrice = measured.filter(({ cells }) => cells.unit_total !== undefined);
    expect({ rows: measured.length, total: sum(withPrice) }).toEqual({ rows: 81, total: '1449662.00' });
  });

  test('prices written as text are read, and a date is no quantity', async () => {
    const list = await listOn('B06_ru_remont_smeta_acts.xlsx', 'акт 1');
    expect({ rows: items(list).length, total: sum(list.rows) }).toEqual({ rows: 18, total: '408707.00' });
    const [wrong] = items(list).filter(({ errors }) => errors.length > 0);
    expect({ row: wrong?.sheet_row_index, quantity: wrong?.quantity, errors: wrong?.errors }).toEqual({
      row: 4,
      quantity: null,
      errors: [{ column_index: 3, description: 'This is a date where a number is due', field: 'quantity', value: '2/3' }],
    });
  });

  test('a code is taken as displayed: 1.10 is not 1.1', async () => {
    const list = await listOn('B12_in_supply_ec_boq.xlsx', 'Sheet1');
    expect([20, 29].map((row) => list.rows.find(({ sheet_row_index }) => sheet_row_index === row)?.code)).toEqual(['1.1', '1.10']);
  });

  test('an empty template is refused', async () => {
    expect(await readWorkbook(join(SAMPLES ?? '', 'boq', 'B01_lv_balta_lokala_tame.xlsx'))).toMatchObject({
      kind: 'refused',
      code: 'NO_ROWS',
    });
  });
});

describe.skipIf(SAMPLES === undefined)(`hostile files${here}`, () => {
  const files = SAMPLES === undefined ? [] : readdirSync(join(SAMPLES, 'hostile'));
  test.each(files)('%s settles', async (file) => {
    const reading = await readWorkbook(join(SAMPLES ?? '', 'hostile', file));
    if (reading.kind === 'refused') expect(reading.code).not.toBe('UNREADABLE');
    else expect(reading.lists.length).toBeGreaterThan(0);
  });
});
