import { sql } from 'kysely';
import { runningTotals } from '../../domain/act.ts';
import { claimAgainProblem } from '../../domain/answer.ts';
import { may } from '../../domain/permissions.ts';
import * as say from '../../domain/sentences/answers.ts';
import type { Locked } from '../access/refs.ts';
import { answerOf } from '../acts/answered.ts';
import { refuseCertified } from '../acts/certified.ts';
import type { ActRef } from '../acts/find.ts';
import { quantityOf } from '../acts/seenRows.ts';
import { recountDone, refreshActPrices } from '../acts/summary.ts';
import { refuseCarriedOn } from '../contracts/carriedOn.ts';
import { nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { eventOf } from '../estimates/editing.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, forbidden } from '../http/errors.ts';
import { answeredRows } from './rows.ts';

interface Withdrawn {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/**
 * Withdraws the answer of the latest act: the claimed quantities apply again, and the act is submitted. 403 except for owners and admins;
 * 409 `not_answered`, `answer_not_latest`, `act_certified`,
 * `carried_on`, `claim_too_large`.
 */
export async function withdrawAnswer(tx: Tx, caller: Caller, act: Locked<ActRef>): Promise<Withdrawn> {
  const { teamId, versionId, actId, place, role } = act;
  if (!may(role ?? 'regular', 'withdrawAnswers')) throw forbidden();
  const answer = await answerOf(tx, act);
  if (answer === null) throw conflict(say.notAnswered());
  const [own, later] = await tx
    .selectFrom('acts')
    .select(['number', 'place'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .where('place', '>=', place)
    .orderBy('place')
    .execute();
  const number = own?.number ?? '';
  if (later !== undefined) throw conflict(say.answerNotLatest({ number: later.number }));
  await refuseCertified(tx, act);
  await refuseCarriedOn(tx, act);
  await refuseClaimedBeyond(tx, act);
  await recordEvent(tx, eventOf(act, caller, 'act', actId, 'answer_withdrawn', number));
  await sql`
    update act_rows d set quantity = w.claimed, revision = ${nextRevision}, updated_at = clock_timestamp()
      from act_answer_rows w where w.team_id = ${teamId} and w.act_id = ${actId} and d.team_id = w.team_id and d.id = w.id`.execute(tx);
  for (const table of ['act_answer_rows', 'act_answer_lists'] as const)
    await tx.deleteFrom(table).where('team_id', '=', teamId).where('act_id', '=', actId).execute();
  const withdrawn = await tx
    .updateTable('act_answers')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()` })
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow();
  await sql`
    update acts set status_id = (select id from act_status where code = 'submitted'), revision = ${nextRevision}
     where team_id = ${teamId} and id = ${actId}`.execute(tx);
  if (answer.rows > 0) {
    await recountDone(tx, act);
    await refreshActPrices(tx, act, place);
  }
  return withdrawn;
}

/**
 * 409 `claim_too_large` with the row whose claimed quantity would leave its limit: the limit may have shrunk since the answer, because only
 * the certified quantity counted then.
 */
async function refuseClaimedBeyond(query: Query, act: ActRef): Promise<void> {
  const answered = await query
    .selectFrom('act_answer_rows')
    .select(['row_id', 'claimed'])
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .orderBy('id')
    .execute();
  if (answered.length === 0) return;
  const stored = await answeredRows(
    query,
    act,
    answered.map(({ row_id }) => row_id),
  );
  for (const { row_id, claimed } of answered) {
    const row = stored.get(row_id);
    if (row === undefined) continue;
    const before = quantityOf(row.before);
    const later = runningTotals(before, row.later.map(quantityOf));
    const name = [row.code, row.name].filter((part) => part !== '').join(' ');
    const problem = claimAgainProblem({ name, limit: quantityOf(row.limit), claimed: quantityOf(claimed) }, [before, ...later]);
    if (problem !== null) throw conflict(problem);
  }
}
