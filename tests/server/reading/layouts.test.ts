/** Layouts that people of several trades use: what their estimate adds up to is known beforehand. */
import { describe, expect, test } from 'vitest';
import { fixed, SCALE } from '../../../domain/decimal.ts';
import type { ReadList } from '../../../server/imports/reading/index.ts';
import { totalOf as sumsOf } from './totals.ts';
import { bookOf, fileOf, inShort, judgedLists, listOfRows, type Value } from './workbooks.ts';

const HEADER = ['Item', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'];
const WORKS: readonly (readonly [string, string, number, number])[] = [
  ['Excavation', 'm3', 120.5, 8.4],
  ['Disposal off site', 'm3', 120.5, 14.25],
  ['Concrete', 'm3', 45.75, 164.5],
  ['Steel bars', 't', 3.86, 1420],
  ['Formwork', 'm2', 88.4, 36.9],
  ['Brickwork', 'm2', 210.2, 62.35],
];
const cents = (amount: number) => Math.round(amount * 100) / 100;
const amount = (at: number) => cents((WORKS[at]?.[2] ?? 0) * (WORKS[at]?.[3] ?? 0));
const sumOf = (from = 0, until = WORKS.length) => cents(WORKS.slice(from, until).reduce((sum, _, at) => sum + amount(from + at), 0));
const rows = (from = 0, until = WORKS.length): Value[][] =>
  WORKS.slice(from, until).map(([name, unit, quantity, price], at) => [
    String(from + at + 1),
    name,
    unit,
    quantity,
    price,
    amount(from + at),
  ]);
const line = (label: string, value: number): Value[] => [null, label, null, null, null, value];
const totalOf = (list: ReadList) => fixed(sumsOf(list.rows).total, SCALE.money);
const total = async (...below: readonly (readonly Value[])[]) => totalOf(await listOfRows(below));
const text = (value: number) => value.toFixed(2);

describe('below a total', () => {
  test('options are not counted', async () => {
    const options = [line('Total base bid', sumOf(0, 4)), [null, 'ALTERNATES (not included in total)'], ...rows(4)];
    const list = await listOfRows([HEADER, ...rows(0, 4), ...options]);
    expect(totalOf(list)).toBe(text(sumOf(0, 4)));
    expect(list.rows.filter(({ remarks }) => remarks.includes('notCounted')).map(({ name }) => name)).toEqual(['Formwork', 'Brickwork']);
  });

  test('options that a later total has are counted', async () => {
    const counted = [line('Total', sumOf(0, 4)), [null, 'Optional items'], ...rows(4), line('Total with options', sumOf())];
    expect(await total(HEADER, ...rows(0, 4), ...counted)).toBe(text(sumOf()));
  });

  test.each([
    ['Transport', 650],
    ['Special discount', -1000],
  ])('%s between two totals is a row', async (name, more) => {
    const foot = [line('Subtotal', sumOf()), line(name, more), line('Total', cents(sumOf() + more))];
    expect(await total(HEADER, ...rows(), ...foot)).toBe(text(sumOf() + more));
  });

  test('a note between a transport and the total is no section', async () => {
    const foot = [
      line('Subtotal', sumOf()),
      line('Transport', 650),
      [null, 'Prices hold for a month'],
      line('Total', cents(sumOf() + 650)),
    ];
    const list = await listOfRows([HEADER, ...rows(), ...foot]);
    expect(list.rows.map(({ name }) => name)).toEqual([...WORKS.map(([name]) => name), 'Transport']);
  });

  test.each(['Sales tax', 'Advance paid', 'Previous balance', 'Rounding'])('%s between two totals is not a row', async (name) => {
    const foot = [line('Subtotal', sumOf()), line(name, 500), line('Total', cents(sumOf() + 500))];
    expect(await total(HEADER, ...rows(), ...foot)).toBe(text(sumOf()));
  });
});

const saidOfLines = ({ notices }: ReadList) => notices.map(({ code }) => code).filter((code) => code.includes('another'));

describe('taxes and additional costs directly under the rows', () => {
  const found = async (...foot: readonly (readonly Value[])[]) => {
    const list = await listOfRows([HEADER, ...rows(), ...foot]);
    return { total: totalOf(list), lines: list.percentLines.map(({ kind, percent_total }) => [kind, percent_total]) };
  };

  test.each([
    ['Moms 25 %', '25'],
    ['BTW 21%', '21'],
    ['DPH 21 %', '21'],
    ['25 % mva', '25'],
    ['USt. 20 %', '20'],
    ['19% Umsatzsteuer', '19'],
    ['ÁFA 27%', '27'],
  ])('%s is a tax', async (label, percent) => {
    const tax = cents((sumOf() * Number(percent)) / 100);
    const { total: ours, lines } = await found(line(label, tax), line('Altogether', cents(sumOf() + tax)));
    expect(ours).toBe(text(sumOf()));
    expect(lines).toEqual([['tax', percent]]);
  });

  test.each(['Algemene kosten 8%', 'Påslag 8 %', 'Režie 8 %', 'Winst en risico 8%', 'Yleiskulut 8 %'])(
    '%s is an additional cost',
    async (label) => {
      const cost = cents(sumOf() * 0.08);
      const { total: ours, lines } = await found(line(label, cost), line('Everything', cents(sumOf() + cost)));
      expect(ours).toBe(text(sumOf()));
      expect(lines).toEqual([['additional_cost', '8']]);
    },
  );

  test.each(['Atlaide 5%', 'Korting 5 %', 'Sleva 5%', 'Nuolaida 5 %', 'Знижка 5%'])('%s below a total is a discount', async (label) => {
    const discount = -cents(sumOf() * 0.05);
    const { total: ours, lines } = await found(
      line('Total', sumOf()),
      line(label, discount),
      line('Total with discount', cents(sumOf() + discount)),
    );
    expect(ours).toBe(text(sumOf()));
    expect(lines).toEqual([['additional_cost', '-5']]);
  });

  test.each([
    ['Virsizdevumi-10%', 'Virsizdevumi', 10],
    ['PVN-21%', 'PVN', 21],
    ['VAT–20%', 'VAT', 20],
    ['НДС-20%', 'НДС', 20],
    ['VAT2-20%', 'VAT2', 20],
    ['VAT -20%', 'VAT', 20],
  ])('%s has a hyphen, which is not a minus', async (label, name, percent) => {
    const more = cents((sumOf() * percent) / 100);
    const list = await listOfRows([
      HEADER,
      ...rows(),
      line('Total', sumOf()),
      line(label, more),
      line('Grand total', cents(sumOf() + more)),
    ]);
    expect(list.percentLines.map((each) => [each.name, each.percent_total])).toEqual([[name, String(percent)]]);
    expect(saidOfLines(list)).toEqual([]);
  });

  test.each([
    ['Transport 5% of materials', 'Transport of materials'],
    ['zzgl. 19% MwSt', 'zzgl. MwSt'],
    ['PVN 21% no 170', 'PVN no 170'],
    ['Nachlass (3 %), netto', 'Nachlass, netto'],
    ['Overheads (10 %):', 'Overheads'],
    ['TVA à 20,00 %', 'TVA'],
    ['19% Umsatzsteuer', 'Umsatzsteuer'],
    ['Profit @ 5%  on  site', 'Profit on site'],
  ])('%s without its percent is called %s', async (label, name) => {
    const list = await listOfRows([HEADER, ...rows(), line('Total', sumOf()), line(label, cents(sumOf() * 0.05))]);
    expect(list.percentLines.map((each) => each.name)).toEqual([name]);
  });

  test.each([
    ['Remise 5%', 5, 'total'],
    ['Atlaide 10%', 10, 'total'],
    ['abzgl. 3% Nachlass', 3, 'total'],
    ['Discount 5% on materials', 5, 'materials'],
  ])('%s whose amount is subtracted is a negative percent, without a notice', async (label, percent, base) => {
    // The percent ends below a cent, so that the amount over the sum is not the percent to its fourth digit.
    const header = ['Item', 'Description', 'Unit', 'Qty', 'Labour rate', 'Materials rate', 'Amount'];
    const works: Value[][] = [
      ['1', 'Walls', 'm2', 45.5, 4.4, 14.5, 859.95],
      ['2', 'Removal', 'set', 1, 1000, 250, 1250],
    ];
    const less = -cents(((base === 'total' ? 2109.95 : 909.75) * percent) / 100);
    const foot = (name: string, value: number): Value[] => [null, name, null, null, null, null, value];
    const list = await listOfRows([header, ...works, foot('Total', 2109.95), foot(label, less), foot('Net total', cents(2109.95 + less))]);
    expect(list.percentLines.map((each) => [each.percent_total, each.percent_materials])).toEqual([
      base === 'total' ? [`-${percent}`, null] : [null, `-${percent}`],
    ]);
    expect(saidOfLines(list)).toEqual([]);
    expect(list.totals.map(({ stated, ours }) => ours === stated)).toEqual([true, true]);
  });

  test.each<readonly [string, readonly (readonly [string, number])[], readonly string[]]>([
    ['the next total has', [['Total', -50]], ['-5']],
    [
      'only the total with the tax has',
      [
        ['VAT 20%', 190],
        ['Grand total', 140],
      ],
      ['-5', '20'],
    ],
    [
      'a total below a second one has',
      [
        ['Rebate 2%', 20],
        ['Total', -70],
      ],
      ['-5', '-2'],
    ],
    ['the next total adds', [['Total', 50]], ['5']],
    ['no total has', [['VAT 20%', 210]], ['5', '20']],
  ])('a discount written as a positive amount that %s', async (_, foot, percents) => {
    const works: Value[][] = [
      ['1', 'Excavate', 'm3', 100, 5, 500],
      ['2', 'Fill', 'm3', 100, 4, 400],
      ['3', 'Compact', 'm2', 100, 1, 100],
    ];
    const below = foot.map(([name, more]) => line(name, name.includes('%') ? more : 1000 + more));
    const list = await listOfRows([HEADER, ...works, line('Subtotal', 1000), line('Discount 5%', 50), ...below]);
    expect(list.percentLines.map(({ percent_total }) => percent_total)).toEqual(percents);
    expect(list.totals.filter(({ stated, ours }) => stated !== ours)).toEqual([]);
  });

  test('a cost that a total below does not include is not a discount', async () => {
    const below = [line('Overheads 5%', 50), line('Total of direct works', sumOf() - 50)];
    const list = await listOfRows([HEADER, ...rows(), line('Total', sumOf()), ...below]);
    expect(list.percentLines.map(({ percent_total }) => Number(percent_total) > 0)).toEqual([true]);
  });

  test('a percent of all rows, with % as its unit and the price of one percent, is not a work', async () => {
    const one = cents(sumOf() / 100);
    const { total: ours, lines } = await found(
      [7, 'Overheads', '%', 8, one, cents(sumOf() * 0.08)],
      [8, 'Profit', '%', 5, one, cents(sumOf() * 0.05)],
      line('Total', cents(sumOf() * 1.13)),
    );
    expect(ours).toBe(text(sumOf()));
    expect(lines).toEqual([
      ['additional_cost', '8'],
      ['additional_cost', '5'],
    ]);
  });

  test('a percent of all works that a total below includes is a cost, whatever its words', async () => {
    const levy = cents(sumOf() * 0.06);
    const { total: ours, lines } = await found(line('Site levy 6%', levy), line('Everything', cents(sumOf() + levy)));
    expect(ours).toBe(text(sumOf()));
    expect(lines).toEqual([['additional_cost', '6']]);
  });

  test.each(['Nodoklis', 'Податок', 'Tax'])('%s between two totals without its percent is not a work', async (label) => {
    const tax = cents(sumOf() * 0.21);
    const { total: ours } = await found(line('Net', sumOf()), line(label, tax), line('Gross', cents(sumOf() + tax)));
    expect(ours).toBe(text(sumOf()));
  });

  test('the percent of a cost or a tax in the quantity column is recognised without its unit', async () => {
    const percents = (label: string, percent: number, of: number): Value[] => [
      null,
      label,
      null,
      percent,
      null,
      cents((of * percent) / 100),
    ];
    const net = cents(sumOf() * 1.08);
    const { total: ours, lines } = await found(
      percents('Overheads', 8, sumOf()),
      percents('Moms', 25, net),
      line('Total', cents(net + cents(net * 0.25))),
    );
    expect(ours).toBe(text(sumOf()));
    expect(lines).toEqual([
      ['additional_cost', '8'],
      ['tax', '25'],
    ]);
  });

  test('a cost whose quantity is not a percent of the works makes no percent line', async () => {
    const { lines } = await found([null, 'Overheads of the site', null, 12, null, 600], line('Total', cents(sumOf() + 600)));
    expect(lines).toEqual([]);
  });

  test('a schedule of payments below the total is not a work', async () => {
    const paid = (label: string, percent: number): Value[] => [1, label, '%', percent, null, cents((sumOf() * percent) / 100)];
    const { total: ours } = await found(line('Total', sumOf()), [], [null, 'Payments'], paid('Deposit', 30), paid('On completion', 70));
    expect(ours).toBe(text(sumOf()));
  });

  test('a percent of the rows above stays a work when works follow it', async () => {
    const small = cents(sumOf(0, 3) * 0.05);
    const list = await listOfRows([HEADER, ...rows(0, 3), [null, 'Small materials', '%', 5, null, small], ...rows(3)]);
    expect(totalOf(list)).toBe(text(sumOf() + small));
  });
});

describe('sums that are written as rows', () => {
  test.each([
    'Delsumma',
    'Subtotaal',
    'Tussentotaal',
    'Mezisoučet',
    'Součet',
    'Välisumma',
    'Starpsumma',
    'Tarpinė suma',
    'Подытог',
    'Проміжний підсумок',
    'Zwischentotal',
    'I alt',
    'Zu übertragen',
    'Do przeniesienia',
    'Pārnests',
    'Totaal hoofdstuk',
    'Sammanlagt',
    'Page 1/3',
    'To summary',
  ])('%s of one work, then of many', async (label) => {
    const sections = [...rows(0, 1), line(label, sumOf(0, 1)), ...rows(1), line(label, sumOf(1))];
    expect(await total(HEADER, ...sections)).toBe(text(sumOf()));
  });

  test('an amount that happens to equal the work above it is a work', async () => {
    const works = [['1', 'Survey', 'nr', 2, 250, 500], [null, 'Design', null, null, null, 500], ...rows(2)];
    expect(await total(HEADER, ...works)).toBe(text(1000 + sumOf(2)));
  });

  test('sums of one work each, which the total leaves out, are not works', async () => {
    const sections = [
      ...rows(0, 1),
      line('Ground', amount(0)),
      ...rows(1, 2),
      line('Haulage', amount(1)),
      ...rows(2, 3),
      line('Walls', amount(2)),
    ];
    expect(await total(HEADER, ...sections, line('Total', sumOf(0, 3)))).toBe(text(sumOf(0, 3)));
  });

  test('sums rounded to whole units, without a word for it, are not works', async () => {
    const whole = (from?: number, until?: number) => Math.round(sumOf(from, until));
    const sections = [...rows(0, 3), line('Stage one', whole(0, 3)), ...rows(3), line('Stage two', whole(3)), line('Everything', whole())];
    expect(await total(HEADER, ...sections)).toBe(text(sumOf()));
  });

  test('a last row that costs as much as all others is a work where the total counts it', async () => {
    const works = [10, 20, 30, 60].map((price, at): Value[] => [at + 1, `Work ${price}`, 'm2', 10, price, price * 10]);
    expect(await total(HEADER, ...works, line('Total', 1200))).toBe('1200.00');
    expect(await total(HEADER, ...works.slice(0, 3), line('Lift', 600), line('Total', 1200))).toBe('1200.00');
  });

  test('an amount that happens to be the sum of two works is a work where the total counts it', async () => {
    const works = [
      ['1', 'Survey', 'nr', 2, 250, 500],
      ['2', 'Tests', 'nr', 1, 500, 500],
      [null, 'Supervision', null, null, null, 1000],
      ...rows(2),
    ];
    expect(await total(HEADER, ...works, line('Total', cents(2000 + sumOf(2))))).toBe(text(2000 + sumOf(2)));
  });

  test.each(['Summa', 'Totaal', 'Kopā', 'Living area'])('%s with a quantity, with and without a price, is not a work', async (label) => {
    const quantity = WORKS.reduce((sum, work) => sum + work[2], 0);
    expect(await total(HEADER, ...rows(), [null, label, 'm2', quantity, null, sumOf()])).toBe(text(sumOf()));
    expect(await total(HEADER, ...rows(), [null, label, 'm2', 200, cents(sumOf() / 200), sumOf()])).toBe(text(sumOf()));
    const foot = [line('Total', sumOf()), [null, label, 'm2', 200, cents(sumOf() / 200), sumOf()]];
    expect(await total(HEADER, ...rows(), ...foot)).toBe(text(sumOf()));
  });
});

test('section sums without a word for a sum are not works', async () => {
  const sections = [...rows(0, 3), line('Earthworks', sumOf(0, 3)), ...rows(3), line('Structure', sumOf(3)), line('Everything', sumOf())];
  expect(await total(HEADER, ...sections)).toBe(text(sumOf()));
});

describe('quantities, prices and amounts', () => {
  test('a quantity is separated from the unit in its cell', async () => {
    const list = await listOfRows([
      ['Item', 'Description', 'Quantity', 'Rate', 'Amount'],
      ...WORKS.map(([name, unit, quantity, price], at) => [at + 1, name, `${quantity} ${unit}`, price, amount(at)]),
      [null, 'Total', null, null, sumOf()],
    ]);
    expect(totalOf(list)).toBe(text(sumOf()));
    expect(list.rows.map(({ unit }) => unit)).toEqual(WORKS.map(([, unit]) => unit));
  });

  test('a single quantity is separated from its unit, and a lump sum without a number counts as 1', async () => {
    const header = ['Item', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
    const list = await listOfRows([
      header,
      ...rows(0, 4),
      [5, 'Scaffold', null, '12,5 m2', 8, 100],
      [6, 'Site set-up', null, 'LS', 750, 750],
      [7, 'Surveying', 'psch', '1 psch', 320, 320],
      [8, 'Cleaning', null, 'Pausch.', null, 90],
      line('Total', cents(sumOf(0, 4) + 1260)),
    ]);
    expect(list.rows.flatMap(({ errors }) => errors)).toEqual([]);
    expect(list.rows.slice(4).map(({ unit, quantity }) => [unit, Number(quantity)])).toEqual([
      ['m2', 12.5],
      ['LS', 1],
      ['psch', 1],
      ['Pausch.', 1],
    ]);
    expect(totalOf(list)).toBe(text(sumOf(0, 4) + 1260));
  });

  test('a quantity with another unit than the row is an error', async () => {
    const list = await listOfRows([HEADER, ...rows(0, 4), [5, 'Scaffold', 'm3', '12.5 m2', 8, 100]]);
    expect(list.rows[4]?.errors.map(({ value }) => value)).toEqual(['12.5 m2']);
  });

  test('a column of units of many stays a column of units', async () => {
    const list = await listOfRows([
      HEADER,
      ...rows().map(([item, name, , ...numbers]) => [item ?? null, name ?? null, '100 m2', ...numbers]),
    ]);
    expect(list.rows.map(({ unit }) => unit)).toEqual(WORKS.map(() => '100 m2'));
  });

  test('an amount in brackets is shown and not counted', async () => {
    const bracketed = rows().map((row, at) => (at === 3 ? [...row.slice(0, 5), `(${amount(3).toFixed(2)})`] : row));
    expect(await total(HEADER, ...bracketed, line('Total', cents(sumOf() - amount(3))))).toBe(text(sumOf() - amount(3)));
  });

  test('bare numbers that repeat an option in brackets close it and are not counted', async () => {
    const option = ['7', 'Drainage', 'm', 12, 25, '(300.00)'];
    const closing = [null, null, null, 12, 25, '(300.00)'];
    expect(await total(HEADER, ...rows(), option, closing, line('Total', sumOf()))).toBe(text(sumOf()));
  });

  test('a price of many units gives the price of one', async () => {
    const many = rows().map(([item, name, , quantity, price, stated], at) =>
      at % 2 === 0 ? [item ?? null, name ?? null, '100 m', quantity ?? null, Number(price) * 100, stated ?? null] : (rows()[at] ?? []),
    );
    expect(await total(HEADER, ...many, line('Total', sumOf()))).toBe(text(sumOf()));
  });

  test('amounts with an extra factor are used where the total adds them up', async () => {
    const header = ['No', 'Description', 'Unit', 'Qty', 'Months', 'Rate', 'Amount'];
    const hired = [
      [1, 'Cabin', 'nr', 1, 12, 120, 1440],
      [2, 'Fence', 'nr', 2, 12, 85, 2040],
      [3, 'Crane', 'nr', 1, 1, 3300, 3300],
    ];
    expect(await total(header, ...hired, [null, 'Total', null, null, null, null, 6780])).toBe('6780.00');
    expect(await total(header, ...hired, [null, 'Total', null, null, null, null, 9999])).not.toBe('6780.00');
  });

  test('amounts in thousands give way to quantity × price', async () => {
    const header = ['№', 'Наименование', 'Ед.', 'Кол-во', 'Цена, руб.', 'Сумма, тыс. руб.'];
    expect(await total(header, ...rows().map((row, at) => [...row.slice(0, 5), cents(amount(at) / 1000)]))).toBe(text(sumOf()));
  });

  test('the parts of a unit price are not works', async () => {
    const analysed = rows().flatMap((row, at) => {
      const price = WORKS[at]?.[3] ?? 0;
      const labour = cents(price * 0.4);
      return [
        row,
        [`L${at}`, 'Mason', 'h', 0.5, labour * 2, labour],
        [`M${at}`, 'Material', 'pc', 1, cents(price - labour), cents(price - labour)],
      ];
    });
    const list = await listOfRows([HEADER, ...analysed, line('Total', sumOf())]);
    expect(totalOf(list)).toBe(text(sumOf()));
    expect(inShort(list)).toHaveLength(WORKS.length);
  });

  test('a line of numbers closes its position and its chapter', async () => {
    const header = ['Código', 'Ud', 'Resumen', 'CanPres', 'Pres', 'ImpPres'];
    const position = ([name, unit, quantity, price]: (typeof WORKS)[number], at: number): Value[][] => [
      [`01.0${at + 1}`, unit, name, quantity, price, amount(at)],
      [null, null, null, quantity, price, amount(at)],
    ];
    const chapter = [['01', null, 'OBRA', 1, sumOf(), sumOf()], ...WORKS.flatMap(position), [null, null, null, 1, sumOf(), sumOf()]];
    expect(await total(header, ...chapter)).toBe(text(sumOf()));
  });
});

describe('options among the rows', () => {
  const DEAR = cents(12 * 58.5);
  const option = (name: string, stated: Value): Value[] => ['7', name, 'h', 12, 58.5, stated];

  test.each<[string, string, Value]>([
    ['a name that says so', 'Bedarfsposition: day work', DEAR],
    ['a name that says so', 'Eventual position day work', DEAR],
    ['a name that says so', 'Optional: day work', DEAR],
    ['a dash for an amount', 'Day work', '—'],
    ['no amount', 'Day work', null],
    ['words for an amount', 'Day work', 'nur E.P.'],
    ['words for an amount', 'Day work', 'nur Einh.-Pr.'],
  ])('%s makes an option of a row that the total leaves out', async (_, name, stated) => {
    const list = await listOfRows([HEADER, ...rows(0, 3), option(name, stated), ...rows(3), line('Total', sumOf())]);
    expect(totalOf(list)).toBe(text(sumOf()));
    expect(list.rows.filter(({ remarks }) => remarks.includes('notCounted')).map((row) => row.name)).toEqual([name]);
  });

  test.each<[string, Value]>([
    ['Optional: day work', DEAR],
    ['Day work', null],
  ])('%s is a work where the total counts it', async (name, stated) => {
    const counted = [...rows(0, 3), option(name, stated), ...rows(3), line('Total', cents(sumOf() + DEAR))];
    expect(await total(HEADER, ...counted)).toBe(text(sumOf() + DEAR));
  });

  test.each(['incl.', 'Included', 'inkl.', 'im EP enth.', 'compris', 'Iekļauts', 'w cenie'])(
    '%s for a price costs nothing more',
    async (word) => {
      const list = await listOfRows([
        HEADER,
        ...rows(0, 3),
        ['7', 'Protection', 'm2', 100, word, word],
        ...rows(3),
        line('Total', sumOf()),
      ]);
      expect(list.rows.flatMap(({ errors }) => errors)).toEqual([]);
      expect(inShort(list)[3]).toEqual(['row', 'Protection', 100, 0, 0, 0]);
      expect(totalOf(list)).toBe(text(sumOf()));
    },
  );
});

test('a repeated header with a section name in it begins that section', async () => {
  const header = (name: string): Value[] => ['No', name, 'Unit', 'Qty', 'Rate', 'Amount'];
  const list = await listOfRows([
    header('Ground'),
    ...rows(0, 3),
    line('Total', sumOf(0, 3)),
    header('Structure'),
    ...rows(3),
    line('Total', sumOf(3)),
  ]);
  expect(list.rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(inShort(list)[3]).toEqual(['section', 'Structure']);
});

describe('several sheets', () => {
  const sheet = (name: string, factor: number) => {
    const again = WORKS.map(([work, unit, quantity, price], at): Value[] => {
      const changed = cents(price * factor);
      return [at + 1, work, unit, quantity, changed, cents(quantity * changed)];
    });
    return { name, rows: [HEADER, ...again, line('Total', cents(again.reduce((sum, row) => sum + Number(row[5]), 0)))] };
  };
  const judged = async (sheets: Parameters<typeof bookOf>[0]) => (await judgedLists(fileOf(bookOf(sheets)))).judgement;

  test('the same quantities with other prices may be another offer', async () => {
    const { verdicts } = await judged([sheet('Offer 2', 1), sheet('Offer 1', 1.1)]);
    expect(verdicts.map(({ alike }) => alike)).toEqual([null, 0]);
  });

  test('the same rows are two buildings where a total elsewhere includes both', async () => {
    const cover = { name: 'Cover', rows: [['Both houses together', 2 * sumOf()]] };
    expect((await judged([sheet('House 1', 1), sheet('House 2', 1), cover])).verdicts.map(({ offered }) => offered)).toEqual([true, true]);
    expect((await judged([sheet('House 1', 1), sheet('House 2', 1)])).verdicts.map(({ offered }) => offered)).toEqual([true, false]);
  });

  test.each(['Options', 'Alternates', 'Eventualpositionen'])('%s beside the estimate are offered and not ticked', async (name) => {
    const options = { name, rows: [HEADER, ...rows(3).map((row) => [row[0] ?? null, `Other ${row[1]}`, ...row.slice(2)])] };
    expect((await judged([sheet('Base', 1), options])).verdicts.map(({ offered }) => offered)).toEqual([true, false]);
  });

  test('a rate analysis is set apart', async () => {
    const analysis = {
      name: 'Rate analysis',
      rows: [
        ['Description', 'Unit', 'Qty', 'Rate', 'Amount'],
        ['Cement', 'kg', 320, 0.11, 35.2],
        ['Sand', 'm3', 0.45, 18, 8.1],
        ['Mason', 'h', 1.2, 35, 42],
        ['Total per m3', null, null, null, 85.3],
      ],
    };
    const { verdicts } = await judged([sheet('Bill', 1), analysis]);
    expect(verdicts.map(({ apart }) => apart)).toEqual([null, 'rates']);
  });
});
