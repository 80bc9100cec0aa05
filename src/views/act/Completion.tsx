import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useId, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Completed } from '../../../domain/api/actShapes.ts';
import { noticeMachine } from '../../machines/notice/notice.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Toast, ToastRegion } from '../../ui/Toast.tsx';
import { useShowNotice } from '../actum.tsx';
import { useAsk } from '../changing.ts';
import { shownMoney, shownPercent } from '../figures.tsx';
import { useEmitted } from '../reading.ts';
import styles from './act.module.css';
import type { Completing } from './context.ts';
import { MovesDialog } from './MovesDialog.tsx';
import type { ActScreen, ToComplete } from './needs.ts';

const ALL = '100';
type Dialogue = ActorRefFrom<ActScreen['completion']>;
type Moves = ActorRefFrom<ActScreen['completionMoves']>;

/** Completes rows in one step, at once or to a percent the person enters, and shows the result. */
export function useCompletion(
  screen: Pick<ActScreen, 'completion' | 'completionMoves' | 'completionUndo'>,
  { currency, hasLater, onDone }: { readonly currency: string | null; readonly hasLater: boolean; readonly onDone: () => void },
) {
  const dialog = useActorRef(screen.completion);
  const moves = useActorRef(screen.completionMoves);
  const undo = useActorRef(screen.completionUndo);
  const news = useActorRef(noticeMachine);
  const showNotice = useShowNotice();
  const tell = ({ changed, limited, claimed, event_id: eventId }: Completed) => {
    undo.send({ type: 'dialog.closed' });
    if (eventId !== null) undo.send({ type: 'dialog.opened', subject: { eventId } });
    const said = [
      ...(changed > 0
        ? [
            m.act_completed_rows({ count: changed }),
            ...(currency === null ? [] : [m.act_completed_claims({ amount: `${shownMoney(claimed)} ${currency}` })]),
          ]
        : []),
      ...(limited > 0 ? [m.act_completed_limited({ count: limited })] : []),
    ];
    news.send({ type: 'notice.shown', text: said.length === 0 ? m.act_completed_none() : said.join(' '), kind: 'done' });
    onDone();
  };
  useEmitted(dialog, 'form.accepted', ({ output }) =>
    'later' in output ? moves.send({ type: 'dialog.opened', subject: output }) : tell(output),
  );
  useEmitted(moves, 'form.accepted', ({ output }) => tell(output));
  useEmitted(undo, 'form.accepted', () => {
    news.send({ type: 'notice.dismissed' });
    onDone();
  });
  const refusal = useSelector(undo, ({ context }) => context.sentence);
  useEffect(() => {
    if (refusal === null) return;
    showNotice(sentenceText(refusal));
    undo.send({ type: 'dialog.closed' });
  }, [refusal, undo, showNotice]);
  const { open, make } = useAsk(dialog);
  const completing: Completing = useMemo(() => {
    const ask = (what: ToComplete) => void open({ ...what, isAsked: true });
    // Warns of limits by later acts before anything is done.
    return { ask, complete: (what: ToComplete) => (hasLater ? ask(what) : make(what, ALL)) };
  }, [open, make, hasLater]);
  return { dialog, moves, undo, news, completing };
}

interface CompletionProps {
  readonly dialog: Dialogue;
  readonly moves: Moves;
  readonly undo: ActorRefFrom<ActScreen['completionUndo']>;
  /** Null for somebody who sees no prices. */
  readonly currency: string | null;
  readonly news: ActorRefFrom<typeof noticeMachine>;
  readonly hasLater: boolean;
}

/** Shows the sum, and the changes of later acts, before rows are completed. */
function CompletionMoves({ moves, currency }: Pick<CompletionProps, 'moves' | 'currency'>) {
  const { subject, sentence } = useSelector(moves, ({ context }) => context);
  const isOpen = useSelector(moves, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(moves, (snapshot) => snapshot.matches('submitting'));
  const claims =
    currency === null ? m.act_complete_lead() : m.act_complete_will_claim({ amount: `${shownMoney(subject?.claimed ?? '0')} ${currency}` });
  if (subject !== null && subject.later.length === 0)
    return (
      <ConfirmDialog
        open={isOpen}
        busy={isBusy}
        problem={sentenceText(sentence)}
        kind="primary"
        title={m.act_complete_to_title({ name: subject.what.name, percent: shownPercent(subject.percent) })}
        description={claims}
        action={m.act_complete()}
        onConfirm={() => moves.send({ type: 'form.submitted', given: null })}
        onClose={() => moves.send({ type: 'dialog.closed' })}
      />
    );
  return (
    <MovesDialog
      note={claims}
      moved={isOpen ? (subject?.later ?? null) : null}
      currency={currency}
      busy={isBusy}
      problem={sentenceText(sentence)}
      onConfirm={() => moves.send({ type: 'form.submitted', given: null })}
      onDecline={() => moves.send({ type: 'dialog.closed' })}
    />
  );
}

/** Asks for the percent. A spinner appears after half a second. */
export function Completion({ dialog, moves, undo, currency, news, hasLater }: CompletionProps) {
  const form = useId();
  const { subject, sentence } = useSelector(dialog, ({ context }) => context);
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const isAsking = useSelector(dialog, (snapshot) => snapshot.matches('asking'));
  const text = useSelector(news, ({ context }) => context.text);
  const mayUndo = useSelector(undo, (snapshot) => snapshot.matches('asking'));
  const close = () => dialog.send({ type: 'dialog.closed' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const percent = String(new FormData(event.currentTarget).get('percent') ?? '');
    dialog.send({ type: 'form.submitted', given: percent.trim().replace(',', '.') });
  };
  const isInBackground = isBusy && subject?.isAsked !== true;
  return (
    <>
      <Dialog
        open={isAsking || (isBusy && !isInBackground)}
        title={m.act_complete_title({ name: subject?.name ?? '' })}
        lead={hasLater ? m.act_complete_lead_later() : m.act_complete_lead()}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.action_cancel()}</Button>
            <Button kind="primary" type="submit" form={form} loading={isBusy}>
              {m.act_complete()}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} noValidate className={styles.percentField}>
          <Field
            name="percent"
            label={m.act_complete_to()}
            defaultValue={ALL}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.target.select()}
            problem={sentenceText(sentence)}
          />
        </form>
      </Dialog>
      <CompletionMoves moves={moves} currency={currency} />
      {(isInBackground || text !== null) && (
        <ToastRegion>
          {isInBackground ? (
            <div className={styles.late}>
              <Toast>
                <Spinner size="small" /> {m.act_completing({ name: subject?.name ?? '' })}
              </Toast>
            </div>
          ) : (
            <Toast
              {...(mayUndo && {
                action: { label: m.history_undo(), onPress: () => undo.send({ type: 'form.submitted', given: null }) },
              })}
            >
              {text}
            </Toast>
          )}
        </ToastRegion>
      )}
    </>
  );
}
