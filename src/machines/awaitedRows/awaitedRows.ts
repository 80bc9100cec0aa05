import { assign, emit, setup } from 'xstate';
import type { Block } from '../grid/range.ts';

/** Rows by their ids, or a block of cells by its position. */
type Wanted = { readonly ids: readonly number[] } | { readonly block: Block };

type AwaitedRowsEvent =
  /** An edit made or moved these rows; they are being loaded. */
  | { readonly type: 'rows.awaited'; readonly ids: readonly number[] }
  /** An edit set this block; its rows are being loaded. */
  | { readonly type: 'block.awaited'; readonly block: Block }
  /** Rows were loaded; `places` holds the indexes of the awaited rows that are among them. */
  | { readonly type: 'rows.arrived'; readonly places: readonly number[] }
  /** The person moved the cursor themselves. */
  | { readonly type: 'table.used' };

interface AwaitedRowsContext {
  /** The rows or block to select once loaded; null when none are awaited. */
  readonly wanted: Wanted | null;
}
const spec = '7.4 Rows are added, duplicated, moved and deleted';

/** Moves the cursor to the result of an edit once it has been loaded, unless the person has moved it. */
export const awaitedRowsMachine = setup({
  types: {
    context: {} as AwaitedRowsContext,
    events: {} as AwaitedRowsEvent,
    emitted: {} as
      | { readonly type: 'rows.found'; readonly top: number; readonly bottom: number }
      | ({ readonly type: 'block.found' } & { readonly block: Block }),
    transitionMeta: {} as { spec: string },
  },
  guards: {
    isBlock: ({ context: { wanted } }) => wanted !== null && 'block' in wanted,
    areThere: (_, { places }: { places: readonly number[] }) => places.length > 0,
  },
  actions: {
    want: assign({ wanted: (_, wanted: Wanted) => wanted }),
    forget: assign({ wanted: null }),
    emitBlock: emit(({ context: { wanted } }) => ({
      type: 'block.found' as const,
      block: wanted !== null && 'block' in wanted ? wanted.block : { top: 0, bottom: 0, left: 0, right: 0 },
    })),
    emitRows: emit((_, { places }: { places: readonly number[] }) => ({
      type: 'rows.found' as const,
      top: Math.min(...places),
      bottom: Math.max(...places),
    })),
  },
}).createMachine({
  id: 'awaitedRows',
  context: { wanted: null },
  initial: 'idle',
  on: {
    'rows.awaited': { target: '.waiting', actions: { type: 'want', params: ({ event: { ids } }) => ({ ids }) }, meta: { spec } },
    'block.awaited': { target: '.waiting', actions: { type: 'want', params: ({ event: { block } }) => ({ block }) }, meta: { spec } },
  },
  states: {
    idle: {},
    waiting: {
      on: {
        'rows.arrived': [
          { guard: 'isBlock', target: 'idle', actions: ['emitBlock', 'forget'], meta: { spec } },
          {
            guard: { type: 'areThere', params: ({ event }) => event },
            target: 'idle',
            actions: [{ type: 'emitRows', params: ({ event }) => event }, 'forget'],
            meta: { spec },
          },
        ],
        'table.used': { target: 'idle', actions: 'forget', meta: { spec } },
      },
    },
  },
});
