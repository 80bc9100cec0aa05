import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedBackup } from '../../server/backup/reading.ts';
import { openFiles } from '../../server/db/bulk.ts';
import { DEMO } from '../../server/demo/demo.ts';
import { fillFolder } from '../filledFolder.ts';
import { NODE, type Started, started } from '../served.ts';

const folder = mkdtempSync(join(tmpdir(), 'actum-keeping-'));
const installation = join(folder, 'here');
const file = join(folder, 'first.actum');
const scheduled = join(folder, 'backups');
const OLDER = ['actum-2026-01-01T00-00-00Z.backup', 'actum-2026-01-02T00-00-00Z.backup'] as const;
let server: Started;

beforeAll(async () => {
  await fillFolder(installation);
  for (const name of ['there', 'one', 'two']) cpSync(installation, join(folder, name), { recursive: true });
  mkdirSync(scheduled);
  for (const name of [...OLDER, 'a file of mine']) writeFileSync(join(scheduled, name), '');
  server = await started({ DATA_DIR: installation, DATABASE_URL: '', BACKUP_DIR: scheduled, BACKUP_KEEP: '2' });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}
/** Runs a command as npm does, to its end. */
function command(args: readonly string[], env: Readonly<Record<string, string>> = {}): { readonly ended: Promise<Ended>; kill(): void } {
  const [node, ...options] = NODE;
  const child = spawn(node, [...options, '--disable-warning=ExperimentalWarning', 'server/command.ts', ...args], {
    env: { ...process.env, INIT_CWD: folder, DATABASE_URL: '', DATA_DIR: installation, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })));
  return { ended, kill: () => child.kill('SIGKILL') };
}
const ran = (...args: Parameters<typeof command>): Promise<Ended> => command(...args).ended;

const json = { 'content-type': 'application/json' };
async function signedIn(address: string): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ email: DEMO.email, password: DEMO.password });
  const response = await fetch(`${address}/api/v1/token/`, { method: 'POST', headers: json, body });
  const { access } = (await response.json()) as { access: string };
  return { ...json, authorization: `Bearer ${access}` };
}
async function makeProject(address: string, headers: Readonly<Record<string, string>>, name: string): Promise<void> {
  const response = await fetch(`${address}/api/v1/projects`, { method: 'POST', headers, body: JSON.stringify({ team_id: 1, name }) });
  expect(response.status).toBe(201);
}
async function projectNames(address: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const response = await fetch(`${address}/api/v1/projects`, { headers });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name).sort();
}

test('a server with BACKUP_DIR makes backups by itself, keeps the latest, and reports when the last was made', async () => {
  const backup = async () =>
    ((await (await fetch(`${server.address}/readyz`)).json()) as { backup: Readonly<Record<string, string | null>> }).backup;
  while ((await backup()).last_success === null) await new Promise((resolve) => setTimeout(resolve, 50));
  while (readdirSync(scheduled).includes(OLDER[0])) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await backup()).toEqual({ last_success: expect.any(String), last_failure: null });
  const [newest = ''] = readdirSync(scheduled).filter((name) => name.startsWith('actum-') && name > 'actum-2026-01-03');
  expect(readdirSync(scheduled).sort()).toEqual(['a file of mine', OLDER[1], newest].sort());
  expect((await describedBackup(join(scheduled, newest), null)).end.tables.projects?.rows).toBeGreaterThan(0);
});

test('a backup made while the server works contains everything acknowledged before it, and can replace the data of another place', async () => {
  const headers = await signedIn(server.address);
  for (let at = 0; at < 5; at += 1) await makeProject(server.address, headers, `Before ${at}`);
  const backup = command(['backup', 'first.actum']);
  let isDone = false;
  const ended = backup.ended.then((result) => {
    isDone = true;
    return result;
  });
  let meanwhile = 0;
  while (!isDone) {
    meanwhile += 1;
    await makeProject(server.address, headers, `Meanwhile ${String(meanwhile).padStart(5, '0')}`);
  }
  expect(await ended).toEqual({
    code: 0,
    said: expect.stringMatching(
      /first\.actum is whole: 1 person, 1 team, [\d,]+ projects, 86 rows, 1 act, 1?\d edits in [\d.]+ [kM]B, [\d.]+ s$/,
    ),
  });
  expect(meanwhile).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(installation).filter((name) => name.startsWith('backup-copy'))).toEqual([]);

  const there = join(folder, 'there');
  const [checked, restoredThere] = await Promise.all([
    ran(['backup', '--check', 'first.actum']),
    ran(['restore', 'first.actum', '--replace', '--yes'], { DATA_DIR: there }),
  ]);
  expect(checked).toEqual({
    code: 0,
    said: expect.stringMatching(/recomputed: 0 of \d+ totals are wrong, in 2 versions, 1 act and 86 rows$/),
  });
  expect(restoredThere).toEqual({
    code: 0,
    said: expect.stringMatching(/will be lost: 1 person, 1 team, 1 project.*\nRestored into .*: 1 person.* Everybody has to sign in again/),
  });
  expect(readdirSync(there).filter((name) => name.startsWith('database'))).toEqual(['database']);
  const other = await started({
    DATA_DIR: there,
    DATABASE_URL: '',
    DEMO: 'off',
    JWT_SECRET: readFileSync(join(installation, 'jwt-secret'), 'utf8'),
  });
  try {
    // The session of before is over, although the other server believes its signature.
    expect((await fetch(`${other.address}/api/v1/projects`, { headers })).status).toBe(401);
    const restored = await projectNames(other.address, await signedIn(other.address));
    expect(restored.filter((name) => name.startsWith('Before'))).toHaveLength(5);
    // Records made during the backup are restored without a gap, up to some point.
    const came = restored.filter((name) => name.startsWith('Meanwhile'));
    expect(came).toEqual(came.map((_, at) => `Meanwhile ${String(at + 1).padStart(5, '0')}`));
  } finally {
    await other.stop();
  }
});

test('a file that is cut off, altered, foreign or locked by another passphrase changes nothing and says so', async () => {
  const whole = readFileSync(file);
  const there = join(folder, 'untouched');
  const said = async (name: string, bytes: Uint8Array, env: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(folder, name), bytes);
    const ended = await ran(['restore', name, '--replace', '--yes'], { DATA_DIR: there, ...env });
    expect(ended.code).toBe(1);
    return ended.said.replace(join(folder, name), 'FILE');
  };
  const altered = Buffer.from(whole);
  altered[Math.floor(whole.length / 2)] = (altered[Math.floor(whole.length / 2)] ?? 0) ^ 1;
  const secret = { BACKUP_PASSPHRASE: 'correct horse' };
  expect((await ran(['backup', 'secret.actum'], secret)).said).toContain(', encrypted,');
  const encrypted = readFileSync(join(folder, 'secret.actum'));
  const damaged = 'FILE is damaged: it was cut off or altered. Nothing was changed';
  const found = await Promise.all([
    said('half', whole.subarray(0, Math.floor(whole.length / 2))),
    said('altered', altered),
    said('foreign', Buffer.from('PGDMP is no backup of ours')),
    said('locked', encrypted),
    said('other', encrypted, { BACKUP_PASSPHRASE: 'wrong horse' }),
    said('cut', encrypted.subarray(0, encrypted.length - 9), secret),
  ]);
  expect(found).toEqual([
    damaged,
    damaged,
    'FILE is no backup of Actum',
    'The file needs a passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE',
    'FILE was encrypted with another passphrase. Nothing was changed',
    damaged,
  ]);
  expect(existsSync(join(there, 'database'))).toBe(false);
});

test('a restore into an empty place asks nobody; people alone, or a database that cannot be read, are no empty place', async () => {
  const [empty, people, unreadable] = ['empty', 'people', 'unreadable'].map((name) => join(folder, name)) as [string, string, string];
  cpSync(join(folder, 'one'), people, { recursive: true });
  const database = await openFiles(join(people, 'database'), 'kept');
  await database.run('truncate projects, estimate_rows cascade');
  await database.close();
  mkdirSync(join(unreadable, 'database'), { recursive: true });
  writeFileSync(join(unreadable, 'database', 'PG_VERSION'), 'none');
  const [restored, ...refused] = await Promise.all(
    [empty, people, unreadable].map((place) => ran(['restore', 'first.actum'], { DATA_DIR: place })),
  );
  expect(restored).toEqual({ code: 0, said: expect.stringMatching(/^Restored into .*empty: 1 person, 1 team, /) });
  const refusal = (place: string, what: string) => ({
    code: 1,
    said: expect.stringContaining(`There is something in ${place}: ${what}. Add --replace`),
  });
  expect(refused).toEqual([
    refusal(people, '1 person, 1 team, 0 projects, 0 rows, 0 acts, 0 edits'),
    refusal(unreadable, 'a database that cannot be read'),
  ]);
});

test('a restore into a place with data first says what will be lost, and never runs under a running server', async () => {
  expect(await ran(['restore', 'first.actum', '--replace', '--yes'])).toEqual({
    code: 1,
    said: `A server is at work on ${installation}. Stop it, then restore`,
  });
  const [refused, unconfirmed] = await Promise.all([
    ran(['restore', 'first.actum'], { DATA_DIR: join(folder, 'one') }),
    ran(['restore', 'first.actum', '--replace'], { DATA_DIR: join(folder, 'two') }),
  ]);
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(/^There is something in .*: 1 person, 1 team, .* Add --replace .* Nothing was changed$/),
  });
  expect(unconfirmed).toEqual({
    code: 1,
    said: expect.stringMatching(/will be lost: 1 person.*\nNobody is at the terminal to confirm it: add --yes\. Nothing was changed$/),
  });
});

test('a backup that is killed leaves no file that looks whole, and the server works on and gives the next', async () => {
  const killed = command(['backup', 'killed.actum']);
  while (!readdirSync(installation).some((name) => name.startsWith('backup-copy'))) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.kill();
  await killed.ended;
  expect(existsSync(join(folder, 'killed.actum'))).toBe(false);
  expect((await ran(['backup', 'killed.actum'])).code).toBe(0);
  expect(readdirSync(installation).filter((name) => name.startsWith('backup-copy'))).toEqual([]);
  expect((await ran(['backup', '/dev/full/killed.actum'])).said).toMatch(/cannot be written: a part of the path is no folder$/);
  writeFileSync(join(folder, 'letter.txt'), 'Dear');
  expect((await ran(['backup', 'letter.txt'])).said).toMatch(/letter\.txt is there and is no backup: name another file$/);
  expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('Dear');
});

test('a mistyped command prints its usage', async () => {
  const typed = [['backup'], ['restore', 'a', 'b'], ['restore', '--force', 'a'], ['actum', 'fly'], ['actum', 'owner', 'x@example.com']];
  const ended = await Promise.all(typed.map((args) => ran(args)));
  expect(ended.map(({ code, said }) => [code, said.split('\n').slice(0, 3).join(' ')])).toEqual([
    [2, expect.stringMatching(/^The name of a file is missing {2}npm run backup -- FILE/)],
    [2, expect.stringMatching(/^"b" is too much {2}npm run restore/)],
    [2, expect.stringContaining("Unknown option '--force'")],
    [2, expect.stringMatching(/^There is no command fly {2}npm run actum -- COMMAND/)],
    [2, expect.stringMatching(/^--name is missing {2}npm run actum -- COMMAND/)],
  ]);
});

test('an administrator manages people while the server runs, by commands that report what they did', async () => {
  const actum = (...args: string[]) => ran(['actum', ...args], { JWT_SECRET: 'never shown, whoever asks for it, ever' });
  const headers = await signedIn(server.address);
  expect((await actum('people')).said).toMatch(/^id +email .*\n1 +demo@actum\.example .* enabled /);
  expect(await actum('sign-out', DEMO.email)).toEqual({ code: 0, said: expect.stringMatching(/^\d+ sessions? ha/) });
  expect((await fetch(`${server.address}/api/v1/projects`, { headers })).status).toBe(401);
  expect(await actum('verify')).toEqual({
    code: 0,
    said: expect.stringMatching(/^0 of \d+ totals are wrong, in 2 versions, 1 act and 86 rows$/),
  });
  const [settings, unknown, help] = await Promise.all([
    actum('settings'),
    actum('disable', 'nobody@example.com'),
    actum('vacuum', '--help'),
  ]);
  expect(settings.said).toMatch(/JWT_SECRET +set, and hidden/);
  expect(settings.said).not.toContain('never shown');
  expect(unknown).toEqual({ code: 1, said: 'There is no account with the address nobody@example.com' });
  expect(help).toEqual({ code: 0, said: expect.stringMatching(/^npm run actum -- vacuum \[--dry-run\]/) });
  await signedIn(server.address);
});
