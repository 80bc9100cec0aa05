/** One sign-in of a company against a real provider: who is signed in and as whom, and the refusals of hostile answers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Profile } from '../../domain/api/people.ts';
import { disableAccount, enableAccount, makeOwner } from '../../server/administration/people.ts';
import { companyCookie } from '../../server/http/browserCookie.ts';
import { providePeople } from '../../src/compose/people.ts';
import { CLIENT, type CompanyProvider, startCompanyProvider } from '../companyProvider.ts';
import { freePort } from '../freePort.ts';
import { openBrowser } from './companyBrowser.ts';
import { ENTRY, openClient, withPage } from './composedClient.ts';
import { PASSWORD, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let only: TestServer;
let provider: CompanyProvider;
let other: CompanyProvider;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  const [port, otherPort, own] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `http://localhost:${own}`;
  settings = {
    PORT: String(own),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_DOMAINS: 'builders.example',
    OIDC_NAME: 'Builders',
    OIDC_TEAM: '1',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'chiefs=owner, estimators=admin, *=regular',
  };
  provider = await startCompanyProvider(publicUrl, port);
  other = await startCompanyProvider(publicUrl, otherPort);
  server = await startServer(settings);
  only = await startServer({ ...settings, PORT: '0', OIDC_ONLY: 'on' });
  await server.database.query.insertInto('teams').values({ name: 'The company' }).execute();
});
afterAll(() => Promise.all([server.close(), only.close(), provider.close(), other.close()]));
withPage();
beforeEach(() => {
  provider.tamper = null;
  provider.acr = null;
});

let count = 0;
/** Somebody the company employs. */
function employee(more: Partial<NonNullable<CompanyProvider['person']>> = {}) {
  count += 1;
  provider.person = { sub: `s${count}`, email: `p${count}@builders.example`, email_verified: true, name: `Person ${count}`, ...more };
  return { browser: openBrowser(server), person: provider.person, email: provider.person.email ?? '' };
}
const profile = (tokens: { readonly access: string } | null): Promise<Profile> =>
  server.call('GET /profile/', {}, { access: tokens?.access ?? '' });
const roleHere = async (tokens: { readonly access: string } | null) => (await profile(tokens)).teams.find(({ id }) => id === 1)?.role;
const members = async () => (await server.database.query.selectFrom('members').select('user_id').where('team_id', '=', 1).execute()).length;

test('a person the company knows gets an account without a password, in its team and the mapped role, and returns to it later', async () => {
  const { browser, person, email } = employee({ groups: ['estimators', 'others'] });
  const first = await browser.signIn('/project/7?show=all');
  expect(first).toEqual({ tokens: { access: expect.any(String), refresh: expect.any(String) }, path: '/project/7?show=all' });
  expect(await profile(first.tokens)).toMatchObject({ email, name: person.name, teams: [{ id: 1, name: 'The company', role: 'admin' }] });
  expect(await refusal(server.call('POST /token/', { body: { email, password: 'closed' } }))).toMatchObject({
    body: { code: 'bad_credentials' },
  });
  // The address changed at the provider, and so did the role: the account is the same.
  provider.person = { ...person, email: 'married@builders.example', groups: [] };
  const again = await openBrowser(server).signIn();
  expect(await profile(again.tokens)).toMatchObject({ email, teams: [{ id: 1, role: 'regular' }] });
});

test('the button of the sign-in leaves for the provider', async () => {
  vi.stubGlobal('location', { pathname: '/project/7', search: '?show=all' });
  const left = Promise.withResolvers<string>();
  const client = openClient(server, null, ENTRY, { leaveFor: left.resolve });
  const machine = providePeople(client.actum).companySignIn({ search: '', hash: null });
  const button = createActor(machine, { input: { task: 'offer' } }).start();
  onTestFinished(() => void button.stop());
  button.send({ type: 'company.chosen' });
  await waitFor(button, (snapshot) => snapshot.matches('left'));
  const address = new URL(await left.promise);
  expect([address.origin, address.searchParams.get('client_id')]).toEqual([settings.OIDC_ISSUER, CLIENT.id]);
});

test('a name from the provider keeps what is seen of it, and one that cannot be stored is made of the address', async () => {
  for (const [claim, name] of [
    ['\u202EAnn Mason\u202C', 'Ann Mason'],
    ['Ann\0', null],
    ['Ann \ud83d', null],
  ] as const) {
    const { browser, email } = employee({ name: claim, groups: [] });
    expect((await profile((await browser.signIn()).tokens)).name).toBe(name ?? email.slice(0, email.indexOf('@')));
  }
});

test('a required strength of authentication is requested from the provider and must be in the ID token', async () => {
  const strict = await startServer({ ...settings, PORT: '0', OIDC_ACR: 'two-factors hardware' });
  onTestFinished(() => strict.close());
  employee();
  const browser = openBrowser(strict);
  const { address } = await browser.call('POST /company/start/', { body: {} });
  expect(new URL(address).searchParams.get('acr_values')).toBe('two-factors hardware');
  for (const acr of [null, 'password', 'TWO-FACTORS']) {
    provider.acr = acr;
    expect(await refusal(openBrowser(strict).signIn())).toMatchObject({ status: 403, body: { code: 'sso_too_weak' } });
  }
  expect(await strict.database.query.selectFrom('company_sessions').select('family').execute()).toEqual([]);
  provider.acr = 'two-factors';
  expect((await openBrowser(strict).signIn()).tokens).not.toBeNull();
  // Without the setting no strength is required.
  provider.acr = null;
  employee();
  expect((await openBrowser(server).signIn()).tokens).not.toBeNull();
});

test('the settings say that single sign-on exists, and the label of its button', async () => {
  expect((await server.call('GET /settings/', {})).company).toEqual({ name: 'Builders', is_only_way: false });
  expect((await only.call('GET /settings/', {})).company).toEqual({ name: 'Builders', is_only_way: true });
});

test.each([
  [true, '__Host-company', '; Secure'],
  [false, 'company', ''],
])('the cookie over TLS (%s) is %s', (isSecure, name, more) => {
  const lines: string[] = [];
  const cookieOf = (cookie?: string) =>
    companyCookie(
      { headers: { cookie } } as FastifyRequest,
      { header: (_: string, line: string) => lines.push(line) } as unknown as FastifyReply,
      isSecure,
    );
  const secret = 'a'.repeat(43);
  cookieOf().write(secret, 600);
  cookieOf().write(null, 600);
  const rest = `Path=/; HttpOnly; SameSite=Lax${more}`;
  expect(lines).toEqual([`${name}=${secret}; Max-Age=600; ${rest}`, `${name}=; Max-Age=0; ${rest}`]);
  const read = [undefined, `${name}=${secret}`, `a=b; ${name}=${secret}`, `${name}2=${secret}`, `x${name}=${secret}`, `${name}=${secret}a`];
  expect(read.map((cookie) => cookieOf(cookie).read())).toEqual([null, secret, secret, null, null, null]);
});

test('the cookie is bound to this browser and hidden from scripts; the secret is in no address', async () => {
  const { browser } = employee();
  const { address } = await browser.call('POST /company/start/', { body: {} });
  expect(browser.lastCookie).toMatch(/^company=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const asked = new URL(address);
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_id: CLIENT.id,
    redirect_uri: `${settings.PUBLIC_URL}/company`,
    response_type: 'code',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(address).not.toContain(browser.cookies.get(new URL(server.address).origin)?.get('company'));
});

const OVER = { status: 400, body: expect.objectContaining({ code: 'sso_over' }) };
const FAILED = { status: 400, body: expect.objectContaining({ code: 'sso_failed' }) };
const given = ({ state = '', ...rest }: Record<string, string>) => ({ body: { state, ...rest } });

test('an answer counts once: code and state sent again, from this browser or another, are refused', async () => {
  const { browser } = employee();
  const answer = await browser.answered();
  const kept = new Map(browser.cookies.get(new URL(server.address).origin));
  expect((await browser.call('POST /company/finish/', given(answer))).tokens).not.toBeNull();
  expect(await refusal(browser.call('POST /company/finish/', given(answer)))).toEqual(OVER);
  const thief = openBrowser(server);
  expect(await refusal(thief.call('POST /company/finish/', given(answer)))).toEqual(OVER);
  thief.cookies.set(new URL(server.address).origin, kept);
  expect(await refusal(thief.call('POST /company/finish/', given(answer)))).toEqual(OVER);
});

test('of two requests with the same answer one signs in', async () => {
  const { browser } = employee();
  const answer = await browser.answered();
  const both = await Promise.allSettled([
    browser.call('POST /company/finish/', given(answer)),
    browser.call('POST /company/finish/', given(answer)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an answer from another browser signs nobody in, neither by its code nor by its state', async () => {
  const { browser } = employee();
  const [attacker, victim] = [browser, openBrowser(server)];
  const theirs = await attacker.answered();
  expect(await refusal(victim.call('POST /company/finish/', given(theirs)))).toEqual(OVER);
  const own = await victim.answered();
  expect(await refusal(victim.call('POST /company/finish/', given({ ...own, code: theirs.code ?? '' })))).toEqual(FAILED);
  const once = await victim.answered();
  expect(await refusal(victim.call('POST /company/finish/', given({ ...once, state: theirs.state ?? '' })))).toEqual(OVER);
});

test('an answer after more than ten minutes is refused', async () => {
  const { browser } = employee();
  const answer = await browser.answered();
  await sql`update company_sign_ins set expires_at = now() - interval '1 second'`.execute(server.database.query);
  expect(await refusal(browser.call('POST /company/finish/', given(answer)))).toEqual(OVER);
});

test('an answer of another issuer is refused, and its code is sent nowhere', async () => {
  const { browser } = employee();
  const answer = await browser.answered();
  const before = provider.asked.get('/token') ?? 0;
  expect(await refusal(browser.call('POST /company/finish/', given({ ...answer, iss: other.issuer })))).toEqual(FAILED);
  const next = await browser.answered();
  const { iss: _, ...unnamed } = next;
  expect(await refusal(browser.call('POST /company/finish/', given(unnamed)))).toEqual(FAILED);
  expect(provider.asked.get('/token') ?? 0).toBe(before);
});

const resigned = async (change: (claims: Record<string, unknown>) => Record<string, unknown>, alg = 'RS256') => {
  const { privateKey } = await generateKeyPair('RS256');
  return async (token: string) =>
    new SignJWT(change(decodeJwt(token)))
      .setProtectedHeader({ alg, kid: 'of-tests' })
      .sign(alg === 'RS256' ? privateKey : new TextEncoder().encode(CLIENT.secret));
};
test.each([
  ['no signature', async () => async (token: string) => new UnsecuredJWT(decodeJwt(token)).encode()],
  ["another's key", () => resigned((claims) => claims)],
  ['the client secret as key', () => resigned((claims) => claims, 'HS256')],
  ['a cut signature', async () => async (token: string) => token.slice(0, -8)],
])('an ID token with %s is refused', async (_, made) => {
  const { browser } = employee();
  provider.tamper = await made();
  expect(await refusal(browser.signIn())).toEqual(FAILED);
});

test('an ID token with the nonce of another sign-in is refused', async () => {
  const { browser } = employee();
  let first: string | null = null;
  provider.tamper = async (token) => {
    first ??= token;
    return first;
  };
  expect((await browser.signIn()).tokens).not.toBeNull();
  expect(await refusal(openBrowser(server).signIn())).toEqual(FAILED);
});

test.each([
  '//evil.example/x',
  'https://evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/..//evil.example',
])('the return address %s leads nowhere else', async (path) => {
  const { browser } = employee();
  const to = (await browser.signIn(path)).path;
  expect(to === null || new URL(to, 'http://here.example').host === 'here.example').toBe(true);
  expect(to?.startsWith('//') ?? false).toBe(false);
});

test('a refused person is told why: no verified address, another domain, a refusal by the provider', async () => {
  const before = await members();
  const said = async (more: Parameters<typeof employee>[0]) => refusal(employee(more).browser.signIn());
  expect(await said({ email_verified: false })).toMatchObject({ status: 403, body: { code: 'sso_unverified' } });
  expect(await said({ email: 'x@evil.example' })).toMatchObject({
    status: 403,
    body: { code: 'sso_domain', detail: expect.stringContaining('evil.example') },
  });
  expect(await said({ email: 'x@builders.example@evil.example' })).toMatchObject({ status: 403, body: { code: 'sso_unverified' } });
  const { browser } = employee();
  provider.person = null;
  expect(await refusal(browser.signIn())).toMatchObject({ status: 403, body: { code: 'sso_declined' } });
  expect(await members()).toBe(before);
});

test('an existing account of the address is connected only by its owner: after a sign-in with its password in the same browser', async () => {
  const victim = await server.person({ email: 'owner@builders.example' });
  const { browser } = employee({ email: 'OWNER@builders.example' });
  expect(await refusal(browser.signIn('/act/3'))).toMatchObject({ status: 409, body: { code: 'sso_prove' } });
  // Tokens from before, or another person's, prove nothing.
  expect(await refusal(browser.call('POST /company/link/', { body: {} }, victim.tokens.access))).toMatchObject({
    status: 403,
    body: { code: 'sso_other_account' },
  });
  const stranger = await server.person();
  expect(await refusal(browser.call('POST /company/link/', { body: {} }, stranger.tokens.access))).toMatchObject({ status: 403 });
  const tokens = await server.call('POST /token/', { body: { email: victim.email, password: PASSWORD } });
  expect(await refusal(openBrowser(server).call('POST /company/link/', { body: {} }, tokens.access))).toEqual(OVER);
  expect(await browser.call('POST /company/link/', { body: {} }, tokens.access)).toEqual({ path: '/act/3' });
  const entered = await openBrowser(server).signIn();
  expect(await profile(entered.tokens)).toMatchObject({ id: victim.id, email: victim.email });
});

test('an existing account is also connected by the mailed link, which works only in the browser that began', async () => {
  const victim = await server.person({ email: 'mailed@builders.example' });
  const { browser } = employee({ email: victim.email });
  expect((await refusal(browser.signIn('/act/4'))).status).toBe(409);
  await browser.call('POST /company/link/mail/', { body: {} });
  const hash = (await server.mailsTo(victim.email)).at(-1)?.hash ?? '';
  expect(await refusal(openBrowser(server).call('POST /company/link/confirm/', { body: { hash } }))).toMatchObject({
    body: { code: 'sso_other_browser' },
  });
  expect(await refusal(browser.call('POST /company/link/confirm/', { body: { hash: 'a'.repeat(43) } }))).toMatchObject({
    body: { code: 'sso_other_browser' },
  });
  const entered = await browser.call('POST /company/link/confirm/', { body: { hash } });
  expect(entered.path).toBe('/act/4');
  expect((await profile(entered.tokens)).id).toBe(victim.id);
  expect(await refusal(browser.call('POST /company/link/confirm/', { body: { hash } }))).toMatchObject({ status: 400 });
});

test('the mailed link does not bypass a second factor', async () => {
  const person = await server.person({ email: 'factors@builders.example' });
  const { browser } = employee({ email: person.email });
  expect((await refusal(browser.signIn())).status).toBe(409);
  await server.database.query.insertInto('factors').values({ user_id: person.id, kind: 'app', name: 'Phone', secret: 'sealed' }).execute();
  await browser.call('POST /company/link/mail/', { body: {} });
  const hash = (await server.mailsTo(person.email)).at(-1)?.hash ?? '';
  expect(await refusal(browser.call('POST /company/link/confirm/', { body: { hash } }))).toMatchObject({
    status: 403,
    body: { code: 'second_factor_needed' },
  });
});

test('an account is connected to one company identity: a second person with its address is refused', async () => {
  const first = employee({ email: 'shared@builders.example' });
  const { tokens } = await first.browser.signIn();
  const second = employee({ email: 'shared@builders.example' });
  expect((await refusal(second.browser.signIn())).status).toBe(409);
  await second.browser.call('POST /company/link/mail/', { body: {} });
  const hash = (await server.mailsTo('shared@builders.example')).at(-1)?.hash ?? '';
  expect(await refusal(second.browser.call('POST /company/link/confirm/', { body: { hash } }))).toMatchObject({
    status: 409,
    body: { code: 'sso_connected' },
  });
  expect((await profile(tokens)).email).toBe('shared@builders.example');
});

test('two people who sign in with one address at the same time get one account', async () => {
  const { person } = employee({ email: 'race@builders.example' });
  const browsers = [openBrowser(server), openBrowser(server)];
  const answers = [await browsers[0]?.answered(), undefined];
  provider.person = { ...person, sub: 'another' };
  answers[1] = await browsers[1]?.answered();
  const both = await Promise.allSettled(browsers.map((browser, at) => browser.call('POST /company/finish/', given(answers[at] ?? {}))));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { rows } = await sql`select 1 from users where lower(email) = 'race@builders.example'`.execute(server.database.query);
  expect(rows).toHaveLength(1);
});

test('a registration waiting for its mail ends when the company confirms the address', async () => {
  await server.call('POST /register/', { body: { name: 'Squatter', email: 'squat@builders.example', password: PASSWORD } });
  const [mail] = await server.mailsTo('squat@builders.example');
  const { browser } = employee({ email: 'squat@builders.example' });
  expect((await browser.signIn()).tokens).not.toBeNull();
  expect((await refusal(server.call('POST /confirm_email/', { body: { hash: mail?.hash ?? '' } }))).status).toBe(400);
  expect((await refusal(server.call('POST /token/', { body: { email: 'squat@builders.example', password: PASSWORD } }))).status).toBe(400);
});

test('a disabled account stays closed, and so does one whose address is of a removed domain', async () => {
  const { browser, email, person } = employee();
  await browser.signIn();
  await disableAccount(server.database, email);
  expect(await refusal(browser.signIn())).toMatchObject({ body: { code: 'account_disabled' } });
  await enableAccount(server.database, email);
  provider.person = { ...person, email: 'moved@elsewhere.example' };
  expect(await refusal(browser.signIn())).toMatchObject({ status: 403, body: { code: 'sso_domain' } });
});

test('roles follow the claim, but the last owner stays an owner', async () => {
  const { browser, person } = employee({ groups: ['chiefs'] });
  expect(await roleHere((await browser.signIn()).tokens)).toBe('owner');
  provider.person = { ...person, groups: [] };
  expect(await roleHere((await browser.signIn()).tokens)).toBe('owner');
  const second = employee({ groups: ['chiefs'] });
  await second.browser.signIn();
  provider.person = { ...person, groups: [] };
  expect(await roleHere((await browser.signIn()).tokens)).toBe('regular');
});

test('when two owners lose their claims at the same time, one stays an owner', async () => {
  const { query } = server.database;
  await query.updateTable('members').set({ role: 'regular' }).where('team_id', '=', 1).execute();
  const both = [employee({ groups: ['chiefs'] }), employee({ groups: ['chiefs'] })];
  const answers: (() => Promise<unknown>)[] = [];
  for (const { browser, person } of both) {
    provider.person = person;
    await browser.signIn();
    provider.person = { ...person, groups: [] };
    const again = openBrowser(server);
    const answer = await again.answered();
    answers.push(() => again.call('POST /company/finish/', given(answer)));
  }
  const finishing = await query.transaction().execute(async (tx) => {
    // While their memberships are held, both have begun and neither has ended. The embedded database has one connection.
    if (server.engine === 'embedded') return answers;
    await sql`select 1 from members where team_id = 1 for update`.execute(tx);
    const begun = answers.map((finish) => finish());
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let isAnswered = false;
    for (const each of begun)
      void each.finally(() => {
        isAnswered = true;
      });
    while (!isAnswered && (await waiting.execute(query)).rows.length < 2);
    return begun.map((each) => () => each);
  });
  await Promise.all(finishing.map((finish) => finish()));
  const owners = await query.selectFrom('members').select('user_id').where('team_id', '=', 1).where('role', '=', 'owner').execute();
  expect(owners).toHaveLength(1);
});

test('a member removed from the team does not return by signing in', async () => {
  const { browser } = employee();
  const { tokens } = await browser.signIn();
  const { id } = await profile(tokens);
  await server.database.query.deleteFrom('members').where('user_id', '=', id).where('team_id', '=', 1).execute();
  expect(await roleHere((await browser.signIn()).tokens)).toBeUndefined();
});

test('a signed-in person is not switched to another account: an answer proves their own account only', async () => {
  const { browser } = employee();
  const { access: first, refresh } = (await browser.signIn()).tokens ?? { access: '', refresh: '' };
  const before = await server.database.query.selectFrom('refresh_families').select('id').execute();
  expect(await browser.call('POST /company/finish/', given(await browser.answered('/account', first)), first)).toEqual({
    tokens: null,
    path: '/account',
  });
  expect(await server.database.query.selectFrom('refresh_families').select('id').execute()).toHaveLength(before.length);
  // A copy of its access token is not proved by it.
  expect(await refusal(server.call('GET /profile/', {}, { access: first }))).toMatchObject({ status: 401 });
  const { access: own } = await server.call('POST /token/refresh/', { body: { refresh } });
  employee();
  browser.cookies.delete(provider.issuer);
  const answer = await browser.answered('/account', own);
  expect(await refusal(browser.call('POST /company/finish/', given(answer), own))).toMatchObject({
    status: 403,
    body: { code: 'sso_other_account' },
  });
  // A sign-in begun while signed in is not valid for somebody signed out, nor the reverse.
  expect(await refusal(browser.call('POST /company/finish/', given(await browser.answered('/account', own))))).toEqual(OVER);
  expect(await refusal(browser.call('POST /company/finish/', given(await browser.answered()), own))).toEqual(OVER);
});

test('logging out here leads to the provider’s logout; logging out there ends the sessions here', async () => {
  const { browser } = employee();
  const { tokens } = await browser.signIn();
  const left = await server.call('POST /logout/', { body: { refresh: tokens?.refresh ?? '' } });
  const end = new URL(left.address ?? '');
  expect([end.origin, Object.fromEntries(end.searchParams)]).toEqual([
    provider.issuer,
    { client_id: CLIENT.id, post_logout_redirect_uri: `${settings.PUBLIC_URL}/` },
  ]);
  const local = await server.person();
  expect(await server.call('POST /logout/', { body: { refresh: local.tokens.refresh } })).toEqual({ detail: 'Logged out' });

  const again = await browser.signIn();
  const page = await fetch(end, {
    headers: { cookie: [...(browser.cookies.get(provider.issuer) ?? [])].map((pair) => pair.join('=')).join('; ') },
  });
  const html = await page.text();
  const cookies = [...(browser.cookies.get(provider.issuer) ?? [])].map((pair) => pair.join('='));
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookies.join('; ') },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  await expect.poll(async () => (await refusal(profile(again.tokens).then(() => Promise.reject(new Error('still in'))))).status).toBe(401);
});

test('a logout token with another key, or a token of another kind, ends nothing', async () => {
  const { browser, person } = employee();
  const { tokens } = await browser.signIn();
  const { privateKey } = await generateKeyPair('RS256');
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = (claims: Record<string, unknown>) =>
    new SignJWT({ sub: person.sub, events, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: 'of-tests' })
      .setIssuer(provider.issuer)
      .setAudience(CLIENT.id)
      .setIssuedAt()
      .setExpirationTime('2m')
      .setJti('1')
      .sign(privateKey);
  let idToken = '';
  provider.tamper = async (each) => {
    idToken = each;
    return each;
  };
  await browser.signIn();
  for (const logout_token of [await token({}), idToken, 'nonsense'])
    expect((await refusal(server.call('POST /company/backchannel_logout/', { body: { logout_token } }))).status).toBe(400);
  expect((await profile(tokens)).email).toBe(person.email);
});

test('where only single sign-on is allowed, passwords and registrations are refused with a reason', async () => {
  const ann = { email: 'ann@builders.example', password: PASSWORD };
  const said = {
    status: 403,
    body: { code: 'sso_only', detail: 'People log in here with Builders. Passwords and registration are switched off' },
  };
  for (const call of [
    () => only.call('POST /token/', { body: ann }),
    () => only.call('POST /register/', { body: { ...ann, name: 'Ann' } }),
    () => only.call('POST /forgot/', { body: { email: ann.email } }),
    () => only.call('POST /confirm_email/', { body: { hash: 'x' } }),
    () => only.call('POST /confirm_email/resend/', { body: { email: ann.email } }),
    () => only.call('POST /password_recovery/', { body: { hash: 'x', password: PASSWORD } }),
  ])
    expect(await refusal(call())).toEqual(said);
  const [line = ''] = await makeOwner(only.database, { email: 'admin@builders.example', name: 'Admin', team: 'Office' }, '');
  const hash = /password-recovery\/(\S+) /.exec(line)?.[1] ?? '';
  await only.call('POST /password_recovery/', { body: { hash, password: 'glass-to-break-1' } });
  expect(await only.call('POST /token/', { body: { email: 'admin@builders.example', password: 'glass-to-break-1' } })).toMatchObject({
    access: expect.any(String),
  });
  expect(await refusal(only.call('POST /token/', { body: { email: 'admin@builders.example', password: PASSWORD } }))).toEqual(said);
});

test('an unreachable provider is reported, prevents neither the start nor password sign-ins, and works once it is back', async () => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const alone = await startServer({ ...settings, PORT: '0', OIDC_ISSUER: issuer });
  try {
    await alone.person();
    const browser = openBrowser(alone);
    expect(await refusal(browser.call('POST /company/start/', { body: {} }))).toMatchObject({
      status: 503,
      body: { code: 'sso_away', detail: 'Builders does not answer. Try again in a minute' },
    });
    const late = await startCompanyProvider(settings.PUBLIC_URL ?? '', port);
    await expect
      .poll(
        () =>
          browser.call('POST /company/start/', { body: {} }).then(
            () => 'answers',
            () => 'away',
          ),
        { timeout: 60_000, interval: 500 },
      )
      .toBe('answers');
    await late.close();
  } finally {
    await alone.close();
  }
});

test('a person whose account is connected to a company is told by mail, and can report that it was not them', async () => {
  const victim = await server.person({ email: 'told@builders.example' });
  const { browser } = employee({ email: victim.email });
  expect((await refusal(browser.signIn())).status).toBe(409);
  const tokens = await server.call('POST /token/', { body: { email: victim.email, password: PASSWORD } });
  await browser.call('POST /company/link/', { body: {} }, tokens.access);
  expect((await openBrowser(server).signIn()).tokens).not.toBeNull();
  const [mail] = (await server.mailsTo(victim.email)).filter(
    ({ subject }) => subject === 'A way to log in was added to your Actum account',
  );
  await server.call('POST /not_me/', { body: { hash: mail?.hash ?? '' } });
  expect(await refusal(openBrowser(server).signIn())).toMatchObject({ status: 409, body: { code: 'sso_prove' } });
});
