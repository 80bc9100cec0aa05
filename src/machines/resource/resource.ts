import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/contract/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

type ResourceEvent = { readonly type: 'load.retried' } | { readonly type: 'project.changed' };

/** Loads the data of a screen into its store. The data stays on screen while it is loaded again and when that fails. */
export const resourceMachine = setup({
  types: {
    context: {} as { readonly sentence: Sentence | null },
    events: {} as ResourceEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: { load: fromPromise<void>(() => Promise.reject(new Error('load is not provided'))) },
  actions: {
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
  },
}).createMachine({
  id: 'resource',
  context: { sentence: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'ready', actions: 'forgetSentence', meta: { spec: '1.6 A screen loads what it shows' } },
        onError: {
          target: 'failed',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '1.6 A screen loads what it shows' },
        },
      },
    },
    ready: {
      on: { 'project.changed': { target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } } },
    },
    refreshing: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'ready', actions: 'forgetSentence', meta: { spec: '1.6 A screen loads what it shows' } },
        onError: {
          target: 'ready',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '1.6 A screen loads what it shows' },
        },
      },
      on: { 'project.changed': { target: 'refreshing', reenter: true, meta: { spec: '5.1 A screen follows what others do' } } },
    },
    failed: {
      on: {
        'load.retried': { target: 'loading', meta: { spec: '1.6 A screen loads what it shows' } },
        'project.changed': { target: 'loading', meta: { spec: '5.1 A screen follows what others do' } },
      },
    },
  },
});
