import type { GridColumn } from '../../ui/grid/types.ts';

const DIGIT = 8.4;
const PADDING = 18;
/** The mean width of a letter in a heading, and in the smaller note below it. */
const [LETTER, SMALL_LETTER] = [6.8, 6.2];

/** Whatever the language: German and Latvian headings are longer than the widths that English ones were drawn for. */
const headingWidth = <Row>({ header, note = '' }: GridColumn<Row>): number =>
  Math.ceil(Math.max(header.length * LETTER, note.length * SMALL_LETTER)) + PADDING;

/** The columns, each at least as wide as its heading and the figures it must hold, by the number of their characters: neither is ever cut. */
export const wideEnough = <Row>(
  columns: readonly GridColumn<Row>[],
  characters: Readonly<Record<string, number>>,
): readonly GridColumn<Row>[] =>
  columns.map((column) => {
    const figures = Math.ceil((characters[column.id] ?? 0) * DIGIT) + PADDING;
    return { ...column, width: Math.max(column.width, figures, headingWidth(column)) };
  });
