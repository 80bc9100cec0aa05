/** Users and teams as answers carry them. They have a file of their own because signing in needs them and is loaded first. */
import * as v from 'valibot';
import { SECOND_STEPS } from '../factors.ts';
import { LANGUAGES } from '../languages.ts';
import { ROLES } from '../permissions.ts';
import { notGivenRole } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { Moment } from './days.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

export const Tokens = v.object({ access: v.string(), refresh: v.string() });

export const Team = v.object({
  id: Id,
  name: v.string(),
  role: v.picklist(ROLES),
  factor_from: v.pipe(v.optional(Timestamp), v.description('It asks for a second factor from then on, and the person has none')),
  is_closed: v.pipe(
    v.optional(v.literal(true)),
    v.description('It asks for a second factor the person does not have: nothing of it exists for them'),
  ),
  starts_nothing: v.pipe(v.optional(v.literal(true)), v.description('They are limited in projects made later, and so start none')),
});

/** The body of a sign-in that needs its second step: 403 `second_factor_needed`. */
export const SecondStepNeeded = v.object({ ticket: v.string(), steps: v.array(v.picklist(SECOND_STEPS)) });

export const Profile = v.object({ id: Id, email: v.string(), name: v.string(), language: v.picklist(LANGUAGES), teams: v.array(Team) });

/** The roles that can be given; the owner's role cannot. */
export const GivenRole = v.picklist(['admin', 'regular'], ruleText(notGivenRole()));

export const Member = v.object({ id: Id, name: v.string(), email: v.string(), role: v.picklist(ROLES), created_at: Timestamp });
/** An invitation nobody has accepted yet, as the team sees it; past `expires_at` it can only be sent again or withdrawn. */
export const PendingInvitation = v.object({
  id: Id,
  email: v.string(),
  role: v.picklist(ROLES),
  invited_by: v.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
/** An invitation as the person with its link sees it. */
export const Invitation = v.object({
  team: v.object({ id: Id, name: v.string() }),
  email: v.string(),
  role: v.picklist(ROLES),
  invited_by: Nullable(v.string()),
  expires_at: Timestamp,
  is_registered: v.pipe(v.boolean(), v.description('The address has an account: its owner signs in to join')),
});

/** From when on a team asks its members for a second factor; null while it does not. */
export const FactorRequirement = v.object({ from: Nullable(Moment) });
export type FactorRequirement = v.InferOutput<typeof FactorRequirement>;
export type SecondStepNeeded = v.InferOutput<typeof SecondStepNeeded>;
export type Tokens = v.InferOutput<typeof Tokens>;
export type Team = v.InferOutput<typeof Team>;
export type Profile = v.InferOutput<typeof Profile>;
export type Member = v.InferOutput<typeof Member>;
export type PendingInvitation = v.InferOutput<typeof PendingInvitation>;
export type Invitation = v.InferOutput<typeof Invitation>;
