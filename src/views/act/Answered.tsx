import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Act, ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Toast, ToastRegion } from '../../ui/Toast.tsx';
import { Receipt } from '../answer/Receipt.tsx';
import type { ActScreen } from './needs.ts';

interface AnsweredProps {
  readonly act: Act;
  readonly summary: ActSummary;
  readonly withdrawal: ActorRefFrom<ActScreen['answerWithdrawal']>;
}

/** Who answered the act and when, and the dialog that withdraws the answer. */
export function Answered({ act, summary, withdrawal }: AnsweredProps) {
  const withdrawing = useSelector(withdrawal, (snapshot) => snapshot);
  const { answer } = act;
  const name = answer?.name ?? withdrawing.context.subject?.answer?.name ?? '';
  const [known, setKnown] = useState(answer);
  if (answer === null && known !== null) setKnown(null);
  const hasArrived = known === null && answer !== null && answer.recorded_by === null;
  return (
    <>
      <ToastRegion>
        {hasArrived && (
          <Toast action={{ label: m.action_close(), onPress: () => setKnown(answer) }}>
            {m.act_answer_arrived({ name: answer.name, number: act.number })}
          </Toast>
        )}
      </ToastRegion>
      {answer !== null && <Receipt answer={answer} summary={summary} currency={act.currency} />}
      <ConfirmDialog
        open={!withdrawing.matches('closed')}
        busy={withdrawing.matches('submitting')}
        problem={sentenceText(withdrawing.context.sentence)}
        title={m.act_answer_withdraw_title({ name })}
        description={m.act_answer_withdraw_why({ name })}
        action={m.act_answer_withdraw()}
        onConfirm={() => withdrawal.send({ type: 'form.submitted', given: null })}
        onClose={() => withdrawal.send({ type: 'dialog.closed' })}
      />
    </>
  );
}
