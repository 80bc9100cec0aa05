/** An extra on its way: asked for at the cell, approved in another browser, and the range grows live. */
import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { callAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { colleague, newList, openAs } from './people.ts';
import { expect, test } from './server.ts';

test.use({ client: 'telling' });

const quantity = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name, exact: true }) })
    .locator('[data-col="4"]');
const typed = async (page: Page, name: string, text: string) => {
  await quantity(page, name).dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).fill(text);
  await page.keyboard.press('Enter');
};

test('an extra is asked for at the cell, approved in a second browser, and claimed at once', async ({ browser, actum }) => {
  const owner = await callAs(actum, actum);
  const { project, version, list } = await newList(owner, 'Extras Yard');
  const { id: act } = await owner('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const rowsNow = async () => (await owner('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} })).rows;
  const bob = await openAs(browser, actum, await colleague(actum, owner, 'Bob Mason'), `/act/${act}/list/${list}`);
  const ann = await openAs(browser, actum, actum, `/act/${act}/list/${list}`);
  await ann.goto(`${actum.address}/project/${project}/extras`);
  await expect(ann.getByText('No extras yet')).toBeVisible();

  await test.step('the refused cell offers to request the missing quantity', async () => {
    await typed(bob, 'Brick', '15.5');
    const note = bob.getByRole('alert').filter({ hasText: 'The range for this row is 0 to 3' });
    await expect(note).toBeVisible();
    // By keyboard: from the cell through the buttons of its note.
    await bob.keyboard.press('Tab');
    await bob.keyboard.press('Tab');
    await expect(note.getByRole('button', { name: 'Ask for 12.5 more' })).toBeFocused();
    await bob.keyboard.press('Enter');
    const dialog = bob.getByRole('dialog', { name: 'Ask for an extra on “Brick”' });
    await expect(dialog.getByRole('textbox', { name: 'How much' })).toHaveValue('12.5');
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Ask and approve' })).toBeHidden();
    await expectNothingForAxe(bob);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await note.getByRole('button', { name: 'Ask for 12.5 more' }).click();
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(dialog.getByText('Give a reason')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A longer wall');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(bob.getByText(/Asked for \+12\.5/)).toBeVisible();
  });

  await test.step('the owner’s page shows it without a reload, and the badge counts it', async () => {
    const row = ann.getByRole('row').filter({ hasText: 'Brick' });
    await expect(row).toContainText('A longer wall');
    await expect(row).toContainText('To decide');
    await expect(ann.getByRole('link', { name: /Extras.*1 extra to decide/ })).toBeVisible();
    await expectNothingForAxe(ann);
    await row.getByRole('button', { name: 'Approve +12.5 of Brick' }).click();
    const dialog = ann.getByRole('dialog', { name: 'Approve +12.5 of “Brick”?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Approve +12.5 of Brick' }).click();
    await dialog.getByRole('textbox').fill('Measured on site');
    await expectNothingForAxe(ann);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Approved');
    await expect(row).toContainText('Measured on site');
    await expect(ann.getByRole('link', { name: /1 extra to decide/ })).toBeHidden();
  });

  await test.step('the range has grown by that much and no more, in the open list', async () => {
    await expect(bob.getByRole('row').filter({ hasText: 'Brick' })).toContainText('3 + 12.5');
    // The refused cell offers no second extra.
    const note = bob.getByRole('alert').filter({ hasText: 'The range for this row is' });
    await expect(note.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(note.getByRole('button', { name: /^Ask for/ })).toBeHidden();
    await bob.getByRole('button', { name: 'Discard what you typed' }).click();
    await typed(bob, 'Brick', '15.6');
    await expect(bob.getByRole('alert').filter({ hasText: 'The range for this row is 0 to 15.5' })).toBeVisible();
    await bob.getByRole('button', { name: 'Discard what you typed' }).click();
    await typed(bob, 'Brick', '15.5');
    await expect(quantity(bob, 'Brick')).toHaveText('15.5');
    await expect.poll(async () => (await owner('GET /acts/:id/summary/', { params: { id: act } })).total.balance_total).toBe('155.00');
  });

  await test.step('once used, an extra cannot be withdrawn, and the message says why', async () => {
    await ann.getByRole('button', { name: 'Withdraw +12.5 of Brick' }).click();
    const dialog = ann.getByRole('dialog', { name: 'Withdraw +12.5 of “Brick”?' });
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(dialog.getByRole('alert')).toContainText('15.5 is claimed in the row');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await ann.goto(`${actum.address}/project/${project}/${version}`);
    await expect(ann.getByRole('definition').filter({ hasText: '+125.00' }).first()).toBeVisible();
  });

  await test.step('an extra that was not ordered is refused with a reason, and one no longer wanted is withdrawn', async () => {
    const { rows } = await owner('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
    const gravel = rows.find(({ name }) => name === 'Gravel')?.row_id ?? 0;
    for (const quantity of ['4', '6'])
      await owner('POST /rows/:id/extras/', { params: { id: gravel }, body: { quantity, reason: 'A wider path' } });
    await ann.goto(`${actum.address}/project/${project}/extras`);
    await ann.getByRole('button', { name: 'Refuse +4 of Gravel' }).click();
    const dialog = ann.getByRole('dialog', { name: 'Refuse +4 of “Gravel”?' });
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await expect(dialog.getByText('Say why it is refused')).toBeVisible();
    await dialog.getByRole('textbox').fill('Not ordered');
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await expect(ann.getByRole('row').filter({ hasText: 'Not ordered' })).toContainText('Refused');
    await ann.getByRole('button', { name: 'Withdraw +6 of Gravel' }).click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await ann.getByRole('button', { name: /^Withdrawn/ }).click();
    await expect(ann.getByRole('row').filter({ hasText: 'Gravel' })).toHaveCount(1);
  });

  await test.step('a person who may decide requests and approves with one press, from the menu of the row', async () => {
    await ann.goto(`${actum.address}/act/${act}/list/${list}`);
    await quantity(ann, 'Sand').click({ button: 'right' });
    await ann.getByRole('menuitem', { name: 'Ask for an extra or a deduction…' }).click();
    const dialog = ann.getByRole('dialog', { name: 'Ask for an extra on “Sand”' });
    await dialog.getByRole('textbox', { name: 'How much' }).fill('-0.5');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Less ground');
    // Somebody else changes the row between the two calls of one press: the extra waits to be decided, and the reason is shown.
    const over = await intercept(ann, '**/decide/', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ detail: 'Bob has decided', code: 'extra_decided', params: { name: 'Bob' } }),
      }),
    );
    await dialog.getByRole('button', { name: 'Ask and approve' }).click();
    const deciding = ann.getByRole('dialog', { name: 'Approve −0.5 of “Sand”?' });
    await expect(deciding.getByRole('alert')).toContainText('Bob has decided');
    over();
    await deciding.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(deciding).toBeHidden();
    await quantity(ann, 'Gravel').click({ button: 'right' });
    await ann.getByRole('menuitem', { name: 'Ask for an extra or a deduction…' }).click();
    const more = ann.getByRole('dialog', { name: 'Ask for an extra on “Gravel”' });
    await more.getByRole('textbox', { name: 'How much' }).fill('1');
    await more.getByRole('textbox', { name: 'Reason' }).fill('A step');
    await more.getByRole('button', { name: 'Ask and approve' }).click();
    await expect(more).toBeHidden();
    await expect(ann.getByRole('row').filter({ hasText: 'Gravel' })).toContainText('2 + 1');
    await expect(ann.getByRole('row').filter({ hasText: 'Sand' })).toContainText('1 − 0.5');
    await expect(bob.getByRole('row').filter({ hasText: 'Sand' })).toContainText('1 − 0.5');
  });

  await test.step('the refused value is saved once the extra is approved in the same step', async () => {
    await typed(ann, 'Gravel', '9');
    await ann.getByRole('button', { name: 'Ask for 6 more' }).click();
    const dialog = ann.getByRole('dialog', { name: 'Ask for an extra on “Gravel”' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A path');
    await dialog.getByRole('button', { name: 'Ask and approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(ann.getByRole('status').filter({ hasText: '+6' })).toBeVisible();
    await expect(quantity(ann, 'Gravel')).toHaveText('9');
    await expect.poll(async () => (await rowsNow()).find(({ name }) => name === 'Gravel')?.quantity).toBe('9');
    await expect(ann.getByRole('button', { name: /^Ask for/ })).toBeHidden();
    await expect(ann.getByRole('row').filter({ hasText: 'Gravel' })).toContainText('2 + 7');
  });

  await test.step('the refused value is sent again by a press once the extra is approved in another browser', async () => {
    await expect(quantity(bob, 'Gravel')).toHaveText('9');
    await quantity(bob, 'Gravel').click();
    await expect(bob.getByRole('group', { name: 'Available Range' }).getByRole('button', { name: /9$/ })).toBeEnabled();
    await typed(bob, 'Gravel', '10');
    const note = bob.getByRole('alert').filter({ hasText: 'The range for this row is' });
    await expect(note).toContainText('0 to 9');
    await expect(note.getByRole('button', { name: 'Ask for 1 more' })).toBeVisible();
    const gravel = (await rowsNow()).find(({ name }) => name === 'Gravel')?.row_id ?? 0;
    const { id } = await owner('POST /rows/:id/extras/', { params: { id: gravel }, body: { quantity: '1', reason: 'A step' } });
    await owner('POST /extras/:id/decide/', { params: { id }, body: { approves: true, text: '' } });
    await expect(note).toContainText('0 to 10');
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(quantity(bob, 'Gravel')).toHaveText('10');
    await expect.poll(async () => (await rowsNow()).find(({ name }) => name === 'Gravel')?.quantity).toBe('10');
    await expect(note).toBeHidden();
  });

  await test.step('the public page counts extras in the contract, so that the figures at its head add up', async () => {
    const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
    const { hash } = await owner('POST /acts/:id/share/', { params: { id: act }, body: { expires_at } });
    await bob.goto(`${actum.address}/public/${hash}`);
    const fact = async (name: string) => {
      const shown = bob.locator('dl > div').filter({ has: bob.getByRole('term').filter({ hasText: name }) });
      return Number((await shown.getByRole('definition').textContent())?.replace(/[^\d.]/g, ''));
    };
    await expect(bob.getByRole('term').filter({ hasText: 'Contract' })).toContainText(/Original 60\.00, Extras \+/);
    expect((await fact('Balance')) + (await fact('Left to do'))).toBe(await fact('Contract'));
  });
  await bob.context().close();
  await ann.context().close();
});
