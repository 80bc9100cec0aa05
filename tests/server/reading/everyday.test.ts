/** Bills as people keep them from day to day: claims of work done, factors beside the amounts, summaries of other sheets, and numbers written as text. */
import { describe, expect, test } from 'vitest';
import { isSure } from './sure.ts';
import { bookOf, fileOf, inShort, judgedLists, listOfRows, listsOf, recognized, spreadsheetFile, type Value } from './workbooks.ts';

const HEADER = ['No', 'Description', 'Unit', 'Qty', 'Rate', 'Amount'];
const WORKS = ['Strip foundations', 'Cavity walls', 'Roof trusses', 'Partition walls', 'Screed', 'Gutters'];
const cents = (amount: number) => Math.round((amount + Number.EPSILON) * 100) / 100;
const sumOf = (amounts: readonly number[]) => cents(amounts.reduce((sum, amount) => sum + amount, 0));
const quantityAt = (at: number) => 12.5 + 3 * at;
const priceAt = (at: number) => 4 + at * 1.5;
const amountAt = (at: number) => cents(quantityAt(at) * priceAt(at));
const AMOUNTS = WORKS.map((_, at) => amountAt(at));
const SUM = sumOf(AMOUNTS);
const row = (at: number, code: Value = at + 1): Value[] => [code, WORKS[at] ?? '', 'm2', quantityAt(at), priceAt(at), amountAt(at)];
const ROWS = WORKS.map((_, at) => row(at));
const line = (label: string, amount: number): Value[] => ['', label, '', '', '', amount];
const quantitiesRead = ({ rows }: { readonly rows: readonly { readonly quantity: string | null }[] }) =>
  rows.map(({ quantity }) => (quantity === null ? null : Number(quantity)));
const codesOf = ({ doubts }: { readonly doubts: readonly { readonly said: { readonly code: string } }[] }) =>
  doubts.map(({ said }) => said.code);
const lineOf = ({ kind, percent_total }: { readonly kind: string; readonly percent_total: string | null }) => `${kind} ${percent_total}`;

describe('a claim of work done has columns for the work before, now and to date', () => {
  const BEFORE = [4, 5, 0, 6, 7, 8];
  const NOW = [2, 3, 6, 1, 9, 4];
  const TO_DATE = WORKS.map((_, at) => (BEFORE[at] ?? 0) + (NOW[at] ?? 0));
  const DONE = { before: BEFORE, now: NOW, toDate: TO_DATE };
  type Stage = keyof typeof DONE;
  const inMoney = (stage: Stage) => DONE[stage].map((quantity, at) => cents(quantity * priceAt(at)));

  test.each<[string, readonly [Stage, string][]]>([
    [
      'in English, to date last',
      [
        ['before', 'Previous'],
        ['now', 'This period'],
        ['toDate', 'To date'],
      ],
    ],
    [
      'in English, to date first',
      [
        ['toDate', 'Cumulative'],
        ['before', 'Previous certificate'],
        ['now', 'This certificate'],
      ],
    ],
    [
      'in Spanish',
      [
        ['before', 'Anterior'],
        ['now', 'Este mes'],
        ['toDate', 'A origen'],
      ],
    ],
    [
      'in Latvian',
      [
        ['before', 'Izpildīts iepriekš'],
        ['now', 'Izpildīts pārskata periodā'],
        ['toDate', 'Izpildīts no būvniecības sākuma'],
      ],
    ],
    [
      'in German',
      [
        ['before', 'Bisher'],
        ['now', 'Aktuell'],
        ['toDate', 'Kumuliert'],
      ],
    ],
    [
      'in Polish',
      [
        ['before', 'Poprzednio'],
        ['now', 'W okresie, bieżący'],
        ['toDate', 'Narastająco'],
      ],
    ],
  ])('with quantities and amounts, %s', async (_, stages) => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Rate', ...stages.flatMap(([, words]) => [words, ''])],
      ['', '', '', '', ...stages.flatMap(() => ['Qty', 'Amount'])],
      ...WORKS.map((name, at): Value[] => [
        at + 1,
        name,
        'm2',
        priceAt(at),
        ...stages.flatMap(([stage]) => [DONE[stage][at] ?? 0, inMoney(stage)[at] ?? 0]),
      ]),
    ]);
    expect(quantitiesRead(list)).toEqual(TO_DATE);
    expect(codesOf(list)).toEqual(['doubt_other_figure']);
  });

  test('with quantities alone', async () => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Rate', 'Previous qty', 'This period qty', 'To date qty'],
      ...WORKS.map((name, at): Value[] => [at + 1, name, 'm2', priceAt(at), BEFORE[at] ?? 0, NOW[at] ?? 0, TO_DATE[at] ?? 0]),
    ]);
    expect(quantitiesRead(list)).toEqual(TO_DATE);
    expect(codesOf(list)).toEqual(['doubt_other_figure']);
  });

  test('with amounts alone', async () => {
    const money = (['before', 'now', 'toDate'] as const).map(inMoney);
    const [list] = await listsOf(
      spreadsheetFile([
        ['No', 'Description', 'Previous', 'This period', 'To date'],
        ...WORKS.map((name, at): Value[] => [at + 1, name, ...money.map((amounts) => amounts[at] ?? 0)]),
        ['', 'Total', ...money.map(sumOf)],
      ]),
    );
    expect(list?.rows.map(({ stated }) => Number(stated))).toEqual(inMoney('toDate'));
    expect(list && codesOf(list)).toContain('doubt_other_figure');
  });

  test('under groups whose columns a second row names', async () => {
    const stages = ['before', 'now', 'toDate'] as const;
    const list = await listOfRows(
      [
        ['No', 'Description', 'Unit', 'Rate', 'Quantity', '', '', 'Amount', '', ''],
        ['', '', '', '', 'Previous', 'This bill', 'Total', 'Previous', 'This bill', 'Total'],
        ...WORKS.map((name, at): Value[] => [
          at + 1,
          name,
          'm2',
          priceAt(at),
          ...stages.map((stage) => DONE[stage][at] ?? 0),
          ...stages.map((stage) => inMoney(stage)[at] ?? 0),
        ]),
      ],
      ['E1:G1', 'H1:J1'],
    );
    expect(quantitiesRead(list)).toEqual(TO_DATE);
  });

  test('in unknown words between two known ones', async () => {
    const stages: readonly (readonly [Stage, string])[] = [
      ['before', 'Previous'],
      ['now', 'Qwerty'],
      ['toDate', 'Cumulative'],
    ];
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Rate', ...stages.flatMap(([, words]) => [`${words} qty`, `${words} amount`])],
      ...WORKS.map((name, at): Value[] => [
        at + 1,
        name,
        'm2',
        priceAt(at),
        ...stages.flatMap(([stage]) => [DONE[stage][at] ?? 0, inMoney(stage)[at] ?? 0]),
      ]),
    ]);
    expect(quantitiesRead(list)).toEqual(TO_DATE);
    expect(codesOf(list)).toEqual(['doubt_other_figure']);
  });

  test('without work to date the work of the period is read', async () => {
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Rate', 'Previous qty', 'Previous amount', 'This bill qty', 'This bill amount'],
      ...WORKS.map((name, at): Value[] => [
        at + 1,
        name,
        'm2',
        priceAt(at),
        BEFORE[at] ?? 0,
        inMoney('before')[at] ?? 0,
        NOW[at] ?? 0,
        inMoney('now')[at] ?? 0,
      ]),
    ]);
    expect(quantitiesRead(list)).toEqual(NOW);
  });

  test('beside the quantity of the contract in one group, that quantity is read', async () => {
    const list = await listOfRows(
      [
        ['Nr.', 'Darba nosaukums', 'Mērv.', 'Vienības izmaksas', '', '', 'Daudzums', '', '', ''],
        ['', '', '', 'darba alga', 'materiāli', 'mehānismi', 'pēc līguma', 'iepriekš', 'šajā periodā', 'kopā no sākuma'],
        ...WORKS.map((name, at): Value[] => [at + 1, name, 'm2', 1, 2, 3, 40 + at, BEFORE[at] ?? 0, NOW[at] ?? 0, TO_DATE[at] ?? 0]),
      ],
      ['D1:F1', 'G1:J1'],
    );
    expect(inShort(list)).toEqual(WORKS.map((name, at) => ['row', name, 40 + at, 1, 2, 3]));
  });
});

describe('texts that all have three digits after their mark', () => {
  const QUANTITIES = [12.5, 1.5, 7.25, 2];
  const read = (written: readonly string[], amounts: readonly number[]) =>
    listOfRows([HEADER, ...written.map((text, at): Value[] => [at + 1, WORKS[at] ?? '', 'm2', text, 10 + at, amounts[at] ?? ''])]);

  test.each([
    ['a point is decimal', (quantity: number) => quantity.toFixed(3), 1],
    ['a comma is decimal', (quantity: number) => quantity.toFixed(3).replace('.', ','), 1],
    ['a point separates thousands', (quantity: number) => quantity.toFixed(3), 1000],
    ['a comma separates thousands', (quantity: number) => quantity.toFixed(3).replace('.', ','), 1000],
  ])('%s where quantity × price = amount says so', async (_, written, times) => {
    const amounts = QUANTITIES.map((quantity, at) => quantity * times * (10 + at));
    const list = await read(QUANTITIES.map(written), amounts);
    expect(quantitiesRead(list)).toEqual(QUANTITIES.map((quantity) => quantity * times));
    expect(isSure(list)).toBe(true);
  });

  test('are decided by the product before the mark of other columns', async () => {
    const list = await listOfRows([
      HEADER,
      ...QUANTITIES.map((quantity, at): Value[] => [
        at + 1,
        WORKS[at] ?? '',
        'm2',
        quantity.toFixed(3),
        '10,00',
        `${quantity * 10}`.replace('.', ','),
      ]),
    ]);
    expect(quantitiesRead(list)).toEqual(QUANTITIES);
    expect(isSure(list)).toBe(true);
  });

  test('are decided by two rows', async () => {
    const list = await listOfRows([HEADER, [1, 'Plaster', 'm2', '1.500', 10, 15], [2, 'Paint', 'm2', '2.250', 20, 45]]);
    expect(quantitiesRead(list)).toEqual([1.5, 2.25]);
  });

  test('are asked about where nothing says so', async () => {
    const list = await read(
      QUANTITIES.map((quantity) => quantity.toFixed(3)),
      [],
    );
    expect(list.rows.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual(QUANTITIES.map(() => 'cell_ambiguous'));
  });
});

test('a formula in a cell formatted as text is computed', async () => {
  const list = await listOfRows([
    HEADER,
    [1, 'Plaster', 'm2', '=2*3,5', 10, 70],
    [2, 'Paint', 'm2', '=4*2.5', 3, 30],
    [3, 'Tiles', 'm2', '=A1*2', 20, 180],
  ]);
  expect(quantitiesRead(list)).toEqual([7, 10, null]);
});

test('a formula of constants whose result was not saved is computed', async () => {
  const pending = (formula: string): Value => ({ t: 'n', f: formula }) as Value;
  const list = await listOfRows([
    HEADER,
    [1, 'Plaster', 'm2', pending('2*3.5'), 10, pending('D2*E2')],
    [2, 'Paint', 'm2', pending('A2*2'), 3, ''],
  ]);
  expect(quantitiesRead(list)).toEqual([7, null]);
});

test('codes that an export keeps as text by a formula are read without it', async () => {
  const lines = WORKS.map((name, at) => `="1.${at + 8}";${name};m2;10;2;20`);
  const [list] = await listsOf(fileOf([HEADER.join(';'), ...lines].join('\r\n')));
  expect(list?.rows.map(({ code }) => code)).toEqual(['1.8', '1.9', '1.10', '1.11', '1.12', '1.13']);
});

describe('rows that are no works', () => {
  const first = sumOf(AMOUNTS.slice(0, 3));
  const read = (...others: readonly Value[][]) =>
    listOfRows([HEADER, ...others.slice(0, 1), ...ROWS.slice(0, 3), ...others.slice(1), ...ROWS.slice(3), line('Total', SUM)]);

  test('a line of dashes below the header', async () => {
    expect((await read(['---', '---', '---', '---', '---', '---'])).rows).toHaveLength(WORKS.length);
  });

  test('a header of other words over the same columns', async () => {
    const list = await read([], line('Total', first), ['', 'MATERIALS'], ['No', 'Material', 'Unit', 'Qty', 'Price', 'Sum']);
    expect(list.rows.map(({ name }) => name)).toEqual([...WORKS.slice(0, 3), 'MATERIALS', ...WORKS.slice(3)]);
    expect(isSure(list)).toBe(true);
  });

  test('what each part costs, said again below them', async () => {
    const again = (label: string, from: number, until: number) => line(label, sumOf(AMOUNTS.slice(from, until)));
    const tax = cents(SUM * 0.2);
    const list = await listOfRows([
      HEADER,
      ['A', 'Shell'],
      ...ROWS.slice(0, 3),
      ['B', 'Inside'],
      ...ROWS.slice(3),
      ['', 'SUMMARY'],
      again('Shell', 0, 3),
      again('Inside', 3, WORKS.length),
      line('TOTAL', SUM),
      line('VAT 20%', tax),
      line('GRAND TOTAL', SUM + tax),
    ]);
    expect(list.rows.flatMap(({ kind, name }) => (kind === 'row' ? [name] : []))).toEqual(WORKS);
    expect(list.percentLines.map(lineOf)).toEqual(['tax 20']);
    expect(isSure(list)).toBe(true);
  });

  test('but amounts that no total leaves out are works, although they are as much as those above', async () => {
    const list = await listOfRows([HEADER, ...ROWS, line('Transport', 200), line('Crane', SUM - 200)]);
    expect(list.rows).toHaveLength(WORKS.length + 2);
  });

  test('sums without words', async () => {
    const bare = (amount: number): Value[] => ['', '', '', '', '', amount];
    const list = await listOfRows([HEADER, ...ROWS.slice(0, 3), bare(first), ...ROWS.slice(3), bare(sumOf(AMOUNTS.slice(3))), bare(SUM)]);
    expect(list.totals.map(({ of, stated, ours }) => `${of} ${stated === ours}`)).toEqual(['group true', 'group true', 'list true']);
    expect(list.leftOut).toEqual([]);
  });
});

describe('a column of overheads or taxes beside the amounts', () => {
  const bill = (words: readonly string[], ofRow: (amount: number, at: number) => readonly number[]) => {
    const added = AMOUNTS.map(ofRow);
    return listOfRows([
      [...HEADER, ...words],
      ...ROWS.map((each, at) => [...each, ...(added[at] ?? [])]),
      [...line('Total', SUM), ...words.map((_, at) => sumOf(added.map((amounts) => amounts[at] ?? 0)))],
    ]);
  };

  test('is a percent line where another column is the amounts with it', async () => {
    const list = await bill(['OH&P 10%', 'Total'], (amount) => [cents(amount * 0.1), cents(amount + cents(amount * 0.1))]);
    expect(list.percentLines.map(lineOf)).toEqual(['additional_cost 10']);
    expect(list.rows.map(({ stated }) => Number(stated))).toEqual(AMOUNTS);
  });

  test('a tax is of the amounts with their overheads', async () => {
    const list = await bill(['Overheads', 'VAT', 'Gross'], (amount) => {
      const costs = cents(amount * 0.08);
      const tax = cents((amount + costs) * 0.21);
      return [costs, tax, cents(amount + costs + tax)];
    });
    expect(list.percentLines.map(lineOf)).toEqual(['additional_cost 8', 'tax 21']);
  });

  test.each<[string, (amount: number, at: number) => readonly number[]]>([
    ['its percent differs from row to row', (amount, at) => [cents(amount * (0.1 + at / 50)), cents(amount * (1.1 + at / 50))]],
    ['no column is the amounts with it', (amount) => [cents(amount * 0.2), cents(amount * 0.8)]],
  ])('is no line where %s', async (_, ofRow) => {
    const list = await bill(['Profit', 'Other'], ofRow);
    expect(list.percentLines).toEqual([]);
  });
});

describe('a work whose name begins with "Total"', () => {
  const LUMP = 750;

  test.each([
    ['a code', ['3.1', 'Total station hire', '', '', '', LUMP]],
    ['a unit', ['', 'Total dust control', 'LS', '', '', LUMP]],
  ])('is known by %s and a total that counts it', async (_, lump) => {
    const list = await listOfRows([HEADER, ...ROWS.slice(0, 3), lump, ...ROWS.slice(3), line('Total', SUM + LUMP)]);
    expect(list.rows).toHaveLength(WORKS.length + 1);
    expect(isSure(list)).toBe(true);
  });

  test('is a total where no total counts it', async () => {
    const first = sumOf(AMOUNTS.slice(0, 3));
    const list = await listOfRows([
      HEADER,
      ...ROWS.slice(0, 3),
      ['3.9', 'Total of part 3', '', '', '', first],
      ...ROWS.slice(3),
      line('Total', SUM),
    ]);
    expect(list.rows).toHaveLength(WORKS.length);
    expect(isSure(list)).toBe(true);
  });
});

test('a total right below the header adds up the rows under it', async () => {
  const list = await listOfRows([HEADER, line('Total', SUM), ...ROWS]);
  expect(list.totals).toMatchObject([{ of: 'list', stated: SUM.toFixed(2), ours: SUM.toFixed(2) }]);
  expect(list.leftOut).toEqual([]);
});

describe('factors beside the amounts', () => {
  const bill = (factorWords: string, factor: (at: number) => number, amount: (at: number) => number) =>
    listOfRows([
      ['No', 'Description', 'Unit', 'Qty', 'Rate', factorWords, 'Amount'],
      ...WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at), priceAt(at), factor(at), amount(at)]),
    ]);

  test('a coefficient explains the amounts', async () => {
    const factor = (at: number) => (at % 2 === 0 ? 1.15 : 1.3);
    const amount = (at: number) => cents(quantityAt(at) * priceAt(at) * factor(at));
    const list = await bill('Coeff.', factor, amount);
    expect(list.rows.map(({ stated }) => Number(stated))).toEqual(WORKS.map((_, at) => amount(at)));
    expect(list.doubts).toEqual([]);
  });

  test('a tax in the amounts is doubted', async () => {
    const list = await bill(
      'VAT %',
      () => 21,
      (at) => cents(amountAt(at) * 1.21),
    );
    expect(codesOf(list)).toEqual(['doubt_other_price']);
  });

  const wasted = (share: number) => (at: number) => cents(quantityAt(at) * (1 + share));
  const measured = (words: readonly [string, string, string], percent: number, gross: (at: number) => number) =>
    listOfRows([
      ['No', 'Description', 'Unit', ...words, 'Rate', 'Amount'],
      ...WORKS.map((name, at): Value[] => [
        at + 1,
        name,
        'm2',
        quantityAt(at),
        percent,
        gross(at),
        priceAt(at),
        cents(gross(at) * priceAt(at)),
      ]),
    ]);

  test('the quantity with its waste is the quantity, without a doubt', async () => {
    const list = await measured(['Net qty', 'Waste %', 'Gross qty'], 5, wasted(0.05));
    expect(quantitiesRead(list)).toEqual(WORKS.map((_, at) => wasted(0.05)(at)));
    expect(list.doubts).toEqual([]);
  });

  test('a share of the quantity that is done is doubted', async () => {
    const list = await measured(['Qty', '%', 'Qty of act'], 50, (at) => quantityAt(at) / 2);
    expect(list.doubts).not.toEqual([]);
  });

  test('a price of a thousand makes the amounts of single pieces', async () => {
    const pieces = [4500, 1200, 30_000];
    const list = await listOfRows([
      ['No', 'Description', 'Unit', 'Qty', 'Rate per 1000', 'Amount'],
      ...pieces.map((quantity, at): Value[] => [at + 1, WORKS[at] ?? '', 'pcs', quantity, 600, quantity * 0.6]),
    ]);
    expect(list.rows.map(({ unit_materials }) => Number(unit_materials))).toEqual([0.6, 0.6, 0.6]);
    expect(list.doubts).toEqual([]);
  });
});

describe('words where numbers are due', () => {
  test.each(['n/a', 'by client', 'supplied by owner', 'pasūtītāja', 'bauseits', 'sans objet', 'материал заказчика'])(
    '"%s" as a price costs nothing',
    async (words) => {
      const list = await listOfRows([HEADER, ...ROWS, [7, 'Sanitary ware', 'pcs', 4, words, words], line('Total', SUM)]);
      expect(inShort(list).at(-1)).toEqual(['row', 'Sanitary ware', 4, 0, 0, 0]);
      expect(isSure(list)).toBe(true);
    },
  );

  test.each(['Sum', 'lot'])('"%s" as a quantity is a lump sum', async (words) => {
    const list = await listOfRows([HEADER, ...ROWS, [7, 'Insurances', '', words, '', 900]]);
    expect(inShort(list).at(-1)).toEqual(['row', 'Insurances', 1, 0, 900, 0]);
  });
});

test('a pivot table is read by the fields it adds up', async () => {
  const part = (name: string, from: number, until: number): Value[][] => [
    [name, '', sumOf(AMOUNTS.slice(from, until))],
    ...WORKS.slice(from, until).map((work, at): Value[] => [work, quantityAt(from + at), amountAt(from + at)]),
  ];
  const list = await listOfRows([
    ['Row Labels', 'Sum of Qty', 'Sum of Amount'],
    ...part('Shell', 0, 3),
    ...part('Inside', 3, 6),
    ['Grand Total', '', SUM],
  ]);
  expect(recognized(list)).toEqual({ 'Row Labels': 'name', 'Sum of Qty': 'quantity', 'Sum of Amount': 'total' });
  expect(inShort(list).filter(([kind]) => kind === 'section')).toEqual([
    ['section', 'Shell'],
    ['section', 'Inside'],
  ]);
});

describe('names and amounts alone', () => {
  test('keep the lines below their total', async () => {
    const [list] = await listsOf(
      spreadsheetFile([
        ['Item', 'Cost'],
        ['Roof', 10_000],
        ['Walls', 20_000],
        ['Floors', 5_500],
        ['Subtotal', 35_500],
        ['Contingency 10%', 3_550],
        ['VAT 20%', 7_810],
        ['Total', 46_860],
      ]),
    );
    expect(list?.percentLines.map(lineOf)).toEqual(['additional_cost 10', 'tax 20']);
  });
});

describe('a summary without a table', () => {
  const [first, second] = [AMOUNTS.slice(0, 3), AMOUNTS.slice(3)].map(sumOf);
  const bill = (name: string, from: number, until: number) => ({
    name,
    rows: [HEADER, ...ROWS.slice(from, until), line('Total', sumOf(AMOUNTS.slice(from, until)))],
  });
  const contingency = cents(SUM * 0.05);
  const tax = cents((SUM + contingency) * 0.2);
  const share = (of: number): Value => ({ t: 'n', v: of, z: '0%' });
  const read = (...summary: readonly Value[][]) =>
    judgedLists(fileOf(bookOf([{ name: 'Summary', rows: summary }, bill('Bill 1', 0, 3), bill('Bill 2', 3, WORKS.length)])));

  test.each<[string, (label: string, percent: number, amount: number) => Value[]]>([
    ['in their words', (label, percent, amount) => ['', `${label} ${percent}%`, '', amount]],
    ['in a column', (label, percent, amount) => ['', label, share(percent / 100), amount]],
  ])('gives the whole estimate its percent lines, %s', async (_, percentLine) => {
    const { lists, judgement } = await read(
      ['SUMMARY OF COSTS'],
      ['', 'Works as bill 1', '', first ?? 0],
      ['', 'Works as bill 2', '', second ?? 0],
      ['', 'Subtotal', '', SUM],
      percentLine('Contingency', 5, contingency),
      percentLine('VAT', 20, tax),
      ['', 'TOTAL', '', cents(SUM + contingency + tax)],
    );
    expect(judgement.verdicts.map(({ offered, apart }) => `${offered} ${apart}`)).toEqual(['true null', 'true null', 'false summary']);
    expect(lists.at(-1)?.percentLines.map(lineOf)).toEqual(['additional_cost 5', 'tax 20']);
    expect(judgement).toMatchObject({ sheets: [], totals: [{ stated: SUM.toFixed(2) }] });
  });

  test('of other works is left aside, with its line', async () => {
    const { lists, judgement } = await read(['', 'Design', 1_000], ['', 'Permits', 500], ['', 'Total', 1_500], ['', 'VAT 20%', 300]);
    expect(lists).toHaveLength(2);
    expect(judgement.sheets).toMatchObject([{ sheet: 'Summary', line: { kind: 'tax', label: 'VAT 20%' } }]);
  });

  test('with a column of overheads is left aside, with its line', async () => {
    const { judgement } = await read(
      ['Trade', 'Net', 'Overheads 10%', 'Total'],
      ['Shell', first ?? 0, cents((first ?? 0) * 0.1), cents((first ?? 0) * 1.1)],
      ['Inside', second ?? 0, cents((second ?? 0) * 0.1), cents((second ?? 0) * 1.1)],
    );
    expect(judgement.sheets).toMatchObject([{ line: { kind: 'additional_cost', label: 'Overheads 10%' } }]);
  });
});

test('storeys with the same works are no doubt where a total of the file counts each of them', async () => {
  const storeys = [0, 1, 2].map((storey) => {
    const amounts = WORKS.map((_, at) => cents((quantityAt(at) + storey) * priceAt(at)));
    const rows = WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at) + storey, priceAt(at), amounts[at] ?? 0]);
    return { name: `Storey ${storey}`, rows: [HEADER, ...rows], sum: sumOf(amounts) };
  });
  const total = sumOf(storeys.map(({ sum }) => sum));
  const read = async (stated: number) => {
    const summary = { name: 'Cover', rows: [['Contract sum', stated]] };
    const { judgement } = await judgedLists(fileOf(bookOf([summary, ...storeys])));
    return judgement.verdicts.map(({ alike }) => alike !== null);
  };
  expect(await read(total)).toEqual([false, false, false]);
  expect(await read(total + 100)).toContain(true);
});

test('a stray byte of another encoding leaves a budget in UTF-8 as it is', async () => {
  const records = [
    '~V|Programa|FIEBDC-3/2016|',
    '~C|W##||Rehabilitación de áreas|60|',
    '~D|W##|E01\\1\\2\\|',
    '~C|E01|m2|Pavimento cerámico de baño|30|010126|3|',
  ];
  const bytes = Buffer.concat([Buffer.from(records.join('\r\n')), Buffer.from([0x0d, 0x0a, 0xf1])]);
  const [list] = await listsOf(fileOf(bytes, 'budget.bc3'));
  expect(list?.rows.map(({ name }) => name)).toEqual(['Pavimento cerámico de baño']);
});
