import type { Row } from '../../../../domain/api/shapes.ts';
import { BLOCK_COLUMNS, BLOCK_FIELDS, BLOCK_ROWS, type BlockField } from '../../../../domain/blockShape.ts';
import { isArranged } from '../../../../domain/rowView.ts';
import type { BlockProblem, BlockTable } from '../../../machines/blockEdit/asking.ts';
import { blockOf } from '../../../machines/grid/range.ts';
import { m } from '../../../messages/messages.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import type { OpenList } from './types.ts';

export const fieldOf = ({ id }: GridColumn<Row>): BlockField | undefined => BLOCK_FIELDS.find((field) => field === id);

/** The properties of the open list that decide which cells are set. */
export function blockTableOf({ grid, columns, count, blocked, view }: OpenList): BlockTable {
  const { range, cursor, picked } = grid.getSnapshot().context;
  // A range does not include the empty row at the end.
  const block = blockOf(range ?? { anchor: cursor, reach: cursor });
  return {
    fields: columns.map(fieldOf),
    numbers: columns.findIndex(({ id }) => id === 'place'),
    block: { ...block, bottom: Math.max(block.top, Math.min(block.bottom, count - 1)) },
    hasRange: range !== null,
    hasPicked: picked.length > 0,
    rows: count,
    isFrozen: blocked !== null,
    isArranged: isArranged(view),
  };
}

/** Why cells cannot be set, in words. */
export function sentenceOf(problem: BlockProblem, blocked: string | null): string {
  const sentences: Readonly<Record<BlockProblem, () => string>> = {
    frozen: () => blocked ?? '',
    arranged: m.view_no_place,
    picked: m.block_one_range,
    noColumn: m.block_no_column,
    tooLarge: () => m.block_too_large({ rows: BLOCK_ROWS, columns: BLOCK_COLUMNS }),
  };
  return sentences[problem]();
}
