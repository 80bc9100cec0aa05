import { createActor } from 'xstate';
import type { Language } from '../../../domain/languages.ts';
import { languageChoiceMachine } from '../../machines/languageChoice/languageChoice.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { calling } from '../calls/calling.ts';
import type { Composed } from './actum.ts';

/** Saves the language a person chooses in their profile. */
export function startLanguageChoice({ api, session, notice }: Pick<Composed, 'api' | 'session' | 'notice'>) {
  const choice = createActor(
    languageChoiceMachine.provide({
      actors: {
        save: calling<void, { readonly language: Language }>(async ({ input: { language }, signal }) => {
          const profile = await api('PATCH /profile/', { body: { language } }, { signal });
          session.send({ type: 'profile.changed', profile });
        }),
      },
    }),
  );
  choice.on('choice.refused', ({ sentence }) => notice.send({ type: 'notice.shown', text: sentenceText(sentence), kind: 'wrong' }));
  return choice.start();
}
