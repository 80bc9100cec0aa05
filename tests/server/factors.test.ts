import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { SecondStepGiven } from '../../domain/api/factors.ts';
import { SecondStepNeeded } from '../../domain/api/people.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://actum.example' });
});
afterAll(() => server.close());
beforeEach(() => server.database.query.deleteFrom('attempts').execute());
const HALF_MINUTE = 30_000;
/** The clock is stopped in the middle of a half minute, so that no code expires before its use. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / HALF_MINUTE) + 0.5) * HALF_MINUTE });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The code an app shows so many half minutes from now. */
const codeOf = (secret: string, away = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + away * HALF_MINUTE });
/** Half minutes pass: used codes count as used long ago. */
const later = (person: Person) =>
  server.database.query.updateTable('factors').set({ last_step: 1 }).where('user_id', '=', person.id).execute();

async function withApp(person: Person): Promise<{ secret: string; codes: readonly string[]; id: number }> {
  const { secret } = await person.call('POST /factors/app/', {});
  const { factor, recovery_codes } = await person.call('POST /factors/app/confirm/', { body: { name: 'Phone', code: codeOf(secret) } });
  await later(person);
  return { secret, codes: recovery_codes ?? [], id: factor.id };
}

/** The ticket that a right password gives somebody with a factor. */
async function ticketFor(person: Person, password = PASSWORD) {
  const error = await server.call('POST /token/', { body: { email: person.email, password } }).catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused) || error.code !== 'second_factor_needed') throw error;
  return { status: error.status, ...v.parse(SecondStepNeeded, error.body) };
}
const finish = (ticket: string, given: SecondStepGiven) => server.call('POST /token/factor/', { body: { ticket, given } });
const wrongCode = { status: 400, body: { code: ['The code is not right. Codes change every 30 seconds: enter the one shown now'] } };
const usedCode = { status: 400, body: { code: ['This code has been used. Wait until the app shows the next one'] } };
const over = { status: 400, body: { detail: 'This took too long, or has already been done. Start again', code: 'ticket_over' } };

test('an authenticator app is added after a correct code, with ten recovery codes that are shown once', async () => {
  const ann = await server.person();
  const { secret, uri } = await ann.call('POST /factors/app/', {});
  expect(uri).toBe(`otpauth://totp/Actum:${encodeURIComponent(ann.email)}?issuer=Actum&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
  const confirm = (code: string) => ann.call('POST /factors/app/confirm/', { body: { name: 'Phone', code } });
  expect(await refusal(confirm('000000'))).toEqual(wrongCode);
  expect(await refusal(confirm('nonsense'))).toEqual(wrongCode);
  const { factor, recovery_codes } = await confirm(codeOf(secret));
  expect(factor).toMatchObject({ kind: 'app', name: 'Phone', last_used_at: null });
  expect(new Set(recovery_codes).size).toBe(10);
  for (const code of recovery_codes ?? []) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  expect(await ann.call('GET /factors/', {})).toEqual({ factors: [factor], recovery_codes: 10, passkeys_at: 'https://actum.example' });
  // It was begun once and is added once.
  expect(await refusal(confirm(codeOf(secret, 1)))).toEqual(over);
  const { rows } = await sql<{ text: string }>`select row_to_json(f)::text as text from factors f where user_id = ${ann.id}
    union all select row_to_json(c)::text from recovery_codes c where user_id = ${ann.id}`.execute(server.database.query);
  expect(rows.filter(({ text }) => text.includes(secret) || recovery_codes?.some((code) => text.includes(code.replace('-', ''))))).toEqual(
    [],
  );
});

test('with an app the password alone does not sign in; a code completes it, once', async () => {
  const ann = await server.person();
  const { secret } = await withApp(ann);
  const { ticket, status, steps } = await ticketFor(ann);
  expect({ status, steps }).toEqual({ status: 403, steps: ['code', 'recovery_code'] });
  expect(await refusal(finish(ticket, { code: '12345' }))).toEqual(wrongCode);
  const code = codeOf(secret);
  const { access } = await finish(ticket, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect((await server.call('GET /profile/', {}, { access })).id).toBe(ann.id);
  // The ticket is used, and so is the code: under another ticket too, and the one before it.
  expect(await refusal(finish(ticket, { code: codeOf(secret, 1) }))).toEqual(over);
  const again = await ticketFor(ann);
  expect(await refusal(finish(again.ticket, { code }))).toEqual(usedCode);
  expect(await refusal(finish(again.ticket, { code: codeOf(secret, -1) }))).toEqual(usedCode);
  await finish(again.ticket, { code: codeOf(secret, 1) });
});

test('a wrong password reveals nothing about factors and gives no ticket', async () => {
  const ann = await server.person();
  await withApp(ann);
  const bad = { status: 400, body: { code: 'bad_credentials' } };
  expect(await refusal(server.call('POST /token/', { body: { email: ann.email, password: 'not-the-one' } }))).toMatchObject(bad);
});

test('a ticket belongs to one person, lasts five minutes, and ends when the password changes', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const { secret } = await withApp(ann);
  const ofBob = await withApp(bob);
  const { ticket } = await ticketFor(ann);
  expect(await refusal(finish(ticket, { code: codeOf(ofBob.secret) }))).toEqual(wrongCode);
  expect(await refusal(finish(ticket, { recovery_code: ofBob.codes[0] ?? '' }))).toMatchObject({ status: 400 });
  await sql`update factor_tickets set expires_at = now() - interval '1 second'`.execute(server.database.query);
  expect(await refusal(finish(ticket, { code: codeOf(secret) }))).toEqual(over);
  expect(await refusal(finish('made up', { code: codeOf(secret) }))).toEqual(over);
  const before = await ticketFor(ann);
  await ann.call('POST /profile/password/', { body: { old: PASSWORD, new: 'a dry cellar' } });
  expect(await refusal(finish(before.ticket, { code: codeOf(secret) }))).toEqual(over);
});

test('of two sign-ins with one ticket, and of two with one code, one succeeds', async () => {
  const ann = await server.person();
  const { secret, codes } = await withApp(ann);
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'in',
      () => 'out',
    );
  const code = codeOf(secret);
  const [one, other] = [await ticketFor(ann), await ticketFor(ann)];
  expect((await Promise.all([finish(one.ticket, { code }), finish(other.ticket, { code })].map(outcome))).sort()).toEqual(['in', 'out']);
  const third = await ticketFor(ann);
  const both = [finish(third.ticket, { recovery_code: codes[0] ?? '' }), finish(third.ticket, { recovery_code: codes[1] ?? '' })];
  expect((await Promise.all(both.map(outcome))).sort()).toEqual(['in', 'out']);
});

test('a recovery code works once, in any spelling; new codes end the earlier ones', async () => {
  const ann = await server.person();
  const { codes } = await withApp(ann);
  const [first = '', second = '', third = ''] = codes;
  await finish((await ticketFor(ann)).ticket, { recovery_code: first.toLowerCase().replace('-', ' ') });
  const wrong = { status: 400, body: { recovery_code: ['This is not one of your recovery codes, or it has been used'] } };
  const { ticket } = await ticketFor(ann);
  expect(await refusal(finish(ticket, { recovery_code: first }))).toEqual(wrong);
  await finish(ticket, { recovery_code: second });
  expect((await ann.call('GET /factors/', {})).recovery_codes).toBe(8);
  const { recovery_codes } = await ann.call('POST /factors/recovery_codes/', {});
  const next = await ticketFor(ann);
  expect(await refusal(finish(next.ticket, { recovery_code: third }))).toEqual(wrong);
  await finish(next.ticket, { recovery_code: recovery_codes[9] ?? '' });
});

test('only ten wrong codes an hour are checked for one person, whatever the tickets', async () => {
  const ann = await server.person();
  const { secret } = await withApp(ann);
  const { ticket } = await ticketFor(ann);
  expect(await refusal(finish(ticket, { code: '000000' }))).toEqual(wrongCode);
  await server.database.query.updateTable('attempts').set({ count: 10 }).where('key', 'like', 'factor:account:%').execute();
  const { ticket: another } = await ticketFor(ann);
  expect(await refusal(finish(another, { code: codeOf(secret) }))).toMatchObject({
    status: 429,
    body: { code: 'too_many_attempts_on_account' },
  });
});

test('after a password recovery the second step is still needed', async () => {
  const ann = await server.person();
  const { secret } = await withApp(ann);
  await server.call('POST /forgot/', { body: { email: ann.email } });
  // The first mail reports the added app.
  const hash = (await server.mailsTo(ann.email, 2)).at(-1)?.hash ?? '';
  await server.call('POST /password_recovery/', { body: { hash, password: 'a dry cellar' } });
  const { ticket } = await ticketFor(ann, 'a dry cellar');
  await finish(ticket, { code: codeOf(secret) });
});

test('no second step signs in a disabled account', async () => {
  const ann = await server.person();
  const { secret } = await withApp(ann);
  const { ticket } = await ticketFor(ann);
  await server.database.query.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ann.id).execute();
  expect(await refusal(finish(ticket, { code: codeOf(secret) }))).toEqual(over);
});

test('only their person renames and removes factors; removing the last one removes the codes, and the password signs in', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const { id } = await withApp(ann);
  const params = { id };
  expect(await refusal(bob.call('PATCH /factors/:id/', { params, body: { name: 'Mine' } }))).toMatchObject({ status: 404 });
  expect(await refusal(bob.call('DELETE /factors/:id/', { params }))).toMatchObject({ status: 404 });
  expect(await ann.call('PATCH /factors/:id/', { params, body: { name: 'Old phone' } })).toMatchObject({ id, name: 'Old phone' });
  await ann.call('DELETE /factors/:id/', { params });
  expect(await ann.call('GET /factors/', {})).toMatchObject({ factors: [], recovery_codes: 0 });
  expect(await refusal(ann.call('POST /factors/recovery_codes/', {}))).toMatchObject({ status: 409, body: { code: 'no_factor_yet' } });
  await server.call('POST /token/', { body: { email: ann.email, password: PASSWORD } });
});

test('adding and removing need a proof, which a code gives', async () => {
  const ann = await server.person();
  const { secret, id } = await withApp(ann);
  await sql`update refresh_families set proved_at = now() - interval '16 minutes' where user_id = ${ann.id}`.execute(server.database.query);
  const needed = { status: 403, body: { code: 'proof_needed' } };
  for (const call of [
    () => ann.call('POST /factors/app/', {}),
    () => ann.call('POST /factors/app/confirm/', { body: { name: 'X', code: '1' } }),
    () => ann.call('POST /factors/passkey/', {}),
    () => ann.call('POST /factors/recovery_codes/', {}),
    () => ann.call('DELETE /factors/:id/', { params: { id } }),
  ])
    expect(await refusal(call())).toMatchObject(needed);
  expect(await ann.call('GET /proof/', {})).toEqual({ proofs: ['code', 'password'] });
  expect(await refusal(ann.call('POST /proof/', { body: { code: '000000' } }))).toEqual(wrongCode);
  await ann.call('POST /proof/', { body: { code: codeOf(secret) } });
  await ann.call('DELETE /factors/:id/', { params: { id } });
});
