import type { GridColumn } from '../../ui/grid/types.ts';

const DIGIT = 8.4;
const PADDING = 18;

/** The columns, each at least as wide as the figures it must hold, by the number of their characters: an amount is never cut. */
export const wideEnough = <Row>(
  columns: readonly GridColumn<Row>[],
  characters: Readonly<Record<string, number>>,
): readonly GridColumn<Row>[] =>
  columns.map((column) => {
    const longest = characters[column.id];
    return longest === undefined ? column : { ...column, width: Math.max(column.width, Math.ceil(longest * DIGIT) + PADDING) };
  });
