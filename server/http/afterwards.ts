/** Small writes that nobody waits for. They are finished before the database is closed; one that fails is logged. */
import { reportError } from '../log.ts';

const underWay = new Set<Promise<void>>();

export function afterwards(failed: string, work: () => Promise<void>): void {
  const done = work()
    .catch((error: unknown) => reportError(failed, error))
    .finally(() => underWay.delete(done));
  underWay.add(done);
}

/** Resolves when everything begun so far is done. */
export const allAfterwards = async (): Promise<void> => void (await Promise.all(underWay));
