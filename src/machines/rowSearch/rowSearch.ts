import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { Destination } from '../palette/types.ts';

interface RowSearchContext {
  readonly text: string;
  readonly sentence: Sentence | null;
}
/** A shorter text would find too many rows. */
const SHORTEST = 2;
const spec = '2.16 Rows of all projects are found from the palette';

/** Searches the rows of all the team's estimates for the text typed into the palette. */
export const rowSearchMachine = setup({
  types: {
    context: {} as RowSearchContext,
    events: {} as
      | { readonly type: 'text.typed'; readonly text: string }
      | { readonly type: 'search.retried' }
      | { readonly type: 'search.closed' },
    emitted: {} as { readonly type: 'rows.found'; readonly rows: readonly Destination[] },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    searchRows: fromPromise<readonly Destination[], { text: string }>(() => Promise.reject(new Error('searchRows is not provided'))),
  },
  delays: { typing: 200 },
  guards: { isLong: (_, { text }: { text: string }) => text.trim().length >= SHORTEST },
  actions: {
    type: assign((_, { text }: { text: string }) => ({ text: text.trim(), sentence: null })),
    tell: emit((_, { output }: { output: readonly Destination[] }) => ({ type: 'rows.found' as const, rows: output })),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forget: assign({ text: '', sentence: null }),
  },
}).createMachine({
  id: 'rowSearch',
  context: { text: '', sentence: null },
  initial: 'resting',
  on: {
    'search.closed': { target: '.resting', actions: 'forget', meta: { spec } },
    'text.typed': [
      {
        guard: { type: 'isLong', params: ({ event }) => event },
        target: '.typing',
        reenter: true,
        actions: { type: 'type', params: ({ event }) => event },
        meta: { spec },
      },
      { target: '.resting', actions: ['forget', { type: 'tell', params: { output: [] } }], meta: { spec } },
    ],
  },
  states: {
    resting: {},
    // Another letter restarts the delay.
    typing: { after: { typing: { target: 'searching', meta: { spec } } } },
    searching: {
      invoke: {
        id: 'searchRows',
        src: 'searchRows',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'resting', actions: { type: 'tell', params: ({ event }) => event }, meta: { spec } },
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec } },
      },
    },
    failed: { on: { 'search.retried': { target: 'searching', meta: { spec } } } },
  },
});
