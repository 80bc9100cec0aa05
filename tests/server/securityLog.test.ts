import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FROM_INSIDE } from '../../server/http/from.ts';
import { recordSecurity } from '../../server/securityLog/record.ts';
import { PASSWORD, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const entries = (teamId: number) =>
  server.database.query.selectFrom('security_log').selectAll().where('team_id', '=', teamId).orderBy('id').execute();

test('a sign-in is recorded for each team of the person, with the device in our words, and told in the log without a name', async () => {
  const { id, email, teamId } = await server.person();
  const told = server.said('Security: sign_in (');
  await server.call('POST /token/', { body: { email, password: PASSWORD } }, { headers: { 'user-agent': FIREFOX } });
  const found = await entries(teamId);
  expect(found.at(-1)).toMatchObject({
    kind: 'sign_in',
    user_id: id,
    user_name: email,
    becomes: 'password',
    address: '127.0.0.1',
    device: 'Firefox, Windows',
  });
  expect(await told).toContain(`Security: sign_in (kind sign_in, user ${id}, from 127.0.0.1, device Firefox, Windows)`);
  const family = await server.database.query
    .selectFrom('refresh_families')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(family).toMatchObject({ device: 'Firefox, Windows', address: '127.0.0.1', methods: ['password'] });
});

test('nobody changes an entry, removes one before its time, or empties the log', async () => {
  const { id, teamId } = await server.person();
  const { query } = server.database;
  const isRefused = (work: Promise<unknown>) =>
    work.then(
      () => false,
      (error: unknown) => /append-only|never emptied/.test(String(error)),
    );
  await recordSecurity(query, { kind: 'role_changed', userId: id, teamId, from: FROM_INSIDE, on: { was: 'admin', becomes: 'regular' } });
  expect(await isRefused(sql`update security_log set kind = 'sign_in' where team_id = ${teamId}`.execute(query))).toBe(true);
  expect(await isRefused(sql`delete from security_log where team_id = ${teamId}`.execute(query))).toBe(true);
  expect(await isRefused(sql`truncate security_log`.execute(query))).toBe(true);
  const shortened = query.transaction().execute(async (tx) => {
    await sql`set local actum.security_log_days = '0'`.execute(tx);
    await sql`delete from security_log where team_id = ${teamId}`.execute(tx);
  });
  expect(await isRefused(shortened)).toBe(true);
  expect((await entries(teamId)).map(({ kind }) => kind)).toContain('role_changed');
});

test('an entry of a transaction that fails is neither kept nor told', async () => {
  const { id, teamId } = await server.person();
  const { query } = server.database;
  const record = (kind: 'link_made' | 'link_withdrawn') => (tx: typeof query) =>
    recordSecurity(tx, { kind, userId: id, teamId, from: FROM_INSIDE });
  const failing = query.transaction().execute(async (tx) => {
    await record('link_made')(tx);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const told = server.said(`team ${teamId}`);
  await query.transaction().execute(record('link_withdrawn'));
  expect(await told).toContain('link_withdrawn');
  expect((await entries(teamId)).map(({ kind }) => kind)).not.toContain('link_made');
});
