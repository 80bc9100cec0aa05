import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  /** The address of a database on the server. */
  url(database: string): string;
  /** The address for administration. */
  readonly adminUrl: string;
  /** The folder of its socket. */
  readonly socket: string;
  /** Its first process; 0 while it is not running. */
  readonly pid: number;
  /** Starts it again on the same data, however it ended. */
  start(): Promise<void>;
  /** Ends it as `pg_ctl stop -m fast` does; the data remain. */
  halt(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** The folder in which its own folder is made. */
  readonly parent?: string;
  /** Settings such as `max_wal_size=64MB`. */
  readonly settings?: readonly string[];
  /** The address of a server to be a streaming replica of. */
  readonly replicaOf?: string;
}

/** The folder of PostgreSQL's server programs on this machine; null when it has none. */
export function postgresPrograms(): string | null {
  return (
    [...fromPgConfig(), ...fromDebian()].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

function fromPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}

function fromDebian(): string[] {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'));
}

/** PostgreSQL refuses to run as root, so root runs it as the user "nobody". */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a server of its own on a socket in a temporary folder, which is removed when it stops; null when the machine has no server programs. */
export async function startPostgres({ parent = tmpdir(), settings = [], replicaOf }: PostgresOptions = {}): Promise<PostgresServer | null> {
  const programs = postgresPrograms();
  if (programs === null) return null;
  const folder = mkdtempSync(join(parent, 'actum-pg-'));
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { cwd: folder, ...user };
  const [maker, making] =
    replicaOf === undefined
      ? ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']]
      : ['pg_basebackup', ['-D', data, '-d', replicaOf, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']];
  execFileSync(join(programs, maker), making, { ...as, stdio: 'ignore' });
  const all = ['listen_addresses=', 'fsync=off', 'max_connections=200', ...settings];
  let server: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    if (ending === null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  };
  const start = async () => {
    const started = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...all.flatMap((setting) => ['-c', setting])], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    started.once('exit', () => {
      server = null;
    });
    await ready(started.stderr);
  };
  const stop = async () => {
    await end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => server?.kill('SIGQUIT'));
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const url = (database: string) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
  return {
    url,
    adminUrl: url('postgres'),
    socket: join(folder, '.s.PGSQL.5432'),
    get pid() {
      return server?.pid ?? 0;
    },
    start,
    halt: () => end('SIGINT'),
    stop,
  };
}

function ready(log: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    log.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
    });
    log.once('close', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
