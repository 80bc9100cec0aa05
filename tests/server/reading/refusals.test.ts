import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { refusalOf } from '../../../server/imports/reading/firstLook.ts';
import type { RefusalCode } from '../../../server/imports/reading/index.ts';
import { LIMITS } from '../../../server/imports/reading/limits.ts';
import { fileOf, type Part, partsOf, readHere, type SheetPart, spreadsheetFile, workbookFile, zipOf } from './workbooks.ts';

const refusal = async (path: string) => {
  const reading = await readHere(path);
  return reading.kind === 'refused' ? { code: reading.code, status: reading.status } : reading;
};

const compoundFile = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)]);

describe('a file is refused by its content, whatever its name', () => {
  test.each<[string, Buffer | string, RefusalCode, number]>([
    ['nothing', '', 'EMPTY_FILE', 400],
    ['blanks', ' \n\n', 'EMPTY_FILE', 400],
    ['an encrypted workbook', compoundFile('EncryptedPackage'), 'ENCRYPTED', 400],
    ['an .xls of nothing', compoundFile('Workbook'), 'DAMAGED', 400],
    ['Excel 4', Buffer.from('09040600000010000000', 'hex'), 'OLD_EXCEL', 415],
    ['a Word document of old', compoundFile('WordDocument'), 'UNSUPPORTED_DOCUMENT', 415],
    ['CSV without a table', 'Colour;Weight\nRed;3\n', 'NO_TABLE', 400],
    ['CSV with an open quotation mark', 'Name;Quantity;Rate\n"Wall;3;1\n', 'DAMAGED', 400],
    ['SYLK', 'ID;PWXL;N;E\nC;Y1;X1;K1\n', 'SYLK', 415],
    ['a web page', '<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>', 'HTML', 415],
    ['a bare table', '<table><tr><td>1</td></tr></table>', 'HTML', 415],
    ['Excel 2003 XML', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', 'SPREADSHEET_XML', 415],
    ['GAEB XML of a trade order', '<?xml version="1.0"?><GAEB><Order><DP>96</DP><OrderItem/></Order></GAEB>', 'GAEB_PHASE', 415],
    [
      'GAEB XML of a measurement',
      '<?xml version="1.0"?><GAEB><QtyDeterm><DP>31</DP><BoQ><BoQBody/></BoQ></QtyDeterm></GAEB>',
      'GAEB_PHASE',
      415,
    ],
    [
      'GAEB XML of an invoice without items',
      '<?xml version="1.0"?><GAEB><Invoice><DP>89</DP><BoQ><BoQBody/></BoQ></Invoice></GAEB>',
      'NO_ROWS',
      400,
    ],
    ['GAEB XML without a bill', '<?xml version="1.0"?><GAEB/>', 'NO_TABLE', 400],
    ['GAEB XML with a document type', '<!DOCTYPE a><GAEB/>', 'UNSAFE_XML', 400],
    ['GAEB 90', `T0${' '.repeat(72)}000001\n`, 'GAEB_90', 415],
    ['GAEB 90 without a preamble', `00        83L${' '.repeat(61)}000001\r\n01LV${' '.repeat(70)}000002\r\n`, 'GAEB_90', 415],
    ['GAEB 90 cut short', `00        83L${' '.repeat(61)}000001\r\n01LV   `, 'GAEB_90', 415],
    ['GAEB 2000', '#begin[GAEB]\r\n  #begin[Vergabe]\r\n    [DP]83[end]\r\n', 'GAEB_2000', 415],
    ['BC3 of nothing', '~V|X|FIEBDC-3/2016|\n~K|', 'NO_TABLE', 400],
    ['BC3 whose chapter holds itself', '~V|X|\n~C|R##||R|1|\n~C|A#||A|1|\n~D|R##|A#\\1\\1\\|\n~D|A#|A#\\1\\1\\|', 'DAMAGED', 400],
    ['a PNG picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a JPEG picture', Buffer.from('ffd8ffe000104a46', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a GIF picture', 'GIF89a', 'UNSUPPORTED_DOCUMENT', 415],
    ['a TIFF picture', Buffer.from('49492a0008000000', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a TIFF picture of the other byte order', Buffer.from('4d4d002a00000008', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a text with formats', '{\\rtf1 Dear client}', 'UNSUPPORTED_DOCUMENT', 415],
    ['a RAR archive', Buffer.from('526172211a0700', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a 7z archive', Buffer.from('377abcaf271c', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['a compressed file', Buffer.from('1f8b08000000', 'hex'), 'UNSUPPORTED_DOCUMENT', 415],
    ['PDF', '%PDF-1.7\n', 'UNSUPPORTED_DOCUMENT', 415],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), 'NOT_A_SPREADSHEET', 415],
    ['a letter', 'Dear client', 'NOT_A_SPREADSHEET', 415],
    ['a zip of something', zipOf([{ name: 'a.txt', text: 'a' }]), 'UNSUPPORTED_DOCUMENT', 415],
    [
      'a Word document',
      zipOf(partsOf([], 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml')),
      'UNSUPPORTED_DOCUMENT',
      415,
    ],
    ['an .xlsb of nothing', zipOf(partsOf([], 'application/vnd.ms-excel.sheet.binary.macroEnabled.main')), 'DAMAGED', 400],
    [
      'an .ods of nothing',
      zipOf([{ name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 }]),
      'DAMAGED',
      400,
    ],
    ['a file over 20 MB', Buffer.alloc(LIMITS.upload + 1), 'TOO_LARGE', 413],
  ])('%s', async (_, bytes, code, status) => {
    expect(await refusal(fileOf(bytes, 'estimate.xlsx'))).toEqual({ code, status });
  });

  test('old GAEB is refused with its phase', async () => {
    const said = async (text: string) => {
      const reading = await readHere(fileOf(text));
      return reading.kind === 'refused' ? reading.sentence.params : null;
    };
    expect([
      await said(`T0${' '.repeat(72)}000001\n00        84L${' '.repeat(61)}000002\n01${' '.repeat(72)}000003\n`),
      await said('#begin[GAEB]\n#begin[Vergabe]\n[DP]83[end]\n'),
      await said(`01${' '.repeat(72)}000001\n`),
    ]).toEqual([{ what: 'D84' }, { what: 'P83' }, { what: 'D81–D86' }]);
  });

  test('numbers in columns are not GAEB 90', async () => {
    expect(await refusal(fileOf(`01;${'x;'.repeat(36)}000001\n02;Wall;3;1\n`))).toMatchObject({ code: 'NO_TABLE' });
  });

  test('the first look refuses what needs no child process', async () => {
    expect(await refusalOf(fileOf('ID;PWXL;N;E\n'))).toMatchObject({ code: 'SYLK' });
    expect(await refusalOf(fileOf('Name;Quantity\n'))).toBe(null);
    expect(await refusalOf(spreadsheetFile([['Description']]))).toBe(null);
  });
});

const sheet = (xml: string): SheetPart => ({ name: 'Works', xml });
const rowsXml = (count: number) =>
  `<sheetData>${Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c><v>1</v></c></row>`).join('')}</sheetData>`;

describe('a zip with false sizes is refused before it is inflated', () => {
  const [types, ...others] = partsOf([sheet(rowsXml(3))]) as [Part, ...Part[]];
  const lying = (lie: Partial<Part>) => zipOf([{ ...types, ...lie }, ...others]);
  const good = zipOf([types, ...others]);
  const inner = zipOf([{ name: 'inner', text: 'a' }]).subarray(0, 30 + 5 + 3);

  test.each<[string, Buffer, RefusalCode, number]>([
    [
      'a part that inflates a thousandfold',
      zipOf([types, ...others, { name: 'xl/media/image.png', text: '0'.repeat(2_000_000) }]),
      'ZIP_BOMB',
      413,
    ],
    ['400 MB declared in all', zipOf([types, ...others, { name: 'x', text: '', size: LIMITS.inflated, method: 8 }]), 'ZIP_BOMB', 413],
    [
      'a part inside another',
      zipOf([
        { name: 'outer', text: inner, method: 0 },
        { name: 'inner', text: 'a', at: 30 + 5 },
      ]),
      'ZIP_BOMB',
      413,
    ],
    ['more than it declares', lying({ size: 10 }), 'DAMAGED', 400],
    ['less than it declares', lying({ size: 5_000 }), 'DAMAGED', 400],
    ['another checksum', lying({ crc: 1 }), 'DAMAGED', 400],
    ['another name inside', lying({ localName: '[Content_Types].xmk' }), 'DAMAGED', 400],
    ['one name twice', zipOf([types, ...others, types]), 'DAMAGED', 400],
    ['an unknown packing', lying({ method: 12 }), 'DAMAGED', 400],
    ['an encrypted part', lying({ flags: 1 }), 'ENCRYPTED', 400],
    ['too many parts', zipOf(Array.from({ length: LIMITS.entries + 1 }, (_, i) => ({ name: `p${i}`, text: '' }))), 'ZIP_BOMB', 413],
    ['an archive cut short', good.subarray(0, good.length - 30), 'DAMAGED', 400],
    ['two directories', Buffer.concat([good.subarray(0, -22), Buffer.alloc(60), good.subarray(-22)]), 'DAMAGED', 400],
  ])('%s', async (_, bytes, code, status) => {
    expect(await refusal(fileOf(bytes))).toEqual({ code, status });
  });

  test('a large part may inflate two hundredfold and no further', async () => {
    const noise = randomBytes(6_000);
    const packed = deflateRawSync(noise).length;
    const declaring = (size: number) => fileOf(zipOf([types, ...others, { name: 'xl/media/image.png', text: noise, size }]));
    expect(await refusal(declaring(200 * packed))).toMatchObject({ code: 'NO_TABLE' });
    expect(await refusal(declaring(200 * packed + 1))).toEqual({ code: 'ZIP_BOMB', status: 413 });
  });
});

/** A workbook of the binary format with one number a row: the row that the library writes, repeated, because it takes a minute for so many. */
function binaryRows(count: number): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[7]]), 'Works');
  const written: Container = XLSX.CFB.read(XLSX.write(book, { type: 'buffer', bookType: 'xlsb' }), { type: 'buffer' });
  const parts = written.FullPaths.map((path, at) => ({
    name: path.replace('Root Entry/', ''),
    text: Buffer.from(written.FileIndex[at]?.content ?? []),
  }));
  const repeated = (sheet: Buffer) => {
    const from = sheet.indexOf(BEGIN_ROWS) + BEGIN_ROWS.length;
    const until = sheet.indexOf(END_ROWS);
    const rows = Array.from({ length: count }, (_, index) => {
      const row = Buffer.from(sheet.subarray(from, until));
      row.writeUInt32LE(index, 2);
      return row;
    });
    return Buffer.concat([sheet.subarray(0, from), ...rows, sheet.subarray(until)]);
  };
  return zipOf(
    parts
      .filter(({ name }) => /\.\w+$/.test(name))
      .map(({ name, text }) => ({ name, text: name.endsWith('sheet1.bin') ? repeated(text) : text })),
  );
}
interface Container {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content: Uint8Array }[];
}
const BEGIN_ROWS = Buffer.from([0x91, 0x01, 0x00]);
const END_ROWS = Buffer.from([0x92, 0x01, 0x00]);

describe('XML and sizes have limits', () => {
  const parts = partsOf([sheet(rowsXml(1))]);
  const withBook = (text: string) => zipOf(parts.map((part) => (part.name === 'xl/workbook.xml' ? { ...part, text } : part)));
  const merges = `<mergeCells>${Array.from({ length: LIMITS.merges + 1 }, (_, i) => `<mergeCell ref="A${i + 1}:B${i + 1}"/>`).join('')}</mergeCells>`;

  test.each<[string, Buffer, RefusalCode]>([
    ['a document type', withBook('<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>'), 'UNSAFE_XML'],
    ['an unknown entity', withBook('<workbook>&b;</workbook>'), 'DAMAGED'],
    ['nesting too deep', withBook(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`), 'UNSAFE_XML'],
    ['XML cut short', withBook('<workbook><sheets>'), 'DAMAGED'],
    ['another encoding', withBook('<?xml version="1.0" encoding="UTF-16"?><workbook/>'), 'DAMAGED'],
    ['rows out of order', zipOf(partsOf([sheet('<sheetData><row r="2"/><row r="1"/></sheetData>')])), 'DAMAGED'],
    ['a string that is not there', zipOf(partsOf([sheet('<sheetData><row><c t="s"><v>7</v></c></row></sheetData>')])), 'DAMAGED'],
    ['too many rows', zipOf(partsOf([sheet(rowsXml(LIMITS.rows + 1))])), 'TOO_MANY_ROWS'],
    ['too many sheets', zipOf(partsOf(Array.from({ length: LIMITS.sheets + 1 }, () => sheet('')))), 'TOO_MANY_SHEETS'],
    ['too many merges', zipOf(partsOf([sheet(`<sheetData/>${merges}`)])), 'TOO_MANY_MERGES'],
    ['nothing filled in', zipOf(partsOf([sheet('<sheetData/>')])), 'EMPTY_WORKBOOK'],
    ['no table of works', zipOf(partsOf([sheet(rowsXml(3))])), 'NO_TABLE'],
  ])('%s', async (_, bytes, code) => {
    expect(await refusal(fileOf(bytes))).toMatchObject({ code });
  });

  test('one row too many in the binary format is refused, not cut off', async () => {
    expect(await refusal(fileOf(binaryRows(LIMITS.rows + 1)))).toMatchObject({ code: 'TOO_MANY_ROWS' });
  });

  test('a header without rows', async () => {
    expect(await refusal(spreadsheetFile([['Description', 'Unit', 'Quantity', 'Rate']]))).toEqual({ code: 'NO_ROWS', status: 400 });
  });

  test('hidden sheets are left out', async () => {
    expect(
      await refusal(
        workbookFile([
          { name: 'Secret', xml: rowsXml(3), state: 'hidden' },
          { name: 'Deep', xml: rowsXml(3), state: 'veryHidden' },
        ]),
      ),
    ).toEqual({
      code: 'EMPTY_WORKBOOK',
      status: 400,
    });
  });
});
