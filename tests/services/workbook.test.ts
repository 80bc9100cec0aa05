import { expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import type { Sheet, SheetCell } from '../../domain/workbook/sheet.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';

const sheet = (rows: readonly (readonly SheetCell[])[], more: Partial<Sheet> = {}): Sheet => ({
  name: 'Roof',
  columns: [{ width: 10 }, { width: 20 }, { width: 8, hidden: true }],
  rows,
  repeated: { from: 2, to: 3 },
  footer: 'Smith & sons',
  ...more,
});
/** The text of a file inside the workbook. */
function part(bytes: Buffer, path: string): string {
  const { files } = read(bytes, { bookFiles: true }) as unknown as {
    readonly files: Readonly<Record<string, { readonly content: Uint8Array }>>;
  };
  return Buffer.from(files[path]?.content ?? []).toString('utf8');
}

async function written(sheets: readonly Sheet[]) {
  const bytes = Buffer.from(await (await writeWorkbook(sheets)).arrayBuffer());
  const book = read(bytes, { cellDates: true, cellNF: true });
  return { book, rows: (name: string) => utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, raw: true }), bytes };
}

test('another program reads the written workbook with exact numbers', async () => {
  const { rows, book } = await written([
    sheet([
      [{ text: 'Topsoil ‹m³›\nsecond line' }, { number: '123456789.123456', format: 'quantity' }, { text: 'row' }],
      [
        { number: '-0.07', format: 'money' },
        { number: '9.99', format: 'unitPrice' },
      ],
      [{ date: '2026-11-30' }, null, { blank: true, line: 'around' }],
    ]),
    sheet([[{ text: 'other' }]], { name: 'Walls', repeated: null }),
  ]);
  expect(book.SheetNames).toEqual(['Roof', 'Walls']);
  expect(rows('Roof')[0]).toEqual(['Topsoil ‹m³›\nsecond line', 123456789.123456, 'row']);
  expect(rows('Roof')[1]).toEqual([-0.07, 9.99]);
  expect(rows('Roof')[2]?.[0]).toEqual(new Date('2026-11-30T00:00:00Z'));
  expect(rows('Walls')).toEqual([['other']]);
});

test.each([
  ['bold', { bold: true }, '<b/>'],
  ['in the middle', { align: 'center' }, 'horizontal="center"'],
  ['wrapped', { wrap: true }, 'wrapText="1"'],
  ['filled', { fill: 'head' }, 'rgb="ffe4eaf3"'],
  ['larger', { size: 'title' }, '<sz val="14"/>'],
  ['between thin lines', { line: 'around' }, '<top style="thin"'],
  ['above a thin line', { line: 'below' }, '<bottom style="thin"'],
] as const)('a cell is written %s only where its sheet says so', async (_, looks, style) => {
  const stylesOf = async (cell: SheetCell) => part((await written([sheet([[cell]])])).bytes, 'xl/styles.xml').toLowerCase();
  expect(await stylesOf({ text: 'a', ...looks })).toContain(style.toLowerCase());
  expect(await stylesOf({ text: 'a' })).not.toContain(style.toLowerCase());
});

test('a day earlier than spreadsheets can count is written as text', async () => {
  const { rows } = await written([sheet([[{ date: '1900-03-01' }], [{ date: '1900-02-28' }], [{ date: '0026-11-30' }]])]);
  expect(rows('Roof').map(([cell]) => cell)).toEqual([new Date('1900-03-01T00:00:00Z'), '1900-02-28', '0026-11-30']);
});

test('text that looks like a formula stays text', async () => {
  const texts = ['=1+1', '+49 371', '-', '@home', '\tx', '=HYPERLINK("http://a.example")'];
  const { rows, book, bytes } = await written([sheet(texts.map((text) => [{ text }]))]);
  expect(rows('Roof').map(([cell]) => cell)).toEqual(texts);
  expect(Object.values(book.Sheets.Roof ?? {}).some((cell) => typeof cell === 'object' && cell !== null && 'f' in cell)).toBe(false);
  expect(part(bytes, 'xl/styles.xml').match(/quotePrefix="1"/g)).toHaveLength(1);
});

test('text that is a built-in property name of JavaScript is written like any other', async () => {
  const texts = ['valueOf', 'constructor', '__proto__', 'toString', 'valueOf', 'an \ue000 icon', 'a\ufffeb', 'a\ufdd0b\u0080'];
  const { rows } = await written([sheet(texts.map((text) => [{ text }]))]);
  expect(rows('Roof').map(([cell]) => cell)).toEqual(texts);
});

test('a footer is cut to the length that Excel accepts, because Excel offers to repair a file with a longer one', async () => {
  for (const footer of ['x'.repeat(400), '&'.repeat(400), '😀'.repeat(200), `a${'😀'.repeat(200)}`]) {
    const { bytes } = await written([sheet([[{ text: 'a' }]], { footer })]);
    const [, text = ''] = /<oddFooter>(.*)<\/oddFooter>/.exec(part(bytes, 'xl/worksheets/sheet1.xml')) ?? [];
    const read = text.replaceAll('&amp;', '&');
    expect(read.length).toBeLessThanOrEqual(255);
    expect(read.isWellFormed()).toBe(true);
    expect(read).toMatch(/^&L(&&|[^&])+…&R&P \/ &N$/);
  }
});

test('a sheet prints on A4 landscape, as wide as the page, headings on every page, pages numbered', async () => {
  const { bytes } = await written([sheet([[{ text: 'a' }]], { name: "Smith's" })]);
  const xml = part(bytes, 'xl/worksheets/sheet1.xml');
  expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
  expect(xml).toMatch(/<pageSetup [^>]*paperSize="9"[^>]*orientation="landscape"[^>]*fitToWidth="1" fitToHeight="0"/);
  expect(xml).toContain('<oddFooter>&amp;LSmith &amp;&amp; sons&amp;R&amp;P / &amp;N</oddFooter>');
  expect(xml).toMatch(/<col min="3" max="3" [^>]*hidden="1"/);
  expect(part(bytes, 'xl/workbook.xml')).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Smith''s'!$2:$3</definedName>`,
  );
});
