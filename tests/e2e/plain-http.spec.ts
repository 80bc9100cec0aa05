import { expect, logIn, test } from './server.ts';

/** A name that is not loopback to the browser, and leads to this machine. */
const HOST = 'actum.example';
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
  },
});

test('where the browser keeps no secure cookie one is signed in until the page is loaded again, and told so', async ({
  page,
  actum,
  context,
}) => {
  const address = actum.address.replace('127.0.0.1', HOST).replace('localhost', HOST);
  const notice = page.getByText('This address is not https: you stay signed in until the page is reloaded.');
  await page.goto(address);
  await expect(notice).toBeVisible();
  await logIn(page, actum);
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await expect(page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('on loopback nothing is said: the cookies are kept', async ({ page, actum }) => {
  await page.goto(actum.address);
  await logIn(page, actum);
  await expect(page).toHaveURL(`${actum.address}/projects`);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await expect(page.getByText('This address is not https')).toHaveCount(0);
});
