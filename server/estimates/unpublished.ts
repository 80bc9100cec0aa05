/**
 * Versions of many rows are written in pieces before the transaction that makes them, so that nobody waits for all of their rows. Until it
 * is published, a version is in the bin and has the number 0.
 */
import { sql } from 'kysely';
import { type Locked, lockedWithin, lockProject, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { removeRowsInSlices, writePiece } from '../db/pieces.ts';
import { lastChange } from '../history/record.ts';
import { reportError } from '../log.ts';
import { removeVersion } from '../projects/bin.ts';
import { settleOutlines } from './sections.ts';
import { addVersion, copySource, countOf, type RowSource, type UnpublishedRef, writeLists } from './versions.ts';

/** From this number of rows, a version is written before the transaction that makes it. */
export const PIECES_FROM = 3000;

/** Where the content of a version comes from. */
export interface VersionSource extends RowSource {
  /** Differs once the content has changed. */
  readonly state: string;
}
/** The project that the version will be in, or that its source is in; without a source the version has no rows to copy. */
interface Opened {
  readonly project: Locked<ProjectRef>;
  readonly source: VersionSource | null;
}
/** A version that is written, and the state of its source at that time. */
interface Unpublished {
  readonly version: UnpublishedRef;
  readonly state: string;
}

/** Thrown when there are too many rows for one transaction. */
class ManyRows extends Error {}

/**
 * Makes a version in one transaction: `open` locks the project and reads what is needed, `make` adds the version with `addVersionFrom`. Many
 * rows are first written in pieces into an unpublished version, after which `open` runs again. If `make` does not publish that version, it is
 * removed.
 */
export async function withUnpublished<Given extends Opened, Result>(
  { query, last = (work) => query.transaction().execute(work) }: Database,
  open: (tx: Tx) => Promise<Given>,
  make: (tx: Tx, opened: Given, unpublished: Unpublished | null) => Promise<Result>,
): Promise<Result> {
  const inOneTransaction = ({ mayBeMany }: { readonly mayBeMany: boolean }) =>
    last(async (tx) => {
      const opened = await open(tx);
      if (!mayBeMany && opened.source !== null && countOf(opened.source.lists) >= PIECES_FROM) throw new ManyRows();
      return make(tx, opened, null);
    });
  try {
    return await inOneTransaction({ mayBeMany: false });
  } catch (error) {
    if (!(error instanceof ManyRows)) throw error;
  }
  const begun = await query.transaction().execute(async (tx) => {
    const { project, source } = await open(tx);
    return source === null ? null : { source, version: await addUnpublished(tx, project) };
  });
  // The source has gone meanwhile.
  if (begun === null) return inOneTransaction({ mayBeMany: true });
  const { source, version } = begun;
  try {
    await writeLists((piece) => writePiece(query, piece), version, source);
    await query.transaction().execute(async (tx) => settleOutlines(tx, lockedWithin(await lockProject(tx, version), version)));
    return await last(async (tx) => make(tx, await open(tx), { version, state: source.state }));
  } finally {
    await removeUnpublished(query, version).catch((error: unknown) => reportError('An unpublished version could not be removed', error));
  }
}

async function addUnpublished(tx: Tx, { teamId, projectId }: Locked<ProjectRef>): Promise<UnpublishedRef> {
  const { id } = await tx
    .insertInto('versions')
    .values({ team_id: teamId, project_id: projectId, number: 0, deleted_at: sql<Date>`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { teamId, projectId, versionId: id } as VersionRef as UnpublishedRef;
}

/** Adds a version with the rows of the source after the project's last: the unpublished one, if the source is as it was when that was written. */
export async function addVersionFrom(
  tx: Tx,
  project: Locked<ProjectRef>,
  source: VersionSource,
  unpublished: Unpublished | null,
  name = '',
): Promise<Locked<VersionRef>> {
  if (unpublished !== null && unpublished.state === source.state && (await publish(tx, project, unpublished.version, name)))
    return lockedWithin(project, { versionId: unpublished.version.versionId });
  const version = await addVersion(tx, project, name);
  await writeLists((piece) => piece(tx), version, source);
  return version;
}

/** Publishes a version; false for one that is old, as after a pause of the machine, because its rows may be about to be removed. */
async function publish(tx: Tx, { teamId, projectId }: Locked<ProjectRef>, { versionId }: UnpublishedRef, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update versions set project_id = ${projectId}::bigint, name = ${name}, created_at = clock_timestamp(), deleted_at = null,
           number = (select max(o.number) + 1 from (
             select number from versions where team_id = ${teamId} and project_id = ${projectId} union all select 0) o)
     where team_id = ${teamId} and id = ${versionId} and created_at > clock_timestamp() - interval '30 minutes'`.execute(tx);
  return numAffectedRows === 1n;
}

/** A copy of a version, with approved extras in its quantities. */
export async function sourceOfCopy(query: Query, version: VersionRef): Promise<VersionSource> {
  const last = await lastChange(query, version);
  return { ...(await copySource(query, version)), state: `${version.versionId} ${last}` };
}

/** Removes a version if it is still unpublished, its rows in pieces. */
async function removeUnpublished(query: Query, { teamId, versionId }: Pick<VersionRef, 'teamId' | 'versionId'>): Promise<void> {
  const lists = sql`
    select l.id from versions v join lists l on l.team_id = v.team_id and l.version_id = v.id
     where v.team_id = ${teamId} and v.id = ${versionId} and v.number = 0`;
  await removeRowsInSlices(query, 'estimate_rows', teamId, lists);
  await query.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from versions where team_id = ${teamId} and id = ${versionId} and number = 0 for update`.execute(
      tx,
    );
    if (rows.length > 0) await removeVersion(tx, teamId, versionId);
  });
}

/** Removes unpublished versions that a server left behind when it was killed. */
export async function removeOldUnpublished(query: Query): Promise<void> {
  const { rows } = await sql<{ team_id: number; id: number }>`
    select team_id, id from versions where number = 0 and created_at < clock_timestamp() - interval '1 hour'`.execute(query);
  for (const { team_id, id } of rows) await removeUnpublished(query, { teamId: team_id, versionId: id });
}
