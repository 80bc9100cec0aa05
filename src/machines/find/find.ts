import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { FoundCells } from '../../../domain/api/estimateShapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

interface FindContext {
  readonly text: string;
  /** The row at which the search begins: the cursor's when the search was opened, then the shown hit's. */
  readonly from: number;
  readonly found: FoundCells | null;
  /** The index of the shown hit; -1 for none. */
  readonly at: number;
  readonly sentence: Sentence | null;
  /** A row to begin at, loaded or not; null for none. */
  readonly rowId: number | null;
  /** Rows changed while the search was under way, so its hits may have moved. */
  readonly isOutdated: boolean;
}

const NOTHING: FoundCells = { places: [], fields: [], total: 0 };
const spec = '8.15 A list is searched as a whole';

/** The first hit at or after a row; after the last hit the first follows. */
const hitFrom = ({ places }: FoundCells, from: number): number =>
  places.length === 0
    ? -1
    : Math.max(
        0,
        places.findIndex((place) => place >= from),
      );

const whileSearching = {
  'rows.changed': { actions: 'noteChange', meta: { spec: '5.1 A screen follows what others do' } },
} as const;

const findSetup = setup({
  types: {
    context: {} as FindContext,
    events: {} as
      | { readonly type: 'find.opened'; readonly from: number }
      | { readonly type: 'find.closed' }
      | { readonly type: 'text.typed'; readonly text: string; readonly rowId?: number }
      /** A step of 0 shows the present hit. */
      | { readonly type: 'hit.asked'; readonly step: 1 | 0 | -1 }
      /** Rows were loaded again, so hits may have moved. */
      | { readonly type: 'rows.changed' },
    emitted: {} as
      | { readonly type: 'find.opened' }
      | { readonly type: 'find.closed' }
      | { readonly type: 'hit.shown'; readonly index: number; readonly field: FoundCells['fields'][number] },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    search: fromPromise<FoundCells, { text: string; rowId: number | null }>(() => Promise.reject(new Error('search is not provided'))),
  },
  delays: { typing: 150 },
  guards: {
    isBlank: (_, { text }: { text: string }) => text.trim() === '',
    hasHits: ({ context }) => context.at >= 0,
    finds: (_, { output }: { output: FoundCells }) => output.places.length > 0,
    isOutdated: ({ context }) => context.isOutdated,
  },
  actions: {
    forgetChange: assign({ isOutdated: false }),
    noteChange: assign({ isOutdated: true }),
    begin: assign((_, { from }: { from: number }) => ({ from })),
    type: assign((_, { text, rowId }: { text: string; rowId?: number }) => ({ text, rowId: rowId ?? null })),
    take: assign(({ context }, { output }: { output: FoundCells }) => ({
      found: output,
      at: hitFrom(output, output.sought ?? context.from),
      rowId: null,
      sentence: null,
    })),
    step: assign(({ context: { found, at } }, { step }: { step: 1 | 0 | -1 }) => {
      const { places } = found ?? NOTHING;
      const next = (at + step + places.length) % places.length;
      return { at: next, from: places[next] ?? 0 };
    }),
    show: emit(({ context: { found, at } }) => ({
      type: 'hit.shown' as const,
      index: found?.places[at] ?? 0,
      field: found?.fields[at] ?? 'name',
    })),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error), found: null, at: -1 }),
    forget: assign({ found: null, at: -1, sentence: null }),
    emitOpened: emit({ type: 'find.opened' }),
    emitClosed: emit({ type: 'find.closed' }),
  },
});

const steps = findSetup.createStateConfig({
  on: {
    'hit.asked': {
      guard: 'hasHits',
      actions: [{ type: 'step', params: ({ event }) => event }, 'show'],
      meta: { spec },
    },
  },
}).on;

/** Searches all rows of a list for a text and steps through the hits. */
export const findMachine = findSetup.createMachine({
  id: 'find',
  context: { text: '', from: 0, found: null, at: -1, sentence: null, rowId: null, isOutdated: false },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'find.opened': [
          {
            guard: { type: 'isBlank', params: ({ context }) => context },
            target: 'open.empty',
            actions: [{ type: 'begin', params: ({ event }) => event }, 'emitOpened'],
            meta: { spec },
          },
          { target: 'open.searching', actions: [{ type: 'begin', params: ({ event }) => event }, 'emitOpened'], meta: { spec } },
        ],
      },
    },
    open: {
      initial: 'empty',
      on: {
        'find.opened': { actions: 'emitOpened', meta: { spec } },
        'find.closed': { target: 'closed', actions: ['forget', 'emitClosed'], meta: { spec } },
        'text.typed': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event },
            target: '.empty',
            actions: [{ type: 'type', params: ({ event }) => event }, 'forget'],
            meta: { spec },
          },
          { target: '.typing', actions: { type: 'type', params: ({ event }) => event }, meta: { spec } },
        ],
      },
      states: {
        empty: {},
        // Another letter restarts the delay.
        typing: { after: { typing: { target: 'searching', meta: { spec } } } },
        searching: {
          entry: 'forgetChange',
          on: whileSearching,
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { text, rowId } }) => ({ text, rowId }),
            onDone: [
              {
                guard: { type: 'finds', params: ({ event }) => event },
                target: 'found',
                actions: [{ type: 'take', params: ({ event }) => event }, 'show'],
                meta: { spec },
              },
              { target: 'found', actions: { type: 'take', params: ({ event }) => event }, meta: { spec } },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'explain', params: ({ event }) => event },
              meta: { spec: '14.2 A refusal is shown where it belongs' },
            },
          },
        },
        found: {
          always: { guard: 'isOutdated', target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } },
          on: {
            ...steps,
            'rows.changed': { target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } },
          },
        },
        // The scroll position stays.
        refreshing: {
          entry: 'forgetChange',
          on: { ...whileSearching, ...steps },
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { text, rowId } }) => ({ text, rowId }),
            onDone: {
              target: 'found',
              actions: { type: 'take', params: ({ event }) => event },
              meta: { spec: '5.1 A screen follows what others do' },
            },
            onError: {
              target: 'failed',
              actions: { type: 'explain', params: ({ event }) => event },
              meta: { spec: '14.2 A refusal is shown where it belongs' },
            },
          },
        },
        failed: { on: { 'hit.asked': { target: 'searching', meta: { spec: '14.2 A refusal is shown where it belongs' } } } },
      },
    },
  },
});
