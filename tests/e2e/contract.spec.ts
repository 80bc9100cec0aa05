import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { contractByHand } from '../fixtures/threeVersions.ts';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { expect, openSignedIn, test } from './server.ts';
import { threeVersions } from './threeVersions.ts';

test.use({ client: 'telling' });

const table = (page: Page) => page.getByRole('region', { name: 'Rows of the contract' });
const rowNamed = (page: Page, name: RegExp) => table(page).getByRole('row', { name });
const plain = (text: string) =>
  text
    .replace(/[\u00a0,\s+]/g, '')
    .replace('−', '-')
    .replace('–', '0.00');
/** The figures of a row, from the original on. */
async function figuresOf(page: Page, name: RegExp): Promise<string[]> {
  await expect(rowNamed(page, name).first()).toBeVisible();
  const cells = await rowNamed(page, name).first().getByRole('gridcell').allInnerTexts();
  return cells.slice(1).map(plain);
}
const hand = contractByHand();
const COLUMNS = ['original', 'extras', 'quantity', 'price', 'added', 'gone', 'now', 'settled', 'to_date', 'left', 'revaluation'] as const;
const cells = (of: (typeof hand)['subtotal']) => COLUMNS.map((column) => of[column]);

test('a contract of three versions shows the figures worked out by hand, and can be filtered by cause, folded, printed and exported', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const { project, versions } = await threeVersions(call, 'Three versions');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, actum, `/project/${project}/contract`);

  await test.step('every row and sum is shown', async () => {
    for (const name of ['Brickwork', 'Plaster', 'Insulation', 'Tiles', 'Gutter'] as const)
      expect([name, await figuresOf(page, new RegExp(`^${name}`))]).toEqual([name, cells(hand.rows[name])]);
    expect(await figuresOf(page, /^Overheads/)).toEqual(cells(hand.overheads));
    expect(await figuresOf(page, /^VAT/)).toEqual(cells(hand.vat));
    await expect(page.getByRole('definition').filter({ hasText: '4 144.80' }).or(page.getByText('4,144.80').first())).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('the rows of one cause are shown with their sum', async () => {
    await page.getByRole('button', { name: /^Price/ }).click();
    await expect(page).toHaveURL(/show=price$/);
    await expect(rowNamed(page, /^Tiles/)).toHaveCount(0);
    await expect(rowNamed(page, /^Brickwork/)).toBeVisible();
    await expect(rowNamed(page, /^Rows shown/)).toBeVisible();
    await page.getByRole('button', { name: /^All rows/ }).click();
  });

  await test.step('lists fold', async () => {
    await page.getByRole('button', { name: 'Fold all sections', exact: true }).click();
    await expect(rowNamed(page, /^Tiles/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Unfold Walls' }).click();
    await expect(rowNamed(page, /^Brickwork/)).toBeVisible();
    await page.getByRole('button', { name: 'Unfold all sections' }).click();
  });

  await test.step('each version shows its own figures', async () => {
    await page.getByText('Version by version').click();
    await expect(page.getByRole('row', { name: /^Version 1/ })).toContainText('290.40');
  });

  await test.step('a workbook with the same figures', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Contract 3 4144.80 Three versions.xlsx');
    const book = read(readFileSync(await download.path()));
    const rows = utils.sheet_to_json<(string | number)[]>(book.Sheets['Whole contract'] ?? {}, { header: 1, defval: '' });
    const total = rows.find((row) => row[1] === 'Total with taxes');
    expect(total?.slice(5).map((cell) => Number(cell).toFixed(2))).toEqual(cells(hand.total_with_taxes));
  });

  await test.step('an edit of somebody else appears', async () => {
    await call('PATCH /projects/:id/', { params: { id: project }, body: { name: 'Three versions' } });
    const act = await call('POST /versions/:id/acts/', { params: { id: versions[2] ?? 0 }, body: {} });
    await call('POST /acts/:id/complete/', { params: { id: act.id }, body: { list_id: null, percent: '100' } });
    await expect.poll(() => figuresOf(page, /^Insulation/)).toContain('400.00');
  });

  await test.step('a phone shows everything', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(rowNamed(page, /^Brickwork/).first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await expectNothingForAxe(page);
  });
});

test('it is reached from the menus of a version, from payments and from a comparison', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const projects = await call('GET /projects', { query: {} });
  const project = projects.find(({ name }) => name.startsWith('Pine Yard'))?.id ?? 0;
  const { versions } = await call('GET /projects/:id/tree', { params: { id: project } });
  await openSignedIn(page, actum, `/project/${project}/${versions[1]?.id}/compare/${versions[0]?.id}`);
  await page.getByRole('link', { name: 'Whole contract' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${project}/contract/${versions[1]?.id}$`));
  await page.goto(`${actum.address}/project/${project}/payments`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Whole contract' }).click();
  await expect(page.getByRole('heading', { name: 'Whole contract' })).toBeVisible();
  await expect(table(page)).toBeVisible();
});
