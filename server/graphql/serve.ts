import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, Kind, type ValidationRule } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createYoga, type Plugin } from 'graphql-yoga';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Bus } from '../db/bus.ts';
import { type Caller, callerOf, type PublicAct, publicActOf, type Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { Surroundings } from '../http/handlers.ts';
import type { GraphQLCaller } from './schema.ts';

const PATHS = ['/v1/graphql', '/api/v1/graphql'];
const MOST_FIELDS = 200;
const DEEPEST = 12;
const SOCKET_PAYLOAD = 64 * 1024;
/** The close code a client answers by renewing its token. */
const UNAUTHORIZED = 4401;

/** Refuses documents deeper or larger than any screen asks. Introspection fits. */
const modestDocuments: ValidationRule = (context) => {
  let fields = 0;
  let depth = 0;
  return {
    SelectionSet: {
      enter: (node) => {
        depth += 1;
        if (depth > DEEPEST) context.reportError(new GraphQLError('The query is nested too deeply', { nodes: node }));
      },
      leave: () => {
        depth -= 1;
      },
    },
    Field: (node) => {
      if (node.kind === Kind.FIELD) fields += 1;
      if (fields === MOST_FIELDS + 1) context.reportError(new GraphQLError('The query asks for too many fields', { nodes: node }));
    },
  };
};

const modest: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(modestDocuments) };

interface SocketState {
  readonly over: AbortController;
  leave?: () => void;
}
type Headers = Readonly<Record<string, unknown>>;

/** GraphQL by POST and by graphql-ws at both addresses. The answer closes every socket. */
export async function serveGraphQL(
  http: FastifyInstance,
  schema: GraphQLSchema,
  { database, config, bus }: Pick<Surroundings, 'database' | 'config'> & { readonly bus: Bus },
): Promise<() => Promise<void>> {
  const identify = (authorization: unknown) => callerOf(database.query, config.jwtSecret, authorization);
  const viewerOf = async (headers: Headers): Promise<Viewer> => ({
    caller: await identify(headers.authorization ?? headers.Authorization),
    publicAct: await openedBy(headers['act-public-key']),
  });
  /** A key that opens nothing is no key. */
  const openedBy = async (key: unknown): Promise<PublicAct | null> =>
    key === undefined
      ? null
      : publicActOf(database.query, key).catch((error: unknown) => {
          if (error instanceof HttpError) return null;
          throw error;
        });
  const yoga = createYoga<{ req: FastifyRequest; reply: FastifyReply }, GraphQLCaller>({
    schema,
    graphqlEndpoint: '*',
    logging: false,
    graphiql: false,
    landingPage: false,
    maskedErrors: true,
    plugins: [modest],
    context: ({ req }) => {
      const viewer = viewerOf(req.headers);
      return { viewer: () => viewer, until: new AbortController().signal };
    },
  });
  for (const url of PATHS) {
    http.route({
      method: ['GET', 'POST'],
      url,
      config: { policy: 'graphql' },
      compress: false,
      handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }) as unknown as Promise<void>,
    });
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: SOCKET_PAYLOAD });
  const states = new WeakMap<WebSocket, SocketState>();
  const server = useServer<Headers, { socket: WebSocket }>(
    {
      schema,
      onConnect: async ({ connectionParams, extra }) => {
        const { caller, publicAct } = await viewerOf(connectionParams ?? {});
        if (caller === null && publicAct === null) {
          extra.socket.close(UNAUTHORIZED, 'Unauthorized');
          return false;
        }
        const state: SocketState = { over: new AbortController() };
        states.set(extra.socket, state);
        if (caller !== null)
          state.leave = endWithAccess(extra.socket, connectionParams?.Authorization ?? connectionParams?.authorization, caller);
        return true;
      },
      context: ({ extra, connectionParams }): GraphQLCaller => {
        const state = states.get(extra.socket);
        return { viewer: () => viewerOf(connectionParams ?? {}), until: state?.over.signal ?? AbortSignal.abort() };
      },
      onDisconnect: ({ extra }) => {
        const state = states.get(extra.socket);
        state?.leave?.();
        state?.over.abort();
      },
    },
    sockets,
    12_000,
  );

  function endWithAccess(socket: WebSocket, authorization: unknown, { family, expiresAt }: Caller): () => void {
    const end = () => socket.close(UNAUTHORIZED, 'Unauthorized');
    const expiry = setTimeout(end, Math.max(0, expiresAt * 1000 - Date.now()));
    const unwatch = bus.watch(`session:${family}`, () => {
      void identify(authorization).then((still) => still === null && end());
    });
    return () => {
      clearTimeout(expiry);
      unwatch();
    };
  }

  http.server.on('upgrade', (request: IncomingMessage, stream, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!PATHS.includes(pathname)) return void stream.destroy();
    sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit('connection', socket, request));
  });
  return async () => {
    await server.dispose();
  };
}
