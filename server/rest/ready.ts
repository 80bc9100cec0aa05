import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { backupStatus } from '../backup/schedule.ts';
import type { Config } from '../config.ts';
import { isDiskFull } from '../db/disk.ts';
import type { Database } from '../db/open.ts';
import type { Drain } from './drain.ts';

/** Milliseconds a part has to answer in, so that /readyz answers within two seconds. */
const ANSWERS_WITHIN = 1_500;
/** Milliseconds that the embedded database may spend on one piece of work and still count as ready, because it has one connection. */
const BUSY = 30_000;

/** Milliseconds for which one successful write counts, however often /readyz is called. */
const PROVED_FOR = 1_000;

type Part = 'process' | 'database' | 'disk';

/** `/healthz`: the process is up. `/readyz`: a write would work, or 503 with the parts that are not ready and why. */
export function serveHealth(http: FastifyInstance, database: Database, { dataDir, backups }: Config, drain: Drain): void {
  let proving: Promise<null | string> | null = null;
  let proved = Number.NEGATIVE_INFINITY;

  /** Proves by a real write that the database works, at most once a second. Concurrent callers share the answer. */
  async function prove(): Promise<null | string> {
    if (performance.now() - proved < PROVED_FOR) return null;
    proving ??= sql`insert into readiness (id, proved_at) values (1, clock_timestamp())
                    on conflict (id) do update set proved_at = excluded.proved_at`
      .execute(database.query)
      .then(
        () => {
          proved = performance.now();
          return null;
        },
        () => 'It cannot be written to',
      )
      .finally(() => {
        proving = null;
      });
    return proving;
  }

  async function databaseProblem(): Promise<string | null> {
    const noAnswer = wait(ANSWERS_WITHIN, 'no answer' as const, { ref: false });
    const found = await Promise.race([prove(), noAnswer]);
    if (found !== 'no answer') return found;
    return database.kind === 'embedded' && performance.now() - proved < BUSY ? null : 'It does not answer';
  }

  function diskProblem(): string | null {
    if (database.kind !== 'embedded') return null;
    try {
      return isDiskFull(dataDir) ? 'It is full' : null;
    } catch {
      return 'The data folder cannot be read';
    }
  }

  /** The results of scheduled backups. The server's readiness does not depend on them. */
  async function backupDetails() {
    if (backups.dir === null) return {};
    const { lastSuccess, lastError } = await backupStatus(database.query);
    return { backup: { last_success: lastSuccess, last_failure: lastError?.at ?? null } };
  }

  http.get('/healthz', () => ({ status: 'up' }));
  http.get('/readyz', async (_request, reply) => {
    const problems: readonly (readonly [Part, string | null])[] = [
      ['process', drain.isDraining ? 'It is about to end' : null],
      ['disk', diskProblem()],
      ['database', await databaseProblem()],
    ];
    const parts = Object.fromEntries(problems.filter(([, problem]) => problem !== null));
    if (Object.keys(parts).length === 0) return { status: 'ready', ...(await backupDetails()) };
    return reply.code(503).header('Retry-After', '1').send({ status: 'not ready', parts });
  });
}
