import { assign, emit, setup } from 'xstate';
import { MENU_WIDTH, OPTION_HEIGHT, type Pointer, placed, type Viewport } from './placement.ts';

export interface MenuOption {
  readonly id: string;
  readonly label: string;
  readonly destructive?: boolean;
  /** Not possible now. The menu's opener says why when the option is chosen. */
  readonly locked?: boolean;
}
interface MenuAsked extends Pointer {
  /** Names the menu for its opener, which may have several. */
  readonly menu: string;
  readonly options: readonly MenuOption[];
  readonly viewport: Viewport;
  readonly width?: number;
}
export interface ShownMenu {
  readonly menu: string;
  readonly options: readonly MenuOption[];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const shown = ({ menu, options, viewport, pageX, pageY, width = MENU_WIDTH }: MenuAsked): ShownMenu => {
  const height = options.length * OPTION_HEIGHT;
  return { menu, options, width, height, ...placed({ pageX, pageY }, viewport, width, height) };
};

/** The menu at the pointer. The view reports resize, scroll and outside clicks as dismissals. */
export const contextMenuMachine = setup({
  types: {
    context: {} as { readonly shown: ShownMenu | null },
    events: {} as
      | ({ readonly type: 'menu.opened' } & MenuAsked)
      | { readonly type: 'menu.dismissed' }
      | { readonly type: 'option.chosen'; readonly id: string },
    emitted: {} as { readonly type: 'option.chosen'; readonly menu: string; readonly id: string },
    transitionMeta: {} as { spec: string },
  },
  guards: { isOffered: ({ context }, { id }: { id: string }) => context.shown?.options.some((option) => option.id === id) === true },
  actions: {
    show: assign({ shown: (_, { asked }: { asked: MenuAsked }) => shown(asked) }),
    clear: assign({ shown: null }),
    emitChoice: emit(({ context }, { id }: { id: string }) => ({ type: 'option.chosen' as const, menu: context.shown?.menu ?? '', id })),
  },
}).createMachine({
  id: 'contextMenu',
  context: { shown: null },
  initial: 'closed',
  on: {
    'menu.opened': {
      target: '.open',
      actions: { type: 'show', params: ({ event }) => ({ asked: event }) },
      meta: { spec: '2.4 The context menu opens at the pointer' },
    },
  },
  states: {
    closed: { entry: 'clear' },
    open: {
      on: {
        'menu.dismissed': { target: 'closed', meta: { spec: '2.5 Resize, scroll or a click outside closes the context menu' } },
        'option.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => ({ id: event.id }) },
          target: 'closed',
          actions: { type: 'emitChoice', params: ({ event }) => ({ id: event.id }) },
          meta: { spec: '2.6 A chosen option closes the context menu and goes to its opener' },
        },
      },
    },
  },
});
