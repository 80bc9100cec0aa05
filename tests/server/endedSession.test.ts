import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { routes } from '../../domain/api/routes.ts';
import { PASSWORD, type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Extra = Parameters<Person['call']>[2];

/** A read takes none. */
const withoutRevision = ({ revision: _, ...extra }: NonNullable<Extra> = {}) => extra;

/** A call of each route that checks the session by itself, with a value that differs from one call to the next. */
async function callsOf(person: Person) {
  const { id } = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Yard' } });
  const make = async () => {
    const version = await person.call('POST /projects/:id/versions/', { params: { id }, body: {} });
    const { list } = await person.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
    const { ids } = await person.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Sand', quantity: '90' } });
    return { versionId: version.id, listId: list.id, rowId: ids[0] ?? 0 };
  };
  const [open, claimed] = [await make(), await make()];
  const cost = await person.call('POST /versions/:id/additional_summary_costs/', {
    params: { id: open.versionId },
    body: { name: 'Risk' },
  });
  const tax = await person.call('POST /versions/:id/taxes/', { params: { id: open.versionId }, body: { name: 'VAT' } });
  await person.call('POST /versions/:id/acts/', { params: { id: claimed.versionId }, body: {} });
  return {
    'GET /lists/:id/rows/': (at: number, by: TestServer, extra: Extra) =>
      by.call(
        'GET /lists/:id/rows/',
        { params: { id: open.listId }, query: at % 2 === 0 ? { shape: 'columns' } : {} },
        withoutRevision(extra),
      ),
    'PUT /rows/:id/': (at: number, by: TestServer, extra: Extra) =>
      by.call('PUT /rows/:id/', { params: { id: open.rowId }, body: { quantity: String(at) } }, extra),
    'PUT /taxes/:id/': (at: number, by: TestServer, extra: Extra) =>
      by.call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: String(at) } }, extra),
    'PUT /additional_summary_costs/custom/:id/': (at: number, by: TestServer, extra: Extra) =>
      by.call('PUT /additional_summary_costs/custom/:id/', { params: { id: cost.record.id }, body: { percent_total: String(at) } }, extra),
    'PUT /act_rows/:id/': (at: number, by: TestServer, extra: Extra) =>
      by.call('PUT /act_rows/:id/', { params: { id: actRowId(claimed.rowId, 1) }, body: { quantity: String(at) } }, extra),
  };
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}

const OTHER = 'another-secret';
/** Ways in which a session ends. */
const WAYS = {
  'log-out': (person: Person) => person.call('POST /logout/', { body: { refresh: person.tokens.refresh } }),
  'a new password': async (person: Person) => {
    const other = await server.call('POST /token/', { body: { email: person.email, password: PASSWORD } });
    await person.call('POST /profile/password/', { body: { old: PASSWORD, new: OTHER } }, { access: other.access });
  },
  'the end of all sessions': (person: Person) =>
    sql`update refresh_families set revoked_at = now() where user_id = ${person.id}`.execute(server.database.query),
} as const;

for (const [way, end] of Object.entries(WAYS)) {
  test(`after ${way} a token that was just used is refused by every process, for kept answers too; after signing in again, the refused writes succeed under the same keys`, async () => {
    const person = await server.person();
    const calls = await callsOf(person);
    const asking = Object.entries(routes).filter(([, { checksSession }]: [string, Endpoint]) => checksSession);
    expect(asking.map(([route]) => route).sort()).toEqual(Object.keys(calls).sort());
    const nodes = server.engine === 'postgres' ? [server, await server.second()] : [server];
    const extra = { access: person.tokens.access };
    const key = randomUUID();
    for (const call of Object.values(calls)) {
      for (const [at, node] of nodes.entries()) expect(await statusOf(call(at + 1, node, extra))).toBe(200);
    }
    const first = calls['PUT /rows/:id/'];
    expect(await statusOf(first(50, server, { ...extra, headers: { 'idempotency-key': key } }))).toBe(200);
    await end(person);
    const refusedUnder: [string, Extra][] = [];
    for (const [route, call] of Object.entries(calls)) {
      const headers = { 'idempotency-key': randomUUID() };
      refusedUnder.push([route, { headers }]);
      for (const node of nodes) {
        expect([route, await statusOf(call(60, node, extra))]).toEqual([route, 401]);
        expect([route, await statusOf(call(60, node, { ...extra, headers }))]).toEqual([route, 401]);
        expect([route, await statusOf(call(60, node, { ...extra, revision: 1 }))]).toEqual([route, 401]);
      }
    }
    for (const node of nodes) expect(await statusOf(first(50, node, { ...extra, headers: { 'idempotency-key': key } }))).toBe(401);
    const { rows } = await sql`select 1 from estimate_rows where team_id = ${person.teamId} and quantity = 60`.execute(
      server.database.query,
    );
    expect(rows).toEqual([]);
    const password = way === 'a new password' ? OTHER : PASSWORD;
    const again = await server.call('POST /token/', { body: { email: person.email, password } });
    for (const [route, under] of refusedUnder) {
      const call = calls[route as keyof typeof calls];
      expect([route, await statusOf(call(60, server, { ...under, access: again.access }))]).toEqual([route, 200]);
    }
    for (const node of nodes.slice(1)) await node.close();
  });
}

test('a former member edits nothing with an earlier token', async () => {
  const owner = await server.person();
  const calls = await callsOf(owner);
  const left = await server.person({ teamId: owner.teamId, role: 'regular' });
  const extra = { access: left.tokens.access };
  for (const call of Object.values(calls)) expect(await statusOf(call(1, server, extra))).toBe(200);
  await sql`delete from members where user_id = ${left.id}`.execute(server.database.query);
  for (const call of Object.values(calls)) expect(await statusOf(call(2, server, extra))).toBe(404);
});
