/** Windows of a list as an act sees it, with the section each row is in. */
import { sql } from 'kysely';
import { ACTS_PER_VERSION } from '../../domain/act.ts';
import type { ActRow } from '../../domain/api/shapes.ts';
import { type ActRowsOnly, AS_STORED, type RowView } from '../../domain/rowView.ts';
import type { Query } from '../db/open.ts';
import { rowCount, rowWindow } from '../estimates/rowWindow.ts';
import { notFound } from '../http/errors.ts';
import type { ActRef } from './find.ts';
import { claimsOf } from './readClaims.ts';
import { sectionsInAct, withSectionSums } from './sections.ts';
import { plainActRow, seenByAct } from './seenRows.ts';

interface WindowAsked {
  readonly offset: number;
  readonly limit: number;
  readonly view: RowView;
  readonly only?: ActRowsOnly | undefined;
}
type Placed = Pick<ActRow, 'row_id' | 'level' | 'section_id' | 'row_count'>;

/** These rows in an act, in this order, each with its section. */
async function seen(query: Query, act: ActRef, places: readonly Placed[]): Promise<ActRow[]> {
  const { rows } = await seenByAct(act, sql`r.id = any(${places.map(({ row_id }) => row_id)}::bigint[])`).execute(query);
  const found = new Map(rows.map((row) => [row.id, plainActRow(row, act)]));
  const headings = rows.flatMap(({ id, kind }) => (kind === 'section' ? [id] : []));
  const sections = await sectionsInAct(query, act, headings);
  return places.flatMap((place) => {
    const row = found.get(place.row_id);
    if (row === undefined) return [];
    const section = sections.get(place.row_id);
    return [section === undefined ? { ...row, ...place } : withSectionSums(row, section)];
  });
}

const placeOf = ({ id, level, section_id, row_count }: Pick<ActRow, 'id' | 'level' | 'section_id' | 'row_count'>): Placed => ({
  row_id: id,
  level,
  section_id,
  row_count,
});

/** One window of a list in an act. */
export async function actRowsOf(
  query: Query,
  act: ActRef,
  listId: number,
  { offset, limit, view, only }: WindowAsked,
): Promise<{ rows: ActRow[]; total: number; stored: number }> {
  const list = await query
    .selectFrom('lists')
    .select('id')
    .where('team_id', '=', act.teamId)
    .where('id', '=', listId)
    .where('version_id', '=', act.versionId)
    .executeTakeFirst();
  if (list === undefined) throw notFound();
  const place = { teamId: act.teamId, listId };
  if (only !== undefined) return { ...(await someRows(query, act, listId, only, { offset, limit })), stored: await rowCount(query, place) };
  const folds = { ...AS_STORED, flipped: view.flipped, ...(view.foldedFrom !== undefined && { foldedFrom: view.foldedFrom }) };
  const { rows, total, stored } = await rowWindow(query, place, folds, { offset, limit });
  return { rows: await seen(query, act, rows.map(placeOf)), total, stored };
}

/** The rows of a list for each filter, with their order; only `left` has to compute every row. */
const MEANT = {
  // A row that was claimed stays among the claimed rows even when nothing of it was certified.
  claimed: ({ teamId, place }: ActRef, listId: number) => sql`
    select r.id, r."order" from estimate_rows r
      join act_rows d on d.team_id = r.team_id and d.id = r.id * ${ACTS_PER_VERSION}::int + ${place}
      left join act_answer_rows w on w.team_id = r.team_id and w.id = d.id
     where r.team_id = ${teamId} and r.list_id = ${listId} and r.kind = 'row' and (d.quantity <> 0 or w.id is not null)`,
  left: (act: ActRef, listId: number) => sql`
    select s.id, s."order" from (${seenByAct(act, sql`r.list_id = ${listId} and r.kind = 'row'`)}) s where s.estimated + coalesce(s.extra, 0) <> s.before + s.quantity`,
  differs: ({ teamId, actId }: ActRef, listId: number) => sql`
    select r.id, r."order" from act_answer_rows w join estimate_rows r on r.team_id = w.team_id and r.id = w.row_id
     where w.team_id = ${teamId} and w.act_id = ${actId} and w.list_id = ${listId}`,
} as const satisfies Record<ActRowsOnly, unknown>;

async function someRows(
  query: Query,
  act: ActRef,
  listId: number,
  only: ActRowsOnly,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: ActRow[]; total: number }> {
  const { rows } = await sql<{ ids: readonly number[] | null; total: number }>`
    with meant as materialized (${MEANT[only](act, listId)})
    select (select array_agg(w.id order by w."order", w.id) from (select * from meant order by "order", id offset ${offset} limit ${limit}) w) as ids,
           (select count(*)::int from meant) as total`.execute(query);
  const [found = { ids: null, total: 0 }] = rows;
  return { rows: (await claimsOf(query, act, found.ids ?? [], { withPrices: only !== 'left' })).rows, total: found.total };
}
