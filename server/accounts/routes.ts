import { sql } from 'kysely';
import { refused, unauthorized } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { teamsOfUser } from '../teams/members.ts';
import { passwordMatches } from './passwords.ts';
import { revokeToken, rotate, startFamily } from './tokens.ts';

export const accountHandlers: HandlersOf<'POST /token/' | 'POST /token/refresh/' | 'POST /logout/' | 'GET /profile/'> = {
  async 'POST /token/'({ body }, { database, config }) {
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'password', 'confirmed_at'])
      .where(sql`lower(email)`, '=', body.email.toLowerCase())
      .executeTakeFirst();
    const matches = await passwordMatches(user?.password ?? null, body.password);
    if (user === undefined || !matches) throw refused('bad_credentials', 'The email or the password is wrong');
    if (user.confirmed_at === null) throw refused('email_unconfirmed', 'Confirm your email first: open the link we sent you');
    return startFamily(database.query, config.jwtSecret, user.id);
  },

  async 'POST /token/refresh/'({ body }, { database, config }) {
    const tokens = await rotate(database.query, config.jwtSecret, body.refresh);
    if (tokens === null) throw refused('refresh_refused', 'Your session has ended. Sign in again');
    return tokens;
  },

  async 'POST /logout/'({ body }, { database }) {
    if (body.refresh !== undefined) await database.query.transaction().execute((tx) => revokeToken(tx, body.refresh ?? ''));
    return { detail: 'Signed out' };
  },

  async 'GET /profile/'(_, { database, caller }) {
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'email', 'name', 'language'])
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    if (user === undefined) throw unauthorized();
    return { ...user, teams: await teamsOfUser(database.query, user.id) };
  },
};
