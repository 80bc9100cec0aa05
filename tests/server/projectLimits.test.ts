import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Limit } from '../../domain/access.ts';
import { actRowId } from '../../domain/act.ts';
import { AS_STORED, type RowView, viewText } from '../../domain/rowView.ts';
import { countRoundTrips } from '../roundTrips.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';

const counted = countRoundTrips();
let server: TestServer;
let owner: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
  bob = await server.person({ teamId: owner.teamId, role: 'regular' });
});
afterAll(() => server.close());

const READING = { detail: 'You may only read this project. An admin of the team can change that', code: 'limited_to_reading' };
const CLAIMING = {
  detail: 'In this project you may only enter and submit acts. An admin of the team can change that',
  code: 'limited_to_acts',
};
const PRICELESS = { detail: 'You see no prices in this project, so this is not available to you', code: 'prices_hidden' };

const limitIn = (projectId: number | null, limit: Limit | null, person = bob, by = owner) =>
  by.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: owner.teamId, userId: person.id },
    body: { project_id: projectId, limit },
  });

const rowsTyped = [
  { kind: 'section' as const, code: '1', name: 'Masonry' },
  { name: 'Bricks', unit: 'm2', quantity: '10', unit_labour: '7.77', unit_materials: '3.33' },
  { name: 'Sand', unit: 'm3', quantity: '20', unit_labour: '1.11', unit_materials: '99.25' },
];
/** A project of the owner with an estimate. */
async function project(name = 'Yard') {
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name } });
  const version = await owner.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  const { rows } = await owner.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: rowsTyped } });
  const [heading, bricks, sand] = rows.map((row) => row.id);
  await owner.call('PUT /rows/:id/', { params: { id: bricks ?? 0 }, body: { unit_tools: '=2*2.22' } });
  return { id, versionId: version.id, listId: list.id, heading: heading ?? 0, bricks: bricks ?? 0, sand: sand ?? 0 };
}
/** With an act, as Bob may see it. */
async function claimed(limit: Limit) {
  const made = await project();
  const act = await owner.call('POST /versions/:id/acts/', { params: { id: made.versionId }, body: {} });
  await limitIn(made.id, limit);
  return { ...made, act, ofBricks: { id: actRowId(made.bricks, 1) } };
}

test('a limit applies to one project, to all, and to those made later', async () => {
  const carl = await server.person({ teamId: owner.teamId, role: 'regular' });
  const [one, other] = [await project('One'), await project('Other')];
  expect(await limitIn(one.id, { can: 'acts', prices: false }, carl)).toEqual({ later: null, limited: 1 });
  const seen = async () =>
    Object.fromEntries(
      (await carl.call('GET /projects', { query: {} })).map(({ id, limit, total_with_taxes }) => [id, [limit, total_with_taxes]]),
    );
  expect(await seen()).toMatchObject({ [one.id]: [{ can: 'acts', prices: false }, null], [other.id]: [null, '2162.60'] });

  expect(await limitIn(null, { can: 'reads', prices: true }, carl)).toEqual({ later: { can: 'reads', prices: true }, limited: 1 });
  const later = await project('Later');
  expect(await seen()).toMatchObject({ [other.id]: [null, '2162.60'], [later.id]: [{ can: 'reads', prices: true }, '2162.60'] });
  expect(await refusal(carl.call('POST /projects', { body: { team_id: owner.teamId, name: 'Own' } }))).toMatchObject({
    status: 403,
    body: { code: 'limited_later' },
  });
  expect((await carl.call('GET /profile/', {})).teams).toMatchObject([{ starts_nothing: true }]);

  const params = { id: owner.teamId, userId: carl.id };
  await owner.call('PUT /teams/:id/members/:userId/limits/', { params, body: { project_id: null, all: true, limit: null } });
  expect(await owner.call('GET /teams/:id/members/:userId/limits/', { params, query: { text: 'oth' } })).toEqual({
    later: null,
    limited: 0,
    projects: [{ id: other.id, name: 'Other', limit: null }],
    total: 1,
  });
});

test('a member limited to reading is refused every change, and told why', async () => {
  const { id, versionId, listId, bricks, act, ofBricks } = await claimed({ can: 'reads', prices: true });
  const params = { id };
  const refused = { status: 403, body: READING };
  expect((await bob.call('GET /projects/:id/', { params })).limit).toEqual({ can: 'reads', prices: true });
  expect(await refusal(bob.call('PUT /rows/:id/', { params: { id: bricks }, body: { name: 'Stone' } }))).toEqual(refused);
  expect(await refusal(bob.call('POST /lists/:id/rows/', { params: { id: listId }, body: { name: 'Stone' } }))).toEqual(refused);
  expect(await refusal(bob.call('PUT /act_rows/:id/', { params: ofBricks, body: { quantity: '1' } }))).toEqual(refused);
  expect(await refusal(bob.call('PUT /acts/:id/', { params: { id: act.id }, body: { number: '9' } }))).toEqual(refused);
  expect(await refusal(bob.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} }))).toEqual(refused);
  expect(await refusal(bob.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} }))).toEqual(refused);
  expect(await refusal(bob.call('POST /projects/:id/history/backward/', { params, body: {} }))).toEqual(refused);
  expect(await refusal(bob.call('POST /import/:id/paste/', { params, body: { text: 'Wall\tm2\t2\t10' } }))).toEqual(refused);
  expect(await bob.call('POST /rows/:id/comments/', { params: { id: bricks }, body: { text: 'Which bricks?' } })).toMatchObject({
    text: 'Which bricks?',
  });
});

test('a member limited to acts enters quantities, completes and submits, and cannot accept an act', async () => {
  const { id, act, ofBricks, bricks } = await claimed({ can: 'acts', prices: false });
  const params = { id: act.id };
  const entered = await bob.call('PUT /act_rows/:id/', { params: ofBricks, body: { quantity: '4' } });
  expect(entered.row).toMatchObject({
    quantity: '4',
    quantity_left: '6',
    percent: '40.00',
    completed_now: { total: null },
    estimated_cost: { labour: null },
  });
  expect(entered.summary.total_with_taxes).toMatchObject({ completed_now_total: null, estimated_cost: { total: null } });
  expect(await bob.call('GET /act_rows/:id/helper/', { params: ofBricks, query: { field: 'quantity' } })).toMatchObject({
    max_value: '10',
  });
  expect(await bob.call('POST /acts/:id/complete/', { params, body: { percent: '50' } })).toMatchObject({ changed: 2, claimed: null });
  expect(await bob.call('GET /acts/:id/check/', { params })).toEqual({
    claimed_rows: 2,
    balance: null,
    contract: null,
    deductions_left: { rows: 0, amount: null },
    deductions_left_out: false,
  });
  const status = async (status_id: number) => bob.call('PUT /acts/:id/', { params, body: { status_id } });
  expect(await status(2)).toMatchObject({ status_id: 2, price: null, share: null, limit: { can: 'acts', prices: false } });
  expect(await refusal(status(3))).toEqual({ status: 403, body: CLAIMING });
  await owner.call('PUT /acts/:id/', { params, body: { status_id: 3 } });
  expect(await refusal(bob.call('POST /projects/:id/history/backward/', { params: { id }, body: {} }))).toEqual({
    status: 403,
    body: CLAIMING,
  });
  await owner.call('POST /projects/:id/history/backward/', { params: { id }, body: {} });
  expect(await refusal(bob.call('POST /projects/:id/history/forward/', { params: { id }, body: {} }))).toEqual({
    status: 403,
    body: CLAIMING,
  });
  expect(await bob.call('POST /projects/:id/history/backward/', { params: { id }, body: {} })).toMatchObject({
    event: { entity_type: 'act' },
  });
  expect(await refusal(bob.call('PUT /rows/:id/', { params: { id: bricks }, body: { name: 'Stone' } }))).toEqual({
    status: 403,
    body: CLAIMING,
  });
});

test('nobody can undo an edit of an estimate that they may not make', async () => {
  const { id } = await project();
  await limitIn(id, { can: 'acts', prices: true });
  expect(await refusal(bob.call('POST /projects/:id/history/backward/', { params: { id }, body: {} }))).toEqual({
    status: 403,
    body: CLAIMING,
  });
});

test('prices are not searched, sorted, filtered, compared or suggested for a member who sees none', async () => {
  const { id, versionId, listId, sand } = await claimed({ can: 'reads', prices: false });
  const params = { id: listId };
  const found = (text: string) => bob.call('GET /lists/:id/find/', { params, query: { text } });
  expect([(await found('99.25')).total, (await found('1985')).total, (await found('102.00')).total, (await found('20')).total]).toEqual([
    0, 0, 0, 1,
  ]);
  const names = async (view: Partial<RowView>) => {
    const seen = await bob.call('GET /lists/:id/rows/', { params, query: { view: viewText({ ...AS_STORED, ...view }) } });
    return 'rows' in seen ? seen.rows.map(({ name }) => name) : [];
  };
  const stored = ['Masonry', 'Bricks', 'Sand'];
  expect(await names({ sort: { field: 'unit_materials', falling: true } })).toEqual(stored);
  expect(await names({ sort: { field: 'total', falling: true } })).toEqual(stored);
  expect(await names({ filters: [{ is: 'between', field: 'unit_total', from: '50' }] })).toEqual(stored);
  expect(await names({ filters: [{ is: 'empty', field: 'unit_tools' }] })).toEqual(stored);
  expect(await names({ sort: { field: 'quantity', falling: true } })).toEqual(['Sand', 'Bricks']);
  const other = await bob.call('POST /projects', { body: { team_id: owner.teamId, name: 'Own' } });
  const version = await bob.call('POST /projects/:id/versions/', { params: { id: other.id }, body: {} });
  expect(await refusal(bob.call('GET /versions/:id/compare/', { params: { id: version.id }, query: { with: String(versionId) } }))).toEqual(
    {
      status: 403,
      body: PRICELESS,
    },
  );
  const { list } = await bob.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Own' } });
  const offered = await bob.call('GET /lists/:id/suggestions/', { params: { id: list.id }, query: { field: 'name', text: 'San' } });
  expect(offered.filter((row) => row.id === sand)).toEqual([]);
  const everywhere = await bob.call('GET /teams/:id/rows/', { params: { id: owner.teamId }, query: { text: 'San' } });
  expect(everywhere.filter(({ project_id }) => project_id === id)).toEqual([expect.objectContaining({ name: 'Sand', unit_total: null })]);
  expect(await refusal(bob.call('POST /projects/:id/duplicate/', { params: { id }, body: { name: 'Mine' } }))).toEqual({
    status: 403,
    body: READING,
  });
  const from = bob.call('POST /projects/:id/versions/', { params: { id: other.id }, body: { from_version_id: versionId } });
  expect(await refusal(from)).toEqual({ status: 403, body: READING });
  const moved = bob.call('POST /versions/:id/rows/move/', { params: { id: version.id }, body: { ids: [sand], list_id: list.id } });
  expect((await refusal(moved)).status).toBe(404);
  const deleted = bob.call('POST /versions/:id/rows/delete/', { params: { id: version.id }, body: { ids: [sand] } });
  expect((await refusal(deleted)).status).toBe(404);
});

test('history shows no price, and restores nothing that may not be edited', async () => {
  const { id, bricks } = await claimed({ can: 'acts', prices: false });
  await owner.call('PUT /act_rows/:id/', { params: { id: actRowId(bricks, 1) }, body: { quantity: '3' } });
  const page = await bob.call('GET /projects/:id/history/', { params: { id }, query: {} });
  const changes = page.events
    .flatMap(({ changes }) => changes)
    .flatMap(({ kind, fields, now }) => fields.map(({ field }) => [kind, field, now?.frozen]));
  expect(new Set(changes.map(([kind, field]) => `${kind} ${field}`))).toEqual(
    new Set(['act number', 'act status_id', 'act_row quantity', 'list title', 'row code', 'row name', 'row quantity', 'row unit']),
  );
  expect(changes.filter(([kind, , frozen]) => frozen === (kind === 'act' || kind === 'act_row'))).toEqual([]);
  // A time may read the same by chance.
  const said = JSON.stringify(page, (key, value: unknown) => (key === 'created_at' ? undefined : value));
  expect(said).not.toMatch(/7\.77|3\.33|99\.25|2\.22|4\.44/);
  expect((await bob.call('GET /projects/:id/history/', { params: { id }, query: { field: 'unit_labour' } })).events).toEqual([]);
});

test('no quantity reveals a price: a preview names every later act, whether its amount changes or not', async () => {
  const { versionId, ofBricks, act } = await claimed({ can: 'acts', prices: false });
  const later = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const ahead = async (quantity: string) => (await bob.call('POST /act_rows/:id/preview/', { params: ofBricks, body: { quantity } })).later;
  const named = [{ id: later.id, number: '2', price: { old: null, new: null }, balance: { old: null, new: null } }];
  expect([await ahead('0.0001'), await ahead('1')]).toEqual([named, named]);
  const { hash } = await owner.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  const opened = await bob.call('GET /acts/:id/', { params: { id: act.id } }, { publicKey: hash });
  expect(opened).toMatchObject({ share: null, claimed_elsewhere: null, team_id: null });
});

test('windows of rows have empty price fields, formulas included, and take as many database round trips as for others', async () => {
  const { listId, bricks } = await claimed({ can: 'reads', prices: false });
  const window = (person: Person) =>
    person.call('GET /lists/:id/rows/', { params: { id: listId }, query: { shape: 'columns', kept: 'true' } });
  const { columns } = (await window(bob)) as { columns: Readonly<Record<string, readonly unknown[]>> };
  expect(columns).toMatchObject({ name: ['Masonry', 'Bricks', 'Sand'], quantity: ['0', '10', '20'] });
  const empty = Object.keys(columns).filter((name) => columns[name]?.every((cell) => cell === null));
  expect(empty).toEqual(['unit_labour', 'unit_materials', 'unit_tools', 'unit_total', 'labour', 'materials', 'tools', 'total']);
  expect((await bob.call('GET /rows/:id/', { params: { id: bricks } })).row.formulas).toEqual({ unit_tools: null });
  const waits = async (person: Person) => {
    const before = counted.waits;
    await window(person);
    return counted.waits - before;
  };
  expect(await waits(bob)).toBe(await waits(owner));
});

test('refusals contain no price of their records, and neither do kept answers', async () => {
  const { id, act, ofBricks } = await claimed({ can: 'acts', prices: true });
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const body = { quantity: '3' };
  const first = await bob.call('PUT /act_rows/:id/', { params: ofBricks, body }, key);
  expect(first.row.completed_now.total).toBe('46.62');
  await limitIn(id, { can: 'acts', prices: false });
  expect((await bob.call('PUT /act_rows/:id/', { params: ofBricks, body }, key)).row).toMatchObject({
    quantity: '3',
    completed_now: { total: null },
  });
  expect(await refusal(bob.call('PUT /act_rows/:id/', { params: ofBricks, body: { quantity: '5' } }, { revision: 1 }))).toMatchObject({
    status: 409,
    body: { code: 'stale_edit', current: { quantity: '3', completed_now: { total: null }, estimated_cost: { labour: null } } },
  });
  const version = await owner.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: act.version_id } });
  expect(await refusal(bob.call('POST /versions/:id/acts/', { params: { id: version.id }, body: {} }))).toMatchObject({
    status: 409,
    body: { code: 'claimed_elsewhere', acts: [{ number: '1', price: null }], claimed: null },
  });
  const share = await owner.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  expect((await bob.call('GET /acts/:id/', { params: { id: act.id } })).share).toBeNull();
  expect(await refusal(bob.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} }))).toEqual({ status: 403, body: PRICELESS });
  expect((await owner.call('GET /acts/:id/', { params: { id: act.id } })).share).toEqual(share);
});

test('owners and admins are never limited; a limit is suspended while its person is an admin', async () => {
  const dora = await server.person({ teamId: owner.teamId, role: 'regular' });
  const admin = await server.person({ teamId: owner.teamId, role: 'admin' });
  const stranger = await server.person();
  const { id, bricks } = await project();
  await limitIn(id, { can: 'reads', prices: false }, dora, admin);
  const edit = (name: string) => dora.call('PUT /rows/:id/', { params: { id: bricks }, body: { name } });
  const role = (to: 'admin' | 'regular') =>
    owner.call('PATCH /teams/:id/members/:userId/', { params: { id: owner.teamId, userId: dora.id }, body: { role: to } });
  await role('admin');
  expect((await edit('Stone')).row).toMatchObject({ name: 'Stone', unit_labour: '7.77' });
  expect((await refusal(limitIn(id, { can: 'reads', prices: true }, dora))).body).toMatchObject({ code: 'never_limited' });
  await role('regular');
  expect(await refusal(edit('Slate'))).toEqual({ status: 403, body: READING });

  expect((await refusal(limitIn(id, null, dora, bob))).status).toBe(403);
  expect((await refusal(limitIn(id, null, dora, dora))).status).toBe(403);
  expect((await refusal(limitIn(id, null, dora, stranger))).status).toBe(404);
  expect((await refusal(limitIn(id, { can: 'reads', prices: true }, owner, admin))).status).toBe(403);
  const foreign = await stranger.call('POST /projects', { body: { team_id: stranger.teamId, name: 'Foreign' } });
  expect((await refusal(limitIn(foreign.id, { can: 'reads', prices: true }, dora))).status).toBe(404);
  expect((await refusal(limitIn(id, null, stranger))).status).toBe(404);
});

test('setting a limit is recorded in the security log', async () => {
  const { id } = await project('Logged');
  await limitIn(id, { can: 'acts', prices: false });
  const { rows } = {
    rows: await server.database.query
      .selectFrom('security_log')
      .select(['kind', 'user_id', 'about_id', 'was', 'becomes'])
      .where('was', '=', 'Logged')
      .execute(),
  };
  expect(rows).toEqual([{ kind: 'limits_changed', user_id: owner.id, about_id: bob.id, was: 'Logged', becomes: 'acts, no prices' }]);
});

test('an open screen is notified of a limit, but only that of the limited person', async () => {
  const { id } = await project();
  await limitIn(id, null);
  const query = `subscription { project_access(where: {project_id: {_eq: ${id}}}) { can prices } }`;
  const clients = [bob, owner].map(({ tokens }) => socketTo(server.address, tokens.access));
  const [ofBob, ofOwner] = clients.map((client) => following(client, query));
  await Promise.all([ofBob?.count(1), ofOwner?.count(1)]);
  await limitIn(id, { can: 'acts', prices: false });
  await ofBob?.count(2);
  expect(ofBob?.answers.at(-1)).toEqual({ project_access: [{ can: 'acts', prices: false }] });
  expect(ofOwner?.answers).toEqual([{ project_access: [{ can: 'edits', prices: true }] }]);
  for (const client of clients) await client.dispose();
});

test('the threshold for the question about deductions reveals no price', async () => {
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Deducted' } });
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
  const { rows } = await owner.call('POST /lists/:id/rows/', {
    params: { id: list.id },
    body: {
      rows: [
        { name: 'Bricks', quantity: '100', unit_materials: '10' },
        { name: 'Rebate', quantity: '-1', unit_materials: '173' },
      ],
    },
  });
  const act = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  await limitIn(projectId, { can: 'acts', prices: false });
  const params = { id: act.id };
  const isLeftOut = async (person: Person, quantity: string) => {
    await owner.call('PUT /act_rows/:id/', { params: { id: actRowId(rows[0]?.id ?? 0, 1) }, body: { quantity } });
    return (await person.call('GET /acts/:id/check/', { params })).deductions_left_out;
  };
  // The contract is 827.00: with 82.7 of the bricks it is reached.
  expect([await isLeftOut(owner, '82.7'), await isLeftOut(owner, '82.8')]).toEqual([false, true]);
  expect([await isLeftOut(bob, '82.7'), await isLeftOut(bob, '82.8'), await isLeftOut(bob, '99.9')]).toEqual([false, false, false]);
  expect((await bob.call('PUT /acts/:id/', { params, body: { status_id: 2 } })).status_id).toBe(2);
  await bob.call('PUT /acts/:id/', { params, body: { status_id: 1 } });
  // When only deductions are left to claim, a person who sees no prices is told too.
  expect(await isLeftOut(bob, '100')).toBe(true);
  expect(await refusal(bob.call('PUT /acts/:id/', { params, body: { status_id: 2 } }))).toMatchObject({
    status: 409,
    body: { code: 'deductions_left_out', check: { balance: null, contract: null } },
  });
});

test('a member who may not accept an act cannot do it through a link: answer links are not made, replaced or shown for them', async () => {
  const { id, act } = await claimed({ can: 'reads', prices: true });
  const params = { id: act.id };
  await owner.call('PUT /acts/:id/', { params, body: { status_id: 2 } });
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const make = (by: Person) => by.call('POST /acts/:id/answer_link/', { params, body: { expires_at } });
  const link = await make(owner);
  const shared = await owner.call('POST /acts/:id/share/', { params, body: {} });
  expect(await bob.call('GET /acts/:id/', { params })).toMatchObject({ share: shared, answer_link: null });
  await limitIn(id, { can: 'acts', prices: true });
  expect(await bob.call('GET /acts/:id/', { params })).toMatchObject({ share: shared, answer_link: null });
  const refused = { status: 403, body: CLAIMING };
  expect(await refusal(make(bob))).toEqual(refused);
  expect(await refusal(bob.call('POST /acts/:id/answer_link/rotate/', { params }))).toEqual(refused);
  expect(await refusal(bob.call('POST /acts/:id/answer/', { params, body: { name: 'The client', rows: [] } }))).toEqual(refused);
  expect(await refusal(bob.call('PUT /acts/:id/', { params, body: { status_id: 3 } }))).toEqual(refused);
  expect((await owner.call('GET /acts/:id/', { params })).answer_link).toEqual(link);
  // They may make a read-only link and withdraw an answer link.
  expect(await bob.call('POST /acts/:id/share/', { params, body: {} })).toMatchObject({ hash: shared.hash });
  await bob.call('DELETE /acts/:id/answer_link/', { params });
  await limitIn(id, null);
  expect(await make(bob)).toMatchObject({ expires_at });
});
