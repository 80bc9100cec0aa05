import { keptHash, makePersonLink, newSecret } from '../accounts/links.ts';
import { languageOf, personByEmail } from '../accounts/persons.ts';
import type { Tx } from '../db/open.ts';
import { type Letter, letterOf, shownName } from './letter.ts';
import type { MailOrder } from './queue.ts';
import { TEXTS } from './texts.ts';

/** Writes the ordered mail with a link made for it; null when it is no longer wanted: no such account, confirmed already, invitation over. */
export async function letterFor(tx: Tx, order: MailOrder, publicUrl: string): Promise<Letter | null> {
  switch (order.kind) {
    case 'confirmation': {
      const person = await personByEmail(tx, order.email);
      if (person === null || person.confirmed_at !== null) return null;
      const secret = await makePersonLink(tx, 'confirmation', person.id);
      return letterOf(TEXTS[person.language].confirmation, person.language, person.email, `${publicUrl}/confirm-email/${secret}`);
    }
    case 'recovery': {
      const person = await personByEmail(tx, order.email);
      if (person === null) return null;
      const secret = await makePersonLink(tx, 'recovery', person.id);
      return letterOf(TEXTS[person.language].recovery, person.language, person.email, `${publicUrl}/password-recovery/${secret}`);
    }
    case 'invitation':
      return invitationLetter(tx, order, publicUrl);
  }
}

async function invitationLetter(
  tx: Tx,
  { email, teamId, invitationId }: Extract<MailOrder, { kind: 'invitation' }>,
  publicUrl: string,
): Promise<Letter | null> {
  const invitation = await tx
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(['teams.name as team', 'users.name as inviter', 'users.language'])
    .where('invitations.team_id', '=', teamId)
    .where('invitations.id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (invitation === undefined) return null;
  const language = (await personByEmail(tx, email))?.language ?? languageOf(invitation.language);
  const secret = newSecret();
  await tx
    .insertInto('invitation_links')
    .values({ hash: keptHash(secret), team_id: teamId, invitation_id: invitationId })
    .execute();
  const words = TEXTS[language].invitation({ team: shownName(invitation.team), inviter: shownName(invitation.inviter) });
  return letterOf(words, language, email, `${publicUrl}/invitation/${secret}`);
}
