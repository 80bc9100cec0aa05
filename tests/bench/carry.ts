/**
 * Measures carrying at 1,000 and 100,000 rows, half of them done, a third with another price and some removed: the review, the carrying, its undo, the
 * contract of three versions in one table, and how long others wait for a read and an edit meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../server/config.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { type Running, serve } from '../../server/serve.ts';
import { type Engine, onEachEngine } from './engines.ts';
import { type Call, fill } from './longLists.ts';
import { signedIn } from './signedIn.ts';
import { median, ms, took } from './timing.ts';

const PAUSE = 20;
const TEAM = 1;

/** A version with this many rows and an accepted act, and a changed copy of the version. */
async function changed(running: Running, call: Call, rows: number) {
  const { path } = await fill(running, call, TEAM, rows);
  const [, , projectId = 0, versionId = 0] = path.split('/').map(Number);
  const { id } = await call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  await call('POST /acts/:id/complete/', { params: { id }, body: { percent: '50' } });
  await call('PUT /acts/:id/', { params: { id }, body: { status_id: 3 } });
  const copy = await call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  const { query } = running.database;
  await sql`
    update estimate_rows set unit_materials = unit_materials + 1, materials = round(quantity * (unit_materials + 1), 2)
     where team_id = ${TEAM} and version_id = ${copy.id} and id % 3 = 0`.execute(query);
  await sql`delete from estimate_rows where team_id = ${TEAM} and version_id = ${copy.id} and id % 50 = 1`.execute(query);
  return copy.id;
}

/** Reads and edits in another project until the work is over; the longest of each. */
async function besides(running: Running, call: Call, work: () => Promise<unknown>) {
  const { path, rowIds } = await fill(running, call, TEAM, 100);
  const versionId = Number(path.split('/')[3]);
  const waits = { read: [] as number[], edit: [] as number[] };
  let isOver = false;
  const others = (async () => {
    for (let count = 1; !isOver; count += 1) {
      waits.read.push(await took(() => call('GET /versions/:id/summary/', { params: { id: versionId } })));
      waits.edit.push(await took(() => call('PUT /rows/:id/', { params: { id: rowIds[0] ?? 0 }, body: { quantity: String(count) } })));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  })();
  const time = await took(work);
  isOver = true;
  await others;
  const longest = (taken: readonly number[]) => ms(Math.max(...taken));
  return { time, read: `${ms(median(waits.read))} (${longest(waits.read)})`, edit: `${ms(median(waits.edit))} (${longest(waits.edit)})` };
}

/** A third version that carries on the given one. */
async function goneOn(call: Call, from: number): Promise<number> {
  const { id } = await call('POST /versions/:id/acts/', { params: { id: from }, body: {} });
  await call('POST /acts/:id/complete/', { params: { id }, body: { percent: '70' } });
  await call('PUT /acts/:id/', { params: { id }, body: { status_id: 3 } });
  const { project_id } = await call('GET /versions/:id/summary/', { params: { id: from } });
  const copy = await call('POST /projects/:id/versions/', { params: { id: project_id }, body: { from_version_id: from } });
  const { settled, revaluation } = await call('POST /versions/:id/carry/preview/', { params: { id: copy.id }, body: {} });
  const body = { settled: settled.gross.total, revaluation: revaluation.gross.total };
  await call('POST /versions/:id/carry/', { params: { id: copy.id }, body });
  return copy.id;
}

async function measured(running: Running, call: Call, rows: number) {
  const id = await changed(running, call, rows);
  const review = () => call('POST /versions/:id/carry/preview/', { params: { id }, body: {} });
  const { settled, revaluation, counts } = await review();
  const body = { settled: settled.gross.total, revaluation: revaluation.gross.total };
  const line = ({ time, read, edit }: Awaited<ReturnType<typeof besides>>) => ({
    rows,
    ms: ms(time),
    'a read meanwhile': read,
    'an edit meanwhile': edit,
  });
  const idle = await besides(running, call, () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const looked = await besides(running, call, review);
  const carried = await besides(running, call, () => call('POST /versions/:id/carry/', { params: { id }, body }));
  const taken = await besides(running, call, () => call('DELETE /versions/:id/carry/', { params: { id } }));
  await call('POST /versions/:id/carry/', { params: { id }, body });
  const third = await goneOn(call, id);
  const asked = (offset: number) => call('GET /versions/:id/contract/', { params: { id: third }, query: { offset, limit: 100 } });
  const whole = await besides(running, call, () => asked(0));
  const next = await besides(running, call, () => asked(rows / 2));
  console.log(`${rows} rows: ${counts.paired} paired, ${counts.revalued} with another value, ${counts.settled} settled`);
  return {
    nothing: line(idle),
    'the review': line(looked),
    'the carrying': line(carried),
    'taking it back': line(taken),
    'the contract of three versions': line(whole),
    'its next window': line(next),
  };
}

async function measure({ name: engine, databaseUrl }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  const running = await serve(readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0', DEMO: 'off' }), {
    log: () => undefined,
  });
  try {
    await ensureDemo(running.database);
    const call = await signedIn(running.address);
    for (const rows of [1_000, 100_000]) {
      const found = await measured(running, call, rows);
      console.log(`\n${engine}, milliseconds; of others the median and, in brackets, the longest`);
      console.table(found);
    }
  } finally {
    await running.close(0);
    rmSync(folder, { recursive: true, force: true });
  }
}

await onEachEngine(measure);
