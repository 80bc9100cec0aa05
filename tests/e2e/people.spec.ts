import type { Browser, Page } from '@playwright/test';
import { intercept } from './intercept.ts';
import { mailedPath } from './mail.ts';
import { expect, type RunningActum, signIn, test } from './server.ts';

test.use({ client: 'telling' });

let people = 0;
/** An address without an account. */
const newAddress = (name: string) => {
  people += 1;
  return `${name}-${process.pid}-${people}@people.example`;
};
const PASSWORD = 'secret-password';

async function register(page: Page, actum: RunningActum, email: string, name = 'Ann Builder') {
  await page.goto(`${actum.address}/register`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(`${actum.address}/`);
}
async function logIn(page: Page, email: string, password = PASSWORD) {
  // The form of the page before, which may still be there, has the same fields.
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}
/** A person with a confirmed account and a team of their own, signed in on a page of their own. */
async function newPerson(browser: Browser, actum: RunningActum, name: string): Promise<{ page: Page; email: string }> {
  const page = await (await browser.newContext()).newPage();
  const email = newAddress(name.split(' ')[0] ?? name);
  await register(page, actum, email, name);
  await page.goto(actum.address + (await mailedPath(actum, email, '/confirm-email/')));
  await logIn(page, email);
  await expect(page).toHaveURL(`${actum.address}/projects`);
  return { page, email };
}
async function openTeamSettings(page: Page) {
  await page.getByRole('button', { name: /^Team: / }).click();
  await page.getByRole('menuitem', { name: 'Team settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Team settings' }).getByText('(you)')).toBeVisible();
}
async function invite(page: Page, email: string, role = 'Regular') {
  const dialog = page.getByRole('dialog', { name: 'Team settings' });
  await dialog.getByLabel('Email').fill(email);
  if (role !== 'Regular') {
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role }).click();
  }
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText(`The invitation is on its way to ${email}`)).toBeVisible();
}

test('a person registers, confirms by the mailed link and logs in with the keyboard alone', async ({ page, actum }) => {
  const email = newAddress('keys');
  await page.goto(actum.address);
  await page.getByRole('link', { name: 'Register' }).press('Enter');
  await expect(page).toHaveTitle('Actum Register');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Kay Keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This field should be at least 8 characters long')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('We sent you a link. Open it to confirm your address.');

  await logIn(page, email);
  await expect(page.getByRole('alert')).toHaveText('Confirm your email first: open the link we sent you');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();

  const link = await mailedPath(actum, email, '/confirm-email/', 2);
  await page.goto(actum.address + link);
  await expect(page.getByRole('status')).toHaveText('Email has been successfully confirmed');
  await expect(page).toHaveURL(`${actum.address}/`);
  await page.goto(actum.address + link);
  await expect(page.getByRole('alert')).toHaveText('Confirmation code is invalid');
  await expect(page).toHaveURL(`${actum.address}/register`);

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(`${actum.address}/projects`);
  for (const path of ['/', '/register', '/forgot']) {
    await page.goto(actum.address + path);
    await expect(page).toHaveURL(`${actum.address}/projects`);
  }
});

test('an address that has an account is refused at its field', async ({ page, actum }) => {
  await page.goto(`${actum.address}/register`);
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email').fill(actum.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('An account with this address exists. Log in instead');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a forgotten password is replaced by the mailed link, which works once', async ({ page, actum, browser }) => {
  const { email } = await newPerson(browser, actum, 'Rita Recovers');
  await page.goto(actum.address);
  await page.getByRole('link', { name: 'Forgot?' }).click();
  await expect(page).toHaveTitle('Actum Forgot password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toContainText('If there is an account with this address');
  const link = await mailedPath(actum, email, '/password-recovery/');
  await page.goto(actum.address + link);
  await expect(page).toHaveTitle('Actum Password recovery');
  await page.getByLabel('New password').fill('another-password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('status')).toHaveText('Your password has been changed. Log in with the new one.');
  await logIn(page, email);
  await expect(page.getByRole('alert')).toHaveText('The email or the password is wrong');
  await logIn(page, email, 'another-password');
  await expect(page).toHaveURL(`${actum.address}/projects`);

  const other = await (await browser.newContext()).newPage();
  await other.goto(actum.address + link);
  await other.getByLabel('New password').fill('a-third-password');
  await other.getByRole('button', { name: 'Save the password' }).click();
  await expect(other.getByRole('alert')).toHaveText('This link has been used or has expired. Ask for a new one');
  await other.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(other).toHaveURL(`${actum.address}/forgot`);
});

test('a newcomer accepts an invitation and is in the team; the link says afterwards that it was used', async ({ page, actum, browser }) => {
  const owner = await newPerson(browser, actum, 'Olga Owner');
  const email = newAddress('newcomer');
  await openTeamSettings(owner.page);
  await invite(owner.page, email, 'Admin');
  const link = await mailedPath(actum, email, '/invitation/');
  await page.goto(actum.address + link);
  await expect(page.getByRole('heading', { name: "Join Olga Owner's team" })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByText('Value is required')).toHaveCount(2);
  await page.getByLabel('Name').fill('Nils Newcomer');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page).toHaveURL(`${actum.address}/projects`);
  await expect(page.getByRole('button', { name: "Team: Olga Owner's team" })).toBeVisible();

  const late = await (await browser.newContext()).newPage();
  await late.goto(actum.address + link);
  await expect(late.getByRole('alert')).toHaveText('This invitation has already been accepted');
  await late.getByRole('link', { name: 'Go to login' }).click();
  await expect(late).toHaveTitle('Actum Login');
  await late.goto(`${actum.address}/invitation/nobody-sent-this`);
  await expect(late.getByRole('alert')).toContainText('There is no invitation with this link');
});

test('a known person signs in to join; a signed-in person is offered the team, and told when the invitation is for somebody else', async ({
  actum,
  browser,
}) => {
  const owner = await newPerson(browser, actum, 'Otto Owner');
  const known = await newPerson(browser, actum, 'Karl Known');
  await openTeamSettings(owner.page);
  await invite(owner.page, known.email);
  const link = await mailedPath(actum, known.email, '/invitation/');

  const foreign = await newPerson(browser, actum, 'Fred Foreign');
  await foreign.page.goto(actum.address + link);
  await expect(foreign.page).toHaveURL(`${actum.address}/projects`);
  await expect(foreign.page.getByText(`The invitation to Otto Owner's team is for ${known.email}`)).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(actum.address + link);
  await elsewhere.getByLabel('Password').fill('not-the-password');
  await elsewhere.getByRole('button', { name: 'Log in and join' }).click();
  await expect(elsewhere.getByRole('alert')).toHaveText('The email or the password is wrong');

  await known.page.goto(actum.address + link);
  await expect(known.page).toHaveURL(`${actum.address}/projects`);
  await known.page.getByRole('button', { name: "Join Otto Owner's team" }).click();
  await expect(known.page.getByRole('button', { name: "Team: Otto Owner's team" })).toBeVisible();
  await known.page.reload();
  await expect(known.page.getByRole('button', { name: "Team: Otto Owner's team" })).toBeVisible();

  const second = await newPerson(browser, actum, 'Sven Second');
  await openTeamSettings(second.page);
  await invite(second.page, known.email);
  await elsewhere.goto(actum.address + (await mailedPath(actum, known.email, '/invitation/', 2)));
  await elsewhere.getByLabel('Password').fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Log in and join' }).click();
  await expect(elsewhere).toHaveURL(`${actum.address}/projects`);
  await expect(elsewhere.getByRole('button', { name: "Team: Sven Second's team" })).toBeVisible();
});

test('owners and admins manage the team; a regular is offered none of it', async ({ actum, browser }) => {
  const owner = await newPerson(browser, actum, 'Oona Owner');
  const regular = await newPerson(browser, actum, 'Rolf Regular');
  await openTeamSettings(owner.page);
  const dialog = owner.page.getByRole('dialog', { name: 'Team settings' });
  await dialog.getByLabel('Team name').fill('Harbour Builders');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('Saved')).toBeVisible();
  await invite(owner.page, regular.email);
  await invite(owner.page, newAddress('withdrawn'));
  await dialog.getByRole('button', { name: /^Withdraw the invitation to withdrawn/ }).click();
  await owner.page
    .getByRole('dialog', { name: /^Withdraw the invitation/ })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(dialog.getByText(/^withdrawn/)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Leave team' })).toHaveAttribute('aria-disabled', 'true');

  await regular.page.goto(actum.address + (await mailedPath(actum, regular.email, '/invitation/')));
  await regular.page.getByRole('button', { name: 'Join Harbour Builders' }).click();
  await regular.page.getByRole('button', { name: 'Team: Harbour Builders' }).click();
  await expect(regular.page.getByRole('menuitem', { name: 'Team settings' })).toHaveCount(0);
  await expect(regular.page.getByRole('menuitem', { name: 'Leave team' })).toBeVisible();
  await regular.page.keyboard.press('Escape');

  await owner.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await openTeamSettings(owner.page);
  await dialog.getByRole('button', { name: 'Role of Rolf Regular: Regular' }).click();
  await owner.page.getByRole('menuitem', { name: /^Admin/ }).click();
  await expect(dialog.getByRole('button', { name: 'Role of Rolf Regular: Admin' })).toBeVisible();

  await regular.page.reload();
  await openTeamSettings(regular.page);
  const theirs = regular.page.getByRole('dialog', { name: 'Team settings' });
  await expect(theirs.getByRole('button', { name: /Oona Owner/ })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Leave team' }).click();
  await regular.page.getByRole('dialog', { name: 'Leave Harbour Builders?' }).getByRole('button', { name: 'Leave team' }).click();
  await expect(regular.page.getByRole('button', { name: "Team: Rolf Regular's team" })).toBeVisible();
});

test('a person makes a team, changes name and password, ends a session, signs out everywhere, and reports by a mail’s link that it was somebody else', async ({
  actum,
  browser,
}) => {
  const { page, email } = await newPerson(browser, actum, 'Pia Person');
  await page.getByRole('button', { name: /^Team: / }).click();
  await page.getByRole('menuitem', { name: 'New team' }).click();
  await page.getByLabel('Team name').fill('Second Team');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Team: Second Team' })).toBeVisible();

  await page.getByRole('button', { name: 'Account: Pia Person' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  const main = page.getByRole('main');
  await main.getByLabel('Your name').fill('Pia Other');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('Saved')).toBeVisible();
  await main.getByLabel('Current password').fill('not-the-password');
  await main.getByLabel('New password').fill('another-password');
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByText('This is not your current password')).toBeVisible();
  await main.getByLabel('Current password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByText('Your password has been changed')).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(actum.address);
  await logIn(elsewhere, email, 'another-password');
  await expect(elsewhere).toHaveURL(`${actum.address}/projects`);
  await page.reload();
  await expect(main.getByText('This device')).toHaveCount(1);
  await main.getByRole('button', { name: /^End the session on Chrome, / }).click();
  await page
    .getByRole('dialog', { name: /^End the session on Chrome, / })
    .getByRole('button', { name: 'End' })
    .click();
  await expect(main.getByRole('button', { name: /^End the session on/ })).toHaveCount(0);
  await elsewhere.reload();
  await logIn(elsewhere, email, 'another-password');
  await expect(elsewhere).toHaveURL(`${actum.address}/projects`);
  await main.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(`${actum.address}/`);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();

  await page.goto(actum.address + (await mailedPath(actum, email, '/not-me/')));
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page).toHaveURL(/\/password-recovery\//);
  await page.getByLabel('New password').fill('a-third-password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await logIn(page, email, 'a-third-password');
  await expect(page).toHaveURL(`${actum.address}/projects`);
});

test('a person changes their email by the link mailed to the new address, and the old address can put it back', async ({
  actum,
  browser,
}) => {
  const { page, email } = await newPerson(browser, actum, 'Eve Mover');
  const next = newAddress('moved');
  await page.goto(`${actum.address}/account`);
  const main = page.getByRole('main');
  await main.getByLabel('New email').fill(email.toUpperCase());
  await main.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main.getByText('This is your address already')).toBeVisible();
  await main.getByLabel('New email').fill(next);
  await main.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main.getByText(`We have sent a link to ${next}`)).toBeVisible();
  await expect(main.getByText(`You log in with ${email}`)).toBeVisible();

  // Opened while nobody is logged in, the link leads to the login, and has no effect for another person.
  const path = await mailedPath(actum, next, '/change-email/');
  const other = await newPerson(browser, actum, 'Otto Other');
  await other.page.goto(actum.address + path);
  await other.page.getByRole('button', { name: 'Use this address' }).click();
  await expect(other.page.getByRole('alert')).toContainText('This link is for another account');
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(actum.address + path);
  await logIn(elsewhere, email);
  await expect(elsewhere.getByText(`the email of Eve Mover’s account from ${email}`)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Use this address' }).click();
  await expect(elsewhere).toHaveURL(`${actum.address}/account`);
  await expect(elsewhere.getByText(`Your email is now ${next}`)).toBeVisible();
  await expect(elsewhere.getByText(`You log in with ${next}`)).toBeVisible();
  await elsewhere.goto(actum.address + path);
  await elsewhere.getByRole('button', { name: 'Use this address' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('This link has been used or has expired');

  const back = await (await browser.newContext()).newPage();
  await back.goto(actum.address + (await mailedPath(actum, email, '/not-me/', 2)));
  await back.getByRole('button', { name: 'Secure my account' }).click();
  await expect(back).toHaveURL(/\/password-recovery\//);
  await back.getByLabel('New password').fill('a-third-password');
  await back.getByRole('button', { name: 'Save the password' }).click();
  await logIn(back, email, 'a-third-password');
  await expect(back).toHaveURL(`${actum.address}/projects`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('two tabs are one session: a refresh in one serves the other, a logout in one is a logout in both', async ({
  page,
  actum,
  context,
}) => {
  await signIn(page, actum);
  const other = await context.newPage();
  await other.goto(`${actum.address}/projects`);
  await expect(other.getByRole('link', { name: 'Pine Yard 14, house' }).first()).toBeVisible();
  const refreshes: string[] = [];
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/token/refresh/')) refreshes.push(request.url());
    });
  }
  // The first tab is denied, as with an expired token; both tabs continue with the tokens of its refresh.
  const denied = { status: 401, json: { detail: 'Expired' } };
  const access = async () => (await context.cookies()).find(({ name }) => name === 'access')?.value ?? '';
  const before = await access();
  const over = await intercept(page, '**/api/v1/projects/*/tree', (route) => {
    over();
    return route.fulfill(denied);
  });
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estimate summary');
  await expect.poll(access).not.toBe(before);
  const renewed = await access();
  const carried = other.waitForRequest((request) => request.url().includes('/tree'));
  await other.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  expect((await carried).headers().authorization).toBe(`Bearer ${renewed}`);
  expect(refreshes).toHaveLength(1);

  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
});

test('a landing page leads to its project once signed in', async ({ page, actum }) => {
  await page.goto(`${actum.address}/?from_landing=true&project_id=1`);
  await logIn(page, actum.email, actum.password);
  await expect(page).toHaveURL(/\/project\/1(\/\d+)?$/);
});
