import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Replacing } from '../../../domain/replace.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

export interface ReplacementCount {
  readonly cells: number;
  readonly rows: number;
}
interface ReplaceContext extends Replacing {
  readonly found: ReplacementCount;
}
type ReplaceEvent =
  | ({ readonly type: 'all.asked' } & Replacing)
  | { readonly type: 'replace.confirmed' }
  | { readonly type: 'replace.declined' };

const spec = '8.33 Replacing is counted before it is done';

/** Replaces a text in all rows of a list, after a preview of the number of cells that change. */
export const replaceMachine = setup({
  types: {
    context: {} as ReplaceContext,
    events: {} as ReplaceEvent,
    emitted: {} as
      | { readonly type: 'replace.done'; readonly cells: number }
      | { readonly type: 'replace.refused'; readonly sentence: Sentence },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    count: fromPromise<ReplacementCount, Replacing>(() => Promise.reject(new Error('count is not provided'))),
    replace: fromPromise<ReplacementCount, Replacing>(() => Promise.reject(new Error('replace is not provided'))),
  },
  guards: { isNothing: (_, { output }: { output: ReplacementCount }) => output.cells === 0 },
  actions: {
    keep: assign((_, { text, by }: Replacing) => ({ text, by })),
    take: assign({ found: (_, { output }: { output: ReplacementCount }) => output }),
    tell: emit((_, { output }: { output: ReplacementCount }) => ({ type: 'replace.done' as const, cells: output.cells })),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'replace.refused' as const, sentence: sentenceOfError(error) })),
  },
}).createMachine({
  id: 'replace',
  context: { text: '', by: '', found: { cells: 0, rows: 0 } },
  initial: 'idle',
  states: {
    idle: { on: { 'all.asked': { target: 'counting', actions: { type: 'keep', params: ({ event }) => event }, meta: { spec } } } },
    counting: {
      invoke: {
        id: 'count',
        src: 'count',
        input: ({ context: { text, by } }) => ({ text, by }),
        onDone: [
          {
            guard: { type: 'isNothing', params: ({ event }) => event },
            target: 'idle',
            actions: { type: 'tell', params: ({ event }) => event },
            meta: { spec },
          },
          { target: 'asking', actions: { type: 'take', params: ({ event }) => event }, meta: { spec } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
    asking: {
      on: {
        'replace.confirmed': { target: 'replacing', meta: { spec } },
        'replace.declined': { target: 'idle', meta: { spec } },
      },
    },
    replacing: {
      invoke: {
        id: 'replace',
        src: 'replace',
        input: ({ context: { text, by } }) => ({ text, by }),
        onDone: { target: 'idle', actions: { type: 'tell', params: ({ event }) => event }, meta: { spec } },
        onError: {
          target: 'idle',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
  },
});
