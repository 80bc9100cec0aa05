/** Makes kept answers smaller as they get older: compressed after an hour, after a week only the fact that the write was done. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import { packed } from './packed.ts';

const AT_ONCE = 500;
/** Days for which a write that was done is not done again, however late its sender comes back. */
const DONE_DAYS = 400;

/** The key as `done_keys` has it. */
export const hashOfKey = (key: string): string => String(createHash('sha256').update(key).digest().readBigInt64BE());

async function packSome(query: Query): Promise<number> {
  return query.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: number; key: string; body: string }>`
      select user_id, key, body from kept_answers where body is not null and created_at < clock_timestamp() - interval '1 hour'
       order by created_at limit ${AT_ONCE} for update skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    const small = rows.map(({ body }) => packed(body).toString('base64'));
    await sql`
      update kept_answers k set packed = decode(n.small, 'base64'), body = null
        from unnest(${rows.map(({ user_id }) => user_id)}::bigint[], ${rows.map(({ key }) => key)}::text[], ${small}::text[]) n (user_id, key, small)
       where k.user_id = n.user_id and k.key = n.key`.execute(tx);
    return rows.length;
  });
}

/** A refusal did nothing, so nothing is remembered of it. */
async function forgetSome(query: Query): Promise<number> {
  return query.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: number; key: string; status: number | null }>`
      select user_id, key, status from kept_answers where created_at < clock_timestamp() - interval '7 days'
       order by created_at limit ${AT_ONCE} for update skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    const done = rows.filter(({ status }) => status !== null && status < 400);
    await sql`
      insert into done_keys (user_id, hash, done_on)
      select n.user_id, n.hash, current_date from unnest(${done.map(({ user_id }) => user_id)}::bigint[], ${done.map(({ key }) => hashOfKey(key))}::bigint[]) n (user_id, hash)
          on conflict do nothing`.execute(tx);
    await sql`
      delete from kept_answers k using unnest(${rows.map(({ user_id }) => user_id)}::bigint[], ${rows.map(({ key }) => key)}::text[]) n (user_id, key)
       where k.user_id = n.user_id and k.key = n.key`.execute(tx);
    return rows.length;
  });
}

/** Goes on until nothing is left to do. Several processes may do so at once: each passes over what another holds. */
export async function shrinkAnswers(query: Query, isEnding: () => boolean = () => false): Promise<void> {
  for (const work of [packSome, forgetSome]) for (let done = 1; done > 0 && !isEnding(); ) done = await work(query);
  await sql`delete from done_keys where done_on < current_date - ${DONE_DAYS}::int`.execute(query);
}
