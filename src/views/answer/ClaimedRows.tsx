import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { MOST_PRINTED, useIsPrinting } from '../../ui/grid/printing.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle } from '../figures.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useSearchParam } from '../routing.tsx';
import styles from './answer.module.css';
import { ClaimedRow } from './ClaimedRow.tsx';
import type { Answering } from './needs.ts';

const CARD = 148;

interface ClaimedRowsProps {
  readonly answering: Answering;
  readonly list: ActSummary['costs'][number];
  readonly summary: ActSummary;
  readonly currency: string;
}

/** The claimed rows of a list. Only those in sight are rendered. */
export function ClaimedRows({ answering, list, summary, currency }: ClaimedRowsProps) {
  const { draft } = answering;
  const { rows, windows } = useMemo(() => answering.list(list.id), [answering, list.id]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  useSyncExternalStore(rows.subscribeArrivals, rows.arrivals);
  useSyncExternalStore(draft.subscribe, draft.version);
  const known = useRef(summary);
  useEffect(() => {
    if (known.current !== summary) reload();
    known.current = summary;
  }, [summary, reload]);
  const element = useRef<HTMLUListElement>(null);
  const top = useRef(0);
  useLayoutEffect(() => {
    top.current = element.current?.offsetTop ?? 0;
  });
  const isPrinting = useIsPrinting();
  const virtual = useWindowVirtualizer({
    count: count ?? 0,
    estimateSize: () => CARD,
    overscan: 6,
    scrollMargin: top.current,
    measureElement: (card) => (card as HTMLElement).offsetHeight || CARD,
  });
  const shown = isPrinting ? null : virtual.getVirtualItems();
  const [first, last] = [shown?.[0]?.index ?? 0, shown?.at(-1)?.index ?? 0];
  useEffect(() => {
    if (count !== null && count > 0) onSeen(first, last);
  }, [count, first, last, onSeen]);
  const asked = useSearchParam('at');
  const isThere = count !== null;
  useEffect(() => {
    if (isThere && asked !== null && /^\d{1,6}$/.test(asked)) virtual.scrollToIndex(Number(asked), { align: 'center' });
  }, [asked, isThere, virtual]);
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  if (count === 0) return <EmptyState title={m.act_rows_none_claimed()} />;
  const card = (index: number) => {
    const row = rows.at(index);
    return row === undefined ? (
      <div className={styles.card} aria-hidden="true" />
    ) : (
      <ClaimedRow row={row} place={index} draft={draft} currency={currency} />
    );
  };
  return (
    <>
      <ul
        ref={element}
        className={styles.cards}
        aria-label={listTitle(list.title)}
        style={shown === null ? undefined : { height: virtual.getTotalSize() }}
      >
        {(shown ?? Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => ({ index, start: 0 }))).map(({ index, start }) => (
          <li
            key={rows.keyAt(index) ?? -index - 1}
            ref={virtual.measureElement}
            data-index={index}
            className={shown === null ? undefined : styles.placed}
            style={shown === null ? undefined : { transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {card(index)}
          </li>
        ))}
      </ul>
      <RowsUnread failure={failure} onRetry={retry} />
    </>
  );
}
