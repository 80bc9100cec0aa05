import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refused } from '../../domain/api/call.ts';
import type { SecondStepGiven } from '../../domain/api/factors.ts';
import { Authenticator } from './authenticator.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

const ORIGIN = 'https://actum.example';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: ORIGIN });
});
afterAll(() => server.close());
beforeEach(() => server.database.query.deleteFrom('attempts').execute());

type Asked = { readonly challenge: string };
const refused = { status: 400, body: { detail: 'This passkey was not accepted. Try again, or use another way', code: 'passkey_refused' } };
const over = { status: 400, body: { code: 'ticket_over' } };

const begin = async (person: Person) => (await person.call('POST /factors/passkey/', {})) as unknown as Asked;
const confirm = (person: Person, passkey: ReturnType<Authenticator['make']>) =>
  person.call('POST /factors/passkey/confirm/', { body: { name: 'Laptop', passkey } });
async function withPasskey(person: Person): Promise<Authenticator> {
  const key = new Authenticator({ origin: ORIGIN });
  await confirm(person, key.make(await begin(person)));
  return key;
}
const finish = (ticket: string, given: SecondStepGiven) => server.call('POST /token/factor/', { body: { ticket, given } });
/** A challenge for any holder of a passkey. */
async function alone() {
  const { ticket, options } = await server.call('POST /token/passkey/', { body: {} });
  return { ticket, options: options as unknown as Asked };
}
/** A challenge for the second step of a person. */
async function second(person: Person) {
  const error = await server.call('POST /token/', { body: { email: person.email, password: PASSWORD } }).catch((thrown: unknown) => thrown);
  const { ticket } = (error as Refused).body as { readonly ticket: string };
  const { options } = await server.call('POST /token/passkey/', { body: { ticket } });
  return { ticket, options: options as unknown as Asked };
}
const personOf = async ({ access }: { readonly access: string }) => (await server.call('GET /profile/', {}, { access })).id;

test('a passkey is added, signs in alone, and finishes a sign-in with the password', async () => {
  const ann = await server.person();
  const options = await ann.call('POST /factors/passkey/', {});
  expect(options).toMatchObject({ rp: { id: 'actum.example', name: 'Actum' }, user: { name: ann.email } });
  const key = new Authenticator({ origin: ORIGIN });
  const { factor, recovery_codes } = await confirm(ann, key.make(options as unknown as Asked));
  expect(factor).toMatchObject({ kind: 'passkey', name: 'Laptop' });
  expect(recovery_codes).toHaveLength(10);
  const first = await alone();
  expect(await personOf(await finish(first.ticket, { passkey: key.sign(first.options) }))).toBe(ann.id);
  const then = await second(ann);
  expect(then.options).toMatchObject({ allowCredentials: [{ id: factor.kind === 'passkey' ? key.id.toString('base64url') : '' }] });
  expect(await personOf(await finish(then.ticket, { passkey: key.sign(then.options, { verifies: false }) }))).toBe(ann.id);
  expect((await ann.call('GET /factors/', {})).factors[0]?.last_used_at).not.toBe(null);
});

test('a passkey alone is accepted only from an authenticator that verified its user', async () => {
  const key = await withPasskey(await server.person());
  const { ticket, options } = await alone();
  expect(options).toMatchObject({ userVerification: 'required', rpId: 'actum.example' });
  expect(await refusal(finish(ticket, { passkey: key.sign(options, { verifies: false }) }))).toEqual(refused);
});

test('a challenge can be signed once, and only the one of this ticket', async () => {
  const ann = await server.person();
  const key = await withPasskey(ann);
  const { ticket, options } = await alone();
  const signed = key.sign(options);
  await finish(ticket, { passkey: signed });
  expect(await refusal(finish(ticket, { passkey: signed }))).toMatchObject(over);
  const other = await alone();
  expect(await refusal(finish(other.ticket, { passkey: signed }))).toEqual(refused);
  // A refusal uses the ticket up, so that nobody can try signatures on one challenge.
  expect(await refusal(finish(other.ticket, { passkey: key.sign(other.options) }))).toMatchObject(over);
  // A signature for signing in by passkey alone does not finish a sign-in by password, nor the other way round.
  const [free, bound] = [await alone(), await second(ann)];
  expect(await refusal(finish(bound.ticket, { passkey: key.sign(free.options) }))).toEqual(refused);
  expect(await refusal(finish(free.ticket, { passkey: key.sign(bound.options) }))).toEqual(refused);
  const late = await alone();
  await sql`update factor_tickets set expires_at = now() - interval '1 second'`.execute(server.database.query);
  expect(await refusal(finish(late.ticket, { passkey: key.sign(late.options) }))).toMatchObject(over);
});

test.each([
  ['another origin', { origin: 'https://actum.example.evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['the address without encryption', { origin: 'http://actum.example' }],
  ['a counter that does not rise', { counter: 1 }],
] as const)('a passkey from %s is refused', async (_, other) => {
  const ann = await server.person();
  const key = await withPasskey(ann);
  const first = await alone();
  await finish(first.ticket, { passkey: key.sign(first.options) });
  const { ticket, options } = await alone();
  expect(await refusal(finish(ticket, { passkey: key.sign(options, other) }))).toEqual(refused);
});

test('an unknown passkey, or one of another person, opens nothing', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const [ofBob] = [await withPasskey(bob), await withPasskey(ann)];
  const { ticket, options } = await alone();
  expect(await refusal(finish(ticket, { passkey: new Authenticator({ origin: ORIGIN }).sign(options) }))).toMatchObject({
    status: 400,
    body: { code: 'passkey_unknown' },
  });
  const ofAnn = await second(ann);
  expect(await refusal(finish(ofAnn.ticket, { passkey: ofBob.sign(ofAnn.options) }))).toEqual(refused);
  // Somebody else's key pair under the id of a known passkey.
  const forger = new Authenticator({ origin: ORIGIN });
  const free = await alone();
  const forged = { ...forger.sign(free.options), id: ofBob.id.toString('base64url'), rawId: ofBob.id.toString('base64url') };
  expect(await refusal(finish(free.ticket, { passkey: forged }))).toEqual(refused);
});

test('a passkey is made for the login that asked for it, once, at this site, for one person', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const key = new Authenticator({ origin: ORIGIN });
  const asked = await begin(ann);
  expect(await refusal(confirm(bob, key.make(asked)))).toMatchObject(over);
  expect(await refusal(confirm(ann, key.make(asked, { origin: 'https://evil.example' })))).toEqual(refused);
  expect(await refusal(confirm(ann, key.make(asked)))).toMatchObject(over);
  const other = await server.call('POST /token/', { body: { email: ann.email, password: PASSWORD } });
  const again = await begin(ann);
  expect(
    await refusal(ann.call('POST /factors/passkey/confirm/', { body: { name: 'X', passkey: key.make(again) } }, { access: other.access })),
  ).toMatchObject(over);
  await confirm(ann, key.make(again));
  expect(await refusal(confirm(bob, key.make(await begin(bob))))).toEqual(refused);
});

test('a passkey gives a proof for this login, once', async () => {
  const ann = await server.person();
  const key = await withPasskey(ann);
  const prove = (passkey: ReturnType<Authenticator['sign']>) => ann.call('POST /proof/', { body: { passkey } });
  const ask = async () => (await ann.call('POST /proof/passkey/', {})) as unknown as Asked;
  expect(await ann.call('GET /proof/', {})).toEqual({ proofs: ['passkey', 'password'] });
  await sql`update refresh_families set proved_at = now() - interval '16 minutes' where user_id = ${ann.id}`.execute(server.database.query);
  expect(await refusal(prove(key.sign(await ask(), { verifies: false })))).toEqual(refused);
  const signed = key.sign(await ask());
  expect(await ann.call('POST /factors/app/', {}).catch((error: Refused) => error.code)).toBe('proof_needed');
  await prove(signed);
  expect(await ann.call('POST /factors/app/', {})).toHaveProperty('secret');
  expect(await refusal(prove(signed))).toEqual(refused);
});

test('a disabled account cannot sign in by its passkey', async () => {
  const ann = await server.person();
  const key = await withPasskey(ann);
  await server.database.query.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ann.id).execute();
  const { ticket, options } = await alone();
  expect(await refusal(finish(ticket, { passkey: key.sign(options) }))).toMatchObject({ status: 400, body: { code: 'account_disabled' } });
});

test('a passkey that a stranger added is removed once the owner reports it; the factors of other people stay', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const key = await withPasskey(ann);
  await withPasskey(bob);
  const others = await bob.call('GET /factors/', {});
  expect(others).toMatchObject({ factors: [{}], recovery_codes: 10 });
  const [mail] = await server.mailsTo(ann.email);
  expect(mail?.subject).toBe('A way to log in was added to your Actum account');
  await server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } });
  const { ticket, options } = await alone();
  expect(await refusal(finish(ticket, { passkey: key.sign(options) }))).toMatchObject({ status: 400, body: { code: 'passkey_unknown' } });
  expect(await bob.call('GET /factors/', {})).toEqual(others);
});
