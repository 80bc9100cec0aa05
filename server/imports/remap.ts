/** Corrects the field of a column: the list is read again now, and later files of the team with the same header use the correction. */

import { sql } from 'kysely';
import * as say from '../../domain/sentences/imports.ts';
import { findProject, type Locked, lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, notFound } from '../http/errors.ts';
import type { UploadFolder, Uploads } from '../http/uploads.ts';
import { markChanges } from './changes.ts';
import { correctionsIn, reapplyCorrections } from './correcting.ts';
import { discard, removeDiscarded } from './discarded.ts';
import { ImportWriter, NoLongerWanted, requireWanted, restoreFile } from './keeping.ts';
import { takeInEach, takenIn } from './leftOut.ts';
import { remember, rememberedFor, withDecision } from './mappings.ts';
import type { ImportRef } from './progress.ts';
import { type Decision, type ReadColumn, streamWorkbook } from './reading/index.ts';
import { importOf } from './review.ts';
import { reapplyOmissions, updateTotalsAndNotices } from './statedTotals.ts';
import { updateStatus } from './status.ts';

interface Recognised {
  readonly fingerprint: string;
  readonly sheet: string;
  readonly table: number;
  readonly order: number;
  /** The key of its rows: another one once the list has been read again. */
  readonly rows_id: number;
}

/**
 * Reads a list again with another meaning for one column. Deleted rows stay deleted, corrections are made again, and the list keeps its id.
 * 404 without such a list; 409 `columns_are_named` where the format names its fields; 400 on `recognized_as` when no rows could be read.
 */
export async function recognizeField(
  database: Database,
  uploads: Uploads,
  caller: Caller,
  { projectId, listId }: { readonly projectId: number; readonly listId: number },
  decision: Decision,
): Promise<void> {
  const projectRef = await findProject(database.query, caller, projectId);
  const { id: importId, status } = await importOf(database.query, projectRef);
  if (status === 'reading' || status === 'refused') throw notFound();
  const importRef = { ...projectRef, importId };
  let outcome: Outcome;
  do {
    outcome = await readWithDecision(database, uploads, caller, { importRef, listId, decision });
    if (outcome.isTaken) await markChanges(database.query, projectRef);
    await removeDiscarded(database.query, outcome.discarded);
  } while (!outcome.isTaken);
}

interface Correction {
  readonly importRef: ImportRef;
  readonly listId: number;
  readonly decision: Decision;
}

interface Outcome {
  /** False when somebody else had the list read again meanwhile: these rows lack their decision, and are discarded. */
  readonly isTaken: boolean;
  readonly discarded: Awaited<ReturnType<typeof discard>>;
}

/** Reads the list with the decision and gives it the new rows. */
async function readWithDecision(
  database: Database,
  uploads: Uploads,
  caller: Caller,
  { importRef, listId, decision }: Correction,
): Promise<Outcome> {
  const { teamId, projectId, importId } = importRef;
  // In this order: if another decision is made after these are read, the list has other rows by the time it is locked.
  const list = await recognisedList(database.query, importRef, listId, decision.column_index);
  const decisions = withDecision(await rememberedFor(database.query, teamId, list.fingerprint), decision);
  const folder = await uploads.folderFor(caller.userId);
  let staged: number;
  try {
    staged = await readAgain(database, importRef, list, decisions, folder);
  } finally {
    await folder.drop();
  }
  try {
    return await database.query.transaction().execute(async (tx) => {
      const locked = await lockRecord(tx, caller, 'project', projectId);
      await requireWanted(tx, { ...locked, importId });
      if (!(await hasRows(tx, locked, listId, list.rows_id)))
        return { isTaken: false, discarded: await discard(tx, locked, { ids: [staged], staged: true }) };
      const corrections = await correctionsIn(tx, locked, listId);
      const taken = await takenIn(tx, locked, listId);
      await exchangeRows(tx, locked, listId, staged);
      await takeInEach(tx, locked, listId, taken);
      await reapplyOmissions(tx, locked, listId);
      await reapplyCorrections(tx, locked, listId, corrections);
      await updateTotalsAndNotices(tx, locked, listId);
      await remember(tx, locked.teamId, list.fingerprint, decision);
      await updateStatus(tx, locked);
      await notifyProject(tx, locked);
      return { isTaken: true, discarded: await discard(tx, locked, { ids: [staged], staged: true }) };
    });
  } catch (error) {
    await dropStaged(database, importRef, [staged]);
    throw error instanceof NoLongerWanted ? notFound() : error;
  }
}

async function recognisedList(query: Query, { teamId, projectId }: ProjectRef, listId: number, column: number): Promise<Recognised> {
  const list = await query
    .selectFrom('import_lists')
    .select(['fingerprint', 'sheet', 'table', 'order', 'columns', 'rows_id'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', listId)
    .where('staged', '=', false)
    .executeTakeFirst();
  if (list === undefined) throw notFound();
  const { fingerprint, ...rest } = list;
  if (fingerprint === null) throw conflict(say.columnsAreNamed());
  if (!(list.columns as ReadColumn[]).some(({ column_index }) => column_index === column))
    throw fieldError('field', say.tableHasNoColumn());
  return { fingerprint, ...rest };
}

/** Reads the list again into a staged list; returns the id of the staged list. */
async function readAgain(
  database: Database,
  importRef: ImportRef,
  list: Recognised,
  decisions: readonly Decision[],
  { path }: UploadFolder,
): Promise<number> {
  const writer = new ImportWriter(database, importRef, () => ({ order: list.order, staged: true, decisions }));
  try {
    if (!(await restoreFile(database, importRef, path))) throw notFound();
    const reading = await streamWorkbook(path, writer, {
      owner: importRef.teamId,
      instruct: ({ sheet, table }) => (sheet === list.sheet && table === list.table ? decisions : 'skip'),
    });
    const [staged] = writer.lists;
    if (reading.kind === 'refused' || staged === undefined) throw fieldError('recognized_as', say.noRowLeft());
    return staged;
  } catch (error) {
    await dropStaged(database, importRef, writer.lists);
    throw error instanceof NoLongerWanted ? notFound() : error;
  }
}

async function hasRows(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, listId: number, rowsId: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_lists where team_id = ${teamId} and project_id = ${projectId} and id = ${listId} and rows_id = ${rowsId}`.execute(
    tx,
  );
  return rows.length > 0;
}

async function dropStaged({ query }: Database, projectRef: ProjectRef, lists: readonly number[]): Promise<void> {
  if (lists.length === 0) return;
  await removeDiscarded(query, await query.transaction().execute((tx) => discard(tx, projectRef, { ids: lists, staged: true })));
}

/** Exchanges the rows of the list and of the staged one, so that discarding the staged list removes the old rows. */
async function exchangeRows(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, listId: number, staged: number): Promise<void> {
  const { rows } = await sql<{ was: number }>`
    select rows_id as was from import_lists where team_id = ${teamId} and project_id = ${projectId} and id = ${listId}`.execute(tx);
  const [replaced] = rows;
  if (replaced === undefined) throw notFound();
  await tx
    .updateTable('import_lists as l')
    .from('import_lists as s')
    .set((read) => ({
      rows_id: read.ref('s.rows_id'),
      columns: read.ref('s.columns'),
      notices: read.ref('s.notices'),
      totals: read.ref('s.totals'),
      decisions: read.ref('s.decisions'),
      doubts: read.ref('s.doubts'),
      not_taken: read.ref('s.not_taken'),
    }))
    .where('l.team_id', '=', teamId)
    .where('l.id', '=', listId)
    .where('s.team_id', '=', teamId)
    .where('s.id', '=', staged)
    .execute();
  await tx.updateTable('import_lists').set({ rows_id: replaced.was }).where('team_id', '=', teamId).where('id', '=', staged).execute();
}
