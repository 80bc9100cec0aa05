import type { SnapshotFrom } from 'xstate';
import type { Profile, SecondStepNeeded } from '../../../domain/api/people.ts';
import type { Language } from '../../../domain/languages.ts';
import { emailUnconfirmed, tokenRefreshFailed } from '../../../domain/sentences/people.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { sessionMachine } from './session.ts';

type Session = SnapshotFrom<typeof sessionMachine>;

export const isSignedIn = (session: Session): boolean => session.matches('signedIn');
export const isSubmitting = (session: Session): boolean => session.matches({ signedOut: 'submitting' });
/** Signed in, but the profile is not loaded yet, so the whole page waits. */
export const isLoading = (session: Session): boolean =>
  session.matches('signedIn') && !session.matches({ signedIn: { profile: 'loaded' } });
/** The last attempt got no answer; another follows automatically. */
export const isServerAway = (session: Session): boolean =>
  session.matches({ signedIn: { profile: 'unreachable' } }) || session.matches({ signedIn: { access: 'unreachable' } });
/** The second step of a login that is under way; null without one. */
export const stepOf = (session: Session): SecondStepNeeded | null => session.context.step;
export const errorShown = (session: Session): Sentence | null => session.context.error;
/** The credentials were right, but the email address is not confirmed. */
export const isUnconfirmed = (session: Session): boolean => session.context.error?.code === emailUnconfirmed.code;
/** The session ended without the person asking for it. */
export const isLost = (session: Session): boolean => session.context.error?.code === tokenRefreshFailed.code;
export const profileOf = (session: Session): Profile | null => session.context.profile;
/** The language of the person; null before the profile is known. */
export const languageOf = (session: Session): Language | null => session.context.profile?.language ?? null;
