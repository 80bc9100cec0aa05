/** The application as the page starts it: by what the browser tells, it looks for the server at once, or leaves it in peace. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserActum } from '../../src/compose/app/browser.ts';

/** A server that is away until it listens, at the address of the page. */
function pageServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  let origin = 'http://127.0.0.1:1';
  const real = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(new URL(path, origin), init));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  return {
    asked,
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}

function opened() {
  for (const target of [window, document]) {
    const listening = vi.spyOn(target, 'addEventListener');
    onTestFinished(() => {
      for (const [type, listener] of listening.mock.calls) target.removeEventListener(type, listener);
      listening.mockRestore();
    });
  }
  const actum = browserActum(() => undefined, Promise.resolve(null));
  onTestFinished(actum.stop);
  const { reach } = actum;
  return {
    reach,
    is: (state: Parameters<ReturnType<typeof reach.getSnapshot>['matches']>[0]) =>
      reach.getSnapshot().matches(state)
        ? undefined
        : new Promise<void>((resolve) => {
            const watch = reach.subscribe((snapshot) => {
              if (!snapshot.matches(state)) return;
              watch.unsubscribe();
              resolve();
            });
          }),
  };
}

test('a server that was away is asked as soon as the browser is online again', async () => {
  const server = pageServer();
  const { reach, is } = opened();
  reach.send({ type: 'silence.met' });
  await is({ away: 'waiting' });
  await server.listen();
  window.dispatchEvent(new Event('online'));
  expect(reach.getSnapshot().value).toEqual({ away: 'asking' });
  await is('near');
  expect(server.asked).toContain('/healthz');
});

test('a page in the background asks for nothing, and asks once it is seen again', async () => {
  const server = pageServer();
  await server.listen();
  const { reach, is } = opened();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reach.getSnapshot().value).toBe('resting');
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reach.getSnapshot().value).toEqual({ near: 'asking' });
  await is({ near: 'listening' });
});
