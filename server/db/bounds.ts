/**
 * Sends a transaction's first query together with BEGIN, and its last one together with COMMIT, which saves a round trip each. Both messages
 * are in one cycle of the protocol, in which the server skips whatever follows a failure: the query when BEGIN fails, COMMIT when the query fails.
 */
import pg from 'pg';

/** The parts of pg's connections and queries that its types leave out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(what: { readonly statement: string }): void;
  execute(what: object): void;
  sync(): void;
}
interface Sent {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(wire: Wire): void;
  _getRows(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
interface Asked {
  readonly text: string;
  readonly values: unknown;
  readonly name: string | undefined;
}
const Query = pg.Query as unknown as new (asked: Asked & { readonly queryMode: 'extended' }) => Sent;

/** Prepared statements, which a connection has after its first transaction. */
export const BEGIN = { name: 'begin', text: 'begin' };
export const COMMIT = { name: 'commit', text: 'commit' };
const has = (client: pg.Client, { name }: typeof BEGIN): boolean =>
  (client as unknown as { connection: Wire }).connection.parsedStatements[name] !== undefined;
export const canBegin = (client: pg.Client): boolean => has(client, BEGIN);
export const canCommit = (client: pg.Client): boolean => has(client, COMMIT);

function run(wire: Wire, { name }: typeof BEGIN): void {
  wire.bind({ statement: name });
  wire.execute({});
}

class FirstQuery extends Query {
  #hasBegun = false;

  override prepare(wire: Wire): void {
    run(wire, BEGIN);
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#hasBegun) super.handleCommandComplete(message, wire);
    this.#hasBegun = true;
  }
}

class LastQuery extends Query {
  #isAnswered = false;

  override _getRows(wire: Wire): void {
    wire.execute({});
    run(wire, COMMIT);
    wire.sync();
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (!this.#isAnswered) super.handleCommandComplete(message, wire);
    this.#isAnswered = true;
  }
}

type Send = (query: object) => unknown;
function answerTo(query: Sent, send: Send): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => (error === null ? resolve(result) : reject(error));
    send(query);
  });
}

/** Sends a query with BEGIN before it; `send` is the client's own way of sending. */
export const sendFirst = (asked: Asked, send: Send) => answerTo(new FirstQuery({ ...asked, queryMode: 'extended' }), send);

/** Sends a query with COMMIT after it. Rejects when either fails; the transaction is then not committed. */
export const sendLast = (asked: Asked, send: Send) => answerTo(new LastQuery({ ...asked, queryMode: 'extended' }), send);
