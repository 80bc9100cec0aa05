import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { staleTerms } from '../../domain/sentences/payments.ts';
import { AGREED, MOVES, THEIRS, termsModel } from '../../src/machines/terms/terms.model.ts';
import { termsMachine } from '../../src/machines/terms/terms.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(termsModel, { promises: ['preview', 'set'] });

function open() {
  const calls = holdCalls();
  const actor = createActor(termsMachine.provide({ actors: { preview: calls.actor('preview'), set: calls.actor('set') } })).start();
  actor.send({ type: 'terms.opened', terms: AGREED });
  return { calls, actor };
}

test('terms that others changed meanwhile are shown, and replaced only when the change is sent again', async () => {
  const { calls, actor } = open();
  actor.send({ type: 'terms.typed', typed: { rate: '10' } });
  actor.send({ type: 'terms.submitted' });
  await calls.resolve('preview', MOVES);
  actor.send({ type: 'moves.confirmed' });
  await calls.reject('set', new Refused(409, { ...staleTerms(), terms: THEIRS }));
  const { value, context } = actor.getSnapshot();
  expect([value, context.draft?.rate, context.theirs?.made_by, context.expected]).toEqual(['editing', '10', 'Bob', THEIRS.id]);
  actor.send({ type: 'theirs.taken' });
  expect([actor.getSnapshot().context.draft?.rate, actor.getSnapshot().context.theirs]).toEqual(['3', null]);
});

test('an invalid text stays as typed, and is not sent', () => {
  const { calls, actor } = open();
  actor.send({ type: 'terms.typed', typed: { rate: '' } });
  actor.send({ type: 'terms.submitted' });
  const { value, context } = actor.getSnapshot();
  expect([value, context.draft?.rate, Object.keys(context.problems), calls.pending()]).toEqual(['editing', '', ['rate'], []]);
});

test('a problem disappears when its field is valid, and no other appears before the terms are sent', () => {
  const { actor } = open();
  const problems = () => Object.keys(actor.getSnapshot().context.problems);
  actor.send({ type: 'terms.typed', typed: { rate: '750' } });
  expect(problems()).toEqual([]);
  actor.send({ type: 'terms.submitted' });
  expect(problems()).toEqual(['rate']);
  actor.send({ type: 'terms.typed', typed: { rate: '75x' } });
  expect(problems()).toEqual(['rate']);
  actor.send({ type: 'terms.typed', typed: { rate: '7,5' } });
  expect(problems()).toEqual([]);
});
