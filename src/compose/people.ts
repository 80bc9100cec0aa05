import { later } from '../ui/later.ts';
import type { People } from '../views/people.tsx';
import type { Composed } from './app/actum.ts';
import { companySignInOf } from './screens/companySignIn.ts';
import { confirmationOf } from './screens/confirmation.ts';
import { factorsOf } from './screens/factors.ts';
import { invitationOf } from './screens/invitation.ts';
import { newAddressOf, profileOf } from './screens/profile.ts';
import { forgotOf, notMeOf, recoveryOf } from './screens/recovery.ts';
import { registrationOf, resendConfirmationOf } from './screens/registration.ts';
import { passkeyLoginOf, secondStepOf } from './screens/secondStep.ts';
import { leavingOf, newTeamOf, teamOf } from './screens/team.ts';
import { teamFactorsOf } from './screens/teamFactors.ts';

/** Connects the forms and screens about users and teams with their calls. */
export const providePeople = (
  actum: Pick<Composed, 'api' | 'session' | 'invitation' | 'company' | 'readProfile' | 'openTeam' | 'outside' | 'reference'>,
): People => ({
  register: registrationOf(actum),
  resendConfirmation: resendConfirmationOf(actum.api),
  forgot: forgotOf(actum.api),
  recovery: recoveryOf(actum),
  notMe: notMeOf(actum),
  confirmation: confirmationOf(actum.api),
  companySignIn: companySignInOf(actum),
  invitation: (hash) => invitationOf(actum, hash),
  team: (teamId) => teamOf(actum, teamId),
  newTeam: newTeamOf(actum),
  leaveTeam: leavingOf(actum),
  profile: profileOf(actum),
  newAddress: newAddressOf(actum),
  secondStep: secondStepOf(actum),
  passkeyLogin: passkeyLoginOf(actum),
  factors: () => factorsOf(actum),
  ownData: later(async () => (await import('./screens/ownData.ts')).ownDataOf(actum)),
  teamFactors: (teamId) => teamFactorsOf(actum, teamId),
});
