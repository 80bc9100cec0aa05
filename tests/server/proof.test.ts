import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The person proved who they are so many minutes ago, in every login they have. */
const provedBefore = ({ id }: Person, minutes: number) =>
  sql`update refresh_families set proved_at = now() - make_interval(mins => ${minutes}::int) where user_id = ${id}`.execute(
    server.database.query,
  );
const needed = { status: 403, body: { detail: 'Confirm that it is you to go on', code: 'proof_needed' } };

test('a proof counts for fifteen minutes, in the login that gave it', async () => {
  const ann = await server.person();
  const member = await server.person({ teamId: ann.teamId, role: 'regular' });
  const change = (role: 'admin' | 'regular', access = ann.tokens.access) =>
    ann.call('PATCH /teams/:id/members/:userId/', { params: { id: ann.teamId, userId: member.id }, body: { role } }, { access });
  await provedBefore(ann, 14);
  expect(await change('admin')).toMatchObject({ role: 'admin' });
  await provedBefore(ann, 16);
  expect(await refusal(change('regular'))).toEqual(needed);
  const other = await server.call('POST /token/', { body: { email: ann.email, password: PASSWORD } });
  expect(await refusal(change('regular'))).toEqual(needed);
  expect(await change('regular', other.access)).toMatchObject({ role: 'regular' });
  await provedBefore(ann, 16);
  await ann.call('POST /proof/', { body: { password: PASSWORD } }, { access: other.access });
  expect(await refusal(change('admin'))).toEqual(needed);
  await ann.call('POST /proof/', { body: { password: PASSWORD } });
  expect(await change('admin')).toMatchObject({ role: 'admin' });
});

test('who may not make the call is told so, and not asked for proof', async () => {
  const ann = await server.person();
  const member = await server.person({ teamId: ann.teamId, role: 'regular' });
  await provedBefore(member, 16);
  const params = { id: ann.teamId, userId: ann.id };
  expect(await refusal(member.call('PATCH /teams/:id/members/:userId/', { params, body: { role: 'admin' } }))).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
});

test('a wrong password proves nothing, nor does a session that has ended', async () => {
  const ann = await server.person();
  await provedBefore(ann, 16);
  expect(await refusal(ann.call('POST /proof/', { body: { password: 'not-the-one' } }))).toEqual({
    status: 400,
    body: { password: ['This is not your current password'] },
  });
  const params = { id: ann.teamId, userId: ann.id };
  expect(await refusal(ann.call('PATCH /teams/:id/members/:userId/', { params, body: { role: 'admin' } }))).toEqual(needed);
  await server.call('POST /logout/', { body: { refresh: ann.tokens.refresh } });
  expect(await refusal(ann.call('POST /proof/', { body: { password: PASSWORD } }))).toMatchObject({ status: 401 });
});
