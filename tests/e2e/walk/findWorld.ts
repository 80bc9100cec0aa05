import type { SnapshotFrom } from 'xstate';
import { Unanswered } from '../../../domain/api/call.ts';
import { findMachine } from '../../../src/machines/find/find.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { WorldModel } from '../../../walking/tour.ts';
import { transitionKey } from '../../../walking/transitions.ts';

type Find = typeof findMachine;
type Event = ModelEvent<Find>;

/** A text that one row of the list contains, and a text that none contains. */
const [THERE, NOWHERE] = ['Gravel', 'no such thing'];

function events(snapshot: SnapshotFrom<Find>): readonly Event[] {
  const { text, at } = snapshot.context;
  const answer: readonly Event[] = [
    {
      type: 'xstate.done.actor.search',
      output: text === THERE ? { places: [1], fields: ['name'], total: 1 } : { places: [], fields: [], total: 0 },
    },
    { type: 'xstate.error.actor.search', error: new Unanswered('offline') },
  ];
  if (snapshot.matches('closed')) return [{ type: 'find.opened', from: 0 }];
  const own: readonly Event[] = [
    { type: 'find.opened', from: 0 },
    { type: 'find.closed' },
    ...[THERE, NOWHERE, ''].filter((each) => each !== text).map((each): Event => ({ type: 'text.typed', text: each })),
  ];
  if (snapshot.matches({ open: 'typing' })) return [...own, { type: 'xstate.after.typing.find.open.typing' }];
  const steps: readonly Event[] =
    at >= 0
      ? [
          { type: 'hit.asked', step: 1 },
          { type: 'hit.asked', step: -1 },
        ]
      : [];
  if (snapshot.matches({ open: 'searching' }) || snapshot.matches({ open: 'refreshing' })) {
    return [
      ...own,
      ...answer,
      ...(snapshot.matches({ open: 'refreshing' }) ? steps : []),
      ...(snapshot.context.isOutdated ? [] : [{ type: 'rows.changed' } as const]),
    ];
  }
  if (snapshot.matches({ open: 'found' })) {
    return [...own, ...steps, { type: 'rows.changed' }];
  }
  return snapshot.matches({ open: 'failed' }) ? [...own, { type: 'hit.asked', step: 1 }] : own;
}

/** A search in a list that another person edits too. */
export const findWorld: WorldModel<Find, null> = {
  machine: findMachine,
  input: undefined,
  world: () => null,
  next: () => null,
  events,
  follow(before, event, after) {
    const again = findMachine.states.open?.states.found?.always?.[0];
    const isAgain = before.context.isOutdated && event.type === 'xstate.done.actor.search' && after.matches({ open: 'refreshing' });
    return isAgain && again ? [transitionKey(again)] : [];
  },
  stateKey: ({ value, context: { text, at, sentence, isOutdated } }) => ({ value, text, at, sentence, isOutdated }),
};
