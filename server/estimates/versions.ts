import { type RawBuilder, sql } from 'kysely';
import type { Version } from '../../domain/api/shapes.ts';
import type { FilledRow, RowFormulas } from '../../domain/rowFields.ts';
import { type Locked, lockedWithin, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import { FIRST_ORDER } from '../db/pages.ts';
import { analyseWritten } from '../db/tidying.ts';
import { rowAmounts } from './amounts.ts';
import { ROW_CONTENT, ROW_CONTENT_TYPED, widenedRows } from './rowColumns.ts';

/** Rows lie this far apart in `order`, so that one can be put between two others. */
export const ORDER_STEP = 1024;

export interface NewRow extends FilledRow {
  readonly kind: 'row' | 'section';
  readonly formulas?: RowFormulas;
}

/** The id, number and name of a version. */
export const namedVersion = (query: Query, { teamId, versionId }: VersionRef): Promise<Pick<Version, 'id' | 'number' | 'name'>> =>
  query
    .selectFrom('versions')
    .select(['id', 'number', 'name'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();

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

/** Adds a list with its rows; returns its id. */
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

/** Rows in one piece. On the embedded engine all requests wait while a piece is written, for some 9 ms. */
export const PIECE = 500;

/** Lists, and the rows of each. */
export interface RowSource {
  readonly lists: readonly { readonly id: number; readonly order: number; readonly title: string; readonly count: number }[];
  /** The rows of a list with `order`, `id` and their content, as SQL. */
  readonly rowsOf: (listId: number) => RawBuilder<unknown>;
}

/** The number of rows in all lists. */
export const countOf = (lists: RowSource['lists']): number => lists.reduce((sum, { count }) => sum + count, 0);

/** Marks the ref of an unpublished version (server/estimates/unpublished.ts) by its type alone. */
declare class UnpublishedMark {
  private readonly unseen: true;
}
/** A version that nobody else can find yet: it is written without a lock. */
export type UnpublishedRef = VersionRef & UnpublishedMark;

/** The `order` of the last row of the piece after a given `order`; null where no rows are left. Rows with the same `order` stay together. */
async function endOfPiece(query: Query, rows: RawBuilder<unknown>, after: number): Promise<number | null> {
  const { rows: found } = await sql<{ end: number | null }>`
    select max(p."order") as "end" from (select r."order" from ${rows} r where r."order" > ${after}::int order by r."order" limit ${PIECE}) p`.execute(
    query,
  );
  return found[0]?.end ?? null;
}

/** Writes lists with their rows, piece by piece, each with `write`. */
export async function writeLists(
  write: <Result>(piece: (tx: Tx) => Promise<Result>) => Promise<Result>,
  { teamId, versionId }: Locked<VersionRef> | UnpublishedRef,
  { lists, rowsOf }: RowSource,
): Promise<void> {
  const count = countOf(lists);
  for (const { id: from, order, title } of lists) {
    const rows = rowsOf(from);
    const { id } = await write((tx) =>
      tx.insertInto('lists').values({ team_id: teamId, version_id: versionId, order, title }).returning('id').executeTakeFirstOrThrow(),
    );
    const insert = (tx: Tx, within: RawBuilder<unknown>) =>
      sql`
        insert into estimate_rows (team_id, version_id, list_id, "order", ${ROW_CONTENT})
        select ${teamId}::bigint, ${versionId}::bigint, ${id}::bigint, r."order", ${ROW_CONTENT}
          from ${rows} r where ${within} order by r."order", r.id`.execute(tx);
    const insertPiece = (after: number) =>
      write(async (tx) => {
        const end = await endOfPiece(tx, rows, after);
        if (end !== null) await insert(tx, sql`r."order" > ${after}::int and r."order" <= ${end}::int`);
        return end;
      });
    if (count <= PIECE) await write((tx) => insert(tx, sql`true`));
    else for (let after: number | null = FIRST_ORDER; after !== null; ) after = await insertPiece(after);
  }
  await write((tx) => analyseWritten(tx, 'estimate_rows', count));
}

/** The lists and rows of a version to copy, with approved extras in their quantities. */
export async function copySource(query: Query, { teamId, versionId }: VersionRef): Promise<RowSource> {
  const { rows: lists } = await sql<RowSource['lists'][number]>`
    select l.id, l."order", l.title, coalesce(t.row_count, 0) as count
      from lists l left join list_totals t on t.team_id = l.team_id and t.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId} order by l."order"`.execute(query);
  return { lists, rowsOf: (listId) => widenedRows(teamId, sql`r.list_id = ${listId}`) };
}

/** Copies lists, rows with their approved extras, additional costs and taxes of one version into another of the same project; acts stay behind. */
export async function copyInto(tx: Tx, source: VersionRef, made: Locked<VersionRef>): Promise<void> {
  await writeLists((piece) => piece(tx), made, await copySource(tx, source));
  await copyLines(tx, source, made);
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
