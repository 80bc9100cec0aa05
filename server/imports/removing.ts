/** Rows that a person leaves out of an import. */
import { type RawBuilder, sql } from 'kysely';
import type { Recognisable } from '../../domain/sameRow.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { markAlike } from './changes.ts';
import { type CountedRow, leaveOut, updateAfterRow, updateTotalsAndNotices } from './statedTotals.ts';

/** Leaves one row out; returns how many rows were removed. */
export const removeRow = (tx: Tx, projectRef: Locked<ProjectRef>, rowId: number): Promise<bigint> =>
  remove(tx, projectRef, sql<boolean>`r.id = ${rowId}`);

/** Leaves out every row in error of the ticked lists. Returns 1 even without such rows, because there is nothing to refuse. */
export async function removeErrors(tx: Tx, projectRef: Locked<ProjectRef>): Promise<bigint> {
  await remove(tx, projectRef, sql<boolean>`r.errors <> '[]'::jsonb and l.included`);
  return 1n;
}

async function remove(tx: Tx, projectRef: Locked<ProjectRef>, which: RawBuilder<boolean>): Promise<bigint> {
  const { rows } = await sql<Recognisable & CountedRow & { readonly list_id: number }>`
    delete from import_rows r using import_lists l
     where l.team_id = ${projectRef.teamId} and l.project_id = ${projectRef.projectId} and not l.staged
       and r.team_id = l.team_id and r.rows_id = l.rows_id and ${which}
    returning l.id as list_id, l.title as list_title, r.code, r.name, r.unit, r.sheet_row_index, r.kind, r.remarks,
              (case when r.errors = '[]'::jsonb then r.labour + r.materials + r.tools else 0 end)::numeric(40, 2)::text as costs`.execute(
    tx,
  );
  for (const [listId, removed] of Map.groupBy(rows, ({ list_id }) => list_id)) {
    await leaveOut(
      tx,
      projectRef,
      listId,
      removed.map(({ sheet_row_index }) => sheet_row_index),
    );
    const [only, ...others] = removed;
    if (only !== undefined && others.length === 0) await updateAfterRow(tx, projectRef, listId, only, null);
    else await updateTotalsAndNotices(tx, projectRef, listId);
  }
  await markAlike(tx, projectRef, rows);
  return BigInt(rows.length);
}
