/**
 * People who have a version open: their browsers sent a heartbeat within 30 seconds (the view `presence`). A heartbeat does not lock the
 * project, because it changes nothing in it; heartbeats of a version that is deleted expire.
 */
import { sql } from 'kysely';
import { findVersion } from '../access/refs.ts';
import type { Database } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import type { HandlersOf } from '../http/handlers.ts';

/** Records that the caller has the version open and returns the others. Notifies the project's watchers when a person came or left. */
async function stay(database: Database, caller: Caller, versionId: number): Promise<{ id: number; name: string }[]> {
  return database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await findVersion(tx, caller, versionId);
    const gone = await sql`
      delete from heartbeats h using (
          select team_id, version_id, user_id from heartbeats
           where team_id = ${teamId} and version_id = ${versionId} and seen_at <= clock_timestamp() - interval '30 seconds'
             for update skip locked) old
       where h.team_id = old.team_id and h.version_id = old.version_id and h.user_id = old.user_id returning 1`.execute(tx);
    const { rows } = await sql<{ isNew: boolean }>`
      insert into heartbeats (team_id, version_id, user_id, project_id, seen_at)
      values (${teamId}, ${versionId}, ${caller.userId}, ${projectId}, clock_timestamp())
      on conflict (team_id, version_id, user_id) do update set seen_at = excluded.seen_at returning xmax = 0 as "isNew"`.execute(tx);
    if (gone.rows.length > 0 || rows[0]?.isNew) await notifyProject(tx, { projectId });
    return tx
      .selectFrom('presence')
      .select(['user_id as id', 'user_name as name'])
      .where('team_id', '=', teamId)
      .where('version_id', '=', versionId)
      .where('user_id', '<>', caller.userId)
      .orderBy('user_name')
      .orderBy('user_id')
      .execute();
  });
}

async function leave(database: Database, caller: Caller, versionId: number): Promise<void> {
  await database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await findVersion(tx, caller, versionId);
    const left = await tx
      .deleteFrom('heartbeats')
      .where('team_id', '=', teamId)
      .where('version_id', '=', versionId)
      .where('user_id', '=', caller.userId)
      .returning('user_id')
      .executeTakeFirst();
    if (left !== undefined) await notifyProject(tx, { projectId });
  });
}

export const presenceHandlers: HandlersOf<'PUT /versions/:id/presence/' | 'DELETE /versions/:id/presence/'> = {
  'PUT /versions/:id/presence/': ({ params }, { database, caller }) => stay(database, caller, params.id),
  async 'DELETE /versions/:id/presence/'({ params }, { database, caller }) {
    await leave(database, caller, params.id);
    return { detail: 'You have left the version' };
  },
};
