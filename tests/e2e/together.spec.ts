import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { callAs } from './calls.ts';
import { begin, colleague, newList, openAs, quantityOf, rowOf, type } from './people.ts';
import { expect, logIn, openSignedIn, test } from './server.ts';
import { stopClock } from './walk/site.ts';

test.use({ client: 'telling' });

/** On a list, where the sidebar starts folded. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

test('two people in one list see each other and each other’s edits; the slower one chooses between two values', async ({
  browser,
  actum,
}) => {
  const owner = await callAs(actum, actum);
  const { path, quantities, ids, list } = await newList(owner, 'Together Yard');
  const ann = await openAs(browser, actum, actum, path);
  const bob = await openAs(browser, actum, await colleague(actum, owner, 'Bob Mason'), path);

  await expect(ann.getByRole('button', { name: 'Bob Mason', exact: true })).toContainText('BM');
  await expect(bob.getByRole('status').filter({ hasText: 'Demo Estimator is here too' })).toBeAttached();

  await type(ann, 'Sand', '5');
  await expect(quantityOf(bob, 'Sand')).toHaveText('5', { timeout: 1_500 });

  // Bob has Gravel open while Ann puts a row above it and is quicker with the same cell.
  await begin(bob, 'Gravel', '70');
  await owner('POST /lists/:id/rows/', { params: { id: list }, body: { after_id: null, name: 'Clay' } });
  await expect(rowOf(bob, 'Clay')).toBeVisible();
  await type(ann, 'Gravel', '60');
  await expect.poll(quantities).toEqual(['0', '5', '60', '3']);
  await expect(bob.getByRole('textbox', { name: 'Quantity' })).toHaveValue('70');
  await bob.keyboard.press('Enter');
  const choice = bob.getByRole('alert').filter({ hasText: 'Changed in the meantime by Demo Estimator.' });
  await expect(choice.getByRole('definition')).toHaveText(['70', '60']);
  expect(await quantities()).toEqual(['0', '5', '60', '3']);
  await expectNothingForAxe(bob);
  await bob.keyboard.press('ArrowUp');
  await bob.keyboard.press('Tab');
  await expect(choice.getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await bob.keyboard.press('Enter');
  await expect(choice).toBeHidden();
  await expect(quantityOf(bob, 'Gravel')).toBeFocused();
  await expect.poll(quantities).toEqual(['0', '5', '70', '3']);
  await expect(quantityOf(ann, 'Gravel')).toHaveText('70', { timeout: 1_500 });

  await begin(bob, 'Brick', '8');
  await type(ann, 'Brick', '9');
  await expect.poll(quantities).toEqual(['0', '5', '70', '9']);
  await bob.keyboard.press('Enter');
  await bob.getByRole('button', { name: 'Take the saved value' }).click();
  await expect(quantityOf(bob, 'Brick')).toHaveText('9');

  // An edit of a row that another person deletes keeps its typed text.
  await begin(bob, 'Sand', '44');
  await owner('DELETE /rows/:id/', { params: { id: ids[0] ?? 0 } });
  await bob.getByRole('button', { name: 'Show', exact: true }).click();
  const unsaved = bob.getByRole('dialog', { name: 'Not saved' });
  await expect(unsaved.getByRole('listitem')).toContainText(['Sand, Quantity']);
  await expect(unsaved.getByRole('listitem')).toContainText(['44']);
  await expectNothingForAxe(bob);
  await unsaved.getByRole('button', { name: 'Discard Sand, Quantity' }).click();
  await expect(unsaved).toBeHidden();

  await bob.getByRole('link', { name: 'Actum' }).click();
  await expect(ann.getByRole('button', { name: 'Bob Mason', exact: true })).toBeHidden();
  await bob.context().close();
  await ann.context().close();
});

test('edits typed without a connection are kept over a reload and saved once, in order', async ({ browser, actum }) => {
  const owner = await callAs(actum, actum);
  const { path, quantities, project } = await newList(owner, 'Offline Yard');
  const page = await openAs(browser, actum, actum, path);
  const context = page.context();
  await expect(page.getByRole('button', { name: /^Undo: / })).toBeVisible();

  await context.setOffline(true);
  await type(page, 'Sand', '11');
  await expect(quantityOf(page, 'Sand')).toHaveText('11, Waiting for the connection');
  await type(page, 'Gravel', '12');
  await type(page, 'Sand', '13');
  await expect(page.getByText('3 edits are waiting for the connection.')).toBeVisible();
  await expectNothingForAxe(page);
  // The application keeps unsent edits when the person opens another screen.
  await page.getByRole('link', { name: 'Summary' }).click();
  await expect(page.getByText('3 edits are waiting for the connection.')).toBeVisible();

  // The server stays out of reach; the page alone can be loaded. Leaving it warns.
  let reached = 0;
  let isOut = true;
  await context.route('**/api/v1/rows/**', (route) => {
    if (!isOut) return route.continue();
    reached += 1;
    return route.abort();
  });
  await context.setOffline(false);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto(actum.address + path);
  expect(asked).toEqual(['beforeunload']);
  await expect(quantityOf(page, 'Sand')).toHaveText('13, Waiting for the connection');
  await expect(quantityOf(page, 'Gravel')).toHaveText('12, Waiting for the connection');
  await expect.poll(() => reached).toBeGreaterThan(0);
  expect(await quantities()).toEqual(['1', '2', '3']);

  // Unsent edits belong to their author: another person who signs in here never sees them, and the author finds them again.
  const other = await colleague(actum, owner, 'Joe Mason');
  await logOut(page);
  await logIn(page, other);
  await expect(page).toHaveURL(`${actum.address}/projects`);
  await page.goto(actum.address + path);
  await expect(quantityOf(page, 'Sand')).toHaveText('1');
  await expect(page.getByText(/(is|are) waiting for the connection/)).toBeHidden();
  await logOut(page);
  await logIn(page, actum);
  await expect(page.getByText('3 edits are waiting for the connection.')).toBeVisible();
  await page.clock.install();
  await page.goto(actum.address + path);
  await expect(quantityOf(page, 'Sand')).toHaveText('13, Waiting for the connection');

  // The button stays while the server is out of reach, and with the clock stopped only the button sends. React draws late parts by the clock.
  const waiting = page.getByText('3 edits are waiting for the connection.');
  await expect(waiting).toBeVisible();
  await stopClock(page);
  await expect(async () => {
    const before = reached;
    await waiting.getByRole('button', { name: 'Try now' }).press('Enter', { timeout: 1_000 });
    await expect.poll(() => reached, { timeout: 1_000 }).toBeGreaterThan(before);
  }).toPass();
  isOut = false;
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(waiting).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.clock.resume();
  await expect(page.getByText(/(is|are) waiting for the connection/)).toBeHidden();
  await expect(quantityOf(page, 'Sand')).toHaveText('13');
  await expect.poll(quantities).toEqual(['13', '12', '3']);
  const done: (string | undefined)[] = [];
  for (let step = 0; step < 3; step++) {
    const { event } = await owner('POST /projects/:id/history/backward/', { params: { id: project }, body: {} });
    done.unshift(`${event.subject} ${event.field}`);
  }
  expect(done).toEqual(['Sand quantity', 'Gravel quantity', 'Sand quantity']);
  expect(await quantities()).toEqual(['1', '2', '3']);
  await context.close();
});

test('a row is discussed: new comments are marked, read, changed and deleted, by keyboard too', async ({ browser, actum }) => {
  const owner = await callAs(actum, actum);
  const { path, ids } = await newList(owner, 'Talking Yard');
  const ann = await openAs(browser, actum, actum, path);
  const bob = await openAs(browser, actum, await colleague(actum, owner, 'Eve Mason'), path);

  await rowOf(ann, 'Gravel').getByRole('gridcell').nth(2).click({ button: 'right' });
  await ann.getByRole('menuitem', { name: 'Comments' }).click();
  const panel = ann.getByRole('complementary', { name: 'Comments on Gravel' });
  await expect(panel.getByText('No comments yet')).toBeVisible();
  const field = panel.getByRole('textbox', { name: 'Write a comment' });
  await expect(field).toBeFocused();
  await expectNothingForAxe(ann);
  await field.fill('x'.repeat(10_000));
  await ann.keyboard.press('Control+Enter');
  await expect(panel.getByText('At most 5000 characters')).toBeVisible();
  expect((await field.inputValue()).length).toBe(10_000);
  await field.fill('Is this washed gravel?');
  await ann.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem')).toContainText(['Is this washed gravel?']);
  await expect(field).toHaveValue('');

  const mark = bob.getByRole('button', { name: '1 new, 1 comment' });
  await expect(mark).toBeVisible();
  await quantityOf(bob, 'Gravel').click();
  await bob.keyboard.press('Shift+F2');
  const theirs = bob.getByRole('complementary', { name: 'Comments on Gravel' });
  await expect(theirs.getByRole('listitem')).toContainText(['Demo Estimator']);
  await expect(bob.getByRole('button', { name: ', 1 comment' })).toBeVisible();
  await bob.keyboard.type('Yes, 8 to 16');
  await bob.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem')).toContainText(['Is this', 'Yes, 8 to 16']);
  await bob.keyboard.type('And');
  await bob.keyboard.press('Escape');
  await expect(quantityOf(bob, 'Gravel')).toBeFocused();
  await bob.keyboard.press('Shift+F2');
  await expect(theirs.getByRole('textbox')).toHaveValue('And');
  await expectNothingForAxe(bob);

  await panel.getByRole('button', { name: /^Edit your comment/ }).click();
  await panel.getByRole('textbox', { name: 'Edit your comment' }).fill('Is this washed gravel, 8/16?');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Is this washed gravel, 8/16?')).toBeVisible();
  await panel.getByRole('button', { name: /^Delete your comment/ }).click();
  await ann.getByRole('dialog', { name: 'Delete your comment?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(theirs.getByRole('listitem')).toHaveCount(1);

  await owner('DELETE /rows/:id/', { params: { id: ids[1] ?? 0 } });
  await expect(rowOf(bob, 'Gravel')).toBeHidden();
  await theirs.getByRole('button', { name: 'Send' }).click();
  await expect(theirs.getByText('This row has been deleted.')).toBeVisible();
  await expect(theirs.getByRole('textbox')).toHaveValue('And');
  await bob.context().close();
  await ann.context().close();
});

test('comments and an extra opened before a list’s tools are loaded appear once they are', async ({ page, actum }) => {
  const owner = await callAs(actum, actum);
  const { version, list } = await newList(owner, 'Slow Yard');
  const { id: act } = await owner('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/assets\/(?:tools|extras)-[^/]*\.js$/, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await openSignedIn(page, actum, `/act/${act}/list/${list}`);
  await page.getByRole('gridcell', { name: 'Gravel', exact: true }).click();
  await page.keyboard.press('Shift+F2');
  await page.getByRole('gridcell', { name: 'Sand', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Ask for an extra or a deduction…' }).click();
  expect(held).toBeGreaterThan(0);
  await expect(page.getByRole('complementary', { name: 'Comments on Gravel' })).toBeHidden();
  release();
  const dialog = page.getByRole('dialog', { name: 'Ask for an extra on “Sand”' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('complementary', { name: 'Comments on Gravel' })).toBeVisible();
});

test('a number typed while rows above it are being read again goes into the row it was typed over', async ({ page, actum }) => {
  const owner = await callAs(actum, actum);
  const { path, list } = await newList(owner, 'Long Yard');
  const rows = Array.from({ length: 300 }, (_, at) => ({ name: `Position ${at + 4}`, unit_labour: '10' }));
  await owner('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  await openSignedIn(page, actum, path);
  const quantity = page.locator('[data-index="262"] > [data-col="4"]');
  await expect(page.getByRole('gridcell', { name: 'Sand', exact: true })).toBeVisible();
  await page
    .getByRole('grid')
    .locator('xpath=../../..')
    .evaluate((scroller) => {
      const height = scroller.querySelector('[data-index="1"]')?.getBoundingClientRect().height ?? 0;
      scroller.scrollTo(0, 245 * height);
    });
  await quantity.click();
  await expect(rowOf(page, 'Position 263')).toBeVisible();

  // The second window loads after the first has reported one more row.
  const reading = Promise.withResolvers<void>();
  await page.route(/\/lists\/\d+\/rows\/\?.*offset=256/, async (route) => {
    await reading.promise;
    await route.continue();
  });
  await owner('POST /lists/:id/rows/', { params: { id: list }, body: { after_id: null, name: 'Clay' } });
  await expect(rowOf(page, 'Position 263')).toBeHidden();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  reading.resolve();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('8');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  const named = async () => {
    const answer = await owner('GET /lists/:id/rows/', { params: { id: list }, query: { offset: '262', limit: '4' } });
    return 'rows' in answer ? answer.rows.map(({ name, quantity: saved }) => `${name}: ${saved}`) : [];
  };
  await expect.poll(named).toEqual(['Position 262: 0', 'Position 263: 77', 'Position 264: 88', 'Position 265: 0']);
  await expect(quantityOf(page, 'Position 265')).toBeFocused();
});

test('an open act that somebody deletes says so and lists the unsent text; after an undo it is back', async ({ page, actum }) => {
  const owner = await callAs(actum, actum);
  const { project, version, list } = await newList(owner, 'Vanishing Act');
  const { id: act } = await owner('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await openSignedIn(page, actum, `/act/${act}/list/${list}`);
  await begin(page, 'Gravel', '1');
  const before = await owner('GET /projects/:id/history/', { params: { id: project }, query: { limit: '1' } });
  await owner('DELETE /acts/:id/', { params: { id: act } });
  await expect(page.getByText('Act not found')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  const offered = page.getByRole('button', { name: /^(Share|Submit)$/ }).or(page.getByRole('link', { name: 'Walls' }));
  await expect(offered).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Not saved' }).getByRole('listitem')).toContainText('1');
  await page.getByRole('dialog', { name: 'Not saved' }).getByRole('button', { name: 'Close' }).click();
  const after = await owner('GET /projects/:id/history/', { params: { id: project }, query: { limit: '1' } });
  expect(after.events[0]?.id).not.toBe(before.events[0]?.id);
  await owner('POST /projects/:id/history/backward/', { params: { id: project }, body: { event_id: after.events[0]?.id ?? 0 } });
  await expect(quantityOf(page, 'Gravel')).toBeVisible();
  await expect(page.getByText('Act not found')).toBeHidden();
  await expect(offered).toHaveCount(3);
});
