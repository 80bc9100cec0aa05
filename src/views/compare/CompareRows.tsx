import { useEffect, useMemo, useRef } from 'react';
import type { Change } from '../../../domain/comparison.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { shownMoney, signedMoney } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { wideEnough } from '../grid/widths.ts';
import { FoldTools } from '../sections/FoldTools.tsx';
import { useRowView } from '../sections/useRowView.ts';
import styles from './compare.module.css';
import { useCompared } from './context.ts';
import type { ComparedRow } from './needs.ts';
import { PHONE, rowColumns } from './rowColumns.tsx';

const placeOf = ({ id, kind, level }: ComparedRow) => ({ id, kind, level });
const looksOf = ({ kind }: ComparedRow) => (kind === 'section' ? 'section' : undefined);

/** The rows that differ, or only those with one kind of difference. */
export function CompareRows({ change }: { readonly change: Change | null }) {
  const { screen, comparison, about, changes } = useCompared();
  const { rows, windows, ...viewed } = useMemo(() => screen.rows(change), [screen, change]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  const { view, viewing, onFlip } = useRowView(viewed, rows, reload);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes, reload]);
  const isNarrow = useNarrow();
  const { subtotal, old, new: now, moment, lists } = comparison;
  const columns = useMemo(() => {
    const wide = rowColumns(about.project.currency, { old, new: now, moment, lists }, { view, onFlip });
    const longest = Math.max(...[subtotal.old, subtotal.new].map(({ total }) => shownMoney(total).length));
    return wideEnough(isNarrow ? phoneColumns(wide, PHONE) : wide, { old_total: longest, new_total: longest, difference: longest + 1 });
  }, [about.project.currency, old, now, moment, lists, subtotal, isNarrow, view, onFlip]);
  if (failure !== null && count === null) return <FailedState title={m.compare_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.compare_reading()} />;
  return (
    <section ref={section} className={styles.rows} aria-label={m.compare_rows()}>
      <FoldTools rows={rows} count={count} placeOf={placeOf} view={view} viewing={viewing} table={section} className={styles.folds} />
      <ReadGrid
        label={m.compare_rows()}
        columns={columns}
        rows={rows}
        count={count}
        looksOf={looksOf}
        onSeen={onSeen}
        {...(change === null &&
          count > 0 && {
            totals: {
              name: m.summary_subtotal(),
              old_total: shownMoney(subtotal.old.total),
              new_total: shownMoney(subtotal.new.total),
              difference: signedMoney(subtotal.difference.total),
            },
          })}
        empty={
          change === null ? (
            <EmptyState title={m.compare_rows_same()}>{m.compare_rows_same_why()}</EmptyState>
          ) : (
            <EmptyState title={m.compare_none_of_kind()} />
          )
        }
      />
      <RowsUnread failure={failure} onRetry={retry} />
    </section>
  );
}
