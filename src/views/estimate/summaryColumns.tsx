import type { Amounts } from '../../../domain/amounts.ts';
import type { Line, ListCosts } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { type PhoneLayout, phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { AMOUNTS, amountName, effectivePercent, listTitle, Percent, shownMoney, shownPercent, TaxAmount, zeroTone } from '../figures.tsx';
import { wideEnough } from '../grid/widths.ts';
import { ActionsButton, type MenuAction } from '../menus.tsx';
import { Link } from '../routing.tsx';
import styles from './estimate.module.css';
import type { SummaryRow } from './summaryRows.ts';

const NAMES = { subtotal: m.summary_subtotal, total: m.summary_total } as const;

interface SummaryActions {
  readonly addressOf: (listId: number) => string;
  readonly onAdd: (kind: 'additional' | 'tax') => void;
  /** Why nothing can be added, or null. */
  readonly blocked: string | null;
  readonly onRemove: (line: Line, kind: 'additional' | 'tax') => void;
  /** The actions of a list. */
  readonly actionsOf: (list: ListCosts) => readonly MenuAction[];
}

function Name({ row, actions: { addressOf, onAdd, blocked } }: { readonly row: SummaryRow; readonly actions: SummaryActions }) {
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
          <span className={styles.action}>
            {NAMES[row.kind]()}
            <Button
              kind="func"
              size="extra-small"
              icon="plus"
              blocked={blocked}
              // Insert in the row adds a line. A blocked button can be focused, so that its reason can be read.
              tabIndex={blocked === null ? -1 : 0}
              onClick={() => onAdd(row.kind === 'subtotal' ? 'additional' : 'tax')}
            >
              {row.kind === 'subtotal' ? m.estimate_parameters() : m.estimate_taxes()}
            </Button>
          </span>
          {row.kind === 'subtotal' && <small className={styles.means}>{m.estimate_parameters_mean()}</small>}
        </span>
      );
    case 'additional':
    case 'tax':
      return <span>{row.line.name}</span>;
  }
}

const typedPercent = (row: SummaryRow, amount: keyof Amounts): string | null => ('line' in row ? row.line[`percent_${amount}`] : null);

function percentColumn(amount: keyof Amounts): GridColumn<SummaryRow> {
  return {
    id: `percent_${amount}`,
    header: '%',
    label: m.estimate_percent_of({ name: amountName(amount) }),
    width: 88,
    figures: true,
    accepts: 'number',
    tone: (row) => (typedPercent(row, amount) === null ? 'faint' : undefined),
    render: (row) => {
      if (!('line' in row)) return null;
      const typed = typedPercent(row, amount);
      if (typed !== null) return <Percent value={shownPercent(typed)} />;
      return (
        <span title={m.estimate_effective_percent()}>
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
    header: m.column_of_currency({ name: amountName(amount), currency }),
    width: 118,
    figures: true,
    highlight: true,
    tone: (row) => (amount === 'total' ? 'strong' : zeroTone(row.amounts[amount])),
    render: (row) => (row.kind === 'tax' ? <TaxAmount amount={row.amounts[amount]} /> : shownMoney(row.amounts[amount])),
    copied: (row) => row.amounts[amount],
  };
}

/** The actions at the end of a row; Enter in the cell triggers them too. */
function Actions({ row, actions: { blocked, onRemove, actionsOf } }: { readonly row: SummaryRow; readonly actions: SummaryActions }) {
  if (row.kind === 'list') return <ActionsButton name={listTitle(row.list.title)} actions={actionsOf(row.list)} tabIndex={-1} />;
  if (!('line' in row)) return null;
  return (
    <Button
      kind="ghost"
      size="extra-small"
      icon="trash"
      tabIndex={blocked === null ? -1 : 0}
      blocked={blocked}
      aria-label={m.estimate_delete({ name: row.line.name })}
      onClick={() => onRemove(row.line, row.kind)}
    />
  );
}

/** Percents beside their amounts. Typed values are black, computed ones grey. */
function wideColumns(currency: string, actions: SummaryActions): readonly GridColumn<SummaryRow>[] {
  return [
    {
      id: 'name',
      header: m.list(),
      label: m.column_name(),
      width: 248,
      grows: true,
      pinned: true,
      heads: true,
      accepts: 'text',
      render: (row) => <Name row={row} actions={actions} />,
      copied: (row) => ('line' in row ? row.line.name : row.kind === 'list' ? listTitle(row.list.title) : NAMES[row.kind]()),
    },
    ...AMOUNTS.flatMap((amount) => [percentColumn(amount), amountColumn(amount, currency)]),
    {
      id: 'actions',
      header: '',
      label: m.actions(),
      width: 52,
      render: (row) => <Actions row={row} actions={actions} />,
    },
  ];
}

const PHONE: PhoneLayout<SummaryRow> = { above: 'name', first: ['total', 'percent_total', 'actions'], leftOut: [] };

/** In px, for an amount of nine digits in the figures of a grand total: on a phone no column grows with the screen. */
const AMOUNT_WIDTH = 152;
const isAmount = (id: string) => AMOUNTS.some((amount) => amount === id);

/** `digits` are the characters of the longest amount, none of which is cut. */
export const summaryColumns = (
  currency: string,
  actions: SummaryActions,
  isNarrow: boolean,
  digits: number,
): readonly GridColumn<SummaryRow>[] =>
  wideEnough(
    isNarrow
      ? phoneColumns(wideColumns(currency, actions), PHONE).map((column) =>
          isAmount(column.id) ? { ...column, width: AMOUNT_WIDTH } : column,
        )
      : wideColumns(currency, actions),
    Object.fromEntries(AMOUNTS.map((amount) => [amount, digits])),
  );
