import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { LOCAL_ESTIMATES } from '../fixtures/localEstimate.ts';
import { expect, logIn, signIn, test } from './server.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
const samples = process.env.SAMPLES_DIR;

/** Amounts on screen part thousands by no-break spaces and have a typographic minus. */
const amountIn = async (cell: Locator) => Number(((await cell.textContent()) ?? '').replace(/[\s\u00a0]/g, '').replace('−', '-'));
const SUMMARY_ROWS = { Subtotal: /^Subtotal/, Total: /^Total (?!with)/, 'Total with taxes': /^Total with taxes/ } as const;
const rowNamed = (page: Page, name: keyof typeof SUMMARY_ROWS) => page.getByRole('row', { name: SUMMARY_ROWS[name] });

async function createProject(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(New project|Create the first project)$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
}

async function importFile(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
}

test.describe('@every-engine', () => {
  test('from a spreadsheet to a shared act', async ({ page, actum, browser }) => {
    await test.step('sign in', async () => {
      await page.goto(actum.address);
      await logIn(page, actum);
      await expect(page).toHaveURL(`${actum.address}/projects`);
    });
    await test.step('create a project', () => createProject(page, 'Alder Street 5'));

    await test.step('upload a workbook; the import screen lists its contents; finish', async () => {
      await page.locator('input[type=file]').setInputFiles(FIXTURE);
      await expect(page).toHaveURL(/\/import\/\d+$/);
      await expect(page.getByRole('navigation', { name: 'Lists found' }).getByRole('button')).toHaveCount(LOCAL_ESTIMATES.length);
      await page.getByRole('button', { name: 'Finish import' }).click();
      await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
    });

    await test.step('the summary has lists, subtotal, total and total with taxes', async () => {
      for (const name of ['Subtotal', 'Total', 'Total with taxes'] as const) await expect(rowNamed(page, name)).toBeVisible();
      await page.getByRole('button', { name: 'Add taxes' }).click();
    });

    const [first] = LOCAL_ESTIMATES;
    if (first === undefined) throw new Error('the fixture has no list');
    await test.step('open a list, change a quantity, the totals follow', async () => {
      await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
      await expect(page).toHaveURL(/\/list\/\d+$/);
      const row = page.getByRole('row').filter({ hasText: first.sections[0]?.positions[0]?.[1] ?? '' });
      const quantity = row.getByRole('gridcell').nth(4);
      const rowTotal = row.getByRole('gridcell').last();
      const listTotal = page.getByRole('row').last().getByRole('gridcell').last();
      const [rowBefore, listBefore] = [await amountIn(rowTotal), await amountIn(listTotal)];
      await quantity.dblclick();
      await page.getByRole('textbox', { name: 'Quantity' }).fill('200,5');
      await page.keyboard.press('Enter');
      await expect(quantity).toHaveText('200.5');
      await expect.poll(() => amountIn(rowTotal)).not.toBe(rowBefore);
      const moved = (await amountIn(rowTotal)) - rowBefore;
      await expect.poll(async () => Math.round(((await amountIn(listTotal)) - listBefore) * 100)).toBe(Math.round(moved * 100));
      await page.reload();
      await expect(quantity).toHaveText('200.5');
    });

    await test.step('create an act', async () => {
      await page.getByRole('button', { name: 'New act' }).click();
      await page.getByRole('textbox', { name: 'Finish date' }).fill('11/30/26');
      await page.getByRole('button', { name: 'Create act' }).click();
      await expect(page.getByRole('heading', { name: 'Act 1' })).toBeVisible();
      await expect(page).toHaveURL(/\/act\/\d+$/);
    });

    await test.step('fill "completed now" with the range helper', async () => {
      await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1).click();
      const positions = first.sections[0]?.positions ?? [];
      for (const [at, field] of [
        [0, 'Quantity'],
        [1, 'Percent'],
      ] as const) {
        const row = page.getByRole('row').filter({ hasText: positions[at]?.[1] ?? '' });
        await row
          .getByRole('gridcell')
          .nth(field === 'Quantity' ? 4 : 5)
          .dblclick();
        const helper = page.getByRole('group', { name: 'Available Range' });
        await helper.getByRole('button', { name: 'Maximum' }).click();
        await expect(row.getByRole('gridcell').nth(5)).toHaveText(/100\.00\s*%/);
        await expect(row.getByRole('gridcell').nth(10)).toHaveText(/^0\.00/);
      }
    });

    await test.step('a quantity beyond the range is refused at its cell, which keeps the typed text and shows the range', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('260');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/The range for this row is 0 to 1/)).toBeVisible();
      // Enter went on to the next row.
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      await expect(page.getByText(/The range for this row is 0 to 1/)).toHaveCount(0);
    });

    let claimed = 0;
    await test.step('the act summary adds up', async () => {
      await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Summary' }).click();
      claimed = await amountIn(rowNamed(page, 'Total with taxes').getByRole('cell').nth(2));
      expect(claimed).toBeGreaterThan(0);
    });

    const link = await test.step('share', async () => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      return page.getByLabel('Public link').inputValue();
    });

    await test.step('the public link opens in a private window, without signing in', async () => {
      const stranger = await browser.newContext();
      const window = await stranger.newPage();
      await window.goto(link);
      await expect(window.getByRole('heading', { name: 'Act 1' })).toBeVisible();
      await expect.poll(() => amountIn(rowNamed(window, 'Total with taxes').getByRole('cell').nth(2))).toBe(claimed);
      expect((await stranger.cookies()).length).toBe(0);
      await stranger.close();
    });
  });
});

for (const [name, subtotal] of [
  ['B30_es_presupuesto_extraido.xlsx', 5535466.48],
  ['B23_th_material_labour_boq.xlsx', 146751918.5],
] as const) {
  test(`${name} through the browser: exactly ${subtotal}`, async ({ page, actum }) => {
    test.skip(samples === undefined, 'SAMPLES_DIR is not set');
    expect(existsSync(join(samples ?? '', 'boq', name))).toBe(true);
    await signIn(page, actum);
    await createProject(page, name);
    await importFile(page, join(samples ?? '', 'boq', name));
    await expect.poll(() => amountIn(rowNamed(page, 'Subtotal').getByRole('gridcell').nth(1))).toBe(subtotal);
  });
}
