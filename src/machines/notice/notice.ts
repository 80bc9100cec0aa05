import { assign, setup } from 'xstate';

/** Whether a message says that something was done, or why it was not. */
export type NoticeKind = 'done' | 'wrong';

/** The banner: one message, the newest, for five seconds or until clicked. */
export const noticeMachine = setup({
  types: {
    context: {} as { readonly text: string | null; readonly kind: NoticeKind },
    events: {} as
      | { readonly type: 'notice.shown'; readonly text: string; readonly kind: NoticeKind }
      | { readonly type: 'notice.dismissed' },
    transitionMeta: {} as { spec: string },
  },
  delays: { reading: 5_000 },
  actions: {
    show: assign((_, { text, kind }: { text: string; kind: NoticeKind }) => ({ text, kind })),
    clear: assign({ text: null }),
  },
}).createMachine({
  id: 'notice',
  context: { text: null, kind: 'wrong' },
  initial: 'hidden',
  on: {
    'notice.shown': {
      target: '.showing',
      reenter: true,
      actions: { type: 'show', params: ({ event }) => event },
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
