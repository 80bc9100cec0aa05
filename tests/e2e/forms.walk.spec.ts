import type { BrowserContext, Page } from '@playwright/test';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import { Unanswered } from '../../domain/api/call.ts';
import { loginFormOf } from '../../src/compose/app/login.ts';
import { providePeople } from '../../src/compose/people.ts';
import type { Typed } from '../../src/machines/form/form.ts';
import { UNREACHED } from '../../walking/coverage/unreached.ts';
import { eventInWords } from '../../walking/paths.ts';
import { coveringPaths, type WorldModel } from '../../walking/tour.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { mailedPath } from './mail.ts';
import { DEMO, expect, levers, test, type Walked, type Watched, watch } from './walk/served.ts';

const signed = {} as Parameters<typeof providePeople>[0];
const people = providePeople(signed);
const PASSWORD = 'secret-password';
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `form-${process.pid}-${addresses}@people.example`;
};

/** The address of a form, and the call it makes. */
interface Place {
  readonly path: string;
  readonly call: string;
  readonly right: Typed;
  readonly isSignedIn?: true;
  /** The signed-in person; the demo's by default. */
  readonly email?: string;
  /** Accepting it signs the person in, which removes the form before its machine settles. */
  readonly signsIn?: true;
  /** The menu and its item that open the dialog it is in. */
  readonly dialog?: readonly [RegExp, string];
}
interface WalkedForm {
  readonly machine: AnyStateMachine;
  /** Wrong values to type. */
  readonly wrong: Typed;
  readonly right: (walked: Walked, context: BrowserContext) => Promise<Place>;
}

async function accessOf(walked: Walked, context: BrowserContext, email = DEMO.email): Promise<{ access: string; refresh: string }> {
  const response = await context.request.post(`${walked.address}/api/v1/token/`, { data: { ...DEMO, email } });
  return response.json() as Promise<{ access: string; refresh: string }>;
}
async function teamOf(walked: Walked, context: BrowserContext) {
  const { access } = await accessOf(walked, context);
  const headers = { authorization: `Bearer ${access}` };
  const profile = (await (await context.request.get(`${walked.address}/api/v1/profile/`, { headers })).json()) as {
    readonly teams: readonly { readonly id: number; readonly name: string }[];
  };
  const { id = 0, name = '' } = profile.teams[0] ?? {};
  return { id, name, headers };
}
async function invited(walked: Walked, context: BrowserContext, email: string): Promise<string> {
  const { id, headers } = await teamOf(walked, context);
  await context.request.post(`${walked.address}/api/v1/teams/${id}/invitations/`, { headers, data: { email, role: 'regular' } });
  return mailedPath({ ...DEMO, ...walked }, email, '/invitation/');
}

const TEAM_SETTINGS = [/^Team: /, 'Team settings'] as const;

const FORMS: Readonly<Record<string, WalkedForm>> = {
  login: {
    machine: loginFormOf({} as never),
    wrong: { email: 'ann', password: '12345' },
    right: async () => ({ path: '/', call: 'POST /token/', right: DEMO, signsIn: true }),
  },
  register: {
    machine: people.register,
    wrong: { name: '', email: '', password: '' },
    right: async () => ({
      path: '/register',
      call: 'POST /register/',
      right: { name: 'Ann Builder', email: newAddress(), password: PASSWORD },
    }),
  },
  forgot: {
    machine: people.forgot,
    wrong: { email: '' },
    right: async () => ({ path: '/forgot', call: 'POST /forgot/', right: { email: newAddress() } }),
  },
  recovery: {
    machine: people.recovery('hash'),
    wrong: { password: '12345' },
    async right(walked, context) {
      const email = newAddress();
      await levers(walked).addPerson(email, PASSWORD);
      await context.request.post(`${walked.address}/api/v1/forgot/`, { data: { email } });
      const path = await mailedPath({ ...DEMO, ...walked }, email, '/password-recovery/');
      return { path, call: 'POST /password_recovery/', right: { password: PASSWORD } };
    },
  },
  'invitation of a newcomer': {
    machine: people.invitation('hash').newcomer,
    wrong: { name: '', password: '' },
    async right(walked, context) {
      const path = await invited(walked, context, newAddress());
      return {
        path,
        call: `POST ${path.replace('/invitation/', '/invitations/')}/`,
        right: { name: 'Ann New', password: PASSWORD },
        signsIn: true,
      };
    },
  },
  'invitation of a known person': {
    machine: people.invitation('hash').known,
    wrong: { password: '' },
    async right(walked, context) {
      const email = newAddress();
      await levers(walked).addPerson(email, PASSWORD);
      return { path: await invited(walked, context, email), call: 'POST /token/', right: { password: PASSWORD }, signsIn: true };
    },
  },
  'name in the profile': {
    machine: people.profile.name,
    wrong: { name: '' },
    right: async () => ({
      path: '/account',
      call: 'PATCH /profile/',
      right: { name: 'Demo Estimator' },
      isSignedIn: true,
    }),
  },
  'invitation into the team': {
    machine: people.team(1).invite,
    wrong: { email: 'ann' },
    async right(walked, context) {
      const { id } = await teamOf(walked, context);
      const right = { email: newAddress() };
      return { path: '/projects', call: `POST /teams/${id}/invitations/`, right, isSignedIn: true, dialog: TEAM_SETTINGS };
    },
  },
  'name of the team': {
    machine: people.team(1).rename,
    wrong: { name: '' },
    async right(walked, context) {
      const { id, name } = await teamOf(walked, context);
      return { path: '/projects', call: `PATCH /teams/${id}/`, right: { name }, isSignedIn: true, dialog: TEAM_SETTINGS };
    },
  },
  'email in the profile': {
    machine: people.profile.email,
    wrong: { email: 'ann' },
    async right(walked) {
      const email = newAddress();
      await levers(walked).addColleague(email, DEMO.email);
      return { path: '/account', call: 'POST /profile/email/', right: { email: newAddress() }, isSignedIn: true, email };
    },
  },
  'password in the profile': {
    machine: people.profile.password,
    wrong: { old: '', new: '' },
    async right(walked) {
      const email = newAddress();
      await levers(walked).addColleague(email, DEMO.email);
      return { path: '/account', call: 'POST /profile/password/', right: { old: DEMO.password, new: PASSWORD }, isSignedIn: true, email };
    },
  },
};

/** Everything that a person, the network and the server do with a form: wrong, right, unanswered and answered. */
const modelOf = ({ machine, wrong }: WalkedForm, { right, signsIn }: Place): WorldModel<AnyStateMachine, null> => ({
  machine,
  input: undefined,
  world: () => null,
  next: () => null,
  events: ({ value }) => {
    if (value === 'submit') {
      // The session reports why a login failed, so for its form the call simply ends.
      if (machine.id === 'loginForm') return [{ type: 'xstate.done.actor.submit', output: {} }];
      const unanswered = { type: 'xstate.error.actor.submit' as const, error: new Unanswered('offline') };
      return signsIn ? [unanswered] : [unanswered, { type: 'xstate.done.actor.submit', output: {} }];
    }
    if (JSON.stringify(value) === '{"edit":"accepted"}') return [];
    const withRole = (typed: Typed) => (machine.id === 'inviteMember' ? { ...typed, role: 'regular', language: 'en' } : typed);
    return [wrong, right].map((typed) => ({ type: 'form.submitted', typed: withRole(typed) }));
  },
  stateKey: ({ value, context }) => ({ value, ...context }),
});

async function fill(page: Page, typed: Typed): Promise<void> {
  // Role and language are chosen, not typed, and one of each is chosen from the start.
  const fields = Object.entries(typed).filter(([name]) => name !== 'role' && name !== 'language');
  const form = page
    .locator('form')
    .filter({ has: page.locator(`input[name="${fields.at(-1)?.[0]}"]`) })
    .first();
  for (const [name, text] of fields) await form.locator(`input[name="${name}"]`).fill(text);
  await form.locator(`input[name="${fields.at(-1)?.[0]}"]`).press('Enter');
}

async function step(page: Page, watched: Watched, event: { readonly type: string }, signsIn: boolean): Promise<void> {
  if (event.type === 'form.submitted') await fill(page, (event as unknown as { readonly typed: Typed }).typed);
  else await watched.release('call', event.type.startsWith('xstate.done') && !signsIn ? 'continue' : 'abort');
}

test.describe.configure({ mode: 'default' });
for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: every way through its form`, async ({ page, context, walked }) => {
    const place = await form.right(walked, context);
    if (place.isSignedIn) {
      const tokens = await accessOf(walked, context, place.email);
      await context.addCookies(Object.entries(tokens).map(([cookie, value]) => ({ name: cookie, value, url: walked.address })));
    }
    const watched = await watch(context, page, walked.taken, { [place.call]: 'call' });
    await page.goto(walked.address + place.path);
    if (place.dialog) {
      await page.getByRole('button', { name: place.dialog[0] }).click();
      await page.getByRole('menuitem', { name: place.dialog[1] }).click();
    }
    const paths = coveringPaths(modelOf(form, place), new Set(), 16);
    expect(paths).toHaveLength(1);
    for (const { event, expected } of paths[0] ?? []) {
      await test.step(eventInWords(event), async () => {
        await step(page, watched, event, place.signsIn === true);
        const { value } = expected as SnapshotFrom<AnyStateMachine>;
        await expect.poll(() => watched.at(form.machine.id)).toBe(JSON.stringify(value));
        if (value === 'submit') await watched.held('call');
      });
    }
    if (place.signsIn) {
      await fill(page, place.right);
      await watched.release('call', 'continue');
      await expect(page).toHaveURL(`${walked.address}/projects`);
    }
    const declared = declaredTransitions(form.machine).map(transitionKey);
    const missed = declared.filter((key) => !walked.taken.has(key));
    console.log(`${form.machine.id}: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
    expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
  });
}
