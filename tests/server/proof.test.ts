import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { type Asked, type Route, routes } from '../../domain/api/routes.ts';
import { makeWorld, SECRET, type World } from './access/callers.ts';
import { SAMPLES } from './access/samples.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startServer({ JWT_SECRET: SECRET });
  world = await makeWorld(server);
});
afterAll(() => server.close());

/** The person proved who they are so many minutes ago, in every login they have. */
const provedBefore = ({ id }: Person, minutes: number) =>
  sql`update refresh_families set proved_at = now() - make_interval(mins => ${minutes}::int) where user_id = ${id}`.execute(
    server.database.query,
  );
const needed = { status: 403, body: { detail: 'Confirm that it is you to continue', code: 'proof_needed' } };

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
  await server.call('POST /proof/', { body: { password: PASSWORD } }, { access: other.access });
  expect(await refusal(change('admin'))).toEqual(needed);
  await ann.call('POST /proof/', { body: { password: PASSWORD } });
  expect(await change('admin')).toMatchObject({ role: 'admin' });
});

test('a proof ends the access tokens of its login, so that a copied token does not gain the proof', async () => {
  const ann = await server.person();
  const elsewhere = await server.call('POST /token/', { body: { email: ann.email, password: PASSWORD } });
  const copy = ann.tokens.access;
  await provedBefore(ann, 16);
  await ann.call('POST /proof/', { body: { password: PASSWORD } });
  expect(ann.tokens.access).not.toBe(copy);
  const rename = (access: string) =>
    server.call('PATCH /teams/:id/', { params: { id: ann.teamId }, body: { name: 'Northern Builders' } }, { access });
  expect(await refusal(rename(copy))).toMatchObject({ status: 401 });
  expect(await refusal(rename(elsewhere.access))).toEqual(needed);
  expect(await rename(ann.tokens.access)).toMatchObject({ name: 'Northern Builders' });
  // The refresh token is replaced, as after each refresh.
  const { access } = await server.call('POST /token/refresh/', { body: { refresh: ann.tokens.refresh } });
  expect(await rename(access)).toMatchObject({ name: 'Northern Builders' });
});

test('a person who may not make the call is told so, and not asked for a proof', async () => {
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

/** Every change that is about an account or a team, or that no program may make, and all else that asks: true, or why it does not ask. */
const ASKS: Readonly<Record<string, true | string>> = {
  'PATCH /profile/': 'a name and a language let nobody in',
  'DELETE /profile/': true,
  'POST /profile/password/': 'takes the old password, however lately it was given',
  'POST /profile/email/': true,
  'POST /profile/email/confirm/': 'wants the mailed link beside the session, after the proof that had it mailed',
  'POST /profile/logout_everywhere/': 'only ends sessions, this one too: it must be quick for whoever is frightened',
  'DELETE /profile/sessions/:session/': true,
  'POST /profile/sessions/end_others/': true,
  'POST /profile/tokens/': true,
  'DELETE /profile/tokens/:tokenId/': 'only takes rights away, and every second counts when a token was seen',
  'POST /proof/': 'is the proof',
  'POST /proof/passkey/': 'begins the proof',
  'POST /factors/app/': true,
  'POST /factors/app/confirm/': true,
  'POST /factors/passkey/': true,
  'POST /factors/passkey/confirm/': true,
  'POST /factors/recovery_codes/': true,
  'PATCH /factors/:id/': true,
  'DELETE /factors/:id/': true,
  'POST /company/start/': 'begins a sign-in, or the proof',
  'POST /company/finish/': 'ends a sign-in, or the proof',
  'POST /company/link/': 'wants a session that began after the provider has answered',

  'POST /teams': 'changes no team there is',
  'PATCH /teams/:id/': true,
  'PUT /teams/:id/company/': true,
  'PUT /teams/:id/invoicing/': true,
  'PUT /teams/:id/factor_requirement/': true,
  'POST /teams/:id/delete/': true,
  'POST /teams/:id/restore/': true,
  'GET /teams/:id/data/': true,
  'PATCH /teams/:id/members/:userId/': true,
  'PUT /teams/:id/members/:userId/limits/': true,
  'DELETE /teams/:id/members/:userId/': true,
  'POST /teams/:id/members/:userId/sessions/end/': true,
  'POST /teams/:id/invitations/': true,
  'POST /teams/:id/invitations/:invitationId/resend/': true,
  'DELETE /teams/:id/invitations/:invitationId/': 'only removes access',
  'POST /invitations/:hash/': 'the mailed link is the proof, and it opens the team of whoever sent it',
  'POST /teams/:id/log/exported/': 'notes what was read',

  'DELETE /acts/:id/answer/': true,
  'POST /acts/:id/certificate/': true,
  'POST /versions/:id/certificates/': true,
  'DELETE /certificates/:id/': true,
  'GET /certificates/:id/invoice/': true,
  'POST /versions/:id/certificates/preview/': 'keeps nothing',
  'PUT /certificates/:id/paid/': 'notes what the bank shows, and can be noted again',
  'PUT /projects/:id/terms/': 'moves no money by itself: each paper under them asks',
  'POST /versions/:id/carry/': 'a step of the estimate with a way back: each paper under it asks',
  'DELETE /versions/:id/carry/': 'a step of the estimate with a way back: each paper under it asks',
  'POST /versions/:id/separate/': 'a step of the estimate with a way back: each paper under it asks',
  'POST /extras/:id/decide/': 'a step of the estimate: each paper under it asks',
  'POST /acts/:id/share/': 'shows what the session may read; daily work, in the log, and withdrawn at once',
  'POST /acts/:id/share/rotate/': 'ends the link there was',
  'DELETE /acts/:id/share/': 'only removes access',
  'POST /acts/:id/answer/': 'daily work; withdrawn after a proof, and paid by a paper that asks',
  'POST /acts/:id/answer_link/': 'daily work; what is answered is withdrawn after a proof, and paid by a paper that asks',
  'POST /acts/:id/answer_link/rotate/': 'ends the link there was',
  'DELETE /acts/:id/answer_link/': 'only removes access',
};
const isAboutPeople = (route: string) => /^\w+ \/(?:profile|proof|factors|company\/(?!backchannel|link\/(?:mail|confirm)))/.test(route);
const isWrite = (route: string) => !route.startsWith('GET ');

test('every call that changes an account or a team, or that a person must decide, asks for a proof or says why not', () => {
  const concerned = Object.entries<Endpoint>(routes).filter(
    ([route, { needsProof, byToken }]) =>
      needsProof || (isWrite(route) && (byToken === 'never' || isAboutPeople(route) || /^\w+ \/teams\b/.test(route))),
  );
  expect(Object.fromEntries(concerned.map(([route, { needsProof }]) => [route, needsProof === true]))).toEqual(
    Object.fromEntries(Object.entries(ASKS).map(([route, why]) => [route, why === true])),
  );
});

describe('of a person whose proof is too old', () => {
  test.each((Object.keys(routes) as Route[]).filter((route) => ASKS[route] === true))('%s asks, and does nothing', async (route) => {
    const sample = SAMPLES[route] as (of: World, caller: 'owner') => Promise<Asked<Route>>;
    const asked = await sample(world, 'owner');
    await provedBefore(world.owner, 16);
    const answer = await refusal(world.owner.call(route, asked));
    await provedBefore(world.owner, 0);
    expect(answer).toEqual(needed);
  });
});
