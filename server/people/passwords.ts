import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}
/** The parameters of argon2id: the last entry makes new hashes. A hash made with an earlier entry is replaced when its person signs in. */
const COSTS: readonly [...Cost[], Cost] = [
  { memory: 19_456, passes: 2, parallelism: 1 },
  { memory: 19_456, passes: 3, parallelism: 1 },
];
const COST = COSTS[COSTS.length - 1] ?? COSTS[0];
const TAG_LENGTH = 32;
const named = ({ memory, passes, parallelism }: Cost) => `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
const derive = promisify(argon2);
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** An argon2id hash in the PHC string form other implementations read. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...COST, tagLength: TAG_LENGTH });
  return `${named(COST)}${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Whether a hash was made with parameters that new hashes no longer have. */
export const isOutdated = (hash: string): boolean => COSTS.slice(0, -1).some((cost) => hash.startsWith(named(cost)));

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
/** Used where there is no hash, so that the comparison takes as long; it is the hash of no password. */
const DUMMY_HASH = `${named(COST)}${unpadded(randomBytes(16))}$${unpadded(randomBytes(TAG_LENGTH))}`;

/** Stored instead of a hash: no password matches. */
export const CLOSED = 'closed';

/** Whether the password is the one hashed. Without a hash (an unknown address, a closed account) it takes as long and answers false. */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  const known = hash === null ? null : PHC.exec(hash);
  const [, memory, passes, parallelism, nonce = '', tag = ''] = known ?? PHC.exec(DUMMY_HASH) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected) && known !== null;
}

/** The hash of a typed text, such as a recovery code, with a salt shared by the person's codes: the same text has the same hash. */
export async function hashWithSalt(text: string, salt: string): Promise<string> {
  return unpadded(await derive('argon2id', { message: text, nonce: Buffer.from(salt), ...COST, tagLength: TAG_LENGTH }));
}
