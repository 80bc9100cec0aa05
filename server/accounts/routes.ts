import type { Profile } from '../../domain/api/people.ts';
import type { PasswordChange } from '../../domain/api/registrations.ts';
import * as say from '../../domain/sentences/people.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, onlyByCompany, refused, unauthorized } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { HandlersOf, Surroundings } from '../http/handlers.ts';
import { type MailOrder, orderMail } from '../mail/queue.ts';
import { endWaiting } from '../people/addresses.ts';
import { dropPersonLinks, opensKeptPassword } from '../people/links.ts';
import { hashNewPassword, ownOf } from '../people/newPasswords.ts';
import { passwordMatches } from '../people/passwords.ts';
import { endSessions, languageOf } from '../people/persons.ts';
import { revokeToken, rotate } from '../people/tokens.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { providerLogoutAddress } from '../singleSignOn/leaving.ts';
import { teamsOfUser } from '../teams/members.ts';
import { askForAddress, takeAddress } from './address.ts';
import { confirmEmail, recoverPassword, register } from './registration.ts';
import { signIn } from './signIn.ts';

async function profileOf(query: Query, { userId }: Caller): Promise<Profile> {
  const user = await query.selectFrom('users').select(['id', 'email', 'name', 'language']).where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw unauthorized();
  return { ...user, language: languageOf(user.language), teams: await teamsOfUser(query, user.id) };
}

const order = ({ query }: Database, mail: MailOrder): Promise<void> => query.transaction().execute((tx) => orderMail(tx, mail));

/** Sets a new password and ends every other session. A wrong old one is a field error. */
async function changePassword(
  { database: { query }, config }: Pick<Surroundings, 'database' | 'config'>,
  { userId, family }: Caller,
  { old, new: next }: PasswordChange,
  from: From,
): Promise<void> {
  const { password } = await query.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirstOrThrow();
  if (!(await passwordMatches(password, old))) throw fieldError('old', say.wrongPassword());
  const hash = await hashNewPassword(next, await ownOf(query, userId), config, 'new');
  await query.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', userId)
      .where('password', '=', password)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw fieldError('old', say.wrongPassword());
    await dropPersonLinks(tx, 'recovery', userId);
    await endSessions(tx, userId, family);
    await endWaiting(tx, userId);
    await recordSecurity(tx, { kind: 'password_changed', userId, teamId: null, from });
  });
}

export const accountHandlers: HandlersOf<
  | 'POST /token/'
  | 'POST /token/refresh/'
  | 'POST /logout/'
  | 'POST /register/'
  | 'POST /confirm_email/'
  | 'POST /confirm_email/resend/'
  | 'POST /forgot/'
  | 'POST /password_recovery/'
  | 'GET /profile/'
  | 'PATCH /profile/'
  | 'POST /profile/password/'
  | 'POST /profile/email/'
  | 'POST /profile/email/confirm/'
  | 'POST /profile/logout_everywhere/'
> = {
  'POST /token/': ({ body }, { database, config, from }) => signIn(database.query, config, body, from),

  async 'POST /token/refresh/'({ body }, { database, config, from }) {
    const tokens = await rotate(database.query, config.jwtSecret, body.refresh, from);
    if (tokens === null) throw refused(say.refreshRefused());
    return tokens;
  },

  async 'POST /logout/'({ body: { refresh } }, { database, config, publicUrl, from }) {
    if (refresh === undefined) return { detail: 'Logged out' };
    const address = await providerLogoutAddress(database.query, config, publicUrl(), refresh);
    await database.query.transaction().execute((tx) => revokeToken(tx, refresh, from));
    return { detail: 'Logged out', ...(address !== null && { address }) };
  },

  async 'POST /register/'({ body: { invitation, ...newcomer } }, { from, ...around }) {
    const { confirmed } = await register(around, newcomer, invitation, from);
    return {
      detail: confirmed
        ? 'Your account is ready. Log in to open the team'
        : `Open the link we have sent to ${newcomer.email} to confirm your email, then log in`,
    };
  },

  async 'POST /confirm_email/'({ body }, { database }) {
    await confirmEmail(database, body.hash);
    return { detail: 'Email has been successfully confirmed' };
  },

  async 'POST /confirm_email/resend/'({ body }, { database }) {
    await order(database, { kind: 'confirmation', email: body.email });
    return { detail: 'If this address is waiting to be confirmed, a new link is on its way' };
  },

  async 'POST /forgot/'({ body }, { database }) {
    await order(database, { kind: 'recovery', email: body.email });
    return { detail: 'If there is an account with this address, a link to choose a new password is on its way' };
  },

  async 'POST /password_recovery/'({ body }, { database, config, from }) {
    if (config.singleSignOn?.isOnlyWay && !(await opensKeptPassword(database.query, body.hash))) throw onlyByCompany(config.singleSignOn);
    await recoverPassword({ database, config }, body.hash, body.password, from);
    return { detail: 'Your password has been changed. Log in with the new one' };
  },

  'GET /profile/': (_, { database, caller }) => profileOf(database.query, caller),

  async 'PATCH /profile/'({ body: { name, language } }, { database, caller }) {
    if (name !== undefined || language !== undefined) {
      await database.query
        .updateTable('users')
        .set({ ...(name !== undefined && { name }), ...(language !== undefined && { language }) })
        .where('id', '=', caller.userId)
        .execute();
    }
    return profileOf(database.query, caller);
  },

  async 'POST /profile/password/'({ body }, { caller, from, ...around }) {
    await changePassword(around, caller, body, from);
    return { detail: 'Your password has been changed, and you are logged out everywhere else' };
  },

  async 'POST /profile/email/'({ body: { email } }, around) {
    await askForAddress(around, email);
    return { detail: `We have sent a link to ${email}. Open it to use that address` };
  },

  async 'POST /profile/email/confirm/'({ body: { hash } }, around) {
    await takeAddress(around, hash);
    return profileOf(around.database.query, around.caller);
  },

  async 'POST /profile/logout_everywhere/'(_, { database, caller: { userId }, from }) {
    await database.query.transaction().execute(async (tx) => {
      await endSessions(tx, userId);
      await recordSecurity(tx, { kind: 'sessions_ended', userId, teamId: null, from });
    });
    return { detail: 'Logged out everywhere' };
  },
};
