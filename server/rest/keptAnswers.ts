/** Makes kept answers smaller as they get older: compressed after an hour, after a week only the fact that the write was done. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import { packed } from './packed.ts';

const AT_ONCE = 500;
/** Days for which a write is not repeated, however late its sender sends it again. */
const DONE_DAYS = 400;

/** The key in the form `done_keys` stores. */
export const hashOfKey = (key: string): string => String(createHash('sha256').update(key).digest().readBigInt64BE());

async function compressBatch(query: Query): Promise<number> {
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

const isOld = sql`k.created_at < clock_timestamp() - interval '7 days'`;
/** `hashOfKey` of an answer's key. */
const HASH = sql`('x' || encode(substr(sha256(convert_to(k.key, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;

/** Remembers which writes were done. A refusal did nothing, so nothing is remembered of it. */
async function rememberBatch(query: Query): Promise<number> {
  const { rows } = await sql`
    insert into done_keys (user_id, hash, done_on)
    select k.user_id, ${HASH}, current_date from kept_answers k
     where ${isOld} and k.status < 400 and not exists (select from done_keys d where d.user_id = k.user_id and d.hash = ${HASH})
     limit ${AT_ONCE} on conflict do nothing returning user_id`.execute(query);
  return rows.length;
}

/**
 * Removes answers to writes that were remembered at least a day ago: a request that began to look for such an answer before the write was
 * remembered has found it by then, so that at no moment the write could be repeated.
 */
async function forgetBatch(query: Query): Promise<number> {
  const { rows } = await sql`
    delete from kept_answers a using (
      select k.user_id, k.key from kept_answers k left join done_keys d on d.user_id = k.user_id and d.hash = ${HASH}
       where ${isOld} and (coalesce(k.status, 400) >= 400 or d.done_on < current_date - 1) limit ${AT_ONCE} for update of k skip locked) o
     where a.user_id = o.user_id and a.key = o.key returning a.user_id`.execute(query);
  return rows.length;
}

/** Continues until nothing is left to do. Several processes may run it together: each skips the records another has locked. */
export async function shrinkAnswers(query: Query, isEnding: () => boolean = () => false): Promise<void> {
  for (const work of [compressBatch, rememberBatch, forgetBatch]) for (let done = 1; done > 0 && !isEnding(); ) done = await work(query);
  await sql`delete from done_keys where done_on < current_date - ${DONE_DAYS}::int`.execute(query);
}
