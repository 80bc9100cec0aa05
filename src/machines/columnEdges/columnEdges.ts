import { assign, emit, setup } from 'xstate';
import { LEAST_WIDTH, MOST_WIDTH } from '../../../domain/columnLayout.ts';
import type { HeldPointerEvent, PointerPlace } from '../grid/heldPointer.ts';

/** A column that is being resized by its edge; lengths are in px. */
interface Pulled {
  readonly column: string;
  /** The width on screen. */
  readonly width: number;
  /** The pointer's position when it took the edge, from the left of the window. */
  readonly x: number;
  /** The width a person set earlier; null for the default width. */
  readonly before: number | null;
}
interface Fitted {
  readonly column: string;
  readonly width: number;
}
type ColumnEdgesEvent =
  | ({ readonly type: 'edge.taken' } & Pulled)
  /** One step wider or narrower by the keyboard, from the width on screen. */
  | ({ readonly type: 'edge.stepped'; readonly by: 1 | -1 } & Fitted)
  /** The column gets the width of its contents, which were measured. */
  | ({ readonly type: 'column.measured' } & Fitted)
  | { readonly type: 'firstWidths.asked' }
  | HeldPointerEvent;

const STEP = 16;
const within = (width: number) => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));

interface ColumnEdgesContext {
  /** The column whose edge is held; null while none is held. */
  readonly pulled: Pulled | null;
}
const spec = '8.16 Rows are dragged to another position';
const widened = (column: string, width: number | null) => ({ type: 'column.widened' as const, column, width });

/** Resizes columns by the edge of a heading, by the keyboard, and to the width of their contents; resets all to their default widths. */
export const columnEdgesMachine = setup({
  types: {
    context: {} as ColumnEdgesContext,
    events: {} as ColumnEdgesEvent,
    emitted: {} as
      /** A null `width` restores the default width. */
      { readonly type: 'column.widened'; readonly column: string; readonly width: number | null } | { readonly type: 'widths.dropped' },
    transitionMeta: {} as { spec: string },
  },
  actions: {
    hold: assign({ pulled: (_, pulled: Pulled) => pulled }),
    pull: emit(({ context: { pulled } }, { at }: { at: PointerPlace }) =>
      widened(pulled?.column ?? '', within((pulled?.width ?? 0) + at.x - (pulled?.x ?? 0))),
    ),
    giveBack: emit(({ context: { pulled } }) => widened(pulled?.column ?? '', pulled?.before ?? null)),
    letGo: assign({ pulled: null }),
    step: emit((_, { column, width, by }: Fitted & { by: number }) => widened(column, within(width + by * STEP))),
    fit: emit((_, { column, width }: Fitted) => widened(column, within(width))),
    dropWidths: emit({ type: 'widths.dropped' }),
  },
}).createMachine({
  id: 'columnEdges',
  context: { pulled: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'edge.taken': {
          target: 'pulling',
          actions: { type: 'hold', params: ({ event: { column, width, x, before } }) => ({ column, width, x, before }) },
          meta: { spec },
        },
        'edge.stepped': { actions: { type: 'step', params: ({ event }) => event }, meta: { spec } },
        'column.measured': { actions: { type: 'fit', params: ({ event }) => event }, meta: { spec } },
        'firstWidths.asked': { actions: 'dropWidths', meta: { spec } },
      },
    },
    pulling: {
      on: {
        'pointer.moved': { actions: { type: 'pull', params: ({ event }) => event }, meta: { spec } },
        'pointer.released': { target: 'resting', actions: 'letGo', meta: { spec } },
        'pointer.lost': { target: 'resting', actions: ['giveBack', 'letGo'], meta: { spec } },
      },
    },
  },
});
