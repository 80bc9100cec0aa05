import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from '../../scripts/browser.ts';

/** The browser of the benches. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await browserPath();
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ...(executablePath === null ? {} : { executablePath }),
  });
}

/** A page on which the demo is signed in. */
export async function signedInPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(address);
  await page.getByLabel('Email').fill('demo@actum.example');
  await page.getByLabel('Password').fill('actum-demo');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(/\/projects$/);
  return page;
}
