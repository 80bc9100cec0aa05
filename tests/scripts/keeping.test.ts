import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO } from '../../server/demo/demo.ts';
import { fillFolder } from '../filledFolder.ts';
import { type Started, started } from '../served.ts';

const folder = mkdtempSync(join(tmpdir(), 'actum-keeping-'));
const installation = join(folder, 'here');
const file = join(folder, 'first.actum');
let server: Started;

beforeAll(async () => {
  await fillFolder(installation);
  server = await started({ DATA_DIR: installation, DATABASE_URL: '' });
}, 60_000);
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
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/command.ts', ...args], {
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

test('a backup made while the server works holds everything acknowledged before it, and restores into an empty place', async () => {
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
    said: expect.stringMatching(/first\.actum is whole: 1 person, 1 team, \d+ projects, 86 rows, 1 act, 1?\d edits in/),
  });
  expect(meanwhile).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(installation).filter((name) => name.startsWith('backup-copy'))).toEqual([]);

  expect(await ran(['backup', '--check', 'first.actum'])).toEqual({ code: 0, said: expect.stringMatching(/; 0 of \d+ totals are wrong$/) });

  const there = join(folder, 'there');
  expect(await ran(['restore', 'first.actum'], { DATA_DIR: there })).toEqual({
    code: 0,
    said: expect.stringContaining('Everybody signs in anew'),
  });
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
    // What came meanwhile is there from the first on without a gap.
    const came = restored.filter((name) => name.startsWith('Meanwhile'));
    expect(came).toEqual(came.map((_, at) => `Meanwhile ${String(at + 1).padStart(5, '0')}`));
  } finally {
    await other.stop();
  }
}, 60_000);

test('a file that is cut off, altered, foreign or locked by another passphrase changes nothing and says so', async () => {
  const whole = readFileSync(file);
  const there = join(folder, 'untouched');
  const restored = async (bytes: Uint8Array, env: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(folder, 'wrong.actum'), bytes);
    return ran(['restore', 'wrong.actum', '--replace', '--yes'], { DATA_DIR: there, ...env });
  };
  const damaged = { code: 1, said: `${join(folder, 'wrong.actum')} is damaged: it was cut off or altered. Nothing was changed` };
  for (const length of [20, Math.floor(whole.length / 2), whole.length - 1])
    expect(await restored(whole.subarray(0, length))).toEqual(damaged);
  const altered = Buffer.from(whole);
  altered[Math.floor(whole.length / 2)] = (altered[Math.floor(whole.length / 2)] ?? 0) ^ 1;
  expect(await restored(altered)).toEqual(damaged);
  expect(await restored(Buffer.from('PGDMP is no backup of ours'))).toEqual({
    code: 1,
    said: expect.stringMatching(/wrong\.actum is no backup of Actum$/),
  });
  expect(await restored(Buffer.alloc(0))).toEqual({ code: 1, said: expect.stringMatching(/is no backup of Actum$/) });

  const secret = { BACKUP_PASSPHRASE: 'correct horse' };
  expect((await ran(['backup', 'secret.actum'], secret)).said).toContain(', encrypted,');
  const encrypted = readFileSync(join(folder, 'secret.actum'));
  expect(await restored(encrypted)).toEqual({
    code: 1,
    said: 'The file needs a passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE',
  });
  expect((await restored(encrypted, { BACKUP_PASSPHRASE: 'wrong horse' })).said).toMatch(
    /was encrypted with another passphrase\. Nothing was changed$/,
  );
  expect(await restored(encrypted.subarray(0, encrypted.length - 9), secret)).toEqual(damaged);
  expect(existsSync(join(there, 'database'))).toBe(false);
}, 60_000);

test('a place with something in it is replaced only after saying what will be lost, and never under a running server', async () => {
  expect(await ran(['restore', 'first.actum', '--replace', '--yes'])).toEqual({
    code: 1,
    said: `A server is at work on ${installation}. Stop it, then restore`,
  });
  const there = join(folder, 'there');
  const refused = await ran(['restore', 'first.actum'], { DATA_DIR: there });
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(/^There is something in .*: 1 person, 1 team, .* Add --replace .* Nothing was changed$/),
  });
  expect(await ran(['restore', 'first.actum', '--replace'], { DATA_DIR: there })).toEqual({
    code: 1,
    said: expect.stringMatching(/will be lost: 1 person.*\nNobody is at the terminal to confirm it: add --yes\. Nothing was changed$/),
  });
  expect((await ran(['restore', 'first.actum', '--replace', '--yes'], { DATA_DIR: there })).code).toBe(0);
  expect(readdirSync(there).filter((name) => name.startsWith('database'))).toEqual(['database']);
}, 60_000);

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
}, 60_000);

test('a command that is typed wrongly says how it is typed', async () => {
  expect(await ran(['backup'])).toEqual({
    code: 2,
    said: expect.stringMatching(/^The name of a file is missing\n\nnpm run backup -- FILE/),
  });
  expect(await ran(['restore', 'a', 'b'])).toEqual({ code: 2, said: expect.stringMatching(/^"b" is too much\n\nnpm run restore/) });
  expect(await ran(['restore', '--force', 'a'])).toEqual({ code: 2, said: expect.stringContaining("Unknown option '--force'") });
  expect(await ran(['backup', '--help'])).toEqual({ code: 0, said: expect.stringMatching(/^npm run backup -- FILE/) });
});

test('a server with BACKUP_DIR makes backups of its own accord, keeps the last ones, and says when it did', async () => {
  const there = join(folder, 'there');
  const dir = join(folder, 'backups');
  const env = { DATA_DIR: there, DATABASE_URL: '', DEMO: 'off', BACKUP_DIR: dir, BACKUP_KEEP: '2' };
  mkdirSync(dir);
  const older = ['actum-2026-01-01T00-00-00Z.backup', 'actum-2026-01-02T00-00-00Z.backup'];
  for (const name of [...older, 'a file of mine']) writeFileSync(join(dir, name), '');
  const scheduled = await started(env);
  try {
    const backup = async () =>
      (
        (await (await fetch(`${scheduled.address}/readyz`)).json()) as {
          backup: { last_success: string | null; last_failure: string | null };
        }
      ).backup;
    while ((await backup()).last_success === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await backup()).last_failure).toBeNull();
    while (readdirSync(dir).includes(older[0] ?? '')) await new Promise((resolve) => setTimeout(resolve, 50));
    const [newest] = readdirSync(dir).filter((name) => name > 'actum-2026-01-03');
    expect(readdirSync(dir).sort()).toEqual(['a file of mine', older[1], newest].sort());
    expect((await ran(['backup', '--check', join(dir, newest ?? '')])).code).toBe(0);
  } finally {
    await scheduled.stop();
  }
}, 60_000);
