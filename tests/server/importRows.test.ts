/** The rows of an import in the database: copied as they were read, with their list, and added up at every change. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportWriter, NoLongerWanted } from '../../server/imports/keeping.ts';
import type { ListHead } from '../../server/imports/reading/reading.ts';
import { type Person, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const HEADER = 'Code;Description;Unit;Quantity;Rate;Amount';
async function uploaded(text: string) {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } });
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([text], 'estimate.csv') });
  const { new_lists } = await untilRead(ann, id);
  return { id, listId: new_lists[0]?.id ?? 0 };
}
const windowOf = (params: { id: number; listId: number }) => ann.call('GET /import/:id/lists/:listId/', { params, query: {} });

test('words containing separators of lines, cells or values are kept unchanged', async () => {
  const words = ['C:\\new\\table', '\\N', '\\.', 'say "twice"', 'two\nlines', 'a\ttab', 'Õ 漢 🧱', '{"json": [1]}'];
  const place = await uploaded(
    `${HEADER}\n${words.map((name, at) => `"${at + 1}";"${name.replaceAll('"', '""')}";m;2;3;6.00`).join('\n')}\n`,
  );
  const { rows } = await windowOf(place);
  expect(rows.map(({ cells }) => cells.name)).toEqual(words);
  const { project_version_id } = await ann.call('POST /import/:id/finish/', { params: { id: place.id } });
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: project_version_id } });
  const list = await ann.call('GET /lists/:id/rows/', { params: { id: costs[0]?.id ?? 0 }, query: {} });
  const names = 'rows' in list ? list.rows.map(({ name }) => name) : [];
  expect(names).toEqual(words.map((name) => name.replace(/\s+/g, ' ')));
});

test('the kept sums of a list equal those of its rows after any change', async () => {
  const works = Array.from({ length: 30 }, (_, at) => {
    const amount = at % 7 === 0 ? '9.99' : ((at + 1) * 2.5).toFixed(2);
    return `${at};Work ${at};m;${at % 11 === 5 ? 'many' : at + 1};${at % 5 === 4 ? '' : '2.5'};${amount}`;
  });
  const place = await uploaded([HEADER, ...works].join('\n'));
  const rowsId = () => sql`(select rows_id from import_lists where id = ${place.listId})`;
  const differing = async () => {
    const { rows } = await sql`
      select rows_id, entry_count, row_count, updated_count, error_count, labour, materials, tools, priced, computing, differing, differing_by, in_error
        from import_list_facts where rows_id = ${rowsId()}
      except
      select rows_id, count(*), count(*) filter (where kind = 'row'), count(*) filter (where kind = 'row' and (is_new or changes <> '{}'::jsonb)),
             count(*) filter (where errors <> '[]'::jsonb), coalesce(sum(labour) filter (where errors = '[]'::jsonb), 0),
             coalesce(sum(materials) filter (where errors = '[]'::jsonb), 0), coalesce(sum(tools) filter (where errors = '[]'::jsonb), 0),
             count(*) filter (where labour + materials + tools <> 0 or stated <> 0),
             count(*) filter (where stated <> 0 and errors = '[]'::jsonb
               and not jsonb_exists_any(remarks, array['amountDiffers', 'derived', 'quantityDerived', 'quantityOne'])),
             count(*) filter (where jsonb_exists(remarks, 'amountDiffers')),
             coalesce(sum(stated - labour - materials - tools) filter (where jsonb_exists(remarks, 'amountDiffers')), 0),
             coalesce(sum(stated) filter (where errors <> '[]'::jsonb), 0)
        from import_rows where rows_id = ${rowsId()} group by rows_id`.execute(server.database.query);
    const kept = await sql<{ row_count: number }>`select row_count from import_list_facts where rows_id = ${rowsId()}`.execute(
      server.database.query,
    );
    return [rows, kept.rows[0]?.row_count];
  };
  expect(await differing()).toEqual([[], 30]);
  const { rows } = await windowOf(place);
  const params = (at: number) => ({ id: place.id, rowId: rows[at]?.id ?? 0 });
  for (const [at, column_index, value] of [
    [5, 3, '4'],
    [0, 4, '3'],
    [1, 3, 'a lot'],
    [2, 1, 'Other words'],
  ] as const) {
    await ann.call('PUT /import/:id/rows/:rowId/', { params: params(at), body: { column_index, value } });
    expect(await differing()).toEqual([[], 30]);
  }
  await ann.call('DELETE /import/:id/rows/:rowId/', { params: params(7) });
  expect(await differing()).toEqual([[], 29]);
  const left = (await ann.call('DELETE /import/:id/errors/', { params: { id: place.id }, query: {} })).new_lists[0]?.row_count;
  expect(await differing()).toEqual([[], left]);
  const field = { field: 0, recognized_as: 'ignore' } as const;
  await ann.call('POST /import/:id/lists/:listId/recognize-field', { params: place, body: field });
  expect((await differing())[0]).toEqual([]);
});

test('a cell corrected after another one, and after a row was left out, changes the totals it is part of', async () => {
  const place = await uploaded(
    `${HEADER}\n;Part one;;;;\n1;Trench;m3;12;8.5;102.00\n2;Pipe;m;30;11;330.00\n;Total part one;;;;432.00\n;Part two;;;;\n3;Kerb;m;4;2;8.00\n4;Slab;m;1;5;5.00\n;Total part two;;;;13.00\n;Total;;;;445.00\n`,
  );
  const { rows, totals } = await windowOf(place);
  const ours = async () => (await windowOf(place)).totals.map((total) => total.ours);
  const rowId = (name: string) => rows.find(({ cells }) => cells.name === name)?.id ?? 0;
  const correct = (name: string, value: string) =>
    ann.call('PUT /import/:id/rows/:rowId/', { params: { id: place.id, rowId: rowId(name) }, body: { column_index: 3, value } });
  expect(totals.map(({ stated }) => stated)).toEqual(['432.00', '13.00', '445.00']);
  await correct('Pipe', '31');
  expect(await ours()).toEqual(['443.00', '13.00', '456.00']);
  await correct('Kerb', 'many');
  expect(await ours()).toEqual(['443.00', '5.00', '448.00']);
  await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id: place.id, rowId: rowId('Trench') } });
  await correct('Kerb', '5');
  expect(await ours()).toEqual(['341.00', '15.00', '356.00']);
  await correct('Kerb', '4');
  expect(await ours()).toEqual(['341.00', '13.00', '354.00']);
});

test('every row has a list: none is written without one or moved to a missing one, and no list with rows is deleted', async () => {
  const place = await uploaded(`${HEADER}\n1;Trench;m3;12;8.5;102.00\n`);
  const { project_version_id: id } = await ann.call('POST /import/:id/finish/', { params: { id: place.id } });
  const { query } = server.database;
  const listId = (await ann.call('GET /versions/:id/summary/', { params: { id } })).costs[0]?.id ?? 0;
  const broken = { code: '23503' };
  const row = { team_id: ann.teamId, version_id: id, list_id: 999_999, order: 1, name: 'Nowhere' };
  await expect(query.insertInto('estimate_rows').values(row).execute()).rejects.toMatchObject(broken);
  await expect(query.updateTable('estimate_rows').set({ list_id: 999_999 }).where('list_id', '=', listId).execute()).rejects.toMatchObject(
    broken,
  );
  await expect(query.deleteFrom('lists').where('id', '=', listId).execute()).rejects.toMatchObject(broken);
  const copied = sql`insert into import_rows (team_id, rows_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, cells, errors)
    values (${ann.teamId}::bigint, 999999, 1, 1, 'row', '', 'Nowhere', '', 1, 1, 1, 1, '{}', '[]')`;
  await expect(copied.execute(query)).rejects.toMatchObject(broken);
});

test('a cancelled import leaves no row and no part of its file', async () => {
  const place = await uploaded(`${HEADER}\n1;Trench;m3;12;8.5;102.00\n`);
  const { query } = server.database;
  const { rows_id } = await query.selectFrom('import_lists').select('rows_id').where('id', '=', place.listId).executeTakeFirstOrThrow();
  await ann.call('POST /import/:id/cancel/', { params: { id: place.id } });
  const left = await Promise.all([
    query.selectFrom('import_rows').select('id').where('rows_id', '=', rows_id).execute(),
    query.selectFrom('import_files').select('piece').where('project_id', '=', place.id).execute(),
    sql`select from import_list_facts where rows_id = ${rows_id}`.execute(query).then(({ rows }) => rows),
  ]);
  expect(left).toEqual([[], [], []]);
});

test('a reading whose import another process has cancelled writes nothing into the next import', async () => {
  const { id: projectId } = await uploaded(`${HEADER}\n1;Trench;m3;12;8.5;102.00\n`);
  const { query } = server.database;
  const importId = async () =>
    (await query.selectFrom('imports').select('id').where('project_id', '=', projectId).executeTakeFirstOrThrow()).id;
  const lists = () => query.selectFrom('import_lists').select(['id', 'title']).where('project_id', '=', projectId).execute();
  const cancelled = { teamId: ann.teamId, projectId, importId: await importId() };
  await ann.call('POST /import/:id/cancel/', { params: { id: projectId } });
  await ann.call(
    'PATCH /projects/:id/',
    { params: { id: projectId }, body: {} },
    { file: new File([`${HEADER}\n2;Pipe;m;3;4;12.00\n`], 'b.csv') },
  );
  await untilRead(ann, projectId);
  expect(await importId()).not.toBe(cancelled.importId);
  const found = await lists();

  const keeping = new ImportWriter(server.database, cancelled, () => ({ order: 1, staged: false, decisions: [] }));
  const head: ListHead = {
    ...{ title: 'Works', sheet: 'Works', table: 0, fingerprint: null, hidden: false },
    ...{ columns: [], notices: [], totals: [], percentLines: [], doubts: [], leftOut: [], traits: [] },
    evidence: { rows: 0, computing: 0, differing: 0, totalsMet: 0, totalsMissed: 0 },
  };
  await expect(keeping.list(head)).rejects.toThrow(NoLongerWanted);
  await expect(keeping.copied(Buffer.from(''))).rejects.toThrow(NoLongerWanted);
  await expect(keeping.judged({ verdicts: [], totals: [], sheets: [] })).rejects.toThrow(NoLongerWanted);
  expect(await lists()).toEqual(found);
});
