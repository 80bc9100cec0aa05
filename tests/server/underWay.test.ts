/** Calls under way while their caller loses the right to make them: nothing is written afterwards. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { PASSWORD, type Person, startServer, type TestServer } from './harness.ts';
import { DELETES, WRITES } from './races/pairs.ts';
import { contentsOf, makeSite, type Site } from './races/site.ts';
import { whileItWaits } from './races/waiting.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const DONE = 200;
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return DONE;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}

const member = (role: 'admin' | 'regular') => server.person({ teamId: ann.teamId, role });
const signOut = (person: Person) => server.call('POST /logout/', { body: { refresh: person.tokens.refresh } });
async function setPassword(person: Person): Promise<void> {
  const other = await server.call('POST /token/', { body: { email: person.email, password: PASSWORD } });
  await person.call('POST /profile/password/', { body: { old: PASSWORD, new: 'another-secret' } }, { access: other.access });
}
/** A program of the person, and how its token is withdrawn. */
async function program(person: Person) {
  const { id: tokenId, token } = await person.call('POST /profile/tokens/', { body: { name: 'A program', scope: 'all', days: 30 } });
  const by: Person = { ...person, call: (route, asked, extra = {}) => person.call(route, asked, { ...extra, access: token }) };
  return { by, withdraw: () => person.call('DELETE /profile/tokens/:tokenId/', { params: { tokenId } }) };
}

/** Looks write nothing, and a comment is its author's alone. */
const OTHERS = ['look at a claim', 'look at completing', 'edit comment', 'delete comment'];
const ALL = [
  ...Object.entries(WRITES).map(([name, { call }]) => [name, call] as const),
  ...Object.entries(DELETES).map(([name, call]) => [`delete ${name}`, call] as const),
].filter(([name]) => !OTHERS.includes(name));
const edit = (by: Person, { rowId }: Site) => by.call('PUT /rows/:id/', { params: { id: rowId }, body: { quantity: '7' } });
const add = (by: Person, { listId }: Site) => by.call('POST /lists/:id/rows/', { params: { id: listId }, body: { name: 'Gravel' } });

describe.runIf(inject('engine').kind === 'postgres')('a call that waits for its project', () => {
  test.each(ALL)('%s writes nothing once its author has signed out', async (_, write) => {
    const site = await makeSite(server, ann);
    const before = await contentsOf(server, site);
    const bob = await server.person({ teamId: ann.teamId, role: 'owner' });
    const status = await whileItWaits(
      server,
      ['projects', site.projectId],
      () => statusOf(write(bob, site)),
      () => signOut(bob),
    );
    expect(status).toBe(401);
    expect(await contentsOf(server, site)).toEqual(before);
  });

  test.each(Object.entries({ edit, add }))(
    '%s: nor once the password is another, or the token of a program is withdrawn',
    async (_, write) => {
      const site = await makeSite(server, ann);
      const before = await contentsOf(server, site);
      const bob = await member('regular');
      const { by, withdraw } = await program(bob);
      expect(await whileItWaits(server, ['projects', site.projectId], () => statusOf(write(by, site)), withdraw)).toBe(401);
      const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
      const keyed: Person = { ...bob, call: (route, asked, extra = {}) => bob.call(route, asked, { ...key, ...extra }) };
      expect(
        await whileItWaits(
          server,
          ['projects', site.projectId],
          () => statusOf(write(keyed, site)),
          () => setPassword(bob),
        ),
      ).toBe(401);
      expect(await contentsOf(server, site)).toEqual(before);
      // A write refused only because of its session is done when it is repeated in another.
      const { access } = await server.call('POST /token/', { body: { email: bob.email, password: 'another-secret' } });
      expect(await statusOf(write({ ...bob, call: (route, asked) => bob.call(route, asked, { ...key, access }) }, site))).toBe(DONE);
    },
  );

  test('no project is restored and no team renamed after signing out', async () => {
    const { projectId } = await makeSite(server, ann);
    await ann.call('DELETE /projects/:id/', { params: { id: projectId } });
    const [bob, eve, dan] = [await member('admin'), await member('admin'), await member('admin')];
    const restore = (by: Person) => () => statusOf(by.call('POST /projects/:id/restore/', { params: { id: projectId } }));
    expect(await whileItWaits(server, ['projects', projectId], restore(bob), () => signOut(bob))).toBe(401);
    const leave = () => dan.call('DELETE /teams/:id/members/:userId/', { params: { id: ann.teamId, userId: dan.id } });
    expect(await whileItWaits(server, ['projects', projectId], restore(dan), leave)).toBe(404);
    const rename = () => statusOf(eve.call('PATCH /teams/:id/', { params: { id: ann.teamId }, body: { name: 'Theirs' } }));
    expect(await whileItWaits(server, ['teams', ann.teamId], rename, () => signOut(eve))).toBe(401);
    expect((await ann.call('GET /projects/deleted/', { query: {} })).map(({ id }) => id)).toEqual([projectId]);
    expect((await ann.call('GET /profile/', {})).teams.map(({ name }) => name)).not.toContain('Theirs');
  });

  test('is judged by the role its author has when it is carried out', async () => {
    const final = (await finalStatus(server.database.query)).id;
    const only: Readonly<Record<string, (by: Person, site: Site) => Promise<unknown>>> = {
      'delete the project': (by, { projectId }) => by.call('DELETE /projects/:id/', { params: { id: projectId } }),
      'a separate contract': (by, { versionId }) =>
        by.call('POST /versions/:id/separate/', { params: { id: versionId }, body: { is_separate: false } }),
      terms: (by, { projectId }) =>
        by.call('PUT /projects/:id/terms/', {
          params: { id: projectId },
          body: { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work', expected: null },
        }),
      'open an accepted act': (by, { actId }) => by.call('PUT /acts/:id/', { params: { id: actId }, body: { status_id: final - 2 } }),
      'undo accepting': (by, { projectId }) => by.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} }),
    };
    for (const [name, deed] of Object.entries(only)) {
      const site = await makeSite(server, ann);
      await ann.call('PUT /acts/:id/', { params: { id: site.actId }, body: { status_id: final } });
      const bob = await member('admin');
      const params = { id: ann.teamId, userId: bob.id };
      const lower = () => ann.call('PATCH /teams/:id/members/:userId/', { params, body: { role: 'regular' } });
      expect([name, await whileItWaits(server, ['projects', site.projectId], () => statusOf(deed(bob, site)), lower)]).toEqual([name, 403]);
      expect([name, await statusOf(deed(ann, site))]).toEqual([name, DONE]);
    }
  });
});

test('a file that arrives after its sender has signed out is not imported', async () => {
  const bob = await member('regular');
  const { id } = await bob.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const received = () =>
    readdirSync(join(server.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) => /upload-/.test(name));
  const sending = request(`${server.address}/api/v1/projects/${id}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${bob.tokens.access}`, 'content-type': 'multipart/form-data; boundary=part' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => void text(answer).then(() => resolve(answer.statusCode), reject));
  });
  sending.write('--part\r\nContent-Disposition: form-data; name="file"; filename="works.csv"\r\n\r\nName;Unit;Quantity;Rate\r\n');
  await expect.poll(received, { interval: 10 }).not.toEqual([]);
  await signOut(bob);
  sending.end('Wall;m2;2;10\r\n--part--\r\n');
  expect(await answered).toBe(401);
  expect(await statusOf(ann.call('GET /import/:id/lists/', { params: { id } }))).toBe(404);
});
