import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

async function made() {
  const { id: project } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: version } = await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } });
  const rows = [
    { kind: 'section', name: 'Gravel works' } as const,
    { code: 'G-1', name: 'Gravel bed, gravel 0/32', unit: 'm³', quantity: '2.5', unit_labour: '2.5' },
    { code: 'S-1', name: 'Sand (t.)', unit: 't', quantity: '3' },
    { code: 'G-2', name: 'Ģipša siena', unit: 'm²', quantity: '12.5' },
  ];
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const params = { id: list.id };
  const shown = async () => {
    const answer = await ann.call('GET /lists/:id/rows/', { params, query: {} });
    return ('rows' in answer ? answer.rows : []).map(({ code, name, unit, quantity, unit_labour }) =>
      [code, name, unit, quantity, unit_labour].join(' | '),
    );
  };
  return {
    project,
    version,
    params,
    shown,
    count: (text: string, by: string) => ann.call('GET /lists/:id/replacement/', { params, query: { text, by } }),
    replace: (text: string, by: string) => ann.call('POST /lists/:id/replace/', { params, body: { text, by } }),
  };
}

test('a text is replaced literally, ignoring case, in all counted rows; one undo reverts all of it', async () => {
  const { project, shown, count, replace } = await made();
  const before = await shown();
  expect(await count('GRAVEL', 'Slag $& 1')).toEqual({ cells: 2, rows: 2 });
  const { event_id, cells, rows } = await replace('GRAVEL', 'Slag $& 1');
  expect([cells, rows, await shown()]).toEqual([
    2,
    2,
    [' | Slag $& 1 works |  | 0 | 0', 'G-1 | Slag $& 1 bed, Slag $& 1 0/32 | m³ | 2.5 | 2.5', before[2], before[3]],
  ]);
  await ann.call('POST /projects/:id/history/backward/', { params: { id: project }, body: { event_id: event_id ?? 0 } });
  expect(await shown()).toEqual(before);
  await replace('(t.)', '');
  await replace('ģipša', 'Koka');
  await replace('g-2', 'K-2');
  expect((await shown()).slice(2)).toEqual(['S-1 | Sand | t | 3 | 0', 'K-2 | Koka siena | m² | 12.5 | 0']);
  expect(await replace('none', 'x')).toMatchObject({ event_id: null, cells: 0, rows: 0 });
});

test('a number is replaced only where it is the whole value, only by a number, and the sums follow', async () => {
  const { shown, count, replace } = await made();
  expect([await count('2,50', '4'), await count('2.5', 'four'), await count('2', '4')]).toMatchObject([
    { cells: 2 },
    { cells: 0 },
    { cells: 2 },
  ]);
  const { summary } = await replace('2,50', '4');
  expect([(await shown())[1], summary.subtotal.labour]).toEqual(['G-1 | Gravel bed, gravel 0/32 | m³ | 4 | 4', '16.00']);
});

test('a replacement that does not fit changes nothing and names the cells; a frozen version refuses', async () => {
  const { version, shown, replace } = await made();
  const before = await shown();
  expect(await refusal(replace('m', 'x'.repeat(200)))).toMatchObject({ status: 400, body: { code: 'replace_refused' } });
  expect(await shown()).toEqual(before);
  await ann.call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  expect(await refusal(replace('gravel', 'slag'))).toMatchObject({ status: 409, body: { code: 'code_estimate_has_act' } });
});
