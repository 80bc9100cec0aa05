import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused } from '../../../domain/contract/call.ts';
import type { HistoryEvent } from '../../../domain/contract/graphql.ts';

export type Way = 'backward' | 'forward';
/** The next events to undo and to redo; null for none. */
export interface Next {
  readonly undo: HistoryEvent | null;
  readonly redo: HistoryEvent | null;
}

type HistoryMachineEvent =
  /** Something changed in the project. `next` holds the events to undo and redo now, where the change carries them. */
  | { readonly type: 'project.changed'; readonly next: Next | null }
  | { readonly type: 'undo.requested' }
  | { readonly type: 'redo.requested' }
  /** The person confirmed the step, although it is somebody else's edit. */
  | { readonly type: 'step.confirmed' }
  | { readonly type: 'step.dropped' };

type HistoryEmitted =
  | { readonly type: 'step.done'; readonly way: Way }
  /** The server refused the step. */
  | { readonly type: 'step.refused'; readonly error: unknown }
  | { readonly type: 'failure.logged'; readonly message: string; readonly error: unknown };

interface HistoryContext extends Next {
  readonly person: number;
  /** After a failed redo none is offered until the project changes. */
  readonly redoFailed: boolean;
}

const foreign = (event: HistoryEvent | null, person: number) => event !== null && event.author_id !== person;
const spec = '11.1 Undo takes back the latest event of the project';
const redoSpec = '11.2 Redo brings back the oldest event that was undone';

/** A step is possible while the next events are loaded again, because the request names the event it means. */
const stepping = {
  'undo.requested': [
    { guard: 'isOthersUndo', target: 'asking.undo', meta: { spec } },
    { guard: 'hasUndo', target: 'undoing', meta: { spec } },
  ],
  'redo.requested': [
    { guard: 'isOthersRedo', target: 'asking.redo', meta: { spec: redoSpec } },
    { guard: 'hasRedo', target: 'redoing', meta: { spec: redoSpec } },
  ],
} as const;

/** Undo and redo of a project, shared by all its people. */
export const historyMachine = setup({
  types: {
    input: {} as { readonly person: number },
    context: {} as HistoryContext,
    events: {} as HistoryMachineEvent,
    emitted: {} as HistoryEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    look: fromPromise<Next>(() => Promise.reject(new Error('look is not provided'))),
    step: fromPromise<void, { way: Way; event: number }>(() => Promise.reject(new Error('step is not provided'))),
  },
  guards: {
    saysNext: (_, { next }: { next: Next | null }) => next !== null,
    hasUndo: ({ context }) => context.undo !== null,
    hasRedo: ({ context }) => context.redo !== null && !context.redoFailed,
    isOthersUndo: ({ context }) => foreign(context.undo, context.person),
    isOthersRedo: ({ context }) => !context.redoFailed && foreign(context.redo, context.person),
    isRefusal: (_, { error }: { error: unknown }) => error instanceof Refused && error.status === 409,
  },
  actions: {
    keepNext: assign((_, { next }: { next: Next | null }) => next ?? {}),
    allowRedo: assign({ redoFailed: false }),
    disableRedo: assign({ redoFailed: true }),
    tell: emit((_, { way }: { way: Way }) => ({ type: 'step.done' as const, way })),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'step.refused' as const, error })),
    log: emit((_, { message, error }: { message: string; error: unknown }) => ({ type: 'failure.logged' as const, message, error })),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({ ...input, undo: null, redo: null, redoFailed: false }),
  initial: 'looking',
  on: {
    'project.changed': [
      {
        guard: { type: 'saysNext', params: ({ event }) => event },
        target: '.idle',
        actions: ['allowRedo', { type: 'keepNext', params: ({ event }) => event }],
        meta: { spec: '11.4 The toolbar says what undo and redo would do' },
      },
      { target: '.looking', actions: 'allowRedo', meta: { spec: '11.4 The toolbar says what undo and redo would do' } },
    ],
  },
  states: {
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'idle', actions: { type: 'keepNext', params: ({ event }) => ({ next: event.output }) }, meta: { spec } },
        onError: {
          target: 'idle',
          actions: { type: 'log', params: ({ event }) => ({ message: 'Undo and redo could not be looked up', error: event.error }) },
          meta: { spec: '11.6 A failed undo or redo is only logged' },
        },
      },
      on: stepping,
    },
    idle: { on: stepping },
    asking: {
      initial: 'undo',
      on: { 'step.dropped': { target: 'idle', meta: { spec: "11.3 Another person's event is asked about first" } } },
      states: {
        undo: { on: { 'step.confirmed': { target: '#history.undoing', meta: { spec } } } },
        redo: { on: { 'step.confirmed': { target: '#history.redoing', meta: { spec: redoSpec } } } },
      },
    },
    undoing: {
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ way: 'backward', event: context.undo?.id ?? 0 }),
        onDone: { target: 'looking', actions: { type: 'tell', params: { way: 'backward' } }, meta: { spec } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'looking',
            actions: { type: 'explain', params: ({ event }) => event },
            meta: { spec: '11.5 A refused undo or redo says why' },
          },
          {
            target: 'looking',
            actions: { type: 'log', params: ({ event }) => ({ message: 'Undo failed', error: event.error }) },
            meta: { spec: '11.6 A failed undo or redo is only logged' },
          },
        ],
      },
      // The person's own step also arrives over the socket, after its answer.
      on: { 'project.changed': { actions: 'allowRedo', meta: { spec: '11.4 The toolbar says what undo and redo would do' } } },
    },
    redoing: {
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => ({ way: 'forward', event: context.redo?.id ?? 0 }),
        onDone: { target: 'looking', actions: { type: 'tell', params: { way: 'forward' } }, meta: { spec: redoSpec } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'looking',
            actions: [{ type: 'explain', params: ({ event }) => event }, 'disableRedo'],
            meta: { spec: '11.5 A refused undo or redo says why' },
          },
          {
            target: 'looking',
            actions: [{ type: 'log', params: ({ event }) => ({ message: 'Redo failed', error: event.error }) }, 'disableRedo'],
            meta: { spec: '11.7 A failed redo disables redo until the next event' },
          },
        ],
      },
      on: { 'project.changed': { actions: 'allowRedo', meta: { spec: '11.4 The toolbar says what undo and redo would do' } } },
    },
  },
});
