import { asDemo } from './calls.ts';
import { newList } from './people.ts';
import { expect, signIn, test } from './server.ts';

test.use({ client: 'telling' });

test('an unknown address says so and leads back, and shows nothing of another project', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { version: unclaimed } = await newList(call, 'Kiln yard');
  const { version: claimed } = await newList(call, 'Kiln yard, claimed');
  await call('POST /versions/:id/acts/', { params: { id: claimed }, body: {} });
  await signIn(page, actum);
  for (const [path, title] of [
    ['/project/999999', 'Project not found'],
    [`/project/999999/${unclaimed}`, 'Version not found'],
    [`/project/999999/${claimed}`, 'Version not found'],
    ['/act/999999', 'Act not found'],
    ['/import/999999', 'Project not found'],
  ] as const) {
    await page.goto(actum.address + path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('It was deleted, or it belongs to a team you are not in.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Walls' })).toHaveCount(0);
    await expect(page.getByText(/You cannot edit this version/)).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Go to your projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  }
});

test('a link into another of one’s teams switches to it and says so', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const team = await call('POST /teams', { body: { name: 'Second Yard' } });
  const project = await call('POST /projects', { body: { team_id: team.id, name: 'Elsewhere 7' } });
  await signIn(page, actum);
  await expect(page.getByRole('button', { name: /^Team: Demo/ })).toBeVisible();
  await page.goto(`${actum.address}/project/${project.id}`);
  await expect(page.getByRole('button', { name: 'Team: Second Yard' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(/^This belongs to “Second Yard”\. You are now working in that team\./);
});

test('a confirmation link shows its result to somebody signed in too', async ({ page, actum }) => {
  await signIn(page, actum);
  await page.goto(`${actum.address}/confirm-email/nonsense`);
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('alert')).toHaveText(/^Confirmation code is invalid/);
});

test('the page of the design system opens its dialogs and menus without signing in', async ({ page, actum }) => {
  await page.goto(`${actum.address}/components`);
  await page.getByRole('button', { name: 'Confirm of the modal actor' }).click();
  await expect(page.getByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
});
