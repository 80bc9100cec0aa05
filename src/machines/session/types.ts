import * as v from 'valibot';
import type { ActorRef, Snapshot } from 'xstate';
import { type Call, isOverloaded, Refused, restCall } from '../../../domain/api/call.ts';
import { Profile, SecondStepNeeded, type Team, Tokens } from '../../../domain/api/people.ts';
import { secondFactorNeeded } from '../../../domain/sentences/factors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { Outcome, RequestReport } from '../request/request.ts';

/** The stored tokens. The access token may expire before the refresh token. */
export interface KeptTokens {
  readonly access: string | null;
  readonly refresh: string;
}

export type SessionEvent =
  | { readonly type: 'login.submitted'; readonly email: string; readonly password: string }
  /** The answer to a second factor, or to a passkey alone, that was accepted. */
  | { readonly type: 'tokens.received'; readonly tokens: unknown }
  | { readonly type: 'login.abandoned' }
  | { readonly type: 'logout.requested' }
  /** The address the person was at when the session ended. */
  | { readonly type: 'destination.kept'; readonly path: string }
  /** The error is shown elsewhere or is over. */
  | { readonly type: 'error.dismissed' }
  | { readonly type: 'request.made'; readonly id: string; readonly call: Call }
  | { readonly type: 'request.withdrawn'; readonly id: string }
  | RequestReport
  /** The person's profile was saved; this is the answer. */
  | { readonly type: 'profile.changed'; readonly profile: Profile }
  /** The live socket was closed because its token is no longer valid. */
  | { readonly type: 'access.denied'; readonly access: string }
  | { readonly type: 'tokens.changedElsewhere'; readonly tokens: Tokens | null }
  /** A person asked for it, or the network is back: retry without waiting for the delay. */
  | { readonly type: 'retry.requested' };

/** Effects outside the session: on cookies, other tabs, the address bar, the caller of a request. */
export type SessionEmitted =
  /** The session ended without the person asking for it; their work is still on screen. */
  | { readonly type: 'session.lost'; readonly profile: Profile | null }
  | { readonly type: 'request.settled'; readonly id: string; readonly outcome: Outcome }
  | { readonly type: 'tokens.kept'; readonly tokens: Tokens }
  | { readonly type: 'tokens.cleared' }
  /** The refresh token of a session that has ended here. It is withdrawn at the server if possible. */
  | { readonly type: 'tokens.surrendered'; readonly refresh: string }
  | { readonly type: 'navigation.wanted'; readonly path: string }
  | { readonly type: 'failure.logged'; readonly message: string; readonly error: unknown };

/** Events of the session to its parent. */
export type SessionReport =
  | { readonly type: 'profile.loaded'; readonly teams: readonly Team[] }
  | { readonly type: 'session.ended'; readonly forgetsCompany: boolean };

export interface SessionInput {
  readonly app: ActorRef<Snapshot<unknown>, SessionReport>;
  readonly tokens: KeptTokens | null;
  readonly publicKey: string | null;
  /** The address the person wanted when asked to sign in. */
  readonly destination: string | null;
}

export interface SessionContext extends SessionInput {
  readonly profile: Profile | null;
  readonly error: Sentence | null;
  /** The second step that is asked for, with its ticket. */
  readonly step: SecondStepNeeded | null;
  /** The person whose session was lost: the kept destination is for them alone. */
  readonly lostBy: string | null;
  /** Every request that is not settled. */
  readonly underWay: readonly string[];
  /** The requests among them that wait for a token. */
  readonly waiting: readonly string[];
  /** The number of consecutive attempts without an answer. */
  readonly unanswered: { readonly profile: number; readonly refresh: number };
}

/** The session's own request, which loads the profile. */
export const PROFILE_REQUEST = 'profile';
export const profileCall = restCall('GET /profile/', {});

export const isTokenPair = (answer: unknown): answer is Tokens => v.is(Tokens, answer);
export const isProfile = (answer: unknown): answer is Profile => v.is(Profile, answer);

/** The second step a refused login asks for; null when it was refused for another reason. */
export function secondStepIn(error: unknown): SecondStepNeeded | null {
  if (!(error instanceof Refused) || error.code !== secondFactorNeeded.code) return null;
  return v.is(SecondStepNeeded, error.body) ? error.body : null;
}

/**
 * Whether loading the profile failed: any answer but a profile. An unreachable or overloaded server has not answered. A second 401 in a row means that two
 * tokens have expired; another attempt succeeds, or the refresh is refused.
 */
export const isFailedLoad = (outcome: Outcome): boolean =>
  outcome.ok
    ? !isProfile(outcome.answer)
    : outcome.error instanceof Refused && outcome.error.status !== 401 && !isOverloaded(outcome.error);
