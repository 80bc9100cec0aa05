/**
 * Lists that no longer belong to an import, because it is over, or they were read again or left out. Their rows are removed in pieces, so
 * that nobody waits for 100,000 of them.
 */
import { sql } from 'kysely';
import type { ProjectRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { removeRowsInSlices } from '../db/pieces.ts';
import { reportError } from '../log.ts';

interface DiscardedList {
  readonly team_id: number;
  readonly id: number;
  /** The key of its rows. */
  readonly rows_id: number;
}

/**
 * Discards all lists of the project's import, or the ones named: `staged` says whether these are being read again. Returns the lists to
 * remove once this is committed.
 */
export async function discard(
  tx: Tx,
  { teamId, projectId }: ProjectRef,
  which: { readonly ids: readonly number[]; readonly staged: boolean } | 'all' = 'all',
): Promise<readonly DiscardedList[]> {
  const all = tx.updateTable('import_lists').set({ project_id: null }).where('team_id', '=', teamId).where('project_id', '=', projectId);
  const discarded = which === 'all' ? all : all.where('id', 'in', which.ids).where('staged', '=', which.staged);
  const lists = await discarded.returning(['team_id', 'id', 'rows_id']).execute();
  const gone = lists.map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom('import_lines').where('team_id', '=', teamId).where('list_id', 'in', gone).execute();
  return lists;
}

/** Removes discarded lists with their rows. What could not be removed now is removed within an hour. */
export const removeDiscarded = (query: Query, lists: readonly DiscardedList[]): Promise<void> =>
  removeEach(query, lists).catch((error: unknown) => reportError('What was read could not be removed', error));

async function removeEach(query: Query, lists: readonly DiscardedList[]): Promise<void> {
  for (const { team_id, id, rows_id } of lists) {
    await removeRowsInSlices(query, 'import_rows', team_id, sql`select ${rows_id}::bigint as id`);
    await query
      .transaction()
      .execute((tx) => sql`delete from import_lists where team_id = ${team_id} and id = ${id} and project_id is null`.execute(tx));
  }
}

/** Removes discarded lists that a server left behind when it was killed. */
export async function removeOldDiscarded(query: Query): Promise<void> {
  await removeEach(
    query,
    await query.selectFrom('import_lists').select(['team_id', 'id', 'rows_id']).where('project_id', 'is', null).execute(),
  );
}
