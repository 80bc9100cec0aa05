import { assign, emit, fromPromise, setup } from 'xstate';
import type { ActStatus, Unit } from '../../../domain/api/graphql.ts';

/** Names that every screen may need: the act statuses in their order, and the units. */
export interface Reference {
  readonly statuses: readonly ActStatus[];
  readonly units: readonly Unit[];
}

export const referenceMachine = setup({
  types: {
    context: {} as Reference,
    events: {} as { readonly type: 'reference.asked' } | { readonly type: 'reference.dropped' },
    emitted: {} as { readonly type: 'failure.logged'; readonly message: string; readonly error: unknown },
    transitionMeta: {} as { spec: string },
  },
  actors: { load: fromPromise<Reference>(() => Promise.reject(new Error('load is not provided'))) },
  delays: { untilAgain: 10_000 },
  actions: {
    keep: assign((_, { statuses, units }: Reference) => ({ statuses, units })),
    drop: assign({ statuses: [], units: [] }),
    log: emit((_, { error }: { error: unknown }) => ({
      type: 'failure.logged' as const,
      message: 'Statuses and units could not be loaded',
      error,
    })),
  },
}).createMachine({
  id: 'reference',
  context: { statuses: [], units: [] },
  initial: 'unasked',
  on: {
    'reference.dropped': { target: '.unasked', actions: 'drop', meta: { spec: '4.15 Statuses and units are loaded after signing in' } },
  },
  states: {
    unasked: { on: { 'reference.asked': { target: 'loading', meta: { spec: '4.15 Statuses and units are loaded after signing in' } } } },
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'loaded',
          actions: { type: 'keep', params: ({ event }) => event.output },
          meta: { spec: '4.15 Statuses and units are loaded after signing in' },
        },
        onError: {
          target: 'failed',
          actions: { type: 'log', params: ({ event }) => ({ error: event.error }) },
          meta: { spec: '14.3 Other failures are only logged' },
        },
      },
    },
    failed: { after: { untilAgain: { target: 'loading', meta: { spec: '4.15 Statuses and units are loaded after signing in' } } } },
    loaded: {},
  },
});
