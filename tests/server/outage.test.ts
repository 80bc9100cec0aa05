/** A database that is away, stopped or out of reach: requests are answered 503 in bounded time, and everything recovers by itself afterwards. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openServer } from '../../server/db/postgres.ts';
import { hashPassword } from '../../server/people/passwords.ts';
import { TcpProxy } from '../faults/proxy.ts';
import { type Started, started } from '../served.ts';
import { PASSWORD } from './harness.ts';
import { following, socketTo } from './listening.ts';

const engine = inject('engine');
const EMAIL = 'ann@actum.example';
const json = { 'content-type': 'application/json' };

describe.runIf(engine.kind === 'postgres')('PostgreSQL', () => {
  const name = `outage_${randomUUID().replaceAll('-', '')}`;
  const folder = mkdtempSync(join(tmpdir(), 'actum-outage-'));
  let admin: pg.Client;
  let proxy: TcpProxy;
  let server: Started;
  let access = '';
  let projectId = 0;
  let taxId = 0;

  beforeAll(async () => {
    if (engine.kind !== 'postgres') return;
    admin = new pg.Client({ connectionString: engine.adminUrl });
    await admin.connect();
    await admin.query(`create database ${name} template ${engine.template}`);
    const direct = new URL(engine.adminUrl);
    const socket = join(direct.searchParams.get('host') ?? '', '.s.PGSQL.5432');
    direct.pathname = `/${name}`;
    const database = await openServer(direct.href);
    const user = await database.query
      .insertInto('users')
      .values({ email: EMAIL, name: 'Ann', password: await hashPassword(PASSWORD), confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const team = await database.query.insertInto('teams').values({ name: 'Team' }).returning('id').executeTakeFirstOrThrow();
    await database.query.insertInto('members').values({ team_id: team.id, user_id: user.id, role: 'owner' }).execute();
    await database.close();
    proxy = await TcpProxy.listen(() => [{ path: socket }]);
    server = await started({ DATA_DIR: folder, DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/${name}` });
    const signedIn = await ask<{ access: string }>('POST', '/token/', { email: EMAIL, password: PASSWORD });
    access = signedIn.body.access;
    projectId = (await ask<{ id: number }>('POST', '/projects', { team_id: team.id, name: 'Yard' })).body.id;
    const version = await ask<{ id: number }>('POST', `/projects/${projectId}/versions/`, { name: 'First' });
    taxId = (await ask<{ record: { id: number } }>('POST', `/versions/${version.body.id}/taxes/`, { name: 'VAT' })).body.record.id;
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
    await admin?.query(`drop database ${name} with (force)`);
    await admin?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask<T>(method: string, path: string, body?: unknown) {
    const response = await fetch(`${server.address}/api/v1${path}`, {
      method,
      headers: { ...json, ...(access !== '' && { authorization: `Bearer ${access}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as T };
  }
  let percent = 0;
  const edit = () => {
    percent += 1;
    return ask<unknown>('PUT', `/taxes/${taxId}/`, { percent_total: String(percent % 1000) });
  };
  const ready = async () => {
    const response = await fetch(`${server.address}/readyz`);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  /** The edit that is done once the database is back; those before it may be answered 503. */
  async function untilDone(): Promise<void> {
    for (;;) {
      const { status } = await edit();
      if (status === 200) return;
      expect(status).toBe(503);
    }
  }
  const follow = () => {
    const client = socketTo(server.address, access);
    const heard = following<{ recent_events: { type: string; id: number }[] }>(
      client,
      `subscription { recent_events(where: {project_id: {_eq: ${projectId}}}, order_by: {created_at: desc}, limit: 1) { id type } }`,
    );
    return { client, heard };
  };
  const latestEvent = async () => {
    const response = await fetch(`${server.address}/v1/graphql`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${access}` },
      body: JSON.stringify({
        query: `{ recent_events(where: {project_id: {_eq: ${projectId}}}, order_by: {created_at: desc}, limit: 1) { id type } }`,
      }),
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  beforeEach(untilDone);

  test('connections lost in use are answered 503 with the time to wait, live queries continue, and nobody is signed out', async () => {
    const { client, heard } = follow();
    await heard.count(1);
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const edits = Array.from({ length: 20 }, edit);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      for (const { status, retryAfter } of await Promise.all(edits)) {
        statuses.add(status);
        if (status === 503) expect(retryAfter).toBe('1');
      }
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await untilDone();
    const last = await latestEvent();
    while (JSON.stringify(heard.answers.at(-1)) !== JSON.stringify(last)) await heard.count(heard.answers.length + 1);
    await client.dispose();
  });

  test('when the database stops answering every request ends, /readyz names the part, and everything continues once it is back', async () => {
    const { client, heard } = follow();
    await heard.count(1);
    proxy.hold(['up', 'down']);
    const asked = [edit(), ask('GET', '/projects'), ...Array.from({ length: 15 }, edit)];
    expect(await ready()).toEqual({ status: 503, body: { status: 'not ready', parts: { database: expect.any(String) } } });
    for (const { status } of await Promise.all(asked)) expect(status).toBe(503);
    proxy.release('lost');
    await untilDone();
    expect((await ready()).status).toBe(200);
    const last = await latestEvent();
    while (JSON.stringify(heard.answers.at(-1)) !== JSON.stringify(last)) await heard.count(heard.answers.length + 1);
    await client.dispose();
  });

  test('an answer lost on one connection is noticed although other connections work', async () => {
    const edits = Array.from({ length: 8 }, edit);
    proxy.hold(['down']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    proxy.release('lost');
    for (const { status } of await Promise.all(edits)) expect([200, 503]).toContain(status);
    await untilDone();
  });

  test('no GraphQL request while the database is away stops the process', async () => {
    const { client, heard } = follow();
    await heard.count(1);
    proxy.hold(['up', 'down']);
    proxy.cut();
    const bySocket = ['{ unit { id } }', 'subscription { recent_events(where: {project_id: {_eq: 0}}) { id } }'].map(
      (query) => following(client, query).over,
    );
    const byLink = { ...json, 'act-public-key': 'anything' };
    const headers = { ...byLink, authorization: `Bearer ${access}` };
    const ask = async (query: string, given: HeadersInit = headers) => {
      const response = await fetch(`${server.address}/v1/graphql`, { method: 'POST', headers: given, body: JSON.stringify({ query }) });
      return [response.status, (await response.text()).includes('unavailable')];
    };
    const answers = await Promise.all([
      ask('{ __typename }'),
      ask('{ unit { id } }'),
      ask('{ __schema { queryType { name } } }'),
      // Nobody is told that their link is wrong.
      ask('subscription { public_act { id } }', { ...byLink, accept: 'text/event-stream' }),
    ]);
    expect(answers).toEqual([
      [200, false],
      [503, true],
      [200, false],
      [503, true],
    ]);
    const unavailable = [{ extensions: { code: 'unavailable' } }];
    expect(await Promise.all(bySocket)).toMatchObject([unavailable, unavailable]);
    proxy.release('cut');
    await client.dispose();
  });
});
