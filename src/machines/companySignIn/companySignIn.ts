import { assign, fromPromise, setup } from 'xstate';
import { isRefusal, Refused, sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { ssoProve } from '../../../domain/sentences/singleSignOn.ts';

/** The page's task: to offer the sign-in button, or to take the answer that a provider or a mail leads back with. */
type CompanyTask = 'offer' | 'answer';

/** A company's sign-in in the browser: it leaves for the provider, and returns with the provider's answer. */
export const companySignInMachine = setup({
  types: {
    input: {} as { readonly task: CompanyTask },
    context: {} as {
      readonly task: CompanyTask;
      /** Why the last step failed; null before the first failure. */
      readonly sentence: Sentence | null;
      /** The address to continue at; null for the projects. */
      readonly path: string | null;
    },
    events: {} as { readonly type: 'company.chosen' } | { readonly type: 'mail.asked' } | { readonly type: 'retry.requested' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Leaves for the provider's page. */
    leave: fromPromise<void>(() => Promise.reject(new Error('leave is not provided'))),
    /** Has the server check the answer, and stores the session it returns at once. */
    finish: fromPromise<string | null>(() => Promise.reject(new Error('finish is not provided'))),
    mail: fromPromise<void>(() => Promise.reject(new Error('mail is not provided'))),
  },
  guards: {
    isAnswer: ({ context }) => context.task === 'answer',
    isProofWanted: (_, { error }: { error: unknown }) => error instanceof Refused && sentenceOfError(error).code === ssoProve.code,
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  actions: {
    keepSentence: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    keepPath: assign({ path: (_, { path }: { path: string | null }) => path }),
  },
}).createMachine({
  id: 'companySignIn',
  context: ({ input }) => ({ ...input, sentence: null, path: null }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isAnswer', target: 'finishing', meta: { spec: '18.2 The answer counts once, in the browser that asked' } },
        { target: 'offered', meta: { spec: '18.1 One button signs in with the company' } },
      ],
    },
    offered: { on: { 'company.chosen': { target: 'leaving', meta: { spec: '18.1 One button signs in with the company' } } } },
    leaving: {
      invoke: {
        id: 'leave',
        src: 'leave',
        onDone: { target: 'left', meta: { spec: '18.1 One button signs in with the company' } },
        onError: {
          target: 'offered',
          actions: { type: 'keepSentence', params: ({ event }) => event },
          meta: { spec: '18.6 A provider that is away says so' },
        },
      },
    },
    left: {},
    finishing: {
      invoke: {
        id: 'finish',
        src: 'finish',
        onDone: {
          target: 'arrived',
          actions: { type: 'keepPath', params: ({ event }) => ({ path: event.output }) },
          meta: { spec: '18.2 The answer counts once, in the browser that asked' },
        },
        onError: [
          {
            guard: { type: 'isProofWanted', params: ({ event }) => event },
            target: 'unproved',
            actions: { type: 'keepSentence', params: ({ event }) => event },
            meta: { spec: '18.3 An account is connected by its owner alone' },
          },
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'keepSentence', params: ({ event }) => event },
            meta: { spec: '18.4 Who may not come in is told why' },
          },
          {
            target: 'unanswered',
            actions: { type: 'keepSentence', params: ({ event }) => event },
            meta: { spec: '18.6 A provider that is away says so' },
          },
        ],
      },
    },
    unproved: { on: { 'mail.asked': { target: 'mailing', meta: { spec: '18.3 An account is connected by its owner alone' } } } },
    mailing: {
      invoke: {
        id: 'mail',
        src: 'mail',
        onDone: { target: 'mailed', meta: { spec: '18.3 An account is connected by its owner alone' } },
        onError: {
          target: 'unproved',
          actions: { type: 'keepSentence', params: ({ event }) => event },
          meta: { spec: '18.3 An account is connected by its owner alone' },
        },
      },
    },
    mailed: {},
    refused: {},
    unanswered: { on: { 'retry.requested': { target: 'finishing', meta: { spec: '18.6 A provider that is away says so' } } } },
    arrived: {},
  },
});
