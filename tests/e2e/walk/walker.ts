import type { BrowserContext, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { sessionMachine } from '../../../src/machines/session/session.ts';
import { DEMO, expect, levers, type Walked, type Watched, watch } from './served.ts';
import { SESSION_STARTS, type SessionStart } from './sessionWorld.ts';
import { stopClock } from './site.ts';

export type Session = typeof sessionMachine;
export type Event = ModelEvent<Session> & Readonly<Record<string, unknown>>;

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
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
  }
  async #openAccount(page: Page, item: string): Promise<void> {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  #account() {
    return this.page.getByRole('main').filter({ has: this.page.getByLabel('Your name') });
  }
  async #inAccount() {
    if (!(await this.#account().isVisible())) await this.#openAccount(this.page, 'Account');
    return this.#account();
  }
  async #leaveAccount(): Promise<void> {
    if (!(await this.#account().isVisible())) return;
    await this.page.getByRole('link', { name: 'Actum' }).click();
    await expect(this.#account()).toHaveCount(0);
  }

  async make(id: string, isSignedIn: boolean): Promise<void> {
    if (!isSignedIn) {
      await this.page.getByRole('link', { name: 'Forgot?' }).click();
      await this.page.getByLabel('Email').fill(DEMO.email);
      return this.page.getByRole('button', { name: 'Send the link' }).click();
    }
    const account = await this.#inAccount();
    if (id === 'r1') return account.getByRole('button', { name: 'Save' }).click();
    await account.getByLabel('Current password').fill('not-the-password');
    await account.getByLabel('New password').fill('another-password');
    await account.getByRole('button', { name: 'Change password' }).click();
  }

  /** Another tab of the same browser signs in, signs out, or has its tokens refreshed. */
  async elsewhere(tokens: unknown, isSignedIn: boolean): Promise<void> {
    const other = await this.#context.newPage();
    await other.goto(this.#walked.address);
    if (!isSignedIn) await this.logIn(other);
    await expect(other.getByRole('button', { name: /^Account: / })).toBeVisible();
    if (tokens === null) {
      await this.#openAccount(other, 'Log out');
      await expect(other.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
    }
    await other.close();
  }

  async #socketDenied(): Promise<void> {
    await this.#leaveAccount();
    await this.watched.untilHeard(() => this.page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click());
    await expect(this.page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
    // The page has loaded everything that it loads once its live queries run.
    await this.watched.quiet();
    await levers(this.#walked).expireAccess();
    await levers(this.#walked).closeSockets();
  }

  async #unanswered(name: string): Promise<void> {
    await stopClock(this.page);
    await this.watched.release(name, 'abort');
  }
  async #again(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Try now' });
    if ((await this.#account().isVisible()) || !(await button.isVisible()))
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
        await this.#leaveAccount();
        return this.#openAccount(this.page, 'Log out');
      case 'error.dismissed':
        return this.#registerSomebody();
      case 'request.made':
        return this.make(String(event.id), isSignedIn);
      case 'request.withdrawn':
        return isSignedIn ? this.#leaveAccount() : this.page.locator('a[href="/"]').click();
      case 'request.denied':
        if (event.access === before.context.tokens?.access) {
          await server.expireAccess();
          await this.watched.release(String(event.id), 'continue');
          // The page receives the denial before anything else happens.
          return this.watched.idle();
        }
        // A request denied under an older token is sent again at once.
        await this.watched.release(String(event.id), 'continue');
        return this.watched.held(String(event.id));
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
        return expect(this.#account().getByText('Saved')).toBeVisible();
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
        await this.watched.passTime(30_000);
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
  async expectState(snapshot: SnapshotFrom<Session>): Promise<void> {
    const { value, context } = snapshot;
    await expect.poll(() => JSON.parse(this.watched.at('session') ?? 'null')).toEqual(value);
    const account = this.page.getByRole('button', { name: /^Account: / });
    const spinner = this.page.getByRole('status', { name: 'Loading' });
    if (snapshot.matches('signedOut')) {
      if (context.underWay.length > 0) return;
      const button = this.page.getByRole('button', { name: 'Log In', exact: true });
      await expect(button).toBeVisible();
      await expect(this.page.locator('[aria-busy=true]')).toHaveCount(snapshot.matches({ signedOut: 'submitting' }) ? 1 : 0);
      const alert = this.page.getByRole('alert');
      return context.error === null ? expect(alert).toHaveCount(0) : expect(alert).toHaveText(context.error.detail);
    }
    if (snapshot.matches({ signedIn: { profile: 'loaded' } })) {
      await expect(this.page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
      return expect(account.or(this.#account()).first()).toBeVisible();
    }
    await expect(account).toHaveCount(0);
    const isAway = snapshot.matches({ signedIn: { profile: 'unreachable' } }) || snapshot.matches({ signedIn: { access: 'unreachable' } });
    await expect(spinner.or(this.page.getByRole('main')).first()).toBeVisible();
    await expect(this.page.getByRole('button', { name: 'Try now' })).toHaveCount(isAway ? 1 : 0);
  }
}

/** A page of the real server, opened as the model begins, with its calls held. */
export async function open(
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
