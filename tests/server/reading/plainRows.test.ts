import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unreadable } from '../../../server/imports/reading/refusals.ts';
import { readSharedStrings } from '../../../server/imports/reading/spreadsheetml/strings.ts';
import { readWorksheet } from '../../../server/imports/reading/spreadsheetml/worksheet.ts';
import { Tally } from '../../../server/imports/reading/tally.ts';

async function* inPieces(xml: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const orRefusal = async <T>(read: () => Promise<T>): Promise<T | string> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) return error.code;
    throw error;
  }
};

const STRINGS = ['Wall', 'm2', ' ', 'Kerb & gutter'];
const rowsOf = (xml: string, size: number) =>
  orRefusal(async () => {
    const parts = { strings: STRINGS, formats: [], tally: new Tally() };
    const { rows, merges, notices } = await readWorksheet({ name: 'Works', hidden: false }, inPieces(xml, size), parts);
    const cells = rows.map((row) => ({
      ...row,
      cells: row.cells.map(({ column, kind, text, number, sums, formula }) => ({ column, kind, text, number, sums, formula })),
    }));
    return { rows: cells, merges, notices };
  });

/** Pieces of sheets: plain ones, others that are right, and ones that no sheet may have. */
const value = fc.constantFrom(
  '1',
  '0.5',
  '-3',
  '1e3',
  '0',
  '3',
  '7',
  '',
  'x',
  '1&amp;2',
  'a > b',
  '  ',
  '_x0041_',
  '<![CDATA[4]]>',
  '<!-- 5 -->6',
  '&bad;',
  '\u0001',
);
const cell = fc
  .record({
    r: fc.constantFrom('', ' r="A1"', ' r="C1"', ' r="AB7"', ' r="1"', ' r="ZZZZ1"', ' r="B"'),
    s: fc.constantFrom('', ' s="1"', ' s="x"', " s='1'"),
    t: fc.constantFrom('', ' t="n"', ' t="s"', ' t="str"', ' t="inlineStr"', ' t="b"', ' t="e"', ' t="d"', ' t="other"', ' t="n" t="n"'),
    f: fc.constantFrom(
      '',
      '',
      '<f>SUM(A1:A2)</f>',
      '<f>2*3</f>',
      '<f t="shared" si="0">SUM(A1:A2)</f>',
      '<f t="shared" si="0"/>',
      '<f></f>',
      '<f>A1&gt;2</f>',
    ),
    body: fc.oneof(
      value.map((text) => `<v>${text}</v>`),
      value.map((text) => `<is><t>${text}</t></is>`),
      fc.constantFrom(
        '',
        '<v/>',
        '<is><r><t>a</t></r><r><t>b</t></r></is>',
        '<is><t xml:space="preserve"> a </t></is>',
        '<v>1</v><v>2</v>',
        '<v>1</w>',
      ),
    ),
    order: fc.boolean(),
    isEmpty: fc.boolean(),
  })
  .map(({ r, s, t, f, body, order, isEmpty }) => {
    const attributes = order ? `${r}${s}${t}` : `${t}${s}${r}`;
    return isEmpty && body === '' ? `<c${attributes}/>` : `<c${attributes}>${f}${body}</c>`;
  });
const row = fc
  .record({
    head: fc.constantFrom('', '', ' r="3"', ' r="40" spans="1:9"', ' outlineLevel="2"', ' r="x"', " r='50'", ' ht="1" ht="2"', ' r="1"'),
    cells: fc.array(cell, { maxLength: 4 }),
    inside: fc.constantFrom('', '', '', '<!-- </row><row><c><v>8</v></c></row> -->', '<row><c><v>7</v></c></row>'),
    between: fc.constantFrom(
      '',
      '',
      '',
      '\n ',
      ' ',
      '<!-- </row><row r="90"><c><v>9</v></c></row> -->',
      '<?p <row><c><v>9</v></c></row> ?>',
      '<other/>',
      'words',
      '</row>',
      '<row>',
    ),
  })
  .map(({ head, cells, inside, between }) =>
    cells.length === 0 && inside === '' ? `<row${head}/>${between}` : `<row${head}>${cells.join('')}${inside}</row>${between}`,
  );
const around = fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- <row> -->', '<?xml version="1.0"?><!DOCTYPE a>');

test('a sheet reads the same whether its rows are in plain notation or go through the XML parser', async () => {
  await fc.assert(
    fc.asyncProperty(around, fc.array(row, { maxLength: 5 }), fc.integer({ min: 1, max: 200 }), async (before, rows, size) => {
      const sheet = (first: string) =>
        `${before}<worksheet><cols/><sheetData>${first}${rows.join('')}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>`;
      expect(await rowsOf(sheet(''), size)).toEqual(await rowsOf(sheet('<!-- all through the parser -->'), size));
    }),
    { numRuns: 2_000 },
  );
});

test('shared texts read the same whether they are in plain notation or go through the XML parser', async () => {
  const text = fc.oneof(
    value.map((each) => `<si><t>${each}</t></si>`),
    fc.constantFrom(
      '<si><t/></si>',
      '<si/>',
      '<si><t xml:space="preserve"> a </t></si>',
      '<si><r><t>a</t></r></si>',
      '<si><t>a</t><rPh><t>b</t></rPh></si>',
      '<si>',
      '\n',
    ),
  );
  await fc.assert(
    fc.asyncProperty(around, fc.array(text, { maxLength: 6 }), fc.integer({ min: 1, max: 120 }), async (before, texts, size) => {
      const part = (first: string) => inPieces(`${before}<sst count="9">${first}${texts.join('')}</sst>`, size);
      const read = (first: string) => orRefusal(() => readSharedStrings(part(first)));
      expect(await read('')).toEqual(await read('<!-- all through the parser -->'));
    }),
    { numRuns: 2_000 },
  );
});

test('plain and other rows can be in one sheet, and none is read twice', async () => {
  const plain = (index: number) => `<row r="${index}"><c r="A${index}"><v>${index}</v></c></row>`;
  const shared =
    '<row r="2"><c r="A2"><f t="shared" si="0">SUM(B2:B3)</f><v>2</v></c></row><row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>';
  const read = await rowsOf(`<worksheet><sheetData>${plain(1)}${shared}${plain(4)}<!-- -->${plain(5)}</sheetData></worksheet>`, 9);
  expect(read).toMatchObject({
    rows: [1, 2, 3, 4, 5].map((index) => ({
      index,
      cells: [{ number: index, sums: index === 2 ? 'SUM(B2:B3)' : index === 3 ? 'SUM(B3:B4)' : '' }],
    })),
  });
});

test("a row's end tag inside a comment hides no row", async () => {
  const rows = `<row r='1'/><!-- </row><row r="2"><c r="A2"><v>9</v></c></row> --><row r="3"><c r="A3"><v>3</v></c></row>`;
  expect(await rowsOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, 40)).toMatchObject({ rows: [{ index: 3 }] });
});
