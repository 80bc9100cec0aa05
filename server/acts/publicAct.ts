import type { PublicAct as Shown } from '../../domain/contract/shapes.ts';
import type { Query } from '../db/open.ts';
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
