/**
 * The difference between a version now and at a moment, from the stored images of the events since, which are reversed. The cost grows with
 * the number of changes since the moment.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Moment } from '../../domain/api/historyRoutes.ts';
import type { Image } from '../../domain/history.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

type Relation = 'lists' | 'estimate_rows' | 'percent_lines';
interface Turned {
  readonly relation: Relation;
  readonly id: number;
  readonly is_there: boolean;
  readonly image: Image;
}
/** By record: its fields at the moment that replace those of now; null for a record that did not exist then. */
type Then = ReadonlyMap<number, Image | null>;

const ESTIMATE = sql`c.relation in ('lists', 'estimate_rows', 'percent_lines')`;

/**
 * First the events after the moment that are in force, with each record as it was before the first of them; then the events before the
 * moment that were undone since, with each record as they made it.
 */
const changedEvents = (
  { teamId, versionId }: VersionRef,
  { event_id, at }: Pick<Moment, 'event_id' | 'at'>,
): readonly RawBuilder<Turned>[] => [
  sql`
    with later as (
      select distinct p.event_id as id from event_places p join recent_events e on e.team_id = p.team_id and e.id = p.event_id
       where p.team_id = ${teamId} and p.version_id = ${versionId} and p.event_id > ${event_id}::bigint and e.processed)
    select c.relation, c.id, (array_agg(c.op order by c.event_id, c.step))[1] <> 'insert' as is_there,
           as_texts(merged(c.before order by c.event_id desc, c.step desc)) as image
      from later l join event_changes c on c.team_id = ${teamId} and c.event_id = l.id where ${ESTIMATE} group by c.relation, c.id`,
  sql`
    with undone as (
      select distinct p.event_id as id from event_places p join recent_events e on e.team_id = p.team_id and e.id = p.event_id
       where p.team_id = ${teamId} and p.version_id = ${versionId} and p.event_id <= ${event_id}::bigint and not e.processed
         and e.undone_at >= ${at}::timestamptz)
    select c.relation, c.id, (array_agg(c.op order by c.event_id desc, c.step desc))[1] <> 'delete' as is_there,
           as_texts(merged(c.after order by c.event_id, c.step)) as image
      from undone u join event_changes c on c.team_id = ${teamId} and c.event_id = u.id where ${ESTIMATE} group by c.relation, c.id`,
];

export async function changesSince(
  query: Query,
  version: VersionRef,
  moment: Pick<Moment, 'event_id' | 'at'>,
): Promise<Readonly<Record<Relation, Then>>> {
  const then = {
    lists: new Map<number, Image | null>(),
    estimate_rows: new Map<number, Image | null>(),
    percent_lines: new Map<number, Image | null>(),
  };
  for (const step of changedEvents(version, moment)) {
    const { rows } = await step.execute(query);
    for (const { relation, id, is_there, image } of rows) then[relation].set(id, is_there ? { ...then[relation].get(id), ...image } : null);
  }
  return then;
}

/** The records of a version at the moment, from those now. */
export function recordsThen<R extends object>(
  now: ReadonlyMap<number, R>,
  then: Then,
  made: (id: number, over: R | undefined, image: Image) => R,
): Map<number, R> {
  const records = new Map(now);
  for (const [id, image] of then)
    if (image === null) records.delete(id);
    else records.set(id, made(id, now.get(id), image));
  return records;
}
