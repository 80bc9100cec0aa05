import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BEGIN, COMMIT, canBegin, canCommit, sendFirst, sendLast } from './bounds.ts';
import { copyOf } from './copy.ts';
import { findPrimary, type Host, type Primary, serversOf } from './hosts.ts';
import { cut } from './listener.ts';
import { isLast, nameOf } from './statements.ts';

/** Limits the server enforces for a session, even while this process is stopped or unreachable and holds a lock. */
const LIMITS = { statement_timeout: '30s', lock_timeout: '10s', idle_in_transaction_session_timeout: '20s' };
/** Statements read few rows, so compiling one to machine code takes longer than it saves, whatever the planner expects. */
const PLANNING = { jit: 'off' };
const setAll = (set: string) => Object.entries({ ...LIMITS, ...PLANNING }).map(([name, value]) => `${set} ${name} = '${value}'`);
export const SESSION = setAll('set').join('; ');
const BEGIN_LIMITED = ['begin', ...setAll('set local')].join('; ');

interface Kind {
  /**
   * Whether there is a pooler in transaction mode in between: settings of a session would then apply to other clients, so limits are set in
   * each transaction, and nothing is prepared by name.
   */
  readonly isPooled: boolean;
  /** Finds the server to connect to; null for the server of the address. */
  readonly primary: Primary | null;
}

const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25006';

type Callback = (error: Error) => void;

/** The answer to a command that gives no rows. */
const ended = (command: string): Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'> => ({ command, rowCount: null, rows: [] });

function copied(stream: ReturnType<typeof copyFrom>, rows: Uint8Array): Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.on('finish', () => resolve({ command: 'COPY', rowCount: stream.rowCount, rows: [] }));
    stream.end(rows);
  });
}

/**
 * Connections that prepare statements under their names, so that the server parses and plans them once, send the rows of COPY, and find the
 * server that takes writes.
 */
function clientClass({ isPooled, primary }: Kind): typeof pg.Client {
  const open = new Set<FindingClient>();

  class FindingClient extends pg.Client {
    #host: Host | null = null;
    /** Whether a transaction has begun here whose BEGIN has not been sent yet. */
    #isBeginning = false;
    /** Whether the transaction has been committed by its last query. */
    #hasCommitted = false;

    override query = ((text: unknown, ...given: unknown[]) => {
      const answer = this.#asked(text, given);
      if (this.#host !== null && answer instanceof Promise) answer.catch((error: unknown) => isReadOnly(error) && this.#demoted());
      return answer;
    }) as pg.Client['query'];

    #asked(text: unknown, given: readonly unknown[]): unknown {
      const send = (...asked: readonly unknown[]): unknown => Reflect.apply(super.query, this, asked);
      if (!isPooled && text === 'begin' && canBegin(this)) {
        this.#isBeginning = true;
        return Promise.resolve(ended('BEGIN'));
      }
      const isFirst = this.#isBeginning;
      this.#isBeginning = false;
      // Nothing was asked in the transaction.
      if (isFirst && (text === 'commit' || text === 'rollback')) return Promise.resolve(ended(text.toUpperCase()));
      const hasCommitted = this.#hasCommitted;
      this.#hasCommitted = false;
      if (hasCommitted && text === 'commit') return Promise.resolve(ended('COMMIT'));
      const copy = copyOf(text, given[0]);
      if (copy !== null) {
        const copying = () => copied(super.query(copyFrom(copy.from('stdin'))), copy.rows);
        return isFirst ? super.query(BEGIN).then(copying) : copying();
      }
      if (isPooled) return send(text === 'begin' ? BEGIN_LIMITED : text, ...given);
      if (text === 'begin') return send(BEGIN);
      if (text === 'commit') return send(COMMIT);
      if (typeof text !== 'string') return send(text, ...given);
      const asked = { text, values: given[0], name: nameOf(text) };
      if (isFirst) return sendFirst(asked, send);
      if (isLast(text) && canCommit(this)) return this.#committing(sendLast(asked, send));
      return asked.name === undefined ? send(text, ...given) : send(asked);
    }

    async #committing<T>(answer: Promise<T>): Promise<T> {
      const answered = await answer;
      this.#hasCommitted = true;
      return answered;
    }

    override connect = ((callback?: Callback) => {
      if (primary === null) return Reflect.apply(super.connect, this, callback === undefined ? [] : [callback]) as unknown;
      if (callback === undefined) return this.#connected(primary);
      this.#connected(primary).then(() => (callback as () => void)(), callback);
      return undefined;
    }) as pg.Client['connect'];

    async #connected(found: Primary): Promise<void> {
      const host = await found.find();
      if (this.connection.stream.destroyed) throw new Error('Connection terminated while its server was looked for');
      Object.assign(this, host);
      this.#host = host;
      this.on('error', () => found.lost(host));
      this.once('end', () => open.delete(this));
      open.add(this);
      try {
        await Reflect.apply(super.connect, this, []);
      } catch (error) {
        found.lost(host);
        throw error;
      }
    }

    /** The server has become a replica: every connection to it is of no use. */
    #demoted(): void {
      if (this.#host !== null) primary?.lost(this.#host);
      for (const client of open) if (client.#host === this.#host) cut(client);
    }
  }
  return FindingClient;
}

/** How to connect to the server of an address, or to the one of its servers that takes writes. */
export function clientsOf(
  address: string,
  settings: pg.ClientConfig,
  isPooled: boolean,
): pg.ClientConfig & { readonly Client: typeof pg.Client } {
  const { url, hosts } = serversOf(address);
  const own = { ...settings, connectionString: url };
  return { ...own, Client: clientClass({ isPooled, primary: hosts.length === 0 ? null : findPrimary(own, hosts) }) };
}
