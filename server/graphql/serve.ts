import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ExecutionArgs,
  type ExecutionResult,
  executeRootSelectionSet,
  GraphQLError,
  getOperationAST,
  validateExecutionArgs,
} from 'graphql';
import * as say from '../../domain/sentences/general.ts';
import { findAct } from '../acts/find.ts';
import type { Bus } from '../db/bus.ts';
import type { Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { Surroundings } from '../http/handlers.ts';
import { sameOrigin } from '../http/origin.ts';
import { sendEvents, sendJson } from './answers.ts';
import { type Channel, type Channels, makeChannels } from './channels.ts';
import { documentsOf } from './documents.ts';
import { accessDenied, maskedResult, refusal } from './masking.ts';
import { subscribeShared } from './operations.ts';
import { acceptedBy, askedBy } from './requests.ts';
import { type GraphQLCaller, makeSchema } from './schema.ts';
import { serveSockets } from './sockets.ts';
import { viewersOf } from './viewers.ts';

const PATHS = ['/v1/graphql', '/api/v1/graphql'];

interface GraphQLEnd {
  /** Ends live channels one after the other within the given milliseconds. */
  endAll: Channels['endAll'];
  /** Open sockets, and channels of any kind. */
  readonly sockets: () => number;
  readonly channels: () => number;
  /** Closes the channels that are still open. */
  close(): Promise<void>;
}

/** GraphQL by POST, by server-sent events and by graphql-ws, at both addresses. */
export async function serveGraphQL(
  http: FastifyInstance,
  { database, config, bus }: Pick<Surroundings, 'database' | 'config'> & { readonly bus: Bus },
): Promise<GraphQLEnd> {
  const { query } = database;

  const { viewerOf, readerOf } = viewersOf(query, config);
  const channels = makeChannels(bus, {
    async projectOf({ publicAct }) {
      if (publicAct === null) return null;
      return (await findAct(query, { teams: [publicAct.teamId] }, publicAct.actId)).projectId;
    },
  });
  const schema = makeSchema(query, bus);
  const readDocument = documentsOf(schema);

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

  /** The arguments of what a request asks for, or the errors in it. */
  function operationOf(request: FastifyRequest, reply: FastifyReply): ExecutionArgs | readonly GraphQLError[] {
    try {
      const { query: text, variables: variableValues, operationName } = askedBy(request);
      const document = readDocument(text);
      if (!('kind' in document)) return document;
      let viewer: Promise<Viewer> | undefined;
      const contextValue: GraphQLCaller = {
        viewer: () => {
          viewer ??= readerOf(request.headers, request.ip);
          return viewer;
        },
        channel: () => channelOf(request, reply),
      };
      return { schema, document, operationName, variableValues, contextValue };
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { json, events } = acceptedBy(request.headers.accept);
    const send = (result: ExecutionResult, status = 200) => {
      if (json !== undefined) return sendJson(reply, json, result, status);
      return events ? sendEvents(reply, result, status) : reply.code(406).send();
    };
    const operation = operationOf(request, reply);
    if (!('document' in operation)) return send({ errors: operation }, 400);
    if (getOperationAST(operation.document, operation.operationName)?.operation === 'subscription') {
      const started = await subscribeShared(operation);
      if (!('next' in started)) return send(maskedResult(started));
      if (events) return sendEvents(reply, started);
      await started.return();
      return reply.code(406).send();
    }
    const validated = validateExecutionArgs(operation);
    if (!('schema' in validated)) return send({ errors: validated }, 400);
    return send(maskedResult(await executeRootSelectionSet(validated)));
  }

  for (const url of PATHS) {
    http.route({
      method: ['GET', 'POST'],
      url,
      config: { policy: 'graphql' },
      compress: false,
      handler: (request, reply) => {
        if (!sameOrigin(request, config)) throw HttpError.of(403, say.foreignOrigin());
        return answer(request, reply);
      },
    });
  }
  const sockets = serveSockets(http.server, {
    schema,
    readDocument,
    paths: PATHS,
    config,
    channels,
    viewerOf,
  });
  return { endAll: channels.endAll, sockets: sockets.count, channels: () => channels.size, close: sockets.close };
}
