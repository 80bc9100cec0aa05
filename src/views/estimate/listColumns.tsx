import { useMemo } from 'react';
import type { Row } from '../../../domain/api/shapes.ts';
import { AS_MADE, type ColumnLayout } from '../../../domain/columnLayout.ts';
import type { COMPUTED_FIELDS, ROW_NUMBERS } from '../../../domain/rowFields.ts';
import { isFolded, type RowView } from '../../../domain/rowView.ts';
import type { OwnCopy } from '../../machines/ownCopy/ownCopy.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { m } from '../../messages/messages.ts';
import { type PhoneLayout, phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { amountName, shownMoney, shownQuantity, shownUnitPrice, zeroTone } from '../figures.tsx';
import { WithFormula } from '../grid/entered.tsx';
import { type Figure, useWidest, wideEnough } from '../grid/widths.ts';
import { useStored } from '../reading.ts';
import { sortedIn } from '../sections/columnName.ts';
import { SectionName } from '../sections/SectionName.tsx';
import type { CommentsHandle } from '../together/Comments.tsx';
import { laidOut, shownColumns } from './laidOut.ts';

type Component = 'labour' | 'materials' | 'tools';
type RowNumber = (typeof ROW_NUMBERS)[number] | (typeof COMPUTED_FIELDS)[number];
const COMPONENTS = ['labour', 'materials', 'tools'] as const;
const SUMS = [...COMPONENTS, 'total'] as const;

/** Cells of the empty row at the end are blank, without a 0. */
const ofRow = (row: Row, field: RowNumber, shown = (text: string) => text) =>
  row.kind === 'row' && row[field] !== '' ? shown(row[field]) : '';
export const isEmptyRow = ({ quantity }: Row) => quantity === '';

function unitPriceColumn(component: Component, group: string): GridColumn<Row> {
  const field = `unit_${component}` as const;
  return {
    id: field,
    header: amountName(component),
    label: m.estimate_unit_price_of({ name: amountName(component) }),
    group,
    width: 88,
    figures: true,
    edge: component === 'labour',
    accepts: 'number',
    highlight: true,
    tone: (row) => zeroTone(row[field]),
    formula: 'unitPrice',
    render: (row) => <WithFormula formula={row.formulas?.[field]}>{ofRow(row, field, shownUnitPrice)}</WithFormula>,
    copied: (row) => ofRow(row, field),
  };
}

function amountColumn(amount: Component | 'total', group: string): GridColumn<Row> {
  return {
    id: amount,
    header: amountName(amount),
    label: m.estimate_amount_of({ name: amountName(amount) }),
    group,
    width: amount === 'total' ? 116 : 108,
    figures: true,
    edge: amount === 'labour',
    highlight: true,
    tone: (row) => (amount === 'total' ? 'strong' : zeroTone(row[amount])),
    render: (row) => (isEmptyRow(row) ? '' : shownMoney(row[amount])),
    copied: (row) => row[amount],
  };
}

type Mark = CommentsHandle['mark'];
interface Folds {
  readonly view: RowView;
  readonly onFlip: (id: number) => void;
}
function wideColumns(currency: string, mark: Mark, isNarrow: boolean, { view, onFlip }: Folds): readonly GridColumn<Row>[] {
  const unitPrice = m.column_unit_price({ currency });
  const amount = m.column_amount({ currency });
  return [
    {
      id: 'place',
      header: '',
      label: m.column_row(),
      width: 52,
      figures: true,
      tone: () => 'faint',
      render: (row, index) => (isEmptyRow(row) ? '+' : index + 1),
    },
    {
      id: 'code',
      header: m.column_code(),
      width: 88,
      accepts: 'text',
      tone: () => 'faint',
      render: ({ code }) => code,
      copied: ({ code }) => code,
    },
    {
      id: 'name',
      header: m.column_name(),
      width: 180,
      grows: true,
      accepts: 'text',
      render: (row) => (
        <SectionName
          row={row}
          isFolded={isFolded(view, row)}
          onFlip={onFlip}
          placeholder={isEmptyRow(row) ? m.list_new_row() : undefined}
          sum={isNarrow ? shownMoney(row.total) || undefined : undefined}
        >
          {mark(row)}
        </SectionName>
      ),
      copied: ({ name }) => name,
    },
    {
      id: 'unit',
      header: m.column_unit(),
      width: 56,
      accepts: 'text',
      tone: () => 'faint',
      render: ({ unit }) => unit,
      copied: ({ unit }) => unit,
    },
    {
      id: 'quantity',
      header: m.column_quantity(),
      width: 100,
      figures: true,
      accepts: 'number',
      highlight: true,
      tone: (row) => zeroTone(row.quantity),
      formula: 'quantity',
      render: (row) => <WithFormula formula={row.formulas?.quantity}>{ofRow(row, 'quantity', shownQuantity)}</WithFormula>,
      copied: (row) => ofRow(row, 'quantity'),
    },
    ...COMPONENTS.map((component) => unitPriceColumn(component, unitPrice)),
    {
      id: 'unit_total',
      header: m.amount_total(),
      label: m.estimate_unit_price_of({ name: m.amount_total() }),
      group: unitPrice,
      width: 92,
      figures: true,
      highlight: true,
      render: (row) => ofRow(row, 'unit_total', shownUnitPrice),
      copied: (row) => ofRow(row, 'unit_total'),
    },
    ...SUMS.map((each) => amountColumn(each, amount)),
  ];
}

const PHONE: PhoneLayout<Row> = { above: 'name', first: ['quantity', 'unit', 'total'], leftOut: ['place', 'code'] };

const FIGURES: readonly Figure<Row>[] = [
  { column: 'quantity', raw: ({ quantity }) => quantity, shown: ({ quantity }) => shownQuantity(quantity) },
  ...SUMS.map((each) => `unit_${each}` as const).map((column) => ({
    column,
    raw: (row: Row) => row[column],
    shown: (row: Row) => shownUnitPrice(row[column]),
  })),
];

interface ListColumns extends Folds {
  readonly rows: RowStore<Row>;
  readonly store: ValueStore<OwnCopy<ColumnLayout>>;
  readonly currency: string;
  /** The characters of the longest row number, and of the longest amount. */
  readonly digits: number;
  readonly money: number;
  readonly mark: Mark;
  /** Whether the person sees prices; columns of prices are left out otherwise. */
  readonly priced: boolean;
}

const UNPRICED = ['place', 'code', 'name', 'unit', 'quantity'];

/** The columns of a list in the person's layout, and all columns. */
export function useListColumns({ rows, store, currency, digits, money, mark, priced, view, onFlip }: ListColumns) {
  const isNarrow = useNarrow();
  const widest = useWidest(rows, FIGURES);
  const layout = useStored(store)?.value ?? AS_MADE;
  const allColumns = useMemo(() => {
    const characters = { place: digits, labour: money, materials: money, tools: money, total: money };
    const made = wideColumns(currency, mark, isNarrow, { view, onFlip }).filter(({ id }) => priced || UNPRICED.includes(id));
    return sortedIn(view, wideEnough(made, characters, widest));
  }, [currency, digits, money, widest, mark, priced, isNarrow, view, onFlip]);
  const columns = useMemo(
    () => (isNarrow ? phoneColumns(shownColumns(allColumns, layout), PHONE) : laidOut(allColumns, layout)),
    [allColumns, layout, isNarrow],
  );
  return { columns, allColumns, isNarrow };
}
