/** Versions of many rows are written in pieces; others look and edit between two pieces. */
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PIECES_FROM } from '../../server/estimates/unpublished.ts';
import { PIECE } from '../../server/estimates/versions.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';
import { watchPieces } from './pieces.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

let pieces: ReturnType<typeof watchPieces>;
beforeAll(() => {
  pieces = watchPieces(server, /insert into estimate_rows .* select/s);
});
afterEach(() => pieces.restore());
/** Does something once, when this piece of rows has been written and the next has not. */
const between = (piece: number, what: () => Promise<unknown>) => pieces.between(piece, what);

const COUNT = PIECES_FROM + PIECE;
const PIECES = COUNT / PIECE;
const NAMES = Array.from({ length: COUNT }, (_, at) => (at % 90 === 0 ? `Chapter ${at}` : `Work ${at}`));
const text = ['Description;Unit;Quantity;Rate', ...NAMES.map((name, at) => (at % 90 === 0 ? `${name};;;` : `${name};m;2;1.25`))].join('\n');
const works = NAMES.filter((name) => name.startsWith('Work')).length;
const total = (works * 2.5).toFixed(2);

const newProject = async (name = 'Pine Yard') => (await ann.call('POST /projects', { body: { team_id: ann.teamId, name } })).id;
async function read(): Promise<{ id: number; list: number }> {
  const id = await newProject();
  await ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: new File([text], 'estimate.csv') });
  const { new_lists } = await untilRead(ann, id);
  return { id, list: new_lists[0]?.id ?? 0 };
}
const finish = async (id: number) => (await ann.call('POST /import/:id/finish/', { params: { id } })).project_version_id;
const imported = async () => {
  const { id } = await read();
  return { id, version: await finish(id) };
};
const versionsOf = async (id: number) => (await ann.call('GET /projects/:id/tree', { params: { id } })).versions;
const listsOf = (id: number) => ann.call('GET /versions/:id/lists/', { params: { id } });
const rowsOf = async (version: number, offset = 0, limit = 500) => {
  const [list] = await listsOf(version);
  const answer = await ann.call('GET /lists/:id/rows/', {
    params: { id: list?.id ?? 0 },
    query: { offset: String(offset), limit: String(limit) },
  });
  return 'rows' in answer ? answer.rows : [];
};
const namesOf = async (version: number) => {
  const names: string[] = [];
  while (names.length < COUNT) {
    const rows = await rowsOf(version, names.length);
    if (rows.length === 0) break;
    names.push(...rows.map(({ name }) => name));
  }
  return names;
};
const costsOf = async (id: number) => (await ann.call('GET /versions/:id/summary/', { params: { id } })).costs.map((list) => list.total);
const countOf = async (table: string, where = sql`true`) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(server.database.query))
    .rows[0]?.count;
const unpublished = () => countOf('versions', sql`number = 0`);
async function expectRightTotals() {
  const ask = async <Row extends object>(statement: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery<Row>(CompiledQuery.raw(statement, [...values]))).rows;
  expect(await wrongTotals(ask)).toMatchObject({ wrong: [], wrongCount: 0 });
}

describe('an import of many rows', () => {
  test('becomes a version in a single moment: until then nobody sees a part of it, and nobody is held up', async () => {
    const { id } = await read();
    const other = await newProject('Beside');
    const heard = between(2, async () => {
      expect(await versionsOf(id)).toEqual([]);
      expect(await refusal(ann.call('GET /projects/:id/last_version/', { params: { id } }))).toMatchObject({ status: 404 });
      const version = await ann.call('POST /projects/:id/versions/', { params: { id: other }, body: {} });
      const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
      const query = { field: 'name', text: 'Work 1' } as const;
      expect(await ann.call('GET /lists/:id/suggestions/', { params: { id: list.id }, query })).toEqual([]);
      const [written] = (
        await sql<{ list: number; row: number; version: number }>`
        select list_id as list, id as row, version_id as version from estimate_rows where name = 'Work 1'`.execute(server.database.query)
      ).rows;
      const gone = [
        () => ann.call('GET /lists/:id/rows/', { params: { id: written?.list ?? 0 }, query: {} }),
        () => ann.call('PUT /rows/:id/', { params: { id: written?.row ?? 0 }, body: { quantity: '3' } }),
        () => ann.call('GET /versions/:id/summary/', { params: { id: written?.version ?? 0 } }),
        () => ann.call('POST /versions/:id/acts/', { params: { id: written?.version ?? 0 }, body: {} }),
      ];
      for (const each of gone) expect(await refusal(each())).toMatchObject({ status: 404 });
    });
    const version = await finish(id);
    expect(heard.pieces()).toBe(PIECES);
    expect((await versionsOf(id)).map(({ id: each, number }) => [each, number])).toEqual([[version, 1]]);
    expect(await namesOf(version)).toEqual(NAMES);
    expect([await costsOf(version), await unpublished()]).toEqual([[total], 0]);
    expect([await countOf('import_rows'), await countOf('import_lists'), await countOf('unsettled_outlines')]).toEqual([0, 0, 0]);
    await expectRightTotals();
  });

  test('includes corrections made while it is written', async () => {
    const { id, list } = await read();
    const { rows } = await ann.call('GET /import/:id/lists/:listId/', { params: { id, listId: list }, query: { limit: '5' } });
    const first = rows.find(({ cells }) => cells.name === 'Work 1');
    between(2, () =>
      ann.call('PUT /import/:id/rows/:rowId/', {
        params: { id, rowId: first?.id ?? 0 },
        body: { column_index: 0, value: 'Work by hand' },
      }),
    );
    const version = await finish(id);
    expect((await namesOf(version)).slice(0, 3)).toEqual(['Chapter 0', 'Work by hand', 'Work 2']);
    expect([(await versionsOf(id)).length, await costsOf(version), await unpublished()]).toEqual([1, [total], 0]);
    await expectRightTotals();
  });

  test('finished under a key makes one version: sent again, at the same time or later, it gets the same answer', async () => {
    const { id } = await read();
    const headers = { 'idempotency-key': randomUUID() };
    const end = () => ann.call('POST /import/:id/finish/', { params: { id } }, { headers });
    let meanwhile: Awaited<ReturnType<typeof end>> | undefined;
    between(2, async () => {
      meanwhile = await end();
    });
    const ended = await end();
    expect([meanwhile, await end()]).toEqual([ended, ended]);
    expect((await versionsOf(id)).map((version) => version.id)).toEqual([ended.project_version_id]);
    expect(await namesOf(ended.project_version_id)).toEqual(NAMES);
    expect([await unpublished(), await countOf('import_rows'), await countOf('import_lists')]).toEqual([0, 0, 0]);
    await expectRightTotals();
  });

  test('leaves nothing behind when it is cancelled while it is written', async () => {
    const rows = await countOf('estimate_rows');
    const { id } = await read();
    between(2, () => ann.call('POST /import/:id/cancel/', { params: { id } }));
    expect(await refusal(finish(id))).toMatchObject({ status: 404 });
    expect([await versionsOf(id), await unpublished(), await countOf('estimate_rows')]).toEqual([[], 0, rows]);
  });

  test('makes one version when two people finish it', async () => {
    const rows = (await countOf('estimate_rows')) ?? 0;
    const { id } = await read();
    let other = 0;
    between(2, async () => {
      other = await finish(id);
    });
    expect([await finish(id), (await versionsOf(id)).length]).toEqual([other, 1]);
    expect([await unpublished(), await countOf('estimate_rows')]).toEqual([0, rows + COUNT]);
  });

  test('is written again when it took so long that its rows could count as left behind', async () => {
    const { id } = await read();
    between(2, () => sql`update versions set created_at = now() - interval '50 minutes' where number = 0`.execute(server.database.query));
    const version = await finish(id);
    expect([await namesOf(version), (await versionsOf(id)).length, await unpublished()]).toEqual([NAMES, 1, 0]);
    await expectRightTotals();
  });

  test('makes no version when the database fails meanwhile, and can be finished again', async () => {
    const { id } = await read();
    between(2, () => Promise.reject(new Error('the disk is full')));
    expect(await refusal(finish(id))).toMatchObject({ status: 500 });
    expect([await versionsOf(id), await unpublished()]).toEqual([[], 0]);
    pieces.restore();
    expect(await costsOf(await finish(id))).toEqual([total]);
  });
});

describe('a copy of many rows', () => {
  test('equals the version at the moment it is made: it includes an edit made meanwhile, and is undone in one step', async () => {
    const { id, version } = await imported();
    const [, work] = await rowsOf(version, 0, 2);
    const heard = between(2, async () => {
      expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1]);
      await ann.call('PUT /rows/:id/', { params: { id: work?.id ?? 0 }, body: { quantity: '4' } });
    });
    const copy = await ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: version, name: 'Second' } });
    expect([copy.number, copy.name, await costsOf(copy.id)]).toEqual([2, 'Second', await costsOf(version)]);
    expect([await namesOf(copy.id), heard.pieces(), await unpublished()]).toEqual([NAMES, PIECES + 1, 0]);
    await expectRightTotals();
    await ann.call('POST /projects/:id/history/backward/', { params: { id }, body: {} });
    expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1]);
  });

  test('comes last even when another version was made meanwhile', async () => {
    const { id, version } = await imported();
    between(2, () => ann.call('POST /projects/:id/versions/', { params: { id }, body: {} }));
    const copy = await ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: version } });
    expect([copy.number, (await versionsOf(id)).map(({ number }) => number)]).toEqual([3, [1, 2, 3]]);
  });

  test('goes into another project whole, and does not lock its own project meanwhile', async () => {
    const { id, version } = await imported();
    const heard = between(2, () => versionsOf(id));
    const { id: made } = await ann.call('POST /projects/:id/duplicate/', { params: { id }, body: { name: 'Twin' } });
    const [only] = await versionsOf(made);
    expect([only?.number, heard.pieces(), (await versionsOf(id)).map((each) => each.id)]).toEqual([1, PIECES, [version]]);
    expect([await namesOf(only?.id ?? 0), await costsOf(only?.id ?? 0), await unpublished()]).toEqual([NAMES, [total], 0]);
    await expectRightTotals();
  });

  test('under a key is made once and holds nobody up: sent again, at the same time or later, it gets the same answer', async () => {
    const { id, version } = await imported();
    const headers = { 'idempotency-key': randomUUID() };
    const copy = () =>
      ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: version, name: 'Second' } }, { headers });
    let meanwhile: Awaited<ReturnType<typeof copy>> | undefined;
    const heard = between(2, async () => {
      expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1]);
      meanwhile = await copy();
    });
    const copied = await copy();
    expect([meanwhile, await copy()]).toEqual([copied, copied]);
    expect([(await versionsOf(id)).map(({ number }) => number), heard.pieces(), await unpublished()]).toEqual([[1, 2], 2 * PIECES, 0]);
    expect(await namesOf(copied.id)).toEqual(NAMES);
    await expectRightTotals();
  });

  test('refused under a key stays refused', async () => {
    const { id, version } = await imported();
    const headers = { 'idempotency-key': randomUUID() };
    const other = await newProject('Other');
    const copy = () => ann.call('POST /projects/:id/versions/', { params: { id: other }, body: { from_version_id: version } }, { headers });
    const refused = await refusal(copy());
    expect(refused).toMatchObject({ status: 400 });
    expect([await refusal(copy()), await versionsOf(other), (await versionsOf(id)).length]).toEqual([refused, [], 1]);
  });

  test('disappears with its project', async () => {
    const { id, version } = await imported();
    between(2, () => ann.call('DELETE /projects/:id/', { params: { id } }));
    expect(await refusal(ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: version } }))).toMatchObject({
      status: 404,
    });
    expect(await unpublished()).toBe(0);
  });
});

test('rows left behind by a killed server are removed after an hour, and rows being written are not', async () => {
  const { query } = server.database;
  const { id, version } = await imported();
  const copy = async (hours: number) => {
    const { id: made } = await ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: version } });
    await sql`update versions set number = 0, deleted_at = now(), created_at = now() - ${hours} * interval '1 hour' where id = ${made}`.execute(
      query,
    );
    return made;
  };
  const [old, young] = [await copy(2), await copy(0)];
  const left = await read();
  await sql`update import_lists set project_id = null where project_id = ${left.id}`.execute(query);
  await removeOutdated(query);
  const ofVersion = async (each: number) => [
    await countOf('versions', sql`id = ${each}`),
    await countOf('lists', sql`version_id = ${each}`),
    await countOf('estimate_rows', sql`version_id = ${each}`),
  ];
  expect([await ofVersion(old), await ofVersion(young), await ofVersion(version)]).toEqual([
    [0, 0, 0],
    [1, 1, COUNT],
    [1, 1, COUNT],
  ]);
  expect([await countOf('import_lists'), await countOf('import_rows')]).toEqual([0, 0]);
});
