import * as v from 'valibot';
import type { Team } from '../../domain/api/people.ts';
import { Newcomer } from '../../domain/api/registrations.ts';
import type { Language } from '../../domain/languages.ts';
import { signInToJoin } from '../../domain/sentences/people.ts';
import type { Database, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, HttpError } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { Surroundings } from '../http/handlers.ts';
import { fieldsIn } from '../http/issues.ts';
import { hashNewPassword } from '../people/newPasswords.ts';
import { dropRegistrations, lockAddress } from '../people/pending.ts';
import { keepPerson, languageOf, lockPerson, personByEmail } from '../people/persons.ts';
import {
  acceptInvitation,
  findInvitation,
  foreignInvitation,
  isFor,
  mustBePending,
  type OpenedInvitation,
  openInvitation,
} from './invitations.ts';
import { membership } from './members.ts';

interface Given {
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly language?: Language | undefined;
}

async function teamOf(tx: Tx, { teamId, team }: OpenedInvitation, userId: number): Promise<Team> {
  const role = await membership(tx, teamId, userId);
  if (role === null) throw new Error('nobody joined');
  return { id: teamId, name: team, role };
}

/**
 * A signed-in person accepts an invitation for their address; an existing membership is not an error.
 * 403 `invitation_foreign` when it is for another address; 404, 409 as openInvitation.
 */
export async function join({ query }: Database, secret: string, { userId }: Caller, from: From): Promise<Team> {
  return query.transaction().execute(async (tx) => {
    const { email } = await lockPerson(tx, userId);
    const invitation = await findInvitation(tx, secret, { lock: true });
    const isMember = isFor(invitation, email) && (await membership(tx, invitation.teamId, userId)) !== null;
    if (!isMember) mustBePending(invitation);
    if (!isFor(invitation, email)) throw foreignInvitation(invitation);
    if (invitation.state === 'pending') await acceptInvitation(tx, invitation, userId, from);
    return teamOf(tx, invitation, userId);
  });
}

/**
 * A person without an account accepts an invitation: the link proves the address, so the account is confirmed at once.
 * 409 `sign_in_to_join` when the address has an account; field errors when name or password is missing.
 */
export async function joinAsNewcomer(
  { database: { query }, config }: Pick<Surroundings, 'database' | 'config'>,
  secret: string,
  given: Given,
  from: From,
): Promise<Team> {
  const { invitation: opened } = await query.transaction().execute((tx) => openForNewcomer(tx, secret));
  const { name, password } = newcomer(given);
  const hash = await hashNewPassword(password, { name, email: opened.email, teams: [opened.team] }, config);
  return query.transaction().execute(async (tx) => {
    const { invitation, known } = await openForNewcomer(tx, secret);
    const about = { name, email: invitation.email, ...(known === null && { language: given.language ?? languageOf(invitation.language) }) };
    const userId = await keepPerson(tx, known, about, hash);
    await dropRegistrations(tx, invitation.email);
    await acceptInvitation(tx, invitation, userId, from);
    return teamOf(tx, invitation, userId);
  });
}

async function openForNewcomer(tx: Tx, secret: string) {
  const invitation = await openInvitation(tx, secret);
  await lockAddress(tx, invitation.email);
  const known = await personByEmail(tx, invitation.email);
  if (known !== null && known.confirmed_at !== null) throw conflict(signInToJoin({ email: invitation.email, team: invitation.team }));
  return { invitation, known };
}

function newcomer(given: Given): v.InferOutput<typeof Newcomer> {
  const result = v.safeParse(Newcomer, { name: given.name ?? '', password: given.password ?? '' });
  if (result.success) return result.output;
  throw HttpError.atFields(fieldsIn(result.issues));
}
