import type { Page, Request } from '@playwright/test';
import { asDemo } from './calls.ts';
import { expect, signIn, test } from './server.ts';
import { gateSockets } from './walk/socketGate.ts';

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

/** Holds the calls that match until the returned function lets them go. */
async function holdCalls(page: Page, matches: (request: Request) => boolean): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/api\/|graphql/, async (route) => {
    if (matches(route.request())) await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}
const isRowEdit = (request: Request) => request.method() === 'PUT' && request.url().includes('/rows/');

test('an undo pressed before the answer to an edit, or before the news of it, takes back that edit', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Late news', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Quay' } });
  await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: [{ name: 'Sheet pile' }] } });
  const gate = await gateSockets(page);
  await signIn(page, actum);
  const look = await holdCalls(page, (request) => request.postData()?.includes('next_events') === true);
  await page.goto(`${actum.address}/project/${project.id}/${version.id}/list/${list.id}`);
  const quantity = page.locator('[data-index="0"] > [data-col="4"]');
  const typed = async (text: string) => {
    await quantity.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(quantity).toHaveText(text);
  };
  const set = async (text: string) => {
    const saved = page.waitForResponse((response) => isRowEdit(response.request()));
    await typed(text);
    await saved;
  };
  const stored = async () => {
    const answer = await call('GET /lists/:id/rows/', { params: { id: list.id }, query: {} });
    return 'rows' in answer ? answer.rows[0]?.quantity : undefined;
  };
  const undo = page.getByRole('button', { name: /^Undo: quantity of “Sheet pile”/ });
  const redo = page.getByRole('button', { name: /^Redo: quantity of “Sheet pile”/ });
  const unnamed = page.getByRole('button', { name: 'Undo', exact: true });

  // What is next is asked for when the page opens; an edit made before the answer is next all the same.
  gate.hold();
  await set('5');
  look();
  gate.pass();
  await expect(undo).toBeVisible();

  // The news of two edits comes after both answers.
  gate.hold();
  await set('7');
  await set('6');
  gate.pass();
  await expect(undo).toBeVisible();

  gate.hold();
  await set('6.5');
  await expect(unnamed).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toBe('6');
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toBe('7');
  gate.pass();
  await expect(quantity).toHaveText('7');
  await redo.click();
  await expect(quantity).toHaveText('6');

  // The edit itself is still on its way.
  for (const [key, after] of [
    ['Control+z', '6'],
    ['Control+y', '9'],
  ] as const) {
    await expect(redo).toBeVisible();
    const answer = await holdCalls(page, isRowEdit);
    await typed(after === '6' ? '8' : '9');
    await page.keyboard.press(key);
    answer();
    await expect(quantity).toHaveText(after);
    await expect.poll(stored).toBe(after);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'There is nothing to redo' })).toBeVisible();
});
