import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import { type Person, startServer, type TestServer, untilRead } from './harness.ts';
import { DELETES, PAIRS, type Pair, WRITES } from './races/pairs.ts';
import { contentsOf, faultsIn, makeSite, type Site } from './races/site.ts';
import { waiting } from './races/waiting.ts';

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

/**
 * Sends two calls while the project is held, lets the first wait for it before the second is sent, and releases it: both have read all they read
 * before they hold the project, and the first has it first. The embedded database has one connection, so that there they are sent at once.
 */
async function sideBySide(
  { projectId }: Pick<Site, 'projectId'>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number, number]> {
  if (server.engine === 'embedded') return Promise.all([statusOf(first()), statusOf(second())]);
  const answers = await server.database.query.transaction().execute(async (tx) => {
    await sql`select 1 from projects where id = ${projectId} for update`.execute(tx);
    const one = statusOf(first());
    await waiting(server, 1, one);
    const other = statusOf(second());
    await waiting(server, 2, one, other);
    return [one, other] as const;
  });
  return Promise.all(answers);
}

async function walk(site: Site, way: 'backward' | 'forward'): Promise<void> {
  for (;;) {
    const status = await statusOf(ann.call(`POST /projects/:id/history/${way}/`, { params: { id: site.projectId }, body: {} }));
    if (status === 409) break;
    expect(status).toBe(DONE);
  }
  const left = await sql`
    select 1 from recent_events where project_id = ${site.projectId} and processed = ${way === 'backward'}`.execute(server.database.query);
  expect(left.rows).toEqual([]);
}

/** Everything is still consistent: totals are right, and history can be undone and redone completely. */
async function expectWhole(site: Site, before: unknown): Promise<void> {
  await ann.call('POST /projects/:id/restore/', { params: { id: site.projectId } });
  expect(await faultsIn(server, ann, site)).toEqual([]);
  const after = await contentsOf(server, site);
  await walk(site, 'backward');
  expect(await contentsOf(server, site)).toEqual(before);
  expect(await faultsIn(server, ann, site)).toEqual([]);
  await walk(site, 'forward');
  expect(await contentsOf(server, site)).toEqual(after);
}

async function freshSite() {
  const site = await makeSite(server, ann);
  await sql`delete from recent_events where project_id = ${site.projectId}`.execute(server.database.query);
  return { site, before: await contentsOf(server, site) };
}
const eventCount = async ({ projectId }: Site): Promise<number> => {
  const { rows } = await sql`select 1 from recent_events where project_id = ${projectId}`.execute(server.database.query);
  return rows.length;
};

async function deletedFirst({ need, write }: Pair): Promise<void> {
  const { site, before } = await freshSite();
  const [gone, written] = await sideBySide(
    site,
    () => DELETES[need](ann, site),
    () => write(ann, site),
  );
  if (server.engine === 'postgres') {
    expect(gone).toBe(DONE);
    expect([404, 409]).toContain(written);
  } else {
    expect([DONE, 404, 409]).toContain(gone);
    expect([DONE, 404, 409]).toContain(written);
    expect([gone, written]).toContain(DONE);
  }
  await expectWhole(site, before);
}

async function writtenFirst({ need, write }: Pair): Promise<void> {
  const { site, before } = await freshSite();
  const [written, gone] = await sideBySide(
    site,
    () => write(ann, site),
    () => DELETES[need](ann, site),
  );
  if (server.engine === 'postgres') expect(written).toBe(DONE);
  expect([DONE, 404, 409]).toContain(gone);
  await expectWhole(site, before);
}

test.each(PAIRS)('$name: a write after the delete is refused, and a delete after the write leaves consistent records', async (pair) => {
  await deletedFirst(pair);
  await writtenFirst(pair);
});

test.each(Object.entries(DELETES))('%s deleted twice at once is deleted once, in one event', async (_, remove) => {
  const { site } = await freshSite();
  await statusOf(remove(ann, site));
  const events = await eventCount(site);
  const again = (await freshSite()).site;
  const both = await sideBySide(
    again,
    () => remove(ann, again),
    () => remove(ann, again),
  );
  expect(both.toSorted()).toEqual([DONE, 404]);
  expect(await eventCount(again)).toBe(events);
});

test('a write that waited while its author left the team is refused', async () => {
  const { site, before } = await freshSite();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const params = { id: ann.teamId, userId: bob.id };
  const [written, left] = await sideBySide(
    site,
    () => WRITES['edit row']?.call(bob, site) ?? Promise.reject(new Error('no such write')),
    () => ann.call('DELETE /teams/:id/members/:userId/', { params }),
  );
  expect(left).toBe(DONE);
  if (server.engine === 'postgres') expect(written).toBe(404);
  await expectWhole(site, before);
});

const IMPORTED = 'Name\tUnit\tQuantity\tRate\nBricks\tm2\t10\t3\nMortar\tm3\t2\t7\n';
interface Read {
  readonly id: number;
  readonly listId: number;
  readonly rowId: number;
}
const inImport: Readonly<Record<string, (read: Read) => Promise<unknown>>> = {
  'delete list': (params) => ann.call('DELETE /import/:id/lists/:listId/', { params }),
  'delete row': (params) => ann.call('DELETE /import/:id/rows/:rowId/', { params }),
  cancel: (params) => ann.call('POST /import/:id/cancel/', { params }),
  finish: (params) => ann.call('POST /import/:id/finish/', { params }),
  'correct cell': (params) => ann.call('PUT /import/:id/rows/:rowId/', { params, body: { column_index: 2, value: '7' } }),
  'recognise column': (params) =>
    ann.call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: 1, recognized_as: 'ignore' } }),
};
test.each([
  ['delete list', 'delete list'],
  ['delete row', 'delete row'],
  ['cancel', 'cancel'],
  ['delete list', 'correct cell'],
  ['delete row', 'correct cell'],
  ['cancel', 'finish'],
  ['cancel', 'recognise column'],
])('import: %s beside %s', async (first, second) => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Import' } });
  await ann.call('POST /import/:id/paste/', { params: { id }, body: { text: IMPORTED } });
  const listId = (await untilRead(ann, id)).new_lists[0]?.id ?? 0;
  const { rows } = await ann.call('GET /import/:id/lists/:listId/', { params: { id, listId }, query: {} });
  const read = { id, listId, rowId: rows[0]?.id ?? 0 };
  const call = (name: string) => () => inImport[name]?.(read) ?? Promise.reject(new Error(name));
  const statuses = await sideBySide({ projectId: id }, call(first), call(second));
  if (server.engine === 'postgres') expect(statuses).toEqual([DONE, 404]);
  else expect(statuses.filter((status) => status === DONE).length).toBeGreaterThan(0);
  for (const status of statuses) expect([DONE, 404]).toContain(status);
});

test('a member and an invitation deleted twice at once are deleted once', async () => {
  const { teamId } = ann;
  const bob = await server.person({ teamId, role: 'regular' });
  const member = () => ann.call('DELETE /teams/:id/members/:userId/', { params: { id: teamId, userId: bob.id } });
  expect((await Promise.all([statusOf(member()), statusOf(member())])).toSorted()).toEqual([DONE, 404]);
  const { id } = await ann.call('POST /teams/:id/invitations/', {
    params: { id: teamId },
    body: { email: 'eve@example.com', role: 'regular' },
  });
  const invitation = () => ann.call('DELETE /teams/:id/invitations/:invitationId/', { params: { id: teamId, invitationId: id } });
  expect((await Promise.all([statusOf(invitation()), statusOf(invitation())])).toSorted()).toEqual([DONE, 404]);
});
