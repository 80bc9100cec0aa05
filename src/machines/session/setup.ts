import { assign, emit, enqueueActions, fromPromise, raise, sendTo, setup, stopChild } from 'xstate';
import type { Call } from '../../../domain/api/call.ts';
import { isRefusal, Refused } from '../../../domain/api/call.ts';
import { type Credentials, isSameAddress } from '../../../domain/api/credentials.ts';
import { sentenceOf } from '../../../domain/api/errors.ts';
import type { Profile } from '../../../domain/api/people.ts';
import { loginFailed } from '../../../domain/sentences/people.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { patience } from '../patience.ts';
import { type Credential, type Outcome, requestMachine } from '../request/request.ts';
import {
  isFailedLoad,
  isProfile,
  isTokenPair,
  type KeptTokens,
  PROFILE_REQUEST,
  profileCall,
  type SessionContext,
  type SessionEmitted,
  type SessionEvent,
  type SessionInput,
  secondStepIn,
} from './types.ts';

/** How a session ends. */
export interface Leaving {
  /** Whether this tab clears the cookies and notifies the server. */
  readonly clears: boolean;
  readonly surrenders: boolean;
  readonly forgetsCompany: boolean;
  /** The person did not ask for it. */
  readonly isLoss: boolean;
  readonly error: Sentence | null;
}
const without = (ids: readonly string[], gone: string) => ids.filter((id) => id !== gone);

export const sessionSetup = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    logIn: fromPromise<unknown, Credentials>(() => Promise.reject(new Error('logIn is not provided'))),
    refresh: fromPromise<unknown, KeptTokens>(() => Promise.reject(new Error('refresh is not provided'))),
    request: requestMachine,
  },
  delays: {
    untilProfileAgain: ({ context }) => patience(context.unanswered.profile),
    untilRefreshAgain: ({ context }) => patience(context.unanswered.refresh),
  },
  guards: {
    hasAccessToken: ({ context }) => context.tokens !== null && context.tokens.access !== null,
    hasRefreshToken: ({ context }) => context.tokens !== null,
    isTokenPair: (_, { output }: { output: unknown }) => isTokenPair(output),
    isSecondStep: (_, { error }: { error: unknown }) => secondStepIn(error) !== null,
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
    areTokens: (_, { tokens }: { tokens: KeptTokens | null }) => tokens !== null,
    isOlderToken: ({ context }, { access }: { access: string }) => context.tokens?.access !== access,
    isCurrentToken: ({ context }, { access }: { access: string }) => context.tokens?.access === access,
    isProfile: (_, { id, outcome }: { id: string; outcome: Outcome }) => id === PROFILE_REQUEST && outcome.ok && isProfile(outcome.answer),
    isFailedProfile: (_, { id, outcome }: { id: string; outcome: Outcome }) => id === PROFILE_REQUEST && isFailedLoad(outcome),
    isProfileUnanswered: (_, { id, outcome }: { id: string; outcome: Outcome }) => id === PROFILE_REQUEST && !isFailedLoad(outcome),
  },
  actions: {
    hideError: assign({ error: null }),
    showError: assign({ error: (_, { sentence }: { sentence: Sentence }) => sentence }),
    showRefusal: assign({
      error: (_, { error }: { error: unknown }) => (error instanceof Refused ? sentenceOf(error.body) : null) ?? loginFailed(),
    }),
    keepStep: assign({ step: (_, { error }: { error: unknown }) => secondStepIn(error) }),
    forgetStep: assign({ step: null }),
    log: emit((_, { message, error }: { message: string; error: unknown }) => ({ type: 'failure.logged' as const, message, error })),

    /** Takes tokens that another tab has stored already. */
    takeTokens: assign({ tokens: (_, { tokens }: { tokens: KeptTokens | null }) => tokens }),
    keepTokens: enqueueActions(({ enqueue }, { output }: { output: unknown }) => {
      if (!isTokenPair(output)) return;
      enqueue.assign({ tokens: { access: output.access, refresh: output.refresh } });
      enqueue.emit({ type: 'tokens.kept', tokens: output });
    }),
    keepDestination: assign({ destination: (_, { path }: { path: string }) => path }),
    /** An address kept for one person is not opened for another. */
    keepOwnDestination: assign(({ context: { lostBy, destination } }, { email }: { email: string }) => ({
      lostBy: null,
      destination: lostBy === null || isSameAddress(lostBy, email) ? destination : null,
    })),
    /** Where it is not known yet who arrives, the profile decides about an address kept for one person. */
    arrive: enqueueActions(({ context, enqueue }, { fallback }: { fallback: string | null }) => {
      const isDecided = context.lostBy === null;
      const path = (isDecided ? context.destination : null) ?? fallback;
      if (path !== null) enqueue.emit({ type: 'navigation.wanted', path });
      if (isDecided) enqueue.assign({ destination: null });
    }),

    spawnRequest: enqueueActions(
      ({ context, enqueue, self }, { id, call, credential }: { id: string; call: Call; credential: Credential }) => {
        enqueue.spawnChild('request', { id, input: { id, call, credential, session: self } });
        enqueue.assign({
          underWay: [...context.underWay, id],
          waiting: credential.kind === 'awaited' ? [...context.waiting, id] : context.waiting,
        });
      },
    ),
    hold: assign({ waiting: ({ context }, { id }: { id: string }) => [...context.waiting, id] }),
    release: sendTo(
      (_, { id }: { id: string }) => id,
      ({ context }) => ({ type: 'access.renewed' as const, access: context.tokens?.access ?? '' }),
    ),
    releaseWaiting: enqueueActions(({ context, enqueue }) => {
      for (const id of context.waiting) enqueue.sendTo(id, { type: 'access.renewed', access: context.tokens?.access ?? '' });
      enqueue.assign({ waiting: [] });
    }),
    refuse: sendTo(
      (_, { id }: { id: string }) => id,
      ({ context }) => ({ type: 'access.lost' as const, mayGoOn: context.publicKey !== null }),
    ),
    settle: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue(stopChild(id));
      enqueue.assign({ underWay: without(context.underWay, id), waiting: without(context.waiting, id) });
    }),
    emitOutcome: emit((_, { id, outcome }: { id: string; outcome: Outcome }) => ({ type: 'request.settled' as const, id, outcome })),

    askProfile: raise({ type: 'request.made', id: PROFILE_REQUEST, call: profileCall }),
    keepProfile: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome }) => {
      if (!outcome.ok || !isProfile(outcome.answer)) return;
      const profile: Profile = outcome.answer;
      const { destination, lostBy } = context;
      enqueue.assign({ profile, destination: null, lostBy: null, unanswered: { ...context.unanswered, profile: 0 } });
      enqueue.sendTo(context.app, { type: 'profile.loaded', teams: profile.teams });
      if (destination !== null && lostBy !== null && isSameAddress(lostBy, profile.email))
        enqueue.emit({ type: 'navigation.wanted', path: destination });
    }),
    replaceProfile: enqueueActions(({ context, enqueue }, { profile }: { profile: Profile }) => {
      enqueue.assign({ profile });
      enqueue.sendTo(context.app, { type: 'profile.loaded', teams: profile.teams });
    }),
    countProfile: assign({ unanswered: ({ context }) => ({ ...context.unanswered, profile: context.unanswered.profile + 1 }) }),
    countRefresh: assign({ unanswered: ({ context }) => ({ ...context.unanswered, refresh: context.unanswered.refresh + 1 }) }),
    countNoRefresh: assign({ unanswered: ({ context }) => ({ ...context.unanswered, refresh: 0 }) }),

    leave: enqueueActions(({ context, enqueue }, { clears, surrenders, forgetsCompany, isLoss, error }: Leaving) => {
      if (isLoss) enqueue.emit({ type: 'session.lost', profile: context.profile });
      if (surrenders && context.tokens !== null) enqueue.emit({ type: 'tokens.surrendered', refresh: context.tokens.refresh });
      if (clears) enqueue.emit({ type: 'tokens.cleared' });
      const others = without(context.underWay, PROFILE_REQUEST);
      for (const id of others) enqueue.sendTo(id, { type: 'access.lost', mayGoOn: context.publicKey !== null });
      enqueue(stopChild(PROFILE_REQUEST));
      enqueue.assign({
        tokens: null,
        profile: null,
        destination: null,
        lostBy: isLoss ? (context.profile?.email ?? null) : null,
        error,
        underWay: others,
        waiting: [],
        unanswered: { profile: 0, refresh: 0 },
      });
      enqueue.sendTo(context.app, { type: 'session.ended', forgetsCompany });
      if (context.publicKey === null) enqueue.emit({ type: 'navigation.wanted', path: '/' });
    }),
  },
});

export const credentialOf = ({ tokens }: SessionContext): Credential =>
  tokens === null || tokens.access === null ? { kind: 'awaited' } : { kind: 'bearer', access: tokens.access };

export const heldTokens = ({ tokens }: SessionContext): KeptTokens => {
  if (tokens === null) throw new Error('Only a session with tokens refreshes them');
  return tokens;
};
