/** The rows GraphQL answers with, in the columns our client asks for. */
import * as v from 'valibot';
import { Id, Nullable, Timestamp } from './scalars.ts';

/** The code of an error in a query that the schema does not have. */
export const QUERY_UNKNOWN = 'GRAPHQL_VALIDATION_FAILED';

export const ActStatus = v.object({ id: Id, name: v.string(), code: v.string(), order: v.number(), color: v.string() });
export const Unit = v.object({ id: Id, name: v.string(), full_name: v.string() });
const RecentEvent = v.object({
  entity_type: v.string(),
  object_id: Nullable(v.number()),
  type: v.string(),
  project_id: Id,
  processed: v.boolean(),
  created_at: Timestamp,
});
/** An event as undo and redo show it: the action, its object, and its author. */
export const HistoryEvent = v.object({
  id: Id,
  ...RecentEvent.entries,
  author_id: Nullable(Id),
  author_name: v.string(),
  subject: v.pipe(v.string(), v.description('The object in words that outlive it')),
  field: v.pipe(v.string(), v.description('The field that was set, when it was one')),
});

/** A change in a project's feed: an event done, undone or redone, and the records it touched. */
export const ProjectChange = v.object({
  id: Id,
  event_id: Id,
  way: v.picklist(['done', 'undone', 'redone']),
  author_id: Nullable(Id),
  touched: v.object({
    versions: v.array(Id),
    lists: v.array(Id),
    rows: v.pipe(Nullable(v.array(Id)), v.description('Rows changed where they stand; null when the lists must be read again')),
    acts: v.array(Id),
    act_rows: v.pipe(Nullable(v.array(Id)), v.description('Null when too many rows of the acts changed to name them')),
  }),
  event: v.object({
    ...HistoryEvent.entries,
    // Absent in rows from a process of an earlier version.
    made_at: v.optional(v.pipe(Timestamp, v.description('When the change was made'))),
  }),
});

export type ProjectChange = v.InferOutput<typeof ProjectChange>;
export type ActStatus = v.InferOutput<typeof ActStatus>;
export type Unit = v.InferOutput<typeof Unit>;
export type HistoryEvent = v.InferOutput<typeof HistoryEvent>;
