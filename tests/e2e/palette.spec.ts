import { asDemo } from './calls.ts';
import { intercept } from './intercept.ts';
import { expect, openSignedIn, signIn, test } from './server.ts';

test.use({ client: 'telling' });

test('by keys alone: Ctrl-K to a list, the shortcuts on “?”, and an action that says why it is blocked', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await expect(page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find a page or an action' });
  await expect(field).toBeFocused();
  await page.keyboard.type('roof');
  await expect(page.getByRole('option', { name: /^Roof/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roof');
  await expect(field).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Shift+?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('Find a page or an action')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('version 1');
  await expect(page.getByRole('option', { name: /^Version 1/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You cannot edit this version of the estimate').filter({ visible: true }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('add tax');
  const blocked = page.getByRole('option', { name: /^Add taxes/ });
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  await expect(blocked).toContainText('Delete an act or create a new version to continue editing.');
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();
});

test('text typed right after Ctrl-K goes into the palette, never into the active cell', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Quick keys', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Quay' } });
  await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: [{ name: 'Sheet pile' }] } });
  await openSignedIn(page, actum, `/project/${project.id}/${version.id}/list/${list.id}`);
  const name = page.getByRole('gridcell', { name: 'Sheet pile', exact: true });
  const box = page.getByRole('combobox', { name: 'Find a page or an action' });
  for (const typed of ['summ', 'quay']) {
    await name.click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await expect(box).toHaveValue(typed);
    await page.keyboard.type('x');
    await expect(box).toHaveValue(`${typed}x`);
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await expect(name).toBeVisible();
  }
  await name.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  const answer = await call('GET /lists/:id/rows/', { params: { id: list.id }, query: {} });
  expect('rows' in answer ? answer.rows.map((row) => row.name) : []).toEqual(['Sheet pile']);
});

test('a row of any project is found by its first letters and opened at its place, in a folded section too; a failed search is reported', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Harbour', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Quay' } });
  const row = (name: string, quantity: string) => ({ name, unit: 'm', quantity, unit_labour: '7' });
  await call('POST /lists/:id/rows/', {
    params: { id: list.id },
    body: { rows: [{ kind: 'section', name: 'Piles' }, row('Sheet pile', '1'), row('Walings', '2'), row('Sheet pile', '3')] },
  });
  await signIn(page, actum);
  const over = await intercept(page, '**/api/v1/teams/*/rows/**', (route) => route.abort());
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
  };
  // Of a text typed slowly its beginning is sought too.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rows/?text=sheet'));
  await find('sheet');
  await failed;
  over();
  await page.getByRole('button', { name: 'Try again' }).click();
  const option = page.getByRole('option', { name: /^Sheet pile/ });
  await expect(option).toContainText('m 7.00 € · Harbour, Quay');
  await option.click();
  // The later of two identical rows.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quay');
  const line = (at: number) => page.locator(`[data-index="${at}"]`);
  await expect(line(3).locator('[aria-selected=true]')).toHaveText('Sheet pile');
  await expect(page).toHaveURL(/\/list\/\d+$/);
  await expect(page.getByRole('searchbox', { name: 'Find in list' })).toHaveValue('Sheet pile');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fold Piles' }).click();
  await expect(line(1)).toContainText('New row');
  await find('waling');
  await page.getByRole('option', { name: /^Walings/ }).click();
  await expect(line(2).locator('[aria-selected=true]')).toHaveText('Walings');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Fold Piles' })).toBeVisible();
  await find('w');
  await expect(page.getByRole('option', { name: /^Walings/ })).toHaveCount(0);
});

test('Back closes what lies over the page and keeps the page; with nothing over it, Back goes to the previous page', async ({
  page,
  actum,
}) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await expect(page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
  const address = page.url();
  for (const open of [
    () => page.keyboard.press('Control+k'),
    () => page.getByRole('button', { name: 'Add list' }).click(),
    () => page.keyboard.press('?'),
  ]) {
    await open();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.evaluate(() => history.back());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).toBe(address);
  }
  const addList = page.locator('#content').getByRole('button', { name: 'Add list' });
  await addList.click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(addList).toBeFocused();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/projects$/);
});
