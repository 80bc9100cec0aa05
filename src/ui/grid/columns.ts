import { columnSizingFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { GridColumn } from './types.ts';

/** The table model knows the columns alone: rows stay in their store. */
export const features = tableFeatures({ columnSizingFeature });
type Place = { readonly index: number };
const helper = createColumnHelper<typeof features, Place>();
export const NO_ROWS: Place[] = [];

/** Neighbours that share a heading stand under it; where any has one, the others stand under none. */
export function columnDefinitions<Row>(columns: readonly GridColumn<Row>[]) {
  const leaf = ({ id, header, width }: GridColumn<Row>) => helper.display({ id, header, size: width });
  const runs: { group: string | undefined; members: GridColumn<Row>[] }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last && last.group === column.group) last.members.push(column);
    else runs.push({ group: column.group, members: [column] });
  }
  return helper.columns(
    runs.flatMap(({ group, members }, run) =>
      group === undefined ? members.map(leaf) : [helper.group({ id: `group-${run}`, header: group, columns: members.map(leaf) })],
    ),
  );
}

/** CSS tracks of a row. */
export const tracks = <Row>(columns: readonly GridColumn<Row>[]): string =>
  columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ');
export const leastWidth = <Row>(columns: readonly GridColumn<Row>[]): number => columns.reduce((sum, { width }) => sum + width, 0);
