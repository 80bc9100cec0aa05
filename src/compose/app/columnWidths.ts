import { ValueStore } from '../../machines/resource/valueStore.ts';
import { widthStorage } from '../../services/widthStorage.ts';
import type { ColumnWidths } from '../../views/grid/widths.ts';

/** The widths of a table's columns, stored in this browser. */
export function columnWidths(table: string): ValueStore<ColumnWidths> {
  const widths = new ValueStore<ColumnWidths>();
  widths.set(widthStorage.read(table));
  widths.subscribe(() => widthStorage.write(table, widths.get() ?? {}));
  return widths;
}
