import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { execute, GraphQLError, type GraphQLSchema } from 'graphql';
import { type WebSocket, WebSocketServer } from 'ws';
import { tooManySubscriptions } from '../../domain/sentences/general.ts';
import type { Config } from '../config.ts';
import { addressOf } from '../http/address.ts';
import type { Viewer } from '../http/caller.ts';
import { sameOrigin } from '../http/origin.ts';
import { reportError } from '../log.ts';
import type { Channel, Channels, Ending } from './channels.ts';
import type { ReadDocument } from './documents.ts';
import { maskedResult, refusal } from './masking.ts';
import { subscribeShared } from './operations.ts';
import type { GraphQLCaller } from './schema.ts';
import { useServer } from './socketServer.ts';

const PAYLOAD = 64 * 1024;
const MOST_SUBSCRIPTIONS = 64;
const PING_EVERY = 12_000;

/** How a client reacts to the end of its socket: to 4401 it renews its token, to 1012 and 1013 it reconnects. */
const CLOSING: Readonly<Record<Ending, readonly [code: number, reason: string]>> = {
  unauthorized: [4401, 'Unauthorized'],
  tooMany: [4429, 'Too many connections'],
  goingAway: [1012, 'Come again'],
};
const TRY_AGAIN_LATER = 1013;

type Params = Readonly<Record<string, unknown>>;
type Extra = { readonly socket: WebSocket; readonly request: IncomingMessage };

interface SocketOptions {
  readonly schema: GraphQLSchema;
  readonly readDocument: ReadDocument;
  readonly paths: readonly string[];
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  readonly channels: Channels;
  readonly viewerOf: (headers: Params, address: string) => Promise<Viewer>;
}

interface Sockets {
  readonly count: () => number;
  /** Closes every socket that is left. */
  readonly close: () => Promise<void>;
}

/** GraphQL over graphql-ws on the upgrades of an HTTP server. */
export function serveSockets(http: Server, { schema, readDocument, paths, config, channels, viewerOf }: SocketOptions): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: PAYLOAD });
  const open = new WeakMap<WebSocket, Channel>();
  const server = useServer<Params, Extra>(
    {
      schema,
      onConnect: async ({ connectionParams = {}, extra: { socket, request } }) => {
        try {
          const address = addressOf(request, config);
          const channel = await channels.open({
            identify: () => viewerOf(connectionParams, address),
            address,
            end: (why) => socket.close(...CLOSING[why]),
          });
          if (channel === null) return false;
          if (socket.readyState !== socket.OPEN) channel.close();
          open.set(socket, channel);
          return true;
        } catch (error) {
          reportError('A socket could not be opened', error);
          socket.close(TRY_AGAIN_LATER, 'Try again later');
          return false;
        }
      },
      onSubscribe: ({ subscriptions }, _id, { query, operationName, variables }) => {
        if (Object.keys(subscriptions).length > MOST_SUBSCRIPTIONS) return [refusal(tooManySubscriptions({ most: MOST_SUBSCRIPTIONS }))];
        const document = readDocument(query);
        if ('kind' in document) return { schema, document, operationName, variableValues: variables };
        return document;
      },
      execute: async (args) => maskedResult(await execute(args)),
      subscribe: async (args) => {
        const started = await subscribeShared(args);
        return Symbol.asyncIterator in started ? started : maskedResult(started);
      },
      context: ({ extra }): GraphQLCaller => {
        const channel = open.get(extra.socket);
        if (channel === undefined) throw new GraphQLError('The socket is closed');
        return { viewer: channel.viewer, channel: () => Promise.resolve(channel) };
      },
      onDisconnect: ({ extra }) => open.get(extra.socket)?.close(),
    },
    sockets,
    PING_EVERY,
  );

  http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // An error on this stream only ends its own connection.
    stream.on('error', () => stream.destroy());
    try {
      const [path = ''] = (request.url ?? '').split('?');
      if (!paths.includes(path)) return refuse(stream, 404, 'Not Found');
      if (!sameOrigin(request, config)) return refuse(stream, 403, 'Forbidden');
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => socket.terminate());
        sockets.emit('connection', socket, request);
      });
    } catch (error) {
      reportError('An upgrade failed', error);
      stream.destroy();
    }
  });
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    await server.dispose();
  };
  return { count: () => sockets.clients.size, close };
}

function refuse(stream: Duplex, status: number, reason: string): void {
  stream.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
