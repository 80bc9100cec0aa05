/** An answer to a submitted act: the certified quantity of each row, whole or not at all, as one event of the history. */
import { sql } from 'kysely';
import { ACTS_PER_VERSION, runningTotals } from '../../domain/act.ts';
import { type AnswerReason, laterActsProblem, readCertified, reasonProblem } from '../../domain/answer.ts';
import type { Language } from '../../domain/languages.ts';
import * as say from '../../domain/sentences/answers.ts';
import { rowGone } from '../../domain/sentences/editing.ts';
import type { Locked } from '../access/refs.ts';
import { answerOf } from '../acts/answered.ts';
import type { ActRef } from '../acts/find.ts';
import { finalStatus, lockingAct } from '../acts/lock.ts';
import { markShownChanged } from '../acts/publicAct.ts';
import { quantityOf, textOf } from '../acts/seenRows.ts';
import { recountDone, refreshActPrices } from '../acts/summary.ts';
import { nextRevision } from '../db/ids.ts';
import type { Query, Tx } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { type CatalogueSentence, conflict, type FieldSentences, HttpError } from '../http/errors.ts';
import { answeredRows, type StoredRow } from './rows.ts';

interface GivenRow {
  readonly row_id: number;
  readonly quantity?: string | undefined;
  readonly percent?: string | undefined;
  readonly reason: AnswerReason;
  readonly text: string;
}
interface GivenAnswer {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  /** The member who records it; null for a client who sends it by the link. */
  readonly recordedBy: number | null;
  readonly link: string | null;
  readonly rows: readonly GivenRow[];
}

interface Certified {
  readonly rowId: number;
  readonly listId: number;
  readonly claimed: string;
  readonly certified: string;
  readonly reason: AnswerReason;
  readonly text: string;
}

/** The certified quantity of a given row, or the field and the reason for which it is refused. */
function certify(
  given: GivenRow,
  stored: StoredRow | undefined,
): Certified | { readonly field: string; readonly problem: CatalogueSentence } {
  if (stored === undefined) return { field: 'row_id', problem: rowGone() };
  const [limit, claimed, before] = [quantityOf(stored.limit), quantityOf(stored.claimed), quantityOf(stored.before)];
  if (claimed === 0n) return { field: 'row_id', problem: say.notClaimed() };
  const read = readCertified(given, { limit, claimed, unit: stored.unit });
  if ('problem' in read) return read;
  const field = given.percent === undefined ? 'quantity' : 'percent';
  if (read.quantity === claimed) return { field, problem: say.sameAsClaimed() };
  const later = runningTotals(before, stored.later.map(quantityOf));
  const problem = laterActsProblem(read.quantity, { limit, claimed }, [before, ...later]);
  if (problem !== null) return { field, problem };
  const unsaid = reasonProblem(given.reason, given.text);
  if (unsaid !== null) return { field: 'text', problem: unsaid };
  const { id: rowId, list_id: listId } = stored;
  return { rowId, listId, claimed: stored.claimed, certified: textOf(read.quantity), reason: given.reason, text: given.text };
}

/** The rows as they will be kept. 400 with a sentence at each row that is refused, as `rows.0.quantity`. */
async function certifiedRows(query: Query, act: ActRef, given: readonly GivenRow[]): Promise<Certified[]> {
  const stored = await answeredRows(query, act, [...new Set(given.map(({ row_id }) => row_id))]);
  const seen = new Set<number>();
  const problems: Record<string, readonly CatalogueSentence[]> = {};
  const rows: Certified[] = [];
  for (const [at, row] of given.entries()) {
    const outcome = seen.has(row.row_id) ? { field: 'row_id', problem: say.answeredTwice() } : certify(row, stored.get(row.row_id));
    seen.add(row.row_id);
    if ('problem' in outcome) problems[`rows.${at}.${outcome.field}`] = [outcome.problem];
    else rows.push(outcome);
  }
  if (Object.keys(problems).length > 0) throw HttpError.atFields(problems satisfies FieldSentences);
  return rows;
}

/** 409 with the person who answered, unless the act is submitted and nothing after it is accepted. Returns its number. */
async function refuseUnlessSubmitted(query: Query, act: ActRef): Promise<string> {
  const answer = await answerOf(query, act);
  if (answer !== null) {
    const { name, at, recorded_by } = answer;
    throw conflict(say.alreadyAnswered({ name }), { answered: { name, at, recorded_by } });
  }
  const { number, code, status_id } = await query
    .selectFrom('acts')
    .innerJoin('act_status', 'act_status.id', 'acts.status_id')
    .select(['acts.number', 'act_status.code', 'acts.status_id'])
    .where('acts.team_id', '=', act.teamId)
    .where('acts.id', '=', act.actId)
    .executeTakeFirstOrThrow();
  if (status_id === (await finalStatus(query)).id) throw conflict(say.acceptedMeanwhile());
  if (code !== 'submitted') throw conflict(say.takenBack());
  if ((await lockingAct(query, act)) !== null) throw conflict(say.laterAccepted());
  return number;
}

/**
 * Answers an act, which also accepts it. `check` makes the checks of one way of answering, after it is known that the act can be answered.
 * 409 `already_answered`, `act_taken_back`, `act_accepted_meanwhile`, `later_act_accepted`; 400 at rows.
 */
export async function answerAct(tx: Tx, act: Locked<ActRef>, given: GivenAnswer, check: () => Promise<void>): Promise<number> {
  const { teamId, actId, place } = act;
  const number = await refuseUnlessSubmitted(tx, act);
  await check();
  const rows = await certifiedRows(tx, act, given.rows);
  const eventId = await recordEvent(tx, {
    projectRef: act,
    authorId: given.recordedBy,
    ...(given.recordedBy === null && { authorName: given.name }),
    entityType: 'act',
    objectId: actId,
    type: 'answer',
    subject: number,
  });
  const { rows: made } = await sql<{ id: number }>`
    insert into act_answers (team_id, act_id, name, email, language, recorded_by, recorded_name, link, key, claimed_price)
    select ${teamId}::bigint, ${actId}::bigint, ${given.name}, ${given.email}, ${given.language}, ${given.recordedBy}::bigint,
           (select u.name from users u where u.id = ${given.recordedBy}::bigint), ${given.link}, ${given.key}::uuid,
           coalesce((select t.price from act_totals t where t.team_id = ${teamId}::bigint and t.act_id = ${actId}::bigint), 0)
    returning id`.execute(tx);
  await sql`
    insert into act_answer_lists (team_id, act_id, list_id, labour, materials, tools)
    select team_id, act_id, list_id, labour, materials, tools from act_list_totals where team_id = ${teamId} and act_id = ${actId}`.execute(
    tx,
  );
  await keepRows(tx, act, rows);
  await tx
    .updateTable('acts')
    .set({ status_id: (await finalStatus(tx)).id, revision: nextRevision })
    .where('team_id', '=', teamId)
    .where('id', '=', actId)
    .execute();
  if (rows.length > 0) {
    await recountDone(tx, act);
    await refreshActPrices(tx, act, place);
    // Later acts show the work done before them, and their prices are computed from it.
    await markShownChanged(tx, act, place + 1);
  }
  const answerId = made[0]?.id;
  if (answerId === undefined) throw new Error(`The answer of event ${eventId} was not kept`);
  return answerId;
}

async function keepRows(tx: Tx, { teamId, actId, place }: Locked<ActRef>, rows: readonly Certified[]): Promise<void> {
  if (rows.length === 0) return;
  const given = sql`
    unnest(${rows.map(({ rowId }) => rowId)}::bigint[], ${rows.map(({ listId }) => listId)}::bigint[], ${rows.map(({ claimed }) => claimed)}::numeric[],
           ${rows.map(({ certified }) => certified)}::numeric[], ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ text }) => text)}::text[])
      as w (row_id, list_id, claimed, certified, reason, text)`;
  await sql`
    insert into act_answer_rows (team_id, id, act_id, list_id, row_id, claimed, reason, text)
    select ${teamId}::bigint, w.row_id * ${ACTS_PER_VERSION}::int + ${place}::int, ${actId}::bigint, w.list_id, w.row_id, w.claimed, w.reason, w.text
      from ${given}`.execute(tx);
  await sql`
    update act_rows d set quantity = w.certified, revision = ${nextRevision}, updated_at = clock_timestamp()
      from ${given} where d.team_id = ${teamId} and d.id = w.row_id * ${ACTS_PER_VERSION}::int + ${place}::int`.execute(tx);
}
