/** Small decisions of the reading that only show in tables of an unusual shape. */
import { expect, test } from 'vitest';
import type { Sheet } from '../../../server/imports/reading/sheet.ts';
import { isWithin } from '../../../server/imports/reading/table/cell/typing.ts';
import { pricedSupport, sumSupport } from '../../../server/imports/reading/table/evidence/arithmetic.ts';
import { isRunning } from '../../../server/imports/reading/table/evidence/contents.ts';
import { sampleOf } from '../../../server/imports/reading/table/evidence/sample.ts';
import { headersOn } from '../../../server/imports/reading/table/header/header.ts';
import { inShort, listOfRows, listsOf, spreadsheetFile, type Value } from './workbooks.ts';

const sheetOf = (...rows: (string | number | null)[][]): Sheet => ({
  name: 'Works',
  hidden: false,
  rows: rows.map((values, at) => ({
    index: at + 1,
    cells: values.flatMap((value, column) => {
      if (value === null) return [];
      const kind = typeof value === 'number' ? 'number' : 'text';
      return { column, kind, text: String(value), number: Number(value), sums: '' };
    }),
  })),
  merges: [],
  hiddenColumns: new Set(),
  notices: [],
});

const shownAs = (format: string, number: number): Value => ({ t: 'n', v: number, z: format });

test('numbering is recognised from two numbers on, and one in five may be out of order', () => {
  expect(isRunning(['1'])).toBe(false);
  expect(isRunning(['1', '2'])).toBe(true);
  expect(isRunning(['1.', '2.', '3.', '4.', '5.', '7.'])).toBe(true);
  expect(isRunning(['1', '2', '3', '4', '6', '8'])).toBe(false);
});

test('the distance of two words is the number of letters inserted, omitted, changed or swapped', () => {
  const distance = (a: string, b: string) => [0, 1, 2, 3, 4].find((most) => isWithin(a, b, most));
  expect(['amount', 'amounts', 'amont', 'amoumt', 'amuont'].map((word) => distance('amount', word))).toEqual([0, 1, 1, 1, 1]);
  expect(['maonut', 'aounts', 'mount', 'emaunt'].map((word) => distance('amount', word))).toEqual([2, 2, 1, 2]);
  expect([distance('ab', 'xyz'), distance('', 'xyz'), distance('xyz', '')]).toEqual([3, 3, 3]);
});

const HEADER = ['No', 'Description', 'Unit', 'Quantity', 'Unit price', 'Amount'];

test('a repeated header begins a second list where its first row has a number and an amount alone', async () => {
  const lists = await listsOf(
    spreadsheetFile([
      HEADER,
      [1, 'Site set-up', null, null, null, 500],
      [2, 'Trench', 'm3', 10, 20, 200],
      [3, 'Sand bed', 'm3', 4, 30, 120],
      [null, 'Total', null, null, null, 820],
      HEADER,
      [1, 'Pipe', 'm', 50, 12, 600],
      [2, 'Manhole', 'pcs', 2, 400, 800],
      [null, 'Total', null, null, null, 1400],
    ]),
  );
  expect(lists.map(({ rows }) => rows.length)).toEqual([3, 2]);
});

test.each([
  ['Labour', 'Materials'],
  ['Labour', 'Tools'],
])('a header of three lines is found once, and its groups %s and %s hold for the columns right of them', (one, other) => {
  const headers = headersOn(
    sheetOf(
      [null, null, null, null, one, null, other, null],
      [null, null, null, null, 'Price', 'Amount', 'Price', 'Amount'],
      ['No', 'Description', 'Unit', 'Quantity', null, 'EUR', null, 'EUR'],
      [1, 'Pipe', 'm', 50, 2, 100, 10, 500],
    ),
  );
  const groups = [one, other].flatMap((group) => [`${group} / Price`, `${group} / Amount / EUR`]);
  expect(headers.map(({ columns }) => columns.map(({ path }) => path.join(' / ')))).toEqual([
    ['No', 'Description', 'Unit', 'Quantity', ...groups],
  ]);
});

test('a second header may contain a number', () => {
  const headers = headersOn(
    sheetOf(
      HEADER,
      [1, 'Pipe', 'm', 50, 2, 100],
      [2, 'Bend', 'pcs', 5, 8, 40],
      ['No', 'Description of works, part 2', 'Unit', 'Quantity', 'Unit price', 'Amount'],
      [1, 'Kerb', 'm', 20, 10, 200],
    ),
  );
  expect(headers.map(({ first, after }) => [first, after])).toEqual([
    [0, 1],
    [3, 4],
  ]);
});

test.each([
  ['', ['Description', 'Unit', 'Labour', 'Materials', 'Equipment'], [12, 20, 1]],
  [
    ', even beside their amount,',
    ['Description', 'Unit', 'Labour', 'Materials', 'Equipment', 'Quantity', 'Rate', 'Amount'],
    [12, 20, 1, 10, 33, 330],
  ],
])('a table of labour, materials and equipment%s does not hide the estimate below it', (_, header, numbers) => {
  const headers = headersOn(
    sheetOf(
      header,
      ['Brickwork', 'm2', ...numbers],
      ['Plaster', 'm2', ...numbers],
      HEADER,
      [1, 'Wall', 'm2', 50, 33, 1650],
      [2, 'Ceiling', 'm2', 5, 14, 70],
    ),
  );
  expect(headers.map(({ first, after }) => [first, after])).toEqual([
    [0, 1],
    [3, 4],
  ]);
});

test.each([
  [0, 'Labour / Price'],
  [1, 'Labour / Price'],
  [2, 'Price'],
])('a line of groups with %i blank rows below it gives a column the name %s', (blank, name) => {
  const { rows, ...sheet } = sheetOf(
    [null, null, null, null, 'Labour', null, 'Materials', null],
    ['No', 'Description', 'Unit', 'Quantity', 'Price', 'Amount', 'Price', 'Amount'],
    [1, 'Pipe', 'm', 50, 2, 100, 10, 500],
  );
  const [headers] = headersOn({ ...sheet, rows: rows.map((row, at) => (at === 0 ? row : { ...row, index: row.index + blank })) });
  expect(headers?.columns.find(({ column }) => column === 4)?.path.join(' / ')).toBe(name);
});

test('a header has at most three lines, whatever words follow it', () => {
  const headers = headersOn(
    sheetOf(
      ['Description', 'Unit', 'Quantity', null, null, null],
      ['Trench', 'm3', '2,5', null, null, null],
      ['Sand bed', 'm3', '4', null, null, null],
      ['Pipe', 'm', '50', null, null, null],
      ['Split as', 'EUR', null, 'Labour cost', 'Material cost', 'Equipment cost'],
    ),
  );
  expect(headers.map(({ first, after }) => [first, after])).toEqual([[0, 1]]);
});

test('the last row above a second header is not its title, even with only a name and an amount', async () => {
  const lists = await listsOf(
    spreadsheetFile([
      HEADER,
      [1, 'Trench', 'm3', 10, 20, 200],
      [2, 'Sand bed', 'm3', 4, 30, 120],
      [null, 'Site set-up', null, null, null, 500],
      ['No', 'Description of works, part 2', 'Unit', 'Quantity', 'Unit price', 'Amount'],
      [1, 'Kerb', 'm', 20, 10, 200],
    ]),
  );
  expect(lists.map(({ rows }) => rows.map(({ name }) => name))).toEqual([['Trench', 'Sand bed', 'Site set-up'], ['Kerb']]);
});

test('names and quantities alone are an estimate without prices', async () => {
  const list = await listOfRows([
    ['Description', 'Quantity'],
    ['Brick wall', 40],
    ['Plaster', 80],
  ]);
  expect(inShort(list).map(([, name, quantity]) => [name, quantity])).toEqual([
    ['Brick wall', 40],
    ['Plaster', 80],
  ]);
});

test('a second line that names many columns under groups belongs to the header', async () => {
  const quarters = [1, 2, 3, 4];
  const list = await listOfRows([
    [...HEADER, ...quarters.flatMap((quarter) => [`Quarter ${quarter}`, null])],
    [null, null, null, null, null, null, ...quarters.flatMap(() => ['Quantity', 'Amount'])],
    [1, 'Pipe', 'm', 40, 2, 80, ...quarters.flatMap(() => [10, 20])],
    [2, 'Bend', 'pcs', 8, 5, 40, ...quarters.flatMap(() => [2, 10])],
  ]);
  expect(list.columns.map(({ header }) => header).slice(5, 8)).toEqual(['Amount', 'Quarter 1 / Quantity', 'Quarter 1 / Amount']);
});

test('codes, names and a quantity among many other columns are a stock list, not an estimate', async () => {
  const stock = spreadsheetFile([
    ['Code', 'Name', 'Quantity in stock', 'Colour', 'Supplier', 'Shelf', 'Country', 'Batch', 'Weight class', 'Season'],
    ['A1', 'Screw', 500, 'grey', 'North', 'S1', 'LV', 'b1', 'w1', 's1'],
    ['A2', 'Nail', 900, 'grey', 'South', 'S2', 'LV', 'b2', 'w1', 's2'],
  ]);
  await expect(listsOf(stock)).rejects.toThrow();
});

test('a header one column to the right of its cells keeps the first column', async () => {
  const list = await listOfRows([
    [null, 'Description', 'Unit', 'Quantity', 'Unit price', 'Amount'],
    ['Brickwork of the north wall', 'm2', 10, 20, 200],
    ['Plaster of the north wall', 'm2', 30, 5, 150],
    ['Paint of the north wall', 'm2', 30, 2, 60],
    ['Skirting boards', 'm', 40, 3, 120],
  ]);
  expect(inShort(list).map(([, name]) => name)).toEqual([
    'Brickwork of the north wall',
    'Plaster of the north wall',
    'Paint of the north wall',
    'Skirting boards',
  ]);
});

test('after a sum the next one covers only the rows in between', async () => {
  const groups = await listOfRows([
    HEADER,
    [1, 'Pipe', 'm', 10, 10, 100],
    [2, 'Bend', 'pcs', 10, 20, 200],
    [null, 'Pipes', null, null, null, 300],
    [3, 'Sand', 'm3', 5, 10, 50],
    [null, 'Crane for the sand', null, null, null, 50],
  ]);
  expect(inShort(groups).map(([, name]) => name)).toEqual(['Pipe', 'Bend', 'Sand', 'Crane for the sand']);
  const sums = await listOfRows([
    HEADER,
    [1, 'Pipe', 'm', 10, 10, 100],
    [2, 'Bend', 'pcs', 10, 20, 200],
    [null, 'Pipes', null, null, null, 300],
    [3, 'Sand', 'm3', 5, 10, 50],
    [4, 'Gravel', 'm3', 2, 15, 30],
    [null, 'Beds', null, null, null, 80],
  ]);
  expect(inShort(sums).map(([, name]) => name)).toEqual(['Pipe', 'Bend', 'Sand', 'Gravel']);
});

test('an amount equal to the rows that follow it, up to the next such amount, is their heading', async () => {
  const list = await listOfRows([
    HEADER,
    [null, 'Pipes', null, null, null, 300],
    [1, 'Pipe', 'm', 10, 10, 100],
    [2, 'Bend', 'pcs', 10, 20, 200],
    [null, 'Beds', null, null, null, 80],
    [3, 'Sand', 'm3', 5, 10, 50],
    [4, 'Gravel', 'm3', 2, 15, 30],
  ]);
  expect(inShort(list).map(([kind, name]) => `${kind} ${name}`)).toEqual([
    'section Pipes',
    'row Pipe',
    'row Bend',
    'section Beds',
    'row Sand',
    'row Gravel',
  ]);
});

test('a lump sum with an amount of labour and none of materials is labour', async () => {
  const list = await listOfRows([
    ['№', 'Наименование работ', 'Ед.', 'Кол-во', 'Цена работы', 'Стоимость работы', 'Цена материала', 'Стоимость материала', 'Итого'],
    [1, 'Штукатурка', 'м2', 100, 450, 45_000, 120, 12_000, 57_000],
    [2, 'Шпатлёвка', 'м2', 90, 300, 27_000, 80, 7_200, 34_200],
    [3, 'Плитка', 'м2', 25, 1500, 37_500, 1200, 30_000, 67_500],
    [4, 'Уборка', null, null, null, 900, null, 0, 900],
  ]);
  expect(inShort(list).at(-1)).toEqual(['row', 'Уборка', 1, 900, 0, 0]);
});

test('rows of zeros prove no multiplication', () => {
  const sheet = sampleOf(sheetOf([0, 0, 0], [2, 3, 6]), 0);
  expect(sumSupport(sheet, [0, 1], 2)).toEqual({ agreement: 0, count: 0, seen: 1 });
  expect(pricedSupport(sheet, 0, [1], 2)).toEqual({ agreement: 1, count: 1, seen: 1 });
});

test('a row that calls itself a total, and that the rows do not add up to, is shown with its difference', async () => {
  const list = await listOfRows([
    HEADER,
    [1, 'Pipe', 'm', 50, 12, 600],
    [2, 'Manhole', 'pcs', 2, 400, 800],
    [null, 'Total', null, null, null, 1450],
  ]);
  expect(list.totals.map(({ stated, ours }) => [stated, ours])).toEqual([['1450.00', '1400.00']]);
});

test('a total that leaves out one of two runs of rows is not explained by either', async () => {
  const list = await listOfRows([
    HEADER,
    [1, 'Pipe', 'm', 10, 10, 100],
    [2, 'Bend', 'pcs', 10, 20, 200],
    [3, 'Sand', 'm3', 10, 5, 50],
    [4, 'Gravel', 'm3', 7, 10, 70],
    [5, 'Kerb', 'm', 23, 10, 230],
    [null, 'Total', null, null, null, 350],
  ]);
  expect(list.totals.map(({ stated, ours, explanation }) => [stated, ours, explanation])).toEqual([['350.00', '650.00', null]]);
});

test('one word among the numbers of a column is an error in its row, several raise a doubt about the column', async () => {
  const works = ['Pipe', 'Bend', 'Sand', 'Gravel', 'Kerb'];
  const read = (said: number) =>
    listOfRows([
      HEADER,
      ...works.map((name, at) => [at + 1, name, 'm', at < said ? 'see drawings' : 10, 5 + at, at < said ? null : 50 + 10 * at]),
    ]);
  const [one, three] = [await read(1), await read(3)];
  expect([one, three].map(({ rows }) => rows.filter(({ errors }) => errors.length > 0).length)).toEqual([1, 3]);
  expect([one, three].map(({ doubts }) => doubts.map(({ said }) => said.code))).toEqual([[], ['doubt_words_for_numbers']]);
});

test.each<readonly [string, readonly [Value, Value], readonly string[]]>([
  ['texts', ['100 €', '$40.00'], ['EUR, $']],
  ['codes behind texts', ['100.00 EUR', '40.00 SEK'], ['EUR, SEK']],
  ['formats of numbers', [shownAs('[$€-407] #,##0.00', 100), shownAs('"$"#,##0.00', 40)], ['EUR, $']],
  ['a format beside a text', [shownAs('#,##0.00 [$PLN]', 100), '40,00 zł'], []],
  ['one currency, written in two ways', ['100.00 USD', '$40.00'], []],
  ['no currency in one of them', ['100 €', 40], []],
  ['words that are codes too', ['100 €', 'TOP OF ALL'], []],
])('amounts in %s', async (_, [one, two], currencies) => {
  const list = await listOfRows([HEADER, [1, 'Pipe', 'm', 10, 10, one], [2, 'Bend', 'pcs', 4, 10, two]]);
  expect(list.rows).toHaveLength(2);
  const said = list.doubts.map((doubt) => doubt.said).filter(({ code }) => code === 'doubt_several_currencies');
  expect(said.map(({ params }) => params?.currencies)).toEqual(currencies);
});

test('rows may name their currencies in a column', async () => {
  const list = await listOfRows([
    [...HEADER, 'Currency'],
    [1, 'Pipe', 'm', 10, 10, 100, 'EUR'],
    [2, 'Bend', 'pcs', 4, 10, 40, 'USD'],
  ]);
  expect(list.doubts.map(({ said }) => said.params)).toEqual([{ currencies: 'EUR, USD' }]);
});

test('words in the number cells of headings raise no doubt about a column', async () => {
  const section = (name: string) => [null, name, null, 'see drawings', null, null];
  const list = await listOfRows([
    HEADER,
    section('Pipes'),
    [1, 'Pipe', 'm', 50, 12, 600],
    section('Manholes'),
    [2, 'Manhole', 'pcs', 2, 400, 800],
    section('Beds'),
    [3, 'Sand bed', 'm3', 4, 30, 120],
  ]);
  expect(list.rows.map(({ kind }) => kind)).toEqual(['section', 'row', 'section', 'row', 'section', 'row']);
  expect(list.doubts).toEqual([]);
});

test('a total outside the columns of the table is the last number of its line', async () => {
  const [list] = await listsOf(
    spreadsheetFile([
      ['Description', 'Unit', 'Quantity', 'Unit price', 'Amount'],
      ['Trench', 'm3', 10, 20, 200],
      ['Sand bed', 'm3', 4, 30, 120],
      ['Total', null, null, null, null, 320],
    ]),
  );
  expect(list?.totals.map(({ stated, ours }) => [stated, ours])).toEqual([['320.00', '320.00']]);
});

test('only a list of prices without quantities or amounts is a catalogue', async () => {
  const traits = async (column: string) =>
    (
      await listsOf(
        spreadsheetFile([
          ['Description', 'Unit', column],
          ['Trench', 'm3', 20],
          ['Sand bed', 'm3', 30],
          ['Pipe', 'm', 12],
        ]),
      )
    )[0]?.traits;
  expect([await traits('Unit price'), await traits('Quantity'), await traits('Amount')]).toEqual([['catalogue'], ['no-money'], []]);
});
