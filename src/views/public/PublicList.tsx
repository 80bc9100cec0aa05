import { useEffect, useMemo, useRef } from 'react';
import type { ActRow, ActSummary } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTotals, useActColumns } from '../act/actColumns.tsx';
import { listTitle } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useStored } from '../reading.ts';
import { useIdParam } from '../routing.tsx';
import { useRowView } from '../sections/useRowView.ts';
import { usePublicAct } from './context.ts';
import styles from './public.module.css';

const looksOf = (row: ActRow) => (row.kind === 'section' ? 'section' : undefined);

function KnownList({ list }: { readonly list: ActSummary['costs'][number] }) {
  const { screen, about, summary } = usePublicAct();
  const { rows, windows, ...viewed } = useMemo(() => screen.list(about.act.id, list.id), [screen, about.act.id, list.id]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  const whole = useStored(viewed.shown);
  const folds = useRowView(viewed, rows, reload);
  // The sums are loaded again when the act has changed, and then the rows.
  const known = useRef(summary);
  useEffect(() => {
    if (known.current !== summary) reload();
    known.current = summary;
  }, [summary, reload]);
  const columns = useActColumns(about.currency, list, count, folds);
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  return (
    <section className={styles.rows} aria-label={listTitle(list.title)}>
      <ReadGrid
        label={listTitle(list.title)}
        columns={columns}
        rows={rows}
        count={count}
        looksOf={looksOf}
        onSeen={onSeen}
        totals={listTotals(list, whole?.stored ?? count)}
        empty={<EmptyState title={m.list_empty()} />}
      />
      <RowsUnread failure={failure} onRetry={retry} />
    </section>
  );
}

/** One list of the shared act. */
export function PublicList() {
  const { summary } = usePublicAct();
  const listId = useIdParam('list');
  const list = summary.costs.find(({ id }) => id === listId);
  return list ? <KnownList key={list.id} list={list} /> : <EmptyState title={m.act_no_such_list()} />;
}
