import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expectNothingForAxe } from './accessible.ts';
import { callAs } from './calls.ts';
import { mailedPath } from './mail.ts';
import { expect, openSignedIn, test } from './server.ts';

test('an owner exports a team, deletes it, restores it, and deletes the account', async ({ page, actum }) => {
  const email = `leaver-${process.pid}@people.example`;
  const password = 'a long enough one';
  await page.request.post(`${actum.address}/api/v1/register/`, { data: { name: 'Ann Leaver', email, password } });
  const hash = (await mailedPath(actum, email, '/confirm-email/')).split('/').at(-1) ?? '';
  await page.request.post(`${actum.address}/api/v1/confirm_email/`, { data: { hash } });
  const person = { ...actum, email, password };
  const call = await callAs(actum, person);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Pine Yard' } });
  const version = await call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Brickwork', quantity: '12.50' } });

  await openSignedIn(page, person, '/projects');
  const openSettings = async () => {
    await page.getByRole('button', { name: /^Team: / }).click();
    await page.getByRole('menuitem', { name: 'Team settings' }).click();
  };
  await openSettings();
  const settings = page.getByRole('dialog', { name: 'Team settings' });
  const downloading = page.waitForEvent('download');
  await settings.getByRole('button', { name: 'Download everything' }).click();
  const files = unzipSync(readFileSync(await (await downloading).path()));
  expect(strFromU8(files['data/rows.jsonl'] ?? new Uint8Array())).toContain('"name": "Brickwork"');
  expect(strFromU8(files['data/rows.jsonl'] ?? new Uint8Array())).toMatch(/"quantity": 12\.50/);
  const [workbook = ''] = Object.keys(files).filter((name) => name.endsWith('.xlsx'));
  expect(workbook).toMatch(/^Pine Yard\//);
  expect(strFromU8(unzipSync(files[workbook] ?? new Uint8Array())['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('Brickwork');

  const team = teams[0]?.name ?? '';
  await settings.getByRole('button', { name: 'Delete the team' }).click();
  const asked = page.getByRole('dialog', { name: `Delete ${team}?` });
  await asked.getByLabel('Type the team’s name').fill('Another');
  await asked.getByRole('button', { name: 'Delete the team' }).click();
  await expect(asked.getByText(`Type the name of the team exactly as it is written: ${team}`)).toBeVisible();
  await asked.getByLabel('Type the team’s name').fill(team);
  await asked.getByRole('button', { name: 'Delete the team' }).click();
  await expect(page.getByRole('heading', { name: 'You are not in a team yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Restore' }).click();
  await expectNothingForAxe(page);
  await page
    .getByRole('dialog', { name: `Restore ${team}?` })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByRole('button', { name: `Team: ${team}` })).toBeVisible();
  await page.goto(`${actum.address}/account`);
  const own = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const kept = JSON.parse(readFileSync(await (await own).path(), 'utf8')) as { profile: readonly { email: string }[] };
  expect(kept.profile[0]?.email).toBe(email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog', { name: 'Delete your account?' }).getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The email or the password is wrong');
});
