import { expect, test } from 'vitest';
import type { ActRow, ActSummary, Line, Progress, Row, Summary } from '../../domain/api/shapes.ts';
import { type ActWords, actSheets } from '../../domain/workbook/act.ts';
import { type EstimateWords, estimateSheets } from '../../domain/workbook/estimate.ts';
import type { PartyTexts } from '../../domain/workbook/parties.ts';
import type { Sheet } from '../../domain/workbook/sheet.ts';
import { bookText, cellText } from './sheetText.ts';

const common = {
  untitled: 'Untitled',
  longNumbers: 'Long numbers are text',
  row: 'Row',
  code: 'Code',
  name: 'Name',
  unit: 'Unit',
  quantity: 'Quantity',
  percent: '%',
  labour: 'Labour',
  materials: 'Materials',
  tools: 'Tools',
  total: 'Total',
  localEstimate: 'Local estimate',
  subtotal: 'Subtotal',
  summaryTotal: 'Total of the summary',
  totalWithTaxes: 'Total with taxes',
  contractor: 'Contractor',
  client: 'Client',
};
const parties: PartyTexts = {
  contractor: { name: 'Smith & sons', details: 'Granite Street 4, Reg. no. 4000' },
  client: { name: 'Oak Homes', details: 'Harbour Street 12' },
  contract: 'Contract 12/2026 of 02.03.2026',
};
const estimateWords: EstimateWords = {
  ...common,
  summary: 'Summary',
  ofWhichExtra: 'Of which extra',
  unitPrice: 'Unit price, EUR',
  amount: 'Amount, EUR',
};
const actWords: ActWords = {
  ...common,
  title: 'Act 3',
  extras: 'Extras',
  project: 'Project',
  finished: 'Finished',
  status: 'Status',
  againstVersion: 'Estimate version',
  signature: 'Signature',
  answeredBy: 'Answered by',
  recordedBy: 'Recorded by',
  claimed: 'Claimed',
  certified: 'Certified',
  difference: 'Difference',
  reason: 'Reason',
  reasons: {
    not_done: 'Not done',
    measured: 'Measured differently',
    defective: 'Defective',
    not_in_contract: 'Not in the contract',
    other: 'Other',
  },
  date: 'Date',
  cost: 'Cost, EUR',
  estimated: 'Estimated',
  before: 'Before',
  now: 'Now',
  balance: 'Balance',
  left: 'Left to do',
};

/** Four amounts, each recognizable. */
const amounts = (of: number) => ({ labour: `${of}.01`, materials: `${of}.02`, tools: `${of}.03`, total: `${of}.06` });
const row = (over: Partial<Row>): Row => ({
  id: 1,
  list_id: 1,
  order: 1,
  kind: 'row',
  code: 'E-1',
  name: 'Topsoil',
  unit: 'm³',
  quantity: '2.5',
  unit_labour: '1.11',
  unit_materials: '1.12',
  unit_tools: '1.13',
  unit_total: '3.36',
  revision: 1,
  level: 0,
  section_id: 0,
  row_count: 0,
  ...amounts(10),
  ...over,
});
const line = (over: Partial<Line>): Line => ({
  id: 1,
  order: 1,
  name: 'Overheads',
  percent_total: null,
  percent_labour: '1',
  percent_materials: null,
  percent_tools: '3.5',
  updated_at: '2026-11-01T00:00:00Z',
  revision: 1,
  ...amounts(20),
  ...over,
});
const summary: Summary = {
  costs: [
    { id: 1, order: 1, title: 'Roof', ...amounts(10) },
    { id: 2, order: 2, title: '', ...amounts(31) },
  ],
  subtotal: amounts(40),
  additional: [line({})],
  total: amounts(50),
  taxes: [line({ name: 'VAT', percent_total: '21', ...amounts(21) })],
  total_with_taxes: amounts(60),
};
const [roof, untitled] = summary.costs as [Summary['costs'][number], Summary['costs'][number]];

test('the workbook of an estimate: its summary, then a sheet for each list, with marks that the import recognises', async () => {
  const sheets = estimateSheets(
    {
      heading: 'Harbour · version 2',
      footer: 'Harbour',
      parties,
      summary,
      lists: [
        { costs: roof, rows: [row({ kind: 'section', name: 'Earthworks' }), row({})] },
        { costs: untitled, rows: [] },
      ],
    },
    estimateWords,
  );
  await expect(bookText(sheets)).toMatchFileSnapshot('workbookOfEstimate.txt');
});

const progress = (of: number): Progress => ({
  estimated_cost: amounts(8 * of),
  completed_before: amounts(of),
  completed_now: amounts(2 * of),
  balance: amounts(3 * of),
  left_to_do: amounts(5 * of),
  completed_before_total: `${of}`,
  completed_now_total: `${2 * of}`,
  balance_total: `${3 * of}`,
  left_to_do_total: `${5 * of}`,
});
const actRow = (over: Partial<ActRow>): ActRow => ({
  id: 1,
  row_id: 1,
  list_id: 1,
  order: 1,
  kind: 'row',
  code: 'E-1',
  name: 'Topsoil',
  unit: 'm³',
  estimated_quantity: '8',
  quantity: '2',
  percent: '25',
  quantity_before: '1',
  quantity_balance: '3',
  quantity_left: '5',
  revision: 1,
  level: 0,
  section_id: 0,
  row_count: 0,
  ...progress(1),
  ...over,
});
const actSummary: ActSummary = {
  costs: [
    { id: 1, order: 1, title: 'Roof', ...progress(30) },
    { id: 2, order: 2, title: '', ...progress(31) },
  ],
  subtotal: progress(40),
  additional: [{ ...line({}), ...progress(20) }],
  total: progress(50),
  taxes: [{ ...line({ name: 'VAT' }), ...progress(21) }],
  total_with_taxes: progress(60),
};
const act = {
  act: { finish_date: '2026-11-05', project_name: 'Harbour', version_number: 2, answer: null },
  parties,
  statusName: 'Draft',
  footer: 'Harbour · Act 3',
  summary: actSummary,
  lists: [
    { id: 1, title: 'Roof', rows: [actRow({ kind: 'section', name: 'Earthworks' }), actRow({})] },
    { id: 2, title: '', rows: [] },
    { id: 3, title: 'Deleted since', rows: [] },
  ],
};

test('the workbook of an act: its summary with room for signatures, then a sheet for each list', async () => {
  await expect(bookText(actSheets(act, actWords))).toMatchFileSnapshot('workbookOfAct.txt');
});

test('parties without a name, an address or a contract leave a line to write on, and no more', () => {
  const unknown = { contractor: { name: 'Smith & sons', details: '' }, client: { name: '', details: '' }, contract: '' };
  const [first] = actSheets({ ...act, parties: unknown }, actWords);
  expect(first?.rows.slice(2, 5).map((cells) => cells.slice(0, 2).map(cellText))).toEqual([
    ['“Contractor”', '“Smith & sons” {bold left 6×1}'],
    ['“Client”', 'empty {below}'],
    ['“Project”', '“Harbour” {bold left 6×1}'],
  ]);
});

test('an answered act has the claim, the difference and the reason beside every row, and who answered at the top', () => {
  const answer = { at: '2026-11-20T22:30:00.000Z', name: 'Bob Client', email: '', recorded_by: 'Ann', claimed_price: '60.50', rows: 1 };
  const differing = actRow({ quantity: '2', answered: { claimed: '5', reason: 'measured', text: 'On site' } });
  const [first, roof] = actSheets(
    {
      ...act,
      act: { ...act.act, answer },
      answeredAt: '21.11.2026, 00:30',
      lists: [{ id: 1, title: 'Roof', rows: [differing, actRow({ quantity: '3' })] }],
    },
    actWords,
  );
  const texts = (first?.rows ?? []).map((cells) => cells.slice(0, 2).map(cellText).join(' '));
  expect(texts.filter((line) => /Bob Client|Recorded by|Certified|Difference/.test(line))).toHaveLength(4);
  // When it was, as screen and paper say it where the person is: in UTC it was the day before.
  expect(texts.find((line) => line.includes('Bob Client'))).toContain('“Bob Client, 21.11.2026, 00:30”');
  expect(roof?.columns.length).toBe(18);
  const answered = (at: number) => roof?.rows[at]?.slice(15).map(cellText);
  expect([answered(5), answered(6)].map((cells) => cells?.map((text) => text.replace(/ \{.*/, '')))).toEqual([
    ['5 as quantity', '-3 as quantity', '“Measured differently: On site”'],
    ['3 as quantity', '0 as quantity', '“”'],
  ]);
});

test('an act of a contract of several versions has the work of the whole contract below its own', () => {
  const whole = {
    title: 'Whole contract',
    lines: [
      { label: 'Done before', amount: '10.00', isTotal: false },
      { label: 'To date', amount: '25.00', isTotal: true },
    ],
  };
  const [first] = actSheets({ ...act, whole }, actWords);
  const rows = (first?.rows ?? []).map((cells) => [cells[0], cells.at(-1)].map((cell) => (cell === undefined ? '' : cellText(cell))));
  const at = rows.findIndex(([title]) => title?.includes('Whole contract'));
  expect(rows.slice(at, at + 3)).toMatchInlineSnapshot(`
    [
      [
        "“Whole contract” {bold 7×1}",
        "“Whole contract” {bold 7×1}",
      ],
      [
        "“Done before” {wrap around 6×1}",
        "10.00 as money {around}",
      ],
      [
        "“To date” {bold wrap total around 6×1}",
        "25.00 as money {bold total around}",
      ],
    ]
  `);
});

test('the part of a cost that is done is a percent of the cost with its extras', () => {
  const done = (extras: string) => {
    const cost = { id: 1, order: 1, title: 'Roof', ...progress(1) };
    const total = (of: string) => ({ labour: '0', materials: of, tools: '0', total: of });
    const shown = { ...cost, estimated_cost: total('80'), extras: total(extras), completed_now: total('20') };
    const [, roof] = actSheets({ ...act, summary: { ...actSummary, costs: [shown] } }, actWords);
    return roof?.rows
      .at(-1)
      ?.map(cellText)
      .find((text) => text.includes('percent'));
  };
  expect([done('0'), done('20')]).toMatchInlineSnapshot(`
    [
      "25.00 as percent {bold total around}",
      "20.00 as percent {bold total around}",
    ]
  `);
});

test('an act without an end date leaves room for it', () => {
  const [first] = actSheets({ ...act, act: { ...act.act, finish_date: null } }, actWords);
  expect(first?.rows[8]?.map(cellText)).toEqual(['“Finished”', 'empty {bold left 6×1}']);
});

test('a number of more digits than a spreadsheet keeps is written as text, with a note under the table that has it', () => {
  const long = '12345678901234567.89';
  const [of, ...lists] = estimateSheets(
    {
      heading: '',
      footer: '',
      parties,
      summary,
      lists: [
        { costs: roof, rows: [row({ total: long }), row({})] },
        { costs: untitled, rows: [] },
      ],
    },
    estimateWords,
  );
  const endOf = (sheet: Sheet | undefined) => sheet?.rows.slice(-2).map((cells) => cells.map(cellText).join(' | '));
  expect(lists[0]?.rows[5]?.map(cellText)[12]).toBe(`“${long}” {number right around}`);
  expect(endOf(lists[0])).toEqual(['', '“Long numbers are text” {small 13×1}']);
  for (const sheet of [of, lists[1]]) expect(endOf(sheet)?.join()).not.toContain('Long numbers');
});

test('a sum is a formula only where a spreadsheet computes the same from the cells, because spreadsheets skip numbers written as text', () => {
  const section = (name: string, total: string) => row({ kind: 'section', name, total });
  const totalsOf = (rows: readonly Row[], total: string) => {
    const sheets = estimateSheets(
      { heading: '', footer: '', parties, summary, lists: [{ costs: { ...roof, total }, rows }] },
      estimateWords,
    );
    return (sheets[1]?.rows ?? []).flatMap((cells) => {
      const cell = cells[12] ?? null;
      return cell !== null && 'bold' in cell && cell.bold === true && 'number' in cell ? [[cell.number, cell.formula]] : [];
    });
  };
  const of = (total: string) => row({ total });
  expect(totalsOf([section('A', '3.00'), of('1.00'), of('2.00')], '3.00')).toEqual([
    ['3.00', 'SUBTOTAL(9,M7:M8)'],
    ['3.00', 'SUBTOTAL(9,M6:M8)'],
  ]);
  const long = '12345678901234567.89';
  expect(
    totalsOf([of('1.00'), section('A', '5.00'), of(long), of(`-${long}`), of('5.00'), section('B', '2.00'), of('2.00')], '8.00'),
  ).toEqual([
    ['5.00', undefined],
    ['2.00', 'SUBTOTAL(9,M12:M12)'],
    ['8.00', undefined],
  ]);
  // A section without rows, whose sum would be of cells that run backwards.
  expect(totalsOf([of('1.00'), section('A', '0.00'), section('B', '2.00'), of('2.00')], '3.00')).toEqual([
    ['0.00', undefined],
    ['2.00', 'SUBTOTAL(9,M9:M9)'],
    ['3.00', 'SUBTOTAL(9,M6:M9)'],
  ]);
  // Programs round what doubles leave of such a sum, each by rules of its own.
  expect(totalsOf([of('1234567890123.45'), of('0.01'), of('-1234567890123.45')], '0.01')).toEqual([['0.01', undefined]]);
});
