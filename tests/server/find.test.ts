import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { kind: 'section', name: 'Ģipša sienas' } as const,
    { code: '05-00210', name: 'Gravel bed, 100 %', unit: 'm³', quantity: '1234.5', unit_labour: '2' },
    { code: '05-00218', name: 'Sand_bed', unit: 't', quantity: '3' },
    { name: 'Grāvja izrakšana', unit: 'm³', quantity: '-1', unit_tools: '2469' },
  ];
  await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows } });
});
afterAll(() => server.close());

const found = async (text: string) => {
  const { places, fields, total } = await ann.call('GET /lists/:id/find/', { params: { id: listId }, query: { text } });
  return { cells: places.map((place, at) => `${place} ${fields[at]}`), total };
};

test.each([
  ['BED', ['1 name', '2 name']],
  ['ģipša', ['0 name']],
  ['GRĀVJA', ['3 name']],
  ['05-0021', ['1 code', '2 code']],
  ['100 %', ['1 name']],
  ['d_b', ['2 name']],
  ['.*', []],
  ['bed, 100', ['1 name']],
  ['[0-9]', []],
  ['m³', ['1 unit', '3 unit']],
  ['1 234,50', ['1 quantity']],
  ['2469.00', ['1 labour', '3 unit_tools']],
  ['-2469', ['3 tools']],
  ['none of them', []],
])('"%s" is found at its place', async (text, cells) => expect(await found(text)).toEqual({ cells, total: cells.length }));

test('an empty text searches nothing', async () => {
  expect(await refusal(found('  '))).toEqual({ status: 400, body: { text: ['Value is required'] } });
});

test('of very many hits the first are named, and all are counted', async () => {
  const rows = Array.from({ length: 10_000 }, () => ({ name: 'Fence' }));
  await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows } });
  await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: rows.slice(0, 5) } });
  const { cells, total } = await found('fence');
  expect([cells.length, cells[0], total]).toEqual([10_000, '4 name', 10_005]);
});
