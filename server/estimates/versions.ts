import { type RawBuilder, sql } from 'kysely';
import type { RowFormulas } from '../../domain/rowFields.ts';
import { type Locked, lockedWithin, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { type PricedQuantity, rowAmounts } from './amounts.ts';
import { ROW_CONTENT, ROW_CONTENT_TYPED, widenedRows } from './rowColumns.ts';

/** Rows lie this far apart in `order`, so that one can be put between two others. */
export const ORDER_STEP = 1024;

export interface NewRow extends PricedQuantity {
  readonly kind: 'row' | 'section';
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly formulas?: RowFormulas;
}

/** Adds an empty version after the project's last. */
export async function addVersion(tx: Tx, project: Locked<ProjectRef>, name = ''): Promise<Locked<VersionRef>> {
  const { teamId, projectId } = project;
  const { rows } = await sql<{ id: number }>`
    insert into versions (team_id, project_id, number, name)
    select ${teamId}::bigint, ${projectId}::bigint, coalesce(max(number), 0) + 1, ${name} from versions where team_id = ${teamId} and project_id = ${projectId}
    returning id`.execute(tx);
  const [version] = rows;
  if (version === undefined) throw new Error('no version was made');
  return lockedWithin(project, { versionId: version.id });
}

/** Adds a list with its rows; answers its id. */
export async function addList(
  tx: Tx,
  { teamId, versionId }: Locked<VersionRef>,
  order: number,
  title: string,
  rows: readonly NewRow[],
): Promise<number> {
  const { id } = await tx
    .insertInto('lists')
    .values({ team_id: teamId, version_id: versionId, order, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = rows.map((row, at) => {
    const { labour, materials, tools } = rowAmounts(row);
    return { ...row, order: (at + 1) * ORDER_STEP, labour, materials, tools };
  });
  await sql`
    insert into estimate_rows (team_id, version_id, list_id, "order", ${ROW_CONTENT})
    select ${teamId}::bigint, ${versionId}::bigint, ${id}::bigint, r."order", ${ROW_CONTENT}
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (
        "order" int, ${ROW_CONTENT_TYPED})
     order by r."order"`.execute(tx);
  return id;
}

/** Rows in one piece: on the embedded engine everybody waits for one. */
export const PIECE = 2000;

/** Lists, and the rows of each. */
export interface RowSource {
  readonly lists: readonly { readonly id: number; readonly order: number; readonly title: string }[];
  /** The rows of a list with `order`, `id` and their content, as SQL. */
  readonly rowsOf: (listId: number) => RawBuilder<unknown>;
  /** Multiplies `order`. */
  readonly spread: number;
}

/** Marks the ref of a draft (server/estimates/drafts.ts) by its type alone. */
declare class DraftMark {
  private readonly unseen: true;
}
/** A version that nobody else can find yet: it is written without a lock. */
export type DraftRef = VersionRef & DraftMark;

/** Writes lists with their rows, in pieces: outside of a transaction, others have their turn between two of them. */
export async function writeLists(
  query: Query,
  { teamId, versionId }: Locked<VersionRef> | DraftRef,
  { lists, rowsOf, spread }: RowSource,
): Promise<void> {
  let written = 0;
  for (const list of lists) {
    const { id } = await query
      .insertInto('lists')
      .values({ team_id: teamId, version_id: versionId, order: list.order, title: list.title })
      .returning('id')
      .executeTakeFirstOrThrow();
    let last: { readonly order: number | null; readonly id: number; readonly count: number } | undefined = {
      order: null,
      id: 0,
      count: PIECE,
    };
    while (last?.count === PIECE) {
      const { rows } = await sql<typeof last>`
        with piece as (
          select r."order", r.id, ${ROW_CONTENT} from ${rowsOf(list.id)} r
           where (r."order", r.id) > (coalesce(${last.order}::bigint, -9223372036854775808), ${last.id}::bigint) order by r."order", r.id limit ${PIECE}
        ), written as (
          insert into estimate_rows (team_id, version_id, list_id, "order", ${ROW_CONTENT})
          select ${teamId}::bigint, ${versionId}::bigint, ${id}::bigint, "order" * ${spread}::int, ${ROW_CONTENT} from piece order by "order", id
        )
        select "order", id, (select count(*)::int from piece) as count from piece order by "order" desc, id desc limit 1`.execute(query);
      [last] = rows;
      written += last?.count ?? 0;
    }
  }
  await lookAgain(query, written);
}

/** What a version is copied from: its lists and rows, with approved extras in their quantities. */
export async function copySource(query: Query, { teamId, versionId }: VersionRef): Promise<RowSource> {
  const lists = await query
    .selectFrom('lists')
    .select(['id', 'order', 'title'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('order')
    .execute();
  return { lists, rowsOf: (listId) => widenedRows(teamId, sql`r.list_id = ${listId}`), spread: 1 };
}

/** Copies lists, rows with their approved extras, additional costs and taxes of one version into another of the same project; acts stay behind. */
export async function copyInto(tx: Tx, source: VersionRef, made: Locked<VersionRef>): Promise<void> {
  await writeLists(tx, made, await copySource(tx, source));
  await copyLines(tx, source, made);
}

/** From this number of rows, one write makes the database's statistics of the table out of date. */
const MANY = 10_000;
/**
 * Has the database analyse the rows after a large write. Its own analysis follows about a minute later; until then, checks of foreign keys
 * use plans made when the table was small, and read all of it for each row: completing an act of 100,000 rows took more than 30 s.
 */
async function lookAgain(query: Query, written: number): Promise<void> {
  if (written >= MANY) await sql`analyze estimate_rows (team_id, id, version_id, list_id, "order", kind)`.execute(query);
}

/** Copies additional costs and taxes of one version into another of the same project. */
export async function copyLines(
  tx: Tx,
  { teamId, versionId: from }: Pick<VersionRef, 'teamId' | 'versionId'>,
  { versionId: to }: Locked<VersionRef>,
): Promise<void> {
  await sql`
    insert into percent_lines (team_id, version_id, kind, "order", name, percent_total, percent_labour, percent_materials, percent_tools)
    select team_id, ${to}::bigint, kind, "order", name, percent_total, percent_labour, percent_materials, percent_tools
      from percent_lines where team_id = ${teamId} and version_id = ${from} order by "order", id`.execute(tx);
}
