import type { ActorRefFrom } from 'xstate';
import { preferredLanguage } from '../../../domain/languages.ts';
import { languageOf } from '../../machines/session/selectors.ts';
import type { sessionMachine } from '../../machines/session/session.ts';
import { takeLanguageFrom } from '../../messages/messages.ts';

/** Sets the page's language from the profile. Before a profile is known it is the browser's; after signing out it stays. */
export function followLanguageOf(session: ActorRefFrom<typeof sessionMachine>, wished: readonly string[]): void {
  let spoken = preferredLanguage(wished);
  takeLanguageFrom(() => {
    spoken = languageOf(session.getSnapshot()) ?? spoken;
    return spoken;
  });
}
