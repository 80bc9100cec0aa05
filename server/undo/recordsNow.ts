/** The records that a page of the history names, as they are now. */
import { type RawBuilder, sql } from 'kysely';
import type { RecordChange, RecordNow } from '../../domain/api/historyRoutes.ts';
import { type Image, type ReadValue, type Relation, valueIn } from '../../domain/history.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

interface Known {
  readonly image: Image;
  readonly name: string;
  readonly now: Omit<RecordNow, 'values'>;
  readonly valueOf: (field: string) => ReadValue | null;
}
export interface RecordsNow {
  readonly find: (relation: Relation, id: number) => Known | null;
  /** Null for a list that is gone. */
  readonly listTitle: (id: number) => string | null;
}

const KINDS = {
  versions: 'version',
  lists: 'list',
  estimate_rows: 'row',
  acts: 'act',
  act_rows: 'act_row',
  row_extras: 'extra',
  certificates: 'certificate',
} as const;
/** The kind of record an image shows. A percent line is an additional cost or a tax; a thinned image may not say which. */
export const kindOf = (relation: Relation, image: Image, known: Image | undefined): RecordChange['kind'] =>
  relation === 'percent_lines' ? ((image.kind ?? known?.kind) === 'tax' ? 'tax' : 'additional_cost') : KINDS[relation];

interface Stored {
  readonly id: number;
  readonly image: Image;
  readonly name: string;
  readonly version_id: number;
  readonly list_id: number | null;
  readonly act_id: number | null;
  readonly revision: number | null;
  readonly frozen: boolean;
}

const frozenVersion = sql`version_frozen(v.team_id, v.id)`;
const settledFrom = (place: RawBuilder<unknown>) => sql`exists (
  select from acts a join act_status s on s.id = a.status_id
   where a.team_id = v.team_id and a.version_id = v.id and a.place >= ${place} and s."order" = (select max(o."order") from act_status o))`;

/** Records one by one with their versions, because a join planned without statistics reads the whole table. */
const each = (table: 'lists' | 'estimate_rows' | 'percent_lines' | 'acts', team: number, project: number, ids: readonly number[]) => sql`
  unnest(${ids}::bigint[]) n (id) cross join lateral (select * from ${sql.table(table)} o where o.team_id = ${team} and o.id = n.id limit 1) t
  cross join lateral (
    select o.team_id, o.id from open_versions o where o.team_id = t.team_id and o.id = t.version_id and o.project_id = ${project} limit 1) v`;

/** Reads the records with these ids; those in a deleted version are gone. */
const READS: Readonly<Record<Relation, (teamId: number, projectId: number, ids: readonly number[]) => RawBuilder<Stored>>> = {
  versions: (team, project, ids) => sql`
    select v.id, as_texts(to_jsonb(v)) as image, v.name, v.id as version_id, null::bigint as list_id, null::bigint as act_id, null::bigint as revision, false as frozen
      from versions v where v.team_id = ${team} and v.project_id = ${project} and v.id = any(${ids}::bigint[]) and v.deleted_at is null`,
  lists: (team, project, ids) => sql`
    select t.id, as_texts(to_jsonb(t)) as image, t.title as name, v.id as version_id, t.id as list_id, null::bigint as act_id, t.revision, ${frozenVersion} as frozen
      from ${each('lists', team, project, ids)}`,
  estimate_rows: (team, project, ids) => sql`
    select t.id, as_texts(to_jsonb(t)) as image, t.name, v.id as version_id, t.list_id, null::bigint as act_id, t.revision, ${frozenVersion} as frozen
      from ${each('estimate_rows', team, project, ids)}`,
  percent_lines: (team, project, ids) => sql`
    select t.id, as_texts(to_jsonb(t)) as image, t.name, v.id as version_id, null::bigint as list_id, null::bigint as act_id, t.revision, ${frozenVersion} as frozen
      from ${each('percent_lines', team, project, ids)}`,
  acts: (team, project, ids) => sql`
    select t.id, as_texts(to_jsonb(t)) as image, t.number as name, v.id as version_id, null::bigint as list_id, t.id as act_id, t.revision, ${settledFrom(sql`t.place`)} as frozen
      from ${each('acts', team, project, ids)}`,
  // A row in which nothing is claimed is not stored; it has revision 0 (server/acts/seenRows.ts).
  act_rows: (team, project, ids) => sql`
    select n.id, jsonb_build_object('quantity', coalesce(t.quantity, 0)::text) as image, r.name, v.id as version_id, r.list_id, own.id as act_id, coalesce(t.revision, 0) as revision,
           ${settledFrom(sql`n.id % 4096`)} as frozen
      from unnest(${ids}::bigint[]) n (id) join estimate_rows r on r.team_id = ${team} and r.id = n.id / 4096
      join open_versions v on v.team_id = r.team_id and v.id = r.version_id
      join acts own on own.team_id = v.team_id and own.version_id = v.id and own.place = n.id % 4096
      left join act_rows t on t.team_id = r.team_id and t.id = n.id
     where v.project_id = ${project}`,
  // An approved extra is removed only together with its row.
  row_extras: (team, project, ids) => sql`
    select t.id, jsonb_build_object('quantity', coalesce(x.quantity, 0)::text) as image, t.name, v.id as version_id, t.list_id, null::bigint as act_id, null::bigint as revision, true as frozen
      from ${each('estimate_rows', team, project, ids)} left join row_extras x on x.team_id = t.team_id and x.row_id = t.id`,
  certificates: (team, project, ids) => sql`
    select c.id, as_texts(jsonb_build_object('number', c.number, 'issued_for', c.issued_for, 'due', c.due, 'paid_on', c.paid_on, 'paid_amount', c.paid_amount)) as image,
           c.number as name, c.version_id, null::bigint as list_id, c.act_id, null::bigint as revision, true as frozen
      from certificates c join open_versions v on v.team_id = c.team_id and v.id = c.version_id
     where c.team_id = ${team} and c.project_id = ${project} and c.id = any(${ids}::bigint[])`,
};

interface Named {
  readonly relation: Relation;
  readonly id: number;
  readonly before: Image | null;
  readonly after: Image | null;
}

export async function recordsNow(query: Query, { teamId, projectId }: ProjectRef, named: readonly Named[]): Promise<RecordsNow> {
  const known = new Map<string, Known>();
  for (const [relation, own] of Map.groupBy(named, (each) => each.relation)) {
    const ids = [...new Set(own.map(({ id }) => id))];
    const { rows } = await READS[relation](teamId, projectId, ids).execute(query);
    for (const { id, image, name, version_id, list_id, act_id, revision, frozen } of rows) {
      const now = { revision, version_id, list_id, act_id, frozen };
      known.set(`${relation} ${id}`, { image, name, now, valueOf: (field) => valueIn(image, field) });
    }
  }
  const listIds = named.flatMap(({ before, after }) => [before?.list_id, after?.list_id]).flatMap((id) => (id ? [Number(id)] : []));
  const titles = new Map<number, string>();
  if (listIds.length > 0) {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from lists where team_id = ${teamId} and id = any(${[...new Set(listIds)]}::bigint[])`.execute(query);
    for (const { id, title } of rows) titles.set(id, title);
  }
  return { find: (relation, id) => known.get(`${relation} ${id}`) ?? null, listTitle: (id) => titles.get(id) ?? null };
}
