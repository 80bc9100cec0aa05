/** A new address of an account: requested, set by its link, and put back by the owner of the address before. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForAddress, takeAddress } from '../../server/accounts/address.ts';
import { readConfig } from '../../server/config.ts';
import { FROM_INSIDE } from '../../server/http/from.ts';
import { ADDRESSES_A_DAY } from '../../server/http/limits.ts';
import { removeOutdated } from '../../server/outdated.ts';
import { revokeFamily } from '../../server/people/tokens.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => server.database.query.deleteFrom('attempts').execute());

const someone = () => `${randomUUID()}@example.com`;
const NEW = 'a-new-secret';
const ask = (person: Person, email: string) => person.call('POST /profile/email/', { body: { email } });
const take = (person: Pick<Person, 'call'>, hash: string) => person.call('POST /profile/email/confirm/', { body: { hash } });
const notMe = (hash: string) => server.call('POST /not_me/', { body: { hash } });
const recover = (hash: string, password = NEW) => server.call('POST /password_recovery/', { body: { hash, password } });
const signIn = (email: string, password = PASSWORD) => server.call('POST /token/', { body: { email, password } });
/** The secret of the latest mail to an address with such a link. */
async function mailed(email: string, path: string, nth = 1): Promise<string> {
  for (let count = 1; ; count += 1) {
    const found = (await server.mailsTo(email, count)).filter(({ link }) => link.includes(path));
    if (found.length >= nth) return found.at(-1)?.hash ?? '';
  }
}
/** Asks for an address, and takes it. */
async function change(person: Person, email = someone()): Promise<string> {
  const before = (await server.mailsTo(email, 0)).filter(({ link }) => link.includes('/change-email/')).length;
  await ask(person, email);
  await take(person, await mailed(email, '/change-email/', before + 1));
  return email;
}
/** The link in the mail that notifies the previous address of the change. */
async function wayBack(email: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mail = (await server.mailsTo(email, count)).find(({ subject }) => subject === 'The address of your Actum account was changed');
    if (mail !== undefined) return mail.hash;
  }
}
const over = {
  status: 400,
  body: { code: 'address_link_invalid', detail: 'This link has been used or has expired. Ask for a new one in your account' },
};
const bad = { body: { code: 'bad_credentials' } };
const emailOf = async (id: number) =>
  (await server.database.query.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

test('the address changes when its link is used, and not before', async () => {
  const person = await server.person();
  const [was, becomes] = [person.email, someone()];
  expect(await ask(person, becomes)).toEqual({ detail: `We have sent a link to ${becomes}. Open it to use that address` });
  const [mail] = await server.mailsTo(becomes);
  expect(mail).toMatchObject({ subject: 'Your new address for Actum', link: `${server.address}/change-email/${mail?.hash}` });
  expect((await person.call('GET /profile/', {})).email).toBe(was);
  expect(await refusal(signIn(becomes))).toMatchObject(bad);
  expect(await take(person, mail?.hash ?? '')).toMatchObject({ id: person.id, email: becomes });
  expect(await refusal(take(person, mail?.hash ?? ''))).toEqual(over);
  expect(await refusal(signIn(was))).toMatchObject(bad);
  await signIn(becomes);
  const log = await server.database.query
    .selectFrom('security_log')
    .select(['kind', 'was', 'becomes'])
    .where('team_id', '=', person.teamId)
    .where('kind', 'like', 'address%')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { kind: 'address_asked', was: '', becomes: '' },
    { kind: 'address_changed', was, becomes },
  ]);
});

test('changing the address needs a proof and the person’s own session, because a mistyped address may be a stranger’s', async () => {
  const [person, stranger] = [await server.person(), await server.person()];
  await sql`update refresh_families set proved_at = now() - interval '16 minutes' where user_id = ${person.id}`.execute(
    server.database.query,
  );
  expect(await refusal(ask(person, someone()))).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
  await person.call('POST /proof/', { body: { password: PASSWORD } });
  const becomes = someone();
  await ask(person, becomes);
  const hash = await mailed(becomes, '/change-email/');
  expect(await refusal(server.call('POST /profile/email/confirm/', { body: { hash } }))).toMatchObject({ status: 401 });
  expect(await refusal(take(stranger, hash))).toMatchObject({ status: 403, body: { code: 'address_of_other' } });
  const { token } = await person.call('POST /profile/tokens/', { body: { name: 'A program', scope: 'all', days: 7 } });
  expect(await refusal(server.call('POST /profile/email/confirm/', { body: { hash } }, { access: token }))).toMatchObject({
    status: 403,
    body: { code: 'token_never' },
  });
  for (const opens of [() => recover(hash), () => notMe(hash), () => server.call('POST /confirm_email/', { body: { hash } })])
    expect((await refusal(opens())).status).toBe(400);
  expect(await emailOf(person.id)).toBe(person.email);
});

test('the person who asks does not learn whether an address has an account; the owner of the address does', async () => {
  const [person, other] = [await server.person(), await server.person()];
  const free = someone();
  const answers = await Promise.all([free, other.email].map(async (email) => (await ask(person, email)).detail.replace(email, '…')));
  expect(answers).toEqual(answers.map(() => 'We have sent a link to …. Open it to use that address'));
  const [mail] = await server.mailsTo(other.email);
  expect(mail).toMatchObject({ subject: 'Your address was given for another Actum account', link: `${server.address}/` });
  expect(await emailOf(other.id)).toBe(other.email);
  const { rows } = await sql<{ kind: string }>`select kind from person_links where user_id = ${person.id} and kind = 'address'`.execute(
    server.database.query,
  );
  expect(rows.length).toBeLessThanOrEqual(1);
});

test('one’s own address in any case is not a new address', async () => {
  const person = await server.person();
  expect(await refusal(ask(person, ` ${person.email.toUpperCase()} `))).toEqual({
    status: 400,
    body: { email: ['This is your address already'] },
  });
  expect(await refusal(ask(person, 'nobody'))).toMatchObject({ status: 400 });
});

test('a request ends with a later request, a changed password, the end of its session, or after a week', async () => {
  const person = await server.person();
  const [first, second, third, fourth] = [someone(), someone(), someone(), someone()];
  await ask(person, first);
  const firstLink = await mailed(first, '/change-email/');
  await ask(person, second);
  expect(await refusal(take(person, firstLink))).toEqual(over);
  const secondLink = await mailed(second, '/change-email/');
  await person.call('POST /profile/password/', { body: { old: PASSWORD, new: NEW } });
  expect(await refusal(take(person, secondLink))).toEqual(over);
  // Of a stranger's session that is ended.
  const stolen = await signIn(person.email, NEW);
  await server.call('POST /profile/email/', { body: { email: third } }, { access: stolen.access });
  const thirdLink = await mailed(third, '/change-email/');
  await person.call('POST /profile/sessions/end_others/', {});
  expect(await refusal(take(person, thirdLink))).toEqual(over);
  await ask(person, fourth);
  const fourthLink = await mailed(fourth, '/change-email/');
  await sql`update person_links set expires_at = now() where user_id = ${person.id}`.execute(server.database.query);
  expect(await refusal(take(person, fourthLink))).toEqual(over);
  expect(await emailOf(person.id)).toBe(person.email);
});

test('a session that ends while it asks for a change leaves no request', async () => {
  const person = await server.person();
  const { query } = server.database;
  const session = await query.selectFrom('refresh_families').select('id').where('user_id', '=', person.id).executeTakeFirstOrThrow();
  // The caller as admitted, whose session ended before the work of the call began.
  const caller = { userId: person.id, family: session.id, expiresAt: 0, teams: [], roles: new Map(), isProved: true };
  await revokeFamily(query, session.id);
  const around = { database: server.database, config: readConfig({ DATA_DIR: server.dataDir }), caller, from: FROM_INSIDE };
  await expect(askForAddress(around, someone())).rejects.toMatchObject({ status: 401 });
  expect(await query.selectFrom('address_changes').select('id').where('user_id', '=', person.id).execute()).toEqual([]);
});

test('where only single sign-on is allowed the company sets addresses, except for accounts that keep their password', async () => {
  const person = await server.person();
  const { query } = server.database;
  const session = await query.selectFrom('refresh_families').select('id').where('user_id', '=', person.id).executeTakeFirstOrThrow();
  const caller = { userId: person.id, family: session.id, expiresAt: 0, teams: [], roles: new Map(), isProved: true };
  const config = readConfig({
    DATA_DIR: server.dataDir,
    PUBLIC_URL: 'https://estimates.example',
    OIDC_ISSUER: 'https://login.builders.example',
    OIDC_CLIENT_ID: 'actum',
    OIDC_CLIENT_SECRET: 'a secret of theirs',
    OIDC_DOMAINS: '*',
    OIDC_ONLY: 'on',
  });
  const around = { database: server.database, config, caller, from: FROM_INSIDE };
  const becomes = someone();
  await expect(askForAddress(around, becomes)).rejects.toMatchObject({ status: 403, body: { code: 'sso_only' } });
  await ask(person, becomes);
  const link = await mailed(becomes, '/change-email/');
  await expect(takeAddress(around, link)).rejects.toMatchObject({ status: 403, body: { code: 'sso_only' } });
  await query.updateTable('users').set({ keeps_password: true }).where('id', '=', person.id).execute();
  await takeAddress(around, link);
  expect(await emailOf(person.id)).toBe(becomes);
});

test('the link still works after logging out, whoever logs in next', async () => {
  const person = await server.person();
  const becomes = someone();
  await ask(person, becomes);
  await server.call('POST /logout/', { body: { refresh: person.tokens.refresh } });
  person.tokens = await signIn(person.email);
  expect((await take(person, await mailed(becomes, '/change-email/'))).email).toBe(becomes);
});

test('no link mailed to the old address opens the account, except the one that restores the address', async () => {
  const person = await server.person();
  const was = person.email;
  await server.call('POST /forgot/', { body: { email: was } });
  const recovery = await mailed(was, '/password-recovery/');
  await server.call('POST /token/', { body: { email: was, password: PASSWORD } }, { headers: { 'user-agent': 'Firefox/140.0' } });
  const notice = await mailed(was, '/not-me/');
  const becomes = await change(person);
  expect((await refusal(recover(recovery))).status).toBe(400);
  expect((await refusal(notMe(notice))).status).toBe(400);
  await server.call('POST /forgot/', { body: { email: was } });
  await server.call('POST /forgot/', { body: { email: becomes } });
  await mailed(becomes, '/password-recovery/');
  expect((await server.mailsTo(was)).filter(({ link }) => link.includes('/password-recovery/'))).toHaveLength(1);

  const { hash } = await notMe(await wayBack(was));
  expect(await emailOf(person.id)).toBe(was);
  expect(await refusal(person.call('GET /profile/', {}))).toMatchObject({ status: 401 });
  // The person who changed it knows the password.
  expect(await refusal(signIn(was))).toMatchObject(bad);
  await recover(hash);
  await signIn(was, NEW);
  expect(await refusal(signIn(becomes, NEW))).toMatchObject(bad);
  expect((await refusal(notMe(await wayBack(was)))).status).toBe(400);
});

test('restoring the address ends everything the stranger added: tokens, factors, company sign-ins, other addresses and every link mailed to theirs', async () => {
  const person = await server.person();
  const was = person.email;
  const { query } = server.database;
  const theirs = await change(person);
  const { token } = await person.call('POST /profile/tokens/', { body: { name: 'Mine now', scope: 'all', days: 365 } });
  await sql`insert into company_identities (issuer, subject, user_id) values ('https://login.example', ${randomUUID()}, ${person.id})`.execute(
    query,
  );
  await server.call('POST /token/', { body: { email: theirs, password: PASSWORD } }, { headers: { 'user-agent': 'Firefox/140.0' } });
  const theirNotice = await mailed(theirs, '/not-me/');
  const third = await change(person);
  const theirWayBack = await wayBack(theirs);
  const waiting = someone();
  await ask(person, waiting);
  const waitingLink = await mailed(waiting, '/change-email/');
  await server.call('POST /forgot/', { body: { email: third } });
  const theirRecovery = await mailed(third, '/password-recovery/');

  await sql`insert into factors (user_id, kind, name, secret) values (${person.id}, 'app', 'Theirs', 'sealed')`.execute(query);

  const { hash } = await notMe(await wayBack(was));
  await recover(hash);
  expect(await emailOf(person.id)).toBe(was);
  for (const secret of [theirNotice, theirWayBack]) expect((await refusal(notMe(secret))).status).toBe(400);
  expect((await refusal(recover(theirRecovery))).status).toBe(400);
  expect(await refusal(server.call('GET /profile/', {}, { access: token }))).toMatchObject({ status: 401 });
  person.tokens = await signIn(was, NEW);
  expect(await refusal(take(person, waitingLink))).toEqual(over);
  const { rows } = await sql`select 1 from company_identities where user_id = ${person.id}`.execute(query);
  expect(rows).toEqual([]);
  // Their address is free again.
  await change(await server.person(), theirs);
});

test('the notice that a change was requested also lets its reader restore the address, before the change and after it', async () => {
  const [before, after] = [await server.person(), await server.person()];
  const wanted = someone();
  await ask(before, wanted);
  const link = await mailed(wanted, '/change-email/');
  await recover((await notMe(await mailed(before.email, '/not-me/'))).hash);
  before.tokens = await signIn(before.email, NEW);
  expect(await refusal(take(before, link))).toEqual(over);

  const was = after.email;
  await ask(after, someone());
  const asked = await mailed(was, '/not-me/');
  // Asking again does not take it away.
  await change(after);
  await notMe(asked);
  expect(await emailOf(after.id)).toBe(was);
});

test('an address that may be restored is free for its own person and for nobody else', async () => {
  const person = await server.person();
  const was = person.email;
  const becomes = await change(person);
  expect(await refusal(server.call('POST /register/', { body: { name: 'Eve', email: was.toUpperCase(), password: NEW } }))).toMatchObject({
    status: 400,
    body: { email: [expect.stringContaining('belonged to another account until a few days ago')] },
  });
  const eve = await server.person();
  await ask(eve, was);
  expect(await refusal(take(eve, await mailed(was, '/change-email/')))).toMatchObject({ status: 409, body: { code: 'address_held' } });
  await eve.call('POST /teams/:id/invitations/', { params: { id: eve.teamId }, body: { email: was, role: 'regular' } });
  const invitation = await mailed(was, '/invitation/');
  const joining = server.call('POST /invitations/:hash/', { params: { hash: invitation }, body: { name: 'Eve', password: NEW } });
  expect(await refusal(joining)).toMatchObject({ status: 409, body: { code: 'address_held' } });
  // An invitation stays with the address it was sent to.
  expect(await refusal(person.call('POST /invitations/:hash/', { params: { hash: invitation }, body: {} }))).toMatchObject({
    status: 403,
    body: { code: 'invitation_foreign' },
  });
  await change(person, was);
  expect(await emailOf(person.id)).toBe(was);
  await person.call('POST /invitations/:hash/', { params: { hash: invitation }, body: {} });
  expect(becomes).not.toBe(was);

  // Eleven days later it is free.
  const other = await server.person();
  const left = other.email;
  await change(other);
  await sql`update address_changes set changed_at = changed_at - interval '12 days' where user_id = ${other.id}`.execute(
    server.database.query,
  );
  await ask(eve, left);
  expect((await take(eve, await mailed(left, '/change-email/'))).email).toBe(left);
});

test('an address taken meanwhile is refused, and of two people who want it at once one gets it', async () => {
  const [ann, bob] = [await server.person(), await server.person()];
  const wanted = someone();
  await ask(ann, wanted);
  const annLink = await mailed(wanted, '/change-email/');
  await ask(bob, wanted);
  const bobLink = await mailed(wanted, '/change-email/', 2);
  const outcomes = await Promise.allSettled([take(ann, annLink), take(bob, bobLink)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ status: 409, code: 'address_taken_meanwhile' });
});

test('one link used several times at once changes the address once', async () => {
  const person = await server.person();
  const wanted = someone();
  await ask(person, wanted);
  const link = await mailed(wanted, '/change-email/');
  const outcomes = await Promise.allSettled([take(person, link), take(person, link), take(person, link)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const kinds = await server.database.query
    .selectFrom('security_log')
    .select('kind')
    .where('team_id', '=', person.teamId)
    .where('kind', '=', 'address_changed')
    .execute();
  expect(kinds).toHaveLength(1);
});

test('a change and its reversal at the same time leave the old address', async () => {
  const person = await server.person();
  const wanted = someone();
  await ask(person, wanted);
  const [link, back] = [await mailed(wanted, '/change-email/'), await mailed(person.email, '/not-me/')];
  await Promise.allSettled([take(person, link), notMe(back)]);
  expect(await emailOf(person.id)).toBe(person.email);
  expect(await refusal(person.call('GET /profile/', {}))).toMatchObject({ status: 401 });
});

test('everything of the account moves to the new address: teams, registrations, accepted invitations, one’s own data', async () => {
  const host = await server.person();
  const person = await server.person();
  await host.call('POST /teams/:id/invitations/', { params: { id: host.teamId }, body: { email: person.email, role: 'regular' } });
  await person.call('POST /invitations/:hash/', { params: { hash: await mailed(person.email, '/invitation/') }, body: {} });
  const becomes = someone();
  await server.call('POST /register/', { body: { name: 'Eve', email: becomes, password: NEW } });
  const registration = await mailed(becomes, '/confirm-email/');
  await ask(person, becomes);
  expect((await person.call('GET /profile/data/', { query: { part: 'profile' } })).lines.join()).toContain(becomes);
  await take(person, await mailed(becomes, '/change-email/'));
  expect((await refusal(server.call('POST /confirm_email/', { body: { hash: registration } }))).status).toBe(400);
  const members = await host.call('GET /teams/:id/members', { params: { id: host.teamId } });
  expect(members.map(({ email }) => email)).toContain(becomes);
  const { rows } = await sql<{ email: string }>`select email from invitations where team_id = ${host.teamId}`.execute(
    server.database.query,
  );
  expect(rows).toEqual([{ email: becomes }]);
  expect((await person.call('GET /profile/data/', { query: { part: 'log' } })).lines.join()).toContain('address_changed');
});

test('a person’s requests in a day are limited', async () => {
  const person = await server.person();
  for (let count = 0; count < ADDRESSES_A_DAY; count += 1) await ask(person, someone());
  expect(await refusal(ask(person, someone()))).toMatchObject({ status: 429, body: { code: 'too_many_attempts_on_account' } });
});

test('changes are forgotten a month later', async () => {
  const person = await server.person();
  await change(person);
  const kept = async () =>
    (await server.database.query.selectFrom('address_changes').select('id').where('user_id', '=', person.id).execute()).length;
  await removeOutdated(server.database.query);
  expect(await kept()).toBe(1);
  await sql`update address_changes set changed_at = changed_at - interval '31 days' where user_id = ${person.id}`.execute(
    server.database.query,
  );
  await removeOutdated(server.database.query);
  expect(await kept()).toBe(0);
});

test('the mails are in the person’s language', async () => {
  const person = await server.person();
  await person.call('PATCH /profile/', { body: { language: 'de' } });
  const was = person.email;
  const becomes = someone();
  await ask(person, becomes);
  const asked = await server.mailsTo(was);
  await take(person, await mailed(becomes, '/change-email/'));
  expect([...asked, ...(await server.mailsTo(becomes)), (await server.mailsTo(was, 2))[1]].map((mail) => mail?.subject)).toEqual([
    'Für Ihr Actum-Konto wurde eine neue Adresse angefragt',
    'Ihre neue Adresse für Actum',
    'Die Adresse Ihres Actum-Kontos wurde geändert',
  ]);
});
