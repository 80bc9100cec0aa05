/**
 * Measures the waiting times that a browser reports: largest contentful paint, layout shift, the slowest interaction and long tasks.
 * Every figure is of this machine and this run: compare the screens with each other, not with another day.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { started } from '../served.ts';
import { openBrowser } from './browser.ts';

interface Seen {
  lcp: number;
  cls: number;
  inp: number;
  longTasks: number;
}
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page before anything else. */
function observe(): void {
  const seen: Seen = { lcp: 0, cls: 0, inp: 0, longTasks: 0 };
  window.seen = seen;
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }) => void,
    options: object = {},
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput !== true) seen.cls += entry.value ?? 0;
  });
  watch(
    'event',
    (entry) => {
      if ((entry.interactionId ?? 0) > 0) seen.inp = Math.max(seen.inp, entry.duration);
    },
    { durationThreshold: 16 },
  );
  watch('longtask', (entry) => {
    seen.longTasks += entry.duration;
  });
}

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const server = await started({ DATA_DIR: folder, DATABASE_URL: '' });
const browser = await openBrowser();
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(observe);
  const rows: Record<string, Record<string, string>> = {};
  const measure = async (
    screen: string,
    path: string,
    settled: (page: Page) => Promise<unknown>,
    interact?: (page: Page) => Promise<unknown>,
  ) => {
    await page.goto(server.address + path);
    await settled(page);
    await interact?.(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    const seen = await page.evaluate(() => window.seen);
    rows[screen] = {
      'LCP ms': seen.lcp.toFixed(0),
      CLS: seen.cls.toFixed(3),
      'slowest interaction ms': seen.inp === 0 ? '< 16' : seen.inp.toFixed(0),
      'long tasks ms': seen.longTasks.toFixed(0),
    };
  };
  await measure(
    'login',
    '/',
    (at) => at.getByLabel('Email').waitFor(),
    (at) => at.getByLabel('Email').pressSequentially('demo@actum.example'),
  );
  await page.getByLabel('Password').fill('actum-demo');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(/\/projects$/);
  const link = page.getByRole('link', { name: 'Pine Yard 14, house' }).first();
  await measure('projects', '/projects', () => link.waitFor());
  await link.click();
  await page.getByRole('row', { name: /^Total with taxes/ }).waitFor();
  const estimate = new URL(page.url()).pathname;
  await measure('estimate summary', estimate, (at) => at.getByRole('row', { name: /^Total with taxes/ }).waitFor());
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
  await page.waitForURL(/\/list\/\d+$/);
  const cell = page.getByRole('row').filter({ hasText: 'Trim trench bottoms' }).getByRole('gridcell').nth(4);
  await measure(
    'list, one edit',
    new URL(page.url()).pathname,
    () => cell.waitFor(),
    async (at) => {
      await cell.dblclick();
      await at.keyboard.type('15');
      await at.keyboard.press('Enter');
    },
  );
  console.table(rows);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
