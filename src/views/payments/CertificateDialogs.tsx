import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { typedNumber } from '../../../domain/numbers.ts';
import { stalePayment } from '../../../domain/sentences/payments.ts';
import type { certificateMachine } from '../../machines/certificate/certificate.ts';
import { spokenNumber } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText, sentenceTexts } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { dayOf } from '../dates.ts';
import { shownMoney } from '../figures.tsx';
import { textsOf, useRefusedFocus } from '../forms.tsx';
import styles from './payments.module.css';
import { certificateName, certificateSubject, dueInWords, paidInWords } from './words.ts';

type Actor = ActorRefFrom<typeof certificateMachine>;
interface DialogProps {
  readonly actor: Actor;
  readonly currency: string;
}

const submitted = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault();
  return textsOf(event.currentTarget);
};
const close = (actor: Actor) => () => actor.send({ type: 'dialog.closed' });
const Refusal = ({ sentence }: { readonly sentence: string | null }) =>
  sentence !== null && (
    <p className="wrong" role="alert">
      {sentence}
    </p>
  );

/** Number and date of a certificate to be issued, under the amount due. */
function IssueDialog({ actor, currency }: DialogProps) {
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { sheet, problems, sentence, wasDue } = snapshot.context;
  const fields = useRefusedFocus(problems);
  const isBusy = snapshot.matches('issuing');
  const texts = sentenceTexts(problems);
  return (
    <Dialog
      open={snapshot.matches('asking') || isBusy}
      title={sheet === null ? m.certificate_issue() : m.certificate_issue_of({ subject: certificateSubject(sheet) })}
      lead={m.certificate_issue_lead()}
      onClose={close(actor)}
      actions={
        <>
          <Button onClick={close(actor)}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {m.certificate_issue()}
          </Button>
        </>
      }
    >
      {sheet !== null && (
        <>
          {wasDue !== null && (
            <Banner tone="waits" icon="alert">
              {m.certificate_moved({ was: `${shownMoney(wasDue)} ${currency}`, due: `${shownMoney(sheet.due)} ${currency}` })}
            </Banner>
          )}
          <p className={styles.asked}>{dueInWords(sheet.due, currency)}</p>
          <form
            id={form}
            ref={fields}
            className={styles.pair}
            noValidate
            onSubmit={(event) => {
              const { number = '', date = '' } = submitted(event);
              actor.send({ type: 'issue.confirmed', number: number.trim(), date });
            }}
          >
            <Field
              name="number"
              label={m.certificate_number()}
              defaultValue={sheet.number}
              autoComplete="off"
              problem={texts.number ?? null}
            />
            <DateField name="date" label={m.certificate_date()} defaultDay={dayOf(new Date())} problem={texts.date ?? null} />
          </form>
          <Refusal sentence={sentenceText(sentence)} />
        </>
      )}
    </Dialog>
  );
}

/** The amount of retention to release. An advance has the amount of the terms. */
function BetweenDialog({ actor, currency }: DialogProps) {
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { between, problems, sentence } = snapshot.context;
  const isBusy = snapshot.matches('previewing');
  const most = `${shownMoney(between?.most ?? '0')} ${currency}`;
  const isRelease = between?.kind === 'release';
  return (
    <Dialog
      open={snapshot.matches('choosing') || isBusy}
      title={isRelease ? m.payment_release() : m.payment_pay_advance_title()}
      lead={isRelease ? m.payment_release_lead({ amount: most }) : m.payment_advance_lead({ amount: most })}
      onClose={close(actor)}
      actions={
        <>
          <Button onClick={close(actor)}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {m.payment_continue()}
          </Button>
        </>
      }
    >
      {between !== null && (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            const { amount } = submitted(event);
            actor.send({ type: 'between.chosen', amount: amount === undefined ? null : typedNumber(amount) });
          }}
        >
          {isRelease && (
            <Field
              name="amount"
              label={m.column_of_currency({ name: m.payment_release_amount(), currency })}
              defaultValue={spokenNumber(between.most)}
              inputMode="decimal"
              autoComplete="off"
              autoFocus
              onFocus={(event) => event.target.select()}
              problem={sentenceTexts(problems).amount ?? null}
            />
          )}
          <Refusal sentence={sentenceText(sentence)} />
        </form>
      )}
    </Dialog>
  );
}

function TakeBackDialog({ actor }: DialogProps) {
  const snapshot = useSelector(actor, (current) => current);
  const { certificate, sentence } = snapshot.context;
  const isBusy = snapshot.matches('takingBack');
  return (
    <ConfirmDialog
      open={snapshot.matches('confirming') || isBusy}
      busy={isBusy}
      problem={sentenceText(sentence)}
      title={m.certificate_take_back_of({ name: certificate === null ? '' : certificateName(certificate) })}
      description={m.certificate_take_back_why()}
      action={m.certificate_take_back()}
      onConfirm={() => actor.send({ type: 'taking.confirmed' })}
      onClose={close(actor)}
    />
  );
}

/** The day and the amount of a payment, as a note without accounting. */
function PaidDialog({ actor, currency }: DialogProps) {
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { certificate, problems, sentence } = snapshot.context;
  const fields = useRefusedFocus(problems);
  const isBusy = snapshot.matches('noting');
  const texts = sentenceTexts(problems);
  const paid = certificate?.paid ?? null;
  const hasMoved = sentence?.code === stalePayment.code;
  return (
    <Dialog
      open={snapshot.matches('paying') || isBusy}
      title={m.certificate_paid_of({ name: certificate === null ? '' : certificateName(certificate) })}
      lead={certificate === null ? undefined : dueInWords(certificate.due, currency)}
      onClose={close(actor)}
      actions={
        <>
          {paid !== null && (
            <Button kind="ghost" onClick={() => actor.send({ type: 'payment.noted', paid: null })}>
              {m.certificate_not_paid()}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={close(actor)}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {m.save()}
          </Button>
        </>
      }
    >
      {certificate !== null && (
        <form
          id={form}
          ref={fields}
          className={styles.pair}
          noValidate
          onSubmit={(event) => {
            const { on = '', amount = '' } = submitted(event);
            actor.send({ type: 'payment.noted', paid: { on, amount: typedNumber(amount) } });
          }}
        >
          <DateField
            name="on"
            label={m.certificate_paid_on()}
            defaultDay={paid?.on ?? dayOf(new Date())}
            problem={texts['paid.on'] ?? null}
          />
          <Field
            name="amount"
            label={m.column_of_currency({ name: m.certificate_paid_amount(), currency })}
            defaultValue={spokenNumber(paid?.amount ?? certificate.due)}
            inputMode="decimal"
            autoComplete="off"
            problem={texts['paid.amount'] ?? null}
          />
          <Refusal sentence={sentenceText(sentence)} />
          {hasMoved && <p>{paid === null ? m.certificate_unpaid() : paidInWords(paid, currency)}</p>}
        </form>
      )}
    </Dialog>
  );
}

/** The dialogs before a certificate is issued, taken back or marked paid. */
export const CertificateDialogs = (props: DialogProps) => (
  <>
    <IssueDialog {...props} />
    <BetweenDialog {...props} />
    <TakeBackDialog {...props} />
    <PaidDialog {...props} />
  </>
);
