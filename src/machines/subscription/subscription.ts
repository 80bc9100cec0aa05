import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { notFound } from '../../../domain/sentences/general.ts';

export interface Asked {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
/** Events of a live stream. `stream.denied`: the socket was closed because its token is no longer valid. */
type StreamEvent =
  | { readonly type: 'answer.received'; readonly answer: unknown }
  | { readonly type: 'stream.denied'; readonly access: string }
  | { readonly type: 'stream.failed'; readonly error: unknown };

interface SubscriptionContext extends Asked {
  /** Consecutive failures. */
  readonly attempt: number;
  /** The token the socket was closed for, and whether a new one was fetched since the last answer. */
  readonly deniedAccess: string;
  readonly renewed: boolean;
}

export const MOST_ATTEMPTS = 5;
const BASE_DELAY = 500;

/** Whether a live query ended because its project is gone, or is no longer the person's. */
export const isOfNothing = (error: unknown): boolean => error instanceof Refused && error.code === notFound.code;

/** Keeps a live query open. Only this machine reconnects. */
export const subscriptionMachine = setup({
  types: {
    input: {} as Asked,
    context: {} as SubscriptionContext,
    events: {} as StreamEvent | { readonly type: 'retry.requested' },
    emitted: {} as
      | { readonly type: 'answer.received'; readonly answer: unknown }
      | { readonly type: 'subscription.gaveUp'; readonly error: unknown },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    stream: fromCallback<{ readonly type: 'none' }, Asked>(() => {
      throw new Error('stream is not provided');
    }),
    /** Resolves when the session has another token. */
    renewAccess: fromPromise<void, { readonly access: string }>(() => Promise.reject(new Error('renewAccess is not provided'))),
  },
  delays: { backoff: ({ context }) => BASE_DELAY * 2 ** (context.attempt - 1) },
  guards: {
    mayRetry: ({ context }) => context.attempt < MOST_ATTEMPTS,
    isOfNothing: (_, { error }: { error: unknown }) => isOfNothing(error),
    mayRenew: ({ context }) => !context.renewed,
  },
  actions: {
    tell: emit((_, { answer }: { answer: unknown }) => ({ type: 'answer.received' as const, answer })),
    emitGaveUp: emit(({ event }) => ({ type: 'subscription.gaveUp' as const, error: 'error' in event ? event.error : null })),
    count: assign({ attempt: ({ context }) => context.attempt + 1 }),
    reset: assign({ attempt: 0, renewed: false }),
    rememberDenial: assign({ deniedAccess: (_, { access }: { access: string }) => access, renewed: true }),
  },
}).createMachine({
  id: 'subscription',
  context: ({ input }) => ({ ...input, attempt: 0, deniedAccess: '', renewed: false }),
  initial: 'open',
  states: {
    open: {
      initial: 'connecting',
      invoke: {
        id: 'stream',
        src: 'stream',
        input: ({ context: { document, variables } }) => ({ document, variables }),
        onError: { target: 'failed', meta: { spec: '5.2 A live query that fails is retried' } },
      },
      on: {
        'answer.received': {
          target: '.live',
          actions: ['reset', { type: 'tell', params: ({ event }) => ({ answer: event.answer }) }],
          meta: { spec: '5.4 An answer resets the retries' },
        },
        'stream.denied': [
          {
            guard: 'mayRenew',
            target: 'renewing',
            actions: { type: 'rememberDenial', params: ({ event }) => ({ access: event.access }) },
            meta: { spec: '5.6 A denied live query renews the access once' },
          },
          { target: 'failed', meta: { spec: '5.2 A live query that fails is retried' } },
        ],
        'stream.failed': [
          {
            guard: { type: 'isOfNothing', params: ({ event }) => event },
            target: 'gaveUp',
            meta: { spec: '5.2 A live query that fails is retried' },
          },
          { target: 'failed', meta: { spec: '5.2 A live query that fails is retried' } },
        ],
      },
      states: { connecting: {}, live: {} },
    },
    renewing: {
      invoke: {
        id: 'renewAccess',
        src: 'renewAccess',
        input: ({ context }) => ({ access: context.deniedAccess }),
        onDone: { target: 'open', meta: { spec: '5.6 A denied live query renews the access once' } },
        onError: { target: 'gaveUp', meta: { spec: '5.6 A denied live query renews the access once' } },
      },
    },
    failed: {
      always: [
        { guard: 'mayRetry', target: 'retrying', actions: 'count', meta: { spec: '5.2 A live query that fails is retried' } },
        { target: 'gaveUp', meta: { spec: '5.2 A live query that fails is retried' } },
      ],
    },
    retrying: {
      after: { backoff: { target: 'open', meta: { spec: '5.3 Retries wait 500 ms and double' } } },
      on: {
        'retry.requested': {
          target: 'open',
          actions: 'reset',
          meta: { spec: '5.5 A live query that gave up starts again when the network is back' },
        },
      },
    },
    gaveUp: {
      entry: 'emitGaveUp',
      on: {
        'retry.requested': {
          target: 'open',
          actions: 'reset',
          meta: { spec: '5.5 A live query that gave up starts again when the network is back' },
        },
      },
    },
  },
});
