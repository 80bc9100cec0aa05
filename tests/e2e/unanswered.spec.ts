/** Answers that are lost after the server has done the work. */
import type { Page } from '@playwright/test';
import { asDemo } from './calls.ts';
import { newList, openAs, quantityOf, rowOf } from './people.ts';
import { expect, test } from './server.ts';

/** The server carries out such calls, but its next answers to them are lost. Returns the number of lost answers. */
async function loseAnswers(page: Page, path: RegExp, count = 1): Promise<() => number> {
  let lost = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET' || lost === count) return route.fallback();
    await route.fetch();
    lost += 1;
    return route.abort();
  });
  return () => lost;
}
const unreachable = 'The server cannot be reached.';

test('a record made in a dialog is made once, however often the answer is lost', async ({ browser, actum }) => {
  const owner = await asDemo(actum);
  const { project, version } = await newList(owner, 'Lost Yard');
  const page = await openAs(browser, actum, actum, `/project/${project}/${version}`);
  const titles = async () => (await owner('GET /versions/:id/lists/', { params: { id: version } })).map(({ title }) => title);
  const versions = async () => (await owner('GET /projects/:id/tree', { params: { id: project } })).versions;

  const lost = await loseAnswers(page, /\/lists\/$/, 2);
  await page.locator('#content').getByRole('button', { name: 'Add list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Roof');
  for (const times of [1, 2]) {
    await dialog.getByRole('button', { name: 'Add list' }).click();
    await expect.poll(lost).toBe(times);
    await expect(dialog.getByText(unreachable)).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Add list' }).click();
  await expect(dialog).toBeHidden();
  expect(await titles()).toEqual(['Walls', 'Roof']);

  await page.goto(`${actum.address}/project/${project}/${version}`);
  await loseAnswers(page, /\/acts\/$/);
  await page.getByRole('button', { name: 'New act' }).click();
  const create = page.getByRole('button', { name: 'Create act' });
  await create.click();
  await expect(dialog.getByText(unreachable)).toBeVisible();
  await create.click();
  await expect(page).toHaveURL(/\/act\/\d+$/);
  expect((await versions()).map(({ acts }) => acts.length)).toEqual([1]);
  await page.context().close();
});

test('a replacement whose answer was lost is not made twice', async ({ browser, actum }) => {
  const owner = await asDemo(actum);
  const { path, list } = await newList(owner, 'Replaced Yard');
  const page = await openAs(browser, actum, actum, path);
  const names = async () => {
    const answer = await owner('GET /lists/:id/rows/', { params: { id: list }, query: {} });
    return 'rows' in answer ? answer.rows.map(({ name }) => name) : [];
  };
  const lost = await loseAnswers(page, /\/replace\/$/);
  // The search is loaded with the list's tools.
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await quantityOf(page, 'Sand').click();
  await page.keyboard.press('Control+f');
  const find = page.getByRole('search', { name: 'Find in list' });
  await find.getByRole('searchbox').fill('r');
  await find.getByLabel('Replace with').fill('rr');
  const replaceAll = async () => {
    await find.getByRole('button', { name: 'Replace all' }).click();
    await expect(find.getByText(/^Cells to replace: 2/)).toBeVisible();
    await find.getByRole('button', { name: 'Replace all' }).click();
  };
  await replaceAll();
  await expect.poll(lost).toBe(1);
  await expect(rowOf(page, 'Grravel')).toBeVisible();
  await replaceAll();
  await expect(page.getByText('Cells replaced: 2')).toBeVisible();
  expect(await names()).toEqual(['Sand', 'Grravel', 'Brrick']);
  await page.context().close();
});
