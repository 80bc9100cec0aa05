/** The calls about users, sessions and teams. */
import * as v from 'valibot';
import { LANGUAGES } from '../languages.ts';
import * as say from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import * as c from './credentials.ts';
import type { Endpoints } from './endpoint.ts';
import { Done, IdParameter, Title } from './fields.ts';
import { Company, CompanyFields } from './parties.ts';
import * as p from './people.ts';
import { Preferences } from './preferences.ts';
import * as registrations from './registrations.ts';

const hash = v.object({ hash: v.string() });
const team = v.object({ id: IdParameter });
const language = v.picklist(LANGUAGES, ruleText(say.noSuchLanguage()));

export const peopleRoutes = {
  'POST /token/': { who: 'anyone', body: c.Credentials, answer: p.Tokens },
  'POST /token/refresh/': {
    who: 'anyone',
    body: v.object({ refresh: v.string(ruleText(say.required())), access: v.optional(v.nullable(v.string())) }),
    answer: p.Tokens,
  },
  'POST /logout/': {
    who: 'anyone',
    body: v.object({ refresh: v.optional(v.string()) }),
    answer: v.object({
      ...Done.entries,
      address: v.pipe(v.optional(v.string()), v.description("Where the company's sign-in ends its own session")),
    }),
  },

  'POST /register/': {
    who: 'anyone',
    withPassword: true,
    status: 201,
    body: v.object({ ...registrations.Registration.entries, invitation: v.optional(v.string()), language: v.optional(language) }),
    answer: Done,
  },
  'POST /confirm_email/': { who: 'anyone', withPassword: true, body: hash, answer: Done },
  'POST /confirm_email/resend/': { who: 'anyone', withPassword: true, body: c.Address, answer: Done },
  'POST /forgot/': { who: 'anyone', withPassword: true, body: c.Address, answer: Done },
  'POST /password_recovery/': { who: 'anyone', body: v.object({ ...hash.entries, ...registrations.NewPassword.entries }), answer: Done },

  'GET /invitations/:hash/': { who: 'anyone', params: hash, answer: p.Invitation },
  'POST /invitations/:hash/': {
    byToken: 'never',
    who: 'visitor',
    params: hash,
    body: v.object({ ...v.partial(registrations.Newcomer).entries, language: v.optional(language) }),
    answer: p.Team,
  },

  'GET /profile/': { who: 'user', answer: p.Profile },
  'PATCH /profile/': {
    byToken: 'never',
    who: 'user',
    body: v.object({ name: v.optional(registrations.PersonName), language: v.optional(language) }),
    answer: p.Profile,
  },
  'POST /profile/password/': { byToken: 'never', who: 'user', body: registrations.PasswordChange, answer: Done },
  'POST /profile/email/': { byToken: 'never', who: 'user', needsProof: true, body: c.Address, answer: Done },
  'POST /profile/email/confirm/': { byToken: 'never', who: 'user', body: hash, answer: p.Profile },
  'POST /profile/logout_everywhere/': { byToken: 'never', who: 'user', answer: Done },

  'GET /preferences/': { who: 'user', answer: Preferences },
  'PUT /preferences/': { who: 'user', isRepeatable: true, body: Preferences, answer: Preferences },

  'POST /teams': { byToken: 'never', who: 'user', status: 201, body: v.object({ name: Title }), answer: p.Team },
  'PATCH /teams/:id/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'seeTeamSettings',
    params: team,
    body: v.object({ name: Title }),
    answer: p.Team,
  },
  'GET /teams/:id/company/': { who: 'member', permission: 'seeTeamSettings', params: team, answer: Company },
  'PUT /teams/:id/company/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'seeTeamSettings',
    params: team,
    body: CompanyFields,
    answer: Company,
  },
  'GET /teams/:id/members': { who: 'member', permission: 'seeTeamSettings', params: team, answer: v.array(p.Member) },
  'PATCH /teams/:id/members/:userId/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'seeTeamSettings',
    params: v.object({ id: IdParameter, userId: IdParameter }),
    body: v.object({ role: p.GivenRole }),
    answer: p.Member,
  },
  'DELETE /teams/:id/members/:userId/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'editRegulars',
    orSelf: 'userId',
    params: v.object({ id: IdParameter, userId: IdParameter }),
    answer: Done,
  },
  'GET /teams/:id/invitations/': {
    byToken: 'never',
    who: 'member',
    permission: 'inviteUsers',
    params: team,
    answer: v.array(p.PendingInvitation),
  },
  'POST /teams/:id/invitations/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'inviteUsers',
    status: 201,
    params: team,
    body: v.object({ ...c.Address.entries, role: p.GivenRole, language: v.optional(language) }),
    answer: p.PendingInvitation,
  },
  'POST /teams/:id/invitations/:invitationId/resend/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'inviteUsers',
    params: v.object({ id: IdParameter, invitationId: IdParameter }),
    answer: p.PendingInvitation,
  },
  'DELETE /teams/:id/invitations/:invitationId/': {
    byToken: 'never',
    who: 'member',
    permission: 'inviteUsers',
    params: v.object({ id: IdParameter, invitationId: IdParameter }),
    answer: Done,
  },
} as const satisfies Endpoints;
