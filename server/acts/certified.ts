/** Whether an act has been certified: from then on the act cannot be changed. */
import { actCertified } from '../../domain/sentences/payments.ts';
import type { Query } from '../db/open.ts';
import { conflict } from '../http/errors.ts';
import type { ActRef } from './find.ts';

/** 409 `act_certified` when a certificate has been issued for the act. */
export async function refuseCertified(query: Query, { teamId, actId }: Pick<ActRef, 'teamId' | 'actId'>): Promise<void> {
  const found = await query
    .selectFrom('certificates')
    .innerJoin('acts', (join) => join.onRef('acts.team_id', '=', 'certificates.team_id').onRef('acts.id', '=', 'certificates.act_id'))
    .select(['certificates.number', 'acts.number as act'])
    .where('certificates.team_id', '=', teamId)
    .where('certificates.act_id', '=', actId)
    .executeTakeFirst();
  if (found !== undefined) throw conflict(actCertified(found));
}
