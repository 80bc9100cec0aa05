import { expect, signIn, test } from './server.ts';

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
