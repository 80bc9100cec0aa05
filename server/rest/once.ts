/** A write that carries an Idempotency-Key happens once, however often it is sent (docs/api.md, Conventions). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { badKey, keyUsed } from '../../domain/sentences/general.ts';
import type { Database, Tx } from '../db/open.ts';
import { conflict, HttpError, refused } from '../http/errors.ts';

interface KeptAnswer {
  readonly status: number;
  /** JSON text, as it went out the first time. */
  readonly body: string;
}
interface Keyed {
  readonly userId: number;
  readonly key: string;
  /** Identifies the content of the request: the same key with another fingerprint is a conflict. */
  readonly fingerprint: string;
}

const LONGEST_KEY = 200;

/** The key of a signed-in person's write; null without one. An upload needs no key, because a project takes one import at a time. */
export function keyOf(request: FastifyRequest, caller: unknown): Keyed | null {
  const key = request.headers['idempotency-key'];
  const isKnown = typeof caller === 'object' && caller !== null && 'userId' in caller && typeof caller.userId === 'number';
  if (key === undefined || request.method === 'GET' || !isKnown || request.isMultipart()) return null;
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY) throw refused(badKey());
  const asked = JSON.stringify([request.method, request.url, request.body ?? {}]);
  return { userId: caller.userId as number, key, fingerprint: createHash('sha256').update(asked).digest('base64url') };
}

/** Runs in a savepoint: what throws leaves nothing behind in the transaction. */
async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const done = await work();
    await sql`release savepoint attempt`.execute(tx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
}

/** The database inside a transaction: a transaction that is asked for becomes a savepoint of it. */
function within(database: Database, tx: Tx): Database {
  const part = { execute: <T>(work: (tx: Tx) => Promise<T>) => inSavepoint(tx, () => work(tx)) };
  const query = new Proxy(tx, {
    get(target, name) {
      if (name === 'transaction') return () => part;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member as (...given: unknown[]) => unknown).bind(target) : member;
    },
  });
  return { ...database, query };
}

/** A refusal is kept as an answer, except 401, 429 and 5xx, because the same request may succeed later. */
const isKept = (error: unknown): error is HttpError =>
  error instanceof HttpError && ![401, 429].includes(error.status) && error.status < 500;

/**
 * Does the work and keeps its answer in one transaction, or gives the answer kept for this key. Sent twice at once, the second waits for the
 * first. 409 `idempotency_conflict` when the key came with another request.
 */
export async function once(
  database: Database,
  { userId, key, fingerprint }: Keyed,
  status: number,
  work: (database: Database) => Promise<unknown>,
): Promise<KeptAnswer> {
  return database.query.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('kept_answers')
      .values({ user_id: userId, key, fingerprint })
      .onConflict((clash) => clash.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (isFirst === undefined) return keptAnswer(tx, { userId, key, fingerprint });
    const answer = await inSavepoint(tx, () => work(within(database, tx))).then(
      (done) => ({ status, body: JSON.stringify(done) }),
      (error: unknown) => {
        if (isKept(error)) return { status: error.status, body: JSON.stringify(error.body) };
        throw error;
      },
    );
    await tx.updateTable('kept_answers').set(answer).where('user_id', '=', userId).where('key', '=', key).execute();
    return answer;
  });
}

async function keptAnswer(tx: Tx, { userId, key, fingerprint }: Keyed): Promise<KeptAnswer> {
  const kept = await tx
    .selectFrom('kept_answers')
    .select(['fingerprint', 'status', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (kept.fingerprint !== fingerprint || kept.status === null || kept.body === null) throw conflict(keyUsed());
  return { status: kept.status, body: kept.body };
}
