import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { providePeople } from '../../src/compose/people.ts';
import type { Typed } from '../../src/machines/form/form.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import { recordTransitions, watched } from '../../walking/transitions.ts';
import { type Heard, honestServer } from '../model/honestServer.ts';

const RUNS = 600;
const ROOFERS = { id: 9, name: 'Roofers' };

/** A server that knows one invitation and the forms. */
function honestPeople(email: string) {
  const joined: string[] = [];
  const teams = [...PROFILE.teams];
  const over = new Refused(409, { detail: 'This invitation has been accepted already', code: 'invitation_used' });
  const join = (how: string) => {
    if (joined.length > 0) throw over;
    joined.push(how);
    const team = { ...ROOFERS, role: 'regular' as const };
    if (email === PROFILE.email) teams.push(team as never);
    return team;
  };
  function more({ method, path, body }: Heard, isSignedIn: boolean): unknown {
    if (path === '/invitations/h1/' && method === 'GET') {
      if (joined.length > 0) throw over;
      return { team: ROOFERS, email, role: 'regular', invited_by: 'Bob', expires_at: '2030-01-01T00:00:00.000Z', is_registered: true };
    }
    if (path === '/invitations/h1/') {
      if (!isSignedIn && body.name === undefined) throw new Refused(401, { detail: 'Sign in' });
      if (isSignedIn && email !== PROFILE.email) throw new Refused(403, { detail: 'This invitation is for another address' });
      return join(isSignedIn ? 'signed in' : 'newcomer');
    }
    if (path === '/profile/' && isSignedIn) return { ...PROFILE, teams, ...(body.name === undefined ? {} : { name: body.name }) };
    if (path === '/profile/password/')
      return body.old === 'wrong' ? refuse({ old: ['This is not your current password'] }) : { detail: 'Changed' };
    if (path === '/password_recovery/')
      return body.password === 'refused link' ? refuse({ detail: 'Used', code: 'recovery_invalid' }) : { detail: 'Changed' };
    if (path === '/register/')
      return body.name === 'Taken' ? refuse({ email: ['An account with this address exists'] }) : { detail: 'Sent' };
    if (path === '/forgot/') return { detail: 'Sent' };
    if (path === '/profile/logout_everywhere/') return {};
    return undefined;
  }
  return { more, joined };
}
function refuse(body: unknown): never {
  throw new Refused(400, body);
}

const email = PROFILE.email;
/** Input for each form: accepted, refused by the server, refused by the rules. */
const TYPED: Readonly<Record<string, readonly Typed[]>> = {
  login: [
    { email, password: 'secret' },
    { email, password: 'wrong' },
    { email: '', password: '' },
  ],
  known: [{ password: 'secret' }, { password: 'wrong-' }, { password: '' }],
  newcomer: [
    { name: 'Ann', password: 'a dry cellar' },
    { name: '', password: '' },
  ],
  register: [
    { name: 'Ann', email, password: 'a dry cellar' },
    { name: 'Taken', email, password: 'a dry cellar' },
    { name: '', email: '', password: '' },
  ],
  forgot: [{ email }, { email: 'ann' }],
  recovery: [{ password: 'a dry cellar' }, { password: 'refused link' }, { password: '1' }],
  name: [{ name: 'Anna' }, { name: ' ' }],
  password: [
    { old: 'secret', new: 'a dry cellar' },
    { old: 'wrong', new: 'a dry cellar' },
    { old: '', new: '' },
  ],
  everywhere: [{}],
};

type Happening =
  | { readonly do: 'expire' | 'revoke' | 'leave' | 'return' | 'wait' | 'logOut' | 'join' | 'dismiss' }
  | { readonly do: 'answer'; readonly at: number }
  | { readonly do: 'submit'; readonly form: string; readonly typed: Typed };
const plain = fc
  .constantFrom(...(['expire', 'revoke', 'leave', 'return', 'wait', 'logOut', 'join', 'dismiss'] as const))
  .map((name) => ({ do: name }));
const submit = fc.constantFrom(
  ...Object.entries(TYPED).flatMap(([form, each]) => each.map((typed) => ({ do: 'submit' as const, form, typed }))),
);
const happenings = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), at: fc.nat(3) }) },
    { weight: 2, arbitrary: submit },
    plain,
  ),
  { maxLength: 40 },
);

const answer = { do: 'answer', at: 0 } as const;
/** The server stops answering while the invitation is loaded, and again while it is accepted. */
const GOES_AWAY_TWICE: Happening[] = [
  answer,
  { do: 'leave' },
  ...Array<Happening>(4).fill(answer),
  { do: 'return' },
  { do: 'join' },
  answer,
  { do: 'join' },
  { do: 'leave' },
  answer,
  { do: 'return' },
  { do: 'join' },
];

// The runs are the same each time, so the transitions they miss are too.
const record = recordTransitions();
const seen = new Map<string, AnyStateMachine>([['invitation', invitationMachine]]);

/** Runs the whole client with every form open, among real requests, through the given events; then the server answers everything. */
async function live(each: readonly Happening[], invited: string, signedIn: boolean) {
  const people = honestPeople(invited);
  const server = honestServer(people.more);
  if (signedIn) server.kept.tokens = server.issue();
  const clock = new SimulatedClock();
  const actum = createActum(server.outside, { path: '/invitation/h1', search: '' }, { clock, inspect: record.inspect });
  const { invitation, profile, register, forgot, recovery } = providePeople(actum);
  const { reading, known, newcomer } = invitation('h1');
  const machines = {
    login: actum.loginForm,
    known,
    newcomer,
    register,
    forgot,
    recovery: recovery('h2'),
    name: profile.name,
    password: profile.password,
    everywhere: profile.logOutEverywhere,
  };
  const forms = new Map(
    Object.entries(machines).map(([name, machine]) => {
      seen.set(name, machine);
      return [name, createActor(watched<AnyStateMachine>(machine, record.inspect)).start()] as const;
    }),
  );
  const read = createActor(reading).start();
  const wrong: string[] = [];
  actum.invitation.subscribe(({ value, context }) => {
    if (value === 'offered' && context.found?.invitation.email !== actum.session.getSnapshot().context.profile?.email)
      wrong.push('foreign');
  });
  const settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      while (server.pending().length > 0) await server.answer(0);
      clock.increment(30_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  for (const happening of each) {
    switch (happening.do) {
      case 'submit':
        forms.get(happening.form)?.send({ type: 'form.submitted', typed: happening.typed });
        break;
      case 'expire':
        server.expireAccess();
        break;
      case 'revoke':
        server.revoke();
        break;
      case 'leave':
      case 'return':
        server.goAway(happening.do === 'leave');
        break;
      case 'wait':
        clock.increment(30_000);
        break;
      case 'logOut':
        actum.session.send({ type: 'logout.requested' });
        break;
      case 'join':
        actum.invitation.send({ type: 'join.chosen' });
        break;
      case 'dismiss':
        actum.invitation.send({ type: 'invitation.dismissed' });
        break;
      case 'answer':
        await server.answer(happening.at);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.goAway(false);
  await settle();
  const end = {
    busy: [...forms].flatMap(([name, form]) => (form.getSnapshot().value === 'submit' ? [name] : [])),
    invitation: actum.invitation.getSnapshot().value,
    pending: server.pending(),
    wrong,
    joined: people.joined,
    session: actum.session.getSnapshot(),
    company: actum.company.getSnapshot().context,
  };
  for (const actor of [...forms.values(), read]) actor.stop();
  actum.stop();
  return end;
}

test.each([
  ['for Ann, who is signed in', email, true],
  ['for Ann, who is not', email, false],
  ['for another, with Ann signed in', 'eve@actum.example', true],
])(
  `${RUNS} lives with an invitation %s: every form comes back, and the team is joined once`,
  async (_, invited, signedIn) => {
    await fc.assert(
      fc.asyncProperty(happenings, async (each) => {
        const { busy, invitation, pending, wrong, joined, session, company } = await live(each, invited, signedIn);
        expect({ busy, pending, wrong }).toEqual({ busy: [], pending: [], wrong: [] });
        expect(['waiting', 'offered', 'foreign', 'refused']).toContain(invitation);
        expect(joined.length).toBeLessThanOrEqual(1);
        expect(session.context.waiting).toEqual([]);
        expect(session.context.underWay).toEqual([]);
        const isMember = session.context.profile?.teams.some(({ id }) => id === ROOFERS.id) ?? false;
        expect(company.teams.some(({ id }) => id === ROOFERS.id)).toBe(isMember);
      }),
      { numRuns: RUNS, seed: 4, examples: [[GOES_AWAY_TWICE]] },
    );
  },
  120_000,
);

test('every transition of the invitation and the forms is walked', () => {
  const missed = [...seen.values()].flatMap((machine) => record.missed(machine));
  expect(missed.sort()).toEqual([
    // The form has no fields, so no rule can be broken.
    '#logOutEverywhere.edit -- form.submitted[1] -> #logOutEverywhere.edit.open',
    // The session decides who is signed in and shows its own errors, so the login form always succeeds.
    '#loginForm.submit -- xstate.error.actor.submit -> #loginForm.edit',
  ]);
});
