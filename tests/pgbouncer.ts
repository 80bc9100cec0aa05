import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
export const hasPgbouncer = spawnSync(PROGRAM, ['--version']).status === 0;

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** It refuses to run as root. */
const user = () => {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

interface Pgbouncer {
  url(database: string): string;
  stop(): Promise<void>;
}

/** pgbouncer with the settings of deploy/pgbouncer, in front of a PostgreSQL server on a socket that trusts everybody. */
export async function startPgbouncer(socketFolder: string, settings: Readonly<Record<string, string>> = {}): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-pgbouncer-'));
  const port = await freePort();
  const own: Record<string, string> = {
    listen_port: String(port),
    auth_type: 'any',
    auth_file: '',
    unix_socket_dir: '',
    ...settings,
  };
  const deployed = readFileSync(new URL('../deploy/pgbouncer/pgbouncer.ini', import.meta.url), 'utf8')
    .replace(/^actum = .*$/m, `* = host=${socketFolder} port=5432 user=postgres`)
    .split('\n')
    .filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name} =`)));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `${deployed.join('\n')}\n${Object.entries(own)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  chmodSync(folder, 0o755);
  const child: ChildProcess = spawn(PROGRAM, [file], { ...user(), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`pgbouncer did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
