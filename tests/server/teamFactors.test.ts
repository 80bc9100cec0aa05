import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { readonly status?: number }) => error.status ?? 0,
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function addApp(person: Person): Promise<void> {
  const { secret } = await person.call('POST /factors/app/', {});
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await person.call('POST /factors/app/confirm/', { body: { name: 'Phone', code } });
}
const require = (owner: Person, from: string | null) =>
  owner.call('PUT /teams/:id/factor_requirement/', { params: { id: owner.teamId }, body: { from } });

async function team() {
  const owner = await server.person();
  await addApp(owner);
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const version = (await owner.call('POST /projects/:id/versions/', { params: { id }, body: {} })).id;
  const list = (await owner.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const row = (await owner.call('POST /lists/:id/rows/', { params: { id: list }, body: { name: 'Sand' } })).ids[0] ?? 0;
  return { owner, member, project: id, version, list, row };
}

test('a team requires a second factor from a given day: before it members are told, from then on the team is closed to those without one', async () => {
  const { owner, member, project, version, list, row } = await team();
  const asked = await require(owner, inDays(7));
  expect(await owner.call('GET /teams/:id/factor_requirement/', { params: { id: owner.teamId } })).toEqual(asked);
  const own = async () => (await member.call('GET /profile/', {})).teams[0];
  expect(await own()).toMatchObject({ id: owner.teamId, factor_from: asked.from });
  expect((await owner.call('GET /profile/', {})).teams[0]).not.toHaveProperty('factor_from');
  await member.call('GET /projects/:id/', { params: { id: project } });
  // The day depends on the reader's time zone, so the log stores the moment.
  const { entries } = await owner.call('GET /teams/:id/log/', { params: { id: owner.teamId }, query: {} });
  expect(entries[0]?.becomes).toBe(`a second factor from ${asked.from}`);

  await require(owner, inDays(-1));
  expect(await own()).toMatchObject({ id: owner.teamId, is_closed: true });
  // Every kind of access: reads and writes that look up the caller first, and those that check membership in their own statement.
  const doors: Record<string, () => Promise<unknown>> = {
    'GET /projects/:id/': () => member.call('GET /projects/:id/', { params: { id: project } }),
    'POST /projects': () => member.call('POST /projects', { body: { team_id: owner.teamId, name: 'Shed' } }),
    'GET /lists/:id/rows/': () => member.call('GET /lists/:id/rows/', { params: { id: list }, query: {} }),
    'GET /versions/:id/summary/': () => member.call('GET /versions/:id/summary/', { params: { id: version } }),
    'PUT /rows/:id/': () => member.call('PUT /rows/:id/', { params: { id: row }, body: { quantity: '2' } }),
    'POST /lists/:id/rows/': () => member.call('POST /lists/:id/rows/', { params: { id: list }, body: { name: 'Gravel' } }),
    'GET /teams/:id/members': () => member.call('GET /teams/:id/members', { params: { id: owner.teamId } }),
  };
  for (const [name, ask] of Object.entries(doors)) expect([name, await statusOf(ask())]).toEqual([name, 404]);
  expect(await member.call('GET /projects', { query: {} })).toEqual([]);
  const response = await fetch(`${server.address}/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.tokens.access}` },
    body: JSON.stringify({ query: `{ recent_events(where: {project_id: {_eq: ${project}}}) { __typename } }` }),
  });
  expect(await response.json()).toEqual({ data: { recent_events: [] } });
  await owner.call('GET /projects/:id/', { params: { id: project } });

  await addApp(member);
  expect(await own()).not.toHaveProperty('is_closed');
  await member.call('PUT /rows/:id/', { params: { id: row }, body: { quantity: '2' } });
});

test('open live channels of members without a factor end with the requirement, at once or at the set time', async () => {
  const { owner, member, project } = await team();
  const followed = following<{ recent_events: readonly unknown[] }>(
    socketTo(server.address, member.tokens.access),
    `subscription { recent_events(where: {project_id: {_eq: ${project}}}) { __typename } }`,
  );
  await followed.count(1);
  expect(followed.answers[0]?.recent_events.length).toBeGreaterThan(0);
  await require(owner, new Date(Date.now() + 1_000).toISOString());
  await followed.over;
  await owner.call('PATCH /projects/:id/', { params: { id: project }, body: { name: 'Behind the door' } });
  expect(followed.answers).toHaveLength(1);
});

test('only an owner or admin with a second factor may require one of others', async () => {
  const owner = await server.person();
  expect(await refusal(require(owner, inDays(1)))).toMatchObject({ status: 409, body: { code: 'no_factor_yet' } });
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  expect((await refusal(require(member, inDays(1)))).status).toBe(403);
  const stranger = await server.person();
  await addApp(stranger);
  const params = { id: owner.teamId };
  expect((await refusal(stranger.call('PUT /teams/:id/factor_requirement/', { params, body: { from: null } }))).status).toBe(404);
  await addApp(owner);
  await sql`update refresh_families set proved_at = now() - interval '1 hour' where user_id = ${owner.id}`.execute(server.database.query);
  expect(await refusal(require(owner, inDays(1)))).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
});
