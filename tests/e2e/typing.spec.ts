import type { Page } from '@playwright/test';
import { asDemo, callAs } from './calls.ts';
import { colleague, newList, openAs, quantityOf } from './people.ts';
import { expect, logIn, openSignedIn, type RunningActum, signIn, test } from './server.ts';

test.use({ client: 'telling' });

const COLUMNS = ['place', 'code', 'name', 'unit', 'quantity', 'unit_labour', 'unit_materials', 'unit_tools', 'unit_total'];
const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-index="${row - 1}"] > [data-col="${COLUMNS.indexOf(column)}"]`);
const editor = (page: Page) => page.getByRole('grid').getByRole('textbox');
const clipboard = {
  read: (page: Page) => page.evaluate(() => navigator.clipboard.readText()),
  write: (page: Page, text: string) => page.evaluate((given) => navigator.clipboard.writeText(given), text),
};
async function openList(page: Page, actum: RunningActum): Promise<void> {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(2).click();
  await expect(cell(page, 2, 'name')).not.toBeEmpty();
  await expect(page.locator('[data-movable]')).toHaveCount(1);
}

test.beforeEach(async ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('an estimator types and pastes numbers: text that is not a number is reported at the cell and never saved as another number', async ({
  page,
  actum,
}) => {
  await openList(page, actum);
  const quantity = cell(page, 3, 'quantity');
  const before = (await quantity.textContent()) ?? '';
  const keys = page.getByText('A number takes digits, minus, comma and dot. Begin with = to calculate');

  await quantity.click();
  await page.keyboard.press('e');
  await expect(keys).toBeVisible();
  await page.keyboard.type('12');
  await expect(keys).toBeHidden();
  await page.keyboard.press('m');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(quantity).toHaveText(before);

  await page.keyboard.type('1,5e3');
  await page.keyboard.press('Enter');
  await expect(quantity).toHaveText('1.5e3');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a number' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard what you typed' }).click();
  await expect(quantity).toHaveText(before);

  await quantity.click();
  await page.keyboard.press('F2');
  await clipboard.write(page, '100\n200');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Not pasted: this is more than one cell.')).toBeVisible();
  await clipboard.write(page, '1,240');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Not pasted: “1,240” may be 1240 or 1.24. Type the one you mean')).toBeVisible();
  await clipboard.write(page, '€ 1.240,50');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await expect(editor(page)).toHaveValue('1240.50');
  await page.keyboard.press('Enter');
  await expect(quantity).toHaveText('1 240.5');

  await quantity.click();
  await clipboard.write(page, '1,240\t2.500,75\n3,500\t4');
  await page.keyboard.press('Control+v');
  const question = page.getByRole('dialog', { name: 'What does 1,240 mean?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(quantity).toBeFocused();
  await page.keyboard.press('Control+v');
  await question.getByRole('button', { name: '1 240: thousands' }).click();
  await expect(quantity).toHaveText('1 240');
  await expect(cell(page, 4, 'quantity')).toHaveText('3 500');
  await expect(cell(page, 3, 'unit_labour')).toHaveText('2 500.75');

  // From a computed number, Enter continues in the next row, in the column where tabbing began.
  await cell(page, 3, 'unit_materials').click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(cell(page, 3, 'unit_total')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 4, 'unit_materials')).toBeFocused();
  // The keys for a new row take what was typed as Enter does.
  await quantity.click();
  await page.keyboard.type('12x3');
  await page.keyboard.press('Control+Enter');
  await expect(quantity).toHaveText('12x3');
  await quantity.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a number' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard what you typed' }).click();
  await expect(quantity).toHaveText('1 240');
});

test('an estimator calculates in a cell: the result shows while typing, the formula stays with the row and is copied', async ({
  page,
  actum,
}) => {
  await openList(page, actum);
  const [quantity, below] = [cell(page, 3, 'quantity'), cell(page, 4, 'quantity')];
  await quantity.click();
  await page.keyboard.type('=12*');
  await expect(page.getByText('The formula is not finished')).toBeVisible();
  await page.keyboard.type('3.5');
  await expect(page.getByText('= 42', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(quantity).toContainText('42');
  await expect(quantity).toContainText('formula: 12*3.5');
  await quantity.click();
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboard.read(page)).toBe('42');
  await below.click();
  await page.keyboard.press('Control+v');
  await expect(below).toContainText('formula: 12*3.5');

  await page.reload();
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  await expect(below).toContainText('formula: 12*3.5');
  await below.click();
  await page.keyboard.press('F2');
  await expect(editor(page)).toHaveValue('=12*3.5');
  await page.keyboard.press('End');
  await page.keyboard.type('/0');
  await expect(page.getByText('The formula divides by zero')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The formula divides by zero' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard what you typed' }).click();
  await below.click();
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await expect(below).toHaveText('42');
});

test('numbers and days are typed as they are shown: 164,44 and 30.11.2026 in German, 30/11/2026 for a British browser', async ({
  browser,
  actum,
}) => {
  const owner = await asDemo(actum);
  const { version, list, path, quantities } = await newList(owner, 'Typed as shown');
  const greta = await colleague(actum, owner, 'Greta Groß');
  await (await callAs(actum, greta))('PATCH /profile/', { body: { language: 'de' } });
  const page = await openAs(browser, actum, greta, path);
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  const sand = page.getByRole('row').filter({ hasText: 'Sand' }).getByRole('gridcell').nth(4);
  await sand.dblclick();
  await page.keyboard.type('1164.44');
  await expect(page.getByRole('textbox', { name: 'Menge' })).toHaveValue('1164,44');
  await page.keyboard.press('Enter');
  await expect(sand).toHaveText('1\u00a0164,44');
  await expect.poll(quantities).toEqual(['1164.44', '2', '3']);
  await sand.click();
  await page.keyboard.type('=1,5*2');
  await expect(page.getByText('= 3', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(sand).toContainText('Formel: 1,5*2');
  const arrange = page.getByRole('button', { name: 'Sortieren und filtern' });
  const ofQuantity = async () => {
    await arrange.click();
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Menge' }).click();
  };
  await ofQuantity();
  await page.getByLabel('Von', { exact: true }).fill('1,5');
  await page.getByRole('button', { name: 'Anwenden' }).click();
  await ofQuantity();
  await expect(page.getByLabel('Von', { exact: true })).toHaveValue('1,5');
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();

  const act = await owner('POST /versions/:id/acts/', { params: { id: version }, body: { finish_date: '2026-11-30' } });
  await page.goto(`${actum.address}/act/${act.id}`);
  await expect(page.getByText('30.11.2026').first()).toBeVisible();
  await page.getByRole('button', { name: /^Nummer, Datum und Status/ }).click();
  await page.getByRole('dialog').getByRole('textbox').last().fill('1.12.2026');
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('01.12.2026').first()).toBeVisible();
  await page.goto(`${actum.address}/act/${act.id}/list/${list}`);
  // The editor of numbers is loaded after the list.
  await page.waitForLoadState('networkidle');
  const heading = page.getByRole('columnheader', { name: 'Prozent', exact: true });
  const place = Number(await heading.getAttribute('aria-colindex')) - 1;
  const cellAt = (at: number) => page.getByRole('row').filter({ hasText: 'Sand' }).getByRole('gridcell').nth(at);
  const [done, percent] = [cellAt(place - 1), cellAt(place)];
  await done.click();
  await page.keyboard.type('=1/2+0,25');
  await expect(page.getByText('= 0,75', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(done).toHaveText('0,75');
  await percent.click();
  await page.keyboard.press('=');
  await expect(page.getByText('Eine Zahl besteht aus Ziffern, Minus, Komma und Punkt', { exact: true })).toBeVisible();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(percent).toHaveText('50,00 %');
  await page.context().close();

  const british = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await openSignedIn(british, actum, `/act/${act.id}`);
  await expect(british.getByText('01/12/2026').first()).toBeVisible();
  await british.context().close();
});

test('a number typed into the empty row is read as in any other row: a formula is kept, and text that is not a number stays with its reason', async ({
  page,
  actum,
}) => {
  const owner = await asDemo(actum);
  const { path, quantities } = await newList(owner, 'Numbers in the empty row');
  await openSignedIn(page, actum, path);
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  await cell(page, 4, 'quantity').click();
  await page.keyboard.type('=12*3.5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 4, 'quantity')).toContainText('formula: 12*3.5');
  await expect.poll(quantities).toEqual(['1', '2', '3', '42']);
  await cell(page, 5, 'quantity').click();
  await page.keyboard.type('1,5e3');
  await page.keyboard.press('Enter');
  await expect(cell(page, 5, 'quantity')).toHaveText('1.5e3');
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await cell(page, 5, 'quantity').click();
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect.poll(quantities).toEqual(['1', '2', '3', '42', '15']);
});

test('a number is kept when its table is left while it is typed, or before its effect on later acts is known', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { project, version, list, quantities } = await newList(call, 'Left in a hurry');
  await signIn(page, actum);
  await page.goto(`${actum.address}/project/${project}/${version}`);
  const lists = page.getByRole('navigation', { name: 'Lists' });
  const open = async (row: string, quantity: string) => {
    await lists.getByRole('link', { name: 'Walls' }).click();
    await quantityOf(page, row).dblclick();
    await page.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  };
  await open('Sand', '9');
  await page.goBack();
  await expect.poll(quantities).toEqual(['9', '2', '3']);

  const { id: act } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const claimed = async () => {
    const answer = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
    return answer.rows.map(({ quantity }) => quantity);
  };
  await page.goto(`${actum.address}/act/${act}`);
  await open('Sand', '4');
  await page.goBack();
  await expect.poll(claimed).toEqual(['4', '0', '0']);
  await open('Gravel', '1');
  await lists.getByRole('link', { name: 'Summary' }).click();
  await expect.poll(claimed).toEqual(['4', '1', '0']);
  // A text that the range refused is not forgotten with its table: the server refuses it too, and it is listed.
  await open('Sand', '500');
  await expect(page.getByRole('group', { name: 'Available Range' }).getByRole('button').first()).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The range for this row is 0 to 9' })).toBeVisible();
  await lists.getByRole('link', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const unsaved = page.getByRole('dialog', { name: 'Not saved' });
  await expect(unsaved.getByRole('listitem')).toContainText('500');
  await unsaved.getByRole('button', { name: 'Discard all' }).click();
  expect(await claimed()).toEqual(['4', '1', '0']);
  // The server's answer to the preview of the claim is delayed.
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/preview/', async (route) => {
    asked.resolve();
    await left.promise;
    await route.abort();
  });
  await open('Brick', '2');
  await page.keyboard.press('Enter');
  await asked.promise;
  await lists.getByRole('link', { name: 'Summary' }).click();
  await expect.poll(claimed).toEqual(['4', '1', '2']);
  left.resolve();
});

test('a number is kept when the page is reloaded or closed while it is typed, or its author logs out before it is checked', async ({
  page,
  context,
  actum,
}) => {
  const call = await asDemo(actum);
  const { version, list, path, quantities } = await newList(call, 'Closed in a hurry');
  await openSignedIn(page, actum, path);
  await quantityOf(page, 'Sand').dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('9');
  await page.reload();
  await expect(quantityOf(page, 'Sand')).toHaveText('9');
  await expect.poll(quantities).toEqual(['9', '2', '3']);
  const closed = await context.newPage();
  await closed.goto(actum.address + path);
  await quantityOf(closed, 'Gravel').dblclick();
  await closed.getByRole('textbox', { name: 'Quantity' }).fill('8');
  await closed.close();
  await page.reload();
  await expect.poll(quantities).toEqual(['9', '8', '3']);

  const { id: act } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await page.goto(`${actum.address}/act/${act}/list/${list}`);
  const asked = Promise.withResolvers<void>();
  await page.route('**/preview/', () => asked.resolve());
  await quantityOf(page, 'Brick').dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await page.keyboard.press('Enter');
  await asked.promise;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('log out');
  await page.getByRole('option', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${actum.address}/`);
  await logIn(page, actum);
  const claimed = async () => {
    const answer = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
    return answer.rows.map(({ quantity }) => quantity);
  };
  await expect.poll(claimed).toEqual(['0', '0', '2']);
});
