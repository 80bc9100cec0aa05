/** Prices in parts, rows that the file does not count, and names with amounts alone. */
import { describe, expect, test } from 'vitest';
import { inShort, listOfRows, type Value } from './workbooks.ts';

const totals = (list: Awaited<ReturnType<typeof listOfRows>>) => list.totals.map(({ of, stated, ours }) => [of, stated, ours]);
const fields = (list: Awaited<ReturnType<typeof listOfRows>>) => list.columns.map(({ recognized_as }) => recognized_as);

test('two prices whose amounts add up to the amount of the row are labour and materials, whatever the words', async () => {
  const list = await listOfRows([
    ['№', 'Наименование работ', 'Ед.', 'Кол-во', 'Цена работы', 'Стоимость работы', 'Цена материала', 'Стоимость материала', 'Итого'],
    [1, 'Штукатурка', 'м2', 100, 450, 45_000, 120, 12_000, 57_000],
    [2, 'Шпатлёвка', 'м2', 90, 300, 27_000, 80, 7_200, 34_200],
    [3, 'Плитка', 'м2', 25, 1500, 37_500, 1200, 30_000, 67_500],
    [null, 'Итого', null, null, null, 109_500, null, 49_200, 158_700],
  ]);
  expect(fields(list)).toEqual(['code', 'name', 'unit', 'quantity', 'unit_labour', 'labour', 'unit_materials', 'materials', 'total']);
  expect(inShort(list)[0]).toEqual(['row', 'Штукатурка', 100, 450, 120, 0]);
  expect(totals(list)).toEqual([['list', '158700.00', '158700.00']]);
});

test('two prices with one amount, the quantity times their sum, are its parts', async () => {
  const list = await listOfRows([
    ['№', 'Наименование', 'Ед', 'Кол-во', 'Цена материала', 'Цена работы', 'Сумма'],
    [1, 'Земляные работы', 'м3', 120.5, 5.04, 3.36, 1012.2],
    [2, 'Вывоз грунта', 'м3', 120.5, 8.55, 5.7, 1717.13],
    [3, 'Бетон', 'м3', 12.3, 70.8, 47.2, 1451.4],
    [null, 'Итого', null, null, null, null, 4180.73],
  ]);
  expect(totals(list)).toEqual([['list', '4180.73', '4180.73']]);
  expect(fields(list).slice(3)).toEqual(['quantity', 'unit_materials', 'unit_labour', 'total']);
});

test('an amount that is no sum has no parts: budget and cost are side by side', async () => {
  const list = await listOfRows([
    ['Item', 'Description', 'Unit', 'Qty', 'Rate', 'Budget', 'Paid rate', 'Paid'],
    ['A1', 'Brickwork', 'm2', 120, 45, 5_400, 40, 4_800],
    ['A2', 'Plastering', 'm2', 240, 12, 2_880, 13, 3_120],
    ['A3', 'Floor tiles', 'm2', 60, 38, 2_280, 35, 2_100],
    [null, 'Total', null, null, null, 10_560, null, 10_020],
  ]);
  expect(totals(list)).toEqual([['list', '10560.00', '10560.00']]);
});

test('a row whose amount is in words is not counted, just as in the file’s total', async () => {
  const list = await listOfRows([
    ['Pos.', 'Bezeichnung', 'Menge', 'Einheit', 'EP', 'GP'],
    ['01', 'Oberboden abtragen', 250, 'm2', 3.2, 800],
    ['02', 'Fels lösen, bei Bedarf', 50, 'm3', 38, 'nur EP'],
    ['03', 'Fundament', 12, 'm3', 210, 2_520],
    [null, 'Summe', null, null, null, 3_320],
  ]);
  expect(list.rows.map(({ quantity, remarks }) => [quantity, remarks.includes('notCounted')])).toEqual([
    ['250.000000', false],
    ['0.000000', true],
    ['12.000000', false],
  ]);
  expect(totals(list)).toEqual([['list', '3320.00', '3320.00']]);
});

test('names with amounts that add up to their total are an estimate to review', async () => {
  const list = await listOfRows([
    ['Trade', 'Estimated cost'],
    ['Demolition', 12_500],
    ['Concrete', 48_200],
    ['Masonry', 33_150.5],
    ['Total', 93_850.5],
  ]);
  expect(inShort(list).map(([, name]) => name)).toEqual(['Demolition', 'Concrete', 'Masonry']);
  expect(totals(list)).toEqual([['list', '93850.50', '93850.50']]);
  expect(list.doubts.map(({ said }) => said.code)).toEqual(['doubt_amounts_alone']);
});

describe('two blocks without a column that adds them up', () => {
  const WORKS = ['Brick walls', 'Painting', 'Tiles', 'Doors'];
  const bill = (header: readonly string[]): Value[][] => [
    [...header],
    ...WORKS.map((name, at): Value[] => {
      const [quantity, materials, labour] = [10 + at, 5 + at, 10 + 2 * at];
      return [at + 1, name, 'm2', quantity, materials, quantity * materials, labour, quantity * labour];
    }),
  ];
  const FIRST = ['Nr.', 'Nosaukums', 'Mērv.', 'Daudz.'];

  test.each([
    ['Materiāla cena', 'Materiālu summa', 'Darba cena', 'Darbu summa'],
    ['Medžiagų kaina', 'Medžiagų suma', 'Darbų kaina', 'Darbų suma'],
    ['Cena jedn. materiału', 'Wartość materiału', 'Cena jedn. robocizny', 'Wartość robocizny'],
    ['Fornitura prezzo', 'Fornitura importo', 'Posa prezzo', 'Posa importo'],
    ['Precio material', 'Total material', 'Precio M.O.', 'Total M.O.'],
    ['Anyag egységár', 'Anyag összesen', 'Díj egységre', 'Díj összesen'],
  ])('%s, %s, %s and %s are materials and labour', async (...names) => {
    const list = await listOfRows(bill([...FIRST, ...names]));
    expect(inShort(list)).toEqual(WORKS.map((name, at) => ['row', name, 10 + at, 10 + 2 * at, 5 + at, 0]));
    expect(list.doubts).toEqual([]);
  });

  test('are doubted where only one of them is known to be a part', async () => {
    const list = await listOfRows(bill([...FIRST, 'Material rate', 'Material amount', 'Rate', 'Amount']));
    expect(list.doubts.map(({ said }) => said.detail)).toEqual([
      'The amounts of “Material amount” are not added: they are read as a part of “Amount”',
    ]);
  });
});
