import { afterAll, beforeAll, expect, test } from 'vitest';
import { notFound } from '../../domain/sentences/general.ts';
import { PASSWORD, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
  await owner.call('PATCH /teams/:id/', { params: { id: owner.teamId }, body: { name: 'Pine Builders' } });
  await owner.call('PATCH /profile/', { body: { name: 'Olga' } });
});
afterAll(() => server.close());

const invite = (email: string, role: 'admin' | 'regular' = 'regular') =>
  owner.call('POST /teams/:id/invitations/', { params: { id: owner.teamId }, body: { email, role } });
const invited = async (email: string, role: 'admin' | 'regular' = 'regular') => {
  const { id } = await invite(email, role);
  return { id, hash: (await server.mailsTo(email)).at(-1)?.hash ?? '' };
};
const look = (hash: string) => server.call('GET /invitations/:hash/', { params: { hash } });
const accept = (hash: string, body: { readonly name?: string; readonly password?: string } = {}) =>
  server.call('POST /invitations/:hash/', { params: { hash }, body });
const pending = () => owner.call('GET /teams/:id/invitations/', { params: { id: owner.teamId } });
const team = (role: 'admin' | 'regular') => ({ id: owner.teamId, name: 'Pine Builders', role });
const missing = { status: 404, body: notFound() };
const used = {
  status: 409,
  body: { detail: 'This invitation has already been accepted', code: 'invitation_used' },
};

test('a new person reads the invitation, sets name and password, and is a confirmed member without a team of their own', async () => {
  const made = await invite('new@example.com', 'admin');
  const expected = { id: made.id, email: 'new@example.com', role: 'admin', invited_by: 'Olga' };
  expect(made).toEqual({ ...expected, created_at: expect.any(String), expires_at: expect.any(String) });
  expect((Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000).toBeCloseTo(7, 3);
  expect(await pending()).toEqual([made]);
  const [mail] = await server.mailsTo('new@example.com');
  expect(mail).toMatchObject({ subject: 'Join Pine Builders on Actum', link: `${server.address}/invitation/${mail?.hash}` });
  const hash = mail?.hash ?? '';
  expect(await look(hash)).toEqual({
    team: { id: owner.teamId, name: 'Pine Builders' },
    email: 'new@example.com',
    role: 'admin',
    invited_by: 'Olga',
    expires_at: made.expires_at,
    is_registered: false,
  });
  expect(await refusal(accept(hash))).toEqual({
    status: 400,
    body: { name: ['Value is required'], password: ['Value is required', 'This field should be at least 8 characters long'] },
  });
  expect(await accept(hash, { name: 'Nils', password: PASSWORD })).toEqual(team('admin'));
  const { access } = await server.call('POST /token/', { body: { email: 'new@example.com', password: PASSWORD } });
  expect(await server.call('GET /profile/', {}, { access })).toMatchObject({ name: 'Nils', teams: [team('admin')] });
  expect(await pending()).toEqual([]);
  expect(await refusal(look(hash))).toEqual(used);
  expect(await refusal(accept(hash, { name: 'Nils', password: PASSWORD }))).toEqual(used);
});

test('the mail is in the language the sender chose, and the new member’s screens are in theirs', async () => {
  await owner.call('POST /teams/:id/invitations/', {
    params: { id: owner.teamId },
    body: { email: 'karl@example.com', role: 'regular', language: 'de' },
  });
  const [mail] = await server.mailsTo('karl@example.com');
  expect(mail?.subject).toBe('Einladung in das Team „Pine Builders“ bei Actum');
  const joined = { name: 'Karl', password: PASSWORD, language: 'lv' } as const;
  await server.call('POST /invitations/:hash/', { params: { hash: mail?.hash ?? '' }, body: joined });
  const { access } = await server.call('POST /token/', { body: { email: 'karl@example.com', password: PASSWORD } });
  expect(await server.call('GET /profile/', {}, { access })).toMatchObject({ language: 'lv' });
});

test('a person with an account signs in to join; joining again is not an error', async () => {
  const guest = await server.person({ email: 'Guest@example.com' });
  await invite('guest@example.com');
  const hash = (await server.mailsTo('guest@example.com'))[0]?.hash ?? '';
  expect((await look(hash)).is_registered).toBe(true);
  expect(await refusal(accept(hash, { name: 'Guest', password: PASSWORD }))).toEqual({
    status: 409,
    body: { detail: 'guest@example.com already has an account. Log in to join Pine Builders', code: 'sign_in_to_join' },
  });
  expect(await guest.call('POST /invitations/:hash/', { params: { hash }, body: {} })).toEqual(team('regular'));
  expect(await guest.call('POST /invitations/:hash/', { params: { hash }, body: {} })).toEqual(team('regular'));
  expect((await guest.call('GET /profile/', {})).teams.map(({ id }) => id).sort()).toEqual([guest.teamId, owner.teamId].sort());
});

test('an invitation for another address is refused and stays open for its own', async () => {
  const stranger = await server.person();
  const { hash } = await invited('someone.else@example.com');
  expect(await refusal(stranger.call('POST /invitations/:hash/', { params: { hash }, body: {} }))).toEqual({
    status: 403,
    body: { detail: 'This invitation is for so…@example.com. Log in with that address to join', code: 'invitation_foreign' },
  });
  expect((await look(hash)).email).toBe('someone.else@example.com');
});

test('an invalid token is refused, so that the client renews it', async () => {
  const { hash } = await invited('visitor@example.com');
  expect(await refusal(server.call('POST /invitations/:hash/', { params: { hash }, body: {} }, { access: 'expired' }))).toEqual({
    status: 401,
    body: { detail: 'Log in to continue', code: 'access_denied' },
  });
});

test('unknown, withdrawn and expired invitations are reported as such', async () => {
  expect(await refusal(look('nothing'))).toEqual(missing);
  expect(await refusal(accept('nothing'))).toEqual(missing);
  const gone = await invited('gone@example.com');
  expect(await owner.call('DELETE /teams/:id/invitations/:invitationId/', { params: { id: owner.teamId, invitationId: gone.id } })).toEqual(
    { detail: 'The invitation has been withdrawn' },
  );
  expect(await refusal(look(gone.hash))).toEqual({
    status: 409,
    body: { detail: 'This invitation has been withdrawn. Ask Pine Builders for a new one', code: 'invitation_withdrawn' },
  });
  const late = await invited('late@example.com');
  await server.database.query.updateTable('invitations').set({ expires_at: new Date() }).where('id', '=', late.id).execute();
  const expired = {
    status: 409,
    body: { detail: 'This invitation has expired. Ask Pine Builders for a new one', code: 'invitation_expired' },
  };
  expect(await refusal(look(late.hash))).toEqual(expired);
  expect(await refusal(accept(late.hash, { name: 'Late', password: PASSWORD }))).toEqual(expired);
  expect((await pending()).map(({ email }) => email)).toContain('late@example.com');
  const again = await owner.call('POST /teams/:id/invitations/:invitationId/resend/', {
    params: { id: owner.teamId, invitationId: late.id },
  });
  expect(Date.parse(again.expires_at)).toBeGreaterThan(Date.now());
  const [, second] = await server.mailsTo('late@example.com', 2);
  expect([(await look(late.hash)).email, (await look(second?.hash ?? '')).email]).toEqual(['late@example.com', 'late@example.com']);
});

test('inviting an address again sends the mail again with the new role; a member is not invited', async () => {
  const first = await invited('twice@example.com');
  const second = await invite('Twice@example.com', 'admin');
  expect([second.id, second.role]).toEqual([first.id, 'admin']);
  await server.mailsTo('twice@example.com', 2);
  expect((await look(first.hash)).role).toBe('admin');
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  expect(await refusal(invite(member.email))).toEqual({ status: 400, body: { email: ['This person is already in the team'] } });
});

test('registering with the invitation for one’s address confirms it and joins; with an invitation for another address nothing is made', async () => {
  const { hash } = await invited('reg@example.com');
  const registration = (email: string) =>
    server.call('POST /register/', { body: { name: 'Rita', email, password: PASSWORD, invitation: hash } });
  expect(await refusal(registration('other@example.com'))).toMatchObject({ status: 403, body: { code: 'invitation_foreign' } });
  expect(await registration('reg@example.com')).toEqual({ detail: 'Your account is ready. Log in to open the team' });
  const { access } = await server.call('POST /token/', { body: { email: 'reg@example.com', password: PASSWORD } });
  expect((await server.call('GET /profile/', {}, { access })).teams).toEqual([team('regular')]);
  expect(await refusal(registration('reg@example.com'))).toEqual(used);
});

test('an invitation of another team does not exist for one’s own', async () => {
  const other = await server.person();
  const { id } = await invited('theirs@example.com');
  const params = { id: other.teamId, invitationId: id };
  expect(await refusal(other.call('DELETE /teams/:id/invitations/:invitationId/', { params }))).toEqual(missing);
  expect(await refusal(other.call('POST /teams/:id/invitations/:invitationId/resend/', { params }))).toEqual(missing);
});

test('nobody can be invited as an owner', async () => {
  expect(await refusal(invite('x@example.com', 'owner' as 'admin'))).toEqual({ status: 400, body: { role: ['Choose admin or regular'] } });
});

test('removing a member withdraws the invitations they sent', async () => {
  const owner = await server.person();
  const admin = await server.person({ teamId: owner.teamId, role: 'admin' });
  const params = { id: owner.teamId };
  await admin.call('POST /teams/:id/invitations/', { params, body: { email: 'second-address@example.com', role: 'admin' } });
  await owner.call('POST /teams/:id/invitations/', { params, body: { email: 'newcomer@example.com', role: 'regular' } });
  const hash = (await server.mailsTo('second-address@example.com')).at(-1)?.hash ?? '';
  await owner.call('DELETE /teams/:id/members/:userId/', { params: { ...params, userId: admin.id } });
  const body = { name: 'Second', password: PASSWORD };
  expect(await refusal(server.call('POST /invitations/:hash/', { params: { hash }, body }))).toMatchObject({
    status: 409,
    body: { code: 'invitation_withdrawn' },
  });
  const pending = await owner.call('GET /teams/:id/invitations/', { params });
  expect(pending.map(({ email }) => email)).toEqual(['newcomer@example.com']);
});

test('a member who may no longer invite cannot come back by an invitation they sent earlier', async () => {
  const admin = await server.person({ teamId: owner.teamId, role: 'admin' });
  await admin.call('POST /teams/:id/invitations/', {
    params: { id: owner.teamId },
    body: { email: 'second-self@example.com', role: 'admin' },
  });
  const hash = (await server.mailsTo('second-self@example.com')).at(-1)?.hash ?? '';
  await owner.call('PATCH /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: admin.id }, body: { role: 'regular' } });
  expect((await refusal(accept(hash, { name: 'Second', password: PASSWORD }))).body).toMatchObject({ code: 'invitation_withdrawn' });
  expect((await pending()).map(({ email }) => email)).not.toContain('second-self@example.com');
});
