import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { chunksBetween } from './chunks.ts';

interface RowWindowContext {
  /** The chunks of the visible rows, topmost first. */
  readonly wanted: readonly number[];
  readonly loaded: readonly number[];
  /** Single rows to load again; their order is the same. */
  readonly changed: readonly number[];
  readonly sentence: Sentence | null;
  /** Whether any rows have arrived, and if not, whether rows changed while the first were loading. */
  readonly first: 'awaited' | 'outdated' | 'arrived';
}
type RowWindowEvent =
  | { readonly type: 'rows.seen'; readonly first: number; readonly last: number }
  | { readonly type: 'project.changed' }
  /** Rows changed without moving. */
  | { readonly type: 'rows.changed'; readonly ids: readonly number[] }
  | { readonly type: 'load.retried' };

const isMissing = ({ wanted, loaded }: RowWindowContext, besides?: number) =>
  wanted.some((chunk) => chunk !== besides && !loaded.includes(chunk));

/** The first visible chunk that is not loaded. */
const nextChunk = ({ wanted, loaded }: RowWindowContext): number => wanted.find((chunk) => !loaded.includes(chunk)) ?? 0;

/** Loads the rows of a list as they become visible. One request runs at a time; chunks scrolled past are not requested. */
export const rowWindowMachine = setup({
  types: {
    context: {} as RowWindowContext,
    events: {} as RowWindowEvent,
    /** Changed rows are loaded with their windows, which lack the sums that the answer for a single row includes. */
    emitted: {} as { readonly type: 'sums.outdated' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    loadChunk: fromPromise<number, { chunk: number }>(() => Promise.reject(new Error('loadChunk is not provided'))),
    loadRows: fromPromise<void, { ids: readonly number[] }>(() => Promise.reject(new Error('loadRows is not provided'))),
  },
  guards: {
    seesMissing: ({ context }, { first, last }: { first: number; last: number }) =>
      isMissing({ ...context, wanted: chunksBetween(first, last) }),
    isFirst: ({ context }) => context.first !== 'arrived',
    isOutdated: ({ context }) => context.first === 'outdated',
    lacksSome: ({ context }) => isMissing(context),
    lacksMore: ({ context }, { output }: { output: number }) => isMissing(context, output),
  },
  actions: {
    see: assign({ wanted: (_, { first, last }: { first: number; last: number }) => chunksBetween(first, last) }),
    keep: assign({
      loaded: ({ context }, { output }: { output: number }) => [...context.loaded.filter((chunk) => chunk !== output), output],
      first: 'arrived',
      sentence: null,
    }),
    outdateFirst: assign({ first: 'outdated' }),
    showOutdated: assign({ first: 'arrived' }),
    explain: assign({
      sentence: (_, { error }: { error: unknown }) => sentenceOfError(error),
      first: ({ context: { first } }) => (first === 'outdated' ? 'awaited' : first),
    }),
    forgetLoaded: assign({ loaded: [], changed: [] }),
    noteChanged: assign({
      changed: ({ context }, { ids }: { ids: readonly number[] }) => [...new Set([...context.changed, ...ids])],
    }),
    forgetChanged: assign({ changed: [] }),
    askForSums: emit({ type: 'sums.outdated' }),
  },
}).createMachine({
  id: 'rowWindow',
  context: { wanted: [0], loaded: [], changed: [], sentence: null, first: 'awaited' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadChunk',
        src: 'loadChunk',
        input: ({ context }) => ({ chunk: nextChunk(context) }),
        onDone: [
          {
            guard: 'isOutdated',
            target: 'loading',
            reenter: true,
            actions: 'showOutdated',
            meta: { spec: '5.1 A screen follows what others do' },
          },
          {
            guard: { type: 'lacksMore', params: ({ event }) => event },
            target: 'loading',
            reenter: true,
            actions: { type: 'keep', params: ({ event }) => event },
            meta: { spec: '8.1 Rows are read in windows' },
          },
          {
            target: 'resting',
            actions: { type: 'keep', params: ({ event }) => event },
            meta: { spec: '8.1 Rows are read in windows' },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '8.1 Rows are read in windows' },
        },
      },
      on: {
        'rows.seen': { actions: { type: 'see', params: ({ event }) => event }, meta: { spec: '8.1 Rows are read in windows' } },
        // The pending answer may be older than the change. The first answer is shown all the same: if every change discarded it, a list that others edit
        // would never open on a slow connection.
        'project.changed': [
          { guard: 'isFirst', actions: 'outdateFirst', meta: { spec: '5.1 A screen follows what others do' } },
          { target: 'loading', reenter: true, actions: 'forgetLoaded', meta: { spec: '5.1 A screen follows what others do' } },
        ],
        'rows.changed': [
          { guard: 'isFirst', actions: ['outdateFirst', 'askForSums'], meta: { spec: '5.1 A screen follows what others do' } },
          {
            target: 'loading',
            reenter: true,
            actions: ['forgetLoaded', 'askForSums'],
            meta: { spec: '5.1 A screen follows what others do' },
          },
        ],
      },
    },
    resting: {
      on: {
        'rows.seen': [
          {
            guard: { type: 'seesMissing', params: ({ event }) => event },
            target: 'loading',
            actions: { type: 'see', params: ({ event }) => event },
            meta: { spec: '8.1 Rows are read in windows' },
          },
          { actions: { type: 'see', params: ({ event }) => event }, meta: { spec: '8.1 Rows are read in windows' } },
        ],
        'project.changed': { target: 'loading', actions: 'forgetLoaded', meta: { spec: '5.1 A screen follows what others do' } },
        'rows.changed': {
          target: 'refreshing',
          actions: { type: 'noteChanged', params: ({ event }) => event },
          meta: { spec: '5.1 A screen follows what others do' },
        },
      },
    },
    refreshing: {
      invoke: {
        id: 'loadRows',
        src: 'loadRows',
        input: ({ context }) => ({ ids: context.changed }),
        onDone: [
          {
            guard: 'lacksSome',
            target: 'loading',
            actions: 'forgetChanged',
            meta: { spec: '8.1 Rows are read in windows' },
          },
          { target: 'resting', actions: 'forgetChanged', meta: { spec: '5.1 A screen follows what others do' } },
        ],
        // Loading everything visible again gives the current rows, or the reason why they cannot be loaded.
        onError: { target: 'loading', actions: ['forgetLoaded', 'askForSums'], meta: { spec: '8.1 Rows are read in windows' } },
      },
      on: {
        'rows.seen': { actions: { type: 'see', params: ({ event }) => event }, meta: { spec: '8.1 Rows are read in windows' } },
        'project.changed': { target: 'loading', actions: 'forgetLoaded', meta: { spec: '5.1 A screen follows what others do' } },
        'rows.changed': {
          target: 'refreshing',
          reenter: true,
          actions: { type: 'noteChanged', params: ({ event }) => event },
          meta: { spec: '5.1 A screen follows what others do' },
        },
      },
    },
    failed: {
      on: {
        'rows.seen': { actions: { type: 'see', params: ({ event }) => event }, meta: { spec: '8.1 Rows are read in windows' } },
        'load.retried': { target: 'loading', meta: { spec: '8.1 Rows are read in windows' } },
        'project.changed': { target: 'loading', actions: 'forgetLoaded', meta: { spec: '5.1 A screen follows what others do' } },
        'rows.changed': {
          target: 'loading',
          actions: ['forgetLoaded', 'askForSums'],
          meta: { spec: '5.1 A screen follows what others do' },
        },
      },
    },
  },
});
