import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { asDemo, type Person } from './calls.ts';
import { mailedPath } from './mail.ts';
import { expect, logIn, type RunningActum, test } from './server.ts';

/** A name that the browser does not treat as loopback but that resolves to this machine. */
const HOST = 'actum.example';
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
  },
});

/** A member of the demo's team, because the demo sign-in itself works on localhost only. */
async function colleague(actum: RunningActum): Promise<Person> {
  const person = { email: 'colleague@actum.example', password: 'secret-enough' };
  const demo = await asDemo(actum);
  const [team] = (await demo('GET /profile/', {})).teams;
  await demo('POST /teams/:id/invitations/', { params: { id: team?.id ?? 0 }, body: { email: person.email, role: 'regular' } });
  const hash = (await mailedPath(actum, person.email, '/invitation/')).split('/').at(-1) ?? '';
  await demo('POST /register/', { body: { name: 'Colleague', ...person, invitation: hash } });
  return person;
}

test('where the browser keeps no secure cookie a person is signed in until the page is reloaded, and told so', async ({
  page,
  actum,
  context,
}) => {
  const address = actum.address.replace('127.0.0.1', HOST).replace('localhost', HOST);
  const notice = page.getByText('This page was opened without https, so you stay logged in only until you reload it.');
  const person = await colleague(actum);
  await page.goto(address);
  await expect(notice).toBeVisible();
  await logIn(page, actum);
  await expect(page.getByText('The demo login works only on this machine, at localhost')).toBeVisible();
  await logIn(page, person);
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await expect(page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('on loopback the cookies are kept and nothing is said', async ({ page, actum }) => {
  await page.goto(actum.address);
  await logIn(page, actum);
  await expect(page).toHaveURL(`${actum.address}/projects`);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  await expect(page.getByText('This page was opened without https')).toHaveCount(0);
});

test('the files of the page are served as the build compressed them, and uncompressed to clients that cannot read that', async ({
  request,
  actum,
}) => {
  const page = await (await request.get(actum.address, { headers: { accept: 'text/html' } })).text();
  const [path = ''] = /assets\/index-[\w-]+\.js/.exec(page) ?? [];
  const built = new URL(`../../dist/${path}`, import.meta.url);
  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const answer = await request.get(`${actum.address}/${path}`, { headers: { 'accept-encoding': accepted } });
    const { 'content-encoding': encoding, 'content-length': length, 'cache-control': kept, vary } = answer.headers();
    expect({ accepted, encoding }).toEqual({ accepted, encoding: sent });
    expect(await answer.body()).toEqual(await readFile(built));
    if (sent === 'br') expect(Number(length)).toBe((await stat(`${fileURLToPath(built)}.br`)).size);
    expect(kept).toContain('immutable');
    expect(vary?.toLowerCase()).toContain('accept-encoding');
  }
});
