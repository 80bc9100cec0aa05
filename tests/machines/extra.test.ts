import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { APPROVED, ASKED, extraModel, ROW } from '../../src/machines/extra/extra.model.ts';
import { extraMachine } from '../../src/machines/extra/extra.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(extraModel, { promises: ['ask', 'approve', 'decide', 'withdraw'] });

test('with one press for request and approval, a refused approval is shown in the decision’s dialog, and the request is made once', async () => {
  const calls = holdCalls();
  const actor = createActor(
    extraMachine.provide({ actors: { ask: calls.actor('ask'), approve: calls.actor('approve'), decide: calls.actor('decide') } }),
  ).start();
  const settled: unknown[] = [];
  actor.on('extra.settled', ({ extra }) => settled.push(extra.status));
  actor.send({ type: 'extra.wanted', row: ROW });
  actor.send({ type: 'extra.asked', quantity: '12.5', reason: 'A longer wall', approves: true });
  await calls.resolve('ask', ASKED);
  await calls.reject('approve', new Refused(409, { detail: 'No longer', code: 'extra_below_done' }));
  const { value, context } = actor.getSnapshot();
  expect([value, context.extra?.id, context.row, context.sentence?.code, settled]).toEqual([
    'deciding',
    ASKED.id,
    null,
    'extra_below_done',
    [],
  ]);
  actor.send({ type: 'extra.decided', text: '' });
  await calls.resolve('decide', APPROVED);
  expect([actor.getSnapshot().value, settled]).toEqual(['closed', ['approved']]);
});
