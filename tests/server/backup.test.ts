import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { dump } from '../../server/backup/dump.ts';
import type { Manifest, Sequence } from '../../server/backup/format.ts';
import { describedBackup } from '../../server/backup/reading.ts';
import { restore } from '../../server/backup/restore.ts';
import { backupStatus, startSchedule } from '../../server/backup/schedule.ts';
import { LEFT_OUT } from '../../server/backup/tables.ts';
import { inScratch } from '../../server/backup/target.ts';
import { Unusable } from '../../server/backup/unusable.ts';
import { writeBackup } from '../../server/backup/writing.ts';
import { readConfig } from '../../server/config.ts';
import { type Bulk, openServerBulk } from '../../server/db/bulk.ts';
import { MIGRATION_LOCK, migrate, migrationNames } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { makeLog } from '../../server/log.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { started } from '../served.ts';
import { temporaryFolder } from './dataFolder.ts';
import { emptyDatabaseUrl } from './emptyDatabase.ts';

const engine = inject('engine');
// One side of each transfer here is the embedded engine; tests/scripts/keeping.test.ts goes from embedded to embedded.
const isServer = engine.kind === 'postgres';

/** An empty database on the server. */
async function emptyBulk(): Promise<Bulk> {
  const bulk = await openServerBulk(await emptyDatabaseUrl());
  onTestFinished(() => bulk.close());
  return bulk;
}

const ODD = 'tab\t, line\n, \\N, \\., backslash \\, “quotes”, 3,, =2*(, m², 😀, е́';
/** Content that a backup loses easily: odd texts, large numbers, bytes, empty and missing values. */
const ODD_CONTENT = `
  insert into users (id, email, name, password, confirmed_at) values (9007199254740993, 'odd@example.com', $odd$${ODD}$odd$, '', '2026-02-28 23:59:59.123456+14');
  insert into teams (id, name, logo, logo_type) values (9007199254740995, '', '\\x00ff0a5c09'::bytea, 'image/png');
  insert into members (team_id, user_id, role) values (9007199254740995, 9007199254740993, 'owner');
  insert into projects (team_id, id, name, contract_date) values (9007199254740995, 7, $odd$${ODD}$odd$, '0001-01-01');
  insert into imports (team_id, project_id, file_name, progress, project_status, started_by) values (9007199254740995, 7, 'x', 0.1, 'created', 9007199254740993);
  insert into import_files (team_id, project_id, piece, bytes) select 9007199254740995, 7, n, decode(repeat(md5(n::text), 20000), 'hex') from generate_series(1, 3) n;
  insert into refresh_families (id, user_id) values ('family', 9007199254740993);
  insert into refresh_tokens (hash, family, expires_at) values ('hash', 'family', now() + interval '1 day');
  insert into person_links (hash, kind, user_id, expires_at) values ('hash', 'recovery', 9007199254740993, now() + interval '1 day');
  insert into outgoing_mails (kind, email) values ('recovery', 'odd@example.com');
  select setval('revisions', 9007199254740999);`;

/** A database with the demo project and odd content, and a backup of it. */
let source: Bulk;
let first: string;
let made: Awaited<ReturnType<typeof dump>>;
beforeAll(async () => {
  if (!isServer) return;
  const url = await emptyDatabaseUrl();
  const database = await openServer(url);
  await migrate(database);
  await ensureDemo(database);
  await database.script(ODD_CONTENT);
  await database.close();
  source = await openServerBulk(url);
  first = join(mkdtempSync(join(tmpdir(), 'actum-backup-')), 'file.actum');
  made = await dump(source, asked(first));
});
afterAll(async () => {
  if (!isServer) return;
  await source.close();
  rmSync(dirname(first), { recursive: true });
});

const contentOf = ({ end: { tables, sequences } }: Awaited<ReturnType<typeof dump>>) => ({ tables, sequences });
const fileIn = () => join(temporaryFolder(), 'file.actum');
const asked = (path: string) =>
  ({ path, passphrase: null, program: '0.1.0', settings: { PUBLIC_URL: 'https://estimates.example' }, engine: 'embedded' }) as const;

test.runIf(isServer)(
  'a backup goes from one engine to the other and back with every row, id and text unchanged; a total corrupted afterwards is named',
  async () => {
    const [second, third] = [fileIn(), fileIn()];
    const tables = Object.keys(made.end.tables);
    expect(LEFT_OUT.filter((name) => tables.includes(name))).toEqual([]);

    const there = await inScratch({ path: first, passphrase: null, described: await describedBackup(first, null) }, async (other) => {
      expect(await other.rows('select name from users where id = 9007199254740993')).toEqual([{ name: ODD }]);
      for (const table of LEFT_OUT) expect(await other.rows(`select count(*)::int as count from ${table}`)).toEqual([{ count: 0 }]);
      return dump(other, asked(second));
    });
    expect(contentOf(there)).toEqual(contentOf(made));

    const back = await emptyBulk();
    await restore(back, { path: second, passphrase: null, described: await describedBackup(second, null) });
    const again = await dump(back, asked(third));
    expect(contentOf(again)).toEqual(contentOf(made));
    expect(await back.rows(`select nextval('revisions')::text as next`)).toEqual([{ next: '9007199254741000' }]);
    // Indexes, keys and triggers are those of a database that was never restored.
    const shape = (bulk: Bulk) =>
      bulk.rows(`
      select 'index' as kind, pg_get_indexdef(indexrelid) as text from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
      union all select 'key', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by 1, 2`);
    expect(await shape(back)).toEqual(await shape(source));
    expect(await wrongTotals(back.rows)).toMatchObject({ wrong: [], wrongCount: 0 });
    const [version] = await back.rows<{ id: number; price: string }>(
      'select version_id::int as id, price::text from version_totals order by price desc limit 1',
    );
    await back.run(`update version_totals set price = price + 0.01 where version_id = ${version?.id}`);
    expect((await wrongTotals(back.rows)).wrong).toEqual([
      expect.stringMatching(new RegExp(`^version ${version?.id} is kept as .*, counted ${version?.price}$`)),
    ]);
  },
);

test.runIf(isServer)('a restore into a database in use replaces all of it, or nothing when it fails on the way', async () => {
  const path = first;
  const target = await emptyBulk();
  const described = await describedBackup(path, null);
  await restore(target, { path, passphrase: null, described });
  await target.run(`insert into teams (id, name) values (12, 'Newer than the backup')`);
  // The file is cut off between its check and its restore.
  const cut = fileIn();
  writeFileSync(cut, readFileSync(path).subarray(0, 5000));
  await expect(restore(target, { path: cut, passphrase: null, described })).rejects.toThrow('is damaged: it was cut off or altered');
  expect(await target.rows('select name from teams where id = 12')).toEqual([{ name: 'Newer than the backup' }]);
  await restore(target, { path, passphrase: null, described });
  expect(await target.rows('select name from teams where id = 12')).toEqual([]);
});

test.runIf(isServer)('a restore waits for a server that is just migrating the database', async () => {
  const url = await emptyDatabaseUrl();
  const [target, migrating] = await Promise.all([openServerBulk(url), openServerBulk(url)]);
  onTestFinished(async () => void (await Promise.all([target.close(), migrating.close()])));
  await migrating.run('begin');
  await migrating.run(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  let isRestored = false;
  const restored = restore(target, { path: first, passphrase: null, described: await describedBackup(first, null) }).then(() => {
    isRestored = true;
  });
  const waiting = () =>
    migrating.rows(
      `select from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and locktype = 'advisory' and not granted`,
    );
  await expect.poll(async () => isRestored || (await waiting()).length > 0).toBe(true);
  expect(isRestored).toBe(false);
  await migrating.run('commit');
  await restored;
});

test.runIf(isServer)('a backup of an earlier version is restored as it was and then migrated', async () => {
  const earlier = await emptyBulk();
  await earlier.run('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  const before = readdirSync('server/db/migrations')
    .filter((name) => name < '0050')
    .sort();
  for (const name of before)
    await earlier.run(`insert into migrations (name) values ('${name}');\n${readFileSync(`server/db/migrations/${name}`, 'utf8')}`);
  await earlier.run(`
    insert into users (id, email, name, language, password, confirmed_at) values (1, 'ann@example.com', 'Ann', 'en', 'hash', now());
    insert into teams (id, name) values (1, 'Team');
    insert into projects (team_id, id, name) values (1, 1, 'Yard');
    insert into versions (team_id, id, project_id, number) values (1, 1, 1, 1);
    insert into lists (team_id, id, version_id, "order", title) values (1, 1, 1, 1, 'Walls');
    insert into estimate_rows (team_id, id, version_id, list_id, "order", kind, name) values (1, 1, 1, 1, 1, 'section', 'Part'), (1, 2, 1, 1, 2, 'row', 'Sand')`);
  const path = fileIn();
  await dump(earlier, asked(path));
  const now = await emptyBulk();
  await restore(now, { path, passphrase: null, described: await describedBackup(path, null) });
  expect((await now.rows<{ name: string }>('select name from migrations order by name')).map(({ name }) => name)).toEqual(migrationNames());
  // The migration that made sums of sections counted those of the backup.
  expect(await now.rows('select section_id::int as id, own_rows from section_totals')).toEqual([{ id: 1, own_rows: 1 }]);
});

test.runIf(isServer)('a backup contains everything written before it began and nothing written while it is made', async () => {
  const url = await emptyDatabaseUrl();
  const database = await openServer(url);
  onTestFinished(() => database.close());
  await migrate(database);
  await database.script(`insert into teams (name) select 'before ' || n from generate_series(1, 500) n`);
  const bulk = await openServerBulk(url);
  const path = fileIn();
  const slow: Bulk = {
    ...bulk,
    copyOut: async function* (table, columns) {
      if (table === 'acts')
        await database.script(`insert into teams (name) values ('meanwhile'); update teams set name = 'changed' where name = 'before 1'`);
      yield* bulk.copyOut(table, columns);
    },
  };
  await dump(slow, asked(path));
  await bulk.close();
  const other = await emptyBulk();
  await restore(other, { path, passphrase: null, described: await describedBackup(path, null) });
  const names = await other.rows<{ name: string }>(
    `select name from teams where name in ('meanwhile', 'changed', 'before 1') or name = 'before 500' order by name`,
  );
  expect(names.map(({ name }) => name)).toEqual(['before 1', 'before 500']);
});

test.runIf(isServer)('of two servers on one database one makes the backup; a failure is reported and tried again', async () => {
  const dir = join(temporaryFolder(), 'backups');
  const env = { DATABASE_URL: await emptyDatabaseUrl(), BACKUP_DIR: dir, JWT_SECRET: 'the same for both of them, and long enough' };
  const servers = await Promise.all([1, 2].map(() => started({ ...env, DATA_DIR: temporaryFolder() })));
  const details = async () =>
    ((await (await fetch(`${servers[0]?.address}/readyz`)).json()) as { backup: Readonly<Record<string, string | null>> }).backup;
  while ((await details()).last_success === null) await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all(servers.map((server) => server.stop()));
  expect(readdirSync(dir)).toHaveLength(1);

  const bulk = await openServerBulk(env.DATABASE_URL);
  await bulk.run(`update backup_runs set ended_at = ended_at - interval '2 days'`);
  await bulk.close();
  writeFileSync(join(dir, 'no folder'), '');
  const failing = await started({ ...env, DATA_DIR: temporaryFolder(), BACKUP_DIR: join(dir, 'no folder') });
  while (!failing.said().includes('A backup was not made')) await new Promise((resolve) => setTimeout(resolve, 50));
  const readiness = (await (await fetch(`${failing.address}/readyz`)).json()) as {
    status: string;
    backup: Readonly<Record<string, string | null>>;
  };
  await failing.stop();
  expect(readiness).toEqual({ status: 'ready', backup: { last_success: expect.any(String), last_failure: expect.any(String) } });
});

test.runIf(isServer)(
  'a server begins no backup while another one makes it or while it is ending itself, and makes it afterwards',
  async () => {
    const url = await emptyDatabaseUrl();
    const database = await openServer(url);
    onTestFinished(() => database.close());
    await migrate(database);
    const folder = join(temporaryFolder(), 'backups');
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: temporaryFolder(), BACKUP_DIR: folder, JWT_SECRET: 'x'.repeat(32) });
    const begin = () =>
      startSchedule({ query: database.query, config, log: makeLog({ format: 'lines', level: 'error', write: () => {} }) });
    const filesThere = () => (existsSync(folder) ? readdirSync(folder) : null);

    const other = await openServerBulk(url);
    await other.run('select pg_advisory_lock(41800064)');
    await begin()();
    expect(filesThere()).toBeNull();
    await other.close();

    await begin()();
    expect([filesThere(), await backupStatus(database.query)]).toEqual([[], { lastSuccess: null, lastError: null }]);

    const stop = begin();
    onTestFinished(stop);
    while ((await backupStatus(database.query)).lastSuccess === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(filesThere()).toHaveLength(1);
  },
);

/** A file as another program may write it: frames in order and with valid checksums, with any content. */
interface Foreign {
  readonly manifest?: object | null;
  readonly tables?: readonly { readonly name: unknown; readonly columns: unknown; readonly rows: string }[];
  readonly sequences?: unknown;
}
const MANIFEST: Manifest = {
  format: 1,
  program: '0.1.0',
  madeAt: '2026-11-27T10:00:00.000Z',
  engine: 'embedded',
  migrations: migrationNames(),
  leftOut: LEFT_OUT,
  settings: {},
};
async function foreignFile({ manifest = MANIFEST, tables = [], sequences = [] }: Foreign): Promise<string> {
  const path = fileIn();
  const each = async function* () {
    for (const { name, columns, rows } of tables)
      yield { name: name as string, columns: columns as string[], rows: Readable.from([Buffer.from(rows)]) };
  };
  const content = { manifest: manifest as Manifest, tables: each(), sequences: async () => sequences as Sequence[] };
  await writeBackup(path, content, null);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  return path;
}

test.each<[string, Foreign]>([
  ['no manifest', { manifest: null }],
  ['a manifest without migrations', { manifest: { ...MANIFEST, migrations: undefined } }],
  ['migrations that are none', { manifest: { ...MANIFEST, migrations: [] } }],
  ['migrations that are no names', { manifest: { ...MANIFEST, migrations: [1, null] } }],
  ['another format', { manifest: { ...MANIFEST, format: 2 } }],
  ['no moment', { manifest: { ...MANIFEST, madeAt: null } }],
  ['no settings', { manifest: { ...MANIFEST, settings: null } }],
  ['a table without a name', { tables: [{ name: null, columns: ['id'], rows: '1\n' }] }],
  ['a table without columns', { tables: [{ name: 'teams', columns: [], rows: '1\n' }] }],
  ['columns that are none', { tables: [{ name: 'teams', columns: 5, rows: '1\n' }] }],
  [
    'a table twice',
    {
      tables: [1, 2].map((id) => ({ name: 'teams', columns: ['id', 'name'], rows: `${id}\tTeam\n` })),
    },
  ],
  ['sequences that are none', { sequences: null }],
  ['a sequence without its number', { sequences: [{ name: 'revisions', isCalled: true }] }],
])('a file with valid checksums and %s is reported as damaged before anything is changed', async (_, foreign) => {
  const path = await foreignFile(foreign);
  await expect(describedBackup(path, null)).rejects.toThrow(
    new Unusable(`${path} is damaged: it was cut off or altered. Nothing was changed`),
  );
});

const TEAM = { name: 'teams', columns: ['id', 'name'], rows: '12\tTeam\n' };
test.runIf(isServer).each<[string, Foreign]>([
  ['an unknown table', { tables: [{ name: 'pg_authid', columns: ['rolname'], rows: 'x\n' }] }],
  ['a table called as what every object has', { tables: [{ name: '__proto__', columns: ['id'], rows: '1\n' }] }],
  ['an unknown column', { tables: [{ ...TEAM, columns: ['id', 'nothing'] }] }],
  ['a value of another type', { tables: [{ ...TEAM, rows: 'twelve\tTeam\n' }] }],
  ['a number too large', { tables: [{ ...TEAM, rows: '99999999999999999999\tTeam\n' }] }],
  ['a row cut off', { tables: [{ ...TEAM, rows: '12\n' }] }],
  ['the same key twice', { tables: [{ ...TEAM, rows: '12\tTeam\n12\tTeam\n' }] }],
  ['rows after the end of rows', { tables: [{ ...TEAM, rows: '\\.\n12\tTeam\n' }] }],
  ['a member of nothing', { tables: [{ name: 'members', columns: ['team_id', 'user_id', 'role'], rows: '1\t1\towner\n' }] }],
  ['an unknown sequence', { sequences: [{ name: 'nowhere', last: '1', isCalled: true }] }],
  ['a sequence past its end', { sequences: [{ name: 'revisions', last: '99999999999999999999', isCalled: true }] }],
  ['migrations in another order', { manifest: { ...MANIFEST, migrations: migrationNames().toReversed() } }],
  ['a migration twice', { manifest: { ...MANIFEST, migrations: migrationNames().flatMap((name) => [name, name]) } }],
])('%s in a file is reported without internals, and nothing is changed', async (_, foreign) => {
  const target = await emptyBulk();
  await target.run('create table teams (name text)');
  const path = await foreignFile(foreign);
  await expect(restore(target, { path, passphrase: null, described: await describedBackup(path, null) })).rejects.toThrow(
    new Unusable(`${path} cannot be restored: what is in it does not fit together. Nothing was changed. Take another backup`),
  );
  expect(await target.rows('select name from teams')).toEqual([]);
});

test.runIf(isServer)('sessions in a backup of a version that still included them are not restored', async () => {
  const users = { name: 'users', columns: ['id', 'email', 'name', 'password'], rows: '1\tann@example.com\tAnn\t\n' };
  const sessions = { name: 'refresh_families', columns: ['id', 'user_id'], rows: 'family\t1\n' };
  const path = await foreignFile({ tables: [users, sessions] });
  const target = await emptyBulk();
  await restore(target, { path, passphrase: null, described: await describedBackup(path, null) });
  expect(await target.rows('select name from users')).toEqual([{ name: 'Ann' }]);
  expect(await target.rows('select id from refresh_families')).toEqual([]);
});

test('a backup replaces only an older backup or an empty file', async () => {
  const path = fileIn();
  const write = (passphrase: string | null = null) =>
    writeBackup(path, { manifest: MANIFEST, tables: (async function* () {})(), sequences: async () => [] }, passphrase);
  writeFileSync(path, '');
  await write();
  const plain = readFileSync(path);
  await write('a passphrase');
  expect(readFileSync(path).equals(plain)).toBe(false);
  await write();
  writeFileSync(path, 'a letter');
  await expect(write()).rejects.toThrow(`${path} is there and is no backup: name another file`);
  expect([readFileSync(path, 'utf8'), readdirSync(dirname(path))]).toEqual(['a letter', ['file.actum']]);
});
