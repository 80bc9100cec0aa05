import { useSelector } from '@xstate/react';
import { type FormEvent, type SyntheticEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { EXTRA_REASON } from '../../../domain/api/contractShapes.ts';
import { typedNumber } from '../../../domain/numbers.ts';
import type { extraMachine } from '../../machines/extra/extra.ts';
import { spokenNumber } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText, sentenceTexts } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { quoted, shownMoney } from '../figures.tsx';
import { textsOf, useRefusedFocus } from '../forms.tsx';
import styles from './extras.module.css';
import { signedQuantity } from './words.ts';

interface DialogsProps {
  readonly actor: ActorRefFrom<typeof extraMachine>;
  /** Whether the person may approve. */
  readonly decides: boolean;
  /** Null for somebody who sees no prices. */
  readonly currency: string | null;
}

const close =
  ({ actor }: DialogsProps) =>
  () =>
    actor.send({ type: 'dialog.closed' });
const Refusal = ({ sentence }: { readonly sentence: string | null }) =>
  sentence !== null && (
    <p className="wrong" role="alert">
      {sentence}
    </p>
  );

/** The quantity and the reason. A person who may decide can approve the extra at once. */
function AskDialog(props: DialogsProps) {
  const { actor, decides } = props;
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { row, problems, sentence } = snapshot.context;
  const fields = useRefusedFocus(problems);
  const isBusy = snapshot.matches('sending') || snapshot.matches('approving');
  const texts = sentenceTexts(problems);
  const isOpen = snapshot.matches('asking') || snapshot.matches('sending');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { quantity = '', reason = '' } = textsOf(event.currentTarget);
    const by = (event.nativeEvent as SubmitEvent).submitter?.dataset.approves;
    actor.send({ type: 'extra.asked', quantity: typedNumber(quantity), reason: reason.trim(), approves: by === 'yes' });
  };
  return (
    <Dialog
      open={isOpen}
      title={m.extra_ask_title({ name: quoted(row?.name ?? '') })}
      lead={decides ? m.extra_ask_lead_decides() : m.extra_ask_lead()}
      onClose={close(props)}
      actions={
        <>
          <Button onClick={close(props)}>{m.action_cancel()}</Button>
          <Button kind={decides ? 'secondary' : 'primary'} type="submit" form={form} loading={isBusy}>
            {m.extra_ask()}
          </Button>
          {decides && (
            <Button kind="primary" type="submit" form={form} data-approves="yes" loading={isBusy}>
              {m.extra_ask_and_approve()}
            </Button>
          )}
        </>
      }
    >
      {row !== null && (
        <form id={form} ref={fields} className={styles.form} noValidate onSubmit={submit}>
          <Field
            name="quantity"
            label={row.unit === '' ? m.extra_quantity() : m.extra_quantity_in({ unit: row.unit })}
            note={m.extra_quantity_note()}
            defaultValue={row.quantity === '' ? '' : spokenNumber(row.quantity)}
            inputMode="text"
            autoComplete="off"
            autoFocus={row.quantity === ''}
            problem={texts.quantity ?? null}
          />
          <TextArea
            name="reason"
            label={m.extra_reason()}
            rows={3}
            maxLength={EXTRA_REASON}
            autoFocus={row.quantity !== ''}
            problem={texts.reason ?? null}
          />
          <Refusal sentence={sentenceText(sentence)} />
        </form>
      )}
    </Dialog>
  );
}

/** The note is optional for an approval and required for a refusal. */
function DecideDialog(props: DialogsProps) {
  const { actor, currency } = props;
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { extra, approves, problems, sentence } = snapshot.context;
  const fields = useRefusedFocus(problems);
  const isBusy = snapshot.matches('sendingDecision') || snapshot.matches('approving');
  const about = extra === null ? null : { quantity: signedQuantity(extra), name: quoted(extra.name) };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send({ type: 'extra.decided', text: (textsOf(event.currentTarget).text ?? '').trim() });
  };
  return (
    <Dialog
      open={snapshot.matches('deciding') || isBusy}
      title={about === null ? '' : approves ? m.extra_approve_title(about) : m.extra_refuse_title(about)}
      lead={extra === null ? undefined : m.extra_asked_because({ name: extra.asked.by, reason: extra.reason })}
      onClose={close(props)}
      actions={
        <>
          <Button onClick={close(props)}>{m.action_cancel()}</Button>
          <Button kind={approves ? 'primary' : 'danger'} type="submit" form={form} loading={isBusy}>
            {approves ? m.extra_approve() : m.extra_refuse()}
          </Button>
        </>
      }
    >
      {extra !== null && (
        <form id={form} ref={fields} className={styles.form} noValidate onSubmit={submit}>
          {approves && currency !== null && <p className="muted">{m.extra_worth({ amount: `${shownMoney(extra.value)} ${currency}` })}</p>}
          <TextArea
            name="text"
            label={approves ? m.extra_approve_text() : m.extra_refuse_text()}
            rows={3}
            maxLength={EXTRA_REASON}
            autoFocus
            problem={sentenceTexts(problems).text ?? null}
          />
          <Refusal sentence={sentenceText(sentence)} />
        </form>
      )}
    </Dialog>
  );
}

function WithdrawDialog(props: DialogsProps) {
  const { actor } = props;
  const snapshot = useSelector(actor, (current) => current);
  const { extra, sentence } = snapshot.context;
  const isBusy = snapshot.matches('withdrawing');
  const isApproved = extra?.status === 'approved';
  return (
    <ConfirmDialog
      open={snapshot.matches('confirming') || isBusy}
      busy={isBusy}
      problem={sentenceText(sentence)}
      title={extra === null ? '' : m.extra_withdraw_title({ quantity: signedQuantity(extra), name: quoted(extra.name) })}
      description={isApproved ? m.extra_withdraw_approved_why() : m.extra_withdraw_why()}
      action={m.extra_withdraw()}
      onConfirm={() => actor.send({ type: 'withdrawal.confirmed' })}
      onClose={close(props)}
    />
  );
}

/** The dialogs for requesting, deciding and withdrawing an extra. */
export const ExtraDialogs = (props: DialogsProps) => (
  <>
    <AskDialog {...props} />
    <DecideDialog {...props} />
    <WithdrawDialog {...props} />
  </>
);
