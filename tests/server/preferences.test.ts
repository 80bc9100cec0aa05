import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AS_MADE, type ColumnLayout } from '../../domain/columnLayout.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let [ann, bob]: Person[] = [];
beforeAll(async () => {
  server = await startServer();
  [ann, bob] = [await server.person(), await server.person()];
});
afterAll(() => server.close());

const person = (whose: Person | undefined): Person => {
  if (whose === undefined) throw new Error('Nobody has signed in');
  return whose;
};
const kept = async (whose: Person | undefined) => (await person(whose).call('GET /preferences/', {})).list_columns;
const keep = (whose: Person | undefined, list_columns: unknown) =>
  person(whose).call('PUT /preferences/', { body: { list_columns } as never });
const LAYOUT: ColumnLayout = { order: ['quantity', 'name'], hidden: ['code'], frozen: 'unit', wraps: true, widths: { name: 320 } };

test('a column layout is kept for each person; the last write wins, and null restores the default', async () => {
  expect([await kept(ann), await kept(bob)]).toEqual([null, null]);
  await keep(ann, AS_MADE);
  await Promise.all([keep(ann, LAYOUT), keep(bob, { ...LAYOUT, wraps: false })]);
  expect([await kept(ann), await kept(bob)]).toEqual([LAYOUT, { ...LAYOUT, wraps: false }]);
  await keep(ann, null);
  expect([await kept(ann), await kept(bob)]).toEqual([null, { ...LAYOUT, wraps: false }]);
});

test('a layout that makes no sense is refused, and the kept one stays', async () => {
  await keep(ann, LAYOUT);
  const nonsense = [
    { ...LAYOUT, hidden: ['name'] },
    { ...LAYOUT, hidden: ['margin'] },
    { ...LAYOUT, order: ['code', 'code'] },
    { ...LAYOUT, widths: { name: 1e9 } },
    { ...LAYOUT, widths: { __proto__: 5, margin: 60 } },
    { ...LAYOUT, colour: 'red' },
    'wide',
  ];
  for (const layout of nonsense) expect((await refusal(keep(ann, layout))).status).toBe(400);
  expect(await kept(ann)).toEqual(LAYOUT);
});

test('a layout stored by another release with an unknown column counts as none', async () => {
  await keep(ann, LAYOUT);
  await sql`update preferences set value = jsonb_set(value, '{hidden}', '["margin"]') where user_id = ${person(ann).id}`.execute(
    server.database.query,
  );
  expect(await kept(ann)).toBeNull();
});
