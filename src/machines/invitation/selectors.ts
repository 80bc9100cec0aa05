import type { SnapshotFrom } from 'xstate';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { Found, invitationMachine } from './invitation.ts';

/** The invitation as the page shows it. */
type Offer =
  | { readonly kind: 'offered' | 'joining' | 'foreign'; readonly found: Found }
  | { readonly kind: 'refused'; readonly sentence: Sentence; readonly isUnanswered: boolean }
  | { readonly kind: 'unknown' };

/** Null while there is nothing to show. A promised join is not shown unless it is refused. */
export function offerOf({
  value,
  context: { found, sentence, isUnknown, isUnanswered },
}: SnapshotFrom<typeof invitationMachine>): Offer | null {
  if (value === 'refused') return isUnknown || sentence === null ? { kind: 'unknown' } : { kind: 'refused', sentence, isUnanswered };
  if ((value === 'offered' || value === 'joining' || value === 'foreign') && found !== null) return { kind: value, found };
  return null;
}
