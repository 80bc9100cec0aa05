import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { routes } from '../../domain/api/routes.ts';
import { requestFailed } from '../../domain/sentences/general.ts';
import { createErrorReports } from '../../src/services/errorReports.ts';
import { withoutHashes } from '../../src/services/withoutHashes.ts';
import { ROUTES } from '../../src/views/routing.tsx';

/** Takes the place of a Sentry server: accepts envelopes and keeps their events. */
const received: { readonly path: string; readonly event: Record<string, unknown> }[] = [];
let whenReceived: (() => void) | null = null;
const text = async (request: IncomingMessage) => (await request.toArray()).map(String).join('');
async function take(request: IncomingMessage): Promise<void> {
  const lines = (await text(request)).split('\n').map((line) => JSON.parse(line || 'null') as Record<string, unknown> | null);
  lines.forEach((line, index) => {
    const event = lines[index + 1];
    if (line?.type === 'event' && event) received.push({ path: new URL(request.url ?? '', 'http://localhost').pathname, event });
  });
  whenReceived?.();
}
const sentry = createServer((request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  void take(request).then(() => response.end('{}'));
});
const until = async (count: number) => {
  while (received.length < count) await new Promise<void>((resolve) => (whenReceived = resolve));
};
const said = ({ event }: (typeof received)[number]) => ({
  environment: event.environment,
  tags: event.tags,
  said: (event.exception as { values: { value: string }[] }).values.map(({ value }) => value),
});

let dsn: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => sentry.listen(0, '127.0.0.1', resolve));
  dsn = `http://abc@127.0.0.1:${(sentry.address() as AddressInfo).port}/7`;
});
afterAll(() => sentry.close());

const isLoaded = () => '__SENTRY__' in globalThis;

test('without a DSN Sentry is not loaded', async () => {
  const reports = createErrorReports(() => Promise.resolve(null));
  reports.report(new Error('before'), 'screen');
  await reports.start();
  reports.report(new Error('after'), 'screen');
  expect(isLoaded()).toBe(false);
});

test('with a DSN errors reach its host, including earlier ones, and server answers do not', async () => {
  const page = new EventTarget();
  const reports = createErrorReports(() => Promise.resolve(dsn));
  reports.listenTo(page as unknown as Window);
  reports.report(new Error('before'), 'screen');
  await reports.start();
  reports.report(new Unanswered('no network'), 'log');
  reports.report(new Refused(409, { detail: 'Stale' }), 'log');
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('of the window'), message: '' }));
  await until(2);
  reports.report(new Refused(500, requestFailed({ request: 'k3f9x2-1a' })), 'log');
  await until(3);
  expect({ loaded: isLoaded(), received: received.map(said), paths: [...new Set(received.map(({ path }) => path))] }).toEqual({
    loaded: true,
    received: [
      { environment: 'prod', tags: { where: 'screen' }, said: ['before'] },
      { environment: 'prod', tags: { where: 'window' }, said: ['of the window'] },
      { environment: 'prod', tags: { where: 'log' }, said: [expect.stringContaining('k3f9x2-1a')] },
    ],
    paths: ['/api/7/envelope/'],
  });
});

test('an actor’s error that reaches no other actor is an uncaught error', async () => {
  const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve));
  const actor = createActor(
    setup({ types: { events: {} as { readonly type: 'go' } }, actions: { breakDown } }).createMachine({
      on: { go: { actions: 'breakDown' } },
    }),
  ).start();
  actor.send({ type: 'go' });
  expect(String(await uncaught)).toBe('Error: broken down');
});
function breakDown(): never {
  throw new Error('broken down');
}

test('a report does not contain the secret of a shared act, an invitation or an account', () => {
  const at = 'https://actum.example';
  expect(
    withoutHashes({
      request: { url: `${at}/public/k1/list/3?x=1` },
      breadcrumbs: [{ data: { from: `${at}/password-recovery/h2`, to: `${at}/project/5/2` } }],
      message: 'GET /confirm-email/h3 failed',
      level: 2,
    }),
  ).toEqual({
    request: { url: `${at}/public/…/list/3?x=1` },
    breadcrumbs: [{ data: { from: `${at}/password-recovery/…`, to: `${at}/project/5/2` } }],
    message: 'GET /confirm-email/… failed',
    level: 2,
  });
});

const calls = Object.keys(routes).map((route) => `/api/v1${route.replace(/^\w+ /, '')}`);
test.each([...Object.values(ROUTES), ...calls].filter((path) => path.includes(':hash')))(
  'a report does not contain the secret in %s',
  (path) => {
    const url = `https://actum.example${path.replace(/:hash\??/, 'h1').replaceAll(/:\w+/g, '7')}`;
    expect(withoutHashes(url)).toBe(url.replace('h1', '…'));
  },
);
