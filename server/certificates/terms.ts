/** The terms of a project's payments: each version as it was given, by whom and when. */
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectTerms, TermsFields } from '../../domain/api/certificateShapes.ts';
import type { Given } from '../../domain/api/routes.ts';
import { keptTerms, NO_TERMS_FIELDS } from '../../domain/certificateSheet.ts';
import * as say from '../../domain/sentences/payments.ts';
import { type Locked, lockRecord, type ProjectRef } from '../access/refs.ts';
import { refuseUnlessManager } from '../contracts/manager.ts';
import { nextId } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict } from '../http/errors.ts';

/** Earlier terms of a project that are listed. */
const MOST_LISTED = 50;
const NONE: ProjectTerms = { id: null, terms: NO_TERMS_FIELDS, made_at: null, made_by: '' };

const read = (query: Query, { teamId, projectId }: ProjectRef, most: number): Promise<ProjectTerms[]> =>
  readWhere(
    query,
    sql`
  t.team_id = ${teamId} and t.project_id = ${projectId} and t.withdrawn_at is null order by t.id desc limit ${most}`,
  );

async function readWhere(query: Query, which: RawBuilder<unknown>): Promise<ProjectTerms[]> {
  const { rows } = await sql<{ id: number; terms: TermsFields; made_at: Date; made_by: string }>`
    select t.id, t.terms, t.made_at, u.name as made_by from project_terms t join users u on u.id = t.made_by where ${which}`.execute(query);
  return rows.map(({ made_at, ...terms }) => ({ ...terms, made_at: made_at.toISOString() }));
}

/** The terms in force. */
export async function termsInForce(query: Query, projectRef: ProjectRef): Promise<ProjectTerms> {
  const [latest = NONE] = await read(query, projectRef, 1);
  return latest;
}

/** The terms in force, and those before them, latest first. */
export async function allTerms(query: Query, projectRef: ProjectRef): Promise<ProjectTerms & { earlier: ProjectTerms[] }> {
  const [latest = NONE, ...earlier] = await read(query, projectRef, MOST_LISTED + 1);
  return { ...latest, earlier };
}

/** Sets the terms from now on, as one event. 409 `stale_terms` with those in force when they are not the ones that were `expected`. */
export async function setTerms(
  tx: Tx,
  caller: Caller,
  projectId: number,
  { expected, ...given }: Given<'PUT /projects/:id/terms/'>['body'],
): Promise<ProjectTerms> {
  const projectRef = await lockRecord(tx, caller, 'project', projectId);
  refuseUnlessManager(caller, projectRef);
  const now = await termsInForce(tx, projectRef);
  if (now.id !== expected) throw conflict(say.staleTerms(), { terms: now });
  const terms = keptTerms(given);
  if (isDeepStrictEqual(now.terms, terms)) return now;
  const id = await nextId(tx, 'project_terms');
  await recordEvent(tx, eventOf(projectRef, caller, 'terms', id, 'update', ''));
  await tx
    .insertInto('project_terms')
    .values({ team_id: projectRef.teamId, id, project_id: projectId, terms: JSON.stringify(terms), made_by: caller.userId })
    .execute();
  return termsInForce(tx, projectRef);
}

/** Undoes setting terms: they are no longer in force. 403 for a role that may not change terms, 409 `terms_in_use`. */
export async function withdrawTerms(tx: Tx, caller: Caller, projectRef: Locked<ProjectRef>, id: number | null): Promise<void> {
  await refuseTermsChange(tx, caller, projectRef, id);
  await tx
    .updateTable('project_terms')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()` })
    .where('team_id', '=', projectRef.teamId)
    .where('id', '=', id)
    .execute();
}

/** Redoes setting terms: they are in force again. 403 for a role that may not change terms, 409 `terms_in_use`. */
export async function reinstateTerms(tx: Tx, caller: Caller, projectRef: Locked<ProjectRef>, id: number | null): Promise<void> {
  await refuseTermsChange(tx, caller, projectRef, id);
  await tx.updateTable('project_terms').set({ withdrawn_at: null }).where('team_id', '=', projectRef.teamId).where('id', '=', id).execute();
}

/** 403 for a role that may not change terms; 409 `terms_in_use` when a certificate has been issued under them. */
async function refuseTermsChange(tx: Tx, caller: Caller, projectRef: Locked<ProjectRef>, id: number | null): Promise<void> {
  refuseUnlessManager(caller, projectRef);
  const used = await tx
    .selectFrom('certificates')
    .select('number')
    .where('team_id', '=', projectRef.teamId)
    .where('terms_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined) throw conflict(say.termsInUse({ number: used.number }));
}
