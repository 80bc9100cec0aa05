import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer as serveGraphQL } from 'graphql-ws/use/ws';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createActor, type EventObject, fromCallback, setup } from 'xstate';
import { createActum } from '../../src/compose/app/actum.ts';
import { watchProjectThrough } from '../../src/compose/live/watchProject.ts';
import { createSocket } from '../../src/services/socket.ts';
import type { ProjectChanged } from '../../src/views/projectNews.ts';
import { ENTRY, honestServer } from '../model/honestServer.ts';

/** A live project behind a real socket: `publish` tells every watcher its latest event, `expire` closes with 4401. */
function liveServer() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, path: '/v1/graphql' });
  const connected: unknown[] = [];
  const watchers = new Set<(type: string) => void>();
  const watched = Promise.withResolvers<void>();
  const schema = buildSchema(`
    scalar timestamptz
    enum order_by { asc desc }
    input Eq { _eq: Int }
    input Is { _eq: Boolean }
    input where { project_id: Eq processed: Is }
    input order { created_at: order_by }
    type recent_events { entity_type: String! object_id: Int type: String! project_id: Int! processed: Boolean! created_at: timestamptz! }
    type Query { none: Int }
    type Subscription { recent_events(where: where, order_by: order, limit: Int): [recent_events!]! }`);
  const event = (type: string) => ({
    entity_type: 'row',
    object_id: 1,
    type,
    project_id: 5,
    processed: true,
    created_at: '2026-11-01T00:00:00Z',
  });
  serveGraphQL(
    {
      schema,
      onConnect: ({ connectionParams }) => void connected.push(connectionParams),
      roots: {
        subscription: {
          recent_events: () => {
            const told: string[] = ['first'];
            let wake = () => {};
            const watcher = (type: string) => {
              told.push(type);
              wake();
            };
            watchers.add(watcher);
            watched.resolve();
            return {
              [Symbol.asyncIterator]() {
                return this;
              },
              async next() {
                while (told.length === 0) {
                  await new Promise<void>((resolve) => {
                    wake = resolve;
                  });
                }
                return { done: false, value: { recent_events: [event(told.shift() ?? '')] } };
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
    publish: (type: string) => {
      for (const watcher of watchers) watcher(type);
    },
    /** Reads no more, and answers nothing. */
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

test('a screen hears of changes, not of the first answer, and over an expired token after one refresh', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum({ ...server.outside, openSocket: (keys) => createSocket(url, keys) }, ENTRY);
  const heard: EventObject[] = [];
  let heardOne = Promise.withResolvers<void>();
  const screen = setup({
    actors: { watch: watchProjectThrough(actum.openStream, actum.session).logic },
    types: { events: {} as ProjectChanged },
  }).createMachine({
    invoke: { id: 'watch', src: 'watch', input: { projectId: 5 } },
    on: {
      'project.changed': {
        actions: ({ event }) => {
          heard.push(event);
          heardOne.resolve();
        },
      },
    },
  });
  const watching = createActor(screen).start();
  await live.watched;
  live.publish('edited');
  await heardOne.promise;

  heardOne = Promise.withResolvers();
  server.expireAccess();
  live.expire();
  // Two calls wait at the server from the start; the third is the refresh the closed socket asks for.
  while (!server.pending().includes('/token/refresh/')) await new Promise((resolve) => setImmediate(resolve));
  await server.answer(server.pending().indexOf('/token/refresh/'));
  await heardOne.promise;

  expect(heard).toEqual(Array(2).fill({ type: 'project.changed', projectId: 5 }));
  expect(live.connected).toEqual([{ Authorization: 'Bearer A1' }, { Authorization: 'Bearer A2' }]);
  expect(server.spent).toEqual(['R1']);
  watching.stop();
  actum.stop();
});

test('a server that goes is a failure, not a denial', async () => {
  const told = Promise.withResolvers<string>();
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }));
  const actor = createActor(
    fromCallback(() =>
      open(
        { document: 'subscription { recent_events { type } }', variables: {} },
        { answered: () => void live.close(), denied: () => told.resolve('denied'), failed: () => told.resolve('failed') },
      ),
    ),
  ).start();
  expect(await told.promise).toBe('failed');
  expect(live.connected).toEqual([{ 'act-public-key': 'k' }]);
  actor.stop();
});

test.each([
  ['open', false],
  ['closing', true],
])('a connection that is lost while it is %s is a failure once a sign of life is missing', async (_, isClosing) => {
  const told = Promise.withResolvers<string>();
  const open = createSocket(url, () => ({ access: null, publicKey: 'k' }), { askAfter: 10, answerWithin: 500 });
  const close = open(
    { document: 'subscription { recent_events { type } }', variables: {} },
    { answered: () => live.goSilent(isClosing), denied: () => told.resolve('denied'), failed: () => told.resolve('failed') },
  );
  expect(await told.promise).toBe('failed');
  close();
});

test('a connection nobody takes is a failure', async () => {
  const deaf = createServer().on('upgrade', () => undefined);
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const { port } = deaf.address() as AddressInfo;
  const told = Promise.withResolvers<string>();
  const open = createSocket(`ws://127.0.0.1:${port}`, () => ({ access: null, publicKey: 'k' }), { askAfter: 10, answerWithin: 10 });
  const close = open(
    { document: 'subscription { recent_events { type } }', variables: {} },
    { answered: () => told.resolve('answered'), denied: () => told.resolve('denied'), failed: () => told.resolve('failed') },
  );
  expect(await told.promise).toBe('failed');
  close();
  deaf.closeAllConnections();
  deaf.close();
});
