import { assign, setup } from 'xstate';

/** A tooltip's text and its anchor, a DOM element that the machine treats as an opaque object. */
export interface Tip {
  readonly anchor: object;
  readonly text: string;
}
type TooltipEvent =
  | { readonly type: 'anchor.pointed'; readonly tip: Tip }
  /** Reached by the keyboard, or by a press on a disabled control. */
  | { readonly type: 'anchor.reached'; readonly tip: Tip }
  /** The pointer or the focus has left it. */
  | { readonly type: 'anchor.left'; readonly anchor: object }
  | { readonly type: 'tooltip.pointed' }
  | { readonly type: 'tooltip.left' }
  /** By Escape, or because the element or its text has disappeared. */
  | { readonly type: 'tooltip.dismissed' };

const spec = '2.17 A few words explain an element';

/** The one tooltip of the page: it shows the text of the element that the pointer rests on or the keyboard has reached. */
export const tooltipMachine = setup({
  types: {
    context: {} as { readonly tip: Tip | null },
    events: {} as TooltipEvent,
    transitionMeta: {} as { spec: string },
  },
  guards: { isItsAnchor: ({ context }, { anchor }: { anchor: object }) => context.tip?.anchor === anchor },
  delays: {
    // Long enough that a pointer moving past opens nothing.
    resting: 250,
    // Long enough for a pointer to cross over to the tooltip.
    crossing: 150,
  },
  actions: {
    hold: assign({ tip: (_, { tip }: { tip: Tip }) => tip }),
    forget: assign({ tip: null }),
  },
}).createMachine({
  id: 'tooltip',
  context: { tip: null },
  initial: 'closed',
  on: {
    'anchor.reached': { target: '.open', actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
  },
  states: {
    closed: {
      entry: 'forget',
      on: { 'anchor.pointed': { target: 'waiting', actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } } },
    },
    waiting: {
      after: { resting: { target: 'open', meta: { spec } } },
      on: {
        'anchor.pointed': { target: 'waiting', reenter: true, actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
        'anchor.left': { guard: { type: 'isItsAnchor', params: ({ event }) => event }, target: 'closed', meta: { spec } },
        'tooltip.dismissed': { target: 'closed', meta: { spec } },
      },
    },
    open: {
      on: {
        'anchor.pointed': { actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
        'anchor.left': { guard: { type: 'isItsAnchor', params: ({ event }) => event }, target: 'leaving', meta: { spec } },
        'tooltip.left': { target: 'leaving', meta: { spec } },
        'tooltip.dismissed': { target: 'closed', meta: { spec } },
      },
    },
    leaving: {
      after: { crossing: { target: 'closed', meta: { spec } } },
      on: {
        'anchor.pointed': { target: 'open', actions: { type: 'hold', params: ({ event }) => event }, meta: { spec } },
        'tooltip.pointed': { target: 'open', meta: { spec } },
        'tooltip.dismissed': { target: 'closed', meta: { spec } },
      },
    },
  },
});
