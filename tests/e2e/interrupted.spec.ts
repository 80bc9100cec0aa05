import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFolder } from '../filledFolder.ts';
import { started } from '../served.ts';
import { signIn } from './server.ts';
import { FILLED } from './walk/build.ts';
import { DEMO, expect, levers, test } from './walk/served.ts';
import { callerOf, newSite } from './walk/site.ts';

const ROWS = Array.from({ length: 60 }, (_, index) => `Position ${index + 1}`);

test('a session that ends while somebody types comes back to the cell, the text in it and the scroll position', async ({
  page,
  walked,
}) => {
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

  await levers(walked).expireAccess();
  await levers(walked).revokeRefresh();
  await levers(walked).closeSockets();
  await expect(page).toHaveURL(`${walked.address}/`);
  await expect(page.getByRole('alert')).toHaveText('Token refresh failed');
  await expect(page.getByText('What you typed is kept on this device')).toBeVisible();

  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(walked.address + path);
  await expect(typed).toHaveValue('12.');
  await expect(typed).toBeFocused();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveText('12.5');
});

test('a stopped server is noticed on a screen that asks for nothing, and so is its return', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-stopped-'));
  copyFolder(FILLED, folder);
  const first = await started({ DATA_DIR: folder, DATABASE_URL: '', DEMO: 'on' }, 'tests/e2e/walk/main.ts');
  await signIn(page, { ...first, ...DEMO, outbox: '' });
  await page.goto(`${first.address}/components`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const away = page.getByText('What is on screen stays, and Actum keeps trying to connect.');
  await first.kill();
  await expect(away).toBeVisible({ timeout: 5_000 });

  const again = await started(
    { DATA_DIR: folder, DATABASE_URL: '', DEMO: 'on', PORT: new URL(first.address).port },
    'tests/e2e/walk/main.ts',
  );
  await expect(away).toBeHidden();
  await again.stop();
  rmSync(folder, { recursive: true, force: true });
});
