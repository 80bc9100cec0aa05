import type { Page } from '@playwright/test';
import { expect, signIn, test } from './server.ts';

test.use({ client: 'telling' });

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';

async function importEstimate(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(New project|Create the first project)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.locator('input[type=file]').setInputFiles(FIXTURE);
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/list\/\d+$/);
}

test('an edit is undone by Ctrl-Z, across a reload too, and redone by the button that names it', async ({ page, actum }) => {
  await signIn(page, actum);
  await importEstimate(page, 'Undo Yard');
  const quantity = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .nth(1)
    .getByRole('gridcell')
    .nth(4);
  const total = page.getByRole('row').last().getByRole('gridcell').last();
  await expect(quantity).toHaveText(/^\d/);
  const [before, totalBefore] = [await quantity.textContent(), await total.textContent()];
  const set = async (text: string) => {
    await quantity.dblclick();
    await page.getByRole('textbox', { name: 'Quantity' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await set('321.5');
  await expect(quantity).toHaveText('321.5');
  await expect(total).not.toHaveText(totalBefore ?? '');
  await expect(page.getByRole('button', { name: /^Undo: quantity of “/ })).toBeVisible();

  await page.reload();
  const undo = page.getByRole('button', { name: /^Undo: quantity of “/ });
  await expect(undo).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(quantity).toHaveText(before ?? '');
  await expect(total).toHaveText(totalBefore ?? '');

  await page.getByRole('button', { name: /^Redo: quantity of “/ }).click();
  await expect(quantity).toHaveText('321.5');
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toHaveAttribute('aria-disabled', 'true');

  const values = Array.from({ length: 10 }, (_, index) => `${400 + index}`);
  for (const text of values) {
    await set(text);
    await expect(quantity).toHaveText(text);
  }
  await page.keyboard.press('Escape');
  for (const _ of values) await page.keyboard.press('Control+z', { delay: 60 });
  await expect(quantity).toHaveText('321.5');
  await expect(page.getByRole('button', { name: /^Redo: quantity of “/ })).toBeVisible();
  for (const _ of values) await page.keyboard.press('Control+y');
  await expect(quantity).toHaveText('409');
});
