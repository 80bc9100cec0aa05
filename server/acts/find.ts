import { sql } from 'kysely';
import { placeOfActRow, rowIdOfActRow } from '../../domain/act.ts';
import { type ActRef, findAct, findVersionOfRow } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Caller, Viewer } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';

export { type ActRef, findAct } from '../access/refs.ts';

/** The act that an act row's id belongs to, for the caller. */
export async function actOfRow(query: Query, caller: Caller, id: number): Promise<ActRef> {
  const version = await findVersionOfRow(query, caller, rowIdOfActRow(id));
  const place = placeOfActRow(id);
  const { rows } = await sql<{ actId: number }>`
    select id as "actId" from acts where team_id = ${version.teamId} and version_id = ${version.versionId} and place = ${place}`.execute(
    query,
  );
  const [act] = rows;
  if (act === undefined) throw notFound();
  return { ...version, ...act, place };
}

/** The act for a viewer who may see it: a member of its team, or the holder of its public key. */
export function visibleAct(query: Query, { caller, publicAct }: Viewer, actId: number): Promise<ActRef> {
  if (publicAct?.actId === actId) return findAct(query, { teams: [publicAct.teamId] }, actId);
  return findAct(query, caller ?? { teams: [] }, actId);
}
