import { isFolded, type RowView } from '../../../domain/rowView.ts';
import { m } from '../../messages/messages.ts';
import type { PhoneLayout } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { amountName, isZero, listTitle, shownMoney, shownQuantity, shownUnitPrice, signedMoney } from '../figures.tsx';
import { SectionName } from '../sections/SectionName.tsx';
import { CHANGE_NAMES } from './changeNames.ts';
import type { ComparedRow, Comparison } from './needs.ts';
import { shortNames, wholeNames } from './sideNames.ts';

type Numbers = NonNullable<ComparedRow['old']>;
type Field = Exclude<keyof Numbers, 'id'>;
type Column = GridColumn<ComparedRow>;
const SIDES = ['old', 'new'] as const;
type Sides = Pick<Comparison, 'old' | 'new' | 'moment'>;

/** A number in both versions. A changed number is strong in the new one; an unchanged one is muted. */
function pair(
  field: Field,
  group: string,
  { width, shown, versions }: { width: number; shown: (text: string) => string; versions: Sides },
): readonly Column[] {
  const [short, whole] = [shortNames(versions), wholeNames(versions)];
  const isChanged = (row: ComparedRow) => row.old?.[field] !== row.new?.[field];
  return SIDES.map((side) => ({
    id: `${side}_${field}`,
    header: short[side],
    label: m.compare_of_column({ name: group, version: whole[side] }),
    group,
    width,
    figures: true,
    highlight: true,
    edge: side === 'old',
    tone: (row) => (!isChanged(row) ? 'faint' : side === 'new' ? 'strong' : undefined),
    render: (row) => {
      if (row.kind === 'section' && field !== 'total') return '';
      const value = row[side]?.[field];
      return value === undefined ? <span className="zero">–</span> : shown(value);
    },
    copied: (row) => (row.kind === 'section' && field !== 'total' ? '' : (row[side]?.[field] ?? '')),
  }));
}

/** Each row's change in a word, then the money, then its cause. */
const listColumn = (): Column => ({
  id: 'list',
  header: m.list(),
  width: 112,
  tone: () => 'faint',
  render: ({ kind, list_title }) => kind === 'row' && <span title={list_title}>{listTitle(list_title)}</span>,
  copied: ({ list_title }) => list_title,
});

interface Folds {
  readonly view: RowView;
  readonly onFlip: (id: number) => void;
}

export function rowColumns(
  currency: string,
  { lists, ...versions }: Sides & Pick<Comparison, 'lists'>,
  { view, onFlip }: Folds,
): readonly Column[] {
  const price = { width: 84, shown: shownUnitPrice, versions };
  return [
    {
      id: 'change',
      header: m.compare_change(),
      width: 152,
      render: ({ change }) =>
        change !== null && (
          <>
            <span className="sign">{CHANGE_NAMES[change].sign}</span> {CHANGE_NAMES[change].name()}
          </>
        ),
      copied: ({ change }) => (change === null ? '' : CHANGE_NAMES[change].name()),
    },
    {
      id: 'name',
      header: m.column_name(),
      width: 220,
      grows: true,
      pinned: true,
      heads: true,
      render: (row) => <SectionName row={row} isFolded={isFolded(view, row)} onFlip={onFlip} sum={signedMoney(row.difference.total)} />,
      copied: ({ name }) => name,
    },
    ...(lists.length > 1 ? [listColumn()] : []),
    { id: 'unit', header: m.column_unit(), width: 56, tone: () => 'faint', render: ({ unit }) => unit, copied: ({ unit }) => unit },
    ...pair('total', m.column_of_currency({ name: m.amount_total(), currency }), { width: 104, shown: shownMoney, versions }),
    {
      id: 'difference',
      header: m.numbers_difference(),
      width: 104,
      figures: true,
      highlight: true,
      tone: ({ difference }) => (isZero(difference.total) ? 'zero' : 'strong'),
      render: ({ difference }) => signedMoney(difference.total),
      copied: ({ difference }) => difference.total,
    },
    ...pair('quantity', m.column_quantity(), { width: 84, shown: shownQuantity, versions }),
    ...(['labour', 'materials', 'tools'] as const).flatMap((component) =>
      pair(`unit_${component}`, m.estimate_unit_price_of({ name: amountName(component) }), price),
    ),
  ];
}

export const PHONE: PhoneLayout<ComparedRow> = { above: 'name', first: ['change', 'difference', 'old_total', 'new_total'], leftOut: [] };
