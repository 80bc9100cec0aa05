import { beforeEach, describe, expect, test } from 'vitest';
import { type AnyActorRef, createActor, fromCallback, SimulatedClock } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { tokenRefreshFailed } from '../../domain/sentences/people.ts';
import { CREDENTIALS, PROFILE } from '../../src/machines/session/session.model.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import type { SessionEmitted, SessionInput, SessionReport } from '../../src/machines/session/types.ts';
import { inert } from '../../walking/standIns.ts';
import { type HeldCalls, holdCalls } from '../model/world.ts';

/** The session's calls and events to its parent, in order. */
let calls: HeldCalls;
let emitted: (SessionEmitted | SessionReport)[];
const TOKENS = { access: 'A1', refresh: 'R1' };
const profileHere = { type: 'request.settled', id: 'profile', outcome: { ok: true, answer: PROFILE } } as const;
beforeEach(() => {
  calls = holdCalls();
  emitted = [];
});

function start(input: Partial<SessionInput> = {}, clock = new SimulatedClock()) {
  const app = createActor(fromCallback<SessionReport>(({ receive }) => receive((report) => void emitted.push(report)))).start();
  const machine = sessionMachine.provide({ actors: { logIn: calls.actor('logIn'), refresh: calls.actor('refresh'), request: inert } });
  const session = createActor(machine, {
    clock,
    input: { app: app as AnyActorRef as SessionInput['app'], tokens: null, publicKey: null, destination: null, ...input },
  });
  session.on('*', (event) => void emitted.push(event));
  return session.start();
}

describe('signing in', () => {
  test('keeps the tokens and goes to the projects', async () => {
    const session = start();
    session.send({ type: 'login.submitted', ...CREDENTIALS });
    await calls.resolve('logIn', TOKENS);
    session.send(profileHere);
    expect(emitted).toEqual([
      { type: 'tokens.kept', tokens: TOKENS },
      { type: 'navigation.wanted', path: '/projects' },
      { type: 'profile.loaded', teams: PROFILE.teams },
    ]);
  });
  test('goes to the page the person asked for, once', async () => {
    const session = start({ destination: '/project/42' });
    session.send({ type: 'login.submitted', ...CREDENTIALS });
    await calls.resolve('logIn', TOKENS);
    session.send({ type: 'logout.requested' });
    session.send({ type: 'login.submitted', ...CREDENTIALS });
    await calls.resolve('logIn', TOKENS);
    const paths = emitted.flatMap((event) => (event.type === 'navigation.wanted' ? [event.path] : []));
    expect(paths).toEqual(['/project/42', '/', '/projects']);
  });
  test('with tokens from before, a landing page still leads to its project', () => {
    start({ tokens: TOKENS, destination: '/project/42' });
    expect(emitted).toEqual([{ type: 'navigation.wanted', path: '/project/42' }]);
  });
  test.each([
    [new Refused(400, { detail: 'Email or password is wrong' }), 'Email or password is wrong'],
    [new Refused(500, {}), 'Login failed'],
    [new Unanswered('offline'), 'Login failed'],
  ])('%s is shown as "%s"', async (error, text) => {
    const session = start();
    session.send({ type: 'login.submitted', ...CREDENTIALS });
    await calls.reject('logIn', error);
    expect({ error: session.getSnapshot().context.error?.detail, emitted }).toEqual({ error: text, emitted: [] });
  });
  test('an answer without tokens is invalid', async () => {
    const session = start();
    session.send({ type: 'login.submitted', ...CREDENTIALS });
    await calls.resolve('logIn', { access: 'A1' });
    expect(session.getSnapshot().context.error?.detail).toBe('Invalid server response');
  });
  test('in another tab signs this tab in without writing the tokens again', () => {
    start().send({ type: 'tokens.changedElsewhere', tokens: TOKENS });
    expect(emitted).toEqual([{ type: 'navigation.wanted', path: '/projects' }]);
  });
});

describe('the session ends', () => {
  const left = [
    { type: 'tokens.surrendered', refresh: 'R1' },
    { type: 'tokens.cleared' },
    { type: 'session.ended', forgetsCompany: true },
    { type: 'navigation.wanted', path: '/' },
  ];
  test('on logout', () => {
    start({ tokens: TOKENS }).send({ type: 'logout.requested' });
    expect(emitted).toEqual(left);
  });
  test.each([403, 404, 500])('when the profile answers %i', (status) => {
    const session = start({ tokens: TOKENS });
    session.send({ type: 'request.settled', id: 'profile', outcome: { ok: false, error: new Refused(status, {}) } });
    expect({ value: session.getSnapshot().value, emitted }).toEqual({ value: { signedOut: 'idle' }, emitted: left });
  });
  test.each([new Refused(400, { detail: 'No', code: 'refresh_refused' }), new Refused(401, {})])(
    'when the refresh is refused',
    async (error) => {
      const session = start({ tokens: { access: null, refresh: 'R1' } });
      await calls.reject('refresh', error);
      expect(session.getSnapshot().context).toMatchObject({ error: tokenRefreshFailed(), tokens: null });
      expect(emitted).toEqual([
        { type: 'failure.logged', message: 'The refresh was refused', error },
        { type: 'session.lost', profile: null },
        { type: 'tokens.cleared' },
        { type: 'session.ended', forgetsCompany: false },
        { type: 'navigation.wanted', path: '/' },
      ]);
    },
  );
  test('in another tab, which has cleared everything', () => {
    start({ tokens: TOKENS }).send({ type: 'tokens.changedElsewhere', tokens: null });
    expect(emitted).toEqual([
      { type: 'session.lost', profile: null },
      { type: 'session.ended', forgetsCompany: true },
      { type: 'navigation.wanted', path: '/' },
    ]);
  });
  test('and a public page stays where it is', async () => {
    const session = start({ tokens: { access: null, refresh: 'R1' }, publicKey: 'k' });
    await calls.reject('refresh', new Refused(400, { code: 'refresh_refused' }));
    expect(session.getSnapshot().value).toEqual({ signedOut: 'idle' });
    expect(emitted.filter(({ type }) => type === 'navigation.wanted')).toEqual([]);
  });
});

test.each([
  { who: 'the same person', email: 'Ann@Actum.example', path: '/act/3' },
  { who: 'somebody else', email: 'bob@actum.example', path: '/projects' },
])('after a lost session $who gets to $path', async ({ email, path }) => {
  const session = start({ tokens: TOKENS });
  session.send({ type: 'request.settled', id: 'profile', outcome: { ok: true, answer: PROFILE } });
  session.send({ type: 'tokens.changedElsewhere', tokens: null });
  session.send({ type: 'destination.kept', path: '/act/3' });
  emitted = [];
  session.send({ type: 'login.submitted', email, password: 'secret' });
  await calls.resolve('logIn', TOKENS);
  expect(emitted).toContainEqual({ type: 'navigation.wanted', path });
});

test('a socket closed for an older token asks for no refresh', () => {
  const session = start({ tokens: TOKENS });
  session.send({ type: 'access.denied', access: 'A0' });
  expect(calls.pending()).toEqual([]);
  session.send({ type: 'access.denied', access: 'A1' });
  expect(calls.pending()).toEqual(['refresh']);
});

describe('no answer is not a refusal', () => {
  const away = new Unanswered('offline');
  test.each([away, new Refused(429, {}), new Refused(500, {})])('the refresh keeps its tokens after %s', async (error) => {
    const session = start({ tokens: { access: null, refresh: 'R1' } });
    await calls.reject('refresh', error);
    expect({ access: session.getSnapshot().value, tokens: session.getSnapshot().context.tokens, emitted }).toEqual({
      access: { signedIn: { profile: 'loading', access: 'unreachable' } },
      tokens: { access: null, refresh: 'R1' },
      emitted: [],
    });
  });
  test.each([away, new Refused(429, {}), new Refused(401, {})])('the session stays when the profile answers %s', (error) => {
    const session = start({ tokens: TOKENS });
    session.send({ type: 'request.settled', id: 'profile', outcome: { ok: false, error } });
    expect({ value: session.getSnapshot().value, emitted }).toEqual({
      value: { signedIn: { profile: 'unreachable', access: 'fresh' } },
      emitted: [],
    });
  });
  test('the refresh is tried after 1, 2, 4, 8, 16, 30 and 30 seconds, and starts over once it worked', async () => {
    const clock = new SimulatedClock();
    const session = start({ tokens: { access: null, refresh: 'R1' } }, clock);
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await calls.reject('refresh', away);
      clock.increment(seconds * 1_000 - 1);
      expect(calls.pending()).toEqual([]);
      clock.increment(1);
    }
    await calls.resolve('refresh', TOKENS);
    session.send({ type: 'access.denied', access: 'A1' });
    await calls.reject('refresh', away);
    clock.increment(1_000);
    expect(calls.pending()).toEqual(['refresh']);
  });
  test('the profile is asked again after 1 and 2 seconds', () => {
    const clock = new SimulatedClock();
    const session = start({ tokens: TOKENS }, clock);
    const profile = () => session.getSnapshot().matches({ signedIn: { profile: 'loading' } });
    for (const seconds of [1, 2]) {
      session.send({ type: 'request.settled', id: 'profile', outcome: { ok: false, error: away } });
      clock.increment(seconds * 1_000 - 1);
      expect(profile()).toBe(false);
      clock.increment(1);
      expect(profile()).toBe(true);
    }
  });
});
