import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { SecurityGroup } from '../../../domain/securityLog.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** The filter of the log; null in a field for everything. */
export interface LogFilter {
  readonly group: SecurityGroup | null;
  readonly person: number | null;
  /** Days, as 2026-11-30. */
  readonly from: string | null;
  readonly until: string | null;
}
export const EVERYTHING: LogFilter = { group: null, person: null, from: null, until: null };

export interface WindowAsked {
  readonly filter: LogFilter;
  /** Whether the entries are appended to those already shown. */
  readonly isMore: boolean;
}

interface SecurityLogContext {
  readonly filter: LogFilter;
  /** Whether there are older entries than those loaded. */
  readonly hasMore: boolean;
  /** The filter was changed while a file was made, so the entries shown still belong to the previous filter. */
  readonly isOutdated: boolean;
  readonly sentence: Sentence | null;
}
type SecurityLogEvent =
  | { readonly type: 'filter.chosen'; readonly filter: LogFilter }
  | { readonly type: 'more.asked' }
  | { readonly type: 'file.asked' }
  | { readonly type: 'load.retried' };

const spec = '16.7 The log is filtered and read in windows';

/** Loads a team's security log window by window, newest first, and makes a file of all entries that pass the filter. */
export const securityLogMachine = setup({
  types: {
    context: {} as SecurityLogContext,
    events: {} as SecurityLogEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Returns whether there are older entries. */
    load: fromPromise<boolean, WindowAsked>(() => Promise.reject(new Error('load is not provided'))),
    makeFile: fromPromise<void, LogFilter>(() => Promise.reject(new Error('makeFile is not provided'))),
  },
  guards: { hasMore: ({ context }) => context.hasMore, isOutdated: ({ context }) => context.isOutdated },
  actions: {
    choose: assign({ filter: (_, { filter }: { filter: LogFilter }) => filter, sentence: null }),
    outdate: assign({ isOutdated: true }),
    begin: assign({ isOutdated: false }),
    keepMore: assign({ hasMore: (_, { output }: { output: boolean }) => output }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
  },
}).createMachine({
  id: 'securityLog',
  context: { filter: EVERYTHING, hasMore: false, isOutdated: false, sentence: null },
  initial: 'reading',
  states: {
    reading: {
      entry: 'begin',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { filter } }) => ({ filter, isMore: false }),
        onDone: { target: 'ready', actions: { type: 'keepMore', params: ({ event }) => event }, meta: { spec } },
        onError: {
          target: 'failed',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '1.6 A screen loads what it shows' },
        },
      },
      on: {
        'filter.chosen': {
          target: 'reading',
          reenter: true,
          actions: { type: 'choose', params: ({ event }) => event },
          meta: { spec },
        },
      },
    },
    failed: {
      on: {
        'load.retried': { target: 'reading', actions: 'forgetSentence', meta: { spec: '1.6 A screen loads what it shows' } },
        'filter.chosen': { target: 'reading', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } },
      },
    },
    ready: {
      on: {
        'filter.chosen': { target: 'reading', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } },
        'more.asked': { guard: 'hasMore', target: 'readingMore', actions: 'forgetSentence', meta: { spec } },
        'file.asked': { target: 'makingFile', actions: 'forgetSentence', meta: { spec: '16.8 The log is handed out as a file' } },
      },
    },
    readingMore: {
      on: { 'filter.chosen': { target: 'reading', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } } },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { filter } }) => ({ filter, isMore: true }),
        onDone: { target: 'ready', actions: { type: 'keepMore', params: ({ event }) => event }, meta: { spec } },
        onError: {
          target: 'ready',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
    makingFile: {
      // The file has the entries that were shown when it was requested.
      on: { 'filter.chosen': { actions: [{ type: 'choose', params: ({ event }) => event }, 'outdate'], meta: { spec } } },
      invoke: {
        id: 'makeFile',
        src: 'makeFile',
        input: ({ context: { filter } }) => filter,
        onDone: [
          { guard: 'isOutdated', target: 'reading', meta: { spec } },
          { target: 'ready', meta: { spec: '16.8 The log is handed out as a file' } },
        ],
        onError: [
          {
            guard: 'isOutdated',
            target: 'reading',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
          {
            target: 'ready',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
    },
  },
});
