import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type Api, Unanswered } from '../../domain/api/call.ts';
import type { Follow } from '../../src/compose/live/follow.ts';
import { togetherOf } from '../../src/compose/live/together.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { silent } from '../../walking/standIns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The comments of a list on screen, with a live query answered by hand. */
async function commentsShown() {
  const session = createActor(sessionMachine, { input: { app: silent, tokens: null, publicKey: null, destination: null } });
  let answered: Parameters<Follow>[1] = () => undefined;
  let gaveUp: (error: unknown) => void = () => undefined;
  const follow: Follow = (_, onAnswer, onEnd = () => undefined) => {
    [answered, gaveUp] = [onAnswer, onEnd];
    return () => undefined;
  };
  const api = vi.fn(async () => []);
  const { reading, watch } = togetherOf({ api: api as unknown as Api, session }, follow)(5, 6).counts(7, null);
  const resource = createActor(reading).start();
  const watching = createActor(watch).start();
  const changed = vi.fn();
  watching.on('comments.changed', changed);
  await vi.advanceTimersByTimeAsync(0);
  return { answer: () => answered({}, false), giveUp: (error: unknown) => gaveUp(error), read: api, changed, resource, watching };
}

test('comments are read once, when their live query is open; later answers say that they changed', async () => {
  const { answer, read, changed } = await commentsShown();
  expect(read).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([read.mock.calls.length, changed.mock.calls.length]).toEqual([1, 0]);
  answer();
  expect(changed).toHaveBeenCalledOnce();
});

test('comments are read without a live query where there is none', async () => {
  const { giveUp, read } = await commentsShown();
  giveUp(new Unanswered('No network'));
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledOnce();
});

test('comments do not wait for a slow live query, whose first answer then says that they may have changed', async () => {
  const { answer, read, changed } = await commentsShown();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toHaveBeenCalledOnce();
  answer();
  expect(changed).toHaveBeenCalledOnce();
});

test('comments of a list that is left are not read', async () => {
  const { read, resource, watching } = await commentsShown();
  resource.stop();
  watching.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).not.toHaveBeenCalled();
});
