import { emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Language } from '../../../domain/languages.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

const spec = '13.3 The product speaks English, Latvian and German';

/** Saves the language a person chooses in their profile, from which the page takes it. The last choice wins. */
export const languageChoiceMachine = setup({
  types: {
    events: {} as { readonly type: 'language.chosen'; readonly language: Language },
    emitted: {} as { readonly type: 'choice.refused'; readonly sentence: Sentence },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    save: fromPromise<void, { readonly language: Language }>(() => Promise.reject(new Error('save is not provided'))),
  },
  actions: {
    emitRefusal: emit((_, { error }: { error: unknown }) => ({ type: 'choice.refused' as const, sentence: sentenceOfError(error) })),
  },
}).createMachine({
  id: 'languageChoice',
  initial: 'idle',
  on: { 'language.chosen': { target: '.saving', reenter: true, meta: { spec } } },
  states: {
    idle: {},
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ event }) => ({ language: event.language }),
        onDone: { target: 'idle', meta: { spec } },
        onError: {
          target: 'idle',
          actions: { type: 'emitRefusal', params: ({ event }) => ({ error: event.error }) },
          meta: { spec: '14.2 A refusal is shown where it belongs' },
        },
      },
    },
  },
});
