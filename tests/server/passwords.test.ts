import { argon2Sync, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const common = 'This is one of the most common passwords, which attackers try first. Choose another';
const own = 'Choose a password that is not based on your name, your address or your team';
const short = 'This field should be at least 8 characters long';
const refusedAt = (field: string, sentence: string) => ({ status: 400, body: { [field]: [sentence] } });

test('registering with a password that is short, common or made of one’s own details is refused', async () => {
  const register = (password: string) =>
    server.call('POST /register/', { body: { name: 'Anna Kalna', email: `anna-${password.length}@pine.example`, password } });
  expect(await refusal(register('1234567'))).toEqual(refusedAt('password', short));
  expect(await refusal(register('Password1'))).toEqual(refusedAt('password', common));
  expect(await refusal(register('annakalna26'))).toEqual(refusedAt('password', own));
  expect(await register('a dry cellar')).toMatchObject({ detail: expect.any(String) });
});

test('changing or recovering to a password made of the account’s name or teams is refused', async () => {
  const person = await server.person({ email: 'janis@beams.example' });
  await server.database.query.updateTable('teams').set({ name: 'Northern Beams' }).where('id', '=', person.teamId).execute();
  const change = (next: string) => person.call('POST /profile/password/', { body: { old: PASSWORD, new: next } });
  expect(await refusal(change('12345678'))).toEqual(refusedAt('new', common));
  expect(await refusal(change('northern-beams'))).toEqual(refusedAt('new', own));
  await server.call('POST /forgot/', { body: { email: person.email } });
  const hash = (await server.mailsTo(person.email))[0]?.hash ?? '';
  const recover = (password: string) => server.call('POST /password_recovery/', { body: { hash, password } });
  expect(await refusal(recover('sunshine1'))).toEqual(refusedAt('password', common));
  expect(await refusal(recover('janis.beams'))).toEqual(refusedAt('password', own));
  // The refusals did not use up the link.
  await recover('a dry cellar');
});

test('a newcomer by invitation is refused a password made of the team’s name or the invited address', async () => {
  const host = await server.person();
  await host.call('PATCH /teams/:id/', { params: { id: host.teamId }, body: { name: 'Pine Yard' } });
  await host.call('POST /teams/:id/invitations/', { params: { id: host.teamId }, body: { email: 'liga@slates.example', role: 'regular' } });
  const hash = (await server.mailsTo('liga@slates.example'))[0]?.hash ?? '';
  const join = (password: string) => server.call('POST /invitations/:hash/', { params: { hash }, body: { name: 'Līga', password } });
  expect(await refusal(join('pineyard2026'))).toEqual(refusedAt('password', own));
  expect(await refusal(join('slates liga'))).toEqual(refusedAt('password', own));
  expect(await refusal(join('trustno1'))).toEqual(refusedAt('password', common));
  expect(await join('a dry cellar')).toMatchObject({ name: 'Pine Yard' });
});

/** A hash as the product made them before it raised the parameters. */
function earlierHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(nonce)}$${unpadded(argon2Sync('argon2id', { message: password, nonce, ...cost }))}`;
}
const keep = (id: number, password: string) => server.database.query.updateTable('users').set({ password }).where('id', '=', id).execute();
const kept = async (id: number) =>
  (await server.database.query.selectFrom('users').select('password').where('id', '=', id).executeTakeFirstOrThrow()).password;

test('a sign-in replaces a hash of earlier parameters once, even when several come at once', async () => {
  const person = await server.person();
  await keep(person.id, earlierHash(PASSWORD));
  const signIn = () => server.call('POST /token/', { body: { email: person.email, password: PASSWORD } });
  await Promise.all([signIn(), signIn(), signIn()]);
  const raised = await kept(person.id);
  expect(raised).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
  await signIn();
  expect(await kept(person.id)).toBe(raised);
});

test('a wrong password replaces no hash', async () => {
  const person = await server.person();
  const earlier = earlierHash(PASSWORD);
  await keep(person.id, earlier);
  await refusal(server.call('POST /token/', { body: { email: person.email, password: 'not-the-one' } }));
  expect(await kept(person.id)).toBe(earlier);
});

test('a password changed while a sign-in replaces the hash stays changed', async () => {
  const person = await server.person();
  for (let count = 0; count < 2; count += 1) {
    const old = count === 0 ? PASSWORD : `a dry cellar ${count - 1}`;
    const next = `a dry cellar ${count}`;
    await keep(person.id, earlierHash(old));
    const outcomes = await Promise.allSettled([
      server.call('POST /token/', { body: { email: person.email, password: old } }),
      person.call('POST /profile/password/', { body: { old, new: next } }),
    ]);
    // Either the change came first, or it found that the hash had been made again; the two never undo each other.
    const isChanged = outcomes[1].status === 'fulfilled';
    person.tokens = await server.call('POST /token/', { body: { email: person.email, password: isChanged ? next : old } });
    await refusal(server.call('POST /token/', { body: { email: person.email, password: isChanged ? old : next } }));
    if (!isChanged) await person.call('POST /profile/password/', { body: { old, new: next } });
  }
});
