import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../server/letters/texts.ts';
import { letterFor } from '../../server/letters/wanted.ts';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://estimates.example' });
});
afterAll(() => server.close());

const register = (email: string, extra: { readonly name?: string; readonly password?: string; readonly language?: 'lv' | 'de' } = {}) =>
  server.call('POST /register/', { body: { name: 'Ann', password: PASSWORD, email, ...extra } });
const confirm = (hash: string) => server.call('POST /confirm_email/', { body: { hash } });
const resend = (email: string) => server.call('POST /confirm_email/resend/', { body: { email } });
const signIn = (email: string, password = PASSWORD) => server.call('POST /token/', { body: { email, password } });
const invalid = { status: 400, body: { detail: 'Confirmation code is invalid', code: 'confirmation_invalid' } };

test('a new person confirms the address by the mailed link, signs in and has a team of their own', async () => {
  expect(await register('ann@example.com')).toEqual({
    detail: 'Open the link we have sent to ann@example.com to confirm your email, then log in',
  });
  expect(await refusal(signIn('ann@example.com'))).toMatchObject({ status: 400, body: { code: 'email_unconfirmed' } });
  const [mail] = await server.mailsTo('ann@example.com');
  expect(mail).toEqual({
    to: 'ann@example.com',
    subject: 'Confirm your email for Actum',
    link: `https://estimates.example/confirm-email/${mail?.hash}`,
    hash: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await confirm(mail?.hash ?? '')).toEqual({ detail: 'Email has been successfully confirmed' });
  const { access } = await signIn('ann@example.com');
  expect(await server.call('GET /profile/', {}, { access })).toEqual({
    id: expect.any(Number),
    email: 'ann@example.com',
    name: 'Ann',
    language: 'en',
    teams: [{ id: expect.any(Number), name: "Ann's team", role: 'owner' }],
  });
});

test('a link that is wrong, used or expired confirms nothing', async () => {
  expect(await refusal(confirm('nothing'))).toEqual(invalid);
  await register('used@example.com');
  const [used] = await server.mailsTo('used@example.com');
  await confirm(used?.hash ?? '');
  expect(await refusal(confirm(used?.hash ?? ''))).toEqual(invalid);
  await register('late@example.com');
  const [late] = await server.mailsTo('late@example.com');
  await server.database.query
    .updateTable('registration_links')
    .set({ expires_at: new Date(0) })
    .execute();
  expect(await refusal(confirm(late?.hash ?? ''))).toEqual(invalid);
});

test('a taken address is refused at its field', async () => {
  const { email } = await server.person();
  expect(await refusal(register(email.toUpperCase()))).toEqual({
    status: 400,
    body: { email: ['An account with this address exists. Log in instead'] },
  });
});

const FIRST = { name: 'Ann', password: 'typed-by-ann' };
const SECOND = { name: 'Mallory', password: 'typed-by-mallory' };
/** An address registered by two people, and the links mailed for each. */
async function registeredTwice(email: string) {
  await register(email, FIRST);
  const [first] = await server.mailsTo(email);
  await register(email, SECOND);
  const [, second] = await server.mailsTo(email, 2);
  return { first: first?.hash ?? '', second: second?.hash ?? '', paths: [first, second].map((mail) => mail?.link.split('/')[3]) };
}
const profile = async (email: string, password: string) =>
  server.call('GET /profile/', {}, { access: (await signIn(email, password)).access });
const recover = (hash: string, password: string) => server.call('POST /password_recovery/', { body: { hash, password } });
const bad = { status: 400, body: { detail: 'The email or the password is wrong', code: 'bad_credentials' } };
const unusable = { status: 400, body: { detail: 'This link has been used or has expired. Ask for a new one', code: 'recovery_invalid' } };

test.each([
  ['first', FIRST, SECOND],
  ['second', SECOND, FIRST],
] as const)('of an address registered twice the %s link confirms its own registration alone', async (which, own, other) => {
  const email = `${which}@twice.example`;
  const links = await registeredTwice(email);
  await confirm(links[which]);
  expect(await refusal(signIn(email, other.password))).toEqual(bad);
  expect(await profile(email, own.password)).toMatchObject({ name: own.name, teams: [{ name: `${own.name}'s team`, role: 'owner' }] });
  for (const hash of [links.first, links.second]) {
    expect(await refusal(confirm(hash))).toEqual(invalid);
    expect(await refusal(recover(hash, 'typed-later'))).toEqual(unusable);
  }
  expect(await refusal(register(email))).toMatchObject({ status: 400 });
});

test('the mails of a second registration, and of every link requested after it, ask their reader to choose the password', async () => {
  const email = 'owner@choice.example';
  const { second, paths } = await registeredTwice(email);
  await resend(email);
  const [, , again] = await server.mailsTo(email, 3);
  expect([...paths, again?.link.split('/')[3]]).toEqual(['confirm-email', 'password-recovery', 'password-recovery']);
  await recover(again?.hash ?? '', 'chosen-by-reader');
  for (const { password } of [FIRST, SECOND]) expect(await refusal(signIn(email, password))).toEqual(bad);
  expect(await profile(email, 'chosen-by-reader')).toMatchObject({ name: 'Mallory', teams: [{ role: 'owner' }] });
  expect(await refusal(recover(second, 'chosen-later'))).toEqual(unusable);
});

test('a mail that is written only after its address was registered again is about its own registration', async () => {
  const email = 'delayed@choice.example';
  await register(email, { ...FIRST, language: 'lv' });
  await register(email, SECOND);
  await server.mailsTo(email, 2);
  const { query } = server.database;
  const { id } = await query
    .selectFrom('registrations')
    .select('id')
    .where('email', '=', email)
    .where('name', '=', FIRST.name)
    .executeTakeFirstOrThrow();
  const letter = await query
    .transaction()
    .execute((tx) => letterFor(tx, { kind: 'confirmation', email, registrationId: id }, 'https://estimates.example'));
  expect(letter?.subject).toBe(TEXTS.lv.confirmationByChoice({ name: FIRST.name }).subject);
  await recover(letter?.link.split('/').at(-1) ?? '', 'chosen-late');
  expect(await profile(email, 'chosen-late')).toMatchObject({ name: FIRST.name, language: 'lv' });
});

test('a forgotten password can be set again before the address is confirmed, by a link that confirms nothing else', async () => {
  const email = 'forgot@pending.example';
  await register(email, FIRST);
  await server.mailsTo(email);
  await server.call('POST /forgot/', { body: { email } });
  const hash = (await server.mailsTo(email, 2)).at(-1)?.hash ?? '';
  expect(await refusal(confirm(hash))).toEqual(invalid);
  await recover(hash, 'chosen-anew');
  expect(await refusal(signIn(email, FIRST.password))).toEqual(bad);
  expect(await profile(email, 'chosen-anew')).toMatchObject({ name: FIRST.name });
});

test('a waiting registration is only revealed to its own password, and cannot sign in', async () => {
  const email = 'waiting@pending.example';
  await register(email, FIRST);
  expect(await refusal(signIn(email, FIRST.password))).toMatchObject({ status: 400, body: { code: 'email_unconfirmed' } });
  expect(await refusal(signIn(email, 'not-the-one'))).toEqual(bad);
  expect(await server.database.query.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
});

test('an accepted invitation makes the account, and ends registrations waiting for its address', async () => {
  const host = await server.person();
  const email = 'invited@pending.example';
  await register(email, SECOND);
  const [waiting] = await server.mailsTo(email);
  await host.call('POST /teams/:id/invitations/', { params: { id: host.teamId }, body: { email, role: 'regular' } });
  const hash = (await server.mailsTo(email, 2)).at(-1)?.hash ?? '';
  await server.call('POST /invitations/:hash/', { params: { hash }, body: FIRST });
  expect(await refusal(confirm(waiting?.hash ?? ''))).toEqual(invalid);
  expect(await refusal(signIn(email, SECOND.password))).toEqual(bad);
  expect(await profile(email, FIRST.password)).toMatchObject({ teams: [{ id: host.teamId, role: 'regular' }] });
});

test('both links opened at once make one account, with all details from one registration', async () => {
  const email = 'race@twice.example';
  const { first, second } = await registeredTwice(email);
  const outcomes = await Promise.allSettled([confirm(first), confirm(second), confirm(first), recover(second, 'typed-in-the-race')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  const users = await server.database.query.selectFrom('users').select('name').where('email', '=', email).execute();
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  const [name, password] = [
    [FIRST.name, FIRST.password],
    [SECOND.name, SECOND.password],
    [FIRST.name, FIRST.password],
    [SECOND.name, 'typed-in-the-race'],
  ][winner] as [string, string];
  expect(users).toEqual([{ name }]);
  expect((await profile(email, password)).teams.length).toBe(1);
});

test('a request to send the link again gets the same answer for every address, and sends only to a waiting one', async () => {
  await register('waits@example.com');
  await server.mailsTo('waits@example.com');
  const { email: confirmed } = await server.person();
  const answers = [await resend('unknown@example.com'), await resend(confirmed), await resend('waits@example.com')];
  expect(answers).toEqual(answers.map(() => ({ detail: 'If this address is waiting to be confirmed, a new link is on its way' })));
  const [first, second] = await server.mailsTo('waits@example.com', 2);
  expect(first?.hash).not.toBe(second?.hash);
  await confirm(first?.hash ?? '');
  expect(await refusal(confirm(second?.hash ?? ''))).toEqual(invalid);
  await register('last@example.com');
  await server.mailsTo('last@example.com');
  expect([await server.mailsTo('unknown@example.com', 0), await server.mailsTo(confirmed, 0)]).toEqual([[], []]);
});

test.each([
  ['lv', 'Apstipriniet savu e-pastu sistēmā Actum', 'Ann un komanda'],
  ['de', 'Bestätigen Sie Ihre E-Mail-Adresse für Actum', 'Team von Ann'],
] as const)('mails and the name of the team come in the language of the screen: %s', async (language, subject, team) => {
  const email = `${language}@example.com`;
  await register(email, { language });
  const [mail] = await server.mailsTo(email);
  expect(mail?.subject).toBe(subject);
  await confirm(mail?.hash ?? '');
  const { access } = await signIn(email);
  expect(await server.call('GET /profile/', {}, { access })).toMatchObject({ language, teams: [{ name: team }] });
});

test('the form is checked field by field', async () => {
  expect(await refusal(register('ann', { name: ' ', password: '12345' }))).toEqual({
    status: 400,
    body: {
      name: ['Value is required'],
      email: ['Value is not a valid email address'],
      password: ['This field should be at least 8 characters long'],
    },
  });
});

test('no usable link is stored', async () => {
  await register('kept@example.com');
  const [mail] = await server.mailsTo('kept@example.com');
  const links = await server.database.query.selectFrom('registration_links').select('hash').execute();
  expect(links.map(({ hash }) => hash)).not.toContain(mail?.hash);
});
