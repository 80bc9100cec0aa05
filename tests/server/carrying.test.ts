/** Carrying work into a newer version: the preview, the carrying, and the records that depend on it. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { Asked } from '../../domain/api/routes.ts';
import type { Act, ActRow, Version } from '../../domain/api/shapes.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let accepted: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  accepted = (await finalStatus(server.database.query)).id;
});
afterAll(() => server.close());

type RowGiven = readonly [name: string, quantity: string, price: string];
const wrong = async () => {
  const ask = async <Row>(text: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
  return (await wrongTotals(ask)).wrongCount;
};
const at = (id: number) => ({ params: { id } });
const settle = (act: Pick<Act, 'id'>) => ann.call('PUT /acts/:id/', { ...at(act.id), body: { status_id: accepted } });
const treeOf = async (projectId: number) => (await ann.call('GET /projects/:id/tree', at(projectId))).versions;
const versionIn = async (projectId: number, id: number): Promise<Version> => {
  const found = (await treeOf(projectId)).find((version) => version.id === id);
  if (found === undefined) throw new Error('no such version');
  return found;
};
const step = (projectId: number, way: 'backward' | 'forward') =>
  ann.call(`POST /projects/:id/history/${way}/`, { ...at(projectId), body: {} });

async function listWith(versionId: number, title: string, rows: readonly RowGiven[]) {
  const { list } = await ann.call('POST /versions/:id/lists/', { ...at(versionId), body: { title } });
  const { ids } = await ann.call('POST /lists/:id/rows/', {
    ...at(list.id),
    body: { rows: rows.map(([name, quantity, unit_materials]) => ({ name, unit: 'm2', quantity, unit_materials })) },
  });
  return { listId: list.id, ids };
}
/** A version with 21 % VAT and one list. */
async function job(rows: readonly RowGiven[]) {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  const made = await listWith(versionId, 'Walls', rows);
  const { record } = await ann.call('POST /versions/:id/taxes/', { ...at(versionId), body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { ...at(record.id), body: { percent_total: '21' } });
  return { projectId, versionId, ...made };
}
/** An accepted act with these quantities of rows. */
async function act(versionId: number, done: Readonly<Record<number, string>>, isAccepted = true) {
  const made = await ann.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  for (const [row, quantity] of Object.entries(done))
    await ann.call('PUT /act_rows/:id/', { ...at(actRowId(Number(row), made.place)), body: { quantity } });
  return isAccepted ? settle(made) : made;
}
const copyOf = (projectId: number, from: number) =>
  ann.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: from } });
async function rowsIn(versionId: number): Promise<Record<string, number>> {
  const lists = await ann.call('GET /versions/:id/lists/', at(versionId));
  const found: Record<string, number> = {};
  for (const { id } of lists) {
    const answer = await ann.call('GET /lists/:id/rows/', { ...at(id), query: { limit: 500 } });
    if ('rows' in answer) for (const row of answer.rows) found[row.name] = row.id;
  }
  return found;
}
const review = (
  versionId: number,
  body: Partial<{ kind: 'revalued' | 'settled' | 'added' | 'paired'; by_hand: { from: number; into: number }[] }> = {},
) => ann.call('POST /versions/:id/carry/preview/', { ...at(versionId), body });
async function carry(versionId: number, by_hand: { from: number; into: number }[] = [], by = ann) {
  const { settled, revaluation } = await review(versionId, { by_hand });
  return by.call('POST /versions/:id/carry/', {
    ...at(versionId),
    body: { by_hand, settled: settled.gross.total, revaluation: revaluation.gross.total },
  });
}
const rowsOf = async (of: Pick<Act, 'id'>, listId: number): Promise<readonly ActRow[]> =>
  (await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: of.id, listId }, query: {} })).rows;

/** Brick 10 at 5, Sand 8 at 2, Roof 3 at 10; done 4, 8 and 1; then a copy in which Brick costs 6, Sand is 5, Roof is gone, and Slate is new. */
async function changed() {
  const from = await job([
    ['Brick', '10', '5'],
    ['Sand', '8', '2'],
    ['Roof', '3', '10'],
  ]);
  const [brick = 0, sand = 0, roof = 0] = from.ids;
  const first = await act(from.versionId, { [brick]: '4', [sand]: '8', [roof]: '1' });
  const copy = await copyOf(from.projectId, from.versionId);
  const rows = await rowsIn(copy.id);
  const set = (name: string, body: { quantity?: string; unit_materials?: string }) =>
    ann.call('PUT /rows/:id/', { ...at(rows[name] ?? 0), body });
  await set('Brick', { unit_materials: '6' });
  await set('Sand', { quantity: '5' });
  await ann.call('DELETE /rows/:id/', at(rows.Roof ?? 0));
  const { ids } = await listWith(copy.id, 'Roof', [['Slate', '3', '12']]);
  return {
    ...from,
    first,
    into: copy.id,
    rows: { ...rows, Slate: ids[0] ?? 0 } as Record<string, number> & { Slate: number },
    older: { brick, sand, roof },
  };
}

describe('a version copied from one with acts', () => {
  test('is reviewed before it carries: what moves, what is settled, what is new, the largest amounts first', async () => {
    const { into, versionId } = await changed();
    const settled = await review(into);
    expect(settled).toMatchObject({
      from: { id: versionId, number: 1 },
      into: { number: 2 },
      blocked: null,
      counts: { paired: 2, revalued: 1, settled: 2, added: 1 },
      before: { net: { total: '46.00' }, gross: { total: '55.66' } },
      carried: { net: { total: '34.00' }, gross: { total: '41.14' } },
      settled: { net: { total: '16.00' }, gross: { total: '19.36' } },
      revaluation: { net: { total: '4.00' }, gross: { total: '4.84' } },
      rows: [
        { from: { name: 'Roof' }, into: null, done: '1', carried: '0', settled: '1', settled_value: '10.00' },
        { from: { name: 'Sand' }, into: { name: 'Sand' }, done: '8', carried: '5', settled: '3', settled_value: '6.00' },
      ],
    });
    expect((await review(into, { kind: 'revalued' })).rows).toMatchObject([{ from: { name: 'Brick' }, carried: '4', revaluation: '4.00' }]);
    expect((await review(into, { kind: 'added' })).rows).toMatchObject([{ from: null, into: { name: 'Slate' }, total: '36.00' }]);
    expect((await review(into, { kind: 'paired' })).rows.map(({ from }) => from?.name)).toEqual(['Brick', 'Sand']);
  });

  test('work is carried into the row paired by hand', async () => {
    const { into, rows, older } = await changed();
    const by_hand = [{ from: older.roof, into: rows.Slate }];
    const answer = await review(into, { kind: 'revalued', by_hand });
    expect(answer.counts).toEqual({ paired: 3, revalued: 2, settled: 1, added: 0 });
    expect(answer.rows.find(({ by_hand: isByHand }) => isByHand)).toMatchObject({ into: { name: 'Slate' }, revaluation: '2.00' });
    const twice = [
      { from: older.roof, into: rows.Slate },
      { from: older.brick, into: rows.Slate },
    ];
    expect(await refusal(review(into, { by_hand: twice }))).toMatchObject({ status: 400 });
    expect(await refusal(review(into, { by_hand: [{ from: 1, into: rows.Slate }] }))).toMatchObject({ body: { code: 'pair_gone' } });
    await carry(into, by_hand);
    const next = await act(into, {});
    expect((await ann.call('GET /acts/:id/summary/', at(next.id))).total.completed_before.total).toBe('46.00');
  });

  test('carries: its first act starts from the work done, act numbers continue, and the older version makes no more acts', async () => {
    const { projectId, versionId, first, into, rows, listId } = await changed();
    const version = await carry(into);
    expect(version).toMatchObject({
      contract_id: versionId,
      carried_from: { id: versionId, number: 1 },
      carried_on_by: null,
      claimed: '60.50',
      acts: [],
    });
    const edited = ann.call('PUT /rows/:id/', { ...at(rows.Brick ?? 0), body: { quantity: '1' } });
    expect(await refusal(edited)).toMatchObject({ status: 409, body: { code: 'code_estimate_carries' } });
    expect(await refusal(ann.call('DELETE /versions/:id/', at(into)))).toMatchObject({ body: { code: 'code_estimate_carries' } });
    expect(await versionIn(projectId, versionId)).toMatchObject({ carried_on_by: { id: into, number: 2 }, claimed: '55.66' });
    expect(await ann.call('GET /projects/:id/', at(projectId))).toMatchObject({
      claimed: '60.50',
      contract_sum: '147.62',
      separate: [],
      act_count: 1,
    });
    expect(await versionIn(projectId, into)).toMatchObject({ price: '128.26', settled: '19.36' });
    expect((await ann.call('GET /versions/:id/certificates/', at(into))).contract.gross).toBe('147.62');
    const next = await act(into, { [rows.Brick ?? 0]: '6' }, false);
    expect(next).toMatchObject({ number: '2', place: 1 });
    const { carried } = await ann.call('GET /acts/:id/', at(next.id));
    expect(carried).toMatchObject([{ from: { number: 1 }, into: { number: 2 }, settled: { gross: { total: '19.36' } }, settled_rows: 2 }]);
    const { total } = await ann.call('GET /acts/:id/summary/', at(next.id));
    expect([total.completed_before.total, total.completed_now.total, total.balance.total]).toEqual(['34.00', '36.00', '70.00']);
    const lists = await ann.call('GET /versions/:id/lists/', at(into));
    const [walls] = await rowsOf(next, lists[0]?.id ?? 0);
    expect(walls).toMatchObject({ name: 'Brick', quantity_before: '4', quantity: '6', quantity_left: '0' });
    const helper = await ann.call('GET /act_rows/:id/helper/', { ...at(walls?.id ?? 0), query: { field: 'quantity' } });
    expect(helper).toMatchObject({ min_value: '-4', max_value: '6', used: [] });
    const more = ann.call('PUT /act_rows/:id/', { ...at(walls?.id ?? 0), body: { quantity: '6.000001' } });
    expect(await refusal(more)).toMatchObject({ status: 400 });
    expect(await versionIn(projectId, into)).toMatchObject({ claimed: '104.06' });

    for (const refused of [
      () => ann.call('POST /versions/:id/acts/', { ...at(versionId), body: {} }),
      () => ann.call('PUT /acts/:id/', { ...at(first.id), body: { status_id: 1 } }),
      () => ann.call('DELETE /acts/:id/', at(first.id)),
    ])
      expect(await refusal(refused())).toMatchObject({ status: 409, body: { code: 'carried_on' } });
    expect((await rowsOf(first, listId)).map(({ quantity_balance }) => quantity_balance)).toEqual(['4', '8', '1']);
    // The act at place 0 cannot be named by a call.
    for (const id of [actRowId(rows.Brick ?? 0, 0)])
      expect(await refusal(ann.call('PUT /act_rows/:id/', { ...at(id), body: { quantity: '1' } }))).toMatchObject({ status: 404 });
    expect(await refusal(ann.call('PUT /rows/:id/', { ...at(rows.Brick ?? 0), body: { quantity: '1' } }))).toMatchObject({ status: 409 });
    expect(await wrong()).toBe(0);
  });

  test('records for good which rows moved and which were settled', async () => {
    const { into } = await changed();
    await carry(into);
    const page = (kind: 'revalued' | 'settled') => ann.call('GET /versions/:id/carried/', { ...at(into), query: { kind } });
    expect((await page('revalued')).rows).toMatchObject([
      { from: { name: 'Brick' }, into: { name: 'Brick' }, before: '20.00', revaluation: '4.00' },
    ]);
    expect((await page('settled')).rows).toMatchObject([
      { from: { name: 'Roof' }, settled: '1', settled_value: '10.00' },
      { from: { name: 'Sand' }, done: '8', carried: '5', settled: '3', settled_value: '6.00' },
    ]);
    expect(await page('revalued')).toMatchObject({ total: 1, carryings: [{ from: { number: 1 } }] });
  });

  test('an undo reverts the whole carrying and a redo makes it again; no part of it is undone while an act depends on it', async () => {
    const { projectId, versionId, into, rows } = await changed();
    const before = await treeOf(projectId);
    await carry(into);
    const carried = await treeOf(projectId);
    await step(projectId, 'backward');
    expect(await treeOf(projectId)).toEqual(before);
    await ann.call('PUT /rows/:id/', { ...at(rows.Slate), body: { quantity: '4' } });
    await step(projectId, 'backward');
    await carry(into);
    await step(projectId, 'backward');
    await step(projectId, 'forward');
    const again = await treeOf(projectId);
    expect(again).toEqual(carried);
    const next = await act(into, { [rows.Brick ?? 0]: '1' }, false);
    const drop = () => ann.call('DELETE /versions/:id/carry/', at(into));
    expect(await refusal(drop())).toMatchObject({ status: 409, body: { code: 'carry_act_stands' } });
    await ann.call('DELETE /acts/:id/', at(next.id));
    expect(await drop()).toMatchObject({ carried_from: null, contract_id: into });
    await step(projectId, 'backward');
    expect((await versionIn(projectId, into)).carried_from?.id).toBe(versionId);
    await step(projectId, 'forward');
    expect((await act(versionId, {}, false)).number).toBe('2');
    expect(await wrong()).toBe(0);
  });

  test('undo and redo bring back the carrying of their own event, however often the version carried', async () => {
    const { projectId, into, rows, older } = await changed();
    const figures = async () => {
      const { contract_id, claimed, carried_from } = await versionIn(projectId, into);
      const carried = await ann.call('GET /versions/:id/carried/', { ...at(into), query: { kind: 'settled' } });
      return { contract_id, claimed, carried_from, settled: carried.rows.map(({ from }) => from?.name) };
    };
    const states = [await figures()];
    const then = async (deed: () => Promise<unknown>) => {
      await deed();
      states.push(await figures());
    };
    const drop = () => ann.call('DELETE /versions/:id/carry/', at(into));
    await then(() => carry(into, [{ from: older.roof, into: rows.Slate }]));
    await then(drop);
    await then(() => carry(into));
    await then(drop);
    await then(() => carry(into, [{ from: older.roof, into: rows.Slate }]));
    expect(states.map(({ settled }) => settled)).toEqual([[], ['Sand'], [], ['Roof', 'Sand'], [], ['Sand']]);
    for (const state of states.toReversed().slice(1)) {
      await step(projectId, 'backward');
      expect(await figures()).toEqual(state);
    }
    for (const state of states.slice(1)) {
      await step(projectId, 'forward');
      expect(await figures()).toEqual(state);
    }
    expect(await wrong()).toBe(0);
  });

  test('undo brings back the latest carrying when an earlier release recorded no events with it', async () => {
    const { projectId, into } = await changed();
    await carry(into);
    const before = await versionIn(projectId, into);
    await ann.call('DELETE /versions/:id/carry/', at(into));
    await sql`update carryings set made_event = null, withdrawn_event = null where version_id = ${into}`.execute(server.database.query);
    await step(projectId, 'backward');
    expect(await versionIn(projectId, into)).toEqual(before);
    await step(projectId, 'backward');
    await step(projectId, 'forward');
    expect(await versionIn(projectId, into)).toEqual(before);
  });

  test('keeps what other carryings of the team settled when it is undone', async () => {
    const [kept, dropped] = [await changed(), await changed()];
    await carry(kept.into);
    await carry(dropped.into);
    const settledRows = async () => (await ann.call('GET /versions/:id/carried/', { ...at(kept.into), query: { kind: 'settled' } })).rows;
    const before = await settledRows();
    expect(before.map(({ from }) => from?.name)).toEqual(['Roof', 'Sand']);
    await ann.call('DELETE /versions/:id/carry/', at(dropped.into));
    expect(await settledRows()).toEqual(before);
  });

  test('is carried on a third time, beside work settled earlier', async () => {
    const { projectId, into, rows } = await changed();
    await carry(into);
    await act(into, { [rows.Brick ?? 0]: '6' });
    const third = await copyOf(projectId, into);
    const now = await rowsIn(third.id);
    await ann.call('PUT /rows/:id/', { ...at(now.Sand ?? 0), body: { unit_materials: '1' } });
    await carry(third.id);
    const next = await act(third.id, {});
    expect(next.number).toBe('3');
    expect((await ann.call('GET /acts/:id/', at(next.id))).carried.map(({ from }) => from.number)).toEqual([1, 2]);
    // 104.06 less 5 of sand that cost 1 less, with taxes.
    expect(await versionIn(projectId, third.id)).toMatchObject({ claimed: '98.01' });
    expect((await ann.call('GET /projects/:id/', at(projectId))).claimed).toBe('98.01');
  });
});

describe('it is refused', () => {
  test('while an act of the older version is not accepted, with its name', async () => {
    const { versionId, into } = await changed();
    await act(versionId, {}, false);
    expect((await review(into)).blocked).toMatchObject({
      code: 'older_act_open',
      detail: 'Act 2 of version 1 is not accepted yet. Accept it first, or delete it',
    });
    expect(await refusal(carry(into))).toMatchObject({ status: 409, body: { code: 'older_act_open' } });
  });

  test('when the figures differ from those reviewed, with the current ones', async () => {
    const { into, rows } = await changed();
    const { settled, revaluation } = await review(into);
    await ann.call('PUT /rows/:id/', { ...at(rows.Brick ?? 0), body: { unit_materials: '7' } });
    const late = ann.call('POST /versions/:id/carry/', {
      ...at(into),
      body: { settled: settled.gross.total, revaluation: revaluation.gross.total },
    });
    expect(await refusal(late)).toMatchObject({
      status: 409,
      body: { code: 'carry_moved', review: { revaluation: { net: { total: '8.00' } } } },
    });
  });

  test('to regular members, a second time, and into a version with acts or without anything to carry', async () => {
    const { projectId, versionId, into } = await changed();
    expect(await refusal(carry(into, [], bob))).toMatchObject({ status: 403 });
    const both = await Promise.allSettled([carry(into), carry(into)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(carry(into))).toMatchObject({ status: 409 });
    const other = await copyOf(projectId, versionId);
    expect(
      await refusal(
        ann.call('POST /versions/:id/carry/', { ...at(other.id), body: { from_version_id: versionId, settled: '0', revaluation: '0' } }),
      ),
    ).toMatchObject({
      body: { code: 'carried_on' },
    });
    const alone = await job([['Brick', '1', '1']]);
    expect(await refusal(review(alone.versionId))).toMatchObject({ body: { code: 'nothing_to_carry' } });
    const elsewhere = ann.call('POST /versions/:id/carry/preview/', { ...at(alone.versionId), body: { from_version_id: versionId } });
    expect(await refusal(elsewhere)).toMatchObject({ status: 400 });
  });
});

describe('a separate contract', () => {
  test('is marked as one, and is never added to another contract', async () => {
    const { projectId, versionId, into, rows } = await changed();
    const make = () => ann.call('POST /versions/:id/acts/', { ...at(into), body: {} });
    expect(await refusal(make())).toMatchObject({ status: 409, body: { code: 'claimed_elsewhere', claimed: '55.66' } });
    const separate = (is_separate: boolean, by = ann) => by.call('POST /versions/:id/separate/', { ...at(into), body: { is_separate } });
    expect(await refusal(separate(true, bob))).toMatchObject({ status: 403 });
    expect(await separate(true)).toMatchObject({ is_separate: true });
    await step(projectId, 'backward');
    expect(await refusal(make())).toMatchObject({ status: 409 });
    await step(projectId, 'forward');
    expect((await review(into)).blocked).toMatchObject({ code: 'carry_is_separate' });
    const own = await act(into, { [rows.Brick ?? 0]: '1' });
    expect(own).toMatchObject({ number: '1', claimed_elsewhere: '55.66' });
    expect(await ann.call('GET /projects/:id/', at(projectId))).toMatchObject({
      claimed: '7.26',
      contract_sum: '128.26',
      separate: [{ version_id: versionId, version_number: 1, contract_sum: '116.16', claimed: '55.66' }],
    });
    expect(await refusal(separate(false))).toMatchObject({ body: { code: 'separate_has_acts' } });
  });
});

test('carried values of version 1 never change by a cent', async () => {
  const { projectId, first, listId, into, rows } = await changed();
  const seen = async () => [
    await ann.call('GET /acts/:id/summary/', at(first.id)),
    await rowsOf(first, listId),
    (await ann.call('GET /acts/:id/', at(first.id))).price,
  ];
  const before = await seen();
  await carry(into);
  const next = await act(into, { [rows.Brick ?? 0]: '2' });
  expect(await seen()).toEqual(before);
  const third = await copyOf(projectId, into);
  await carry(third.id);
  await act(third.id, {});
  expect(await seen()).toEqual(before);
  expect(next.price).toBe('14.52');
});

test('the first and the last of more rows than are read at once are carried', async () => {
  const { projectId, versionId, listId } = await job([['First', '10', '5']]);
  await sql`
    insert into estimate_rows (team_id, version_id, list_id, "order", name, unit, quantity)
    select l.team_id, l.version_id, l.id, 100000 + n, 'Row ' || n, 'm', 10 from lists l, generate_series(1, 10001) n where l.id = ${listId}`.execute(
    server.database.query,
  );
  const { rows } = await sql<{ id: number }>`select id from estimate_rows where list_id = ${listId} order by "order", id`.execute(
    server.database.query,
  );
  const [first = 0, last = 0] = [rows[0]?.id, rows.at(-1)?.id];
  await act(versionId, { [first]: '4', [last]: '3' });
  const { id: copy } = await copyOf(projectId, versionId);
  expect((await review(copy)).counts).toMatchObject({ paired: 2, settled: 0, added: 0 });
});

describe('an import', () => {
  const TEXT = 'Name\tUnit\tQuantity\tRate\nBrick\tm2\t10\t6\nSand\tm2\t5\t2\nSlate\tm2\t3\t12\n';
  async function imported() {
    const from = await job([
      ['Brick', '10', '5'],
      ['Sand', '8', '2'],
      ['Roof', '3', '10'],
    ]);
    const [brick = 0, sand = 0, roof = 0] = from.ids;
    await act(from.versionId, { [brick]: '4', [sand]: '8', [roof]: '1' });
    await ann.call('POST /import/:id/paste/', { ...at(from.projectId), body: { text: TEXT } });
    const { new_lists } = await untilRead(ann, from.projectId);
    return {
      ...from,
      roof,
      importList: new_lists[0]?.id ?? 0,
      finish: (body: Asked<'POST /import/:id/finish/'>['body'], by = ann) =>
        by.call('POST /import/:id/finish/', { ...at(from.projectId), body }),
    };
  }
  const previewed = (projectId: number, body: Asked<'POST /import/:id/carry/preview/'>['body'] = {}) =>
    ann.call('POST /import/:id/carry/preview/', { ...at(projectId), body });

  test('is reviewed against the work done, and finished with it in one event that one undo reverts', async () => {
    const { projectId, versionId, roof, importList, finish } = await imported();
    const { rows } = await ann.call('GET /import/:id/lists/:listId/', { params: { id: projectId, listId: importList }, query: {} });
    const slate = rows.find((row) => JSON.stringify(row).includes('Slate'))?.id ?? 0;
    const found = await previewed(projectId, { kind: 'added' });
    expect(found).toMatchObject({ into: null, blocked: null, counts: { settled: 3, added: 3 } });
    const by_hand = [{ from: roof, into: slate }];
    expect((await previewed(projectId, { by_hand, kind: 'paired' })).rows).toMatchObject([
      { from: { name: 'Roof' }, into: { name: 'Slate' }, by_hand: true },
    ]);
    const seen = await previewed(projectId, { by_hand });
    const carry_ = { by_hand, settled: seen.settled.gross.total, revaluation: seen.revaluation.gross.total };
    expect(await refusal(finish({ carry: { ...carry_, settled: '1.00' } }))).toMatchObject({ status: 409, body: { code: 'carry_moved' } });
    expect(await refusal(finish({ carry: carry_ }, bob))).toMatchObject({ status: 403 });
    const before = await treeOf(projectId);
    const { project_version_id: made } = await finish({ carry: carry_ });
    expect(await versionIn(projectId, made)).toMatchObject({ carried_from: { id: versionId }, contract_id: versionId });
    const after = await treeOf(projectId);
    await step(projectId, 'backward');
    expect(await treeOf(projectId)).toEqual(before);
    expect(await refusal(ann.call('POST /versions/:id/acts/', { ...at(made), body: {} }))).toMatchObject({ status: 404 });
    await step(projectId, 'forward');
    expect(await treeOf(projectId)).toEqual(after);
    const next = await act(made, {});
    expect(next.number).toBe('2');
    expect(await wrong()).toBe(0);
  });

  test('is undone after its carrying was undone and made again', async () => {
    const { projectId, finish } = await imported();
    const before = await treeOf(projectId);
    const { settled, revaluation } = await previewed(projectId);
    const { project_version_id: made } = await finish({ carry: { settled: settled.gross.total, revaluation: revaluation.gross.total } });
    const after = await treeOf(projectId);
    await ann.call('DELETE /versions/:id/carry/', at(made));
    await carry(made);
    for (let steps = 0; steps < 3; steps += 1) await step(projectId, 'backward');
    expect(await treeOf(projectId)).toEqual(before);
    await step(projectId, 'forward');
    expect(await treeOf(projectId)).toEqual(after);
    await step(projectId, 'backward');
    expect((await step(projectId, 'backward')).event).toMatchObject({ entity_type: 'act', processed: false });
    expect(await wrong()).toBe(0);
  });

  test('can be finished without carrying, edited, and carried later', async () => {
    const { projectId, finish } = await imported();
    const { project_version_id: made } = await finish({});
    const { ids } = await listWith(made, 'Walls', [['Roof', '3', '10']]);
    expect((await review(made)).counts).toMatchObject({ paired: 1, settled: 2 });
    await carry(made);
    expect((await act(made, { [ids[0] ?? 0]: '2' })).number).toBe('2');
    expect(await versionIn(projectId, made)).toMatchObject({ is_separate: false });
  });
});

test('a carrying at the same time as an act, a claim or an edit: each is done whole or refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { projectId, versionId, into, rows } = await changed();
    const { settled, revaluation } = await review(into);
    const carrying = () =>
      ann.call('POST /versions/:id/carry/', { ...at(into), body: { settled: settled.gross.total, revaluation: revaluation.gross.total } });
    const rival = [
      () => bob.call('POST /versions/:id/acts/', { ...at(versionId), body: {} }),
      () => bob.call('POST /versions/:id/acts/', { ...at(into), body: {} }),
      () => bob.call('PUT /rows/:id/', { ...at(rows.Brick ?? 0), body: { unit_materials: '9' } }),
    ][round % 3] as () => Promise<unknown>;
    const outcomes = await Promise.allSettled((round < 3 ? [carrying, rival] : [rival, carrying]).map((deed) => deed()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
    const [older, newer] = [await versionIn(projectId, versionId), await versionIn(projectId, into)];
    // Acts are never made in both versions: in the older one after it was carried on, or in the newer one before work was carried into it.
    if (newer.carried_from === null) expect(newer.acts).toEqual([]);
    else expect(older.acts.length).toBe(1);
    expect(await wrong()).toBe(0);
  }
});
