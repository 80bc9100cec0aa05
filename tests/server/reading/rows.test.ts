import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { fileOf, inShort, listOfRows, listsOf, spreadsheetFile } from './workbooks.ts';

const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
const COMBINED = 'The unit price is not split into labour, materials and tools: it is taken as materials (every row).';
const read = (...rows: Parameters<typeof listOfRows>[0][number][]) => listOfRows([HEADER, ...rows]);

describe('kinds of rows', () => {
  test('sections are kept; totals, column numbers, blank rows and footers are dropped', async () => {
    const list = await read(
      [1, 2, 3, 4, 5, 6],
      [null, 'Ground works', null, null, null, null],
      ['1', 'Trench', 'm3', 2, 10, 20],
      ['2', 'Backfill', 'm3', 1, 5, 5],
      [null, 'Sub-total 1', null, null, null, { t: 'n', v: 25, f: 'SUM(F4:F5)' }],
      [],
      ['Walls', null, null, null, null, null],
      ['3', 'Brick wall', 'm2', 3, 20, 60],
      [null, 'Total', null, null, null, 85],
      [null, 'VAT 21%', null, 0.21, null, 17.85],
      [null, 'Grand total', null, null, null, 102.85],
      [null, 'Signed by ____', null, null, null, null],
    );
    expect(inShort(list)).toEqual([
      ['section', 'Ground works'],
      ['row', 'Trench', 2, 0, 10, 0],
      ['row', 'Backfill', 1, 0, 5, 0],
      ['section', 'Walls'],
      ['row', 'Brick wall', 3, 0, 20, 0],
    ]);
    expect(list.notices.map(({ detail }) => detail)).toEqual([COMBINED]);
    expect(list.rows.map(({ sheet_row_index }) => sheet_row_index)).toEqual([3, 4, 5, 8, 9]);
  });

  test('a sum without words for it is not an item', async () => {
    const list = await read(
      ['A', 'Walls', null, null, null, 30],
      ['A.1', 'Inner', 'm2', 1, 10, 10],
      ['A.2', 'Outer', 'm2', 1, 20, 20],
      [null, 'Doors', null, null, null, { t: 'n', v: 12, f: 'SUM(F6:F7)' }],
      ['B.1', 'Inner door', 'pcs', 1, 5, 5],
      ['B.2', 'Outer door', 'pcs', 1, 7, 7],
      [null, 'Everything together', null, null, null, 42],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Walls'],
      ['row', 'Inner'],
      ['row', 'Outer'],
      ['section', 'Doors'],
      ['row', 'Inner door'],
      ['row', 'Outer door'],
    ]);
  });

  test('lower-case words under a numbered item continue its description', async () => {
    const list = await read(
      ['1', 'Brick wall,', 'm2', 3, 20, 60],
      [null, 'plastered on both sides', null, null, null, null],
      ['2', 'Roof', 'm2', 1, 5, 5],
    );
    expect(inShort(list)[0]).toEqual(['row', 'Brick wall, plastered on both sides', 3, 0, 20, 0]);
  });

  test('a description continues over several rows, up to one that does not continue it', async () => {
    const list = await read(
      ['1', 'Brick wall,', 'm2', 3, 20, 60],
      [null, 'plastered on both sides,', null, null, null, null],
      [null, '- with corner beads', null, null, null, null],
      [null, 'and painted', null, null, null, null],
      ['2', 'Plinth', 'm', 2, 10, 20],
      [null, 'in concrete', null, null, null, null],
      [null, 'Roof', null, null, null, null],
      ['3', 'Tiles', 'm2', 1, 5, 5],
      [null, 'of clay', null, null, null, null],
      [],
      [null, 'outside', null, null, null, null],
      ['4', 'Paving', 'm2', 1, 5, 5],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['row', 'Brick wall, plastered on both sides, - with corner beads and painted'],
      ['row', 'Plinth in concrete'],
      ['section', 'Roof'],
      ['row', 'Tiles of clay'],
      ['section', 'outside'],
      ['row', 'Paving'],
    ]);
  });

  const described = (name: string, code: string, ...numbers: readonly (string | number)[]) => [
    [code, name, null, null, null, null],
    [null, 'Soil of class 3 to 5, stored beside the pit,', null, null, null, null],
    [null, 'with all haulage.', ...numbers],
  ];

  test('an item whose numbers are on the last line of its text keeps its number and its name', async () => {
    const list = await read(
      ['01', 'Earthworks', null, null, null, null],
      ...described('Strip topsoil', '01.1', 'm3', 2, 10, 20),
      ...described('Excavate', '01.2', 'm3', 3, 10, 30),
      ['01.3', 'Backfill', null, null, null, null],
      [null, null, 'm3', 4, 5, 20],
      [null, 'Total', null, null, null, 70],
    );
    expect(inShort(list)).toEqual([
      ['section', 'Earthworks'],
      ['row', 'Strip topsoil Soil of class 3 to 5, stored beside the pit, with all haulage.', 2, 0, 10, 0],
      ['row', 'Excavate Soil of class 3 to 5, stored beside the pit, with all haulage.', 3, 0, 10, 0],
      ['row', 'Backfill', 4, 0, 5, 0],
    ]);
    expect(list.rows.map(({ code }) => code)).toEqual(['01', '01.1', '01.2', '01.3']);
  });

  test('works without numbers under numbered sections stay under them', async () => {
    const list = await read(
      ['1', 'Earthworks', null, null, null, null],
      [null, 'Trench', 'm3', 2, 10, 20],
      [null, 'Backfill', 'm3', 1, 5, 5],
      ['2', 'Walls', null, null, null, null],
      [null, 'Brick wall', 'm2', 3, 20, 60],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Earthworks'],
      ['row', 'Trench'],
      ['row', 'Backfill'],
      ['section', 'Walls'],
      ['row', 'Brick wall'],
    ]);
  });

  test('text below most items describes them, and makes no sections', async () => {
    const position = (code: string, name: string) => [
      [code, name, 'm3', 2, 10, 20],
      [null, 'Supply and build in as drawn', null, null, null, null],
      [null, 'Make: ........ or equal', null, null, null, null],
    ];
    const list = await read(
      ['01', 'Earthworks', null, null, null, null],
      ...position('01.1', 'Trench'),
      ...position('01.2', 'Backfill'),
      ['02', 'Walls', null, null, null, null],
      ...position('02.1', 'Brick wall'),
      ['02.2', 'Lintel', 'pcs', 2, 10, 20],
    );
    expect(inShort(list).map(([kind, name]) => [kind, name])).toEqual([
      ['section', 'Earthworks'],
      ['row', 'Trench Supply and build in as drawn Make: ........ or equal'],
      ['row', 'Backfill Supply and build in as drawn Make: ........ or equal'],
      ['section', 'Walls'],
      ['row', 'Brick wall Supply and build in as drawn Make: ........ or equal'],
      ['row', 'Lintel'],
    ]);
  });

  test('headings of one work each under numbered sections stay headings', async () => {
    const zone = (section: number, letter: string) => [
      [null, `Zone ${letter}`, null, null, null, null],
      [`${section}.${letter}`, `Work ${section}${letter}`, 'm2', 10, 6, 60],
    ];
    const list = await read(
      ...[1, 2].flatMap((section) => [
        [`${section}`, `Floor ${section}`, null, null, null, null],
        ...['A', 'B', 'C'].flatMap((letter) => zone(section, letter)),
      ]),
    );
    expect(list.rows.filter(({ kind }) => kind === 'section').map(({ name }) => name)).toEqual(
      [1, 2].flatMap((section) => [`Floor ${section}`, 'Zone A', 'Zone B', 'Zone C']),
    );
  });

  test('an item called total is an item', async () => {
    const list = await read(['1', 'Total station survey', 'day', 2, 150, 300]);
    expect(inShort(list)).toEqual([['row', 'Total station survey', 2, 0, 150, 0]]);
  });
});

test('number columns that no field uses are listed with the reason; running numbers and codes are not', async () => {
  const list = await listOfRows([
    ['No', 'Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount', 'Previous quantity', 'Batch', 'Remark'],
    [1, 'A-1', 'Trench', 'm3', 2, 10, 20, 1, 17, 'dry'],
    [2, 'A-2', 'Backfill', 'm3', 4, 5, 20, 2, 23, 'wet'],
    [3, 'A-3', 'Wall', 'm2', 3, 20, 60, 0, 11, 'dry'],
  ]);
  expect(list.leftOut.map((each) => (each.kind === 'column' ? [each.header, each.why.code] : []))).toEqual([
    ['Previous quantity', 'left_progress'],
    ['Batch', 'left_unknown'],
  ]);
});

describe('derived prices', () => {
  test('an amount, a quantity or a price alone is never replaced by 0', async () => {
    const list = await read(
      ['1', 'Crane', 'h', 3, null, 100],
      ['2', 'Permit', null, null, null, 250],
      ['3', 'Night work', 'h', 'R.O.', 40, null],
      ['4', 'Guard', 'h', null, 12, null],
      ['5', 'Fence', 'm', 2, 5, 10],
      ['6', 'Survey', 'ls', 0, 12, 70],
      ['7', 'Sand', 't', null, 8, 100],
      ['8', 'Gravel', 't', 4, 0, 50],
    );
    expect(inShort(list)).toEqual([
      ['row', 'Crane', 3, 0, 33.333333, 0],
      ['row', 'Permit', 1, 0, 250, 0],
      ['row', 'Night work', 0, 0, 40, 0],
      ['row', 'Guard', 0, 0, 12, 0],
      ['row', 'Fence', 2, 0, 5, 0],
      ['row', 'Survey', 1, 0, 70, 0],
      ['row', 'Sand', 12.5, 0, 8, 0],
      ['row', 'Gravel', 4, 0, 12.5, 0],
    ]);
    expect(list.notices.map(({ detail }) => detail)).toEqual([
      COMBINED,
      'Only an amount is given: the unit price is the amount divided by the quantity (rows 2, 9).',
      'No quantity is given: it is the amount divided by the unit price (row 8).',
      'An amount is given without a quantity: the quantity is taken as 1 (rows 3, 7).',
      'No quantity is given: it is taken as 0 (rows 4, 5).',
    ]);
  });

  test('an amount that differs from quantity times price is named', async () => {
    const list = await read(['1', 'Wall', 'm2', 3, 10, 31], ['2', 'Roof', 'm2', 2, 5, 10], ['3', 'Door', 'pcs', 1.5, 7.35, 11]);
    expect(list.notices.slice(1).map(({ detail }) => detail)).toEqual([
      'The file states an amount other than quantity × unit price: the product is taken (row 2).',
      'The file rounds amounts to whole units: quantity × unit price to the cent is taken (row 4).',
    ]);
  });

  test('a double is read with 15 digits, longer numbers are rounded to six decimals', async () => {
    const list = await read(['1', 'Wall', 'm2', 10 / 6, 618.4299999999999, 1030.72], ['2', 'Roof', 'm2', 1e6 / 3, 3, 1e6]);
    expect(list.rows.map(({ quantity, unit_materials }) => [quantity, unit_materials])).toEqual([
      ['1.666667', '618.430000'],
      ['333333.333333', '3.000000'],
    ]);
    expect(list.rows[0]?.cells).toEqual({
      code: '1',
      name: 'Wall',
      unit: 'm2',
      quantity: '1.66666666666667',
      unit_total: '618.43',
      total: '1030.72',
    });
  });

  test('rounding that changes an amount is named', async () => {
    const list = await read(['1', 'Ore', 't', 1000.0000004, 99999.99, 99999990.04], ['2', 'Sand', 't', 1, 2, 2]);
    expect(list.notices.slice(1).map(({ detail }) => detail)).toEqual([
      'Numbers with more than six decimals were rounded, which changes the amount (row 2).',
      'The file states an amount other than quantity × unit price: the product is taken (row 2).',
    ]);
  });
});

describe('cells in error', () => {
  const error = (column_index: number, field: string, description: string, value: string) => ({ column_index, description, field, value });

  test('are never guessed and never 0', async () => {
    const list = await read(
      ['1', 'Wall', 'm2', { t: 'e', v: 0x17, w: '#REF!' }, 10, 30],
      ['2', 'Roof', 'm2', 2, 'call us', null],
      ['3', 'Door', 'pcs', { t: 'n', v: 45718, z: 'd/m' }, 5, 10],
      ['4', 'Lift', 'pcs', { t: 'b', v: true }, 5, 10],
      ['5', 'Road', 'm', 1e9, 5, null],
      ['6', 'Sand', 't', '1.500', 5, null],
      ['7', 'Lamp', 'pcs', 'R.O.', null, 70],
      ['8', 'Gate', 'pcs', 1, 5, 5],
    );
    expect(list.rows.map(({ errors }) => errors)).toMatchObject([
      [error(3, 'quantity', 'This cell contains an error', '#REF!')],
      [error(4, 'unit_total', 'This is not a number', 'call us')],
      [error(3, 'quantity', 'This is a date where a number is expected', '2/3')],
      [error(3, 'quantity', 'This is a yes or no where a number is expected', 'TRUE')],
      [error(3, 'quantity', 'The number must be smaller than 1000000000', '1000000000')],
      [error(3, 'quantity', 'This may mean thousands or decimals: write it without a thousands separator', '1.500')],
      [error(5, 'total', 'There is an amount, but the quantity is 0', '70')],
      [],
    ]);
    expect(list.rows.map(({ quantity, unit_materials }) => [quantity === null, unit_materials === null])).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});

test('yes and no in the binary format are errors where a number is expected', async () => {
  const rows = [HEADER, ['1', 'Lift', 'pcs', true, 5, 10], ['2', 'Road', 'm', false, 5, 10], ['3', 'Gate', 'pcs', 1, 5, 5]];
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows), 'Works');
  const [list] = await listsOf(fileOf(XLSX.write(workbook, { type: 'buffer', bookType: 'biff8' })));
  expect(list?.rows.map(({ errors }) => errors.map(({ value }) => value))).toEqual([['TRUE'], ['FALSE'], []]);
});

describe('titles', () => {
  test('a line spread over the table names the list, otherwise its sheet does', async () => {
    const rows = [['Roof of the boiler house'], ['Object: none'], HEADER, ['1', 'Tiles', 'm2', 2, 10, 20]];
    const [titled] = await listsOf(spreadsheetFile(rows, { name: 'LT 3', merges: ['A1:F1'] }));
    const [untitled] = await listsOf(spreadsheetFile(rows, { name: 'LT 3' }));
    expect([titled?.title, untitled?.title, titled?.sheet]).toEqual(['Roof of the boiler house', 'LT 3', 'LT 3']);
  });
});

describe('the encoding of a text whose header is ASCII', () => {
  const inEncoding = (text: string, encoding: string): Buffer => {
    const decoder = new TextDecoder(encoding);
    const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
    return Buffer.from([...text].map((letter) => byteOf.get(letter) ?? Number.NaN));
  };
  const namesIn = async (header: string, names: readonly string[], encoding: string) => {
    const text = [header, ...names.map((name, at) => `${at + 1};${name};m;2;10.00;20.00`)].join('\n');
    const [list] = await listsOf(fileOf(inEncoding(text, encoding), 'works.csv'));
    return list?.rows.map(({ name }) => name);
  };
  const ENGLISH = 'No;Description;Unit;Qty;Rate;Amount';

  test.each([
    ['Latvian', 'windows-1257', 'Kods;Nosaukums;Vien.;Daudzums;Cena;Summa', ['Šķembu pamatnes izbūve', 'Ģipškartona sienas']],
    ['Latvian', 'windows-1257', ENGLISH, ['Grīdas segums, flīzes', 'Kāpņu telpa, Ø20']],
    ['Lithuanian', 'windows-1257', ENGLISH, ['Sienų dažymas', 'Grindų įrengimas']],
    ['Russian', 'windows-1251', ENGLISH, ['Кладка', 'БЕТОН В25']],
    ['Ukrainian', 'windows-1251', ENGLISH, ['Улаштування стін із цегли', 'Ґрунтування']],
    ['Polish', 'windows-1250', 'Lp.;Opis;Jm;Obmiar;Cena;Razem', ['Ściany główne', 'Gips']],
    ['Czech', 'windows-1250', ENGLISH, ['Výkop základů', 'Omítky stěn a příček']],
    ['Hungarian', 'windows-1250', ENGLISH, ['Falazás kő', 'Vakolás, tető']],
    ['Romanian', 'windows-1250', ENGLISH, ['Săpătură în pământ', 'Zidărie şi tencuieli']],
    ['German', 'windows-1252', 'Nr;Bezeichnung;Einheit;Menge;EP;GP', ['Außenwände, 20 m³', 'Türen „Ost“ – ±5 °C, Ø 12']],
    ['French', 'windows-1252', ENGLISH, ['Plâtre sur bâtiment à l’étage, 5 m²', 'CLOISONS ÉLEVÉES – châssis']],
    ['Spanish', 'windows-1252', ENGLISH, ['Excavación, señalización', 'Baño 3ª planta nº 5']],
    ['Portuguese', 'windows-1252', ENGLISH, ['Escavação e portão', 'Serviço elétrico']],
    ['Swedish', 'windows-1252', ENGLISH, ['Målning av väggar', 'Dörrar']],
    ['Icelandic', 'windows-1252', ENGLISH, ['Smíði á þaki', 'Hurðir úr áli']],
    ['English', 'windows-1252', ENGLISH, ['Concrete, 25 m³', 'Skip, £5 each, ½ full']],
    // A word or two decide.
    ['Icelandic', 'windows-1252', ENGLISH, ['Hurðir', 'Miðstöð']],
    ['Latvian', 'windows-1257', ENGLISH, ['Šī siena']],
    ['Latvian', 'windows-1257', ENGLISH, ['Žogs']],
    ['Latvian', 'windows-1257', ENGLISH, ['Šķembas']],
    ['Russian', 'windows-1251', ENGLISH, ['Вал']],
    ['Polish', 'windows-1250', ENGLISH, ['Podkład']],
    ['Czech', 'windows-1250', ENGLISH, ['Montáž']],
    ['French', 'windows-1252', ENGLISH, ['Main d’œuvre']],
    ['Spanish', 'windows-1252', ENGLISH, ['Lote nº 5']],
  ])('%s in %s is recognised by its letters (%#)', async (_, encoding, header, names) => {
    expect(await namesIn(header, names, encoding)).toEqual(names);
  });

  test('the first letter of the text may be the only one that tells it', async () => {
    const text = 'Šifrs;Nosaukums;Vien.;Daudzums;Cena;Summa\n1;Smilts;m3;2;10.00;20.00';
    const [list] = await listsOf(fileOf(inEncoding(text, 'windows-1257'), 'works.csv'));
    expect(list?.columns[0]?.header).toBe('Šifrs');
  });

  test('words of the header that are known decide before the letters do', async () => {
    const text = 'Nr;Nosaukums;Mērvien.;Daudzums;Cena;Summa\n1;Smilts;m3;2;10.00;20.00';
    const [list] = await listsOf(fileOf(inEncoding(text, 'windows-1257'), 'works.csv'));
    expect(list?.columns[2]?.header).toBe('Mērvien.');
  });

  test('a text in UTF-8 with an invalid byte stays in UTF-8', async () => {
    const [before = '', after = ''] =
      'Nr;Nosaukums;Mērvienība;Daudzums;Cena;Summa\n1;Šķembas|;m3;10;5,00;50,00\n2;Ģipsis;m3;10;6,00;60,00\n'.split('|');
    const [list] = await listsOf(fileOf(Buffer.concat([Buffer.from(before), Buffer.of(0xa0), Buffer.from(after)]), 'works.csv'));
    expect(list?.rows.map(({ name, unit }) => [name, unit])).toEqual([
      ['Šķembas\ufffd', 'm3'],
      ['Ģipsis', 'm3'],
    ]);
  });
});
