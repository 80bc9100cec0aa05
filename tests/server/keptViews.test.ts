import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AS_STORED, type RowView, viewText } from '../../domain/rowView.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let [ann, bob, stranger]: Person[] = [];
let versionId: number;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  stranger = await server.person();
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  versionId = (await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  listId = (await whose(ann).call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { kind: 'section' as const, name: 'Ground' },
    { name: 'Gravel', quantity: '1', unit_labour: '3' },
    { name: 'Sand', quantity: '1', unit_labour: '7' },
  ];
  await whose(ann).call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows } });
});

const whose = (person: Person | undefined): Person => {
  if (person === undefined) throw new Error('Nobody has signed in');
  return person;
};
const here = () => ({ id: listId });
const kept = (person: Person | undefined) => whose(person).call('GET /lists/:id/view/', { params: here() });
const keep = (person: Person | undefined, body: unknown) =>
  whose(person).call('PUT /lists/:id/view/', { params: here(), body: body as never });
async function opened(person: Person | undefined, view: RowView = AS_STORED) {
  const query = { view: viewText(view), kept: 'true' as const };
  const answer = await whose(person).call('GET /lists/:id/rows/', { params: here(), query });
  const names = 'rows' in answer ? answer.rows.map(({ name }) => name) : [];
  // Column by column the same.
  const columns = await whose(person).call('GET /lists/:id/rows/', { params: here(), query: { ...query, shape: 'columns' } });
  expect(columns).toMatchObject({ columns: { name: names }, kept: answer.kept });
  return { names, kept: answer.kept };
}
const DEAREST: RowView = { ...AS_STORED, sort: { field: 'total', falling: true } };
const FOLDED: RowView = { ...AS_STORED, foldedFrom: 1 };
const NOTHING = { estimate: null, acts: null };

test('each person of a team has their own view of a list, in the estimate and in acts; the last write wins', async () => {
  expect([await kept(ann), await kept(bob)]).toEqual([NOTHING, NOTHING]);
  await keep(ann, { estimate: FOLDED });
  expect(await keep(ann, { acts: FOLDED })).toEqual({ estimate: FOLDED, acts: FOLDED });
  await Promise.all([keep(ann, { estimate: DEAREST }), keep(bob, { estimate: AS_STORED })]);
  expect(await kept(ann)).toEqual({ estimate: DEAREST, acts: FOLDED });
  expect(await kept(bob)).toEqual({ estimate: AS_STORED, acts: null });
});

test('a list opens as its person left it, or in the view asked for where none is kept; the stored order stays', async () => {
  await keep(ann, { estimate: DEAREST });
  expect(await opened(ann, FOLDED)).toEqual({ names: ['Sand', 'Gravel'], kept: DEAREST });
  expect(await opened(bob, FOLDED)).toEqual({ names: ['Ground'], kept: null });
  expect(await opened(bob)).toEqual({ names: ['Ground', 'Gravel', 'Sand'], kept: null });
  expect((await opened(ann)).names).toEqual(['Sand', 'Gravel']);
  await keep(ann, { estimate: AS_STORED });
  expect(await opened(ann, FOLDED)).toEqual({ names: ['Ground', 'Gravel', 'Sand'], kept: AS_STORED });
  expect(await opened(ann)).toEqual({ names: ['Ground', 'Gravel', 'Sand'], kept: AS_STORED });
  const answer = await whose(ann).call('GET /lists/:id/rows/', { params: here(), query: { shape: 'columns' } });
  expect(answer).toMatchObject({ columns: { name: ['Ground', 'Gravel', 'Sand'] } });
  expect(answer).not.toHaveProperty('kept');
});

test('a list of an act opens folded as its person left it, and unfolded for the holder of its link', async () => {
  await keep(ann, { acts: { ...DEAREST, foldedFrom: 1 } });
  const { list } = await whose(ann).call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roof' } });
  const act = await whose(ann).call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { url } = await whose(ann).call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  const asked = { params: { id: act.id, listId }, query: { kept: 'true' as const } };
  const mine = await whose(ann).call('GET /acts/:id/lists/:listId/rows/', asked);
  expect([mine.rows.map(({ name }) => name), mine.kept?.foldedFrom]).toEqual([['Ground'], 1]);
  const shared = await server.call('GET /acts/:id/lists/:listId/rows/', asked, { publicKey: url.split('/').at(-1) ?? '' });
  expect([shared.rows.length, shared.kept]).toEqual([3, null]);
  // An act freezes its version, but not the views of it.
  await keep(ann, { estimate: FOLDED });
  await whose(ann).call('DELETE /acts/:id/', { params: { id: act.id } });
  await whose(ann).call('DELETE /lists/:id/', { params: { id: list.id } });
});

test("the view of another team's list, or of a deleted one, can be neither read nor kept", async () => {
  expect((await refusal(kept(stranger))).status).toBe(404);
  expect((await refusal(keep(stranger, { estimate: FOLDED }))).status).toBe(404);
  await keep(ann, { estimate: FOLDED });
  await whose(ann).call('DELETE /lists/:id/', { params: here() });
  expect((await refusal(kept(ann))).status).toBe(404);
  expect((await refusal(keep(ann, { estimate: FOLDED }))).status).toBe(404);
  const { rows } = await sql`select from row_views where list_id = ${listId}`.execute(server.database.query);
  expect(rows).toHaveLength(0);
});

test('keeping a view while its list is deleted answers 404, or the view is deleted with the list', async () => {
  const settled = await Promise.allSettled([
    ...Array.from({ length: 6 }, (_, at) => keep(at % 2 === 0 ? ann : bob, { estimate: FOLDED })),
    whose(ann).call('DELETE /lists/:id/', { params: here() }),
    ...Array.from({ length: 6 }, (_, at) => keep(at % 2 === 0 ? ann : bob, { estimate: DEAREST })),
  ]);
  expect(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.status] : [])).filter((status) => status !== 404)).toEqual(
    [],
  );
  const { rows } = await sql`select from row_views where list_id = ${listId}`.execute(server.database.query);
  expect(rows).toHaveLength(0);
});

test('a view that makes no sense is refused, and the kept one stays', async () => {
  await keep(ann, { estimate: FOLDED });
  const nonsense = [
    {},
    { estimate: FOLDED, acts: FOLDED },
    { estimate: null },
    { estimate: { ...FOLDED, more: 1 } },
    { estimate: { ...FOLDED, foldedFrom: 9 } },
    { estimate: { filters: [], flipped: Array.from({ length: 401 }, (_, at) => at + 1) } },
    { estimate: { filters: Array.from({ length: 7 }, () => ({ is: 'commented' })), flipped: [] } },
    { estimate: { filters: [{ is: 'containing', field: 'name', text: 'x'.repeat(10_000) }], flipped: [] } },
    'folded',
  ];
  for (const body of nonsense) expect((await refusal(keep(ann, body))).status).toBe(400);
  expect(await kept(ann)).toEqual({ estimate: FOLDED, acts: null });
});

test('a view stored by another release and sorted by an unknown column counts as none', async () => {
  await keep(ann, { estimate: DEAREST });
  await sql`update row_views set view = jsonb_set(view, '{estimate,sort,field}', '"margin"') where list_id = ${listId}`.execute(
    server.database.query,
  );
  expect(await kept(ann)).toEqual(NOTHING);
  expect(await opened(ann)).toEqual({ names: ['Ground', 'Gravel', 'Sand'], kept: null });
});
