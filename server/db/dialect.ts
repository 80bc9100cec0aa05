import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { transactions } from '../metrics.ts';
import { isLast } from './statements.ts';

function countedDriver(driver: Driver): Driver {
  const [commit, rollback] = [driver.commitTransaction.bind(driver), driver.rollbackTransaction.bind(driver)];
  driver.commitTransaction = async (connection) => {
    await commit(connection);
    transactions.inc({ outcome: 'committed' });
  };
  driver.rollbackTransaction = async (connection) => {
    transactions.inc({ outcome: 'rolled_back' });
    await rollback(connection);
  };
  return driver;
}

/** Refuses a statement after the last one of a transaction: PostgreSQL would run it outside any transaction, and nothing could roll it back. */
function endingDriver(driver: Driver): Driver {
  const known = new WeakSet<DatabaseConnection>();
  /** The connections whose transaction has been given its last statement. */
  const ending = new WeakSet<DatabaseConnection>();
  const [acquire, commit, rollback] = [
    driver.acquireConnection.bind(driver),
    driver.commitTransaction.bind(driver),
    driver.rollbackTransaction.bind(driver),
  ];
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (known.has(connection)) return connection;
    known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (asked, given) => {
      if (ending.has(connection)) throw new Error(`A statement came after the last one of its transaction: ${asked.sql}`);
      if (isLast(asked.sql)) ending.add(connection);
      return await execute(asked, given);
    };
    return connection;
  };
  driver.commitTransaction = async (connection) => {
    ending.delete(connection);
    await commit(connection);
  };
  driver.rollbackTransaction = async (connection) => {
    ending.delete(connection);
    await rollback(connection);
  };
  return driver;
}

/** The same dialect, which counts its transactions by how they end and lets each end with its last statement. */
export const watchedDialect = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => endingDriver(countedDriver(dialect.createDriver())),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});
