import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { CARRY_KINDS } from '../../../domain/api/contractShapes.ts';
import type { CarryHead, carryingMachine, HandPair } from '../../machines/carrying/carrying.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/Field.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useStored } from '../reading.ts';
import { CarryFigures } from './CarryFigures.tsx';
import { CarryRows, type Pairing } from './CarryRows.tsx';
import { ConfirmCarry } from './ConfirmCarry.tsx';
import styles from './carrying.module.css';
import { HandPairs } from './HandPairs.tsx';
import type { CarryingPart } from './needs.ts';
import { Picker } from './Picker.tsx';
import { kindName } from './words.ts';

type Actor = ActorRefFrom<typeof carryingMachine>;

interface CarryReviewProps {
  readonly part: CarryingPart;
  readonly actor: Actor;
  readonly currency: string;
  /** The address at which the obstacle can be removed. */
  readonly mend?: (head: CarryHead) => ReactNode;
}

const NOTES = {
  revalued: m.carry_note_revalued,
  settled: m.carry_note_settled,
  added: m.carry_note_added,
  paired: m.carry_note_paired,
} as const;

/** Pairs by hand that the server refuses are dropped, so that the review can continue. */
function Unread({ actor, hasPairs }: { readonly actor: Actor; readonly hasPairs: boolean }) {
  const sentence = useSelector(actor, ({ context }) => context.sentence);
  return (
    <>
      <FailedState
        title={m.carry_unreadable()}
        sentence={sentenceText(sentence) ?? ''}
        onRetry={() => actor.send({ type: 'load.retried' })}
      />
      {hasPairs && (
        <p className={styles.centred}>
          <Button onClick={() => actor.send({ type: 'pairs.forgotten' })}>{m.carry_forget_pairs()}</Button>
        </p>
      )}
    </>
  );
}

/** Candidates for the settled row that was picked, the likeliest first: beside the rows, on a phone over them. */
function Pick({ part, actor }: Pick<CarryReviewProps, 'part' | 'actor'>) {
  const isNarrow = useNarrow();
  const { picked, candidatesSought, sentence } = useSelector(actor, ({ context }) => context);
  const isSeeking = useSelector(
    actor,
    (snapshot) => snapshot.matches({ reviewing: { picking: 'seeking' } }) || snapshot.matches({ reviewing: { picking: 'typing' } }),
  );
  const candidates = useStored(part.candidates) ?? [];
  const leave = () => actor.send({ type: 'picking.left' });
  const picker = picked !== null && (
    <Picker
      picked={picked}
      candidates={candidates}
      isSeeking={isSeeking}
      sought={candidatesSought}
      problem={sentenceText(sentence)}
      onSought={(sought) => actor.send({ type: 'candidates.typed', sought })}
      onPair={(pair: HandPair) => actor.send({ type: 'pair.made', pair })}
      onLeave={leave}
      isOver={isNarrow}
    />
  );
  if (isNarrow)
    return (
      <Dialog
        open={picked !== null}
        title={m.carry_pair_title()}
        onClose={leave}
        actions={<Button onClick={leave}>{m.carry_leave_settled()}</Button>}
      >
        {picker}
      </Dialog>
    );
  return (
    <aside className={styles.aside} aria-label={m.carry_pair_title()}>
      {picker || <p className={styles.hint}>{m.carry_pair_how()}</p>}
    </aside>
  );
}

/** A preview of carrying: its figures, its rows by kind, and the pairs a person makes. */
export function CarryReview({ part, actor, currency, mend }: CarryReviewProps) {
  const snapshot = useSelector(actor, (current) => current);
  const rows = useStored(part.rows) ?? [];
  const section = useRef<HTMLElement>(null);
  const { head, kind, pairs, picked, sought, sentence } = snapshot.context;
  const isPicking = picked !== null;
  const wasPicked = useRef<number | null>(null);
  // The focus goes back to where it was before the list of new rows opened.
  useEffect(() => {
    if (picked !== null) wasPicked.current = picked.from?.row_id ?? null;
    else if (wasPicked.current !== null) {
      const button = section.current?.querySelector<HTMLElement>(`[data-pair="${wasPicked.current}"]`);
      (button ?? section.current)?.focus({ preventScroll: true });
      wasPicked.current = null;
    }
  }, [picked]);
  if (snapshot.matches({ reviewing: 'failed' })) return <Unread actor={actor} hasPairs={pairs.length > 0} />;
  if (head === null || kind === null) return <SkeletonRows label={m.carry_reading()} />;
  const isReading = snapshot.matches({ reviewing: 'reading' }) || snapshot.matches({ reviewing: 'typing' });
  const pairing: Pairing = {
    picked,
    onPick: (row) => actor.send({ type: 'row.picked', row }),
    onUndo: (row) => row.from && actor.send({ type: 'pair.undone', from: row.from.row_id }),
    onDragEnd: () => actor.send({ type: 'picking.left' }),
  };
  const blocked = sentenceText(head.blocked);
  const hasMore = head.shown < head.total;
  return (
    <section ref={section} tabIndex={-1} className={styles.review} aria-label={m.carry_review()} aria-busy={isReading}>
      {blocked !== null && (
        <Banner tone="waits" action={mend?.(head)}>
          {blocked}
        </Banner>
      )}
      <CarryFigures value={head} currency={currency} />
      {pairs.length > 0 && <HandPairs pairs={pairs} onUndo={(from) => actor.send({ type: 'pair.undone', from })} />}
      <div className={styles.tabs}>
        {CARRY_KINDS.map((each) => (
          <Filter
            key={each}
            chosen={each === kind}
            count={head.counts[each]}
            onChoose={() => actor.send({ type: 'kind.chosen', kind: each })}
          >
            {kindName(each)}
          </Filter>
        ))}
        <span className="grow" />
        {isReading && <Spinner size="small" delayed label={m.carry_reading()} />}
        <span className={styles.search}>
          <SearchField
            key={kind}
            label={m.carry_search()}
            defaultValue={sought}
            onChange={(event) => actor.send({ type: 'search.typed', sought: event.target.value.trim() })}
          />
        </span>
      </div>
      <p className={styles.hint}>{NOTES[kind]()}</p>
      {sentence !== null && snapshot.matches({ reviewing: 'idle' }) && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
      <div className={kind === 'settled' && head.counts.settled > 0 ? styles.beside : undefined}>
        {rows.length === 0 ? (
          <EmptyState title={sought === '' ? m.carry_none_of_kind() : m.carry_none_sought()} />
        ) : (
          <div>
            <CarryRows rows={rows} kind={kind} currency={currency} pairing={pairing} />
            {hasMore && (
              <p className={styles.more}>
                <span className="muted">{m.carry_shown_of({ shown: head.shown, total: head.total })}</span>
                <Button
                  size="small"
                  loading={snapshot.matches({ reviewing: 'readingMore' })}
                  onClick={() => actor.send({ type: 'more.requested' })}
                >
                  {m.carry_more()}
                </Button>
              </p>
            )}
          </div>
        )}
        {kind === 'settled' && (head.counts.settled > 0 || isPicking) && <Pick part={part} actor={actor} />}
      </div>
      <ConfirmCarry
        snapshot={snapshot}
        head={head}
        currency={currency}
        onConfirm={() => actor.send({ type: 'carry.confirmed' })}
        onClose={() => actor.send({ type: 'carry.declined' })}
      />
    </section>
  );
}
