/**
 * The first query of a transaction, sent together with BEGIN: one round trip less. The server skips the query where BEGIN fails, because
 * both belong to one message cycle of the protocol.
 */
import pg from 'pg';

/** The parts of pg's connections and queries that its types leave out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(what: { readonly statement: string }): void;
  execute(what: object): void;
}
interface Sent {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
interface Asked {
  readonly text: string;
  readonly values: unknown;
  readonly name: string | undefined;
}
const Query = pg.Query as unknown as new (asked: Asked & { readonly queryMode: 'extended' }) => Sent;

/** BEGIN as a prepared statement, which a connection has after its first transaction. */
export const BEGIN = { name: 'begin', text: 'begin' };
export const canBegin = (client: pg.Client): boolean =>
  (client as unknown as { connection: Wire }).connection.parsedStatements[BEGIN.name] !== undefined;

class FirstQuery extends Query {
  #hasBegun = false;

  override prepare(wire: Wire): void {
    wire.bind({ statement: BEGIN.name });
    wire.execute({});
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#hasBegun) super.handleCommandComplete(message, wire);
    this.#hasBegun = true;
  }
}

/** Sends a query with BEGIN before it; `send` is the client's own way of sending. */
export function sendFirst(asked: Asked, send: (query: object) => unknown): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new FirstQuery({ ...asked, queryMode: 'extended' });
    query.callback = (error, result) => (error === null ? resolve(result) : reject(error));
    send(query);
  });
}
