import { type Bulk, quoted } from '../db/bulk.ts';
import { MIGRATION_LOCK } from '../db/migrate.ts';
import type { End, Manifest, Sequence } from './format.ts';
import { appliedMigrations, LEFT_OUT, tablesOf } from './tables.ts';
import { Unusable } from './unusable.ts';
import { writeBackup } from './writing.ts';

export interface Made {
  readonly bytes: number;
  readonly end: End;
}

interface Asked {
  readonly path: string;
  readonly passphrase: string | null;
  readonly program: string;
  readonly settings: Manifest['settings'];
  /** The engine the data comes from, which a copy of its files does not change. */
  readonly engine: Manifest['engine'];
}

/**
 * Writes everything as it was at one moment, while others go on working. No migration can begin until all tables are locked in their
 * present form.
 */
export async function dump(bulk: Bulk, { path, passphrase, program, settings, engine }: Asked): Promise<Made> {
  await bulk.run(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);
  await bulk.run('begin isolation level repeatable read read only');
  try {
    const tables = await tablesOf(bulk);
    const migrations = await appliedMigrations(bulk);
    if (migrations.length === 0) throw new Unusable('There is no Actum in this database yet: nothing to back up');
    await bulk.run(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
    await bulk.run(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
    const kept = tables.filter(({ name }) => !LEFT_OUT.includes(name));
    const manifest: Manifest = {
      format: 1,
      program,
      madeAt: new Date().toISOString(),
      engine,
      migrations,
      leftOut: LEFT_OUT,
      settings,
    };
    const each = async function* () {
      for (const table of kept) yield { ...table, rows: bulk.copyOut(table.name, table.columns) };
    };
    return await writeBackup(path, { manifest, tables: each(), sequences: () => sequencesOf(bulk) }, passphrase);
  } finally {
    await bulk.run('rollback').catch(() => {});
  }
}

/** A snapshot does not include sequences: read after the tables, each is past every number in them. */
async function sequencesOf(bulk: Bulk): Promise<Sequence[]> {
  return bulk.rows<Sequence>(`
    select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
      from pg_sequences where schemaname = current_schema() order by sequencename`);
}
