import { emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

const spec = '13.6 Estimates and acts are printed whole';

/** Prints what a screen shows. Rows that are not loaded are loaded first, because paper cannot be scrolled. */
export const printoutMachine = setup({
  types: {
    events: {} as { readonly type: 'print.requested' } | { readonly type: 'print.cancelled' },
    emitted: {} as { readonly type: 'print.failed'; readonly sentence: Sentence },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    loadRows: fromPromise<void>(() => Promise.reject(new Error('loadRows is not provided'))),
    /** Resolves when the browser has taken the page. */
    print: fromPromise<void>(() => Promise.reject(new Error('print is not provided'))),
  },
  actions: {
    emitFailed: emit((_, { error }: { error: unknown }) => ({ type: 'print.failed' as const, sentence: sentenceOfError(error) })),
  },
}).createMachine({
  id: 'printout',
  initial: 'resting',
  states: {
    resting: { on: { 'print.requested': { target: 'loading', meta: { spec } } } },
    loading: {
      invoke: {
        id: 'loadRows',
        src: 'loadRows',
        onDone: { target: 'printing', meta: { spec } },
        onError: {
          target: 'resting',
          actions: { type: 'emitFailed', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
      on: { 'print.cancelled': { target: 'resting', meta: { spec } } },
    },
    printing: {
      invoke: {
        id: 'print',
        src: 'print',
        onDone: { target: 'resting', meta: { spec } },
        onError: {
          target: 'resting',
          actions: { type: 'emitFailed', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
  },
});
