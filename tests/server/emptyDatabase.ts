import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openEmbedded } from '../../server/db/embedded.ts';
import type { Database } from '../../server/db/open.ts';
import { openServer } from '../../server/db/postgres.ts';
import { CopiedCluster } from './copiedCluster.ts';

/** DATABASE_URL for a process of its own: a new database without a table, or nothing where the engine is the embedded one. */
export async function emptyDatabaseUrl(): Promise<string> {
  const engine = inject('engine');
  if (engine.kind === 'embedded') return '';
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: engine.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(engine.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** An empty database of the engine under test, opened in this process. */
export async function emptyDatabase(): Promise<Database> {
  const engine = inject('engine');
  return engine.kind === 'embedded' ? openEmbedded(undefined, new CopiedCluster(engine.empty)) : openServer(await emptyDatabaseUrl());
}
