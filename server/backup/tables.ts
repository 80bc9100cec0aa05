import { type Bulk, quoted } from '../db/bulk.ts';
import type { Table } from './format.ts';

/**
 * Tables whose rows are left out of a backup: signed-in sessions, API tokens and links that open an account must not become valid again,
 * mails must not be sent a second time, and the other tables hold counts or states of the present moment.
 */
export const LEFT_OUT: readonly string[] = [
  'api_tokens',
  'attempts',
  'backup_runs',
  'company_sessions',
  'company_sign_ins',
  'factor_tickets',
  'heartbeats',
  'outgoing_mails',
  'person_links',
  'readiness',
  'refresh_families',
  'refresh_tokens',
  'registration_links',
];
const MIGRATIONS = 'migrations';

/** The tables of a database except that of its migrations, each with its columns. */
export async function tablesOf(bulk: Bulk): Promise<Table[]> {
  return bulk.rows<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '${MIGRATIONS}'
     group by c.relname order by c.relname`);
}

export async function appliedMigrations(bulk: Bulk): Promise<string[]> {
  const [there] = await bulk.rows<{ table: string | null }>(`select to_regclass('${MIGRATIONS}')::text as table`);
  if (there?.table === null) return [];
  return (await bulk.rows<{ name: string }>('select name from migrations order by name')).map(({ name }) => name);
}

/** The kinds of records people would miss, in the order in which they are listed, with their singular and plural. */
const MISSED = {
  users: ['person', 'people'],
  teams: ['team', 'teams'],
  projects: ['project', 'projects'],
  estimate_rows: ['row', 'rows'],
  acts: ['act', 'acts'],
  recent_events: ['edit', 'edits'],
} as const;

/** "3 people, 1 team, …" of counts by table. */
export const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(MISSED)
    .map(([table, [one, several]]) => `${(counts[table] ?? 0).toLocaleString('en')} ${counts[table] === 1 ? one : several}`)
    .join(', ');

/** The number of records of each such kind; 0 for a missing table. */
export async function countMissed(bulk: Bulk): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(MISSED)) {
    const [there] = await bulk.rows<{ table: string | null }>(`select to_regclass('${table}')::text as table`);
    if (there?.table === null) continue;
    const [found] = await bulk.rows<{ count: number }>(`select count(*)::float8 as count from ${quoted(table)}`);
    counts[table] = found?.count ?? 0;
  }
  return counts;
}
