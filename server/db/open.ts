import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A connection or a transaction: what a query runs in. */
export type Query = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly kind: 'embedded' | 'server';
  readonly query: Query;
  /** Fires when the database inside this process has stopped permanently: only a new process can open it again. */
  readonly stopped: AbortSignal;
  /** The connections to it, and how many wait for one. */
  pool(): { readonly inUse: number; readonly idle: number; readonly waiting: number };
  /** Runs several statements in one transaction. */
  script(text: string): Promise<void>;
  /** Receives NOTIFYs on a channel. `onGap` is called after a lost connection, because any notification may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  /** Ends every connection; a database that does not answer is waited for no longer than a few seconds. */
  close(): Promise<void>;
  /**
   * The last transaction of a call under a key whose work is in pieces (`Endpoint.isInPieces`): it publishes the prepared work, claims the key,
   * and stores its result as the answer.
   */
  readonly last?: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
}
