import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Act } from '../../../domain/api/shapes.ts';
import type { ClaimStep } from '../../machines/claimCheck/claimCheck.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useShowNotice } from '../actum.tsx';
import { seesPrices } from '../ownLimit.ts';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import { Link, paths, useGo } from '../routing.tsx';
import { ClaimDialog } from './ClaimDialog.tsx';
import type { ActScreen } from './needs.ts';

const NEXT: Readonly<Record<string, ClaimStep>> = { draft: 'submitted', submitted: 'accepted' };

interface SubmitButtonProps {
  readonly screen: Pick<ActScreen, 'claimCheck' | 'statusChange'>;
  readonly act: Act;
  readonly name: string;
  readonly status: ActStatus | undefined;
  readonly statuses: readonly ActStatus[];
  readonly blocked: string | null;
  /** Whether a later act locks the status. */
  readonly canOnlyBeAccepted: boolean;
  /** Why it cannot be accepted, or null. */
  readonly settleBlocked: string | null;
}

/** An accepted act continues with its certificate. */
function CertificateLink({ actId }: { readonly actId: number }) {
  const go = useGo();
  useScreenActions([{ name: m.certificate(), run: () => go(paths.actCertificate(actId)) }]);
  return (
    <Link to={paths.actCertificate(actId)} className={buttonClass({ kind: 'primary', size: 'small' })}>
      {m.certificate()}
    </Link>
  );
}

/** The act's next step: a draft is submitted and a submitted act accepted, each after a check of the claim. An accepted act leads to its certificate. */
export function SubmitButton({
  screen,
  act,
  name,
  status,
  statuses,
  settleBlocked,
  canOnlyBeAccepted,
  blocked: statusBlocked,
}: SubmitButtonProps) {
  const check = useActorRef(screen.claimCheck);
  const change = useActorRef(screen.statusChange);
  const isChecking = useSelector(check, (snapshot) => snapshot.matches('checking'));
  const isSending = useSelector(change, (snapshot) => snapshot.matches('submitting'));
  const step = canOnlyBeAccepted ? 'accepted' : NEXT[status?.code ?? ''];
  const blocked = statusBlocked ?? (step === 'accepted' ? settleBlocked : null);
  useEmitted(check, 'step.cleared', (cleared) => {
    const id = statuses.find(({ code }) => code === cleared.step)?.id;
    if (id === undefined) return;
    change.send({ type: 'dialog.opened', subject: act });
    change.send({ type: 'form.submitted', given: { status_id: id, ...(cleared.isConfirmed && { deductions_seen: true as const }) } });
  });
  useRefusal(change);
  const isSettled = status?.code === 'accepted' && seesPrices(act.limit);
  const label = step === 'accepted' ? m.act_accept() : m.act_submit();
  const run = () => step !== undefined && check.send({ type: 'step.requested', step });
  useScreenActions(step === undefined ? [] : [{ name: label, run, blocked }]);
  return (
    <>
      {isSettled && <CertificateLink actId={act.id} />}
      {step !== undefined && (
        <Button
          kind={step === 'submitted' ? 'primary' : 'secondary'}
          size="small"
          blocked={blocked}
          loading={isChecking || isSending}
          onClick={run}
        >
          {label}
        </Button>
      )}
      <ClaimDialog check={check} name={name} currency={act.currency} />
    </>
  );
}

/** A refused change of status is shown as a notice, because the form it came from is not on screen. */
function useRefusal(change: ActorRefFrom<ActScreen['statusChange']>): void {
  const show = useShowNotice();
  const refusal = useSelector(change, ({ context }) => context.sentence);
  useEffect(() => {
    if (refusal === null) return;
    show(sentenceText(refusal));
    change.send({ type: 'dialog.closed' });
  }, [refusal, change, show]);
}
