/** A window of a list's rows: as stored, without the rows that folded headings hide, or sorted and filtered. */
import { type RawBuilder, sql } from 'kysely';
import { type Amounts, toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { isArranged, isFolded, isFolding, isTextField, type RowFilter, type RowView, type ViewField } from '../../domain/rowView.ts';
import { shownRuns } from '../../domain/sections.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from './amounts.ts';
import { inAnyCase } from './anyCase.ts';
import { rowsApart, rowsInOrder } from './rowSections.ts';
import { COLUMNS, plainRow, type StoredRow } from './storedRows.ts';

interface ListRef {
  readonly teamId: number;
  readonly listId: number;
}
interface Window {
  readonly offset: number;
  readonly limit: number;
}
interface RowsRead {
  readonly rows: Row[];
  readonly total: number;
  /** How many rows the list has. */
  readonly stored: number;
  /** The sum of the rows shown; absent where all rows are shown. */
  readonly shown?: Amounts;
}

const CONTENT = sql.join(COLUMNS.map((column) => sql.ref(`r.${column}`)));

export async function rowCount(query: Query, { teamId, listId }: ListRef): Promise<number> {
  const kept = await query
    .selectFrom('list_totals')
    .select('row_count')
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .executeTakeFirst();
  return kept?.row_count ?? 0;
}

async function asStored(query: Query, list: ListRef, { offset, limit }: Window): Promise<RowsRead> {
  const { rows } = await sql<StoredRow>`
    select ${CONTENT} from estimate_rows r where r.team_id = ${list.teamId} and r.list_id = ${list.listId}
     order by r.team_id, r.list_id, r."order", r.id offset ${offset} limit ${limit}`.execute(query);
  const stored = await rowCount(query, list);
  return { rows: await rowsInOrder(query, list.teamId, rows.map(plainRow)), total: stored, stored };
}

/** A heading of the list and its place: id, order, level, number of its own rows. As one value, because there may be thousands. */
type HeadingFacts = readonly [id: number, order: number, level: number, ownRows: number];

async function headingsOf(query: Query, { teamId, listId }: ListRef): Promise<readonly HeadingFacts[]> {
  const { rows } = await sql<{ facts: readonly HeadingFacts[] }>`
    select coalesce(json_agg(json_build_array(r.id, r."order", t.level, t.own_rows) order by r."order", r.id), '[]') as facts
      from estimate_rows r join section_totals t on t.team_id = r.team_id and t.section_id = r.id
     where r.team_id = ${teamId} and r.list_id = ${listId} and r.kind = 'section'`.execute(query);
  return rows[0]?.facts ?? [];
}

/** The runs of rows that a view with folded headings shows, from `offset` on, and how many rows it shows in all. */
async function runsShown(query: Query, list: ListRef, view: RowView, window: Window) {
  const headings = await headingsOf(query, list);
  const stored = await rowCount(query, list);
  const leading = stored - headings.reduce((sum, [, , , ownRows]) => sum + 1 + ownRows, 0);
  const placed = headings.map(([id, , level, ownRows]) => ({ id, parentId: null, level, ownRows }));
  const { runs, total } = shownRuns(placed, leading, (heading) => isFolded(view, heading), window);
  const orders = new Map(headings.map(([id, order]) => [id, order]));
  return { runs: runs.map((run) => ({ ...run, order: run.id === null ? null : (orders.get(run.id) ?? null) })), total, stored };
}

async function folded(query: Query, list: ListRef, view: RowView, window: Window): Promise<RowsRead> {
  const { runs, total, stored } = await runsShown(query, list, view, window);
  const { rows } = await sql<StoredRow>`
    select ${CONTENT}
      from unnest(${runs.map(({ order }) => order)}::bigint[], ${runs.map(({ id }) => id ?? 0)}::bigint[],
                  ${runs.map(({ skip }) => skip)}::bigint[], ${runs.map(({ take }) => take)}::bigint[]) with ordinality
           as run (position, id, skip, take, place)
     cross join lateral (
       select * from estimate_rows r
        where r.team_id = ${list.teamId} and r.list_id = ${list.listId}
          and (r."order", r.id) >= (coalesce(run.position, -9223372036854775808), run.id)
        order by r."order", r.id offset run.skip limit run.take) r
     order by run.place, r."order", r.id`.execute(query);
  return { rows: await rowsInOrder(query, list.teamId, rows.map(plainRow)), total, stored };
}

const COMPUTED: Partial<Readonly<Record<ViewField, RawBuilder<unknown>>>> = {
  unit_total: sql`(r.unit_labour + r.unit_materials + r.unit_tools)`,
  total: sql`(r.labour + r.materials + r.tools)`,
};
const column = (field: ViewField) => COMPUTED[field] ?? sql.ref(`r.${field}`);

function passes(filter: RowFilter): RawBuilder<unknown> {
  switch (filter.is) {
    case 'containing':
      return sql`${column(filter.field)} ~ ${inAnyCase(filter.text)}`;
    case 'between': {
      // Numbers with more digits than the column has are compared without rounding.
      const bounds = [
        ...(filter.from === undefined ? [] : [sql`${column(filter.field)} >= ${filter.from}::numeric`]),
        ...(filter.to === undefined ? [] : [sql`${column(filter.field)} <= ${filter.to}::numeric`]),
      ];
      return bounds.length === 0 || isTextField(filter.field) ? sql`true` : sql.join(bounds, sql` and `);
    }
    case 'empty':
      return isTextField(filter.field) ? sql`btrim(${column(filter.field)}) = ''` : sql`${column(filter.field)} = 0`;
    case 'commented':
      return sql`exists (select from row_comments c where c.team_id = r.team_id and c.type = 'row' and c.row_id = r.id)`;
  }
}

/** The condition and the order of the rows of a sorted or filtered view. It shows no headings. */
export const arrangement = ({ sort, filters }: RowView) => ({
  which: sql`r.kind = 'row' and ${filters.length === 0 ? sql`true` : sql.join(filters.map(passes), sql` and `)}`,
  order: sort === undefined ? sql`r."order", r.id` : sql`${sortKey(sort.field)} ${sort.falling ? sql`desc` : sql`asc`}, r."order", r.id`,
});

/** The key that rows are sorted by: texts without regard to case, and codes part by part, so that 1.10 follows 1.9. A number in a code counts with its last 20 digits. */
function sortKey(field: ViewField): RawBuilder<unknown> {
  if (field === 'code')
    return sql`coalesce((
      select string_agg(case when part.at % 2 = 0 then right('00000000000000000000' || part.text, 20) else part.text end, '' order by part.at)
        from unnest(string_to_array(regexp_replace(lower(r.code), '(\\d+)', e'\\x01\\\\1\\x01', 'g'), e'\\x01')) with ordinality as part (text, at)), '') collate "C"`;
  return isTextField(field) ? sql`lower(${column(field)})` : column(field);
}

async function arranged(query: Query, list: ListRef, view: RowView, { offset, limit }: Window): Promise<RowsRead> {
  const { which, order } = arrangement(view);
  const inList = sql`r.team_id = ${list.teamId} and r.list_id = ${list.listId} and ${which}`;
  const { rows } = await sql<StoredRow>`
    select ${CONTENT} from estimate_rows r where ${inList} order by ${order} offset ${offset} limit ${limit}`.execute(query);
  const { rows: counted } = await sql<{ total: number; labour: string; materials: string; tools: string }>`
    select count(*)::int as total, coalesce(sum(r.labour), 0)::numeric(30, 2) as labour, coalesce(sum(r.materials), 0)::numeric(30, 2) as materials,
           coalesce(sum(r.tools), 0)::numeric(30, 2) as tools
      from estimate_rows r where ${inList}`.execute(query);
  const [whole = { total: 0, labour: '0', materials: '0', tools: '0' }] = counted;
  return {
    rows: await rowsApart(query, list.teamId, rows.map(plainRow)),
    total: whole.total,
    stored: await rowCount(query, list),
    shown: toAmounts(sumsOf(whole)),
  };
}

export function rowWindow(query: Query, list: ListRef, view: RowView, window: Window): Promise<RowsRead> {
  if (isArranged(view)) return arranged(query, list, view, window);
  return isFolding(view) ? folded(query, list, view, window) : asStored(query, list, window);
}
