import { join } from 'node:path';
import { types as liteTypes, type MemoryFS, PGlite, type Transaction } from '@electric-sql/pglite';
import { type Driver, Kysely, PGliteDialect } from 'kysely';
import { AT_A_TIME, turn } from '../turns.ts';
import { tellingAfterCommit } from './afterCommit.ts';
import { clusterIn, clusterInMemory, ensureCluster } from './cluster.ts';
import { copyOf } from './copy.ts';
import { watchedDialect } from './dialect.ts';
import { isDiskFull } from './disk.ts';
import { lockFolder } from './lock.ts';
import type { Database } from './open.ts';
import { prepareQueries } from './prepared.ts';
import { settleReplacement } from './replacement.ts';
import type { Tables } from './tables.ts';

const asText = (value: string) => value;

/** Reports a full disk with PostgreSQL's code, while PGlite still can. */
class DiskFull extends Error {
  readonly code = '53100';
  constructor() {
    super('The disk is full');
  }
}

/** Lets the process do other work now and then: PGlite answers at once, so many queries in a row would keep it from reading requests. */
class YieldingDialect extends PGliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const release = driver.releaseConnection.bind(driver);
    let since = performance.now();
    driver.releaseConnection = async (connection, options) => {
      await release(connection, options);
      if (performance.now() - since < AT_A_TIME) return;
      await turn();
      since = performance.now();
    };
    return driver;
  }
}

/** Begins no write on a full disk. */
class DiskCheckingDialect extends YieldingDialect {
  readonly #folder: string;
  constructor(lite: PGlite, folder: string) {
    super({ pglite: lite });
    this.#folder = folder;
  }
  override createDriver(): Driver {
    const driver = super.createDriver();
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      if (isDiskFull(this.#folder)) throw new DiskFull();
      await begin(connection, settings);
    };
    return driver;
  }
}

class Stopped extends Error {
  readonly code = '57P02';
  constructor() {
    super('The embedded database has stopped');
  }
}
const isPanic = (error: unknown): boolean => error instanceof Error && 'severity' in error && error.severity === 'PANIC';

/** Refuses every query after a panic, because it would never return and would block this process. */
function stopAfterPanic(lite: PGlite): AbortSignal {
  const stopped = new AbortController();
  const run = lite._runExclusiveQuery.bind(lite);
  lite._runExclusiveQuery = <T>(query: () => Promise<T>): Promise<T> =>
    run(async () => {
      if (stopped.signal.aborted) throw new Stopped();
      try {
        return await query();
      } catch (error) {
        if (isPanic(error)) stopped.abort(error);
        throw error;
      }
    });
  return stopped.signal;
}

/** Passes the rows of COPY to PGlite's own device for them. */
function copyFromDevice(lite: PGlite): void {
  const transaction = lite.transaction.bind(lite);
  lite.transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transaction((tx) => {
      const query: Transaction['query'] = (text, values, options) => {
        const copy = copyOf(text, values);
        if (copy === null) return tx.query(text, values, options);
        return tx.query(copy.from("'/dev/blob'"), [], { ...options, blob: new Blob([copy.rows as Uint8Array<ArrayBuffer>]) });
      };
      return work({ ...tx, query });
    });
}

/** The database inside this process, kept in a folder (or in memory without one, in `files` where given). One process may hold a folder. */
export async function openEmbedded(folder?: string, files?: MemoryFS): Promise<Database> {
  const release = folder === undefined ? () => {} : lockFolder(folder);
  const parsers = { [liteTypes.DATE]: asText, [liteTypes.NUMERIC]: asText, [liteTypes.INT8]: Number };
  const place = folder === undefined ? null : join(folder, 'database');
  if (folder !== undefined) settleReplacement(folder);
  if (place !== null) await ensureCluster(place);
  const lite = await PGlite.create({
    parsers,
    ...(place === null ? clusterInMemory(files) : clusterIn(place)),
  });
  const stopped = stopAfterPanic(lite);
  prepareQueries(lite);
  copyFromDevice(lite);
  const dialect = folder === undefined ? new YieldingDialect({ pglite: lite }) : new DiskCheckingDialect(lite, folder);
  return {
    kind: 'embedded',
    stopped,
    query: tellingAfterCommit(new Kysely<Tables>({ dialect: watchedDialect(dialect) })),
    pool: () => ({ inUse: 0, idle: 1, waiting: 0 }),
    script: async (text) => {
      await lite.transaction((tx) => tx.exec(text));
    },
    listen: async (channel, onMessage) => {
      await lite.listen(channel, onMessage);
    },
    close: async () => {
      if (!stopped.aborted) await lite.close();
      release();
    },
  };
}
