/** Recovery codes: shown once, kept as hashes, each works once. */
import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { plainCode, RECOVERY_CODES } from '../../domain/factors.ts';
import { wrongRecoveryCode } from '../../domain/sentences/factors.ts';
import type { Query, Tx } from '../db/open.ts';
import { fieldError } from '../http/errors.ts';
import { hashWithSalt } from '../people/passwords.ts';

/** Without characters that are easily confused. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;
const newCode = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

interface Made {
  /** As they are shown. */
  readonly codes: readonly string[];
  readonly salt: string;
  readonly hashes: readonly string[];
}

/** Ten codes and their hashes; made before the transaction that keeps them, because hashing takes time. */
export async function newRecoveryCodes(): Promise<Made> {
  const salt = randomBytes(16).toString('base64url');
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWithSalt(code, salt));
  return { codes: codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`), salt, hashes };
}

/** Stores new codes, which replace the person's earlier ones. */
export async function keepRecoveryCodes(tx: Tx, userId: number, { salt, hashes }: Made): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, salt })))
    .execute();
}

export async function recoveryCodesLeft(query: Query, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recovery_codes where user_id = ${userId}::bigint and used_at is null`.execute(query);
  return rows[0]?.count ?? 0;
}

/** Uses a code up; a field error for a code that is not the person's, or was used. */
export async function takeRecoveryCode(query: Query, userId: number, typed: string): Promise<void> {
  const known = await query.selectFrom('recovery_codes').select('salt').where('user_id', '=', userId).limit(1).executeTakeFirst();
  const hash = await hashWithSalt(plainCode(typed), known?.salt ?? 'nobody has this salt');
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = clock_timestamp()
     where user_id = ${userId}::bigint and hash = ${hash} and used_at is null`.execute(query);
  if (numAffectedRows !== 1n) throw fieldError('recovery_code', wrongRecoveryCode());
}
