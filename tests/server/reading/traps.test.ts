/** Traps in XML that are stored without compression, so that no check of the zip stops them before the parser. They run behind the guard. */
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../../server/imports/reading/index.ts';
import { LIMITS } from '../../../server/imports/reading/limits.ts';
import { fileOf, type Part, partsOf, zipOf } from './workbooks.ts';

const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const SHEET = `<sheetData><row r="1">${['Description', 'Unit', 'Quantity', 'Rate'].map((word, at) => cell(`${'ABCD'[at]}1`, word)).join('')}</row><row r="2">${cell('A2', 'Wall')}${cell('B2', 'm2')}<c r="C2" s="0"><v>2</v></c><c r="D2"><v>3</v></c></row></sheetData>`;

/** A workbook with every kind of part, stored. */
function workbook(changed: Readonly<Record<string, string>> = {}): Buffer {
  const parts: Part[] = [
    ...partsOf([{ name: 'Works', xml: SHEET }]),
    { name: 'xl/styles.xml', text: '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>' },
    { name: 'xl/sharedStrings.xml', text: '<sst><si><t>Wall</t></si></sst>' },
  ];
  const relations = 'xl/_rels/workbook.xml.rels';
  const all = parts.map((part) =>
    part.name === relations
      ? {
          ...part,
          text: `${part.text}`.replace(
            '</Relationships>',
            '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="t" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
          ),
        }
      : part,
  );
  return zipOf(all.map((part) => ({ ...part, text: changed[part.name] ?? part.text, method: 0 })));
}
const openDocument = (content: string, manifest = '<manifest/>') =>
  zipOf([
    { name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    { name: 'META-INF/manifest.xml', text: manifest, method: 0 },
    { name: 'content.xml', text: content, method: 0 },
  ]);

async function answer(bytes: Buffer | string): Promise<string> {
  const reading = await readWorkbook(fileOf(bytes));
  return reading.kind === 'refused' ? reading.code : `${reading.lists.flatMap(({ rows }) => rows).length} rows`;
}

const PARTS = [
  '[Content_Types].xml',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
  'xl/sharedStrings.xml',
  'xl/worksheets/sheet1.xml',
] as const;
const MILLION = 1_000_000;
const deep = `<a>${'<b>'.repeat(MILLION)}`;
const bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>';
const outside = '<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>';
const unknown = `<a>${'&amp;'.repeat(MILLION)}&unknown;</a>`;

test('the workbook is read as long as it is not tampered with', async () => {
  expect(await answer(workbook())).toBe('1 rows');
});

describe.each(PARTS)('in %s', (part) => {
  test.each([
    ['a million levels', deep, 'UNSAFE_XML'],
    ['entities of entities', bomb, 'UNSAFE_XML'],
    ['a document type elsewhere', outside, 'UNSAFE_XML'],
    ['a million entities and one that nobody defined', unknown, 'DAMAGED'],
  ])('%s', async (_, xml, code) => {
    expect(await answer(workbook({ [part]: xml }))).toBe(code);
  });
});

describe('in OpenDocument', () => {
  test.each([
    ['a million levels', openDocument(deep), 'UNSAFE_XML'],
    ['a million levels in the manifest', openDocument('<a/>', deep), 'UNSAFE_XML'],
    ['entities of entities', openDocument(bomb), 'UNSAFE_XML'],
    ['entities in the manifest', openDocument('<a/>', bomb), 'UNSAFE_XML'],
  ])('%s', async (_, bytes, code) => {
    expect(await answer(bytes)).toBe(code);
  });
});

describe('in GAEB and FIEBDC', () => {
  const gaeb = (content: string) => `<?xml version="1.0"?><GAEB><Award><DP>84</DP><BoQ><BoQBody>${content}</BoQBody></BoQ></Award></GAEB>`;
  const item = (values: string) => `<Itemlist><Item RNoPart="1"><Qty>2</Qty><UP>3</UP>${values}</Item></Itemlist>`;
  const bc3 = (records: string) =>
    `~V|X|FIEBDC-3/2016|\n~C|R##||R|1|\n~D|R##|A#\\1\\1\\|\n~C|A#||A|1|\n~D|A#|E\\1\\2\\|\n~C|E|m2|Wall|3|\n${records}`;
  test.each([
    ['a million levels', gaeb(deep), 'UNSAFE_XML'],
    ['a million levels of categories', gaeb('<BoQCtgy RNoPart="1"><BoQBody>'.repeat(MILLION / 10)), 'UNSAFE_XML'],
    ['entities of entities', `<!DOCTYPE GAEB [<!ENTITY a "a">]>${gaeb(item('&a;'))}`, 'UNSAFE_XML'],
    [
      'half a million values of one item',
      gaeb(item(Array.from({ length: MILLION / 2 }, (_, at) => `<x${at}>1</x${at}>`).join(''))),
      '1 rows',
    ],
    ['a price of a million digits', gaeb(item('').replace('<UP>3', `<UP>${'3'.repeat(MILLION)}`)), '1 rows'],
    ['a text of ten million letters', gaeb(item(`<Description>${'a'.repeat(10 * MILLION)}</Description>`)), '1 rows'],
    [
      'a budget whose chapters double',
      bc3(
        Array.from({ length: 30 }, (_, at) => `~C|A${at}#||A|1|\n~D|A${at === 0 ? '' : at - 1}#|A${at}#\\1\\1\\A${at}#\\1\\1\\|\n`).join(
          '',
        ),
      ),
      'TOO_MANY_ROWS',
    ],
    ['a part given half a million times', bc3('~Y|E|E2\\1\\1\\|\n'.repeat(400_000)), '1 rows'],
    ['a yield of ten million digits', bc3(`~D|A#|E\\1\\${'9'.repeat(10 * MILLION)}\\|\n`), '1 rows'],
    ['records without end', '~V|X|\n'.repeat(LIMITS.rows * 6), 'TOO_MANY_ROWS'],
  ])('%s', async (_, text, expected) => {
    expect(await answer(text)).toBe(expected);
  });
});

describe('in styles', () => {
  const styles = (content: string) => workbook({ 'xl/styles.xml': `<styleSheet>${content}</styleSheet>` });
  const format = (code: string) =>
    styles(`<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`);
  test.each([
    ['a million cell formats', styles(`<cellXfs>${'<xf numFmtId="0"/>'.repeat(MILLION)}</cellXfs>`), 'TOO_MUCH_MEMORY'],
    [
      'half a million number formats',
      styles(Array.from({ length: MILLION / 2 }, (_, at) => `<numFmt numFmtId="${at}" formatCode="0"/>`).join('')),
      'TOO_MUCH_MEMORY',
    ],
    ['a format of a million brackets', format('['.repeat(MILLION)), '1 rows'],
    ['a format of a million quotation marks', format('&quot;'.repeat(MILLION)), '1 rows'],
    ['a format of a million sections', format(';'.repeat(MILLION)), '1 rows'],
    ['a format of a million zeros', format(`0.${'0'.repeat(MILLION)}`), '1 rows'],
    ['a format of a million letters', format('d'.repeat(MILLION)), '1 rows'],
    ['a million attributes', styles(`<a ${Array.from({ length: MILLION }, (_, at) => `a${at}=""`).join(' ')}/>`), '1 rows'],
    ['a name of ten million letters', styles(`<${'a'.repeat(10 * MILLION)}/>`), '1 rows'],
    ['an attribute of ten million letters', styles(`<a b="${'a'.repeat(10 * MILLION)}"/>`), '1 rows'],
  ])('%s', async (_, bytes, expected) => {
    expect(await answer(bytes)).toBe(expected);
  });
});

describe('in a sheet', () => {
  const sheet = (content: string) => workbook({ 'xl/worksheets/sheet1.xml': `<worksheet>${content}</worksheet>` });
  const more = (row: string) => sheet(SHEET.replace('</sheetData>', `${row}</sheetData>`));
  test.each([
    ['a place of a million letters', more(`<row r="3"><c r="${'A'.repeat(MILLION)}3"><v>1</v></c></row>`), 'DAMAGED'],
    ['a number of a million digits', more(`<row r="3"><c r="C3"><v>${'9'.repeat(MILLION)}</v></c></row>`), '1 rows'],
    ['a text of ten million letters', more(`<row r="3">${cell('A3', 'a'.repeat(10 * MILLION))}</row>`), '1 rows'],
    [
      'a formula of ten million letters',
      more(`<row r="3"><c r="C3"><f>${'SUM('.repeat((10 * MILLION) / 4)}</f><v>1</v></c></row>`),
      '1 rows',
    ],
    [
      'a million pieces of one text',
      more(`<row r="3"><c r="A3" t="inlineStr"><is>${'<r><t>a</t></r>'.repeat(MILLION)}</is></c></row>`),
      '1 rows',
    ],
    ['a row with a number beyond numbers', more('<row r="1e999"/>'), 'DAMAGED'],
  ])('%s', async (_, bytes, expected) => {
    expect(await answer(bytes)).toBe(expected);
  });
});
