import { BLOCK_FIELDS, type BlockField } from '../../../../domain/blockShape.ts';
import type { Row } from '../../../../domain/contract/shapes.ts';
import { type Block, blockOf } from '../../../machines/grid/range.ts';
import type { RowsMeant } from '../../../machines/rowEdit/rowEdit.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import type { OpenList } from './types.ts';

/** The cells that are chosen; without a range the one under the cursor. */
export function chosenBlock({ grid }: Pick<OpenList, 'grid'>): Block {
  const { range, cursor } = grid.getSnapshot().context;
  return blockOf(range ?? { anchor: cursor, reach: cursor });
}

export interface ChosenRows {
  readonly rows: RowsMeant;
  readonly count: number;
  /** The places of the first and the last. */
  readonly top: number;
  readonly bottom: number;
  /** Those of them that have been read. */
  readonly known: readonly Row[];
}

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);

/** The rows an action on whole rows is about; null when there is none. */
export function chosenRows({ grid, rows, count, list }: Pick<OpenList, 'grid' | 'rows' | 'count' | 'list'>): ChosenRows | null {
  const { range, picked } = grid.getSnapshot().context;
  const apart = picked.flatMap((id) => rows.find(id) ?? []);
  const block = range === null && apart.length > 0 ? null : chosenBlock({ grid });
  const [top, bottom] = block === null ? [0, -1] : [block.top, Math.min(block.bottom, count - 1)];
  const inBlock = bottom - top < 10_000 ? between(top, bottom).flatMap((place) => rows.at(place) ?? []) : [];
  const isAllRead = inBlock.length === bottom - top + 1;
  const alone = apart.filter(({ id }) => !inBlock.some((row) => row.id === id));
  const places = [...(bottom < top ? [] : [top, bottom]), ...alone.map(({ id }) => rows.placeOf(id) ?? 0)];
  if (places.length === 0) return null;
  const ids = [...(isAllRead ? inBlock : []), ...alone].map(({ id }) => id);
  return {
    rows: isAllRead ? { ids } : { ids, between: { listId: list.id, from: top, to: bottom } },
    count: bottom - top + 1 + alone.length,
    top: Math.min(...places),
    bottom: Math.max(...places),
    known: [...inBlock, ...alone].toSorted((one, other) => (rows.placeOf(one.id) ?? 0) - (rows.placeOf(other.id) ?? 0)),
  };
}

export const fieldOf = ({ id }: GridColumn<Row>): BlockField | undefined => BLOCK_FIELDS.find((field) => field === id);

/** The columns between two that can be typed in. */
export const fieldsIn = (columns: readonly GridColumn<Row>[], { left, right }: Block): readonly BlockField[] =>
  columns.slice(left, right + 1).flatMap((column) => fieldOf(column) ?? []);

/** Whether a key is pressed as a command; where the layout has no Latin letters, the key that stands in the letter's place counts. */
export const isCommand = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, letter: string): boolean =>
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  (key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/i.test(key)));
