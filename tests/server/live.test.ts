import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { importWorkbook, type Person, startServer, type TestServer } from './harness.ts';
import { following, listening, socketTo } from './listening.ts';

const engine = inject('engine').kind;

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const STATUSES =
  'query statuses { statuses: act_status(order_by: {order: asc}) { id name code order color } units: unit { id name full_name } }';
async function post(query: string, variables: object = {}, access: string | null = ann.tokens.access, path = '/v1/graphql') {
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data?: Record<string, unknown[]>; errors?: { message: string; extensions?: { code?: string } }[] };
}

test('statuses and units are answered in order, at both addresses', async () => {
  for (const path of ['/v1/graphql', '/api/v1/graphql']) {
    const { data } = await post(STATUSES, {}, ann.tokens.access, path);
    expect(data?.statuses).toEqual([
      { id: 1, name: 'Draft', code: 'draft', order: 1, color: '#9fa6b3' },
      { id: 2, name: 'Submitted', code: 'submitted', order: 2, color: '#e0a32e' },
      { id: 3, name: 'Accepted', code: 'accepted', order: 3, color: '#1b804a' },
    ]);
    expect(data?.units?.slice(0, 2)).toEqual([
      { id: 1, name: 'm', full_name: 'metre' },
      { id: 2, name: 'm²', full_name: 'square metre' },
    ]);
  }
});

test('without a token every field answers access-denied', async () => {
  const { errors } = await post(STATUSES, {}, null);
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['access-denied']);
});

test('events of other teams do not exist, conditions cannot get around that, and hostile text is treated as text', async () => {
  const { projectId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const bob = await server.person();
  const all = 'query ($where: recent_events_bool_exp) { recent_events(where: $where) { type } }';
  expect((await post(all, { where: { project_id: { _eq: projectId } } })).data).toEqual({ recent_events: [{ type: 'import' }] });
  // A null part of a condition has no effect.
  expect((await post(all, { where: { project_id: { _eq: projectId }, type: null, _not: null } })).data).toEqual({
    recent_events: [{ type: 'import' }],
  });
  expect(
    (await post(all, { where: { _or: [{ project_id: { _eq: projectId } }, { _not: { id: { _eq: 0 } } }] } }, bob.tokens.access)).data,
  ).toEqual({ recent_events: [] });
  expect((await post(all, { where: { type: { _eq: "x' or 1=1 --" } } })).data).toEqual({ recent_events: [] });
  expect((await post('query { users { id } }')).errors?.length).toBe(1);
  expect(
    (await post(`query { ${'a: unit { id } '.repeat(1)} ${Array.from({ length: 201 }, (_, n) => `u${n}: unit { id }`).join(' ')} }`))
      .errors?.[0]?.message,
  ).toBe('The query asks for too many fields');
});

test('a query is answered with 500 rows at most, however many it asks for', async () => {
  const { projectId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  await sql`
    insert into recent_events (team_id, project_id, entity_type, type, author_id, author_name, subject, created_at)
    select ${ann.teamId}, ${projectId}, 'project', 'rename', ${ann.id}, 'Ann', 'Yard', clock_timestamp() + n * interval '1 microsecond'
      from generate_series(1, 600) n`.execute(server.database.query);
  const ask = async (limit: string) => {
    const { data } = await post(`query ($id: Int!) { recent_events(where: {project_id: {_eq: $id}}${limit}) { id } }`, { id: projectId });
    return data?.recent_events?.length;
  };
  expect([await ask(''), await ask(', limit: 100000'), await ask(', limit: 7')]).toEqual([500, 500, 7]);
});

test('a subscription answers at once, follows an edit, and leaves nothing behind', async () => {
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const client = socketTo(server.address, ann.tokens.access);
  const heard = listening(client, projectId);
  await heard.count(1);
  expect(heard.answers[0]?.recent_events).toMatchObject([{ entity_type: 'version', type: 'import', object_id: versionId }]);
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await heard.count(2);
  expect(heard.answers[1]?.recent_events).toMatchObject([{ entity_type: 'tax', type: 'create', object_id: record.id }]);
  heard.stop();
  await client.dispose();
  while (server.watches() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
});

test.skipIf(engine === 'embedded')(
  'an edit in another process is heard (PostgreSQL only: the embedded database has one process)',
  async () => {
    const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
    const other = await server.second();
    const client = socketTo(other.address, ann.tokens.access);
    const heard = listening(client, projectId);
    await heard.count(1);
    await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
    await heard.count(2);
    expect(heard.answers[1]?.recent_events).toMatchObject([{ entity_type: 'tax' }]);
    await client.dispose();
    await other.close();
  },
);

test('a socket without a valid token, and one whose login ends, are closed with 4401', async () => {
  const { projectId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const forged = socketTo(server.address, 'forged');
  expect(await listening(forged, projectId).over).toMatchObject({ code: 4401 });
  const bob = await server.person({ teamId: ann.teamId });
  const client = socketTo(server.address, bob.tokens.access);
  const heard = listening(client, projectId);
  await heard.count(1);
  await server.call('POST /logout/', { body: { refresh: bob.tokens.refresh } });
  expect(await heard.over).toMatchObject({ code: 4401 });
});

test('the reading of a file is followed to its end, by the team alone', async () => {
  const IMPORT = 'subscription ($project: Int!) { imports(where: {project_id: {_eq: $project}}) { status progress } }';
  const { id: project } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Followed' } });
  const client = socketTo(server.address, ann.tokens.access);
  const heard = following<{ imports: { status: string; progress: number }[] }>(client, IMPORT, { project });
  await heard.count(1);
  expect(heard.answers[0]?.imports).toEqual([]);
  const rows = Array.from({ length: 4_000 }, (_, at) => `${at};Work ${at};m;2;3;6`);
  const file = new File([['Code;Description;Unit;Quantity;Rate;Amount', ...rows].join('\n')], 'long.csv');
  await ann.call('PATCH /projects/:id/', { params: { id: project }, body: {} }, { file });
  const last = () => heard.answers.at(-1)?.imports[0]?.status;
  while (last() !== 'importable') await heard.count(heard.answers.length + 1);
  const answered = heard.answers.slice(1).map(({ imports: [found] }) => found);
  const shares = answered.map((found) => found?.progress ?? -1);
  expect(answered.slice(0, -1).map((found) => found?.status)).toEqual(answered.slice(1).map(() => 'reading'));
  expect([shares[0], shares.at(-1), shares.some((share) => share > 0 && share < 1)]).toEqual([0, 1, true]);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  const bob = await server.person();
  const stranger = socketTo(server.address, bob.tokens.access);
  expect(await following(stranger, IMPORT, { project }).over).toMatchObject([{ extensions: { code: 'not_found' } }]);
  await Promise.all([client.dispose(), stranger.dispose()]);
});

test('whoever follows a team hears when its projects are made, renamed, deleted and restored, and of nothing else', async () => {
  const owner = await server.person();
  const stranger = socketTo(server.address, ann.tokens.access);
  const query = 'subscription ($team: Int!) { team_projects(where: {team_id: {_eq: $team}}) { state changed_at } }';
  expect(await following(stranger, query, { team: owner.teamId }).over).toMatchObject([{ extensions: { code: 'not_found' } }]);
  expect(await following(stranger, 'subscription { team_projects { state } }').over).toMatchObject([
    { extensions: { code: 'validation-failed' } },
  ]);
  const client = socketTo(server.address, owner.tokens.access);
  const heard = following<{ team_projects: { state: string; changed_at: string }[] }>(client, query, { team: owner.teamId });
  await heard.count(1);
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  await heard.count(2);
  const params = { id };
  await owner.call('PATCH /projects/:id/', { params, body: { name: 'Harbour' } });
  await heard.count(3);
  const { id: version } = await owner.call('POST /projects/:id/versions/', { params, body: {} });
  await owner.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } });
  await heard.count(4);
  await owner.call('PATCH /projects/:id/', { params, body: { currency_code: 'PLN' } });
  await owner.call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await owner.call('DELETE /projects/:id/', { params });
  await heard.count(5);
  await owner.call('POST /projects/:id/restore/', { params });
  await heard.count(6);
  const [none, made, renamed, listed, deleted, restored] = heard.answers.map(({ team_projects }) => team_projects[0]?.state);
  expect([none, deleted, restored]).toEqual([undefined, '', listed]);
  expect(new Set([made, renamed, listed]).size).toBe(3);
  const times = heard.answers.slice(1).map(({ team_projects }) => team_projects[0]?.changed_at ?? '');
  expect(times).toEqual([...new Set(times)].toSorted());
  await client.dispose();
});
