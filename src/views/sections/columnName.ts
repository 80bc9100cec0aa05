import type { RowView } from '../../../domain/rowView.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

/** The name of a column outside of its table. */
export function columnName<Row>(columns: readonly GridColumn<Row>[], id: string): string {
  const column = columns.find((each) => each.id === id);
  return column?.label ?? column?.header ?? id;
}

/** The columns, with a mark at the one that sorts the rows. */
export const sortedIn = <Row>({ sort }: RowView, columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] =>
  columns.map((column) => (column.id === sort?.field ? { ...column, sorted: sort.falling ? 'descending' : 'ascending' } : column));
