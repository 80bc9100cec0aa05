import type { ReactNode } from 'react';
import type { GridColumn } from './types.ts';

export interface PhoneLayout<Row> {
  /** The column with a line of its own above the others, and its content. */
  readonly above: string;
  readonly render?: (row: Row, index: number) => ReactNode;
  /** The columns that come first; the others follow in their order. */
  readonly first: readonly string[];
  readonly leftOut: readonly string[];
}

/** The columns for a narrow window. */
export function phoneColumns<Row>(columns: readonly GridColumn<Row>[], layout: PhoneLayout<Row>): readonly GridColumn<Row>[] {
  const { above, render, first, leftOut } = layout;
  const rank = (id: string) => (id === above ? -1 : first.includes(id) ? first.indexOf(id) : first.length);
  return columns
    .filter(({ id }) => !leftOut.includes(id))
    .map((column) => {
      if (column.id === above) return { ...column, above: true, pinned: false, heads: true, ...(render && { render }) };
      return column.id === first[0] ? { ...column, edge: false } : column;
    })
    .toSorted((one, other) => rank(one.id) - rank(other.id));
}
