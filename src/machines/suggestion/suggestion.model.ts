import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { type Suggestion, suggestionMachine } from './suggestion.ts';

const UNITS: readonly Suggestion[] = ['m', 'm²'].map((name) => ({ kind: 'unit', name, detail: '' }));

export const suggestionModel: Model<typeof suggestionMachine> = {
  machine: suggestionMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context: { field, items, at } }) => ({ value, field, items: items.length, at }),
  events: () => [
    { type: 'text.typed', field: 'name', text: 'g' },
    { type: 'text.typed', field: 'name', text: 'gravel' },
    { type: 'text.typed', field: 'unit', text: '' },
    { type: 'highlight.moved', by: 1 },
    { type: 'highlight.moved', by: -1 },
    { type: 'suggestion.pointed', at: 1 },
    { type: 'suggestion.pointed', at: 7 },
    { type: 'suggestion.chosen' },
    { type: 'list.closed' },
    { type: 'xstate.after.typing.suggestion.open.typing' },
    { type: 'xstate.done.actor.suggest', output: UNITS },
    { type: 'xstate.done.actor.suggest', output: [] },
    { type: 'xstate.error.actor.suggest', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { items, at } }) =>
    rules({
      'what is highlighted is one of them, or nothing is': at === -1 || items[at] !== undefined,
      'what is shut shows nothing': value !== 'closed' || items.length === 0,
    }),
};
