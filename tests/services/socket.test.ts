import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer as serveGraphQL } from 'graphql-ws/use/ws';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createActor, fromCallback } from 'xstate';
import type { ProjectChange } from '../../domain/api/graphql.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { liveQueries } from '../../src/compose/live/follow.ts';
import { projectFeeds } from '../../src/compose/live/projectFeeds.ts';
import { createSocket } from '../../src/services/socket.ts';
import { ENTRY, honestServer } from '../model/honestServer.ts';
import { rowChange } from '../views/feed.ts';

/** A live project behind a real socket, as a process of an earlier version serves it, whose changes do not say when they were made: `publish` sends every watcher its latest change, `expire` closes with 4401. */
function liveServer() {
  const health = Promise.withResolvers<ServerResponse>();
  const http = createServer((_, response) => (opening === null ? health.resolve(response) : response.end()));
  let opening: Promise<void> | null = null;
  const knocked = Promise.withResolvers<void>();
  const sockets = new WebSocketServer({
    server: http,
    path: '/v1/graphql',
    verifyClient: (_, answer) => {
      if (opening !== null) knocked.resolve();
      void (opening ?? Promise.resolve()).then(() => answer(true));
    },
  });
  const connected: unknown[] = [];
  const watchers = new Set<(change: ProjectChange) => void>();
  const watched = Promise.withResolvers<void>();
  const schema = buildSchema(`
    scalar jsonb
    enum order_by { asc desc }
    input Eq { _eq: Int }
    input where { project_id: Eq }
    input order { id: order_by }
    type project_changes { id: Int! event_id: Int! way: String! author_id: Int touched: jsonb! event: jsonb! }
    type Query { none: Int }
    type Subscription { project_changes(where: where, order_by: order, limit: Int): [project_changes!]! }`);
  serveGraphQL(
    {
      schema,
      onConnect: ({ connectionParams }) => void connected.push(connectionParams),
      roots: {
        subscription: {
          project_changes: () => {
            const changes: ProjectChange[] = [rowChange({ versionId: 3, listId: 4 })];
            let wake = () => {};
            const watcher = (change: ProjectChange) => {
              changes.push(change);
              wake();
            };
            watchers.add(watcher);
            watched.resolve();
            return {
              [Symbol.asyncIterator]() {
                return this;
              },
              async next() {
                while (changes.length === 0) {
                  await new Promise<void>((resolve) => {
                    wake = resolve;
                  });
                }
                return { done: false, value: { project_changes: [changes.shift()] } };
              },
              async return() {
                watchers.delete(watcher);
                return { done: true, value: undefined };
              },
            };
          },
        },
      },
    },
    sockets,
  );
  return {
    connected,
    watched: watched.promise,
    /** The first request that asks for a sign of life. */
    health: health.promise,
    /** New sockets wait until the returned function is called; `knocked` resolves with the first of them. */
    holdDoor: () => {
      const door = Promise.withResolvers<void>();
      opening = door.promise;
      return { knocked: knocked.promise, open: () => door.resolve() };
    },
    hangUp: () => {
      for (const client of sockets.clients) client.terminate();
    },
    publish: (change: ProjectChange) => {
      for (const watcher of watchers) watcher(change);
    },
    /** Stops reading and answering. */
    goSilent: (isClosing = false) => {
      for (const socket of sockets.clients) {
        if (isClosing) socket.close(1012);
        socket.pause();
      }
    },
    expire: () => {
      for (const client of sockets.clients) client.close(4401, 'Unauthorized');
    },
    async listen() {
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
      return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/v1/graphql`;
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

let live: ReturnType<typeof liveServer>;
let url: string;
beforeEach(async () => {
  live = liveServer();
  url = await live.listen();
});
afterEach(() => live.close());

test('a screen gets each change, loads again whenever the stream opens, and survives the expiry of its token with one refresh', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum({ ...server.outside, openSocket: (keys) => createSocket(url, keys) }, ENTRY);
  const heard: string[] = [];
  let heardOne = Promise.withResolvers<void>();
  const watching = createActor(projectFeeds(liveQueries(actum.openStream, actum.session).follow, actum.session).logic, {
    input: { projectId: 5 },
  });
  watching.on('*', (news) => {
    heard.push(news.type);
    heardOne.resolve();
  });
  watching.start();
  await live.watched;
  // The first answer makes the client load again, because changes before it may have been missed.
  await heardOne.promise;
  heardOne = Promise.withResolvers();
  live.publish(rowChange({ versionId: 3, listId: 4 }));
  await heardOne.promise;

  heardOne = Promise.withResolvers();
  server.expireAccess();
  live.expire();
  // Two calls wait at the server from the start; the third is the refresh requested by the closed socket.
  while (!server.pending().includes('/token/refresh/')) await new Promise((resolve) => setImmediate(resolve));
  await server.answer(server.pending().indexOf('/token/refresh/'));
  await heardOne.promise;

  expect(heard).toEqual(['project.watched', 'project.changed', 'project.watched']);
  expect(live.connected).toEqual([{ Authorization: 'Bearer A1' }, { Authorization: 'Bearer A2' }]);
  expect(server.spent).toEqual(['R1']);
  watching.stop();
  actum.stop();
});

test('a project is followed while one of its screens is open, by one live query', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum({ ...server.outside, openSocket: (keys) => createSocket(url, keys) }, ENTRY);
  const { logic } = projectFeeds(liveQueries(actum.openStream, actum.session).follow, actum.session);
  const openScreen = () => {
    const screen = createActor(logic, { input: { projectId: 5 } });
    let next = Promise.withResolvers<string>();
    screen.on('*', ({ type }) => next.resolve(type));
    screen.start();
    return {
      stop: () => screen.stop(),
      async hears() {
        const heard = await next.promise;
        next = Promise.withResolvers();
        return heard;
      },
    };
  };
  const [one, other] = [openScreen(), openScreen()];
  expect(await Promise.all([one.hears(), other.hears()])).toEqual(['project.watched', 'project.watched']);
  one.stop();
  live.publish(rowChange({ versionId: 3, listId: 4 }));
  expect(await other.hears()).toBe('project.changed');
  expect(live.connected).toHaveLength(1);
  other.stop();
  actum.stop();
});

test('a server that goes away is a failure, not a denial', async () => {
  const outcome = Promise.withResolvers<string>();
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }));
  const actor = createActor(
    fromCallback(() =>
      open(
        { document: 'subscription { project_changes { id } }', variables: {} },
        { answered: () => void live.close(), denied: () => outcome.resolve('denied'), failed: () => outcome.resolve('failed') },
      ),
    ),
  ).start();
  expect(await outcome.promise).toBe('failed');
  expect(live.connected).toEqual([{ 'act-public-key': 'k' }]);
  actor.stop();
});

test('a live query that was ended reports nothing more', async () => {
  const reported: string[] = [];
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }));
  const follow = (name: string) => {
    const answered = Promise.withResolvers<void>();
    const leave = open(
      { document: 'subscription { project_changes { id } }', variables: {} },
      {
        answered: () => {
          reported.push(`${name} answered`);
          answered.resolve();
        },
        denied: () => reported.push(`${name} denied`),
        failed: () => reported.push(`${name} failed`),
      },
    );
    return { leave, answered: answered.promise };
  };
  const first = follow('first');
  await first.answered;
  const second = follow('second');
  first.leave();
  await second.answered;
  second.leave();
  // The socket closes with its last query, so this one is answered over another.
  const third = follow('third');
  await third.answered;
  third.leave();
  expect(reported).toEqual(['first answered', 'second answered', 'third answered']);
});

test.each([
  ['open', false],
  ['closing', true],
])('a connection that is lost while it is %s is a failure once a sign of life is missing', async (_, isClosing) => {
  const outcome = Promise.withResolvers<string>();
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }), { askAfter: 10, answerWithin: 500 });
  const close = open(
    { document: 'subscription { project_changes { id } }', variables: {} },
    { answered: () => live.goSilent(isClosing), denied: () => outcome.resolve('denied'), failed: () => outcome.resolve('failed') },
  );
  expect(await outcome.promise).toBe('failed');
  close();
});

const stopClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};
/** Follows a project; `next` is the next outcome. */
function followed(open: ReturnType<typeof createSocket>) {
  let outcome = Promise.withResolvers<string>();
  const leave = open(
    { document: 'subscription { project_changes { id } }', variables: {} },
    { answered: () => outcome.resolve('answered'), denied: () => outcome.resolve('denied'), failed: () => outcome.resolve('failed') },
  );
  const next = async () => {
    const said = await outcome.promise;
    outcome = Promise.withResolvers();
    return said;
  };
  return { next, leave };
}

test('a sign of life that a lost connection lacked does not end the connection that is opened after it', async () => {
  stopClock();
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }), { askAfter: 10_000, answerWithin: 60_000 });
  const first = followed(open);
  expect(await first.next()).toBe('answered');
  live.goSilent();
  vi.advanceTimersByTime(70_000);
  const asked = await live.health;
  live.hangUp();
  expect(await first.next()).toBe('failed');

  const door = live.holdDoor();
  const second = followed(open);
  await door.knocked;
  asked.end();
  // Its answer has come before this one.
  await fetch(new URL('/', url.replace(/^ws/, 'http'))).then((answer) => answer.text());
  door.open();
  expect(await second.next()).toBe('answered');
  second.leave();
});

test('a connection that nobody needs any more is not watched', async () => {
  stopClock();
  // Longer than the clock is advanced while the last line waits.
  const patience = { askAfter: 3_600_000, answerWithin: 3_600_000 };
  const query = followed(createSocket(url, () => ({ access: null, publicKey: 'k' }), patience));
  expect(await query.next()).toBe('answered');
  query.leave();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

test('a refused connection is a failure', async () => {
  const deaf = createServer().on('upgrade', () => undefined);
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const { port } = deaf.address() as AddressInfo;
  const outcome = Promise.withResolvers<string>();
  const open = createSocket(`ws://127.0.0.1:${port}`, () => ({ access: null, publicKey: 'k' }), { askAfter: 10, answerWithin: 10 });
  const close = open(
    { document: 'subscription { project_changes { id } }', variables: {} },
    { answered: () => outcome.resolve('answered'), denied: () => outcome.resolve('denied'), failed: () => outcome.resolve('failed') },
  );
  expect(await outcome.promise).toBe('failed');
  close();
  deaf.closeAllConnections();
  deaf.close();
});

test('a screen whose project was last changed long before it opened loads nothing again', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum({ ...server.outside, openSocket: (keys) => createSocket(url, keys) }, ENTRY);
  const { follow } = liveQueries(actum.openStream, actum.session);
  const inTwoMinutes = () => Date.now() + 120_000;
  const watching = createActor(projectFeeds(follow, actum.session, (machine) => machine, inTwoMinutes).logic, { input: { projectId: 5 } });
  const heard: string[] = [];
  const changed = Promise.withResolvers<void>();
  watching.on('*', ({ type }) => {
    heard.push(type);
    changed.resolve();
  });
  watching.start();
  await live.watched;
  live.publish(rowChange({ versionId: 3, listId: 4 }));
  await changed.promise;
  expect(heard).toEqual(['project.changed']);
  watching.stop();
  actum.stop();
});
