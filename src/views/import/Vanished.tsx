import { useMemo } from 'react';
import type { VanishedRows } from '../../../domain/api/importShapes.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownMoney, shownQuantity } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import type { ImportScreen } from './needs.ts';
import { useOthers } from './screen.ts';

type Gone = VanishedRows['rows'][number];

const columnsOf = (currency: string): readonly GridColumn<Gone>[] => [
  { id: 'list', header: m.list(), width: 160, render: (row) => listTitle(row.list_title) },
  { id: 'code', header: m.column_code(), width: 96, tone: () => 'faint', render: (row) => row.code },
  { id: 'name', header: m.column_name(), width: 200, grows: true, pinned: true, render: (row) => row.name },
  { id: 'unit', header: m.column_unit(), width: 72, render: (row) => row.unit },
  { id: 'quantity', header: m.column_quantity(), width: 104, figures: true, render: (row) => shownQuantity(row.quantity) },
  {
    id: 'amount',
    header: m.column_amount({ currency }),
    width: 124,
    figures: true,
    edge: true,
    tone: () => 'strong',
    render: (row) => shownMoney(row.total),
  },
];

/** Rows of the last version that the file no longer has. */
export function Vanished({ screen, currency }: { readonly screen: ImportScreen; readonly currency: string }) {
  const { rows, windows } = useMemo(() => screen.vanished(), [screen]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  useOthers(screen, reload);
  const isNarrow = useNarrow();
  const columns = useMemo(() => {
    const all = columnsOf(currency);
    return isNarrow ? phoneColumns(all, { above: 'name', first: ['quantity', 'amount'], leftOut: ['code', 'unit'] }) : all;
  }, [currency, isNarrow]);
  if (failure !== null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  return (
    <ReadGrid
      label={m.import_vanished_rows()}
      columns={columns}
      rows={rows}
      count={count}
      onSeen={onSeen}
      empty={<EmptyState title={m.import_none_vanished()} />}
    />
  );
}
