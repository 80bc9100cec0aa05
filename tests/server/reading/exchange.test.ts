/** Estimates written as FIEBDC-3 and GAEB DA XML, read again by our own readers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact, fixed } from '../../../domain/decimal.ts';
import type { ExchangeFormat } from '../../../domain/exchange/estimate.ts';
import { ConceptCodes, chapterCode } from '../../../domain/exchange/fiebdcCodes.ts';
import { gaebFile } from '../../../domain/exchange/gaeb.ts';
import { inWindows1252 } from '../../../domain/exchange/windows1252.ts';
import { exchangeFile } from '../../../domain/exchange/write.ts';
import { sectionsOf } from '../../../domain/sections.ts';
import type { ReadList } from '../../../server/imports/reading/index.ts';
import { anyEstimate, exchanged, type MadeEstimate } from './exchanged.ts';
import { againstSchema } from './gaebSchema.ts';
import { totalOf } from './totals.ts';
import { fileOf, listsOf } from './workbooks.ts';

const HOUSE: MadeEstimate = {
  lists: [
    {
      title: 'Pamatu izbūve',
      rows: [
        {
          kind: 'row',
          code: '1.1',
          name: 'Būvlaukuma sagatavošana',
          unit: 'kompl',
          quantity: '1',
          unit_labour: '250',
          unit_materials: '100.5',
          unit_tools: '0',
        },
        { kind: 'section', name: 'Zemes darbi & rakšana' },
        {
          kind: 'row',
          code: '1.2',
          name: 'Grunts rakšana',
          unit: 'm³',
          quantity: '12.5',
          unit_labour: '5.25',
          unit_materials: '0',
          unit_tools: '7',
        },
        {
          kind: 'row',
          code: '1.3',
          name: 'Line one\nline two',
          unit: '100 m2',
          quantity: '0.125',
          unit_labour: '3',
          unit_materials: '20.123456',
          unit_tools: '1',
        },
      ],
    },
    {
      title: 'Jumts',
      rows: [{ kind: 'row', name: 'Dakstiņi', unit: 'm2', quantity: '120.5', unit_labour: '0', unit_materials: '14.2', unit_tools: '0' }],
    },
  ],
  additional: [
    { name: 'Virsizdevumi', percents: '9' },
    { name: 'Peļņa', percents: '7' },
  ],
  taxes: [{ name: 'PVN', percents: '21' }],
};

const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 150) };

const bytesOf = (made: MadeEstimate, format: ExchangeFormat) => Buffer.from(exchangeFile(exchanged(made), format));
const read = (made: MadeEstimate, format: ExchangeFormat) => listsOf(fileOf(bytesOf(made, format)));
const sum = ({ rows }: ReadList) => fixed(totalOf(rows).total, 2);
const plain = (text: string | null) => text?.replace(/\.?0+$/, '') ?? '';
const shape = ({ title, rows }: ReadList) => [
  title,
  ...rows.map((row) =>
    row.kind === 'section'
      ? `# ${row.name}`
      : [row.code, row.name, row.unit, plain(row.quantity), plain(row.unit_labour), plain(row.unit_materials), plain(row.unit_tools)].join(
          ' | ',
        ),
  ),
];
const lines = (lists: readonly ReadList[]) =>
  lists.flatMap(({ percentLines }) => percentLines.map(({ kind, name, percent_total }) => `${kind} ${name} ${percent_total}`));
const missed = (lists: readonly ReadList[]) => lists.flatMap(({ totals }) => totals.filter(({ stated, ours }) => stated !== ours));

describe('FIEBDC-3', () => {
  test('holds lists, sections, rows, the split of their prices and percents', async () => {
    const lists = await read(HOUSE, 'bc3');
    expect([lists.map(shape), lines(lists), missed(lists), lists.map(({ evidence }) => evidence.totalsMet)]).toEqual([
      [
        [
          'Pamatu izbūve',
          '1.1 | Būvlaukuma sagatavošana | kompl | 1 | 250 | 100.5 | 0',
          '# Zemes darbi & rakšana',
          '1.2 | Grunts rakšana | m³ | 12.5 | 5.25 | 0 | 7',
          '1.3 | Line one line two | 100 m2 | 0.125 | 3 | 20.123456 | 1',
        ],
        ['Jumts', ' | Dakstiņi | m2 | 120.5 | 0 | 14.2 | 0'],
      ],
      ['additional_cost Gastos generales 9', 'additional_cost Beneficio industrial 7', 'tax IVA 21'],
      [],
      [2, 1],
    ]);
  });

  test('without prices holds the same rows and no money', async () => {
    const lists = await read(HOUSE, 'bc3Unpriced');
    expect([lists.map((list) => list.rows.length), lists.map(sum), lists[0]?.traits, lines(lists)]).toEqual([
      [4, 1],
      ['0.00', '0.00'],
      ['no-money'],
      [],
    ]);
    expect(bytesOf(HOUSE, 'bc3Unpriced').toString('utf8')).not.toMatch(/250|14\.2/);
  });

  test('is in Windows-1252 where that has all characters, otherwise in UTF-8, and says which', () => {
    const named = (name: string) => bytesOf({ lists: [{ title: 'L', rows: [{ kind: 'row', name, quantity: '1' }] }] }, 'bc3');
    expect(named('Año €')).toEqual(Buffer.from(named('Año €').toString('latin1'), 'latin1'));
    expect([named('Año €').includes(Buffer.from([0x41, 0xf1, 0x6f, 0x20, 0x80])), named('Año €').includes('|ANSI|')]).toEqual([true, true]);
    expect([named('Ēka').includes('Ēka'), named('Ēka').includes('|UTF-8|')]).toEqual([true, true]);
  });

  test('each character is written as the Windows-1252 byte that decodes to it, and no other', () => {
    const decoder = new TextDecoder('windows-1252');
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(inWindows1252(decoder.decode(bytes))).toEqual(bytes);
    expect(['\u0080', '\u009f', '\u0100', 'ž€Ē'].map(inWindows1252)).toEqual([null, null, null, null]);
  });

  test('has concepts under their own codes, prefixed by the chapter where a code is taken, and numbered where there is none', () => {
    const codes = new ConceptCodes([]);
    expect(['1.1', '1.1', '1.1', ''].map((own, at) => codes.ofRow(own, chapterCode(2), at + 7))).toEqual([
      '1.1',
      'CAP02_1.1',
      'CAP02$2_1.1',
      'CAP02.0010',
    ]);
  });

  test('has the grammar of its records: fields, subfields, codes, and parts that are defined', () => {
    for (const made of [HOUSE, { ...HOUSE, additional: [{ name: 'a|b~c\\d', percents: ['1', '2', '3'] as const }] }])
      checkGrammar(bytesOf(made, 'bc3').toString('utf8'));
    checkGrammar(bytesOf(HOUSE, 'bc3Unpriced').toString('utf8'));
  });

  test('a name too long for other programs, or with several lines, is also written in full as a text', () => {
    const whole = (name: string) => {
      const text = bytesOf({ lists: [{ title: 'L', rows: [{ kind: 'row', name, quantity: '1' }] }] }, 'bc3').toString('latin1');
      return /~T\|[^|]+\|([^|]*)\|/.exec(text)?.[1] ?? null;
    };
    const long = 'Brick wall, pointed on both sides, with all its openings, arches.';
    expect([whole(long.slice(0, 64)), whole(long), whole('Wall\npointed')]).toEqual([null, long, 'Wall\r\npointed']);
  });

  test('a percent that the format has no field or base for is 0', () => {
    const percents = (made: MadeEstimate) => /~K\|[^|]*\|([^|]*)\|/.exec(bytesOf(made, 'bc3').toString('latin1'))?.[1];
    const tax = { name: 'IVA', percents: '21' };
    const made = { ...HOUSE, additional: [] };
    expect([[], [tax], [tax, tax]].map((taxes) => percents({ ...made, taxes }))).toEqual([
      '0\\0\\0\\0\\0',
      '0\\0\\0\\0\\21',
      '0\\0\\0\\0\\0',
    ]);
  });

  test('lines that cannot be percents are a chapter of amounts', async () => {
    const lists = await read({ ...HOUSE, additional: [{ name: 'Transport', percents: ['0', '7', '0'] }] }, 'bc3');
    const { total } = exchanged({ ...HOUSE, additional: [{ name: 'Transport', percents: ['0', '7', '0'] }] }).summary;
    expect([lists.at(-1)?.title, lists.at(-1)?.rows[0]?.name, inAll(lists)]).toEqual(['Additional costs', 'Transport', total.total]);
  });
});

/** In cents, of all lists. */
const inAll = (lists: readonly ReadList[]) =>
  fixed(
    lists.reduce((all, list) => all + totalOf(list.rows).total, 0n),
    2,
  );

/** The rules of FIEBDC-3/2020 for the records that are written. */
function checkGrammar(text: string): void {
  const records = text
    .split('~')
    .slice(1)
    .map((record) => record.replace(/\r\n$/, '').split('|'));
  expect(text.startsWith('~V|') && text.endsWith('|\r\n')).toBe(true);
  expect(records.slice(0, 2).map(([kind]) => kind)).toEqual(['V', 'K']);
  const codes = new Map<string, string>();
  for (const [kind = '', code = '', , , , , type = ''] of records) {
    if (kind !== 'C') continue;
    expect(code).toMatch(/^[A-Za-z0-9Ññ._$&]{1,20}#{0,2}$/);
    expect([...codes.keys()].map((each) => each.toUpperCase())).not.toContain(code.toUpperCase());
    expect(type).toMatch(/^[0-3]$/);
    codes.set(code, type);
  }
  expect([...codes.keys()].filter((code) => code.endsWith('##'))).toHaveLength(1);
  const held = new Map<string, string>();
  for (const record of records) {
    const [kind, first = '', second = '', third = ''] = record;
    expect(record.at(-1)).toBe('');
    if (kind === 'C') expect(record).toHaveLength(8);
    if (kind === 'D') {
      const parts = second.split('\\');
      expect(codes.has(first)).toBe(true);
      expect(parts.pop()).toBe('');
      expect(parts.length % 3).toBe(0);
      for (let at = 0; at < parts.length; at += 3) {
        expect(codes.has(parts[at] ?? '')).toBe(true);
        held.set(`${first}\\${parts[at]}`, parts[at + 2] ?? '');
      }
    }
    // The total measured is the yield in its chapter.
    if (kind === 'M')
      expect([held.has(first) || records.some(([, of]) => of === first.split('\\')[0]), /^-?\d+(\.\d+)?$/.test(third)]).toEqual([
        true,
        true,
      ]);
  }
  for (const [kind, first = '', , third = ''] of records) if (kind === 'M') expect(held.get(first)).toBe(third);
}

/** The parts of an item's number, as a bill declares them. */
const levelsIn = (bill: string) =>
  [...bill.matchAll(/<Type>(\w+)<\/Type>\s*<Length>(\d+)<\/Length>\s*<Num>(\w+)<\/Num>/g)].map(([, ...of]) => of.join(' '));

describe('GAEB DA XML', () => {
  test('X82 holds lots, categories, texts, the split of prices, markups and tax', async () => {
    const lists = await read(HOUSE, 'x82');
    expect([lists.map(shape), lines(lists), missed(lists)]).toEqual([
      [
        [
          'Pamatu izbūve',
          '01.01.0010 | Būvlaukuma sagatavošana (kompl) |  | 1 | 250 | 100.5 | 0',
          '# Zemes darbi & rakšana',
          '01.02.0010 | Grunts rakšana | m³ | 12.5 | 5.25 | 0 | 7',
          '01.02.0020 | Line one line two (100 m2) |  | 0.125 | 3 | 20.123 | 1',
        ],
        ['Jumts', '02.01.0010 | Dakstiņi | m2 | 120.5 | 0 | 14.2 | 0'],
      ],
      ['additional_cost Virsizdevumi 9', 'additional_cost Peļņa 7', 'tax USt 21'],
      [],
    ]);
  });

  test('X83 holds the texts and quantities without any price', async () => {
    const lists = await read(HOUSE, 'x83');
    expect([lists.map(({ title }) => title), lists.map(sum), lists[0]?.traits]).toEqual([
      ['Pamatu izbūve', 'Jumts'],
      ['0.00', '0.00'],
      ['no-money'],
    ]);
    expect(bytesOf(HOUSE, 'x83').toString('utf8')).not.toMatch(/<(UP|IT|Totals|Markup)/);
  });

  test('X84 holds the prices of the items of the X83, under the same numbers', async () => {
    const [bid, tender] = [await read(HOUSE, 'x84'), await read(HOUSE, 'x83')];
    const codes = (lists: readonly ReadList[]) =>
      lists.map(({ rows }) => rows.filter(({ kind }) => kind === 'row').map(({ code }) => code));
    expect([codes(bid), bid.map(sum), missed(bid), lines(bid)]).toEqual([
      codes(tender),
      exchanged(HOUSE).lists.map(({ costs }) => costs.total),
      [],
      ['additional_cost Zuschlag 9', 'additional_cost Zuschlag 7', 'tax USt 21'],
    ]);
  });

  test('a bill says its currency where the estimate has one', () => {
    const written = (currency: string) => Buffer.from(gaebFile({ ...exchanged(HOUSE), currency }, '84')).toString('utf8');
    expect(written('EUR')).toMatch(/<AwardInfo>\s*<Cur>EUR<\/Cur>/);
    expect(written('')).not.toContain('AwardInfo');
  });

  test('violations of the schema are detected', () => {
    const text = bytesOf(HOUSE, 'x84').toString('utf8');
    const changed = (from: string | RegExp, to: string) => againstSchema(text.replace(from, to), '84');
    expect([
      againstSchema(text, '84'),
      changed(/<CTR>.*<\/CTR>/s, ''),
      changed('<UP>350.500</UP>', '<UP>350.5005</UP>'),
      changed('RNoPart="0010"', 'RNoPart="00.10"'),
      changed('ID="A3"', 'ID="A2"').length > 0,
      againstSchema(bytesOf(HOUSE, 'x82').toString('utf8'), '84').length > 0,
    ]).toEqual([[], ['Award has no CTR'], ['UP is "350.5005"'], ['Item has the number .01.01.00.10'], true, true]);
  });

  test('a bill that came with numbers is exported with the same numbers', async () => {
    const row = (code: string) => ({ kind: 'row' as const, code, name: code, unit: 'm', quantity: '2', unit_materials: '3' });
    const rows = [{ kind: 'section' as const, code: '01', name: 'Earth' }, row('01.0010'), row('01.0010A'), row('01.0020'), row('02.0010')];
    const [list] = await read({ lists: [{ title: 'LV', rows }] }, 'x82');
    expect(list?.rows.map(({ code, name }) => `${code} ${name}`)).toEqual([
      '01 Earth',
      '01.0010 01.0010',
      '01.0010A 01.0010A',
      '01.0020 01.0020',
      '02.0010 02.0010',
    ]);
    const bill = bytesOf({ lists: [{ title: 'LV', rows }] }, 'x84').toString();
    expect(bill).toContain('RNoPart="0010" RNoIndex="A"');
    const without = bytesOf({ lists: [{ title: 'LV', rows: rows.filter(({ code }) => code !== '01.0010A') }] }, 'x84').toString();
    expect(without).not.toContain('RNoIndex');
    const lettered = bytesOf({ lists: [{ title: 'LV', rows: [...rows.slice(0, 2), row('01.00B0')] }] }, 'x84').toString();
    expect([bill, without, lettered, bytesOf(HOUSE, 'x84').toString()].map(levelsIn)).toEqual([
      ['BoQLevel 2 Yes', 'Item 4 Yes', 'Index 1 No'],
      ['BoQLevel 2 Yes', 'Item 4 Yes'],
      ['BoQLevel 2 Yes', 'Item 4 No'],
      ['Lot 2 Yes', 'BoQLevel 2 Yes', 'Item 4 Yes'],
    ]);
  });

  test('a markup gets the first free number, beside items whose numbers are letters too', () => {
    const row = (code: string) => ({ kind: 'row' as const, code, name: code, unit: 'm', quantity: '2', unit_materials: '3' });
    const made = (...codes: readonly string[]): MadeEstimate => ({
      lists: [{ title: 'LV', rows: codes.map(row) }],
      additional: [{ name: 'Overheads', percents: '9' }],
    });
    const numberOf = (...codes: readonly string[]) =>
      /<MarkupItem [^>]*RNoPart="(\w+)"/.exec(bytesOf(made(...codes), 'x84').toString())?.[1];
    expect([numberOf('A', 'B'), numberOf('10', '30')]).toEqual(['10', '40']);
  });

  test('numbers of three levels are kept, with a heading at each level', async () => {
    const row = (code: string) => ({ kind: 'row' as const, code, name: code, unit: 'm', quantity: '2', unit_materials: '3' });
    const rows = [
      heading('01', 'Earth'),
      heading('01.02', 'Pits'),
      row('01.02.0010'),
      heading('02', 'Walls'),
      heading('02.01', 'Brick'),
      row('02.01.0030'),
    ];
    const [list] = await read({ lists: [{ title: 'LV', rows }] }, 'x82');
    expect(list?.rows.map(({ code }) => code)).toEqual(['01', '01.02', '01.02.0010', '02', '02.01', '02.01.0030']);
  });
});

/** The headings of a list by level, with how many rows are in each. */
function outlineOf(rows: readonly { readonly kind: string; readonly code?: string; readonly name: string }[]): readonly string[] {
  const placed = rows.map(({ kind, code = '', name }, id) => {
    const amounts = { labour: '0', materials: '0', tools: '0' };
    return { id, kind: kind === 'section' ? ('section' as const) : ('row' as const), code, name, ...amounts };
  });
  return sectionsOf(placed).map(({ id, level, rowCount }) => `${'#'.repeat(level)} ${placed[id]?.name}, ${rowCount}`);
}
const heading = (code: string, name: string) => ({ kind: 'section' as const, code, name });
const work = (name: string, code = '') => ({ kind: 'row' as const, code, name, unit: 'm', quantity: '2', unit_labour: '3.5' });
const NESTED: MadeEstimate = {
  lists: ['House', 'Garage'].map((title) => ({
    title,
    rows: [
      work('Site'),
      heading('1', 'Earth'),
      work('Dig', '1.01'),
      heading('1.1', 'Pits'),
      heading('1.1.1', 'Deep pits'),
      work('Shore'),
      work('Pump'),
      heading('1.1.2', 'Shallow pits'),
      work('Trim'),
      heading('2', 'Walls'),
      work('Lay', '1.01'),
      heading('', 'Extras'),
      work('Clean'),
    ],
  })),
};
const NESTED_OUTLINE = ['# Earth, 4', '## Pits, 3', '### Deep pits, 2', '### Shallow pits, 1', '# Walls, 1', '# Extras, 1'];

describe('sections within sections', () => {
  test.each(['bc3', 'x82', 'x83'] as const)('nest in %s, and are the same after an import', async (format) => {
    const lists = await read(NESTED, format);
    expect(lists.map(({ rows }) => outlineOf(rows))).toEqual([NESTED_OUTLINE, NESTED_OUTLINE]);
    expect(missed(lists)).toEqual([]);
  });

  test('FIEBDC-3 holds them as chapters within chapters, and their codes and those of rows come back', async () => {
    const text = bytesOf(NESTED, 'bc3').toString('latin1');
    expect(text).toContain('~D|1#|1.01\\1\\2\\1.1#\\1\\1\\|');
    expect(text).toContain('~D|1.1#|1.1.1#\\1\\1\\1.1.2#\\1\\1\\|');
    expect(text).toMatch(/~C\|1\.1#\|\|Pits\|21\|/);
    const lists = await read(NESTED, 'bc3');
    expect(lists.map(({ rows }) => rows.map(({ code }) => code))).toEqual(
      NESTED.lists.map(({ rows }) => rows.map(({ code = '' }) => code)),
    );
  });

  test('GAEB holds them as categories within categories, and X84 goes back under the numbers of the X83', async () => {
    const tender = await read(NESTED, 'x83');
    const codes = (lists: readonly ReadList[]) => lists.map(({ rows }) => rows.flatMap(({ kind, code }) => (kind === 'row' ? [code] : [])));
    expect(tender[1]?.rows.map(({ code, name }) => `${code} ${name}`)).toEqual([
      '02.01.01.01.0010 Site',
      '02 Earth',
      '02.02.01.01.0010 Dig',
      '02.02 Pits',
      '02.02.01 Deep pits',
      '02.02.02.01.0010 Shore',
      '02.02.02.01.0020 Pump',
      '02.02.02 Shallow pits',
      '02.02.02.02.0010 Trim',
      '03 Walls',
      '02.03.01.01.0010 Lay',
      '04 Extras',
      '02.04.01.01.0010 Clean',
    ]);
    const priced = tender.map(({ title, rows }) => ({
      title,
      rows: rows.map(({ kind, code, name, unit, quantity }) => ({
        kind: kind === 'section' ? ('section' as const) : ('row' as const),
        code,
        name,
        unit,
        quantity: quantity ?? '0',
        unit_labour: '7',
      })),
    }));
    expect(codes(await read({ lists: priced }, 'x84'))).toEqual(codes(tender));
    const again = await read({ lists: priced }, 'x82');
    expect([codes(again), again.map(({ rows }) => outlineOf(rows))]).toEqual([codes(tender), [NESTED_OUTLINE, NESTED_OUTLINE]]);
  });

  const anyCode = fc.constantFrom(
    '',
    '1',
    '01',
    '1.1',
    '1.2',
    '1.1.1',
    '1.1.1.1',
    '2',
    '2.1',
    'E 1',
    'E 1.1',
    'CAP01',
    'a'.repeat(20),
    `${'a'.repeat(20)}.1`,
  );
  const anyPart = fc.record({ isHeading: fc.boolean(), code: anyCode });
  const anyList = fc.array(anyPart, { maxLength: 14 }).map((parts) => ({
    title: 'L',
    rows: [work('first'), ...parts.map(({ isHeading, code }, at) => (isHeading ? heading(code, `H${at}`) : work(`R${at}`, code)))],
  }));
  test.each(['bc3', 'x82'] as const)('as %s they keep their nesting, whatever their codes', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyList, { minLength: 1, maxLength: 3 }), async (lists) => {
        const found = await read({ lists }, format);
        expect(found.map(({ rows }) => outlineOf(rows))).toEqual(lists.map(({ rows }) => outlineOf(rows)));
        if (format === 'bc3') checkGrammar(bytesOf({ lists }, 'bc3').toString('latin1'));
      }),
      RUNS,
    );
  });
});

test.each(['bc3', 'x82'] as const)('a list of 100,000 rows is written as %s', (format) => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({
    kind: 'row' as const,
    name: `Row ${at}`,
    unit: 'm2',
    quantity: '2',
    unit_materials: '3',
  }));
  expect(
    bytesOf({ lists: [{ title: 'L', rows }], additional: [{ name: 'Overheads', percents: '5' }] }, format).toString('latin1'),
  ).toContain('Row 99999');
});

const free = { unit: 'm2', quantity: '0', unit_labour: '0', unit_materials: '0', unit_tools: '0' };

test('codes that would move a row out of its section are not used as GAEB numbers', async () => {
  const rows = [
    { ...free, kind: 'section' as const, code: '01', name: 'Ground' },
    { ...free, kind: 'row' as const, code: '1.10', name: 'Sand' },
    { ...free, kind: 'row' as const, code: '01.0010', name: 'Gravel' },
  ];
  const [list] = await read({ lists: [{ title: 'Works', rows }], additional: [], taxes: [] }, 'x82');
  expect(list?.rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['section', 'Ground'],
    ['row', 'Sand'],
    ['row', 'Gravel'],
  ]);
});

test('a total that GAEB has no room for is left out', () => {
  const row = { ...free, kind: 'row' as const, name: 'Bridge', quantity: '90000', unit_materials: '900000' };
  const made = { lists: [{ title: 'Works', rows: [row] }], additional: [], taxes: [{ name: 'VAT', percents: '100' }] };
  expect(againstSchema(bytesOf(made, 'x82').toString('utf8'), '82')).toEqual([]);
  expect(bytesOf(made, 'x82').toString('utf8')).not.toContain('TotalGross');
});

describe('with any content and any name', () => {
  const hasRows = ({ lists }: MadeEstimate) => lists.some(({ rows }) => rows.some(({ kind }) => kind === 'row'));
  test.each(['bc3', 'x82', 'x84'] as const)('an estimate as %s is read with its sums to the cent', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyEstimate.filter(hasRows), async (made) => {
        const { summary } = exchanged(made);
        const lists = await read(made, format);
        // Percent lines give what the rows do not.
        const additional = lists.flatMap(({ percentLines }) => percentLines.filter(({ kind }) => kind === 'additional_cost'));
        const costs = additional.length > 0 ? summary.subtotal : summary.total;
        expect(inAll(lists)).toBe(costs.total);
        expect(additional.map(({ percent_total }) => Number(percent_total)).filter((percent) => percent !== 0)).toEqual(
          additional.length > 0
            ? summary.additional.map(({ percent_total }) => Number(percent_total)).filter((percent) => percent !== 0)
            : [],
        );
        expect(missed(lists)).toEqual([]);
      }),
      RUNS,
    );
  });

  test.each(['bc3', 'x82', 'x83'] as const)('an estimate as %s is read with its rows and sections in order', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyEstimate.filter(hasRows), async (made) => {
        const lists = await read({ ...made, additional: [] }, format);
        const tidy = (text: string) => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff\s]+/gu, ' ').trim();
        const marks = (text: string) => (format === 'bc3' ? text.replaceAll('~', '-').replace(/[|\\]/g, '/') : text);
        const want = made.lists.flatMap(({ rows }) => (rows.some(({ kind }) => kind === 'row') ? rows : []));
        const got = lists.flatMap(({ rows }) => rows);
        const named = want.filter(({ kind, name }) => kind === 'row' || tidy(name) !== '');
        expect(got.map(({ kind }) => kind)).toEqual((format === 'bc3' ? want : named).map(({ kind }) => kind));
        const pairs = got.map((row, at) => [row.name, marks(tidy((format === 'bc3' ? want : named)[at]?.name ?? ''))] as const);
        for (const [is, was] of pairs) if (was !== '') expect(is.startsWith(was)).toBe(true);
      }),
      RUNS,
    );
  });

  test.each(['82', '83', '84'] as const)("an estimate as GAEB follows the schema's order, lengths and numbers in phase %s", (phase) => {
    fc.assert(
      fc.property(anyEstimate, (made) => {
        expect(againstSchema(bytesOf(made, `x${phase}`).toString('utf8'), phase)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('an estimate in FIEBDC-3 keeps quantities and prices by component exactly, and the grammar', async () => {
    await fc.assert(
      fc.asyncProperty(anyEstimate.filter(hasRows), async (made) => {
        checkGrammar(bytesOf(made, 'bc3').toString(bytesOf(made, 'bc3').includes('|ANSI|') ? 'latin1' : 'utf8'));
        const lists = await read({ ...made, additional: [] }, 'bc3');
        const figures = (rows: readonly { readonly [field: string]: unknown }[]) =>
          rows
            .filter(({ kind }) => kind === 'row')
            .map((row) => ['quantity', 'unit_labour', 'unit_materials', 'unit_tools'].map((field) => exact(String(row[field] ?? '0'), 6)));
        expect(figures(lists.flatMap(({ rows }) => rows as never))).toEqual(figures(made.lists.flatMap(({ rows }) => rows as never)));
      }),
      RUNS,
    );
  });
});
