import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Act } from '../../../domain/api/shapes.ts';
import { may } from '../../../domain/permissions.ts';
import { useCompany, useOpenModal } from '../actum.tsx';
import { useOpenPast } from '../history/useOpenPast.ts';
import { useRequestPrint } from '../paper/rowsToPrint.ts';
import { paths, useGo } from '../routing.tsx';

/** The panels that the act's menu opens besides its own dialogs. */
export function useOnAct(act: Act | null, status: ActStatus | undefined, hasLater: boolean) {
  const [openModal, openPast, onPrint] = [useOpenModal(), useOpenPast(), useRequestPrint()];
  const { team } = useCompany();
  const go = useGo();
  const isOpen = act !== null && act.limit === null && act.answer === null && status?.code === 'submitted';
  return {
    openPast,
    onPrint,
    onClient: () => openModal({ component: 'projectClient', attributes: { id: act?.project_id ?? 0, name: act?.project_name ?? '' } }),
    onPayments: () => act && go(paths.payments(act.project_id, act.version_id)),
    onExtras: () => act && go(paths.extras(act.project_id, act.version_id)),
    onPaper: isOpen ? () => go(paths.paperAnswer(act.id)) : null,
    mayWithdraw: act !== null && act.answer !== null && !hasLater && team !== null && may(team.role, 'withdrawAnswers'),
  };
}
