import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROW_FIELDS, type Row } from '../../domain/api/shapes.ts';
import { countRoundTrips } from '../roundTrips.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

const counted = countRoundTrips();
let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

interface Window {
  readonly offset?: number;
  readonly limit?: number;
  readonly kept?: 'true';
}

async function windowsOf(listId: number, query: Window) {
  const asked = { params: { id: listId }, query };
  const byRow = await ann.call('GET /lists/:id/rows/', asked);
  const byColumn = await ann.call('GET /lists/:id/rows/', { ...asked, query: { ...query, shape: 'columns' } });
  if (!('rows' in byRow) || !('columns' in byColumn)) throw new Error('not the shapes that were asked for');
  return { byRow, byColumn };
}

/** Both shapes say the same, field by field and digit by digit. */
async function agree(listId: number, query: Window): Promise<Row[]> {
  const { byRow, byColumn } = await windowsOf(listId, query);
  const { rows, ...whole } = byRow;
  const columns = Object.fromEntries(ROW_FIELDS.map((field) => [field, rows.map((row) => row[field] ?? null)]));
  expect(byColumn).toEqual({ columns, ...whole });
  return rows;
}

async function emptyList(): Promise<number> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  return (await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } })).list.id;
}

test('a window by columns is the window by rows, wherever it begins', async () => {
  const { versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  for (const { id } of costs)
    for (const query of [
      {},
      { kept: 'true' as const },
      { limit: 500 },
      { offset: 1, limit: 3 },
      { offset: 4, limit: 1 },
      { offset: 7 },
      { offset: 100_000 },
    ])
      await agree(id, query);
  expect(costs.length).toBeGreaterThan(0);
});

test('nested headings, formulas, negative and tiny numbers and any text come out the same', async () => {
  const id = await emptyList();
  expect(await agree(id, {})).toEqual([]);
  const heading = (code: string) => ({ kind: 'section' as const, code, name: `Part ${code}` });
  await ann.call('POST /lists/:id/rows/', {
    params: { id },
    body: {
      rows: [
        { name: 'Before every heading', quantity: '1.5', unit_labour: '0.1' },
        heading('1'),
        {
          name: '"Quoted" \\ and / ž 🧱\u2028\t</script>',
          unit: 'm²',
          quantity: '=3*2.5',
          unit_labour: '4.25',
          unit_materials: '0.000001',
        },
        heading('1.1'),
        { name: 'Deduction', quantity: '-12.345678', unit_tools: '1000000.5' },
        { name: '', quantity: '0', unit_labour: '-3' },
        heading('2'),
        heading('3'),
        { name: 'Last', code: '03.1', quantity: '100', unit_materials: '7.10' },
      ],
    },
  });
  const rows = await agree(id, {});
  expect(rows.map(({ level }) => level)).toEqual([0, 1, 1, 2, 2, 2, 1, 1, 1]);
  for (let offset = 0; offset < rows.length; offset += 1) for (const limit of [1, 2, 500]) await agree(id, { offset, limit });
});

test('a window is one query, and shows strangers nothing', async () => {
  const id = await emptyList();
  await ann.call('POST /lists/:id/rows/', { params: { id }, body: { name: 'Sand' } });
  const ask = (by: Person, list = id) => by.call('GET /lists/:id/rows/', { params: { id: list }, query: { shape: 'columns' } });
  const waits: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const before = counted.waits;
    await ask(ann);
    waits.push(counted.waits - before);
  }
  expect(Math.min(...waits)).toBe(1);
  const gone = { status: 404, body: expect.anything() };
  expect(await refusal(ask(await server.person()))).toEqual(gone);
  expect(await refusal(ask(ann, 1_000_000))).toEqual(gone);
});
