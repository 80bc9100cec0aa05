import { emit, fromPromise, setup } from 'xstate';

type ReachEvent =
  /** The server answered a call, with success or a refusal. */
  | { readonly type: 'answer.heard' }
  /** A call went unanswered, or the live socket closed. */
  | { readonly type: 'silence.met' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.shown' };

const spec = '2.15 A server that stops answering is noticed within five seconds';

/**
 * Whether the server can be reached. The page checks while it hears nothing from the server, except in the background. When the server answers after a
 * silence, it is found, and what went unanswered is asked again: once, because a call may fail each time although the server answers others.
 */
export const reachMachine = setup({
  types: {
    events: {} as ReachEvent,
    emitted: {} as { readonly type: 'server.found' },
    transitionMeta: {} as { spec: string },
  },
  actors: { probe: fromPromise<void>(() => Promise.reject(new Error('probe is not provided'))) },
  delays: { quiet: 4_000, untilAskedAgain: 2_000 },
  actions: { emitFound: emit({ type: 'server.found' as const }) },
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
            'silence.met': { target: 'doubting', meta: { spec } },
          },
        },
        asking: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: 'listening', meta: { spec } },
            onError: { target: '#reach.away', meta: { spec } },
          },
          on: {
            'answer.heard': { target: 'listening', meta: { spec } },
            'silence.met': { target: 'doubting', meta: { spec } },
          },
        },
        /** Something went unanswered, now or before the page came back. */
        doubting: {
          invoke: {
            id: 'probe',
            src: 'probe',
            onDone: { target: 'found', actions: 'emitFound', meta: { spec } },
            onError: { target: '#reach.away', meta: { spec } },
          },
          on: { 'page.hidden': { target: '#reach.resting.away', meta: { spec } } },
        },
        /** What goes unanswered now has just been asked again. */
        found: { after: { quiet: { target: 'asking', meta: { spec } } } },
      },
    },
    away: {
      initial: 'waiting',
      on: {
        'answer.heard': { target: 'near', actions: 'emitFound', meta: { spec } },
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
            onDone: { target: '#reach.near', actions: 'emitFound', meta: { spec } },
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
        away: { on: { 'page.shown': { target: '#reach.near.doubting', meta: { spec } } } },
      },
    },
  },
});
