/** Makes the files of an empty cluster in the folder it is given. Run by `ensureCluster`. */
import { PGlite } from '@electric-sql/pglite';
import { clusterIn, type MakingFailed } from './cluster.ts';

process.umask(0o077);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder');
try {
  await (await PGlite.create(clusterIn(folder))).close();
  process.disconnect?.();
} catch (error) {
  const { message, code }: MakingFailed = error instanceof Error ? error : { message: String(error) };
  process.send?.({ message, code } satisfies MakingFailed, () => process.exit(1));
}
