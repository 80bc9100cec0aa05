/** Marks what a later import changes in the last version: rows that are new or differ, and rows of the version that the file no longer has. */
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { ComparedRow } from '../../domain/comparison.ts';
import { importChanges } from '../../domain/importChanges.ts';
import { type Recognisable, recognisedBy } from '../../domain/sameRow.ts';
import { BETWEEN_STOPS, finished } from '../../domain/stops.ts';
import { type Locked, lockProject, type ProjectRef } from '../access/refs.ts';
import { notify } from '../db/bus.ts';
import type { Query, Tx } from '../db/open.ts';
import { asOfOneMoment, inPages } from '../db/pages.ts';
import { type ComparedCells, type ComparedStoredRow, comparedRows } from '../estimates/compare.ts';
import { lastChange, notifyProject } from '../history/record.ts';
import { inTurns } from '../turns.ts';
import { listFacts } from './facts.ts';
import { importTopic } from './progress.ts';
import { findImport, importOf, isMarked, type StoredImport } from './review.ts';

type Changes = Readonly<Record<string, { readonly old: string; readonly new: string }>>;
interface Mark {
  readonly is_new: boolean;
  readonly changes: Changes;
}
const SAME: Mark = { is_new: false, changes: {} };

/** A row of the file, and how it is marked. */
interface ReadStoredRow extends ComparedStoredRow {
  /** A row in error has no numbers to compare yet. */
  readonly has_errors: boolean;
  readonly mark: Mark;
}
type RowCells = readonly [...ComparedCells, has_errors: boolean, is_new: boolean, changes: Changes];

/** The rows that would be imported. */
async function readRows(query: Query, projectRef: ProjectRef): Promise<ReadStoredRow[]> {
  const { teamId } = projectRef;
  const lists = (await listFacts(query, projectRef)).filter(({ included }) => included);
  const pages = await inPages(
    lists.map(({ id, row_count }) => ({ id, count: row_count })),
    async ({ lists: ids, order, id, most }) => {
      const { rows } = await sql<{ cells: readonly RowCells[] | null }>`
        select json_agg(p.cells order by p.place) as cells
          from (
            select row_number() over (order by l."order", l.id, r."order", r.id) as place, json_build_array(
                     r.id, r."order", l.id, l.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text,
                     r.errors <> '[]'::jsonb, r.is_new, r.changes) as cells
              from import_lists l
              join lateral (
                select * from import_rows o
                 where o.team_id = l.team_id and o.rows_id = l.rows_id and o.kind = 'row' and (o."order", o.id) > (${order}::int, ${id}::bigint)
                 order by o."order", o.id limit ${most}::int) r on true
             where l.team_id = ${teamId} and l.id = any(${ids}::bigint[])) p`.execute(query);
      return rows[0]?.cells ?? [];
    },
  );
  return await inTurns(rowsIn(pages));
}

function* rowsIn(pages: readonly (readonly RowCells[])[]): Generator<void, ReadStoredRow[]> {
  const rows: ReadStoredRow[] = [];
  for (const page of pages) {
    yield;
    for (const cells of page) {
      const [id, , list_id, list_title, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, has_errors, ...marked] = cells;
      const numbers = { quantity, unit_labour, unit_materials, unit_tools };
      const mark = { is_new: marked[0], changes: marked[1] };
      rows.push({ id, kind: 'row', list_id, list_title, code, name, unit, ...numbers, has_errors, mark });
    }
  }
  return rows;
}

/** The rows of the last version and of the file, as of one moment. */
export const bothSides = (query: Query, projectRef: ProjectRef, base: number) =>
  asOfOneMoment(
    query,
    async (one) => `${(await findImport(one, projectRef))?.revision} ${await lastChange(one, projectRef)}`,
    async (one) => ({ old: await comparedRows(one, { ...projectRef, versionId: base }), now: await readRows(one, projectRef) }),
  );

type ComparableRow = Pick<ReadStoredRow, 'id' | 'has_errors' | 'mark'>;
interface MarkedRow extends Mark {
  readonly id: number;
}

/** The rows whose mark changes. */
function* changedMarks(
  now: readonly ComparableRow[],
  { changed, added }: { readonly changed: readonly (readonly [ComparableRow, Changes])[]; readonly added: readonly ComparableRow[] },
): Generator<void, MarkedRow[]> {
  const marks = new Map<number, Mark>(added.map(({ id }) => [id, { is_new: true, changes: {} }]));
  for (const [{ id, has_errors }, changes] of changed) if (!has_errors) marks.set(id, { is_new: false, changes });
  const others: MarkedRow[] = [];
  for (const [at, { id, mark }] of now.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    const wanted = marks.get(id) ?? SAME;
    if (!isDeepStrictEqual(mark, wanted)) others.push({ id, ...wanted });
  }
  return others;
}

/** Rows that still have a mark although their list is not imported any more: they lose it. */
async function staleMarks(query: Query, { teamId, projectId }: ProjectRef): Promise<MarkedRow[]> {
  const { rows: lists } = await sql<{ rows_id: number }>`
    select rows_id from import_lists where team_id = ${teamId} and project_id = ${projectId} and not included and not staged`.execute(
    query,
  );
  const stale: MarkedRow[] = [];
  for (const { rows_id } of lists) {
    const { rows } = await sql<{ id: number }>`
      select id from import_rows where team_id = ${teamId} and rows_id = ${rows_id} and (is_new or changes <> '{}'::jsonb)`.execute(query);
    for (const { id } of rows) stale.push({ id, ...SAME });
  }
  return stale;
}

/** Rows of the last version that are newly missing in the file, and those that are no longer, by their ids. */
async function changedVanished(query: Query, { teamId, projectId }: ProjectRef, vanished: readonly ComparedStoredRow[]) {
  const { rows } = await sql<{ row_id: number }>`
    select row_id from import_vanished where team_id = ${teamId} and project_id = ${projectId}`.execute(query);
  const before = new Set(rows.map(({ row_id }) => row_id));
  const now = new Set(vanished.map(({ id }) => id));
  return { gone: [...now].filter((id) => !before.has(id)), back: [...before].filter((id) => !now.has(id)) };
}

/** For more different texts than this all rows are compared again; else only the rows with these texts. */
const MOST_KEYS = 20;
/** Marks in one piece. On the embedded engine all requests wait while a piece is written. */
const PIECE = 500;
const piecesOf = <T>(records: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(records.length / PIECE) }, (_, at) => records.slice(at * PIECE, (at + 1) * PIECE));

const markSql = ({ teamId }: Locked<ProjectRef>, rows: readonly MarkedRow[]) => sql`
  update import_rows r set is_new = m.is_new, changes = m.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as m (id bigint, is_new boolean, changes jsonb)
   where r.team_id = ${teamId} and r.id = m.id`;
const unvanishSql = ({ teamId, projectId }: Locked<ProjectRef>, ids: readonly number[]) => sql`
  delete from import_vanished where team_id = ${teamId} and project_id = ${projectId} and row_id = any(${ids}::bigint[])`;
const vanishSql = ({ teamId, projectId }: Locked<ProjectRef>, ids: readonly number[]) => sql`
  insert into import_vanished (team_id, project_id, row_id)
  select ${teamId}::bigint, ${projectId}::bigint, v.row_id from unnest(${ids}::bigint[]) as v (row_id) on conflict do nothing`;

/**
 * Compares the file with the last version and marks the differences in pieces, so that nobody waits for all of 100,000 rows. When the import
 * changes meanwhile it stops, because that change marks anew. A first import has nothing to mark.
 */
export async function markChanges(query: Query, projectRef: ProjectRef): Promise<void> {
  const found = await findImport(query, projectRef);
  if (found === undefined) return;
  const { base_version_id: base, finished_version_id, status } = found;
  if (base === null || isMarked(found) || finished_version_id !== null || status === 'refused') return;
  const { teamId, projectId } = projectRef;
  const { old, now } = await bothSides(query, projectRef, base);
  const changes = await inTurns(importChanges(old, now));
  const marks = [...(await inTurns(changedMarks(now, changes))), ...(await staleMarks(query, projectRef))];
  const { gone, back } = await changedVanished(query, projectRef, changes.vanished);
  const writes: readonly ((locked: Locked<ProjectRef>) => RawBuilder<unknown>)[] = [
    ...piecesOf(marks).map((some) => (locked: Locked<ProjectRef>) => markSql(locked, some)),
    ...piecesOf(back).map((ids) => (locked: Locked<ProjectRef>) => unvanishSql(locked, ids)),
    ...piecesOf(gone).map((ids) => (locked: Locked<ProjectRef>) => vanishSql(locked, ids)),
    () => sql`update imports set marked_revision = revision where team_id = ${teamId} and project_id = ${projectId}`,
  ];
  for (const write of writes) if (!(await whileUnchanged(query, projectRef, found, write))) return;
  if (status === 'reading') return;
  await query.transaction().execute(async (tx) => {
    await notifyProject(tx, projectRef);
    await notify(tx, importTopic(projectId));
  });
}

/** Writes if the import is still as it was found; else returns false. */
async function whileUnchanged(
  query: Query,
  projectRef: ProjectRef,
  { id, revision }: StoredImport,
  write: (locked: Locked<ProjectRef>) => RawBuilder<unknown>,
): Promise<boolean> {
  return query.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, projectRef);
    const { rows } = await sql`
      select from imports where team_id = ${projectRef.teamId} and project_id = ${projectRef.projectId} and id = ${id}
         and revision = ${revision} and finished_version_id is null`.execute(tx);
    if (rows.length === 0) return false;
    await write(locked).execute(tx);
    return true;
  });
}

/** The revision after the current change, as SQL. A change that marks its own rows stores it as the marked revision. */
export const NEXT_REVISION = sql<number>`revision + 1`;

/** The rows of both sides with one list title, code and unit, in their order. */
async function rowsRecognisedAs(tx: Tx, projectRef: ProjectRef, base: number, { list_title, code, unit }: Recognisable) {
  const { teamId, projectId } = projectRef;
  const isAlike = sql`r.kind = 'row' and l.title = ${list_title} and r.code = ${code} and r.unit = ${unit} order by l."order", l.id, r."order", r.id`;
  const texts = sql`r.id, l.title as list_title, r.code, r.name, r.unit`;
  const { rows: now } = await sql<Omit<ReadStoredRow, 'mark' | 'kind' | 'list_id'> & Mark>`
    select ${texts}, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text,
           r.errors <> '[]'::jsonb as has_errors, r.is_new, r.changes
      from import_lists l join import_rows r on r.team_id = l.team_id and r.rows_id = l.rows_id
     where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and not l.staged and ${isAlike}`.execute(tx);
  const { rows: old } = await sql<ComparedRow & { readonly id: number }>`
    select ${texts}, (r.quantity + coalesce(e.quantity, 0))::text as quantity, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text
      from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
      left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
     where l.team_id = ${teamId} and l.version_id = ${base} and ${isAlike}`.execute(tx);
  return { old, now };
}

/**
 * Marks the rows with the same texts as rows that were corrected or left out, because only their comparison can change. Does nothing while other
 * rows wait to be marked.
 */
export async function markAlike(tx: Tx, projectRef: Locked<ProjectRef>, touched: readonly Recognisable[]): Promise<void> {
  const { teamId, projectId } = projectRef;
  const found = await importOf(tx, projectRef);
  const { base_version_id: base } = found;
  const keys = new Map(touched.map((row) => [recognisedBy(row), row]));
  if (base === null || !isMarked(found) || keys.size > MOST_KEYS) return;
  for (const [key, row] of keys) {
    const { old, now } = await rowsRecognisedAs(tx, projectRef, base, row);
    const isSame = (each: Recognisable) => recognisedBy(each) === key;
    const same = now.filter(isSame).map(({ is_new, changes, ...each }) => ({ ...each, mark: { is_new, changes } }));
    const changes = finished(importChanges(old.filter(isSame), same));
    const gone = new Set(changes.vanished.map(({ id }) => id));
    for (const some of piecesOf(finished(changedMarks(same, changes)))) await markSql(projectRef, some).execute(tx);
    const back = old.filter((each) => isSame(each) && !gone.has(each.id)).map(({ id }) => id);
    for (const ids of piecesOf(back)) await unvanishSql(projectRef, ids).execute(tx);
    for (const ids of piecesOf([...gone])) await vanishSql(projectRef, ids).execute(tx);
  }
  await tx
    .updateTable('imports')
    .set({ marked_revision: NEXT_REVISION })
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .execute();
}

/** Marks imports that a server left unmarked when it was killed. */
export async function markUnmarked(query: Query): Promise<void> {
  const { rows } = await sql<ProjectRef>`
    select i.team_id as "teamId", i.project_id as "projectId" from imports i join projects p on p.team_id = i.team_id and p.id = i.project_id
     where i.base_version_id is not null and i.finished_version_id is null and i.status in ('importable', 'errors_found')
       and i.marked_revision <> i.revision and p.deleted_at is null`.execute(query);
  for (const projectRef of rows) await markChanges(query, projectRef);
}
