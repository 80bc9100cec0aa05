import { createContext, type ReactNode, use, useContext } from 'react';
import type { Address, Newcomer, NewPassword, PasswordChange, Registration } from '../../domain/contract/credentials.ts';
import type { Invitation, Member, PendingInvitation, Profile, Team } from '../../domain/contract/people.ts';
import type { confirmationMachine } from '../machines/confirmation/confirmation.ts';
import type { Form } from '../machines/form/form.ts';
import type { resourceMachine } from '../machines/resource/resource.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { teamChangeMachine } from '../machines/teamChange/teamChange.ts';

interface Said {
  readonly detail: string;
}
interface Named {
  readonly name: string;
}

/** What the link of an invitation opens: the invitation, or why it opens nothing any more. */
export type OpenedInvitation =
  | { readonly kind: 'open'; readonly invitation: Invitation }
  | { readonly kind: 'used' | 'over'; readonly sentence: string };

export interface InvitationScreen {
  readonly opened: ValueStore<OpenedInvitation>;
  readonly reading: typeof resourceMachine;
  readonly newcomer: Form<Newcomer, void>;
  readonly known: Form<NewPassword, void>;
}
export interface TeamSettings {
  readonly members: ValueStore<readonly Member[]>;
  readonly invitations: ValueStore<readonly PendingInvitation[]>;
  readonly reading: typeof resourceMachine;
  readonly change: typeof teamChangeMachine;
  readonly invite: Form<Address & { readonly role: 'admin' | 'regular' }, PendingInvitation>;
  readonly rename: Form<Named, Team>;
}

/** The forms and screens about persons and teams, with their real actors. */
export interface People {
  readonly register: Form<Registration, Said>;
  readonly forgot: Form<Address, Said>;
  readonly resendConfirmation: Form<Address, Said>;
  readonly recovery: (hash: string) => Form<NewPassword, Said>;
  readonly confirmation: (hash: string) => typeof confirmationMachine;
  readonly invitation: (hash: string) => InvitationScreen;
  readonly team: (teamId: number) => TeamSettings;
  /** Makes a team and turns to it. */
  readonly newTeam: Form<Named, Team>;
  readonly leaveTeam: Form<{ readonly team: number; readonly person: number }, void>;
  readonly profile: {
    readonly name: Form<Named, Profile>;
    readonly password: Form<PasswordChange, Said>;
    readonly logOutEverywhere: Form<object, void>;
  };
}
/** They come with their own code, asked for by what first shows one, and always as the same promise. */
export type PeopleSource = () => Promise<People>;

const PeopleContext = createContext<PeopleSource | null>(null);

export const PeopleProvider = ({ people, children }: { readonly people: PeopleSource; readonly children: ReactNode }) => (
  <PeopleContext value={people}>{children}</PeopleContext>
);

export function usePeople(): People {
  const people = useContext(PeopleContext);
  if (people === null) throw new Error('PeopleProvider is missing');
  return use(people());
}
