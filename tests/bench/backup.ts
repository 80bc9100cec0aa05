/**
 * Measures a backup and a restore of 100,000 rows with 10,000 events beside pg_dump and pg_restore of the same database, and the delay of a writer
 * meanwhile, on both engines. Compare within this run, because only the ratios count. At the end every edit acknowledged before the backup began must
 * be in it.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';
import { describedBackup } from '../../server/backup/reading.ts';
import { inScratch } from '../../server/backup/target.ts';
import { openFiles } from '../../server/db/bulk.ts';
import { DEMO } from '../../server/demo/demo.ts';
import { copyFolder, fillFolder } from '../filledFolder.ts';
import { started } from '../served.ts';
import { signedIn } from './signedIn.ts';

const ROWS = 100_000;
const EVENTS = 10_000;
const IDLE = 3_000;
/** The writer is measured alone and beside a backup, in turns. */
const ROUNDS = 4;
const run = promisify(execFile);

const CONTENT = `
  insert into projects (team_id, id, name, status) values (1, 9001, 'Bench', 'available');
  insert into versions (team_id, id, project_id, number) values (1, 9001, 9001, 1);
  insert into lists (team_id, id, version_id, "order", title) select 1, 9000 + n, 9001, n, 'List ' || n from generate_series(1, 10) n;
  insert into estimate_rows (team_id, id, version_id, list_id, "order", code, name, unit, quantity, unit_labour, unit_materials, labour, materials)
    select 1, 100000 + n, 9001, 9001 + n % 10, n, n::text, 'Position of the estimate, number ' || n || ' ' || md5(n::text), 'm2', 2, 3.5, 1.25, 7, 2.5
      from generate_series(1, ${ROWS}) n;
  insert into recent_events (team_id, id, project_id, entity_type, object_id, type, created_at, author_id, author_name, subject, field)
    select 1, 100000 + n, 9001, 'row', 100000 + n, 'update', now() - interval '1 day' + n * interval '1 second', 1, 'Ann', 'Position ' || n, 'quantity'
      from generate_series(1, ${EVENTS}) n;
  insert into event_changes (team_id, event_id, step, relation, op, id, before, after)
    select 1, e.id, nextval('event_step'), 'estimate_rows', 'update', r.id, to_jsonb(r), to_jsonb(r)
      from recent_events e join estimate_rows r on r.team_id = e.team_id and r.id = e.object_id where e.id > 100000;
  insert into version_totals (team_id, version_id, price) values (1, 9001, 950000);`;

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
const command = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/command.ts', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`))));
  });

interface Edit {
  readonly row: number;
  readonly quantity: string;
  readonly sent: number;
  readonly answered: number;
}

/** One person who edits a cell again as soon as the last edit is answered. */
function writer(call: Awaited<ReturnType<typeof signedIn>>) {
  const edits: Edit[] = [];
  let isOver = false;
  const ended = (async () => {
    for (let at = 1; !isOver; at += 1) {
      const [row, quantity, sent] = [100_000 + ((at * 7) % ROWS) + 1, String(at), performance.now()];
      await call('PUT /rows/:id/', { params: { id: row }, body: { quantity } });
      edits.push({ row, quantity, sent, answered: performance.now() });
    }
  })();
  return {
    edits,
    stop: async () => {
      isOver = true;
      await ended;
    },
  };
}
const takes = (edits: readonly Edit[]) => edits.map(({ sent, answered }) => answered - sent);

async function measure(engine: string, env: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const server = await started({ ...env, LOG_FORMAT: 'lines', LOG_REQUESTS: 'off' });
  const call = await signedIn(server.address);
  const file = join(folder, `${engine}.backup`);
  const work = writer(call);
  const rounds: { readonly from: number; readonly to: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, IDLE));
    const from = performance.now();
    await command(['backup', file], env);
    rounds.push({ from, to: performance.now() });
  }
  await work.stop();
  await server.stop();
  const isMeanwhile = ({ sent, answered }: Edit) => rounds.some(({ from, to }) => answered > from && sent < to);
  const meanwhile = takes(work.edits.filter(isMeanwhile));
  const idle = takes(work.edits.filter((edit) => !isMeanwhile(edit)));
  const last = rounds.at(-1) ?? { from: 0, to: 0 };
  const taken = rounds.reduce((sum, { from, to }) => sum + to - from, 0) / ROUNDS;
  const before = new Map(work.edits.filter(({ answered }) => answered < last.from).map(({ row, quantity }) => [row, quantity]));
  const described = await describedBackup(file, null);
  const lost = await inScratch({ path: file, passphrase: null, described }, async (bulk) => {
    const stored = await bulk.rows<{ id: string; quantity: string }>(
      'select r.id::text as id, quantity::text from estimate_rows r where r.id > 100000',
    );
    const found = new Map(stored.map(({ id, quantity }) => [Number(id), Number(quantity)]));
    return [...before].filter(([row, quantity]) => (found.get(row) ?? 0) < Number(quantity)).length;
  });
  const ratio = (part: number) => `× ${(percentile(meanwhile, part) / percentile(idle, part)).toFixed(2)}`;
  console.log(
    `${engine}: backup beside a writer ${seconds(taken)}, ${(statSync(file).size / 1e6).toFixed(1)} MB; writer idle p50 ${ms(percentile(idle, 0.5))}, p99 ${ms(percentile(idle, 0.99))}; meanwhile p50 ${ratio(0.5)}, p99 ${ms(percentile(meanwhile, 0.99))} (${ratio(0.99)}), longest ${ms(Math.max(...meanwhile))}; of ${before.size} rows edited before, ${lost} lost`,
  );
  return file;
}

async function toServer(postgres: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return postgres.url(name);
}

async function besideTools(postgres: PostgresServer, url: string, folder: string): Promise<void> {
  const [file, dumped] = [join(folder, 'own.backup'), join(folder, 'tool.dump')];
  const nowhere = join(folder, 'nowhere');
  const settings = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, DATA_DIR: nowhere });
  for (const round of [1, 2]) {
    const [there, toolThere] = [await toServer(postgres, `own_${round}`), await toServer(postgres, `tool_${round}`)];
    const dump = await timed(() => run('pg_dump', ['-Fc', '-f', dumped, url]));
    const backup = await timed(() => command(['backup', file], settings(url)));
    const toolRestore = await timed(() => run('pg_restore', ['--no-owner', '-1', '-d', toolThere, dumped]));
    const restore = await timed(() => command(['restore', file], settings(there)));
    console.log(
      `postgres, round ${round}: backup ${seconds(backup)} = × ${(backup / dump).toFixed(2)} of pg_dump (${seconds(dump)}); restore ${seconds(restore)} = × ${(restore / toolRestore).toFixed(2)} of pg_restore (${seconds(toolRestore)}); ${(statSync(file).size / 1e6).toFixed(1)} MB beside ${(statSync(dumped).size / 1e6).toFixed(1)} MB`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
try {
  const filled = join(folder, 'filled');
  await fillFolder(filled);
  const bulk = await openFiles(join(filled, 'database'), 'scratch');
  await bulk.run(CONTENT);
  await bulk.close();
  const used = join(folder, 'used');
  copyFolder(filled, used);
  console.log(`${ROWS.toLocaleString('en')} rows, ${EVENTS.toLocaleString('en')} events, signed in as ${DEMO.email}`);
  const embedded = { DATA_DIR: used, DATABASE_URL: '' };
  const file = await measure('embedded', embedded, folder);
  const restored = await timed(() => command(['restore', file], { DATA_DIR: join(folder, 'again'), DATABASE_URL: '' }));
  console.log(`embedded: restore into an empty place ${seconds(restored)}`);
  const postgres = await startPostgres();
  if (postgres === null) console.log('This machine has no PostgreSQL server programs');
  else
    try {
      const url = await toServer(postgres, 'actum');
      await command(['restore', file], { DATABASE_URL: url, DATA_DIR: join(folder, 'nowhere') });
      await besideTools(postgres, url, folder);
      await measure('postgres', { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }, folder);
    } finally {
      await postgres.stop();
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
