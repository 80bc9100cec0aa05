/** A window of a list as stored, column by column: access, rows and total in one query, which makes the text of the answer. */
import { type RawBuilder, sql } from 'kysely';
import { ROW_FIELDS, type Row } from '../../domain/contract/shapes.ts';
import { isArranged, isFolding } from '../../domain/rowView.ts';
import { type SessionAsked, sessionOf, sessionStands } from '../access/session.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';
import { viewIn } from './keptViews.ts';

interface Asked extends SessionAsked {
  readonly listId: number;
  readonly offset: number;
  readonly limit: number;
  /** Whether the view kept for the person is asked for. */
  readonly kept: boolean;
}

const canonical = (column: string) => sql`trim_scale(${sql.ref(column)})::text`;
/** Of a heading the sum of its section, where it has one. */
const amount = (column: string) => sql`coalesce(w.${sql.ref(`section_${column}`)}, w.${sql.ref(column)})`;

const AS_STORED: Readonly<Record<keyof Row, RawBuilder<unknown>>> = {
  id: sql`w.id`,
  list_id: sql`w.list_id`,
  order: sql`w."order"`,
  kind: sql`w.kind`,
  code: sql`w.code`,
  name: sql`w.name`,
  unit: sql`w.unit`,
  quantity: canonical('w.quantity'),
  unit_labour: canonical('w.unit_labour'),
  unit_materials: canonical('w.unit_materials'),
  unit_tools: canonical('w.unit_tools'),
  unit_total: sql`trim_scale(w.unit_labour + w.unit_materials + w.unit_tools)::text`,
  formulas: sql`w.formulas`,
  revision: sql`w.revision`,
  level: sql`coalesce(w.level, case w.kind when 'section' then 1 else 0 end)`,
  section_id: sql`coalesce(w.stands_in, 0)`,
  row_count: sql`coalesce(w.row_count, 0)`,
  labour: sql`${amount('labour')}::text`,
  materials: sql`${amount('materials')}::text`,
  tools: sql`${amount('tools')}::text`,
  total: sql`(${amount('labour')} + ${amount('materials')} + ${amount('tools')})::text`,
};
const COLUMNS = sql.join(ROW_FIELDS.map((field) => sql`${sql.lit(field)}, coalesce(json_agg(${AS_STORED[field]}), '[]')`));

const readWindow = statement<Asked, { answer: string; kept: Readonly<Record<string, unknown>> | null }>(
  'read_window',
  (given) => sql`
    with place as materialized (
      select p.team_id from place_of(array(select m.team_id from members m where m.user_id = ${given.person}::bigint), 'list', ${given.listId}::bigint) p
       where ${sessionStands(given)}
    ), stored as materialized (
      select r.*, row_number() over (order by r."order", r.id) as place
        from place p
       cross join lateral (
         select * from estimate_rows e where e.team_id = p.team_id and e.list_id = ${given.listId}::bigint
          order by e.team_id, e.list_id, e."order", e.id offset ${given.offset}::bigint limit ${given.limit}::bigint) r
    ), headed as materialized (
      select s.*, max(case s.kind when 'section' then array[s.place, s.id] end) over (order by s.place) as heading from stored s
    ), above as materialized (
      select e.id from stored s
       cross join lateral (
         select e.id from estimate_rows e
          where e.team_id = s.team_id and e.list_id = s.list_id and e.kind = 'section' and (e."order", e.id) <= (s."order", s.id)
          order by e."order" desc, e.id desc limit 1) e
       where s.place = 1
    ), within as materialized (
      select h.*, coalesce(h.heading[2], (select a.id from above a)) as within_id from headed h
    ), sections as materialized (
      select t.* from (select distinct w.team_id, w.within_id from within w) i
       cross join lateral (select * from section_totals n where n.team_id = i.team_id and n.section_id = i.within_id limit 1) t
    ), w as (
      select h.*, t.level, case h.kind when 'section' then t.parent_id else h.within_id end as stands_in,
             case h.kind when 'section' then t.row_count end as row_count, case h.kind when 'section' then t.labour end as section_labour,
             case h.kind when 'section' then t.materials end as section_materials, case h.kind when 'section' then t.tools end as section_tools
        from within h left join sections t on t.section_id = h.within_id order by h.place
    )
    select json_build_object('columns', (select json_build_object(${COLUMNS}) from w), 'total', c.row_count, 'stored', c.row_count)::text as answer,
           case when ${given.kept}::boolean then (
             select v.view from row_views v
              where v.team_id = p.team_id and v.list_id = ${given.listId}::bigint and v.user_id = ${given.person}::bigint) end as kept
      from place p
     cross join lateral (
       select coalesce((select t.row_count from list_totals t where t.team_id = p.team_id and t.list_id = ${given.listId}::bigint), 0) as row_count) c`,
);

/**
 * The rows as stored, and the view kept for the caller where that is asked for; null when they left the list in another view.
 * 404 when the list is none of the caller's, or their session has ended.
 */
export async function windowText(
  query: Query,
  caller: Caller,
  listId: number,
  { offset, limit, kept }: { readonly offset: number; readonly limit: number; readonly kept?: string | undefined },
): Promise<JsonText | null> {
  const isAsked = kept !== undefined;
  const [found] = await readWindow(query, { ...sessionOf(caller), listId, offset, limit, kept: isAsked });
  if (found === undefined) throw notFound();
  if (!isAsked) return new JsonText(found.answer);
  const view = viewIn(found.kept, 'estimate');
  if (view !== null && (isArranged(view) || isFolding(view))) return null;
  return new JsonText(`${found.answer.trimEnd().slice(0, -1)}, "kept": ${JSON.stringify(view)}}`);
}
