import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ClaimFinding } from '../../../domain/submission.ts';
import type { claimCheckMachine } from '../../machines/claimCheck/claimCheck.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useShowNotice } from '../actum.tsx';
import { shownMoney } from '../figures.tsx';
import { useEmitted } from '../reading.ts';

/** An objection to the claim, in words with its figures. */
function wordsOf(finding: ClaimFinding, currency: string): string {
  if (finding.kind === 'nothing') return m.act_nothing_claimed();
  if (finding.kind === 'left out') return m.act_deductions_left_out({ count: finding.rows });
  const shown = (amount: string) => `${shownMoney(amount)} ${currency}`;
  const { claim, contract, excess, deductionsLeft } = finding;
  const over = m.act_over_contract({ claim: shown(claim), contract: shown(contract), excess: shown(excess) });
  if (deductionsLeft.rows === 0) return over;
  return `${over} ${m.act_deductions_left({ count: deductionsLeft.rows, amount: shown(deductionsLeft.amount) })}`;
}

interface ClaimDialogProps {
  readonly check: ActorRefFrom<typeof claimCheckMachine>;
  readonly name: string;
  readonly currency: string;
}

/** Asks before an act is submitted or accepted that claims nothing, or more than the contract. */
export function ClaimDialog({ check, name, currency }: ClaimDialogProps) {
  const isAsking = useSelector(check, (snapshot) => snapshot.matches('asking'));
  const { step, findings } = useSelector(check, ({ context }) => context);
  const show = useShowNotice();
  useEmitted(check, 'check.failed', ({ sentence }) => show(sentenceText(sentence)));
  const isAccepted = step === 'accepted';
  return (
    <ConfirmDialog
      open={isAsking}
      title={isAccepted ? m.act_accept_title({ name }) : m.act_submit_title({ name })}
      description={findings.map((finding) => wordsOf(finding, currency)).join(' ')}
      action={isAccepted ? m.act_accept_anyway() : m.act_submit_anyway()}
      onConfirm={() => check.send({ type: 'step.confirmed' })}
      onClose={() => check.send({ type: 'step.declined' })}
    />
  );
}
