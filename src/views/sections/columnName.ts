import type { GridColumn } from '../../ui/grid/types.ts';

/** How a column is called alone. */
export function columnName<Row>(columns: readonly GridColumn<Row>[], id: string): string {
  const column = columns.find((each) => each.id === id);
  return column?.label ?? column?.header ?? id;
}
