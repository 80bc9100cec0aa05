/**
 * Measures a first visit with an empty cache: sign-in, and a list opened by its address, over an emulated slow mobile network with a processor
 * four times slower. Usable means that the first field or cell is shown and accepts typing. A list is visited twice: in a project with recent changes,
 * whose screens load again once the live query is open, and in one without.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { started } from '../served.ts';
import { openBrowser } from './browser.ts';
import { note } from './findings.ts';

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 up, 150 ms there and back; applied to each request. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER_CPU = 4;
const VISITS = 5;
/** Longer than a screen takes a change for one that it may have missed (src/compose/live/projectFeeds.ts). */
const REST = 90_000;

const kindOf = (request: Request): string => (['script', 'stylesheet'].includes(request.resourceType()) ? request.resourceType() : 'other');
const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const server = await started({ DATA_DIR: folder, DATABASE_URL: '' });
const browser = await openBrowser();

interface Visit {
  readonly path: string;
  readonly state?: Awaited<ReturnType<Awaited<ReturnType<typeof browser.newContext>>['storageState']>>;
  readonly isUsable: (page: Page) => Promise<unknown>;
  readonly before?: () => Promise<unknown>;
}

async function visit({ path, state, isUsable }: Visit) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...(state && { storageState: state }) });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_4G);
  await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
  // Counts what the page's thread spends, and not what others do meanwhile.
  await network.send('Performance.enable', { timeDomain: 'threadTicks' });
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  // A file that is in the cache does not count as a request: code is first fetched into the cache, then imported.
  const [sent, cached] = [new Set<string>(), new Set<string>()];
  network.on('Network.requestWillBeSent', ({ requestId }) => sent.add(requestId));
  network.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  network.on('Network.responseReceived', ({ requestId, response }) => response.fromDiskCache && cached.add(requestId));
  const began = performance.now();
  await page.goto(server.address + path, { waitUntil: 'commit' });
  await isUsable(page);
  const usable = performance.now() - began;
  const { metrics } = await network.send('Performance.getMetrics');
  const spent = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
  const before = [...asked];
  const sentBefore = [...sent];
  await page.waitForLoadState('networkidle');
  const count = (kind: string) => before.filter((request) => kindOf(request) === kind).length;
  const calls = before.filter((request) => /\/api\/|graphql/.test(request.url()));
  await context.close();
  const fromServer = (ids: Iterable<string>) => [...ids].filter((id) => !cached.has(id)).length;
  const counts = { before: fromServer(sentBefore), all: fromServer(sent), scripts: count('script'), styles: count('stylesheet') };
  return { usable, spent, painted, ...counts, calls };
}

try {
  const setup = await browser.newContext();
  const page = await setup.newPage();
  await page.goto(server.address);
  await page.getByLabel('Email').fill('demo@actum.example');
  await page.getByLabel('Password').fill('actum-demo');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
  await page.waitForURL(/\/list\/\d+$/);
  const list: Visit = {
    path: new URL(page.url()).pathname,
    state: await setup.storageState(),
    async isUsable(at) {
      await at.locator('[data-index="1"] > [data-col="4"]').click();
      await at.keyboard.press('1');
      await at.getByRole('textbox', { name: 'Quantity' }).waitFor();
    },
  };
  const visits: Record<string, Visit> = {
    'sign-in': { path: '/', isUsable: (at) => at.getByLabel('Email').pressSequentially('a') },
    'a list, just changed': list,
    'a list at rest': { ...list, before: () => sleep(REST) },
  };
  await setup.close();
  const table: Record<string, Record<string, string | number>> = {};
  for (const [name, each] of Object.entries(visits)) {
    const seen = [];
    await each.before?.();
    for (let nth = 0; nth < VISITS; nth += 1) seen.push(await visit(each));
    const [first] = seen;
    table[name] = {
      'painted ms': Math.round(middle(seen.map(({ painted }) => painted))),
      'usable ms': Math.round(middle(seen.map(({ usable }) => usable))),
      'of it its thread ms': Math.round(middle(seen.map(({ spent }) => spent))),
      'scripts until then': first?.scripts ?? 0,
      'styles until then': first?.styles ?? 0,
      'calls until then': first?.calls.length ?? 0,
      'requests until then': first?.before ?? 0,
      'requests in all': first?.all ?? 0,
    };
    const usable = middle(seen.map((each) => each.usable)) / 1000;
    note({ what: `First visit on slow 4G: ${name} usable, s`, measured: usable, aim: name === 'sign-in' ? 1.5 : 2.5 });
    if (name === 'a list at rest')
      note(
        { what: `First visit: scripts until ${name} is usable`, measured: first?.scripts ?? Number.NaN, aim: 8 },
        { what: `First visit: styles until ${name} is usable`, measured: first?.styles ?? Number.NaN, aim: 3 },
        { what: `First visit: requests until ${name} is usable`, measured: first?.before ?? Number.NaN, aim: 20 },
      );
    if (process.env.SHOW_CALLS === 'on')
      for (const call of first?.calls ?? []) console.log(`${name}: ${call.method()} ${new URL(call.url()).pathname}`);
  }
  console.table(table);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
