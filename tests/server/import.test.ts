import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { UPLOAD_LIMIT } from '../../domain/api/limits.ts';
import { withHeartbeat } from '../../server/imports/progress.ts';
import { endReadings, refuseAbandoned } from '../../server/imports/upload.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer, untilRead, workbook } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
const samples = process.env.SAMPLES_DIR;

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const newProject = async () => (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine Yard' } })).id;
const upload = (id: number, file: File) => ann.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
const statusOf = async (id: number) => (await ann.call('GET /projects/:id/', { params: { id } })).status;

describe.skipIf(samples === undefined)('the shared workbooks (SAMPLES_DIR)', () => {
  test.each([
    ['B30_es_presupuesto_extraido.xlsx', 1789, '5535466.48'],
    ['B23_th_material_labour_boq.xlsx', 235, '146751918.50'],
  ])('%s: %i rows, exactly %s', async (name, rows, subtotal) => {
    const path = join(samples ?? '', 'boq', name);
    expect(existsSync(path)).toBe(true);
    const { versionId, lists } = await importWorkbook(ann, path);
    expect(lists.new_lists.map(({ row_count, error_count, total }) => ({ row_count, error_count, total }))).toEqual([
      { row_count: rows, error_count: 0, total: subtotal },
    ]);
    const summary = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
    expect(summary.subtotal.total).toBe(subtotal);
    expect(summary.total_with_taxes.total).toBe(subtotal);
  });
});

test('a project walks created, not_imported, importable, available', async () => {
  const id = await newProject();
  expect(await statusOf(id)).toBe('created');
  expect((await upload(id, await workbook(FIXTURE))).status).toBe('not_imported');
  const lists = await untilRead(ann, id);
  expect({ status: lists.status, first: lists.is_first_import, count: lists.new_lists.length, file: lists.file_name }).toEqual({
    status: 'importable',
    first: true,
    count: 3,
    file: 'local-estimate.xlsx',
  });
  expect(await statusOf(id)).toBe('importable');
  const { project_version_id } = await ann.call('POST /import/:id/finish/', { params: { id } });
  expect(await statusOf(id)).toBe('available');
  expect(await ann.call('POST /import/:id/finish/', { params: { id } })).toEqual({ project_version_id });
  expect((await ann.call('GET /projects/:id/last_version/', { params: { id } })).id).toBe(project_version_id);
  expect((await refusal(ann.call('GET /import/:id/lists/', { params: { id } }))).status).toBe(404);
});

test('the finished import equals its preview', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  const lists = await untilRead(ann, id);
  const { saved_summary, new_summary } = await ann.call('GET /import/:id/summary/', { params: { id } });
  const { project_version_id } = await ann.call('POST /import/:id/finish/', { params: { id } });
  const summary = await ann.call('GET /versions/:id/summary/', { params: { id: project_version_id } });
  const amounts = (costs: typeof summary.costs) => costs.map(({ id: _, ...rest }) => rest);
  expect(saved_summary).toBeNull();
  expect(amounts(summary.costs)).toEqual(amounts(new_summary.costs));
  expect(summary.total_with_taxes).toEqual(new_summary.total_with_taxes);
  expect(summary.costs.map(({ title, total }) => ({ title, total }))).toEqual(
    lists.new_lists.map(({ title, total }) => ({ title, total })),
  );
});

test('a list and a row can be left out before finishing', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  const [first, second] = (await untilRead(ann, id)).new_lists;
  const after = await ann.call('DELETE /import/:id/lists/:listId/', { params: { id, listId: first?.id ?? 0 } });
  expect(after.new_lists.length).toBe(2);
  const { rows, total } = await ann.call('GET /import/:id/lists/:listId/', {
    params: { id, listId: second?.id ?? 0 },
    query: { limit: 5 },
  });
  const row = rows.find(({ kind }) => kind === 'row');
  const remaining = await ann.call('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: row?.id ?? 0 } });
  expect(remaining.new_lists.find((list) => list.id === second?.id)?.row_count).toBe((second?.row_count ?? 0) - 1);
  expect((await ann.call('GET /import/:id/lists/:listId/', { params: { id, listId: second?.id ?? 0 }, query: {} })).total).toBe(total - 1);
});

test('a list that is being read again is not deleted by its id', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  const [list] = (await untilRead(ann, id)).new_lists;
  const params = { id, listId: list?.id ?? 0 };
  const setStaged = (staged: boolean) =>
    sql`update import_lists set staged = ${staged} where id = ${params.listId}`.execute(server.database.query);
  await setStaged(true);
  expect((await refusal(ann.call('DELETE /import/:id/lists/:listId/', { params }))).status).toBe(404);
  await setStaged(false);
  expect((await untilRead(ann, id)).new_lists.map((each) => each.id)).toContain(params.listId);
});

test('cancelling returns the project to what it was', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  await untilRead(ann, id);
  await ann.call('POST /import/:id/cancel/', { params: { id } });
  expect(await statusOf(id)).toBe('created');
  expect((await refusal(ann.call('GET /import/:id/lists/', { params: { id } }))).status).toBe(404);
});

test('a second upload during an import says who is importing', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  expect(await refusal(upload(id, await workbook(FIXTURE)))).toEqual({
    status: 409,
    body: { code: 'import_under_way', detail: `${ann.email} is importing a file into this project. Finish or cancel that import first` },
  });
});

describe('an upload that changes the project too', () => {
  const bring = async (id: number, fields: Readonly<Record<string, string>>, file: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, file })) form.append(name, value);
    const headers = { authorization: `Bearer ${ann.tokens.access}` };
    const response = await fetch(`${server.address}/api/v1/projects/${id}/`, { method: 'PATCH', headers, body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const nameOf = async (id: number) => (await ann.call('GET /projects/:id/', { params: { id } })).name;

  test('does both at once', async () => {
    const id = await newProject();
    const { status, body } = await bring(id, { name: 'Oak Yard', currency_code: 'USD' }, await workbook(FIXTURE));
    expect([status, body.name, body.currency_code, body.status]).toEqual([200, 'Oak Yard', 'USD', 'not_imported']);
    expect((await untilRead(ann, id)).status).toBe('importable');
  });

  test('begins no import when the change is refused', async () => {
    const { id, versionId } = await certified();
    const { status, body } = await bring(id, { name: 'Oak Yard', currency_code: 'USD' }, await workbook(FIXTURE));
    expect([status, body.codes]).toMatchObject([400, { currency_code: [{ code: 'currency_certified' }] }]);
    expect((await refusal(ann.call('GET /import/:id/lists/', { params: { id } }))).status).toBe(404);
    expect([await nameOf(id), await statusOf(id)]).toEqual(['Pine Yard', 'available']);
    expect((await ann.call('GET /projects/:id/last_version/', { params: { id } })).id).toBe(versionId);
  });

  test('changes nothing when its file is refused, or another is being imported', async () => {
    const id = await newProject();
    const wrong = await bring(id, { name: 'Oak Yard' }, new File(['%PDF-1.7\n'], 'estimate.pdf'));
    expect([wrong.status, await nameOf(id)]).toEqual([415, 'Pine Yard']);
    await upload(id, await workbook(FIXTURE));
    const second = await bring(id, { name: 'Oak Yard' }, await workbook(FIXTURE));
    expect([second.status, second.body.code, await nameOf(id)]).toEqual([409, 'import_under_way', 'Pine Yard']);
    await untilRead(ann, id);
  });

  /** A project with a certificate in its currency. */
  async function certified() {
    const { projectId: id, versionId } = await importWorkbook(ann, FIXTURE);
    await ann.call('PATCH /projects/:id/', { params: { id }, body: { name: 'Pine Yard' } });
    const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
    await ann.call('POST /acts/:id/complete/', { params: { id: act.id }, body: { list_id: null, percent: '100' } });
    const { id: accepted } = await server.database.query
      .selectFrom('act_status')
      .select('id')
      .orderBy('order', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await ann.call('PUT /acts/:id/', { params: { id: act.id }, body: { status_id: accepted } });
    const { due } = await ann.call('GET /acts/:id/certificate/', { params: { id: act.id } });
    await ann.call('POST /acts/:id/certificate/', { params: { id: act.id }, body: { due } });
    return { id, versionId };
  }
});

describe('files that are no estimate', () => {
  const text = (content: string, name: string) => new File([content], name);
  test.each([
    ['a picture', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'plan.xlsx'), 415, 'UNSUPPORTED_DOCUMENT'],
    ['a web page', text('<html><table><tr><td>1</td></tr></table></html>', 'boq.xls'), 415, 'HTML'],
    ['some words', text('hello there', 'words.xlsx'), 415, 'NOT_A_SPREADSHEET'],
    ['nothing', text('', 'empty.xlsx'), 400, 'EMPTY_FILE'],
  ])('%s is refused at once, and the project stays unchanged', async (_, file, status, code) => {
    const id = await newProject();
    expect(await refusal(upload(id, file))).toMatchObject({ status, body: { code } });
    expect(await statusOf(id)).toBe('created');
  });

  test('more than 20 MB is 413', async () => {
    const id = await newProject();
    const zip = new Uint8Array(UPLOAD_LIMIT + 1).fill(1);
    zip.set([0x50, 0x4b, 0x03, 0x04]);
    expect(await refusal(upload(id, new File([zip], 'big.xlsx')))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  });

  test('a damaged workbook is refused while it is read; another can be chosen', async () => {
    const id = await newProject();
    const bytes = new Uint8Array(2_000).fill(7);
    bytes.set([0x50, 0x4b, 0x03, 0x04]);
    await upload(id, new File([bytes], 'damaged.xlsx'));
    const lists = await untilRead(ann, id);
    expect({ status: lists.status, progress: lists.progress, refusal: lists.refusal, found: lists.new_lists }).toEqual({
      status: 'refused',
      progress: 1,
      // Other languages need the damage by its code.
      refusal: { code: 'DAMAGED', detail: expect.any(String), params: { what: expect.objectContaining({ code: 'damage_zip' }) } },
      found: [],
    });
    expect(await statusOf(id)).toBe('created');
    await upload(id, await workbook(FIXTURE));
    expect((await untilRead(ann, id)).status).toBe('importable');
  });
});

const LONG_AGO = () => new Date(Date.now() - 600_000);
const isShownAlive = async (id: number) => {
  const { rows } = await sql<{ status: string; alive: boolean }>`
    select status, read_alive_at > clock_timestamp() - interval '1 minute' as alive from imports where project_id = ${id}`.execute(
    server.database.query,
  );
  return rows[0];
};
const EACH_TIME = 60_000;

test('an import interrupted by a stopped server says so', async () => {
  const id = await newProject();
  await upload(id, await workbook(FIXTURE));
  await untilRead(ann, id);
  await server.database.query
    .updateTable('imports')
    .set({ status: 'reading', read_alive_at: LONG_AGO() })
    .where('project_id', '=', id)
    .execute();
  const lists = await untilRead(ann, id);
  expect({ status: lists.status, refusal: lists.refusal }).toEqual({
    status: 'refused',
    refusal: {
      code: 'INTERRUPTED',
      detail: 'The server stopped while it was reading the file. Nothing was imported: choose the file again',
    },
  });
  expect(await statusOf(id)).toBe('created');
});

test('a file that waits longer for its turn is still read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const works = (count: number) =>
    new File(
      [
        ['Code;Description;Unit;Quantity;Rate', ...Array.from({ length: count }, (_, at) => `${at};Kerb along road ${at};m;2;3`)].join(
          '\n',
        ),
      ],
      'a.csv',
    );
  const [first, waiting] = [await newProject(), await newProject()];
  await upload(first, works(60_000));
  await upload(waiting, works(6_000));
  const long = { started_at: LONG_AGO(), read_alive_at: LONG_AGO() };
  await server.database.query.updateTable('imports').set(long).where('project_id', '=', waiting).execute();
  vi.advanceTimersByTime(EACH_TIME);
  await expect.poll(() => isShownAlive(waiting), { interval: 5 }).toEqual({ status: 'reading', alive: true });
  const refuse = () => refuseAbandoned(server.database, { teamId: ann.teamId, projectId: waiting });
  await refuse();
  expect((await untilRead(ann, waiting)).status).toBe('importable');
  await refuse();
  expect(await untilRead(ann, waiting)).toMatchObject({ status: 'importable', new_lists: [{ row_count: 6_000 }] });
  await untilRead(ann, first);
});

describe('a process that has a file to read', () => {
  /** An import whose file this process counts as being read by it, until `end`. */
  async function readHere(database = server.database) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const projectId = await newProject();
    await upload(projectId, await workbook(FIXTURE));
    const { import_id: importId } = await untilRead(ann, projectId);
    // Its own reading shows that it is alive too, until it is over.
    await endReadings(60_000);
    const set = (read_alive_at: Date) =>
      server.database.query.updateTable('imports').set({ status: 'reading', read_alive_at }).where('project_id', '=', projectId).execute();
    await set(LONG_AGO());
    const { promise, resolve: end } = Promise.withResolvers<string>();
    const over = withHeartbeat(database, { teamId: ann.teamId, projectId, importId }, () => promise);
    return { projectId, importId, set, over, end };
  }
  /** A database whose answers are counted, and whose statements may fail. */
  function watched(isOut: boolean) {
    let answers = 0;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (!isOut) return node;
        answers += 1;
        throw new Error('The database is away');
      },
      transformResult: async ({ result }) => {
        answers += 1;
        return result;
      },
    };
    const database = { ...server.database, query: server.database.query.withPlugin(plugin) };
    return { database, answered: (count: number) => expect.poll(() => answers, { interval: 5 }).toBe(count) };
  }

  test('shows that it is alive until the file is read', async () => {
    const { projectId, set, over, end } = await readHere();
    vi.advanceTimersByTime(EACH_TIME);
    await expect.poll(() => isShownAlive(projectId), { interval: 5 }).toEqual({ status: 'reading', alive: true });
    expect((await ann.call('GET /import/:id/lists/', { params: { id: projectId } })).status).toBe('reading');
    end('read');
    expect(await over).toBe('read');
    await set(LONG_AGO());
    vi.advanceTimersByTime(EACH_TIME);
    expect((await untilRead(ann, projectId)).refusal?.code).toBe('INTERRUPTED');
  });

  test('reads the file even when it cannot show that it is alive', async () => {
    const { database, answered } = watched(true);
    const { over, end } = await readHere(database);
    for (const time of [1, 2, 3]) {
      vi.advanceTimersByTime(10_000);
      await answered(time);
    }
    end('read');
    expect(await over).toBe('read');
  });

  test.runIf(inject('engine').kind === 'postgres')('waits for nobody who holds the import, and shows it later', async () => {
    const { database, answered } = watched(false);
    const { projectId, over, end } = await readHere(database);
    await server.database.query.transaction().execute(async (tx) => {
      await sql`select from imports where project_id = ${projectId} for update`.execute(tx);
      for (const time of [1, 2, 3]) {
        vi.advanceTimersByTime(10_000);
        await answered(time);
      }
    });
    expect(await isShownAlive(projectId)).toEqual({ status: 'reading', alive: false });
    vi.advanceTimersByTime(10_000);
    await answered(4);
    expect(await isShownAlive(projectId)).toEqual({ status: 'reading', alive: true });
    end('read');
    expect(await over).toBe('read');
  });
});
