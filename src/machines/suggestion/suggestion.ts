import { assign, emit, fromPromise, setup } from 'xstate';
import type { SuggestedRow } from '../../../domain/api/estimateShapes.ts';

/** The fields that have suggestions. */
export const SUGGESTING = ['code', 'name', 'unit'] as const;
export type SuggestingField = (typeof SUGGESTING)[number];

export type Suggestion =
  | { readonly kind: 'unit'; readonly name: string; readonly detail: string }
  | { readonly kind: 'row'; readonly row: SuggestedRow };

interface Sought {
  readonly field: SuggestingField;
  readonly text: string;
}
interface SuggestionContext extends Sought {
  readonly items: readonly Suggestion[];
  /** The highlighted one; -1 for none. */
  readonly at: number;
}
type SuggestionEvent =
  /** The text in the open editor of a cell. */
  | ({ readonly type: 'text.typed' } & Sought)
  | { readonly type: 'highlight.moved'; readonly by: 1 | -1 }
  | { readonly type: 'suggestion.pointed'; readonly at: number }
  /** The highlighted suggestion. */
  | { readonly type: 'suggestion.chosen' }
  | { readonly type: 'list.closed' };

const spec = '8.20 Units and rows are suggested as one types';
/** One letter of a name or code finds too much. */
const LEAST = 2;

/** Suggests units, and rows of other estimates, for the text in the open editor of a cell. Nothing is chosen that was not highlighted. */
export const suggestionMachine = setup({
  types: {
    context: {} as SuggestionContext,
    events: {} as SuggestionEvent,
    emitted: {} as { readonly type: 'suggestion.taken'; readonly suggestion: Suggestion },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    suggest: fromPromise<readonly Suggestion[], Sought>(() => Promise.reject(new Error('suggest is not provided'))),
  },
  delays: { typing: 150 },
  guards: {
    isTooShort: (_, { field, text }: Sought) => field !== 'unit' && text.trim().length < LEAST,
    hasItems: ({ context }) => context.items.length > 0,
    isThere: ({ context }, { at }: { at: number }) => context.items[at] !== undefined,
    isHighlighted: ({ context }) => context.items[context.at] !== undefined,
  },
  actions: {
    type: assign((_, { field, text }: Sought) => ({ field, text, at: -1 })),
    take: assign({ items: (_, { output }: { output: readonly Suggestion[] }) => output, at: -1 }),
    forget: assign({ items: [], at: -1 }),
    /** Moves from the text itself to the first suggestion, and past the last one back to the text. */
    move: assign({
      at: ({ context: { items, at } }, { by }: { by: 1 | -1 }) => {
        const places = items.length + 1;
        return ((at + 1 + by + places) % places) - 1;
      },
    }),
    point: assign({ at: (_, { at }: { at: number }) => at }),
    tell: emit(({ context: { items, at } }) => ({
      type: 'suggestion.taken' as const,
      suggestion: items[at] ?? { kind: 'unit' as const, name: '', detail: '' },
    })),
  },
}).createMachine({
  id: 'suggestion',
  context: { field: 'name', text: '', items: [], at: -1 },
  initial: 'closed',
  on: {
    'text.typed': [
      {
        guard: { type: 'isTooShort', params: ({ event }) => event },
        target: '.closed',
        actions: [{ type: 'type', params: ({ event }) => event }, 'forget'],
        meta: { spec },
      },
      { target: '.open.typing', actions: { type: 'type', params: ({ event }) => event }, meta: { spec } },
    ],
  },
  states: {
    closed: {},
    open: {
      initial: 'typing',
      on: {
        'list.closed': { target: 'closed', actions: 'forget', meta: { spec } },
        'highlight.moved': { guard: 'hasItems', actions: { type: 'move', params: ({ event }) => event }, meta: { spec } },
        'suggestion.pointed': {
          guard: { type: 'isThere', params: ({ event }) => event },
          actions: { type: 'point', params: ({ event }) => event },
          meta: { spec },
        },
        'suggestion.chosen': { guard: 'isHighlighted', target: 'closed', actions: ['tell', 'forget'], meta: { spec } },
      },
      states: {
        // Another letter restarts the delay.
        typing: { after: { typing: { target: 'searching', meta: { spec } } } },
        searching: {
          invoke: {
            id: 'suggest',
            src: 'suggest',
            input: ({ context: { field, text } }) => ({ field, text }),
            onDone: { target: 'shown', actions: { type: 'take', params: ({ event }) => event }, meta: { spec } },
            // Typing continues as if there were no suggestions.
            onError: { target: '#suggestion.closed', actions: 'forget', meta: { spec } },
          },
        },
        shown: {},
      },
    },
  },
});
