/** Writes that go in pieces, each in a transaction of its own: what happens between two of them. */
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import type { TestServer } from './harness.ts';

interface Pieces {
  /** Does something once, when this piece has been written and the next has not. */
  readonly between: (piece: number, act: () => Promise<unknown>) => { readonly pieces: () => number };
  readonly restore: () => void;
}

/** Watches the transactions that run a statement of this form. */
export function watchPieces({ database: { query: db } }: TestServer, form: RegExp): Pieces {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  const begin = db.transaction;
  return {
    restore: () => {
      DefaultQueryExecutor.prototype.executeQuery = executeQuery;
      db.transaction = begin;
    },
    between: (piece, act) => {
      let pieces = 0;
      let hasWritten = false;
      DefaultQueryExecutor.prototype.executeQuery = function heard(this: DefaultQueryExecutor, query: CompiledQuery, ...rest: never[]) {
        hasWritten ||= form.test(query.sql);
        return executeQuery.apply(this, [query, ...rest] as never);
      } as never;
      db.transaction = () => {
        const builder = begin.call(db);
        const execute = builder.execute.bind(builder);
        builder.execute = async (work) => {
          const done = await execute(work);
          if (!hasWritten) return done;
          hasWritten = false;
          pieces += 1;
          if (pieces === piece) await act();
          return done;
        };
        return builder;
      };
      return { pieces: () => pieces };
    },
  };
}
