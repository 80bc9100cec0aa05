import { type Bulk, quoted } from '../db/bulk.ts';
import { MIGRATION_LOCK, MIGRATIONS_TABLE, migrationNames, migrationText } from '../db/migrate.ts';
import { type Described, tablesIn } from './reading.ts';
import { appliedMigrations, LEFT_OUT, tablesOf } from './tables.ts';
import { Unusable } from './unusable.ts';

interface From {
  readonly path: string;
  readonly passphrase: string | null;
  readonly described: Described;
}

/** Refuses a backup that this program cannot restore, before anything is changed. */
export function refuseUnknown({ manifest }: Described): void {
  const known = new Set(migrationNames());
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Unusable(
      `The backup was made by a newer Actum (${manifest.program}, with ${unknown.join(', ')}). Install that version or a later one, then restore`,
    );
}

/**
 * Fills a database with a backup, in one transaction: all of it, or nothing of it. The tables are made as they were when the backup was made; the
 * migrations since then bring them up to date afterwards, as an upgrade would have.
 */
export async function restore(bulk: Bulk, { path, passphrase, described }: From): Promise<void> {
  const { manifest, end } = described;
  await bulk.run('begin');
  try {
    await bulk.run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await bulk.run(DROP_ALL);
    await bulk.run(MIGRATIONS_TABLE);
    for (const name of manifest.migrations) await bulk.run(await migrationText(name));
    const tables = await tablesOf(bulk);
    await bulk.run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    const afterwards = await taken(bulk);
    await bulk.run(afterwards.off);
    const known = new Map(tables.map(({ name, columns }) => [name, columns]));
    for await (const { name, columns, rows } of tablesIn(path, passphrase)) {
      if (!columns.every((column) => known.get(name)?.includes(column))) throw unfit(path);
      await bulk.copyIn(name, columns, rows);
    }
    if (!(await areCounted(bulk, described))) throw unfit(path);
    // A backup of an earlier version may hold a table that is left out since.
    for (const name of LEFT_OUT.filter((each) => known.has(each))) await bulk.run(`delete from ${quoted(name)}`);
    await bulk.run(afterwards.on);
    for (const { name, last, isCalled } of end.sequences)
      await bulk.rows('select setval($1::regclass, $2::bigint, $3::boolean)', [quoted(name), last, isCalled]);
    const applied = new Set(manifest.migrations);
    for (const name of migrationNames().filter((each) => !applied.has(each))) await bulk.run(await migrationText(name));
    await refuseRowsWithoutList(bulk, path);
    await bulk.run('commit');
  } catch (error) {
    await bulk.run('rollback').catch(() => {});
    throw isUnfit(error) ? unfit(path) : error;
  }
  await bulk.run('analyze');
}

const unfit = (path: string): Unusable =>
  new Unusable(`${path} cannot be restored: what is in it does not fit together. Nothing was changed. Take another backup`);

/** Whether the database refused the data: values (22), keys (23) or names (42), but not for missing rights of the user. */
const isUnfit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:22|23|42)/.test(String(error.code)) && error.code !== '42501';

/** Triggers ensure that every row has a list; they were off while the tables were filled. */
async function refuseRowsWithoutList(bulk: Bulk, path: string): Promise<void> {
  for (const [rows, lists, ofRow, ofList] of [
    ['estimate_rows', 'lists', 'list_id', 'id'],
    ['import_rows', 'import_lists', 'rows_id', 'rows_id'],
  ]) {
    const [lost] = await bulk.rows(
      `select from ${rows} r where not exists (select from ${lists} l where l.team_id = r.team_id and l.${ofList} = r.${ofRow}) limit 1`,
    );
    if (lost !== undefined) throw unfit(path);
  }
}

async function areCounted(bulk: Bulk, { end }: Described): Promise<boolean> {
  for (const [name, { rows }] of Object.entries(end.tables)) {
    const [found] = await bulk.rows<{ count: number }>(`select count(*)::float8 as count from ${quoted(name)}`);
    if (found?.count !== rows) return false;
  }
  return true;
}

/** The statements that remove and restore indexes, keys and triggers: indexes and keys slow a load down, and triggers would act on it. */
async function taken(bulk: Bulk): Promise<{ readonly off: string; readonly on: string }> {
  const constraints = await bulk.rows<{ table: string; name: string; kind: string; definition: string }>(`
    select r.relname as table, c.conname as name, c.contype as kind, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class r on r.oid = c.conrelid
     where r.relnamespace = current_schema()::regnamespace and r.relname <> 'migrations' and c.contype in ('p', 'u', 'f')
     order by c.contype = 'f', r.relname, c.conname`);
  const indexes = await bulk.rows<{ name: string; definition: string }>(`
    select i.relname as name, pg_get_indexdef(i.oid) as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class r on r.oid = x.indrelid
     where r.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x'))
     order by i.relname`);
  const triggered = await bulk.rows<{ table: string }>(`
    select distinct r.relname as table from pg_trigger t join pg_class r on r.oid = t.tgrelid
     where r.relnamespace = current_schema()::regnamespace and not t.tgisinternal order by 1`);
  const keys = constraints.filter(({ kind }) => kind !== 'f');
  const references = constraints.filter(({ kind }) => kind === 'f');
  const drop = ({ table, name }: (typeof constraints)[number]) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`;
  const add = ({ table, name, definition }: (typeof constraints)[number]) =>
    `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;
  const triggers = (state: string) => triggered.map(({ table }) => `alter table ${quoted(table)} ${state} trigger user`);
  return {
    off: [
      ...triggers('disable'),
      ...references.map(drop),
      ...keys.map(drop),
      ...indexes.map(({ name }) => `drop index ${quoted(name)}`),
    ].join('; '),
    on: [...keys.map(add), ...indexes.map(({ definition }) => definition), ...references.map(add), ...triggers('enable')].join('; '),
  };
}

/** Everything in the schema but what belongs to an extension. */
const DROP_ALL = `
do $$
declare
  command text;
begin
  -- The commands are written before the first is run, because what is dropped has no name any more.
  for command in select unnest(array(
    select format('drop %s if exists %s cascade', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
     order by case c.relkind when 'v' then 1 when 'm' then 1 when 'S' then 3 else 2 end)
    || array(
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
      from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p', 'a')
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')))
  loop
    execute command;
  end loop;
end $$`;

/** Tables that no migration of this program makes. */
async function strangeTables(bulk: Bulk): Promise<string[]> {
  const texts = await Promise.all(migrationNames().map(migrationText));
  const ours = new Set(
    texts.flatMap((text) => [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?"?(\w+)/g)].map(([, name]) => name)),
  );
  return (await tablesOf(bulk)).map(({ name }) => name).filter((name) => !ours.has(name));
}

/**
 * Refuses a database that others share, because a restore empties it. Unknown tables are accepted where a newer Actum may have made them.
 */
export async function refuseShared(bulk: Bulk): Promise<void> {
  const known = new Set(migrationNames());
  const isNewer = (await appliedMigrations(bulk)).some((name) => !known.has(name));
  const strange = await strangeTables(bulk);
  if (strange.length > 0 && !isNewer)
    throw new Unusable(`The database holds tables that are not Actum's (${strange.join(', ')}). Give Actum a database of its own`);
}
