import { utils, write } from 'xlsx';
import { asDemo } from './calls.ts';
import { colleague, newList, quantityOf, rowOf, type } from './people.ts';
import { expect, openSignedIn, signIn, test } from './server.ts';

/** A token that was signed by someone else, long ago. */
const FORGED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiZXhwIjoxfQ.c2lnbmF0dXJl';

const emptyWorkbook = () => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([]), 'Sheet1');
  return Buffer.from(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
};

test('the login form explains its errors and keeps the typed text; a wrong password is reported', async ({ page, actum }) => {
  await page.goto(actum.address);
  await expect(page).toHaveTitle('Actum Login');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Value is required')).toHaveCount(2);
  await page.getByLabel('Email').fill('demo@');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Value is not a valid email address')).toBeVisible();
  await expect(page.getByText('This field should be at least 6 characters long')).toBeVisible();
  await page.getByLabel('Email').fill(actum.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong');
  await expect(page.getByLabel('Email')).toHaveValue(actum.email);
});

test('an expired access token is renewed once, without the person noticing', async ({ page, actum, context }) => {
  await signIn(page, actum);
  const replaced = (await context.cookies()).map((cookie) => (cookie.name.includes('access') ? { ...cookie, value: FORGED } : cookie));
  await context.clearCookies();
  await context.addCookies(replaced);
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/token/refresh/')) refreshes.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  expect(refreshes).toHaveLength(1);
});

test('a refused refresh signs out, explains it and returns to the login', async ({ page, actum, context }) => {
  await signIn(page, actum);
  const forged = (await context.cookies()).map((cookie) => ({ ...cookie, value: FORGED }));
  await context.clearCookies();
  await context.addCookies(forged);
  await page.reload();
  await expect(page).toHaveURL(`${actum.address}/`);
  await expect(page.getByRole('alert')).toHaveText('Token refresh failed');
  expect(await context.cookies()).toEqual([]);
});

test('without a token every screen leads to the login, and then on to the screen that was asked for', async ({ page, actum }) => {
  await page.goto(`${actum.address}/project/1`);
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(actum.email);
  await page.getByLabel('Password').fill(actum.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(/\/project\/1(\/\d+)?$/);
});

test('a project of somebody else, or of nobody, is not found', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.goto(`${actum.address}/project/999999`);
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await page.goto(`${actum.address}/project/abc`);
  await expect(page.getByRole('link', { name: /projects/i }).first()).toBeVisible();
});

test.describe('files', () => {
  test.beforeEach(async ({ page, actum }) => {
    await signIn(page, actum);
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Bad files');
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  });

  test('a file that is not a spreadsheet is refused where it was chosen', async ({ page }) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.xlsx', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) });
    await expect(page.getByRole('alert')).toHaveText('This is a picture, not a spreadsheet. Upload the estimate as an .xlsx workbook.');
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
  });

  test('an empty workbook is reported, and another can be chosen at once', async ({ page }) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'empty.xlsx', mimeType: 'application/octet-stream', buffer: emptyWorkbook() });
    await expect(page.getByText('This workbook has no filled cells on any visible sheet.')).toBeVisible();
    await page.locator('input[type=file]').setInputFiles('tests/fixtures/local-estimate.xlsx');
    await expect(page.getByRole('button', { name: 'Finish import' })).toBeEnabled();
  });
});

test('letters are not accepted in a number cell, and a value the server refuses stays with its reason', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Roof' }).click();
  const quantity = page.getByRole('row').filter({ hasText: 'Rafters' }).getByRole('gridcell').nth(4);
  // Until the editor of numbers has loaded with the list's tools, a plain editor accepts letters too.
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await quantity.dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).press('Control+a');
  await page.keyboard.type('1a2b,5');
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('12.5');
  const typed = async (text: string) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await typed('0.123456789');
  await expect(page.getByText('Enter a number with at most 6 decimals')).toBeVisible();
  await expect(quantity).toContainText('0.123456789');
  await quantity.dblclick();
  await typed('1-2');
  const note = page.getByRole('alert').filter({ hasText: 'Enter a number. Saved value: 7.42' }).locator('> *');
  await expect(note).toBeVisible();
  await expect(quantity).toContainText('1-2');
  // Enter has gone on to the cell below, which the note leaves free.
  const [below, noted] = [await page.locator('[role=gridcell]:focus').boundingBox(), await note.boundingBox()];
  expect((noted?.x ?? 0) + (noted?.width ?? 0)).toBeLessThanOrEqual(below?.x ?? 0);
  await page.reload();
  await expect(quantity).toContainText('1-2');
  await quantity.click();
  await page.keyboard.press('Escape');
  await expect(quantity).toHaveText('7.42');
  await page.reload();
  await expect(quantity).toHaveText('7.42');
});

test('a refused value is listed while a filter leaves out its row or its column is hidden, and stays in its cell otherwise', async ({
  page,
  actum,
}) => {
  const owner = await asDemo(actum);
  const { path } = await newList(owner, 'Hidden Yard');
  // Columns are hidden for one person on every device, and so in the tests after this one.
  const cara = await colleague(actum, owner, 'Cara Joiner');
  await openSignedIn(page, { ...actum, ...cara }, path);
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  const answer = Promise.withResolvers<void>();
  await page.route(/\/rows\/\d+\/$/, async (route) => {
    if (route.request().method() === 'PUT') await answer.promise;
    await route.continue();
  });
  const listed = page.getByText('1 edit was not saved.');
  const note = page.locator('[data-note]');

  await test.step('refused after a filter has left out its row', async () => {
    await type(page, 'Sand', '99999999999999999999');
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByLabel('Contains').fill('Gravel');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(rowOf(page, 'Sand')).toHaveCount(0);
    await expect(listed).toHaveCount(0);
    answer.resolve();
    await expect(listed).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Not saved' }).getByRole('listitem')).toContainText('Sand, Quantity');
    await page.keyboard.press('Escape');
  });

  await test.step('back in its row', async () => {
    await page.getByRole('button', { name: /^Remove the filter: / }).click();
    await expect(note).toHaveCount(1);
    await expect(listed).toHaveCount(0);
  });

  await test.step('its column is hidden, and shown again', async () => {
    const tick = async (name: string) => {
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Columns' });
      await dialog.getByRole('checkbox', { name, exact: true }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
    };
    await tick('Quantity');
    await expect(listed).toBeVisible();
    await tick('Quantity');
    await expect(note).toHaveCount(1);
    await expect(listed).toHaveCount(0);
    await expect(quantityOf(page, 'Sand')).toContainText('99');
  });
});
