import { type ColumnLayout, frozenCount, orderedColumns } from '../../../domain/columnLayout.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

/** The columns a person is shown, in their order; on a phone the rest of their layout does not count. */
export const shownColumns = <Row>(columns: readonly GridColumn<Row>[], layout: ColumnLayout): readonly GridColumn<Row>[] =>
  orderedColumns(layout)
    .filter((id) => !layout.hidden.includes(id))
    .flatMap((id) => columns.find((column) => column.id === id) ?? []);

/** The columns as a person has laid them out. One whose width they set grows no more. */
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
