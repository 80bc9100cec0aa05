import { sql } from 'kysely';
import type { PublicAct as Shown } from '../../domain/api/shapes.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import { nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import type { PublicAct } from '../http/caller.ts';
import { clientOf } from '../projects/client.ts';
import { companyOf } from '../teams/company.ts';
import { actOf } from './acts.ts';
import { type ActRef, findAct } from './find.ts';

/** The act a key opens. */
export const actOfKey = (query: Query, { teamId, actId }: PublicAct): Promise<ActRef> => findAct(query, { teams: [teamId] }, actId);

/**
 * The revision of an act as the holder of its link sees it: it grows with the act and with the link, because while the act has no link its
 * quantities may change unseen.
 */
export const seenRevision = (act: { readonly revision: number }, { linkRevision }: PublicAct): number =>
  Math.max(act.revision, linkRevision);

/**
 * Gives the acts of a version that a client may be answering, from a place on, another revision as their client sees it, because figures
 * they show have changed. The revision is the link's: an act's own is in the images of the history, and undo compares those whole.
 */
export async function markShownChanged(tx: Tx, { teamId, versionId }: Locked<VersionRef>, fromPlace: number): Promise<void> {
  await sql`
    update act_links l set revision = ${nextRevision} from acts a
     where a.team_id = ${teamId} and a.version_id = ${versionId} and a.place >= ${fromPlace} and awaits_answer(a.team_id, a.id)
       and l.team_id = a.team_id and l.act_id = a.id and l.may_answer and l.withdrawn_at is null`.execute(tx);
}

/** An act as the holder of its link sees it. */
export async function publicActOf(query: Query, ref: ActRef, holder: PublicAct): Promise<Shown> {
  const act = await actOf(query, ref, null);
  const status = await query.selectFrom('act_status').selectAll().where('id', '=', act.status_id).executeTakeFirstOrThrow();
  const company = await companyOf(query, ref.teamId);
  const client = await clientOf(query, ref);
  const { id, number, finish_date, price, status_id, project_name, currency, answer, carried } = act;
  return {
    act: { id, number, finish_date, price, status_id },
    status,
    project_name,
    team_name: company.name,
    currency,
    company,
    client,
    may_answer: holder.mayAnswer,
    revision: seenRevision(act, holder),
    answer,
    carried,
  };
}
