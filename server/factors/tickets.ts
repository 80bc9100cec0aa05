/** Tickets for something begun in one call and finished in another: each is valid for a few minutes and for one use. */
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { keptHash, newSecret } from '../people/links.ts';

type Purpose = Tables['factor_tickets']['purpose'];

interface Ticket {
  readonly user_id: number | null;
  readonly password: string | null;
  readonly challenge: string | null;
  readonly secret: string | null;
}
interface Holds {
  readonly userId?: number | null;
  readonly password?: string;
  readonly challenge?: string;
  readonly secret?: string;
}

const SECONDS = 300;

/** The hash of a login's own ticket: a login has at most one of each purpose. */
const ownHash = (family: string, purpose: Purpose) => keptHash(`${purpose} of ${family}`);

async function keep(query: Query, hash: string, purpose: Purpose, family: string | null, holds: Holds): Promise<void> {
  const { userId = null, password = null, challenge = null, secret = null } = holds;
  await sql`
    insert into factor_tickets (hash, purpose, user_id, family, password, challenge, secret, expires_at)
    values (${hash}, ${purpose}, ${userId}::bigint, ${family}, ${password}, ${challenge}, ${secret},
            clock_timestamp() + make_interval(secs => ${SECONDS}::float8))
    on conflict (hash) do update set challenge = excluded.challenge, secret = excluded.secret, expires_at = excluded.expires_at`.execute(
    query,
  );
}

/** Makes a ticket for somebody who is not signed in: they get its secret, the database its hash. */
export async function giveTicket(query: Query, purpose: 'passkey_sign_in' | 'second_step', holds: Holds): Promise<string> {
  const secret = newSecret();
  await keep(query, keptHash(secret), purpose, null, holds);
  return secret;
}

/** The person and the kind of a ticket; null when it is unknown or expired. The ticket stays valid. */
export async function seenTicket(query: Query, secret: string): Promise<(Ticket & { purpose: Purpose }) | null> {
  const found = await query
    .selectFrom('factor_tickets')
    .select(['purpose', 'user_id', 'password', 'challenge', 'secret'])
    .where('hash', '=', keptHash(secret))
    .where('family', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return found ?? null;
}

/** Sets the challenge of a ticket for the second step, replacing an earlier one. */
export async function setChallenge(query: Query, secret: string, challenge: string): Promise<void> {
  await query
    .updateTable('factor_tickets')
    .set({ challenge })
    .where('hash', '=', keptHash(secret))
    .where('purpose', '=', 'second_step')
    .execute();
}

/** Takes the challenge out of a ticket: it is checked once, whatever the result. */
export async function takeChallenge(query: Query, secret: string): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`
    with taken as (select hash, challenge from factor_tickets where hash = ${keptHash(secret)} and expires_at > clock_timestamp() for update)
    update factor_tickets t set challenge = null from taken where t.hash = taken.hash returning taken.challenge`.execute(query);
  return rows[0]?.challenge ?? null;
}

/** Uses a ticket up; false when another call has used it already. */
export async function useTicket(query: Query, secret: string): Promise<boolean> {
  const { numDeletedRows } = await query.deleteFrom('factor_tickets').where('hash', '=', keptHash(secret)).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Makes a login's own ticket for a purpose, replacing an earlier one. */
export const beginOwn = (
  query: Query,
  { userId, family }: { readonly userId: number; readonly family: string },
  purpose: 'add_app' | 'add_passkey' | 'proof',
  holds: Holds,
): Promise<void> => keep(query, ownHash(family, purpose), purpose, family, { userId, ...holds });

/** The ticket of this kind that a login has open; null when there is none or it has expired. `take` removes it. */
export async function begunBy(
  query: Query,
  family: string,
  purpose: 'add_app' | 'add_passkey' | 'proof',
  { take }: { readonly take: boolean },
): Promise<Ticket | null> {
  const hash = ownHash(family, purpose);
  const { rows } = await (take
    ? sql<Ticket & { is_good: boolean }>`
        delete from factor_tickets where hash = ${hash} returning user_id, password, challenge, secret, expires_at > clock_timestamp() as is_good`
    : sql<Ticket & { is_good: boolean }>`
        select user_id, password, challenge, secret, expires_at > clock_timestamp() as is_good from factor_tickets where hash = ${hash}`
  ).execute(query);
  const [found] = rows;
  return found?.is_good ? found : null;
}
