import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { expect, openSignedIn, type RunningActum, test } from './server.ts';

test.use({ client: 'telling' });

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';

/** A project of its own, with the fixture's estimate and VAT. */
async function job(actum: RunningActum, name: string) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } });
  const params = { id };
  await call('PATCH /projects/:id/', { params, body: {} }, new File([readFileSync(FIXTURE)], 'estimate.xlsx'));
  await expect.poll(async () => (await call('GET /import/:id/lists/', { params })).status).toBe('importable');
  const version = (await call('POST /import/:id/finish/', { params })).project_version_id;
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  return { call, project: id, version };
}

const more = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}( ?Claims .* more)?$`) }).click();
};
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name }).first();
/** The totals with taxes of an act's summary: estimated, before, now, balance, left, done. An open dialog does not matter. */
const sums = async (page: Page) => {
  const cells = page
    .locator('tr')
    .filter({ hasText: /^Total with taxes/ })
    .locator('td');
  await expect(cells).toHaveCount(7);
  return (await cells.allTextContents()).map((text) => text.replace(/[\s\u00a0]/g, ''));
};
/** The previous screen stays until the next one has loaded, and its menus disappear with it. */
async function openTab(page: Page, which: (tabs: Locator) => Locator): Promise<void> {
  const tab = which(page.getByRole('navigation', { name: 'Lists' }).getByRole('link'));
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}
const openList = (page: Page, at: number) => openTab(page, (tabs) => tabs.nth(at));
const openSummary = (page: Page) => openTab(page, (tabs) => tabs.filter({ hasText: 'Summary' }));
/** A cell of a list of an act, by row from 1 and column. */
const cell = (page: Page, row: number, column: 'quantity' | 'percent'): Locator =>
  page.locator(`[data-index="${row}"] > [data-col="${column === 'quantity' ? 4 : 5}"]`);

test('acts: created, completed, edited with a preview of the later ones, locked, shared live, withdrawn', async ({
  page,
  actum,
  browser,
}) => {
  test.slow();
  const { call, project, version } = await job(actum, 'Birch Lane 9');
  await openSignedIn(page, actum, `/project/${project}/${version}`);

  await test.step('an act is created, and a list completed at once', async () => {
    await page.getByRole('button', { name: 'New act' }).click();
    await page.getByRole('button', { name: 'Create act' }).click();
    await expect(page.getByRole('heading', { name: 'Act 1' })).toBeVisible();
    await openList(page, 1);
    await more(page, 'Complete the list');
    await expect(page.getByText(/^\d+ rows completed\. The act claims .* € more, with taxes\.$/)).toBeVisible();
    await expect(cell(page, 1, 'percent')).toHaveText(/100\.00/);
    await page.getByRole('button', { name: /^Undo: completing / }).click();
    await expect(cell(page, 1, 'percent')).toHaveText(/^0\.00/);
    await openSummary(page);
    await more(page, 'Complete all to … %');
    await page.getByLabel('Percent done to date').fill('40');
    await expectNothingForAxe(page);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Complete Act 1 to 40 %?' }).getByRole('button', { name: 'Complete' }).click();
    await expect(rowOf(page, /^Total with taxes/)).toContainText('40.0');
    const inSidebar = page.locator('aside, nav').getByRole('link', { name: /^Act 1/ });
    const { versions } = await call('GET /projects/:id/tree', { params: { id: project } });
    const price = versions.find(({ id }) => id === version)?.acts[0]?.price;
    await expect.poll(async () => (await inSidebar.innerText()).replace(/[^\d.]/g, '')).toBe(`1${price}`);
  });

  const first = page.url();
  await test.step('a second act shows what the first has used and the range that is left', async () => {
    await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
    await page.goto(`${actum.address}/project/${project}/${version}`);
    await page.getByRole('button', { name: /^Acts/ }).click();
    await page.getByRole('menuitem', { name: 'Act 2' }).click();
    await expect(page.getByRole('heading', { name: 'Act 2' })).toBeVisible();
    await openList(page, 1);
    await cell(page, 1, 'percent').click();
    const helper = page.getByRole('group', { name: 'Available Range' });
    await expect(helper.getByRole('button', { name: /^Maximum\s*60\s*%/ })).toBeEnabled();
    await expect(helper).toContainText('Act 1');
    await page.keyboard.type('60.01');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/The range for this row is -40\.00 to 60\.00 %/)).toBeVisible();
    await expectNothingForAxe(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, 'percent')).toHaveText(/60\.00/);
  });

  await test.step('an edit of the first act shows what it changes in the second; Cancel keeps the typed text, Save makes the edit', async () => {
    await page.goto(first);
    await expect(page.getByRole('heading', { name: 'Act 1' })).toBeVisible();
    await openList(page, 1);
    const before = await cell(page, 2, 'quantity').innerText();
    await cell(page, 2, 'quantity').click();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'This changes later acts' });
    await expect(dialog.getByRole('row', { name: /^Act 2/ })).toBeVisible();
    await expectNothingForAxe(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(cell(page, 2, 'quantity')).toHaveText('1');
    await expect(page.getByText(`Saved value: ${before}`)).toBeVisible();
    await cell(page, 2, 'quantity').click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Saved value: ${before}`)).toBeHidden();
    await expect(cell(page, 2, 'quantity')).toHaveText('1');

    await more(page, 'Complete all');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(dialog.getByRole('row', { name: /^Act 2/ })).toContainText('becomes');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(cell(page, 2, 'quantity')).toHaveText('1');
  });

  await test.step('only the latest act can be deleted; errors of number and status appear at their fields; a final act locks earlier ones', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const deletion = page.getByRole('menuitem', { name: /^Delete act/ });
    await expect(deletion).toHaveAttribute('aria-disabled', 'true');
    await expect(deletion).toContainText('Act 2 was made after this one');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Number, date and status of Act 1 / }).click();
    await page.getByLabel('Number', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Act 2 already exists in this version')).toBeVisible();
    await page.getByLabel('Number', { exact: true }).fill('1a');
    await page.getByText('Submitted').click();
    await expectNothingForAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: /^Number, date and status of Act 1a / })).toContainText('Submitted');
    const { versions } = await call('GET /projects/:id/tree', { params: { id: project } });
    const second = versions[0]?.acts[1]?.id ?? 0;
    await call('PUT /acts/:id/', { params: { id: second }, body: { status_id: 3 } });
    await expect(page.getByRole('main').getByText('Act 2, made after this one, is accepted')).toBeVisible();
    await cell(page, 1, 'quantity').dblclick();
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveCount(0);
    await call('PUT /acts/:id/', { params: { id: second }, body: { status_id: 1 } });
    await expect(page.getByRole('main').getByText('Act 2, made after this one, is accepted')).toBeHidden();
  });

  await openSummary(page);
  const shared = await test.step('the act is shared until a day', async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Last day' }).fill('12/31/99');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Live until the end of 12/31/99')).toBeVisible();
    await expectNothingForAxe(page);
    return page.getByLabel('Public link').inputValue();
  });

  const stranger = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const phone = await stranger.newPage();
  await test.step('whoever has the link sees the same numbers without signing in, and sees an edit live', async () => {
    await phone.goto(shared);
    await expect(phone.getByText('Live', { exact: true })).toBeVisible();
    const known = await sums(page);
    await expect.poll(() => sums(phone)).toEqual(known);
    await expectNothingForAxe(phone);
    await openList(phone, 1);
    await expect(phone.getByRole('gridcell').first()).toBeVisible();
    await expectNothingForAxe(phone);
    await openSummary(phone);
    await page.keyboard.press('Escape');
    await openList(page, 1);
    await cell(page, 2, 'quantity').click();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await openSummary(page);
    await expect.poll(() => sums(page)).not.toEqual(known);
    const moved = await sums(page);
    await expect.poll(() => sums(phone)).toEqual(moved);
    expect(await stranger.cookies()).toEqual([]);
  });

  await test.step('a new link ends the previous one, and so does the end of sharing; both are reported', async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Replace link' }).click();
    await page.getByRole('dialog', { name: 'Replace the link to Act' }).getByRole('button', { name: 'Replace link' }).click();
    await expect(page.getByText('This is the new link.')).toBeVisible();
    await expect(phone.getByRole('heading', { name: 'This link has been withdrawn' })).toBeVisible();
    await expectNothingForAxe(phone);
    await phone.goto(await page.getByLabel('Public link').inputValue());
    await expect(phone.getByRole('heading', { name: 'Act 1a' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('dialog', { name: 'Stop sharing Act' }).getByRole('button', { name: 'Stop sharing' }).click();
    await expect(phone.getByRole('heading', { name: 'This link has been withdrawn' })).toBeVisible();
    await stranger.close();
  });

  await test.step('an act on another version first asks how the two versions relate; deleting the latest act opens its version again', async () => {
    await page.keyboard.press('Escape');
    const copy = await call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } });
    await page.goto(`${actum.address}/project/${project}/${copy.id}`);
    await page.getByRole('button', { name: 'New act' }).click();
    await page.getByRole('button', { name: 'Create act' }).click();
    const asking = page.getByRole('dialog', { name: 'Another contract already has acts' });
    for (const claimed of ['Act 1a of version 1', 'Act 2 of version 1', 'Already claimed']) await expect(asking).toContainText(claimed);
    await expectNothingForAxe(page);
    await asking.getByRole('button', { name: 'Start a separate contract' }).click();
    await expect(page.getByText(/^Claimed in other contracts: /)).toBeVisible();
    await more(page, 'Delete act…');
    await page.getByRole('dialog', { name: 'Delete Act 1?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(`${actum.address}/project/${project}/${copy.id}`);
    await expect(page.getByText('You cannot edit this version')).toHaveCount(0);
    await expect(page.getByRole('figure', { name: 'Cost by labour, materials and tools' })).toBeVisible();
  });
});
