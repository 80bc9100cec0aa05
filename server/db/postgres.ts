import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { reportError } from '../log.ts';
import { tellingAfterCommit } from './afterCommit.ts';
import { clientsOf, SESSION } from './clients.ts';
import { watchedDialect } from './dialect.ts';
import { cut, startListener } from './listener.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';
import { startWatch } from './watch.ts';

const CONNECTIONS = 10;
/** Milliseconds to wait for a connection, from the pool or a new one. */
const CONNECT_WITHIN = 5_000;
const CLOSE_WITHIN = 2_000;

const asText = (value: string) => value;

function exactTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, asText);
  types.setTypeParser(pg.types.builtins.NUMERIC, asText);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/**
 * A PostgreSQL server, 15 or later, shared by any number of processes. Every wait for it has a limit: a query that cannot be answered fails
 * with an error that `isUnavailable` recognises, and later queries work again once the server is back. `listenAddress` bypasses a pooler in
 * transaction mode, on which LISTEN does not work.
 */
export async function openServer(address: string, listenAddress: string | null = null): Promise<Database> {
  const isPooled = listenAddress !== null;
  const settings = {
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_WITHIN,
    application_name: 'actum',
    types: exactTypes(),
  };
  const pids = new WeakMap<pg.ClientBase, number>();
  const clients = new Set<pg.Client>();
  async function prepare(client: pg.ClientBase): Promise<void> {
    // A connection lost while it is in use fails its query; without a listener the event would end the process as well.
    client.on('error', () => {});
    if (isPooled) return;
    await client.query(SESSION);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    pids.set(client, rows[0]?.pid ?? 0);
  }
  // The pool waits for the promise, which its types do not say.
  const pool = new pg.Pool({
    ...clientsOf(address, settings, isPooled),
    max: CONNECTIONS,
    onConnect: prepare as (client: pg.ClientBase) => void,
  });
  let closed = false;
  pool.on('error', (error) => {
    if (!closed) reportError('A database connection was lost', error);
  });
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  await pool.query('select 1');
  const { Client, ...direct } = clientsOf(listenAddress ?? address, settings, false);
  const listener = await startListener((connectionTimeoutMillis) => new Client({ ...direct, connectionTimeoutMillis }));
  const watch = startWatch(pool, listener, (client) => (isPooled ? null : (pids.get(client) ?? 0)));

  return {
    kind: 'server',
    stopped: new AbortController().signal,
    query: tellingAfterCommit(new Kysely<Tables>({ dialect: watchedDialect(new PostgresDialect({ pool })) })),
    script: async (text) => {
      const client = await pool.connect();
      let failure: unknown;
      try {
        await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0`);
        await client.query(text);
        await client.query('commit');
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        client.release(failure !== undefined);
      }
    },
    pool: () => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onMessage, onGap) => listener.listen(channel, { onMessage, onGap }),
    close: async () => {
      closed = true;
      watch.stop();
      listener.close();
      const ended = pool.end();
      await Promise.race([ended, wait(CLOSE_WITHIN, undefined, { ref: false })]);
      for (const client of clients) cut(client);
      await ended;
    },
  };
}
