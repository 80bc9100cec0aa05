import { type ActorRef, assign, fromPromise, type Snapshot, sendTo, setup } from 'xstate';
import { type Call, Refused } from '../../../domain/api/call.ts';
import { signInAgain } from '../../../domain/sentences/people.ts';

/** The outcome of a call. Machines do not keep it; it goes to the caller. */
export type Outcome = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: unknown };

/** Events of a request to the session that spawned it. */
export type RequestReport =
  | { readonly type: 'request.denied'; readonly id: string; readonly access: string }
  | { readonly type: 'request.settled'; readonly id: string; readonly outcome: Outcome };

/** Events of the session to its requests. `mayGoOn`: the call continues without a token, under the public key only. */
type AccessNews =
  | { readonly type: 'access.renewed'; readonly access: string }
  | { readonly type: 'access.lost'; readonly mayGoOn: boolean };

/** A token, none available, or one that is being renewed. */
export type Credential = { readonly kind: 'bearer'; readonly access: string } | { readonly kind: 'none' } | { readonly kind: 'awaited' };

export interface Sent {
  readonly call: Call;
  readonly access: string | null;
}

interface RequestContext {
  readonly id: string;
  readonly call: Call;
  readonly session: ActorRef<Snapshot<unknown>, RequestReport>;
  readonly credential: Credential;
  readonly denied: boolean;
}

const isDenial = (error: unknown): boolean => error instanceof Refused && error.status === 401;

/** One call to the server: sent, sent once more under a renewed token, then settled. */
export const requestMachine = setup({
  types: {
    input: {} as Omit<RequestContext, 'denied'>,
    context: {} as RequestContext,
    events: {} as AccessNews,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    send: fromPromise<unknown, Sent>(() => Promise.reject(new Error('send is not provided'))),
  },
  guards: {
    awaitsToken: ({ context }) => context.credential.kind === 'awaited',
    isDeniedFirst: ({ context }, { error }: { error: unknown }) =>
      context.credential.kind === 'bearer' && !context.denied && isDenial(error),
    mayGoOn: (_, { mayGoOn }: { mayGoOn: boolean }) => mayGoOn,
    mayGoOnWithout: ({ context }, { mayGoOn }: { mayGoOn: boolean }) => mayGoOn && context.credential.kind === 'bearer',
  },
  actions: {
    carryToken: assign({ credential: (_, { access }: { access: string }) => ({ kind: 'bearer', access }) as const }),
    carryNone: assign({ credential: { kind: 'none' } }),
    rememberDenial: assign({ denied: true }),
    reportDenied: sendTo(
      ({ context }) => context.session,
      ({ context }) => ({
        type: 'request.denied' as const,
        id: context.id,
        access: context.credential.kind === 'bearer' ? context.credential.access : '',
      }),
    ),
    report: sendTo(
      ({ context }) => context.session,
      ({ context }, { outcome }: { outcome: Outcome }) => ({ type: 'request.settled' as const, id: context.id, outcome }),
    ),
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => ({ ...input, denied: false }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'awaitsToken', target: 'waiting', meta: { spec: '4.5 A denied call is repeated once with new tokens' } },
        { target: 'sending', meta: { spec: '4.12 Calls carry the access token and the public key' } },
      ],
    },
    sending: {
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { call, credential } }) => ({ call, access: credential.kind === 'bearer' ? credential.access : null }),
        onDone: {
          target: 'settled',
          actions: { type: 'report', params: ({ event }) => ({ outcome: { ok: true, answer: event.output } }) },
          meta: { spec: '4.14 A call ends once' },
        },
        onError: [
          {
            guard: { type: 'isDeniedFirst', params: ({ event }) => ({ error: event.error }) },
            target: 'waiting',
            actions: ['reportDenied', 'rememberDenial'],
            meta: { spec: '4.5 A denied call is repeated once with new tokens' },
          },
          {
            target: 'settled',
            actions: { type: 'report', params: ({ event }) => ({ outcome: { ok: false, error: event.error } }) },
            meta: { spec: '4.14 A call ends once' },
          },
        ],
      },
      on: {
        // The session the call was sent under has ended. The token of the next person is not for this call.
        'access.lost': [
          {
            guard: { type: 'mayGoOnWithout', params: ({ event }) => ({ mayGoOn: event.mayGoOn }) },
            target: 'sending',
            reenter: true,
            actions: 'carryNone',
            meta: { spec: '4.13 A call under a public key goes on without a token' },
          },
          { actions: 'rememberDenial', meta: { spec: '4.10 Logging out clears the tokens' } },
        ],
      },
    },
    waiting: {
      on: {
        'access.renewed': {
          target: 'sending',
          actions: { type: 'carryToken', params: ({ event }) => ({ access: event.access }) },
          meta: { spec: '4.5 A denied call is repeated once with new tokens' },
        },
        'access.lost': [
          {
            guard: { type: 'mayGoOn', params: ({ event }) => ({ mayGoOn: event.mayGoOn }) },
            target: 'sending',
            actions: 'carryNone',
            meta: { spec: '4.13 A call under a public key goes on without a token' },
          },
          {
            target: 'settled',
            actions: { type: 'report', params: () => ({ outcome: { ok: false, error: new Refused(401, signInAgain()) } }) },
            meta: { spec: '4.6 A refused refresh signs out' },
          },
        ],
      },
    },
    settled: { type: 'final' },
  },
});
