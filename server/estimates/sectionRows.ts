/** The rows of sections, for edits that include them. The outline is up to date between edits. */
import { sql } from 'kysely';
import type { VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { rowGone } from '../http/errors.ts';
import type { LockedList } from './rowOrder.ts';

interface Chosen {
  readonly id: number;
  readonly list_id: number;
  readonly name: string;
}

/** The end of the section of heading `h`: the next heading of its level or a higher one. */
const END = sql`
  left join lateral (
    select n."order", n.id from estimate_rows n join section_totals nt on nt.team_id = n.team_id and nt.section_id = n.id
     where n.team_id = h.team_id and n.list_id = h.list_id and n.kind = 'section' and (n."order", n.id) > (h."order", h.id) and nt.level <= ht.level
     order by n."order", n.id limit 1) next on true`;
const BEFORE_END = sql`(coalesce(next."order", 9223372036854775807), coalesce(next.id, 9223372036854775807))`;

/** The given rows of a version in their order, with all rows of the section of each heading among them. 404 when one of them is gone. */
export async function chosenRows(
  tx: Tx,
  { teamId, versionId }: VersionRef,
  ids: readonly number[],
  withRowsOf: readonly number[] = [],
): Promise<Chosen[]> {
  const { rows } = await sql<Chosen & { chosen: boolean }>`
    with chosen as (select id from estimate_rows where team_id = ${teamId} and version_id = ${versionId} and id = any(${ids}::bigint[])),
         included as (
           select id from chosen
           union
           select r.id from chosen c
             join estimate_rows h on h.id = any(${withRowsOf}::bigint[]) and h.team_id = ${teamId} and h.id = c.id and h.kind = 'section'
             join section_totals ht on ht.team_id = h.team_id and ht.section_id = h.id
             ${END}
             join estimate_rows r on r.team_id = h.team_id and r.list_id = h.list_id and (r."order", r.id) > (h."order", h.id) and (r."order", r.id) < ${BEFORE_END})
    select r.id, r.list_id, r.name, r.id in (select id from chosen) as chosen
      from included m join estimate_rows r on r.team_id = ${teamId} and r.id = m.id
      join lists l on l.team_id = r.team_id and l.id = r.list_id
     order by l."order", l.id, r."order", r.id`.execute(tx);
  if (rows.filter(({ chosen }) => chosen).length < new Set(ids).size) throw rowGone();
  return rows.map(({ id, list_id, name }) => ({ id, list_id, name }));
}

/** The last row of a heading's section; the row itself when it is not a heading. */
export async function lastOfSection(tx: Tx, { teamId }: VersionRef, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select last.id
      from estimate_rows h join section_totals ht on ht.team_id = h.team_id and ht.section_id = h.id
      ${END}
      cross join lateral (
        select r.id from estimate_rows r
         where r.team_id = h.team_id and r.list_id = h.list_id and (r."order", r.id) < ${BEFORE_END}
         order by r."order" desc, r.id desc limit 1) last
     where h.team_id = ${teamId} and h.id = ${id}`.execute(tx);
  return rows[0]?.id ?? id;
}

/**
 * The row behind which a section is put when it is moved past its neighbour in the same parent section; null for the start of the list;
 * undefined without such a neighbour.
 */
export async function placeBeyond(
  tx: Tx,
  list: LockedList,
  { id, parentId, level }: { readonly id: number; readonly parentId: number; readonly level: number },
  by: 1 | -1,
): Promise<number | null | undefined> {
  const { teamId, listId } = list;
  const [beyond, order] = by === 1 ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<{ id: number; order: number }>`
    select n.id, n."order"
      from estimate_rows h
      join estimate_rows n on n.team_id = h.team_id and n.list_id = h.list_id and n.kind = 'section' and (n."order", n.id) ${beyond} (h."order", h.id)
      join section_totals t on t.team_id = n.team_id and t.section_id = n.id
     where h.team_id = ${teamId} and h.list_id = ${listId} and h.id = ${id} and t.level = ${level} and coalesce(t.parent_id, 0) = ${parentId}
     order by n."order" ${order}, n.id ${order} limit 1`.execute(tx);
  const [neighbour] = rows;
  if (neighbour === undefined) return;
  if (by === 1) return lastOfSection(tx, list, neighbour.id);
  const { rows: above } = await sql<{ id: number }>`
    select id from estimate_rows where team_id = ${teamId} and list_id = ${listId} and ("order", id) < (${neighbour.order}::bigint, ${neighbour.id}::bigint)
     order by "order" desc, id desc limit 1`.execute(tx);
  return above[0]?.id ?? null;
}
