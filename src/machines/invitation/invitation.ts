import { assign, emit, fromPromise, setup } from 'xstate';
import { isRefusal, Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { Invitation, Team } from '../../../domain/api/people.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { SessionReport } from '../session/types.ts';

/** An invitation, and whether it is for the person who is signed in. */
export interface Found {
  readonly invitation: Invitation;
  readonly isTheirs: boolean;
}
interface InvitationContext {
  /** The last part of the link in the mail; null when the page was opened without one. */
  readonly hash: string | null;
  readonly found: Found | null;
  readonly sentence: Sentence | null;
  /** No invitation has this link. */
  readonly isUnknown: boolean;
  /** Nobody answered, so another attempt may succeed. */
  readonly isUnanswered: boolean;
}
type InvitationEvent =
  | SessionReport
  | { readonly type: 'join.chosen' }
  /** Somebody signs in to join, so there is no need to ask again. */
  | { readonly type: 'join.promised' }
  | { readonly type: 'join.withdrawn' }
  | { readonly type: 'invitation.dismissed' };

const spec = '3.4 An invitation is accepted from its link';
const notProvided = (name: string) => Promise.reject(new Error(`${name} is not provided`));

/** The invitation the page was opened by: loaded once somebody is signed in, then accepted or dismissed. */
export const invitationMachine = setup({
  types: {
    input: {} as { readonly hash: string | null },
    context: {} as InvitationContext,
    events: {} as InvitationEvent,
    emitted: {} as { readonly type: 'team.joined'; readonly team: Team },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    look: fromPromise<Found, { hash: string | null }>(() => notProvided('look')),
    join: fromPromise<Team, { hash: string | null }>(() => notProvided('join')),
  },
  guards: {
    isOpen: ({ context }) => context.hash !== null,
    isTheirs: (_, { output }: { output: Found }) => output.isTheirs,
  },
  actions: {
    keep: assign({ found: (_, { output }: { output: Found }) => output }),
    explain: assign((_, { error }: { error: unknown }) => ({
      sentence: sentenceOfError(error),
      isUnknown: error instanceof Refused && error.status === 404,
      isUnanswered: !isRefusal(error),
    })),
    putAway: assign({ hash: null }),
    emitJoined: emit((_, { output }: { output: Team }) => ({ type: 'team.joined' as const, team: output })),
  },
}).createMachine({
  id: 'invitation',
  context: ({ input }) => ({ hash: input.hash, found: null, sentence: null, isUnknown: false, isUnanswered: false }),
  initial: 'waiting',
  on: {
    'session.ended': { target: '.waiting', meta: { spec: '4.10 Logging out clears the tokens' } },
    'invitation.dismissed': { target: '.waiting', actions: 'putAway', meta: { spec } },
  },
  states: {
    waiting: {
      entry: assign({ found: null, sentence: null, isUnknown: false, isUnanswered: false }),
      on: {
        'profile.loaded': { guard: 'isOpen', target: 'looking', meta: { spec } },
        'join.promised': { guard: 'isOpen', target: 'promised', meta: { spec } },
      },
    },
    promised: {
      on: {
        'profile.loaded': { target: 'joining', meta: { spec } },
        'join.withdrawn': { target: 'waiting', meta: { spec } },
      },
    },
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context: { hash } }) => ({ hash }),
        onDone: [
          {
            guard: { type: 'isTheirs', params: ({ event: { output } }) => ({ output }) },
            target: 'offered',
            actions: { type: 'keep', params: ({ event: { output } }) => ({ output }) },
            meta: { spec },
          },
          { target: 'foreign', actions: { type: 'keep', params: ({ event: { output } }) => ({ output }) }, meta: { spec } },
        ],
        onError: { target: 'refused', actions: { type: 'explain', params: ({ event: { error } }) => ({ error }) }, meta: { spec } },
      },
    },
    offered: { on: { 'join.chosen': { target: 'joining', meta: { spec } } } },
    foreign: {},
    joining: {
      invoke: {
        id: 'join',
        src: 'join',
        input: ({ context: { hash } }) => ({ hash }),
        onDone: {
          target: 'waiting',
          actions: ['putAway', { type: 'emitJoined', params: ({ event: { output } }) => ({ output }) }],
          meta: { spec },
        },
        onError: { target: 'refused', actions: { type: 'explain', params: ({ event: { error } }) => ({ error }) }, meta: { spec } },
      },
    },
    // Loads the invitation again, because the lost answer may have been a successful join.
    refused: { on: { 'join.chosen': { target: 'looking', meta: { spec } } } },
  },
});
