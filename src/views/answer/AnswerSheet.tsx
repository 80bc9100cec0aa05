import { useActorRef, useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isZero, listTitle } from '../figures.tsx';
import { Link } from '../routing.tsx';
import styles from './answer.module.css';
import { ClaimedRows } from './ClaimedRows.tsx';
import type { Answering } from './needs.ts';
import { Review } from './Review.tsx';
import { Sums } from './Sums.tsx';
import { linesOn, useAnswerTotals } from './totals.ts';

interface AnswerSheetProps {
  readonly answering: Answering;
  readonly way: 'link' | 'paper';
  readonly summary: ActSummary;
  readonly currency: string;
  /** Null for the overview of the lists. */
  readonly listId: number | null;
  /** The address of a list on the sheet, at an index among its claimed rows. */
  readonly addressOf: (listId: number, place?: number) => string;
}

function Lists({
  summary,
  totals,
  currency,
  addressOf,
}: Pick<AnswerSheetProps, 'summary' | 'currency' | 'addressOf'> & { readonly totals: ReturnType<typeof useAnswerTotals> }) {
  return (
    <ul className={styles.lists} aria-label={m.lists()}>
      {summary.costs.map((list, at) => {
        const sums = totals.lists[at];
        return (
          sums !== undefined && (
            <li key={list.id} className={isZero(list.completed_now.total) ? styles.unclaimed : undefined}>
              <Link to={addressOf(list.id)}>{listTitle(list.title)}</Link>
              <Sums sums={sums} currency={currency} isSmall />
            </li>
          )
        );
      })}
      {linesOn(totals, summary).map(({ key, name, sums }) => (
        <li key={key}>
          <span className="muted">{name}</span>
          <Sums sums={sums} currency={currency} isSmall />
        </li>
      ))}
      <li>
        <b>{m.summary_total_with_taxes()}</b>
        <Sums sums={totals.totalWithTaxes} currency={currency} isSmall />
      </li>
    </ul>
  );
}

interface SaidProps extends Pick<AnswerSheetProps, 'addressOf'> {
  readonly snapshot: SnapshotFrom<Answering['machine']>;
  readonly draft: Answering['draft'];
  readonly onReread: () => void;
}
/** Notes beside the sums: why the answer was not taken, or what is still missing in it. */
function Said({ snapshot, draft, addressOf, onReread }: SaidProps) {
  const { incomplete, sentence } = snapshot.context;
  const [isReading, wrong] = [snapshot.matches('rereading'), draft.incomplete()];
  const [first] = wrong;
  if (snapshot.matches('refused') || isReading)
    return (
      <div className={styles.said} role="alert">
        <p className="wrong">
          {sentenceText(sentence)}. {m.answer_kept()}
        </p>
        <Button size="small" loading={isReading} onClick={onReread}>
          {m.answer_look_again()}
        </Button>
      </div>
    );
  if (snapshot.matches('sent')) return <p className={styles.said}>{m.answer_sent()}</p>;
  if (!snapshot.matches('filling')) return false;
  if (sentence !== null)
    return (
      <p className={classNames(styles.said, 'wrong')} role="alert">
        {sentenceText(sentence)}
      </p>
    );
  if (incomplete === 0 || first === undefined) return false;
  return (
    <div className={styles.said} role="alert">
      <p className="wrong">{m.answer_incomplete({ count: wrong.length, name: first.row.name })}</p>
      <Link to={addressOf(first.row.list_id, first.place)}>{m.answer_show_row()}</Link>
    </div>
  );
}

/** The sheet on which a submitted act is answered: accepted whole, or row by row with reasons. Its sums are always in sight. */
export function AnswerSheet({ answering, way, summary, currency, listId, addressOf }: AnswerSheetProps) {
  const { draft } = answering;
  const machine = useActorRef(answering.machine, { input: { way } });
  const snapshot = useSelector(machine, (current) => current);
  const totals = useAnswerTotals(draft, summary);
  useSyncExternalStore(draft.subscribe, draft.version);
  const list = summary.costs.find(({ id }) => id === listId);
  const isOpen = !snapshot.matches('refused') && !snapshot.matches('rereading') && !snapshot.matches('sent');
  const changed = draft.get().rows.length;
  return (
    <div className={styles.sheet}>
      {draft.isCarried() && <Banner tone="waits">{m.answer_carried()}</Banner>}
      {listId === null ? (
        <>
          <p className={styles.lead}>{way === 'paper' ? m.answer_paper_lead() : m.answer_lead()}</p>
          <Lists summary={summary} totals={totals} currency={currency} addressOf={addressOf} />
        </>
      ) : list === undefined ? (
        <EmptyState title={m.act_no_such_list()} />
      ) : (
        <ClaimedRows key={list.id} answering={answering} list={list} summary={summary} currency={currency} />
      )}
      <footer className={styles.bar}>
        <Said snapshot={snapshot} draft={draft} addressOf={addressOf} onReread={() => machine.send({ type: 'act.reread' })} />
        <Sums sums={totals.totalWithTaxes} currency={currency} isWithTaxes />
        {isOpen && (
          <div className={styles.actions}>
            <Button onClick={() => machine.send({ type: 'all.accepted', changed })}>{m.answer_accept_all()}</Button>
            <Button kind="primary" onClick={() => machine.send({ type: 'review.requested', incomplete: draft.incomplete().length })}>
              {m.answer_to_review()}
            </Button>
          </div>
        )}
      </footer>
      <ConfirmDialog
        open={snapshot.matches('confirmingAll') || snapshot.matches('accepting')}
        title={m.answer_accept_all_title()}
        description={m.answer_accept_all_why({ count: changed })}
        action={m.answer_accept_all()}
        busy={snapshot.matches('accepting')}
        onConfirm={() => machine.send({ type: 'loss.confirmed' })}
        onClose={() => machine.send({ type: 'loss.declined' })}
      />
      <Review
        snapshot={snapshot}
        totals={totals}
        summary={summary}
        draft={draft.get()}
        currency={currency}
        onTyped={draft.name}
        onSend={(typed) => machine.send({ type: 'answer.submitted', typed })}
        onRetry={() => machine.send({ type: 'sending.retried' })}
        onLeave={() => machine.send({ type: 'review.left' })}
      />
    </div>
  );
}
