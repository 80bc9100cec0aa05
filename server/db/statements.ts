/**
 * Statements that run at every edit or read. Each is made into SQL once, when its module is loaded; a PostgreSQL connection prepares it
 * under its name when it is first used there (server/db/postgres.ts). Statements that run seldom may be built for each call.
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Query, Tx } from './open.ts';
import type { Tables } from './tables.ts';

/** Compiles queries without a database. */
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Marks the position of the argument with this name. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const names = new Map<string, string>();

/** The name to prepare a text under; undefined for a text that is not prepared. */
export const nameOf = (text: string): string | undefined => names.get(text);

const last = new Set<string>();

/** Whether a text is that of a `lastStatement`. */
export const isLast = (text: string): boolean => last.has(text);

/** The most texts made for single calls that are prepared. Each takes about 50 kB in every connection until the connection closes. */
const MOST_MADE = 40;
/** The latest texts made for single calls, each seen only once so far. */
const ranOnce = new Set<string>();
let named = 0;

/**
 * Runs a query built for this call, such as one of GraphQL. A query that is run a second time is prepared from then on, because clients send the
 * same few; its text contains no values.
 */
export async function runMade<Row>(query: Query, asked: RawBuilder<Row>): Promise<Row[]> {
  const compiled = asked.compile(query);
  const { sql: text } = compiled;
  if (named < MOST_MADE && !names.has(text)) {
    if (ranOnce.delete(text)) {
      named += 1;
      names.set(text, `made_${named}`);
    } else {
      const [oldest = text] = ranOnce;
      if (ranOnce.size >= MOST_MADE) ranOnce.delete(oldest);
      ranOnce.add(text);
    }
  }
  return (await query.executeQuery(compiled)).rows;
}

type Build<Given extends object, Row> = (given: Given, query: Query) => Compilable<Row> | RawBuilder<Row>;
type Statement<Given extends object, Row> = (query: Query, given: Given) => Promise<Row[]>;

function made<Given extends object, Row>(
  name: string,
  build: Build<Given, Row>,
): { compiled: CompiledQuery<Row>; run: Statement<Given, Row> } {
  if ([...names.values()].includes(name)) throw new Error(`There are two statements ${name}`);
  const placeholders = new Proxy({}, { get: (_, argument) => new Placeholder(String(argument)) }) as Given;
  const built = build(placeholders, compiler);
  const compiled = built.compile(compiler as never) as CompiledQuery<Row>;
  names.set(compiled.sql, name);
  const order = compiled.parameters;
  const run: Statement<Given, Row> = async (query, given) => {
    const parameters = order.map((each) => (each instanceof Placeholder ? given[each.name as keyof Given] : each));
    return (await query.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
  return { compiled, run };
}

/**
 * A statement with named arguments: `build` uses each as a value, in Kysely's builder or in `sql`. It must not inspect them, and must give
 * the same SQL for all of them. Name the columns of the answer, because `select *` fails in prepared statements when a migration adds a
 * column.
 */
export const statement = <Given extends object, Row>(name: string, build: Build<Given, Row>): Statement<Given, Row> =>
  made(name, build).run;

/**
 * A statement that ends its transaction: a PostgreSQL connection commits with it, and rejects when the commit fails. Every statement
 * after it in the transaction is refused (server/db/dialect.ts).
 */
export function lastStatement<Given extends object, Row>(name: string, build: Build<Given, Row>): (tx: Tx, given: Given) => Promise<Row[]> {
  const { compiled, run } = made(name, build);
  last.add(compiled.sql);
  return run;
}
