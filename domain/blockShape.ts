/** The shapes of a block of cells, apart from how it is read. */
import { COMPUTED_FIELDS, FILLED_FIELDS } from './rowFields.ts';

/** The columns a block is set over, in the order of the screen. */
export const BLOCK_FIELDS = FILLED_FIELDS;
export type BlockField = (typeof BLOCK_FIELDS)[number];

/** The field under each column of a block; null under one whose cells are ignored. */
export type BlockColumns = readonly (BlockField | null)[];

/** The columns from a field on, in a list's default order, followed by the computed numbers, because a copied row has those too. */
export const columnsFrom = (field: BlockField): BlockColumns => [
  ...BLOCK_FIELDS.slice(BLOCK_FIELDS.indexOf(field)),
  ...COMPUTED_FIELDS.map(() => null),
];

/** The reason a block is set. A fill skips section headings. */
export const BLOCK_EDITS = ['paste', 'fill', 'clear'] as const;
export type BlockEditKind = (typeof BLOCK_EDITS)[number];

export const BLOCK_ROWS = 10_000;
export const BLOCK_COLUMNS = 30;
