import { assign, fromCallback, fromPromise, setup } from 'xstate';

export interface Person {
  readonly id: number;
  readonly name: string;
}
export interface PeopleSeen {
  readonly type: 'people.seen';
  readonly people: readonly Person[];
}

const spec = '5.7 People see who else has the version open';

/** The other people who have a version open. A heartbeat every ten seconds tells the server that this person has it open too. */
export const presenceMachine = setup({
  types: {
    context: {} as { readonly people: readonly Person[] },
    events: {} as PeopleSeen,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Announces the person and resolves to the others. */
    stay: fromPromise<readonly Person[]>(() => Promise.reject(new Error('stay is not provided'))),
    /** Reports when somebody comes or goes. Stopping it announces that the person has left. */
    watchPeople: fromCallback<PeopleSeen>(() => {
      throw new Error('watchPeople is not provided');
    }),
  },
  delays: { heartbeat: 10_000 },
  actions: { see: assign({ people: (_, { people }: { people: readonly Person[] }) => people }) },
}).createMachine({
  id: 'presence',
  context: { people: [] },
  initial: 'telling',
  invoke: {
    id: 'watchPeople',
    src: 'watchPeople',
    onError: { actions: { type: 'see', params: { people: [] } }, meta: { spec: '5.7 People see who else has the version open' } },
  },
  on: { 'people.seen': { actions: { type: 'see', params: ({ event }) => event }, meta: { spec } } },
  states: {
    telling: {
      invoke: {
        id: 'stay',
        src: 'stay',
        onDone: { target: 'resting', actions: { type: 'see', params: ({ event }) => ({ people: event.output }) }, meta: { spec } },
        onError: { target: 'resting', meta: { spec: '5.7 People see who else has the version open' } },
      },
    },
    resting: { after: { heartbeat: { target: 'telling', meta: { spec } } } },
  },
});
