/** Long computations as generators that pause now and then, so that a server can answer other requests in between. */

/** Rows between two stops. */
export const BETWEEN_STOPS = 1_000;

/** Runs the work to its end without stopping. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
