import { assign, emit, fromPromise, setup } from 'xstate';
import type { NewApp } from '../../../domain/api/factors.ts';
import type { FactorKind } from '../../../domain/factors.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { type Problems, refusalOf } from '../form/refusal.ts';

/** The server's answer to a beginning: the secret of an app, or the options to ask the browser for a passkey with. */
export type Begun = ({ readonly kind: 'app' } & NewApp) | { readonly kind: 'passkey'; readonly options: Readonly<Record<string, unknown>> };

/** The person's input; a passkey has no code. */
export interface TypedFactor {
  readonly name: string;
  readonly code: string;
}

type NewFactorEvent =
  | { readonly type: 'factor.begun'; readonly kind: FactorKind }
  | ({ readonly type: 'factor.given' } & TypedFactor)
  | { readonly type: 'factor.cancelled' }
  /** New recovery codes replace the earlier ones. */
  | { readonly type: 'codes.asked' }
  | { readonly type: 'codes.noted' };

interface NewFactorContext {
  /** The kind that was asked for last. */
  readonly kind: FactorKind;
  readonly begun: Begun | null;
  readonly codes: readonly string[];
  readonly problems: Problems;
  readonly sentence: Sentence | null;
}
const NOTHING_SAID = { problems: {}, sentence: null } as const;
const FIELDS = ['name', 'code'];

const adds = '15.5 A person adds authenticator apps and passkeys';
const shows = '15.6 Recovery codes are shown once';
const refuses = '14.2 A refusal is shown where it belongs';

/** Adds a second factor. The recovery codes made with the first factor are shown until the person has noted them. */
export const newFactorMachine = setup({
  types: {
    context: {} as NewFactorContext,
    events: {} as NewFactorEvent,
    emitted: {} as { readonly type: 'factors.changed' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    begin: fromPromise<Begun, { readonly kind: FactorKind }>(() => Promise.reject(new Error('begin is not provided'))),
    /** Returns the recovery codes made with the factor; empty when the person has codes already. */
    save: fromPromise<readonly string[], { readonly begun: Begun; readonly typed: TypedFactor }>(() =>
      Promise.reject(new Error('save is not provided')),
    ),
    remake: fromPromise<readonly string[]>(() => Promise.reject(new Error('remake is not provided'))),
  },
  guards: { hasCodes: (_, { codes }: { codes: readonly string[] }) => codes.length > 0 },
  actions: {
    keepKind: assign((_, { kind }: { kind: FactorKind }) => ({ kind })),
    keepBegun: assign((_, { begun }: { begun: Begun }) => ({ begun })),
    keepCodes: assign((_, { codes }: { codes: readonly string[] }) => ({ codes, begun: null })),
    forget: assign({ begun: null, codes: [], ...NOTHING_SAID }),
    forgetSentence: assign(NOTHING_SAID),
    explain: assign((_, { error }: { error: unknown }) => {
      const { problems, sentence } = refusalOf(error, FIELDS);
      return { problems, sentence };
    }),
    tellChanged: emit({ type: 'factors.changed' as const }),
  },
}).createMachine({
  id: 'newFactor',
  context: { kind: 'app', begun: null, codes: [], ...NOTHING_SAID },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'factor.begun': {
          target: 'beginning',
          actions: ['forgetSentence', { type: 'keepKind', params: ({ event }) => event }],
          meta: { spec: adds },
        },
        'codes.asked': { target: 'remaking', actions: 'forgetSentence', meta: { spec: shows } },
      },
    },
    beginning: {
      invoke: {
        id: 'begin',
        src: 'begin',
        input: ({ context: { kind } }) => ({ kind }),
        onDone: {
          target: 'naming',
          actions: { type: 'keepBegun', params: ({ event }) => ({ begun: event.output }) },
          meta: { spec: adds },
        },
        onError: { target: 'idle', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    naming: {
      on: {
        'factor.given': { target: 'saving', actions: 'forgetSentence', meta: { spec: adds } },
        'factor.cancelled': { target: 'idle', actions: 'forget', meta: { spec: adds } },
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        // Only `factor.given` leads here, and only once a factor was begun.
        input: ({ context, event }) => ({ begun: context.begun as Begun, typed: event as unknown as TypedFactor }),
        onDone: [
          {
            guard: { type: 'hasCodes', params: ({ event }) => ({ codes: event.output }) },
            target: 'showing',
            actions: [{ type: 'keepCodes', params: ({ event }) => ({ codes: event.output }) }, 'tellChanged'],
            meta: { spec: shows },
          },
          { target: 'idle', actions: ['forget', 'tellChanged'], meta: { spec: adds } },
        ],
        onError: { target: 'naming', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    remaking: {
      invoke: {
        id: 'remake',
        src: 'remake',
        onDone: {
          target: 'showing',
          actions: [{ type: 'keepCodes', params: ({ event }) => ({ codes: event.output }) }, 'tellChanged'],
          meta: { spec: shows },
        },
        onError: { target: 'idle', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    showing: {
      on: { 'codes.noted': { target: 'idle', actions: 'forget', meta: { spec: shows } } },
    },
  },
});
