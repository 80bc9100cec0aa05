import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { carryMoved } from '../../domain/sentences/contracts.ts';
import { carryingModel, HEAD, PAIR, PAIRED, SETTLED } from '../../src/machines/carrying/carrying.model.ts';
import { carryingMachine, type HandPair } from '../../src/machines/carrying/carrying.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(carryingModel, { promises: ['preview', 'readMore', 'seek', 'carry'] });

function open(pairs: readonly HandPair[] = []) {
  const calls = holdCalls();
  const actors = Object.fromEntries(['preview', 'readMore', 'seek', 'carry'].map((name) => [name, calls.actor(name)]));
  const actor = createActor(carryingMachine.provide({ actors } as never), { input: { pairs } }).start();
  return { calls, actor };
}

test('a row is in one pair: a newer pair of either row replaces an earlier one', async () => {
  const { calls, actor } = open([PAIR, { from: 12, into: 22, fromName: 'Nails', intoName: 'Screws' }]);
  await calls.resolve('preview', HEAD);
  const again = { ...PAIR, into: 22, intoName: 'Screws' };
  actor.send({ type: 'pair.made', pair: again });
  expect(actor.getSnapshot().context.pairs).toEqual([again]);
});

test('a review that arrives after another pair was made is ignored', async () => {
  const { calls, actor } = open();
  await calls.resolve('preview', HEAD);
  actor.send({ type: 'pair.made', pair: PAIR });
  actor.send({ type: 'pair.undone', from: PAIR.from });
  actor.send({ type: 'pair.made', pair: PAIR });
  expect(calls.pending()).toEqual(['preview']);
  await calls.resolve('preview', PAIRED);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.head?.counts.settled]).toEqual([{ reviewing: 'idle' }, 0]);
});

test('figures that changed are loaded again, shown beside the confirmed ones, and carried only when confirmed again', async () => {
  const { calls, actor } = open();
  await calls.resolve('preview', HEAD);
  actor.send({ type: 'carry.requested' });
  actor.send({ type: 'carry.confirmed' });
  await calls.reject('carry', new Refused(409, { ...carryMoved() }));
  await calls.resolve('preview', PAIRED);
  const { value, context } = actor.getSnapshot();
  expect([value, context.movedFrom?.settled.gross.total, context.head?.settled.gross.total, calls.pending()]).toEqual([
    'confirming',
    '145.20',
    '0.00',
    [],
  ]);
  const made: unknown[] = [];
  actor.on('carrying.made', (event) => made.push(event));
  actor.send({ type: 'carry.confirmed' });
  await calls.resolve('carry', 4);
  expect(made).toEqual([{ type: 'carrying.made', versionId: 4 }]);
});

test('a row is picked while the review is loaded again, and the review is loaded when the row is left', async () => {
  const { calls, actor } = open();
  await calls.resolve('preview', HEAD);
  actor.send({ type: 'project.changed' });
  actor.send({ type: 'row.picked', row: SETTLED });
  expect([actor.getSnapshot().context.picked, calls.pending()]).toEqual([SETTLED, ['seek']]);
  await calls.resolve('seek', undefined);
  actor.send({ type: 'picking.left' });
  await calls.resolve('preview', PAIRED);
  expect(actor.getSnapshot().context.head).toEqual(PAIRED);
});

test.each(['carry.requested', 'row.picked'] as const)('a change that arrives during %s is loaded afterwards', async (type) => {
  const { calls, actor } = open();
  await calls.resolve('preview', HEAD);
  actor.send({ type, row: SETTLED } as never);
  actor.send({ type: 'project.changed' });
  expect(calls.pending()).not.toContain('preview');
  actor.send({ type: type === 'row.picked' ? 'picking.left' : 'carry.declined' });
  expect(calls.pending()).toContain('preview');
});

test('a change that arrives while the review is loading causes another load', async () => {
  const { calls, actor } = open();
  actor.send({ type: 'project.changed' });
  await calls.resolve('preview', HEAD);
  expect([actor.getSnapshot().value, calls.pending()]).toEqual([{ reviewing: 'reading' }, ['preview']]);
  await calls.resolve('preview', PAIRED);
  expect(actor.getSnapshot().value).toEqual({ reviewing: 'idle' });
});
