import { sql } from 'kysely';
import { reportError } from '../log.ts';
import type { Database, Query } from './open.ts';

/** The one channel for all notifications. */
export const CHANNEL = 'actum';

/** Wakes the waiters of a topic ("project:12", "session:…") when any process has notified it. */
export interface Bus {
  /** Calls `wake` for each notification of the topic, and after a gap in which one may have been missed. The returned function stops this. */
  watch(topic: string, wake: () => void): () => void;
  /** How many watches are open. */
  readonly size: number;
}

/** Wakes the watchers of a topic in every process, once the transaction is committed. */
export async function notify(query: Query, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(query);
}

export async function startBus(database: Database): Promise<Bus> {
  const topics = new Map<string, Set<() => void>>();
  const wakeAll = (wakes: Iterable<() => void>) => {
    for (const wake of [...wakes]) {
      try {
        wake();
      } catch (error) {
        reportError('A notification could not be followed', error);
      }
    }
  };
  await database.listen(
    CHANNEL,
    (topic) => wakeAll(topics.get(topic) ?? []),
    () => wakeAll([...topics.values()].flatMap((wakes) => [...wakes])),
  );
  return {
    watch(topic, wake) {
      const wakes = topics.get(topic) ?? new Set();
      topics.set(topic, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0) topics.delete(topic);
      };
    },
    get size() {
      return [...topics.values()].reduce((count, wakes) => count + wakes.size, 0);
    },
  };
}
