import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row, VersionSummary } from '../../domain/api/shapes.ts';
import type { Change } from '../../domain/comparison.ts';
import { AS_STORED, type RowView, viewText } from '../../domain/rowView.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
let projectId: number;
let versionId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const make = (body: { name?: string; from_version_id?: number }, id = projectId) =>
  ann.call('POST /projects/:id/versions/', { params: { id }, body });
const tree = async () => (await ann.call('GET /projects/:id/tree', { params: { id: projectId } })).versions;
const project = () => ann.call('GET /projects/:id/', { params: { id: projectId } });
const back = () => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
const forth = () => ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
const summary = (id: number) => ann.call('GET /versions/:id/summary/', { params: { id } });
const amountsOf = ({ costs, subtotal, additional, total, taxes, total_with_taxes }: VersionSummary) =>
  JSON.stringify([costs, subtotal, additional, total, taxes, total_with_taxes]).replace(/"(id|revision)":\d+|"updated_at":"[^"]*"/g, '');
async function rowsOf(id: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const list of (await summary(id)).costs) {
    const answer = await ann.call('GET /lists/:id/rows/', { params: { id: list.id }, query: { limit: 500 } });
    if ('rows' in answer) rows.push(...answer.rows);
  }
  return rows;
}

test('a copy has the same estimate in its own records, disappears by undo and comes back by redo', async () => {
  ({ projectId, versionId } = await importWorkbook(ann, FIXTURE));
  const tax = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: '21' } });
  const copy = await make({ name: 'Cheaper', from_version_id: versionId });
  expect(copy).toMatchObject({ number: 2, name: 'Cheaper', acts: [], price: (await project()).total_with_taxes });
  expect(amountsOf(await summary(copy.id))).toBe(amountsOf(await summary(versionId)));
  expect((await project()).last_version_id).toBe(copy.id);

  await back();
  expect((await tree()).map(({ id }) => id)).toEqual([versionId]);
  await forth();
  expect(await tree()).toMatchObject([{ id: versionId }, copy]);

  const [row] = await rowsOf(copy.id);
  await ann.call('PUT /rows/:id/', { params: { id: row?.id ?? 0 }, body: { name: 'Only here' } });
  expect((await rowsOf(versionId)).some(({ name }) => name === 'Only here')).toBe(false);
});

test('a version is renamed and deleted; undo brings it back with its name', async () => {
  const { id } = await make({});
  const named = await ann.call('PATCH /versions/:id/', { params: { id }, body: { name: ' Plan B ' } });
  expect(named).toMatchObject({ name: 'Plan B', price: '0.00' });
  const { versions } = await ann.call('DELETE /versions/:id/', { params: { id } });
  expect(versions.map((each) => each.id)).not.toContain(id);
  expect((await refusal(summary(id))).status).toBe(404);
  await back();
  expect((await tree()).at(-1)).toEqual(named);
  await back();
  expect((await tree()).at(-1)?.name).toBe('');
  await forth();
  await forth();
  expect((await tree()).map((each) => each.id)).not.toContain(id);
});

test('a project whose last version is deleted is again without an estimate', async () => {
  const job = await importWorkbook(ann, FIXTURE);
  await ann.call('DELETE /versions/:id/', { params: { id: job.versionId } });
  const status = async () => (await ann.call('GET /projects/:id/', { params: { id: job.projectId } })).status;
  expect(await status()).toBe('created');
  await ann.call('POST /projects/:id/history/backward/', { params: { id: job.projectId }, body: {} });
  expect(await status()).toBe('available');
});

test('a version with an act is frozen: it can be copied, but not renamed or deleted', async () => {
  const job = await importWorkbook(ann, FIXTURE);
  await ann.call('POST /versions/:id/acts/', { params: { id: job.versionId }, body: {} });
  const params = { id: job.versionId };
  const refusedAsFrozen = { status: 409, body: frozen() };
  expect(await refusal(ann.call('PATCH /versions/:id/', { params, body: { name: 'B' } }))).toEqual(refusedAsFrozen);
  expect(await refusal(ann.call('DELETE /versions/:id/', { params }))).toEqual(refusedAsFrozen);
  const copy = await make({ from_version_id: job.versionId }, job.projectId);
  expect(copy.acts).toEqual([]);
  expect((await summary(copy.id)).frozen).toBe(false);
});

test('a version of another project or team cannot be copied', async () => {
  const other = await importWorkbook(ann, FIXTURE);
  const stranger = await server.person();
  const theirs = await importWorkbook(stranger, FIXTURE);
  const wrong = { status: 400, body: { from_version_id: ['Choose a version of this project'] } };
  expect(await refusal(make({ from_version_id: other.versionId }))).toEqual(wrong);
  expect((await refusal(make({ from_version_id: theirs.versionId }))).status).toBe(404);
});

test('a comparison names every row that differs and adds up to the difference in money', async () => {
  const job = await importWorkbook(ann, FIXTURE);
  const copy = await make({ from_version_id: job.versionId }, job.projectId);
  const rows = (await rowsOf(copy.id)).filter(({ kind }) => kind === 'row');
  const put = (at: number, body: object) => ann.call('PUT /rows/:id/', { params: { id: rows[at]?.id ?? 0 }, body: body as never });
  await put(0, { quantity: '777' });
  await put(1, { unit_tools: '7.77' });
  await put(2, { quantity: '3.5' });
  await put(2, { unit_labour: '99' });
  await put(3, { name: 'Something else' });
  const compare = (query: { offset?: number; limit?: number; change?: Change } = {}) =>
    ann.call('GET /versions/:id/compare/', { params: { id: copy.id }, query: { with: job.versionId, ...query } });
  const all = await compare();
  const found = { ...all, rows: all.rows.filter(({ kind }) => kind === 'row') };
  expect(found.counts).toEqual({ added: 1, removed: 1, requantified: 1, repriced: 1, both: 1 });
  expect(found.rows.map(({ change, name }) => `${change} ${name}`)).toEqual([
    `requantified ${rows[0]?.name}`,
    `repriced ${rows[1]?.name}`,
    `both ${rows[2]?.name}`,
    'added Something else',
    `removed ${rows[3]?.name}`,
  ]);
  expect(found.rows[0]).toMatchObject({ old: { quantity: rows[0]?.quantity }, new: { quantity: '777', id: rows[0]?.id } });
  const cents = (text: string) => Math.round(Number(text) * 100);
  const sum = (differences: readonly string[]) => differences.reduce((all, text) => all + cents(text), 0);
  expect(sum(found.rows.map(({ difference }) => difference.total))).toBe(cents(found.subtotal.difference.total));
  expect(sum(found.lists.map(({ difference }) => difference.total))).toBe(cents(found.subtotal.difference.total));
  expect(found.total_with_taxes.new).toEqual((await summary(copy.id)).total_with_taxes);
  expect((await compare({ offset: 1, limit: 2 })).rows).toEqual(all.rows.slice(1, 3));
  const both = await compare({ change: 'both' });
  expect(both.rows.filter(({ kind }) => kind === 'row')).toEqual([found.rows[2]]);
  expect({ ...both, rows: [], row_count: 0 }).toEqual({ ...all, rows: [], row_count: 0 });
  expect(both.row_count).toBe(both.rows.length);
  expect(await refusal(ann.call('GET /versions/:id/compare/', { params: { id: copy.id }, query: { with: versionId } }))).toEqual({
    status: 400,
    body: { with: ['Choose a version of this project'] },
  });
});

test('a comparison has the headings above rows that differ, with the sums of both sides, and can fold them', async () => {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Sections' } });
  const first = await make({}, projectId);
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: first.id }, body: { title: 'House' } });
  const heading = (code: string, name: string) => ({ kind: 'section' as const, code, name });
  const work = (name: string) => ({ name, quantity: '10', unit_labour: '2.50' });
  const rows = [
    work('Site'),
    heading('1', 'Earth'),
    work('Dig'),
    heading('1.1', 'Pits'),
    work('Shore'),
    heading('2', 'Walls'),
    work('Lay'),
  ];
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const second = await make({ from_version_id: first.id }, projectId);
  const copied = await rowsOf(second.id);
  const idOf = (name: string) => copied.find((row) => row.name === name)?.id ?? 0;
  await ann.call('PUT /rows/:id/', { params: { id: idOf('Shore') }, body: { quantity: '20' } });
  await ann.call('DELETE /rows/:id/', { params: { id: idOf('Lay') } });
  const compare = async (view: RowView = AS_STORED, change?: Change) => {
    const query = { with: first.id, view: viewText(view), ...(change && { change }) };
    const found = await ann.call('GET /versions/:id/compare/', { params: { id: second.id }, query });
    const shown = found.rows.map(({ kind, level, row_count, name, old, new: now, difference }) =>
      [kind === 'section' ? '#'.repeat(level) : '.'.repeat(level), name, row_count, old?.total, now?.total, difference.total].join(' '),
    );
    return { shown, count: found.row_count };
  };
  const [earth, pits, shore] = ['# Earth 1 50.00 75.00 25.00', '## Pits 1 25.00 50.00 25.00', '.. Shore 0 25.00 50.00 25.00'];
  const [walls, lay] = ['# Walls 1 25.00 0.00 -25.00', '. Lay 0 25.00  -25.00'];
  expect(await compare()).toEqual({ shown: [earth, pits, shore, walls, lay], count: 5 });
  expect(await compare({ ...AS_STORED, flipped: [idOf('Pits')] })).toEqual({ shown: [earth, pits, walls, lay], count: 4 });
  expect(await compare({ ...AS_STORED, foldedFrom: 1 })).toEqual({ shown: [earth, walls], count: 2 });
  expect(await compare(AS_STORED, 'removed')).toEqual({ shown: [walls, lay], count: 2 });

  // A row in another section is the same row, yet the sums of sections differ.
  const into = { list_id: copied[0]?.list_id ?? 0, after_id: idOf('Dig') };
  await ann.call('POST /rows/:id/move/', { params: { id: idOf('Site') }, body: into });
  expect((await compare()).shown[0]).toBe('# Earth 1 50.00 100.00 50.00');
});
