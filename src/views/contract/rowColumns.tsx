import { CAUSES, COLUMNS, type Column, type ContractKind } from '../../../domain/contractFigures.ts';
import { isFolded, type RowView } from '../../../domain/rowView.ts';
import { m } from '../../messages/messages.ts';
import type { PhoneLayout } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { isZero, listTitle, shownMoney, shownPercent, shownQuantity, shownUnitPrice, signedMoney } from '../figures.tsx';
import { SectionName } from '../sections/SectionName.tsx';
import { COLUMN_NAMES } from './names.ts';
import type { ContractAbout, ContractItem } from './needs.ts';

/** Columns that show changes, with a sign. */
const MOVES: readonly Column[] = ['extras', ...CAUSES, 'revaluation'];
const CAUSE_SET: ReadonlySet<Column> = new Set(CAUSES);
/** Columns that are left out when empty, with the kind of change that fills each. */
const OPTIONAL: Partial<Readonly<Record<Column, ContractKind>>> = {
  ...{ extras: 'extras', quantity: 'quantity', price: 'price', added: 'added', gone: 'gone', settled: 'settled', revaluation: 'revalued' },
};

/** The columns that are not empty. */
function columnsOf({ counts, subtotal, total_with_taxes, additional, taxes }: ContractAbout): readonly Column[] {
  return COLUMNS.filter((column) => {
    const kind = OPTIONAL[column];
    return (
      kind === undefined ||
      counts[kind] > 0 ||
      [subtotal, total_with_taxes, ...additional, ...taxes].some((figures) => !isZero(figures[column]))
    );
  });
}

export const shownIn = (column: Column, amount: string): string => (MOVES.includes(column) ? signedMoney(amount) : shownMoney(amount));
const nameOf = ({ kind, name, percent }: Pick<ContractItem, 'kind' | 'name' | 'percent'>): string => {
  if (kind === 'subtotal') return m.summary_subtotal();
  if (kind === 'total') return m.summary_total();
  if (kind === 'line') return percent === null ? name : `${name} ${shownPercent(percent)} %`;
  return kind === 'list' ? listTitle(name) : name;
};

/** A row's quantity and price in each version, one line each. */
function story({ versions, unit }: ContractItem, about: ContractAbout): string {
  return versions
    .flatMap((row, at) => {
      const number = about.versions[at]?.number ?? at + 1;
      if (row === null) return [];
      const quantity = `${shownQuantity(row.quantity)} ${unit}`;
      const widened = isZero(row.extra) ? quantity : `${quantity} ${row.extra.startsWith('-') ? '' : '+'}${shownQuantity(row.extra)}`;
      return [m.contract_row_in_version({ number, quantity: widened.trim(), price: shownUnitPrice(row.unit_total) })];
    })
    .join('\n');
}

/** A list's number, from 1. */
export const placeOf = ({ kind, list }: ContractItem) => ({
  id: list + 1,
  kind: kind === 'list' ? ('section' as const) : ('row' as const),
  level: 1,
});

interface Folds {
  readonly view: RowView;
  readonly onFlip: (id: number) => void;
}

export function rowColumns(about: ContractAbout, currency: string, { view, onFlip }: Folds): readonly GridColumn<ContractItem>[] {
  const changes = m.column_of_currency({ name: m.contract_changes(), currency });
  return [
    {
      id: 'name',
      header: m.column_name(),
      width: 240,
      grows: true,
      pinned: true,
      heads: true,
      render: (row) => {
        if (row.kind !== 'list' && row.kind !== 'row')
          return <span className={row.kind === 'line' ? undefined : 'strong'}>{nameOf(row)}</span>;
        const shown = { ...placeOf(row), name: nameOf(row), row_count: row.row_count };
        return (
          <span title={row.kind === 'row' ? story(row, about) : undefined}>
            <SectionName row={shown} isFolded={isFolded(view, shown)} onFlip={onFlip} sum={shownMoney(row.now)} />
          </span>
        );
      },
      copied: nameOf,
    },
    { id: 'unit', header: m.column_unit(), width: 56, tone: () => 'faint', render: ({ unit }) => unit, copied: ({ unit }) => unit },
    ...columnsOf(about).map(
      (column): GridColumn<ContractItem> => ({
        id: column,
        header: COLUMN_NAMES[column](),
        ...(CAUSE_SET.has(column) && { group: changes }),
        width: 96,
        figures: true,
        highlight: true,
        edge: column === 'original' || column === 'now' || column === 'to_date' || column === 'revaluation',
        tone: (row) => (isZero(row[column]) ? 'zero' : column === 'now' ? 'strong' : undefined),
        render: (row) => shownIn(column, row[column]),
        copied: (row) => row[column],
      }),
    ),
  ];
}

export const PHONE: PhoneLayout<ContractItem> = { above: 'name', first: ['now', 'to_date', 'left', 'original'], leftOut: ['unit'] };
