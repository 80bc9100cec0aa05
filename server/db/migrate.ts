import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from './open.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Held by any process that changes the tables. */
export const MIGRATION_LOCK = 4180_0001;

/** The names of the migrations this program knows, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
/** The statements of a migration, which note that it was applied. */
export const migrationText = async (name: string): Promise<string> =>
  `insert into migrations (name) values ('${name}');\n${await readFile(new URL(name, folder), 'utf8')}`;
export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())';

/**
 * Brings the database up to date: each file of migrations/ once, in order of name, each in a transaction of its own.
 * Several processes may do this at once; one applies a file, the others wait and find it done. Returns the names applied here.
 */
export async function migrate(database: Database): Promise<string[]> {
  await database.script(`select pg_advisory_xact_lock(${MIGRATION_LOCK}); ${MIGRATIONS_TABLE};`);
  const files = migrationNames();
  refuseNewer(await migrationsOf(database));
  const applied: string[] = [];
  for (const name of files) {
    if (await isApplied(database, name)) continue;
    const text = await migrationText(name);
    try {
      await database.script(`select pg_advisory_xact_lock(${MIGRATION_LOCK}); ${text}`);
      applied.push(name);
    } catch (error) {
      if (!(await isApplied(database, name))) throw error;
    }
  }
  return applied;
}

/** The migrations that an upgrade would apply; none for a database that is not there yet. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = await migrationsOf(database);
  return applied.length === 0 ? [] : missingIn(applied);
}

/** The migrations that a database has; none while it has no Actum tables. */
export async function migrationsOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('migrations')::text as table`.execute(database.query);
  if (rows[0]?.table === null) return [];
  const applied = await sql<{ name: string }>`select name from migrations order by name`.execute(database.query);
  return applied.rows.map(({ name }) => name);
}

/** The migrations this program knows that are not among those of a database. */
export function missingIn(applied: readonly string[]): string[] {
  const names = new Set(applied);
  return migrationNames().filter((name) => !names.has(name));
}

/** Refuses a database that a newer program has migrated, because this program does not know its tables. */
export function refuseNewer(applied: readonly string[]): void {
  const known = new Set(migrationNames());
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `This database was brought up to date by a newer Actum (${unknown.join(', ')}). Start that version, or restore a backup made before it`,
    );
}

async function isApplied(database: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from migrations where name = ${name}`.execute(database.query);
  return rows.length > 0;
}
