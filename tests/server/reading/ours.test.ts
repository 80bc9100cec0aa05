/** Workbooks that Actum wrote and a person changed since. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../../domain/languages.ts';
import { estimateSheets } from '../../../domain/workbook/estimate.ts';
import type { Cell, SheetRow } from '../../../server/imports/reading/sheet.ts';
import { ownSheet } from '../../../server/imports/reading/table/ours.ts';
import { estimateWords } from '../../../src/compose/export/words.ts';
import { takeLanguageFrom } from '../../../src/messages/messages.ts';
import { writeWorkbook } from '../../../src/services/workbook/write.ts';
import { BC3, SURCHARGED } from './lookAlikes.ts';
import { bookOf, fileOf, inShort, judgedLists, listOfRows, listsOf, type SheetOfRows, type Value } from './workbooks.ts';

/** A sheet of a list as the export writes it: the title with its mark, an empty row, two of headings, then the rows with theirs. */
const sheetOf = (...rows: readonly (readonly [mark: Value, ...cells: Value[]])[]): Value[][] => {
  const line = (mark: Value, cells: readonly Value[]) => [...cells, ...Array<Value>(13 - cells.length).fill(null), mark];
  return [
    line('actum-list', ['Walls']),
    [],
    line(null, [null, 'Code', 'Description', 'Unit', 'Quantity', 'Unit price']),
    line(null, [null, null, null, null, null, 'Labour', 'Materials', 'Tools']),
    ...rows.map(([mark, ...cells]) => line(mark, [null, ...cells])),
  ];
};

test('rows that a person added: numbers make a row, a name alone a section, and a total stays a total', async () => {
  const list = await listOfRows(
    sheetOf(
      ['section', '1', 'Masonry'],
      ['row', '1.1', 'Brick', 'm2', 4, 2, 3, 1],
      [null, '1.2', 'Block', 'm2', 5, 6, 7, 8],
      [null, '1.3', 'Mortar', 'kg', 9, null, 2, null],
      [null, '2', 'Roof'],
      [null, null, null],
      ['total', null, 'Total', null, 99],
    ),
  );
  expect(inShort(list)).toEqual([
    ['section', 'Masonry'],
    ['row', 'Brick', 4, 2, 3, 1],
    ['row', 'Block', 5, 6, 7, 8],
    ['row', 'Mortar', 9, 0, 2, 0],
    ['section', 'Roof'],
  ]);
});

/** The name and the percent of each line, and what is said about others. */
async function linesOf(file: string) {
  const [list] = await listsOf(file);
  return {
    lines: list?.percentLines.map((line) => [line.name, line.percent_total]),
    left: list?.notices.flatMap(({ code, params }) => (code === 'percent_not_taken' ? [params] : [])),
  };
}

test('percents that no estimate can have are left out with a notice, in every format', async () => {
  const line = (mark: string, name: string, percent: Value) => [name, percent, null, null, null, null, null, null, null, mark];
  const summary = [
    line('actum-summary', 'Summary', null),
    [],
    [],
    [],
    line('additional_cost', 'Site', 12.345_67),
    line('additional_cost', 'Office', 'ten'),
    line('tax', 'VAT', 20_000),
  ];
  const ours = bookOf([
    { name: 'Summary', rows: summary },
    { name: 'Walls', rows: sheetOf(['row', '1.1', 'Brick', 'm2', 4, 2, 3, 1]) },
  ]);
  expect(await linesOf(fileOf(ours))).toEqual({
    lines: [['Site', '12.3457']],
    left: [
      { name: 'Office', percent: 'ten' },
      { name: 'VAT', percent: '20000' },
    ],
  });
  const fiebdc = BC3.replace('0\\13\\6\\\\21', '0\\13\\6000\\\\21');
  expect(await linesOf(fileOf(fiebdc, 'budget.bc3'))).toEqual({
    lines: [
      ['Gastos generales', '13'],
      ['IVA', '21'],
    ],
    left: [{ name: 'Beneficio industrial', percent: '6000' }],
  });
  const gaeb = SURCHARGED.replace(/<VAT>.*<\/VATAmount>/, '<VAT>5000.00</VAT>');
  expect((await linesOf(fileOf(gaeb, 'bid.x84'))).left).toEqual([{ name: 'USt', percent: '5000' }]);
  const inWords = SURCHARGED.replace(/<VAT>.*<\/VATAmount>/, '<VAT>5,5</VAT>');
  expect((await linesOf(fileOf(inWords, 'bid.x84'))).left).toEqual([{ name: 'USt', percent: '5,5' }]);
});

const BRICK = ['row', '1.1', 'Brick', 'm2', 4, 2, 3, 1] as const;
const BLOCK = ['row', '1.2', 'Block', 'm2', 5, 6, 7, 8] as const;
/** A row with its sums, as the export writes them. */
const summed = ([mark, ...cells]: readonly Value[], ...amounts: readonly number[]): [Value, ...Value[]] => [
  mark ?? null,
  ...cells,
  null,
  ...amounts,
];
const READ = [
  ['row', 'Brick', 4, 2, 3, 1],
  ['row', 'Block', 5, 6, 7, 8],
];

describe('rows around the table that a person deleted or added', () => {
  const rows = sheetOf(BRICK, BLOCK);
  test.each([
    ['without the blank row below the title', rows.toSpliced(1, 1)],
    ['without the first row of the heading', rows.toSpliced(2, 1)],
    ['without the second row of the heading', rows.toSpliced(3, 1)],
    ['without headings', rows.toSpliced(1, 3)],
    ['with blank rows below the title', rows.toSpliced(1, 0, [], [])],
    ['with a note below the title', rows.toSpliced(1, 0, ['Prices of May'])],
  ])('%s', async (_, given) => expect(inShort(await listOfRows(given))).toEqual(READ));

  test('a row added directly below the heading is read', async () => {
    expect(inShort(await listOfRows(sheetOf([null, null, 'Sand', 't', 1, 0, 9, 0], BRICK, BLOCK)))).toEqual([
      ['row', 'Sand', 1, 0, 9, 0],
      ...READ,
    ]);
  });
});

test('a column that a person moved is read under its heading, wherever it is now', async () => {
  const moved = (from: number, to: number) =>
    sheetOf(BRICK, BLOCK).map((row, at) => (at < 2 ? row : row.toSpliced(from, 1).toSpliced(to, 0, row[from] ?? null)));
  for (const [from, to] of [
    [4, 2],
    [2, 4],
    [1, 3],
    [3, 4],
  ] as const)
    expect(inShort(await listOfRows(moved(from, to))), `${from} to ${to}`).toEqual(READ);
});

const NUMBER_ERRORS: readonly (readonly [string, Value, string])[] = [
  ['a date', { t: 'n', v: 46_000, z: 'dd.mm' }, 'cell_date'],
  ['a year', { t: 'n', v: 46_000, z: 'yyyy' }, 'cell_date'],
  ['a text that may be thousands or decimals', '1,500', 'cell_ambiguous'],
];
test.each(NUMBER_ERRORS)('%s where a number is due is an error of its cell', async (_, cell, code) => {
  const { rows } = await listOfRows(sheetOf(['row', '1.1', 'Brick', 'm2', cell, 2, 3, 1], BLOCK));
  expect(rows.map(({ errors }) => errors.map((error) => [error.code, error.column_index]))).toEqual([[[code, 4]], []]);
});

test('a text with a decimal comma is that number', async () => {
  const list = await listOfRows(sheetOf(['row', '1.1', 'Brick', 'm2', '4,5', 2, 3, 1], ['row', '1.2', 'Block', 'm2', '1,250', 6, 7, 8]));
  expect(inShort(list).map(([, name, quantity]) => [name, quantity])).toEqual([
    ['Brick', 4.5],
    ['Block', 1.25],
  ]);
});

test('an added row is priced by its amount, its combined price or its words left of the name', async () => {
  const list = await listOfRows(
    sheetOf(
      BRICK,
      [null, null, 'Transport', null, null, null, null, null, null, null, null, null, 500],
      [null, null, 'Crane', 'h', 4, null, null, null, null, null, null, null, 500],
      [null, null, 'Fuel', 'l', 4, null, null, null, 25],
    ),
  );
  expect(inShort(list)).toEqual([
    READ[0],
    ['row', 'Transport', 1, 0, 500, 0],
    ['row', 'Crane', 4, 0, 125, 0],
    ['row', 'Fuel', 4, 0, 25, 0],
  ]);
  expect(list.columns.map(({ recognized_as }) => recognized_as)).toEqual(expect.arrayContaining(['unit_total', 'total']));
  const named = sheetOf(BRICK).concat([['Digging', null, null, 'm3', 3, 1, 2, 0]]);
  expect(inShort(await listOfRows(named))).toEqual([READ[0], ['row', 'Digging', 3, 1, 2, 0]]);
});

test('a heading with a quantity or a price is a row, and a code alone is a heading', async () => {
  const list = await listOfRows(sheetOf(['section', '1', 'Masonry', 'm2', 2, 0, 5, 0], BRICK, [null, '2']));
  expect(inShort(list)).toEqual([['row', 'Masonry', 2, 0, 5, 0], READ[0], ['section', '']]);
});

test('an emptied row is not read as a row', async () => {
  expect(inShort(await listOfRows(sheetOf(BRICK, ['row'], BLOCK)))).toEqual(READ);
});

test('lines that a person added below the rows are listed as left out with their amounts, and are not counted again', async () => {
  const line = (name: string, amount: Value): [Value, ...Value[]] => [null, null, name, ...Array<Value>(9).fill(null), amount];
  const list = await listOfRows([
    ...sheetOf(
      BRICK,
      line('Subtotal', 24),
      line('Overheads 10 %', 2.4),
      line('VAT 21 %', 5.04),
      line('Both', { t: 'n', v: 29.04, f: 'SUM(M5:M8)' }),
    ),
    [...Array<Value>(14).fill(null), 'Beside the table', 700],
  ]);
  expect(inShort(list)).toEqual([READ[0]]);
  expect(list.leftOut.map((each) => each.kind === 'row' && [each.text, each.amount])).toEqual([
    ['Subtotal', '24.00'],
    ['Overheads 10 %', '2.40'],
    ['VAT 21 %', '5.04'],
    ['Both', '29.04'],
    ['Beside the table', '700.00'],
  ]);
});

test('a row whose amount a person typed says that it is another', async () => {
  const list = await listOfRows(sheetOf(summed(BRICK, 8, 12, 4, 24), summed(BLOCK, 30, 35, 40, 999)));
  expect(list.rows.map(({ remarks }) => remarks)).toEqual([[], ['amountDiffers']]);
  expect(inShort(list)).toEqual(READ);
});

const summaryLine = (mark: Value, name: string, percent: Value = null): Value[] => [name, percent, ...Array<Value>(7).fill(null), mark];
const summaryOf = (...between: readonly Value[][]): SheetOfRows => ({
  name: 'Summary',
  rows: [summaryLine('actum-summary', 'Summary'), [], [], [], ...between],
});
const LINES = [
  summaryLine('total', 'Walls'),
  summaryLine('total', 'Subtotal'),
  summaryLine('additional_cost', 'Site', 8),
  summaryLine(null, 'Profit', 5),
  summaryLine('total', 'Total'),
  summaryLine('tax', 'VAT', { t: 'n', v: 0.21, z: '0%' }),
  summaryLine(null, 'Levy', '1,5 %'),
  summaryLine('total', 'Total with taxes'),
];
const WALLS: SheetOfRows = { name: 'Walls', rows: sheetOf(BRICK) };
const ROOF: SheetOfRows = { name: 'Roof', rows: sheetOf(BLOCK) };

describe('the percent lines of the summary', () => {
  const SUMMARY = summaryOf(...LINES);
  const asRead = [
    ['additional_cost', 'Site', '8'],
    ['additional_cost', 'Profit', '5'],
    ['tax', 'VAT', '21'],
    ['tax', 'Levy', '1.5'],
  ];
  test.each([
    ['first', [SUMMARY, WALLS, ROOF]],
    ['between the lists', [WALLS, SUMMARY, ROOF]],
    ['last', [WALLS, ROOF, SUMMARY]],
  ])('are those of each list where its sheet is %s, also those that a person added', async (_, sheets) => {
    const lists = await listsOf(fileOf(bookOf(sheets)));
    expect(lists.map(({ percentLines }) => percentLines.map((line) => [line.kind, line.name, line.percent_total]))).toEqual([
      asRead,
      asRead,
    ]);
  });

  /** Its marks are gone, so that it is read as a list of any other program. */
  const UNMARKED: SheetOfRows = { ...WALLS, rows: WALLS.rows.map((row) => row.toSpliced(13, 1)) };
  test('are those of a list that has lost its marks', async () => {
    const [list] = await listsOf(fileOf(bookOf([SUMMARY, UNMARKED])));
    expect(list?.percentLines.map((line) => [line.kind, line.name, line.percent_total])).toEqual(asRead);
  });
  test('are named as left out where the summary stands below such lists alone', async () => {
    const { lists, judgement } = await judgedLists(fileOf(bookOf([UNMARKED, SUMMARY])));
    expect(lists.map(({ percentLines }) => percentLines)).toEqual([[]]);
    expect(judgement.sheets.map(({ sheet, line }) => [sheet, line?.label])).toEqual([['Summary', 'Site']]);
  });

  test('take looks at the rows that grow as these do, also where a person added them', () => {
    const looks = (added: number): number => {
      let count = 0;
      const cell = (column: number, text: string): Cell => ({ column, kind: 'text', text, number: Number.NaN, sums: '' });
      const row = (index: number, mark: string): SheetRow => ({
        index,
        get cells() {
          count += 1;
          return [cell(0, `Line ${index}`), cell(1, '5'), ...(mark === '' ? [] : [cell(9, mark)])];
        },
      });
      const rows = [
        row(1, 'actum-summary'),
        row(5, 'total'),
        ...Array.from({ length: added }, (_, at) => row(6 + at, '')),
        row(6 + added, 'total'),
      ];
      const own = ownSheet({ name: 'Summary', hidden: false, rows, merges: [], hiddenColumns: new Set(), notices: [] });
      expect(own?.kind === 'summary' && own.percentLines).toHaveLength(added);
      return count;
    };
    expect(looks(1_000) / looks(100)).toBeLessThan(15);
  });

  test('are read as in a file of any other program where its marks are gone, also where that of the title is left', async () => {
    const without = (rows: SheetOfRows['rows']) => rows.map((row) => row.slice(0, 9));
    const [title = [], ...below] = SUMMARY.rows;
    const linesIn = async (rows: SheetOfRows['rows']) => {
      const { lists, judgement } = await judgedLists(fileOf(bookOf([{ name: 'Summary', rows }, WALLS])));
      return { lists: lists.map(({ title: name, percentLines }) => [name, percentLines]), sheets: judgement.sheets };
    };
    expect(await linesIn([title, ...without(below)])).toEqual(await linesIn(without(SUMMARY.rows)));
  });

  test('a copy of the summary is listed as left out', async () => {
    const { lists, judgement } = await judgedLists(
      fileOf(bookOf([SUMMARY, WALLS, { ...summaryOf(summaryLine('tax', 'VAT', 9)), name: 'Copy' }])),
    );
    expect(lists[0]?.percentLines).toHaveLength(asRead.length);
    expect(judgement.sheets.map(({ sheet }) => sheet)).toEqual(['Copy']);
  });
});

test('a copied sheet is like the list it was copied from, and two lists of other works are not', async () => {
  const { judgement } = await judgedLists(fileOf(bookOf([WALLS, ROOF, { ...WALLS, name: 'Walls (2)' }])));
  expect(judgement.verdicts.map(({ alike }) => alike)).toEqual([null, null, 0]);
});

test.each(LANGUAGES)('the headings of an export in %s are those of its columns', async (language) => {
  const nothing = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
  const costs = { id: 1, order: 1, title: 'Walls', ...nothing };
  const summary = { costs: [costs], subtotal: nothing, additional: [], total: nothing, taxes: [], total_with_taxes: nothing };
  const row = {
    id: 1,
    list_id: 1,
    section_id: 0,
    level: 0,
    order: 1,
    kind: 'row' as const,
    revision: 1,
    code: '',
    name: 'Brick',
    unit: 'm2',
  };
  const numbers = {
    quantity: '4',
    unit_labour: '2',
    unit_materials: '3',
    unit_tools: '1',
    unit_total: '6',
    formulas: null,
    row_count: 0,
    ...nothing,
  };
  takeLanguageFrom(() => language);
  onTestFinished(() => takeLanguageFrom(() => 'en'));
  const parties = { contractor: { name: '', details: '' }, client: { name: '', details: '' }, contract: '' };
  const about = { heading: 'Yard', footer: '', parties, summary, hasExtras: true };
  const sheets = estimateSheets({ ...about, lists: [{ costs, rows: [{ ...row, ...numbers }] }] }, estimateWords('€'));
  const [list] = await listsOf(fileOf(Buffer.from(await (await writeWorkbook(sheets)).arrayBuffer())));
  expect(list?.fingerprint).toBeNull();
  expect(list && inShort(list)).toEqual([['row', 'Brick', 4, 2, 3, 1]]);
});

test('the one column of money in the workbook of an act is the amounts, because its total is their sum', async () => {
  const list = await listOfRows([
    ['Act of completed work 1'],
    ['Walls'],
    [],
    ['Row', 'Code', 'Name', 'Unit', 'Quantity', null, null, null, null, null, 'Cost, €'],
    [
      null,
      null,
      null,
      null,
      'Estimated',
      'Before',
      'Now',
      '%',
      'Balance',
      'Left to do',
      'Estimated',
      'Before',
      'Now',
      'Balance',
      'Left to do',
    ],
    [1, '1.1', 'Brick', 'm2', 4, 0, 2, 50, 2, 2, 24, 0, 12, 12, 12],
    [2, '1.2', 'Block', 'm2', 5, 0, 1, 20, 1, 4, 105, 0, 21, 21, 84],
    [null, null, 'Total', null, null, null, null, null, null, null, 129, 0, 33, 33, 96],
  ]);
  expect(inShort(list)).toEqual([
    ['row', 'Brick', 4, 0, 6, 0],
    ['row', 'Block', 5, 0, 21, 0],
  ]);
  expect(list.totals.map(({ stated, ours }) => [stated, ours])).toEqual([['129.00', '129.00']]);
});
