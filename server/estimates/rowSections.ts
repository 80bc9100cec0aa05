/** Adds the section of each row, and the sums of headings, to rows that were read as stored. */
import { type RawBuilder, sql } from 'kysely';
import { toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { notFound } from '../http/errors.ts';
import { sumsOf } from './amounts.ts';
import { plainRow, type StoredRow } from './storedRows.ts';

interface Section {
  readonly section_id: number;
  readonly parent_id: number | null;
  readonly level: number;
  readonly row_count: number;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
}

async function sectionsById(query: Query, teamId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Section>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Section>`
    select section_id, parent_id, level, row_count, labour, materials, tools from section_totals
     where team_id = ${teamId} and section_id = any(${[...new Set(ids)]}::bigint[])`.execute(query);
  return new Map(rows.map((row) => [row.section_id, row]));
}

/** The heading above each of these rows, by the row's id. */
async function headingsAbove(query: Query, teamId: number, rows: readonly Row[]): Promise<ReadonlyMap<number, number>> {
  const plain = rows.filter(({ kind }) => kind === 'row');
  if (plain.length === 0) return new Map();
  const { rows: found } = await sql<{ id: number; section_id: number }>`
    select c.id, s.id as section_id
      from unnest(${plain.map(({ id }) => id)}::bigint[], ${plain.map((row) => row.list_id)}::bigint[], ${plain.map(({ order }) => order)}::bigint[])
           as c (id, list_id, position)
     cross join lateral (
       select r.id from estimate_rows r
        where r.team_id = ${teamId} and r.list_id = c.list_id and r.kind = 'section' and (r."order", r.id) <= (c.position, c.id)
        order by r."order" desc, r.id desc limit 1) s`.execute(query);
  return new Map(found.map(({ id, section_id }) => [id, section_id]));
}

const headingIds = (rows: readonly Row[]) => rows.flatMap(({ id, kind }) => (kind === 'section' ? [id] : []));

function placed(row: Row, sections: ReadonlyMap<number, Section>, above: number): Row {
  if (row.kind === 'row') return { ...row, section_id: above, level: sections.get(above)?.level ?? 0 };
  const own = sections.get(row.id);
  if (own === undefined) return { ...row, level: 1 };
  return { ...row, section_id: own.parent_id ?? 0, level: own.level, row_count: own.row_count, ...toAmounts(sumsOf(own)) };
}

/** Rows in any order, with their sections. */
export async function rowsApart(query: Query, teamId: number, rows: readonly Row[]): Promise<Row[]> {
  const above = await headingsAbove(query, teamId, rows);
  const sections = await sectionsById(query, teamId, [...headingIds(rows), ...above.values()]);
  return rows.map((row) => placed(row, sections, above.get(row.id) ?? 0));
}

/** Rows of a list in their order, with no rows left out between them except those that a folded heading hides. */
export async function rowsInOrder(query: Query, teamId: number, rows: readonly Row[]): Promise<Row[]> {
  const first = await headingsAbove(query, teamId, rows.slice(0, 1));
  let above = first.get(rows[0]?.id ?? 0) ?? 0;
  const sections = await sectionsById(query, teamId, [...headingIds(rows), ...(above === 0 ? [] : [above])]);
  return rows.map((row) => {
    if (row.kind === 'section') above = row.id;
    return placed(row, sections, above);
  });
}

/** A row as `read_rows` (migration 0058) gives it. */
export interface ReadRow extends StoredRow {
  /** A heading around the requested rows. */
  readonly is_around: boolean;
  /** A heading's own section, or the section another row is in; null for none. */
  readonly section: Section | null;
}
export type ReadRows = readonly ReadRow[];

/** Rows by their ids, with the headings around them if asked for: a part of statements that read or write rows. */
export const rowsSql = (
  teamId: number | RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
  { withHeadings }: { readonly withHeadings: boolean },
) => sql<ReadRows>`read_rows(${teamId}::bigint, ${ids}::bigint[], ${sql.lit(withHeadings)})`;

const readRows = statement<{ teamId: number; ids: readonly number[] }, { rows: ReadRows }>(
  'read_rows',
  ({ teamId, ids }) => sql`select ${rowsSql(teamId, sql`${ids}`, { withHeadings: false })} as rows`,
);
const readRowsAround = statement<{ teamId: number; ids: readonly number[] }, { rows: ReadRows }>(
  'read_rows_around',
  ({ teamId, ids }) => sql`select ${rowsSql(teamId, sql`${ids}`, { withHeadings: true })} as rows`,
);

export function rowFrom(read: ReadRow): Row {
  const { section } = read;
  if (section === null) return placed(plainRow(read), new Map(), 0);
  return placed(plainRow(read), new Map([[section.section_id, section]]), section.section_id);
}

/** Rows, and separately the headings around them, outermost included; at most 500 headings. */
interface RowsAndSections {
  readonly rows: Row[];
  readonly sections: Row[];
}
export function rowsAndSections(read: ReadRows): RowsAndSections {
  return {
    rows: read.filter(({ is_around }) => !is_around).map(rowFrom),
    sections: read.filter(({ is_around }) => is_around).map(rowFrom),
  };
}

/** These rows as they are now, in the order of their ids' list. */
export async function rowsByIds(query: Query, teamId: number, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [read] = await readRows(query, { teamId, ids });
  return rowsAndSections(read?.rows ?? []).rows;
}

/** The same with the headings around them. */
export async function rowsWithSections(query: Query, teamId: number, ids: readonly number[]): Promise<RowsAndSections> {
  const [read] = await readRowsAround(query, { teamId, ids });
  return rowsAndSections(read?.rows ?? []);
}

/** One row with the headings around it. 404 when it is gone. */
export async function rowWithSections(query: Query, teamId: number, rowId: number): Promise<{ row: Row; sections: Row[] }> {
  const { rows, sections } = await rowsWithSections(query, teamId, [rowId]);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return { row, sections };
}

export async function rowOf(query: Query, teamId: number, rowId: number): Promise<Row> {
  const [row] = await rowsByIds(query, teamId, [rowId]);
  if (row === undefined) throw notFound();
  return row;
}
