import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { newList } from './people.ts';
import { expect, signIn, test } from './server.ts';

test('a project has its own currency on every screen, exact amounts wherever a client looks, and is duplicated without its acts', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  await signIn(page, actum);
  const failed: string[] = [];
  page.on('response', (response) => response.ok() || failed.push(response.url()));
  await page.getByRole('button', { name: 'New project' }).first().click();
  const made = page.getByRole('dialog', { name: 'New project' });
  await made.getByLabel('Project name').fill('Birch Quay');
  await made.getByLabel('Currency').click();
  await page.getByRole('option', { name: /^SEK/ }).click();
  await expectNothingForAxe(page);
  await made.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/project\/\d+$/);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  expect(failed).toEqual([]);
  const project = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const { id: version } = await call('POST /projects/:id/versions/', { params: { id: project }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Piles' } });
  const rows = [{ name: 'Driven pile', unit: 'pcs', quantity: '125', unit_labour: '1000' }];
  await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  await page.goto(`${actum.address}/project/${project}/${version}`);
  await expect(page.getByRole('row', { name: /^VAT/ })).toContainText('26.3 K');
  await expect(page.getByRole('columnheader', { name: /Total, SEK/ })).toBeVisible();

  const { id: act } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const answer = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list.id }, query: {} });
  await call('PUT /act_rows/:id/', { params: { id: answer.rows[0]?.id ?? 0 }, body: { percent: '100' } });
  const { hash } = await call('POST /acts/:id/share/', { params: { id: act }, body: {} });
  for (const path of [`/act/${act}`, `/public/${hash}`]) {
    await page.goto(actum.address + path);
    const tax = page.getByRole('row', { name: /VAT/ });
    await expect(tax).toContainText('26 250.00');
    await expect(tax).not.toContainText('K');
    await expect(page.getByText('SEK', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('€')).toHaveCount(0);
  }

  await page.goto(`${actum.address}/projects`);
  const line = page.getByRole('row', { name: /^Birch Quay Available/ });
  await expect(line).toContainText('151 250.00 SEK');
  await expect(line).toContainText('100.00 %');
  await line.getByRole('button', { name: /Birch Quay/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'Duplicate “Birch Quay”' });
  await copy.getByRole('textbox').fill('Birch Quay, north');
  await copy.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: 'Estimate summary' })).toBeVisible();
  await page.goto(`${actum.address}/projects`);
  await expect(page.getByRole('row', { name: /^Birch Quay, north/ })).toContainText('151 250.00 SEK');
  const second = (await call('GET /projects', { query: {} })).find(({ name }) => name === 'Birch Quay, north');
  expect(second).toMatchObject({ act_count: 0, version_count: 1, currency_code: 'SEK' });

  await page
    .getByRole('row', { name: /^Birch Quay, north/ })
    .getByRole('button', { name: /Birch Quay/ })
    .click();
  await page.getByRole('menuitem', { name: 'Currency' }).click();
  const currency = page.getByRole('dialog', { name: 'Currency of “Birch Quay, north”' });
  await currency.getByLabel('Currency').click();
  await page.getByRole('option', { name: /^GBP/ }).click();
  await currency.getByRole('button', { name: 'Set the currency' }).click();
  await expect(page.getByRole('row', { name: /^Birch Quay, north/ })).toContainText('151 250.00 £');
  await expect(line).toContainText('151 250.00 SEK');
});

test('the search and the filter of the projects are there after Back, a reload and in another language', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { teams, language } = await call('GET /profile/', {});
  const body = { team_id: teams[0]?.id ?? 0 };
  await call('POST /projects', { body: { ...body, name: 'Kept quay' } });
  await call('POST /projects', { body: { ...body, name: 'Other quay' } });
  await signIn(page, actum);
  const found = page.getByRole('main').getByRole('rowheader');
  const isKept = async () => {
    await expect(page.getByRole('searchbox')).toHaveValue('kept q');
    await expect(found.getByRole('link')).toHaveText(['Kept quay']);
    await expect(page.locator('[aria-pressed=true]')).toHaveText(/^(Waiting|Wartet)/);
  };
  await page.getByRole('button', { name: /^Waiting for you/ }).click();
  await expect(page).toHaveURL(/\/projects\?show=waiting$/);
  await page.getByRole('searchbox').pressSequentially('kept q');
  await isKept();
  await found.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.goBack();
  await isKept();
  await page.reload();
  await isKept();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Deutsch');
  await page.getByRole('option', { name: /Deutsch/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await isKept();
  await page.getByRole('link', { name: 'Actum' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.locator('[aria-pressed=true]')).toHaveText(/^Alle/);
  await page.goBack();
  await isKept();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: /^Alle/ }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await call('PATCH /profile/', { body: { language } });
});

test('the chosen filter is told from the others where the system sets the colours', async ({ page, actum }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, actum);
  const backgrounds = () =>
    page
      .getByRole('main')
      .evaluate((main) => [...main.querySelectorAll('[aria-pressed]')].map((each) => getComputedStyle(each).backgroundColor));
  await page.getByRole('button', { name: /^Available/ }).click();
  await expect.poll(async () => new Set(await backgrounds()).size).toBe(2);
  expect((await backgrounds())[1]).not.toBe((await backgrounds())[0]);
});

test('the lists of projects follow what others do with them, and a page without a project notices that its session was ended', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Alder Court' } });
  const { id: version } = await call('POST /projects/:id/versions/', { params: { id }, body: {} });
  await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } });
  await signIn(page, actum);
  await page.goto(`${actum.address}/projects`);
  const inSidebar = page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: /^Alder/ });
  const inList = page.getByRole('table').getByRole('link', { name: /^Alder/ });
  await expect(inSidebar).toHaveText('Alder Court');
  await expect(inList).toHaveText('Alder Court');
  await call('PATCH /projects/:id/', { params: { id }, body: { name: 'Alder Square' } });
  await expect(inSidebar).toHaveText('Alder Square');
  await expect(inList).toHaveText('Alder Square');

  await page.goto(`${actum.address}/account`);
  await expect(inSidebar).toHaveText('Alder Square');
  await call('DELETE /projects/:id/', { params: { id } });
  await expect(inSidebar).toHaveCount(0);

  await call('POST /profile/sessions/end_others/', {});
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('Email').fill(actum.email);
  await page.getByLabel('Password').fill(actum.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('below more projects than the window has room for, the account stays in sight', async ({ page, actum }) => {
  const owner = await asDemo(actum);
  for (const name of ['Ash Row', 'Elm Row', 'Oak Row']) await newList(owner, name);
  await page.setViewportSize({ width: 1440, height: 260 });
  await signIn(page, actum);
  const sidebar = page.getByRole('navigation', { name: 'Projects' });
  await expect(sidebar.getByRole('link', { name: 'Ash Row' })).toBeAttached();
  expect(await sidebar.evaluate((of) => of.scrollHeight > of.clientHeight)).toBe(true);
  await expect(page.getByRole('button', { name: /^Account: / })).toBeInViewport({ ratio: 1 });
});
