import { assign, emit, setup } from 'xstate';

/** The state of a table: the cursor, the text in the open editor, and the scroll position. */
export interface Place {
  readonly table: string;
  /** The row's id, and its index in case others moved the row out of sight. */
  readonly id: number;
  readonly row: number;
  readonly column: string;
  /** The text of the open editor; null while none is open. */
  readonly text: string | null;
  readonly top: number;
  readonly left: number;
}
/** The work that a person was doing when their session ended. */
export interface Work {
  readonly person: number;
  readonly place: Place;
}

type InterruptionEvent =
  | { readonly type: 'work.interrupted'; readonly work: Work }
  | { readonly type: 'person.arrived'; readonly person: number }
  /** The table has the same state again. */
  | { readonly type: 'work.resumed' };

type InterruptionEmitted = { readonly type: 'work.kept'; readonly work: Work } | { readonly type: 'work.forgotten' };

const spec = '8.17 What was being typed when a session ended is there after signing in';

/** Keeps a person's work when their session ends, until they are back at it. */
export const interruptionMachine = setup({
  types: {
    input: {} as { readonly work: Work | null },
    context: {} as { readonly work: Work | null },
    events: {} as InterruptionEvent,
    emitted: {} as InterruptionEmitted,
    transitionMeta: {} as { spec: string },
  },
  guards: {
    isSomebodyElse: ({ context }, { person }: { person: number }) => context.work?.person !== person,
    isKept: ({ context }) => context.work !== null,
  },
  actions: {
    keep: assign((_, { work }: { work: Work }) => ({ work })),
    emitKept: emit((_, { work }: { work: Work }) => ({ type: 'work.kept' as const, work })),
    forget: assign({ work: null }),
    emitForgotten: emit({ type: 'work.forgotten' as const }),
  },
}).createMachine({
  id: 'interruption',
  context: ({ input }) => input,
  initial: 'deciding',
  on: {
    'work.interrupted': {
      target: '.kept',
      actions: [
        { type: 'keep', params: ({ event }) => event },
        { type: 'emitKept', params: ({ event }) => event },
      ],
      meta: { spec },
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isKept', target: 'kept', meta: { spec } },
        { target: 'nothing', meta: { spec } },
      ],
    },
    nothing: {},
    kept: {
      on: {
        'work.resumed': { target: 'nothing', actions: ['forget', 'emitForgotten'], meta: { spec } },
        'person.arrived': {
          guard: { type: 'isSomebodyElse', params: ({ event }) => event },
          target: 'nothing',
          actions: ['forget', 'emitForgotten'],
          meta: { spec },
        },
      },
    },
  },
});
