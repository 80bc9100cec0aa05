import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { ClaimFinding } from '../../../domain/submission.ts';

/** The statuses in which an act is claimed. */
export type ClaimStep = 'submitted' | 'accepted';

const spec = '9.12 Submitting or accepting an act checks it first';

/** Checks an act before it is submitted or accepted, and asks the person if there are objections. */
export const claimCheckMachine = setup({
  types: {
    context: {} as { readonly step: ClaimStep; readonly findings: readonly ClaimFinding[] },
    events: {} as
      | { readonly type: 'step.requested'; readonly step: ClaimStep }
      | { readonly type: 'step.confirmed' }
      | { readonly type: 'step.declined' },
    emitted: {} as
      /** `isConfirmed`: the person has seen the objections and confirmed the step. */
        | { readonly type: 'step.cleared'; readonly step: ClaimStep; readonly isConfirmed: boolean }
        | { readonly type: 'check.failed'; readonly sentence: Sentence },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    check: fromPromise<readonly ClaimFinding[]>(() => Promise.reject(new Error('check is not provided'))),
  },
  guards: { isClear: (_, { output }: { output: readonly ClaimFinding[] }) => output.length === 0 },
  actions: {
    begin: assign((_, { step }: { step: ClaimStep }) => ({ step, findings: [] })),
    keep: assign({ findings: (_, { output }: { output: readonly ClaimFinding[] }) => output }),
    emitCleared: emit(({ context: { step, findings } }) => ({
      type: 'step.cleared' as const,
      step,
      isConfirmed: findings.length > 0,
    })),
    emitFailed: emit((_, { error }: { error: unknown }) => ({ type: 'check.failed' as const, sentence: sentenceOfError(error) })),
  },
}).createMachine({
  id: 'claimCheck',
  context: { step: 'submitted', findings: [] },
  initial: 'resting',
  states: {
    resting: {
      on: { 'step.requested': { target: 'checking', actions: { type: 'begin', params: ({ event }) => event }, meta: { spec } } },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        onDone: [
          { guard: { type: 'isClear', params: ({ event }) => event }, target: 'resting', actions: 'emitCleared', meta: { spec } },
          { target: 'asking', actions: { type: 'keep', params: ({ event }) => event }, meta: { spec } },
        ],
        onError: {
          target: 'resting',
          actions: { type: 'emitFailed', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
    asking: {
      on: {
        'step.confirmed': { target: 'resting', actions: 'emitCleared', meta: { spec } },
        'step.declined': { target: 'resting', meta: { spec: '2.11 Declining a confirmation changes nothing' } },
      },
    },
  },
});
