/**
 * The last column of an exported estimate, hidden: it says what each row is, so that the file read again is the same estimate to the last
 * row, whatever its rows are called (DOMAIN.md, invariant 13).
 */

/** In the row that holds the title of the list, and says which sheet this is. */
export const TITLE_MARKS = { list: 'actum-list', summary: 'actum-summary' } as const;
/** In the rows below the table's heading. */
export const ROW_MARKS = ['row', 'section', 'additional_cost', 'tax', 'total'] as const;
export type RowMark = (typeof ROW_MARKS)[number];

/** Columns of the summary sheet, from the first: where a percent line keeps its name and percents. */
export const SUMMARY_COLUMNS = { name: 0, percent_total: 1, percent_labour: 2, percent_materials: 3, percent_tools: 4 } as const;
