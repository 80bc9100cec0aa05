/** Each allows a part that could not be fetched to be requested again. */
const unavailable = new Set<() => void>();

/** Calls back when parts that could not be fetched may be requested again, unless the returned function is called before. */
export function onceForgotten(again: () => void): () => void {
  unavailable.add(again);
  return () => void unavailable.delete(again);
}

/**
 * Allows all parts that could not be fetched to be requested again. Of several that failed, a screen would otherwise throw the old failure of one after
 * another.
 */
export function forgetUnavailable(): void {
  const all = [...unavailable];
  unavailable.clear();
  for (const again of all) again();
}

/** A part of the application could not be fetched: the server is away, or a newer release has replaced its files. */
export class PartUnavailable extends Error {
  /** The first failure of this part. It may have happened a while ago, unseen, so another attempt is worthwhile. */
  readonly isFirst: boolean;
  constructor(cause: unknown, isFirst: boolean, forget: () => void) {
    super('A part of the application could not be fetched', { cause });
    this.name = 'PartUnavailable';
    this.isFirst = isFirst;
    onceForgotten(forget);
  }
}

const waiting = new Set<() => void>();
let count = 0;

/** How many parts have been loaded so far. */
export const arrivals = (): number => count;

/** Calls back whenever a part has been loaded, until the returned function is called. */
export function whenArrived(again: () => void): () => void {
  waiting.add(again);
  return () => void waiting.delete(again);
}

/** The parts that are being loaded. */
const loading = new Set<Promise<unknown>>();

/** Notifies those who wait for parts once this one is loaded. A failure is left to whoever asked for the part. */
export function announce(part: Promise<unknown>): void {
  loading.add(part);
  part.then(
    () => {
      loading.delete(part);
      count += 1;
      for (const again of waiting) again();
    },
    () => loading.delete(part),
  );
}

const idle = () =>
  new Promise<unknown>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200)));

/**
 * Resolves once the screen has all of its parts and the browser is idle. A browser is also idle while it waits for a part, and just before the screen asks
 * for one.
 */
export async function quiet(): Promise<void> {
  let idles = 0;
  while (idles < 2) {
    await idle();
    idles = loading.size === 0 ? idles + 1 : 0;
    await Promise.allSettled(loading);
  }
}

/**
 * Loads a part when it is first asked for, and returns the same promise every time, so that a screen may ask while it renders. A promise rejected with
 * PartUnavailable is returned too until it is forgotten, because a screen that got a new one at each render would ask for ever.
 */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let promise: Promise<Part> | null = null;
  let isFirst = true;
  const forget = () => {
    promise = null;
  };
  const begin = async () => {
    try {
      return await load();
    } catch (error) {
      const unavailable = new PartUnavailable(error, isFirst, forget);
      isFirst = false;
      throw unavailable;
    }
  };
  return () => {
    if (promise === null) {
      promise = begin();
      announce(promise);
    }
    return promise;
  };
}
