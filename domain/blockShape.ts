/** The shapes of a block of cells, apart from how it is read. */
import { FILLED_FIELDS } from './rowFields.ts';

/** The columns a block is set over, in the order of the screen. */
export const BLOCK_FIELDS = FILLED_FIELDS;
export type BlockField = (typeof BLOCK_FIELDS)[number];

/** The reason a block is set. A fill skips section headings. */
export const BLOCK_EDITS = ['paste', 'fill', 'clear'] as const;
export type BlockEditKind = (typeof BLOCK_EDITS)[number];

export const BLOCK_ROWS = 10_000;
export const BLOCK_COLUMNS = 30;
