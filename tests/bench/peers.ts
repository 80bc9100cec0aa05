/**
 * Compares the list of an estimate with well-known grids, on the same rows in the same browser: the time until it is shown, the time until its last
 * row is shown, and the bytes fetched. The grids get all rows at once, as they require; Actum reads windows from its server, signed in. The grids are
 * installed into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { readConfig } from '../../server/config.ts';
import { serve } from '../../server/serve.ts';
import { openBrowser, signedInPage } from './browser.ts';
import { fill } from './longLists.ts';
import { signedIn } from './signedIn.ts';
import { median, ms, times } from './timing.ts';

const SIZES = [1_000, 100_000] as const;
const ROUNDS = 3;
const PEERS = {
  'AG Grid 36': { entry: 'agGrid.mjs', cells: '.ag-cell', packages: ['ag-grid-community@36.2.0'] },
  'RevoGrid 4': { entry: 'revoGrid.mjs', cells: 'revo-grid [role=gridcell]', packages: ['@revolist/revogrid@4.28.1'] },
  'Glide Data Grid 6': {
    entry: 'glide.mjs',
    // It draws on a canvas, and repeats the cells in a hidden table for screen readers.
    cells: 'canvas [role=gridcell]',
    packages: [
      '@glideapps/glide-data-grid@6.0.3',
      ...['react@18.3.1', 'react-dom@18.3.1', 'lodash@4.17.21', 'marked@4.3.0', 'react-responsive-carousel@3.2.23'],
    ],
  },
} as const;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

declare global {
  interface Window {
    peer?: { readonly scrollTo: (place: number) => void };
  }
}

/** Waits in the page until a cell with this text has been painted, after scrolling where that is asked; answers the milliseconds since then. */
const seen = (page: Page, cells: string, text: string, place: number | null): Promise<number> =>
  page.evaluate(
    async ([selector, wanted, row]) => {
      const start = row === null ? 0 : performance.now();
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      if (row !== null && window.peer !== undefined) window.peer.scrollTo(row);
      else if (row !== null) {
        let scroller: Element | null = document.querySelector('[role=grid]');
        while (scroller !== null && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
        scroller?.scrollTo({ top: row === 0 ? 0 : scroller.scrollHeight });
      }
      while (![...document.querySelectorAll(selector)].some((cell) => cell.textContent?.trim() === wanted)) await frame();
      await frame();
      return performance.now() - start;
    },
    [cells, text, place] as const,
  );

const fetched = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance.getEntries().reduce((sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0), 0),
  );

async function measured(page: Page, url: string, cells: string, size: number) {
  const [open, end]: number[][] = [[], []];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'commit' });
    open?.push(await seen(page, cells, 'Position 1', null));
    bytes = await fetched(page);
    await page.waitForTimeout(1_500);
    end?.push(await seen(page, cells, `Position ${size}`, size - 1));
  }
  await page.goto('about:blank');
  return { open: median(open ?? []), end: median(end ?? []), bytes };
}
type Measured = Awaited<ReturnType<typeof measured>>;

/** The rows of `fill`, as a grid in the client gets them. */
function rowsOf(size: number): string {
  const rows = Array.from({ length: size }, (_, at) => {
    const n = at + 1;
    const quantity = Math.round((n % 977) * 125) / 1000;
    const amounts = { labour: 4.25, materials: 11.4, tools: 0.75, price: 16.4, amount: (quantity * 16.4).toFixed(2) };
    return { code: `B${n}`, name: `Position ${n}`, unit: 'm2', quantity: quantity.toFixed(3), ...amounts };
  });
  return JSON.stringify(rows);
}

/** Builds the page of a peer and serves it with its rows; answers the address and how to end it. */
async function servedPeer(folder: string, entry: string) {
  const source = join(folder, entry.replace('.mjs', ''));
  cpSync(fileURLToPath(new URL('peers', import.meta.url)), source, { recursive: true });
  writeFileSync(
    join(source, 'index.html'),
    `<!doctype html><main></main><div id="portal"></div><script type="module" src="./${entry}"></script>`,
  );
  const outDir = join(source, 'built');
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    build: { outDir, target: 'esnext', chunkSizeWarningLimit: 10_000 },
  });
  const server = createServer(({ url = '/' }, answer) => {
    const path = url.split('?')[0] ?? '/';
    const size = /^\/rows-(\d+)\.json$/.exec(path)?.[1];
    const file = path === '/' ? '/index.html' : path;
    try {
      const body = size === undefined ? readFileSync(join(outDir, file)) : rowsOf(Number(size));
      answer.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, end: () => server.close() };
}

const folder = mkdtempSync(join(tmpdir(), 'actum-peers-'));
const running = await serve(readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'on', LOG_LEVEL: 'warn' }), {
  clientFolder: resolve('dist'),
});
const browser = await openBrowser();
try {
  const packages = Object.values(PEERS).flatMap((peer) => peer.packages);
  console.log(`Installing ${packages.length} packages into ${folder} …`);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', ...packages], { cwd: folder });

  const page = await signedInPage(browser, running.address);
  const call = await signedIn(running.address);
  const { teams } = await call('GET /profile/', {});
  const found = new Map<string, Map<number, Measured>>();
  const note = (name: string, size: number, one: Measured) => {
    found.set(name, (found.get(name) ?? new Map()).set(size, one));
  };
  for (const size of SIZES) {
    const { path } = await fill(running, call, teams[0]?.id ?? 0, size);
    note('Actum', size, await measured(page, running.address + path, '[role=grid] [role=gridcell], [role=grid] [role=rowheader]', size));
  }
  for (const [name, { entry, cells }] of Object.entries(PEERS)) {
    const { address, end } = await servedPeer(folder, entry);
    const own = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    for (const size of SIZES) note(name, size, await measured(own, `${address}/?rows=${size}`, cells, size));
    await own.context().close();
    end();
  }
  for (const size of SIZES) {
    const ours = found.get('Actum')?.get(size);
    console.log(`${size.toLocaleString('en')} rows`);
    console.table(
      Object.fromEntries(
        [...found].flatMap(([name, sizes]) => {
          const one = sizes.get(size);
          if (one === undefined || ours === undefined) return [];
          const row = {
            'open ms': ms(one.open),
            'open, of Actum': times(one.open, ours.open),
            'last row ms': ms(one.end),
            'last row, of Actum': times(one.end, ours.end),
            'fetched kB': Math.round(one.bytes / 1000),
          };
          return [[name, row]];
        }),
      ),
    );
  }
} finally {
  await browser.close();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
}
