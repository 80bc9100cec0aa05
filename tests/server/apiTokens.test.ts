import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { type Asked, type Route, routes } from '../../domain/api/routes.ts';
import { TOKEN_SCOPES, type TokenScope, tokenVerdict } from '../../domain/apiTokens.ts';
import { disableAccount, enableAccount } from '../../server/administration/people.ts';
import { allAfterwards } from '../../server/http/afterwards.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { threeVersions } from '../e2e/threeVersions.ts';
import { makeWorld, SECRET, type World } from './access/callers.ts';
import { SAMPLES } from './access/samples.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';
import { following, socketTo } from './listening.ts';
import { serverSentEvents } from './serverSentEvents.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startServer({ JWT_SECRET: SECRET });
  world = await makeWorld(server);
});
afterAll(() => server.close());

const newToken = (person: Person, scope: TokenScope = 'all') =>
  person.call('POST /profile/tokens/', { body: { name: `Program ${scope}`, scope, days: 30 } });
const statusWith = (access: string) =>
  server.call('GET /profile/', {}, { access }).then(
    () => 200,
    (error: unknown) => (error instanceof Refused ? error.status : 0),
  );
const EVENTS = (project: number) => `subscription { recent_events(where: {project_id: {_eq: ${project}}}, limit: 1) { type } }`;

test('a token is shown once and kept as a hash; its listed part opens nothing', async () => {
  const person = await server.person();
  const { token, ...saved } = await newToken(person, 'read');
  expect(token).toMatch(/^act_[\w-]{43}$/);
  const listed = await person.call('GET /profile/tokens/', {});
  expect(listed).toEqual([saved]);
  expect(listed[0]).toMatchObject({ name: 'Program read', scope: 'read', last_used_at: null });
  const { rows } = await sql<{ text: string }>`
    select string_agg(t::text, ' ') as text from (select a::text as t from api_tokens a union all select k::text from kept_answers k union all select s::text from security_log s) t`.execute(
    server.database.query,
  );
  expect(rows[0]?.text).toContain('Program read');
  expect(rows[0]?.text).not.toContain(token);
  expect(rows[0]?.text).not.toContain(token.slice(4));
});

test('the answer with the token is never stored under an idempotency key: sent again, the call makes another token', async () => {
  const person = await server.person();
  const make = () =>
    person.call('POST /profile/tokens/', { body: { name: 'Twice', scope: 'read', days: 7 } }, { headers: { 'idempotency-key': 'same' } });
  expect((await make()).token).not.toBe((await make()).token);
  const { rows } = await sql`select 1 from kept_answers where key = 'same'`.execute(server.database.query);
  expect(rows).toEqual([]);
});

describe.each(Object.keys(routes) as Route[])('%s', (route) => {
  const endpoint: Endpoint = routes[route];
  const method = route.split(' ')[0] ?? '';
  const byToken = endpoint.needsProof ? 'never' : endpoint.byToken;
  const verdicts = TOKEN_SCOPES.map((scope) => tokenVerdict(scope, method, byToken));
  const isFree = verdicts.every((verdict) => verdict === 'may');
  test.skipIf(isFree || endpoint.who === 'anyone' || endpoint.who === 'keyholder')(`by token: ${verdicts.join(', ')}`, async () => {
    const sample = SAMPLES[route] as (of: World, caller: 'owner') => Promise<Asked<Route>>;
    const asked = await sample(world, 'owner');
    for (const [at, scope] of TOKEN_SCOPES.entries()) {
      const { id, token } = await newToken(world.owner, scope);
      const answered = await server.call(route, asked, { access: token }).then(
        () => ({ status: 200, body: {} }),
        (error: Refused) => error,
      );
      const code = (answered.body as { code?: string }).code ?? null;
      if (verdicts[at] === 'may') {
        expect([401, 403]).not.toContain(answered.status);
        return void (await world.owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: id } }));
      }
      expect([scope, answered.status, code]).toEqual([scope, 403, verdicts[at] === 'never' ? 'token_never' : 'token_scope']);
      await world.owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: id } });
    }
  });
});

test('only a person decides about accounts, ways to log in, sessions, tokens, members of a team and links of acts', () => {
  const PERSONAL =
    /^\w+ \/(?:profile|proof|factors|passkeys?|recovery_codes|sessions|tokens|account|company\/link)\b|\/(?:members|invitations|share|log|requirement|factors)\b/;
  // Reading one's own profile, or the members of a team or a project, gives away no rights.
  const FREE: readonly Route[] = ['GET /profile/', 'GET /teams/:id/members', 'GET /projects/:id/members', 'GET /projects/:id/memberships'];
  const open = (Object.keys(routes) as Route[]).filter((route) => {
    const { who, byToken, needsProof }: Endpoint = routes[route];
    return PERSONAL.test(route) && !FREE.includes(route) && who !== 'anyone' && byToken !== 'never' && !needsProof;
  });
  expect(open).toEqual([]);
});

test('a program sees what its person sees, and nothing of other teams', async () => {
  const owner = await server.person();
  const { projectId } = await importWorkbook(owner, 'tests/fixtures/local-estimate.xlsx');
  const { token } = await newToken(owner, 'read');
  const stranger = await newToken(await server.person(), 'all');
  expect((await server.call('GET /projects', { query: {} }, { access: token })).map(({ id }) => id)).toEqual([projectId]);
  expect((await refusal(server.call('GET /projects/:id/', { params: { id: projectId } }, { access: stranger.token }))).status).toBe(404);
  expect(await server.call('GET /projects', { query: {} }, { access: stranger.token })).toEqual([]);
});

test('a program of a regular may do no more than a regular', async () => {
  const owner = await server.person();
  const regular = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { token } = await newToken(regular);
  const refused = await refusal(server.call('GET /teams/:id/company/', { params: { id: owner.teamId } }, { access: token }));
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('a token ends with the membership, with the account, after its last day, and when it is withdrawn', async () => {
  const owner = await server.person();
  const project = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const member = await server.person({ teamId: owner.teamId, role: 'admin' });
  const { token, id } = await newToken(member);
  const read = () =>
    refusal(server.call('GET /projects/:id/', { params: { id: project.id } }, { access: token })).then(({ status }) => status);
  await owner.call('DELETE /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: member.id } });
  expect(await read()).toBe(404);
  await disableAccount(server.database, member.email);
  expect(await statusWith(token)).toBe(401);
  await enableAccount(server.database, member.email);
  expect(await statusWith(token)).toBe(200);
  await sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${id}`.execute(server.database.query);
  expect(await statusWith(token)).toBe(401);

  const other = await newToken(owner);
  await owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: other.id } });
  expect(await statusWith(other.token)).toBe(401);
  expect((await refusal(owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: other.id } }))).status).toBe(404);
});

test('nobody withdraws the token of somebody else', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const { id, token } = await newToken(bob);
  expect((await refusal(ann.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: id } }))).status).toBe(404);
  expect(await statusWith(token)).toBe(200);
});

test.each(['socket', 'server-sent events'] as const)('it follows a project by %s until it is withdrawn', async (by) => {
  const owner = await server.person();
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const made = await newToken(owner, 'read');
  const client = by === 'socket' ? socketTo(server.address, made.token) : null;
  const heard = client === null ? serverSentEvents(server.address, EVENTS(id), { access: made.token }) : following(client, EVENTS(id));
  await heard.count(1);
  await owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: made.id } });
  const ended = await heard.over;
  if (client !== null) expect(ended).toMatchObject({ code: 4401 });
  await client?.dispose();
  const again = socketTo(server.address, made.token);
  expect(await following(again, EVENTS(id)).over).toMatchObject({ code: 4401 });
  await again.dispose();
});

test.runIf(inject('engine').kind === 'postgres')('withdrawn at one process, it ends at another at once', async () => {
  const other = await server.second();
  const owner = await server.person();
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const made = await newToken(owner, 'read');
  const client = socketTo(other.address, made.token);
  const heard = following(client, EVENTS(id));
  await heard.count(1);
  await owner.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId: made.id } });
  expect(await heard.over).toMatchObject({ code: 4401 });
  await client.dispose();
  await other.close();
});

test('“this was not me” withdraws all tokens', async () => {
  const person = await server.person();
  const { token } = await newToken(person);
  const [mail] = await server.mailsTo(person.email);
  expect(mail?.subject).toBe('An API token was created for your Actum account');
  await server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } });
  expect(await statusWith(token)).toBe(401);
});

test('a person has at most twenty tokens, even when thirty are requested at once', async () => {
  const person = await server.person();
  const made = await Promise.allSettled(Array.from({ length: 30 }, () => newToken(person, 'read')));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect((await refusal(newToken(person))).body).toMatchObject({ code: 'too_many_tokens' });
});

test('the last use is recorded, and tokens that ended long ago are removed', async () => {
  const person = await server.person();
  const { token, id } = await newToken(person);
  await statusWith(token);
  await allAfterwards();
  expect((await person.call('GET /profile/tokens/', {}))[0]?.last_used_at).not.toBeNull();
  await sql`update api_tokens set expires_at = now() - interval '31 days' where id = ${id}`.execute(server.database.query);
  await removeOutdated(server.database.query);
  const { rows } = await sql`select 1 from api_tokens where id = ${id}`.execute(server.database.query);
  expect(rows).toEqual([]);
});

test.each([
  ['nothing', 'act_'],
  ['a refresh token', 'act_refresh'],
  ['a hash from the database', null],
])('%s instead is refused', async (_, given) => {
  const person = await server.person();
  await newToken(person);
  const { hash } = await server.database.query
    .selectFrom('api_tokens')
    .select('hash')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(await statusWith(given ?? `act_${hash}`)).toBe(401);
});

test('no other call lets a program do what a person must decide', async () => {
  const owner = await server.person();
  const { token } = await newToken(owner);
  const program = { access: token };
  const NEVER = { status: 403, body: { code: 'token_never' } };
  const at = (id: number) => ({ params: { id } });
  const { project, versions } = await threeVersions((route, asked) => owner.call(route, asked), 'Decided');
  const versionId = versions.at(-1) ?? 0;
  const back = (extra = {}) =>
    server.call('POST /projects/:id/history/backward/', { ...at(project), body: {} }, { access: token, ...extra });
  const forth = () => server.call('POST /projects/:id/history/forward/', { ...at(project), body: {} }, program);

  // Terms, by undo and redo.
  const terms = { base: 'net', retention: null, advance: null, taxes: 'on work' } as const;
  await owner.call('PUT /projects/:id/terms/', { ...at(project), body: { ...terms, base: 'gross', expected: null } });
  expect(await refusal(back())).toMatchObject(NEVER);
  await owner.call('POST /projects/:id/history/backward/', { ...at(project), body: {} });
  expect(await refusal(forth())).toMatchObject(NEVER);

  // An extra that was approved.
  const lists = await owner.call('GET /versions/:id/lists/', at(versionId));
  const window = await owner.call('GET /lists/:id/rows/', { ...at(lists[0]?.id ?? 0), query: {} });
  const row = 'rows' in window ? (window.rows[0]?.id ?? 0) : 0;
  const extra = await owner.call('POST /rows/:id/extras/', { ...at(row), body: { quantity: '5', reason: 'More' } });
  await owner.call('POST /extras/:id/decide/', { ...at(extra.id), body: { approves: true } });
  expect(await refusal(server.call('DELETE /extras/:id/', at(extra.id), program))).toMatchObject(NEVER);
  expect(await refusal(back())).toMatchObject(NEVER);
  const own = await server.call('POST /rows/:id/extras/', { ...at(row), body: { quantity: '1', reason: 'More' } }, program);
  expect((await server.call('DELETE /extras/:id/', at(own.id), program)).status).toBe('withdrawn');

  // A client's answer, recorded by a member or sent by the link that programs do not see.
  const act = await owner.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  await owner.call('PUT /acts/:id/', { ...at(act.id), body: { status_id: 2 } });
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  await owner.call('POST /acts/:id/answer_link/', { ...at(act.id), body: { expires_at } });
  await owner.call('POST /acts/:id/share/', { ...at(act.id), body: {} });
  expect(await server.call('GET /acts/:id/', at(act.id), program)).toMatchObject({ share: null, answer_link: null });
  const answer = server.call('POST /acts/:id/answer/', { ...at(act.id), body: { name: 'Client', rows: [] } }, program);
  expect(await refusal(answer)).toMatchObject(NEVER);
});

test('only a person decides about an import that carries and about a separate contract', async () => {
  const owner = await server.person();
  const program = { access: (await newToken(owner)).token };
  const NEVER = { status: 403, body: { code: 'token_never' } };
  const { projectId, versionId } = await importWorkbook(owner, 'tests/fixtures/local-estimate.xlsx');
  const params = { id: projectId };
  const { id } = await owner.call('POST /projects/:id/versions/', { params, body: {} });
  await owner.call('POST /versions/:id/separate/', { params: { id }, body: { is_separate: true } });
  expect(await refusal(server.call('POST /projects/:id/history/backward/', { params, body: {} }, program))).toMatchObject(NEVER);
  const regular = await server.person({ teamId: owner.teamId, role: 'regular' });
  expect((await refusal(regular.call('POST /projects/:id/history/backward/', { params, body: {} }))).status).toBe(403);
  await owner.call('POST /projects/:id/history/backward/', { params, body: {} });
  await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const file = new File(['Name;Unit;Quantity;Rate;Amount\nWall;m2;2;10;20\nSand;m3;1;10;10\nTotal;;;;30\n'], 'estimate.csv');
  await owner.call('PATCH /projects/:id/', { params, body: {} }, { file });
  await untilRead(owner, projectId);
  const finish = { params, body: { carry: { from_version_id: versionId, settled: '0.00', revaluation: '0.00' } } };
  expect(await refusal(server.call('POST /import/:id/finish/', finish, program))).toMatchObject(NEVER);
});

test('a program limited to acts can neither accept an act nor open it again', async () => {
  const owner = await server.person();
  const program = { access: (await newToken(owner, 'acts')).token };
  const { versionId } = await importWorkbook(owner, 'tests/fixtures/local-estimate.xlsx');
  const { id } = await server.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} }, program);
  const set = (status_id: number, extra = {}) => server.call('PUT /acts/:id/', { params: { id }, body: { status_id } }, extra);
  const SCOPE = { status: 403, body: { code: 'token_scope' } };
  expect((await set(2, program)).status_id).toBe(2);
  expect(await refusal(set(3, program))).toMatchObject(SCOPE);
  await set(3, { access: owner.tokens.access });
  expect(await refusal(set(1, program))).toMatchObject(SCOPE);
});
