import type { Amounts } from '../../../domain/amounts.ts';
import type { Line } from '../../../domain/contract/shapes.ts';
import { Button } from '../../ui/Button.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { AMOUNT_NAMES, AMOUNTS, effectivePercent, listTitle, Percent, shownMoney, shownPercent, TaxAmount, zeroTone } from '../figures.tsx';
import { Link } from '../routing.tsx';
import styles from './estimate.module.css';
import type { SummaryRow } from './summaryRows.ts';

const NAMES = { subtotal: 'Subtotal', total: 'Total' } as const;

export interface SummaryActions {
  readonly addressOf: (listId: number) => string;
  /** Absent where nothing may be edited. */
  readonly onAdd: ((kind: 'additional' | 'tax') => void) | null;
  readonly onRemove: (line: Line, kind: 'additional' | 'tax') => void;
}

function Name({ row, actions: { addressOf, onAdd } }: { readonly row: SummaryRow; readonly actions: SummaryActions }) {
  switch (row.kind) {
    case 'list':
      return (
        <Link to={addressOf(row.list.id)} tabIndex={-1} className={styles.list}>
          {listTitle(row.list.title)}
        </Link>
      );
    case 'subtotal':
    case 'total':
      return (
        <span className={styles.withAction}>
          {NAMES[row.kind]}
          {onAdd && (
            <Button
              kind="func"
              size="extra-small"
              icon="plus"
              tabIndex={-1}
              onClick={() => onAdd(row.kind === 'subtotal' ? 'additional' : 'tax')}
            >
              {row.kind === 'subtotal' ? 'Add parameters' : 'Add taxes'}
            </Button>
          )}
        </span>
      );
    case 'additional':
    case 'tax':
      return row.line.name;
  }
}

const typedPercent = (row: SummaryRow, amount: keyof Amounts): string | null => ('line' in row ? row.line[`percent_${amount}`] : null);

function percentColumn(amount: keyof Amounts): GridColumn<SummaryRow> {
  return {
    id: `percent_${amount}`,
    header: '%',
    label: `${AMOUNT_NAMES[amount]} percent`,
    width: 80,
    figures: true,
    accepts: 'number',
    tone: (row) => (typedPercent(row, amount) === null ? 'faint' : undefined),
    render: (row) => {
      if (!('line' in row)) return null;
      const typed = typedPercent(row, amount);
      if (typed !== null) return <Percent value={shownPercent(typed)} />;
      return (
        <span title="Effective percent: worked out from the amounts">
          <Percent value={effectivePercent(row.amounts[amount], row.base[amount])} />
        </span>
      );
    },
    copied: (row) => typedPercent(row, amount) ?? '',
  };
}

function amountColumn(amount: keyof Amounts, currency: string): GridColumn<SummaryRow> {
  return {
    id: amount,
    header: `${AMOUNT_NAMES[amount]}, ${currency}`,
    width: 128,
    figures: true,
    highlight: true,
    tone: (row) => (amount === 'total' ? 'strong' : zeroTone(row.amounts[amount])),
    render: (row) => (row.kind === 'tax' ? <TaxAmount amount={row.amounts[amount]} /> : shownMoney(row.amounts[amount])),
    copied: (row) => row.amounts[amount],
  };
}

/** Percents beside their amounts; what was typed is black, what is worked out is grey. */
export function summaryColumns(currency: string, actions: SummaryActions): readonly GridColumn<SummaryRow>[] {
  return [
    {
      id: 'name',
      header: 'List',
      label: 'Name',
      width: 180,
      grows: true,
      pinned: true,
      heads: true,
      accepts: 'text',
      render: (row) => <Name row={row} actions={actions} />,
      copied: (row) => ('line' in row ? row.line.name : row.kind === 'list' ? listTitle(row.list.title) : NAMES[row.kind]),
    },
    ...AMOUNTS.flatMap((amount) => [percentColumn(amount), amountColumn(amount, currency)]),
    {
      id: 'delete',
      header: '',
      label: 'Delete',
      width: 52,
      render: (row) =>
        'line' in row &&
        actions.onAdd && (
          <Button
            kind="ghost"
            size="extra-small"
            icon="trash"
            tabIndex={-1}
            aria-label={`Delete ${row.line.name}`}
            onClick={() => actions.onRemove(row.line, row.kind)}
          />
        ),
    },
  ];
}
