/** Lines, columns and words around the works in bills that people make by hand. */
import { describe, expect, test } from 'vitest';
import { inShort, judgedLists, listOfRows, recognized, spreadsheetFile, type Value } from './workbooks.ts';

const HEADER = ['No', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'];
const WORKS = ['Brick walls', 'Painting in two coats', 'Wall tiles', 'Door leaves', 'Floor boards', 'Ceilings'];
const quantityAt = (at: number) => 10 + at;
const priceAt = (at: number) => 5 + at * 1.5;
const amountAt = (at: number) => quantityAt(at) * priceAt(at);
const rows = WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at), priceAt(at), amountAt(at)]);
const sumOf = (from: number, until: number) => WORKS.slice(from, until).reduce((sum, _, at) => sum + amountAt(from + at), 0);
const SUM = sumOf(0, WORKS.length);
const worksRead = WORKS.map((name, at) => ['row', name, quantityAt(at), 0, priceAt(at), 0]);
const cents = (amount: number) => Math.round(amount * 100) / 100;
const line = (label: string, amount: number): Value[] => ['', label, '', '', '', amount];

describe('two tables on a sheet', () => {
  const read = (...foot: readonly Value[][]) =>
    judgedLists(
      spreadsheetFile([
        ['WORKS'],
        HEADER,
        ...rows.slice(0, 3),
        line('Total works', sumOf(0, 3)),
        ['MATERIALS'],
        ['No', 'Item', 'Unit', 'Qty', 'Rate', 'Amount'],
        ...rows.slice(3),
        line('Total materials', sumOf(3, WORKS.length)),
        ...foot,
      ]),
    );

  test('have a total, a tax and a grand total together', async () => {
    const tax = cents(SUM * 0.21);
    const { lists, judgement } = await read(line('TOTAL', SUM), line('VAT 21 %', tax), line('GRAND TOTAL', SUM + tax));
    expect(lists.flatMap(({ totals }) => totals.map(({ label }) => label))).toEqual(['Total works', 'Total materials']);
    expect(lists.map(({ evidence }) => evidence.totalsMissed)).toEqual([0, 0]);
    expect(lists[1]?.percentLines).toMatchObject([{ kind: 'tax', percent_total: '21' }]);
    expect(lists[1]?.notices.map(({ code }) => code)).not.toContain('another_amount');
    expect(judgement.totals).toMatchObject([{ stated: SUM.toFixed(2), label: 'TOTAL' }]);
  });

  test('have a total that differs', async () => {
    const { lists, judgement } = await read(line('TOTAL', SUM + 100));
    expect(lists[1]?.evidence.totalsMissed).toBe(1);
    expect(judgement.totals).toEqual([]);
  });
});

test('words left of the column of names are headings', async () => {
  const list = await listOfRows([
    ['No', '', '', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'],
    ['1', 'Structure'],
    ['', '1.1', 'Foundations'],
    ['', '', '1.1.1', 'Digging with an excavator', 'm3', 10, 5, 50],
    ['', '', '1.1.2', 'Concrete by pump', 'm3', 10, 6, 60],
    ['', '1.2', 'Walls'],
    ['', '', '1.2.1', 'Blocks', 'm2', 10, 7, 70],
    ['', '', '1.2.2', 'Plaster', 'm2', 10, 8, 80],
  ]);
  expect(inShort(list).flatMap(([kind, name]) => (kind === 'section' ? [name] : []))).toEqual(['Structure', 'Foundations', 'Walls']);
  expect(list.rows[0]?.code).toBe('1');
});

test('of several columns that add up beside names the amounts are the largest', async () => {
  const share = (of: number): Value => ({ t: 'n', v: of, z: '0%' });
  const { lists, judgement } = await judgedLists(
    spreadsheetFile([
      ['Ref', 'Element', 'Cost', 'Cost per m2', '%'],
      ['1', 'Substructure', 100_000, 100, share(0.2)],
      ['2', 'Superstructure', 300_000, 300, share(0.6)],
      ['3', 'Finishes', 100_000, 100, share(0.2)],
      ['', 'Total', 500_000, 500, share(1)],
    ]),
  );
  expect(lists.map(({ rows: read }) => read.map(({ unit_materials }) => Number(unit_materials)))).toEqual([[100_000, 300_000, 100_000]]);
  expect(judgement.sheets).toEqual([]);
});

test('telephones under the signatures are no works', async () => {
  const list = await listOfRows([
    HEADER,
    ...rows,
    line('Total', SUM),
    ['', 'Client', '', '', 'Contractor'],
    ['', 'Tel.', '', 67_000_000, 'Tel.', 67_111_111],
  ]);
  expect(inShort(list)).toEqual(worksRead);
});

test('a work below a total whose price is an error cell stays a work', async () => {
  const list = await listOfRows([
    HEADER,
    ...rows,
    line('Total', SUM),
    ['', 'Cleaning of the site', '', 1, { t: 'e', v: 0x17, w: '#REF!' }, ''],
  ]);
  expect(list.rows.at(-1)).toMatchObject({ name: 'Cleaning of the site', errors: [{ field: 'unit_total' }] });
});

test('"included" where a quantity is due costs nothing, beside a price it is an error', async () => {
  const list = await listOfRows([
    HEADER,
    ...rows,
    [8, 'Protection', 'item', 'Included', '', ''],
    [9, 'Scaffolding', 'm2', 'Included', 10, 100],
  ]);
  const [protection, scaffolding] = list.rows.slice(WORKS.length);
  expect(protection).toMatchObject({ quantity: '0.000000', errors: [], remarks: ['rateOnly'] });
  expect(scaffolding?.errors).toMatchObject([{ field: 'quantity' }]);
});

test.each([
  ['a share', (percent: number): Value => ({ t: 'n', v: percent / 100, z: '0%' })],
  ['a number', (percent: number): Value => percent],
])('a discount of each row, as %s, makes its price', async (_, discount) => {
  const percentAt = (at: number) => (at % 2 === 0 ? 10 : 20);
  const amounts = WORKS.map((__, at) => cents(amountAt(at) * (1 - percentAt(at) / 100)));
  const list = await listOfRows([
    ['No', 'Description', 'Unit', 'Qty', 'Price', 'Discount', 'Amount'],
    ...WORKS.map((name, at): Value[] => [at + 1, name, 'pcs', quantityAt(at), priceAt(at), discount(percentAt(at)), amounts[at] ?? 0]),
  ]);
  expect(recognized(list)).toMatchObject({ Qty: 'quantity', Amount: 'total' });
  expect(list.rows.map(({ stated }) => Number(stated))).toEqual(amounts);
  expect(list.doubts).toEqual([]);
});

test('a price that no discount explains is doubted', async () => {
  const list = await listOfRows([
    ['No', 'Description', 'Unit', 'Qty', 'Price', 'Amount'],
    ...WORKS.map((name, at): Value[] => [at + 1, name, 'pcs', quantityAt(at), priceAt(at), amountAt(at) * (2 + at)]),
  ]);
  expect(list.doubts.map(({ said }) => said.code)).toEqual(['doubt_other_price']);
});

describe('a quantity in all beside those of each floor', () => {
  const floors = WORKS.map((name, at): Value[] => [
    at + 1,
    name,
    'm2',
    quantityAt(at),
    2 * quantityAt(at),
    3 * quantityAt(at),
    priceAt(at),
  ]);
  const names = ['No', 'Description', 'Unit', 'Qty 1st floor', 'Qty 2nd floor', 'Qty total', 'Rate'];

  test('is the quantity, and no amount', async () => {
    const list = await listOfRows([names, ...floors]);
    expect(recognized(list)).toMatchObject({ 'Qty total': 'quantity', Rate: 'unit_total' });
    expect(list.rows.map(({ quantity }) => Number(quantity))).toEqual(WORKS.map((_, at) => 3 * quantityAt(at)));
  });

  test('is not doubted for one of its parts', async () => {
    const list = await listOfRows([[...names, 'Amount'], ...floors.map((row, at) => [...row, 3 * amountAt(at)])]);
    expect(recognized(list)).toMatchObject({ 'Qty total': 'quantity' });
    expect(list.doubts).toEqual([]);
  });
});

describe('lines below the works', () => {
  const read = async (...foot: readonly Value[][]) => listOfRows([HEADER, ...rows, ...foot]);
  const [overheads, profit] = [cents(SUM * 0.08), cents(SUM * 0.05)];
  const net = SUM + overheads + profit;
  const lineOf = ({ kind, name, percent_total }: { kind: string; name: string; percent_total: string | null }) =>
    `${kind} ${name} ${percent_total}`;

  test('are percents where only their amounts are stated, as totals below have them', async () => {
    const tax = cents(net * 0.21);
    const list = await read(
      line('Kopā', SUM),
      line('Virsizdevumi', overheads),
      line('Peļņa', profit),
      line('Pavisam bez PVN', net),
      line('PVN 21%', tax),
      line('Pavisam ar PVN', net + tax),
    );
    expect(list.percentLines.map(lineOf)).toEqual(['additional_cost Virsizdevumi 8', 'additional_cost Peļņa 5', 'tax PVN 21']);
    expect(list.notices.filter(({ code }) => code === 'percent_implied')).toHaveLength(2);
    expect(list.evidence.totalsMissed).toBe(0);
  });

  test('are no percents where no total below has them', async () => {
    const list = await read(line('Kopā', SUM), line('Virsizdevumi', overheads), line('Pavisam', SUM + 2 * overheads));
    expect(list.percentLines).toEqual([]);
  });

  test('a tax within a total is added where that total is the works with it', async () => {
    const tax = cents(SUM * 0.2);
    const list = await read(line('Kopā ar PVN', SUM + tax), line('t.sk. PVN 20%', tax), line('Kopā bez PVN', SUM));
    expect(list.percentLines).toMatchObject([{ kind: 'tax', percent_total: '20' }]);
    expect(list.totals.map(({ stated, ours }) => stated === ours)).toEqual([true, true]);
  });

  test('a tax within a total of prices with it is not added', async () => {
    const list = await read(line('Kopā ar PVN', SUM), line('t.sk. PVN 21%', cents(SUM - SUM / 1.21)));
    expect(list.percentLines).toEqual([]);
    expect(list.evidence).toMatchObject({ totalsMet: 1, totalsMissed: 0 });
  });

  test.each([
    ['the unit', (label: string, share: number, amount: number): Value[] => ['', label, share, '', '', amount]],
    ['the quantity', (label: string, share: number, amount: number): Value[] => ['', label, '', share, '', amount]],
  ])('a bare share in place of %s is the percent that gives its amount', async (_, shareLine) => {
    const tax = cents((SUM + overheads) * 0.21);
    const list = await read(
      line('Kopā', SUM),
      shareLine('Virsizdevumi', 0.08, overheads),
      line('Kopā', SUM + overheads),
      shareLine('PVN', 0.21, tax),
      line('Pavisam', SUM + overheads + tax),
    );
    expect(list.percentLines.map(lineOf)).toEqual(['additional_cost Virsizdevumi 8', 'tax PVN 21']);
    expect(list.evidence.totalsMissed).toBe(0);
  });

  test('below a table in unknown words they are read by their numbers', async () => {
    const tax = cents(SUM * 0.24);
    const list = await listOfRows([
      ['Xx', 'Qwe rty', 'Asd', 'Zxc', 'Vbn', 'Poi'],
      ...rows,
      line('Zzz aaa', SUM),
      line('Qqq 24%', tax),
      line('Zzz bbb', SUM + tax),
    ]);
    expect(inShort(list)).toEqual(worksRead);
    expect(list.percentLines.map(({ percent_total }) => percent_total)).toEqual(['24']);
  });

  test('the same percent below each section is one line', async () => {
    const section = (from: number, until: number): Value[][] => [
      ['', `Part ${from + 1}`],
      ...rows.slice(from, until),
      line(`Total part ${from + 1}`, sumOf(from, until)),
      line('Overheads 10%', cents(sumOf(from, until) * 0.1)),
    ];
    const list = await listOfRows([HEADER, ...section(0, 3), ...section(3, WORKS.length), line('Grand total', cents(SUM * 1.1))]);
    expect(list.percentLines.map(lineOf)).toEqual(['additional_cost Overheads 10']);
    expect(list.percentLines[0]?.stated).toBe((SUM * 0.1).toFixed(2));
    expect(list.totals.at(-1)).toMatchObject({
      label: 'Grand total',
      of: 'summary',
      stated: (SUM * 1.1).toFixed(2),
      ours: (SUM * 1.1).toFixed(2),
    });
  });
});

test('a row of letters under the header names the columns', async () => {
  const list = await listOfRows([HEADER, ['A', 'B', 'C', 'D', 'E', 'F=D×E'], ...rows]);
  expect(inShort(list)).toEqual(worksRead);
});

describe('the same prices with their tax beside them', () => {
  const bill = (total: number): Value[][] => [
    ['No', 'Description', 'Unit', 'Qty', 'Rate excl. VAT', 'Rate incl. VAT', 'Amount excl. VAT', 'Amount incl. VAT'],
    ...WORKS.map((name, at): Value[] => [
      at + 1,
      name,
      'm2',
      quantityAt(at),
      priceAt(at),
      priceAt(at) * 1.2,
      amountAt(at),
      amountAt(at) * 1.2,
    ]),
    ['', 'Total', '', '', '', '', total, total * 1.2],
  ];

  test('are no doubt where the total without it is met', async () => {
    const list = await listOfRows(bill(SUM));
    expect(inShort(list)).toEqual(worksRead);
    expect(list.doubts).toEqual([]);
  });

  test('are a doubt where it is not', async () => {
    const list = await listOfRows(bill(SUM + 100));
    expect(list.doubts.map(({ said }) => said.code)).toEqual(['doubt_other_block']);
  });
});
