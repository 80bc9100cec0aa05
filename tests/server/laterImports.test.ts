/** A later import is compared with the last version in pages and marked in pieces, and its lists are removed in pieces. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { markUnmarked } from '../../server/imports/changes.ts';
import { endReadings } from '../../server/imports/upload.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { type Person, startServer, type TestServer, untilRead } from './harness.ts';
import { watchPieces } from './pieces.ts';

let server: TestServer;
let ann: Person;
let marking: ReturnType<typeof watchPieces>;
beforeAll(async () => {
  server = await startServer();
  marking = watchPieces(server, /update import_rows r set is_new/);
});
// Of a team of their own, because a team remembers the fields of its headers.
beforeEach(async () => {
  ann = await server.person();
});
afterEach(() => marking.restore());
afterAll(() => server.close());

type Work = readonly [code: string, name: string, unit: string, quantity: string, rate: string];
const csv = (works: readonly Work[]) => ['Code;Description;Unit;Quantity;Rate', ...works.map((cells) => cells.join(';'))].join('\n');
async function upload(id: number, works: readonly Work[]) {
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([csv(works)], 'estimate.csv') });
  return untilRead(ann, id);
}
async function imported(works: readonly Work[]): Promise<number> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } });
  await upload(id, works);
  await ann.call('POST /import/:id/finish/', { params: { id } });
  return id;
}
const listIdOf = async (id: number) => (await ann.call('GET /import/:id/lists/', { params: { id } })).new_lists[0]?.id ?? 0;
const windowOf = async (id: number, filter?: 'updated') =>
  ann.call('GET /import/:id/lists/:listId/', { params: { id, listId: await listIdOf(id) }, query: { limit: 200, filter } });
async function marksOf(id: number) {
  const { new_lists, vanished_count } = await ann.call('GET /import/:id/lists/', { params: { id } });
  const vanished = await ann.call('GET /import/:id/vanished/', { params: { id }, query: {} });
  const { rows } = await windowOf(id);
  const ids = vanished.rows.map((row) => row.id);
  return {
    counts: [new_lists.map(({ updated_count }) => updated_count), vanished_count, (await windowOf(id, 'updated')).total],
    rows: rows.map(({ cells, is_new, changes, errors }) => [cells.code, cells.name, errors.length, is_new, changes]),
    vanished: ids,
  };
}
/** The marks of the same import, when nothing was marked before. */
async function markedAnew(id: number) {
  const { query } = server.database;
  await sql`update imports set marked_revision = -1 where project_id = ${id}`.execute(query);
  await sql`
    update import_rows set is_new = id % 3 = 0, changes = case when id % 2 = 0 then '{"name": {"old": "x", "new": "y"}}' else '{}' end::jsonb
     where rows_id in (select rows_id from import_lists where project_id = ${id})`.execute(query);
  await sql`delete from import_vanished where project_id = ${id}`.execute(query);
  await markUnmarked(query);
  return marksOf(id);
}

describe('the marks of a later import', () => {
  // Of each text several, so that it counts which of the same rows a row is.
  const names = ['Trench', 'trench ', 'Pipe', 'Kerb'];
  const before: Work[] = Array.from({ length: 16 }, (_, at) => ['', names[at % 4] ?? '', 'm', `${at + 1}`, '2.5']);
  const after: Work[] = before
    .slice(1)
    .map(([code, name, unit, quantity, rate], at) => [code, name, unit, quantity, at % 4 === 0 ? '3' : rate]);
  const cell = fc.record({
    kind: fc.constant('cell'),
    at: fc.nat(14),
    column_index: fc.constantFrom(0, 1, 2, 3, 3, 4),
    value: fc.constantFrom('7', '2.5', 'many', 'Pipe', ' PIPE', 'Trench', 'm'),
  });
  const step = fc.oneof(
    { weight: 5, arbitrary: cell },
    fc.record({ kind: fc.constant('out'), at: fc.nat(14) }),
    fc.record({ kind: fc.constant('tick'), included: fc.boolean() }),
    fc.record({ kind: fc.constant('field'), recognized_as: fc.constantFrom('ignore', 'unit_labour', 'unit_materials') }),
  );

  test('equal those of an import compared afresh, after any change', async () => {
    const id = await imported(before);
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        await upload(id, after);
        for (const each of steps) {
          const { rows } = await windowOf(id);
          const row = 'at' in each ? rows[each.at] : undefined;
          const params = { id, rowId: row?.id ?? 0, listId: await listIdOf(id) };
          const made = await (async () => {
            if ('included' in each) return ann.call('PUT /import/:id/lists/:listId/', { params, body: { included: each.included } });
            if ('recognized_as' in each)
              return ann.call('POST /import/:id/lists/:listId/recognize-field', {
                params,
                body: { field: 4, recognized_as: each.recognized_as },
              });
            if (row === undefined) return null;
            if ('value' in each)
              return ann.call('PUT /import/:id/rows/:rowId/', { params, body: { column_index: each.column_index, value: each.value } });
            return ann.call('DELETE /import/:id/rows/:rowId/', { params });
          })().catch(() => null);
          changes += made === null ? 0 : 1;
        }
        const marks = await marksOf(id);
        expect(await markedAnew(id)).toEqual(marks);
        await ann.call('POST /import/:id/cancel/', { params: { id } });
      }),
      { numRuns: 8, examples: [[[{ kind: 'tick', included: false }]], [[{ kind: 'cell', at: 1, column_index: 1, value: 'Trench' }]]] },
    );
    expect(changes).toBeGreaterThan(8);
  });

  test('are right where one page ends and the next begins', async () => {
    const many: Work[] = Array.from({ length: 4_200 }, (_, at) => [`${at}`, `Work ${at % 50}`, 'm', `${(at % 7) + 1}`, '2.5']);
    const id = await imported(many);
    const other = new Set([0, 4_095, 4_096, 4_097, 4_199]);
    const edited = many.map(([code, name, unit, quantity, rate], at): Work => [code, name, unit, other.has(at) ? '99' : quantity, rate]);
    const { new_lists, vanished_count } = await upload(id, edited);
    expect([new_lists.map(({ row_count, updated_count }) => [row_count, updated_count]), vanished_count]).toEqual([[[4_200, 5]], 0]);
    const { rows } = await windowOf(id, 'updated');
    expect(rows.map(({ cells }) => Number(cells.code))).toEqual([...other]);
    const { causes } = await ann.call('GET /import/:id/summary/', { params: { id } });
    expect(causes?.requantified.rows).toBe(5);
  });

  test('are written in pieces, and abandoned when somebody changes the import meanwhile', async () => {
    const many: Work[] = Array.from({ length: 1_600 }, (_, at) => [`${at}`, `Work ${at}`, 'm', '2', '2.5']);
    const id = await imported(many);
    await upload(id, many);
    const listId = await listIdOf(id);
    const field = { field: 4, recognized_as: 'ignore' } as const;
    let row = 0;
    const heard = marking.between(2, async () => {
      const { rows } = await windowOf(id);
      row = rows[5]?.id ?? 0;
      await ann.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId: row }, body: { column_index: 3, value: '2000' } });
    });
    await ann.call('POST /import/:id/lists/:listId/recognize-field', { params: { id, listId }, body: field });
    expect(heard.pieces()).toBeGreaterThanOrEqual(4);
    const { rows, total } = await windowOf(id, 'updated');
    expect([total, rows.find((each) => each.id === row)?.changes.quantity]).toEqual([1_600, { old: '2', new: '2000' }]);
    const marks = await marksOf(id);
    expect(await markedAnew(id)).toEqual(marks);
  });

  test('do not delay cancelling the import, and leave nothing behind', async () => {
    const works = Array.from({ length: 1_100 }, (_, at): Work => ['', `Work ${at}`, 'm', '2', '2.5']);
    const id = await imported(works);
    const { query } = server.database;
    const rowsLeft = async () => (await query.selectFrom('import_rows').select('id').where('team_id', '=', ann.teamId).execute()).length;
    const cancelled = new Promise((resolve, reject) => {
      marking.between(1, () => ann.call('POST /import/:id/cancel/', { params: { id } }).then(resolve, reject));
    });
    const error = vi.spyOn(console, 'error');
    const file = new File([csv(works.map(([code, name, unit, , rate]) => [code, name, unit, '3', rate]))], 'estimate.csv');
    await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
    await cancelled;
    await endReadings(5_000);
    expect([await rowsLeft(), error.mock.calls]).toEqual([0, []]);
    error.mockRestore();
  });

  test('are made by the next change, or by the next server, when a server was killed before it made them', async () => {
    const works = (quantity: string) => ['Trench', 'Pipe', 'Kerb'].map((name): Work => ['', name, 'm', quantity, '2.5']);
    const id = await imported(works('2'));
    await upload(id, works('3'));
    const params = { id, listId: await listIdOf(id) };
    const { rows } = await windowOf(id);
    const tick = (included: boolean) => ann.call('PUT /import/:id/lists/:listId/', { params, body: { included } });
    const killed = async (included: boolean) => {
      marking.between(1, () => Promise.reject(new Error('killed')));
      await expect(tick(included)).rejects.toThrow();
      marking.restore();
    };
    expect((await marksOf(id)).counts).toEqual([[3], 0, 3]);
    await killed(false);
    await ann.call('PUT /import/:id/rows/:rowId/', { params: { id, rowId: rows[0]?.id ?? 0 }, body: { column_index: 3, value: '77' } });
    expect((await marksOf(id)).counts).toEqual([[0], 3, 0]);
    await killed(true);
    await markUnmarked(server.database.query);
    expect((await marksOf(id)).counts).toEqual([[3], 0, 3]);
  });
});

test('a list that is left out disappears at once; rows of it that could not be removed are removed later', async () => {
  const works: Work[] = Array.from({ length: 20 }, (_, at) => [`${at}`, `Work ${at}`, 'm', '2', '2.5']);
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } });
  await upload(id, works);
  const listId = await listIdOf(id);
  const { query } = server.database;
  const { rows_id } = await query.selectFrom('import_lists').select('rows_id').where('id', '=', listId).executeTakeFirstOrThrow();
  const rowsLeft = async () => (await query.selectFrom('import_rows').select('id').where('rows_id', '=', rows_id).execute()).length;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
    query,
  );
  await sql`create trigger refuse before delete on import_rows for each statement execute function refuse()`.execute(query);
  const { new_lists } = await ann.call('DELETE /import/:id/lists/:listId/', { params: { id, listId } });
  expect([new_lists, await rowsLeft()]).toEqual([[], 20]);
  await sql`drop trigger refuse on import_rows`.execute(query);
  await removeOutdated(query);
  expect([await rowsLeft(), await query.selectFrom('import_lists').select('id').where('id', '=', listId).execute()]).toEqual([0, []]);
});
