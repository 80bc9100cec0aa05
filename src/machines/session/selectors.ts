import type { SnapshotFrom } from 'xstate';
import type { Profile } from '../../../domain/contract/people.ts';
import type { Language } from '../../../domain/languages.ts';
import { emailUnconfirmed } from '../../../domain/sentences/people.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { sessionMachine } from './session.ts';

type Session = SnapshotFrom<typeof sessionMachine>;

export const isSignedIn = (session: Session): boolean => session.matches('signedIn');
export const isSubmitting = (session: Session): boolean => session.matches({ signedOut: 'submitting' });
/** Signed in, but the profile is not here yet: the whole page waits. */
export const isLoading = (session: Session): boolean =>
  session.matches('signedIn') && !session.matches({ signedIn: { profile: 'loaded' } });
/** The last try got no answer; another follows by itself. */
export const isServerAway = (session: Session): boolean =>
  session.matches({ signedIn: { profile: 'unreachable' } }) || session.matches({ signedIn: { access: 'unreachable' } });
export const errorShown = (session: Session): Sentence | null => session.context.error;
/** The credentials were right, but the address is not confirmed. */
export const isUnconfirmed = (session: Session): boolean => session.context.error?.code === emailUnconfirmed.code;
export const profileOf = (session: Session): Profile | null => session.context.profile;
/** The language of the person, or null while nobody knows who it is. */
export const languageOf = (session: Session): Language | null => session.context.profile?.language ?? null;
