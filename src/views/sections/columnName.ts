import type { RowView } from '../../../domain/rowView.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

/** How a column is called alone. */
export function columnName<Row>(columns: readonly GridColumn<Row>[], id: string): string {
  const column = columns.find((each) => each.id === id);
  return column?.label ?? column?.header ?? id;
}

/** The columns, the one that the rows are sorted by marked. */
export const sortedIn = <Row>({ sort }: RowView, columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] =>
  columns.map((column) => (column.id === sort?.field ? { ...column, sorted: sort.falling ? 'descending' : 'ascending' } : column));
