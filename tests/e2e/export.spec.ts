import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { asDemo } from './calls.ts';
import { expect, openSignedIn, signIn, test } from './server.ts';

test.use({ client: 'telling' });

/** A number as a spreadsheet and as the screen shows it: only the thousands and the minus differ. */
const plain = (text: string) => text.replace(/[\u00a0,\s]/g, '').replace('−', '-');

async function exported(page: Page): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  return download;
}
async function sheetsOf(download: Download) {
  const book = read(readFileSync(await download.path()), { cellNF: true });
  return (name: string) => utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1, raw: false, defval: '' });
}
/** The figures of every row the screen shows, from a column on. */
async function shownRows(page: Page, title: string, from: number): Promise<string[][]> {
  const rows = page
    .getByRole('region', { name: title })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows.nth(5)).toBeVisible();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => (cell as HTMLElement).innerText)),
  );
  // The empty row at the end is not stored.
  return texts.map((cells) => cells.slice(from).map(plain)).filter((cells) => cells.some((text) => text !== ''));
}
/** In the line of totals a cell may stand over several columns. */
const inTotals = (rows: string[][]) => [...rows.slice(0, -1), (rows.at(-1) ?? []).filter((text) => text !== '')];

async function openFirstList(page: Page): Promise<string> {
  const link = page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(1);
  const title = await link.innerText();
  await link.click();
  await expect(page).toHaveURL(/\/list\/\d+$/);
  return title;
}

test('the exported estimate shows the screen’s figures, cell by cell', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('main').getByRole('link', { name: 'Pine Yard 14, house' }).click();
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
  const download = await exported(page);
  expect(download.suggestedFilename()).toMatch(/^Estimate 2 [\d.]+ .+\.xlsx$/);
  const sheet = await sheetsOf(download);
  const title = await openFirstList(page);
  const shown = await shownRows(page, title, 4);
  const written = sheet(title)
    .filter((row) => row.at(-1) === 'row' || row.at(-1) === 'section' || row.at(-1) === 'total')
    .map((row) => row.slice(4, 13).map(plain));
  expect(shown.length).toBeGreaterThan(5);
  expect(inTotals(written)).toEqual(inTotals(shown.map((row) => row.slice(0, 9))));
});

/** The figures of an act's rows in the order of its sheet: quantities first. On screen a quantity stands under its cost. */
async function shownActRows(page: Page, title: string): Promise<string[][]> {
  const rows = page
    .getByRole('region', { name: title })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows.nth(5)).toBeVisible();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => (cell as HTMLElement).innerText.split('\n'))),
  );
  return texts.map((cells) => {
    const [done, percent, estimated, before, now, balance, left] = cells.slice(4);
    const quantities = [estimated?.[1], before?.[1], done?.[0], percent?.[0], balance?.[1], left?.[1]];
    const costs = [estimated, before, now, balance, left].map((cell) => cell?.[0]);
    return [...quantities, ...costs].map((text) => plain(text ?? ''));
  });
}

test('the exported act shows the screen’s figures, under the name it is handed out by', async ({ page, actum }) => {
  await openSignedIn(page, actum, '/act/1');
  const download = await exported(page);
  expect(download.suggestedFilename()).toMatch(/^Act 1 \d{1,2} [A-Z][a-z]{2} -?[\d.]+ Pine Yard 14, house\.xlsx$/);
  const sheet = await sheetsOf(download);
  const title = await openFirstList(page);
  const shown = await shownActRows(page, title);
  const written = sheet(title)
    .slice(5)
    .map((row) => [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((column) => plain(row[column] ?? '')));
  expect(shown.length).toBeGreaterThan(5);
  expect(inTotals(written)).toEqual(inTotals(shown.map((row) => row.map((text) => text.replace('%', '')))));
});

test('an estimate is exported for other programs, and imported back with the same amounts', async ({ page, actum }) => {
  await signIn(page, actum);
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  await page.getByRole('main').getByRole('link', { name: 'Pine Yard 14, house' }).click();
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
  const estimate = page.url();
  const summaryOf = async (url: string) =>
    call('GET /versions/:id/summary/', { params: { id: Number(new URL(url).pathname.split('/').at(-1)) } });
  const before = await summaryOf(estimate);

  for (const [option, ending, isPriced] of [
    ['With prices (.bc3)', 'bc3', true],
    ['Texts and prices (X82)', 'x82', true],
    ['Prices of a bid, without texts (X84)', 'x84', true],
    ['Texts without prices (X83)', 'x83', false],
  ] as const) {
    await test.step(option, async () => {
      await page.goto(estimate);
      await page.getByRole('button', { name: 'Export for another program' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: option }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^Estimate 2 [\\d.]+ .+\\.${ending}$`));

      const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: `From ${ending}` } });
      await page.goto(`${actum.address}/project/${id}`);
      const buffer = readFileSync(await file.path());
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: file.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
      await expect(page).toHaveURL(/\/import\/\d+$/);
      await page.getByRole('button', { name: 'Finish import' }).click();
      // A bill without prices is shown to be one before it is imported.
      if (!isPriced) await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
      const { total } = await summaryOf(page.url());
      expect(total.total).toBe(isPriced ? before.total.total : '0.00');
    });
  }
});

test('neither a digit nor a label of an estimate is cut on paper, however long its numbers are', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Great numbers' } });
  const version = await call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Cranes' } });
  const prices = { unit_labour: '1250000', unit_materials: '-999999.123456', unit_tools: '0' };
  const rows = ['999999999.999999', '-12345678.123456', '1'].map((quantity) => ({ name: 'Crane', unit: 'pcs', quantity, ...prices }));
  await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version.id }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21.1234' } });
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await signIn(page, actum);
  for (const path of [`/project/${id}/${version.id}/list/${list.id}`, `/project/${id}/${version.id}`]) {
    await page.goto(actum.address + path);
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
    await page.keyboard.press('Control+p');
    await expect(page.locator('body[data-printed]')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.num:visible').count()).toBeGreaterThan(8);
    const cut = await page.locator('[role=grid] *:visible').evaluateAll((all) =>
      all
        .filter((part) => getComputedStyle(part).overflow === 'hidden' && part.textContent !== '' && part.clientWidth > 1)
        .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.textContent),
    );
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});
