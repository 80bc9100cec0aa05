/** How far the reading of a file has come. */
import { sql } from 'kysely';
import type { ProjectRef } from '../access/refs.ts';
import { notify } from '../db/bus.ts';
import type { Database, Tx } from '../db/open.ts';

export interface ImportRef extends ProjectRef {
  readonly importId: number;
}

/** A topic of its own, so that progress does not wake the project's other watchers. */
export const progressTopic = (projectId: number): string => `import:${projectId}`;

/** The project's import while its file is read. */
export const beingRead = (tx: Tx, projectRef: ProjectRef) =>
  tx
    .updateTable('imports')
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .where('status', '=', 'reading')
    .where('finished_version_id', 'is', null);

/** Stores how much of the file is read. A failed update is made up for by the next one. */
export function saveProgress(database: Database, importRef: ImportRef, share: number): void {
  database.query
    .transaction()
    .execute(async (tx) => {
      await beingRead(tx, importRef)
        .where('id', '=', importRef.importId)
        .set({ progress: sql<number>`greatest(progress, ${share}::real)` })
        .execute();
      await notify(tx, progressTopic(importRef.projectId));
    })
    .catch(() => {});
}
