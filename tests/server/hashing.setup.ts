import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeAll, expect } from 'vitest';
import { CHEAP } from '../cheapHash.ts';

/** Tests about hashing hash as the product does, and one whose hash a process of the product compares. */
const REAL = /\/(?:passwords|outage)\.test\.ts$/;

interface Hashing {
  isReal: boolean;
}
const kept = globalThis as { hashing?: Hashing };

/** The files of a worker share the module that hashes, so this is done once, before that module is loaded. */
function takeOver(): Hashing {
  const hashing: Hashing = { isReal: true };
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, hashing.isReal ? parameters : { ...parameters, ...CHEAP }, callback);
  syncBuiltinESMExports();
  return hashing;
}
kept.hashing ??= takeOver();
const { hashing } = kept;

/**
 * Elsewhere hashes say that they have the product's cost and are made and compared at the lowest: ten recovery codes take half a second of
 * processor, and a run makes eighty times ten. Processes that tests start hash as the product does.
 */
beforeAll(() => {
  hashing.isReal = REAL.test(expect.getState().testPath ?? '');
});
