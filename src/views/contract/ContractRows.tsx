import { useEffect, useMemo, useRef } from 'react';
import { COLUMNS, type ContractKind } from '../../../domain/contractFigures.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { shownMoney } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { wideEnough } from '../grid/widths.ts';
import { FoldTools } from '../sections/FoldTools.tsx';
import { useRowView } from '../sections/useRowView.ts';
import { useContract } from './context.ts';
import styles from './contract.module.css';
import type { ContractItem } from './needs.ts';
import { PHONE, placeOf, rowColumns, shownIn } from './rowColumns.tsx';

const looksOf = ({ kind }: ContractItem) =>
  kind === 'list' ? 'section' : kind === 'line' ? 'sub' : kind === 'row' ? undefined : ('total' as const);

/** Lists with their rows, all of them or those with a kind of change, and their sums. */
export function ContractRows({ kind }: { readonly kind: ContractKind | null }) {
  const { screen, contract, about, changes } = useContract();
  const { rows, windows, ...viewed } = useMemo(() => screen.rows(kind), [screen, kind]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  const { view, viewing, onFlip } = useRowView(viewed, rows, reload);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes, reload]);
  const isNarrow = useNarrow();
  const { currency } = about.project;
  const sums = kind === null ? contract.total_with_taxes : contract.shown;
  const columns = useMemo(() => {
    const wide = rowColumns(contract, currency, { view, onFlip });
    const longest = COLUMNS.map((column) => [column, shownMoney(sums[column]).length + 1] as const);
    return wideEnough(isNarrow ? phoneColumns(wide, PHONE) : wide, Object.fromEntries(longest));
  }, [contract, currency, sums, isNarrow, view, onFlip]);
  if (failure !== null && count === null) return <FailedState title={m.contract_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.contract_reading()} />;
  return (
    <section ref={section} className={styles.rows} aria-label={m.contract_rows()}>
      <FoldTools rows={rows} count={count} placeOf={placeOf} view={view} viewing={viewing} table={section} className={styles.folds} />
      <ReadGrid
        label={m.contract_rows()}
        columns={columns}
        rows={rows}
        count={count}
        looksOf={looksOf}
        onSeen={onSeen}
        grandTotals
        {...(count > 0 && {
          totals: {
            name: kind === null ? m.summary_total_with_taxes() : m.contract_rows_shown(),
            ...Object.fromEntries(COLUMNS.map((column) => [column, shownIn(column, sums[column])])),
          },
        })}
        empty={<EmptyState title={m.contract_none_of_kind()} />}
      />
      <RowsUnread failure={failure} onRetry={retry} />
    </section>
  );
}
