import { emit, fromPromise, setup } from 'xstate';

/** A call or a request for the page's code went unanswered, or the live socket closed, which any network in between may cause. */
interface SilenceMet {
  readonly type: 'silence.met';
  readonly by: 'call' | 'socket';
}
type ReachEvent =
  /** The server answered a call, with success or a refusal. */
  | { readonly type: 'answer.heard' }
  | SilenceMet
  | { readonly type: 'retry.requested' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.shown' };

const spec = '2.15 A server that stops answering is noticed within five seconds';

/**
 * Whether the server can be reached. The page checks while it receives nothing from the server, except in the background. When the server answers after a
 * silence, whatever could not be loaded is loaded again. A call made before may still fail just after that; then everything is loaded once more, and only
 * once, because a call may fail every time although the server answers others.
 */
export const reachMachine = setup({
  types: {
    events: {} as ReachEvent,
    emitted: {} as
      | { readonly type: 'silence.ended' }
      /** The server had been away, or may have been while the page was hidden, so that changes may have been missed. */
      | { readonly type: 'server.found' },
    transitionMeta: {} as { spec: string },
  },
  actors: { probe: fromPromise<void>(() => Promise.reject(new Error('probe is not provided'))) },
  delays: { quiet: 4_000, untilAskedAgain: 2_000 },
  guards: { isOfCall: (_, { by }: SilenceMet) => by === 'call' },
  actions: { emitEnded: emit({ type: 'silence.ended' as const }), emitFound: emit({ type: 'server.found' as const }) },
}).createMachine({
  id: 'reach',
  initial: 'near',
  on: { 'page.hidden': { target: '.resting.near', meta: { spec } } },
  states: {
    near: {
      initial: 'listening',
      states: {
        listening: {
          after: { quiet: { target: 'asking', meta: { spec } } },
          on: {
            'answer.heard': { target: 'listening', reenter: true, meta: { spec } },
            'silence.met': { target: 'asking', meta: { spec } },
          },
        },
        asking: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: 'listening', meta: { spec } },
            onError: { target: '#reach.away', meta: { spec } },
          },
          on: { 'answer.heard': { target: 'listening', meta: { spec } } },
        },
        found: {
          after: { quiet: { target: 'asking', meta: { spec } } },
          on: {
            'silence.met': [
              { guard: { type: 'isOfCall', params: ({ event }) => event }, target: 'doubting', meta: { spec } },
              { target: 'asking', meta: { spec } },
            ],
          },
        },
        doubting: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: 'calm', actions: 'emitEnded', meta: { spec } },
            onError: { target: '#reach.away', meta: { spec } },
          },
          on: { 'page.hidden': { target: '#reach.resting.away', meta: { spec } } },
        },
        /** A call that goes unanswered now has already been repeated, so it causes no further loading. */
        calm: { after: { quiet: { target: 'asking', meta: { spec } } } },
        /** The server was silent before the page was shown again: unanswered calls are repeated once it answers, even if nobody saw that it was away. */
        returning: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: 'listening', actions: ['emitFound', 'emitEnded'], meta: { spec } },
            onError: { target: '#reach.away', meta: { spec } },
          },
          on: {
            'answer.heard': { target: 'listening', actions: ['emitFound', 'emitEnded'], meta: { spec } },
            'page.hidden': { target: '#reach.resting.away', meta: { spec } },
          },
        },
      },
    },
    away: {
      initial: 'waiting',
      on: {
        'answer.heard': { target: 'near.found', actions: ['emitFound', 'emitEnded'], meta: { spec } },
        'page.hidden': { target: 'resting.away', meta: { spec } },
      },
      states: {
        waiting: {
          after: { untilAskedAgain: { target: 'asking', meta: { spec } } },
          on: { 'retry.requested': { target: 'asking', meta: { spec } } },
        },
        asking: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: '#reach.near.found', actions: ['emitFound', 'emitEnded'], meta: { spec } },
            onError: { target: 'waiting', meta: { spec } },
          },
        },
      },
    },
    resting: {
      initial: 'near',
      states: {
        near: {
          on: {
            'page.shown': { target: '#reach.near.asking', meta: { spec } },
            'silence.met': { target: 'away', meta: { spec } },
          },
        },
        away: { on: { 'page.shown': { target: '#reach.near.returning', meta: { spec } } } },
      },
    },
  },
});
