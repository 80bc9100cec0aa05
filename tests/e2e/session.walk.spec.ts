import { sql } from 'kysely';
import { initialTransition, type SnapshotFrom } from 'xstate';
import { requestMachine } from '../../src/machines/request/request.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { UNREACHED } from '../../walking/coverage/unreached.ts';
import { eventInWords } from '../../walking/paths.ts';
import { coveringPaths } from '../../walking/tour.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { expectNothingForAxe } from './accessible.ts';
import { intercept } from './intercept.ts';
import { newcomer } from './walk/factorsTour.ts';
import { DEMO, expect, levers, test } from './walk/served.ts';
import { SESSION_STARTS, type SessionStart, sessionWorld } from './walk/sessionWorld.ts';
import { type Event, open, type Session } from './walk/walker.ts';

test.describe.configure({ mode: 'default' });
const covered = new Set<string>();
for (const start of Object.keys(SESSION_STARTS) as SessionStart[]) {
  const model = sessionWorld(start);
  const paths = coveringPaths(model, covered, 16);
  test(`a page opened ${start} shows the screen that the session decides`, async ({ page, context, walked }) => {
    const walker = await open(page, context, walked, start);
    await walker.expectState(initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>);
  });
  for (const [index, steps] of paths.entries()) {
    test(`${start}, path ${index + 1}: ${steps.length} steps`, async ({ page, context, walked }) => {
      const walker = await open(page, context, walked, start);
      let before = initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>;
      for (const { event, expected } of steps) {
        await test.step(eventInWords(event), async () => {
          await walker.step(event as Event, before);
          await walker.expectState(expected);
        });
        before = expected;
      }
      await walker.watched.idle();
    });
  }
}

test('a request whose session ends in another tab, and one waiting when the refresh is refused, are refused', async ({
  page,
  context,
  walked,
}) => {
  const walker = await open(page, context, walked, 'with tokens');
  const { watched } = walker;
  await watched.release('profile', 'continue');
  await walker.make('r1', true);
  await watched.held('r1');
  await walker.elsewhere(null, true);
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();

  await walker.logIn();
  await watched.release('logIn', 'continue');
  await watched.release('profile', 'continue');
  watched.forget('r1');
  await walker.make('r1', true);
  await watched.held('r1');
  await levers(walked).expireAccess();
  await watched.release('r1', 'continue');
  await watched.held('refresh');
  await levers(walked).revokeRefresh();
  await watched.release('refresh', 'continue');
  await expect(page.getByRole('alert')).toHaveText('Token refresh failed');
});

for (const isAwaiting of [false, true]) {
  test(`on a public page a request ${isAwaiting ? 'waiting' : 'under way'} when the session ends continues under the key alone`, async ({
    page,
    context,
    walked,
  }) => {
    const walker = await open(page, context, walked, 'with tokens', '/public/no-such-key', { 'POST /graphql': 'statuses' });
    const { watched } = walker;
    await watched.release('profile', 'continue');
    await watched.held('public');
    if (isAwaiting) {
      // The statuses meet the denial; what is asked for during the refresh waits for its token.
      await watched.release('public', 'abort');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await levers(walked).expireAccess();
      await watched.release('statuses', 'continue');
      await watched.held('refresh');
      await page.getByRole('button', { name: 'Try again' }).click();
      await levers(walked).revokeRefresh();
    }
    const carried = page.waitForRequest((request) => request.url().endsWith('/public/act/'));
    if (isAwaiting) await watched.release('refresh', 'continue');
    else await walker.elsewhere(null, true);
    const headers = (await carried).headers();
    expect({ authorization: headers.authorization, key: headers['act-public-key'] }).toEqual({
      authorization: undefined,
      key: 'no-such-key',
    });
  });
}

test('a person without a team makes one and works for it', async ({ page, context, walked }) => {
  const email = 'nobodys@people.example';
  await levers(walked).addPerson(email, DEMO.password);
  const walker = await open(page, context, walked, 'signed out');
  await walker.logIn(page, email);
  for (const name of ['logIn', 'profile']) await walker.watched.release(name, 'continue');
  await page.getByLabel('Team name').fill('Harbour Builders');
  await page.getByRole('button', { name: 'Create team' }).click();
  await walker.watched.release('profile', 'continue');
  await expect(page.getByRole('button', { name: 'Team: Harbour Builders' })).toBeVisible();
});

test('the typed text is still there after the proof that an invitation and a new address need, even when it was declined', async ({
  page,
  context,
  walked,
}) => {
  const email = 'inviter@people.example';
  const at = await newcomer(context, page, walked, email);
  await sql`update members set role = 'admin' where user_id = (select id from users where email = ${email})`.execute(walked.database.query);
  await page.goto(walked.address);
  await at.submitLogin();
  await at.button(/^Team: /).click();
  await page.getByRole('menuitem', { name: 'Team settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Team settings' });
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const field = settings.getByLabel('Email');
  await field.fill('guest@people.example');
  await at.later();
  await settings.getByRole('button', { name: 'Invite' }).click();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.getByText('Confirm that it is you to continue')).toBeVisible();
  await expect(field).toHaveValue('guest@people.example');
  await settings.getByRole('button', { name: 'Invite' }).click();
  await proof.getByLabel('Password').fill('nonsense');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('This is not your current password')).toBeVisible();
  await expectNothingForAxe(page);
  await proof.getByLabel('Password').fill(DEMO.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(settings.getByText('The invitation is on its way to guest@people.example')).toBeVisible();

  await at.later();
  await settings.getByRole('textbox', { name: 'Team name' }).fill('Demo Builders');
  await settings.getByRole('button', { name: 'Save' }).first().click();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.getByRole('textbox', { name: 'Team name' })).toHaveValue('Demo Builders');
  await page.keyboard.press('Escape');
  await at.openAccount();
  await page.getByLabel('New email').fill('moved@people.example');
  await at.button(/^Change$/).click();
  await proof.getByLabel('Password').fill(DEMO.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('We have sent a link to moved@people.example')).toBeVisible();
});

test('a person adds an authenticator app, logs in with its code and with a recovery code, and gives a proof', async ({
  page,
  context,
  walked,
}) => {
  const at = await newcomer(context, page, walked, 'apps@people.example');
  await page.goto(walked.address);
  await at.submitLogin();
  await at.openAccount();
  // Added: cancelled, refused, then right; the codes are shown once.
  await at.button('Add an authenticator app').click();
  await at.button('Cancel').click();
  await at.button('Add an authenticator app').click();
  const app = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(app.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = ((await app.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await at.give('Code', '000000', 'Add');
  await expect(app.getByText('The code is not right')).toBeVisible();
  await at.give('Code', at.codeOf(secret), 'Add');
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = '', second = ''] = await codes.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();
  await expectNothingForAxe(page);

  // A sensitive call asks for proof of identity again: declined, then wrong, then right.
  await at.later();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const cancel = proof.getByRole('button', { name: 'Cancel' });
  const make = at.button('Create new recovery codes');
  // The kinds of proof cannot be loaded; then loading takes long; then checking takes long.
  const calls = '**/api/v1/proof/';
  let over = await intercept(page, calls, (route) => route.abort());
  await make.click();
  await expect(proof.getByRole('alert')).toContainText('The server cannot be reached');
  await cancel.click();
  over();
  over = await intercept(page, calls, () => undefined);
  await make.click();
  await cancel.click();
  over();
  await make.click();
  await proof.getByRole('button', { name: 'Use the password instead' }).click();
  over = await intercept(page, calls, () => undefined);
  await proof.getByLabel('Password').fill('nonsense');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await cancel.click();
  over();
  await make.click();
  await cancel.click();
  await expect(page.getByText('Confirm that it is you to continue')).toBeVisible();
  await at.button('Create new recovery codes').click();
  await proof.getByRole('button', { name: 'Use the password instead' }).click();
  await proof.getByLabel('Password').fill('nonsense');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('This is not your current password')).toBeVisible();
  await proof.getByRole('button', { name: 'Use a code instead' }).click();
  await proof.getByLabel('Code').fill(at.codeOf(secret));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [fresh = ''] = await codes.getByRole('listitem').allTextContents();
  expect(fresh).not.toBe(first);
  await codes.getByRole('button', { name: 'I have saved them' }).click();

  // The second step: gone back from, refused, then right.
  await at.logOut();
  await at.later();
  await at.submitLogin();
  await expect(at.step).toBeVisible();
  await expectNothingForAxe(page);
  await at.button('Back to login').click();
  await at.submitLogin();
  await at.give('Code', '000000', 'Log In');
  await expect(page.getByText('The code is not right')).toBeVisible();
  await at.give('Code', at.codeOf(secret), 'Log In');
  await at.openAccount();
  await at.logOut();
  await at.submitLogin();
  await at.button('Use a recovery code').click();
  await at.give('Recovery code', second, 'Log In');
  await expect(page.getByText('This is not one of your recovery codes, or it has been used')).toBeVisible();
  await at.give('Recovery code', fresh.toLowerCase(), 'Log In');
  await at.openAccount();
  await expect(page.getByText('9 recovery codes are left')).toBeVisible();

  // Renamed, and removed once that was confirmed.
  await at.button('Rename Phone').click();
  await page.getByRole('dialog', { name: 'Rename the factor' }).getByLabel('Name').fill('Old phone');
  await at.button('Rename').click();
  await at.button('Remove Old phone').click();
  await page.getByRole('dialog', { name: 'Remove Old phone?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Old phone')).toHaveCount(0);
});

test('a passkey completes a login, logs in alone, and gives a proof', async ({ page, context, walked }) => {
  const at = await newcomer(context, page, walked, 'keys@people.example');
  await page.goto(walked.address);
  // Nothing here has a passkey yet.
  await at.button('Continue with a passkey').click();
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again, or use another way');
  await at.submitLogin();
  await at.openAccount();
  await at.later();
  await at.button('Add a passkey').click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByLabel('Password').fill(DEMO.password);
  await at.button('Confirm').click();
  await at.give('Name', 'Laptop', 'Create passkey');
  await at.button('I have saved them').click();
  await expect(page.getByText('Laptop')).toBeVisible();
  // The same device has one already.
  await at.button('Add a passkey').click();
  await at.button('Create passkey').click();
  await expect(page.getByText('This device already has a passkey for your account')).toBeVisible();
  await at.button('Cancel').click();

  await at.logOut();
  await at.button('Continue with a passkey').click();
  await at.openAccount();
  await at.later();
  await at.button('Create new recovery codes').click();
  await at.button('Use passkey').click();
  await at.button('I have saved them').click();

  await at.logOut();
  await at.submitLogin();
  await expect(at.step).toBeVisible();
  await at.button('Use passkey').click();
  await at.openAccount();

  // An app beside it: not begun without a server, and without new codes once it is.
  const over = await intercept(page, '**/api/v1/factors/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await at.button('Add an authenticator app').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).first()).toBeVisible();
  over();
  await at.button('Add an authenticator app').click();
  const app = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(app.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await at.give('Code', at.codeOf(((await app.locator('code').textContent()) ?? '').replaceAll(' ', '')), 'Add');
  await expect(app).toHaveCount(0);
});

test('the browser takes every transition of the session and of its requests that it can reach', async ({ walked }) => {
  for (const machine of [sessionMachine, requestMachine]) {
    const declared = declaredTransitions(machine).map(transitionKey);
    const missed = declared.filter((key) => !walked.taken.has(key));
    console.log(`${machine.id}: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
    expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
  }
});
