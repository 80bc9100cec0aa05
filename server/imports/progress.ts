/** The progress of reading a file, and the heartbeat of the process that reads it. */
import { sql } from 'kysely';
import type { ProjectRef } from '../access/refs.ts';
import { notify } from '../db/bus.ts';
import type { Database, Tx } from '../db/open.ts';

export interface ImportRef extends ProjectRef {
  readonly importId: number;
}

/** The topic of reading a file and of its review. It is separate, so that progress does not wake the project's other watchers. */
export const importTopic = (projectId: number): string => `import:${projectId}`;

/** The project's import while its file is read. */
export const beingRead = (tx: Tx, projectRef: ProjectRef) =>
  tx
    .updateTable('imports')
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .where('status', '=', 'reading')
    .where('finished_version_id', 'is', null);

/** By import: whether its progress is being stored, and when it was last stored. */
const stored = new Map<number, { isUnderWay: boolean; at: number }>();
const STORED_EVERY = 250;

/**
 * Stores how much of the file is read, no more often than a person can notice. No caller waits for it, and it waits for no lock: where the
 * import is locked, the update is skipped. Progress that was not stored, or failed to be, is covered by the next call.
 */
export function saveProgress(database: Database, importRef: ImportRef, share: number): void {
  const last = stored.get(importRef.importId) ?? { isUnderWay: false, at: 0 };
  if (last.isUnderWay || performance.now() - last.at < STORED_EVERY) return;
  stored.set(importRef.importId, last);
  last.isUnderWay = true;
  database.query
    .transaction()
    .execute(async (tx) => {
      await sql`set local synchronous_commit to off`.execute(tx);
      const { rows } = await sql`
        update imports set progress = greatest(progress, ${share}::real)
         where (team_id, project_id) in (
           select team_id, project_id from imports
            where team_id = ${importRef.teamId} and project_id = ${importRef.projectId} and id = ${importRef.importId}
              and status = 'reading' and finished_version_id is null for no key update skip locked)
        returning id`.execute(tx);
      if (rows.length > 0) await notify(tx, importTopic(importRef.projectId));
    })
    .catch(() => {})
    .finally(() => {
      last.isUnderWay = false;
      last.at = performance.now();
    });
}

/** Forgets the progress of a reading that has ended. */
export const forgetProgress = ({ importId }: ImportRef): boolean => stored.delete(importId);

const SHOWN_EVERY = 10_000;

/**
 * Runs a process's work on a file, with a heartbeat even while the file waits for its turn: an import without heartbeats counts as abandoned
 * (`isAbandoned`). The work neither waits for a heartbeat nor fails with one; while the import is locked, heartbeats are skipped.
 */
export async function withHeartbeat<Result>(
  { query }: Database,
  { teamId, projectId, importId }: ImportRef,
  work: () => Promise<Result>,
): Promise<Result> {
  let isUnderWay = false;
  const show = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    sql`
      update imports set read_alive_at = clock_timestamp()
       where (team_id, project_id) in (
         select team_id, project_id from imports
          where team_id = ${teamId} and project_id = ${projectId} and id = ${importId} and status = 'reading' for no key update skip locked)`
      .execute(query)
      .catch(() => {})
      .finally(() => {
        isUnderWay = false;
      });
  };
  const timer = setInterval(show, SHOWN_EVERY);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
