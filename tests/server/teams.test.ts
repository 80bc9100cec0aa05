import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../domain/permissions.ts';
import { notFound } from '../../domain/sentences/general.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';
import { listening, socketTo } from './listening.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
});
afterAll(() => server.close());

const forbidden = { status: 403, body: { detail: 'Your role does not allow this', code: 'forbidden' } };
const missing = { status: 404, body: notFound() };
const lastOwner = {
  status: 409,
  body: { detail: 'You are the last owner of this team. A team needs at least one owner', code: 'last_owner' },
};
const member = (role: Role) => server.person({ teamId: owner.teamId, role });
const params = (person: Person) => ({ id: owner.teamId, userId: person.id });
const setRole = (by: Person, of: Person, role: 'admin' | 'regular') =>
  by.call('PATCH /teams/:id/members/:userId/', { params: params(of), body: { role } });
const remove = (by: Person, of: Person) => by.call('DELETE /teams/:id/members/:userId/', { params: params(of) });

test('a new team has its maker as owner, is renamed, and tells its members', async () => {
  const ann = await server.person();
  const made = await ann.call('POST /teams', { body: { name: 'Bridges' } });
  expect(made).toEqual({ id: expect.any(Number), name: 'Bridges', role: 'owner' });
  expect(await ann.call('PATCH /teams/:id/', { params: { id: made.id }, body: { name: ' Bridges and Roads ' } })).toEqual({
    ...made,
    name: 'Bridges and Roads',
  });
  expect((await ann.call('GET /profile/', {})).teams.at(-1)).toEqual({ ...made, name: 'Bridges and Roads' });
  expect(await ann.call('GET /teams/:id/members', { params: { id: made.id } })).toEqual([
    { id: ann.id, name: ann.email, email: ann.email, role: 'owner', created_at: expect.any(String) },
  ]);
});

describe.each(['owner', 'admin', 'regular'] as const)('as %s', (role) => {
  const may = role !== 'regular';
  let person: Person;
  beforeAll(async () => {
    person = await member(role);
  });
  const outcome = async (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { status?: number }) => error.status,
    );

  test('settings, members and invitations are visible by role', async () => {
    const id = owner.teamId;
    expect([
      await outcome(person.call('GET /teams/:id/members', { params: { id } })),
      await outcome(person.call('GET /teams/:id/invitations/', { params: { id } })),
      await outcome(person.call('POST /teams/:id/invitations/', { params: { id }, body: { email: `${role}@example.com`, role: 'admin' } })),
      await outcome(person.call('PATCH /teams/:id/', { params: { id }, body: { name: 'Renamed' } })),
    ]).toEqual(Array.from({ length: 4 }, () => (may ? 'done' : 403)));
  });

  test('each role may edit and remove certain others', async () => {
    const others = { owner: await member('owner'), admin: await member('admin'), regular: await member('regular') };
    expect({
      editOwner: await outcome(setRole(person, others.owner, 'regular')),
      editAdmin: await outcome(setRole(person, others.admin, 'regular')),
      editRegular: await outcome(setRole(person, others.regular, 'admin')),
      removeOwner: await outcome(remove(person, others.owner)),
      removeAdmin: await outcome(remove(person, others.admin)),
      removeRegular: await outcome(remove(person, others.regular)),
    }).toEqual({
      editOwner: 403,
      editAdmin: may ? 'done' : 403,
      editRegular: may ? 'done' : 403,
      removeOwner: 403,
      removeAdmin: may ? 'done' : 403,
      removeRegular: may ? 'done' : 403,
    });
  });
});

test('a changed role is returned and applies at once, and nobody is made an owner', async () => {
  const ann = await member('regular');
  expect(await refusal(ann.call('GET /teams/:id/members', { params: { id: owner.teamId } }))).toEqual(forbidden);
  expect(await setRole(owner, ann, 'admin')).toEqual({
    id: ann.id,
    name: ann.email,
    email: ann.email,
    role: 'admin',
    created_at: expect.any(String),
  });
  expect((await ann.call('GET /teams/:id/members', { params: { id: owner.teamId } })).length).toBeGreaterThan(1);
  expect(await refusal(setRole(owner, ann, 'owner' as 'admin'))).toEqual({ status: 400, body: { role: ['Choose admin or regular'] } });
});

test('a member of a missing team, or of another one, is not found', async () => {
  const stranger = await server.person();
  expect(await refusal(remove(owner, stranger))).toEqual(missing);
  expect(await refusal(setRole(owner, stranger, 'admin'))).toEqual(missing);
  expect(await refusal(remove(stranger, owner))).toEqual(missing);
  expect(await refusal(stranger.call('GET /teams/:id/members', { params: { id: 999_999 } }))).toEqual(missing);
});

test('anyone may leave except the last owner', async () => {
  const first = await server.person();
  const regular = await server.person({ teamId: first.teamId, role: 'regular' });
  const stranger = await server.person();
  const leave = (person: Person) => person.call('DELETE /teams/:id/members/:userId/', { params: { id: first.teamId, userId: person.id } });
  expect(await leave(regular)).toEqual({ detail: 'You have left the team' });
  expect(await refusal(leave(regular))).toEqual(missing);
  expect(await refusal(leave(stranger))).toEqual(missing);
  expect(await refusal(leave(first))).toEqual(lastOwner);
});

test('keeps one owner when all owners leave at the same time', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const first = await server.person();
    const owners = [first, await server.person({ teamId: first.teamId }), await server.person({ teamId: first.teamId })];
    const outcomes = await Promise.allSettled(
      owners.map((person) => person.call('DELETE /teams/:id/members/:userId/', { params: { id: first.teamId, userId: person.id } })),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [refusal(Promise.reject(outcome.reason))] : []));
    expect(await Promise.all(refusals)).toEqual([lastOwner]);
  }
});

test('removing a member ends their live subscription at once and hides the team from them', async () => {
  const { projectId } = await importWorkbook(owner, 'tests/fixtures/local-estimate.xlsx');
  const [ann, bob] = [await member('regular'), await member('regular')];
  const own = await server.person();
  await server.database.query.insertInto('members').values({ team_id: own.teamId, user_id: ann.id, role: 'regular' }).execute();
  const elsewhere = await importWorkbook(own, 'tests/fixtures/local-estimate.xlsx');
  const sockets = [socketTo(server.address, ann.tokens.access), socketTo(server.address, bob.tokens.access)] as const;
  const removed = listening(sockets[0], projectId);
  const other = listening(sockets[0], elsewhere.projectId);
  const stays = listening(sockets[1], projectId);
  await Promise.all([removed.count(1), other.count(1), stays.count(1)]);
  expect(await remove(owner, ann)).toEqual({ detail: 'Removed from the team' });
  expect(await removed.over).toEqual([{ message: notFound().detail, extensions: { code: 'not_found' } }]);
  expect(await refusal(ann.call('GET /projects/:id/', { params: { id: projectId } }))).toEqual(missing);
  expect((await ann.call('GET /projects/:id/', { params: { id: elsewhere.projectId } })).id).toBe(elsewhere.projectId);
  const { id: versionId } = await bob.call('GET /projects/:id/last_version/', { params: { id: projectId } });
  await bob.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await stays.count(2);
  await own.call('POST /versions/:id/taxes/', { params: { id: elsewhere.versionId }, body: { name: 'VAT' } });
  await other.count(2);
  expect([removed.answers.length, other.answers.length]).toEqual([1, 2]);
  expect(await listening(sockets[0], projectId).over).toMatchObject([{ message: notFound().detail, extensions: { code: 'not_found' } }]);
  for (const socket of sockets) await socket.dispose();
});
