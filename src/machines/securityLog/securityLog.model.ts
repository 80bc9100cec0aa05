import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { EVERYTHING, securityLogMachine } from './securityLog.ts';

const error = new Unanswered('offline');

export const securityLogModel: Model<typeof securityLogMachine> = {
  machine: securityLogMachine,
  starts: () => ({ opened: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: ({ context: { filter } }) => [
    { type: 'filter.chosen', filter: filter.group === null ? { ...EVERYTHING, group: 'people' } : EVERYTHING },
    { type: 'more.asked' },
    { type: 'file.asked' },
    { type: 'load.retried' },
    { type: 'xstate.done.actor.load', output: true },
    { type: 'xstate.done.actor.load', output: false },
    { type: 'xstate.error.actor.load', error },
    { type: 'xstate.done.actor.makeFile' },
    { type: 'xstate.error.actor.makeFile', error },
  ],
  broken: ({ value, context: { sentence, hasMore } }) =>
    rules({
      'a failure says why': value !== 'failed' || sentence !== null,
      'more is read only where there is more': value !== 'readingMore' || hasMore,
      'what is on its way has no refusal': (value !== 'makingFile' && value !== 'readingMore') || sentence === null,
    }),
};
