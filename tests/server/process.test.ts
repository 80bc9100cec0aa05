import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { describedBackup } from '../../server/backup/reading.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate, migrationNames, migrationText } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';
import { started } from '../served.ts';
import { temporaryFolder, usedDataFolder } from './dataFolder.ts';

const engine = inject('engine');

/** Runs the server to its end and answers what it said and its exit code. */
function ended(env: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  // Its output may arrive after "exit", but not after "close".
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })));
}

const json = { 'content-type': 'application/json' };
async function token(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/token/`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'demo@actum.example', password: 'actum-demo' }),
  });
  return ((await response.json()) as { access: string }).access;
}
async function projectNames(address: string, access: string): Promise<string[]> {
  const response = await fetch(`${address}/api/v1/projects`, { headers: { authorization: `Bearer ${access}` } });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name).sort();
}

const NO_DEMO = 'DEMO=on is for the embedded database on a loopback HOST without PUBLIC_URL and TRUST_PROXY only: its password is public';

describe.runIf(engine.kind === 'embedded')('the embedded database', () => {
  test('acknowledged writes survive kill -9, and so does the sign-in', async () => {
    const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
    const first = await started(env);
    const access = await token(first.address);
    const made = await fetch(`${first.address}/api/v1/projects`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${access}` },
      body: JSON.stringify({ team_id: 1, name: 'Kept through the crash' }),
    });
    expect(made.status).toBe(201);
    await first.kill();
    const second = await started(env);
    expect(await projectNames(second.address, access)).toEqual(['Kept through the crash', 'Pine Yard 14, house']);
    await second.stop();
  });

  test('a first start works under `node --watch`, as in `npm run dev`', async () => {
    const server = await started({ DATA_DIR: temporaryFolder(), DATABASE_URL: '', DEMO: 'off', WATCH_REPORT_DEPENDENCIES: '1' });
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await server.stop();
  });

  test('systemd is notified that the server is ready, alive and stopping', async () => {
    const folder = temporaryFolder();
    const heard = join(folder, 'heard');
    // In the place of systemd's own program, which needs a systemd to speak to.
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${heard}\n`, { mode: 0o755 });
    const server = await started({
      DATA_DIR: usedDataFolder(),
      DATABASE_URL: '',
      NOTIFY_SOCKET: join(folder, 'socket'),
      WATCHDOG_USEC: '400000',
      PATH: `${folder}:${process.env.PATH}`,
    });
    const said = () => (existsSync(heard) ? readFileSync(heard, 'utf8').trim().split('\n') : []);
    await expect.poll(() => said().length).toBeGreaterThan(2);
    await server.stop();
    const own = (words: string) => `--pid=${server.pid} ${words}`;
    expect([...new Set(said())]).toEqual([own('--ready'), own('WATCHDOG=1'), own('STOPPING=1')]);
  });

  test('SIGTERM during the start ends the server in order', async () => {
    const dataDir = temporaryFolder();
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!existsSync(join(dataDir, 'in-use.lock'))) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('a second process on the same folder is refused with advice, and the first continues', async () => {
    const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
    const first = await started(env);
    expect(await ended(env)).toEqual({
      code: 1,
      said: expect.stringContaining(`The data folder ${env.DATA_DIR} is in use by another Actum.`),
    });
    expect(await projectNames(first.address, await token(first.address))).toEqual(['Pine Yard 14, house']);
    await first.stop();
  });

  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not "eighty"'],
    [{ SECURITY_LOG_DAYS: '29' }, 'SECURITY_LOG_DAYS must be a whole number from 30 to 36500, not "29"'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
    [{ PUBLIC_URL: 'nowhere' }, 'PUBLIC_URL must be an address such as https://estimates.example, not "nowhere"'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must be at least 32 characters long'],
    [{ DEMO: 'on', HOST: '0.0.0.0' }, NO_DEMO],
    [{ DEMO: 'on', PUBLIC_URL: 'https://estimates.example' }, NO_DEMO],
    [{ DEMO: 'on', TRUST_PROXY: '1' }, NO_DEMO],
    [{ DEMO: 'on', DATABASE_URL: 'postgres://localhost/actum' }, NO_DEMO],
  ])('a wrong setting %o prevents the start, with the reason', async (env, said) => {
    expect(await ended({ DATA_DIR: temporaryFolder(), ...env })).toEqual({ code: 1, said });
  });

  test('a truncated signing secret prevents the start, with advice', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'jwt-secret'), '');
    const said = `The signing secret in ${data}/jwt-secret is empty or cut off. Delete the file to have a new one made: nobody is signed out`;
    expect(await ended({ DATA_DIR: data })).toEqual({ code: 1, said });
  });

  test('a data folder that cannot be written to prevents the start, with advice', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'not a folder');
    const cannot = /^The data folder cannot be written to \(.*\): set DATA_DIR to a folder that this user may write to$/;
    expect(await ended({ DATA_DIR: join(file, 'data') })).toEqual({ code: 1, said: expect.stringMatching(cannot) });
    if (process.getuid?.() === 0) return; // root may write anywhere
    const closed = temporaryFolder();
    chmodSync(closed, 0o555);
    expect(await ended({ DATA_DIR: closed })).toEqual({ code: 1, said: expect.stringMatching(cannot) });
  });

  test('a database that a newer program has changed is left alone', async () => {
    const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
    const first = await started(env);
    await first.stop();
    const database = await openEmbedded(env.DATA_DIR);
    await sql`insert into migrations (name) values ('9999_from_the_future.sql')`.execute(database.query);
    await database.close();
    expect(await ended(env)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^This database was brought up to date by a newer Actum \(9999_from_the_future\.sql\)\. Start that version/,
      ),
    });
  });
});

test.runIf(engine.kind === 'postgres')('several processes may bring one database up to date at once', async () => {
  if (engine.kind !== 'postgres') return;
  const admin = new pg.Client({ connectionString: engine.adminUrl });
  await admin.connect();
  await admin.query('create database fresh');
  await admin.end();
  const url = new URL(engine.adminUrl);
  url.pathname = '/fresh';
  const databases = await Promise.all([1, 2, 3].map(() => openServer(url.href)));
  const applied = await Promise.all(databases.map(migrate));
  expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort());
  expect(applied.flat().length).toBeGreaterThan(0);
  await Promise.all(databases.map((database) => database.close()));
});

test.runIf(engine.kind === 'embedded')(
  'an embedded database is backed up before an upgrade changes it, and not upgraded when that fails',
  async () => {
    const dataDir = temporaryFolder();
    const earlier = await openEmbedded(dataDir);
    await earlier.script('create table migrations (name text primary key, applied_at timestamptz not null default now())');
    const names = migrationNames();
    for (const name of names.slice(0, -1)) await earlier.script(await migrationText(name));
    await earlier.script(`insert into teams (name) values ('Before the upgrade')`);
    await earlier.close();

    writeFileSync(join(dataDir, 'backups'), 'in the way of the folder');
    const refused = await ended({ DATA_DIR: dataDir, DEMO: 'off' });
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/^The backup before the upgrade could not be made .* Nothing was changed: .* BACKUP_BEFORE_UPGRADE=off$/),
    });
    rmSync(join(dataDir, 'backups'));

    const upgraded = await started({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off' });
    await upgraded.stop();
    const [file = ''] = readdirSync(join(dataDir, 'backups'));
    expect(file).toMatch(new RegExp(`^before-${names.at(-1)?.replace('.sql', '')}-.*\\.backup$`));
    const path = join(dataDir, 'backups', file);
    const described = await describedBackup(path, null);
    expect(described.manifest.migrations).toEqual(names.slice(0, -1));
    expect(described.end.tables.teams?.rows).toBe(1);

    const again = await started({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off' });
    await again.stop();
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([file]);
  },
);
