import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, type SnapshotFrom } from 'xstate';
import type { ModelEvent } from '../../../src/machines/model.ts';
import { UNREACHED } from '../../../walking/coverage/unreached.ts';
import { eventInWords } from '../../../walking/paths.ts';
import { coveringPaths, type WorldModel } from '../../../walking/tour.ts';
import { declaredTransitions, transitionKey } from '../../../walking/transitions.ts';
import { expect, SOON, test, type Walked, type Watched } from './served.ts';

/** How one machine of a real page is driven and looked at. */
interface Stage<M extends AnyStateMachine> {
  readonly watched: Watched;
  /** The machine, or one of its actors. */
  readonly who: string;
  /** Causes an event: by a person, the network, the server's rows, another person or the clock. */
  readonly cause: (event: ModelEvent<M> & { readonly type: string }, before: SnapshotFrom<M>) => Promise<void>;
  /** Checks the screen for a snapshot. */
  readonly due: (snapshot: SnapshotFrom<M>) => Promise<void>;
  /**
   * For a state that ends by itself: "told" when the machine reports it in passing, "perhaps" when it may not, because two events can arrive in either
   * order.
   */
  readonly passes?: (
    snapshot: SnapshotFrom<M>,
    next: (ModelEvent<M> & { readonly type: string }) | undefined,
  ) => 'told' | 'perhaps' | false;
}

/** Makes every step of every path of a cover happen in the page, one path after another, and looks at each place. */
export async function walkThrough<M extends AnyStateMachine, World>(
  model: WorldModel<M, World>,
  covered: Set<string>,
  { longest, stage }: { readonly longest: number; readonly stage: (path: number) => Promise<Stage<M>> },
): Promise<void> {
  const paths = coveringPaths(model, covered, longest);
  expect(paths.length).toBeGreaterThan(0);
  for (const [index, steps] of paths.entries()) {
    const { watched, who, cause, due, passes } = await stage(index);
    let before = initialTransition(model.machine, model.input as never)[0] as SnapshotFrom<M>;
    for (const [position, { event, expected }] of steps.entries()) {
      await test.step(`${index + 1}.${position + 1} ${eventInWords(event as { readonly type: string })}`, async () => {
        const count = watched.count(who);
        await cause(event as never, before);
        const value = JSON.stringify((expected as AnyMachineSnapshot).value);
        const passing = passes?.(expected, steps[position + 1]?.event as never);
        if (passing === 'perhaps') return;
        if (passing === 'told')
          await expect.poll(() => watched.since(who, count), { message: `${who} passes ${value}`, ...SOON }).toContain(value);
        else {
          await expect.poll(() => watched.at(who), { message: `where ${who} is`, ...SOON }).toBe(value);
          await due(expected);
        }
      });
      before = expected;
    }
    // Requests of the last step are answered before the next path begins.
    await watched.idle();
  }
}

/** Every transition of the machines was taken in the browser, except those listed as out of its reach. */
export function expectAllTaken({ taken }: Walked, ...machines: readonly AnyStateMachine[]): void {
  for (const machine of machines) {
    const declared = declaredTransitions(machine).map(transitionKey);
    const missed = declared.filter((key) => !taken.has(key));
    console.log(`${machine.id}: ${declared.length} transitions declared, ${declared.length - missed.length} walked in the browser`);
    expect(missed.sort()).toEqual(declared.filter((key) => key in UNREACHED).sort());
  }
}
