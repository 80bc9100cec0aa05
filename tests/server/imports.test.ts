/** The import beyond its first steps: what is ticked, corrected and remembered, and imports into a project that has an estimate. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { correctedHere, correctedSince, oneRow, otherAmounts } from '../../domain/sentences/findings.ts';
import { lockProject } from '../../server/access/refs.ts';
import { updateTotalsAndNotices } from '../../server/imports/statedTotals.ts';
import { endReadings } from '../../server/imports/upload.ts';
import { hearErrors } from '../../server/log.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';
import { bookOf, type SheetOfRows } from './reading/workbooks.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const HEADER = 'Code;Description;Unit;Quantity;Rate;Amount';
type Cells = readonly [code: string, name: string, unit: string, quantity: number, rate: number];
const csv = (rows: readonly Cells[], foot: readonly string[] = [], header = HEADER) =>
  [header, ...rows.map((row) => [...row, (row[3] * row[4]).toFixed(2)].join(';')), ...foot].join('\n');
const fileOf = (text: string, name = 'estimate.csv') => new File([text], name);
const ROWS: readonly Cells[] = [
  ['1', 'Trench', 'm3', 12, 8.5],
  ['2', 'Pipe', 'm', 30, 11],
  ['3', 'Backfill', 'm3', 10, 4],
];

const newProject = async () => (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } })).id;
async function uploaded(id: number, text: string): Promise<ImportLists> {
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: fileOf(text) });
  return untilRead(ann, id);
}
async function uploadedAgain(id: number, text: string): Promise<ImportLists> {
  await ann.call('POST /import/:id/cancel/', { params: { id } });
  return uploaded(id, text);
}
const finished = async (id: number) => (await ann.call('POST /import/:id/finish/', { params: { id } })).project_version_id;
async function imported(text: string): Promise<{ id: number; versionId: number }> {
  const id = await newProject();
  await uploaded(id, text);
  return { id, versionId: await finished(id) };
}
const summaryOf = (id: number) => ann.call('GET /versions/:id/summary/', { params: { id } });
const statusOf = async (id: number) => (await ann.call('GET /projects/:id/', { params: { id } })).status;
const listOf = async (id: number, { new_lists }: ImportLists, filter?: 'updated' | 'errors') =>
  ann.call('GET /import/:id/lists/:listId/', {
    params: { id, listId: new_lists[0]?.id ?? 0 },
    query: filter === undefined ? {} : { filter },
  });

const FOOT = [';Total;;;;472.00', ';Overheads 10 %;;;;47.20', ';VAT 20 %;;;;103.84', ';Grand total;;;;623.04'];

describe('a first import', () => {
  test('turns the percent lines that stay ticked into additional costs and taxes', async () => {
    const id = await newProject();
    const { lines, new_lists } = await uploaded(id, csv(ROWS, FOOT));
    expect(lines.map(({ kind, name, percent_total, stated, included }) => [kind, name, percent_total, stated, included])).toEqual([
      ['additional_cost', 'Overheads', '10', '47.20', true],
      ['tax', 'VAT', '20', '103.84', true],
    ]);
    expect(new_lists[0]?.file_total).toEqual({
      row_index: 5,
      label: 'Total',
      of: 'list',
      stated: '472.00',
      ours: '472.00',
      explanation: null,
    });
    const promised = (await ann.call('GET /import/:id/summary/', { params: { id } })).new_summary;
    const summary = await summaryOf(await finished(id));
    expect([promised.total_with_taxes.total, summary.total_with_taxes.total]).toEqual(['623.04', '623.04']);
  });

  test('leaves out an unticked line and an unticked list', async () => {
    const id = await newProject();
    const { lines, new_lists } = await uploaded(id, csv(ROWS, FOOT));
    const [overheads] = lines;
    await ann.call('PUT /import/:id/lines/:lineId/', { params: { id, lineId: overheads?.id ?? 0 }, body: { included: false } });
    const listId = new_lists[0]?.id ?? 0;
    const without = await ann.call('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included: false } });
    expect(without.new_lists[0]?.included).toBe(false);
    expect(await refusal(ann.call('POST /import/:id/finish/', { params: { id } }))).toMatchObject({ body: { code: 'import_is_empty' } });
    await ann.call('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included: true } });
    expect((await summaryOf(await finished(id))).total_with_taxes.total).toBe('566.40');
  });

  test('cuts long texts between signs, and leaves out those that nobody sees', async () => {
    const id = await newProject();
    const cutAt = (length: number) => `${'x'.repeat(length - 1)}🧱`;
    const rows: readonly Cells[] = [
      [cutAt(200), '\u202EPipe\u200B laid\u2066', cutAt(50), 2, 10],
      ['2', cutAt(32_767), 'm', 1, 5],
    ];
    const foot = [`;Total ${cutAt(194)};;;;25.00`, `;${cutAt(100)} VAT 20 %;;;;5.00`];
    const lists = await uploaded(id, csv(rows, foot, HEADER.replace('Amount', `Amount;${cutAt(300)}`)));
    const review = await listOf(id, lists);
    expect(JSON.stringify([lists, review])).not.toMatch(/\uFFFD|\\ud8/i);
    const version_id = await finished(id);
    const { rows: kept } = await sql<Record<'code' | 'name' | 'unit', string>>`
      select code, name, unit from estimate_rows where version_id = ${version_id} order by "order"`.execute(server.database.query);
    expect(kept.map(({ code, name, unit }) => [code.length, name.length < 20 ? name : name.length, unit.length])).toEqual([
      [199, 'Pipe laid', 49],
      [1, 32_766, 1],
    ]);
  });

  test('marks the cell of an amount that no sum reaches, and takes the rest of the file', async () => {
    const id = await newProject();
    const huge = '9'.repeat(30);
    const rows = ['1;Trench;m3;12;8.50;102.00', `2;Pipe;m;30;11;${huge}`, `3;Sand;m3;;;${huge}`];
    const lists = await uploaded(id, [HEADER, ...rows, ';VAT 20 %;;;;' + huge, `;Total;;;;${huge}`].join('\n'));
    const { rows: wrong } = await listOf(id, lists, 'errors');
    expect(wrong.flatMap(({ cells, errors }) => errors.map(({ code, field }) => [cells.name, field, code]))).toEqual([
      ['Pipe', 'total', 'number_too_large'],
      ['Sand', 'total', 'number_too_large'],
    ]);
    await ann.call('DELETE /import/:id/errors/', { params: { id }, query: {} });
    expect((await summaryOf(await finished(id))).total.total).toBe('102.00');
  });

  test('leaves out what no database can store, and keeps the rest', async () => {
    // Two halves around a NUL; a workbook in XML writes them as numbers.
    const [halves, asNumbers] = ['\ud83d\0\ude00', '_xD83D__x0000__xDE00_'];
    const rowsWith = (text: string) => [
      [...HEADER.split(';'), `Note${text}`],
      ...ROWS.map(([code, name, ...numbers]) => [code, `${name}${text}`, ...numbers, 0, 'seen']),
      ['', `Total${text}`, '', '', '', 472],
    ];
    const workbook = (bookType: XLSX.BookType, text: string) =>
      XLSX.write(XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rowsWith(text)), `Works${text}`), { type: 'buffer', bookType }) as Buffer;
    const files = {
      xls: workbook('biff8', halves),
      xlsb: workbook('xlsb', halves),
      xlsx: workbook('xlsx', asNumbers),
      // A NUL in its first bytes says that a file is not text.
      csv: Buffer.from(`${HEADER}\n1;Trench;m3;12;8.5;102\n2;${'Pipe '.repeat(1_000)};m;30;11;330\n3;Sand\0;m;30;11;330`),
      bc3: Buffer.from(
        `~V|A|FIEBDC-3/2020|Actum||ANSI|\r\n~C|W##||${'Works '.repeat(1_000)}|60|\r\n~D|W#|E\\1\\2\\|\r\n~C|E|m2|Trench\0|30|010126|0|`,
      ),
    };
    for (const [kind, bytes] of Object.entries(files)) {
      const id = await newProject();
      await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([new Uint8Array(bytes)], `estimate.${kind}`) });
      const { new_lists } = await untilRead(ann, id);
      const { rows: kept } = await sql<{ name: string }>`
        select name from estimate_rows where version_id = ${await finished(id)} order by "order"`.execute(server.database.query);
      expect(new_lists, kind).toHaveLength(1);
      expect(kept[0]?.name.replaceAll('\uFFFD', ''), kind).toMatch(/^Trench😀?$/u);
    }
  });

  describe('whose lists state the same tax', () => {
    const stating = (name: string, works: readonly Cells[]): SheetOfRows => {
      const total = works.reduce((sum, [, , , quantity, rate]) => sum + quantity * rate, 0);
      const rows = works.map((cells) => [...cells, cells[3] * cells[4]]);
      return { name, rows: [HEADER.split(';'), ...rows, ['', 'Total', '', '', '', total], ['', 'VAT 20 %', '', '', '', total / 5]] };
    };
    async function twoLists(name = 'Earth') {
      const id = await newProject();
      const book = bookOf([
        stating(name, ROWS),
        stating('Roads', [
          ['4', 'Kerb', 'm', 5, 20],
          ['5', 'Slabs', 'm2', 50, 20],
        ]),
      ]);
      await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([new Uint8Array(book)], 'estimate.xlsx') });
      const { new_lists, lines } = await untilRead(ann, id);
      const [first = 0, second = 0] = new_lists.map((list) => list.id);
      expect(said(lines)).toEqual([[new_lists[0]?.included ? name : 'Roads', true]]);
      const tick = (listId: number, included: boolean) =>
        ann.call('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included } });
      return { id, first, second, lineId: lines[0]?.id ?? 0, tick };
    }
    const said = (lines: ImportLists['lines']) => lines.map(({ sheet, included }) => [sheet, included]);
    const taxesOf = async (versionId: number) => (await summaryOf(versionId)).taxes.map(({ name, total }) => [name, total]);

    test.each(['unticked', 'deleted'])('has it when the first of them is %s', async (how) => {
      const { id, first, tick } = await twoLists();
      const params = { id, listId: first };
      const without = how === 'deleted' ? await ann.call('DELETE /import/:id/lists/:listId/', { params }) : await tick(first, false);
      expect(said(without.lines)).toEqual([['Roads', true]]);
      expect(await taxesOf(await finished(id))).toEqual([['VAT', '220.00']]);
    });

    test('counts it when an earlier list that was only offered is ticked', async () => {
      const { id, first, tick } = await twoLists('Options');
      expect(said((await tick(first, true)).lines)).toEqual([['Options', true]]);
      expect(await taxesOf(await finished(id))).toEqual([['VAT', '314.40']]);
    });

    test('does not count it once it is left out, whichever lists are ticked later', async () => {
      const { id, first, second, lineId, tick } = await twoLists();
      const leave = (of: number, included: boolean) =>
        ann.call('PUT /import/:id/lines/:lineId/', { params: { id, lineId: of }, body: { included } });
      expect(said((await leave(lineId, false)).lines)).toEqual([['Earth', false]]);
      const { lines } = await tick(first, false);
      expect(said(lines)).toEqual([['Roads', false]]);
      await leave(lines[0]?.id ?? 0, true);
      expect(said((await tick(first, true)).lines)).toEqual([['Earth', true]]);
      await leave(lineId, false);
      expect(said((await tick(first, false)).lines)).toEqual([['Roads', false]]);
      expect(said((await tick(first, true)).lines)).toEqual([['Earth', false]]);
      await ann.call('DELETE /import/:id/lists/:listId/', { params: { id, listId: second } });
      expect(await taxesOf(await finished(id))).toEqual([]);
    });
  });

  describe('whose summary sheet states overheads and a tax', () => {
    /** Two sheets of works, of 1 100.00 and 1 500.00, and a summary above them. */
    async function withSummary(summary: SheetOfRows['rows']) {
      const id = await newProject();
      const works = (name: string, amounts: readonly number[]): SheetOfRows => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const rows = amounts.map((amount, at) => [String(at + 1), `${name} ${at}`, 'm2', amount / 10, 10, amount]);
        return { name, rows: [HEADER.split(';'), ...rows, ['', 'Total', '', '', '', total]] };
      };
      const book = bookOf([{ name: 'Summary', rows: summary }, works('Ground', [100, 300, 700]), works('Roof', [200, 500, 800])]);
      await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([new Uint8Array(book)], 'estimate.xlsx') });
      const { lines, doubts, certainty, new_lists } = await untilRead(ann, id);
      const stated = lines.map(({ name, percent_total, included }) => [name, percent_total, included]);
      return {
        id,
        stated,
        doubts: doubts.map(({ code, params }) => [code, params]),
        certainty,
        ticked: new_lists.map((list) => [list.title, list.included]),
      };
    }
    const below = [
      ['', 'Total', '', '', '', 2600],
      ['', 'Overheads 10%', '', '', '', 260],
      ['', 'VAT 21%', '', '', '', 600.6],
      ['', 'Grand total', '', '', '', 3460.6],
    ];

    test('as a table takes them over into the estimate', async () => {
      const { id, stated, certainty, ticked } = await withSummary([
        HEADER.split(';'),
        ['1', 'Ground', 'sum', 1, 1100, 1100],
        ['2', 'Roof', 'sum', 1, 1500, 1500],
        ...below,
      ]);
      expect(ticked).toContainEqual(['Summary', false]);
      expect([stated, certainty]).toEqual([
        [
          ['Overheads', '10', true],
          ['VAT', '21', true],
        ],
        'sure',
      ]);
      expect((await summaryOf(await finished(id))).total_with_taxes.total).toBe('3460.60');
    });

    const withoutTable = (...parts: SheetOfRows['rows']): SheetOfRows['rows'] => [
      ['Part', 'Amount'],
      ...parts,
      ['Overheads 10%', 260],
      ['VAT 21%', 600.6],
      ['Grand total', 3460.6],
    ];

    test('without a table takes them over too, where its amounts are the totals of the lists', async () => {
      const { id, stated, certainty, ticked } = await withSummary(withoutTable(['Ground', 1100], ['Roof', 1500], ['Total', 2600]));
      expect(ticked).toContainEqual(['Summary', false]);
      expect([stated, certainty]).toEqual([
        [
          ['Overheads', '10', true],
          ['VAT', '21', true],
        ],
        'sure',
      ]);
      expect((await summaryOf(await finished(id))).total_with_taxes.total).toBe('3460.60');
    });

    test('without a table and of other amounts raises a doubt, because they are not taken over', async () => {
      const { stated, doubts, certainty } = await withSummary(withoutTable(['Design', 1200], ['Works', 1400], ['Total', 2600]));
      expect([stated, certainty]).toEqual([[], 'unsure']);
      expect(doubts).toEqual([['doubt_line_left_out', { sheet: 'Summary', line: 'Overheads 10%' }]]);
    });
  });

  test("gives each row's own amount and why ours differs", async () => {
    const id = await newProject();
    const lists = await uploaded(id, `${HEADER}\n1;Trench;m3;12;8.5;102.00\n2;Pipe;m;30;11;300.00\n;Total;;;;402.00\n`);
    const { rows, totals } = await listOf(id, lists);
    expect(rows.map(({ amount, stated, remarks }) => [amount, stated, remarks[0]?.detail])).toEqual([
      ['102.00', '102.00', 'The unit price is not split: all of it is taken as materials'],
      ['330.00', '300.00', 'The unit price is not split: all of it is taken as materials'],
    ]);
    expect(rows[1]?.remarks[1]).toEqual({ detail: 'The file’s amount is not quantity × unit price', code: 'row_amount_differs' });
    expect(totals.map(({ stated, ours, explanation }) => [stated, ours, explanation])).toEqual([
      ['402.00', '432.00', otherAmounts({ rows: oneRow({ row: '3' }) })],
    ]);
  });

  test('a row in error is named by sheet, row and cell, and can be deleted', async () => {
    const id = await newProject();
    const lists = await uploaded(id, `${HEADER}\n1;Trench;m3;12;8.5;102.00\n2;Pipe;m;many;11;300.00\n`);
    expect([lists.status, await statusOf(id), lists.errors]).toEqual([
      'errors_found',
      'errors_found',
      [
        {
          list_id: lists.new_lists[0]?.id,
          sheet: 'CSV',
          rows: [
            {
              row_id: expect.any(Number),
              row_index: 3,
              position: 1,
              cells: [
                {
                  place: 'D3',
                  column_index: 3,
                  field: 'quantity',
                  value: 'many',
                  description: 'This is not a number',
                  code: 'cell_not_number',
                },
              ],
            },
          ],
        },
      ],
    ]);
    const rowId = lists.errors[0]?.rows[0]?.row_id ?? 0;
    const after = await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId } });
    expect([after.status, after.errors]).toEqual(['importable', []]);
  });
});

describe('a column given another meaning', () => {
  const header = 'Code;Description;Unit;Quantity;Rate;Amount;Hours worked';
  const text = `${header}\n1;Trench;m3;12;8.5;102;7\n2;Pipe;m;30;11;330;9\n`;
  const takenFor = async (id: number, lists: ImportLists) => {
    const { columns } = await listOf(id, lists);
    return columns.map(({ recognized_as }) => recognized_as);
  };

  test('is read again at once and remembered for the next file with such a header', async () => {
    const id = await newProject();
    const lists = await uploaded(id, text);
    expect(await takenFor(id, lists)).toEqual(['code', 'name', 'unit', 'quantity', 'unit_total', 'total', 'ignore']);
    const listId = lists.new_lists[0]?.id ?? 0;
    const again = await ann.call('POST /import/:id/lists/:listId/recognize-field', {
      params: { id, listId },
      body: { field: 4, recognized_as: 'unit_labour' },
    });
    expect(again.columns[4]).toMatchObject({ recognized_as: 'unit_labour', certainty: 1 });
    expect(again.rows.map(({ amount }) => amount)).toEqual(['102.00', '330.00']);
    const { new_summary } = await ann.call('GET /import/:id/summary/', { params: { id } });
    expect([new_summary.subtotal.labour, new_summary.subtotal.materials]).toEqual(['432.00', '0.00']);
    expect((await ann.call('GET /import/:id/lists/', { params: { id } })).new_lists.map((list) => list.id)).toEqual([listId]);

    const other = await newProject();
    const theSame = await uploaded(other, text);
    expect((await takenFor(other, theSame))[4]).toBe('unit_labour');
    expect((await listOf(other, theSame)).columns.map(({ is_decided }) => is_decided).indexOf(true)).toBe(4);
    const elsewhere = await server.person();
    const theirs = (await elsewhere.call('POST /projects', { body: { team_id: elsewhere.teamId, name: 'Other' } })).id;
    await elsewhere.call('PATCH /projects/:id/', { params: { id: theirs }, body: {} }, { file: fileOf(text) });
    const [found] = (await untilRead(elsewhere, theirs)).new_lists;
    const { columns } = await elsewhere.call('GET /import/:id/lists/:listId/', {
      params: { id: theirs, listId: found?.id ?? 0 },
      query: {},
    });
    expect(columns[4]?.recognized_as).toBe('unit_total');
  });

  test('and another changed by somebody else at the same time are both kept, on screen and for the next file', async () => {
    const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
    const own = text.replaceAll('Hours worked', 'Shifts');
    const id = await newProject();
    const lists = await uploaded(id, own);
    const params = { id, listId: lists.new_lists[0]?.id ?? 0 };
    const ignore = (by: Person, field: number) =>
      by.call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field, recognized_as: 'ignore' } });
    await Promise.all([ignore(ann, 0), ignore(bob, 2)]);
    const both = ['ignore', 'name', 'ignore', 'quantity', 'unit_total', 'total', 'ignore'];
    expect(await takenFor(id, lists)).toEqual(both);
    expect((await listOf(id, lists)).rows.map(({ amount }) => amount)).toEqual(['102.00', '330.00']);
    const other = await newProject();
    expect(await takenFor(other, await uploaded(other, own))).toEqual(both);
    const staged = await sql`select from import_lists where staged`.execute(server.database.query);
    expect(staged.rows).toEqual([]);
  });

  test('in two projects of the team at once is remembered for the next file in both', async () => {
    const own = text.replaceAll('Hours worked', 'Days');
    const begun = await Promise.all(
      [0, 2].map(async (field) => {
        const id = await newProject();
        const listId = (await uploaded(id, own)).new_lists[0]?.id ?? 0;
        return { params: { id, listId }, body: { field, recognized_as: 'ignore' as const } };
      }),
    );
    await Promise.all(begun.map((given) => ann.call('POST /import/:id/lists/:listId/recognize-field', given)));
    const other = await newProject();
    const taken = await takenFor(other, await uploaded(other, own));
    expect([taken[0], taken[2]]).toEqual(['ignore', 'ignore']);
  });

  test('is not possible in a format that names its columns itself', async () => {
    const id = await newProject();
    const item = '<Item RNoPart="1"><Qty>2</Qty><QU>m</QU><UP>5</UP><IT>10</IT></Item>';
    const lists = await uploaded(
      id,
      `<?xml version="1.0"?><GAEB><Award><DP>84</DP><BoQ><BoQBody><Itemlist>${item}</Itemlist></BoQBody></BoQ></Award></GAEB>`,
    );
    expect((await listOf(id, lists)).is_recognized).toBe(false);
    const params = { id, listId: lists.new_lists[0]?.id ?? 0 };
    const call = ann.call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: 1, recognized_as: 'code' } });
    expect(await refusal(call)).toMatchObject({ status: 409, body: { code: 'columns_are_named' } });
  });

  test('is refused for a column that does not exist, and nothing changes', async () => {
    const id = await newProject();
    const lists = await uploaded(id, csv(ROWS, [], 'Key;Description;Unit;Quantity;Rate;Amount'));
    const listId = lists.new_lists[0]?.id ?? 0;
    const take = (field: number) =>
      ann.call('POST /import/:id/lists/:listId/recognize-field', { params: { id, listId }, body: { field, recognized_as: 'ignore' } });
    expect(await refusal(take(40))).toEqual({ status: 400, body: { field: ['The table has no such column'] } });
    expect(
      await refusal(
        ann.call('POST /import/:id/lists/:listId/recognize-field', {
          params: { id, listId: listId + 1 },
          body: { field: 1, recognized_as: 'name' },
        }),
      ),
    ).toMatchObject({ status: 404 });
    expect(await ann.call('GET /import/:id/lists/', { params: { id } })).toEqual(lists);
  });
});

describe('a later import', () => {
  test('is compared with the last version and keeps its additional costs and taxes', async () => {
    const { id, versionId } = await imported(csv(ROWS, FOOT));
    const changed: Cells[] = [
      ['1', 'Trench', 'm3', 12, 8.5],
      ['2', 'Pipe', 'm', 31, 12],
      ['4', 'Kerb', 'm', 5, 20],
    ];
    const lists = await uploaded(id, csv(changed, [';VAT 5 %;;;;1']));
    expect([lists.is_first_import, lists.version_id, lists.status, lists.vanished_count, await statusOf(id)]).toEqual([
      false,
      versionId,
      'importable',
      1,
      'available',
    ]);
    expect(lists.new_lists.map(({ row_count, updated_count }) => [row_count, updated_count])).toEqual([[3, 2]]);
    expect(lists.lines.map(({ name, included }) => [name, included])).toEqual([['VAT', false]]);
    const { rows } = await listOf(id, lists, 'updated');
    expect(rows.map(({ cells, is_new, changes }) => [cells.name, is_new, changes])).toEqual([
      ['Pipe', false, { quantity: { old: '30', new: '31' }, unit_materials: { old: '11', new: '12' } }],
      ['Kerb', true, {}],
    ]);
    const vanished = await ann.call('GET /import/:id/vanished/', { params: { id }, query: {} });
    expect(vanished).toMatchObject({ total: 1, rows: [{ code: '3', name: 'Backfill', quantity: '10', total: '40.00' }] });

    const { saved_summary, new_summary, causes } = await ann.call('GET /import/:id/summary/', { params: { id } });
    expect([saved_summary?.total_with_taxes.total, new_summary.total_with_taxes.total]).toEqual(['623.04', '757.68']);
    expect(causes).toEqual({
      added: { rows: 1, difference: '100.00' },
      removed: { rows: 1, difference: '-40.00' },
      requantified: { rows: 1, difference: '11.00' },
      repriced: { rows: 1, difference: '31.00' },
    });
    const next = await finished(id);
    expect(next).not.toBe(versionId);
    expect((await summaryOf(next)).total_with_taxes.total).toBe('757.68');
    expect((await summaryOf(versionId)).total_with_taxes.total).toBe('623.04');
    expect((await ann.call('GET /projects/:id/tree', { params: { id } })).versions.length).toBe(2);
    expect(await finished(id)).toBe(next);
  });

  test("that is cancelled leaves the imports of the team's other projects", async () => {
    const [kept, dropped] = [await newProject(), await newProject()];
    await uploaded(kept, csv(ROWS));
    await uploaded(dropped, csv(ROWS));
    await ann.call('POST /import/:id/cancel/', { params: { id: dropped } });
    expect(await refusal(ann.call('GET /import/:id/lists/', { params: { id: dropped } }))).toMatchObject({ status: 404 });
    expect((await ann.call('GET /import/:id/lists/', { params: { id: kept } })).status).toBe('importable');
    expect((await summaryOf(await finished(kept))).costs).toHaveLength(1);
  });

  test('that is cancelled or refused leaves the estimate and the project as they were', async () => {
    const { id, versionId } = await imported(csv(ROWS));
    await uploaded(id, csv(ROWS.slice(1)));
    await ann.call('POST /import/:id/cancel/', { params: { id } });
    expect((await uploaded(id, 'Colour;Weight\nRed;3\n')).refusal?.code).toBe('NO_TABLE');
    expect(await statusOf(id)).toBe('available');
    expect((await ann.call('GET /projects/:id/tree', { params: { id } })).versions.map((version) => version.id)).toEqual([versionId]);
  });

  test('of the unchanged file changes nothing; with k changed cells it changes exactly k', async () => {
    const rows: Cells[] = Array.from({ length: 12 }, (_, at) => [`${at + 1}`, `Work ${at % 5}`, 'm', at + 1, 2 * at + 1]);
    const { id } = await imported(csv(rows));
    const change = fc.uniqueArray(fc.record({ row: fc.nat(11), column: fc.constantFrom(3, 4) }), {
      selector: ({ row, column }) => `${row} ${column}`,
      maxLength: 8,
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(change, async (cells) => {
        runs += 1;
        const edited = rows.map((row, at) => {
          const [code, name, unit, quantity, rate] = row;
          const isChanged = (column: number) => cells.some((cell) => cell.row === at && cell.column === column);
          return [code, name, unit, quantity + (isChanged(3) ? 100 : 0), rate + (isChanged(4) ? 0.5 : 0)] as const;
        });
        const lists = await uploaded(id, csv(edited));
        const { rows: found } = await listOf(id, lists);
        const counted = found.reduce((sum, row) => sum + Object.keys(row.changes).length, 0);
        expect([counted, lists.vanished_count, found.some(({ is_new }) => is_new)]).toEqual([cells.length, 0, false]);
        expect(lists.new_lists[0]?.updated_count).toBe(new Set(cells.map(({ row }) => row)).size);
        await ann.call('POST /import/:id/cancel/', { params: { id } });
      }),
      { numRuns: 8, examples: [[[]]] },
    );
    console.log(`re-import: ${runs} files compared, every changed cell counted once`);
  });
});

test('a reading that is cancelled writes nothing into the next import', async () => {
  const id = await newProject();
  const many = csv(Array.from({ length: 30_000 }, (_, at): Cells => [`${at}`, `Work ${at}`, 'm', 1, 1]));
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: fileOf(many) });
  await ann.call('POST /import/:id/cancel/', { params: { id } });
  const { new_lists } = await uploaded(id, csv(ROWS));
  expect(new_lists.map(({ row_count }) => row_count)).toEqual([3]);
});

test('deleting a project while its file is read causes no error', async () => {
  const failed: string[] = [];
  const stop = hearErrors((what) => failed.push(what));
  const id = await newProject();
  const many = csv(Array.from({ length: 30_000 }, (_, at): Cells => [`${at}`, `Work ${at}`, 'm', 1, 1]));
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: fileOf(many) });
  await ann.call('DELETE /projects/:id/', { params: { id } });
  await endReadings(150_000);
  stop();
  expect(failed).toEqual([]);
});

describe('a cell corrected in its place', () => {
  const wrong = `${HEADER}\n1;Trench;m3;12;8.5;102.00\n2;Pipe;m;many;11;330.00\n3;Kerb;m;4;two;8.00\n`;
  const correct = (id: number, rowId: number, column_index: number, value: string) =>
    ann.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId }, body: { column_index, value } });

  test('is computed again, and the import can be finished once no cell is wrong', async () => {
    const id = await newProject();
    const [pipe = 0, kerb = 0] = (await uploaded(id, wrong)).errors[0]?.rows.map(({ row_id }) => row_id) ?? [];
    const still = await correct(id, pipe, 3, 'a lot');
    expect([still.lists.status, still.row.errors.map(({ value, description }) => [value, description])]).toEqual([
      'errors_found',
      [['a lot', 'This is not a number']],
    ]);
    const { row, lists } = await correct(id, pipe, 3, ' 1 030,5 ');
    expect([row.amount, row.cells.quantity, row.stated, row.errors, lists.status]).toEqual([
      '11335.50',
      '1030.5',
      '330.00',
      [],
      'errors_found',
    ]);
    const done = await correct(id, kerb, 4, '2.5');
    expect([done.row.amount, done.lists.status, done.lists.errors]).toEqual(['10.00', 'importable', []]);
    expect((await summaryOf(await finished(id))).subtotal.total).toBe('11447.50');
  });

  test('leaves the errors of other cells, and keeps text as it was typed', async () => {
    const id = await newProject();
    const rowId = (await uploaded(id, `${HEADER}\n1;Trench;m3;12;8.5;102\n2;Pipe;m;many;11 or so;1\n`)).errors[0]?.rows[0]?.row_id ?? 0;
    expect((await correct(id, rowId, 1, 'Steel pipe')).row.cells.name).toBe('Steel pipe');
    const { row } = await correct(id, rowId, 4, '11');
    expect([row.cells.name, row.errors.map(({ field, value }) => [field, value])]).toEqual(['Steel pipe', [['quantity', 'many']]]);
    expect(await refusal(correct(id, rowId, 1, ' '))).toEqual({ status: 400, body: { value: ['Value is required'] } });
    expect(await refusal(correct(id, rowId, 40, '1'))).toMatchObject({ status: 400, body: { column_index: expect.any(Array) } });
  });

  test('an ambiguous number stays in error when another cell of its row is corrected', async () => {
    const id = await newProject();
    const lists = await uploaded(id, `${HEADER}\n1;Trench;m3;1.500;8.500;12750\n2;Pipe;m;2.250;11.750;3\n`);
    const first = lists.errors[0]?.rows[0];
    expect(first?.cells.map(({ field }) => field)).toContain('quantity');
    const rate = first?.cells.find(({ field }) => field !== 'quantity')?.column_index ?? 4;
    const { row } = await correct(id, first?.row_id ?? 0, rate, '8.5');
    expect(row.errors.map(({ field, value }) => [field, value])).toContainEqual(['quantity', '1.500']);
  });

  test('stays corrected when a column is given another meaning', async () => {
    const id = await newProject();
    const lists = await uploaded(id, wrong);
    const [pipe = 0] = lists.errors[0]?.rows.map(({ row_id }) => row_id) ?? [];
    await correct(id, pipe, 3, '30');
    const listId = lists.new_lists[0]?.id ?? 0;
    const { rows } = await ann.call('POST /import/:id/lists/:listId/recognize-field', {
      params: { id, listId },
      body: { field: 0, recognized_as: 'ignore' },
    });
    expect(rows.map(({ cells, errors }) => [cells.quantity, errors.length])).toEqual([
      ['12', 0],
      ['30', 0],
      ['4', 1],
    ]);
  });

  test('the totals and the notices of the file follow what was corrected and deleted', async () => {
    const id = await newProject();
    const first = await uploaded(
      id,
      `${HEADER}\n1;Trench;m3;12;8.5;102.00\n2;Pipe;m;30;11;330.00\n3;Kerb;m;4;;8.00\n;Total;;;;440.00\n;VAT 10 %;;;;44.00\n;Grand total;;;;484.00\n`,
    );
    const totalsAndNotices = async () => {
      const { totals, notices } = await listOf(id, first);
      return { totals: totals.map(({ of, ours, explanation }) => [of, ours, explanation]), notices };
    };
    const asRead = await totalsAndNotices();
    expect(asRead.totals).toEqual([
      ['list', '440.00', null],
      ['summary', '484.00', null],
    ]);
    expect(asRead.notices.map(({ detail }) => detail)).toContain(
      'Only an amount is given: the unit price is the amount divided by the quantity (row 4).',
    );
    const { rows } = await listOf(id, first);
    const [trench = 0, , kerb = 0] = rows.map((row) => row.id);
    const { lists, said } = await correct(id, trench, 3, '13');
    expect(said.totals.map(({ ours }) => ours)).toEqual(['448.50', '484.00']);
    expect(lists.new_lists[0]?.file_total).toMatchObject({
      stated: '440.00',
      ours: '448.50',
      explanation: correctedHere(),
    });
    expect((await totalsAndNotices()).totals).toEqual([
      ['list', '448.50', correctedHere()],
      ['summary', '484.00', correctedSince()],
    ]);
    await correct(id, trench, 3, '12');
    expect(await totalsAndNotices()).toEqual(asRead);
    await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: kerb } });
    const without = await totalsAndNotices();
    expect(without.totals[0]).toEqual(['list', '432.00', correctedHere()]);
    expect(without.notices.filter(({ detail }) => detail.includes('row 4'))).toEqual([]);
  });

  test('after any corrections and removals the notices and totals are those of all rows read again, and each error is at its place', async () => {
    const id = await newProject();
    const rows = Array.from({ length: 24 }, (_, at) => `${at};Kerb ${at};m;${at + 1};2;${at % 3 === 0 ? 99 : (at + 1) * 2}`);
    const lists = await uploaded(id, [HEADER, ...rows, ';Total;;;;600', ';VAT 10 %;;;;60', ';Grand total;;;;660'].join('\n'));
    const list = lists.new_lists[0]?.id ?? 0;
    const ids = (await listOf(id, lists)).rows.map((row) => row.id);
    const fromAllRows = () =>
      server.database.query.transaction().execute(async (tx) => {
        const held = await lockProject(tx, { teamId: ann.teamId, projectId: id });
        await updateTotalsAndNotices(tx, held, list);
      });
    const values = ['many', '1', '2', '3.5', '', '7', '1.23456789'];
    const cells = fc.record({
      at: fc.nat(23),
      column: fc.constantFrom(3, 4),
      // Null leaves the row out.
      value: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.constant(null) }),
    });
    const gone = new Set<number>();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 12 }), async (corrections) => {
        for (const { at, column, value } of corrections) {
          if (gone.has(at)) continue;
          if (value === null && gone.size > 17) continue;
          if (value === null) gone.add(at);
          const now =
            value === null
              ? await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: ids[at] ?? 0 } })
              : (await correct(id, ids[at] ?? 0, column, value)).lists;
          const { notices, totals } = await listOf(id, lists);
          for (const { detail } of notices) seen.add(detail.replace(/\d+/g, '1'));
          await fromAllRows();
          expect(await listOf(id, lists)).toMatchObject({ notices, totals });
          expect(now.errors.flatMap((of) => of.rows.map(({ row_id, position }) => [row_id, position]))).toEqual(
            (await listOf(id, lists)).rows.flatMap((row, position) => (row.errors.length > 0 ? [[row.id, position]] : [])),
          );
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect([...seen].filter((detail) => detail.includes('and 1 more')).length).toBeGreaterThan(0);
  });

  test('deleted rows stay deleted when a column is given another meaning', async () => {
    const id = await newProject();
    const lists = await uploaded(id, wrong);
    const { rows } = await listOf(id, lists);
    const [trench = 0] = rows.map((row) => row.id);
    await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: trench } });
    await ann.call('DELETE /import/:id/errors/', { params: { id }, query: {} });
    const { new_lists } = await ann.call('GET /import/:id/lists/', { params: { id } });
    expect(new_lists[0]?.row_count).toBe(0);
    const next = await uploadedAgain(id, wrong);
    const [pipe = 0] = next.errors[0]?.rows.map(({ row_id }) => row_id) ?? [];
    await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: pipe } });
    const again = await ann.call('POST /import/:id/lists/:listId/recognize-field', {
      params: { id, listId: next.new_lists[0]?.id ?? 0 },
      body: { field: 0, recognized_as: 'ignore' },
    });
    expect(again.rows.map(({ cells }) => cells.name)).toEqual(['Trench', 'Kerb']);
  });

  test('the remaining ones are deleted together', async () => {
    const id = await newProject();
    await uploaded(id, wrong);
    const { status, new_lists } = await ann.call('DELETE /import/:id/errors/', { params: { id }, query: {} });
    expect([status, new_lists.map(({ row_count, error_count }) => [row_count, error_count])]).toEqual(['importable', [[1, 0]]]);
  });
});

describe('rows pasted from a spreadsheet', () => {
  const paste = (id: number, text: string) => ann.call('POST /import/:id/paste/', { params: { id }, body: { text } });
  test('are read like a file', async () => {
    const id = await newProject();
    const tabbed = csv(ROWS).replaceAll(';', '\t');
    expect(await paste(id, tabbed)).toMatchObject({ status: 'reading', file_name: 'clipboard.tsv', is_first_import: true });
    expect(await refusal(paste(id, tabbed))).toMatchObject({ status: 409, body: { code: 'import_under_way' } });
    expect((await untilRead(ann, id)).status).toBe('importable');
    expect((await summaryOf(await finished(id))).subtotal.total).toBe('472.00');
  });
  test.each([
    ['', 400, 'EMPTY_FILE'],
    ['hello there', 415, 'NOT_A_SPREADSHEET'],
  ])('%j is refused', async (text, status, code) => {
    const id = await newProject();
    expect(await refusal(paste(id, text))).toMatchObject({ status, body: { code } });
    expect(await statusOf(id)).toBe('created');
  });
});

describe('an import that has replaced another', () => {
  const upload = (id: number, name: string) =>
    ann.call(
      'PATCH /projects/:id/',
      { params: { id }, body: {} },
      { file: new File([`Description;Unit;Quantity;Rate\n${name};m;2;1.25\n`], `${name}.csv`) },
    );

  test('is neither finished, cancelled nor changed by a person still reviewing the other', async () => {
    const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Two files' } });
    const params = { id };
    await upload(id, 'Sand');
    const { import_id: first } = await untilRead(ann, id);
    await ann.call('POST /import/:id/cancel/', { params, body: { import_id: first } });
    await upload(id, 'Gravel');
    const { import_id: second } = await untilRead(ann, id);
    expect(second).not.toBe(first);
    for (const meant of [
      () => ann.call('POST /import/:id/cancel/', { params, body: { import_id: first } }),
      () => ann.call('POST /import/:id/finish/', { params, body: { import_id: first } }),
      () => ann.call('DELETE /import/:id/errors/', { params, query: { import_id: first } }),
    ])
      expect(await refusal(meant())).toMatchObject({ status: 404 });
    expect((await ann.call('GET /import/:id/lists/', { params })).import_id).toBe(second);

    const { project_version_id: made } = await ann.call('POST /import/:id/finish/', { params, body: { import_id: second } });
    await upload(id, 'Brick');
    await untilRead(ann, id);
    expect(await refusal(ann.call('POST /import/:id/finish/', { params, body: { import_id: second } }))).toMatchObject({ status: 404 });
    expect((await ann.call('GET /projects/:id/tree', { params })).versions.map((version) => version.id)).toEqual([made]);
  });
});
