import { Socket } from 'node:net';
import type pg from 'pg';
import { reportError } from '../log.ts';
import { cut, type Listener } from './listener.ts';

const LOOK_EVERY = 1_000;
/** Milliseconds without a byte in either direction after which a connection in use is checked. */
const SILENT_FOR = 4_000;
/** The same behind a pooler, which hides the server's work: longer than a statement may take. */
const SILENT_BEHIND_POOLER = 40_000;

interface InUse {
  /** Null behind a pooler, where the next query may use another connection. */
  readonly pid: number | null;
  bytes: number;
  since: number;
}

const bytesOf = ({ connection: { stream } }: pg.Client): number =>
  stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : Number.NaN;

/**
 * Ends connections of a pool that will never answer. A connection that is silent while in use is looked up from another connection: when
 * the server is not working for it (or does not answer at all), its answer was lost on the way, and its caller gets an error.
 */
export function startWatch(pool: pg.Pool, listener: Listener, pidOf: (client: pg.Client) => number | null): { stop: () => void } {
  const inUse = new Map<pg.Client, InUse>();
  pool.on('acquire', (client) => inUse.set(client, { pid: pidOf(client), bytes: bytesOf(client), since: performance.now() }));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));

  function silent(): (readonly [pg.Client, InUse])[] {
    const now = performance.now();
    for (const [client, use] of inUse) {
      const bytes = bytesOf(client);
      if (bytes === use.bytes) continue;
      use.bytes = bytes;
      use.since = now;
    }
    return [...inUse].filter(([, { since }]) => now - since > SILENT_FOR);
  }

  async function look(): Promise<void> {
    const suspects = silent();
    const working = await listener.ask<{ pid: number }>(`select pid from pg_stat_activity where pid = any($1) and state not like 'idle%'`, [
      suspects.flatMap(([, { pid }]) => pid ?? []),
    ]);
    const pids = new Set(working?.map(({ pid }) => pid));
    const still = new Set(silent().map(([client]) => client));
    for (const [client, { pid, since }] of suspects) {
      const isLost = pid === null ? performance.now() - since > SILENT_BEHIND_POOLER : !pids.has(pid);
      if (still.has(client) && isLost) cut(client);
    }
  }

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => reportError('The database connections could not be looked after', error))
      .finally(() => {
        looking = false;
      });
  }, LOOK_EVERY);
  return { stop: () => clearInterval(timer) };
}
