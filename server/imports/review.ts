import { sql } from 'kysely';
import { type Amounts, addUp, type Sums, toAmounts } from '../../domain/amounts.ts';
import type { CellError, ImportColumn, ImportListData, ImportLists, ImportStatus, ImportSummary } from '../../domain/contract/shapes.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { notFound } from '../http/errors.ts';
import type { ProjectPlace } from '../projects/access.ts';

const ERRORS_SHOWN = 1_000;

interface StoredImport {
  readonly file_name: string;
  readonly status: ImportStatus;
  readonly progress: number;
  readonly refusal_code: string | null;
  readonly refusal_detail: string | null;
  readonly started_at: Date;
  readonly finished_version_id: number | null;
}

/** The project's import, finished or not; 404 when there is none. */
export async function importOf(query: Query, { teamId, projectId }: ProjectPlace): Promise<StoredImport> {
  const found = await query
    .selectFrom('imports')
    .select(['file_name', 'status', 'progress', 'refusal_code', 'refusal_detail', 'started_at', 'finished_version_id'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  return found as StoredImport;
}

interface ListFacts extends Pick<Amounts, 'labour' | 'materials' | 'tools'> {
  readonly id: number;
  readonly order: number;
  readonly title: string;
  readonly sheet: string;
  readonly row_count: number;
  readonly error_count: number;
}

async function listFacts(query: Query, { teamId, projectId }: ProjectPlace): Promise<ListFacts[]> {
  const { rows } = await sql<ListFacts>`
    select l.id, l."order", l.title, l.sheet,
           count(r.id) filter (where r.kind = 'row') as row_count,
           count(r.id) filter (where r.errors <> '[]'::jsonb) as error_count,
           coalesce(sum(r.labour) filter (where r.errors = '[]'::jsonb), 0)::numeric(30, 2) as labour,
           coalesce(sum(r.materials) filter (where r.errors = '[]'::jsonb), 0)::numeric(30, 2) as materials,
           coalesce(sum(r.tools) filter (where r.errors = '[]'::jsonb), 0)::numeric(30, 2) as tools
      from import_lists l left join import_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.project_id = ${projectId}
     group by l.id, l."order", l.title, l.sheet order by l."order"`.execute(query);
  return rows;
}

/** What the import screen opens with: the lists found, where the import stands, and every cell in error with its place. */
export async function listsOf(query: Query, place: ProjectPlace): Promise<ImportLists> {
  const found = await importOf(query, place);
  if (found.finished_version_id !== null) throw notFound();
  const facts = await listFacts(query, place);
  return {
    new_lists: facts.map((list) => ({
      id: list.id,
      title: list.title,
      sheet: list.sheet,
      order: list.order,
      row_count: list.row_count,
      updated_count: 0,
      error_count: list.error_count,
      total: toAmounts(sumsOf(list)).total,
    })),
    is_first_import: true,
    version_id: null,
    status: found.status,
    progress: found.progress,
    file_name: found.file_name,
    refusal: found.refusal_code === null ? null : { code: found.refusal_code, detail: found.refusal_detail ?? '' },
    errors: await errorsOf(query, place),
  };
}

async function errorsOf(query: Query, { teamId, projectId }: ProjectPlace): Promise<ImportLists['errors']> {
  const { rows } = await sql<{ sheet: string; sheet_row_index: number; errors: CellError[] }>`
    select l.sheet, r.sheet_row_index, r.errors from import_lists l join import_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.project_id = ${projectId} and r.errors <> '[]'::jsonb
     order by l."order", r."order" limit ${ERRORS_SHOWN}`.execute(query);
  const bySheet = Map.groupBy(rows, ({ sheet }) => sheet);
  return [...bySheet].map(([sheet, found]) => ({
    sheet,
    rows: found.map(({ sheet_row_index, errors }) => ({ row_index: sheet_row_index, cells: errors })),
  }));
}

/** One window of a found list; `filter` keeps the rows in error. */
export async function listData(
  query: Query,
  { teamId, projectId }: ProjectPlace,
  listId: number,
  { offset, limit, filter }: { readonly offset: number; readonly limit: number; readonly filter?: 'updated' | 'errors' | undefined },
): Promise<ImportListData> {
  const list = await query
    .selectFrom('import_lists')
    .select(['columns', 'notices'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', listId)
    .executeTakeFirst();
  if (list === undefined) throw notFound();
  const matching = query
    .selectFrom('import_rows')
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .$if(filter === 'errors', (select) => select.where(sql<boolean>`errors <> '[]'::jsonb`))
    .$if(filter === 'updated', (select) => select.where(sql<boolean>`false`));
  const rows = await matching
    .select(['id', 'sheet_row_index', 'kind', 'cells', 'errors', 'labour', 'materials', 'tools'])
    .orderBy('order')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return {
    columns: list.columns as ImportColumn[],
    notices: list.notices as string[],
    total,
    rows: rows.map((row) => {
      const errors = row.errors as CellError[];
      return {
        id: row.id,
        sheet_row_index: row.sheet_row_index,
        kind: row.kind === 'section' ? 'section' : 'row',
        cells: row.cells as Record<string, string>,
        amount: row.kind === 'section' || errors.length > 0 ? null : toAmounts(sumsOf(row)).total,
        changes: {},
        is_new: true,
        errors,
      };
    }),
  };
}

/** The summary the finished import would have; rows in error are left out. */
export async function importSummary(query: Query, place: ProjectPlace): Promise<ImportSummary> {
  await importOf(query, place);
  const facts = await listFacts(query, place);
  const sums: Sums[] = facts.map(sumsOf);
  const subtotal = toAmounts(addUp(sums));
  return {
    saved_summary: null,
    new_summary: {
      costs: facts.map(({ id, order, title }, at) => ({ id, order, title, ...toAmounts(sums[at] ?? addUp([])) })),
      subtotal,
      additional: [],
      total: subtotal,
      taxes: [],
      total_with_taxes: subtotal,
    },
  };
}
