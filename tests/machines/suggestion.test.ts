import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { suggestionModel } from '../../src/machines/suggestion/suggestion.model.ts';
import { type Suggestion, suggestionMachine } from '../../src/machines/suggestion/suggestion.ts';
import { testEdges } from '../model/edges.ts';

testEdges(suggestionModel, { promises: ['suggest'] });

test('Enter takes nothing that was not highlighted; arrows go from the text through the list and back to the text', async () => {
  const suggest = fromPromise<readonly Suggestion[]>(async () => ['m', 'm²'].map((name) => ({ kind: 'unit', name, detail: '' })));
  const actor = createActor(suggestionMachine.provide({ actors: { suggest: suggest as never }, delays: { typing: 0 } })).start();
  const taken: Suggestion[] = [];
  actor.on('suggestion.taken', ({ suggestion }) => taken.push(suggestion));
  actor.send({ type: 'text.typed', field: 'unit', text: 'm' });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'shown' }));
  actor.send({ type: 'suggestion.chosen' });
  const places = [1, 1, 1, -1].map((by) => {
    actor.send({ type: 'highlight.moved', by: by as 1 });
    return actor.getSnapshot().context.at;
  });
  expect([taken, places]).toEqual([[], [0, 1, -1, 1]]);
  actor.send({ type: 'suggestion.chosen' });
  expect([taken, actor.getSnapshot().value]).toEqual([[{ kind: 'unit', name: 'm²', detail: '' }], 'closed']);
});
