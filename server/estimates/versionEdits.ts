import { sql } from 'kysely';
import type { Project, Version } from '../../domain/api/shapes.ts';
import { versionElsewhere } from '../../domain/sentences/estimates.ts';
import { refuseLimitedLater } from '../access/later.ts';
import { findVersion, lockRecord, type VersionRef } from '../access/refs.ts';
import { refuseVersionCertified } from '../contracts/certified.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { momentOf } from '../history/moments.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { projectOf, versionsOf } from '../projects/projects.ts';
import { keepProjectStatus } from '../projects/status.ts';
import { compareVersions } from './compare.ts';
import { eventOf, openForEditing } from './editing.ts';
import { refreshPrice } from './summary.ts';
import { addVersionFrom, sourceOfCopy, withUnpublished } from './unpublished.ts';
import { addVersion, copyLines } from './versions.ts';

export async function versionOf(query: Query, versionRef: VersionRef): Promise<Version> {
  const version = (await versionsOf(query, versionRef)).find(({ id }) => id === versionRef.versionId);
  if (version === undefined) throw notFound();
  return version;
}

async function titleOf(tx: Tx, { teamId, versionId }: VersionRef): Promise<{ readonly name: string; readonly number: number }> {
  return tx
    .selectFrom('versions')
    .select(['name', 'number'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
}
const subjectOf = ({ name, number }: { readonly name: string; readonly number: number }) => (name === '' ? String(number) : name);

/** Makes a version of the project, empty or as a copy of another of its versions, in one event: undo moves it to the bin. */
async function makeVersion(database: Database, caller: Caller, projectId: number, name: string, from: number | null): Promise<Version> {
  const open = async (tx: Tx) => {
    const project = await lockRecord(tx, caller, 'project', projectId);
    const copied = from === null ? null : await findVersion(tx, caller, from);
    if (copied !== null && copied.projectId !== projectId) throw fieldError('from_version_id', versionElsewhere());
    return { project, copied, source: copied && (await sourceOfCopy(tx, copied)) };
  };
  return withUnpublished(database, open, async (tx, { project, copied, source }, unpublished) => {
    const made = source === null ? await addVersion(tx, project, name) : await addVersionFrom(tx, project, source, unpublished, name);
    const event = eventOf(
      project,
      caller,
      'version',
      made.versionId,
      copied === null ? 'create' : 'copy',
      subjectOf(await titleOf(tx, made)),
    );
    await recordEvent(tx, event, { withImages: false });
    if (copied !== null) await copyLines(tx, copied, made);
    await refreshPrice(tx, made);
    await keepProjectStatus(tx, project);
    return versionOf(tx, made);
  });
}

/**
 * Makes a project of this name in the same team, with a copy of the last version of another project; acts, links and comments are not
 * copied.
 */
async function duplicateProject(database: Database, caller: Caller, projectId: number, name: string): Promise<Project> {
  const open = async (tx: Tx) => {
    const project = await lockRecord(tx, caller, 'project', projectId);
    await refuseLimitedLater(tx, caller, project.teamId);
    const last = (await versionsOf(tx, project)).at(-1) ?? null;
    const copied = last && { ...last, ref: await findVersion(tx, caller, last.id) };
    return { project, copied, source: copied && (await sourceOfCopy(tx, copied.ref)) };
  };
  return withUnpublished(database, open, async (tx, { project: { teamId }, copied, source }, unpublished) => {
    const { id } = await sql<{ id: number }>`
      insert into projects (team_id, name, currency, currency_code)
      select team_id, ${name}, currency, currency_code from projects where team_id = ${teamId} and id = ${projectId}
      returning id`
      .execute(tx)
      .then(({ rows: [made] }) => made as { readonly id: number });
    if (copied !== null && source !== null) {
      const project = await lockRecord(tx, caller, 'project', id);
      const made = await addVersionFrom(tx, project, source, unpublished, copied.name);
      await recordEvent(tx, eventOf(project, caller, 'version', made.versionId, 'create', subjectOf(await titleOf(tx, made))), {
        withImages: false,
      });
      await copyLines(tx, copied.ref, made);
      await refreshPrice(tx, made);
      await keepProjectStatus(tx, project);
    }
    return projectOf(tx, caller, id);
  });
}

async function renameVersion(database: Database, caller: Caller, versionId: number, name: string): Promise<Version> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'version', versionId);
    const before = await titleOf(tx, versionRef);
    if (before.name !== name) {
      await recordEvent(tx, { ...eventOf(versionRef, caller, 'version', versionId, 'update', subjectOf(before)), field: 'name' });
      await tx.updateTable('versions').set({ name }).where('team_id', '=', versionRef.teamId).where('id', '=', versionId).execute();
    }
    return versionOf(tx, versionRef);
  });
}

/**
 * Moves a version to the bin, from which undo restores it; returns the remaining versions. 409 `version_certified` while a certificate is
 * issued on it, which would be deleted too: an advance can be certified before an act freezes the version.
 */
async function deleteVersion(database: Database, caller: Caller, versionId: number): Promise<{ versions: Version[] }> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'version', versionId);
    await refuseVersionCertified(tx, versionRef);
    await recordEvent(tx, eventOf(versionRef, caller, 'version', versionId, 'delete', subjectOf(await titleOf(tx, versionRef))));
    await sql`update versions set deleted_at = clock_timestamp() where team_id = ${versionRef.teamId} and id = ${versionId}`.execute(tx);
    await keepProjectStatus(tx, versionRef);
    return { versions: await versionsOf(tx, versionRef) };
  });
}

export const versionHandlers: HandlersOf<
  | 'POST /projects/:id/duplicate/'
  | 'POST /projects/:id/versions/'
  | 'PATCH /versions/:id/'
  | 'DELETE /versions/:id/'
  | 'GET /versions/:id/compare/'
> = {
  'POST /projects/:id/duplicate/': ({ params, body }, { database, caller }) => duplicateProject(database, caller, params.id, body.name),
  'POST /projects/:id/versions/': ({ params, body }, { database, caller }) =>
    makeVersion(database, caller, params.id, body.name, body.from_version_id ?? null),
  'PATCH /versions/:id/': ({ params, body }, { database, caller }) => renameVersion(database, caller, params.id, body.name),
  'DELETE /versions/:id/': ({ params }, { database, caller }) => deleteVersion(database, caller, params.id),
  async 'GET /versions/:id/compare/'({ params, query }, { database, caller }) {
    const now = await findVersion(database.query, caller, params.id);
    const old = await findVersion(database.query, caller, query.with);
    if (old.projectId !== now.projectId) throw fieldError('with', versionElsewhere());
    const moment = query.moment === undefined ? null : await momentOf(database.query, now, query.moment);
    return compareVersions(database.query, old, now, query, moment);
  },
};
