import { setImmediate as turn } from 'node:timers/promises';

export { turn };

/** How long one piece of work may take before others have their turn, in ms. */
export const AT_A_TIME = 15;

/** Runs long work (domain/stops.ts), and lets other work run at its stops. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < AT_A_TIME) continue;
    await turn();
    since = performance.now();
  }
}
