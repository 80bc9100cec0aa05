import { sql } from 'kysely';
import type { RowFormulas } from '../../domain/rowFields.ts';
import { type Locked, lockedWithin, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
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

/** Copies lists, rows with their approved extras, additional costs and taxes of one version into another of the same project; acts stay behind. */
export async function copyInto(tx: Tx, source: VersionRef, made: Locked<VersionRef>): Promise<void> {
  const { teamId, versionId: from } = source;
  const { versionId: to } = made;
  const lists = await tx
    .selectFrom('lists')
    .select(['id', 'order', 'title'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', from)
    .orderBy('order')
    .execute();
  let written = 0n;
  for (const list of lists) {
    const { id } = await tx
      .insertInto('lists')
      .values({ team_id: teamId, version_id: to, order: list.order, title: list.title })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { numAffectedRows = 0n } = await sql`
      insert into estimate_rows (team_id, version_id, list_id, "order", ${ROW_CONTENT})
      select team_id, ${to}::bigint, ${id}::bigint, "order", ${ROW_CONTENT}
        from ${widenedRows(teamId, sql`r.list_id = ${list.id}`)} widened order by "order", id`.execute(tx);
    written += numAffectedRows;
  }
  await lookAgain(tx, Number(written));
  await copyLines(tx, source, made);
}

/** From this number of rows, one write makes the database's statistics of the table out of date. */
const MANY = 10_000;
/**
 * Has the database analyse the rows after a large write. Its own analysis follows about a minute later; until then, checks of foreign keys
 * use plans made when the table was small, and read all of it for each row: completing an act of 100,000 rows took more than 30 s.
 */
export async function lookAgain(tx: Tx, written: number): Promise<void> {
  if (written >= MANY) await sql`analyze estimate_rows (team_id, id, version_id, list_id, "order", kind)`.execute(tx);
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
