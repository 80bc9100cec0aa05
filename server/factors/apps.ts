/** Codes of authenticator apps (RFC 6238): six digits, new every 30 seconds, each accepted once. */
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { plainCode } from '../../domain/factors.ts';
import { usedCode, wrongCode } from '../../domain/sentences/factors.ts';
import type { Query } from '../db/open.ts';
import { fieldError } from '../http/errors.ts';
import { seal, unseal } from './sealed.ts';

const PERIOD = 30;
/** Clocks of phones are wrong, so the codes before and after the present one are accepted too. */
const WINDOW = 1;

const totpOf = (secret: Secret, label = '') => new TOTP({ issuer: 'Actum', label, secret, period: PERIOD, digits: 6, algorithm: 'SHA1' });

/** A secret for an app: to be typed, as the address of a QR code, and sealed for the database. */
export function newApp(key: Uint8Array, email: string): { secret: string; uri: string; sealed: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: totpOf(secret, email).toString(), sealed: seal(key, secret.base32) };
}

/** The number of the half minute since 1970 that this code belongs to; null when it is not a present code. */
export function stepOf(key: Uint8Array, sealed: string, code: string): number | null {
  const base32 = unseal(key, sealed);
  const token = plainCode(code);
  if (base32 === null || !/^\d{6}$/.test(token)) return null;
  const timestamp = Date.now();
  const delta = totpOf(Secret.fromBase32(base32)).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

/** Accepts a code of one of the person's apps. A field error for a wrong code, and for one that was used or is older than a used one. */
export async function takeCode(query: Query, key: Uint8Array, userId: number, code: string): Promise<void> {
  const apps = await query.selectFrom('factors').select(['id', 'secret']).where('user_id', '=', userId).where('kind', '=', 'app').execute();
  for (const { id, secret } of apps) {
    const step = secret === null ? null : stepOf(key, secret, code);
    if (step === null) continue;
    const { numAffectedRows } = await sql`
      update factors set last_step = ${step}::bigint, last_used_at = clock_timestamp()
       where id = ${id}::bigint and coalesce(last_step, 0) < ${step}::bigint`.execute(query);
    if (numAffectedRows === 1n) return;
    throw fieldError('code', usedCode());
  }
  throw fieldError('code', wrongCode());
}
