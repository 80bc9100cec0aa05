import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { copyFolder } from '../filledFolder.ts';
import { started } from '../served.ts';
import { intercept } from './intercept.ts';
import { logIn, signIn } from './server.ts';
import { FILLED } from './walk/build.ts';
import { DEMO, expect, levers, test, watch } from './walk/served.ts';
import { callerOf, newSite } from './walk/site.ts';
import { listen } from './walk/telling.ts';

const ROWS = Array.from({ length: 60 }, (_, index) => `Position ${index + 1}`);

test('a session that ends while somebody types comes back to the cell, the text in it and the scroll position', async ({
  page,
  context,
  walked,
}) => {
  await watch(context, page, walked.taken, {});
  const { path } = await newSite(await callerOf(walked), 'Interrupted Yard', ROWS);
  await signIn(page, { ...walked, ...DEMO });
  await page.goto(walked.address + path);
  const cell = page.locator('[data-index="44"] > [data-col="4"]');
  const scroller = page.getByRole('grid').locator('xpath=../../..');
  await expect(page.getByRole('gridcell', { name: 'Position 1', exact: true })).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, 1_200));
  await cell.click();
  await page.keyboard.type('12.');
  const typed = page.getByRole('textbox', { name: 'Quantity' });
  await expect(typed).toHaveValue('12.');
  const top = await scroller.evaluate((element) => element.scrollTop);

  const lose = async () => {
    await levers(walked).expireAccess();
    await levers(walked).revokeRefresh();
    await levers(walked).closeSockets();
    await expect(page).toHaveURL(`${walked.address}/`);
    await expect(page.getByRole('alert')).toHaveText('Token refresh failed');
    await expect(page.getByText('What you typed is kept on this device')).toBeVisible();
  };
  await lose();
  await logIn(page, DEMO);
  await expect(page).toHaveURL(walked.address + path);
  await expect(typed).toHaveValue('12.');
  await expect(typed).toBeFocused();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveText('12.5');

  // The next person to sign in on this device sees nothing of it, not even in another tab or after a restart.
  const email = 'bob-in-between@people.example';
  await levers(walked).addColleague(email, DEMO.email);
  await cell.click();
  await page.keyboard.type('13');
  await lose();
  await page.goto(`${walked.address}/`);
  await logIn(page, { email, password: DEMO.password });
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  await page.goto(walked.address + path);
  await expect(page.getByRole('gridcell', { name: 'Position 1', exact: true })).toBeVisible();
  await expect(typed).toHaveCount(0);
});

/** A server that a test may stop and start again. */
const serverOn = (folder: string, port = '0') =>
  started({ DATA_DIR: folder, DATABASE_URL: '', DEMO: 'on', PORT: port }, 'tests/e2e/walk/main.ts');

/** Puts the page into the background, or back to the front. */
const turn = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('an idle screen notices a stopped server and its return', async ({ page, context, walked }) => {
  await watch(context, page, walked.taken, {});
  const folder = mkdtempSync(join(tmpdir(), 'actum-stopped-'));
  copyFolder(FILLED, folder);
  const first = await serverOn(folder);
  await signIn(page, { ...first, ...DEMO, outbox: '' });
  await page.goto(`${first.address}/components`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const away = page.getByText('What is on screen stays, and Actum keeps trying to connect.');
  await first.kill();
  await expect(away).toBeVisible();
  // A page in the background sends no checks; brought to the front, it checks at once.
  await turn(page, true);
  await expect(away).toBeHidden();
  await turn(page, false);
  await expect(away).toBeVisible();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(away).toBeVisible();

  const again = await serverOn(folder, new URL(first.address).port);
  await expect(away).toBeHidden();
  await again.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what is opened while the server is away is shown once it is back, an estimate as well as a screen whose code had not loaded', async ({
  page,
  context,
  walked,
}) => {
  // Not `watch`: it holds requests, for which the browser's cache is turned off, and code that was fetched just before the server stops would be lost.
  await listen(context, (one) => one.kind === 'took' && walked.taken.add(one.key));
  const folder = mkdtempSync(join(tmpdir(), 'actum-away-'));
  copyFolder(FILLED, folder);
  const first = await serverOn(folder);
  await signIn(page, { ...first, ...DEMO, outbox: '' });
  const estimate = page.getByRole('link', { name: 'Pine Yard 14, house' }).first();
  const total = page.getByRole('row', { name: /^Total with taxes/ });
  await estimate.click();
  await expect(total).toBeVisible();
  await page.goBack();
  await expect(estimate).toBeVisible();
  await first.kill();
  await estimate.click();
  await expect(page.getByText('The project could not be loaded')).toBeVisible();
  const again = await serverOn(folder, new URL(first.address).port);
  await expect(total).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isNotReloaded: true }));
  await again.kill();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('The server cannot be reached. Trying again automatically.');
  const third = await serverOn(folder, new URL(first.address).port);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(await page.evaluate(() => 'isNotReloaded' in window)).toBe(true);
  await third.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a menu whose options cannot be fetched leaves the page as it is, is closed by Escape, and opens at the next press', async ({
  page,
  context,
  walked,
}) => {
  const watched = await watch(context, page, walked.taken, {});
  let refused = 0;
  const back = await intercept(page, /\/assets\/dialogs-[^/]+\.js$/, (route) => {
    refused += 1;
    return route.abort();
  });
  await signIn(page, { ...walked, ...DEMO });
  const account = page.getByRole('button', { name: /^Account: / });
  const menu = page.getByRole('menu');
  const before = refused;
  await account.click();
  await expect.poll(() => refused).toBeGreaterThan(before);
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(account).toHaveAttribute('aria-expanded', 'false');
  const row = page.getByRole('row', { name: /Pine Yard 14, house/ });
  await expect(async () => {
    // Where the row had to be scrolled to, that closes the menu again.
    await row.click({ button: 'right' });
    await expect.poll(() => watched.at('contextMenu'), { timeout: 1_000 }).toBe('"open"');
  }).toPass();
  await page.keyboard.press('Escape');
  await expect.poll(() => watched.at('contextMenu')).toBe('"closed"');
  back();
  await expect(async () => {
    if (!(await menu.isVisible())) await account.click();
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});
