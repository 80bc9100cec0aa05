import { Unusable } from '../backup/unusable.ts';
import { missingIn, refuseNewer } from '../db/migrate.ts';

/** Refuses a database whose tables are not those of this program, by the migrations it has. */
export function refuseOtherTables(applied: readonly string[]): void {
  if (applied.length === 0)
    throw new Unusable('There is no Actum in this database yet. Start the server once, or restore a backup, then try again');
  const missing = missingIn(applied);
  if (missing.length > 0)
    throw new Unusable(
      `The database is older than this program (${missing.join(', ')} are missing). Start the server once, then try again`,
    );
  refuseNewer(applied);
}
