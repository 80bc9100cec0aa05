import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** An argon2id hash in the PHC string form other implementations read. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const nobody = hashPassword(randomBytes(16).toString('base64'));

/** In the place of a hash: no password matches. */
export const CLOSED = 'closed';

/** Whether the password is the one hashed. Without a hash (an unknown address, a closed account) it takes as long and answers false. */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  const known = hash === null ? null : PHC.exec(hash);
  const [, memory, passes, parallelism, nonce = '', tag = ''] = known ?? PHC.exec(await nobody) ?? [];
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
