import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { notFound } from '../../domain/sentences/general.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

const NOT_FOUND = { status: 404, body: notFound() };
const bin = (by = ann) => by.call('GET /projects/deleted/', { query: { team_id: ann.teamId } });
const projects = () => ann.call('GET /projects', { query: { team_id: ann.teamId } });

test('a deleted project is only in the bin, with everything in it, and can be restored whole', async () => {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  const { id: actId } = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: actId }, body: {} });
  const before = await ann.call('GET /projects/:id/', { params: { id: projectId } });
  expect(await refusal(bob.call('DELETE /projects/:id/', { params: { id: projectId } }))).toEqual({
    status: 403,
    body: { detail: 'Your role does not allow this', code: 'forbidden' },
  });

  const deleted = await ann.call('DELETE /projects/:id/', { params: { id: projectId } });
  expect(deleted).toEqual({ ...before, deleted_at: deleted.deleted_at });
  expect([await projects(), await bin(bob)]).toEqual([[], [deleted]]);
  expect(await bin(await server.person())).toEqual([]);
  const gone = [
    ann.call('GET /projects/:id/', { params: { id: projectId } }),
    ann.call('GET /versions/:id/summary/', { params: { id: versionId } }),
    ann.call('GET /acts/:id/', { params: { id: actId } }),
    server.call('GET /acts/:id/', { params: { id: actId } }, { publicKey: hash }),
    ann.call('DELETE /projects/:id/', { params: { id: projectId } }),
    ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} }),
  ];
  expect(await Promise.all(gone.map(refusal))).toEqual(gone.map(() => NOT_FOUND));

  expect(await bob.call('POST /projects/:id/restore/', { params: { id: projectId } })).toEqual(before);
  expect([await projects(), await bin()]).toEqual([[before], []]);
});

test('the claimed part is of the act’s own contract with its extras, also under a newer version that carries nothing', async () => {
  const owner = await server.person();
  const at = (id: number) => ({ params: { id } });
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { ...at(versionId), body: { title: 'Walls' } });
  const { ids } = await owner.call('POST /lists/:id/rows/', { ...at(list.id), body: { quantity: '10', unit_materials: '10' } });
  const rowId = ids[0] ?? 0;
  const { place } = await owner.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  const extra = await owner.call('POST /rows/:id/extras/', {
    ...at(rowId),
    body: { quantity: '5', reason: 'A longer wall', act_id: null },
  });
  await owner.call('POST /extras/:id/decide/', { ...at(extra.id), body: { approves: true, text: '' } });
  await owner.call('PUT /act_rows/:id/', { ...at(actRowId(rowId, place)), body: { quantity: '15' } });
  const listed = async () => (await owner.call('GET /projects', { query: { team_id: owner.teamId } }))[0];
  expect(await listed()).toMatchObject({ total_with_taxes: '100.00', claimed: '150.00', contract_sum: '150.00' });
  await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  expect(await listed()).toMatchObject({ total_with_taxes: '0.00', claimed: '150.00', contract_sum: '150.00' });
});

test('after 30 days a deleted project is removed for good, and nothing of it is left', async () => {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  const kept = await importWorkbook(ann, FIXTURE);
  await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  const { id: actId } = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  await ann.call('POST /acts/:id/share/', { params: { id: actId }, body: {} });
  await ann.call('DELETE /projects/:id/', { params: { id: projectId } });
  const age = (days: number) =>
    sql`update projects set deleted_at = now() - ${days} * interval '1 day' where id = ${projectId}`.execute(server.database.query);
  await age(29);
  await removeOutdated(server.database.query);
  expect((await bin()).map(({ id }) => id)).toEqual([projectId]);

  await age(31);
  // It may be half removed, by a server that was killed.
  await sql`delete from estimate_rows where version_id = ${versionId} and id % 2 = 0`.execute(server.database.query);
  const isGone = async () => {
    expect(await bin()).toEqual([]);
    expect(await refusal(ann.call('POST /projects/:id/restore/', { params: { id: projectId } }))).toEqual(NOT_FOUND);
  };
  await isGone();
  await removeOutdated(server.database.query);
  await isGone();
  const { rows } = await sql<{ versions: number[]; lists: number; images: number }>`
    select (select to_jsonb(array_agg(distinct version_id)) from estimate_rows) as versions,
           (select count(*) from lists where version_id = ${versionId}) as lists,
           (select count(*) from event_changes c where not exists (select 1 from recent_events e where e.id = c.event_id)) as images`.execute(
    server.database.query,
  );
  expect(rows[0]?.versions).not.toContain(versionId);
  expect(rows[0]?.versions).toContain(kept.versionId);
  expect([rows[0]?.lists, rows[0]?.images]).toEqual([0, 0]);
});

test('a project is duplicated with its last version and its currency, without acts; undo takes its version back', async () => {
  const ann = await server.person();
  const project = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine', currency_code: 'PLN' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  const rows = [{ name: 'Brick', unit: 'm²', quantity: '2', unit_labour: '10.5' }];
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const tax = await ann.call('POST /versions/:id/taxes/', { params: { id: version.id }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: '20' } });
  await ann.call('POST /versions/:id/acts/', { params: { id: version.id }, body: {} });
  const copy = await ann.call('POST /projects/:id/duplicate/', { params: { id: project.id }, body: { name: 'Pine (copy)' } });
  expect(copy).toMatchObject({
    name: 'Pine (copy)',
    currency: 'zł',
    currency_code: 'PLN',
    version_count: 1,
    act_count: 0,
    total_with_taxes: '25.20',
    status: 'available',
  });
  const { events } = { events: await ann.call('GET /projects/:id/tree', { params: { id: copy.id } }) };
  expect(events.versions.map(({ acts }) => acts)).toEqual([[]]);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: copy.id }, body: {} });
  expect(await ann.call('GET /projects/:id/', { params: { id: copy.id } })).toMatchObject({ version_count: 0 });
  expect(await ann.call('GET /projects/:id/', { params: { id: project.id } })).toMatchObject({ version_count: 1, act_count: 1 });
});

test('a version’s claimed amount is that of its own acts, not of the team’s other projects', async () => {
  const ann = await server.person();
  const claimed = async (...quantities: readonly string[]) => {
    const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine' } });
    const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
    const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
    const { ids } = await ann.call('POST /lists/:id/rows/', {
      params: { id: list.id },
      body: { rows: [{ name: 'Brick', quantity: '10', unit_materials: '5' }] },
    });
    for (const quantity of quantities) {
      const { place } = await ann.call('POST /versions/:id/acts/', { params: { id: version.id }, body: {} });
      await ann.call('PUT /act_rows/:id/', { params: { id: actRowId(ids[0] ?? 0, place) }, body: { quantity } });
    }
    return async () => (await ann.call('GET /projects/:id/tree', { params: { id } })).versions.map((each) => each.claimed);
  };
  const [two, one, none] = [await claimed('2', '3'), await claimed('4'), await claimed()];
  expect([await two(), await one(), await none()]).toEqual([['25.00'], ['20.00'], ['0.00']]);
});

test('a currency is set by its code or its sign; an unknown code is refused', async () => {
  const ann = await server.person();
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Pine' } });
  const set = (body: object) => ann.call('PATCH /projects/:id/', { params: { id }, body });
  expect(await set({ currency_code: 'CZK' })).toMatchObject({ currency: 'Kč', currency_code: 'CZK' });
  expect(await set({ currency: 'kr' })).toMatchObject({ currency: 'kr', currency_code: null });
  expect(await refusal(set({ currency_code: 'EURO' }))).toMatchObject({ status: 400 });
});

test('a bare list is answered whole, or in part with the length of the whole in a header', async () => {
  const cat = await server.person();
  for (const name of ['One', 'Two', 'Three']) await cat.call('POST /projects', { body: { team_id: cat.teamId, name } });
  const asked = async (query: string) => {
    const headers = { authorization: `Bearer ${cat.tokens.access}` };
    const response = await fetch(`${server.address}/api/v1/projects?team_id=${cat.teamId}${query}`, { headers });
    const body = (await response.json()) as readonly { readonly name: string }[];
    return {
      status: response.status,
      names: Array.isArray(body) ? body.map(({ name }) => name) : body,
      total: response.headers.get('x-total-count'),
    };
  };
  const whole = await asked('');
  expect([whole.total, whole.names.length]).toEqual([null, 3]);
  expect(await asked('&offset=1&limit=1')).toEqual({ status: 200, names: whole.names.slice(1, 2), total: '3' });
  expect(await asked('&limit=2')).toEqual({ status: 200, names: whole.names.slice(0, 2), total: '3' });
  expect(await asked('&offset=3')).toEqual({ status: 200, names: [], total: '3' });
  expect(await asked('&limit=501')).toMatchObject({ status: 400, names: { limit: ['At most 500'] } });
  expect(await asked('&offset=-1')).toMatchObject({ status: 400, names: { offset: ['Enter a whole number'] } });
});
