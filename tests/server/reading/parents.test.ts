/** Rows that are parts of others: headings, resources, "of which" rows and lines of measurements. */
import { describe, expect, test } from 'vitest';
import { inShort, listOfRows, type Value } from './workbooks.ts';

const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
const read = (...rows: Parameters<typeof listOfRows>[0][number][]) => listOfRows([HEADER, ...rows]);
const leftOut = ({ leftOut: found }: Awaited<ReturnType<typeof read>>) =>
  found.flatMap((each) => (each.kind === 'row' ? [[each.row_index, each.amount, each.why.detail]] : []));

describe('parents', () => {
  test('a parent that is the sum of its children is their heading, on every level', async () => {
    const list = await read(
      ['1', 'House', null, null, null, 130],
      ['1.1', 'Ground works', null, null, null, 100],
      ['1.1.1', 'Trench', 'm3', 2, 20, 40],
      ['1.1.2', 'Backfill', 'm3', 4, 15, 60],
      ['1.2', 'Fence', 'm', 3, 10, 30],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'House'],
      ['section', 'Ground works'],
      ['row', 'Trench'],
      ['row', 'Backfill'],
      ['row', 'Fence'],
    ]);
  });

  test('rows without a number that add up to the position above them are its resources', async () => {
    const list = await read(
      ['1', 'Ground works', null, null, null, null],
      ['1.1', 'Wall', 'm2', 4, 25, 100],
      [null, 'Mason', 'h', 2, 30, 60],
      [null, 'Bricks', 'pcs', 80, 0.5, 40],
      ['1.2', 'Roof', 'm2', 2, 50, 100],
      [null, 'Roofer', 'h', 1, 30, 30],
      [null, 'Tiles', 'pcs', 35, 2, 70],
    );
    expect(inShort(list)).toEqual([
      ['section', 'Ground works'],
      ['row', 'Wall', 4, 0, 25, 0],
      ['row', 'Roof', 2, 0, 50, 0],
    ]);
    expect(leftOut(list)).toEqual([
      [4, null, 'It is part of the price in row 3'],
      [5, null, 'It is part of the price in row 3'],
      [7, null, 'It is part of the price in row 6'],
      [8, null, 'It is part of the price in row 6'],
    ]);
  });

  test('resources with numbers of their own belong to the position above them, also inside a chapter', async () => {
    const list = await read(
      ['1', 'House', null, null, null, 200],
      ['1.1', 'Wall', 'm2', 4, 25, 100],
      ['1.1.1', 'Mason', 'h', 2, 30, 60],
      ['1.1.2', 'Bricks', 'pcs', 80, 0.5, 40],
      ['1.2', 'Roof', 'm2', 2, 50, 100],
      ['1.2.1', 'Roofer', 'h', 1, 30, 30],
      ['1.2.2', 'Tiles', 'pcs', 35, 2, 70],
    );
    expect(inShort(list)).toEqual([
      ['section', 'House'],
      ['row', 'Wall', 4, 0, 25, 0],
      ['row', 'Roof', 2, 0, 50, 0],
    ]);
  });

  test('lump sums that the rows below them make are headings, with subtotals and a total between them', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
      ['Walls', 'ls', 1, 300, 300],
      ['Inner wall', 'm2', 10, 10, 100],
      ['Outer wall', 'm2', 20, 10, 200],
      ['Subtotal walls', null, null, null, 300],
      ['Roof', 'ls', 1, 400, 400],
      ['Battens', 'm', 50, 2, 100],
      ['Tiles', 'm2', 30, 10, 300],
      ['Subtotal roof', null, null, null, 400],
      ['Total', null, null, null, 700],
    ]);
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Walls'],
      ['row', 'Inner wall'],
      ['row', 'Outer wall'],
      ['section', 'Roof'],
      ['row', 'Battens'],
      ['row', 'Tiles'],
    ]);
  });

  test('a part that costs 1 is counted, and one without a price is passed over', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
      ['Walls', 'ls', 1, 300, 300],
      ['Wall', 'm2', 13, 23, 299],
      ['Plaster', 'm2', 26, null, null],
      ['Label', 'pcs', 1, 1, 1],
      ['Roof', 'ls', 1, 400, 400],
      ['Tiles', 'm2', 57, 7, 399],
      ['Tag', 'pcs', 1, 1, 1],
    ]);
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Walls'],
      ['row', 'Wall'],
      ['row', 'Plaster'],
      ['row', 'Label'],
      ['section', 'Roof'],
      ['row', 'Tiles'],
      ['row', 'Tag'],
    ]);
  });

  test('sums of a few cents are coincidence where most of the money is elsewhere', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
      ['Bolts', 'ls', 1, 0.3, 0.3],
      ['Nuts', 'pcs', 2, 0.05, 0.1],
      ['Washers', 'pcs', 4, 0.05, 0.2],
      ['Screws', 'ls', 1, 0.3, 0.3],
      ['Plugs', 'pcs', 2, 0.1, 0.2],
      ['Nails', 'pcs', 2, 0.05, 0.1],
      ['Sand bed', 'm3', 2, 1, 2],
    ]);
    expect(list.rows.map(({ kind }) => kind)).toEqual(Array.from({ length: 7 }, () => 'row'));
  });

  test('rows indented to the right belong to the row above them, even a single one', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
      ['Walls', 'ls', 1, 300, 300],
      ['   Bricks', 'm2', 12, 25, 300],
      ['Roof', 'ls', 1, 400, 400],
      ['   Tiles', 'm2', 8, 50, 400],
      ['Total', null, null, null, 700],
    ]);
    expect(inShort(list)).toEqual([
      ['section', 'Walls'],
      ['row', 'Bricks', 12, 0, 25, 0],
      ['section', 'Roof'],
      ['row', 'Tiles', 8, 0, 50, 0],
    ]);
  });

  test('a single amount that the rows below add up to is their heading', async () => {
    const list = await read(
      ['1', 'Site set-up', 'day', 10, 25, 250],
      [null, 'Pipes', null, null, null, 300],
      ['2', 'Pipe', 'm', 10, 10, 100],
      ['3', 'Bend', 'pcs', 10, 20, 200],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['row', 'Site set-up'],
      ['section', 'Pipes'],
      ['row', 'Pipe'],
      ['row', 'Bend'],
    ]);
  });

  test('a total of part of the rows is left out with its amount, an empty one without a notice', async () => {
    const list = await read(
      ['1', 'Pipe', 'm', 10, 10, 100],
      ['2', 'Bend', 'pcs', 10, 20, 200],
      [null, 'Total labour', null, null, null, 120],
      [null, 'Total materials', null, null, null, 0],
      ['3', 'Sand', 'm3', 10, 5, 50],
      [null, 'Total', null, null, null, 350],
    );
    expect(leftOut(list)).toEqual([[4, '120.00', 'It reads as a total or an additional cost, and no rows add up to it']]);
  });

  test('"of which" is part of the row above it', async () => {
    const list = await read(
      ['1', 'Wall', 'm2', 4, 25, 100],
      [null, 'of which labour', null, null, null, 60],
      ['2', 'Roof', 'm2', 2, 50, 100],
    );
    expect(inShort(list).map(([, name]) => name)).toEqual(['Wall', 'Roof']);
    expect(leftOut(list)).toEqual([[3, null, 'It says how row 2 is made up, and is counted there']]);
  });

  test('an item on the level of the heading above it stays beside it', async () => {
    const list = await read(['1', 'Permits', null, null, null, null], ['2', 'Wall', 'm2', 4, 25, 100], ['3', 'Roof', 'm2', 2, 50, 100]);
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Permits'],
      ['row', 'Wall'],
      ['row', 'Roof'],
    ]);
  });
});

describe('blocks of columns', () => {
  test('rows priced in one of two blocks are read from both, and one press leaves out the second', async () => {
    const list = await listOfRows([
      ['Description', 'Unit', 'Quantity', 'Price', 'Amount', 'Estimated price', 'Estimated amount'],
      ['Wall', 'm2', 4, 25, 100, null, null],
      ['Roof', 'm2', 2, 50, 100, null, null],
      ['Floor', 'm2', 5, 11, 55, null, null],
      ['Doors', 'pcs', 3, null, null, 70, 210],
      ['Stairs', 'pcs', 2, null, null, 90, 180],
      ['Gates', 'pcs', 6, null, null, 12, 72],
    ]);
    expect(inShort(list).map(([, , quantity, , price]) => Number(quantity) * Number(price))).toEqual([100, 100, 55, 210, 180, 72]);
    const prices = ['unit_total', 'total'];
    expect(list.columns.map(({ recognized_as }) => recognized_as)).toEqual(['name', 'unit', 'quantity', ...prices, ...prices]);
    expect(list.doubts).toMatchObject([
      { said: { code: 'doubt_two_blocks' }, amount: '462.00', remedy: { column_index: 6, recognized_as: 'ignore', total: '255.00' } },
    ]);
  });

  test('the button of a doubt reads the list as it says', async () => {
    const rows = [
      ['Description', 'Unit', 'Quantity', 'Rate A', 'Total A', 'Rate B', 'Total B'],
      ['Wall', 'm2', 4, 25, 100, 20, 80],
      ['Roof', 'm2', 2, 50, 100, 40, 80],
      ['Floor', 'm2', 5, 11, 55, 12, 60],
    ];
    const list = await listOfRows(rows);
    const [remedy] = list.doubts.flatMap((doubt) => (doubt.remedy === null ? [] : [doubt.remedy]));
    expect(remedy).toMatchObject({ column_index: 6, recognized_as: 'total', total: '220.00' });
    const again = await listOfRows(rows, [], remedy === undefined ? [] : [remedy]);
    expect(inShort(again).map(([, , quantity, , price]) => Number(quantity) * Number(price))).toEqual([80, 80, 60]);
  });
});

describe('tables without a header or with an unusual one', () => {
  const works = [
    ['1', 'Excavation of trenches by hand', 'm3', 2.5, 20, 50],
    ['2', 'Brick masonry of walls', 'm2', 4, 25, 100],
    ['3', 'Roof tiles on battens', 'm2', 3, 50, 150],
    ['4', 'Wooden fence with gates', 'm', 6, 11, 66],
  ];

  test('quantity × price = amount reveals a table without a header, and the reading is doubted', async () => {
    const list = await listOfRows([['Bill of the house'], ...works]);
    expect(list.columns.map(({ recognized_as }) => recognized_as)).toEqual(['code', 'name', 'unit', 'quantity', 'unit_total', 'total']);
    expect(list.doubts.map(({ said }) => said.code)).toEqual(['doubt_no_header']);
  });

  test('a table without a header ends with the total below its works, which is compared', async () => {
    const list = await listOfRows([['Bill of the house'], ...works, [null, 'Total', null, null, null, 366], [null, 'Offered by', 'Ann']]);
    expect(list.rows.map(({ name }) => name)).toEqual(works.map(([, name]) => name));
    expect(list.totals.map(({ stated }) => stated)).toEqual(['366.00']);
  });

  test('a row of words above the numbers names two of their columns, in an unknown language', async () => {
    const list = await listOfRows([['Bill of the house'], [null, null, null, 'Kopurua', null, 'Zenbatekoa'], ...works]);
    expect(list.columns.map(({ header }) => header)).toEqual(['', '', '', 'Kopurua', '', 'Zenbatekoa']);
    expect(list.rows).toHaveLength(works.length);
  });

  test('a header that is one column off gives no column a wrong name', async () => {
    const list = await listOfRows([[null, 'No', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'], ...works]);
    expect(inShort(list)[0]).toEqual(['row', 'Excavation of trenches by hand', 2.5, 0, 20, 0]);
  });

  test('a header one column off moves over its cells, also where the unit decides it', async () => {
    const list = await listOfRows([
      [null, 'Unit', 'Description', 'Quantity'],
      ...works.map(([, name, unit, quantity, , amount]) => [unit, name, quantity, amount] as (string | number)[]),
    ]);
    expect(list.rows.map(({ name, unit, quantity }) => [name, unit, Number(quantity)])).toEqual(
      works.map(([, name, unit, quantity]) => [name, unit, quantity]),
    );
  });

  describe('a header one column to the right of its cells, with columns of work done', () => {
    const header = [null, 'Description', 'Unit', 'Quantity', 'Rate', 'Amount', 'Previous', 'This period'];
    const done = works.map(([, name, unit, quantity, price, amount], at) => [name, unit, quantity, price, amount, at + 0.5, at * 2 + 1.5]);

    test('names the columns left out by its own words, and decides about the table by them', async () => {
      const list = await listOfRows([header, ...done] as Value[][]);
      expect(list.leftOut.map((each) => each.kind === 'column' && [each.column_index, each.header, each.why.code])).toEqual([
        [5, 'Previous', 'left_progress'],
        [6, 'This period', 'left_progress'],
      ]);
      expect(list.traits).toEqual(['progress']);
    });

    test('may stand again on each page', async () => {
      const numbered = ['No', ...header.slice(1)];
      const list = await listOfRows([numbered, ...done, numbered, ...done] as Value[][]);
      expect(list.rows.map(({ name }) => name)).toEqual([...works, ...works].map(([, name]) => name));
    });
  });

  test('a measurement line may leave out a dimension', async () => {
    const list = await listOfRows([
      ['Item', 'Description', 'Nos', 'Length', 'Width', 'Height', 'Sub-total', 'Total', 'Unit'],
      ['1', 'Excavation of trenches', null, null, null, null, null, 30, 'm3'],
      [null, 'Axis A', 1, 10, 1, 2, 20, null, null],
      [null, 'Axis B', 1, 5, 1, 2, 10, null, null],
      ['2', 'Kerb of the path', null, null, null, null, null, 18, 'm'],
      [null, 'North side', 1, 10, null, null, 10, null, null],
      [null, 'South side', 1, 8, null, null, 8, null, null],
    ]);
    expect(inShort(list)).toEqual([
      ['row', 'Excavation of trenches', 30, 0, 0, 0],
      ['row', 'Kerb of the path', 18, 0, 0, 0],
    ]);
    expect(leftOut(list).map(([row]) => row)).toEqual([3, 4, 6, 7]);
  });

  test('of two results beside the unit of a measurement, the last is the quantity', async () => {
    const list = await listOfRows([
      ['Item', 'Description', 'Length', 'Width', 'Sub-total', 'Total', 'Unit'],
      ['1', 'Paving of the yard', 10, 3, 30, 33, 'm2'],
      ['2', 'Paving of the path', 20, 2, 40, 44, 'm2'],
      ['3', 'Lawn', 5, 8, 40, 44, 'm2'],
    ]);
    expect(list.rows.map(({ quantity }) => Number(quantity))).toEqual([33, 44, 44]);
  });

  test('a measurement sheet gives quantities and no money', async () => {
    const list = await listOfRows([
      ['Item', 'Description', 'Nos', 'Length', 'Width', 'Height', 'Sub-total', 'Total', 'Unit'],
      ['1', 'Excavation of trenches', null, null, null, null, null, 30, 'm3'],
      [null, 'Axis A', 1, 10, 1, 2, 20, null, null],
      [null, 'Axis B', 1, 5, 1, 2, 10, null, null],
      ['2', 'Brick masonry', null, null, null, null, null, 8, 'm3'],
      [null, 'Axis A', 2, 4, 0.5, 2, 8, null, null],
    ]);
    expect(inShort(list)).toEqual([
      ['row', 'Excavation of trenches', 30, 0, 0, 0],
      ['row', 'Brick masonry', 8, 0, 0, 0],
    ]);
    expect(list.traits).toContain('measurement');
  });
});
