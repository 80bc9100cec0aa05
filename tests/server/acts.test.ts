import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { Act, ActRow, Progress } from '../../domain/api/shapes.ts';
import { exact, fixed } from '../../domain/decimal.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';
import { following, listening, socketTo } from './listening.ts';

let server: TestServer;
let ann: Person;
let versionId: number;
let first: Act;
let listIds: number[];
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  ({ versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx'));
  const added = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: added.record.id }, body: { percent_total: '21' } });
  first = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date: '2026-11-30' } });
  listIds = added.summary.costs.map(({ id }) => id);
});
afterAll(() => server.close());

const listOf = async (act: Act, at = 0) =>
  (
    await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId: listIds[at] ?? 0 }, query: { limit: 500 } })
  ).rows.filter(({ kind }) => kind === 'row');
async function rowOf(act: Act, at: number): Promise<ActRow> {
  const row = (await listOf(act))[at];
  if (row === undefined) throw new Error(`no row ${at}`);
  return row;
}
const put = (row: ActRow, body: object, revision?: number) =>
  ann.call('PUT /act_rows/:id/', { params: { id: row.id }, body: body as never }, revision === undefined ? {} : { revision });
const helper = (row: ActRow, field: 'quantity' | 'percent') =>
  ann.call('GET /act_rows/:id/helper/', { params: { id: row.id }, query: { field } });
const plus = (a: string, b: string) => fixed(exact(a, 6) + exact(b, 6), 6).replace(/\.?0+$/, '');

test('an act begins empty, numbered 1, and freezes its version', async () => {
  expect(first).toMatchObject({ number: '1', place: 1, finish_date: '2026-11-30', price: '0.00', share: null, version_id: versionId });
  const summary = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  expect(summary.frozen).toBe(true);
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listIds[0] ?? 0 }, query: { limit: 500 } });
  const row = 'rows' in answer ? answer.rows.find(({ kind }) => kind === 'row') : undefined;
  const frozenNow = { status: 409, body: frozen() };
  expect(await refusal(ann.call('PUT /rows/:id/', { params: { id: row?.id ?? 0 }, body: { quantity: '1' } }))).toEqual(frozenNow);
  expect(await refusal(ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'x' } }))).toEqual(frozenNow);
});

test('a quantity inside the range is kept; outside it, the refusal names the range and nothing changes', async () => {
  const row = await rowOf(first, 0);
  expect(await helper(row, 'quantity')).toEqual({ min_value: '0', max_value: row.estimated_quantity, used: [] });
  expect(await helper(row, 'percent')).toEqual({ min_value: '0.00', max_value: '100.00', used: [] });
  const over = plus(row.estimated_quantity, '0.000001');
  const outOfRange = { status: 400, body: { quantity: [`The range for this row is 0 to ${row.estimated_quantity} ${row.unit}`] } };
  expect(await refusal(put(row, { quantity: over }))).toEqual(outOfRange);
  expect(await refusal(put(row, { quantity: '-1' }))).toEqual(outOfRange);
  expect(await refusal(put(row, { percent: '260' }))).toEqual({
    status: 400,
    body: { percent: ['The range for this row is 0.00 to 100.00 %'] },
  });
  expect(await rowOf(first, 0)).toEqual(row);
});

test('100 percent is the whole quantity to the last digit, 0 percent is none of it', async () => {
  const row = await rowOf(first, 1);
  const full = await put(row, { percent: '100' });
  expect(full.row).toMatchObject({
    quantity: row.estimated_quantity,
    percent: '100.00',
    quantity_left: '0',
    completed_now: row.estimated_cost,
    left_to_do: { total: '0.00' },
  });
  expect((await put(full.row, { percent: '0' })).row).toMatchObject({ quantity: '0', percent: '0.00', completed_now: { total: '0.00' } });
});

test('percents, quantities and revisions stay consistent', async () => {
  const row = await rowOf(first, 2);
  const half = await put(row, { percent: '50' }, row.revision);
  expect(half.row.percent).toBe('50.00');
  const same = await put(half.row, { percent: '50' }, half.row.revision);
  expect(same.row).toEqual(half.row);
  expect(await refusal(put(row, { percent: '51' }, row.revision))).toMatchObject({
    status: 409,
    body: { code: 'stale_edit', current: half.row },
  });
  expect(await refusal(put(row, { percent: '50.123' }))).toEqual({
    status: 400,
    body: { percent: ['Enter a percent with at most 2 decimals'] },
  });
});

/** before + now = balance and balance + left = estimated, in every cell. */
function expectClosed(cell: Progress) {
  for (const part of ['labour', 'materials', 'tools', 'total'] as const) {
    const at = (amounts: Progress['balance']) => exact(amounts[part], 2);
    expect(at(cell.completed_before) + at(cell.completed_now)).toBe(at(cell.balance));
    expect(at(cell.balance) + at(cell.left_to_do)).toBe(at(cell.estimated_cost));
  }
  expect([cell.completed_before_total, cell.completed_now_total, cell.balance_total, cell.left_to_do_total]).toEqual([
    cell.completed_before.total,
    cell.completed_now.total,
    cell.balance.total,
    cell.left_to_do.total,
  ]);
}

describe('several acts', () => {
  let second: Act;
  beforeAll(async () => {
    for (const row of (await listOf(first)).slice(0, 6)) await put(row, { percent: '33.33' });
    second = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  });

  test('the second act begins where the first ended', async () => {
    expect(second).toMatchObject({ number: '2', place: 2 });
    const [one, two] = await Promise.all([first, second].map((act) => ann.call('GET /acts/:id/summary/', { params: { id: act.id } })));
    if (one === undefined || two === undefined) throw new Error('no summaries');
    for (const [before, after] of [
      ...one.costs.map((cost, at) => [cost, two.costs[at] ?? cost] as const),
      [one.total_with_taxes, two.total_with_taxes] as const,
    ]) {
      expect(after.completed_before).toEqual(before.balance);
      expectClosed(before);
      expectClosed(after);
    }
    expect(one.total_with_taxes.completed_before_total).toBe('0.00');
    expect(two.total_with_taxes.completed_now_total).toBe('0.00');
  });

  test('the second act may claim the quantity left, and the first may not grow past it', async () => {
    const claimed = await rowOf(second, 0);
    expect((await helper(claimed, 'quantity')).max_value).toBe(claimed.quantity_left);
    const full = await put(claimed, { quantity: claimed.quantity_left });
    expect(full.row.left_to_do).toEqual({ labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' });
    const earlier = await rowOf(first, 0);
    expect((await helper(earlier, 'quantity')).max_value).toBe(earlier.quantity);
    expect((await refusal(put(earlier, { quantity: plus(earlier.quantity, '0.000001') }))).status).toBe(400);
    expect(await helper(full.row, 'quantity')).toEqual({
      min_value: `-${earlier.quantity}`,
      max_value: full.row.quantity,
      used: [{ act_id: first.id, number: '1', quantity: earlier.quantity }],
    });
  });

  test('when everything is done, nothing is left anywhere, and the acts add up to the estimate', async () => {
    for (const at of listIds.keys())
      for (const row of await listOf(second, at)) await put(row, { quantity: plus(row.quantity, row.quantity_left) });
    const summary = await ann.call('GET /acts/:id/summary/', { params: { id: second.id } });
    for (const cell of [...summary.costs, summary.subtotal, summary.total, ...summary.taxes, summary.total_with_taxes]) {
      expectClosed(cell);
      expect(cell.left_to_do).toEqual({ labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' });
    }
    const { versions } = await ann.call('GET /projects/:id/tree', { params: { id: first.project_id } });
    const [version] = versions;
    const claimed = version?.acts.reduce((sum, { price }) => sum + exact(price, 2), 0n);
    expect(fixed(claimed ?? 0n, 2)).toBe(version?.price);
  });

  test('an accepted act locks itself and the acts before it; an owner may set the latest back', async () => {
    const accepted = await ann.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: 3 } });
    expect(accepted.status_id).toBe(3);
    const locked = {
      status: 409,
      body: {
        code: 'act_locked',
        detail: 'Act 2 has the status “Accepted”, so this act can no longer be changed. Correct it in a later act',
      },
    };
    expect(await refusal(put(await rowOf(first, 3), { quantity: '0' }))).toEqual(locked);
    expect(await refusal(ann.call('PUT /acts/:id/', { params: { id: first.id }, body: { number: '9' } }))).toEqual(locked);
    const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
    expect((await refusal(bob.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: 1 } }))).status).toBe(403);
    expect((await ann.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: 1 } })).status_id).toBe(1);
  });

  test('an act number is unique in its version', async () => {
    expect(await refusal(ann.call('PUT /acts/:id/', { params: { id: second.id }, body: { number: '1' } }))).toEqual({
      status: 400,
      body: { number: ['Act 1 already exists in this version'] },
    });
  });
});

describe('a deleted act', () => {
  /** A heading with Sand 10 at 0.335 and Gravel 8 at 3.33 each, a tax of 21 %, and act 1 with 3 of each. */
  async function site() {
    const { id: projectId } = await ann.call('POST /projects', { body: { name: 'Yard', team_id: ann.teamId } });
    const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
    const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id }, body: { name: 'VAT' } });
    await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
    const { list } = await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Ground' } });
    const { ids } = await ann.call('POST /lists/:id/rows/', {
      params: { id: list.id },
      body: {
        rows: [
          { kind: 'section', name: 'Fill' },
          { name: 'Sand', quantity: '10', unit_materials: '0.335' },
          { name: 'Gravel', quantity: '8', unit_labour: '3.33', unit_materials: '3.33' },
        ],
      },
    });
    const [, sand = 0, gravel = 0] = ids;
    const make = () => ann.call('POST /versions/:id/acts/', { params: { id }, body: {} });
    const act = await make();
    const claim = (row: number, { place }: Pick<Act, 'place'>, quantity: string) =>
      ann.call('PUT /act_rows/:id/', { params: { id: actRowId(row, place) }, body: { quantity } });
    for (const row of [sand, gravel]) await claim(row, act, '3');
    return { projectId, id, listId: list.id, sand, gravel, act, make, claim };
  }
  const drop = ({ id }: Act) => ann.call('DELETE /acts/:id/', { params: { id } });
  const back = (id: number) => ann.call('POST /projects/:id/history/backward/', { params: { id }, body: {} });

  test('never passes on edits and comments sent to it to the act made after it', async () => {
    const { id, listId, sand, make } = await site();
    const gone = await make();
    const params = { id: actRowId(sand, gone.place) };
    await ann.call('POST /act_rows/:id/comments/', { params, body: { text: 'Rain damage' } });
    await drop(gone);
    const next = await make();
    expect(next).toMatchObject({ number: gone.number, version_id: id });
    const late = [
      () => ann.call('PUT /act_rows/:id/', { params, body: { quantity: '1' } }, { revision: 0 }),
      () => ann.call('PUT /act_rows/:id/', { params, body: { quantity: '1' } }),
      () => ann.call('POST /act_rows/:id/comments/', { params, body: { text: 'Late' } }),
      () => ann.call('GET /act_rows/:id/comments/', { params, query: {} }),
    ];
    for (const send of late) expect((await refusal(send())).status).toBe(404);
    expect((await ann.call('GET /acts/:id/', { params: { id: next.id } })).price).toBe('0.00');
    expect(await ann.call('GET /acts/:id/lists/:listId/comments/', { params: { id: next.id, listId } })).toEqual([]);
  });

  test('comes back to its own place by undo, with its claims and comments, and its place is never reused', async () => {
    const { projectId, sand, make, claim } = await site();
    const gone = await make();
    await claim(sand, gone, '2');
    const params = { id: actRowId(sand, gone.place) };
    await ann.call('POST /act_rows/:id/comments/', { params, body: { text: 'Rain damage' } });
    await drop(gone);
    const next = await make();
    await back(projectId);
    await back(projectId);
    expect((await ann.call('GET /acts/:id/', { params: { id: gone.id } })).place).toBe(gone.place);
    expect((await ann.call('GET /act_rows/:id/', { params })).row.quantity).toBe('2');
    expect((await ann.call('GET /act_rows/:id/comments/', { params, query: {} })).total).toBe(1);
    expect((await make()).place).toBeGreaterThan(next.place);
  });

  test('leaves no trace in the figures of the acts around it', async () => {
    /** Every figure of the acts, without their differing ids and places. */
    const figures = async (of: Awaited<ReturnType<typeof site>>, isGone: boolean) => {
      if (isGone) {
        const gone = await of.make();
        await of.claim(of.sand, gone, '2');
        await drop(gone);
      }
      const second = await of.make();
      const answers: unknown[] = [await of.claim(of.sand, second, '2'), await of.claim(of.gravel, second, '1')];
      if (isGone) await drop(await of.make());
      const third = await of.make();
      answers.push(await of.claim(of.gravel, third, '4'), await of.claim(of.gravel, of.act, '2'), await of.claim(of.sand, second, '1'));
      answers.push(await ann.call('POST /acts/:id/complete/preview/', { params: { id: second.id }, body: { percent: '90' } }));
      answers.push(await ann.call('POST /acts/:id/complete/', { params: { id: third.id }, body: { percent: '80' } }));
      for (const { id } of [of.act, second, third]) {
        const params = { id };
        answers.push((await ann.call('GET /acts/:id/', { params })).price, await ann.call('GET /acts/:id/summary/', { params }));
        answers.push(await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id, listId: of.listId }, query: {} }));
      }
      for (const act of [of.act, second, third])
        answers.push(await ann.call('GET /act_rows/:id/', { params: { id: actRowId(of.gravel, act.place) } }));
      const hidden = /^(?:.*_?ids?|revision|.*_at|price_revision)$/;
      return JSON.parse(JSON.stringify(answers, (key, value) => (hidden.test(key) ? undefined : value)));
    };
    const [whole, gap] = [await site(), await site()];
    expect(await figures(gap, true)).toEqual(await figures(whole, false));
    const ask = async <Row>(text: string, values: readonly unknown[]) =>
      (await server.database.query.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
    expect((await wrongTotals(ask)).wrong).toEqual([]);
  });

  test('counts among the 4,095 that a version may have', async () => {
    const { id, make } = await site();
    const had = (last: number) => sql`update places_taken set last = ${last}::int where version_id = ${id}`.execute(server.database.query);
    await had(4094);
    expect((await make()).place).toBe(4095);
    expect(await refusal(make())).toMatchObject({
      status: 409,
      body: { code: 'no_place_left', detail: expect.stringContaining('has had 4095 acts') },
    });
  });
});

describe('a shared act', () => {
  test('opens with its key alone, shows the same numbers, and nothing else', async () => {
    const { hash, url } = await ann.call('POST /acts/:id/share/', { params: { id: first.id }, body: {} });
    expect(url).toBe(`${server.address}/public/${hash}`);
    const key = { publicKey: hash };
    expect(await server.call('GET /public/act/', {}, key)).toMatchObject({
      act: { id: first.id, number: '1' },
      project_name: 'Imported',
      currency: '€',
      status: { code: 'draft' },
    });
    const asked = { params: { id: first.id } };
    expect(await server.call('GET /acts/:id/summary/', asked, key)).toEqual(await ann.call('GET /acts/:id/summary/', asked));
    const list = { params: { id: first.id, listId: listIds[0] ?? 0 }, query: {} };
    expect(await server.call('GET /acts/:id/lists/:listId/rows/', list, key)).toEqual(
      await ann.call('GET /acts/:id/lists/:listId/rows/', list),
    );
    expect((await server.call('GET /acts/:id/', asked, key)).share).toBeNull();
    const row = await rowOf(first, 0);
    expect((await refusal(server.call('PUT /act_rows/:id/', { params: { id: row.id }, body: { quantity: '0' } }, key))).status).toBe(401);
    expect((await refusal(server.call('GET /versions/:id/summary/', { params: { id: versionId } }, key))).status).toBe(401);
  });

  test('a key opens only its own act, and ends with the sharing or on its date', async () => {
    const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: first.id }, body: {} });
    const third = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
    expect((await refusal(server.call('GET /acts/:id/summary/', { params: { id: third.id } }, { publicKey: hash }))).status).toBe(404);
    await ann.call('POST /acts/:id/share/', { params: { id: first.id }, body: { expires_at: '2020-01-01T00:00:00.000Z' } });
    const opened = (publicKey: string) => refusal(server.call('GET /public/act/', {}, { publicKey }));
    expect(await opened(hash)).toEqual({ status: 404, body: { detail: 'This link has expired', code: 'link_expired' } });
    await ann.call('DELETE /acts/:id/share/', { params: { id: first.id } });
    expect(await opened(hash)).toEqual({ status: 404, body: { detail: 'This link has been withdrawn', code: 'link_withdrawn' } });
    expect(await opened('never-made')).toEqual({ status: 404, body: { detail: 'This link is not valid', code: 'link_unknown' } });
  });

  test('a new link and its date replace the previous one', async () => {
    const params = { id: first.id };
    expect(await refusal(ann.call('POST /acts/:id/share/rotate/', { params }))).toMatchObject({
      status: 409,
      body: { code: 'not_shared' },
    });
    const expires_at = '2099-01-01T00:00:00.000Z';
    const { hash } = await ann.call('POST /acts/:id/share/', { params, body: { expires_at } });
    const next = await ann.call('POST /acts/:id/share/rotate/', { params });
    expect([next.expires_at, next.hash === hash]).toEqual([expires_at, false]);
    expect((await server.call('GET /public/act/', {}, { publicKey: next.hash })).act.id).toBe(first.id);
    expect(await refusal(server.call('GET /public/act/', {}, { publicKey: hash }))).toMatchObject({ body: { code: 'link_withdrawn' } });
  });

  test('its holder sees every change and the end of sharing, and can follow nothing else', async () => {
    const params = { id: first.id };
    const { hash } = await ann.call('POST /acts/:id/share/', { params, body: {} });
    const client = socketTo(server.address, undefined, hash);
    const followed = following(client, 'subscription { public_act { id changed_at } }');
    await followed.count(1);
    await ann.call('PUT /acts/:id/', { params, body: { finish_date: '2026-12-24' } });
    await followed.count(2);
    const [before, after] = followed.answers as { public_act: { id: number; changed_at: string }[] }[];
    expect([before?.public_act[0]?.id, after?.public_act[0]?.id]).toEqual([first.id, first.id]);
    expect(after?.public_act[0]?.changed_at).not.toBe(before?.public_act[0]?.changed_at);
    expect(await listening(client, first.project_id).over).toMatchObject([{ extensions: { code: 'access-denied' } }]);
    await ann.call('DELETE /acts/:id/share/', { params });
    await followed.count(3);
    expect(followed.answers.at(-1)).toEqual({ public_act: [] });
    followed.stop();
    await client.dispose();
  });
});
