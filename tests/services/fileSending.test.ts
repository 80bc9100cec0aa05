// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refused, restCall, Unanswered } from '../../domain/api/call.ts';
import { createHttp } from '../../src/services/http.ts';

interface Heard {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}
let heard: Heard[] = [];
let reply: (response: ServerResponse) => void = (response) => response.end('{}');
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' };

async function hear(request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  response.setHeader('access-control-allow-headers', 'authorization, act-public-key, accept');
  if (request.method === 'OPTIONS') return response.end();
  let body = '';
  for await (const chunk of request) body += chunk;
  const { authorization, 'content-type': type } = request.headers;
  heard.push({ method: request.method, authorization, type: type?.split(';')[0], body });
  return reply(response);
}
const server = createServer((request, response) => void hear(request, response));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  heard = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const file = () => new File(['a;b\n'.repeat(50_000)], 'estimate.csv');
const sent = (onSent?: (share: number) => void) =>
  restCall('PATCH /projects/:id/', { params: { id: 1 }, body: { name: 'House' } }, { file: file(), ...(onSent && { onSent }) });
const send = (call: ReturnType<typeof sent>, { signal, from = origin }: { signal?: AbortSignal; from?: string } = {}) =>
  Promise.race([
    createHttp(`${from}/api/v1`)(call, { access: 'A1', publicKey: null }, signal),
    // A call that never ends would keep its test waiting.
    wait(5_000, undefined, { ref: false }).then(() => Promise.reject(new Error('The call has not ended within 5 s'))),
  ]);

test('a file is sent as a form, with its fields and the access token, and reports the fraction sent', async () => {
  reply = (response) => response.end(JSON.stringify({ id: 1 }));
  const shares: number[] = [];
  expect(await send(sent((share) => shares.push(share)))).toEqual({ id: 1 });
  expect(heard).toMatchObject([{ method: 'PATCH', authorization: 'Bearer A1', type: 'multipart/form-data' }]);
  expect(heard[0]?.body).toMatch(/name="name"\s+House[\s\S]*name="file"; filename="estimate.csv"[\s\S]*a;b/);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
});

test.each([
  [401, { detail: 'Expired' }, new Refused(401, { detail: 'Expired' })],
  [415, { detail: 'No spreadsheet', code: 'X' }, new Refused(415, { detail: 'No spreadsheet', code: 'X' })],
  [503, {}, new Unanswered('The gateway answered 503')],
])('%i fails as any call does', async (status, body, error) => {
  reply = (response) => response.writeHead(status).end(JSON.stringify(body));
  expect(await send(sent()).catch((thrown: unknown) => thrown)).toEqual(error);
});

test('an unreachable server counts as no answer', async () => {
  expect(await send(sent(), { from: 'http://127.0.0.1:9' }).catch((thrown: unknown) => thrown)).toBeInstanceOf(Unanswered);
});

test('a cancelled upload is removed from the server', async () => {
  const left = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  reply = (response) => {
    response.on('close', left.resolve);
    arrived.resolve();
  };
  const abort = new AbortController();
  const call = send(sent(), { signal: abort.signal });
  await arrived.promise;
  abort.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
  await left.promise;
  await expect(send(sent(), { signal: AbortSignal.abort(new Error('at once')) })).rejects.toThrow('at once');
});
