import { assign, emit, setup } from 'xstate';

/** The theme a person chose: the system's, or always light or always dark. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

type Chosen = { readonly theme: Theme };

/** Whether the application is light or dark on this device. */
export const themeMachine = setup({
  types: {
    input: {} as { readonly stored: Theme | null },
    context: {} as Chosen,
    events: {} as ({ readonly type: 'theme.chosen' } & Chosen) | ({ readonly type: 'theme.chosenElsewhere' } & Chosen),
    emitted: {} as ({ readonly type: 'theme.kept' } & Chosen) | ({ readonly type: 'theme.applied' } & Chosen),
    transitionMeta: {} as { spec: string },
  },
  guards: { isOther: ({ context }, { theme }: Chosen) => context.theme !== theme },
  actions: {
    turnTo: assign({ theme: (_, { theme }: Chosen) => theme }),
    apply: emit((_, { theme }: Chosen) => ({ type: 'theme.applied' as const, theme })),
    keep: emit((_, { theme }: Chosen) => ({ type: 'theme.kept' as const, theme })),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ theme: input.stored ?? 'system' }),
  initial: 'shown',
  states: {
    shown: {
      on: {
        'theme.chosen': {
          guard: { type: 'isOther', params: ({ event: { theme } }) => ({ theme }) },
          actions: [
            { type: 'turnTo', params: ({ event: { theme } }) => ({ theme }) },
            { type: 'apply', params: ({ event: { theme } }) => ({ theme }) },
            { type: 'keep', params: ({ event: { theme } }) => ({ theme }) },
          ],
          meta: { spec: "13.4 A person chooses light, dark or the system's look" },
        },
        'theme.chosenElsewhere': {
          guard: { type: 'isOther', params: ({ event: { theme } }) => ({ theme }) },
          actions: [
            { type: 'turnTo', params: ({ event: { theme } }) => ({ theme }) },
            { type: 'apply', params: ({ event: { theme } }) => ({ theme }) },
          ],
          meta: { spec: "13.4 A person chooses light, dark or the system's look" },
        },
      },
    },
  },
});
