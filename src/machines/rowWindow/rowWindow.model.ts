import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { CHUNK } from './chunks.ts';
import { rowWindowMachine } from './rowWindow.ts';

export const rowWindowModel: Model<typeof rowWindowMachine> = {
  machine: rowWindowMachine,
  starts: () => ({ top: undefined }),
  stateKey: ({ value, context: { wanted, loaded, changed, sentence, first } }) => ({
    value,
    wanted,
    loaded: loaded.toSorted(),
    changed: changed.toSorted(),
    sentence,
    first,
  }),
  events: ({ context: { wanted, loaded } }) => [
    { type: 'rows.seen', first: 0, last: 30 },
    { type: 'rows.seen', first: CHUNK - 5, last: CHUNK + 25 },
    { type: 'project.changed' },
    { type: 'rows.changed', ids: [7] },
    { type: 'rows.changed', ids: [8] },
    { type: 'load.retried' },
    // The call loads the first visible chunk that is missing.
    { type: 'xstate.done.actor.loadChunk', output: wanted.find((chunk) => !loaded.includes(chunk)) ?? 0 },
    { type: 'xstate.done.actor.loadRows', output: undefined },
    { type: 'xstate.error.actor.loadRows', error: new Unanswered('offline') },
    { type: 'xstate.error.actor.loadChunk', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { wanted, loaded, changed, sentence, first } }) =>
    rules({
      'rows that are kept have arrived': loaded.length === 0 || first === 'arrived',
      'it rests only on rows that are no older than the changes it knows of': value !== 'resting' || first === 'arrived',
      'it rests only when all rows in sight are here': value !== 'resting' || wanted.every((chunk) => loaded.includes(chunk)),
      'no chunk is kept twice': new Set(loaded).size === loaded.length,
      'single rows are read again just while some have changed': (value === 'refreshing') === changed.length > 0,
      'a failure says why': value !== 'failed' || sentence !== null,
    }),
};
