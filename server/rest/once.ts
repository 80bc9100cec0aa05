/** A write that carries an Idempotency-Key happens once, however often it is sent (docs/api.md, Conventions). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { alreadyDone, badKey, keyUsed } from '../../domain/sentences/general.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { lastStatement, statement } from '../db/statements.ts';
import { conflict, HttpError, refused } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';
import { repeatedWrites } from '../metrics.ts';
import { hashOfKey } from './keptAnswers.ts';
import { unpacked } from './packed.ts';

interface KeptAnswer {
  readonly status: number;
  /** JSON text, as it went out the first time. */
  readonly body: string;
  /** Whether it was made by an earlier call under the same key. */
  readonly isRepeated?: boolean;
}
interface Keyed {
  readonly userId: number;
  readonly key: string;
  /** Identifies the content of the request: the same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
  /** The key in the form that is stored once its answer is removed (`done_keys`, migration 0076). */
  readonly hash: string;
}

const LONGEST_KEY = 200;

/** The key of a signed-in person's write; null without one. An upload needs no key, because a project takes one import at a time. */
export function keyOf(request: FastifyRequest, caller: unknown): Keyed | null {
  const key = request.headers['idempotency-key'];
  const isKnown = typeof caller === 'object' && caller !== null && 'userId' in caller && typeof caller.userId === 'number';
  if (key === undefined || request.method === 'GET' || !isKnown || request.isMultipart()) return null;
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY) throw refused(badKey());
  const asked = JSON.stringify([request.method, request.url, request.body ?? {}]);
  return {
    userId: caller.userId as number,
    key,
    hash: hashOfKey(key),
    fingerprint: createHash('sha256').update(asked).digest('base64url'),
  };
}

/** The database inside a transaction: a transaction begun in it is part of the outer one, and its failure fails the outer one. */
function within(database: Database, tx: Tx): { inside: Database; hasFailed: () => boolean } {
  let failed = false;
  const part = {
    execute: async <T>(work: (tx: Tx) => Promise<T>) => {
      try {
        return await work(tx);
      } catch (error) {
        failed = true;
        throw error;
      }
    },
  };
  const query = new Proxy(tx, {
    get(target, name) {
      if (name === 'transaction') return () => part;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member as (...given: unknown[]) => unknown).bind(target) : member;
    },
  });
  return { inside: { ...database, query }, hasFailed: () => failed };
}

/** A refusal is kept as an answer, except 401, 429 and 5xx, because the same request may succeed later. */
const isKept = (error: unknown): error is HttpError =>
  error instanceof HttpError && ![401, 429].includes(error.status) && error.status < 500;

const claim = statement<Keyed, { key: string }>(
  'claim_key',
  ({ userId, key, fingerprint, hash }) => sql`
    insert into kept_answers (user_id, key, fingerprint)
    select ${userId}::bigint, ${key}, ${fingerprint}
     where not exists (select from done_keys d where d.user_id = ${userId}::bigint and d.hash = ${hash}::bigint)
        on conflict (user_id, key) do nothing returning key`,
);
const keep = lastStatement<Keyed & KeptAnswer, unknown>('keep_answer', ({ userId, key, status, body }, query) =>
  query.updateTable('kept_answers').set({ status, body }).where('user_id', '=', userId).where('key', '=', key),
);
const keepRefusal = statement<Keyed & KeptAnswer, { key: string }>('keep_refusal', ({ userId, key, fingerprint, status, body }, query) =>
  query
    .insertInto('kept_answers')
    .values({ user_id: userId, key, fingerprint, status, body })
    .onConflict((clash) => clash.columns(['user_id', 'key']).doNothing())
    .returning('key'),
);

interface Work {
  readonly status: number;
  /** Only the last of its transactions has an effect. */
  readonly isInPieces?: boolean;
  readonly work: (database: Database) => Promise<unknown>;
  /** Checks that the caller's session is valid, before a refusal or another call's answer is given. */
  readonly confirm: (query: Query) => Promise<void>;
}

/** A write under this key was done meanwhile. */
class DoneMeanwhile extends Error {}

const answerOf = (status: number, answered: unknown): KeptAnswer => ({
  status,
  body: answered instanceof JsonText ? answered.text : JSON.stringify(answered),
});

/** Fails work in pieces that does not declare it. In one transaction it would fail only with many rows, which tests may not have. */
const undeclared: NonNullable<Database['last']> = () => {
  throw new Error('Its work is in pieces: its endpoint must say so (`isInPieces`)');
};

/** Does the work and stores its answer in one transaction. Null when the key is not new. */
function inOneTransaction(
  { query, ...rest }: Database,
  keyed: Keyed,
  { status, work }: Pick<Work, 'status' | 'work'>,
): Promise<KeptAnswer | null> {
  return query.transaction().execute(async (tx) => {
    const [isFirst] = await claim(tx, keyed);
    if (isFirst === undefined) return null;
    const { inside, hasFailed } = within({ ...rest, query }, tx);
    const answered = await work({ ...inside, last: undeclared });
    if (hasFailed()) throw new Error('A call went on after its transaction had failed: nothing of it can be kept');
    const answer = answerOf(status, answered);
    await keep(tx, { ...keyed, ...answer });
    return answer;
  });
}

/** Does work in pieces, and stores its answer in the last of its transactions. Null when the key is not new. */
async function inPieces(database: Database, keyed: Keyed, { status, work }: Pick<Work, 'status' | 'work'>): Promise<KeptAnswer | null> {
  const { query } = database;
  const known = await query
    .selectFrom('kept_answers')
    .select('key')
    .where('user_id', '=', keyed.userId)
    .where('key', '=', keyed.key)
    .executeTakeFirst();
  if (known !== undefined) return null;
  const last: Database['last'] = (make) =>
    query.transaction().execute(async (tx) => {
      const [isFirst] = await claim(tx, keyed);
      if (isFirst === undefined) throw new DoneMeanwhile();
      const made = await make(tx);
      await keep(tx, { ...keyed, ...answerOf(status, made) });
      return made;
    });
  try {
    return answerOf(status, await work({ ...database, last }));
  } catch (error) {
    if (error instanceof DoneMeanwhile) return null;
    throw error;
  }
}

/**
 * Does the work and stores its answer in the transaction that has its effect, or gives the answer stored for this key. When a write is sent
 * twice at the same time, the second waits for the first. A refusal rolls the work back and is stored separately, unless another answer for
 * the key was stored first. 409 `idempotency_conflict` when the key came with another request; 409 `already_done` when the write was done so
 * long ago that its answer is gone.
 */
export async function once(database: Database, keyed: Keyed, { status, isInPieces = false, work, confirm }: Work): Promise<KeptAnswer> {
  const { query } = database;
  const refusals: HttpError[] = [];
  const recorded = {
    status,
    work: (inside: Database) =>
      work(inside).catch(async (error: unknown) => {
        if (!isKept(error)) throw error;
        await confirm(inside.query);
        refusals.push(error);
        throw error;
      }),
  };
  try {
    const done = await (isInPieces ? inPieces : inOneTransaction)(database, keyed, recorded);
    if (done !== null) return done;
  } catch (error) {
    const [refusal] = refusals;
    if (refusal === undefined) throw error;
    const answer = { status: refusal.status, body: JSON.stringify(refusal.body) };
    if ((await keepRefusal(query, { ...keyed, ...answer })).length > 0) return answer;
  }
  await confirm(query);
  return keptAnswer(query, keyed);
}

async function keptAnswer(query: Query, { userId, key, fingerprint }: Keyed): Promise<KeptAnswer> {
  const kept = await query
    .selectFrom('kept_answers')
    .select(['fingerprint', 'status', 'body', 'packed'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept === undefined) throw conflict(alreadyDone());
  const body = kept.body ?? (kept.packed === null ? null : unpacked(kept.packed));
  if (kept.fingerprint !== fingerprint || kept.status === null || body === null) throw conflict(keyUsed());
  repeatedWrites.inc();
  return { status: kept.status, body, isRepeated: true };
}
