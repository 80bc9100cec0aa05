/**
 * Measures the cost of the history: a page of it at several sizes of its project, a comparison with a named moment beside one of two versions, and the
 * bytes that an edit leaves, before and after thinning.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../server/config.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { thinHistory } from '../../server/history/thinning.ts';
import { shrinkAnswers } from '../../server/rest/keptAnswers.ts';
import { type Running, serve } from '../../server/serve.ts';
import { type Engine, onEachEngine } from './engines.ts';
import { type Call, fill } from './longLists.ts';
import { signedIn } from './signedIn.ts';
import { timed } from './timing.ts';

const READS = 40;
const EDITS = 1_000;
const TABLES = ['event_changes', 'recent_events', 'event_places', 'kept_answers', 'done_keys'];

const taken = (work: () => Promise<unknown>, times = READS) => timed(times, work);

/** Events that set a quantity, on the rows in turn, made as edits are made but without the calls. */
async function edit({ database: { query } }: Running, projectId: number, rows: readonly number[], count: number): Promise<void> {
  for (let from = 0; from < count; from += 500)
    await sql`
      select record_event(p.team_id, p.id, 'row', r.id, 'update', 1, 'Position', 'quantity', true, 'actum', 'bench'), set_row(p.team_id, r.id, jsonb_build_object('quantity', n % 90 + 0.5))
        from projects p cross join generate_series(${from}::int, ${Math.min(from + 500, count) - 1}::int) n
       cross join lateral (select (${[...rows]}::bigint[])[1 + n % ${rows.length}::int] as id) r where p.id = ${projectId}`.execute(query);
}

async function estimate(running: Running, call: Call, size: number, events: number) {
  const { path, rowIds } = await fill(running, call, 1, size);
  const [, , projectId = 0, versionId = 0, , listId = 0] = path.split('/').map(Number);
  const moment = await call('POST /projects/:id/moments/', { params: { id: projectId }, body: { name: 'Before' } });
  await edit(running, projectId, rowIds, events);
  const page = (of: 'project' | 'version' | 'list' | 'row', id: number, before?: number) => () =>
    call('GET /projects/:id/history/', { params: { id: projectId }, query: { of, of_id: id, ...(before && { before }) } });
  const old = (await call('GET /projects/:id/history/', { params: { id: projectId }, query: { limit: 100 } })).events.at(-1)?.id ?? 0;
  const compare = (query: { with: number; moment?: number }) => () =>
    call('GET /versions/:id/compare/', { params: { id: versionId }, query: { limit: 100, ...query } });
  const copy = await call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  return {
    'page of a row': await taken(page('row', rowIds[0] ?? 0)),
    'page of a list': await taken(page('list', listId)),
    'page of a version': await taken(page('version', versionId)),
    'page of the project': await taken(page('project', projectId)),
    'the 4th page of the list': await taken(page('list', listId, old)),
    'compared with the moment': await taken(compare({ with: versionId, moment: moment.id }), 5),
    'compared with another version': await taken(compare({ with: copy.id }), 5),
  };
}

/** Bytes of the tables and their indexes, without dead rows. */
async function sizes({ database: { query } }: Running): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    await sql`vacuum full ${sql.table(table)}`.execute(query);
    const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${table}::regclass)::float8 as bytes`.execute(query);
    found[table] = rows[0]?.bytes ?? 0;
  }
  return found;
}

/** Edits through the API, with keys, as the client makes them; then the same history when it is old. */
async function bytesAnEdit(running: Running, call: Call, address: string): Promise<void> {
  const { query } = running.database;
  const { rowIds } = await fill(running, call, 1, 100);
  const { access } = (await (
    await fetch(`${address}/api/v1/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@actum.example', password: 'actum-demo' }),
    })
  ).json()) as { access: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` };
  const empty = await sizes(running);
  for (let at = 0; at < EDITS; at += 1)
    await fetch(`${address}/api/v1/rows/${rowIds[at % rowIds.length]}/`, {
      method: 'PUT',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ quantity: `${at % 90}.75` }),
    });
  const fresh = await sizes(running);
  await sql`update kept_answers set created_at = created_at - interval '2 hours'`.execute(query);
  await shrinkAnswers(query);
  const packed = await sizes(running);
  await sql`update recent_events set created_at = created_at - interval '100 days' where not is_thin`.execute(query);
  await sql`update kept_answers set created_at = created_at - interval '8 days'`.execute(query);
  const before = performance.now();
  await thinHistory(query, { undo: 90, log: 3650 });
  const thinning = performance.now() - before;
  await shrinkAnswers(query);
  // Answers are removed a day after their writes were noted as done.
  await sql`update done_keys set done_on = done_on - 2`.execute(query);
  await shrinkAnswers(query);
  await sql`update done_keys set done_on = done_on - 2`.execute(query);
  await shrinkAnswers(query);
  const old = await sizes(running);
  const each = (now: Record<string, number>, table: string) => Math.round(((now[table] ?? 0) - (empty[table] ?? 0)) / EDITS);
  console.log('\nBytes an edit leaves, indexes included: made now, an hour later, and when it is too old to be undone');
  console.table(
    Object.fromEntries(
      TABLES.map((table) => [table, { now: each(fresh, table), 'after an hour': each(packed, table), old: each(old, table) }]),
    ),
  );
  console.log(`${EDITS} edits thinned in ${thinning.toFixed(0)} ms, in slices`);
}

async function measure({ name: engine, databaseUrl }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  const running = await serve(readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, PORT: '0', DEMO: 'off' }), {
    log: () => undefined,
  });
  try {
    await ensureDemo(running.database);
    const call = await signedIn(running.address);
    console.log(`\n${engine}`);
    await bytesAnEdit(running, call, running.address);
    const small = await estimate(running, call, 100, 100);
    const large = await estimate(running, call, 100_000, 10_000);
    console.log('\nMilliseconds: 100 rows and 100 events, and 100,000 rows and 10,000 events');
    console.table(
      Object.fromEntries(
        Object.entries(large).map(([what, ms]) => {
          const few = small[what as keyof typeof small];
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
