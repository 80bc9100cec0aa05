import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { resourceMachine } from './resource.ts';

export const resourceModel: Model<typeof resourceMachine> = {
  machine: resourceMachine,
  starts: () => ({ opened: undefined }),
  stateKey: ({ value, context: { sentence, isOutdated } }) => ({ value, sentence, isOutdated }),
  events: () => [
    { type: 'load.retried' },
    { type: 'project.changed' },
    { type: 'xstate.done.actor.load' },
    { type: 'xstate.error.actor.load', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.load', error: new Refused(403, { detail: 'You may not' }) },
    { type: 'xstate.after.untilReadAgain.resource.behind' },
  ],
  broken: ({ value, context: { sentence } }) => rules({ 'a failure says why': value !== 'failed' || sentence !== null }),
};
