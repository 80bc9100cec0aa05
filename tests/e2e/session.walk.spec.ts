import type { BrowserContext, Page } from '@playwright/test';
import { initialTransition, type SnapshotFrom } from 'xstate';
import { companyMachine } from '../../src/machines/company/company.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { requestMachine } from '../../src/machines/request/request.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { said } from '../model/explore.ts';
import { coveringPaths } from '../model/tour.ts';
import { declaredTransitions, transitionKey } from '../model/transitions.ts';
import { DEMO, expect, levers, test, type Walked, type Watched, watch } from './walk/served.ts';
import { SESSION_STARTS, type SessionStart, sessionWorld } from './walk/sessionWorld.ts';
import { UNREACHED } from './walk/unreached.ts';

type Session = typeof sessionMachine;
type Event = ModelEvent<Session> & Readonly<Record<string, unknown>>;

const CALLS = {
  'POST /token/': 'logIn',
  'POST /token/refresh/': 'refresh',
  'GET /profile/': 'profile',
  'PATCH /profile/': 'r1',
  'POST /profile/password/': 'r2',
  'POST /forgot/': 'r1',
  'GET /public/act/': 'public',
} as const;

const outcomeOf = (event: Event) => event.outcome as { readonly ok: boolean; readonly answer?: unknown };
const isGarbled = (answer: unknown) => typeof answer === 'object' && answer !== null && 'welcome' in answer;

/** One page among the real server, its network and its other tab. */
class Walker {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #walked: Walked;
  readonly watched: Watched;
  #people = 0;
  constructor(page: Page, context: BrowserContext, walked: Walked, watched: Watched) {
    this.page = page;
    this.#context = context;
    this.#walked = walked;
    this.watched = watched;
  }

  async logIn(page = this.page, email = DEMO.email): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(DEMO.password);
    await page.getByRole('button', { name: 'Log In' }).click();
  }
  async #openAccount(page: Page, item: string): Promise<void> {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  #dialog() {
    return this.page.getByRole('dialog', { name: 'Profile' });
  }
  async #inProfile() {
    if (!(await this.#dialog().isVisible())) await this.#openAccount(this.page, 'Profile');
    return this.#dialog();
  }
  async #closeProfile(): Promise<void> {
    if (!(await this.#dialog().isVisible())) return;
    await this.#dialog().getByRole('button', { name: 'Close' }).click();
    await expect(this.#dialog()).toHaveCount(0);
  }

  async make(id: string, isSignedIn: boolean): Promise<void> {
    if (!isSignedIn) {
      await this.page.getByRole('link', { name: 'Forgot?' }).click();
      await this.page.getByLabel('Email').fill(DEMO.email);
      return this.page.getByRole('button', { name: 'Send the link' }).click();
    }
    const dialog = await this.#inProfile();
    if (id === 'r1') return dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Current password').fill('not-the-password');
    await dialog.getByLabel('New password').fill('another-password');
    await dialog.getByRole('button', { name: 'Change password' }).click();
  }

  /** Another tab of the same browser signs in, signs out, or has its tokens refreshed. */
  async elsewhere(tokens: unknown, isSignedIn: boolean): Promise<void> {
    const other = await this.#context.newPage();
    await other.goto(this.#walked.address);
    if (!isSignedIn) await this.logIn(other);
    await expect(other.getByRole('button', { name: /^Account: / })).toBeVisible();
    if (tokens === null) {
      await this.#openAccount(other, 'Log out');
      await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible();
    }
    await other.close();
  }

  async #socketDenied(): Promise<void> {
    await this.#closeProfile();
    const isAnswer = ({ payload }: { readonly payload: string | Buffer }) => payload.includes('"type":"next"');
    const opened = this.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', { predicate: isAnswer }));
    await this.page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
    await opened;
    await expect(this.page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
    // What is read once the changes are watched has been read.
    await this.watched.quiet();
    await levers(this.#walked).expireAccess();
    await levers(this.#walked).closeSockets();
  }

  async #unanswered(name: string): Promise<void> {
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 60_000));
    await this.watched.release(name, 'abort');
  }
  async #again(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Try now' });
    if ((await this.#dialog().isVisible()) || !(await button.isVisible()))
      await this.page.evaluate(() => dispatchEvent(new Event('online')));
    else await button.click();
    await this.page.clock.resume();
  }

  /** Makes one step happen. */
  async step(event: Event, before: SnapshotFrom<Session>): Promise<void> {
    const isSignedIn = before.matches('signedIn');
    const server = levers(this.#walked);
    switch (event.type as string) {
      case 'login.submitted':
        return this.logIn();
      case 'logout.requested':
        await this.#closeProfile();
        return this.#openAccount(this.page, 'Log out');
      case 'error.dismissed':
        return this.#registerSomebody();
      case 'request.made':
        return this.make(String(event.id), isSignedIn);
      case 'request.withdrawn':
        return isSignedIn ? this.#closeProfile() : this.page.locator('a[href="/"]').click();
      case 'request.denied':
        if (event.access === before.context.tokens?.access) await server.expireAccess();
        return this.watched.release(String(event.id), 'continue');
      case 'request.settled': {
        const { ok, answer } = outcomeOf(event);
        if (!ok) return this.#unanswered(String(event.id));
        await this.watched.release(String(event.id), isGarbled(answer) ? 'garble' : 'continue');
        if (!isSignedIn) {
          await expect(this.page.getByRole('status')).toBeVisible();
          await this.page.locator('a[href="/"]').click();
        }
        return;
      }
      case 'profile.changed':
        await this.make('r1', true);
        await this.watched.release('r1', 'continue');
        return expect(this.#dialog().getByText('Saved')).toBeVisible();
      case 'access.denied':
        return this.#socketDenied();
      case 'tokens.changedElsewhere':
        return this.elsewhere(event.tokens, isSignedIn);
      case 'retry.requested':
        return this.#again();
      case 'xstate.done.actor.logIn':
      case 'xstate.done.actor.refresh':
        return this.watched.release(event.type.slice('xstate.done.actor.'.length), isGarbled(event.output) ? 'garble' : 'continue');
      case 'xstate.error.actor.logIn':
      case 'xstate.error.actor.refresh':
        return this.#fail(event.type.slice('xstate.error.actor.'.length), event.error);
      default:
        await this.page.clock.runFor(30_000);
        return this.page.clock.resume();
    }
  }

  async #fail(name: string, error: unknown): Promise<void> {
    if (!(error instanceof Error) || error.name === 'Unanswered') {
      if (name === 'refresh') return this.#unanswered(name);
      return this.watched.release(name, 'abort');
    }
    const server = levers(this.#walked);
    if (name === 'refresh') await server.revokeRefresh();
    else await server.confirm(DEMO.email, false);
    await this.watched.release(name, 'continue');
    if (name === 'logIn') {
      await expect(this.page.getByRole('alert')).toBeVisible();
      await server.confirm(DEMO.email, true);
    }
  }

  async #registerSomebody(): Promise<void> {
    this.#people += 1;
    await this.page.getByRole('link', { name: 'Register' }).click();
    await this.page.getByLabel('Name').fill('Ann Builder');
    await this.page.getByLabel('Email').fill(`walker-${Date.now()}-${this.#people}@people.example`);
    await this.page.getByLabel('Password').fill('secret-password');
    await this.page.getByRole('button', { name: 'Register' }).click();
    await expect(this.page.getByRole('status')).toHaveText('We sent you a link. Open it to confirm your address.');
  }

  /** Where the session is, and what must be on screen there. */
  async expectPlace(snapshot: SnapshotFrom<Session>): Promise<void> {
    const { value, context } = snapshot;
    await expect.poll(() => JSON.parse(this.watched.at('session') ?? 'null')).toEqual(value);
    const account = this.page.getByRole('button', { name: /^Account: / });
    const spinner = this.page.getByRole('status', { name: 'Loading' });
    if (snapshot.matches('signedOut')) {
      if (context.underWay.length > 0) return;
      const button = this.page.getByRole('button', { name: 'Log In' });
      await expect(button).toBeVisible();
      await expect(this.page.locator('[aria-busy=true]')).toHaveCount(snapshot.matches({ signedOut: 'submitting' }) ? 1 : 0);
      const alert = this.page.getByRole('alert');
      return context.error === null ? expect(alert).toHaveCount(0) : expect(alert).toHaveText(context.error);
    }
    if (snapshot.matches({ signedIn: { profile: 'loaded' } })) {
      await expect(this.page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
      return expect(account.or(this.#dialog()).first()).toBeVisible();
    }
    await expect(account).toHaveCount(0);
    const isAway = snapshot.matches({ signedIn: { profile: 'unreachable' } }) || snapshot.matches({ signedIn: { access: 'unreachable' } });
    await expect(spinner.or(this.page.getByRole('main')).first()).toBeVisible();
    await expect(this.page.getByRole('button', { name: 'Try now' })).toHaveCount(isAway ? 1 : 0);
  }
}

async function open(
  page: Page,
  context: BrowserContext,
  walked: Walked,
  start: SessionStart,
  path = '/projects',
  calls = {},
): Promise<Walker> {
  const kept = SESSION_STARTS[start];
  if (kept !== null) {
    const response = await context.request.post(`${walked.address}/api/v1/token/`, { data: DEMO });
    const tokens: Readonly<Record<string, string>> = await response.json();
    const names = kept.access === null ? ['refresh'] : ['access', 'refresh'];
    await context.addCookies(names.map((name) => ({ name, value: tokens[name] ?? '', url: walked.address })));
  }
  const watched = await watch(context, page, walked.taken, { ...CALLS, ...calls });
  await page.clock.install();
  await page.goto(kept === null ? walked.address : walked.address + path);
  return new Walker(page, context, walked, watched);
}

test.describe.configure({ mode: 'default' });
const covered = new Set<string>();
for (const start of Object.keys(SESSION_STARTS) as SessionStart[]) {
  const model = sessionWorld(start);
  const paths = coveringPaths(model, covered, 16);
  test(`a page opened ${start} is where the session says`, async ({ page, context, walked }) => {
    const walker = await open(page, context, walked, start);
    await walker.expectPlace(initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>);
  });
  for (const [index, steps] of paths.entries()) {
    test(`${start}, path ${index + 1}: ${steps.length} steps`, async ({ page, context, walked }) => {
      const walker = await open(page, context, walked, start);
      let before = initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<Session>;
      for (const { event, expected } of steps) {
        await test.step(said(event), async () => {
          await walker.step(event as Event, before);
          await walker.expectPlace(expected);
        });
        before = expected;
      }
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

for (const isDenied of [false, true]) {
  test(`on a public page a request ${isDenied ? 'that waits' : 'under way'} when the session ends goes on under the key alone`, async ({
    page,
    context,
    walked,
  }) => {
    // The statuses are asked for on every page; an act without its key is refused before its reader's token is looked at.
    const [name, path] = isDenied ? ['statuses', '/graphql'] : ['public', '/public/act/'];
    const walker = await open(page, context, walked, 'with tokens', '/public/no-such-key', { 'POST /graphql': 'statuses' });
    const { watched } = walker;
    await watched.release('profile', 'continue');
    await watched.held(name);
    if (isDenied) {
      await levers(walked).expireAccess();
      await watched.release(name, 'continue');
      await watched.held('refresh');
      await levers(walked).revokeRefresh();
    }
    const carried = page.waitForRequest((request) => request.url().endsWith(path));
    if (isDenied) await watched.release('refresh', 'continue');
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
  for (const machine of [sessionMachine, requestMachine, companyMachine]) {
    const declared = declaredTransitions(machine).map(transitionKey);
    const missed = declared.filter((key) => !walked.taken.has(key));
    console.log(`${machine.id}: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
    expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
  }
});
