import { expect, test } from 'vitest';
import { bytesOf, listsIn } from '../../../server/imports/reading/workbook.ts';
import { fileOf, inShort, listsOf, partsOf, recognized, workbookFile, zipOf } from './workbooks.ts';

const inline = (text: string, attributes = '') => `<c t="inlineStr"${attributes}><is><t>${text}</t></is></c>`;
const HEADER = `<row>${['Description', 'Unit', 'Quantity', 'Rate', 'Amount'].map((words) => inline(words)).join('')}</row>`;
const sheet = (rows: string, before = '') => workbookFile([{ name: 'Works', xml: `${before}<sheetData>${HEADER}${rows}</sheetData>` }]);
const WALL = `<row>${inline('Wall')}${inline('m2')}<c><v>2</v></c><c><v>3</v></c><c><v>6</v></c></row>`;

/** A workbook whose cells may have the styles of `formats`, in order. */
const styled = (formats: string, rows: string, workbookPr = '') => {
  const relation =
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>';
  const parts = partsOf([{ name: 'Works', xml: `<sheetData>${HEADER}${rows}</sheetData>` }]).map(({ name, text }) => ({
    name,
    text: `${text}`.replace('</Relationships>', `${relation}</Relationships>`).replace('<sheets>', `${workbookPr}<sheets>`),
  }));
  return fileOf(zipOf([...parts, { name: 'xl/styles.xml', text: `<styleSheet>${formats}</styleSheet>` }]));
};

const only = async (path: string) => {
  const [list] = await listsOf(path);
  if (list === undefined) throw new Error('No list was read');
  return list;
};

test('cells and rows without an address follow one another', async () => {
  expect(inShort(await only(sheet(WALL)))).toEqual([['row', 'Wall', 2, 0, 3, 0]]);
});

test('names may have a namespace prefix', async () => {
  const prefixed = `<sheetData>${HEADER}${WALL}</sheetData>`.replace(/<(\/?)(\w)/g, '<$1x:$2');
  expect(inShort(await only(workbookFile([{ name: 'Works', xml: prefixed }])))).toEqual([['row', 'Wall', 2, 0, 3, 0]]);
});

test('rich runs are joined, phonetic hints left out, escapes undone, empty and styled cells skipped', async () => {
  const name = '<c t="inlineStr"><is><r><t>Brick </t></r><r><t>wall_x0041_</t></r><rPh><t>hint</t></rPh></is></c>';
  const list = await only(sheet(`<row>${name}<c t="str"><f>""</f><v></v></c><c><v>2</v></c><c><v>3</v></c><c s="4"/></row>`));
  expect(list.rows.map(({ cells }) => cells)).toEqual([{ name: 'Brick wallA', quantity: '2', unit_total: '3' }]);
});

test('a shared text appears in every cell that uses it', async () => {
  const relation =
    '<Relationship Id="t" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="strings.xml"/>';
  const texts = ['Wall', 'm2', 'Roof', 'pcs'];
  const row = (name: number, unit: number, inside = '') =>
    `<row><c t="s"><v>${name}</v></c><c t="s">${inside}<v>${unit}</v></c><c><v>2</v></c><c><v>3</v></c><c><v>6</v></c></row>`;
  const parts = partsOf([{ name: 'Works', xml: `<sheetData>${HEADER}${row(0, 1)}${row(2, 3, '<!-- -->')}${row(2, 1)}</sheetData>` }]);
  const strings = `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const list = await only(
    fileOf(
      zipOf([
        ...parts.map(({ name, text }) => ({ name, text: `${text}`.replace('</Relationships>', `${relation}</Relationships>`) })),
        { name: 'xl/strings.xml', text: strings },
      ]),
    ),
  );
  expect(list.rows.map(({ name, unit }) => [name, unit])).toEqual([
    ['Wall', 'm2'],
    ['Roof', 'pcs'],
    ['Roof', 'm2'],
  ]);
});

test('a formula without a saved result is an error where a number is expected', async () => {
  const list = await only(sheet(`<row>${inline('Wall')}${inline('m2')}<c><f>A1*2</f></c><c><v>3</v></c></row>${WALL}`));
  expect(list.rows[0]?.errors).toMatchObject([
    {
      column_index: 2,
      description: 'The file holds no result for this formula: open it in a spreadsheet program, save it and upload it again',
      field: 'quantity',
      value: '=A1*2',
    },
  ]);
});

test('a shared sum formula makes a heading with an amount a section', async () => {
  const heading = (name: string, formula: string) => `<row>${inline(name)}<c/><c/><c/><c>${formula}<v>6</v></c></row>`;
  const first = heading('Walls', '<f t="shared" si="0" ref="E2:E4">SUM(E3:E9)</f>');
  const second = heading('Roof', '<f t="shared" si="0"/>');
  const list = await only(sheet(`${first}${WALL}${second}${WALL}`));
  expect(list.rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['section', 'Walls'],
    ['row', 'Wall'],
    ['section', 'Roof'],
    ['row', 'Wall'],
  ]);
});

test('hidden columns are left out, hidden rows are data', async () => {
  const hidden = '<cols><col min="4" max="4" hidden="1"/></cols>';
  const list = await only(sheet(WALL.replace('<row>', '<row hidden="1">'), hidden));
  expect(recognized(list)).toEqual({ Description: 'name', Unit: 'unit', Quantity: 'quantity', Amount: 'total' });
  expect(inShort(list)).toEqual([['row', 'Wall', 2, 0, 3, 0]]);
});

test('text longer than a cell holds is cut, and the list says so', async () => {
  const list = await only(sheet(`<row>${inline('x'.repeat(40_000))}${inline('m2')}<c><v>2</v></c><c><v>3</v></c></row>`));
  expect([list.rows[0]?.name.length, list.notices[0]?.detail]).toEqual([32_767, 'Text longer than a cell can hold was cut.']);
});

test('built-in names of JavaScript are read as plain text', async () => {
  const list = await only(sheet(`<row>${inline('__proto__')}${inline('constructor')}<c><v>2</v></c><c><v>3</v></c></row>`));
  expect(list.rows.map(({ name, unit }) => [name, unit])).toEqual([['__proto__', 'constructor']]);
});

test.each([
  ['', 45_718],
  ['<workbookPr date1904="0"/>', 45_718],
  ['<workbookPr date1904="1"/>', 44_256],
  ['<workbookPr date1904="true"/>', 44_256],
])('with %j the second of March is day %i', async (workbookPr, day) => {
  const formats =
    '<numFmts><numFmt numFmtId="200" formatCode="d/m/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>';
  const row = `<row>${inline('Wall')}${inline('m2')}<c s="1"><v>${day}</v></c><c><v>3</v></c></row>`;
  const list = await only(styled(formats, row, workbookPr));
  expect(list.rows[0]?.errors).toMatchObject([{ field: 'quantity', value: '2/3/2025' }]);
});

test('a cell that names no style has the first one', async () => {
  const formats = '<cellXfs><xf numFmtId="14"/><xf numFmtId="0"/></cellXfs>';
  const row = (name: string) => `<row>${name}${inline('m2')}<c><v>45718</v></c><c s="1"><v>3</v></c></row>`;
  const rich = '<c t="inlineStr"><is><r><t>Roof </t></r><r><t>tiles</t></r></is></c>';
  const list = await only(styled(formats, row(inline('Wall')) + row(rich)));
  expect(list.rows.map(({ name, errors }) => [name, errors.map(({ value }) => value)])).toEqual([
    ['Wall', ['2025-03-02']],
    ['Roof tiles', ['2025-03-02']],
  ]);
});

test('the progress of a reading rises with the bytes of its sheets', async () => {
  const path = workbookFile(
    ['Ground', 'Walls', 'Roof'].map((name) => ({ name, xml: `<sheetData>${HEADER}${WALL.repeat(3)}</sheetData>` })),
  );
  const shares: number[] = [];
  await Array.fromAsync(
    listsIn(
      await bytesOf(path),
      () => [],
      (share) => shares.push(Math.round(share * 3)),
    ),
  );
  expect(shares).toEqual([1, 2, 3]);
});

test('rows grouped under another by the outline are its parts', async () => {
  const row = (name: string, level: number, figures: readonly number[]) =>
    `<row outlineLevel="${level}">${inline(name)}${inline('m2')}${figures.map((figure) => `<c><v>${figure}</v></c>`).join('')}</row>`;
  const rows = [
    row('Walls', 0, [1, 300, 300]),
    row('Bricks', 1, [12, 25, 300]),
    row('Roof', 0, [1, 400, 400]),
    row('Tiles', 1, [8, 50, 400]),
  ];
  expect(inShort(await only(sheet(rows.join(''))))).toEqual([
    ['section', 'Walls'],
    ['row', 'Bricks', 12, 0, 25, 0],
    ['section', 'Roof'],
    ['row', 'Tiles', 8, 0, 50, 0],
  ]);
});
