import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';

export interface Engine {
  readonly name: 'Embedded' | 'PostgreSQL';
  /** Empty for the embedded database. */
  readonly databaseUrl: string;
  /** The started server; null for the embedded database, which works in the process of Actum. */
  readonly postgres: PostgresServer | null;
}

/** Measures on each engine in turn, on PostgreSQL where the machine has it. ENGINE=embedded or ENGINE=postgres measures one alone. */
export async function onEachEngine(measure: (engine: Engine) => Promise<void>): Promise<void> {
  const asked = process.env.ENGINE;
  if (![undefined, 'embedded', 'postgres'].includes(asked)) throw new Error(`ENGINE is embedded or postgres, not "${asked}"`);
  if (asked !== 'postgres') await measure({ name: 'Embedded', databaseUrl: '', postgres: null });
  if (asked === 'embedded') return;
  const postgres = await startPostgres();
  if (postgres === null) {
    console.log('This machine has no PostgreSQL server programs: not measured there');
    return;
  }
  try {
    await measure({ name: 'PostgreSQL', databaseUrl: postgres.adminUrl, postgres });
  } finally {
    await postgres.stop();
  }
}
