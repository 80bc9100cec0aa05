import type { GridColumn } from '../../ui/grid/types.ts';
import { textWidth } from '../../ui/textWidth.ts';

const DIGIT = 8.4;
/** Of the last column, the widest there is, with its border. */
const PADDING = 21;
/** A heading's size in px and its weight, as Grid.module.css sets them; the note below it and the heading of a group are lighter. */
const SIZE = 12;
const WEIGHT = 500;

/** The width a heading needs in any language: German and Latvian headings may be longer than the default widths. */
const headingWidth = ({ header, note = '' }: { readonly header: string; readonly note?: string }): number =>
  Math.ceil(Math.max(textWidth(header, SIZE, WEIGHT), textWidth(note, SIZE))) + PADDING;

/** The width of the heading of a column's group where the column is alone in it, as on a phone. */
function groupWidth<Row>(columns: readonly GridColumn<Row>[], at: number): number {
  const group = columns[at]?.group;
  const isShared = group === undefined || columns[at - 1]?.group === group || columns[at + 1]?.group === group;
  return isShared ? 0 : headingWidth({ header: group });
}

/** The columns, each at least as wide as its headings and its longest figure, by their numbers of characters, so that none is ever cut. */
export const wideEnough = <Row>(
  columns: readonly GridColumn<Row>[],
  characters: Readonly<Record<string, number>>,
): readonly GridColumn<Row>[] =>
  columns.map((column, at) => {
    const figures = Math.ceil((characters[column.id] ?? 0) * DIGIT) + PADDING;
    return { ...column, width: Math.max(column.width, figures, headingWidth(column), groupWidth(columns, at)) };
  });
