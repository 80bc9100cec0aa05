/** Decides the status of an import once its rows are known, and counts the changes it would make. */
import { sql } from 'kysely';
import { importChanges } from '../../domain/importChanges.ts';
import { BETWEEN_STOPS } from '../../domain/stops.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { type ComparedStoredRow, comparedRows } from '../estimates/compare.ts';
import { inTurns } from '../turns.ts';
import { linesOfLists, USUAL_PERCENT } from './lines.ts';

/** The project's status follows its first import; a later one leaves it available. */
export async function setProjectStatus(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, status: string): Promise<void> {
  await sql`
    update projects set status = ${status}
     where team_id = ${teamId} and id = ${projectId}
       and not exists (select from imports i where i.team_id = ${teamId} and i.project_id = ${projectId} and i.base_version_id is not null)`.execute(
    tx,
  );
}

/** Importable without errors, else errors_found; the project gets the same status (docs/product.md, 6.1). */
export async function updateStatus(tx: Tx, projectRef: Locked<ProjectRef>): Promise<void> {
  const { rows } = await sql<{ base: number | null; has_errors: boolean }>`
    select i.base_version_id as base, exists (
             select from import_lists l join import_rows r on r.team_id = l.team_id and r.list_id = l.id
              where l.team_id = i.team_id and l.project_id = i.project_id and l.included and not l.staged and r.errors <> '[]'::jsonb) as has_errors
      from imports i where i.team_id = ${projectRef.teamId} and i.project_id = ${projectRef.projectId}`.execute(tx);
  const [found] = rows;
  if (found === undefined) return;
  if (found.base !== null) await markChanges(tx, projectRef, found.base);
  const status = found.has_errors ? 'errors_found' : 'importable';
  await tx
    .updateTable('imports')
    .set({ status, revision: sql`revision + 1` })
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .execute();
  await setProjectStatus(tx, projectRef, status);
}

/** The records as JSON, with stops. */
function* jsonOf(records: readonly object[]): Generator<void, string> {
  const parts: string[] = [];
  for (let at = 0; at < records.length; at += BETWEEN_STOPS) {
    yield;
    parts.push(JSON.stringify(records.slice(at, at + BETWEEN_STOPS)).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

/** Marks which rows are new or changed against the base version, and which of its rows vanished. */
async function markChanges(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, base: number): Promise<void> {
  const old = await comparedRows(tx, { teamId, projectId, versionId: base });
  const { changed, added, vanished } = await inTurns(importChanges(old, await readRows(tx, { teamId, projectId })));
  const readable = changed.filter(([{ has_errors }]) => !has_errors);
  const records = [
    ...readable.map(([{ id }, changes]) => ({ id, is_new: false, changes })),
    ...added.map(({ id }) => ({ id, is_new: true, changes: {} })),
  ];
  await sql`
    update import_rows r set is_new = s.is_new, changes = s.changes
      from (select r.id, coalesce(c.is_new, false) as is_new, coalesce(c.changes, '{}') as changes
              from import_lists l
              join import_rows r on r.team_id = l.team_id and r.list_id = l.id
              left join jsonb_to_recordset(${await inTurns(jsonOf(records))}::text::jsonb) as c (id bigint, is_new boolean, changes jsonb) on c.id = r.id
             where l.team_id = ${teamId} and l.project_id = ${projectId}
               and (r.is_new <> coalesce(c.is_new, false) or r.changes <> coalesce(c.changes, '{}'))) s
     where r.team_id = ${teamId} and r.id = s.id`.execute(tx);
  await tx.deleteFrom('import_vanished').where('team_id', '=', teamId).where('project_id', '=', projectId).execute();
  await sql`
    insert into import_vanished (team_id, project_id, row_id, "order")
    select ${teamId}::bigint, ${projectId}::bigint, v.id::bigint, v.place
      from jsonb_array_elements_text(${JSON.stringify(vanished.map(({ id }) => id))}::text::jsonb) with ordinality as v (id, place)`.execute(
    tx,
  );
}

/** A row in error has no numbers to compare yet. */
interface ReadStoredRow extends ComparedStoredRow {
  readonly has_errors: boolean;
}

/** The rows that would be imported. */
export async function readRows(query: Query, { teamId, projectId }: ProjectRef): Promise<ReadStoredRow[]> {
  const { rows } = await sql<ReadStoredRow>`
    select r.errors <> '[]'::jsonb as has_errors, r.id, l.title as list_title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text
      from import_lists l join import_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and not l.staged and r.kind = 'row'
     order by l."order", r."order"`.execute(query);
  return rows;
}

/**
 * A first import includes the percent lines that all lists with percent lines state alike, if their percent is usual; the rest is only
 * offered.
 */
export async function includeStatedLines(tx: Tx, { teamId, projectId }: Locked<ProjectRef>): Promise<void> {
  await sql`
    with mine as (${linesOfLists({ teamId, projectId })}), said as (
      select min("order") as first, count(distinct list_id) as lists
        from mine group by kind, label, percent_total, percent_labour, percent_materials, percent_tools, nth
    )
    update import_lines n
       set included = n."order" in (select first from said where lists = (select count(distinct list_id) from mine))
           and not (n.stated is not null and n.percent_total is not null and (
             n.kind = 'tax' and abs(n.percent_total) > ${USUAL_PERCENT.tax}::int
             or n.kind = 'additional_cost' and abs(n.percent_total) > ${USUAL_PERCENT.additional_cost}::int and n.percent_total <> round(n.percent_total, 2)))
           and exists (select from imports i where i.team_id = ${teamId} and i.project_id = ${projectId} and i.base_version_id is null)
     where n.team_id = ${teamId} and n.project_id = ${projectId}`.execute(tx);
}
