import type { BrowserContext, Page } from '@playwright/test';
import { mailedPath } from './mail.ts';
import { DEMO, expect, levers, SOON, test, type Walked, type Watched, watch } from './walk/served.ts';
import { callerOf, newActs, newSite, openAt, signIn, stopClock } from './walk/site.ts';

// Small machines of people and screens, each driven by hand through all its ways.
test.describe.configure({ mode: 'default' });

const is = (watched: Watched, who: string, value: unknown) =>
  expect.poll(() => watched.at(who), { message: `where ${who} is`, ...SOON }).toBe(JSON.stringify(value));
const account = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a change of the team: made at once or after a confirmation, or declined', async ({ page, context, walked }) => {
  await levers(walked).addColleague('zoe-of-the-team@people.example', DEMO.email);
  const call = await callerOf(walked);
  const { teams } = await call('GET /profile/', {});
  const member = { 'PATCH /teams/:id/members/:userId/': 'change', 'DELETE /teams/:id/members/:userId/': 'change' };
  const watched = await openAt(page, context, walked, { path: '/projects', calls: member });
  expect(teams.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Team: / }).click();
  await page.getByRole('menuitem', { name: 'Team settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Team settings' });
  const role = async (name: string) => {
    await settings
      .getByRole('button', { name: /^Role of Bob Mason/ })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).first().click();
  };
  const remove = () => settings.getByRole('button', { name: 'Remove Bob Mason' }).first().click();
  const sure = page.getByRole('dialog', { name: 'Remove Bob Mason from' });
  await role('Admin');
  await is(watched, 'teamChange', 'making');
  await watched.release('change', 'abort');
  await is(watched, 'teamChange', 'idle');
  await expect(settings.getByText(/cannot be reached/)).toBeVisible();
  await role('Admin');
  await watched.held('change');
  // Chosen while the answer is awaited, it follows.
  await remove();
  await is(watched, 'teamChange', 'making');
  await watched.release('change', 'continue');
  await is(watched, 'teamChange', 'asking');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await is(watched, 'teamChange', 'idle');
  await expect(settings.getByRole('button', { name: 'Role of Bob Mason: Admin' })).toBeVisible();

  await remove();
  await is(watched, 'teamChange', 'asking');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await is(watched, 'teamChange', 'idle');
  await remove();
  await sure.getByRole('button', { name: 'Remove' }).click();
  await watched.release('change', 'abort');
  await is(watched, 'teamChange', 'asking');
  await sure.getByRole('button', { name: 'Remove' }).click();
  await watched.release('change', 'continue');
  await is(watched, 'teamChange', 'idle');
  await expect(sure).toHaveCount(0);
});

/** A person with an account, invited into a team of the demo user. */
async function invited(walked: Walked, email: string) {
  await levers(walked).addPerson(email, DEMO.password);
  const call = await callerOf(walked);
  const { teams } = await call('GET /profile/', {});
  await call('POST /teams/:id/invitations/', { params: { id: teams[0]?.id ?? 0 }, body: { email, role: 'regular' } });
  return { path: await mailedPath({ ...DEMO, ...walked }, email, '/invitation/'), team: teams[0]?.name ?? '' };
}
async function tokensOf(context: BrowserContext, walked: Walked, email: string): Promise<void> {
  const response = await context.request.post(`${walked.address}/api/v1/token/`, { data: { email, password: DEMO.password } });
  const tokens: Readonly<Record<string, string>> = await response.json();
  await context.addCookies(Object.entries(tokens).map(([name, value]) => ({ name, value, url: walked.address })));
}

test('an invitation opened by a signed-in person: for somebody else, put off, opened again, and accepted', async ({
  page,
  context,
  walked,
}) => {
  const email = 'invited-and-in@people.example';
  const { path, team } = await invited(walked, email);
  const calls = { 'GET /invitations/:hash/': 'look', 'POST /invitations/:hash/': 'join' };
  await signIn(context, walked);
  const watched = await watch(context, page, walked.taken, calls);
  await page.goto(walked.address + path);
  await watched.release('look', 'continue');
  await is(watched, 'invitation', 'foreign');
  await page.getByRole('status').getByRole('button', { name: 'Log out' }).click();
  await is(watched, 'invitation', 'waiting');

  await tokensOf(context, walked, email);
  watched.forget('look');
  await page.goto(walked.address + path);
  await is(watched, 'invitation', 'looking');
  await watched.release('look', 'abort');
  await is(watched, 'invitation', 'refused');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await watched.release('look', 'continue');
  await is(watched, 'invitation', 'offered');
  const offer = page
    .getByRole('region', { name: 'Invitation' })
    .or(page.locator('section').filter({ hasText: `Join ${team}` }))
    .first();
  await offer.getByRole('button', { name: 'Not now' }).click();
  await is(watched, 'invitation', 'waiting');

  await page.goto(walked.address + path);
  await watched.release('look', 'continue');
  await page.getByRole('button', { name: `Join ${team}` }).click();
  await is(watched, 'invitation', 'joining');
  await watched.release('join', 'abort');
  await is(watched, 'invitation', 'refused');
  await page.getByRole('button', { name: 'Try again' }).click();
  await watched.release('look', 'continue');
  await page.getByRole('button', { name: `Join ${team}` }).click();
  await watched.release('join', 'continue');
  await is(watched, 'invitation', 'waiting');
  await expect(page.getByRole('button', { name: `Team: ${team}` })).toBeVisible();
});

test('an invitation accepted after a wrong password', async ({ page, context, walked }) => {
  const email = 'invited-and-out@people.example';
  const { path, team } = await invited(walked, email);
  const watched = await watch(context, page, walked.taken, {});
  await page.goto(walked.address + path);
  const join = async (password: string) => {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in and join' }).click();
  };
  await join('not-the-password');
  await expect.poll(() => watched.since('invitation', 0)).toContain('"promised"');
  await is(watched, 'invitation', 'waiting');
  await join(DEMO.password);
  await expect(page.getByRole('button', { name: `Team: ${team}` })).toBeVisible();
  await is(watched, 'invitation', 'waiting');
});

test('an address is confirmed once the server answers; an invalid link is refused', async ({ page, context, walked }) => {
  const email = 'to-be-confirmed@people.example';
  await context.request.post(`${walked.address}/api/v1/register/`, { data: { name: 'Ann', email, password: 'gravel-and-kerb-7' } });
  const path = await mailedPath({ ...DEMO, ...walked }, email, '/confirm-email/');
  const watched = await watch(context, page, walked.taken, { 'POST /confirm_email/': 'confirm' });
  await page.goto(walked.address + path);
  await is(watched, 'confirmation', 'confirming');
  await watched.release('confirm', 'abort');
  await is(watched, 'confirmation', 'unanswered');
  await page.getByRole('button', { name: 'Try again' }).click();
  await watched.release('confirm', 'continue');
  await is(watched, 'confirmation', 'confirmed');
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  await page.goto(`${walked.address}/confirm-email/no-such-link`);
  await watched.release('confirm', 'continue');
  await is(watched, 'confirmation', 'refused');
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
});

test('the language and the look are chosen, notices come and go, and dialogs open and close', async ({ page, context, walked }) => {
  const watched = await openAt(page, context, walked, { path: '/projects', calls: { 'PATCH /profile/': 'language' } });
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().waitFor();
  const notice = page.getByRole('alert').filter({ hasText: /cannot be reached/ });
  const askInVain = async () => {
    await account(page, 'Deutsch');
    await is(watched, 'languageChoice', 'saving');
    // The notice disappears by itself after five seconds, so the clock is stopped.
    await stopClock(page);
    await watched.release('language', 'abort');
    await is(watched, 'languageChoice', 'idle');
    await is(watched, 'notice', 'showing');
    await expect(notice).toBeVisible();
  };
  await askInVain();
  await notice.getByRole('button').click();
  await is(watched, 'notice', 'hidden');
  await expect(notice).toHaveCount(0);
  await page.clock.resume();
  await askInVain();
  await watched.passTime(5_000);
  await is(watched, 'notice', 'hidden');
  await expect(notice).toHaveCount(0);
  await page.clock.resume();
  await account(page, 'Latviešu');
  await watched.release('language', 'continue');
  await is(watched, 'languageChoice', 'idle');
  await page.getByRole('button', { name: /^Konts: / }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await watched.release('language', 'continue');

  const look = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await account(page, 'Dark');
  await expect.poll(look).toBe('dark');
  const other = await context.newPage();
  await other.goto(`${walked.address}/healthz`);
  await other.evaluate(() => localStorage.setItem('actum.theme', 'light'));
  await other.close();
  await expect.poll(look).toBe('light');

  const newTeam = page.getByRole('dialog', { name: 'New team' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(3, 3),
    () => newTeam.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.getByRole('button', { name: /^Team: / }).click();
    await page.getByRole('menuitem', { name: 'New team' }).click();
    await is(watched, 'modal', 'open');
    await expect(newTeam).toBeVisible();
    await close();
    await is(watched, 'modal', 'closed');
    await expect(newTeam).toHaveCount(0);
  }
});

test('a dialog with a form: closed, sent, refused with a reason, and accepted', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const { act } = await newActs(call, 'second');
  const watched = await openAt(page, context, walked, { path: `/act/${act}`, calls: { 'PUT /acts/:id/': 'send' } });
  const open = () => page.getByRole('button', { name: /^Number, date and status of Act 2/ }).click();
  const dialog = page.getByRole('dialog');
  await open();
  await is(watched, 'actDetails', 'asking');
  await page.keyboard.press('Escape');
  await is(watched, 'actDetails', 'closed');
  await expect(dialog).toHaveCount(0);
  await open();
  await dialog.getByLabel('Number', { exact: true }).fill('2a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await is(watched, 'actDetails', 'submitting');
  await watched.release('send', 'abort');
  await is(watched, 'actDetails', 'asking');
  await expect(dialog.getByText(/cannot be reached/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await watched.release('send', 'continue');
  await is(watched, 'actDetails', 'closed');
  await expect(page.getByRole('heading', { name: 'Act 2a', level: 1 })).toBeVisible();

  // Fields that somebody else sets while the dialog is open keep their new values, except the one changed in the dialog.
  await page.getByRole('button', { name: /^Number, date and status of Act 2a/ }).click();
  await call('PUT /acts/:id/', { params: { id: act }, body: { number: '77', finish_date: '2026-12-24' } });
  await expect(page.locator('h1', { hasText: 'Act 77' })).toBeAttached();
  await dialog.getByRole('radio', { name: 'Submitted' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await watched.release('send', 'continue');
  await is(watched, 'actDetails', 'closed');
  const { number, finish_date, status_id } = await call('GET /acts/:id/', { params: { id: act } });
  expect([number, finish_date, status_id]).toEqual(['77', '2026-12-24', 2]);
});

test('the security log is loaded, filtered, read further and exported; a failed load is repeated', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const { teams } = await call('GET /profile/', {});
  const id = teams[0]?.id ?? 0;
  const [project] = await call('GET /projects', { query: { team_id: id } });
  const exported = { params: { id: project?.id ?? 0 }, body: { what: 'estimate' as const, name: 'Walked.xlsx' } };
  await Promise.all(Array.from({ length: 101 }, () => call('POST /projects/:id/exported/', exported)));
  const watched = await openAt(page, context, walked, { path: `/team/${id}/log`, calls: { 'GET /teams/:id/log/': 'log' } });
  const kind = async (name: string) => {
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name }).click();
  };
  await is(watched, 'securityLog', 'reading');
  await watched.release('log', 'abort');
  await is(watched, 'securityLog', 'failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await watched.release('log', 'abort');
  await is(watched, 'securityLog', 'failed');
  await kind('Files');
  await is(watched, 'securityLog', 'reading');
  await kind('All kinds');
  await watched.release('log', 'continue');
  await is(watched, 'securityLog', 'ready');
  await kind('Files');
  await watched.release('log', 'continue');
  await is(watched, 'securityLog', 'ready');
  // Other tests of this server export files as well.
  const rows = page.getByRole('row', { name: /Walked\.xlsx/ });
  await expect(rows).toHaveCount(100);

  const more = page.getByRole('button', { name: 'Show older entries' });
  await more.click();
  await watched.release('log', 'abort');
  await is(watched, 'securityLog', 'ready');
  await more.click();
  await watched.release('log', 'continue');
  await expect(rows).toHaveCount(101);

  // Another filter needs no answer about the one before.
  await kind('All kinds');
  await watched.release('log', 'continue');
  await more.click();
  await watched.held('log');
  watched.forget('log');
  await kind('Files');
  await is(watched, 'securityLog', 'reading');
  await watched.release('log', 'continue');
  await is(watched, 'securityLog', 'ready');

  const exporting = page.getByRole('button', { name: 'Export as CSV' });
  await exporting.click();
  await watched.release('log', 'abort');
  await is(watched, 'securityLog', 'ready');
  const file = page.waitForEvent('download');
  await exporting.click();
  await watched.release('log', 'continue');
  await watched.release('log', 'continue');
  expect((await file).suggestedFilename()).toMatch(/^Security log .+\.csv$/);
  await is(watched, 'securityLog', 'ready');

  // A filter chosen while a file is made applies once it is, or is not.
  for (const how of ['continue', 'abort'] as const) {
    await exporting.click();
    await watched.held('log');
    await kind(how === 'continue' ? 'People and roles' : 'Files');
    await is(watched, 'securityLog', 'makingFile');
    await watched.release('log', how);
    if (how === 'continue') await watched.release('log', how);
    await is(watched, 'securityLog', 'reading');
    await watched.release('log', 'continue');
    await is(watched, 'securityLog', 'ready');
    if (how === 'continue') await expect(rows).toHaveCount(0);
    else await expect(rows).not.toHaveCount(0);
    await expect(page.getByText('The server cannot be reached')).toHaveCount(how === 'continue' ? 0 : 1);
  }
});

test('a tooltip waits for a pointer that rests, stays while the pointer is on it, and closes', async ({ page, context, walked }) => {
  const { path } = await newSite(await callerOf(walked), 'Tooltip Yard');
  const watched = await openAt(page, context, walked, { path });
  const [undo, redo] = [page.getByRole('button', { name: /^Undo/ }), page.getByRole('button', { name: /^Redo/ })];
  await expect(undo).toBeEnabled();
  const tooltip = page.locator('[data-tooltip]');
  const away = () => page.mouse.move(700, 800);
  const reword = (words: string) => undo.evaluate((button, text) => button.setAttribute('data-tip', text), words);
  const rest = async () => {
    await undo.hover();
    await is(watched, 'tooltip', 'waiting');
    await watched.passTime(250);
    await is(watched, 'tooltip', 'open');
  };
  await expect.poll(() => watched.at('tooltip'), SOON).toBe('"closed"');
  await stopClock(page);

  await undo.hover();
  await is(watched, 'tooltip', 'waiting');
  await reword('Undo the roof');
  await is(watched, 'tooltip', 'waiting');
  await away();
  await is(watched, 'tooltip', 'closed');
  await undo.hover();
  await is(watched, 'tooltip', 'waiting');
  await page.keyboard.press('Escape');
  await is(watched, 'tooltip', 'closed');
  await away();

  await rest();
  await expect(tooltip).toHaveText('Undo the roof');
  await reword('Undo the walls');
  await expect(tooltip).toHaveText('Undo the walls');
  await tooltip.hover();
  await is(watched, 'tooltip', 'open');
  await away();
  await is(watched, 'tooltip', 'leaving');
  await watched.passTime(150);
  await is(watched, 'tooltip', 'closed');

  await rest();
  await away();
  await is(watched, 'tooltip', 'leaving');
  await undo.hover();
  await is(watched, 'tooltip', 'open');
  await page.keyboard.press('Escape');
  await is(watched, 'tooltip', 'closed');
  await away();
  await rest();
  await away();
  await is(watched, 'tooltip', 'leaving');
  await page.keyboard.press('Escape');
  await is(watched, 'tooltip', 'closed');

  await undo.focus();
  await page.keyboard.press('Tab');
  await expect(redo).toBeFocused();
  await is(watched, 'tooltip', 'open');
  await expect(tooltip).toHaveText((await redo.getAttribute('data-tip')) ?? '');
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
