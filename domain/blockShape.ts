/** What a block of cells may be, apart from how it is read. */

/** The columns a block is set over, in the order they stand on screen. */
export const BLOCK_FIELDS = ['code', 'name', 'unit', 'quantity', 'unit_labour', 'unit_materials', 'unit_tools'] as const;
export type BlockField = (typeof BLOCK_FIELDS)[number];

/** Why a block is set: a fill passes over section headings. */
export const BLOCK_EDITS = ['paste', 'fill', 'clear'] as const;
export type BlockEditKind = (typeof BLOCK_EDITS)[number];

export const BLOCK_ROWS = 10_000;
export const BLOCK_COLUMNS = 30;
