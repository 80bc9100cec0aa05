/**
 * Measures the cost of an estimate's size: a list opened, scrolled and edited at 100, 10,000 and 100,000 rows, and an edit on the server beside
 * a bare UPDATE of one row in the same database. Compare within this run, because only the ratios count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { readConfig } from '../../server/config.ts';
import { type Running, serve } from '../../server/serve.ts';
import { openBrowser, signedInPage } from './browser.ts';
import { note } from './findings.ts';
import { type Call, fill } from './longLists.ts';
import { signedIn } from './signedIn.ts';
import { median, ms, timed, times, took } from './timing.ts';

const SIZES = [100, 10_000, 100_000] as const;
const EDITS = 60;
const WARMING = 10;

declare global {
  interface Window {
    longest: number;
  }
}

type Filled = Awaited<ReturnType<typeof fill>>;

/**
 * An edit through the API and the bare UPDATE it needs, in turns over all sizes, so that other load on the machine slows all of them equally.
 */
async function onServer({ database: { query } }: Running, call: Call, teamId: number, filled: readonly Filled[]) {
  const measured = filled.map(() => ({ edits: [] as number[], updates: [] as number[] }));
  for (let at = 0; at < WARMING + EDITS; at += 1) {
    for (const [index, { rowIds }] of filled.entries()) {
      const id = rowIds[at % rowIds.length] ?? 0;
      const edit = await took(() => call('PUT /rows/:id/', { params: { id }, body: { quantity: `${at + 1}.5` } }));
      const update = await took(() =>
        sql`update estimate_rows set quantity = ${`${at + 1}.25`} where team_id = ${teamId} and id = ${id}`.execute(query),
      );
      if (at < WARMING) continue;
      measured[index]?.edits.push(edit);
      measured[index]?.updates.push(update);
    }
  }
  return measured.map(({ edits, updates }) => ({ edit: median(edits), update: median(updates) }));
}

const rowNamed = (page: Page, place: number) => page.getByRole('row').filter({ hasText: new RegExp(`Position ${place}(?!\\d)`) });

/** The time from a key press to the frame that shows its effect, measured in the page. */
const pressed = (page: Page, key: string, text: string) =>
  page.evaluate(
    async ([pressedKey, shown]) => {
      const start = performance.now();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: pressedKey, bubbles: true, cancelable: true }));
      const isShown = () => [...document.querySelectorAll('[role=gridcell]')].some((cell) => cell.textContent?.startsWith(shown));
      while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - start;
    },
    [key, text] as const,
  );

/** Notes the longest task of the page from now on. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  });

/** The version as a file: how long it takes, and the longest the page could not answer meanwhile. */
async function handOut(page: Page, address: string, path: string) {
  await page.goto(address + path);
  await rowNamed(page, 1).waitFor();
  await watchTasks(page);
  const time = await took(async () => {
    const download = page.waitForEvent('download', { timeout: 300_000 });
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    await (await download).path();
  });
  const longest = await page.evaluate(() => window.longest);
  await page.goto('about:blank');
  return { time, longest };
}

/** All rows on the clipboard: how long it takes, and the longest the page could not answer meanwhile. */
async function copyAll(page: Page, address: string, path: string) {
  await page.goto(address + path);
  await page.locator('[data-movable=true]').first().waitFor();
  await watchTasks(page);
  await rowNamed(page, 1).getByRole('gridcell').nth(4).click();
  await page.keyboard.press('Control+a');
  const time = await took(async () => {
    await page.keyboard.press('Control+c');
    const again = page.getByText('Press the shortcut for Copy again');
    const done = page.getByRole('status').filter({ hasText: /opied/ });
    await done.or(again).first().waitFor({ timeout: 300_000 });
    if (await again.isVisible()) {
      await page.keyboard.press('Control+c');
      await done.first().waitFor({ timeout: 300_000 });
    }
  });
  const longest = await page.evaluate(() => window.longest);
  await page.goto('about:blank');
  return { time, longest };
}

/** 10,000 cells set by one paste: until they are on screen, and the longest the page could not answer meanwhile. */
async function pasteMany(page: Page, address: string, path: string) {
  await page.goto(address + path);
  await page.locator('[data-movable=true]').first().waitFor();
  await rowNamed(page, 1).getByRole('gridcell').nth(4).click();
  await watchTasks(page);
  const time = await took(async () => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', Array.from({ length: 2_500 }, (_, at) => `${at + 1}.125\t7.25\t8.5\t9.75`).join('\n'));
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole('status').filter({ hasText: 'Pasted' }).first().waitFor({ timeout: 120_000 });
  });
  const longest = await page.evaluate(() => window.longest);
  await page.goto('about:blank');
  return { time, longest };
}

async function browse(page: Page, address: string, path: string, size: number) {
  const opened = await timed(3, async () => {
    await page.goto('about:blank');
    await page.goto(address + path);
    await rowNamed(page, 1).waitFor();
  });
  const quantity = () => rowNamed(page, 4).getByRole('gridcell').nth(4);
  const shown: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    await quantity().dblclick();
    const typed = `${700 + at}.125`;
    await page.keyboard.type(typed);
    shown.push(await pressed(page, 'Enter', typed));
  }
  const scrolled = await timed(3, async (at) => {
    const place = at % 2 === 0 ? size : 1;
    await page.getByRole('grid').evaluate((grid, atEnd) => {
      let scroller: Element | null = grid;
      while (scroller !== null && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
      scroller?.scrollTo({ top: atEnd ? scroller.scrollHeight : 0 });
    }, place === size);
    await rowNamed(page, place).waitFor();
  });
  return {
    opened,
    shown: median(shown),
    scrolled,
    copied: await copyAll(page, address, path),
    pasted: await pasteMany(page, address, path),
    file: await handOut(page, address, path),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const running = await serve(readConfig({ ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', DEMO: 'on' }), {
  clientFolder: resolve('dist'),
  log: () => undefined,
});
const browser = await openBrowser();
try {
  const page = await signedInPage(browser, running.address);
  const call = await signedIn(running.address);
  const { teams } = await call('GET /profile/', {});
  const teamId = teams[0]?.id ?? 0;

  const filled: Filled[] = [];
  for (const size of SIZES) filled.push(await fill(running, call, teamId, size));
  const screens: Awaited<ReturnType<typeof browse>>[] = [];
  for (const [position, { path }] of filled.entries()) screens.push(await browse(page, running.address, path, SIZES[position] ?? 0));
  const stored = await onServer(running, call, teamId, filled);
  const found = SIZES.flatMap((size, position) => {
    const [screen, server] = [screens[position], stored[position]];
    return screen === undefined || server === undefined ? [] : [{ size, screen, server }];
  });
  const [least] = found;
  if (least === undefined) throw new Error('Nothing was measured');
  const { size: most, screen: longest } = found.at(-1) ?? least;
  note(
    { what: `${most} rows exported: longest task, ms (0: none of 50)`, measured: longest.file.longest, aim: 50 },
    { what: `${most} rows copied, s`, measured: longest.copied.time / 1000, aim: 5 },
  );
  console.table(
    Object.fromEntries(
      found.map(({ size, screen, server }) => [
        `${size} rows`,
        {
          'open ms': ms(screen.opened),
          'open, of 100 rows': times(screen.opened, least.screen.opened),
          'end to end ms': ms(screen.scrolled),
          'scroll, of 100 rows': times(screen.scrolled, least.screen.scrolled),
          'Enter to painted ms': ms(screen.shown),
          'Enter, of 100 rows': times(screen.shown, least.screen.shown),
          'all rows copied ms': ms(screen.copied.time),
          'longest task of it ms': screen.copied.longest === 0 ? '< 50' : ms(screen.copied.longest),
          '10,000 cells pasted ms': ms(screen.pasted.time),
          'longest task of the paste ms': screen.pasted.longest === 0 ? '< 50' : ms(screen.pasted.longest),
          'export ms': ms(screen.file.time),
          'longest task meanwhile ms': screen.file.longest === 0 ? '< 50' : ms(screen.file.longest),
          'server edit ms': ms(server.edit),
          'bare UPDATE ms': ms(server.update),
          'edit, of UPDATE': times(server.edit, server.update),
        },
      ]),
    ),
  );
} finally {
  await browser.close();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
}
