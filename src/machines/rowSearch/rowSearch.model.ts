import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import type { Destination } from '../palette/types.ts';
import { rowSearchMachine } from './rowSearch.ts';

const FOUND: Destination = { id: 'row 7', group: 'rows', name: '05-1 Gravel bed', detail: 'Yard, Roads', path: '/project/5/3/list/12' };

export const rowSearchModel: Model<typeof rowSearchMachine> = {
  machine: rowSearchMachine,
  starts: () => ({ 'in the palette': undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'text.typed', text: 'gravel' },
    { type: 'text.typed', text: 'g ' },
    { type: 'search.retried' },
    { type: 'search.closed' },
    { type: 'xstate.after.typing.rowSearch.typing' },
    { type: 'xstate.done.actor.searchRows', output: [FOUND] },
    { type: 'xstate.error.actor.searchRows', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { text, sentence } }) =>
    rules({
      'a text is searched for': (value !== 'typing' && value !== 'searching') || text !== '',
      'a failure says why': value !== 'failed' || sentence !== null,
    }),
};
