import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

/** The browser the tests run in: CHROMIUM when set, Playwright's own where it is installed (null), else the one from npm. */
export async function browserPath(): Promise<string | null> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM !== undefined && CHROMIUM !== '') return CHROMIUM;
  if (existsSync(playwright.executablePath())) return null;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Install the browser the tests need once: npx playwright install chromium');
  return chromium.executablePath();
}
