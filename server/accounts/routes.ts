import { sql } from 'kysely';
import type { Profile } from '../../domain/contract/people.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { refused, unauthorized } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { teamsOfUser } from '../teams/members.ts';
import { passwordMatches } from './passwords.ts';
import { revokeToken, rotate, startFamily } from './tokens.ts';

async function profileOf(query: Query, { userId }: Caller): Promise<Profile> {
  const user = await query.selectFrom('users').select(['id', 'email', 'name', 'language']).where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw unauthorized();
  const language = LANGUAGES.find((known) => known === user.language) ?? LANGUAGES[0];
  return { ...user, language, teams: await teamsOfUser(query, user.id) };
}

export const accountHandlers: HandlersOf<'POST /token/' | 'POST /token/refresh/' | 'POST /logout/' | 'GET /profile/' | 'PATCH /profile/'> =
  {
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
  };
