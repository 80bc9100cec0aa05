import { lockingAct } from '../../../domain/act.ts';
import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Act, Version } from '../../../domain/api/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { answerStands } from '../../../domain/sentences/answers.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { dayOf, shownDay } from '../dates.ts';
import { mayClaim, whyLimited } from '../ownLimit.ts';

/** The restrictions of an act, given the acts beside it. */
export interface ActRestrictions {
  /** Why its rows cannot be edited, or null. */
  readonly editBlockedBy: string | null;
  /** Why it cannot be deleted, or null. */
  readonly deleteBlockedBy: string | null;
  /** Why its status cannot be changed, or null. The latest act's status can be taken back, and an act that a later one locks can be accepted. */
  readonly statusBlockedBy: string | null;
  /** Whether it can be accepted, and nothing else. */
  readonly canOnlyBeAccepted: boolean;
  readonly hasLater: boolean;
  /** Why it cannot be settled, or null. */
  readonly settleBlockedBy: string | null;
}

/** Why the status of an answered act stays; null without an answer. */
const whyAnswered = ({ answer, number }: Act): string | null => (answer === null ? null : sentenceText(answerStands({ number })));

/** Why quantities are locked while the client may answer; null while they are not. */
function whyWithClient({ answer_link: link, status_id }: Act, statuses: readonly ActStatus[]): string | null {
  const isSubmitted = statuses.find(({ id }) => id === status_id)?.code === 'submitted';
  if (link === null || link.expires_at === null || !isSubmitted || new Date(link.expires_at) <= new Date()) return null;
  return m.act_with_client({ day: shownDay(dayOf(new Date(link.expires_at))) });
}

/** `carriedOnBy` is the number of the version that goes on with the work of the act's. */
export function restrictionsOf(
  act: Act,
  acts: Version['acts'],
  statuses: readonly ActStatus[],
  carriedOnBy: number | null = null,
): ActRestrictions {
  const final = statuses.at(-1);
  const at = acts.findIndex(({ id }) => id === act.id);
  const locking = at === -1 || final === undefined ? null : lockingAct(acts, at, ({ status_id }) => status_id === final.id);
  const status = final === undefined ? '' : sentenceText(statusName(final)).toLowerCase();
  const limited = whyLimited(act.limit);
  const barred = (mayClaim(act.limit) ? null : limited) ?? (carriedOnBy === null ? null : m.carry_on_by_why({ number: carriedOnBy }));
  const locked =
    locking === null ? null : locking.id === act.id ? m.act_locked({ status }) : m.act_locked_by({ number: locking.number, status });
  const editBlockedBy = barred ?? locked ?? whyWithClient(act, statuses);
  const latest = acts.at(-1);
  const hasLater = latest !== undefined && latest.id !== act.id;
  const canOnlyBeAccepted = locking !== null && acts[at]?.status_id !== final?.id;
  return {
    editBlockedBy,
    deleteBlockedBy: barred ?? (hasLater ? m.act_not_latest({ number: latest.number }) : locked),
    statusBlockedBy: barred ?? whyAnswered(act) ?? (hasLater && !canOnlyBeAccepted ? locked : limited && locked),
    canOnlyBeAccepted,
    settleBlockedBy: limited,
    hasLater,
  };
}
