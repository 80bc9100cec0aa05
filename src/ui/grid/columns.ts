import { columnSizingFeature, createColumnHelper, type HeaderGroup as Headers, tableFeatures } from '@tanstack/react-table';
import type { GridColumn, RowLooks } from './types.ts';

/** The table model holds columns only; rows stay in their store. */
export const features = tableFeatures({ columnSizingFeature });
type Place = { readonly index: number };
const helper = createColumnHelper<typeof features, Place>();
export const NO_ROWS: Place[] = [];
export type HeaderGroup = Headers<typeof features, Place>;

/** Neighbouring columns with the same group share a heading. Where any column has a group, the others have an empty one. */
export function columnDefinitions<Row>(columns: readonly GridColumn<Row>[]) {
  const leaf = ({ id, header, width }: GridColumn<Row>) => helper.display({ id, header, size: width });
  const runs: { group: string | undefined; members: GridColumn<Row>[] }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    // A heading of pinned columns ends where they do.
    if (last && last.group === column.group && last.members.at(-1)?.pinned === column.pinned) last.members.push(column);
    else runs.push({ group: column.group, members: [column] });
  }
  return helper.columns(
    runs.flatMap(({ group, members }, run) =>
      group === undefined ? members.map(leaf) : [helper.group({ id: `group-${run}`, header: group, columns: members.map(leaf) })],
    ),
  );
}

/** Whether a column has its own track; other columns lie across all tracks. */
const hasTrack = <Row>({ above, below }: GridColumn<Row>): boolean => !above && below === undefined;

/** CSS tracks of a row. */
export const tracks = <Row>(columns: readonly GridColumn<Row>[]): string =>
  columns
    .filter(hasTrack)
    .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
    .join(' ');
export const leastWidth = <Row>(columns: readonly GridColumn<Row>[]): number =>
  columns.filter(hasTrack).reduce((sum, { width }) => sum + width, 0);

const pinnedWidth = <Row>(columns: readonly GridColumn<Row>[]): number =>
  columns.reduce((sum, { pinned, width }) => sum + (pinned ? width : 0), 0);

/**
 * The left edge of each pinned column while the table is scrolled sideways, as CSS. Where pinned columns are wider than 60 % of the table, the first
 * of them scroll out of sight.
 */
export const leftEdges = <Row>(columns: readonly GridColumn<Row>[]): readonly (string | undefined)[] =>
  columns.map(({ pinned }, col) =>
    pinned ? `calc(${pinnedWidth(columns.slice(0, col))}px - max(0px, ${pinnedWidth(columns)}px - 60cqi))` : undefined,
  );
/** The width of the pinned columns, which cover the others; at most 60%. */
export const coveredWidth = <Row>(columns: readonly GridColumn<Row>[]): string | undefined =>
  columns.some(({ pinned }) => pinned) ? `min(${pinnedWidth(columns)}px, 60%)` : undefined;

/** The CSS position of a column's cells in the tracks. */
export const trackOf = <Row>(columns: readonly GridColumn<Row>[], col: number): string | number => {
  const column = columns[col];
  return column === undefined || hasTrack(column) ? columns.slice(0, col).filter(hasTrack).length + 1 : '1 / -1';
};

const LINE = 36;
const LINE_ABOVE = 30;
const LINE_BELOW = 18;
const TALL_LINE = 44;
/** Two lines of text. */
const WRAPPED = 52;
const SECTION = 44;
const REST = 'minmax(0, 1fr)';

/** The heights of rows, in px. Rows with a line above are high enough for a finger. */
export function heightsOf<Row>(columns: readonly GridColumn<Row>[], looksOf: ((row: Row) => RowLooks | undefined) | undefined) {
  const isStacked = columns.some(({ above }) => above === true);
  const linesBelow = columns.find(({ below }) => below !== undefined)?.below;
  const line = columns.some(({ wraps }) => wraps === true) ? WRAPPED : LINE;
  const base = isStacked ? LINE_ABOVE + TALL_LINE : line;
  const below = (row: Row) => {
    const lines = linesBelow?.(row) ?? 0;
    return lines === 0 ? 0 : lines * LINE_BELOW + 10;
  };
  const isSection = (row: Row) => isStacked && looksOf?.(row) === 'section';
  return {
    isStacked,
    /** The height of one line of cells. */
    line: isStacked ? TALL_LINE : line,
    base,
    isEven: !isStacked && linesBelow === undefined,
    lines:
      isStacked || linesBelow ? [...(isStacked ? [LINE_ABOVE, TALL_LINE] : [line]).map((line) => `${line}px`), REST].join(' ') : 'none',
    hasBelow: (row: Row | undefined) => row !== undefined && below(row) > 0,
    of: (row: Row | undefined) => (row === undefined ? base : (isSection(row) ? SECTION : base) + below(row)),
  };
}
export type RowHeights<Row> = ReturnType<typeof heightsOf<Row>>;
