import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import { Address } from '../../../domain/api/credentials.ts';
import { IdParameter, OptionalTitle, PostalAddress, Title } from '../../../domain/api/fields.ts';
import type { Company } from '../../../domain/api/parties.ts';
import { GivenRole, type Member, type PendingInvitation } from '../../../domain/api/people.ts';
import type { MemberLimits } from '../../../domain/api/projectAccessRoutes.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { type LimitSet, type LimitsAsked, memberLimitsMachine } from '../../machines/memberLimits/memberLimits.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type TeamChange, teamChangeMachine } from '../../machines/teamChange/teamChange.ts';
import type { People } from '../../views/people.tsx';
import type { TeamSettings } from '../../views/team/needs.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import { dialog, form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { required } from '../calls/required.ts';

const TeamName = v.object({ name: Title });
const About = v.object({ address: PostalAddress, registration: OptionalTitle });
const Invited = v.object({ ...Address.entries, role: GivenRole, language: v.picklist(LANGUAGES) });
const Membership = v.object({ team: IdParameter, person: IdParameter });

const companySpec = '3.13 A team says who it is on prints';
/** Projects loaded at a time. */
const LIMITS_READ = 20;
const inviting = '3.10 Roles decide about the team';

function makeChange(api: Api, teamId: number, change: TeamChange, signal: AbortSignal): Promise<unknown> {
  switch (change.kind) {
    case 'role':
      return api(
        'PATCH /teams/:id/members/:userId/',
        { params: { id: teamId, userId: change.member.id }, body: { role: change.role } },
        { signal },
      );
    case 'removal':
    case 'leaving':
      return api('DELETE /teams/:id/members/:userId/', { params: { id: teamId, userId: change.member.id } }, { signal });
    case 'resending':
      return api(
        'POST /teams/:id/invitations/:invitationId/resend/',
        { params: { id: teamId, invitationId: change.invitation.id } },
        { signal },
      );
    case 'withdrawal':
      return api(
        'DELETE /teams/:id/invitations/:invitationId/',
        { params: { id: teamId, invitationId: change.invitation.id } },
        { signal },
      );
  }
}

/** The members of a team, its invitations, and the forms that change both. */
export function teamOf({ api, readProfile }: Pick<Composed, 'api' | 'readProfile'>, teamId: number): TeamSettings {
  const members = new ValueStore<readonly Member[]>();
  const invitations = new ValueStore<readonly PendingInvitation[]>();
  const company = new ValueStore<Company>();
  const params = { id: teamId };
  return {
    members,
    company,
    invitations,
    reading: reading(async (signal) => {
      const [people, pending, about] = await Promise.all([
        api('GET /teams/:id/members', { params }, { signal }),
        api('GET /teams/:id/invitations/', { params }, { signal }),
        api('GET /teams/:id/company/', { params }, { signal }),
      ]);
      company.set(about);
      members.set(people);
      invitations.set(pending);
    }),
    change: teamChangeMachine.provide({
      actors: {
        make: calling<void, { change: TeamChange | null }>(async ({ input, signal }) => {
          const change = required(input.change);
          await makeChange(api, teamId, change, signal);
          if (change.kind === 'leaving') void readProfile();
        }),
      },
    }),
    limits: memberLimitsMachine.provide({
      actors: {
        read: calling<MemberLimits, LimitsAsked>(({ input: { member, text, offset }, signal }) =>
          api(
            'GET /teams/:id/members/:userId/limits/',
            { params: { id: teamId, userId: required(member).id }, query: { text, offset: String(offset), limit: String(LIMITS_READ) } },
            { signal },
          ),
        ),
        keep: calling<Pick<MemberLimits, 'later' | 'limited'>, LimitSet>(({ input: { member, choice }, signal }) => {
          const { projectId, all, limit } = required(choice);
          return api(
            'PUT /teams/:id/members/:userId/limits/',
            { params: { id: teamId, userId: required(member).id }, body: { project_id: projectId, all, limit } },
            { signal },
          );
        }),
      },
    }),
    invite: form('inviteMember', Invited, inviting, (given, signal) =>
      api('POST /teams/:id/invitations/', { params, body: given }, { signal }),
    ),
    about: form('teamCompany', About, companySpec, async (body, signal) => {
      const changed = await api('PUT /teams/:id/company/', { params, body }, { signal });
      company.set(changed);
      return changed;
    }),
    logo: dialog<null, string | null, Company>('teamLogo', companySpec, async ({ given: logo }, signal) => {
      const changed = await api('PUT /teams/:id/company/', { params, body: { logo } }, { signal });
      company.set(changed);
      return changed;
    }),
    endSessions: dialog<Member, null, unknown>(
      'memberSessionsEnd',
      '16.3 Who may edit a member ends their sessions',
      ({ subject }, signal) =>
        api('POST /teams/:id/members/:userId/sessions/end/', { params: { ...params, userId: subject.id } }, { signal }),
    ),
    rename: form('teamName', TeamName, inviting, async (given, signal) => {
      const renamed = await api('PATCH /teams/:id/', { params, body: given }, { signal });
      await readProfile();
      return renamed;
    }),
  };
}

/** Makes a team and opens it. */
export const newTeamOf = ({ api, openTeam }: Pick<Composed, 'api' | 'openTeam'>): People['newTeam'] =>
  form('newTeam', TeamName, '3.8 A person without a team is told so', async (given, signal) => {
    const team = await api('POST /teams', { body: given }, { signal });
    await openTeam(team.id);
    return team;
  });

export const leavingOf = ({ api, readProfile }: Pick<Composed, 'api' | 'readProfile'>): People['leaveTeam'] =>
  form('leaveTeam', Membership, '3.12 A member can leave', async ({ team, person }, signal) => {
    await api('DELETE /teams/:id/members/:userId/', { params: { id: team, userId: person } }, { signal });
    void readProfile();
  });
