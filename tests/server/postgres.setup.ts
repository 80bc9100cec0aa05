import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';

const TEMPLATE = 'actum_template';

/** One migrated database on a server of the run's own; each test file gets a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if (server === null) throw new Error('This machine has no PostgreSQL server programs');
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const database = await openServer(server.url(TEMPLATE));
  await migrate(database);
  await database.close();
  project.provide('engine', { kind: 'postgres', adminUrl: server.adminUrl, template: TEMPLATE });
  return server.stop;
}
