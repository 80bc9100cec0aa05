/**
 * Measures importing a workbook of 500, 2,000, 20,000 and 100,000 rows until it can be reviewed, with one column corrected, finished, and imported again
 * unchanged and corrected, beside
 * reading the same file with `xlsx` alone in a process of its own, and beside a bulk insert of the same rows into the same database.
 * Compare within this run: the ratios are what counts. CPU is that of the server, its reading process and the database together.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';
import { type BenchRow, benchBook, benchRows } from './importBook.ts';
import type { Asked as AskedOfServer, Told } from './importServer.ts';
import { childrenOf, cpuOf, peakOf, watchPeak } from './processes.ts';
import { signedIn } from './signedIn.ts';

/** As many rows as a sheet may have, its header among them. */
const MOST_ROWS = 100_000 - 1;
const SIZES = [500, 2_000, 20_000, MOST_ROWS] as const;
/** One column is taken for something else and back so many times. */
const CORRECTIONS = 4;
const LOOK_EVERY = 500;
/** The column of labour in the workbooks of `importBook.ts`. */
const LABOUR = 4;
const here = (name: string) => new URL(name, import.meta.url).pathname;
const whole = (number: number) => Math.round(number).toLocaleString('en');
const times = (one: number, of: number) => `× ${(one / of).toFixed(2)}`;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

interface Cost {
  readonly cpu: number;
  readonly elapsed: number;
}

/** Parsing with `xlsx` alone, in a process of its own. */
async function parsed(path: string, way: 'default' | 'lean'): Promise<Cost & { peak: number }> {
  const child = fork(here('importBook.ts'), [path, way]);
  const memory = watchPeak(() => [child.pid ?? 0]);
  const cost = await new Promise<Cost>((resolve, reject) => {
    child.once('message', (told) => resolve(told as Cost));
    child.once('exit', () => reject(new Error('xlsx could not parse the workbook')));
  });
  child.disconnect();
  return { ...cost, peak: memory.stop() };
}

async function startServer(environment: NodeJS.ProcessEnv) {
  const child = fork(here('importServer.ts'), [], { env: { ...process.env, ...environment }, serialization: 'advanced' });
  const next = () =>
    new Promise<Told>((resolve, reject) => {
      const stopped = () => reject(new Error('The server of the bench has stopped'));
      child.once('exit', stopped);
      child.once('message', (told) => {
        child.off('exit', stopped);
        resolve(told as Told);
      });
    });
  const ask = (asked: AskedOfServer): Promise<Told> => {
    const answer = next();
    child.send(asked);
    return answer;
  };
  const { address } = await next();
  return {
    address,
    pid: child.pid ?? 0,
    statements: async () => (await ask({ kind: 'statements' })).statements,
    bulk: async (rows: readonly BenchRow[]) => void (await ask({ kind: 'bulk', rows })),
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        if (child.connected) child.disconnect();
        else resolve();
      }),
  };
}

interface Ground {
  readonly folder: string;
  readonly postgres: PostgresServer | null;
}

/** One size, on a server of its own: what a process held at most is then of this workbook. */
async function measured(size: number, { folder, postgres }: Ground) {
  const rows = benchRows(size);
  const bytes = new Uint8Array(benchBook(rows));
  const path = join(folder, `${size}.xlsx`);
  writeFileSync(path, bytes);
  const ground = postgres === null ? { DATA_DIR: join(folder, `data ${size}`) } : { DATABASE_URL: await newDatabase(postgres, size) };
  const server = await startServer({ DATA_DIR: folder, ...ground });
  try {
    const call = await signedIn(server.address);
    const { teams } = await call('GET /profile/', {});
    const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Bench' } });
    const cpuNow = () => cpuOf(server.pid) + (postgres === null ? 0 : cpuOf(postgres.pid));
    const spent = async (work: () => Promise<unknown>): Promise<Cost & { statements: number }> => {
      const [statements, cpu, start] = [await server.statements(), cpuNow(), performance.now()];
      await work();
      const [elapsed, used] = [performance.now() - start, cpuNow() - cpu];
      return { elapsed, cpu: used, statements: (await server.statements()) - statements };
    };
    const bring = async () => {
      await call('PATCH /projects/:id/', { params: { id }, body: {} }, new File([bytes], 'works.xlsx'));
      for (;;) {
        await pause(Math.min(LOOK_EVERY, size / 100));
        const { status, refusal, new_lists } = await call('GET /import/:id/lists/', { params: { id } });
        const read = new_lists[0]?.row_count;
        if (status === 'importable' && read === size) return;
        if (status !== 'reading') throw new Error(`The workbook was not read whole: ${status} ${refusal?.detail ?? read}`);
      }
    };
    const idle = peakOf(server.pid);
    const readers = watchPeak(() => childrenOf(server.pid));
    const corrected = async () => {
      const { new_lists } = await call('GET /import/:id/lists/', { params: { id } });
      const params = { id, listId: new_lists[0]?.id ?? 0 };
      for (let turn = 0; turn < CORRECTIONS; turn += 1) {
        const recognized_as = turn % 2 === 0 ? ('ignore' as const) : ('unit_labour' as const);
        await call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: LABOUR, recognized_as } });
      }
    };
    const reviewable = await spent(bring);
    const correction = await spent(corrected);
    const finished = await spent(() => call('POST /import/:id/finish/', { params: { id } }));
    const peak = { idle, server: peakOf(server.pid), reader: readers.stop() };
    const again = await spent(bring);
    const laterCorrection = await spent(corrected);
    const inserted = await spent(() => server.bulk(rows));
    return {
      reviewable,
      correction,
      finished,
      again,
      laterCorrection,
      inserted,
      peak,
      xlsx: await parsed(path, 'default'),
      lean: await parsed(path, 'lean'),
    };
  } finally {
    await server.stop();
  }
}

async function newDatabase(postgres: PostgresServer, size: number): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query(`create database bench_${size}`);
  await admin.end();
  return postgres.url(`bench_${size}`);
}

async function tableOf(ground: Ground): Promise<void> {
  const [costs, sizes]: Record<string, Record<string, string>>[] = [{}, {}];
  for (const size of SIZES) {
    const { reviewable, correction, finished, again, laterCorrection, inserted, peak, xlsx, lean } = await measured(size, ground);
    const name = `${whole(size)} rows`;
    const cpu = reviewable.cpu + finished.cpu;
    const elapsed = reviewable.elapsed + finished.elapsed;
    if (costs) {
      costs[name] = {
        'reviewable ms': whole(reviewable.elapsed),
        'a column corrected ms': whole(correction.elapsed / CORRECTIONS),
        'the same, compared ms': whole(laterCorrection.elapsed / CORRECTIONS),
        'finish ms': whole(finished.elapsed),
        'again, compared ms': whole(again.elapsed),
        'import CPU ms': whole(cpu),
        'of xlsx': times(cpu, xlsx.cpu),
        'of xlsx, lean': times(cpu, lean.cpu),
        'of bulk insert': times(cpu, inserted.cpu),
        'time, of xlsx': times(elapsed, xlsx.elapsed),
        'time, of bulk insert': times(elapsed, inserted.elapsed),
      };
    }
    if (sizes) {
      sizes[name] = {
        'statements per row': ((reviewable.statements + finished.statements) / size).toFixed(4),
        'server MB, idle': whole(peak.idle),
        'server MB, at most': whole(peak.server),
        'reader MB, at most': whole(peak.reader),
        'xlsx MB, at most': whole(xlsx.peak),
        'xlsx CPU ms': whole(xlsx.cpu),
        'xlsx lean CPU ms': whole(lean.cpu),
        'bulk insert CPU ms': whole(inserted.cpu),
      };
    }
  }
  console.table(costs);
  console.table(sizes);
}

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const postgres = await startPostgres();
try {
  console.log('On the embedded database');
  await tableOf({ folder, postgres: null });
  if (postgres === null) console.log('This machine has no PostgreSQL server programs: not measured there');
  else {
    console.log('On PostgreSQL');
    await tableOf({ folder, postgres });
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
