import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { sessionMachine } from './session.ts';
import { PROFILE_REQUEST, profileCall } from './types.ts';

type Session = typeof sessionMachine;
type Event = ModelEvent<Session>;

export const CREDENTIALS = { email: 'ann@actum.example', password: 'secret' };
export const PROFILE = {
  id: 1,
  email: 'ann@actum.example',
  name: 'Ann',
  language: 'en' as const,
  teams: [{ id: 7, name: 'North', role: 'owner' as const }],
};
const IN_LATVIAN = { ...PROFILE, language: 'lv' as const };
const KEPT = { access: 'A0', refresh: 'R0' };
const ELSEWHERE = { access: 'A50', refresh: 'R50' };
const NEW = { access: 'A1', refresh: 'R1' };

/** The refusal of a password that needs a second step. */
export const STEP = { detail: 'Enter a code', code: 'second_factor_needed', ticket: 'T1', steps: ['passkey', 'code', 'recovery_code'] };

/** The next pair of tokens. Each pair is newer than the one before. */
const next = ({ context }: SnapshotFrom<Session>) => {
  const count = Number(context.tokens?.access?.slice(1) ?? 0) + 1;
  return { access: `A${count}`, refresh: `R${count}` };
};

const profileEvents = (access: string): Event[] => {
  const id = PROFILE_REQUEST;
  return [
    { type: 'request.denied', id, access },
    { type: 'request.settled', id, outcome: { ok: true, answer: PROFILE } },
    { type: 'request.settled', id, outcome: { ok: true, answer: { name: 'Ann' } } },
    { type: 'request.settled', id, outcome: { ok: false, error: new Refused(403, { detail: 'No' }) } },
    { type: 'request.settled', id, outcome: { ok: false, error: new Refused(429, {}) } },
    { type: 'request.settled', id, outcome: { ok: false, error: new Refused(401, {}) } },
    { type: 'request.settled', id, outcome: { ok: false, error: new Unanswered('offline') } },
  ];
};

/** The session alone: the person, its requests, other tabs and the server may send anything at any time. */
export const sessionModel = (requests: readonly string[]): Model<Session> => ({
  machine: sessionMachine,
  starts: (app) => {
    const stranger = { app, tokens: null, publicKey: null, destination: null };
    return {
      'signed out': stranger,
      'with tokens': { ...stranger, tokens: KEPT },
      'with a refresh token alone': { ...stranger, tokens: { access: null, refresh: 'R0' } },
      'on a public page': { ...stranger, publicKey: 'k' },
      'on a public page with tokens': { ...stranger, publicKey: 'k', tokens: KEPT },
    };
  },
  stateKey: ({ value, context }) => ({
    value,
    error: context.error,
    step: context.step,
    underWay: context.underWay.toSorted(),
    waiting: context.waiting.toSorted(),
  }),
  events: (snapshot) => {
    const { underWay, waiting, tokens } = snapshot.context;
    const access = tokens?.access ?? '';
    return [
      { type: 'login.submitted', ...CREDENTIALS },
      { type: 'logout.requested' },
      { type: 'error.dismissed' },
      { type: 'destination.kept', path: '/act/3' },
      { type: 'retry.requested' },
      { type: 'profile.changed', profile: IN_LATVIAN },
      { type: 'tokens.changedElsewhere', tokens: ELSEWHERE },
      { type: 'tokens.changedElsewhere', tokens: null },
      { type: 'access.denied', access },
      { type: 'access.denied', access: 'A-1' },
      { type: 'xstate.done.actor.logIn', output: NEW },
      { type: 'xstate.done.actor.logIn', output: { access: 1 } },
      { type: 'xstate.error.actor.logIn', error: new Refused(400, { detail: 'Email or password is wrong' }) },
      { type: 'xstate.error.actor.logIn', error: new Unanswered('offline') },
      { type: 'xstate.error.actor.logIn', error: new Refused(403, STEP) },
      { type: 'xstate.error.actor.logIn', error: new Refused(403, { ...STEP, ticket: 7 }) },
      { type: 'tokens.received', tokens: next(snapshot) },
      { type: 'tokens.received', tokens: { access: 1 } },
      { type: 'login.abandoned' },
      { type: 'xstate.done.actor.refresh', output: next(snapshot) },
      { type: 'xstate.done.actor.refresh', output: null },
      { type: 'xstate.error.actor.refresh', error: new Refused(400, { detail: 'Refused', code: 'refresh_refused' }) },
      { type: 'xstate.error.actor.refresh', error: new Refused(429, {}) },
      { type: 'xstate.error.actor.refresh', error: new Refused(500, {}) },
      { type: 'xstate.error.actor.refresh', error: new Unanswered('offline') },
      { type: 'xstate.after.untilProfileAgain.session.signedIn.profile.unreachable' },
      { type: 'xstate.after.untilRefreshAgain.session.signedIn.access.unreachable' },
      ...(underWay.includes(PROFILE_REQUEST) && !waiting.includes(PROFILE_REQUEST) ? profileEvents(access) : []),
      ...requests.flatMap((id): Event[] => {
        if (!underWay.includes(id)) return [{ type: 'request.made', id, call: profileCall }];
        const withdrawn: Event = { type: 'request.withdrawn', id };
        if (waiting.includes(id)) return [withdrawn];
        return [
          withdrawn,
          { type: 'request.denied', id, access },
          { type: 'request.denied', id, access: 'A-1' },
          { type: 'request.settled', id, outcome: { ok: true, answer: [] } },
        ];
      }),
    ];
  },
  broken: ({ value, context: { tokens, profile, waiting, underWay, step }, children }) => {
    const at = JSON.stringify(value);
    const signedIn = at.includes('signedIn');
    const profileIs = (state: string) => at.includes(`"profile":"${state}"`);
    return rules({
      'who is signed out holds no tokens': signedIn || tokens === null,
      'who is signed in holds tokens': !signedIn || tokens !== null,
      'nothing waits while the token is fresh': !at.includes('"access":"fresh"') || (waiting.length === 0 && tokens?.access !== null),
      'nothing waits while signed out': signedIn || waiting.length === 0,
      'the profile is there once loaded, and only then': profileIs('loaded') === (profile !== null),
      'the profile is asked for while loading, and only then': profileIs('loading') === underWay.includes(PROFILE_REQUEST),
      'who waits is under way': waiting.every((id) => underWay.includes(id)),
      'what is under way lives': underWay.every((id) => id in children),
      'a ticket is held during the second step, and only then': at.includes('secondStep') === (step !== null),
      'nobody is listed twice': new Set(underWay).size === underWay.length && new Set(waiting).size === waiting.length,
    });
  },
});
