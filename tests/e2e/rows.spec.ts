import { expect, signIn, test } from './server.ts';

test.use({ client: 'telling' });

test('rows are inserted, named, moved, duplicated and deleted from the menu; undo takes each back', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link').nth(2).click();
  await expect(page.locator('[data-movable]')).toHaveCount(1);
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
  const name = (place: number) => rows.nth(place).getByRole('gridcell').nth(2);
  await expect(name(2)).not.toBeEmpty();
  const [second = '', third = ''] = [await name(1).textContent(), await name(2).textContent()].map((text) => text ?? '');
  const choose = async (place: number, action: string) => {
    await name(place).click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).click();
  };
  const total = page.getByRole('row').last().getByRole('gridcell').last();
  const totalBefore = (await total.textContent()) ?? '';

  const fence = 'Temporary fence';
  await choose(1, 'Insert below');
  await expect(name(2)).toHaveText('');
  await expect(name(2)).toBeFocused();
  await page.keyboard.type(fence);
  await page.keyboard.press('Enter');
  await expect(name(2)).toHaveText(fence);

  await choose(2, 'Move up');
  await expect(name(1)).toHaveText(fence);
  await choose(2, 'Duplicate');
  await expect(name(3)).toHaveText(second);
  await expect(total).not.toHaveText(totalBefore);
  await choose(3, 'Delete row');
  await expect(total).toHaveText(totalBefore);

  const steps = [
    ['deleting', [fence, second, second]],
    ['new', [fence, second, third]],
    ['moving', [second, fence, third]],
    ['name', [second, '', third]],
    ['new', [second, third]],
  ] as const;
  for (const [undone, left] of steps) {
    await page.getByRole('button', { name: new RegExp(`^Undo: ${undone} `) }).click();
    for (const [index, text] of left.entries()) await expect(name(index + 1)).toHaveText(text);
  }
  await expect(total).toHaveText(totalBefore);
});
