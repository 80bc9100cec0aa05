import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga, type Plugin } from 'graphql-yoga';
import * as say from '../../domain/sentences/general.ts';
import { findAct } from '../acts/find.ts';
import type { Bus } from '../db/bus.ts';
import type { PublicAct, Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { FROM_INSIDE } from '../http/from.ts';
import type { Surroundings } from '../http/handlers.ts';
import { sameOrigin } from '../http/origin.ts';
import { callerOf } from '../people/callers.ts';
import { recordReachedLimit } from '../securityLog/refused.ts';
import { publicActOf } from '../sharing/links.ts';
import { type Channel, type Channels, makeChannels } from './channels.ts';
import { accessDenied, masked, refusal } from './masking.ts';
import { modestDocuments, parseModest, readable, strict, subscribeShared } from './operations.ts';
import { type GraphQLCaller, makeSchema } from './schema.ts';
import { serveSockets } from './sockets.ts';

const PATHS = ['/v1/graphql', '/api/v1/graphql'];

type Headers = Readonly<Record<string, unknown>>;

const modest: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseModest),
  onValidate: ({ addValidationRule }) => addValidationRule(modestDocuments),
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeShared),
  onResponse: ({ response }) => response.headers.set('Cache-Control', 'no-store'),
};

interface GraphQLEnd {
  /** Ends live channels one after the other within the given milliseconds. */
  endAll: Channels['endAll'];
  /** Open sockets, and channels of any kind. */
  readonly sockets: () => number;
  readonly channels: () => number;
  /** Closes what is left. */
  close(): Promise<void>;
}

/** GraphQL by POST, by server-sent events and by graphql-ws, at both addresses. */
export async function serveGraphQL(
  http: FastifyInstance,
  { database, config, bus }: Pick<Surroundings, 'database' | 'config'> & { readonly bus: Bus },
): Promise<GraphQLEnd> {
  const { query } = database;

  /** The act of a public key; null for an invalid key. */
  async function openedBy(key: unknown): Promise<PublicAct | null> {
    try {
      if (key === undefined) return null;
      const act = await publicActOf(query, key);
      await findAct(query, { teams: [act.teamId] }, act.actId);
      return act;
    } catch (error) {
      if (error instanceof HttpError) return null;
      throw error;
    }
  }
  /** Viewers with the same key that are woken by one change share one lookup. */
  const asking = new Map<unknown, Promise<PublicAct | null>>();
  function openedByOnce(key: unknown): Promise<PublicAct | null> {
    const asked = asking.get(key) ?? openedBy(key);
    if (!asking.has(key)) setImmediate(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  }
  /** A wrong API token gives no access; a network that tries many is recorded. */
  const nobodyAt = (address: string) => (error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    const from = { ...FROM_INSIDE, address };
    if (error.status === 429) recordReachedLimit(query, { about: '', person: async () => null, route: 'GraphQL', from });
    return null;
  };
  const viewerOf = async (headers: Headers, address: string): Promise<Viewer> => ({
    caller: await callerOf(query, config.jwtSecret, headers.authorization ?? headers.Authorization, address).catch(nobodyAt(address)),
    publicAct: await openedByOnce(headers['act-public-key']),
  });
  const channels = makeChannels(bus, {
    async projectOf({ publicAct }) {
      if (publicAct === null) return null;
      return (await findAct(query, { teams: [publicAct.teamId] }, publicAct.actId)).projectId;
    },
  });
  const schema = makeSchema(query, bus);

  /** The channel of a streaming request, which ends with the response. */
  async function channelOf(req: FastifyRequest, reply: FastifyReply): Promise<Channel> {
    let why = 'unauthorized';
    const channel = await channels.open({
      identify: () => viewerOf(req.headers, req.ip),
      address: req.ip,
      end: (reason) => {
        why = reason;
      },
    });
    if (channel === null) throw why === 'tooMany' ? refusal(say.tooManyChannels(), 429) : accessDenied(401);
    if (reply.raw.destroyed) channel.close();
    reply.raw.once('close', channel.close);
    return channel;
  }

  const yoga = createYoga<{ req: FastifyRequest; reply: FastifyReply }, GraphQLCaller>({
    schema,
    graphqlEndpoint: '*',
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    maskedErrors: { maskError: masked },
    plugins: [readable, modest, strict],
    context: ({ req, reply }) => {
      let viewer: Promise<Viewer> | undefined;
      return {
        viewer: () => {
          viewer ??= viewerOf(req.headers, req.ip);
          return viewer;
        },
        channel: () => channelOf(req, reply),
      };
    },
  });
  for (const url of PATHS) {
    http.route({
      method: ['GET', 'POST'],
      url,
      config: { policy: 'graphql' },
      compress: false,
      handler: (req, reply) => {
        if (!sameOrigin(req, config)) throw HttpError.of(403, say.foreignOrigin());
        return yoga.handleNodeRequestAndResponse(req, reply, { req, reply }) as unknown as Promise<void>;
      },
    });
  }
  const sockets = serveSockets(http.server, {
    schema,
    paths: PATHS,
    config,
    channels,
    viewerOf,
  });
  return { endAll: channels.endAll, sockets: sockets.count, channels: () => channels.size, close: sockets.close };
}
