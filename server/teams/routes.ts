import { onlyByCompany } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { lockPerson } from '../people/persons.ts';
import { companyOf, editCompany } from './company.ts';
import { factorRequirementOf, requireFactors } from './factorRequirement.ts';
import { invitationOf, invite, pendingInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import { join, joinAsNewcomer } from './joining.ts';
import { changeRole, makeTeam, membersOfTeam, removeMember, renameTeam, roleOf } from './members.ts';

export const teamHandlers: HandlersOf<
  | 'POST /teams'
  | 'PATCH /teams/:id/'
  | 'GET /teams/:id/company/'
  | 'PUT /teams/:id/company/'
  | 'GET /teams/:id/members'
  | 'PATCH /teams/:id/members/:userId/'
  | 'DELETE /teams/:id/members/:userId/'
  | 'GET /teams/:id/invitations/'
  | 'POST /teams/:id/invitations/'
  | 'POST /teams/:id/invitations/:invitationId/resend/'
  | 'DELETE /teams/:id/invitations/:invitationId/'
  | 'GET /invitations/:hash/'
  | 'POST /invitations/:hash/'
  | 'GET /teams/:id/factor_requirement/'
  | 'PUT /teams/:id/factor_requirement/'
> = {
  'GET /teams/:id/factor_requirement/': ({ params }, { database }) => factorRequirementOf(database.query, params.id),
  'PUT /teams/:id/factor_requirement/': ({ params, body }, { database, caller, from }) =>
    requireFactors(database, params.id, body, caller, from),

  'POST /teams': ({ body }, { database, caller: { userId } }) =>
    database.query.transaction().execute(async (tx) => {
      await lockPerson(tx, userId);
      return makeTeam(tx, body.name, userId);
    }),

  'PATCH /teams/:id/': ({ params, body }, { database, caller, from }) => renameTeam(database, params.id, body.name, caller, from),

  'GET /teams/:id/company/': ({ params }, { database }) => companyOf(database.query, params.id),

  'PUT /teams/:id/company/': ({ params, body }, { database, caller, from }) => editCompany(database, params.id, body, caller, from),

  async 'GET /teams/:id/members'({ params }, { database }) {
    const members = await membersOfTeam(database.query, params.id);
    return members.map((member) => ({ ...member, role: roleOf(member.role), created_at: member.created_at.toISOString() }));
  },

  'PATCH /teams/:id/members/:userId/': ({ params, body }, { database, caller, from }) =>
    changeRole(database, { teamId: params.id, userId: params.userId }, body.role, caller, from),

  async 'DELETE /teams/:id/members/:userId/'({ params }, { database, caller, from }) {
    await removeMember(database, { teamId: params.id, userId: params.userId }, caller, from);
    return { detail: params.userId === caller.userId ? 'You have left the team' : 'Removed from the team' };
  },

  'GET /teams/:id/invitations/': ({ params }, { database }) => pendingInvitations(database.query, params.id),

  'POST /teams/:id/invitations/': ({ params, body }, { database, caller, from }) =>
    invite(database, { teamId: params.id, invitedBy: caller.userId, from, ...body }),

  'POST /teams/:id/invitations/:invitationId/resend/': ({ params }, { database, caller }) =>
    resendInvitation(database, { teamId: params.id, id: params.invitationId, userId: caller.userId }),

  async 'DELETE /teams/:id/invitations/:invitationId/'({ params }, { database, caller, from }) {
    await withdrawInvitation(database, { teamId: params.id, id: params.invitationId, userId: caller.userId, from });
    return { detail: 'The invitation has been withdrawn' };
  },

  'GET /invitations/:hash/': ({ params }, { database }) => invitationOf(database.query, params.hash),

  async 'POST /invitations/:hash/'({ params, body }, { database, config, caller, from }) {
    if (caller !== null) return join(database, params.hash, caller, from);
    if (config.singleSignOn?.isOnlyWay) throw onlyByCompany(config.singleSignOn);
    return joinAsNewcomer({ database, config }, params.hash, body, from);
  },
};
