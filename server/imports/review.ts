/** Answers about an import under review: lists, rows and errors. */
import { type Selectable, sql } from 'kysely';
import { toAmounts } from '../../domain/amounts.ts';
import type {
  CellError,
  ImportColumn,
  ImportLine,
  ImportListData,
  ImportLists,
  ImportRow,
  ImportStatus,
  LeftOut,
  StatedTotal,
  VanishedRows,
} from '../../domain/api/importShapes.ts';
import { currencyNamed } from '../../domain/currencies.ts';
import { canonical } from '../../domain/decimal.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { notFound } from '../http/errors.ts';
import { certaintyOf, doubtsOfFile, doubtsOfList } from './certainty.ts';
import { comparisonOf, wholeOf, withCauses } from './comparison.ts';
import { type ListFacts, listFacts } from './facts.ts';
import type { KeptLeftOut } from './leftOut.ts';
import { importLines } from './lines.ts';
import { type Decision, type FileTotal, type Remark, type SheetLeftOut, sentenceOf } from './reading/index.ts';
import { type KeptTotal, shownTotal } from './statedTotals.ts';

const ERRORS_SHOWN = 1_000;
const LEFT_OUT_SHOWN = 200;

export interface StoredImport {
  readonly id: number;
  /** Grows with every change to what was read. */
  readonly revision: number;
  /** The revision that was compared with the last version. */
  readonly marked_revision: number;
  readonly file_name: string;
  readonly status: ImportStatus;
  readonly progress: number;
  /** Why its file was refused. */
  readonly refusal: Sentence | null;
  readonly started_at: Date;
  readonly is_abandoned: boolean;
  readonly finished_version_id: number | null;
  readonly base_version_id: number | null;
}

/**
 * Whether an import that is "reading" has had no heartbeat for three minutes (`withHeartbeat`), which means that its process was killed.
 */
export const isAbandoned = sql<boolean>`(status = 'reading' and read_alive_at < clock_timestamp() - interval '3 minutes')`;

/** Whether the marks of the rows are up to date; a first import has nothing to mark. */
export const isMarked = ({ base_version_id, revision, marked_revision }: StoredImport): boolean =>
  base_version_id === null || marked_revision === revision;

/** The project's import, finished or not; undefined when there is none. */
export async function findImport(query: Query, { teamId, projectId }: ProjectRef): Promise<StoredImport | undefined> {
  const found = await query
    .selectFrom('imports')
    .select([
      'id',
      'revision',
      'marked_revision',
      'file_name',
      'status',
      'progress',
      sql<Sentence | null>`case when refusal_code is not null then jsonb_strip_nulls(jsonb_build_object(
        'detail', coalesce(refusal_detail, ''), 'code', refusal_code, 'params', refusal_params)) end`.as('refusal'),
      'started_at',
      isAbandoned.as('is_abandoned'),
      'finished_version_id',
      'base_version_id',
    ])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return found as StoredImport | undefined;
}

/** The same; 404 when there is none. */
export async function importOf(query: Query, projectRef: ProjectRef): Promise<StoredImport> {
  const found = await findImport(query, projectRef);
  if (found === undefined) throw notFound();
  return found;
}

/** The project's import. 404 when it is not the requested one. */
export async function requestedImport(query: Query, projectRef: ProjectRef, meant: number | undefined): Promise<StoredImport> {
  const found = await importOf(query, projectRef);
  if (meant !== undefined && meant !== found.id) throw notFound();
  return found;
}

function fileTotalOf(totals: readonly KeptTotal[]): StatedTotal | null {
  const total = wholeOf(totals);
  return total === undefined ? null : shownTotal(total);
}

/** Lists, rows and columns in doubt, and the file's total beside ours. */
async function doubtsAndComparison(
  query: Query,
  projectRef: ProjectRef,
  facts: readonly ListFacts[],
  lines: readonly ImportLine[],
  isFirst: boolean,
) {
  const { file_totals, sheets_left_out } = await query
    .selectFrom('imports')
    .select(['file_totals', 'sheets_left_out'])
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .executeTakeFirstOrThrow();
  const sheets = sheets_left_out as SheetLeftOut[];
  const compared = comparisonOf(facts, file_totals as FileTotal[]);
  const ofLists = new Map(facts.map((list) => [list.id, doubtsOfList(list, compared)]));
  const ofTicked = facts.flatMap(({ id, included }) => (included ? (ofLists.get(id) ?? []) : []));
  return {
    ofLists,
    doubts: [...doubtsOfFile({ lists: facts, lines, sheets, compared, isFirst }), ...ofTicked],
    comparison: compared && (await withCauses(query, projectRef, compared, facts, ofTicked)),
    sheets,
  };
}

/** The lists of an import, its status, and every cell in error with its place. 404 once the import is finished. */
export async function listsOf(query: Query, projectRef: ProjectRef): Promise<ImportLists> {
  const found = await importOf(query, projectRef);
  if (found.finished_version_id !== null) throw notFound();
  const isRead = found.status !== 'reading';
  const isFirst = found.base_version_id === null;
  const facts = isRead ? await listFacts(query, projectRef) : [];
  const lines = isRead ? await importLines(query, projectRef) : [];
  const { ofLists, doubts, comparison, sheets } = await doubtsAndComparison(query, projectRef, facts, lines, isFirst);
  return {
    import_id: found.id,
    revision: isFirst ? found.revision : found.marked_revision,
    new_lists: facts.map((list) => ({
      id: list.id,
      title: list.title,
      sheet: list.sheet,
      order: list.order,
      included: list.included,
      is_hidden: list.is_hidden,
      row_count: list.row_count,
      updated_count: isFirst ? 0 : list.updated_count,
      error_count: list.error_count,
      total: toAmounts(sumsOf(list)).total,
      file_total: fileTotalOf(list.totals),
      why: list.why,
      certainty: certaintyOf(ofLists.get(list.id) ?? []),
      doubts: ofLists.get(list.id) ?? [],
    })),
    is_first_import: isFirst,
    version_id: found.base_version_id,
    status: found.status,
    progress: found.progress,
    file_name: found.file_name,
    currency_code: isRead ? await currencyIn(query, projectRef) : null,
    refusal: found.refusal,
    lines,
    vanished_count: isRead && !isFirst ? await vanishedCount(query, projectRef) : 0,
    certainty: certaintyOf(doubts),
    doubts,
    comparison,
    sheets_left_out: isRead ? sheets.map(({ sheet, rows, why }) => ({ sheet, rows, why })) : [],
    errors: isRead ? await errorsOf(query, projectRef) : [],
  };
}

/** The one currency that the headings of the ticked lists name. */
async function currencyIn(query: Query, { teamId, projectId }: ProjectRef): Promise<string | null> {
  const { rows } = await sql<{ header: string }>`
    select distinct c.value ->> 'header' as header
      from import_lists l cross join lateral jsonb_array_elements(l.columns) as c
     where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and c.value ->> 'header' is not null`.execute(query);
  return currencyNamed(rows.map(({ header }) => header));
}

async function vanishedCount(query: Query, { teamId, projectId }: ProjectRef): Promise<number> {
  const { count } = await query
    .selectFrom('import_vanished')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Rows of the last version that the file no longer has, in its order. */
export async function vanishedRows(
  query: Query,
  projectRef: ProjectRef,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<VanishedRows> {
  await importOf(query, projectRef);
  const { rows } = await sql<VanishedRows['rows'][number]>`
    select r.id, l.title as list_title, r.code, r.name, r.unit, (r.quantity + coalesce(e.quantity, 0))::text as quantity,
           (r.labour + r.materials + r.tools + coalesce(e.labour + e.materials + e.tools, 0))::text as total
      from import_vanished v
      join estimate_rows r on r.team_id = v.team_id and r.id = v.row_id
      join lists l on l.team_id = r.team_id and l.id = r.list_id
      left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
     where v.team_id = ${projectRef.teamId} and v.project_id = ${projectRef.projectId}
     order by l."order", l.id, r."order", r.id offset ${offset} limit ${limit}`.execute(query);
  return { rows: rows.map((row) => ({ ...row, quantity: canonical(row.quantity) })), total: await vanishedCount(query, projectRef) };
}

async function errorsOf(query: Query, { teamId, projectId }: ProjectRef): Promise<ImportLists['errors']> {
  const { rows } = await sql<{
    list_id: number;
    sheet: string;
    row_id: number;
    sheet_row_index: number;
    errors: CellError[];
    position: number;
  }>`
    with wrong as (
      select l.id as list_id, l.sheet, l."order" as list_order, r.rows_id, r.id as row_id, r."order", r.sheet_row_index, r.errors
        from import_lists l join import_rows r on r.team_id = l.team_id and r.rows_id = l.rows_id
       where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and not l.staged and r.errors <> '[]'::jsonb
       order by l."order", r."order" limit ${ERRORS_SHOWN}
    ), stretches as (
      select w.*, lag(w."order", 1, -1) over (partition by w.rows_id order by w."order") as before from wrong w
    )
    select s.list_id, s.sheet, s.row_id, s.sheet_row_index, s.errors,
           (sum(n.rows) over (partition by s.rows_id order by s."order"))::int - 1 as position
      from stretches s
      cross join lateral (
        select count(*) as rows from import_rows r
         where r.team_id = ${teamId} and r.rows_id = s.rows_id and r."order" > s.before and r."order" <= s."order") n
     order by s.list_order, s."order"`.execute(query);
  const byList = Map.groupBy(rows, ({ list_id }) => list_id);
  return [...byList].map(([list_id, found]) => ({
    list_id,
    sheet: found[0]?.sheet ?? '',
    rows: found.map(({ row_id, sheet_row_index, position, errors }) => ({
      row_id,
      row_index: sheet_row_index,
      position,
      cells: errors.map((error) => ({ ...error, place: placeOf(error.column_index, sheet_row_index) })),
    })),
  }));
}

/** "D4" for the fourth column and row. */
function placeOf(column: number, row: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row}`;
}

/** One window of a found list; `filter` keeps the rows in error, or those that are new or changed. */
export async function listData(
  query: Query,
  { teamId, projectId }: ProjectRef,
  listId: number,
  { offset, limit, filter }: { readonly offset: number; readonly limit: number; readonly filter?: 'updated' | 'errors' | undefined },
): Promise<ImportListData> {
  const list = await query
    .selectFrom('import_lists')
    .innerJoin('imports', (join) =>
      join.onRef('imports.team_id', '=', 'import_lists.team_id').onRef('imports.project_id', '=', 'import_lists.project_id'),
    )
    .leftJoin('import_list_facts as f', (join) =>
      join.onRef('f.team_id', '=', 'import_lists.team_id').onRef('f.rows_id', '=', 'import_lists.rows_id'),
    )
    .select(['columns', 'notices', 'totals', 'not_taken', 'fingerprint', 'decisions', 'base_version_id', 'import_lists.rows_id'])
    .select(['entry_count', 'error_count', 'updated_count'])
    .where('import_lists.team_id', '=', teamId)
    .where('import_lists.project_id', '=', projectId)
    .where('import_lists.id', '=', listId)
    .where('staged', '=', false)
    .where('imports.status', '<>', 'reading')
    .executeTakeFirst();
  if (list === undefined) throw notFound();
  const isFirst = list.base_version_id === null;
  const rows = await query
    .selectFrom('import_rows')
    .select(SHOWN)
    .where('team_id', '=', teamId)
    .where('rows_id', '=', list.rows_id)
    .$if(filter === 'errors', (select) => select.where(sql<boolean>`errors <> '[]'::jsonb`))
    .$if(filter === 'updated', (select) => select.where(sql<boolean>`kind = 'row' and (is_new or changes <> '{}'::jsonb)`))
    .$if(filter === 'updated' && isFirst, (select) => select.where(sql<boolean>`false`))
    .orderBy('order')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = { all: list.entry_count, errors: list.error_count, updated: isFirst ? 0 : list.updated_count };
  return {
    columns: (list.columns as Omit<ImportColumn, 'is_decided'>[]).map((column) => ({
      ...column,
      is_decided: (list.decisions as Decision[]).some(({ column_index }) => column_index === column.column_index),
    })),
    is_recognized: list.fingerprint !== null,
    notices: list.notices as Sentence[],
    totals: (list.totals as KeptTotal[]).map(shownTotal),
    left_out: (list.not_taken as KeptLeftOut[]).slice(0, LEFT_OUT_SHOWN).map(shownLeftOut),
    left_out_count: (list.not_taken as KeptLeftOut[]).length,
    total: counts[filter ?? 'all'] ?? 0,
    rows: rows.map(shownRow),
  };
}

const shownLeftOut = (left: KeptLeftOut): LeftOut => (left.kind === 'row' ? { ...left, taken_in: left.taken_in === true } : left);

const SHOWN = [
  'id',
  'sheet_row_index',
  'kind',
  'cells',
  'errors',
  'labour',
  'materials',
  'tools',
  'stated',
  'remarks',
  'is_new',
  'changes',
] as const;

function shownRow(row: Pick<Selectable<Tables['import_rows']>, (typeof SHOWN)[number]>): ImportRow {
  const errors = row.errors as CellError[];
  return {
    id: row.id,
    sheet_row_index: row.sheet_row_index,
    kind: row.kind === 'section' ? 'section' : 'row',
    cells: row.cells as Record<string, string>,
    amount: row.kind === 'section' || errors.length > 0 ? null : toAmounts(sumsOf(row)).total,
    stated: row.stated,
    remarks: (row.remarks as Remark[]).map(sentenceOf),
    changes: row.changes as ImportRow['changes'],
    is_new: row.is_new,
    errors,
  };
}

/** One row of a found list as the window shows it. 404 when it is gone. */
export async function importRow(query: Query, { teamId }: ProjectRef, rowId: number): Promise<ImportRow> {
  const row = await query.selectFrom('import_rows').select(SHOWN).where('team_id', '=', teamId).where('id', '=', rowId).executeTakeFirst();
  if (row === undefined) throw notFound();
  return shownRow(row);
}
