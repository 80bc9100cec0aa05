import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/open.ts';
import { rowAmounts } from '../estimates/amounts.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, HttpError } from '../http/errors.ts';
import type { Upload } from '../http/handlers.ts';
import { lockProject, type ProjectPlace } from '../projects/access.ts';
import { refusalOf } from './reading/firstLook.ts';
import { readWorkbook } from './reading/index.ts';
import type { ReadList, ReadRow } from './reading/reading.ts';

/** Reading has a deadline of its own; an import still "reading" after this long was left behind by a server that stopped. */
export const ABANDONED_AFTER = 180_000;

const INTERRUPTED = {
  code: 'INTERRUPTED',
  detail: 'The server stopped while it was reading the file. Nothing was imported: choose the file again',
};

/**
 * Takes an uploaded workbook: an import is under way when this answers, and the file is read behind it.
 * 415, 413 or 400 when the file's first look already refuses it; 409 `import_under_way` when another is not finished.
 */
export async function startImport(database: Database, caller: Caller, place: ProjectPlace, upload: Upload): Promise<void> {
  const refusal = await refusalOf(upload.path);
  if (refusal !== null) throw new HttpError(refusal.status, { detail: refusal.detail, code: refusal.code });
  await database.query.transaction().execute(async (tx) => {
    await lockProject(tx, place);
    await refuseSecond(tx, place);
    await refuseWithEstimate(tx, place);
    const project = await tx
      .selectFrom('projects')
      .select('status')
      .where('team_id', '=', place.teamId)
      .where('id', '=', place.projectId)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('imports').where('team_id', '=', place.teamId).where('project_id', '=', place.projectId).execute();
    await tx
      .insertInto('imports')
      .values({
        team_id: place.teamId,
        project_id: place.projectId,
        file_name: upload.name,
        project_status: project.status,
        started_by: caller.userId,
        refusal_code: null,
        refusal_detail: null,
        finished_version_id: null,
      })
      .execute();
    await setProjectStatus(tx, place, 'not_imported');
    await notifyProject(tx, place.projectId);
  });
  upload.keep();
  void read(database, place, upload.path);
}

async function refuseSecond(tx: Tx, place: ProjectPlace): Promise<void> {
  const other = await tx
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.started_by')
    .select(['users.name', 'imports.status', 'imports.started_at'])
    .where('team_id', '=', place.teamId)
    .where('project_id', '=', place.projectId)
    .where('status', '<>', 'refused')
    .where('finished_version_id', 'is', null)
    .executeTakeFirst();
  if (other === undefined || isAbandoned(other)) return;
  throw conflict('import_under_way', `${other.name} is importing a file into this project. Finish or cancel that import first`);
}

async function refuseWithEstimate(tx: Tx, place: ProjectPlace): Promise<void> {
  const version = await tx
    .selectFrom('versions')
    .select('id')
    .where('team_id', '=', place.teamId)
    .where('project_id', '=', place.projectId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (version !== undefined)
    throw conflict('project_has_estimate', 'This project has an estimate already. Create a new project for another file');
}

export const isAbandoned = ({ status, started_at }: { status: string; started_at: Date }): boolean =>
  status === 'reading' && Date.now() - started_at.getTime() > ABANDONED_AFTER;

async function setProjectStatus(tx: Tx, place: ProjectPlace, status: string): Promise<void> {
  await tx.updateTable('projects').set({ status }).where('team_id', '=', place.teamId).where('id', '=', place.projectId).execute();
}

async function read(database: Database, place: ProjectPlace, path: string): Promise<void> {
  try {
    const reading = await readWorkbook(path, { onProgress: (share) => void tellProgress(database, place, share) });
    if (reading.kind === 'refused') await refuseImport(database, place, reading);
    else await keep(database, place, reading.lists);
  } catch (error) {
    console.error(error);
    await refuseImport(database, place, {
      code: 'UNREADABLE',
      detail: 'The file could not be read. Save it again as .xlsx and try once more',
    }).catch(console.error);
  } finally {
    await rm(dirname(path), { recursive: true, force: true });
  }
}

/** How much of the file is read; a share that cannot be told is told by the next. */
async function tellProgress(database: Database, place: ProjectPlace, share: number): Promise<void> {
  await database.query
    .transaction()
    .execute((tx) => ours(tx, place).set({ progress: share }).execute())
    .catch(() => {});
}

const ours = (tx: Tx, place: ProjectPlace) =>
  tx
    .updateTable('imports')
    .where('team_id', '=', place.teamId)
    .where('project_id', '=', place.projectId)
    .where('status', '=', 'reading')
    .where('finished_version_id', 'is', null);

/** Ends an import with a reason; the project is what it was before. */
async function refuseImport(database: Database, place: ProjectPlace, { code, detail }: { code: string; detail: string }): Promise<void> {
  await database.query.transaction().execute(async (tx) => {
    await lockProject(tx, place);
    const refusedImport = await ours(tx, place)
      .set({ status: 'refused', progress: 1, refusal_code: code, refusal_detail: detail })
      .returning('project_status')
      .executeTakeFirst();
    if (refusedImport !== undefined) await setProjectStatus(tx, place, refusedImport.project_status);
    await notifyProject(tx, place.projectId);
  });
}

/** Ends an import that a stopped server left behind. */
export const refuseAbandoned = (database: Database, place: ProjectPlace): Promise<void> => refuseImport(database, place, INTERRUPTED);

/** Every import that was being read when this process last stopped: with the embedded database there is no other process. */
export async function refuseAllAbandoned(database: Database): Promise<void> {
  const left = await database.query
    .selectFrom('imports')
    .select(['team_id', 'project_id'])
    .where('status', '=', 'reading')
    .where('finished_version_id', 'is', null)
    .execute();
  for (const { team_id, project_id } of left) await refuseAbandoned(database, { teamId: team_id, projectId: project_id });
}

const ROWS_AT_ONCE = 2_000;

async function keep(database: Database, place: ProjectPlace, lists: readonly ReadList[]): Promise<void> {
  await database.query.transaction().execute(async (tx) => {
    await lockProject(tx, place);
    const underWay = await ours(tx, place).set({ progress: 1 }).returning('status').executeTakeFirst();
    if (underWay === undefined) return; // cancelled while it was being read
    for (const [order, list] of lists.entries()) {
      const { id } = await tx
        .insertInto('import_lists')
        .values({
          team_id: place.teamId,
          project_id: place.projectId,
          order: order + 1,
          title: list.title.slice(0, 200),
          sheet: list.sheet,
          columns: JSON.stringify(list.columns),
          notices: JSON.stringify(list.notices),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (let from = 0; from < list.rows.length; from += ROWS_AT_ONCE) {
        await insertRows(tx, place.teamId, id, list.rows.slice(from, from + ROWS_AT_ONCE), from);
      }
    }
    await settleStatus(tx, place);
    await notifyProject(tx, place.projectId);
  });
}

async function insertRows(tx: Tx, teamId: number, listId: number, rows: readonly ReadRow[], from: number): Promise<void> {
  const records = rows.map((row, at) => {
    const numbers = {
      quantity: row.quantity ?? '0',
      unit_labour: row.unit_labour ?? '0',
      unit_materials: row.unit_materials ?? '0',
      unit_tools: row.unit_tools ?? '0',
    };
    const { labour, materials, tools } = rowAmounts(numbers);
    const { sheet_row_index, kind, code, name, unit, cells, errors } = row;
    return { order: from + at + 1, sheet_row_index, kind, code, name, unit, ...numbers, labour, materials, tools, cells, errors };
  });
  await sql`
    insert into import_rows (team_id, list_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, cells, errors)
    select ${teamId}::bigint, ${listId}::bigint, r."order", r.sheet_row_index, r.kind, r.code, r.name, r.unit,
           r.quantity, r.unit_labour, r.unit_materials, r.unit_tools, r.labour, r.materials, r.tools, r.cells, r.errors
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r (
        "order" int, sheet_row_index int, kind text, code text, name text, unit text,
        quantity numeric, unit_labour numeric, unit_materials numeric, unit_tools numeric, labour numeric, materials numeric, tools numeric, cells jsonb, errors jsonb)`.execute(
    tx,
  );
}

/** Importable without errors, else errors_found; the project says the same (DOMAIN.md, Project status). */
export async function settleStatus(tx: Tx, place: ProjectPlace): Promise<void> {
  const error = await tx
    .selectFrom('import_rows')
    .innerJoin('import_lists', (join) =>
      join.onRef('import_lists.team_id', '=', 'import_rows.team_id').onRef('import_lists.id', '=', 'import_rows.list_id'),
    )
    .select('import_rows.id')
    .where('import_lists.team_id', '=', place.teamId)
    .where('import_lists.project_id', '=', place.projectId)
    .where(sql<boolean>`import_rows.errors <> '[]'::jsonb`)
    .limit(1)
    .executeTakeFirst();
  const status = error === undefined ? 'importable' : 'errors_found';
  await tx.updateTable('imports').set({ status }).where('team_id', '=', place.teamId).where('project_id', '=', place.projectId).execute();
  await setProjectStatus(tx, place, status);
}
