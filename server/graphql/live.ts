import type { Bus } from '../db/bus.ts';

/**
 * A live query: its answer at once, and again whenever one of `topics` is notified and the answer has changed. It ends when `until` fires
 * and when `read` throws.
 * Not an async generator: one would wait for its pending step before it ends, and so outlive the client that left.
 */
export function liveQuery<T>(bus: Bus, topics: readonly string[], read: () => Promise<T>, until: AbortSignal): AsyncIterableIterator<T> {
  let last: string | null = null;
  let stale = true;
  let ended = until.aborted;
  let wake: (() => void) | null = null;
  const stir = () => {
    stale = true;
    wake?.();
  };
  const watches = topics.map((topic) => bus.watch(topic, stir));
  const end = () => {
    ended = true;
    for (const unwatch of watches) unwatch();
    until.removeEventListener('abort', end);
    wake?.();
  };
  until.addEventListener('abort', end);
  const over = { done: true as const, value: undefined };

  return {
    async next() {
      try {
        while (!ended) {
          if (!stale) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          stale = false;
          const value = await read();
          const text = JSON.stringify(value);
          if (ended || text === last) continue;
          last = text;
          return { done: false, value };
        }
        return over;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return over;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
