import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { intercept } from './intercept.ts';
import { colleague, newList, quantityOf } from './people.ts';
import { expect, logIn, openSignedIn, type RunningActum, test } from './server.ts';

test.use({ client: 'telling' });

const PROJECT = 'Deducted yard';

/** A contract of 1 089.00 with taxes: blocks of 1 000.00, old blocks taken off at 100.00. */
async function contract(actum: RunningActum) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: PROJECT } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { name: 'Blocks', quantity: '10', unit_labour: '100' },
    { name: 'Old blocks used again', quantity: '-2', unit_labour: '50' },
  ];
  await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const act = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  return { call, project, version, list, act: act.id };
}

test('an act is checked before it is submitted and accepted, its rows are discussed, and its project is in the side panel', async ({
  page,
  actum,
  browser,
}) => {
  const { call, list, act } = await contract(actum);
  await openSignedIn(page, actum, `/act/${act}`);

  await test.step('the side panel shows the act’s project, version and neighbouring acts', async () => {
    const tree = page.getByRole('region', { name: `Versions of ${PROJECT}` });
    await expect(tree.getByRole('link', { name: /^Act 1/ })).toHaveAttribute('aria-current', 'page');
    await expect(tree.getByRole('link', { name: /^Act 2/ })).toBeVisible();
    await expect(tree.getByRole('link', { name: /^Version 1/ })).toBeVisible();
  });

  await test.step('a check that fails is reported and submits nothing', async () => {
    const over = await intercept(page, '**/check/', (route) => route.abort());
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const said = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
    await said.getByRole('button', { name: 'Dismiss' }).click();
    over();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('an empty act asks for confirmation, and declining changes nothing', async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Submit Act 1?' });
    await expect(asking).toContainText('Nothing is claimed in this act.');
    await expectNothingForAxe(page);
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
    expect((await call('GET /acts/:id/', { params: { id: act } })).status_id).toBe(1);
  });

  await test.step('a claim of 1 210.00 on a contract of 1 089.00 is shown with both figures', async () => {
    const { rows } = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
    await call('PUT /act_rows/:id/', { params: { id: rows[0]?.id ?? 0 }, body: { percent: '100' } });
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Submit Act 1?' });
    await expect(asking).toContainText(/The claim to date is 1.210\.00 € of a contract of 1.089\.00 €: 121\.00 € too much\./);
    await expect(asking).toContainText(/1 deduction is not claimed, −100\.00 € without taxes\./);
    await asking.getByRole('button', { name: 'Submit anyway' }).click();
    await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Number, date and status of Act 1/ })).toContainText('Submitted');
  });

  await test.step('changing the status in the details asks the same', async () => {
    await page.getByRole('button', { name: /^Number, date and status of Act 1/ }).click();
    await page.getByText('Accepted', { exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Accept Act 1?' });
    await expect(asking).toContainText('too much');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  const bob = await colleague(actum, call, 'Bob Brick');
  const other = await (await browser.newContext()).newPage();
  await test.step('a colleague’s comment on a row shows in the row at once, and is read there', async () => {
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Walls' }).click();
    await expect(page.getByRole('gridcell', { name: 'Blocks', exact: true })).toBeVisible();
    await other.goto(`${actum.address}/act/${act}/list/${list}`);
    await logIn(other, bob);
    await other.getByRole('gridcell', { name: 'Blocks', exact: true }).click();
    await other.keyboard.press('Shift+F2');
    await other.getByRole('textbox', { name: 'Write a comment' }).fill('Seven are standing, not ten');
    await other.getByRole('button', { name: 'Send' }).click();
    const mark = page.getByRole('row', { name: /Blocks/ }).getByRole('button', { name: /1 new/ });
    await mark.click();
    const thread = page.getByRole('complementary', { name: /Blocks/ });
    await expect(thread).toContainText('Seven are standing, not ten');
    await expectNothingForAxe(page);
    await expect(mark).toHaveCount(0);
    await other.context().close();
  });

  await test.step('live updates that gave up are reported, with a way to try again', async () => {
    await page.clock.install();
    let isCut = true;
    await page.routeWebSocket(/graphql/, (socket) => {
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    await page.goto(`${actum.address}/act/${act}`);
    await expect(page.getByRole('heading', { name: 'Act 1' })).toBeVisible();
    const banner = page.getByText('Changes by others no longer appear automatically.');
    await expect(async () => {
      await page.clock.runFor(4_000);
      await expect(banner).toBeVisible({ timeout: 300 });
    }).toPass();
    await expectNothingForAxe(page);
    isCut = false;
    await banner.getByRole('button', { name: 'Try now' }).click();
    await expect(banner).toBeHidden();
  });
});

test('claims typed just before an act is accepted are part of it', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { version, list } = await newList(call, 'Claimed in haste');
  const { id } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await call('POST /acts/:id/complete/', { params: { id }, body: { percent: '10' } });
  await call('PUT /acts/:id/', { params: { id }, body: { status_id: 2 } });
  await openSignedIn(page, actum, `/act/${id}/list/${list}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/act_rows\/\d+\/$/, async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  const order: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.url().includes('/act_rows/')) order.push('a claim is saved');
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/check/')) order.push('the act is checked');
  });
  await quantityOf(page, 'Gravel').click();
  for (const text of ['1', '2']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('button', { name: /^Number, date and status of Act 1/ })).toContainText('Accepted');
  const { rows } = await call('GET /acts/:id/lists/:listId/rows/', { params: { id, listId: list }, query: {} });
  expect([rows.map(({ quantity }) => quantity), order]).toEqual([
    ['0.1', '1', '2'],
    ['a claim is saved', 'a claim is saved', 'the act is checked'],
  ]);
});
