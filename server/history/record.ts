import { sql } from 'kysely';
import type { EventType } from '../../domain/eventTypes.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import { CHANNEL, notify } from '../db/bus.ts';
import type { Query, Tx } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { edits } from '../metrics.ts';

export type EntityType = 'list' | 'row' | 'additional_cost' | 'tax' | 'version' | 'act' | 'act_row' | 'terms' | 'certificate' | 'extra';

export interface EventOf {
  /** The project whose log it goes into. */
  readonly projectRef: Locked<ProjectRef>;
  /** Null for a person who is not a member, such as an answering client; their name is in `authorName`. */
  readonly authorId: number | null;
  readonly authorName?: string;
  readonly entityType: EntityType;
  readonly objectId: number | null;
  readonly type: EventType;
  /** The name of the object, such as a row's name, kept after the object is deleted. */
  readonly subject?: string;
  /** The field that was set, if a single field was. */
  readonly field?: string;
}

/**
 * Opens one event of the project's log in this transaction: every logged write that follows belongs to it (docs/domain.md, History). Events
 * that are undone at this time are discarded. `withImages: false` stores none of the rows' images. Returns the event's id.
 */
export async function recordEvent(tx: Tx, event: EventOf, { withImages = true } = {}): Promise<number> {
  const [made] = await recorded(tx, { ...eventArguments(event), withImages });
  if (made === undefined) throw new Error('The event was not recorded');
  if (event.authorName !== undefined)
    await tx
      .updateTable('recent_events')
      .set({ author_name: event.authorName })
      .where('team_id', '=', event.projectRef.teamId)
      .where('id', '=', made.id)
      .execute();
  return made.id;
}

export interface EventArguments {
  readonly teamId: number;
  readonly projectId: number;
  readonly entityType: EntityType;
  readonly objectId: number | null;
  readonly type: EventType;
  readonly authorId: number | null;
  readonly subject: string;
  readonly field: string;
  readonly topic: string;
}
export function eventArguments({ projectRef, subject = '', field = '', authorName: _, ...event }: EventOf): EventArguments {
  const { teamId, projectId } = projectRef;
  edits.inc({ of: event.entityType });
  return { ...event, teamId, projectId, subject, field, topic: projectTopic(projectId) };
}

/** `record_event` (migration 0058) as part of a statement that writes within the event. */
export const eventSql = (given: EventArguments, { withImages = true } = {}) => sql<number>`
  record_event(${given.teamId}::bigint, ${given.projectId}::bigint, ${given.entityType}, ${given.objectId}::bigint, ${given.type}, ${given.authorId}::bigint,
    ${given.subject}, ${given.field}, ${withImages}::boolean, ${CHANNEL}, ${given.topic})`;

const recorded = statement<EventArguments & { withImages: boolean }, { id: number }>(
  'record_event',
  (given) => sql`select ${eventSql(given, given)} as id`,
);

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

/** The id of the last change to a project's estimates and acts; null where nothing has changed. */
export async function lastChange(query: Query, { teamId, projectId }: ProjectRef): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from project_changes where team_id = ${teamId} and project_id = ${projectId}`.execute(query);
  return rows[0]?.last ?? null;
}

/** Everything that changes in a project. */
export const projectTopic = (projectId: number): string => `project:${projectId}`;

/** Tells every process, when this transaction commits, that something of the project has changed. */
export async function notifyProject(tx: Tx, { projectId }: Pick<ProjectRef, 'projectId'>): Promise<void> {
  await notify(tx, projectTopic(projectId));
}
