import { sql } from 'kysely';
import type { Locked, ProjectRef } from '../access/refs.ts';
import { notify } from '../db/bus.ts';
import type { Tx } from '../db/open.ts';

export type EntityType = 'list' | 'row' | 'additional_cost' | 'tax' | 'version' | 'act' | 'act_row';

export interface EventOf {
  /** The project whose log it goes into. */
  readonly projectRef: Locked<ProjectRef>;
  readonly authorId: number;
  readonly entityType: EntityType;
  readonly objectId: number | null;
  /** The action: create, update, delete, import … */
  readonly type: string;
  /** A name of the object that outlives it, such as a row's name. */
  readonly subject?: string;
  /** The field that was set, when it was one. */
  readonly field?: string;
}

/**
 * Opens one event of the project's log in this transaction: every logged write that follows belongs to it (docs/domain.md, History).
 * Events not processed (undone ones) are discarded. `withImages: false` keeps none of the rows' images. Answers the event's id.
 */
export async function recordEvent(tx: Tx, event: EventOf, { withImages = true } = {}): Promise<number> {
  const { teamId, projectId } = event.projectRef;
  await tx
    .deleteFrom('recent_events')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('processed', '=', false)
    .execute();
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into recent_events (team_id, project_id, entity_type, object_id, type, author_id, author_name, subject, field, created_at)
    select ${teamId}::bigint, ${projectId}::bigint, ${event.entityType}, ${event.objectId}::bigint, ${event.type}, ${event.authorId}::bigint,
           (select name from users where id = ${event.authorId}), ${event.subject ?? ''}, ${event.field ?? ''},
           greatest(clock_timestamp(), max(created_at) + interval '1 microsecond')
      from recent_events where team_id = ${teamId} and project_id = ${projectId}
    returning id`.execute(tx);
  if (made === undefined) throw new Error('The event was not recorded');
  await sql`select set_config('actum.event', ${withImages ? String(made.id) : ''}, true)`.execute(tx);
  await tx
    .updateTable('projects')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .execute();
  await announceChange(tx, event.projectRef, made.id, 'done', event.authorId);
  return made.id;
}

/**
 * Adds a change to the project's feed: an event was done, undone or redone. The touched records are read from the event's
 * images when the transaction commits (migration 0040).
 */
export async function announceChange(
  tx: Tx,
  projectRef: Locked<ProjectRef>,
  eventId: number,
  way: 'done' | 'undone' | 'redone',
  authorId: number,
): Promise<void> {
  const { teamId: team_id, projectId: project_id } = projectRef;
  await tx.insertInto('project_changes').values({ team_id, project_id, event_id: eventId, way, author_id: authorId }).execute();
  await notifyProject(tx, projectRef);
}

/** Everything that changes in a project. */
export const projectTopic = (projectId: number): string => `project:${projectId}`;

/** Tells every process, when this transaction commits, that something of the project has changed. */
export async function notifyProject(tx: Tx, { projectId }: Pick<ProjectRef, 'projectId'>): Promise<void> {
  await notify(tx, projectTopic(projectId));
}
