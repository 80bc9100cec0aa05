import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '../../domain/api/shapes.ts';
import type { BlockEditKind, BlockField } from '../../domain/blockShape.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';
import { nextEvents } from './nextEvents.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let listId: number;
let ids: readonly number[];
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const version = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } })).list.id;
  const named = [{ kind: 'section', name: 'Ground' } as const, { name: 'a', quantity: '1' }, { name: 'b', code: 'B' }];
  ({ ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: named } }));
});

const set = (row_id: number | null, field: BlockField, cells: string[][], as: BlockEditKind = 'paste') =>
  ann.call('POST /lists/:id/paste/', { params: { id: listId }, body: { row_id, field, as, cells } });
const paste = (cells: string[][], field: BlockField, at = 1) => set(ids[at] ?? 0, field, cells);
async function rows(): Promise<Row[]> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 500 } });
  return 'rows' in answer ? answer.rows : [];
}
const events = async () =>
  (await server.database.query.selectFrom('recent_events').select('id').where('project_id', '=', projectId).execute()).length;

test('a block is pasted over the columns in order and adds rows at the end, in one event', async () => {
  const before = await rows();
  const count = await events();
  const pasted = await paste(
    [
      ['Sand', 'm³', '1 234,5', '10'],
      ['Clay', '', '', '2.5'],
      ['Stone', 't', '\u00a03\u202f000 ', '−1'],
      ['', '', '', ''],
    ],
    'name',
  );
  const shown = (await rows()).map((row) => [row.code, row.name, row.unit, row.quantity, row.unit_labour, row.total].join('|'));
  expect(shown).toEqual(['|Ground||0|0|9345.00', '|Sand|m³|1234.5|10|12345.00', 'B|Clay||0|2.5|0.00', '|Stone|t|3000|-1|-3000.00']);
  expect([pasted.ids.slice(0, 2), pasted.ids.length, pasted.list.total]).toEqual([ids.slice(1), 3, '9345.00']);
  expect(await events()).toBe(count + 1);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect(await rows()).toEqual(before);
});

test('a row copied from the screen fits: computed columns are skipped, and cells without a column are named', async () => {
  const [code, ...rest] = ['A', 'a', 'm', '2', '1', '1', '1', '3.00', '2.00', '2.00', '2.00', '6.00'];
  expect((await paste([[code ?? '', ...rest]], 'code')).rows).toMatchObject([{ code: 'A', quantity: '2', total: '6.00' }]);
  const { body } = await refusal(paste([[code ?? '', ...rest, 'more', '']], 'code'));
  expect(body).toMatchObject({
    count: 1,
    cells: [{ row: 0, column: 12, field: '', value: 'more', description: 'There is no column for this cell' }],
  });
});

test('cells that cannot be set are named, and nothing is pasted', async () => {
  const before = await rows();
  const count = await events();
  const cells = [
    ['1', 'x'],
    ['1.123456789', '2'],
    ['1,2,3', '1000000000000'],
  ];
  expect(await refusal(paste(cells, 'quantity', 0))).toEqual({
    status: 400,
    body: {
      detail: 'Nothing was pasted, because some of the cells cannot be set',
      code: 'paste_refused',
      count: 5,
      cells: [
        {
          row: 0,
          column: 0,
          field: 'quantity',
          value: '1',
          description: 'A section heading has no numbers',
          code: 'heading_has_no_numbers',
        },
        { row: 0, column: 1, field: 'unit_labour', value: 'x', description: 'Enter a number', code: 'not_number' },
        {
          row: 1,
          column: 0,
          field: 'quantity',
          value: '1.123456789',
          description: 'Enter a number with at most 6 decimals',
          code: 'too_many_decimals',
          params: { count: 6 },
        },
        { row: 2, column: 0, field: 'quantity', value: '1,2,3', description: 'Enter a number', code: 'not_number' },
        {
          row: 2,
          column: 1,
          field: 'unit_labour',
          value: '1000000000000',
          description: 'The number must be smaller than 1000000000000',
          code: 'number_too_large',
          params: { bound: '1000000000000' },
        },
      ],
    },
  });
  expect([await rows(), await events()]).toEqual([before, count]);
});

test('a block that changes nothing is not an edit; one without cells or beyond the limits is refused', async () => {
  const count = await events();
  expect(
    (
      await paste(
        [
          ['a', '', '1.0'],
          ['b', '', ''],
        ],
        'name',
      )
    ).ids,
  ).toEqual([]);
  expect(await events()).toBe(count);
  expect(await refusal(paste([], 'name'))).toEqual({ status: 400, body: { cells: ['There is nothing to paste'] } });
  expect((await refusal(paste([Array.from({ length: 31 }, () => '')], 'name'))).status).toBe(400);
  expect(
    (
      await refusal(
        paste(
          Array.from({ length: 10_001 }, () => ['1']),
          'name',
        ),
      )
    ).status,
  ).toBe(400);
  expect((await refusal(paste([['1']], 'total' as never))).body).toEqual({ field: ['There is no such column'] });
});

test('of 10,000 × 30 cells with some that are not numbers none is set, and the first 100 are named with their count', async () => {
  const line = ['A', 'n', 'm', '1', '2', '3', '4', ...Array.from({ length: 23 }, () => '')];
  const cells = Array.from({ length: 10_000 }, (_, at) => line.with(3, at % 50 === 0 ? 'abc' : '1'));
  const { status, body } = await refusal(paste(cells, 'code'));
  expect([status, body]).toMatchObject([400, { code: 'paste_refused', count: 200 }]);
  expect((body as { cells: readonly unknown[] }).cells).toHaveLength(100);
  expect((await rows()).length).toBe(3);

  const pasted = await paste(
    Array.from({ length: 10_000 }, () => line),
    'code',
  );
  expect([pasted.ids.length, pasted.rows.length, pasted.list.total]).toEqual([10_000, 500, '90000.00']);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect((await rows()).length).toBe(3);
});

test('a fill skips section headings; clearing removes texts and sets numbers to 0; the history names them differently', async () => {
  await set(
    ids[0] ?? 0,
    'name',
    [
      ['Wall', 'm', '2'],
      ['Wall', 'm', '2'],
      ['Wall', 'm', '2'],
    ],
    'fill',
  );
  const shown = async () => (await rows()).map(({ name, unit, quantity }) => [name, unit, quantity].join('|'));
  expect(await shown()).toEqual(['Ground||0', 'Wall|m|2', 'Wall|m|2']);
  await set(
    ids[0] ?? 0,
    'name',
    [
      ['', '', '0'],
      ['', '', '0'],
    ],
    'clear',
  );
  expect(await shown()).toEqual(['||0', '||0', 'Wall|m|2']);
  const { undo } = await nextEvents(server.address, ann.tokens.access, projectId);
  expect(undo?.type).toBe('clear');
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  await ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
  expect(await shown()).toEqual(['Ground||0', 'a||1', 'b||0']);
});

test('a block without a first row goes after the last one; a block whose first row was deleted is refused', async () => {
  await set(null, 'name', [['Sand'], ['Clay']]);
  expect((await rows()).map(({ name }) => name)).toEqual(['Ground', 'a', 'b', 'Sand', 'Clay']);
  await ann.call('DELETE /rows/:id/', { params: { id: ids[1] ?? 0 } });
  expect(await refusal(paste([['x']], 'name'))).toEqual({
    status: 404,
    body: { detail: 'The row has been deleted', code: 'row_gone' },
  });
});

test('a block is pasted over the columns it names, in their order; a series skips a heading without losing a value', async () => {
  const body = {
    row_id: ids[1] ?? 0,
    field: 'quantity',
    as: 'paste',
    fields: ['quantity', null, 'name'],
    cells: [['7', 'x', 'Sand']],
  } as const;
  const asked = { ...body, fields: [...body.fields], cells: body.cells.map((row) => [...row]) };
  await ann.call('POST /lists/:id/paste/', { params: { id: listId }, body: asked });
  expect((await rows())[1]).toMatchObject({ code: '', name: 'Sand', quantity: '7', unit_labour: '0' });
  const { status } = await refusal(
    ann.call('POST /lists/:id/paste/', { params: { id: listId }, body: { ...asked, fields: ['margin'] } as never }),
  );
  expect(status).toBe(400);
  await set(ids[0] ?? 0, 'quantity', [['1'], ['2'], ['3']], 'fill');
  expect((await rows()).map(({ kind, quantity }) => (kind === 'row' ? quantity : kind))).toEqual(['section', '1', '2']);
});

test('the changes of a large paste are never found by comparing each row with all others', async () => {
  const { rows: found } = await sql<{ name: string; joins: number; whole: number }>`
    select proname as name, regexp_count(prosrc, 'old_rows o (full )?join')::int as joins, regexp_count(prosrc, 'old_rows o full join')::int as whole
      from pg_proc where prosrc ~ 'old_rows o (full )?join' order by 1`.execute(server.database.query);
  expect(found.map(({ name }) => name)).toEqual(['keep_section_totals_after_update', 'record_change']);
  for (const { joins, whole } of found) expect(whole).toBe(joins);
});
