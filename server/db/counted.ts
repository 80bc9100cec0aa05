import type { Dialect, Driver } from 'kysely';
import { transactions } from '../metrics.ts';

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

/** Counts the transactions of a dialect by how they end. */
export const counted = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => countedDriver(dialect.createDriver()),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});
