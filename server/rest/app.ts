import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import statics from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { MEGABYTE, UPLOAD_LIMIT } from '../../domain/api/limits.ts';
import { type Route, routes } from '../../domain/api/routes.ts';
import * as say from '../../domain/sentences/general.ts';
import type { Database, Query } from '../db/open.ts';
import { isOverflow } from '../db/overflow.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { trustedBy } from '../http/address.ts';
import { companyCookie } from '../http/browserCookie.ts';
import { CallAccess } from '../http/callAccess.ts';
import { HttpError, notFound, onlyByCompany, sumTooLarge } from '../http/errors.ts';
import { fromOf } from '../http/from.ts';
import type { Handlers, Surroundings, Upload } from '../http/handlers.ts';
import { JsonText } from '../http/jsonText.ts';
import { LIMITED, limited } from '../http/limits.ts';
import { followRequests } from '../http/requestLog.ts';
import { revisionOf } from '../http/revised.ts';
import { type Received, receive, tooLarge } from '../http/uploads.ts';
import { type Log, reportError, requestId } from '../log.ts';
import { bodyOf, readBodies, refusalOf, refuseUnkept } from './bodies.ts';
import { type Drain, trackRequests } from './drain.ts';
import { isBeyondLimit, isForbidden, recordBeyondLimit, recordForbidden } from './forbidden.ts';
import { serveMetrics } from './metrics.ts';
import { keyOf, once } from './once.ts';
import { openApi } from './openapi.ts';
import { pageIn } from './page.ts';
import { asksForPart, type Part, PartQuery, partOf } from './parts.ts';
import { policyOf, refuseWithoutPolicy } from './policy.ts';
import { serveHealth } from './ready.ts';
import { addSecurityHeaders } from './security.ts';
import { answersFor, seenAgain, withAccess } from './seen.ts';
import { endStalledBodies, TIMEOUTS } from './timeouts.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const BODY_LIMIT = MEGABYTE;
const LARGE_BODY_LIMIT = 16 * BODY_LIMIT;
/** Bytes that compress within a third of a millisecond: a window of rows fits. A stream in another thread costs several times as much. */
const COMPRESSED_AT_ONCE = 128 * 1024;

interface HttpOptions extends Surroundings {
  readonly handlers: Handlers;
  /** The built client, served for every path outside the API; without it only the API answers. */
  readonly clientFolder?: string;
  readonly log: Log;
}

interface Http {
  readonly http: FastifyInstance;
  readonly drain: Drain;
}

/** The REST API, health, the OpenAPI document and the client, on one Fastify instance that is not yet listening. */
export async function makeHttp(options: HttpOptions): Promise<Http> {
  const http = fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: BODY_LIMIT,
    ...TIMEOUTS,
    trustProxy: trustedBy(options.config),
  });
  followRequests(http, options.log, options.config.logsRequests);
  const drain = trackRequests(http);
  endStalledBodies(http);
  readBodies(http);
  http.addHook('onRoute', refuseWithoutPolicy);
  const page = pageIn(options.clientFolder);
  addSecurityHeaders(http, options.config, page);
  await http.register(compress, {
    threshold: 2048,
    syncThreshold: COMPRESSED_AT_ONCE,
    zlibOptions: { level: 3 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  await http.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, fieldSize: 10_000 } });
  http.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerOf(error);
    const retryAfter = error instanceof HttpError ? error.retryAfter : status === 503 ? 1 : null;
    if (retryAfter !== null) reply.header('Retry-After', String(retryAfter));
    return reply.code(status).send(body);
  });

  for (const route of Object.keys(routes) as Route[]) register(http, route, options);
  let described: ReturnType<typeof openApi> | undefined;
  http.get('/api/v1/openapi.json', { config: { policy: 'anyone' } }, () => {
    described ??= openApi();
    return described;
  });
  serveHealth(http, options.database, options.config, drain);
  serveMetrics(http, options.config);
  http.all('/api/*', { config: { policy: 'anyone' } }, () => Promise.reject(HttpError.of(404, say.noEndpoint())));
  if (options.clientFolder !== undefined && page !== null) await serveClient(http, options.clientFolder);
  return { http, drain };
}

function register(http: FastifyInstance, route: Route, options: HttpOptions): void {
  const [method = '', path = ''] = route.split(' ');
  const endpoint: Endpoint = routes[route];
  const bodySchema = bodyOf(route);
  const policy = policyOf(route, endpoint);
  const limit = LIMITED[route];
  const handle = options.handlers[route] as (given: object, call: object) => Promise<unknown>;
  const seen = answersFor(route);
  http.route({
    method,
    url: `/api/v1${path}`,
    ...(endpoint.isLarge && { bodyLimit: LARGE_BODY_LIMIT }),
    config: { policy: endpoint.who, ...(endpoint.takesForm && { takesForm: true }) },
    handler: async (request, reply) => {
      const { database, config, publicUrl, uploads } = options;
      const { query } = database;
      const asking = { secret: config.jwtSecret, request };
      const access = new CallAccess(endpoint);
      const known = await policy.whoCalls({ ...asking, query }).catch((error: unknown) => {
        if (isBeyondLimit(error)) recordBeyondLimit(query, { route, caller: null, request, account: '' });
        throw error;
      });
      const caller = withAccess(known, access);
      const sender = userIdOf(caller);
      const received: Received =
        endpoint.upload && request.isMultipart() && sender !== null
          ? await receive(request, uploads, sender, goneOf(reply))
          : { fields: request.body ?? {}, file: null };
      const cookie = companyCookie(request, reply, publicUrl().startsWith('https:'));
      let kept = false;
      const keep = () => {
        kept = true;
      };
      const upload: Upload | null = received.file && { ...received.file, ...received.file.folder, keep };
      try {
        const revision = revisionOf(request, route);
        const params = endpoint.params && checked(endpoint.params, request.params, 404);
        policy.allow(caller, params);
        if (endpoint.withPassword && config.singleSignOn?.isOnlyWay) throw onlyByCompany(config.singleSignOn);
        const given = {
          ...(endpoint.params && { params }),
          ...(endpoint.query && { query: checked(endpoint.query, request.query) }),
          ...(bodySchema && { body: checked(bodySchema, received.fields) }),
        };
        const part = asksForPart(route, request.query) ? (checked(PartQuery, request.query) as Part) : null;
        const status = endpoint.status ?? 200;
        const work = (inside: Database) =>
          seen(access, () =>
            handle(given, { database: inside, config, publicUrl, uploads, caller, upload, revision, cookie, from: fromOf(request) }),
          );
        const keyed = keyOf(request, caller);
        if (keyed !== null && limit === undefined && endpoint.isRepeatable !== true && endpoint.answersSecret !== true) {
          const confirm = async (asked: Query) => policy.confirm?.({ ...asking, query: asked });
          const kept = await once(database, keyed, { status, work, confirm, isInPieces: endpoint.isInPieces === true });
          const body = kept.isRepeated ? await seenAgain(query, route, sender, kept.body) : kept.body;
          return await reply.code(kept.status).type(JSON_TYPE).send(body);
        }
        const trier = () => ({ address: request.ip, gone: goneOf(reply), ...accountOf(given.body, caller) });
        const answer = await (limit === undefined ? work(database) : limited(query, limit, trier(), () => work(database)));
        if (answer instanceof JsonText) return await reply.code(status).type(JSON_TYPE).send(answer.text);
        return await reply.code(status).send(part !== null && Array.isArray(answer) ? partOf(answer, part, reply) : answer);
      } catch (error) {
        if (error instanceof HttpError && error.status !== 401) await policy.confirm?.({ ...asking, query });
        if (isForbidden(error)) recordForbidden(query, { route, caller, request });
        if (isBeyondLimit(error))
          recordBeyondLimit(query, { route, caller, request, account: accountOf(request.body, caller).account ?? '' });
        throw error;
      } finally {
        if (!kept) await received.file?.folder.drop();
      }
    },
  });
}

/** Fires when the answer has gone out or its connection is lost. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

/** The account of an attempt: the typed address, or the signed-in person. */
function accountOf(body: unknown, caller: unknown): { account?: string } {
  if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string') return { account: body.email };
  const userId = userIdOf(caller);
  return userId === null ? {} : { account: String(userId) };
}

const userIdOf = (caller: unknown): number | null =>
  typeof caller === 'object' && caller !== null && 'userId' in caller && typeof caller.userId === 'number' ? caller.userId : null;

/** A field that breaks several rules is refused for the first: nothing is also no address. */
const FIRST_RULE = { abortPipeEarly: true };

function checked(schema: NonNullable<Endpoint['body']>, value: unknown, status = 400): unknown {
  const result = v.safeParse(schema as v.GenericSchema, value, FIRST_RULE);
  if (result.success) {
    refuseUnkept(result.output);
    return result.output;
  }
  throw status === 404 ? notFound() : refusalOf(result.issues);
}

/** A body that is too long holds too many rows; anything else that is too large is a file. */
function bodyTooLarge(error: unknown): HttpError {
  const isBody = typeof error === 'object' && error !== null && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return isBody ? HttpError.of(413, say.requestTooLarge()) : tooLarge();
}

function answerOf(error: unknown): { status: number; body: unknown } {
  if (error instanceof HttpError) return { status: error.status, body: error.body };
  if (isOverflow(error)) return answerOf(sumTooLarge());
  if (isUnavailable(error)) return { status: 503, body: say.unavailable() };
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return answerOf(bodyTooLarge(error));
  if (status >= 400 && status < 500) return { status: status === 422 ? 400 : status, body: say.badRequest() };
  reportError('A request failed', error);
  return { status: 500, body: say.requestFailed({ request: requestId() ?? '' }) };
}

async function serveClient(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(statics, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  http.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && request.headers.accept?.includes('text/html')) return reply.sendFile('index.html');
    return reply.code(404).send(say.notFound());
  });
}
