import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refused, restCall, Unanswered } from '../../domain/api/call.ts';
import { arrivedAhead, fetchNext, type PageAhead } from '../../src/services/askedAhead.ts';
import { createGraphQL } from '../../src/services/graphql/graphql.ts';
import { STATUSES } from '../../src/services/graphql/statuses.ts';
import { createHttp, Unreadable } from '../../src/services/http.ts';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
let heard: Heard[];
let reply: (response: ServerResponse) => void;
let origin: string;
const NONE = { access: null, publicKey: null };
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));

const server = createServer((request, response) => void hear(request, response));
async function hear(request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { authorization, 'act-public-key': key, 'if-match': match, 'idempotency-key': once, 'content-type': type } = request.headers;
  heard.push({ method: request.method, url: request.url, headers: { authorization, key, match, once, type: type?.split(';')[0] }, body });
  reply(response);
}
beforeEach(async () => {
  heard = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
const rest = () => createHttp(`${origin}/api/v1`);

test('a call carries its body, revision, idempotency key, access token and public key', async () => {
  reply = json(200, { id: 3 });
  const call = restCall('PUT /taxes/:id/', { params: { id: 3 }, body: { name: 'VAT' } }, { revision: 4, key: 'typed-1' });
  expect(await rest()(call, { access: 'A1', publicKey: 'k' })).toEqual({ id: 3 });
  expect(heard).toEqual([
    {
      method: 'PUT',
      url: '/api/v1/taxes/3/',
      headers: { authorization: 'Bearer A1', key: 'k', match: '"4"', once: 'typed-1', type: 'application/json' },
      body: '{"name":"VAT"}',
    },
  ]);
});
test('a call without keys or body carries none', async () => {
  reply = json(200, []);
  await rest()(restCall('GET /projects', { query: { team_id: 7 } }), NONE);
  expect(heard).toEqual([{ method: 'GET', url: '/api/v1/projects?team_id=7', headers: {}, body: '' }]);
});
test.each([
  [400, { detail: 'Wrong', code: 'bad_credentials' }, new Refused(400, { detail: 'Wrong', code: 'bad_credentials' })],
  [401, 'not json', new Refused(401, null)],
  [500, { detail: 'Broken' }, new Refused(500, { detail: 'Broken' })],
  [408, {}, new Unanswered('The gateway answered 408')],
  [502, {}, new Unanswered('The gateway answered 502')],
  [503, {}, new Unanswered('The gateway answered 503')],
  [504, {}, new Unanswered('The gateway answered 504')],
])('%i %j fails', async (status, body, error) => {
  reply = json(status, body);
  const failed = await rest()(restCall('GET /profile/', {}), NONE).catch((thrown: unknown) => thrown);
  expect(failed).toEqual(error);
});
test('an unreachable server counts as no answer', async () => {
  const failed = await createHttp('http://127.0.0.1:9')(restCall('GET /profile/', {}), NONE).catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(Unanswered);
});
test('an answer that is not JSON cannot be parsed; an empty one is null', async () => {
  reply = json(200, '<html>');
  await expect(rest()(restCall('GET /profile/', {}), NONE)).rejects.toBeInstanceOf(Unreadable);
  reply = json(200, '');
  expect(await rest()(restCall('GET /profile/', {}), NONE)).toBe(null);
});
test.each(['rest', 'graphql'] as const)('an aborted %s call leaves the server', async (kind) => {
  const left = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  reply = (response) => {
    response.on('close', left.resolve);
    arrived.resolve();
  };
  const abort = new AbortController();
  const call =
    kind === 'rest'
      ? rest()(restCall('GET /profile/', {}), NONE, abort.signal)
      : createGraphQL(`${origin}/api/v1/graphql`)({ kind: 'graphql', document: STATUSES, variables: {} }, NONE, abort.signal);
  await arrived.promise;
  abort.abort(new Error('gone'));
  await expect(call).rejects.toThrow();
  await left.promise;
});

const query = (keys = NONE as { access: string | null; publicKey: string | null }) =>
  createGraphQL(`${origin}/api/v1/graphql`)({ kind: 'graphql', document: STATUSES, variables: {} }, keys);
test('a query is posted with access token and public key, and never cached', async () => {
  reply = json(200, { data: { statuses: [], units: [] } });
  const send = createGraphQL(`${origin}/api/v1/graphql`);
  const ask = (keys: Parameters<typeof send>[1]) => send({ kind: 'graphql', document: STATUSES, variables: {} }, keys);
  expect(await Promise.all([ask({ access: 'A1', publicKey: 'k' }), ask(NONE)])).toEqual([
    { statuses: [], units: [] },
    { statuses: [], units: [] },
  ]);
  expect(await ask(NONE)).toEqual({ statuses: [], units: [] });
  expect(heard.map(({ method, url, headers }) => ({ method, url, headers })).slice(0, 2)).toEqual([
    { method: 'POST', url: '/api/v1/graphql', headers: { authorization: 'Bearer A1', key: 'k', type: 'application/json' } },
    { method: 'POST', url: '/api/v1/graphql', headers: { type: 'application/json' } },
  ]);
  expect(heard).toHaveLength(3);
});
test.each([
  [200, { errors: [{ message: 'No', extensions: { code: 'access-denied' } }] }, new Refused(401, { detail: 'No', code: 'access-denied' })],
  [
    200,
    { errors: [{ message: 'Bad', extensions: { code: 'validation-failed' } }] },
    new Refused(400, { detail: 'Bad', code: 'validation-failed' }),
  ],
  [401, { errors: [{ message: 'No', extensions: { code: 'access-denied' } }] }, new Refused(401, { detail: 'No', code: 'access-denied' })],
  [401, 'not json', new Refused(401, null)],
  [503, '', new Unanswered('The gateway answered 503')],
])('GraphQL %i %j fails', async (status, body, error) => {
  reply = json(status, body);
  expect(await query().catch((thrown: unknown) => thrown)).toEqual(error);
});

test('an early request answers one call, for the same token and in time; otherwise the call is sent', async () => {
  const address = `${origin}/api/v1/profile/`;
  const answers = () => new Map([[address, Promise.resolve(new Response('{"ahead":true}'))]]);
  const page = globalThis as PageAhead;
  const ask = (access: string | null) => rest()(restCall('GET /profile/', {}), { access, publicKey: null });
  reply = json(200, { ahead: false });
  page.askedAhead = { access: 'mine', at: performance.now(), answers: answers(), texts: new Map() };
  expect([await ask('mine'), await ask('mine')]).toEqual([{ ahead: true }, { ahead: false }]);
  page.askedAhead = { access: 'mine', at: performance.now(), answers: answers(), texts: new Map() };
  expect(await ask('of another')).toEqual({ ahead: false });
  page.askedAhead = { access: 'mine', at: performance.now() - 60_000, answers: answers(), texts: new Map() };
  expect(await ask('mine')).toEqual({ ahead: false });
  const failures = [async () => new Response('', { status: 401 }), async () => Promise.reject(new TypeError('offline'))];
  for (const fail of failures) {
    const failed = fail();
    failed.catch(() => undefined);
    page.askedAhead = { access: 'mine', at: performance.now(), answers: new Map([[address, failed]]), texts: new Map() };
    expect(await ask('mine')).toEqual({ ahead: false });
  }
  page.askedAhead = { access: 'mine', at: performance.now(), answers: answers(), texts: new Map() };
  const gone = new AbortController();
  const asked = rest()(restCall('GET /profile/', {}), { access: 'mine', publicKey: null }, gone.signal);
  gone.abort();
  await expect(asked).rejects.toThrow();
  delete page.askedAhead;
});

test('an early answer is available to the token it was requested with until it is taken', async () => {
  const page = globalThis as PageAhead;
  const address = `${origin}/api/v1/profile/`;
  const texts = new Map([[address, '{"ahead":true}']]);
  expect(arrivedAhead(address, 'mine')).toBeNull();
  const answers = new Map([[address, Promise.resolve(new Response('{"ahead":true}'))]]);
  page.askedAhead = { access: 'mine', at: performance.now(), answers, texts };
  const known = () => ['mine', 'of another', null].map((access) => arrivedAhead(address, access));
  expect([known(), arrivedAhead(`${origin}/api/v1/acts/7/`, 'mine')]).toEqual([['{"ahead":true}', null, null], null]);
  expect(await rest()(restCall('GET /profile/', {}), { access: 'mine', publicKey: null })).toEqual({ ahead: true });
  expect(known()).toEqual([null, null, null]);
  page.askedAhead = {
    access: 'mine',
    at: performance.now() - 60_000,
    answers: new Map([[address, Promise.resolve(new Response())]]),
    texts,
  };
  expect(known()).toEqual([null, null, null]);
  page.askedAhead = {
    access: 'mine',
    at: performance.now(),
    answers: new Map([[address, Promise.resolve(new Response())]]),
    texts: new Map(),
  };
  expect(known()).toEqual([null, null, null]);
  delete page.askedAhead;
});

test('the files of the next parts are fetched on the first call, where a page has fetched ahead', () => {
  const page = globalThis as PageAhead;
  let count = 0;
  expect(fetchNext()).toBeUndefined();
  page.askedAhead = {
    access: 'mine',
    at: 0,
    answers: new Map(),
    texts: new Map(),
    fetchNext: () => {
      count += 1;
    },
  };
  fetchNext();
  expect(count).toBe(1);
  delete page.askedAhead;
});
