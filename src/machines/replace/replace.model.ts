import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { frozen } from '../../../domain/sentences/estimates.ts';
import { type Model, rules } from '../model.ts';
import { replaceMachine } from './replace.ts';

export const replaceModel: Model<typeof replaceMachine> = {
  machine: replaceMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context: { text, found } }) => ({ value, text, found }),
  events: () => [
    { type: 'all.asked', text: 'sand', by: 'slag' },
    { type: 'replace.confirmed' },
    { type: 'replace.declined' },
    { type: 'xstate.done.actor.count', output: { cells: 3, rows: 2 } },
    { type: 'xstate.done.actor.count', output: { cells: 0, rows: 0 } },
    { type: 'xstate.error.actor.count', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.replace', output: { cells: 3, rows: 2 } },
    { type: 'xstate.error.actor.replace', error: new Refused(409, frozen()) },
  ],
  broken: ({ value, context: { found } }) => rules({ 'what is asked about is counted': value !== 'asking' || found.cells > 0 }),
};
