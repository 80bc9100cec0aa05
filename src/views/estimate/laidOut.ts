import { type ColumnLayout, frozenCount, orderedColumns } from '../../../domain/columnLayout.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

/** The columns in the person's order. On a phone the rest of the layout does not apply. */
export const shownColumns = <Row>(columns: readonly GridColumn<Row>[], layout: ColumnLayout): readonly GridColumn<Row>[] =>
  orderedColumns(layout)
    .filter((id) => !layout.hidden.includes(id))
    .flatMap((id) => columns.find((column) => column.id === id) ?? []);

/** The columns in the person's layout. A column whose width they have set does not grow. */
export function laidOut<Row>(columns: readonly GridColumn<Row>[], layout: ColumnLayout): readonly GridColumn<Row>[] {
  const frozen: readonly string[] = orderedColumns(layout).slice(0, frozenCount(layout));
  const widths: Readonly<Record<string, number | undefined>> = layout.widths;
  const shown = shownColumns(columns, layout);
  return shown.map((column, at) => {
    const width = widths[column.id];
    const next = shown[at + 1];
    const pinned = frozen.includes(column.id);
    return {
      ...column,
      ...(width !== undefined && { width, grows: false }),
      pinned,
      pinnedLast: pinned && (next === undefined || !frozen.includes(next.id)),
      edge: at > 0 && column.group !== undefined && column.group !== shown[at - 1]?.group,
      wraps: column.id === 'name' && layout.wraps,
    };
  });
}
