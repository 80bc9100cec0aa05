import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { allows, type Limit } from '../../domain/access.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Endpoint, Who } from '../../domain/api/endpoint.ts';
import { type Asked, type Route, routes } from '../../domain/api/routes.ts';
import { may, ROLES, type Role } from '../../domain/permissions.ts';
import { notFound } from '../../domain/sentences/general.ts';
import { READABLE, type ReadableTable } from '../../server/graphql/tables.ts';
import { collectStatements } from '../statementsSeen.ts';
import { CALLERS, type CallerKind, makeWorld, SECRET, type World } from './access/callers.ts';
import { SAMPLES } from './access/samples.ts';
import { PASSWORD, startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';

let server: TestServer;
let world: World;
let heard: ReturnType<typeof collectStatements>;
beforeAll(async () => {
  heard = collectStatements();
  server = await startServer({ JWT_SECRET: SECRET });
  world = await makeWorld(server);
});
afterAll(() => {
  heard.stop();
  return server.close();
});

type Verdict = 'lets in' | 401 | 403 | 404;
const IN = 'lets in';

/** The answer of each policy to each caller. A role that lacks the permission of a call is answered 403. */
const TABLE: Readonly<Record<Who, readonly Verdict[]>> = {
  //          none  expired  stranger  regular  admin  owner  reads  acts  this key  other key
  anyone: [IN, IN, IN, IN, IN, IN, IN, IN, IN, IN],
  visitor: [IN, 401, IN, IN, IN, IN, IN, IN, IN, IN],
  user: [401, 401, IN, IN, IN, IN, IN, IN, 401, 401],
  member: [401, 401, 404, IN, IN, IN, IN, IN, 401, 401],
  viewer: [401, 401, 404, IN, IN, IN, IN, IN, IN, 404],
  keyholder: [401, 401, 404, 404, 404, 404, 404, 404, IN, IN],
};
/** Limited members see no prices. */
const LIMITS: Partial<Readonly<Record<CallerKind, Limit>>> = {
  'reads only': { can: 'reads', prices: false },
  'acts only': { can: 'acts', prices: false },
};
const roleOf = (kind: CallerKind): Role | null => (kind in LIMITS ? 'regular' : (ROLES.find((role) => role === kind) ?? null));
type Asked403 = Pick<Endpoint, 'who' | 'permission' | 'isOwnOnly' | 'does' | 'needsPrices'>;
function verdictFor({ who, permission, isOwnOnly, does, needsPrices }: Asked403, kind: CallerKind): Verdict {
  const role = roleOf(kind);
  if (kind in LIMITS && does !== undefined && does !== 'nothing' && (needsPrices || !allows(LIMITS[kind] ?? null, does))) return 403;
  if (permission !== undefined && role !== null && !may(role, permission)) return 403;
  // Samples of calls that only an author may make are of the owner's own records.
  if (isOwnOnly && role !== null && role !== 'owner') return 403;
  return TABLE[who][CALLERS.indexOf(kind)] ?? 403;
}

/** Answers that do not depend on the caller count as admitted. */
const verdictOf = (status: number): Verdict => (status === 401 || status === 403 || status === 404 ? status : IN);

async function statusOf<R extends Route>(route: R, asked: Asked<R>, kind: CallerKind): Promise<number> {
  try {
    const answer = await server.call(route, asked, world.credentials[kind]);
    if (kind in LIMITS) expect(await pricesIn(answer), `what ${route} answers`).toEqual([]);
    return 200;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (kind in LIMITS) expect(await pricesIn(error.body), `how ${route} refuses`).toEqual([]);
    return error.status;
  }
}

/** Those of these texts that are prices or amounts kept of the team's projects, in the forms they may travel in. */
async function pricesAmong(texts: readonly string[]): Promise<string[]> {
  const team = world.owner.teamId;
  const { rows } = await sql<{ price: string }>`
    select distinct price from (
      select unnest(array[unit_labour, unit_materials, unit_tools, unit_labour + unit_materials + unit_tools, labour, materials, tools, labour + materials + tools]) as of
        from estimate_rows where team_id = ${team}
      union all select unnest(array[labour, materials, tools, labour + materials + tools]) from list_totals where team_id = ${team}
      union all select price from version_totals where team_id = ${team}
      union all select price from act_totals where team_id = ${team}
    ) p cross join lateral unnest(array[trim_scale(of)::text, round(of, 2)::text, of::text]) price
     where price = any(${texts}) and length(price) > 3
       and price not in (select trim_scale(quantity)::text from estimate_rows where team_id = ${team})`.execute(server.database.query);
  return rows.map(({ price }) => price);
}
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** The texts of an answer that are prices, or begin a public link, which shows some. */
async function pricesIn(answer: unknown): Promise<string[]> {
  const texts = textsIn(answer);
  const keys = Object.values(world.credentials).map(({ publicKey }) => publicKey);
  const numbers = texts.filter((text) => NUMBER.test(text));
  return [...texts.filter((text) => keys.includes(text)), ...(numbers.length === 0 ? [] : await pricesAmong(numbers))];
}
function textsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer];
  if (typeof answer !== 'object' || answer === null) return [];
  // A percent done is a quantity.
  return Object.entries(answer).flatMap(([name, inner]) => (name === 'percent' ? [] : textsIn(inner)));
}

/** These calls end the caller's own tokens or sign-in, so every caller gets a person of their own. */
const ENDS_SESSIONS: readonly Route[] = ['DELETE /profile/', 'POST /profile/logout_everywhere/', 'POST /profile/password/', 'POST /proof/'];
/** Their record is the caller's own. */
const OF_CALLER: readonly Route[] = [
  'DELETE /extras/:id/',
  'POST /profile/email/confirm/',
  'DELETE /profile/sessions/:session/',
  'DELETE /profile/tokens/:tokenId/',
  'PATCH /factors/:id/',
  'DELETE /factors/:id/',
  'POST /teams/:id/restore/',
];
async function freshCredentials(kind: CallerKind): Promise<void> {
  const role = roleOf(kind);
  if (role !== null) {
    const limit = LIMITS[kind];
    const { tokens } =
      limit !== undefined ? await world.limited(limit.can) : role === 'owner' ? await signedInAgain() : await world.member(role);
    world = { ...world, credentials: { ...world.credentials, [kind]: { access: tokens.access } } };
  }
  if (kind === 'owner of another team') {
    const { tokens } = await server.person();
    world = { ...world, credentials: { ...world.credentials, [kind]: { access: tokens.access } } };
  }
}
async function signedInAgain() {
  const { id } = world.owner;
  const { email } = await server.database.query.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  const tokens = await server.call('POST /token/', { body: { email, password: PASSWORD } });
  world.owner.tokens = tokens;
  return { tokens };
}

describe.each(Object.keys(routes) as Route[])('%s', (route) => {
  const endpoint: Endpoint = routes[route];
  test(`is for: ${endpoint.who}${endpoint.permission === undefined ? '' : ` with ${endpoint.permission}`}`, async () => {
    const sample = SAMPLES[route] as (of: World, caller: CallerKind) => Promise<Asked<Route>>;
    const found: Partial<Record<CallerKind, Verdict>> = {};
    const expected: Partial<Record<CallerKind, Verdict>> = {};
    let kept: Asked<Route> | null = null;
    for (const kind of CALLERS) {
      expected[kind] = verdictFor(endpoint, kind);
      // A permitted call may use up its record, so the next caller gets a new one; a visitor's record is always about that visitor.
      const asked: Asked<Route> = kept ?? (await sample(world, kind));
      kept = (expected[kind] === IN && !route.startsWith('GET ')) || endpoint.who === 'visitor' || OF_CALLER.includes(route) ? null : asked;
      found[kind] = verdictOf(await statusOf(route, asked, kind));
      // The last owner of a team with others is refused, and stays: their account has second factors by now.
      const stays = route === 'DELETE /profile/' && kind === 'owner';
      if (ENDS_SESSIONS.includes(route) && !stays) await freshCredentials(kind);
    }
    expect(found).toEqual(expected);
  });
});

test('every operation has a sample request, and every policy a verdict for every caller', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(routes).sort());
  expect(Object.values(TABLE).map(({ length }) => length)).toEqual(Object.keys(TABLE).map(() => CALLERS.length));
});

/** The verdict of a GraphQL field: another team's rows are absent, which counts as REST's 404. */
async function queried(field: string, kind: CallerKind): Promise<Verdict> {
  const { access, publicKey } = world.credentials[kind];
  const response = await fetch(`${server.address}/v1/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(publicKey !== undefined && { 'act-public-key': publicKey }),
    },
    body: JSON.stringify({ query: `{ ${field} { __typename } }` }),
  });
  const { data, errors } = (await response.json()) as {
    data?: Record<string, readonly unknown[]>;
    errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  };
  if (errors?.some(({ extensions }) => extensions?.code === 'access-denied')) return 401;
  return (data?.[field]?.length ?? 0) > 0 ? IN : 404;
}

const fields = Object.entries(READABLE);
test.each(fields)('GraphQL %s', async (field, { who, does }) => {
  const found: Partial<Record<CallerKind, Verdict>> = {};
  for (const kind of CALLERS) found[kind] = await queried(field, kind);
  expect(found).toEqual(Object.fromEntries(CALLERS.map((kind) => [kind, verdictFor({ who, does }, kind)])));
});

/** The smallest live query of a field. */
function liveQuery(field: string, { who, teamTopic }: ReadableTable): string {
  const of = teamTopic ? `team_id: {_eq: ${world.owner.teamId}}` : `project_id: {_eq: ${world.open.projectId}}`;
  return `subscription { ${field}${who === 'keyholder' ? '' : `(where: {${of}})`} { __typename } }`;
}

async function subscribed(query: string, kind: CallerKind): Promise<Verdict> {
  const { access, publicKey } = world.credentials[kind];
  const client = socketTo(server.address, access, publicKey);
  const heard = following(client, query);
  const ended = await Promise.race([heard.over, heard.count(1).then(() => IN)]);
  heard.stop();
  await client.dispose();
  if (ended === IN) return IN;
  if (Array.isArray(ended)) return ended.some(({ extensions }) => extensions?.code === 'access-denied') ? 401 : 404;
  return typeof ended === 'object' && ended !== null && 'code' in ended && ended.code === 4401 ? 401 : 404;
}
test.each(fields.filter(([, { live }]) => live))('GraphQL subscription %s', async (field, table) => {
  const found: Partial<Record<CallerKind, Verdict>> = {};
  for (const kind of CALLERS) found[kind] = await subscribed(liveQuery(field, table), kind);
  expect(found).toEqual(Object.fromEntries(CALLERS.map((kind) => [kind, verdictFor(table, kind)])));
});

test('the lists of another team are empty', async () => {
  const stranger = await server.person();
  const { teamId } = world.owner;
  expect(await stranger.call('GET /projects', { query: { team_id: teamId } })).toEqual([]);
  expect(await stranger.call('GET /projects/sidebar/', { query: { team_id: teamId, status: 'available' } })).toEqual([]);
});

test('an id that is not a number is not found', async () => {
  const response = await fetch(`${server.address}/api/v1/projects/abc/`, {
    headers: { authorization: `Bearer ${world.owner.tokens.access}` },
  });
  expect([response.status, await response.json()]).toEqual([404, notFound()]);
});

/** docs/scale.md says why these name none. */
const NAMELESS = [
  'select extract(epoch from min(next_try_at) - clock_timestamp())::float8 * 1000 as wait from outgoing_mails',
  'delete from "outgoing_mails" where "id" = $1 and "claim" = $2',
  'update "outgoing_mails" set "attempts" = $1, "claim" = $2, "next_try_at" = $3 where "id" = $4',
  'delete from heartbeats where seen_at <',
  'delete from security_log where id in (',
  'select "kind", "about", "address", "device", "at" from "security_log" where "id" = $1',
  'delete from "row_views" where "user_id"',
  'delete from "heartbeats" where "user_id"',
  'delete from "comment_reads" where "user_id"',
  'delete from "former_members" where "user_id"',
  'update invitations set email =',
  'update moments set author_name =',
  'update recent_events set author_name =',
  'update project_changes set event =',
  'update act_answers set recorded_name =',
  'delete from outgoing_mails where lower(email)',
  // Of the samples.
  'update "heartbeats" set "seen_at" = $1',
  'update "import_lists" set "not_taken" = $1 where "id" = $2',
];

describe.runIf(inject('engine').kind === 'postgres')('statements', () => {
  test('every statement about a team’s records names the team, so it would run on one shard', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'team_id'`.execute(
      server.database.query,
    );
    const tables = new RegExp(`\\b(?:from|join|into|update)\\s+"?(?:${rows.map(({ name }) => name).join('|')})\\b`, 'i');
    const about = [...heard.texts].filter((text) => tables.test(text));
    expect(about.length).toBeGreaterThan(100);
    const nameless = about.map((text) => text.trim().replace(/\s+/g, ' ')).filter((text) => !text.includes('team_id'));
    expect(nameless.filter((text) => !NAMELESS.some((known) => text.startsWith(known)))).toEqual([]);
  });

  test('no statement is estimated above the cost at which PostgreSQL compiles it, because compiling takes longer than running it', async () => {
    const texts = [...heard.texts].filter((text) => /^\s*(?:select|with|insert|update|delete)\b/i.test(text));
    expect(texts.length).toBeGreaterThan(400);
    await server.database.query.transaction().execute(async (tx) => {
      const run = async <Found>(text: string) => (await sql.raw<Found>(text).execute(tx)).rows[0];
      await run('set local plan_cache_mode = force_generic_plan');
      const limit = Number((await run<{ cost: string }>(`select current_setting('jit_above_cost') as cost`))?.cost);
      const costly: string[] = [];
      for (const text of texts) {
        const parameters = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
        const given = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`;
        await run(`prepare explained as ${text}`);
        const explained = await run<Readonly<Record<'QUERY PLAN', readonly [{ readonly Plan: { readonly 'Total Cost': number } }]>>>(
          `explain (format json) execute explained${given}`,
        );
        if ((explained?.['QUERY PLAN'][0].Plan['Total Cost'] ?? limit) >= limit) costly.push(text.trim().replace(/\s+/g, ' '));
        await run('deallocate explained');
      }
      expect(costly).toEqual([]);
    });
  });
});
