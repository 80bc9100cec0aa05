import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { Refused, Unanswered } from '../../domain/contract/call.ts';
import { EDIT, editQueueModel } from '../../src/machines/editQueue/editQueue.model.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { refusedOf, waitingOf } from '../../src/machines/editQueue/selectors.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(editQueueModel, { promises: ['sendEdit'] });

const away = new Unanswered('offline');
const price = { ...EDIT, key: 'price', field: 'unit_labour', text: '3' };
const other = { ...EDIT, key: 'other', id: 8 };

function queue() {
  const clock = new SimulatedClock();
  const calls = holdCalls();
  const actor = createActor(editQueueMachine.provide({ actors: { sendEdit: calls.actor('sendEdit') } }), {
    clock,
    input: { edits: [] },
  }).start();
  const told: string[] = [];
  actor.on('*', (event) => told.push('key' in event ? `${event.type} ${event.key}` : event.type));
  return { actor, calls, clock, told };
}

test('three edits typed without a connection are sent in order once it is back, each until it is answered', async () => {
  const { actor, calls, clock, told } = queue();
  for (const edit of [EDIT, price, other]) actor.send({ type: 'edit.typed', edit });
  await calls.reject('sendEdit', away);
  expect(waitingOf(actor.getSnapshot()).map(({ key }) => key)).toEqual(['first', 'price', 'other']);
  clock.increment(999);
  expect(actor.getSnapshot().value).toBe('waiting');
  clock.increment(1);
  await calls.reject('sendEdit', away);
  clock.increment(1_999);
  expect(actor.getSnapshot().value).toBe('waiting');
  actor.send({ type: 'retry.requested' });
  await calls.resolve('sendEdit', { answer: null, revision: 5 });
  expect(actor.getSnapshot().context.edits.map(({ key, revision }) => [key, revision])).toEqual([
    ['price', 5],
    ['other', 1],
  ]);
  await calls.resolve('sendEdit', { answer: null, revision: 6 });
  await calls.resolve('sendEdit', { answer: null, revision: 2 });
  expect(told).toEqual(['edits.postponed', 'edits.postponed', 'edit.taken first', 'edit.taken price', 'edit.taken other']);
  expect(actor.getSnapshot().value).toBe('resting');
});

test('a refused edit holds up nothing and stays until it is given up or typed over', async () => {
  const { actor, calls } = queue();
  for (const edit of [EDIT, other]) actor.send({ type: 'edit.typed', edit });
  await calls.reject('sendEdit', new Refused(404, { detail: 'Not found' }));
  await calls.resolve('sendEdit', { answer: null, revision: 2 });
  expect(refusedOf(actor.getSnapshot())).toEqual([{ ...EDIT, problem: { status: 404, body: { detail: 'Not found' } } }]);
  actor.send({ type: 'edit.typed', edit: { ...EDIT, key: 'typed over', text: '9' } });
  expect(actor.getSnapshot().context.edits.map(({ key }) => key)).toEqual(['typed over']);
});
