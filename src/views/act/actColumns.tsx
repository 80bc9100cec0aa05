import type { ActRow } from '../../../domain/contract/shapes.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Progress } from '../../ui/Progress.tsx';
import { donePercent, Percent, share, shownMoney, shownQuantity, zeroTone } from '../figures.tsx';
import styles from './act.module.css';

const ofRow = (row: ActRow, text: string) => (row.kind === 'row' ? text : '');

function quantityColumn(id: 'estimated_quantity' | 'quantity_before', header: string): GridColumn<ActRow> {
  return {
    id,
    header,
    label: `${header} quantity`,
    group: 'Quantity',
    width: 84,
    figures: true,
    highlight: true,
    tone: (row) => zeroTone(row[id]),
    render: (row) => ofRow(row, shownQuantity(row[id])),
    copied: (row) => row[id],
  };
}

type Cost = 'estimated_cost' | 'completed_before' | 'completed_now' | 'balance' | 'left_to_do';
function costColumn(id: Cost, header: string, currency: string): GridColumn<ActRow> {
  return {
    id,
    header,
    label: `${header} cost`,
    group: `Cost, ${currency}`,
    width: 100,
    figures: true,
    edge: id === 'estimated_cost',
    highlight: true,
    tone: (row) => zeroTone(row[id].total) ?? (id === 'completed_now' ? 'strong' : undefined),
    render: (row) => ofRow(row, shownMoney(row[id].total)),
    copied: (row) => row[id].total,
  };
}

/** A row of the act: what was estimated, what is done in this act, what that costs. */
export function actColumns(currency: string): readonly GridColumn<ActRow>[] {
  return [
    { id: 'place', header: '', label: 'Row', width: 52, figures: true, tone: () => 'faint', render: (_, index) => index + 1 },
    { id: 'code', header: 'Code', width: 84, tone: () => 'faint', render: ({ code }) => code, copied: ({ code }) => code },
    {
      id: 'name',
      header: 'Name',
      width: 180,
      grows: true,
      pinned: true,
      render: ({ name }) => <span title={name}>{name}</span>,
      copied: ({ name }) => name,
    },
    { id: 'unit', header: 'Unit', width: 52, tone: () => 'faint', render: ({ unit }) => unit },
    quantityColumn('estimated_quantity', 'Estimated'),
    quantityColumn('quantity_before', 'Before'),
    {
      id: 'quantity',
      header: 'Quantity',
      group: 'Done in this act',
      width: 104,
      figures: true,
      edge: true,
      accepts: 'number',
      tinted: true,
      tone: (row) => zeroTone(row.quantity),
      render: (row) => ofRow(row, shownQuantity(row.quantity)),
      copied: ({ quantity }) => quantity,
    },
    {
      id: 'percent',
      header: 'Percent',
      group: 'Done in this act',
      width: 92,
      figures: true,
      accepts: 'number',
      tinted: true,
      tone: (row) => zeroTone(row.percent),
      render: (row) => row.kind === 'row' && <Percent value={shownMoney(row.percent)} />,
      copied: ({ percent }) => percent,
    },
    costColumn('estimated_cost', 'Estimated', currency),
    costColumn('completed_before', 'Before', currency),
    costColumn('completed_now', 'Now', currency),
    costColumn('balance', 'Balance', currency),
    costColumn('left_to_do', 'Left to do', currency),
    {
      id: 'progress',
      header: 'Progress',
      width: 100,
      render: ({ kind, completed_before, completed_now, balance, estimated_cost }) =>
        kind === 'row' && (
          <span className={styles.bar}>
            <Progress
              before={share(completed_before.total, estimated_cost.total)}
              now={share(completed_now.total, estimated_cost.total)}
              label={`${donePercent(balance.total, estimated_cost.total)} % done`}
            />
          </span>
        ),
    },
  ];
}
