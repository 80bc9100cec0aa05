import * as v from 'valibot';
import { assign, fromPromise, setup } from 'xstate';
import { PaperSender, Sender } from '../../../domain/api/answerRoutes.ts';
import { Refused, sentenceOfError, Unanswered } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, problemsOf } from '../form/form.ts';

/** By a link as the client, or on paper as a member. */
type Way = 'link' | 'paper';
/** The name and email as typed. */
interface Named {
  readonly name: string;
  readonly email: string;
}
type AnswerEvent =
  /** `incomplete` counts the rows with a quantity or a reason that is refused. */
  | { readonly type: 'review.requested'; readonly incomplete: number }
  /** `changed` counts the rows that would be lost. */
  | { readonly type: 'all.accepted'; readonly changed: number }
  | { readonly type: 'loss.confirmed' }
  | { readonly type: 'loss.declined' }
  | { readonly type: 'review.left' }
  | { readonly type: 'answer.submitted'; readonly typed: Named }
  | { readonly type: 'sending.retried' }
  | { readonly type: 'act.reread' };

interface AnswerContext {
  readonly way: Way;
  readonly incomplete: number;
  readonly problems: Problems;
  readonly sender: Named;
  readonly sentence: Sentence | null;
}

/** It is not known whether the answer arrived, so the same one is sent again. */
const isUnanswered = (error: unknown) => error instanceof Unanswered;
/** The act has changed since it was answered, or cannot be answered any more. */
const isOutdated = (error: unknown) => error instanceof Refused && [403, 404, 409].includes(error.status);
const rulesOf = (way: Way) => (way === 'link' ? Sender : PaperSender);

const fills = '20.2 The client certifies row by row';
const reviews = '20.4 An answer is reviewed before it is sent';
const sends = '20.5 An answer is sent whole, once';
const refuses = '20.6 A refused answer says why and loses nothing';
const ends = '20.7 After the answer there is a receipt';

/** An answer to a submitted act: filled in row by row, reviewed, and sent until it is known to have arrived. */
export const answerMachine = setup({
  types: {
    input: {} as { readonly way: Way },
    context: {} as AnswerContext,
    events: {} as AnswerEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Forgets every row that was changed. */
    acceptAll: fromPromise<void>(() => Promise.reject(new Error('acceptAll is not provided'))),
    send: fromPromise<void, Named>(() => Promise.reject(new Error('send is not provided'))),
    /** Reloads the act with the rows that were changed. */
    reread: fromPromise<void>(() => Promise.reject(new Error('reread is not provided'))),
  },
  delays: { beforeNextTry: 5_000 },
  guards: {
    isComplete: (_, { incomplete }: { incomplete: number }) => incomplete === 0,
    losesRows: (_, { changed }: { changed: number }) => changed > 0,
    isNamed: ({ context }, { typed }: { typed: Named }) => v.is(rulesOf(context.way), typed),
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(error),
    isOutdated: (_, { error }: { error: unknown }) => isOutdated(error),
  },
  actions: {
    count: assign((_, { incomplete }: { incomplete: number }) => ({ incomplete, sentence: null })),
    forgetSaid: assign({ incomplete: 0, problems: {}, sentence: null }),
    keepSender: assign((_, { typed }: { typed: Named }) => ({ sender: typed, problems: {}, sentence: null })),
    showProblems: assign(({ context }, { typed }: { typed: Named }) => ({
      problems: problemsOf(rulesOf(context.way), typed),
      sentence: null,
    })),
    explain: assign((_, { error }: { error: unknown }) => ({ sentence: sentenceOfError(error) })),
  },
}).createMachine({
  id: 'answer',
  context: ({ input }) => ({ way: input.way, incomplete: 0, problems: {}, sender: { name: '', email: '' }, sentence: null }),
  initial: 'filling',
  states: {
    filling: {
      on: {
        'review.requested': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'reviewing',
            actions: 'forgetSaid',
            meta: { spec: reviews },
          },
          { actions: { type: 'count', params: ({ event }) => event }, meta: { spec: fills } },
        ],
        'all.accepted': [
          {
            guard: { type: 'losesRows', params: ({ event }) => event },
            target: 'confirmingAll',
            meta: { spec: '2.10 A confirmation says what will be lost' },
          },
          { target: 'reviewing', actions: 'forgetSaid', meta: { spec: fills } },
        ],
      },
    },
    confirmingAll: {
      on: {
        'loss.confirmed': { target: 'accepting', meta: { spec: '2.10 A confirmation says what will be lost' } },
        'loss.declined': { target: 'filling', meta: { spec: '2.10 A confirmation says what will be lost' } },
      },
    },
    accepting: {
      invoke: {
        id: 'acceptAll',
        src: 'acceptAll',
        onDone: { target: 'reviewing', actions: 'forgetSaid', meta: { spec: fills } },
        onError: { target: 'filling', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    reviewing: {
      on: {
        'review.left': { target: 'filling', actions: 'forgetSaid', meta: { spec: reviews } },
        'answer.submitted': [
          {
            guard: { type: 'isNamed', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'keepSender', params: ({ event }) => event },
            meta: { spec: sends },
          },
          { actions: { type: 'showProblems', params: ({ event }) => event }, meta: { spec: '14.1 A form is checked when it is sent' } },
        ],
      },
    },
    sending: {
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => context.sender,
        onDone: { target: 'sent', meta: { spec: ends } },
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'waiting', meta: { spec: sends } },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: refuses },
          },
          { target: 'reviewing', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
        ],
      },
    },
    waiting: {
      after: { beforeNextTry: { target: 'sending', meta: { spec: sends } } },
      on: { 'sending.retried': { target: 'sending', meta: { spec: sends } } },
    },
    refused: { on: { 'act.reread': { target: 'rereading', meta: { spec: refuses } } } },
    rereading: {
      invoke: {
        id: 'reread',
        src: 'reread',
        onDone: { target: 'filling', actions: 'forgetSaid', meta: { spec: refuses } },
        onError: { target: 'refused', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    sent: {},
  },
});
