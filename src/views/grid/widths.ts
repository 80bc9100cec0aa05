import type { GridColumn } from '../../ui/grid/types.ts';

const DIGIT = 8.4;
const PADDING = 18;
/** The mean width of a letter in a heading, and in the smaller note below it. */
const [LETTER, SMALL_LETTER] = [6.8, 6.2];

/** The width a heading needs in any language: German and Latvian headings may be longer than the default widths. */
const headingWidth = <Row>({ header, note = '' }: GridColumn<Row>): number =>
  Math.ceil(Math.max(header.length * LETTER, note.length * SMALL_LETTER)) + PADDING;

/** The columns, each at least as wide as its heading and its longest figure, by their numbers of characters, so that neither is ever cut. */
export const wideEnough = <Row>(
  columns: readonly GridColumn<Row>[],
  characters: Readonly<Record<string, number>>,
): readonly GridColumn<Row>[] =>
  columns.map((column) => {
    const figures = Math.ceil((characters[column.id] ?? 0) * DIGIT) + PADDING;
    return { ...column, width: Math.max(column.width, figures, headingWidth(column)) };
  });
