import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { SecondStep } from '../../../domain/factors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

type SecondStepEvent =
  | { readonly type: 'step.chosen'; readonly step: SecondStep }
  /** The typed text; empty for a passkey. */
  | { readonly type: 'step.given'; readonly text: string };

export interface GivenStep {
  readonly step: SecondStep;
  readonly text: string;
}

interface SecondStepContext {
  /** The second factors the person can use. */
  readonly steps: readonly SecondStep[];
  readonly shown: SecondStep;
  readonly sentence: Sentence | null;
}

const spec = '15.3 A second factor is asked for after the password';

/** The second step of a sign-in. Once it is accepted, its checker hands the tokens to the session. */
export const secondStepMachine = setup({
  types: {
    input: {} as { readonly steps: readonly SecondStep[] },
    context: {} as SecondStepContext,
    events: {} as SecondStepEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: { check: fromPromise<void, GivenStep>(() => Promise.reject(new Error('check is not provided'))) },
  guards: { isPossible: ({ context }, { step }: { step: SecondStep }) => context.steps.includes(step) },
  actions: {
    show: assign((_, { step }: { step: SecondStep }) => ({ shown: step, sentence: null })),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
  },
}).createMachine({
  id: 'secondStep',
  context: ({ input: { steps } }) => ({ steps, shown: steps[0] ?? 'recovery_code', sentence: null }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'step.chosen': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          actions: { type: 'show', params: ({ event }) => event },
          meta: { spec },
        },
        'step.given': { target: 'checking', actions: 'forgetSentence', meta: { spec } },
      },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context, event }) => ({ step: context.shown, text: event.type === 'step.given' ? event.text : '' }),
        onDone: { target: 'accepted', meta: { spec } },
        onError: {
          target: 'asking',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
    accepted: {},
  },
});
