/** Every live channel, socket and server-sent events alike, ends with the access it was opened under. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Bus } from '../../server/db/bus.ts';
import { makeChannels } from '../../server/graphql/channels.ts';
import type { Viewer } from '../../server/http/caller.ts';
import { importWorkbook, type Person, startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';
import { serverSentEvents } from './serverSentEvents.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
const EVENTS = (project: number) =>
  `subscription { recent_events(where: {project_id: {_eq: ${project}}}, order_by: {created_at: desc}, limit: 1) { type subject } }`;
const PUBLIC_ACT = 'subscription { public_act { id changed_at } }';

let server: TestServer;
let owner: Person;
let shared: { projectId: number; versionId: number };
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
  shared = await importWorkbook(owner, FIXTURE);
});
afterAll(() => server.close());

interface Credentials {
  readonly access?: string;
  readonly publicKey?: string;
}
/** Answers so far, a wait for more, and the end. */
interface Heard {
  readonly answers: readonly unknown[];
  count(wanted: number): Promise<void>;
  readonly over: Promise<unknown>;
  close(): Promise<void> | void;
}
const CHANNELS: Readonly<Record<string, (query: string, credentials: Credentials) => Heard>> = {
  socket(query, { access, publicKey }) {
    const client = socketTo(server.address, access, publicKey);
    const heard = following(client, query);
    return { ...heard, close: async () => client.dispose() };
  },
  'server-sent events': (query, credentials) => serverSentEvents(server.address, query, credentials),
};

/** An act of a project of its own, with a link. */
async function sharedAct() {
  const { projectId, versionId } = await importWorkbook(owner, FIXTURE);
  const { id } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { hash } = await owner.call('POST /acts/:id/share/', { params: { id }, body: {} });
  return { projectId, versionId, actId: id, hash };
}
const edit = (versionId: number, name: string) => owner.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name } });

/** A way in which access ends, and the channels opened under it. */
interface Ends {
  readonly opens: () => Promise<{ query: string; credentials: Credentials; end: () => Promise<unknown>; after: () => Promise<unknown> }>;
  /** Whether the last answer reports the record as gone. */
  readonly saysSo?: boolean;
}
const member = async (end: (person: Person, project: typeof shared) => Promise<unknown>, project = shared) => {
  const person = await server.person({ teamId: owner.teamId, role: 'admin' });
  return {
    query: EVENTS(project.projectId),
    credentials: { access: person.tokens.access },
    end: () => end(person, project),
    after: () => edit(shared.versionId, 'Not for them'),
  };
};
const ENDINGS: Readonly<Record<string, Ends>> = {
  'its session is signed out': {
    opens: () => member((person) => server.call('POST /logout/', { body: { refresh: person.tokens.refresh } })),
  },
  'its person signs out everywhere': { opens: () => member((person) => person.call('POST /profile/logout_everywhere/', {})) },
  'its person is taken out of the team': {
    opens: () => member((person) => owner.call('DELETE /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: person.id } })),
  },
  'its project is deleted': {
    opens: async () =>
      member(
        (_, { projectId }) => owner.call('DELETE /projects/:id/', { params: { id: projectId } }),
        await importWorkbook(owner, FIXTURE),
      ),
  },
  'its link is withdrawn': {
    saysSo: true,
    async opens() {
      const { hash, actId } = await sharedAct();
      const end = () => owner.call('DELETE /acts/:id/share/', { params: { id: actId } });
      return { query: PUBLIC_ACT, credentials: { publicKey: hash }, end, after: () => Promise.resolve() };
    },
  },
  'its link is made again': {
    saysSo: true,
    async opens() {
      const { hash, actId } = await sharedAct();
      const end = () => owner.call('POST /acts/:id/share/rotate/', { params: { id: actId } });
      return { query: PUBLIC_ACT, credentials: { publicKey: hash }, end, after: () => Promise.resolve() };
    },
  },
  'its link runs out': {
    saysSo: true,
    async opens() {
      const { hash, actId } = await sharedAct();
      const end = () =>
        owner.call('POST /acts/:id/share/', { params: { id: actId }, body: { expires_at: new Date(Date.now() + 2_000).toISOString() } });
      return { query: PUBLIC_ACT, credentials: { publicKey: hash }, end, after: () => Promise.resolve() };
    },
  },
  "its link's act is deleted": {
    saysSo: true,
    async opens() {
      const { hash, actId } = await sharedAct();
      const end = () => owner.call('DELETE /acts/:id/', { params: { id: actId } });
      return { query: PUBLIC_ACT, credentials: { publicKey: hash }, end, after: () => Promise.resolve() };
    },
  },
  "its link's project is deleted": {
    saysSo: true,
    async opens() {
      const { hash, projectId } = await sharedAct();
      const end = () => owner.call('DELETE /projects/:id/', { params: { id: projectId } });
      return { query: PUBLIC_ACT, credentials: { publicKey: hash }, end, after: () => Promise.resolve() };
    },
  },
};

describe.each(Object.keys(CHANNELS))('a channel by %s ends when', (by) => {
  test.each(Object.keys(ENDINGS))('%s', async (how) => {
    const ending = ENDINGS[how];
    if (ending === undefined) throw new Error(`There is no ending ${how}`);
    const { query, credentials, end, after } = await ending.opens();
    const heard = CHANNELS[by]?.(query, credentials);
    if (heard === undefined) throw new Error(`There is no channel ${by}`);
    await heard.count(1);
    const known = heard.answers.length;
    await end();
    await heard.over;
    await after();
    const newAnswers = heard.answers.slice(known).filter((answer) => JSON.stringify(answer) !== JSON.stringify({ public_act: [] }));
    expect([newAnswers, heard.answers.length - known]).toEqual([[], ending.saysSo === true ? 1 : 0]);
    await heard.close();
  });

  test('it continues while access lasts, and leaves no watch behind when its client leaves', async () => {
    const person = await server.person({ teamId: owner.teamId, role: 'regular' });
    const heard = CHANNELS[by]?.(EVENTS(shared.projectId), { access: person.tokens.access });
    await heard?.count(1);
    await edit(shared.versionId, `Heard by ${by}`);
    await heard?.count(2);
    expect(heard?.answers.at(-1)).toEqual({ recent_events: [{ type: 'create', subject: `Heard by ${by}` }] });
    await heard?.close();
    while (server.watches() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

test('a person has 64 channels at most: the next socket is closed, the next request refused, and one that closes makes room', async () => {
  const person = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { access } = person.tokens;
  const open = () => {
    const client = socketTo(server.address, access);
    return { client, heard: following(client, EVENTS(shared.projectId)) };
  };
  const sockets = Array.from({ length: 64 }, open);
  await Promise.all(sockets.map(({ heard }) => heard.count(1)));
  expect(await open().heard.over).toMatchObject({ code: 4429 });
  const refused = serverSentEvents(server.address, EVENTS(shared.projectId), { access });
  expect(await refused.over).toMatchObject({ status: 429 });
  const [first] = sockets;
  await first?.client.dispose();
  for (;;) {
    const next = open();
    const outcome = await Promise.race([next.heard.over, next.heard.count(1).then(() => 'open')]);
    await next.client.dispose();
    if (outcome === 'open') break;
  }
  for (const { client } of sockets) await client.dispose();
});

test('a socket carries 64 subscriptions at most', async () => {
  const client = socketTo(server.address, owner.tokens.access);
  const all = Array.from({ length: 64 }, () => following(client, EVENTS(shared.projectId)));
  await Promise.all(all.map((heard) => heard.count(1)));
  expect(await following(client, EVENTS(shared.projectId)).over).toMatchObject([
    { extensions: { code: 'too_many_subscriptions', params: { most: 64 } } },
  ]);
  all[0]?.stop();
  const again = following(client, 'subscription { recent_events { type } }');
  expect(await again.over).toMatchObject([{ extensions: { code: 'validation-failed' } }]);
  await client.dispose();
});

test('an upgrade of any path from any page is at worst refused', async () => {
  const refusal = (path: string, origin?: string) =>
    new Promise<string>((resolve) => {
      const address = `${server.address.replace('http', 'ws')}${path}`;
      const socket = new WebSocket(address, 'graphql-transport-ws', origin === undefined ? {} : { origin });
      socket.on('error', (error) => resolve(error.message));
      socket.on('open', () => {
        resolve('open');
        socket.close();
      });
    });
  expect(await Promise.all(['//', '/', '/%', '//v1/graphql', '/api/v1/projects', '/v1/graphql?x=1'].map((path) => refusal(path)))).toEqual([
    ...Array.from({ length: 5 }, () => 'Unexpected server response: 404'),
    'open',
  ]);
  expect(await refusal('/v1/graphql', 'https://elsewhere.example')).toBe('Unexpected server response: 403');
  expect(await refusal('/v1/graphql', server.address)).toBe('open');
});

test('a lookup that fails because its channel and the database are closing is not reported; any other failure is', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => told.mockRestore());
  const heard: (() => void)[] = [];
  const bus = { watch: (_topic: string, changed: () => void) => (heard.push(changed), () => undefined) } as unknown as Bus;
  const channels = makeChannels(bus, { projectOf: async () => null });
  const viewer = { caller: { userId: 1, family: 'one', expiresAt: Date.now() / 1000 + 60 }, publicAct: null } as unknown as Viewer;
  const lookups = [Promise.resolve(viewer), Promise.resolve(viewer)];
  const channel = await channels.open({
    identify: () => lookups.shift() ?? Promise.reject(new Error('No such lookup')),
    address: '',
    end: () => undefined,
  });
  const lookup = Promise.withResolvers<Viewer>();
  lookups.push(Promise.reject(new Error('Not now')), lookup.promise);
  heard[0]?.();
  await expect.poll(() => lookups).toEqual([]);
  expect(told).toHaveBeenCalledTimes(1);
  await channels.endAll(0);
  lookup.reject(new Error('The database has ended'));
  await channel?.viewer();
  expect(told).toHaveBeenCalledTimes(1);
});
