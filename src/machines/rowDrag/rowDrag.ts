import { assign, emit, sendTo, setup } from 'xstate';
import type { Cursor } from '../grid/cursor.ts';
import type { HeldPointerEvent, PointerPlace } from '../grid/heldPointer.ts';
import { type TableNow, type TableRef, wholeRows } from '../selection/table.ts';

interface RowsTaken {
  readonly cell: Cursor;
  /** Whether the row is selected. If so, all selected rows are dragged. */
  readonly isChosen: boolean;
  readonly table: TableNow;
}
type RowDragEvent =
  | ({ readonly type: 'rows.taken' } & RowsTaken)
  /** Rows were added or removed, which ends the selection. */
  | { readonly type: 'rows.counted' }
  | HeldPointerEvent;

interface RowDragContext {
  readonly table: TableRef;
  /** The index of the row before which the rows would be dropped; null before the first move. */
  readonly gap: number | null;
}
const spec = '8.16 Rows are dragged to another position';

/** Drags the selected rows of a table to another position in it. They move only when they are dropped. */
export const rowDragMachine = setup({
  types: {
    input: {} as { readonly table: TableRef },
    context: {} as RowDragContext,
    events: {} as RowDragEvent,
    emitted: {} as { readonly type: 'rows.dropped'; readonly gap: number },
    transitionMeta: {} as { spec: string },
  },
  guards: {
    isChosen: (_, { isChosen }: RowsTaken) => isChosen,
    isOverRows: (_, { at }: { at: PointerPlace }) => at.gap !== null,
  },
  actions: {
    choose: sendTo(
      ({ context }) => context.table,
      (_, { cell, table }: RowsTaken) => ({
        type: 'range.placed' as const,
        range: wholeRows(cell.row, cell.row, table),
        cursor: cell,
      }),
    ),
    carry: assign({ gap: (_, { at }: { at: PointerPlace }) => at.gap }),
    drop: emit(({ context }) => ({ type: 'rows.dropped' as const, gap: context.gap ?? 0 })),
    letGo: assign({ gap: null }),
  },
}).createMachine({
  id: 'rowDrag',
  context: ({ input: { table } }) => ({ table, gap: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'rows.taken': [
          { guard: { type: 'isChosen', params: ({ event }) => event }, target: 'held', meta: { spec } },
          { target: 'held', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    held: {
      initial: 'still',
      on: {
        'pointer.moved': {
          guard: { type: 'isOverRows', params: ({ event }) => event },
          target: '.carried',
          actions: { type: 'carry', params: ({ event }) => event },
          meta: { spec },
        },
        'pointer.released': { target: 'resting', meta: { spec } },
        'pointer.lost': { target: 'resting', actions: 'letGo', meta: { spec } },
        'rows.counted': { target: 'resting', actions: 'letGo', meta: { spec: '5.1 A screen follows what others do' } },
      },
      states: {
        still: {},
        carried: { on: { 'pointer.released': { target: '#rowDrag.resting', actions: ['drop', 'letGo'], meta: { spec } } } },
      },
    },
  },
});
