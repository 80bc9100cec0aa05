import { assign, emit, fromPromise, setup } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import type { HistoryEvent } from '../../../domain/api/graphql.ts';

export type Way = 'backward' | 'forward';
/** The next events to undo and to redo; null for none. */
export interface Next {
  readonly undo: HistoryEvent | null;
  readonly redo: HistoryEvent | null;
}

/** This tab made an event. The change that names it may still be on its way. */
interface EventMade {
  readonly type: 'event.made';
  readonly event: number;
}
type HistoryMachineEvent =
  /** Something changed in the project. `next` holds the events to undo and redo now, where the change carries them. */
  | { readonly type: 'project.changed'; readonly next: Next | null }
  | EventMade
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
  /** Steps requested while another step or its lookup is in progress. They follow in this order. */
  readonly queued: readonly Way[];
  /** Whether the last redo failed: then none is offered until the project changes. */
  readonly redoFailed: boolean;
  /** The newest event this tab knows of. */
  readonly newest: number;
  /** The event this tab made last, until the change that names it arrives; then null. */
  readonly awaited: number | null;
}

export interface StepAsked {
  readonly way: Way;
  readonly event: number;
}
const askedOf = (way: Way, event: HistoryEvent | null): StepAsked => ({ way, event: event?.id ?? 0 });

const foreign = (event: HistoryEvent | null, person: number) => event !== null && event.author_id !== person;
const idOf = ({ undo, redo }: Next): number => Math.max(undo?.id ?? 0, redo?.id ?? 0);
/** A change may arrive late: after the person's next edit, or after the undo of the event it reports. Then the events it carries are outdated. */
const isLatest = ({ newest, awaited }: HistoryContext, next: Next): boolean => idOf(next) > newest || idOf(next) === awaited;
const spec = '11.1 Undo takes back the latest event of the project';
const sayingSpec = '11.4 The toolbar says what undo and redo would do';
const redoSpec = '11.2 Redo brings back the oldest event that was undone';

/** The limit on steps that a held key requests. */
const MOST_QUEUED = 100;

/** Each step names its event, so it begins only when the step before it is done and the next events are known. */
const queueing = {
  'undo.requested': { actions: { type: 'queue', params: { way: 'backward' } }, meta: { spec } },
  'redo.requested': { actions: { type: 'queue', params: { way: 'forward' } }, meta: { spec: redoSpec } },
} as const;

/** The next events are looked up after a step, so changes that arrive during it are not stored. */
const duringStep = {
  'project.changed': { actions: 'allowRedo', meta: { spec: sayingSpec } },
  'event.made': {
    guard: { type: 'isNew', params: ({ event }: { event: EventMade }) => event },
    actions: { type: 'hear', params: ({ event }: { event: EventMade }) => event },
    meta: { spec: sayingSpec },
  },
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
    step: fromPromise<void, StepAsked>(() => Promise.reject(new Error('step is not provided'))),
  },
  guards: {
    saysLatest: ({ context }, { next }: { next: Next | null }) => next !== null && isLatest(context, next),
    isAwaitingLater: ({ context: { awaited } }, { next }: { next: Next | null }) => next !== null && idOf(next) < (awaited ?? 0),
    isNew: ({ context }, { event }: { event: number }) => event > context.newest,
    isBehind: ({ context: { queued, awaited } }) => queued.length > 0 && awaited !== null,
    isUndo: ({ context: { queued, undo } }) => queued[0] === 'backward' && undo !== null,
    isRedo: ({ context: { queued, redo, redoFailed } }) => queued[0] === 'forward' && redo !== null && !redoFailed,
    isOthersUndo: ({ context: { queued, undo, person } }) => queued[0] === 'backward' && foreign(undo, person),
    isOthersRedo: ({ context: { queued, redo, redoFailed, person } }) => queued[0] === 'forward' && !redoFailed && foreign(redo, person),
    isQueued: ({ context }) => context.queued.length > 0,
    isRefusal: (_, { error }: { error: unknown }) => error instanceof Refused && error.status === 409,
  },
  actions: {
    queue: assign(({ context }, { way }: { way: Way }) => ({ queued: [...context.queued, way].slice(0, MOST_QUEUED) })),
    takeStep: assign(({ context }) => ({ queued: context.queued.slice(1) })),
    dropSteps: assign({ queued: [] }),
    keepNext: assign(({ context }, { next }: { next: Next | null }) =>
      next === null ? {} : { ...next, newest: Math.max(context.newest, idOf(next)), awaited: null },
    ),
    hear: assign((_, { event }: { event: number }) => ({ newest: event })),
    await: assign((_, { event }: { event: number }) => ({ newest: event, awaited: event })),
    allowRedo: assign({ redoFailed: false }),
    disableRedo: assign({ redoFailed: true }),
    tell: emit((_, { way }: { way: Way }) => ({ type: 'step.done' as const, way })),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'step.refused' as const, error })),
    log: emit((_, { message, error }: { message: string; error: unknown }) => ({ type: 'failure.logged' as const, message, error })),
  },
}).createMachine({
  id: 'history',
  context: ({ input }) => ({ ...input, queued: [], undo: null, redo: null, redoFailed: false, newest: 0, awaited: null }),
  initial: 'looking',
  on: {
    'project.changed': [
      {
        guard: { type: 'saysLatest', params: ({ event }) => event },
        target: '.idle',
        actions: ['allowRedo', { type: 'keepNext', params: ({ event }) => event }],
        meta: { spec: sayingSpec },
      },
      {
        guard: { type: 'isAwaitingLater', params: ({ event }) => event },
        actions: 'allowRedo',
        meta: { spec: sayingSpec },
      },
      { target: '.looking', actions: 'allowRedo', meta: { spec: sayingSpec } },
    ],
    'event.made': {
      guard: { type: 'isNew', params: ({ event }) => event },
      target: '.idle',
      actions: { type: 'await', params: ({ event }) => event },
      meta: { spec: sayingSpec },
    },
  },
  states: {
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'idle', actions: { type: 'keepNext', params: ({ event }) => ({ next: event.output }) }, meta: { spec } },
        onError: {
          target: 'idle',
          actions: [
            { type: 'log', params: ({ event }) => ({ message: 'Undo and redo could not be looked up', error: event.error }) },
            'dropSteps',
          ],
          meta: { spec: '11.6 A failed undo or redo is only logged' },
        },
      },
      on: {
        ...queueing,
        // The lookup under way may miss this event, so it starts again.
        'event.made': {
          guard: { type: 'isNew', params: ({ event }) => event },
          target: 'looking',
          reenter: true,
          actions: { type: 'await', params: ({ event }) => event },
          meta: { spec: sayingSpec },
        },
      },
    },
    idle: {
      always: [
        { guard: 'isBehind', target: 'looking', meta: { spec } },
        { guard: 'isOthersUndo', target: 'asking.undo', meta: { spec } },
        { guard: 'isOthersRedo', target: 'asking.redo', meta: { spec: redoSpec } },
        { guard: 'isUndo', target: 'undoing', actions: 'takeStep', meta: { spec } },
        { guard: 'isRedo', target: 'redoing', actions: 'takeStep', meta: { spec: redoSpec } },
        { guard: 'isQueued', actions: 'dropSteps', meta: { spec } },
      ],
      on: queueing,
    },
    // The person looks again after a question, so steps requested behind it are dropped.
    asking: {
      initial: 'undo',
      exit: 'dropSteps',
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
        input: ({ context }) => askedOf('backward', context.undo),
        onDone: { target: 'looking', actions: { type: 'tell', params: { way: 'backward' } }, meta: { spec } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'looking',
            actions: [{ type: 'explain', params: ({ event }) => event }, 'dropSteps'],
            meta: { spec: '11.5 A refused undo or redo says why' },
          },
          {
            target: 'looking',
            actions: [{ type: 'log', params: ({ event }) => ({ message: 'Undo failed', error: event.error }) }, 'dropSteps'],
            meta: { spec: '11.6 A failed undo or redo is only logged' },
          },
        ],
      },
      // The person's own step also arrives over the socket, after its answer.
      on: {
        ...queueing,
        ...duringStep,
      },
    },
    redoing: {
      invoke: {
        id: 'step',
        src: 'step',
        input: ({ context }) => askedOf('forward', context.redo),
        onDone: { target: 'looking', actions: { type: 'tell', params: { way: 'forward' } }, meta: { spec: redoSpec } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'looking',
            actions: [{ type: 'explain', params: ({ event }) => event }, 'disableRedo', 'dropSteps'],
            meta: { spec: '11.5 A refused undo or redo says why' },
          },
          {
            target: 'looking',
            actions: [{ type: 'log', params: ({ event }) => ({ message: 'Redo failed', error: event.error }) }, 'disableRedo', 'dropSteps'],
            meta: { spec: '11.7 A failed redo disables redo until the next event' },
          },
        ],
      },
      on: {
        ...queueing,
        ...duringStep,
      },
    },
  },
});
