import type { ReactNode } from 'react';
import type { Amounts } from '../../../domain/amounts.ts';
import type { ListCosts } from '../../../domain/api/shapes.ts';
import { isArranged, type RowView } from '../../../domain/rowView.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AMOUNTS, listTitle, shownMoney } from '../figures.tsx';
import styles from './sections.module.css';

/** The view of the list. */
export interface Viewed {
  readonly view: ValueStore<RowView>;
  /** Saves the view for the person. */
  readonly keep: (view: RowView) => void;
  readonly shown: ValueStore<ShownRows>;
}

/** The number of rows shown, and of all rows in the list. */
export interface ShownRows {
  readonly stored: number;
  /** The sum of the rows shown, where they are sorted or filtered. */
  readonly amounts: Amounts | null;
}

/** The sum of the rows shown, above the sum of the whole list. */
const ShownOf = ({ children, all }: { readonly children: ReactNode; readonly all: string }) => (
  <span className={styles.shownOf}>
    <span>{children}</span>
    <span className={styles.of}>{m.view_of_list({ amount: all })}</span>
  </span>
);

/** The sums of the list; where not all rows are shown, the sums of those shown are above them. */
export function listFoot(list: ListCosts, whole: ShownRows | null, count: number): Readonly<Record<string, ReactNode>> {
  const name = m.list_with_rows({ title: listTitle(list.title), count: whole?.stored ?? count });
  const shownSums = whole?.amounts ?? null;
  if (shownSums === null) return { name, ...Object.fromEntries(AMOUNTS.map((sum) => [sum, shownMoney(list[sum])])) };
  const beside = (own: string, all: string) => <ShownOf all={all}>{own}</ShownOf>;
  return {
    name: beside(m.view_shown_rows({ count }), name),
    ...Object.fromEntries(AMOUNTS.map((sum) => [sum, beside(shownMoney(shownSums[sum]), shownMoney(list[sum]))])),
  };
}

interface NoRowsProps {
  readonly view: RowView;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** Shown in place of rows: the list is empty, or the filters leave out all its rows. */
export const NoRows = ({ view, action, children }: NoRowsProps) =>
  isArranged(view) ? (
    <EmptyState title={m.view_no_rows()}>{m.view_no_rows_why()}</EmptyState>
  ) : (
    <EmptyState title={m.list_empty()} action={action}>
      {children}
    </EmptyState>
  );
