import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { findMachine } from './find.ts';

export const findModel: Model<typeof findMachine> = {
  machine: findMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value, context: { text, found, at, sentence, rowId, isOutdated } }) => ({
    value,
    text,
    found,
    at,
    sentence,
    rowId,
    isOutdated,
  }),
  events: () => [
    { type: 'find.opened', from: 4 },
    { type: 'find.closed' },
    { type: 'text.typed', text: 'sand' },
    { type: 'text.typed', text: ' ' },
    { type: 'hit.asked', step: 1 },
    { type: 'hit.asked', step: -1 },
    { type: 'hit.asked', step: 0 },
    { type: 'rows.changed' },
    { type: 'xstate.after.typing.find.open.typing' },
    { type: 'xstate.done.actor.search', output: { places: [2, 7], fields: ['name', 'code'], total: 2 } },
    { type: 'xstate.done.actor.search', output: { places: [], fields: [], total: 0 } },
    { type: 'xstate.error.actor.search', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { found, at, sentence } }) =>
    rules({
      'the hit shown is one of them': at === -1 || (found !== null && at >= 0 && at < found.places.length),
      'what is shut shows nothing': value !== 'closed' || found === null,
      'a failure says why': typeof value === 'string' || value.open !== 'failed' || sentence !== null,
    }),
};
