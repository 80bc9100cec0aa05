import { useCallback, useEffect, useMemo } from 'react';
import type { ListCosts, Row } from '../../../domain/contract/shapes.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { AMOUNT_NAMES, listTitle, shownMoney, shownQuantity, shownUnitPrice, zeroTone } from '../figures.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useId } from '../routing.tsx';
import { useEstimate } from './context.ts';
import styles from './estimate.module.css';

type Component = 'labour' | 'materials' | 'tools';
const COMPONENTS = ['labour', 'materials', 'tools'] as const;

const ofRow = (row: Row, text: string) => (row.kind === 'row' ? text : '');

function unitPriceColumn(component: Component, group: string): GridColumn<Row> {
  const field = `unit_${component}` as const;
  return {
    id: field,
    header: AMOUNT_NAMES[component],
    label: `${AMOUNT_NAMES[component]} unit price`,
    group,
    width: 92,
    figures: true,
    edge: component === 'labour',
    accepts: 'number',
    highlight: true,
    tone: (row) => zeroTone(row[field]),
    render: (row) => ofRow(row, shownUnitPrice(row[field])),
    copied: (row) => row[field],
  };
}

function amountColumn(amount: Component | 'total', group: string): GridColumn<Row> {
  return {
    id: amount,
    header: AMOUNT_NAMES[amount],
    label: `${AMOUNT_NAMES[amount]} amount`,
    group,
    width: amount === 'total' ? 116 : 108,
    figures: true,
    edge: amount === 'labour',
    highlight: true,
    tone: (row) => (amount === 'total' ? 'strong' : zeroTone(row[amount])),
    render: (row) => ofRow(row, shownMoney(row[amount])),
    copied: (row) => row[amount],
  };
}

function listColumns(currency: string): readonly GridColumn<Row>[] {
  const unitPrice = `Unit price, ${currency}`;
  const amount = `Amount, ${currency}`;
  return [
    { id: 'place', header: '', label: 'Row', width: 52, figures: true, tone: () => 'faint', render: (_, index) => index + 1 },
    { id: 'code', header: 'Code', width: 88, accepts: 'text', tone: () => 'faint', render: ({ code }) => code, copied: ({ code }) => code },
    {
      id: 'name',
      header: 'Name',
      width: 180,
      grows: true,
      pinned: true,
      accepts: 'text',
      render: ({ name }) => <span title={name}>{name}</span>,
      copied: ({ name }) => name,
    },
    { id: 'unit', header: 'Unit', width: 56, accepts: 'text', tone: () => 'faint', render: ({ unit }) => unit, copied: ({ unit }) => unit },
    {
      id: 'quantity',
      header: 'Quantity',
      width: 100,
      figures: true,
      accepts: 'number',
      highlight: true,
      tone: (row) => zeroTone(row.quantity),
      render: (row) => ofRow(row, shownQuantity(row.quantity)),
      copied: ({ quantity }) => quantity,
    },
    ...COMPONENTS.map((component) => unitPriceColumn(component, unitPrice)),
    {
      id: 'unit_total',
      header: 'Total',
      label: 'Total unit price',
      group: unitPrice,
      width: 96,
      figures: true,
      highlight: true,
      render: (row) => ofRow(row, shownUnitPrice(row.unit_total)),
      copied: (row) => row.unit_total,
    },
    ...([...COMPONENTS, 'total'] as const).map((each) => amountColumn(each, amount)),
  ];
}

const TEXTS: readonly string[] = ['code', 'name', 'unit'];
const TYPED = ['code', 'name', 'unit', 'quantity', 'unit_labour', 'unit_materials', 'unit_tools'] as const;

/** A section heading is its name alone. */
function subjectIn(row: Row, column: GridColumn<Row>): Subject | null {
  const field = TYPED.find((each) => each === column.id);
  if (field === undefined || (row.kind === 'section' && field !== 'name')) return null;
  return {
    key: `${row.id} ${field}`,
    id: row.id,
    field,
    value: row[field],
    revision: row.revision,
    reads: TEXTS.includes(field) ? 'text' : 'number',
  };
}

const looksOf = (row: Row) => (row.kind === 'section' ? 'section' : undefined);
const shown = ({ field, value, reads }: Subject) =>
  reads === 'text' ? (value === '' ? 'empty' : value) : field === 'quantity' ? shownQuantity(value) : shownUnitPrice(value);

function KnownList({ list }: { readonly list: ListCosts }) {
  const { estimate, summary, about, changes } = useEstimate();
  const { rows, windows, grid: machine } = useMemo(() => estimate.list(list.id), [estimate, list.id]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes, reload]);
  const columns = useMemo(() => listColumns(about.project.currency), [about.project.currency]);
  const subjectOf = useCallback((row: Row, column: GridColumn<Row>) => (summary.frozen ? null : subjectIn(row, column)), [summary.frozen]);
  const placeOf = useCallback(({ id }: Subject) => rows.placeOf(id), [rows]);
  const { props } = useGrid<Row>({ machine, columns, rows, count: count ?? 0, startCol: 4, subjectOf, placeOf, shown });
  if (failure !== null && count === null) return <FailedState title="The rows could not be read" sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label="Reading the rows" />;
  return (
    <section className={styles.screen} aria-label={listTitle(list.title)}>
      <Grid
        {...props}
        label={listTitle(list.title)}
        looksOf={looksOf}
        onSeen={onSeen}
        totals={{
          name: `${listTitle(list.title)}, ${count === 1 ? '1 row' : `${count} rows`}`,
          labour: shownMoney(list.labour),
          materials: shownMoney(list.materials),
          tools: shownMoney(list.tools),
          total: shownMoney(list.total),
        }}
        empty={<EmptyState title="No rows in this list">Rows come with an imported file.</EmptyState>}
      />
    </section>
  );
}

/** One list of the estimate, row by row. */
export function EstimateList() {
  const { summary } = useEstimate();
  const listId = useId('list');
  const list = summary.costs.find(({ id }) => id === listId);
  if (!list)
    return <EmptyState title="This list is not in this version">It may have been deleted, or belong to another version.</EmptyState>;
  return <KnownList key={list.id} list={list} />;
}
