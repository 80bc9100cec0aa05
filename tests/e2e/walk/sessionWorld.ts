import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import { CREDENTIALS, PROFILE } from '../../../src/machines/session/session.model.ts';
import { sessionMachine } from '../../../src/machines/session/session.ts';
import { PROFILE_REQUEST, profileCall } from '../../../src/machines/session/types.ts';
import { silent } from '../../../walking/standIns.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type Session = typeof sessionMachine;
type Event = ModelEvent<Session>;
type Sent = Readonly<Record<string, { readonly under: string | null; readonly denied: boolean }>>;

/** Facts outside the session's context: the token of each request, and whether the server still honours the newest token. */
interface SessionWorld {
  readonly sent: Sent;
  readonly honoured: string | null;
}

const KEPT = { access: 'A0', refresh: 'R0' };
export const SESSION_STARTS = {
  'signed out': null,
  'with tokens': KEPT,
  'with a refresh token alone': { access: null, refresh: 'R0' },
} as const;
export type SessionStart = keyof typeof SESSION_STARTS;

const nextPair = ({ context }: SnapshotFrom<Session>) => {
  const count = Number(context.tokens?.access?.slice(1) ?? 0) + 1;
  return { access: `A${count}`, refresh: `R${count}` };
};

/**
 * Two calls a person makes from the profile: one that saves the name, and a refused change of password. A signed-out person asks for a new password
 * instead.
 */
const CALLS = ['r1', 'r2'] as const;

function sentAfter(before: Sent, event: Event, { context }: SnapshotFrom<Session>): Sent {
  const newest = context.tokens?.access ?? null;
  return Object.fromEntries(
    context.underWay.map((id) => {
      const { under = null, denied = false } = before[id] ?? {};
      const isDenied = event.type === 'request.denied' && 'id' in event && event.id === id;
      if (context.waiting.includes(id)) return [id, { under: null, denied: denied || isDenied }];
      return [id, { under: isDenied ? newest : (under ?? newest), denied: denied || isDenied }];
    }),
  );
}

function answers(id: string, world: SessionWorld, isSignedIn: boolean): Event[] {
  const { under, denied } = world.sent[id] ?? { under: null, denied: false };
  if (isSignedIn && under === null) return [];
  const isHonoured = !isSignedIn || under === world.honoured;
  const settled = (outcome: { ok: true; answer: unknown } | { ok: false; error: unknown }): Event => ({
    type: 'request.settled',
    id,
    outcome,
  });
  const denial: Event[] = isSignedIn && !denied ? [{ type: 'request.denied', id, access: under ?? '' }] : [];
  if (id !== PROFILE_REQUEST) return isHonoured ? [...denial, settled({ ok: true, answer: [] })] : denial;
  const unanswered = settled({ ok: false, error: new Unanswered('offline') });
  return isHonoured
    ? [...denial, settled({ ok: true, answer: PROFILE }), settled({ ok: true, answer: { welcome: '' } }), unanswered]
    : denial;
}

/** Events a real page's session can receive: by its screen, its other tab, the network and the server's rows. */
function events(snapshot: SnapshotFrom<Session>, world: SessionWorld): readonly Event[] {
  const { context } = snapshot;
  const { underWay } = context;
  const elsewhere = (tokens: { access: string; refresh: string } | null): Event => ({ type: 'tokens.changedElsewhere', tokens });
  if (snapshot.matches({ signedOut: 'submitting' })) {
    return [
      { type: 'xstate.done.actor.logIn', output: nextPair(snapshot) },
      { type: 'xstate.done.actor.logIn', output: { welcome: '' } },
      { type: 'xstate.error.actor.logIn', error: new Refused(400, { detail: 'Confirm your email first: open the link we sent you' }) },
      { type: 'xstate.error.actor.logIn', error: new Unanswered('offline') },
    ];
  }
  if (snapshot.matches('signedOut')) {
    if (underWay.length > 0) return [...answers('r1', world, false), { type: 'request.withdrawn', id: 'r1' }];
    return [
      { type: 'login.submitted', ...CREDENTIALS },
      ...(context.error === null ? [] : [{ type: 'error.dismissed' as const }]),
      { type: 'request.made', id: 'r1', call: profileCall },
      elsewhere({ access: 'A50', refresh: 'R50' }),
    ];
  }
  const isLoaded = snapshot.matches({ signedIn: { profile: 'loaded' } });
  const calls = CALLS.filter((id) => underWay.includes(id));
  const isQuiet = calls.length === 0;
  const own: Event[] = isLoaded
    ? [
        ...CALLS.filter((id) => !underWay.includes(id)).map((id): Event => ({ type: 'request.made', id, call: profileCall })),
        ...calls.flatMap((id) => answers(id, world, true)),
        // Both calls are made from one dialog, and closing it withdraws any call under way.
        ...(calls.length === 1 ? calls.map((id): Event => ({ type: 'request.withdrawn', id })) : []),
        ...(isQuiet && world.honoured !== null ? [elsewhere(null)] : []),
      ]
    : underWay.includes(PROFILE_REQUEST)
      ? answers(PROFILE_REQUEST, world, true)
      : [];
  if (snapshot.matches({ signedIn: { profile: 'unreachable' } })) {
    return [{ type: 'retry.requested' }, { type: 'xstate.after.untilProfileAgain.session.signedIn.profile.unreachable' }];
  }
  if (snapshot.matches({ signedIn: { access: 'unreachable' } })) {
    return [{ type: 'retry.requested' }, { type: 'xstate.after.untilRefreshAgain.session.signedIn.access.unreachable' }];
  }
  if (snapshot.matches({ signedIn: { access: 'refreshing' } })) {
    return [
      ...own.filter(({ type }) => type !== 'tokens.changedElsewhere'),
      { type: 'xstate.done.actor.refresh', output: nextPair(snapshot) },
      { type: 'xstate.done.actor.refresh', output: { welcome: '' } },
      { type: 'xstate.error.actor.refresh', error: new Refused(400, { code: 'refresh_refused' }) },
      { type: 'xstate.error.actor.refresh', error: new Unanswered('offline') },
      elsewhere(nextPair(snapshot)),
    ];
  }
  if (!isLoaded || !isQuiet) return own;
  return [
    ...own,
    { type: 'profile.changed', profile: PROFILE },
    { type: 'access.denied', access: context.tokens?.access ?? '' },
    { type: 'logout.requested' },
  ];
}

export const sessionWorld = (start: SessionStart): WorldModel<Session, SessionWorld> => ({
  machine: sessionMachine,
  input: { app: silent, tokens: SESSION_STARTS[start], publicKey: null, destination: null },
  world: (snapshot) => ({ sent: sentAfter({}, { type: 'xstate.init' }, snapshot), honoured: 'A0' }),
  events,
  next(before, event, after) {
    const newest = after.context.tokens?.access ?? null;
    const isDenied =
      event.type === 'access.denied' || (event.type === 'request.denied' && 'access' in event && event.access === before.honoured);
    const isNew = event.type === 'tokens.changedElsewhere' || event.type.startsWith('xstate.done.actor');
    return {
      sent: sentAfter(before.sent, event, after),
      honoured: isNew ? newest : isDenied ? null : before.honoured,
    };
  },
  stateKey: ({ value, context }, { sent, honoured }) => ({
    value,
    error: context.error,
    waiting: context.waiting.toSorted(),
    sent: Object.entries(sent).map(([id, { under, denied }]) => [id, under === null ? 'waits' : under === honoured, denied]),
  }),
});
