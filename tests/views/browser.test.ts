/** The application as the page starts it: events of the browser make it check the server at once, or stop checking. */
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

test('an unreachable server is asked as soon as the browser is online again', async () => {
  const server = pageServer();
  const { reach, is } = opened();
  reach.send({ type: 'silence.met', by: 'call' });
  await is({ away: 'waiting' });
  await server.listen();
  window.dispatchEvent(new Event('online'));
  expect(reach.getSnapshot().value).toEqual({ away: 'asking' });
  await is('near');
  expect(server.asked).toContain('/healthz');
});

function background(): (isHidden: boolean) => void {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  onTestFinished(() => hidden.mockRestore());
  return (isHidden) => {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

test('a page in the background asks for nothing, and asks once it is seen again', async () => {
  const server = pageServer();
  await server.listen();
  const { reach, is } = opened();
  const hide = background();
  hide(true);
  expect(reach.getSnapshot().value).toEqual({ resting: 'near' });
  hide(false);
  expect(reach.getSnapshot().value).toEqual({ near: 'asking' });
  await is({ near: 'listening' });
});

test('a page that was opened in the background asks for nothing until it is seen', async () => {
  const server = pageServer();
  await server.listen();
  const hide = background();
  hide(true);
  const { reach, is } = opened();
  expect(reach.getSnapshot().value).toEqual({ resting: 'near' });
  hide(false);
  await is({ near: 'listening' });
});

test.each([
  ['before the page went into the background', [false, true]],
  ['while the page was in the background', [true]],
])('a server that went away %s, and was back before the page was, is found', async (_, turns) => {
  const server = pageServer();
  const { reach, is } = opened();
  let found = 0;
  reach.on('server.found', () => {
    found += 1;
  });
  const hide = background();
  for (const isHidden of turns) {
    hide(isHidden);
    reach.send({ type: 'silence.met', by: 'call' });
    if (!isHidden) await is('away');
  }
  await server.listen();
  expect([reach.getSnapshot().value, found]).toEqual([{ resting: 'away' }, 0]);
  hide(false);
  await is({ near: 'listening' });
  expect(found).toBe(1);
});
