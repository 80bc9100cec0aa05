import { randomUUID } from 'node:crypto';
import { ANSWER_LINK_DAYS } from '../../domain/answer.ts';
import * as say from '../../domain/sentences/answers.ts';
import { lockedWithin, lockProject } from '../access/refs.ts';
import { actOf } from '../acts/acts.ts';
import type { ActRef } from '../acts/find.ts';
import { inAct } from '../acts/inAct.ts';
import { lockingAct } from '../acts/lock.ts';
import { actOfKey, publicActOf, seenRevision } from '../acts/publicAct.ts';
import type { Query, Tx } from '../db/open.ts';
import { conflict, fieldError, HttpError } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { languageOf } from '../people/persons.ts';
import { publicActOf as holderOf, linkOf, rotateLink, shareAct, shareOf, unshareAct } from '../sharing/links.ts';
import { recordLink } from '../sharing/recorded.ts';
import { answerAct } from './answering.ts';
import { tellClient, tellTeam } from './mails.ts';
import { withdrawAnswer } from './withdrawing.ts';

const DAY = 24 * 3_600_000;

/** 400 for an end that has passed or is further away than a link may last. */
function refuseEnd(expiresAt: string): void {
  const left = Date.parse(expiresAt) - Date.now();
  if (!(left > 0 && left <= ANSWER_LINK_DAYS * DAY)) throw fieldError('expires_at', say.answerLinkEnds({ days: ANSWER_LINK_DAYS }));
}

/** 409 `answer_not_submitted` unless the act is submitted and no later one is accepted. */
async function refuseUnlessSubmitted(query: Query, act: ActRef): Promise<void> {
  const { code } = await query
    .selectFrom('acts')
    .innerJoin('act_status', 'act_status.id', 'acts.status_id')
    .select('act_status.code')
    .where('acts.team_id', '=', act.teamId)
    .where('acts.id', '=', act.actId)
    .executeTakeFirstOrThrow();
  if (code !== 'submitted') throw conflict(say.answerNotSubmitted());
  if ((await lockingAct(query, act)) !== null) throw conflict(say.laterAccepted());
}

/** The state of the answer that was sent under this key before: 'kept' while it is in force; null when there was none. */
async function sentBefore(query: Query, { teamId, actId }: ActRef, key: string): Promise<'kept' | 'withdrawn' | null> {
  const answer = await query
    .selectFrom('act_answers')
    .select('withdrawn_at')
    .where('team_id', '=', teamId)
    .where('act_id', '=', actId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (answer === undefined) return null;
  return answer.withdrawn_at === null ? 'kept' : 'withdrawn';
}

const userLanguage = async (tx: Tx, userId: number) =>
  languageOf((await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow()).language);

export const answerHandlers: HandlersOf<
  | 'POST /acts/:id/answer_link/'
  | 'POST /acts/:id/answer_link/rotate/'
  | 'DELETE /acts/:id/answer_link/'
  | 'POST /public/answer/'
  | 'POST /acts/:id/answer/'
  | 'DELETE /acts/:id/answer/'
> = {
  async 'POST /acts/:id/answer_link/'({ params, body }, call) {
    refuseEnd(body.expires_at);
    const made = await inAct(call, params.id, async (tx, act) => {
      await refuseUnlessSubmitted(tx, act);
      const isNew = (await linkOf(tx, act, 'answers')) === null;
      const link = await shareAct(tx, call.caller, act, { kind: 'answers', expiresAt: body.expires_at });
      await recordLink(tx, act, { kind: isNew ? 'answer_link_made' : 'answer_link_changed', userId: call.caller.userId, from: call.from });
      return link;
    });
    return shareOf(made, 'answers', call.publicUrl());
  },

  async 'POST /acts/:id/answer_link/rotate/'({ params }, call) {
    const made = await inAct(call, params.id, async (tx, act) => {
      const link = await rotateLink(tx, call.caller, act, 'answers');
      await recordLink(tx, act, { kind: 'answer_link_changed', userId: call.caller.userId, from: call.from });
      return link;
    });
    return shareOf(made, 'answers', call.publicUrl());
  },

  async 'DELETE /acts/:id/answer_link/'({ params }, call) {
    await inAct(call, params.id, async (tx, act) => {
      await unshareAct(tx, act, 'answers');
      await recordLink(tx, act, { kind: 'answer_link_withdrawn', userId: call.caller.userId, from: call.from });
    });
    return { detail: 'The act can no longer be answered by the link' };
  },

  async 'POST /public/answer/'({ body }, { database, caller, from }) {
    if (!caller.mayAnswer) throw HttpError.of(403, say.onlyLooks());
    await database.query.transaction().execute(async (tx) => {
      const project = await lockProject(tx, await actOfKey(tx, caller));
      // Read under the lock of the project: while the lock was waited for, the act may have been deleted and the link withdrawn.
      const act = lockedWithin(project, await actOfKey(tx, caller));
      const holder = await holderOf(tx, caller.link);
      const before = await sentBefore(tx, act, body.key);
      if (before === 'kept') return;
      if (before === 'withdrawn') throw conflict(say.answerWasWithdrawn());
      const { key, name, email, language, rows } = body;
      const answerId = await answerAct(tx, act, { key, name, email, language, rows, recordedBy: null, link: caller.link }, async () => {
        const { revision } = await actOf(tx, act, null);
        if (body.revision !== seenRevision({ revision }, holder)) throw conflict(say.changedMeanwhile());
      });
      await recordLink(tx, act, { kind: 'act_answered', userId: null, from, who: name });
      await tellTeam(tx, act, { answerId, recordedBy: null });
    });
    return publicActOf(database.query, await actOfKey(database.query, caller), caller);
  },

  'POST /acts/:id/answer/': ({ params, body }, call) =>
    inAct(call, params.id, async (tx, act) => {
      const { userId } = call.caller;
      const { name, email, rows } = body;
      const language = await userLanguage(tx, userId);
      const given = { key: randomUUID(), name, email, language, rows, recordedBy: userId, link: null };
      const answerId = await answerAct(tx, act, given, async () => {});
      await recordLink(tx, act, { kind: 'act_answered', userId, from: call.from, who: name });
      await tellTeam(tx, act, { answerId, recordedBy: userId });
      return actOf(tx, act, call.publicUrl(), call.caller);
    }),

  'DELETE /acts/:id/answer/': ({ params }, call) =>
    inAct(call, params.id, async (tx, act) => {
      const withdrawn = await withdrawAnswer(tx, call.caller, act);
      await recordLink(tx, act, { kind: 'answer_withdrawn', userId: call.caller.userId, from: call.from, who: withdrawn.name });
      await tellClient(tx, act.teamId, withdrawn);
      return actOf(tx, act, call.publicUrl(), call.caller);
    }),
};
