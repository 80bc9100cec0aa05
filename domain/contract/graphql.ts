/** The rows GraphQL answers with, in the columns our client asks for. */
import * as v from 'valibot';
import { Id, Nullable, Timestamp } from './scalars.ts';

export const ActStatus = v.object({ id: Id, name: v.string(), code: v.string(), order: v.number(), color: v.string() });
export const Unit = v.object({ id: Id, name: v.string(), full_name: v.string() });
export const RecentEvent = v.object({
  entity_type: v.string(),
  object_id: Nullable(v.number()),
  type: v.string(),
  project_id: Id,
  processed: v.boolean(),
  created_at: Timestamp,
});

export type ActStatus = v.InferOutput<typeof ActStatus>;
export type Unit = v.InferOutput<typeof Unit>;
export type RecentEvent = v.InferOutput<typeof RecentEvent>;
