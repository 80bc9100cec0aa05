import { initialTransition, type SnapshotFrom } from 'xstate';
import { requestMachine } from '../../src/machines/request/request.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { UNREACHED } from '../../walking/coverage/unreached.ts';
import { said } from '../../walking/paths.ts';
import { coveringPaths } from '../../walking/tour.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { DEMO, expect, levers, test } from './walk/served.ts';
import { SESSION_STARTS, type SessionStart, sessionWorld } from './walk/sessionWorld.ts';
import { type Event, open, type Session } from './walk/walker.ts';

test.describe.configure({ mode: 'default' });
const covered = new Set<string>();
for (const start of Object.keys(SESSION_STARTS) as SessionStart[]) {
  const model = sessionWorld(start);
  const paths = coveringPaths(model, covered, 16);
  test(`a page opened ${start} is where the session says`, async ({ page, context, walked }) => {
    const walker = await open(page, context, walked, start);
    await walker.expectState(initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>);
  });
  for (const [index, steps] of paths.entries()) {
    test(`${start}, path ${index + 1}: ${steps.length} steps`, async ({ page, context, walked }) => {
      const walker = await open(page, context, walked, start);
      let before = initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>;
      for (const { event, expected } of steps) {
        await test.step(said(event), async () => {
          await walker.step(event as Event, before);
          await walker.expectState(expected);
        });
        before = expected;
      }
      await walker.watched.idle();
    });
  }
}

test('a request whose session ends in another tab, and one that waits when the refresh is refused, come back refused', async ({
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
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();

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
  test(`on a public page a request ${isAwaiting ? 'that waits' : 'under way'} when the session ends goes on under the key alone`, async ({
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

test('who is in no team makes one and works for it', async ({ page, context, walked }) => {
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

test('the browser takes every transition of the session and of its requests that it can reach', async ({ walked }) => {
  for (const machine of [sessionMachine, requestMachine]) {
    const declared = declaredTransitions(machine).map(transitionKey);
    const missed = declared.filter((key) => !walked.taken.has(key));
    console.log(`${machine.id}: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
    expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
  }
});
