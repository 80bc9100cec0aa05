import type { ActorRefFrom } from 'xstate';
import type { Act, ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { isZero, listTitle, shownMoney } from '../figures.tsx';
import type { useOpenPast } from '../history/useOpenPast.ts';
import { mayClaim, seesPrices } from '../ownLimit.ts';
import type { ActAction } from './ActionMenu.tsx';
import type { Completing } from './context.ts';
import type { ActScreen } from './needs.ts';
import type { ActRestrictions } from './restrictions.ts';

/** The dialogs of an act. */
interface ActDialogs {
  readonly share: ActorRefFrom<ActScreen['share']>;
  readonly details: ActorRefFrom<ActScreen['details']>;
  readonly removal: ActorRefFrom<ActScreen['removal']>;
  readonly withdrawal: ActorRefFrom<ActScreen['answerWithdrawal']>;
}

export const openShare = ({ share }: ActDialogs, act: Act) => share.send({ type: 'share.opened', link: act.share });
export const openDetails = ({ details }: ActDialogs, act: Act) => details.send({ type: 'dialog.opened', subject: act });

/** Links to an act show prices, so people who see none cannot share it. */
export const mayShare = ({ limit }: Act): boolean => mayClaim(limit) && seesPrices(limit);

interface Actionable {
  readonly act: Act;
  readonly name: string;
  readonly restrictions: ActRestrictions;
  readonly summary: ActSummary | null;
  /** The open list; undefined on the summary. */
  readonly list: ActSummary['costs'][number] | undefined;
  readonly dialogs: ActDialogs;
  readonly completing: Completing;
  readonly openPast: ReturnType<typeof useOpenPast>;
  readonly onClient: () => void;
  readonly onPrint: () => void;
  /** Opens the payments of the act's version. */
  readonly onPayments: () => void;
  /** Opens the extras of the act's version. */
  readonly onExtras: () => void;
  /** Null where no answer on paper can be recorded now. */
  readonly onPaper: (() => void) | null;
  readonly mayWithdraw: boolean;
}

export function actActions({
  act,
  name,
  restrictions: { editBlockedBy, deleteBlockedBy, hasLater },
  summary,
  list,
  dialogs,
  completing,
  openPast,
  onClient,
  onPrint,
  onPayments,
  onExtras,
  onPaper,
  mayWithdraw,
}: Actionable): readonly ActAction[] {
  const whole = { listId: null, name };
  const completion = { group: m.act_complete(), blocked: editBlockedBy };
  // Later acts may leave less room; the dialog then names the sum.
  const claims = (left: string | undefined) =>
    left !== undefined && !hasLater && editBlockedBy === null && !isZero(left)
      ? { note: m.act_complete_claims({ amount: `${shownMoney(left)} ${act.currency}` }) }
      : {};
  const ofList: readonly ActAction[] =
    list === undefined
      ? []
      : [
          {
            ...completion,
            ...claims(list.left_to_do_total),
            key: 'list',
            name: m.act_complete_list(),
            run: () => completing.complete({ listId: list.id, name: listTitle(list.title) }),
          },
        ];
  return [
    { key: 'details', name: m.act_details(), run: () => openDetails(dialogs, act) },
    { key: 'past', name: m.history(), run: () => openPast({ projectId: act.project_id, of: 'act', id: act.id, name }) },
    ...(act.limit ? [] : [{ key: 'client', name: m.client_edit(), run: onClient }]),
    ...(mayShare(act) ? [{ key: 'share', name: m.act_share(), run: () => openShare(dialogs, act) }] : []),
    ...(seesPrices(act.limit) ? [{ key: 'payments', name: m.payments(), run: onPayments }] : []),
    { key: 'extras', name: m.extras(), run: onExtras },
    ...(onPaper === null ? [] : [{ key: 'paper', name: m.act_answer_record(), run: onPaper }]),
    { key: 'print', name: m.print(), run: onPrint, hasButton: true },
    ...ofList,
    {
      ...completion,
      ...claims(summary?.total_with_taxes.left_to_do_total),
      key: 'all',
      name: m.act_complete_all(),
      run: () => completing.complete(whole),
    },
    { ...completion, key: 'part', name: m.act_complete_all_to(), run: () => completing.ask(whole) },
    ...(mayWithdraw
      ? [
          {
            key: 'withdrawAnswer',
            name: m.act_answer_withdraw(),
            run: () => dialogs.withdrawal.send({ type: 'dialog.opened', subject: act }),
            danger: true as const,
          },
        ]
      : []),
    {
      key: 'delete',
      name: m.act_delete(),
      run: () => dialogs.removal.send({ type: 'dialog.opened', subject: act }),
      blocked: deleteBlockedBy,
      danger: true,
    },
  ];
}
