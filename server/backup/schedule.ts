/** Backups that a server makes on its schedule, by running the backup command in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Config, directUrl } from '../config.ts';
import { openServerBulk } from '../db/bulk.ts';
import type { Query } from '../db/open.ts';
import { type Log, reportError } from '../log.ts';
import { lowerPriority } from '../lowerPriority.ts';

const LOCK = 4180_0064;
const LOOK_EVERY = 60_000;
/** Milliseconds after a failure until the next attempt, unless backups are made more often than that. */
const AGAIN_AFTER = 600_000;
const NICE = 10;
const LONGEST_SENTENCE = 500;
const KEPT_RUNS = 100;
const NAME = /^actum-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

interface BackupStatus {
  readonly lastSuccess: Date | null;
  /** The latest failure, unless a backup has been made since. */
  readonly lastError: { readonly at: Date; readonly sentence: string } | null;
}

/** The results of the latest scheduled backups. */
export async function backupStatus(query: Query): Promise<BackupStatus> {
  const { rows } = await sql<{ success: Date | null; failed: Date | null; sentence: string | null }>`
    select s.ended_at as success, f.ended_at as failed, f.error as sentence
      from (select max(ended_at) as ended_at from backup_runs where error is null) s
      left join lateral (select ended_at, error from backup_runs where error is not null order by ended_at desc limit 1) f
        on s.ended_at is null or f.ended_at > s.ended_at`.execute(query);
  const [found] = rows;
  const { success = null, failed = null, sentence = null } = found ?? {};
  return { lastSuccess: success, lastError: failed === null ? null : { at: failed, sentence: sentence ?? '' } };
}

interface Given {
  readonly query: Query;
  readonly config: Config;
  readonly log: Log;
}

/** Checks every minute whether a backup is due. The returned function stops it. */
export function startSchedule({ query, config, log }: Given): () => Promise<void> {
  const { dir, every } = config.backups;
  if (dir === null) return async () => {};
  let child: ChildProcess | null = null;
  let isEnding = false;

  async function isDue(): Promise<boolean> {
    const { lastSuccess, lastError } = await backupStatus(query);
    const since = (moment: Date | undefined | null) =>
      moment === null || moment === undefined ? Number.POSITIVE_INFINITY : Date.now() - moment.getTime();
    return since(lastSuccess) >= every && since(lastError?.at) >= Math.min(every, AGAIN_AFTER);
  }

  /** Makes a backup by the command; answers why it failed, null when it did not. */
  async function makeBackup(folder: string): Promise<string | null> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isEnding) return 'The server is ending';
    const name = `actum-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
    const program = fileURLToPath(new URL('../command.ts', import.meta.url));
    const env = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', MALLOC_ARENA_MAX: '1' };
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, 'backup', join(folder, name)], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    if (started.pid !== undefined) lowerPriority(started.pid, NICE);
    let errors = '';
    started.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(0, LONGEST_SENTENCE);
    });
    const ended = await new Promise<string | number | null>((resolve) => {
      started.once('error', (error) => resolve(error.message));
      started.once('close', (code, signal) => resolve(signal ?? code));
    });
    child = null;
    return ended === 0 ? null : errors.trim() || `The backup ended with ${ended}`;
  }

  async function run(folder: string): Promise<void> {
    const startedAt = new Date();
    const error = await makeBackup(folder).catch((reason: unknown) => (reason instanceof Error ? reason.message : String(reason)));
    if (isEnding) return;
    await query.insertInto('backup_runs').values({ started_at: startedAt, error }).execute();
    await sql`delete from backup_runs where id <= (select max(id) from backup_runs) - ${KEPT_RUNS}`.execute(query);
    if (error === null) {
      log.info(`A backup was made in ${folder}`, { event: 'backup' });
      await removeOlder(folder, config.backups.keep);
    } else reportError('A backup was not made', new Error(error));
  }

  /** Of several servers on one database, one makes the backup: the lock is released with its connection, however that ends. */
  async function runOnOneServer(folder: string): Promise<void> {
    if (!(await isDue())) return;
    const databaseUrl = directUrl(config);
    if (databaseUrl === null) return run(folder);
    const bulk = await openServerBulk(databaseUrl);
    try {
      const [lock] = await bulk.rows<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [LOCK]);
      if (lock?.is_mine === true && (await isDue())) await run(folder);
    } finally {
      await bulk.close();
    }
  }

  let checking: Promise<void> | null = null;
  const check = () => {
    checking ??= runOnOneServer(dir)
      .catch((error: unknown) => reportError('The schedule of backups could not be followed', error))
      .finally(() => {
        checking = null;
      });
  };
  check();
  const timer = setInterval(check, Math.min(LOOK_EVERY, every));
  return async () => {
    isEnding = true;
    clearInterval(timer);
    child?.kill();
    await checking;
  };
}

async function removeOlder(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true });
}
