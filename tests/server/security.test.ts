import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { addressOf } from '../../server/http/address.ts';
import { openUploads } from '../../server/http/uploads.ts';
import { makeLog } from '../../server/log.ts';
import { makeHttp } from '../../server/rest/app.ts';
import { handlers } from '../../server/rest/handlers.ts';
import { addSecurityHeaders, isAtHome } from '../../server/rest/security.ts';
import { temporaryFolder } from './dataFolder.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const FOREIGN = 'https://evil.example';
const graphql = (path = '/v1/graphql', headers: Record<string, string> = {}) =>
  fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}`, ...headers },
    body: JSON.stringify({ query: '{ unit { id } }' }),
  });
const accessControl = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

/** How a socket's upgrade from a page is answered; fetch does not ask for one. */
function upgraded(origin: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${server.address}/v1/graphql`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'graphql-transport-ws',
        ...(origin !== null && { origin }),
      },
    });
    asking.once('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asking.once('response', ({ statusCode = 0 }) => resolve(statusCode));
    asking.once('error', reject);
    asking.end();
  });
}

test('other origins are refused: no header for them, no answer to a preflight, no socket, no events', async () => {
  for (const path of ['/api/v1/profile/', '/v1/graphql', '/api/v1/graphql', '/api/v1/token/', '/healthz', '/']) {
    const preflight = await fetch(`${server.address}${path}`, {
      method: 'OPTIONS',
      headers: { origin: FOREIGN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect([path, preflight.status, accessControl(preflight)]).toEqual([path, 404, []]);
  }
  for (const headers of [{}, { accept: 'text/event-stream' }]) {
    const foreign = await graphql('/v1/graphql', { ...headers, origin: FOREIGN });
    expect([foreign.status, accessControl(foreign)]).toEqual([403, []]);
    const own = await graphql('/v1/graphql', { ...headers, origin: server.address });
    expect([own.status, accessControl(own)]).toEqual([200, []]);
    await own.body?.cancel();
  }
  const rest = await fetch(`${server.address}/api/v1/openapi.json`, { headers: { origin: FOREIGN } });
  expect([rest.status, accessControl(rest)]).toEqual([200, []]);
  expect([await upgraded(FOREIGN), await upgraded('null'), await upgraded(server.address), await upgraded(null)]).toEqual([
    403, 403, 101, 101,
  ]);
});

test('answers of the API are never cached, refusals and events included', async () => {
  const answers = [
    await fetch(`${server.address}/api/v1/profile/`, { headers: { authorization: `Bearer ${ann.tokens.access}` } }),
    await fetch(`${server.address}/api/v1/profile/`),
    await fetch(`${server.address}/api/v1/nothing`),
    await graphql(),
    await graphql('/api/v1/graphql'),
    await graphql('/v1/graphql', { accept: 'text/event-stream' }),
  ];
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'));
  for (const { body } of answers) await body?.cancel();
});

test('a page talks only to its own server and sends no form; behind TLS it never leaves TLS', async () => {
  const { headers } = await fetch(`${server.address}/api/v1/nothing`);
  expect(headers.get('content-security-policy')?.split(';').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "style-src 'self' 'unsafe-inline'",
  ]);
  expect(headers.get('strict-transport-security')).toBe(null);
  const secure = await startServer({ PUBLIC_URL: 'https://estimates.example', SENTRY_DSN: 'https://key@errors.example/1' });
  onTestFinished(() => secure.close());
  const answer = await fetch(`${secure.address}/api/v1/nothing`);
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self' https://errors.example;");
});

test('of the scripts written in a page, those of the client run and no other', async () => {
  const http = fastify();
  onTestFinished(() => http.close());
  const page = '<script>ahead()</script>\n<script type="module" src="/assets/index.js"></script>\n<script>two()\n</script>';
  addSecurityHeaders(http, readConfig({ DATA_DIR: tmpdir() }), page);
  http.get('/', () => page);
  const { headers } = await http.inject('/');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy.find((each) => each.startsWith('script-src'))).toBe(
    `script-src 'self' ${['ahead()', 'two()\n'].map((code) => `'sha256-${hash('sha256', code, 'base64')}'`).join(' ')}`,
  );
});

test('a browser gets the page at every address that is no file, and a program is told that nothing is there', async () => {
  const [dataDir, clientFolder] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(clientFolder, 'assets'));
  writeFileSync(join(clientFolder, 'index.html'), '<title>Estimates</title>');
  writeFileSync(join(clientFolder, 'assets/index-1.js'), 'start()');
  const { http } = await makeHttp({
    database: server.database,
    config: readConfig({ DATA_DIR: dataDir }),
    publicUrl: () => '',
    uploads: await openUploads(dataDir, () => {}),
    handlers,
    log: makeLog({ format: 'lines', level: 'error', write: () => {} }),
    clientFolder,
  });
  onTestFinished(() => http.close());
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const answered = async (path: string, accept: string, method = 'GET') => {
    const answer = await fetch(`${address}${path}`, { method, headers: { accept } });
    return [answer.status, answer.headers.get('cache-control'), (await answer.text()).includes('<title>Estimates</title>')];
  };
  const page = [200, 'no-cache', true];
  expect(await answered('/', '*/*')).toEqual(page);
  expect(await answered('/projects/5/estimate/7', 'text/html,application/xhtml+xml,*/*;q=0.8')).toEqual(page);
  expect(await answered('/assets/index-1.js', '*/*')).toEqual([200, 'public, max-age=31536000, immutable', false]);
  for (const [path, accept, method] of [
    ['/assets/index-0.js', '*/*', 'GET'],
    ['/projects/5/estimate/7', 'application/json', 'GET'],
    ['/projects/5/estimate/7', 'text/html', 'POST'],
  ] as const)
    expect([path, ...(await answered(path, accept, method))]).toEqual([path, 404, null, false]);
});

test.each([
  ['localhost:4180', {}, true],
  ['127.0.0.1', {}, true],
  ['[::1]:4180', {}, true],
  ['elsewhere.example', {}, false],
  ['localhost.elsewhere.example:4180', {}, false],
  ['127.0.0.1.elsewhere.example', {}, false],
  ['', {}, false],
  ['localhost:4180', { 'x-forwarded-for': '192.0.2.7' }, false],
  ['localhost:4180', { forwarded: 'for=192.0.2.7' }, false],
])('a request to %s with %o is from this machine under its own name: %s', (host, headers, atHome) => {
  expect(isAtHome({ headers: { host, ...headers } })).toBe(atHome);
});

test.each([
  [[], '192.0.2.7', '127.0.0.1'],
  [1, '192.0.2.7', '192.0.2.7'],
  [['127.0.0.0/8'], '203.0.113.9, 192.0.2.7', '192.0.2.7'],
  [['10.0.0.1'], '192.0.2.7', '127.0.0.1'],
])('with TRUST_PROXY %o a socket forwarded for %s comes from %s', (trustProxy, forwarded, found) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  expect(addressOf(request, { trustProxy })).toBe(found);
});
