/** Workbooks that Actum wrote and a person changed since. */
import { expect, test } from 'vitest';
import { BC3, SURCHARGED } from './lookAlikes.ts';
import { bookOf, fileOf, inShort, listOfRows, listsOf, type Value } from './workbooks.ts';

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
});
