import { sql } from 'kysely';
import type { TestServer } from '../harness.ts';

/** Resolves when the given number of connections wait for a lock, or when one of these calls is answered without waiting. */
export async function waiting({ database }: TestServer, count: number, ...calls: readonly Promise<unknown>[]): Promise<void> {
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  for (const call of calls) void call.then(answered, answered);
  while (!isAnswered) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database.query);
    if (rows.length >= count) return;
  }
}

/**
 * Sends a call that has to wait for the lock of its project or team, and does something else before the call gets it. Only on PostgreSQL: the embedded
 * database has one connection.
 */
export async function whileItWaits<T>(
  server: TestServer,
  [table, id]: readonly ['projects' | 'teams', number],
  call: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const sent = await server.database.query.transaction().execute(async (tx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx);
    const answer = call();
    await waiting(server, 1, answer);
    await meanwhile();
    return { answer };
  });
  return sent.answer;
}
