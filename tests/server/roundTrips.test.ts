import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { countRoundTrips } from '../roundTrips.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

const counted = countRoundTrips();
/** PostgreSQL takes BEGIN with the first query, and COMMIT with the one that keeps a key's answer. */
const BEGIN = inject('engine').kind === 'embedded' ? 1 : 0;
const COMMIT = BEGIN;
let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** A version with a heading, rows under it and a tax. */
async function estimate() {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  const rows = ['Bricks', 'Sand', 'Lime'].map((name) => ({ name, quantity: '10', unit_labour: '2.50' }));
  const added = await ann.call('POST /lists/:id/rows/', {
    params: { id: list.id },
    body: { rows: [{ kind: 'section', code: '1', name: 'Masonry' }, ...rows] },
  });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: version.id }, body: { name: 'VAT' } });
  return { versionId: version.id, listId: list.id, rows: added.rows.slice(1).map((row) => row.id), tax: record.id };
}

/** Resolves once nothing waits for the database: a server that has just started still does what its start leaves to it. */
async function untilAtRest(): Promise<void> {
  for (let before = -1; before !== counted.waits; ) {
    before = counted.waits;
    await sleep(50);
  }
}

/** How often a call waits for the database once it has been made before; what runs by itself beside it may add one. */
async function waitsOf(call: (at: number) => Promise<unknown>): Promise<number> {
  await untilAtRest();
  const taken: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    const before = counted.waits;
    await call(at);
    taken.push(counted.waits - before);
  }
  return Math.min(...taken.slice(1));
}

test('an edit takes a few database round trips, the commit included', async () => {
  const made = await estimate();
  const [id = 0] = made.rows;
  const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const cell = (at: number) => ({ params: { id }, body: { quantity: `${at}.5` } });
  expect({
    cell: await waitsOf((at) => ann.call('PUT /rows/:id/', cell(at))),
    'cell with a key': await waitsOf((at) => ann.call('PUT /rows/:id/', cell(at), keyed())),
    name: await waitsOf((at) => ann.call('PUT /rows/:id/', { params: { id }, body: { name: `Bricks ${at}` } })),
    'percent line': await waitsOf((at) => ann.call('PUT /taxes/:id/', { params: { id: made.tax }, body: { percent_total: String(at) } })),
    'row duplicated': await waitsOf(() =>
      ann.call('POST /versions/:id/rows/duplicate/', { params: { id: made.versionId }, body: { ids: [id] } }),
    ),
    'row added': await waitsOf(() => ann.call('POST /lists/:id/rows/', { params: { id: made.listId }, body: { name: 'Lime' } })),
  }).toEqual({
    cell: 3 + BEGIN,
    'cell with a key': 4 + BEGIN + COMMIT,
    name: 3 + BEGIN,
    'percent line': 3 + BEGIN,
    'row duplicated': 12 + BEGIN,
    'row added': 11 + BEGIN,
  });
});

test('a claim in an act takes a few database round trips', async () => {
  const { versionId, rows } = await estimate();
  await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const params = { id: actRowId(rows[0] ?? 0, 1) };
  expect({
    'act cell': await waitsOf((at) => ann.call('PUT /act_rows/:id/', { params, body: { quantity: String(at) } })),
  }).toEqual({ 'act cell': 3 + BEGIN });
});
