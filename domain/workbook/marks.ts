/**
 * The marks in the last, hidden column of an exported estimate. They name the kind of each row, so that importing the file gives the same estimate
 * whatever its rows are called (docs/product.md, 13.2).
 */

/** In the row of the list's title; names the kind of the sheet. */
export const TITLE_MARKS = { list: 'actum-list', summary: 'actum-summary' } as const;
/** In the rows below the table's heading. */
export const ROW_MARKS = ['row', 'section', 'additional_cost', 'tax', 'total'] as const;
export type RowMark = (typeof ROW_MARKS)[number];

/** Rows above the title: the parties of the contract, an empty one and the heading. */
const MOST_PARTY_ROWS = 5;
export const MOST_ABOVE_TITLE = MOST_PARTY_ROWS + 2;

/** Numbers of the columns, from 1. The marks come last. */
export const LIST_INDEXES = {
  code: 1,
  name: 2,
  unit: 3,
  quantity: 4,
  unit_labour: 5,
  unit_materials: 6,
  unit_tools: 7,
  unit_total: 8,
  labour: 9,
  materials: 10,
  tools: 11,
  total: 12,
  mark: 13,
} as const;
export const SUMMARY_INDEXES = { name: 0, percent_total: 1, percent_labour: 2, percent_materials: 3, percent_tools: 4, mark: 9 } as const;
