/** Notices that are sent once a transaction has been committed, and never when it was rolled back. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Query } from './open.ts';

const toTell = new AsyncLocalStorage<(() => void)[]>();

/** Calls the function after the current transaction is committed; immediately when there is none. */
export function afterCommit(tell: () => void): void {
  const waiting = toTell.getStore();
  if (waiting === undefined) tell();
  else waiting.push(tell);
}

/** The same database, whose transactions call the waiting functions after their commit. */
export function tellingAfterCommit(query: Query): Query {
  const begin = query.transaction.bind(query);
  query.transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      const waiting: (() => void)[] = [];
      const done = await toTell.run(waiting, () => execute(work));
      for (const tell of waiting) tell();
      return done;
    };
    return builder;
  };
  return query;
}
