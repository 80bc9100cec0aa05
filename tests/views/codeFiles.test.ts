import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { importWith } from '../../src/services/codeFiles.ts';

let requested: string[] = [];
let refused: readonly string[] = [];
const server = createServer(({ url = '' }, response) => {
  requested.push(url);
  response.writeHead(refused.includes(url) ? 503 : 200).end('code');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [requested, refused] = [[], []];
  const { port } = server.address() as AddressInfo;
  const whole = globalThis.fetch;
  // The page of jsdom has no server, so addresses without a host need one.
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => whole(new URL(String(address), `http://127.0.0.1:${port}`)));
});
const before = new Set(document.head.children);
afterEach(() => {
  vi.restoreAllMocks();
  for (const added of [...document.head.children].filter((each) => !before.has(each))) added.remove();
});

const inPage = (name: string, attributes: Readonly<Record<string, string>>) =>
  document.head.append(Object.assign(document.createElement(name), attributes));
const styles = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];

test('files that the page has are not requested; a style that it only fetched ahead is applied, once', async () => {
  inPage('script', { src: '/entry.js' });
  inPage('link', { rel: 'modulepreload', href: '/ahead.js' });
  inPage('link', { rel: 'stylesheet', href: '/shown.css' });
  inPage('link', { rel: 'preload', href: '/ahead.css' });
  await importWith(async () => undefined, ['entry.js', 'ahead.js', 'shown.css']);
  expect([requested, styles().length]).toEqual([[], 1]);

  let isLoaded = false;
  const load = async () => {
    isLoaded = true;
  };
  const loading = importWith(load, ['ahead.css']);
  await expect.poll(() => isLoaded || styles().length > 1).toBe(true);
  expect([isLoaded, styles().map(({ href }) => new URL(href).pathname)]).toEqual([false, ['/shown.css', '/ahead.css']]);
  styles()[1]?.dispatchEvent(new Event('load'));
  await loading;
  await importWith(load, ['ahead.css']);
  expect([requested, styles().length]).toEqual([['/ahead.css'], 2]);
});

test('code is imported once its files are there, and each file is requested once', async () => {
  const seen: string[][] = [];
  const load = async () => seen.push([...requested].sort());
  await Promise.all([importWith(load, ['a.js', 'b.js']), importWith(load, ['b.js'])]);
  expect(await importWith(load, ['b.js', 'c.js'])).toBe(3);
  expect(seen.at(-1)).toEqual(['/a.js', '/b.js', '/c.js']);
});

test('code whose file cannot be had is not imported, and the file is requested again the next time', async () => {
  refused = ['/late.js'];
  const load = vi.fn(async () => 'loaded');
  await expect(importWith(load, ['late.js'])).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  refused = [];
  expect(await importWith(load, ['late.js'])).toBe('loaded');
  expect(requested).toEqual(['/late.js', '/late.js']);
});
