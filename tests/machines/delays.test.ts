import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { noticeMachine } from '../../src/machines/notice/notice.ts';
import { subscriptionMachine } from '../../src/machines/subscription/subscription.ts';
import { inert } from '../../walking/standIns.ts';

test('each notice disappears 5000 ms after it appeared', () => {
  const clock = new SimulatedClock();
  const notice = createActor(noticeMachine, { clock }).start();
  notice.send({ type: 'notice.shown', text: 'one', kind: 'done' });
  clock.increment(4_999);
  notice.send({ type: 'notice.shown', text: 'two', kind: 'done' });
  clock.increment(4_999);
  expect(notice.getSnapshot().context.text).toBe('two');
  clock.increment(1);
  expect(notice.getSnapshot().context.text).toBe(null);
});

test('a live query reconnects after 0.5, 1, 2, 4 and 8 s, then gives up and says so', () => {
  const clock = new SimulatedClock();
  const emitted: unknown[] = [];
  const live = createActor(subscriptionMachine.provide({ actors: { stream: inert } }), { clock, input: { document: '', variables: {} } });
  live.on('*', (event) => emitted.push(event));
  live.start();
  const failed = { type: 'stream.failed', error: new Error('closed') } as const;
  for (const delay of [500, 1_000, 2_000, 4_000, 8_000]) {
    live.send(failed);
    clock.increment(delay - 1);
    expect(live.getSnapshot().value).toBe('retrying');
    clock.increment(1);
    expect(live.getSnapshot().value).toEqual({ open: 'connecting' });
  }
  live.send(failed);
  expect({ value: live.getSnapshot().value, emitted }).toEqual({
    value: 'gaveUp',
    emitted: [{ type: 'subscription.gaveUp', error: failed.error }],
  });
});

test('an answer resets the count', () => {
  const clock = new SimulatedClock();
  const live = createActor(subscriptionMachine.provide({ actors: { stream: inert } }), {
    clock,
    input: { document: '', variables: {} },
  }).start();
  for (const delay of [500, 1_000]) {
    live.send({ type: 'stream.failed', error: null });
    clock.increment(delay);
  }
  live.send({ type: 'answer.received', answer: [] });
  live.send({ type: 'stream.failed', error: null });
  clock.increment(500);
  expect(live.getSnapshot().value).toEqual({ open: 'connecting' });
});
