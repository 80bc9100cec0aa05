import { lockingAct } from '../../../domain/act.ts';
import type { ActStatus } from '../../../domain/contract/graphql.ts';
import type { Act, Version } from '../../../domain/contract/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { mayClaim, whyLimited } from '../ownLimit.ts';

/** The restrictions of an act, given the acts beside it. */
export interface ActRestrictions {
  /** Why its rows cannot be edited, or null. */
  readonly editBlockedBy: string | null;
  /** Why it cannot be deleted, or null. */
  readonly deleteBlockedBy: string | null;
  /** Why its status cannot be changed, or null. The latest act's status can be taken back, and an act that a later one locks can be accepted. */
  readonly statusBlockedBy: string | null;
  /** Whether accepting it is all that can be done. */
  readonly canOnlyBeAccepted: boolean;
  readonly hasLater: boolean;
  /** Why it cannot be settled, or null. */
  readonly settleBlockedBy: string | null;
}

export function restrictionsOf(act: Act, acts: Version['acts'], statuses: readonly ActStatus[]): ActRestrictions {
  const final = statuses.at(-1);
  const at = acts.findIndex(({ id }) => id === act.id);
  const locking = at === -1 || final === undefined ? null : lockingAct(acts, at, ({ status_id }) => status_id === final.id);
  const status = final === undefined ? '' : sentenceText(statusName(final)).toLowerCase();
  const limited = whyLimited(act.limit);
  const barred = mayClaim(act.limit) ? null : limited;
  const locked =
    locking === null ? null : locking.id === act.id ? m.act_locked({ status }) : m.act_locked_by({ number: locking.number, status });
  const editBlockedBy = barred ?? locked;
  const latest = acts.at(-1);
  const hasLater = latest !== undefined && latest.id !== act.id;
  const canOnlyBeAccepted = locking !== null && acts[at]?.status_id !== final?.id;
  return {
    editBlockedBy,
    deleteBlockedBy: barred ?? (hasLater ? m.act_not_latest({ number: latest.number }) : editBlockedBy),
    statusBlockedBy: barred ?? (hasLater && !canOnlyBeAccepted ? locked : limited && locked),
    canOnlyBeAccepted,
    settleBlockedBy: limited,
    hasLater,
  };
}
