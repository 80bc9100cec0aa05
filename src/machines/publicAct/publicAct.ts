import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { patience } from '../patience.ts';

/** Live events of the act on screen. */
export type PublicNews =
  /** The live query is open. A change may have been missed between loading the act and now. */
  | { readonly type: 'act.followed' }
  | { readonly type: 'act.changed' }
  /** The link was withdrawn or has expired. */
  | { readonly type: 'link.ended' }
  | { readonly type: 'news.lost' };

/** The load under way is completed first: if each change aborted it, an act that changes often would never be updated. */
const noted = { actions: 'noteChange', meta: { spec: '12.3 The public act follows its edits' } } as const;

/** A link that opens nothing is final. Any other failure may be temporary. */
const isOver = (error: unknown) => error instanceof Refused && error.status === 404;

const reads = '12.2 The link shows the act as signed-in people see it';
const ends = '12.4 A link that ended says how';
const fails = '1.6 A screen loads what it shows';
const follows = '12.3 The public act follows its edits';

const readAgain = {
  'act.followed': { target: 'refreshing', meta: { spec: follows } },
  'act.changed': { target: 'refreshing', meta: { spec: follows } },
} as const;

/** An act as the holder of its link sees it: loaded, followed while it is edited, and closed when the link ends. */
export const publicActMachine = setup({
  types: {
    context: {} as {
      readonly sentence: Sentence | null;
      readonly code: string | null;
      /** The act changed, or a change may have been missed, while it was loading: the answer may be older. */
      readonly isOutdated: boolean;
      /** How often in a row it could not be read again. */
      readonly unanswered: number;
    },
    events: {} as PublicNews | { readonly type: 'load.retried' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    load: fromPromise<void>(() => Promise.reject(new Error('load is not provided'))),
    follow: fromCallback<{ readonly type: 'none' }>(() => {
      throw new Error('follow is not provided');
    }),
  },
  delays: { untilReadAgain: ({ context }) => patience(context.unanswered, 5_000) },
  guards: {
    isOver: (_, { error }: { error: unknown }) => isOver(error),
    isOutdated: ({ context }) => context.isOutdated,
  },
  actions: {
    noteChange: assign({ isOutdated: true }),
    forgetChange: assign({ isOutdated: false }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    takeAnswer: assign({ unanswered: 0 }),
    explain: assign((_, { error }: { error: unknown }) => ({
      sentence: sentenceOfError(error),
      code: error instanceof Refused ? error.code : null,
    })),
    forgetSentence: assign({ sentence: null, code: null }),
  },
}).createMachine({
  id: 'publicAct',
  context: { sentence: null, code: null, isOutdated: false, unanswered: 0 },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'open', actions: 'forgetSentence', meta: { spec: reads } },
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'over',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: ends },
          },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: fails } },
        ],
      },
    },
    failed: { on: { 'load.retried': { target: 'loading', meta: { spec: fails } } } },
    open: {
      type: 'parallel',
      invoke: { id: 'follow', src: 'follow', onError: { target: '.news.lost', meta: { spec: follows } } },
      on: { 'link.ended': { target: 'ending', meta: { spec: ends } } },
      states: {
        act: {
          initial: 'shown',
          states: {
            shown: {
              // The link may have ended while the connection was lost, which loading the act reveals.
              on: { ...readAgain, 'news.lost': { target: 'refreshing', meta: { spec: follows } } },
            },
            refreshing: {
              exit: 'forgetChange',
              invoke: {
                id: 'load',
                src: 'load',
                onDone: [
                  { guard: 'isOutdated', target: 'refreshing', reenter: true, actions: 'takeAnswer', meta: { spec: follows } },
                  { target: 'shown', actions: 'takeAnswer', meta: { spec: follows } },
                ],
                onError: [
                  {
                    guard: { type: 'isOver', params: ({ event }) => event },
                    target: '#publicAct.over',
                    actions: { type: 'explain', params: ({ event }) => event },
                    meta: { spec: ends },
                  },
                  { target: 'behind', actions: 'countUnanswered', meta: { spec: follows } },
                ],
              },
              on: { 'act.changed': noted, 'act.followed': noted, 'news.lost': noted },
            },
            /** The act on screen may be out of date, so it is loaded again until that succeeds. */
            behind: {
              after: { untilReadAgain: { target: 'refreshing', meta: { spec: follows } } },
              on: readAgain,
            },
          },
        },
        news: {
          initial: 'awaited',
          states: {
            awaited: {
              on: {
                'act.followed': { target: 'live', meta: { spec: follows } },
                'news.lost': { target: 'lost', meta: { spec: follows } },
              },
            },
            live: { on: { 'news.lost': { target: 'lost', meta: { spec: follows } } } },
            lost: { on: { 'act.followed': { target: 'live', meta: { spec: follows } } } },
          },
        },
      },
    },
    /** One more call shows how the link ended. */
    ending: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'open', meta: { spec: reads } },
        onError: { target: 'over', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: ends } },
      },
    },
    over: {},
  },
});
