/**
 * Measures importing a workbook of 1,000, 10,000 and 100,000 rows until it can be reviewed, with one column corrected, finished, and imported again
 * unchanged and corrected, beside reading the same file with `xlsx` alone in a process of its own, and beside a bulk insert of the same rows into
 * the same database. Also measures the correction of a cell, and how long another person waits meanwhile.
 * Compare within this run, because only the ratios count. CPU is that of the server, its reading process and the database together.
 * ROWS=1000 measures one size alone.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresServer } from '../../scripts/postgres.ts';
import { onEachEngine } from './engines.ts';
import { note } from './findings.ts';
import { type BenchRow, benchBook, benchRows } from './importBook.ts';
import { otherPerson } from './importOthers.ts';
import type { Asked as AskedOfServer, Report } from './importServer.ts';
import { childrenOf, cpuOf, peakOf, watchPeak } from './processes.ts';
import { signedIn } from './signedIn.ts';

/** The most rows of a sheet, its header among them. */
const MOST_ROWS = 100_000 - 1;
const SIZES = process.env.ROWS === undefined ? [1_000, 10_000, MOST_ROWS] : [Math.min(Number(process.env.ROWS), MOST_ROWS)];
/** The processor time of an import varies by a third, so the least of several imports counts. */
const rounds = (size: number) => (size === MOST_ROWS ? 2 : 5);
/** Milliseconds in which another person works undisturbed: first not measured, then measured. */
const WARMING = 2_000;
const IDLE = 6_000;
/** The number of times one column is recognised as another field and back. */
const CORRECTIONS = 4;
/** Progress is asked for seldom, because asking costs processor time too; the client is notified. */
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
    child.once('message', (message) => resolve(message as Cost));
    child.once('exit', () => reject(new Error('xlsx could not parse the workbook')));
  });
  child.disconnect();
  return { ...cost, peak: memory.stop() };
}

async function startServer(environment: NodeJS.ProcessEnv) {
  const child = fork(here('importServer.ts'), [], { env: { ...process.env, ...environment }, serialization: 'advanced' });
  const next = () =>
    new Promise<Report>((resolve, reject) => {
      const stopped = () => reject(new Error('The server of the bench has stopped'));
      child.once('exit', stopped);
      child.once('message', (message) => {
        child.off('exit', stopped);
        resolve(message as Report);
      });
    });
  const ask = (asked: AskedOfServer): Promise<Report> => {
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

const least = <Measured extends Cost>(measured: readonly Measured[]): Measured => measured.toSorted((a, b) => a.cpu - b.cpu)[0] as Measured;
const cpuOfBoth = ({ reviewable, finished }: { readonly reviewable: Cost; readonly finished: Cost }) => reviewable.cpu + finished.cpu;

interface Ground {
  readonly folder: string;
  readonly postgres: PostgresServer | null;
}

/** One size, on a new server, so that the peak memory is that of this workbook. */
async function measured(size: number, { folder, postgres }: Ground) {
  const rows = benchRows(size);
  const bytes = new Uint8Array(benchBook(rows));
  const path = join(folder, `${size}.xlsx`);
  writeFileSync(path, bytes);
  const ground =
    postgres === null ? { DATA_DIR: join(folder, `data ${size}`), DATABASE_URL: '' } : { DATABASE_URL: await newDatabase(postgres, size) };
  const server = await startServer({ DATA_DIR: folder, ...ground });
  try {
    const call = await signedIn(server.address);
    const { teams } = await call('GET /profile/', {});
    const teamId = teams[0]?.id ?? 0;
    const cpuNow = () => cpuOf(server.pid) + (postgres === null ? 0 : cpuOf(postgres.pid));
    const spent = async (work: () => Promise<unknown>): Promise<Cost & { statements: number }> => {
      const [statements, cpu, start] = [await server.statements(), cpuNow(), performance.now()];
      await work();
      const [elapsed, used] = [performance.now() - start, cpuNow() - cpu];
      return { elapsed, cpu: used, statements: (await server.statements()) - statements };
    };
    const newProject = async () => (await call('POST /projects', { body: { team_id: teamId, name: 'Bench' } })).id;
    const bring = async (id: number) => {
      await call('PATCH /projects/:id/', { params: { id }, body: {} }, new File([bytes], 'works.xlsx'));
      for (;;) {
        await pause(Math.min(LOOK_EVERY, size / 20));
        const { status, refusal, new_lists } = await call('GET /import/:id/lists/', { params: { id } });
        const read = new_lists[0]?.row_count;
        if (status === 'importable' && read === size) return;
        if (status !== 'reading') throw new Error(`The workbook was not read whole: ${status} ${refusal?.detail ?? read}`);
      }
    };
    const finish = (id: number) => call('POST /import/:id/finish/', { params: { id } });
    const idle = peakOf(server.pid);
    const readers = watchPeak(() => childrenOf(server.pid));
    const firstList = async (id: number) => ({
      id,
      listId: (await call('GET /import/:id/lists/', { params: { id } })).new_lists[0]?.id ?? 0,
    });
    const corrected = async (id: number) => {
      const params = await firstList(id);
      for (let turn = 0; turn < CORRECTIONS; turn += 1) {
        const recognized_as = turn % 2 === 0 ? ('ignore' as const) : ('unit_labour' as const);
        await call('POST /import/:id/lists/:listId/recognize-field', { params, body: { field: LABOUR, recognized_as } });
      }
    };
    const cell = async (id: number) => {
      const { rows } = await call('GET /import/:id/lists/:listId/', {
        params: await firstList(id),
        query: { offset: size - 8, limit: CORRECTIONS },
      });
      return spent(async () => {
        for (const row of rows)
          await call('PUT /import/:id/rows/:rowId/', { params: { id, rowId: row.id }, body: { column_index: LABOUR, value: '1.25' } });
      });
    };
    const imports: { reviewable: Cost & { statements: number }; finished: Cost & { statements: number } }[] = [];
    let id = 0;
    for (let round = 0; round < rounds(size); round += 1) {
      id = await newProject();
      const current = id;
      imports.push({ reviewable: await spent(() => bring(current)), finished: await spent(() => finish(current)) });
    }
    const [{ reviewable, finished }] = imports.toSorted((a, b) => cpuOfBoth(a) - cpuOfBoth(b)) as [(typeof imports)[number]];
    const peak = { idle, server: peakOf(server.pid), reader: readers.stop() };
    const reviewed = await newProject();
    await bring(reviewed);
    const cells = await cell(reviewed);
    const correction = await spent(() => corrected(reviewed));
    const again = await spent(() => bring(id));
    const laterCorrection = await spent(() => corrected(id));
    const inserted = await spent(() => server.bulk(rows));
    const other = await otherPerson(call, teamId);
    await other.during(pause(WARMING));
    const alone = await other.during(pause(IDLE));
    const busy = await newProject();
    const meanwhile = await other.during(bring(busy).then(() => finish(busy)));
    const parses: Record<'default' | 'lean', Awaited<ReturnType<typeof parsed>>[]> = { default: [], lean: [] };
    for (let round = 0; round < rounds(size); round += 1)
      for (const way of ['default', 'lean'] as const) parses[way].push(await parsed(path, way));
    return {
      reviewable,
      correction,
      cells,
      finished,
      again,
      laterCorrection,
      inserted,
      peak,
      others: { alone, meanwhile },
      xlsx: least(parses.default),
      lean: least(parses.lean),
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

type Measured = Awaited<ReturnType<typeof measured>>;

function noteFindings(
  engine: string,
  size: number,
  { cpu, xlsx, others }: Pick<Measured, 'xlsx' | 'others'> & { readonly cpu: number },
): void {
  const isEmbedded = engine === 'Embedded';
  const aim = { [MOST_ROWS]: isEmbedded ? 1.2 : 1, 1000: isEmbedded ? 3 : 2.5 }[size];
  if (aim !== undefined)
    note({
      what: `${engine}: import of ${whole(size)} rows ÷ xlsx, processor time`,
      measured: cpu / xlsx.cpu,
      beside: `${whole(xlsx.cpu)} ms`,
      aim,
    });
  if (size !== MOST_ROWS) return;
  for (const kind of ['read', 'edit'] as const)
    note({
      what: `${engine}: ${kind} of another person during it ÷ idle, p99`,
      measured: others.meanwhile[kind] / others.alone[kind],
      beside: `${others.alone[kind].toFixed(1)} ms`,
      aim: isEmbedded ? 5 : 2,
    });
}

async function tableOf(ground: Ground): Promise<void> {
  const [costs, sizes, waits]: Record<string, Record<string, string>>[] = [{}, {}, {}];
  for (const size of SIZES) {
    const { reviewable, correction, cells, finished, again, laterCorrection, inserted, peak, others, xlsx, lean } = await measured(
      size,
      ground,
    );
    const name = `${whole(size)} rows`;
    noteFindings(ground.postgres === null ? 'Embedded' : 'PostgreSQL', size, { cpu: reviewable.cpu + finished.cpu, xlsx, others });
    const cpu = reviewable.cpu + finished.cpu;
    const elapsed = reviewable.elapsed + finished.elapsed;
    if (costs) {
      costs[name] = {
        'reviewable ms': whole(reviewable.elapsed),
        'a cell corrected ms': whole(cells.elapsed / CORRECTIONS),
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
    if (waits) {
      const { alone, meanwhile } = others;
      waits[name] = {
        'read p99 ms, idle': alone.read.toFixed(1),
        'during an import': meanwhile.read.toFixed(1),
        '÷ idle': times(meanwhile.read, alone.read),
        'edit p99 ms, idle': alone.edit.toFixed(1),
        'edit, during': meanwhile.edit.toFixed(1),
        'edit ÷ idle': times(meanwhile.edit, alone.edit),
        'longest ms': whole(meanwhile.longest),
      };
    }
  }
  console.table(costs);
  console.table(waits);
  console.table(sizes);
}

await onEachEngine(async ({ name, postgres }) => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  try {
    console.log(`On ${name === 'PostgreSQL' ? name : 'the embedded database'}`);
    await tableOf({ folder, postgres });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
