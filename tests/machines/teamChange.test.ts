import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { teamChangeModel } from '../../src/machines/teamChange/teamChange.model.ts';
import { teamChangeMachine } from '../../src/machines/teamChange/teamChange.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(teamChangeModel, { promises: ['make'] });

const member = { id: 2, name: 'Bob', email: 'bob@actum.example', role: 'regular' as const, created_at: '2026-01-01T00:00:00.000Z' };

function open() {
  const calls = holdCalls();
  const actor = createActor(teamChangeMachine.provide({ actors: { make: calls.actor('make') } }));
  const emitted: unknown[] = [];
  actor.on('change.made', (event) => emitted.push(event));
  return { calls, actor: actor.start(), emitted };
}

test('a removal asks for confirmation, and its refusal is shown in the dialog', async () => {
  const { calls, actor, emitted } = open();
  const change = { kind: 'removal', member } as const;
  actor.send({ type: 'change.chosen', change });
  expect(calls.pending()).toEqual([]);
  actor.send({ type: 'change.confirmed' });
  await calls.reject('make', new Refused(403, { detail: 'Your role does not allow this' }));
  expect({ value: actor.getSnapshot().value, context: actor.getSnapshot().context, emitted }).toEqual({
    value: 'asking',
    context: { change, waiting: [], sentence: expect.objectContaining({ detail: 'Your role does not allow this' }) },
    emitted: [],
  });
});

test('a role is changed at once', async () => {
  const { calls, actor, emitted } = open();
  const change = { kind: 'role', member, role: 'admin' } as const;
  actor.send({ type: 'change.chosen', change });
  await calls.resolve('make', undefined);
  expect({ emitted, value: actor.getSnapshot().value }).toEqual({ emitted: [{ type: 'change.made', change }], value: 'idle' });
});

test('roles changed in quick succession are all changed; the reason why one was refused stays', async () => {
  const { calls, actor, emitted } = open();
  const changeOf = (id: number) => ({ kind: 'role', member: { ...member, id }, role: 'admin' }) as const;
  for (const id of [2, 3, 4]) actor.send({ type: 'change.chosen', change: changeOf(id) });
  await calls.resolve('make', undefined);
  await calls.reject('make', new Refused(403, { detail: 'Your role does not allow this' }));
  await calls.resolve('make', undefined);
  expect(emitted).toEqual([2, 4].map((id) => ({ type: 'change.made', change: changeOf(id) })));
  const { value, context } = actor.getSnapshot();
  expect([value, context.sentence?.detail]).toEqual(['idle', 'Your role does not allow this']);
});

test('a refusal drops the changes chosen before it', async () => {
  const { calls, actor } = open();
  actor.send({ type: 'change.chosen', change: { kind: 'role', member, role: 'admin' } });
  actor.send({ type: 'change.chosen', change: { kind: 'removal', member: { ...member, id: 3 } } });
  await calls.reject('make', new Refused(403, { detail: 'Your role does not allow this' }));
  const { value, context } = actor.getSnapshot();
  expect([value, context.waiting, context.sentence?.detail]).toEqual(['idle', [], 'Your role does not allow this']);
});
