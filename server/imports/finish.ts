import { sql } from 'kysely';
import type { CarryReview } from '../../domain/api/contractShapes.ts';
import type { Given } from '../../domain/api/routes.ts';
import * as say from '../../domain/sentences/imports.ts';
import { findProject, type Locked, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import { type ByHand, sideOf, workOut } from '../carrying/carry.ts';
import { carryInto } from '../carrying/carrying.ts';
import { reviewOf } from '../carrying/review.ts';
import { rowsOfImport } from '../carrying/rows.ts';
import { blockedBy, sourceOf } from '../carrying/sides.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { ROW_CONTENT } from '../estimates/rowColumns.ts';
import { partsOf, refreshPrice } from '../estimates/summary.ts';
import { addVersionFrom, type VersionSource, withUnpublished } from '../estimates/unpublished.ts';
import { copyLines, namedVersion } from '../estimates/versions.ts';
import { notifyProject, recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';
import { discard, removeDiscarded } from './discarded.ts';
import { rowsIdOf } from './keeping.ts';
import { importLines } from './lines.ts';
import { importTopic } from './progress.ts';
import { importOf, requestedImport, type StoredImport } from './review.ts';
import { setProjectStatus } from './status.ts';
import { stopReading } from './upload.ts';

/** The content of the version to be. Null once one has been made. Errors as for `finishImport`. */
async function sourceOfImport(tx: Tx, projectRef: Locked<ProjectRef>, found: StoredImport): Promise<VersionSource | null> {
  const { id, revision, status, finished_version_id, refusal } = found;
  if (finished_version_id !== null) return null;
  if (status === 'refused') throw conflict(say.importRefused({ why: refusal ?? '' }));
  if (status === 'reading') throw conflict(say.importNotRead());
  if (status === 'errors_found') throw conflict(say.importHasErrors());
  const { teamId } = projectRef;
  const { rows: lists } = await sql<VersionSource['lists'][number]>`
    select l.id, l."order", l.title, coalesce(f.row_count, 0) as count
      from import_lists l left join import_list_facts f on f.team_id = l.team_id and f.rows_id = l.rows_id
     where l.team_id = ${teamId} and l.project_id = ${projectRef.projectId} and l.included and not l.staged order by l."order"`.execute(tx);
  if (lists.length === 0) throw conflict(say.importIsEmpty());
  return {
    lists,
    rowsOf: (listId) =>
      sql`(select "order", id, ${ROW_CONTENT} from import_rows where team_id = ${teamId} and rows_id = ${rowsIdOf(teamId, listId)})`,
    state: `${id} ${revision}`,
  };
}

/**
 * Makes a version of what was read, whole or not at all; a repeated call returns the version already made.
 * 409 `import_has_errors` while a row is in error, 409 `import_not_read` while the file is being read.
 */
export async function finishImport(
  database: Database,
  caller: Caller,
  id: number,
  { import_id, carry }: Given<'POST /import/:id/finish/'>['body'],
): Promise<{ project_version_id: number }> {
  const open = async (tx: Tx) => {
    const project = await lockRecord(tx, caller, 'project', id);
    const found = await requestedImport(tx, project, import_id);
    return { project, found, source: await sourceOfImport(tx, project, found) };
  };
  let discarded: Awaited<ReturnType<typeof discard>> = [];
  const finished = await withUnpublished(database, open, async (tx, { project, found, source }, unpublished) => {
    if (source === null) return { project_version_id: found.finished_version_id ?? 0 };
    const version = await addVersionFrom(tx, project, source, unpublished);
    const eventId = await recordEvent(tx, eventOf(project, caller, 'version', version.versionId, 'import', ''), { withImages: false });
    if (found.base_version_id === null) await makeLines(tx, project, version);
    else await copyLines(tx, { ...project, versionId: found.base_version_id }, version);
    await refreshPrice(tx, version);
    if (carry !== undefined)
      await carryInto(
        tx,
        caller,
        version,
        { ...carry, by_hand: await pairsInVersion(tx, version, carry.by_hand) },
        { eventId, withVersion: true },
      );
    discarded = await closeImport(tx, project, version);
    return { project_version_id: version.versionId };
  });
  await removeDiscarded(database.query, discarded);
  return finished;
}

/** The import is over; answers the lists to remove. */
async function closeImport(tx: Tx, project: Locked<ProjectRef>, { versionId }: VersionRef): ReturnType<typeof discard> {
  const { teamId, projectId } = project;
  for (const kept of ['import_vanished', 'import_files'] as const) {
    await tx.deleteFrom(kept).where('team_id', '=', teamId).where('project_id', '=', projectId).execute();
  }
  await tx
    .updateTable('imports')
    .set({ finished_version_id: versionId })
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .execute();
  await notify(tx, importTopic(projectId));
  await tx.updateTable('projects').set({ status: 'available' }).where('team_id', '=', teamId).where('id', '=', projectId).execute();
  return discard(tx, project);
}

/** Pairs made by hand with rows of the import, translated to the rows of the version, which are at the same places. */
async function pairsInVersion(tx: Tx, { teamId, projectId, versionId }: Locked<VersionRef>, pairs: ByHand) {
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ was: number; is: number }>`
    select i.id as was, r.id as is
      from import_rows i
      join import_lists il on il.team_id = i.team_id and il.rows_id = i.rows_id
      join lists l on l.team_id = i.team_id and l.version_id = ${versionId} and l."order" = il."order"
      join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id and r."order" = i."order"
     where i.team_id = ${teamId} and il.project_id = ${projectId} and i.id = any(${pairs.map(({ into }) => into)}::bigint[])`.execute(tx);
  const becomes = new Map(rows.map(({ was, is }) => [was, is]));
  return pairs.map(({ from, into }) => ({ from, into: becomes.get(into) ?? 0 }));
}

/** Previews carrying into the version that an import would make. 409 while the import cannot be finished. */
export async function previewImportCarry(
  query: Query,
  caller: Caller,
  id: number,
  asked: Given<'POST /import/:id/carry/preview/'>['body'],
): Promise<CarryReview> {
  const projectRef = await findProject(query, caller, id);
  const { id: import_id, status, finished_version_id, base_version_id } = await importOf(query, projectRef);
  if (finished_version_id !== null) throw notFound();
  if (status === 'reading') throw conflict(say.importNotRead());
  const from = await sourceOf(query, caller, projectRef, null, asked.from_version_id);
  const lines =
    base_version_id === null
      ? (await importLines(query, projectRef)).filter(({ included }) => included)
      : (await partsOf(query, { ...projectRef, versionId: base_version_id })).lines;
  const worked = await workOut(await sideOf(query, from), { rows: await rowsOfImport(query, projectRef), lines }, asked.by_hand);
  const name = await namedVersion(query, from);
  return { import_id, ...reviewOf(worked, { from: name, into: null, blocked: await blockedBy(query, from, name, null) }, asked) };
}

/** Additional costs and taxes the file states (docs/domain.md, Import). */
async function makeLines(tx: Tx, projectRef: ProjectRef, { teamId, versionId }: Locked<VersionRef>): Promise<void> {
  const lines = (await importLines(tx, projectRef)).filter(({ included }) => included);
  for (const [at, { kind, name, percent_total, percent_labour, percent_materials, percent_tools }] of lines.entries()) {
    await tx
      .insertInto('percent_lines')
      .values({
        team_id: teamId,
        version_id: versionId,
        kind,
        name,
        order: at + 1,
        percent_total,
        percent_labour,
        percent_materials,
        percent_tools,
      })
      .execute();
  }
}

/** Drops an import; the project returns to its state before the upload. */
export async function cancelImport(database: Database, caller: Caller, projectId: number, meant: number | undefined): Promise<void> {
  const cancelled = await database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', projectId);
    const { id, finished_version_id, base_version_id } = await requestedImport(tx, projectRef, meant);
    if (finished_version_id !== null) throw notFound();
    const lists = await discard(tx, projectRef);
    const dropped = await tx
      .deleteFrom('imports')
      .where('team_id', '=', projectRef.teamId)
      .where('project_id', '=', projectRef.projectId)
      .returning('project_status')
      .executeTakeFirst();
    if (dropped !== undefined && base_version_id === null) await setProjectStatus(tx, projectRef, dropped.project_status);
    await notifyProject(tx, projectRef);
    await notify(tx, importTopic(projectId));
    return { id, lists };
  });
  stopReading(cancelled.id);
  await removeDiscarded(database.query, cancelled.lists);
}
