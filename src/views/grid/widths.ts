import { useLayoutEffect, useState } from 'react';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { textWidth } from '../../ui/textWidth.ts';

const DIGIT = 8.4;
/** A heading's padding: that of the last column, which is the widest, border included. */
const PADDING = 21;
/** A heading's size in px and its weight, as Grid.module.css sets them; the note below it and the heading of a group are lighter. */
const SIZE = 12;
const WEIGHT = 500;
/** The same for the figures in the cells, taking the boldest of them. */
const [FIGURE_SIZE, FIGURE_WEIGHT] = [13, 600];

/** The width a heading needs in any language: German and Latvian headings may be longer than the default widths. */
const headingWidth = ({ header, note = '' }: { readonly header: string; readonly note?: string }): number =>
  Math.ceil(Math.max(textWidth(header, SIZE, WEIGHT), textWidth(note, SIZE))) + PADDING;

/** The width of the heading of a column's group where the column is alone in it, as on a phone. */
function groupWidth<Row>(columns: readonly GridColumn<Row>[], at: number): number {
  const group = columns[at]?.group;
  const isShared = group === undefined || columns[at - 1]?.group === group || columns[at + 1]?.group === group;
  return isShared ? 0 : headingWidth({ header: group });
}

/** A figure of a row, and the column that shows it; `raw` is as long as what is shown. */
export interface Figure<Row> {
  readonly column: string;
  readonly raw: (row: Row) => string;
  readonly shown: (row: Row) => string;
}

/** The width in px of the longest figures of the rows loaded so far, by column. Only the longest are measured, and no column gets narrower. */
export function useWidest<Row extends { readonly id: number }>(
  rows: RowStore<Row>,
  figures: readonly Figure<Row>[],
): Readonly<Record<string, number>> {
  const [widest, setWidest] = useState<Readonly<Record<string, number>>>({});
  useLayoutEffect(() => {
    const longest = figures.map(() => 0);
    return rows.subscribeRows((arrived) => {
      const found: Record<string, number> = {};
      for (const [at, { column, raw, shown }] of figures.entries()) {
        for (const row of arrived) {
          const { length } = raw(row);
          if (length <= (longest[at] ?? 0)) continue;
          longest[at] = length;
          found[column] = Math.max(found[column] ?? 0, Math.ceil(textWidth(shown(row), FIGURE_SIZE, FIGURE_WEIGHT)));
        }
      }
      setWidest((known) => {
        const wider = Object.entries(found).filter(([column, width]) => width > (known[column] ?? 0));
        return wider.length === 0 ? known : { ...known, ...Object.fromEntries(wider) };
      });
    });
  }, [rows, figures]);
  return widest;
}

/**
 * The columns, each at least as wide as its headings and its longest figure, so that none is ever cut: by the numbers of their characters, or as wide
 * as they were measured.
 */
export const wideEnough = <Row>(
  columns: readonly GridColumn<Row>[],
  characters: Readonly<Record<string, number>>,
  widest: Readonly<Record<string, number>> = {},
): readonly GridColumn<Row>[] =>
  columns.map((column, at) => {
    const figures = Math.max(Math.ceil((characters[column.id] ?? 0) * DIGIT), widest[column.id] ?? 0) + PADDING;
    return { ...column, width: Math.max(column.width, figures, headingWidth(column), groupWidth(columns, at)) };
  });
