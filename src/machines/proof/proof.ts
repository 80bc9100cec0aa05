import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Proof } from '../../../domain/factors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

type ProofEvent =
  /** A call was refused until the person has proved who they are. */
  | { readonly type: 'proof.needed' }
  | { readonly type: 'proof.chosen'; readonly proof: Proof }
  /** The typed text; empty for a passkey. */
  | { readonly type: 'proof.given'; readonly text: string }
  | { readonly type: 'proof.declined' };

/** Refused calls wait for this event. */
type ProofEmitted = { readonly type: 'proof.settled'; readonly isProved: boolean };

export interface GivenProof {
  readonly proof: Proof;
  readonly text: string;
}

interface ProofContext {
  /** The kinds of proof the person can give. */
  readonly proofs: readonly Proof[];
  readonly shown: Proof | null;
  readonly sentence: Sentence | null;
}

const spec = '15.1 What matters asks again who it is';

/** Asks a signed-in person to prove who they are, for the calls that need it. Several that wait are settled together. */
export const proofMachine = setup({
  types: {
    context: {} as ProofContext,
    events: {} as ProofEvent,
    emitted: {} as ProofEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    look: fromPromise<readonly Proof[]>(() => Promise.reject(new Error('look is not provided'))),
    check: fromPromise<void, GivenProof>(() => Promise.reject(new Error('check is not provided'))),
  },
  guards: { isPossible: ({ context }, { proof }: { proof: Proof }) => context.proofs.includes(proof) },
  actions: {
    keepProofs: assign((_, { proofs }: { proofs: readonly Proof[] }) => ({ proofs, shown: proofs[0] ?? null })),
    showProof: assign((_, { proof }: { proof: Proof }) => ({ shown: proof, sentence: null })),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    forgetSentence: assign({ sentence: null }),
    settle: emit((_, { isProved }: { isProved: boolean }) => ({ type: 'proof.settled' as const, isProved })),
  },
}).createMachine({
  id: 'proof',
  context: { proofs: [], shown: null, sentence: null },
  initial: 'idle',
  states: {
    idle: {
      on: { 'proof.needed': { target: 'looking', actions: 'forgetSentence', meta: { spec } } },
    },
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'asking', actions: { type: 'keepProofs', params: ({ event }) => ({ proofs: event.output }) }, meta: { spec } },
        onError: { target: 'unknown', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec } },
      },
      on: {
        'proof.declined': { target: 'idle', actions: { type: 'settle', params: { isProved: false } }, meta: { spec } },
      },
    },
    /** The ways to give the proof could not be loaded. */
    unknown: {
      on: {
        'proof.declined': { target: 'idle', actions: { type: 'settle', params: { isProved: false } }, meta: { spec } },
      },
    },
    asking: {
      on: {
        'proof.chosen': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          actions: { type: 'showProof', params: ({ event }) => event },
          meta: { spec },
        },
        'proof.given': { target: 'checking', actions: 'forgetSentence', meta: { spec } },
        'proof.declined': { target: 'idle', actions: { type: 'settle', params: { isProved: false } }, meta: { spec } },
      },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context, event }) => ({ proof: context.shown ?? 'password', text: event.type === 'proof.given' ? event.text : '' }),
        onDone: { target: 'idle', actions: { type: 'settle', params: { isProved: true } }, meta: { spec } },
        onError: {
          target: 'asking',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
      on: {
        'proof.declined': { target: 'idle', actions: { type: 'settle', params: { isProved: false } }, meta: { spec } },
      },
    },
  },
});
