import type { Invitation } from '../../../domain/api/people.ts';
import type { Newcomer, OwnPassword } from '../../../domain/api/registrations.ts';
import type { Form } from '../../machines/form/form.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The invitation of a link, or why it cannot be opened. */
export type OpenedInvitation =
  | { readonly kind: 'open'; readonly invitation: Invitation }
  | { readonly kind: 'used' | 'over'; readonly sentence: string };

export interface InvitationScreen extends Read {
  readonly opened: ValueStore<OpenedInvitation>;
  readonly newcomer: Form<Newcomer, void>;
  readonly known: Form<OwnPassword, void>;
}
