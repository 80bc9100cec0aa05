import { BLOCK_COLUMNS, BLOCK_FIELDS, BLOCK_ROWS, type BlockColumns, type BlockField } from '../../../domain/blockShape.ts';
import { blockCells, type Cells, tiled } from '../../../domain/blockText.ts';
import type { Block } from '../grid/range.ts';
import type { BlockAsked } from './blockEdit.ts';

/** The facts of a table that decide which cells a paste sets. */
export interface BlockTable {
  /** By column: the field it sets; undefined for a column that cannot be set. */
  readonly fields: readonly (BlockField | undefined)[];
  /** The index of the column of row numbers; a paste into it begins with the first field. */
  readonly numbers: number;
  /** The selected cells; without a range, the cell under the cursor. */
  readonly block: Block;
  readonly hasRange: boolean;
  /** Whether single rows are selected. */
  readonly hasPicked: boolean;
  readonly rows: number;
  readonly isFrozen: boolean;
  /** Whether rows are sorted or filtered: then a block cannot go past the last row. */
  readonly isArranged: boolean;
}

/** Why cells cannot be set. */
export type BlockProblem = 'arranged' | 'frozen' | 'picked' | 'tooLarge' | 'noColumn';
/** Null where there is nothing to set. */
export type BlockDecision = { readonly asked: BlockAsked } | { readonly problem: BlockProblem } | null;

const heightOf = ({ top, bottom }: Block): number => bottom - top + 1;
const widthOf = (cells: Cells): number => Math.max(...cells.map((row) => row.length));

const fieldsIn = ({ fields, block: { left, right } }: BlockTable): readonly BlockField[] =>
  fields.slice(left, right + 1).filter((field) => field !== undefined);

function problemOf({ isFrozen, hasPicked }: BlockTable, height: number, width = 1): BlockProblem | null {
  if (isFrozen) return 'frozen';
  if (hasPicked) return 'picked';
  return height > BLOCK_ROWS || width > BLOCK_COLUMNS ? 'tooLarge' : null;
}

const decided = (problem: BlockProblem | null, asked: BlockAsked): BlockDecision => (problem === null ? { asked } : { problem });

/** The columns of a block: by the first one alone, or one by one where the first does not give them. */
interface PlacedColumns {
  readonly field: BlockField;
  readonly fields?: BlockColumns;
}
const defaultFrom = (field: BlockField): BlockColumns => BLOCK_FIELDS.slice(BLOCK_FIELDS.indexOf(field));
const widthTo = (columns: BlockColumns): number => columns.findLastIndex((each) => each !== null) + 1;

/** The columns of a block of known width: the first one gives them where they are in the default order. */
function placed(columns: BlockColumns): PlacedColumns | null {
  const [field] = columns;
  if (!field) return null;
  const defaults = defaultFrom(field);
  const isDefault = columns.slice(0, widthTo(columns)).every((each, at) => each === defaults[at]);
  return isDefault ? { field } : { field, fields: columns };
}

/** The columns of a block that may be as wide as the table: the first one gives them only where all fields after it are shown, too. */
function placedToEnd(columns: BlockColumns): PlacedColumns | null {
  const [field] = columns;
  const place = placed(columns);
  return field && place && widthTo(columns) < defaultFrom(field).length ? { field, fields: columns } : place;
}

/**
 * Pastes from the first selected cell on, repeated over a range into which the text fits a whole number of times. `isOurs`: the text was copied in
 * Actum, so its numbers are plain decimals.
 */
export function pasted(table: BlockTable, text: string, isOurs = false): BlockDecision {
  const { block, fields, numbers, hasRange, rows, isFrozen, isArranged } = table;
  const isBehind = block.top >= rows;
  const left = block.left === numbers ? fields.findIndex((each) => each !== undefined) : block.left;
  const columns = placedToEnd(fields.slice(left).map((each) => each ?? null));
  if (columns === null) return { problem: isFrozen ? 'frozen' : 'noColumn' };
  const [copied, height] = [blockCells(text), heightOf(block)];
  const isRepeated = hasRange && height % copied.length === 0 && height <= BLOCK_ROWS;
  const chosen = fields.slice(left, block.right + 1);
  const cells = isRepeated ? tiled(copied, height, chosen.findLastIndex((each) => each !== undefined) + 1) : copied;
  // A single row fills the whole range, so its length does not count.
  const meant = hasRange && copied.length === 1 ? height : 0;
  const isTooLong = isArranged && block.top + cells.length > rows;
  const problem = problemOf(table, Math.max(cells.length, meant), widthOf(cells)) ?? (isTooLong ? 'arranged' : null);
  return decided(problem, { kind: 'paste', top: isBehind ? null : block.top, ...columns, cells, decimal: isOurs ? '.' : null });
}

/** Empties the selected cells that can be set; numbers become 0. */
export function cleared(table: BlockTable): BlockDecision {
  const { block, rows } = table;
  const fields = fieldsIn(table);
  const columns = placed(fields);
  if (block.top >= rows || columns === null) return null;
  const emptied = fields.map((each) => (each === 'code' || each === 'name' || each === 'unit' ? '' : '0'));
  const height = heightOf(block);
  const problem = problemOf(table, height);
  if (problem !== null) return { problem };
  return { asked: { kind: 'clear', top: block.top, ...columns, cells: Array.from({ length: height }, () => emptied), decimal: '.' } };
}

/** Copies the first selected row into those below it. A single row takes the cells of the row above. */
export function filled(table: BlockTable): BlockDecision {
  const { block, rows } = table;
  const top = block.top === block.bottom ? block.top - 1 : block.top;
  const fields = fieldsIn(table);
  if (top < 0 || block.bottom >= rows || fields.length === 0) return null;
  return decided(problemOf(table, block.bottom - top + 1), { kind: 'fill', top, bottom: block.bottom, fields });
}

/** Copies the first selected column into those right of it. A single column takes the cells of the column left of it. */
export function filledRight(table: BlockTable): BlockDecision {
  const { block, rows, fields } = table;
  const isOne = block.left === block.right;
  const columns = fieldsIn(isOne ? { ...table, block: { ...block, left: Math.max(0, block.left - 1) } } : table);
  if (block.bottom >= rows || columns.length < 2 || fields[block.right] === undefined) return null;
  return decided(problemOf(table, heightOf(block)), { kind: 'fillRight', top: block.top, bottom: block.bottom, fields: columns });
}

/** Continues the selected rows to a row above or below them; null means up to the next heading. */
export function carriedOn(table: BlockTable, { top, bottom, left, right }: Block, to: number | null): BlockDecision {
  const fields = fieldsIn({ ...table, block: { top, bottom, left, right } });
  if (bottom >= table.rows || fields.length === 0) return null;
  const height = to === null ? 1 : to < top ? top - to : to - bottom;
  return decided(problemOf(table, height), { kind: 'series', source: { top, bottom }, to, fields });
}

/** The columns of a fill, from a field on. */
export const placedFields = (fields: readonly BlockField[]) => placed(fields);

/** The index of the first row that an edit sets. */
export function firstRowSet(asked: BlockAsked | null, count: number): number {
  if (asked === null || asked.kind === 'copy') return 0;
  if (asked.kind === 'fill') return asked.top + 1;
  if (asked.kind !== 'series') return asked.top ?? count;
  const { source, to } = asked;
  return to !== null && to < source.top ? to : source.bottom + 1;
}

/** The source of a series with the cells it has filled. */
export function seriesBlock({ fields }: Pick<BlockTable, 'fields'>, asked: BlockAsked, filledTo: number | undefined): Block | null {
  if (asked.kind !== 'series' || filledTo === undefined) return null;
  const cols = asked.fields.map((field) => fields.indexOf(field));
  const { top, bottom } = asked.source;
  return { top: Math.min(top, filledTo), bottom: Math.max(bottom, filledTo), left: Math.min(...cols), right: Math.max(...cols) };
}

/** The cells that a paste has set, as a block of the table. */
export function pastedBlock({ fields, rows }: Pick<BlockTable, 'fields' | 'rows'>, asked: BlockAsked): Block | null {
  if (asked.kind !== 'paste') return null;
  const [top, left] = [asked.top ?? rows, fields.indexOf(asked.field)];
  const right = Math.min(left + widthOf(asked.cells), fields.length) - 1;
  return { top, left, bottom: top + asked.cells.length - 1, right };
}
