import type { SnapshotFrom } from 'xstate';
import type { Cursor } from '../../../src/machines/grid/cursor.ts';
import { gridMachine } from '../../../src/machines/grid/grid.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import { SUBJECT } from '../../../src/machines/numberCell/numberCell.model.ts';
import { silent } from '../../../walking/standIns.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type Grid = typeof gridMachine;
type Snapshot = SnapshotFrom<Grid>;
type Event = ModelEvent<Grid>;

const WIDE = 13;
/** On a phone the table has its columns in another order, without the row's number and code. */
const NARROW = 11;
const QUANTITY = 4;
/** The last one is the empty row, in which nothing is typed here. */
const ROWS = 4;
/** Of the columns of an estimate, the code to the unit prices are typed in. */
const isTyped = (col: number) => col > 0 && col < 8;

/** Events that follow by themselves: the cell reports that it is open, or the count of rows changes after a row came or went. */
type Due = 'opened' | 'counted' | null;
interface GridWorld {
  readonly due: Due;
  readonly rows: number;
  readonly isNarrow: boolean;
  /** The end of the list where another person has added a row. */
  readonly added: 'first' | 'last' | null;
}

const subjectAt = ({ row, col }: Cursor) => (isTyped(col) ? { ...SUBJECT, key: `${row} ${col}`, id: row, value: '1' } : null);

function others({ context: { cursor } }: Snapshot, { rows, isNarrow, added }: GridWorld): readonly Event[] {
  const laid: Event = { type: 'columns.laid', cols: isNarrow ? WIDE : NARROW, col: QUANTITY };
  const isEmptyRow = cursor.row === rows - 1;
  const came: readonly Event[] = [
    ...(isEmptyRow ? [] : [{ type: 'rows.counted', rows: rows + 1 } as const]),
    { type: 'row.carried', row: cursor.row + 1 },
  ];
  const went: readonly Event[] = [
    ...(added === 'last' && cursor.row < rows - 2 ? [{ type: 'rows.counted', rows: rows - 1 } as const] : []),
    ...(added === 'first' && cursor.row > 0 ? [{ type: 'row.carried', row: cursor.row - 1 } as const] : []),
  ];
  return [...(cursor.col === QUANTITY ? [laid] : []), ...(isNarrow ? [] : added === null ? came : went)];
}

function events(snapshot: Snapshot, world: GridWorld): readonly Event[] {
  const { cursor, inHand, range } = snapshot.context;
  switch (world.due) {
    case 'opened':
      return [{ type: 'cell.opened', key: inHand ?? '' }];
    case 'counted':
      return [{ type: 'rows.counted', rows: world.rows, itself: true } as Event];
    default:
  }
  const elsewhere = others(snapshot, world);
  if (world.isNarrow) return elsewhere;
  const placed: Event = { type: 'cursor.placed', cursor: { row: cursor.row === 0 ? 1 : 0, col: QUANTITY } };
  const found = { row: world.added === 'first' ? 2 : 1, col: 2 };
  switch (snapshot.value) {
    case 'away':
      // The search shows what it found while the focus is in its field.
      return [
        { type: 'grid.entered' },
        placed,
        ...elsewhere,
        { type: 'range.placed', range: { anchor: found, reach: found }, cursor: found },
      ];
    case 'editing':
      return [
        { type: 'edit.committed', text: '1', next: 'enter' },
        { type: 'edit.committed', text: '1', next: 'tab' },
        { type: 'edit.reverted' },
        ...elsewhere,
      ];
    default:
      return [
        placed,
        { type: 'cursor.moved', move: 'down' },
        { type: 'cursor.moved', move: 'up' },
        { type: 'cursor.moved', move: 'left' },
        { type: 'range.stretched', to: { row: world.rows - 1, col: 6 } },
        { type: 'range.moved', move: 'down' },
        { type: 'range.placed', range: { anchor: { row: 0, col: 0 }, reach: { row: world.rows - 2, col: WIDE - 1 } }, cursor },
        ...(range === null ? [{ type: 'row.picked' as const, id: cursor.row === 0 ? 1 : 0, row: cursor.row === 0 ? 1 : 0 }] : []),
        ...(isTyped(cursor.col) && cursor.row < world.rows - 1 ? [{ type: 'edit.started' as const, draft: null }] : []),
        { type: 'edit.reverted' },
        ...elsewhere,
        { type: 'grid.left' },
      ];
  }
}

/** The table of a list that others edit, on a screen that is turned. */
export const gridWorld: WorldModel<Grid, GridWorld> = {
  machine: gridMachine,
  input: { rows: ROWS, cols: WIDE, col: QUANTITY, subjectAt, queue: silent },
  world: () => ({ due: null, rows: ROWS, isNarrow: false, added: null }),
  events,
  next(world, event, after, from) {
    const own = { ...world, due: null };
    switch (event.type) {
      case 'edit.started':
        return { ...own, due: 'opened' };
      case 'row.carried': {
        const rows = world.rows + after.context.cursor.row - from.context.cursor.row;
        return { ...own, due: 'counted', rows, added: world.added === null ? 'first' : null };
      }
      case 'rows.counted':
        return 'itself' in event ? own : { ...own, rows: after.context.rows, added: world.added === null ? 'last' : null };
      case 'columns.laid':
        return { ...own, isNarrow: !world.isNarrow };
      default:
        return own;
    }
  },
  stateKey: ({ value, context: { cursor, range, picked, inHand, tabbed } }, world) => ({
    value,
    isTabbed: tabbed?.at.row === cursor.row && tabbed.at.col === cursor.col,
    row: cursor.row,
    isTyped: isTyped(cursor.col),
    isQuantity: cursor.col === QUANTITY,
    isChosen: range !== null,
    isPicked: picked.length > 0,
    inHand: inHand !== null,
    ...world,
  }),
};
