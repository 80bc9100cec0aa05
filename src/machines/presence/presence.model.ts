import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { presenceMachine } from './presence.ts';

const ann = { id: 2, name: 'Ann North' };

export const presenceModel: Model<typeof presenceMachine> = {
  machine: presenceMachine,
  starts: () => ({ 'on a version': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'people.seen', people: [ann] },
    { type: 'people.seen', people: [] },
    { type: 'xstate.done.actor.stay', output: [ann] },
    { type: 'xstate.error.actor.stay', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.watchPeople', error: new Error('no socket') },
    { type: 'xstate.after.heartbeat.presence.resting' },
  ],
  broken: ({ context: { people } }) => rules({ 'nobody is there twice': new Set(people.map(({ id }) => id)).size === people.length }),
};
