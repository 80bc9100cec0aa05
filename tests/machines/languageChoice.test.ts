import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { languageChoiceModel } from '../../src/machines/languageChoice/languageChoice.model.ts';
import { languageChoiceMachine } from '../../src/machines/languageChoice/languageChoice.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(languageChoiceModel, { promises: ['save'] });

test('reports why a choice was not saved, and accepts the next choice', async () => {
  const calls = holdCalls();
  const emitted: unknown[] = [];
  const choice = createActor(languageChoiceMachine.provide({ actors: { save: calls.actor('save') } }));
  choice.on('choice.refused', (event) => emitted.push(event));
  choice.start().send({ type: 'language.chosen', language: 'de' });
  await calls.reject('save', new Refused(400, { language: ['This language is not available'] }));
  choice.send({ type: 'language.chosen', language: 'lv' });
  expect({ emitted, pending: calls.pending() }).toEqual({
    emitted: [{ type: 'choice.refused', sentence: { detail: 'This language is not available', code: '' } }],
    pending: ['save'],
  });
});
