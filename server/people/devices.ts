/**
 * Devices a person has signed in with before. A device is recognised by the words for its browser and system and by the network it came
 * from: a stranger with the same common browser differs by their network, another device in the same house by its words. There is no cookie
 * for it, because a thief of a browser's storage would steal the cookie too. Only a hash of the two is stored.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import type { From } from '../http/from.ts';
import { networkOf } from '../http/limits.ts';

/**
 * Addresses of one provider change from day to day, so only the first three numbers of IPv4 and the first three groups of IPv6 are
 * compared.
 */
function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network.split('.').slice(0, 3).join('.') : network.split(':').slice(0, 3).join(':');
}

/**
 * Remembers the device of a sign-in and returns whether it is new; the first device of an account does not count as new, because there is
 * nothing to compare it with.
 */
export async function isNewDevice(tx: Query, userId: number, { address, device }: From): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, device, neighbourhoodOf(address)]))
    .digest('base64url');
  const { rows } = await sql<{ known: number; this_one: boolean }>`
    select count(*)::int as known, coalesce(bool_or(hash = ${hash}), false) as this_one from known_devices where user_id = ${userId}`.execute(
    tx,
  );
  await sql`
    insert into known_devices (user_id, hash) values (${userId}, ${hash})
    on conflict (user_id, hash) do update set seen_at = now()`.execute(tx);
  const [found] = rows;
  return found !== undefined && found.known > 0 && !found.this_one;
}
