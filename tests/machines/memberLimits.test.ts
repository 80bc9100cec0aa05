import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { FIRST_PAGE, memberLimitsModel } from '../../src/machines/memberLimits/memberLimits.model.ts';
import { memberLimitsMachine } from '../../src/machines/memberLimits/memberLimits.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(memberLimitsModel, { promises: ['read', 'keep'] });

const member = { id: 2, name: 'Bob', email: 'bob@actum.example', role: 'regular' as const, created_at: '2026-01-01T00:00:00.000Z' };
const OAK = { id: 9, name: 'Oak House', limit: null };

test('the second page follows the first, and a limit for all projects applies to each', async () => {
  const calls = holdCalls();
  const actor = createActor(memberLimitsMachine.provide({ actors: { read: calls.actor('read'), keep: calls.actor('keep') } })).start();
  const shown = () => actor.getSnapshot().context.page?.projects.map(({ name, limit }) => [name, limit?.can ?? null]);
  actor.send({ type: 'limits.opened', member });
  await calls.resolve('read', FIRST_PAGE);
  actor.send({ type: 'more.requested' });
  expect(actor.getSnapshot().context.offset).toBe(1);
  await calls.resolve('read', { ...FIRST_PAGE, projects: [OAK] });
  expect(shown()).toEqual([
    ['Pine Yard', 'acts'],
    ['Oak House', null],
  ]);
  actor.send({ type: 'limit.chosen', choice: { projectId: null, all: true, limit: { can: 'reads', prices: true } } });
  await calls.resolve('keep', { later: { can: 'reads', prices: true }, limited: 2 });
  expect(shown()).toEqual([
    ['Pine Yard', 'reads'],
    ['Oak House', 'reads'],
  ]);
  expect(actor.getSnapshot().context.page).toMatchObject({ later: { can: 'reads', prices: true }, limited: 2 });
});
