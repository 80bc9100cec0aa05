import type { Address } from '../../../domain/api/credentials.ts';
import type { Company } from '../../../domain/api/parties.ts';
import type { FactorRequirement, Member, PendingInvitation, Team } from '../../../domain/api/people.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Language } from '../../../domain/languages.ts';
import type { Form } from '../../machines/form/form.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { memberLimitsMachine } from '../../machines/memberLimits/memberLimits.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { teamChangeMachine } from '../../machines/teamChange/teamChange.ts';
import type { Named, Read } from '../needs.ts';

/** The input of a company's form. */
type CompanyTyped = Pick<Company, 'address' | 'registration'>;

export interface TeamSettings extends Read {
  readonly members: ValueStore<readonly Member[]>;
  readonly invitations: ValueStore<readonly PendingInvitation[]>;
  readonly change: typeof teamChangeMachine;
  readonly limits: typeof memberLimitsMachine;
  readonly invite: Form<Address & { readonly role: 'admin' | 'regular'; readonly language: Language }, PendingInvitation>;
  /** Ends every session of a member. */
  readonly endSessions: FormDialog<Member, null, unknown>;
  readonly rename: Form<Named, Team>;
  readonly company: ValueStore<Company>;
  readonly about: Form<CompanyTyped, Company>;
  /** Sets the logo, as base64, or removes it. */
  readonly logo: FormDialog<null, string | null, Company>;
}

/** `since` is the day they joined the project's team. */
export type ProjectMember = Answer<'GET /projects/:id/members'>[number] & { readonly since: string | undefined };
/** The people who can open a project. */
export interface MembersPart extends Read {
  readonly members: ValueStore<readonly ProjectMember[]>;
}

export interface TeamFactors extends Read {
  readonly asked: ValueStore<FactorRequirement>;
  /** Requires a second factor from a moment on, or stops requiring it. */
  readonly change: FormDialog<string | null, string | null, FactorRequirement>;
}
