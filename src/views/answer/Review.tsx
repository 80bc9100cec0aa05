import { type FormEvent, useId } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { certifiedBeyond } from '../../../domain/submission.ts';
import type { answerMachine } from '../../machines/answer/answer.ts';
import type { Draft } from '../../machines/answer/draft.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { contractOf, listTitle, shownMoney } from '../figures.tsx';
import { useRefusedFocus } from '../forms.tsx';
import styles from './answer.module.css';
import { Sums } from './Sums.tsx';
import { linesOn, type useAnswerTotals } from './totals.ts';

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

type Sender = Pick<Draft, 'name' | 'email'>;
const senderIn = (form: HTMLFormElement): Sender => {
  const typed = new FormData(form);
  return { name: text(typed, 'name'), email: text(typed, 'email') };
};

interface ReviewProps {
  readonly snapshot: SnapshotFrom<typeof answerMachine>;
  readonly totals: ReturnType<typeof useAnswerTotals>;
  readonly summary: ActSummary;
  readonly draft: Draft;
  readonly currency: string;
  /** Keeps who sends it while it is typed. */
  readonly onTyped: (typed: Sender) => void;
  readonly onSend: (typed: Sender) => void;
  readonly onRetry: () => void;
  readonly onLeave: () => void;
}

interface OverContractProps {
  /** In this act, with taxes, in cents. */
  readonly certified: bigint;
  readonly summary: ActSummary;
  readonly currency: string;
}
/** Warns that the certified sum to date would exceed the contract, because deductions are left out. */
function OverContract({ certified, summary: { total_with_taxes: whole }, currency }: OverContractProps) {
  const cents = (amount: string) => exact(amount, SCALE.money);
  const [contract, before] = [cents(contractOf(whole)), cents(whole.completed_before.total)];
  const excess = certifiedBeyond(contract, before, certified);
  if (excess === 0n) return null;
  const shown = (amount: bigint) => `${shownMoney(fixed(amount, SCALE.money))} ${currency}`;
  return (
    <Banner tone="waits" icon="alert">
      {m.answer_over_contract({ certified: shown(before + certified), contract: shown(contract), excess: shown(excess) })}
    </Banner>
  );
}

/** The whole answer before it is sent: its sums by list, and who sends it. */
export function Review({ snapshot, totals, summary, draft, currency, onTyped, onSend, onRetry, onLeave }: ReviewProps) {
  const form = useId();
  const { way, problems, sentence } = snapshot.context;
  const sender = useRefusedFocus(problems);
  const [isSending, isWaiting] = [snapshot.matches('sending'), snapshot.matches('waiting')];
  const changed = summary.costs.flatMap((list, at) => {
    const sums = totals.lists[at];
    return sums === undefined || sums.difference.total === 0n ? [] : [{ list, sums }];
  });
  const lines = linesOn(totals, summary).filter(({ sums }) => sums.difference.total !== 0n);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(senderIn(event.currentTarget));
  };
  const problem = (field: string) => sentenceText(problems[field] ?? null);
  return (
    <Dialog
      open={isSending || isWaiting || snapshot.matches('reviewing')}
      title={way === 'paper' ? m.answer_paper_review() : m.answer_review()}
      lead={draft.rows.length === 0 ? m.answer_review_all() : m.answer_review_rows({ count: draft.rows.length })}
      onClose={() => snapshot.matches('reviewing') && onLeave()}
      actions={
        <>
          {!isSending && !isWaiting && <Button onClick={onLeave}>{m.answer_back()}</Button>}
          <span className="grow" />
          {isWaiting ? (
            <Button kind="primary" onClick={onRetry}>
              {m.answer_send_again()}
            </Button>
          ) : (
            <Button kind="primary" type="submit" form={form} loading={isSending}>
              {way === 'paper' ? m.answer_record() : m.answer_send()}
            </Button>
          )}
        </>
      }
    >
      <Sums sums={totals.totalWithTaxes} currency={currency} isWithTaxes />
      <OverContract certified={totals.totalWithTaxes.certified.total} summary={summary} currency={currency} />
      {changed.length > 0 && (
        <ul className={styles.changes}>
          {changed.map(({ list, sums }) => (
            <li key={list.id}>
              <b>{listTitle(list.title)}</b>
              <Sums sums={sums} currency={currency} isSmall />
            </li>
          ))}
          {lines.map(({ key, name, sums }) => (
            <li key={key}>
              <span className="muted">{name}</span>
              <Sums sums={sums} currency={currency} isSmall />
            </li>
          ))}
        </ul>
      )}
      <form
        id={form}
        ref={sender}
        onSubmit={submit}
        onInput={(event) => onTyped(senderIn(event.currentTarget))}
        noValidate
        className={styles.sender}
      >
        <Field
          name="name"
          label={way === 'paper' ? m.answer_paper_name() : m.answer_your_name()}
          autoComplete={way === 'paper' ? 'off' : 'name'}
          defaultValue={draft.name}
          problem={problem('name')}
        />
        <Field
          name="email"
          type="email"
          label={way === 'paper' ? m.answer_paper_email() : m.answer_your_email()}
          autoComplete={way === 'paper' ? 'off' : 'email'}
          defaultValue={draft.email}
          problem={problem('email')}
        />
      </form>
      <p role="status" className={sentence === null ? 'muted' : 'wrong'}>
        {sentence !== null
          ? sentenceText(sentence)
          : isWaiting
            ? m.answer_waiting()
            : way === 'paper'
              ? m.answer_paper_final()
              : m.answer_final()}
      </p>
    </Dialog>
  );
}
