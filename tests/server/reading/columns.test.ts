import { describe, expect, test } from 'vitest';
import { meanings } from '../../../server/imports/reading/table/header/headerWords.ts';
import { inShort, listOfRows, recognized } from './workbooks.ts';

const PLAIN = ['code', 'name', 'unit', 'quantity', 'unit_total', 'total'];
const ITEM = ['1.1', 'Brick wall', 'm2', 4, 2.5, 10];

describe('one header row, a language each', () => {
  test.each([
    ['Latvian', ['Kods', 'Darba nosaukums', 'Mērv.', 'Daudz.', 'Vienības cena, EUR', 'Summa (EUR)']],
    ['Lithuanian', ['Kodas', 'Darbų aprašymas', 'Mato vnt.', 'Kiekis', 'Vieneto kaina', 'Suma']],
    ['Estonian', ['Kood', 'Nimetus', 'Ühik', 'Kogus', 'Ühiku hind', 'Hind kokku']],
    ['Russian', ['Шифр', 'Наименование работ', 'Ед. изм.', 'Кол-во', 'Цена за ед., руб.', 'Сумма, руб.']],
    ['English', ['Item No.', 'Description', 'Unit', 'Qty', 'Rate', 'Amount']],
    ['German', ['OZ', 'Kurztext', 'Einheit', 'Menge', 'EP', 'GP']],
    ['Spanish', ['Código', 'Resumen', 'Ud', 'Cantidad', 'Precio', 'Importe']],
    ['French', ['Code', 'Désignation', 'U', 'Quantité', 'P.U. HT', 'Montant HT']],
    ['Polish', ['Podstawa', 'Opis robót', 'J.m.', 'Ilość', 'Cena jedn.', 'Wartość']],
    ['Finnish', ['Koodi', 'Nimike', 'Yksikkö', 'Määrä', 'Yksikköhinta', 'Yhteensä']],
    ['Swedish', ['Kod', 'Benämning', 'Enhet', 'Mängd', 'À-pris', 'Belopp']],
    ['Ukrainian', ['Шифр', 'Найменування', 'Од. вим.', 'Кількість', 'Ціна', 'Сума']],
  ])('%s', async (_, header) => {
    const list = await listOfRows([header, ITEM]);
    expect(recognized(list)).toEqual(Object.fromEntries(header.map((words, index) => [words, PLAIN[index]])));
    expect(inShort(list)).toEqual([['row', 'Brick wall', 4, 0, 2.5, 0]]);
  });
});

describe('codes under a header that means names', () => {
  const read = (...codes: readonly (string | number | null)[]) =>
    listOfRows([
      ['Item', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'],
      ...codes.map((code, at) => [code, `Work ${'abcdef'[at]}`, 'm2', at + 2, 2.5, (at + 2) * 2.5]),
    ]);

  test.each([
    ['of two parts', ['1.1', '1.2', 1.3, '2.1', '2.10']],
    ['letters that begin again', ['A', 'B', 'C', 'A', 'B']],
    ['letters with a bracket', ['a)', 'b)', 'c)']],
  ])('%s', async (_, codes) => {
    const list = await read(...codes);
    expect(list.rows.map(({ code }) => code)).toEqual(codes.map(String));
    expect(list.leftOut).toEqual([]);
  });

  test('words are not codes', async () => {
    const list = await read('Door', 'Window', 'Wall');
    expect(list.rows.map(({ code }) => code)).toEqual(['', '', '']);
  });
});

describe('components', () => {
  test('material and labour under merged groups, each with a rate and an amount', async () => {
    const list = await listOfRows(
      [
        ['No', 'Description', 'Unit', 'Qty', 'Material', null, 'Labour', null, 'Total'],
        [null, null, null, null, 'Rate', 'Amount', 'Rate', 'Amount', null],
        [1, 'Brick wall', 'm2', 2, 10, 20, 5, 10, 30],
      ],
      ['A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1', 'G1:H1', 'I1:I2'],
    );
    expect(recognized(list)).toEqual({
      No: 'code',
      Description: 'name',
      Unit: 'unit',
      Qty: 'quantity',
      'Material / Rate': 'unit_materials',
      'Material / Amount': 'materials',
      'Labour / Rate': 'unit_labour',
      'Labour / Amount': 'labour',
      Total: 'total',
    });
    expect(inShort(list)).toEqual([['row', 'Brick wall', 2, 5, 10, 0]]);
  });

  test('groups that are not merged spread to the right', async () => {
    const list = await listOfRows([
      ['Nr.', 'Darba nosaukums', 'Mērvienība', 'Daudzums', 'Vienības izmaksas', null, null, 'Kopā uz visu apjomu', null, null],
      [null, null, null, null, 'Darba alga', 'Materiāli', 'Mehānismi', 'Darba alga', 'Materiāli', 'Mehānismi'],
      [1, 'Siena', 'm2', 2, 1, 2, 3, 2, 4, 6],
    ]);
    expect(inShort(list)).toEqual([['row', 'Siena', 2, 1, 2, 3]]);
    expect(Object.values(recognized(list)).slice(4)).toEqual([
      'unit_labour',
      'unit_materials',
      'unit_tools',
      'labour',
      'materials',
      'tools',
    ]);
  });

  test('without groups the second occurrence is the amounts', async () => {
    const list = await listOfRows([
      ['Darba nosaukums', 'Mērvienība', 'Daudzums', 'Darba alga', 'Materiāli', 'Mehānismi', 'Darba alga', 'Materiāli', 'Mehānismi'],
      ['Siena', 'm2', 2, 1, 2, 3, 2, 4, 6],
    ]);
    expect(list.columns.slice(3).map(({ recognized_as }) => recognized_as)).toEqual([
      'unit_labour',
      'unit_materials',
      'unit_tools',
      'labour',
      'materials',
      'tools',
    ]);
  });

  test('component columns that add up to the amount are amounts', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Labour', 'Material', 'Amount'],
      ['Wall', 'm2', 2, 10, 20, 30],
      ['Roof', 'm2', 4, 8, 12, 20],
      ['Floor', 'm2', 5, 15, 25, 40],
    ]);
    expect(recognized(list)).toMatchObject({ Labour: 'labour', Material: 'materials', Amount: 'total' });
    expect(inShort(list)).toEqual([
      ['row', 'Wall', 2, 5, 10, 0],
      ['row', 'Roof', 4, 2, 3, 0],
      ['row', 'Floor', 5, 3, 5, 0],
    ]);
    expect(list.notices.map(({ detail }) => detail)).toEqual([
      'Only an amount is given: the unit price is the amount divided by the quantity (every row).',
    ]);
  });

  test('a total next to the components is their unit price when quantity times it is the amount', async () => {
    const list = await listOfRows([
      ['DESCRIPTION', 'UNIT', 'QTY', 'MAT.', 'LAB.', 'TOTAL', 'AMOUNT'],
      ['Wall', 'm2', 2, 10, 5, 15, 30],
      ['Roof', 'm2', 4, 8, 2, 10, 40],
      ['Floor', 'm2', 5, 6, 3, 9, 45],
    ]);
    expect(recognized(list)).toMatchObject({ 'MAT.': 'unit_materials', 'LAB.': 'unit_labour', TOTAL: 'unit_total', AMOUNT: 'total' });
  });
});

describe('rivals', () => {
  const PLAIN = ['name', 'unit', 'quantity', 'unit_total', 'total'];
  test.each<[string, readonly string[], readonly string[]]>([
    ['Norwegian', ['Beskrivelse', 'Enhet', 'Mengde', 'Enhetspris', 'Sum'], PLAIN],
    ['Swedish', ['Text', 'Enhet', 'Mängd', 'À-pris', 'Belopp'], PLAIN],
    ['Danish', ['Betegnelse', 'Enhed', 'Mængde', 'Enhedspris', 'Beløb'], PLAIN],
    ['Dutch', ['Omschrijving', 'Eenheid', 'Hoeveelheid', 'Prijs per eenheid', 'Bedrag'], PLAIN],
    ['Czech', ['Popis', 'MJ', 'Množství', 'J.cena [Kč]', 'Cena celkem [Kč]'], PLAIN],
    ['Austrian', ['Stichwort', 'EH', 'LV-Menge', 'Einheitspreis', 'Positionspreis'], PLAIN],
  ])('%s headings name their columns, without amounts to prove them', async (_, header, fields) => {
    const list = await listOfRows([[...header], ['Wall', 'm2', 2, 10, null], ['Roof', 'm2', 3, 20, null], ['Floor', 'm2', 4, 30, null]]);
    expect(list.columns.map(({ recognized_as }) => recognized_as)).toEqual(fields);
  });

  test('supply and installation are materials and labour in Czech', async () => {
    const list = await listOfRows([
      ['Popis', 'MJ', 'Množství', 'Dodávka', 'Montáž', 'Dodávka celkem', 'Montáž celkem', 'Celkem'],
      ['Zdivo', 'm2', 10, 30, 20, 300, 200, 500],
      ['Omítka', 'm2', 20, 5, 8, 100, 160, 260],
      ['Strop', 'm2', 30, 40, 25, 1200, 750, 1950],
    ]);
    expect(inShort(list)[0]).toEqual(['row', 'Zdivo', 10, 20, 30, 0]);
  });

  test('abbreviated tools are a part of the price, and not the price', async () => {
    const parts = ['darbs', 'materiāli', 'mehān.', 'kopā'];
    const works: readonly (readonly [string, string, number, readonly number[]])[] = [
      ['Mūris', 'm3', 32.4, [48, 95.6, 7.25, 150.85]],
      ['Pārsedzes', 'gab', 14, [12.5, 38.9, 2, 53.4]],
      ['Armēšana', 'kg', 210, [0.45, 1.35, 0.05, 1.85]],
    ];
    const cents = (amount: number) => Math.round(amount * 100) / 100;
    const list = await listOfRows(
      [
        ['Nr.', 'Darbu nosaukums', 'Mērv.', 'Daudz.', 'Vienības izmaksas', null, null, null, 'Kopējās izmaksas', null, null, null],
        [null, null, null, null, ...parts, ...parts],
        [null, null, null, null, ...parts.map(() => 'EUR'), ...parts.map(() => 'EUR')],
        Array.from({ length: 12 }, (_, at) => at + 1),
        ...works.map(([name, unit, quantity, prices], at) => [
          at + 1,
          name,
          unit,
          quantity,
          ...prices,
          ...prices.map((price) => cents(quantity * price)),
        ]),
      ],
      ['E1:H1', 'I1:L1', 'A1:A3', 'B1:B3', 'C1:C3', 'D1:D3'],
    );
    expect(inShort(list)[0]).toEqual(['row', 'Mūris', 32.4, 48, 95.6, 7.25]);
  });

  test('progress columns are ignored', async () => {
    const list = await listOfRows(
      [
        ['S.N.', 'Description', 'Unit', 'Previous Bill', null, 'As per BOQ', null, null, 'Remaining', null],
        [null, null, null, 'Quantity', 'Amount', 'Quantity', 'Rate', 'Amount', 'Quantity', 'Amount'],
        ['1', 'Wall', 'm2', 1, 10, 3, 10, 30, 2, 20],
        ['2', 'Roof', 'm2', 2, 40, 4, 20, 80, 2, 40],
        ['3', 'Floor', 'm2', 0, 0, 5, 30, 150, 5, 150],
      ],
      ['D1:E1', 'F1:H1', 'I1:J1'],
    );
    expect(inShort(list).map(([, , quantity]) => quantity)).toEqual([3, 4, 5]);
    expect(recognized(list)).toMatchObject({
      'As per BOQ / Quantity': 'quantity',
      'As per BOQ / Rate': 'unit_total',
      'As per BOQ / Amount': 'total',
    });
  });

  test('arithmetic finds the amount column where no header names it', async () => {
    const list = await listOfRows([
      ['Описание', 'Кол-во', 'Цена', 'Клиенту'],
      ['Стена', 3, 7, 21],
      ['Пол', 4, 6, 24],
      ['Крыша', 5, 9, 45],
    ]);
    expect(recognized(list)).toEqual({ Описание: 'name', 'Кол-во': 'quantity', Цена: 'unit_total', Клиенту: 'total' });
  });

  test('a column chosen by a person takes its field from the column that had it', async () => {
    const rows = [
      ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
      ['Wall', 'm2', 2, 15, 30],
    ];
    const list = await listOfRows(rows, [], [{ column_index: 3, recognized_as: 'unit_labour' }]);
    expect(recognized(list)).toEqual({ Description: 'name', Unit: 'unit', Quantity: 'quantity', Rate: 'unit_labour', Amount: 'total' });
    expect(inShort(list)).toEqual([['row', 'Wall', 2, 15, 0, 0]]);
    expect(list.notices.map(({ detail }) => detail)).toEqual([]);
  });
});

test('a header with a multiplication sign is an amount, the same words without it are not, in either order', () => {
  const [product, words] = ['Menge × Preis', 'Menge Preis'].map((header) => meanings(header));
  expect([...(product ?? [])]).toEqual([['amount', 1]]);
  expect(words?.has('amount')).toBe(false);
  expect(words?.has('quantity')).toBe(true);
});
