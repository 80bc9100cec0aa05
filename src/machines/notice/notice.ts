import { assign, setup } from 'xstate';

/** The banner: one message, the newest, for five seconds or until clicked. */
export const noticeMachine = setup({
  types: {
    context: {} as { readonly text: string | null },
    events: {} as { readonly type: 'notice.shown'; readonly text: string } | { readonly type: 'notice.dismissed' },
    transitionMeta: {} as { spec: string },
  },
  delays: { reading: 5_000 },
  actions: {
    show: assign({ text: (_, { text }: { text: string }) => text }),
    clear: assign({ text: null }),
  },
}).createMachine({
  id: 'notice',
  context: { text: null },
  initial: 'hidden',
  on: {
    'notice.shown': {
      target: '.showing',
      reenter: true,
      actions: { type: 'show', params: ({ event }) => ({ text: event.text }) },
      meta: { spec: '2.7 The banner shows one message' },
    },
  },
  states: {
    hidden: {},
    showing: {
      exit: 'clear',
      on: { 'notice.dismissed': { target: 'hidden', meta: { spec: '2.8 A click dismisses the banner' } } },
      after: { reading: { target: 'hidden', meta: { spec: '2.9 The banner goes after 5 seconds' } } },
    },
  },
});
