/** Takes uploaded files: each is read after its upload was answered, and refused or kept. */

import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { interrupted, unreadable } from '../../domain/sentences/files.ts';
import { importUnderWay } from '../../domain/sentences/imports.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import { type Locked, lockProject, lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Tx } from '../db/open.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { notifyProject } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, HttpError } from '../http/errors.ts';
import type { Upload } from '../http/handlers.ts';
import type { UploadFolder, Uploads } from '../http/uploads.ts';
import { reportError } from '../log.ts';
import { importSeconds } from '../metrics.ts';
import { markChanges, NEXT_REVISION } from './changes.ts';
import { discard, removeDiscarded } from './discarded.ts';
import { ImportWriter, keepFile, NoLongerWanted, requireWanted } from './keeping.ts';
import { rememberedFor } from './mappings.ts';
import { beingRead, forgetProgress, type ImportRef, saveProgress, withHeartbeat } from './progress.ts';
import { refusalOf } from './reading/firstLook.ts';
import { type Decision, streamWorkbook } from './reading/index.ts';
import { isAbandoned } from './review.ts';
import { includeStatedLines, setProjectStatus, updateStatus } from './status.ts';

const REFUSE_AGAIN_AFTER = 1_000;

/**
 * Takes an uploaded workbook: an import is under way when this returns, and the file is read in the background.
 * 415, 413 or 400 when the file's first look already refuses it; 409 `import_under_way` when another is not finished. Returns
 * the result of `within`, which runs in the same transaction.
 */
export async function startImport<Answer>(
  database: Database,
  caller: Caller,
  projectId: number,
  upload: Upload,
  within: (tx: Tx, projectRef: Locked<ProjectRef>) => Promise<Answer>,
): Promise<Answer> {
  const refusal = await refusalOf(upload.path);
  if (refusal !== null) throw HttpError.of(refusal.status, refusal.sentence);
  const { started, discarded, answer } = await database.query.transaction().execute(async (tx) => {
    const projectRef = await lockRecord(tx, caller, 'project', projectId);
    await refuseSecond(tx, projectRef);
    const project = await tx
      .selectFrom('projects')
      .select('status')
      .where('team_id', '=', projectRef.teamId)
      .where('id', '=', projectRef.projectId)
      .executeTakeFirstOrThrow();
    const lists = await discard(tx, projectRef);
    await tx.deleteFrom('imports').where('team_id', '=', projectRef.teamId).where('project_id', '=', projectRef.projectId).execute();
    const { id } = await tx
      .insertInto('imports')
      .values({
        team_id: projectRef.teamId,
        project_id: projectRef.projectId,
        file_name: upload.name,
        project_status: project.status,
        started_by: caller.userId,
        refusal_code: null,
        refusal_detail: null,
        refusal_params: null,
        finished_version_id: null,
        base_version_id: await lastVersion(tx, projectRef),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setProjectStatus(tx, projectRef, 'not_imported');
    await notifyProject(tx, projectRef);
    return { started: { ...projectRef, importId: id } satisfies ImportRef, discarded: lists, answer: await within(tx, projectRef) };
  });
  upload.keep();
  startReading(started, (control) => withHeartbeat(database, started, () => read(database, started, upload, control)));
  await removeDiscarded(database.query, discarded);
  return answer;
}

/** Takes rows copied from a spreadsheet as a file: refused and read like one. */
export async function startPasted(
  database: Database,
  uploads: Uploads,
  caller: Caller,
  projectId: number,
  text: string,
): Promise<ProjectRef> {
  const folder = await uploads.folderFor(caller.userId);
  let kept = false;
  const keep = () => {
    kept = true;
  };
  try {
    await writeFile(folder.path, text, { mode: 0o600 });
    const upload = { ...folder, name: PASTED, size: Buffer.byteLength(text), keep };
    return await startImport(database, caller, projectId, upload, async (_, projectRef) => projectRef);
  } finally {
    if (!kept) await folder.drop();
  }
}
const PASTED = 'clipboard.tsv';

async function refuseSecond(tx: Tx, projectRef: Locked<ProjectRef>): Promise<void> {
  const other = await tx
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.started_by')
    .select(['users.name', isAbandoned.as('is_abandoned')])
    .where('team_id', '=', projectRef.teamId)
    .where('project_id', '=', projectRef.projectId)
    .where('status', '<>', 'refused')
    .where('finished_version_id', 'is', null)
    .executeTakeFirst();
  if (other === undefined || other.is_abandoned) return;
  throw conflict(importUnderWay({ name: other.name }));
}

/** The version a later import is compared with; null when there is none. */
async function lastVersion(tx: Tx, { teamId, projectId }: Locked<ProjectRef>): Promise<number | null> {
  const version = await tx
    .selectFrom('versions')
    .select('id')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return version?.id ?? null;
}

/** This process ends before the file is read. */
class Interrupted extends Error {}

interface Reading {
  readonly control: AbortController;
  readonly over: Promise<void>;
}
/** Readings under way in this process, by import. */
const readings = new Map<number, Reading>();

function startReading({ importId }: ImportRef, work: (control: AbortController) => Promise<void>): void {
  const control = new AbortController();
  const over = work(control)
    .catch((error: unknown) => reportError('An import was left as it is', error))
    .finally(() => readings.delete(importId));
  readings.set(importId, { control, over });
}

/** Ends the reading of an import that is cancelled. */
export const stopReading = (importId: number): void => readings.get(importId)?.control.abort(new NoLongerWanted());

/** Waits for the readings under way, `within` milliseconds at most; files not read by then are refused, because this process ends. */
export async function endReadings(within: number): Promise<void> {
  const all = Promise.all([...readings.values()].map(({ over }) => over));
  await Promise.race([all, wait(within, undefined, { ref: false })]);
  for (const { control } of readings.values()) control.abort(new Interrupted());
  await all;
}

/** Whether the import was cancelled or its project deleted. If the project is restored, the import counts as abandoned. */
const isUnwanted = (error: unknown): boolean => error instanceof NoLongerWanted || (error instanceof HttpError && error.status === 404);

async function read(database: Database, importRef: ImportRef, { path, drop }: UploadFolder, control: AbortController): Promise<void> {
  const stopTimer = importSeconds.startTimer();
  let outcome: 'read' | 'refused' | 'cancelled' | 'interrupted' | 'failed' = 'read';
  try {
    const remembered = new Map<string | null, readonly Decision[]>();
    const writer = new ImportWriter(database, importRef, ({ fingerprint }, count) => ({
      order: count + 1,
      staged: false,
      decisions: remembered.get(fingerprint) ?? [],
    }));
    const reading = await streamWorkbook(path, writer, {
      signal: control.signal,
      owner: importRef.teamId,
      onProgress: (share) => saveProgress(database, importRef, share),
      async instruct({ fingerprint }) {
        const decisions = await rememberedFor(database.query, importRef.teamId, fingerprint);
        remembered.set(fingerprint, decisions);
        return decisions;
      },
    });
    if (reading.kind === 'read') await keepFile(database, importRef, path);
    else outcome = 'refused';
    // Whoever sees the result may send another file at once, so this one no longer counts as being read. What fails here is reported at the end.
    await drop().catch(() => {});
    if (reading.kind === 'refused') await refuseImport(database, importRef, reading.sentence, isThis(importRef));
    else await completeReading(database, importRef);
  } catch (error) {
    outcome = 'cancelled';
    if (isUnwanted(error)) return;
    const isInterrupted = error instanceof Interrupted || isUnavailable(error);
    outcome = isInterrupted ? 'interrupted' : 'failed';
    if (!isInterrupted) reportError('A file could not be read', error);
    await refuseWhenPossible(database, importRef, isInterrupted ? interrupted() : unreadable(), control.signal);
  } finally {
    stopTimer({ outcome });
    forgetProgress(importRef);
    await drop().catch((error: unknown) => reportError('An imported file could not be removed', error));
  }
}

/** Refuses an import as soon as the database is available; if this process ends before, the other processes refuse it (`isAbandoned`). */
async function refuseWhenPossible(database: Database, importRef: ImportRef, reason: Sentence, ending: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await refuseImport(database, importRef, reason, isThis(importRef));
    } catch (error) {
      if (!isUnavailable(error) || ending.aborted) throw error;
      await wait(REFUSE_AGAIN_AFTER, undefined, { signal: ending }).catch(() => {});
    }
  }
}

/** Marks the rows of a later import and opens the import for review. */
async function completeReading(database: Database, importRef: ImportRef): Promise<void> {
  await markChanges(database.query, importRef);
  await database.query.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, importRef);
    await requireWanted(tx, importRef);
    await tx
      .updateTable('imports')
      .set({ progress: 1, marked_revision: NEXT_REVISION })
      .where('team_id', '=', importRef.teamId)
      .where('project_id', '=', importRef.projectId)
      .execute();
    await includeStatedLines(tx, locked);
    await updateStatus(tx, locked);
    await notifyProject(tx, locked);
  });
}

const isThis = ({ importId }: ImportRef) => sql<boolean>`id = ${importId}`;

/** Refuses the import that is being read, if `isMeant` holds for it. The project returns to its earlier state. */
async function refuseImport(
  database: Database,
  projectRef: ProjectRef,
  { code, detail, params }: Sentence,
  isMeant: RawBuilder<boolean>,
): Promise<void> {
  const lists = await database.query.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, projectRef);
    const refusedImport = await beingRead(tx, projectRef)
      .where(isMeant)
      .set({ status: 'refused', progress: 1, refusal_code: code, refusal_detail: detail, refusal_params: JSON.stringify(params ?? null) })
      .returning('project_status')
      .executeTakeFirst();
    if (refusedImport !== undefined) await setProjectStatus(tx, locked, refusedImport.project_status);
    await notifyProject(tx, locked);
    return refusedImport === undefined ? [] : discard(tx, locked);
  });
  await removeDiscarded(database.query, lists);
}

/** Ends an import that a stopped server left behind. */
export const refuseAbandoned = (database: Database, projectRef: ProjectRef): Promise<void> =>
  refuseImport(database, projectRef, interrupted(), isAbandoned);

/** Every import that was being read when this process last stopped: with the embedded database there is no other process. */
export async function refuseAllAbandoned(database: Database): Promise<void> {
  const left = await database.query
    .selectFrom('imports')
    .select(['team_id', 'project_id'])
    .where('status', '=', 'reading')
    .where('finished_version_id', 'is', null)
    .execute();
  for (const { team_id, project_id } of left)
    await refuseImport(database, { teamId: team_id, projectId: project_id }, interrupted(), sql`true`);
}
