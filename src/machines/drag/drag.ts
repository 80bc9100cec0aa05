import { assign, emit, setup } from 'xstate';

/** What is dragged is named by its owner, and so is where it goes. */
interface Dragged {
  readonly what: string;
  readonly to: number;
}
const spec = '8.16 Rows are dragged to another position';

/** Something held and carried until it is let go; nothing comes of it before. */
export const dragMachine = setup({
  types: {
    context: {} as { readonly dragged: Dragged | null },
    events: {} as
      | { readonly type: 'drag.begun'; readonly what: string; readonly to: number }
      | { readonly type: 'drag.moved'; readonly to: number }
      | { readonly type: 'drag.ended' }
      | { readonly type: 'drag.dropped' },
    emitted: {} as { readonly type: 'drag.done' } & Dragged,
    transitionMeta: {} as { spec: string },
  },
  actions: {
    hold: assign({ dragged: (_, dragged: Dragged) => dragged }),
    carry: assign({ dragged: ({ context: { dragged } }, { to }: { to: number }) => dragged && { ...dragged, to } }),
    tell: emit(({ context: { dragged } }) => ({ type: 'drag.done' as const, what: dragged?.what ?? '', to: dragged?.to ?? 0 })),
    letGo: assign({ dragged: null }),
  },
}).createMachine({
  id: 'drag',
  context: { dragged: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'drag.begun': {
          target: 'dragging',
          actions: { type: 'hold', params: ({ event: { what, to } }) => ({ what, to }) },
          meta: { spec },
        },
      },
    },
    dragging: {
      on: {
        'drag.moved': { actions: { type: 'carry', params: ({ event }) => event }, meta: { spec } },
        'drag.ended': { target: 'resting', actions: ['tell', 'letGo'], meta: { spec } },
        'drag.dropped': { target: 'resting', actions: 'letGo', meta: { spec } },
      },
    },
  },
});
