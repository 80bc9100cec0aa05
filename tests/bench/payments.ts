/**
 * Measures the cost of the pages of payments: the ledger, sheets, the preview of terms and an answering client's reads, at 10 rows with one act and at
 * 100,000 rows with 100 acts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actRowId } from '../../domain/act.ts';
import { readConfig } from '../../server/config.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { type Running, serve } from '../../server/serve.ts';
import { type Engine, onEachEngine } from './engines.ts';
import { type Call, fill } from './longLists.ts';
import { signedIn } from './signedIn.ts';
import { timed } from './timing.ts';

const READS = 40;
const TERMS = { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' } as const;

const taken = (work: () => Promise<unknown>, times = READS) => timed(times, work);

/** A contract with this many acts, all certified except the last two. */
async function measured(running: Running, call: Call, rows: number, acts: number) {
  const { path, rowIds } = await fill(running, call, 1, rows);
  const [, , projectId = 0, versionId = 0] = path.split('/').map(Number);
  await call('PUT /projects/:id/terms/', { params: { id: projectId }, body: { ...TERMS, expected: null } });
  const made: number[] = [];
  for (let place = 1; place <= acts; place += 1) {
    const { id } = await call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
    made.push(id);
    const row = actRowId(rowIds[place % rowIds.length] ?? 0, place);
    await call('PUT /act_rows/:id/', { params: { id: row }, body: { percent: '1' } });
    await call('PUT /acts/:id/', { params: { id }, body: { status_id: place === acts ? 2 : 3 } });
    if (place > acts - 2) continue;
    const { due } = await call('GET /acts/:id/certificate/', { params: { id } });
    await call('POST /acts/:id/certificate/', { params: { id }, body: { due } });
  }
  const [first = 0, last = 0] = [made[0], made.at(-1)];
  const { certificates } = await call('GET /versions/:id/certificates/', { params: { id: versionId } });
  const latest = certificates.findLast(({ id }) => id !== null)?.id;
  const body = { ...TERMS, retention: { rate: '10', limit: null } };
  return {
    ledger: await taken(() => call('GET /versions/:id/certificates/', { params: { id: versionId } })),
    'the sheet of the first act': await taken(() => call('GET /acts/:id/certificate/', { params: { id: first } })),
    'the sheet of the last act': await taken(() => call('GET /acts/:id/certificate/', { params: { id: last } })),
    ...(latest != null && { 'an issued sheet': await taken(() => call('GET /certificates/:id/', { params: { id: latest } })) }),
    'what terms would move': await taken(() => call('POST /projects/:id/terms/preview/', { params: { id: projectId }, body })),
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
    const small = await measured(running, call, 10, 3);
    const large = await measured(running, call, 100_000, 100);
    console.log(`\n${engine}, milliseconds: 10 rows and 3 acts, and 100,000 rows and 100 acts`);
    console.table(
      Object.fromEntries(
        Object.entries(large).map(([what, ms]) => {
          const few = small[what as keyof typeof small] ?? Number.NaN;
          return [what, { few: few.toFixed(1), many: ms.toFixed(1), '÷': (ms / few).toFixed(1) }];
        }),
      ),
    );
  } finally {
    await running.close(0);
    rmSync(folder, { recursive: true, force: true });
  }
}

await onEachEngine(measure);
