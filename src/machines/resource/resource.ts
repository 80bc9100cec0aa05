import { assign, fromPromise, setup } from 'xstate';
import { isRefusal, sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { patience } from '../patience.ts';

type ResourceEvent = { readonly type: 'load.retried' } | { readonly type: 'project.changed' };

/** The load under way is completed first: if each change aborted it, a project that changes often would never be shown. */
const whileLoading = {
  'project.changed': { actions: 'noteChange', meta: { spec: '5.1 A screen follows what others do' } },
} as const;

/** Loads the data of a screen into its store. The data stays on screen while it is loaded again and when that fails. */
export const resourceMachine = setup({
  types: {
    context: {} as {
      readonly sentence: Sentence | null;
      /** The project changed while its data was loading, so the answer may be older. */
      readonly isOutdated: boolean;
      /** How often in a row it could not be read again. */
      readonly unanswered: number;
    },
    events: {} as ResourceEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: { load: fromPromise<void>(() => Promise.reject(new Error('load is not provided'))) },
  delays: { untilReadAgain: ({ context }) => patience(context.unanswered, 5_000) },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    isFinal: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  actions: {
    noteChange: assign({ isOutdated: true }),
    begin: assign({ isOutdated: false }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    takeAnswer: assign({ sentence: null, unanswered: 0 }),
  },
}).createMachine({
  id: 'resource',
  context: { sentence: null, isOutdated: false, unanswered: 0 },
  initial: 'loading',
  states: {
    loading: {
      entry: 'begin',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: 'isOutdated',
            target: 'refreshing',
            actions: 'takeAnswer',
            meta: { spec: '5.1 A screen follows what others do' },
          },
          { target: 'ready', actions: 'takeAnswer', meta: { spec: '1.6 A screen loads what it shows' } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '1.6 A screen loads what it shows' },
        },
      },
      on: whileLoading,
    },
    ready: {
      on: { 'project.changed': { target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } } },
    },
    refreshing: {
      entry: 'begin',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: 'isOutdated',
            target: 'refreshing',
            reenter: true,
            actions: 'takeAnswer',
            meta: { spec: '5.1 A screen follows what others do' },
          },
          { target: 'ready', actions: 'takeAnswer', meta: { spec: '1.6 A screen loads what it shows' } },
        ],
        onError: [
          {
            guard: { type: 'isFinal', params: ({ event }) => event },
            target: 'ready',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '1.6 A screen loads what it shows' },
          },
          { target: 'behind', actions: 'countUnanswered', meta: { spec: '5.1 A screen follows what others do' } },
        ],
      },
      on: whileLoading,
    },
    /** The data on screen may be out of date, so they are loaded again until that succeeds. */
    behind: {
      after: { untilReadAgain: { target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } } },
      on: { 'project.changed': { target: 'refreshing', meta: { spec: '5.1 A screen follows what others do' } } },
    },
    failed: {
      on: {
        'load.retried': { target: 'loading', meta: { spec: '1.6 A screen loads what it shows' } },
        'project.changed': { target: 'loading', meta: { spec: '5.1 A screen follows what others do' } },
      },
    },
  },
});
