import { assign, setup } from 'xstate';

/** The content of a modal: a component by name, with its props. */
export interface ModalContent {
  readonly component: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Ignores Escape and clicks on the overlay. */
  readonly nonclosable: boolean;
}

/** The one modal over the page. */
export const modalMachine = setup({
  types: {
    context: {} as { readonly content: ModalContent | null },
    events: {} as
      | { readonly type: 'modal.opened'; readonly content: ModalContent }
      | { readonly type: 'modal.closed' }
      | { readonly type: 'escape.pressed' }
      | { readonly type: 'overlay.clicked' },
    transitionMeta: {} as { spec: string },
  },
  guards: { isClosable: ({ context }) => context.content?.nonclosable === false },
  actions: {
    show: assign({ content: (_, { content }: { content: ModalContent }) => content }),
    clear: assign({ content: null }),
  },
}).createMachine({
  id: 'modal',
  context: { content: null },
  initial: 'closed',
  on: {
    'modal.opened': {
      target: '.open',
      actions: { type: 'show', params: ({ event }) => ({ content: event.content }) },
      meta: { spec: '2.1 One modal lies over the page' },
    },
  },
  states: {
    closed: { entry: 'clear' },
    open: {
      on: {
        'modal.closed': { target: 'closed', meta: { spec: '2.1 One modal lies over the page' } },
        'escape.pressed': { guard: 'isClosable', target: 'closed', meta: { spec: '2.2 Escape closes the modal' } },
        'overlay.clicked': { guard: 'isClosable', target: 'closed', meta: { spec: '2.3 A click beside the modal closes it' } },
      },
    },
  },
});
