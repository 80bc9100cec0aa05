import { createContext, type ReactNode, use, useContext } from 'react';
import type { Address } from '../../domain/api/credentials.ts';
import type { Profile, Team } from '../../domain/api/people.ts';
import type { NewPassword, Registration } from '../../domain/api/registrations.ts';
import type { companySignInMachine } from '../machines/companySignIn/companySignIn.ts';
import type { confirmationMachine } from '../machines/confirmation/confirmation.ts';
import type { Form } from '../machines/form/form.ts';
import type { secondStepMachine } from '../machines/secondStep/secondStep.ts';
import type { FactorSettings, ProfileForms } from './account/needs.ts';
import type { OwnDataScreens } from './account/ownDataNeeds.ts';
import type { InvitationScreen } from './entrance/needs.ts';
import type { Done, Later, Named } from './needs.ts';
import type { TeamFactors, TeamSettings } from './team/needs.ts';

/** The parts of the address that a company's provider, or a mail, led back to. */
export interface CompanyAddress {
  readonly search: string;
  readonly hash: string | null;
}

/** The forms and screens about users and teams, with their real actors. */
export interface People {
  readonly register: Form<Registration, Done>;
  readonly resendConfirmation: Form<Address, Done>;
  readonly forgot: Form<Address, Done>;
  readonly recovery: (hash: string) => Form<NewPassword, Done>;
  /** Returns the secret that allows choosing a new password. */
  readonly notMe: (hash: string) => Form<object, string>;
  readonly confirmation: (hash: string) => typeof confirmationMachine;
  readonly companySignIn: (address: CompanyAddress) => typeof companySignInMachine;
  readonly invitation: (hash: string) => InvitationScreen;
  readonly team: (teamId: number) => TeamSettings;
  /** Makes a team and opens it. */
  readonly newTeam: Form<Named, Team>;
  readonly leaveTeam: Form<{ readonly team: number; readonly person: number }, void>;
  readonly profile: ProfileForms;
  readonly newAddress: (hash: string) => Form<object, Profile>;
  readonly secondStep: typeof secondStepMachine;
  readonly passkeyLogin: Form<object, void>;
  readonly factors: () => FactorSettings;
  readonly ownData: Later<OwnDataScreens>;
  readonly teamFactors: (teamId: number) => TeamFactors;
}

const PeopleContext = createContext<Later<People> | null>(null);

export const PeopleProvider = ({ people, children }: { readonly people: Later<People>; readonly children: ReactNode }) => (
  <PeopleContext value={people}>{children}</PeopleContext>
);

export function usePeople(): People {
  const people = useContext(PeopleContext);
  if (people === null) throw new Error('PeopleProvider is missing');
  return use(people());
}
