import { fsyncSync } from 'node:fs';
import { join } from 'node:path';
import { types as liteTypes, PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { lockFolder } from './lock.ts';
import type { Tables } from './tables.ts';

/** A connection or a transaction: what a query runs in. */
export type Query = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly kind: 'embedded' | 'server';
  readonly query: Query;
  /** Runs several statements in one transaction. */
  script(text: string): Promise<void>;
  /** Hears NOTIFYs on a channel. `onGap` follows a lost connection: anything may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  close(): Promise<void>;
}

const asText = (value: string) => value;

/** PGlite's file system with the fsync it leaves out, so that an acknowledged commit survives a loss of power. */
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given);
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    };
    (made.emscriptenOpts.preRun as unknown[]).push(addFsync);
    return made;
  }
}

/** The database inside this process, kept in a folder (or in memory without one). One process may hold a folder. */
export async function openEmbedded(folder?: string, image?: Blob): Promise<Database> {
  const release = folder === undefined ? () => {} : lockFolder(folder);
  const parsers = { [liteTypes.DATE]: asText, [liteTypes.NUMERIC]: asText, [liteTypes.INT8]: Number };
  const lite = await PGlite.create({
    parsers,
    ...(image === undefined ? {} : { loadDataDir: image }),
    ...(folder === undefined
      ? {}
      : {
          fs: new DurableFiles(join(folder, 'database')),
          startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'],
        }),
  });
  return {
    kind: 'embedded',
    query: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: lite }) }),
    script: async (text) => {
      await lite.transaction((tx) => tx.exec(text));
    },
    listen: async (channel, onMessage) => {
      await lite.listen(channel, onMessage);
    },
    close: async () => {
      await lite.close();
      release();
    },
  };
}

const RECONNECT_AFTER = 500;

/** A PostgreSQL server, 15 or later, shared by any number of processes. */
export async function openServer(url: string): Promise<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, asText);
  types.setTypeParser(pg.types.builtins.NUMERIC, asText);
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, types });
  let closed = false;
  pool.on('error', (error) => {
    if (!closed) console.error('A database connection was lost:', error.message);
  });
  await pool.query('select 1');

  const heard = new Map<string, { onMessage: (payload: string) => void; onGap: () => void }>();
  let listener: pg.Client | null = null;
  const connectListener = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => heard.get(channel)?.onMessage(payload));
    await client.connect();
    for (const channel of heard.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    client.on('end', reconnect);
    return client;
  };
  const reconnect = () => {
    if (closed) return;
    setTimeout(() => {
      connectListener().then((client) => {
        listener = client;
        for (const { onGap } of heard.values()) onGap();
      }, reconnect);
    }, RECONNECT_AFTER);
  };

  return {
    kind: 'server',
    query: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    script: async (text) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(text);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    listen: async (channel, onMessage, onGap) => {
      heard.set(channel, { onMessage, onGap });
      if (listener === null) listener = await connectListener();
      else await listener.query(`listen ${pg.escapeIdentifier(channel)}`);
    },
    close: async () => {
      closed = true;
      await listener?.end();
      await pool.end();
    },
  };
}
