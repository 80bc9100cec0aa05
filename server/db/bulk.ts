/** Reads and writes whole tables in PostgreSQL's COPY text, on a connection of its own. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { from, to } from 'pg-copy-streams';
import { MEGABYTE } from '../../domain/api/limits.ts';
import { clientsOf } from './clients.ts';
import { clusterIn, ensureCluster } from './cluster.ts';

export interface Bulk {
  readonly kind: 'embedded' | 'server';
  /** Runs one statement or several. */
  run(text: string): Promise<void>;
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A table's rows in COPY text; a piece may end within a row. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Uint8Array>;
  /** Rows in COPY text into a table. Each piece holds whole rows. */
  copyIn(table: string, columns: readonly string[], chunks: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** Settings that make COPY's output independent of those of a server, a database or a user. */
const SAME_EVERYWHERE = `
  set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set client_encoding = 'UTF8'`;
const NO_LIMITS = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

const PIECE = 4 * MEGABYTE;
const BLOCK = 8192;
/** The most rows that a block of 8 kB can hold. */
const MOST_IN_BLOCK = 291;
const SOME_IN_BLOCK = 16;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** A connection of its own to a PostgreSQL server. */
export async function openServerBulk(url: string): Promise<Bulk> {
  const { Client, ...settings } = clientsOf(
    url,
    { connectionTimeoutMillis: 5_000, keepAlive: true, application_name: 'actum-copy' },
    false,
  );
  const client = new Client(settings);
  client.on('error', () => {}); // the query under way fails with it
  await client.connect();
  await client.query(`${SAME_EVERYWHERE}; ${NO_LIMITS}`);
  return {
    kind: 'server',
    run: async (text) => {
      await client.query(text);
    },
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) => (await client.query<Row>(text, [...values])).rows,
    copyOut: (table, columns) => client.query(to(`copy ${quoted(table)} (${list(columns)}) to stdout`)) as AsyncIterable<Uint8Array>,
    copyIn: async (table, columns, chunks) => {
      await pipeline(Readable.from(chunks), client.query(from(`copy ${quoted(table)} (${list(columns)}) from stdin`)));
    },
    close: () => client.end(),
  };
}

/** An embedded database in this process that nothing else uses. */
function bulkOf(lite: PGlite, close: () => Promise<void>): Bulk {
  const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await lite.query<Row>(text, [...values], { parsers: { [types.INT8]: (value) => value } })).rows;
  async function* copyOut(table: string, columns: readonly string[]): AsyncGenerator<Uint8Array> {
    // COPY returns its whole result at once, so a table is copied in ranges of row positions.
    for (const where of await ranges(table)) {
      const { blob } = await lite.query(`copy (select ${list(columns)} from ${quoted(table)} where ${where}) to '/dev/blob'`);
      if (blob !== undefined && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
    }
  }
  async function ranges(table: string): Promise<string[]> {
    const [size] = await rows<{ blocks: number; bytes: number }>(
      `select (pg_relation_size($1::regclass) / ${BLOCK})::float8 as blocks, pg_table_size($1::regclass)::float8 as bytes`,
      [quoted(table)],
    );
    const { blocks = 0, bytes = 0 } = size ?? {};
    const between = (first: string, next: string) => `ctid >= '${first}' and ctid < '${next}'`;
    const each = Math.floor(PIECE / Math.max(bytes / Math.max(blocks, 1), BLOCK));
    if (each >= 1)
      return Array.from({ length: Math.ceil(blocks / each) }, (_, at) => between(`(${at * each},0)`, `(${(at + 1) * each},0)`));
    return Array.from({ length: blocks }, (_, block) =>
      Array.from({ length: Math.ceil(MOST_IN_BLOCK / SOME_IN_BLOCK) }, (_unused, part) =>
        between(`(${block},${part * SOME_IN_BLOCK})`, `(${block},${(part + 1) * SOME_IN_BLOCK})`),
      ),
    ).flat();
  }
  return {
    kind: 'embedded',
    run: async (text) => {
      await lite.exec(text);
    },
    rows,
    copyOut,
    copyIn: async (table, columns, given) => {
      for await (const piece of given)
        await lite.query(`copy ${quoted(table)} (${list(columns)}) from '/dev/blob'`, [], {
          blob: new Blob([piece as Uint8Array<ArrayBuffer>]),
        });
    },
    close,
  };
}

/**
 * Opens the files of an embedded database, or makes a new one where there are none. No other process may have them open. Writes to a
 * `scratch` database are not flushed to the disk.
 */
export async function openFiles(path: string, use: 'kept' | 'scratch'): Promise<Bulk> {
  await ensureCluster(path);
  const cluster = clusterIn(path);
  const lite = await PGlite.create(
    use === 'kept' ? cluster : { ...cluster, fs: new NodeFS(path), startParams: [...(cluster.startParams ?? []), '-F'] },
  );
  await lite.exec(SAME_EVERYWHERE);
  return bulkOf(lite, () => lite.close());
}
