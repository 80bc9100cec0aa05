import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp, fromAmounts, rowSums, toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { exact, fixed } from '../../domain/decimal.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let versionId: number;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  ({ projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx'));
  listId = (await summary()).costs[0]?.id ?? 0;
});
afterAll(() => server.close());

const summary = () => ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
async function rows(): Promise<Row[]> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 500 } });
  return 'rows' in answer ? answer.rows : [];
}
async function aRow(): Promise<Row> {
  const row = (await rows()).find(({ kind }) => kind === 'row');
  if (row === undefined) throw new Error('the list has no row');
  return row;
}
const put = (id: number, body: object, revision?: number) =>
  ann.call('PUT /rows/:id/', { params: { id }, body: body as never }, revision === undefined ? {} : { revision });
const events = async () =>
  (await server.database.query.selectFrom('recent_events').selectAll().where('project_id', '=', projectId).execute()).length;

test('a changed quantity changes the totals of the row, its list, the summary and the project', async () => {
  const before = await aRow();
  const { row, list, summary: after } = await put(before.id, { quantity: '1234.5' });
  const price = { labour: exact(before.unit_labour, 6), materials: exact(before.unit_materials, 6), tools: exact(before.unit_tools, 6) };
  expect(row).toEqual({ ...before, quantity: '1234.5', revision: before.revision + 1, ...toAmounts(rowSums(exact('1234.5', 6), price)) });
  const recomputed = toAmounts(addUp((await rows()).filter(({ kind }) => kind === 'row').map(fromAmounts)));
  expect(list).toMatchObject(recomputed);
  expect(after).toEqual(await summary());
  expect((await ann.call('GET /projects/:id/', { params: { id: projectId } })).total_with_taxes).toBe(after.total_with_taxes.total);
});

test('setting the current value is not an edit and leaves no event', async () => {
  const { id, quantity, revision } = await aRow();
  const count = await events();
  expect((await put(id, { quantity: `${quantity}${quantity.includes('.') ? '' : '.'}00` })).row.revision).toBe(revision);
  expect(await events()).toBe(count);
});

test.each([
  ['abc', 'Enter a number'],
  ['', 'Enter a number'],
  ['1,5', 'Enter a number'],
  ['1000000000', 'The number must be smaller than 1000000000'],
  ['0.1234567', 'Enter a number with at most 6 decimals'],
])('the quantity "%s" is refused at its field and changes nothing', async (quantity, message) => {
  const before = await aRow();
  expect(await refusal(put(before.id, { quantity }))).toEqual({ status: 400, body: { quantity: [message] } });
  expect(await aRow()).toEqual(before);
});

test('two fields at once are refused', async () => {
  const { id } = await aRow();
  expect((await refusal(put(id, { quantity: '1', unit_labour: '2' }))).status).toBe(400);
  expect((await refusal(put(id, { color: 'red' }))).status).toBe(400);
});

test('an edit made on an older revision is answered with the current row', async () => {
  const before = await aRow();
  const { row } = await put(before.id, { quantity: '77' }, before.revision);
  expect(await refusal(put(before.id, { quantity: '78' }, before.revision))).toEqual({
    status: 409,
    body: {
      code: 'stale_edit',
      detail: 'Someone has changed this since you opened it',
      current: row,
      changed_by: { id: ann.id, name: ann.email },
    },
  });
});

test('a window in columns contains the same rows', async () => {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { offset: 1, limit: 3, shape: 'columns' } });
  const all = await rows();
  if (!('columns' in answer)) throw new Error('no columns');
  expect(answer.total).toBe(all.length);
  const [first] = all.slice(1, 4);
  expect(Object.fromEntries(Object.entries(answer.columns).map(([field, values]) => [field, values[0]]))).toEqual(first);
  expect((await refusal(ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { limit: 501 } }))).status).toBe(400);
});

test('an additional cost or a tax is uniform or by component, and takes one field at a time', async () => {
  const added = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  const tax = await ann.call('PUT /taxes/:id/', { params: { id: added.record.id }, body: { percent_total: '21' } });
  const vat = exact(tax.summary.total.total, 2);
  expect(tax.record.total).toBe(fixed((vat * 21n * 2n + (vat < 0n ? -100n : 100n)) / 200n, 2));
  const overheads = await ann.call('POST /versions/:id/additional_summary_costs/', {
    params: { id: versionId },
    body: { name: 'Overheads' },
  });
  const { id } = overheads.record;
  const byLabour = await ann.call('PUT /additional_summary_costs/custom/:id/', { params: { id }, body: { percent_labour: '23.59' } });
  expect(byLabour.record).toMatchObject({ percent_total: null, percent_labour: '23.59', materials: '0.00', tools: '0.00' });
  expect(
    await refusal(ann.call('PUT /additional_summary_costs/custom/:id/', { params: { id }, body: { percent_labour: '1001' } })),
  ).toEqual({
    status: 400,
    body: { percent_labour: ['The percent must be between -100 and 1000'] },
  });
  expect((await refusal(ann.call('PUT /taxes/:id/', { params: { id }, body: { percent_total: '1' } }))).status).toBe(404);
  const gone = await ann.call('DELETE /additional_summary_costs/custom/:id/', { params: { id } });
  expect(gone.additional).toEqual([]);
  await ann.call('DELETE /taxes/:id/', { params: { id: added.record.id } });
  expect((await summary()).taxes).toEqual([]);
});

test('totals kept edit by edit equal a recomputation from the rows (40 edits)', async () => {
  const ids = (await rows()).filter(({ kind }) => kind === 'row').map(({ id }) => id);
  const edit = fc.record({
    at: fc.nat(),
    field: fc.constantFrom('quantity', 'unit_labour', 'unit_materials', 'unit_tools'),
    value: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((units) => fixed(units, 6)),
  });
  for (const { at, field, value } of fc.sample(edit, { numRuns: 40, seed: 7 })) await put(ids[at % ids.length] ?? 0, { [field]: value });
  expect((await summary()).costs[0]).toMatchObject(toAmounts(addUp((await rows()).filter(({ kind }) => kind === 'row').map(fromAmounts))));
});

test('events are strictly ordered, one for each edit, with the images of what changed', async () => {
  const { id } = await aRow();
  const before = await events();
  await put(id, { name: 'Renamed' });
  await put(id, { unit: 'kg' });
  expect(await events()).toBe(before + 2);
  const { rows: found } = await sql<{ ordered: boolean; images: number }>`
    select bool_and(created_at > coalesce(previous, '-infinity')) as ordered, (select count(*) from event_changes) as images
      from (select created_at, lag(created_at) over (order by id) as previous from recent_events where project_id = ${projectId}) e`.execute(
    server.database.query,
  );
  expect(found[0]?.ordered).toBe(true);
  expect(Number(found[0]?.images)).toBeGreaterThanOrEqual(2);
});
