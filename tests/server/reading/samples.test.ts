/** Every file the import must get right or refuse, in one table: look-alikes made here, and the shared real and hostile ones. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixed } from '../../../domain/decimal.ts';
import { type ReadList, readWorkbook, type WholeReading } from '../../../server/imports/reading/index.ts';
import { type ExpectedList, LOOK_ALIKES } from './lookAlikes.ts';
import { columnsAmiss, type Expected, listNamed, listsExpected, remedies, rightTotals, sumOf } from './teaching.ts';
import { totalOf } from './totals.ts';
import { readHere } from './workbooks.ts';

const SAMPLES = process.env.SAMPLES_DIR;
const here = SAMPLES === undefined ? ' (skipped: set SAMPLES_DIR to the folder of shared samples)' : '';

interface Timed {
  readonly reading: WholeReading;
  readonly milliseconds: number;
}
const read = new Map<string, Timed>();

async function readAll(folder: string, files: readonly string[], reader: typeof readHere = readWorkbook): Promise<void> {
  for (const file of files) {
    const begun = performance.now();
    const reading = await reader(join(folder, file));
    read.set(file, { reading, milliseconds: Math.round(performance.now() - begun) });
  }
}

const items = ({ rows }: ReadList) => rows.filter(({ kind }) => kind === 'row');
const sum = (rows: ReadList['rows']) => fixed(totalOf(rows).total, 2);
const ofList = ({ totals }: ReadList) => totals.find(({ of }) => of === 'list');
const errorsOf = ({ rows }: ReadList) => rows.flatMap(({ errors }) => errors).length;
const letter = (column: number) => String.fromCharCode(65 + column);

function lists(file: string): readonly ReadList[] {
  const reading = read.get(file)?.reading;
  if (reading?.kind !== 'read') throw new Error(`${file}: ${reading?.sentence.detail ?? 'not read'}`);
  return reading.lists;
}
function listOn(file: string, sheet: string): ReadList {
  const list = lists(file).find((each) => each.sheet === sheet);
  if (list === undefined) throw new Error(`${file} has no list on ${sheet}`);
  return list;
}

function tableOf(files: readonly string[]): string {
  const lines = files.flatMap((file) => {
    const { reading, milliseconds } = read.get(file) ?? { reading: null, milliseconds: 0 };
    if (reading === null) return [];
    if (reading.kind === 'refused') return [[file, reading.code, '', '', '', '', '', `${milliseconds} ms`]];
    return reading.lists.map((list, at) => {
      const total = ofList(list);
      return [
        at === 0 ? file : '',
        `${list.title.slice(0, 24)}${list.hidden ? ' (hidden)' : ''}`,
        String(items(list).length),
        sum(list.rows),
        total?.stated ?? '–',
        total === undefined || total.stated === total.ours ? '' : (total.explanation?.detail ?? 'differs'),
        String(errorsOf(list)),
        at === 0 ? `${milliseconds} ms` : '',
      ];
    });
  });
  const head = ['file', 'list or refusal', 'rows', 'our total', "the file's", 'why they differ', 'errors', 'time'];
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)));
  return [head, ...lines].map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

/** A list in the terms of what is expected of it: only what the expectation names. */
function inTermsOf(expected: ExpectedList, list: ReadList): ExpectedList {
  const total = ofList(list);
  const columns = new Map(list.columns.map(({ column_index, recognized_as }) => [letter(column_index), recognized_as]));
  return {
    sheet: list.sheet,
    rows: items(list).length,
    total: sum(list.rows),
    ...(expected.title !== undefined && { title: list.title }),
    ...(expected.stated !== undefined && { stated: total?.stated ?? '–' }),
    ...(expected.explanation !== undefined && { explanation: total?.explanation?.detail ?? null }),
    ...(expected.errors !== undefined && { errors: errorsOf(list) }),
    ...(expected.hidden !== undefined && { hidden: list.hidden }),
    ...(expected.lines !== undefined && {
      lines: list.percentLines.map(({ kind, name, ...percents }) => {
        const [field, percent] = Object.entries(percents).find(([key, value]) => key.startsWith('percent_') && value !== null) ?? ['', ''];
        return [kind, name, `${field.replace('percent_', '')} ${percent}`] as const;
      }),
    }),
    ...(expected.columns !== undefined && {
      columns: Object.fromEntries(Object.keys(expected.columns).map((column) => [column, columns.get(column) ?? 'none'])),
    }),
  };
}

describe('look-alikes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-alikes-'));
  beforeAll(async () => {
    for (const { file, bytes } of LOOK_ALIKES) writeFileSync(join(folder, file), bytes);
    await readAll(
      folder,
      LOOK_ALIKES.map(({ file }) => file),
      readHere,
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    console.log(tableOf(LOOK_ALIKES.map(({ file }) => file)));
  });

  test.each(LOOK_ALIKES)('$file', ({ file, expected }) => {
    const reading = read.get(file)?.reading;
    if (typeof expected === 'string') expect(reading).toMatchObject({ kind: 'refused', code: expected });
    else expect(lists(file).map((list, at) => inTermsOf(expected[at] ?? { sheet: '', rows: 0, total: '' }, list))).toEqual(expected);
  });

  test('components of unit prices are told apart by their labels', () => {
    const [excavation] = lists('lots.x84');
    const [first, optional] = excavation === undefined ? [] : items(excavation);
    expect([first?.unit_labour, first?.unit_materials, first?.unit_tools]).toEqual(['20.000000', '5.500000', '20.000000']);
    expect([optional?.quantity, optional?.remarks]).toEqual(['0.000000', ['notCounted', 'combined']]);
    const [masonry] = lists('budget.bc3');
    const [wall] = masonry === undefined ? [] : items(masonry);
    expect([wall?.unit_labour, wall?.unit_materials, wall?.unit_tools]).toEqual(['10.000000', '11.500000', '3.000000']);
  });
});

interface ExpectedSample {
  readonly file: string;
  readonly sheet?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly data_rows?: number;
  readonly items?: number;
  readonly sum_of_rounded_rows?: string;
  readonly sum_IT?: string;
  readonly percents?: readonly unknown[];
}

const FIELDS: Readonly<Record<string, string>> = { unit_price: 'unit_total', amount: 'total' };
/** Columns in EXPECTED.json that an import ignores. */
const NOT_TAKEN = ['no', 'quantity_per_unit', 'coefficient', 'unit_price_current'];
/** Where we read more than EXPECTED.json counts: rows with an amount and no quantity, prices written as text, a row of quantity 0. */
const READ_FURTHER: Readonly<Record<string, { rows: number; total: string }>> = {
  'B06_ru_remont_smeta_acts.xlsx Смета (образец)': { rows: 85, total: '1768862.00' },
  'B06_ru_remont_smeta_acts.xlsx акт 1': { rows: 18, total: '408707.00' },
  'B03_ru_grandsmeta_LS-02-01-01.xls 3. ЛС-02-01-01_ОДИ  изм от 12.0': { rows: 269, total: '6630645.55' },
};

describe.skipIf(SAMPLES === undefined)(`real estimates${here}`, () => {
  const folder = join(SAMPLES ?? '', 'boq');
  const files = SAMPLES === undefined ? [] : readdirSync(folder);
  const all: ExpectedSample[] = SAMPLES === undefined ? [] : JSON.parse(readFileSync(join(SAMPLES, 'EXPECTED.json'), 'utf8'));
  const expected = all.filter(({ data_rows, items: count }) => (data_rows ?? count ?? 0) > 0);
  beforeAll(() => readAll(folder, files), 120_000);
  afterAll(() => console.log(tableOf(files)));

  test.each(expected)('$file $sheet: rows and the sum of rounded rows', ({ file, sheet = 'GAEB', ...of }) => {
    const list = listOn(file, sheet);
    const want = READ_FURTHER[`${file} ${sheet}`] ?? {
      rows: of.data_rows ?? of.items,
      total: of.sum_of_rounded_rows ?? of.sum_IT ?? '0.00',
    };
    expect({ rows: items(list).length, total: sum(list.rows) }).toEqual(want);
  });

  test.each(expected.filter(({ columns }) => columns !== undefined))('$file $sheet: columns', ({ file, sheet = '', columns = {} }) => {
    const taken = new Map(
      listOn(file, sheet).columns.map(({ column_index, recognized_as }) => [recognized_as as string, letter(column_index)]),
    );
    const named = Object.entries(columns).filter(([field]) => !NOT_TAKEN.includes(field));
    expect(Object.fromEntries(named.map(([field]) => [field, taken.get(FIELDS[field] ?? field)]))).toEqual(Object.fromEntries(named));
  });

  test('wrong totals are explained', () => {
    const why = (file: string, sheet: string, row: number) =>
      listOn(file, sheet).totals.find(({ row_index }) => row_index === row)?.explanation?.detail;
    expect([
      why('B16_np_running_bill_boq.xlsx', 'BOQ', 39),
      why('B19_il_boq_small.xlsx', 'Sheet1', 63),
      why('B21_th_townhome_boq.xlsx', 'BOQ', 133),
      why('B21_th_townhome_boq.xlsx', 'BOQ', 149),
      why('B06_ru_remont_smeta_acts.xlsx', 'акт 2', 47),
    ]).toEqual([
      'The file halves a sum of rows and subtotals that leaves out the subtotal in row 38',
      'The file’s total leaves out row 62',
      'The file’s total leaves out rows 128, 129, 130',
      'The file’s total leaves out the subtotal in row 144',
      'The file states other amounts in row 37',
    ]);
  });

  test('a date is not a quantity and words are not a price: cell errors with their place and text', () => {
    const wrong = (file: string, sheet: string) =>
      items(listOn(file, sheet))
        .filter(({ errors }) => errors.length > 0)
        .map(({ sheet_row_index, errors }) => [sheet_row_index, errors]);
    expect(wrong('B06_ru_remont_smeta_acts.xlsx', 'акт 1')).toMatchObject([
      [4, [{ column_index: 3, description: 'This is a date where a number is expected', field: 'quantity', value: '2/3' }]],
    ]);
    expect(wrong('B46_ru_pricelist_text_numbers.xlsx', 'Прайс')).toMatchObject([
      [4, [{ column_index: 5, description: 'This is not a number', field: 'unit_total', value: 'звоните' }]],
    ]);
  });

  test('a code is taken as displayed: 1.10 is not 1.1', () => {
    const list = listOn('B12_in_supply_ec_boq.xlsx', 'Sheet1');
    expect([20, 29].map((index) => list.rows.find(({ sheet_row_index }) => sheet_row_index === index)?.code)).toEqual(['1.1', '1.10']);
  });

  test('materials and labour are separate', () => {
    const { labour, materials, tools } = totalOf(listOn('B23_th_material_labour_boq.xlsx', 'SUB-L10').rows);
    expect(labour > 0n && materials > 0n && tools === 0n).toBe(true);
  });

  const teaching: Expected[] = SAMPLES === undefined ? [] : JSON.parse(readFileSync(join(SAMPLES, 'EXPECTED-2.json'), 'utf8'));
  /** GAEB names its fields: its tests stand beside its reader. */
  const workbooks = teaching.filter(({ file }) => !file.endsWith('.x84'));

  test.each(workbooks.filter(({ verdict_wanted }) => verdict_wanted !== 'refuse'))('$file: the total is right, or one press away', (of) => {
    const found = listsExpected(lists(of.file), of);
    const sum = sumOf(found);
    expect(of.never ?? []).not.toContain(sum);
    expect(rightTotals(of)).toContainEqual(expect.toSatisfy((right: string) => right === sum || remedies(found).includes(right)));
    expect(new Set(found.map(({ sheet }) => sheet))).toEqual(new Set(of.lists));
  });

  test.each(workbooks.filter(({ verdict_wanted }) => verdict_wanted === 'exact'))('$file: columns', ({ file, columns }) => {
    const amiss = Object.entries(columns).flatMap(([name, fields]) => {
      const list = listNamed(lists(file), name);
      return list === undefined ? [`no list on ${name}`] : columnsAmiss(list, fields).map((field) => `${name}: ${field}`);
    });
    expect(amiss).toEqual([]);
  });

  test('a catalogue without a number is refused by that name', () => {
    expect(read.get('N46_in_detailed_boq.xls')?.reading).toMatchObject({ kind: 'refused', code: 'CATALOGUE' });
  });

  test('an empty template and a GAEB 90 file are refused by name', () => {
    expect(
      ['B01_lv_balta_lokala_tame.xlsx', 'B36_de_gaeb90_labour_material_gear.d83'].map((file) => read.get(file)?.reading),
    ).toMatchObject([
      { kind: 'refused', code: 'NO_ROWS' },
      { kind: 'refused', code: 'GAEB_90' },
    ]);
  });
});

describe.skipIf(SAMPLES === undefined)(`hostile files${here}`, () => {
  const folder = join(SAMPLES ?? '', 'hostile');
  const files = SAMPLES === undefined ? [] : readdirSync(folder);
  beforeAll(() => readAll(folder, files), 120_000);
  afterAll(() => console.log(tableOf(files)));

  test.each(files)('%s is read, or refused by what it is', (file) => {
    const reading = read.get(file)?.reading;
    if (reading?.kind === 'refused')
      expect(reading).toMatchObject({
        code: expect.not.stringMatching(/^UNREADABLE$/),
        sentence: { detail: expect.stringMatching(/\. |: /) },
      });
    else expect(lists(file).length).toBeGreaterThan(0);
  });
});
