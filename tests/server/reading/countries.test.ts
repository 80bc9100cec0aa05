/** Layouts of the forms and programs of several countries. */
import { describe, expect, test } from 'vitest';
import { described } from '../../../server/imports/reading/table/header/describe.ts';
import { isSure } from './sure.ts';
import { inShort, judgedLists, listOfRows, recognized, spreadsheetFile, type Value } from './workbooks.ts';

const WORKS = ['Excavation by hand', 'Blinding concrete', 'Formwork of walls', 'Reinforcement', 'Backfilling'];
const quantityAt = (at: number) => 10 + at;
const priceAt = (at: number) => 5 + at * 1.5;
const amountAt = (at: number) => quantityAt(at) * priceAt(at);
const SUM = WORKS.reduce((sum, _, at) => sum + amountAt(at), 0);
const rows = (row: (name: string, at: number) => Value[]) => WORKS.map(row);
const plainRows = rows((name, at) => [at + 1, name, 'm2', quantityAt(at), priceAt(at), amountAt(at)]);
const worksRead = WORKS.map((name, at) => ['row', name, quantityAt(at), 0, priceAt(at), 0]);

describe('a header', () => {
  test.each([
    [['Nr.', 'Selite', 'Yks', 'Määrä', 'Yks.hinta', 'Yhteensä']],
    [['Art.º', 'Designação dos trabalhos', 'Un.', 'Quant.', 'Preço Unit.', 'Preço Total']],
    [['Num.', 'Designazione dei lavori', 'U.M.', 'Q.tà', 'Unitario', 'Importo']],
    [['Eil. Nr.', 'Darbų ir išlaidų aprašymai', 'Mato vnt.', 'Kiekis', 'Įkainis', 'Iš viso']],
    [['Ssz.', 'Tétel szövege', 'Egység', 'Menny.', 'Egységár', 'Összesen']],
    [['No', 'Words nobody knows', 'Unit', 'Qty', 'Rate', 'Amount']],
  ])('names two works of a small bill: %s', async (header) => {
    const list = await listOfRows([header, ...plainRows.slice(0, 2)]);
    expect(inShort(list)).toEqual(worksRead.slice(0, 2));
  });

  test.each(['Kopējā cena', 'Kaina viso', 'Cena spolu', 'Ukupna cijena', 'Value'])('%s is an amount', (header) => {
    expect(described([header])).toMatchObject({ top: 'money', role: 'amount' });
  });

  test('components under a group of prices are amounts beside components of unit prices', async () => {
    const parts = (group: string): Value[] => [group, '', '', ''];
    const sums = (price: number): number[] => [price, 2 * price, price, 4 * price];
    const list = await listOfRows([
      ['Nr.', 'Darbų aprašymai', 'Mato vnt.', 'Kiekis', ...parts('Vieneto kaina, Eur'), ...parts('Kaina, Eur')],
      [
        '',
        '',
        '',
        '',
        ...['Darbo užmokestis', 'Medžiagos', 'Mechanizmai', 'Iš viso'],
        ...['Darbo užmokestis', 'Medžiagos', 'Mechanizmai', 'Iš viso'],
      ],
      [1, 'Grunto kasimas', 'm3', 10, ...sums(5), ...sums(50)],
      [2, 'Pamatai', 'm3', 3, ...sums(7), ...sums(21)],
    ]);
    expect(inShort(list)).toEqual([
      ['row', 'Grunto kasimas', 10, 5, 10, 5],
      ['row', 'Pamatai', 3, 7, 14, 7],
    ]);
  });
});

describe('an act without its contract', () => {
  test('is read from the work done, and doubted', async () => {
    const list = await listOfRows(
      [
        ['№', 'Наименование работ', 'Единица измерения', 'Выполнено работ', '', ''],
        ['', '', '', 'количество', 'цена за единицу, руб.', 'стоимость, руб.'],
        ...plainRows,
        ['', 'Итого', '', '', '', SUM],
      ],
      ['D1:F1'],
    );
    expect(inShort(list)).toEqual(worksRead);
    expect(list.doubts.map(({ said }) => said.code)).toEqual(['doubt_other_figure']);
  });

  test('beside a quantity of the contract its figures are left aside', async () => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Contract qty', 'Rate', 'Executed qty', 'Executed amount'],
      ...rows((name, at) => [at + 1, name, 'm2', quantityAt(at) * 2, priceAt(at), quantityAt(at), amountAt(at)]),
    ]);
    expect(recognized(list)).toMatchObject({ 'Contract qty': 'quantity', Rate: 'unit_total' });
    expect(list.columns.filter(({ header }) => header.startsWith('Executed')).map(({ recognized_as }) => recognized_as)).toEqual([
      'ignore',
      'ignore',
    ]);
  });
});

describe('a measured position', () => {
  const measured = (price: number, ...lines: readonly (readonly [string, number, number])[]) => {
    const quantity = lines.reduce((sum, [, length, width]) => sum + length * width, 0);
    return { lines, quantity, price, amount: quantity * price };
  };
  const SCAVO = measured(10, ['Zona A', 10, 2], ['Zona B', 5, 2]);
  const MURATURA = measured(50, ['Nord', 8, 3], ['a detrarre', -2, 2], ['Sud', 8, 3]);

  test('is one row with the unit and the quantity of its sum', async () => {
    const position = (code: number, name: string, { lines, quantity, price, amount }: typeof SCAVO): Value[][] => [
      [code, name],
      ...lines.map(([line, length, width]): Value[] => ['', line, 1, length, width, length * width]),
      ['', 'SOMMANO mq', '', '', '', quantity, price, amount],
    ];
    const list = await listOfRows(
      [
        ['Num. Ord.', 'DESIGNAZIONE DEI LAVORI', 'DIMENSIONI', '', '', 'Quantità', 'IMPORTI', ''],
        ['', '', 'par.ug.', 'lung.', 'larg.', '', 'unitario', 'TOTALE'],
        ...position(1, 'Scavo di sbancamento', SCAVO),
        ...position(2, 'Muratura in laterizio', MURATURA),
        ['', 'TOTALE euro', '', '', '', '', '', SCAVO.amount + MURATURA.amount],
      ],
      ['C1:E1', 'G1:H1'],
    );
    expect(inShort(list)).toEqual([
      ['row', 'Scavo di sbancamento', 30, 0, 10, 0],
      ['row', 'Muratura in laterizio', 44, 0, 50, 0],
    ]);
    expect(list.rows.map(({ code, unit }) => `${code} ${unit}`)).toEqual(['1 mq', '2 mq']);
    expect(list.leftOut.flatMap((each) => (each.kind === 'row' ? [each.text] : []))).toEqual([
      'Zona A',
      'Zona B',
      'Nord',
      'a detrarre',
      'Sud',
    ]);
    expect(isSure(list)).toBe(true);
  });

  test('has code and unit in its first line, and its numbers alone in the last', async () => {
    const position = (code: string, name: string, { lines, quantity, price, amount }: typeof SCAVO): Value[][] => [
      [code, 'm2', name],
      ...lines.map(([line, length, width]): Value[] => ['', '', line, 1, length, width, length * width]),
      ['', '', '', '', '', '', '', quantity, price, amount],
    ];
    const list = await listOfRows([
      ['CÓDIGO', 'UD', 'RESUMEN', 'UDS', 'LONGITUD', 'ANCHURA', 'PARCIALES', 'CANTIDAD', 'PRECIO', 'IMPORTE'],
      ...position('01.01', 'Demolición de tabique', SCAVO),
      ...position('01.02', 'Tabique de ladrillo', MURATURA),
      ['', '', 'TOTAL', '', '', '', '', '', '', SCAVO.amount + MURATURA.amount],
    ]);
    expect(inShort(list)).toEqual([
      ['row', 'Demolición de tabique', 30, 0, 10, 0],
      ['row', 'Tabique de ladrillo', 44, 0, 50, 0],
    ]);
    expect(list.rows.map(({ code, unit }) => `${code} ${unit}`)).toEqual(['01.01 m2', '01.02 m2']);
  });

  test('an equal quantity above one work is a separate work', async () => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'],
      ['', 'Removal of old doors', '', 4, '', ''],
      ['', 'Doors', 'pcs', 4, 100, 400],
      ['', 'Thresholds', 'pcs', 5, 10, 50],
    ]);
    expect(list.rows.map(({ name }) => name)).toEqual(['Removal of old doors', 'Doors', 'Thresholds']);
  });
});

test('"RS" is a lump sum, although it is a currency too', async () => {
  const list = await listOfRows([
    ['Postnr', 'Beskrivelse', 'Enhet', 'Mengde', 'Enhetspris', 'Sum'],
    ['01.1', 'Graving', 'm3', 10, 100, 1000],
    ['01.2', 'Rigg og drift', 'RS', 'RS', '', 500],
  ]);
  expect(inShort(list)).toEqual([
    ['row', 'Graving', 10, 0, 100, 0],
    ['row', 'Rigg og drift', 1, 0, 500, 0],
  ]);
  expect(list.rows.flatMap(({ errors }) => errors)).toEqual([]);
});

describe('below the works', () => {
  const HEADER = ['No', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'];
  const line = (label: string, amount: number, percent: Value = ''): Value[] => ['', label, '', '', percent, amount];
  const foot = async (...lines: readonly Value[][]) => (await judgedLists(spreadsheetFile([HEADER, ...plainRows, ...lines]))).lists[0];
  const cents = (amount: number) => Math.round(amount * 100) / 100;

  test('a tax written with points, and the sum of the costs alone', async () => {
    const [costs, profit] = [cents(SUM * 0.13), cents(SUM * 0.06)];
    const total = SUM + costs + profit;
    const list = await foot(
      line('TOTAL EJECUCIÓN MATERIAL', SUM),
      line('13,00 % Gastos generales', costs),
      line('6,00 % Beneficio industrial', profit),
      line('SUMA DE G.G. y B.I.', costs + profit),
      line('21,00 % I.V.A.', cents(total * 0.21)),
      line('TOTAL PRESUPUESTO', total + cents(total * 0.21)),
    );
    expect(list?.percentLines.map(({ kind, percent_total }) => `${kind} ${percent_total}`)).toEqual([
      'additional_cost 13',
      'additional_cost 6',
      'tax 21',
    ]);
    expect(list?.evidence.totalsMissed).toBe(0);
  });

  test.each([
    ['', 'PVN'],
    [21, 'PVN, %'],
    ['0.21', 'PVN'],
  ])('a tax whose percent is %j is the percent that gives its amount', async (percent, label) => {
    const list = await foot(line('Kopā', SUM), line(label, cents(SUM * 0.21), percent), line('Pavisam', SUM + cents(SUM * 0.21)));
    expect(list?.percentLines.map(({ kind, percent_total }) => `${kind} ${percent_total}`)).toEqual(['tax 21']);
    expect(list?.notices.map(({ code }) => code)).toContain('percent_implied');
    expect(list?.evidence.totalsMissed).toBe(0);
  });

  test('a tax without a percent that no total includes is not read as a tax', async () => {
    const list = await foot(line('Kopā', SUM), line('PVN', cents(SUM * 0.21)));
    expect(list?.percentLines).toEqual([]);
  });

  test('a percent of the labour alone is a cost where a total below has it', async () => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Qty', 'Labour', 'Materials', 'Rate', 'Amount'],
      ...rows((name, at) => [at + 1, name, 'm2', 10, at + 1, 2, at + 3, 10 * (at + 3)]),
      ['', 'Total', '', '', '', '', '', 250],
      ['', 'Levy of the fund 10 %', '', '', '', '', '', 15],
      ['', 'Total with levy', '', '', '', '', '', 265],
    ]);
    expect(list.percentLines).toMatchObject([{ kind: 'additional_cost', percent_labour: '10', percent_total: null }]);
  });

  test.each(['PDV 25 %', 'DDV 25 %', 'VSK 25 %', 'DPH 25 %', 'I.V.A. 25 %'])('%s is a tax', async (label) => {
    const list = await foot(line('Total', SUM), line(label, cents(SUM * 0.25)), line('Total', SUM + cents(SUM * 0.25)));
    expect(list?.percentLines).toMatchObject([{ kind: 'tax', percent_total: '25' }]);
  });
});
