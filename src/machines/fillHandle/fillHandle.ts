import { assign, emit, setup } from 'xstate';
import type { HeldPointerEvent, PointerPlace } from '../grid/heldPointer.ts';
import type { Block } from '../grid/range.ts';

interface Taken {
  /** The selected cells, at whose corner the handle is. */
  readonly source: Block;
  readonly rows: number;
}
type FillHandleEvent =
  | ({ readonly type: 'handle.taken' } & Taken)
  | { readonly type: 'handle.doublePressed'; readonly source: Block }
  | HeldPointerEvent;

interface FillHandleContext {
  readonly taken: Taken | null;
  /** The row the fill would end at; null inside the source. */
  readonly to: number | null;
}
const spec = '8.42 A fill handle carries cells on';

/** The row under the pointer, if it is outside the source. */
function rowBeyond({ taken }: FillHandleContext, { cell }: PointerPlace): number | null {
  if (cell === null || taken === null) return null;
  const row = Math.min(cell.row, taken.rows - 1);
  return row < taken.source.top || row > taken.source.bottom ? row : null;
}

/** The fill handle at the corner of the selected cells. Dragging it up or down continues them; a double click continues them to the next heading. */
export const fillHandleMachine = setup({
  types: {
    context: {} as FillHandleContext,
    events: {} as FillHandleEvent,
    /** A null `to` means up to the next heading. */
    emitted: {} as { readonly type: 'fill.asked'; readonly source: Block; readonly to: number | null },
    transitionMeta: {} as { spec: string },
  },
  guards: { isBeyond: ({ context }) => context.taken !== null && context.to !== null },
  actions: {
    hold: assign((_, { source, rows }: Taken) => ({ taken: { source, rows }, to: null })),
    follow: assign({ to: ({ context }, { at }: { at: PointerPlace }) => rowBeyond(context, at) }),
    letGo: assign({ taken: null, to: null }),
    ask: emit((_, { source, to }: { source: Block; to: number | null }) => ({ type: 'fill.asked' as const, source, to })),
    askHeld: emit(({ context: { taken, to } }) => ({
      type: 'fill.asked' as const,
      source: taken?.source ?? { top: 0, bottom: 0, left: 0, right: 0 },
      to,
    })),
  },
}).createMachine({
  id: 'fillHandle',
  context: { taken: null, to: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'handle.taken': { target: 'held', actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
        'handle.doublePressed': {
          actions: { type: 'ask', params: ({ event: { source } }) => ({ source, to: null }) },
          meta: { spec },
        },
      },
    },
    held: {
      on: {
        'pointer.moved': { actions: { type: 'follow', params: ({ event }) => event }, meta: { spec } },
        'pointer.released': [
          { guard: 'isBeyond', target: 'resting', actions: ['askHeld', 'letGo'], meta: { spec } },
          { target: 'resting', actions: 'letGo', meta: { spec } },
        ],
        'pointer.lost': { target: 'resting', actions: 'letGo', meta: { spec } },
      },
    },
  },
});
