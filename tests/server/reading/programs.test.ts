/** Bills as programs of estimators export them: headings of headings, measurements, components in rows of their own, and summaries of summaries. */
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { corrected } from '../../../server/imports/reading/index.ts';
import { isSure } from './sure.ts';
import {
  bookOf,
  fileOf,
  inShort,
  judgedLists,
  listOfRows,
  listsOf,
  readHere,
  recognized,
  spreadsheetFile,
  type Value,
} from './workbooks.ts';

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
const codesOf = ({ doubts }: { readonly doubts: readonly { readonly said: { readonly code: string } }[] }) =>
  doubts.map(({ said }) => said.code);
const works = WORKS.map((name, at) => ['row', name, quantityAt(at), 0, priceAt(at), 0]);

describe('a second table under the first', () => {
  const [first, second] = [sumOf(AMOUNTS.slice(0, 3)), sumOf(AMOUNTS.slice(3))];
  const materials = WORKS.slice(3).map((name, at): Value[] => [
    `M${at}`,
    name,
    quantityAt(at + 3),
    'm2',
    priceAt(at + 3),
    amountAt(at + 3),
  ]);
  const read = (header: readonly Value[]) =>
    listsOf(
      spreadsheetFile([
        HEADER,
        ...ROWS.slice(0, 3),
        line('Total works', first),
        [],
        ['Materials'],
        [...header],
        ...materials,
        line('Total materials', second),
        line('Total works and materials', SUM),
      ]),
    );

  test('with other columns and other words for the names is read by its own header', async () => {
    const lists = await read(['Code', 'Material', 'Quantity', 'UoM', 'Unit price', 'Sum']);
    expect(lists.flatMap(inShort)).toEqual(works);
    expect(lists.every(isSure)).toBe(true);
  });

  test('with an unknown header is asked about', async () => {
    const lists = await read(['Qwe', 'Rty', 'Uio', 'Asd', 'Fgh', 'Jkl']);
    expect(lists.every(isSure)).toBe(false);
    const left = lists.flatMap(({ leftOut }) =>
      leftOut.flatMap((each) => (each.kind === 'row' && each.amount !== null ? [each.text] : [])),
    );
    expect(left).toEqual(expect.arrayContaining(WORKS.slice(3)));
  });
});

test('a total larger than all works is not the total of a part of them, whatever its words', async () => {
  const list = await listOfRows([HEADER, ...ROWS, line('Total', SUM), line('Total works and materials', SUM + 500)]);
  expect(list.totals.map(({ stated, ours }) => stated === ours)).toEqual([true, false]);
});

describe('a measured budget with headings of headings', () => {
  const budget = (parts: readonly (readonly [string, number, number])[]): Value[][] =>
    parts.flatMap(([name, from, until], part) => [
      [String(part + 1), name, '', '', '', sumOf(AMOUNTS.slice(from, until))],
      ...WORKS.slice(from, until).flatMap((work, at): Value[][] => [
        row(from + at, `1213${from + at}`),
        ['', `${work}, in detail`],
        ['', '"by drawing" 2*3', '', quantityAt(from + at) - 4],
        ['', '"and the rest"', '', 4],
        ['', 'Součet', '', quantityAt(from + at)],
      ]),
    ]);
  const read = (parts: Value[][]) =>
    listOfRows([HEADER, ['', 'Total of the bill', '', '', '', SUM], ['HSV', 'Main works', '', '', '', SUM], ...parts]);

  test('counts each amount once, and no measurement is a work', async () => {
    const list = await read(
      budget([
        ['Earthworks', 0, 2],
        ['Walls', 2, 6],
      ]),
    );
    expect(list.rows.flatMap(({ kind, name }) => (kind === 'section' ? [name] : []))).toEqual(['Main works', 'Earthworks', 'Walls']);
    expect(list.rows.flatMap(({ kind, name }) => (kind === 'row' ? [name] : []))).toEqual(
      WORKS.map((name) => `${name} ${name}, in detail`),
    );
    expect(isSure(list)).toBe(true);
  });

  test('with one work under a heading', async () => {
    const list = await read(
      budget([
        ['Earthworks', 0, 2],
        ['Walls', 2, 5],
        ['Roof', 5, 6],
      ]),
    );
    expect(list.rows.filter(({ kind }) => kind === 'row')).toHaveLength(WORKS.length);
    expect(isSure(list)).toBe(true);
  });
});

describe('labour, materials and tools', () => {
  const parts = (at: number) => [at + 1, 2 * at, 3].map((price) => cents(quantityAt(at) * price));
  const split = WORKS.map((name, at) => ['row', name, quantityAt(at), at + 1, 2 * at, 3]);
  const totals = WORKS.map((_, at) => sumOf(parts(at)));

  test('as the letters R, M and S over amounts', async () => {
    const list = await listOfRows([
      ['Lp.', 'Opis', 'j.m.', 'Ilość', 'R', 'M', 'S', 'Wartość'],
      ...WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at), ...parts(at), totals[at] ?? 0]),
      ['', 'Razem', '', '', ...[0, 1, 2].map((part) => sumOf(WORKS.map((_, at) => parts(at)[part] ?? 0))), sumOf(totals)],
    ]);
    expect(inShort(list)).toEqual(split);
    expect(isSure(list)).toBe(true);
  });

  const inRows = (words: readonly string[]): Value[][] => [
    HEADER,
    ...WORKS.flatMap((name, at): Value[][] => [
      [at + 1, name, 'm2', quantityAt(at), cents((totals[at] ?? 0) / quantityAt(at)), totals[at] ?? 0],
      ...words.map((word, part): Value[] => ['', word, '', '', [at + 1, 2 * at, 3][part] ?? 0, parts(at)[part] ?? 0]),
    ]),
    line('Total', sumOf(totals)),
  ];

  test.each([[['Robocizna', 'Materiały', 'Sprzęt']], [['manopera:', 'material:', 'utilaj:']], [['Labour', 'Materials', 'Plant']]])(
    'in rows of their own under each position: %s',
    async (words) => {
      const list = await listOfRows(inRows(words));
      expect(inShort(list)).toEqual(split);
      expect(isSure(list)).toBe(true);
    },
  );

  test('stay apart when a person corrects the quantity', async () => {
    const list = await listOfRows(inRows(['Labour', 'Materials', 'Plant']));
    const [, work] = list.rows;
    if (work === undefined) throw new Error('No row was read');
    const columns = new Map(
      list.columns.flatMap(({ recognized_as, column_index }) => (recognized_as === 'ignore' ? [] : [[recognized_as, column_index]])),
    );
    const again = corrected(work, columns, { field: 'quantity', value: '100' });
    expect([again.quantity, again.unit_labour, again.unit_materials, again.unit_tools].map(Number)).toEqual([100, 2, 2, 3]);
    const shown = (value: string) => corrected(work, columns, { field: 'quantity', value }).cells.quantity;
    expect([shown('1 000,50'), shown('a few')]).toEqual(['1000.50', 'a few']);
  });

  test('a percent may be of two of them', async () => {
    const [labour, , tools] = [0, 1, 2].map((part) => sumOf(WORKS.map((_, at) => parts(at)[part] ?? 0)));
    const costs = cents(((labour ?? 0) + (tools ?? 0)) * 0.65);
    const list = await listOfRows([
      ...inRows(['Robocizna', 'Materiały', 'Sprzęt']),
      line('Koszty pośrednie 65% od (R, S)', costs),
      line('Ogółem', sumOf([...totals, costs])),
    ]);
    expect(list.percentLines).toMatchObject([{ percent_labour: '65', percent_materials: null, percent_tools: '65', percent_total: null }]);
  });

  test('hours of labour are no money', async () => {
    const list = await listOfRows(
      [
        ['Item', 'Description', 'Qty', 'Unit', 'LABOR', '', '', '', 'MATERIAL', '', 'TOTAL'],
        ['', '', '', '', 'MH/Unit', 'MH', '$/MH', 'Total', '$/Unit', 'Total', ''],
        ...WORKS.map((name, at): Value[] => {
          const hours = cents(quantityAt(at) * 0.12);
          const money = [hours * 50, quantityAt(at) * (at + 2)].map(cents);
          return [at + 1, name, quantityAt(at), 'm2', 0.12, hours, 50, money[0] ?? 0, at + 2, money[1] ?? 0, sumOf(money)];
        }),
      ],
      ['E1:H1', 'I1:J1'],
    );
    expect(list.rows.map(({ stated, unit_materials }) => [Number(stated), Number(unit_materials)])).toEqual(
      WORKS.map((_, at) => [sumOf([cents(quantityAt(at) * 0.12) * 50, cents(quantityAt(at) * (at + 2))]), at + 2]),
    );
    expect(isSure(list) || list.rows.every(({ remarks }) => !remarks.includes('amountDiffers'))).toBe(true);
  });
});

test('an area is the quantity where no other column is', async () => {
  const list = await listOfRows([
    ['No', 'Work', 'Area, m2', 'Price, EUR/m2', 'Cost, EUR'],
    ...WORKS.map((name, at): Value[] => [at + 1, name, quantityAt(at), priceAt(at), amountAt(at)]),
  ]);
  expect(inShort(list)).toEqual(works);
  expect(isSure(list)).toBe(true);
});

test('materials stored on the site are no price', async () => {
  const list = await listOfRows([
    [
      'Item no.',
      'Description of work',
      'Scheduled value',
      'Work completed, previous',
      'Materials presently stored (not in D or E)',
      'Total completed and stored to date',
    ],
    ...WORKS.map((name, at): Value[] => [at + 1, name, 1000 * (at + 1), 100, at > 2 ? 250 : 0, at > 2 ? 350 : 100]),
  ]);
  expect(inShort(list)).toEqual(WORKS.map((name, at) => ['row', name, 1, 0, 1000 * (at + 1), 0]));
});

test('"pour mémoire" as a quantity asks for the rate alone', async () => {
  const list = await listOfRows([HEADER, ...ROWS, [7, 'Nettoyage', '', 'pour mémoire', '', ''], line('Total', SUM)]);
  expect(inShort(list).at(-1)).toEqual(['row', 'Nettoyage', 0, 0, 0, 0]);
});

test('an amount between the last section and the total that includes it is a work', async () => {
  const list = await listOfRows([
    HEADER,
    ['', 'Works'],
    ...ROWS.slice(0, 3),
    line('Total works', sumOf(AMOUNTS.slice(0, 3))),
    ['', 'Materials'],
    ...ROWS.slice(3),
    line('Total materials', sumOf(AMOUNTS.slice(3))),
    line('Transport', 500),
    line('TOTAL', SUM + 500),
  ]);
  expect(inShort(list).at(-1)).toEqual(['row', 'Transport', 1, 0, 500, 0]);
  expect(isSure(list)).toBe(true);
});

test('what is earned of an amount is no other amount', async () => {
  const list = await listOfRows([
    [...HEADER, '% complete', 'Earned'],
    ...ROWS.map((each, at): Value[] => [...each, { t: 'n', v: at / 10, z: '0%' }, cents((AMOUNTS[at] ?? 0) * (at / 10))]),
  ]);
  expect(inShort(list)).toEqual(works);
  expect(isSure(list)).toBe(true);
});

test('a percent in other words may be of the works with the lines above it', async () => {
  const costs = cents(SUM * 0.08);
  const levy = cents((SUM + costs) * 0.015);
  const list = await listOfRows([
    HEADER,
    ...ROWS,
    line('Subtotal', SUM),
    line('Overheads 8 %', costs),
    line('Levy of the region 1.5 %', levy),
    line('TOTAL', sumOf([SUM, costs, levy])),
  ]);
  expect(list.percentLines.map(({ name }) => name)).toEqual(['Overheads', 'Levy of the region']);
  expect(list.totals.every(({ stated, ours }) => stated === ours)).toBe(true);
});

test.each([
  ['Amount incl. VAT', 'Amount incl. VAT'],
  ['Summa ar PVN', 'Summa ar PVN'],
  ['Amount excl. VAT', null],
])('prices under “%s” are taken as they are, with a doubt where they include tax', async (header, doubted) => {
  const list = await listOfRows([[...HEADER.slice(0, 5), header], ...ROWS]);
  expect(inShort(list)).toEqual(works);
  const said = list.doubts.map(({ said: { code, params } }) => [code, params?.header]);
  expect(said).toEqual(doubted === null ? [] : [['doubt_prices_with_tax', doubted]]);
});

describe('texts of numbers', () => {
  const written = (text: (amount: number) => string) =>
    listOfRows([HEADER, ...WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at), text(priceAt(at)), text(amountAt(at))])]);
  const comma = (amount: number) => amount.toFixed(2).replace('.', ',');

  test.each<[string, (amount: number) => string]>([
    ['lira', (amount) => `${comma(amount)} TL`],
    ['forint', (amount) => `${comma(amount)} Ft`],
    ['ringgit', (amount) => `RM ${amount.toFixed(2)}`],
    ['dollars', (amount) => `US$${amount.toFixed(2)}`],
    ['dinar', (amount) => `${comma(amount)} din.`],
    ['dinar by its code', (amount) => `${comma(amount)} RSD`],
  ])('with a word or a sign for %s', async (_, text) => {
    const list = await written(text);
    expect(inShort(list)).toEqual(works);
    expect(isSure(list)).toBe(true);
  });

  test('without cents show which mark is decimal: "12.345,-"', async () => {
    const list = await listOfRows([HEADER, [1, 'Roof', 'm2', 3, '12.345,-', '37.035,-'], [2, 'Walls', 'm2', 2, '1.500,-', '3.000,-']]);
    expect(inShort(list)).toEqual([
      ['row', 'Roof', 3, 0, 12_345, 0],
      ['row', 'Walls', 2, 0, 1_500, 0],
    ]);
  });

  test.each(['~', 'ca. ', 'approx. ', 'ap'])('"%s30" is 30 where it is a word for about', async (about) => {
    const list = await listOfRows([HEADER, ...ROWS, [7, 'Turf', 'm2', `${about}30`, 2, 60]]);
    expect(list.rows.at(-1)?.quantity).toBe(about === 'ap' ? null : '30.000000');
  });

  test.each(['do.', 'ditto', '"', '-"-', 'то же'])('%s repeats the number or the unit above it', async (mark) => {
    const list = await listOfRows([
      HEADER,
      [1, 'Wall A', 'm2', 20, 15, 300],
      [2, 'Wall B', mark, 30, mark, 450],
      [3, 'Wall C', mark, 10, mark, 150],
    ]);
    expect(list.rows.map(({ unit, unit_materials }) => [unit, Number(unit_materials)])).toEqual([
      ['m2', 15],
      ['m2', 15],
      ['m2', 15],
    ]);
    expect(isSure(list)).toBe(true);
  });
});

test('a pivot table in outline form has its groups as sections', async () => {
  const part = (name: string, from: number, until: number): Value[][] => [
    [name, '', '', sumOf(AMOUNTS.slice(from, until))],
    ...WORKS.slice(from, until).map((work, at): Value[] => ['', work, quantityAt(from + at), amountAt(from + at)]),
  ];
  const list = await listOfRows([
    ['Category', 'Item', 'Sum of Quantity', 'Sum of Total'],
    ...part('Shell', 0, 3),
    ...part('Inside', 3, 6),
    ['Grand Total', '', '', SUM],
  ]);
  expect(list.rows.flatMap(({ kind, name }) => (kind === 'section' ? [name] : []))).toEqual(['Shell', 'Inside']);
  expect(isSure(list)).toBe(true);
});

test('overheads of another percent in each row are asked about', async () => {
  const added = AMOUNTS.map((amount, at) => cents(amount * (0.08 + at / 100)));
  const list = await listOfRows([
    [...HEADER, 'Overheads', 'Total'],
    ...ROWS.map((each, at): Value[] => [...each, added[at] ?? 0, cents((AMOUNTS[at] ?? 0) + (added[at] ?? 0))]),
  ]);
  expect(list.doubts.find(({ said }) => said.code === 'doubt_costs_differ')?.amount).toBe(sumOf(added).toFixed(2));
  expect(codesOf(await listOfRows([[...HEADER, 'Profit', 'Other'], ...ROWS.map((each, at) => [...each, at, 100 - at])]))).not.toContain(
    'doubt_costs_differ',
  );
});

describe('other sheets of the file', () => {
  const bill = (name: string, from: number, until: number) => ({
    name,
    rows: [HEADER, ...ROWS.slice(from, until), line('Total', sumOf(AMOUNTS.slice(from, until)))],
  });

  test('a summary of the summary counts nothing again, and the total without its overheads is that of the file', async () => {
    const [first, second] = [sumOf(AMOUNTS.slice(0, 3)), sumOf(AMOUNTS.slice(3))];
    const net = cents(SUM + cents(SUM * 0.07));
    const third = (amount: number) => [cents(amount * 0.3), cents(amount * 0.5), cents(amount - cents(amount * 0.3) - cents(amount * 0.5))];
    const whole = [
      ['Nr.p.k.', 'Objekta nosaukums', 'Objekta izmaksas (euro)'],
      [1, 'Māja', net],
      ['', 'Kopā', net],
      ['', 'PVN (21%)', cents(net * 0.21)],
      ['', 'Pavisam', cents(net + cents(net * 0.21))],
    ];
    const summary = [
      [
        'Nr.p.k.',
        'Kods, tāmes Nr.',
        'Darba veids vai konstruktīvā elementa nosaukums',
        'Tāmes izmaksas (euro)',
        'Tai skaitā',
        '',
        '',
        'Darbietilpība (c/h)',
      ],
      ['', '', '', '', 'darba alga (euro)', 'būvizstrādājumi (euro)', 'mehānismi (euro)', ''],
      [1, '1-1', 'Pamati', first, ...third(first), 120],
      [2, '1-2', 'Sienas', second, ...third(second), 80],
      ['', '', 'Kopā', SUM, ...third(SUM), 200],
      ['', '', 'Virsizdevumi (7%)', cents(SUM * 0.07)],
      ['', '', 'Pavisam kopā', net],
    ];
    const sheets = [{ name: 'Koptāme', rows: whole }, { name: 'Kopsavilkums', rows: summary }, bill('1-1', 0, 3), bill('1-2', 3, 6)];
    const { lists, judgement } = await judgedLists(fileOf(bookOf(sheets)));
    const offered = lists.filter((_, at) => judgement.verdicts[at]?.offered);
    expect(offered.flatMap(inShort)).toEqual(works);
    expect(judgement.totals[0]).toMatchObject({ stated: SUM.toFixed(2) });
  });

  test('two houses of the same works both count where a total of the file counts both', async () => {
    const twice = WORKS.map((name, at): Value[] => [at + 1, name, 'm2', quantityAt(at) * 2, priceAt(at), cents(amountAt(at) * 2)]);
    const houses = [bill('House A', 0, 6), { name: 'House B', rows: [HEADER, ...twice, line('Total', cents(SUM * 2))] }];
    const offered = async (stated: number) => {
      const { judgement } = await judgedLists(fileOf(bookOf([...houses, { name: 'Cover', rows: [['Contract sum', stated]] }])));
      return judgement.verdicts.map((verdict) => verdict.offered);
    };
    expect(await offered(cents(SUM * 3))).toEqual([true, true]);
    expect(await offered(SUM)).toEqual([true, false]);
  });

  test('the build-up of a rate is no work', async () => {
    const buildUp = [HEADER, [1, 'Concrete', 'm3', 1.05, 10, 10.5], [2, 'Pump', 'm3', 2, 1.5, 3]];
    const { judgement } = await judgedLists(fileOf(bookOf([bill('Bill', 0, 6), { name: 'Rate build-up', rows: buildUp }])));
    expect(judgement.verdicts.map(({ offered, apart }) => `${offered} ${apart}`)).toEqual(['true null', 'false rates']);
  });
});

describe('texts and exchange files', () => {
  const rows = [HEADER, ...ROWS];
  const saved = (type: XLSX.BookType) => {
    const workbook = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows), 'Works');
    return fileOf(XLSX.write(workbook, { type: 'buffer', bookType: type }));
  };
  const inColumns = (mark: string) =>
    rows
      .map((cells) =>
        cells
          .map((cell) =>
            String(cell)
              .replace(/(?<=\d)\.(?=\d)/, mark)
              .padEnd(20),
          )
          .join('  '),
      )
      .join('\r\n');

  test('a flat OpenDocument spreadsheet is read', async () => {
    const [list] = await listsOf(saved('fods'));
    expect(list && inShort(list)).toEqual(works);
  });

  test.each([
    ['a DIF file', () => saved('dif'), 'UNSUPPORTED_DOCUMENT', 'document_dif'],
    ['columns of blanks', () => fileOf(inColumns('.')), 'UNSUPPORTED_DOCUMENT', 'document_columns'],
    ['columns of blanks with decimal commas', () => fileOf(inColumns(',')), 'UNSUPPORTED_DOCUMENT', 'document_columns'],
    ['JSON', () => fileOf(JSON.stringify({ rows })), 'UNSUPPORTED_DOCUMENT', 'document_json'],
    [
      'commas between columns and in numbers',
      () => fileOf(rows.map((cells) => cells.map((cell) => String(cell).replace(/(?<=\d)\.(?=\d)/, ',')).join(',')).join('\n')),
      'DAMAGED',
      'damage_commas',
    ],
  ])('%s are refused with what they are', async (_, path, code, what) => {
    const reading = await readHere(path());
    expect(reading).toMatchObject({ kind: 'refused', code, sentence: { params: { what: { code: what } } } });
  });

  test('quoted decimal commas between commas are read', async () => {
    const text = rows.map((cells) =>
      cells.map((cell) => (typeof cell === 'number' ? `"${String(cell).replace('.', ',')}"` : cell)).join(','),
    );
    const [list] = await listsOf(fileOf(text.join('\n')));
    expect(list && recognized(list)).toMatchObject({ Qty: 'quantity', Rate: 'unit_total', Amount: 'total' });
    expect(list && inShort(list)).toEqual(works);
  });
});
