import { argon2Sync, randomBytes } from 'node:crypto';

/** The lowest cost argon2 has. */
export const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const TAG_LENGTH = 32;
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/**
 * A password hash at the lowest cost. A hash carries its cost, so the server checks a password against this one as against its
 * own, in a thousandth of the time. Tests sign in thousands of people; those about hashing let the server make the hash.
 */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, ...CHEAP, tagLength: TAG_LENGTH });
  return `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}
