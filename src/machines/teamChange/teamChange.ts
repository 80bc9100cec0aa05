import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Member, PendingInvitation } from '../../../domain/api/people.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** A change to the members of a team. */
export type TeamChange =
  | { readonly kind: 'role'; readonly member: Member; readonly role: 'admin' | 'regular' }
  | { readonly kind: 'removal' | 'leaving'; readonly member: Member }
  | { readonly kind: 'resending' | 'withdrawal'; readonly invitation: PendingInvitation };

interface TeamChangeContext {
  readonly change: TeamChange | null;
  /** Changes chosen while another was being made. */
  readonly waiting: readonly TeamChange[];
  readonly sentence: Sentence | null;
}
/** Changes that take a right from somebody need confirmation. */
const ASKED_FIRST: readonly TeamChange['kind'][] = ['removal', 'leaving', 'withdrawal'];
export const isAskedFirst = ({ kind }: TeamChange): boolean => ASKED_FIRST.includes(kind);

const spec = '3.10 Roles decide about the team';

/** Makes one change at a time: confirmed where something is lost, then made, or refused with a reason. */
export const teamChangeMachine = setup({
  types: {
    context: {} as TeamChangeContext,
    events: {} as
      | { readonly type: 'change.chosen'; readonly change: TeamChange; readonly hasWaited?: boolean }
      | { readonly type: 'change.confirmed' }
      | { readonly type: 'change.dismissed' },
    emitted: {} as { readonly type: 'change.made'; readonly change: TeamChange },
    transitionMeta: {} as { spec: string },
  },
  actors: { make: fromPromise<void, { change: TeamChange | null }>(() => Promise.reject(new Error('make is not provided'))) },
  guards: {
    isAskedFirst: (_, { change }: { change: TeamChange }) => isAskedFirst(change),
    wasAsked: ({ context }) => context.change !== null && isAskedFirst(context.change),
  },
  actions: {
    /** The refusal of the previous change stays on screen. */
    choose: assign((_, { change, hasWaited = false }: { change: TeamChange; hasWaited?: boolean }) =>
      hasWaited ? { change } : { change, sentence: null },
    ),
    keepWaiting: assign({ waiting: ({ context }, { change }: { change: TeamChange }) => [...context.waiting, change] }),
    takeTurn: enqueueActions(({ context: { waiting }, enqueue }) => {
      const [change, ...later] = waiting;
      if (change === undefined) return;
      enqueue.assign({ waiting: later });
      enqueue.raise({ type: 'change.chosen', change, hasWaited: true });
    }),
    forget: assign({ change: null }),
    forgetSentence: assign({ sentence: null }),
    /** A waiting confirmation is dropped, because it would show the reason of the other change. */
    explain: assign(({ context }, { error }: { error: unknown }) => ({
      sentence: sentenceOfError(error),
      waiting: context.waiting.filter((change) => !isAskedFirst(change)),
    })),
    emitMade: emit(({ context }) => {
      if (context.change === null) throw new Error('Only what was chosen is made');
      return { type: 'change.made' as const, change: context.change };
    }),
  },
}).createMachine({
  id: 'teamChange',
  context: { change: null, waiting: [], sentence: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'takeTurn',
      on: {
        'change.chosen': [
          {
            guard: { type: 'isAskedFirst', params: ({ event: { change } }) => ({ change }) },
            target: 'asking',
            actions: { type: 'choose', params: ({ event }) => event },
            meta: { spec: '2.10 A confirmation says what will be lost' },
          },
          { target: 'making', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    asking: {
      on: {
        'change.confirmed': { target: 'making', actions: 'forgetSentence', meta: { spec: '2.10 A confirmation says what will be lost' } },
        'change.dismissed': {
          target: 'idle',
          actions: ['forget', 'forgetSentence'],
          meta: { spec: '2.11 Declining a confirmation changes nothing' },
        },
      },
    },
    making: {
      on: { 'change.chosen': { actions: { type: 'keepWaiting', params: ({ event }) => event }, meta: { spec } } },
      invoke: {
        id: 'make',
        src: 'make',
        input: ({ context: { change } }) => ({ change }),
        onDone: { target: 'idle', actions: ['emitMade', 'forget'], meta: { spec } },
        onError: [
          {
            guard: 'wasAsked',
            target: 'asking',
            actions: { type: 'explain', params: ({ event: { error } }) => ({ error }) },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
          {
            target: 'idle',
            actions: { type: 'explain', params: ({ event: { error } }) => ({ error }) },
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
    },
  },
});
