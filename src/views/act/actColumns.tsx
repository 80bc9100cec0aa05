import { type ReactNode, useMemo } from 'react';
import type { ActRow, ActSummary, ClaimedSummary } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE, shortest } from '../../../domain/decimal.ts';
import { isFolded, type RowView } from '../../../domain/rowView.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { m } from '../../messages/messages.ts';
import { type PhoneLayout, phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { reasonShown } from '../answer/reasons.ts';
import { contractOf, donePercent, listTitle, Percent, shownMoney, shownQuantity, signedMoney, zeroTone } from '../figures.tsx';
import { type Figure, useWidest, wideEnough } from '../grid/widths.ts';
import { SectionName } from '../sections/SectionName.tsx';
import styles from './act.module.css';
import { DoneBar } from './DoneBar.tsx';
import { WholeName } from './WholeName.tsx';

/** Names of this many characters or more are set smaller, so that they fit on three lines. */
const LONG_NAME = 56;
/** Longer names do not fit on any screen; a press shows the whole name. */
const LONGEST_NAME = 90;
/** Which sections are folded. */
interface Folds {
  readonly view: RowView;
  readonly onFlip: (id: number) => void;
}
type Mark = ((row: ActRow) => ReactNode) | undefined;
const ofRow = (row: ActRow, text: string) => (row.kind === 'row' ? text : '');

/** A section is the same one in all acts. */
const ofEstimate = (row: ActRow) => ({ ...row, id: row.row_id });
export const placeOf = ({ row_id: id, kind, level }: ActRow) => ({ id, kind, level });

type Quantity = 'estimated_quantity' | 'quantity_before' | 'quantity_balance' | 'quantity_left';
/** "100 + 12.5": the estimated quantity, and the approved extras. */
function shownOf(row: ActRow, id: Quantity): string {
  const { extra_quantity: extra } = row;
  if (id !== 'estimated_quantity' || extra === undefined) return shownQuantity(row[id]);
  return `${shownQuantity(row[id])} ${extra.startsWith('-') ? '−' : '+'} ${shownQuantity(extra.replace('-', ''))}`;
}
/** The sum of a heading or a list with the amounts of extras. */
const withExtras = ({ total }: { readonly total: string }, extras: ActRow['extras']): ReactNode =>
  extras === undefined ? (
    shownMoney(total)
  ) : (
    <span className={styles.figures}>
      {shownMoney(total)}
      <small>{signedMoney(extras.total)}</small>
    </span>
  );

function quantityColumn(id: Quantity, header: string, group = m.column_quantity()): GridColumn<ActRow> {
  return {
    id,
    header,
    label: m.act_column_quantity_of({ name: header }),
    group,
    width: 88,
    edge: id === 'quantity_balance',
    figures: true,
    highlight: true,
    tone: (row) => zeroTone(row[id]),
    render: (row) => ofRow(row, shownOf(row, id)),
    copied: (row) => row[id],
  };
}

const COSTS = ['estimated_cost', 'completed_before', 'completed_now', 'balance', 'left_to_do'] as const;
type Cost = (typeof COSTS)[number];
function costColumn(id: Cost, header: string, currency: string): GridColumn<ActRow> {
  return {
    id,
    header,
    label: m.act_column_cost_of({ name: header }),
    group: m.act_column_cost({ currency }),
    width: 92,
    figures: true,
    edge: id === 'estimated_cost',
    highlight: true,
    tone: (row) => zeroTone(row[id].total) ?? (id === 'completed_now' ? 'strong' : undefined),
    render: (row) => shownMoney(row[id].total),
    copied: (row) => row[id].total,
    ...(id === 'balance' && { note: m.act_balance_means() }),
  };
}

/** The same with the quantity on a second line, because this act's quantity has a column of its own. */
function costAndQuantity(id: Cost, header: string, currency: string, quantity?: Quantity): GridColumn<ActRow> {
  const column = { ...costColumn(id, header, currency), group: m.act_column_cost_and_quantity({ currency }) };
  if (quantity === undefined) return column;
  return {
    ...column,
    label: m.act_column_cost_and_quantity_of({ name: header }),
    render: (row) =>
      row.kind === 'section' ? (
        withExtras(row[id], id === 'estimated_cost' ? row.extras : undefined)
      ) : (
        <span className={styles.figures}>
          {shownMoney(row[id].total)}
          <small>{shownOf(row, quantity)}</small>
        </span>
      ),
  };
}

const claimedOf = (row: ActRow): string => row.answered?.claimed ?? row.quantity;
const differenceOf = (row: ActRow): string => fixedDifference(row.quantity, claimedOf(row));
const fixedDifference = (certified: string, claimed: string): string =>
  shortest(exact(certified, SCALE.quantity) - exact(claimed, SCALE.quantity), SCALE.quantity);

/** The columns of an answered act: the claimed quantity, the difference to the certified one, and the reason. */
const answerColumns = (): readonly GridColumn<ActRow>[] => [
  {
    id: 'claimed',
    header: m.answer_claimed(),
    group: m.answer_receipt(),
    width: 88,
    figures: true,
    edge: true,
    tone: (row) => zeroTone(claimedOf(row)),
    render: (row) => ofRow(row, shownQuantity(claimedOf(row))),
    copied: claimedOf,
  },
  {
    id: 'difference',
    header: m.answer_difference(),
    group: m.answer_receipt(),
    width: 88,
    figures: true,
    tone: (row) => zeroTone(differenceOf(row)) ?? 'strong',
    render: (row) => ofRow(row, shownQuantity(differenceOf(row))),
    copied: differenceOf,
  },
  {
    id: 'reason',
    header: m.answer_reason(),
    group: m.answer_receipt(),
    width: 160,
    wraps: true,
    render: ({ answered }) => answered && <span title={reasonShown(answered)}>{reasonShown(answered)}</span>,
    copied: ({ answered }) => (answered ? reasonShown(answered) : ''),
  },
];

/** The row's number, name and quantity in this act; in an answered act the certified quantity beside the claimed one. */
function leading(mark: Mark, folds: Folds, isAnswered: boolean): readonly GridColumn<ActRow>[] {
  const columns = ownLeading(mark, folds);
  if (!isAnswered) return columns;
  const certified = columns.map((column) =>
    column.id === 'quantity' || column.id === 'percent' ? { ...column, group: m.answer_certified() } : column,
  );
  return [...certified, ...answerColumns()];
}

function ownLeading(mark: Mark, { view, onFlip }: Folds): readonly GridColumn<ActRow>[] {
  return [
    { id: 'place', header: '', label: m.column_row(), width: 40, figures: true, tone: () => 'faint', render: (_, index) => index + 1 },
    {
      id: 'code',
      header: m.column_code(),
      width: 84,
      wraps: true,
      tone: () => 'faint',
      render: ({ code }) => <span className={styles.code}>{code}</span>,
      copied: ({ code }) => code,
    },
    {
      id: 'name',
      header: m.column_name(),
      width: 200,
      grows: true,
      pinned: true,
      wraps: true,
      render: (row) =>
        row.kind === 'section' ? (
          <SectionName row={ofEstimate(row)} isFolded={isFolded(view, ofEstimate(row))} onFlip={onFlip} />
        ) : (
          <span className={styles.nameLine}>
            {row.name.length > LONGEST_NAME ? (
              <WholeName row={row} isLong />
            ) : (
              <span title={row.name} className={row.name.length > LONG_NAME ? styles.longName : styles.name}>
                {row.name}
              </span>
            )}
            {mark?.(row)}
          </span>
        ),
      copied: ({ name }) => name,
    },
    { id: 'unit', header: m.column_unit(), width: 56, wraps: true, tone: () => 'faint', render: ({ unit }) => unit },
    {
      id: 'quantity',
      header: m.column_quantity(),
      group: m.act_column_done_in_this(),
      width: 92,
      figures: true,
      edge: true,
      accepts: 'number',
      formula: 'quantity',
      tinted: true,
      tone: (row) => zeroTone(row.quantity),
      render: (row) => ofRow(row, shownQuantity(row.quantity)),
      copied: ({ quantity }) => quantity,
    },
    {
      id: 'percent',
      header: m.act_column_percent(),
      group: m.act_column_done_in_this(),
      width: 80,
      figures: true,
      accepts: 'number',
      tinted: true,
      tone: (row) => zeroTone(row.percent),
      render: (row) => row.kind === 'row' && <Percent value={shownMoney(row.percent)} />,
      copied: ({ percent }) => percent,
    },
  ];
}
const progressColumn = (): GridColumn<ActRow> => ({
  id: 'progress',
  header: m.act_column_progress(),
  width: 72,
  render: (row) => (
    <span className={styles.bar}>
      <DoneBar cost={row} />
    </span>
  ),
});

/** The columns for somebody who sees no prices. */
const quantities = (): readonly GridColumn<ActRow>[] => [
  quantityColumn('estimated_quantity', m.act_column_estimated()),
  quantityColumn('quantity_before', m.act_column_before()),
  quantityColumn('quantity_balance', m.act_balance(), m.act_column_quantity_after()),
  quantityColumn('quantity_left', m.act_column_left(), m.act_column_quantity_after()),
];

/** A row of the act: its estimate, the quantity done in this act, and the cost of that. All columns fit on 1,280 px. */
function wideColumns(currency: string, mark: Mark, folds: Folds, isAnswered: boolean): readonly GridColumn<ActRow>[] {
  return [
    ...leading(mark, folds, isAnswered),
    costAndQuantity('estimated_cost', m.act_column_estimated(), currency, 'estimated_quantity'),
    costAndQuantity('completed_before', m.act_column_before(), currency, 'quantity_before'),
    costAndQuantity('completed_now', m.act_column_now(), currency),
    costAndQuantity('balance', m.act_balance(), currency, 'quantity_balance'),
    costAndQuantity('left_to_do', m.act_column_left(), currency, 'quantity_left'),
    progressColumn(),
  ];
}
/** On a phone quantities and costs have columns of their own. */
function narrowColumns(currency: string, mark: Mark, folds: Folds, isAnswered: boolean): readonly GridColumn<ActRow>[] {
  return [
    ...leading(mark, folds, isAnswered),
    ...quantities(),
    costColumn('estimated_cost', m.act_column_estimated(), currency),
    costColumn('completed_before', m.act_column_before(), currency),
    costColumn('completed_now', m.act_column_now(), currency),
    costColumn('balance', m.act_balance(), currency),
    costColumn('left_to_do', m.act_column_left(), currency),
    progressColumn(),
  ];
}

const phoneLayout = (mark: Mark, { view, onFlip }: Folds, isAnswered: boolean): PhoneLayout<ActRow> => ({
  above: 'name',
  render: (row) =>
    row.kind === 'section' ? (
      <SectionName
        row={ofEstimate(row)}
        isFolded={isFolded(view, ofEstimate(row))}
        onFlip={onFlip}
        sum={row.completed_now.total === null ? undefined : m.section_claims({ now: shownMoney(row.completed_now.total) })}
      />
    ) : (
      <>
        <WholeName row={row} />
        {mark?.(row)}
      </>
    ),
  first: isAnswered ? ['claimed', 'quantity', 'difference', 'reason'] : ['quantity', 'percent', 'completed_now', 'quantity_left'],
  leftOut: ['place', 'code', 'unit'],
});

/** The figures of a row that may be longer than those of its list: amounts may cancel each other out, and quantities have decimals. */
const FIGURES: readonly Figure<ActRow>[] = [
  ...COSTS.map((cost) => ({
    column: cost,
    raw: (row: ActRow) => row[cost].total ?? '',
    shown: (row: ActRow) => shownMoney(row[cost].total),
  })),
  ...(
    [
      ['estimated_cost', 'estimated_quantity'],
      ['completed_before', 'quantity_before'],
      ['balance', 'quantity_balance'],
      ['left_to_do', 'quantity_left'],
    ] as const
  ).flatMap(([cost, quantity]) =>
    [cost, quantity].map((column) => ({
      column,
      raw: (row: ActRow) => row[quantity] + (quantity === 'estimated_quantity' ? (row.extra_quantity ?? '') : ''),
      shown: (row: ActRow) => shownOf(row, quantity),
    })),
  ),
  { column: 'quantity', raw: ({ quantity }) => quantity, shown: ({ quantity }) => shownQuantity(quantity) },
  { column: 'claimed', raw: claimedOf, shown: (row) => shownQuantity(claimedOf(row)) },
];

/** As wide as the sign after a percent and the space between them. */
const PERCENT_SIGN = ' 00';
/** The width of an amount in average letters: digits are wider than letters, separators narrower. */
const breadthOf = (amount: string): number => [...amount].reduce((sum, sign) => sum + (/\d/.test(sign) ? 1.08 : 0.52), 0);

/** The columns of a list in an act, wide enough for its largest figures. */
export function useActColumns(
  currency: string,
  list: ActSummary['costs'][number],
  rows: RowStore<ActRow>,
  count: number | null,
  folds: Folds,
  priced: boolean,
  mark?: Mark,
  isAnswered = false,
): readonly GridColumn<ActRow>[] {
  const isNarrow = useNarrow();
  const widest = useWidest(rows, FIGURES);
  const places = String(count ?? 0).length;
  const figures = [
    ...COSTS.map((cost) => shownMoney(list[cost].total)),
    priced ? donePercent(list.completed_now.total, contractOf(list)) + PERCENT_SIGN : '',
  ];
  const widths = figures.map(breadthOf).join(' ');
  return useMemo(() => {
    const wide = priced ? wideColumns(currency, mark, folds, isAnswered) : [...leading(mark, folds, isAnswered), ...quantities()];
    const narrow = priced ? narrowColumns(currency, mark, folds, isAnswered) : wide;
    const columns = isNarrow ? phoneColumns(narrow, phoneLayout(mark, folds, isAnswered)) : wide;
    const breadths = widths.split(' ').map(Number);
    return wideEnough(columns, { place: places, ...Object.fromEntries([...COSTS, 'percent'].map((id, at) => [id, breadths[at]])) }, widest);
  }, [currency, isNarrow, places, widths, widest, priced, mark, folds, isAnswered]);
}
/** The cursor starts in the column of this act. */
export const startColumn = (columns: readonly GridColumn<ActRow>[]): number => columns.findIndex(({ id }) => id === 'quantity');

/** The totals of a list, in the columns of its rows. */
export const listTotals = (
  list: ActSummary['costs'][number],
  count: number,
  priced: boolean,
  claimed: ClaimedSummary['costs'][number] | undefined,
  isStacked: boolean,
) => {
  const name = m.list_with_rows({ title: listTitle(list.title), count });
  if (!priced) return { name };
  const totals = { ...pricedTotals(list), name };
  if (claimed === undefined) return totals;
  const sums = claimedShown(list, claimed);
  return isStacked ? { ...totals, name: <ClaimedLine name={name}>{sums}</ClaimedLine> } : { ...totals, reason: sums };
};

/** On a phone, where the column of reasons is out of sight. */
const ClaimedLine = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <span className={styles.claimedLine}>
    <span>{name}</span>
    {children}
  </span>
);

/** The totals of an answered list: the certified difference in money, and the claimed sum. */
const claimedShown = (list: ActSummary['costs'][number], claimed: ClaimedSummary['costs'][number]) => (
  <span className={styles.figures}>
    {shownMoney(fixed(exact(list.completed_now.total, SCALE.money) - exact(claimed.total, SCALE.money), SCALE.money))}
    <small>
      {m.answer_claimed()} {shownMoney(claimed.total)}
    </small>
  </span>
);

const pricedTotals = (list: ActSummary['costs'][number]) => ({
  percent: <Percent value={donePercent(list.completed_now.total, contractOf(list))} />,
  progress: (
    <span className={styles.bar}>
      <DoneBar cost={list} />
    </span>
  ),
  estimated_cost: withExtras(list.estimated_cost, list.extras),
  completed_before: shownMoney(list.completed_before.total),
  completed_now: shownMoney(list.completed_now.total),
  balance: shownMoney(list.balance.total),
  left_to_do: shownMoney(list.left_to_do.total),
});
