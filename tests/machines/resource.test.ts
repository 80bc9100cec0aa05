import { expect, onTestFinished, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Unanswered } from '../../domain/api/call.ts';
import { publicActMachine } from '../../src/machines/publicAct/publicAct.ts';
import { resourceModel } from '../../src/machines/resource/resource.model.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { testEdges } from '../model/edges.ts';

testEdges(resourceModel, { promises: ['load'] });

test.each([
  ['a screen', resourceMachine, 'project.changed'],
  ['a public act', publicActMachine, 'act.changed'],
] as const)(
  '%s that cannot be read again is asked for less and less often, and at once when something changes',
  async (_, machine, change) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let [isUp, reads] = [true, 0];
    const load = fromPromise<void>(async () => {
      reads += 1;
      if (!isUp) throw new Unanswered('The server answers 503');
    });
    const actor = createActor(machine.provide({ actors: { load, follow: fromPromise(() => new Promise(() => undefined)) } as never }));
    const readsIn = async (seconds: number, begin: () => void = () => undefined) => {
      const before = reads;
      begin();
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      return reads - before;
    };
    const changed = () => actor.send({ type: change } as never);
    expect(await readsIn(60, () => actor.start())).toBe(1);

    isUp = false;
    // At once, and then after 5, 10, 20, 30 and 30 seconds.
    expect(await readsIn(96, changed)).toBe(6);
    expect(await readsIn(300)).toBe(10);
    expect(await readsIn(29, changed)).toBe(1);

    isUp = true;
    expect(await readsIn(300)).toBe(1);
    isUp = false;
    expect(await readsIn(16, changed)).toBe(3);
    actor.stop();
    vi.useRealTimers();
  },
);
