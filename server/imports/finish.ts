import { sql } from 'kysely';
import * as say from '../../domain/sentences/imports.ts';
import { type Locked, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Database, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { ROW_CONTENT } from '../estimates/rowColumns.ts';
import { refreshPrice } from '../estimates/summary.ts';
import { addVersion, copyLines, ORDER_STEP } from '../estimates/versions.ts';
import { notifyProject, recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, notFound } from '../http/errors.ts';
import { importLines } from './lines.ts';
import { importOf } from './review.ts';
import { setProjectStatus } from './settling.ts';
import { stopReading } from './upload.ts';

/**
 * Makes a version of what was read, whole or not at all; asked again it answers the version it made.
 * 409 `import_has_errors` while a row is in error, 409 `import_not_read` while the file is being read.
 */
export async function finishImport(database: Database, caller: Caller, id: number): Promise<{ project_version_id: number }> {
  return database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', id);
    const { status, finished_version_id, refusal, base_version_id } = await importOf(tx, projectRef);
    if (finished_version_id !== null) return { project_version_id: finished_version_id };
    if (status === 'refused') throw conflict(say.importRefused({ why: refusal ?? '' }));
    if (status === 'reading') throw conflict(say.importNotRead());
    if (status === 'errors_found') throw conflict(say.importHasErrors());
    const { teamId, projectId } = projectRef;
    const lists = await tx
      .selectFrom('import_lists')
      .select(['id', 'order', 'title'])
      .where('team_id', '=', teamId)
      .where('project_id', '=', projectId)
      .where('included', '=', true)
      .where('staged', '=', false)
      .orderBy('order')
      .execute();
    if (lists.length === 0) throw conflict(say.importIsEmpty());

    const version = await addVersion(tx, projectRef);
    await recordEvent(tx, eventOf(projectRef, caller, 'version', version.versionId, 'import', ''), { withImages: false });
    for (const list of lists) {
      const { id } = await tx
        .insertInto('lists')
        .values({ team_id: teamId, version_id: version.versionId, order: list.order, title: list.title })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`
        insert into estimate_rows (team_id, version_id, list_id, "order", ${ROW_CONTENT})
        select team_id, ${version.versionId}::bigint, ${id}::bigint, "order" * ${ORDER_STEP}::int, ${ROW_CONTENT}
          from import_rows where team_id = ${teamId} and list_id = ${list.id} order by "order"`.execute(tx);
    }
    if (base_version_id === null) await makeLines(tx, projectRef, version);
    else await copyLines(tx, { ...projectRef, versionId: base_version_id }, version);
    await refreshPrice(tx, version);
    for (const kept of ['import_vanished', 'import_files'] as const) {
      await tx.deleteFrom(kept).where('team_id', '=', teamId).where('project_id', '=', projectId).execute();
    }
    await tx.deleteFrom('import_lists').where('team_id', '=', teamId).where('project_id', '=', projectId).execute();
    await tx
      .updateTable('imports')
      .set({ finished_version_id: version.versionId })
      .where('team_id', '=', teamId)
      .where('project_id', '=', projectId)
      .execute();
    await tx.updateTable('projects').set({ status: 'available' }).where('team_id', '=', teamId).where('id', '=', projectId).execute();
    return { project_version_id: version.versionId };
  });
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
export async function cancelImport(database: Database, caller: Caller, projectId: number): Promise<void> {
  const cancelled = await database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', projectId);
    const { id, finished_version_id, base_version_id } = await importOf(tx, projectRef);
    if (finished_version_id !== null) throw notFound();
    const dropped = await tx
      .deleteFrom('imports')
      .where('team_id', '=', projectRef.teamId)
      .where('project_id', '=', projectRef.projectId)
      .returning('project_status')
      .executeTakeFirst();
    if (dropped !== undefined && base_version_id === null) await setProjectStatus(tx, projectRef, dropped.project_status);
    await notifyProject(tx, projectRef);
    return id;
  });
  stopReading(cancelled);
}
