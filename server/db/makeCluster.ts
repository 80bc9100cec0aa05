/** Makes the files of an empty cluster in the folder it is given. Run by `ensureCluster`. */
import { PGlite } from '@electric-sql/pglite';
import { ERRNO_CODES } from '@electric-sql/pglite/basefs';
import { clusterIn, type MakingFailed } from './cluster.ts';

/** WASI's numbers of disk errors that the engine's own list lacks. */
const REFUSED = { EACCES: 2, EDQUOT: 19, EFBIG: 22, EIO: 29, EMFILE: 33, ENOSPC: 51, EPERM: 63, EROFS: 69 } as const;

/** An error message for a failure: the engine's file system throws an object with only an error number. */
function failureOf(error: unknown): MakingFailed {
  if (error instanceof Error) return error;
  const code = Object.entries({ ...ERRNO_CODES, ...REFUSED }).find(
    ([, number]) => number === (error as { readonly errno?: unknown }).errno,
  )?.[0];
  return { message: `The files of the database could not be made (${code ?? 'its disk refuses'})`, code };
}

process.umask(0o077);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder');
try {
  await (await PGlite.create(clusterIn(folder))).close();
  process.disconnect?.();
} catch (error) {
  const { message, code } = failureOf(error);
  process.send?.({ message, code } satisfies MakingFailed, () => process.exit(1));
}
