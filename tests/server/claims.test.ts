import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { addUp, fromAmounts, minus, toAmounts } from '../../domain/amounts.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Act, ActRow } from '../../domain/api/shapes.ts';
import { absolute, exact, SCALE, shortest } from '../../domain/decimal.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

async function job() {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  const { record, summary } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const lists = summary.costs.map(({ id }) => id);
  const claim = () => ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  return { projectId, versionId, lists, claim };
}
const complete = (act: Act, body: { list_id?: number; percent?: string } = {}, by = ann) =>
  by.call('POST /acts/:id/complete/', { params: { id: act.id }, body });
const summaryOf = (act: Act) => ann.call('GET /acts/:id/summary/', { params: { id: act.id } });
async function rowsOf(act: Act, lists: readonly number[]): Promise<ActRow[]> {
  const answers = await Promise.all(
    lists.map((listId) => ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId }, query: { limit: 500 } })),
  );
  return answers.flatMap(({ rows }) => rows.filter(({ kind, estimated_quantity }) => kind === 'row' && estimated_quantity !== '0'));
}
const put = (row: Pick<ActRow, 'id'>, body: { quantity: string } | { percent: string }, by = ann) =>
  by.call('PUT /act_rows/:id/', { params: { id: row.id }, body });
const back = (projectId: number) => ann.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} });
const forth = (projectId: number) => ann.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
const NOTHING = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };

test('a list, then the whole act, is completed in one step each, and undone in one', async () => {
  const { projectId, lists, claim } = await job();
  const act = await claim();
  const [list = 0] = lists;
  const { changed, limited, summary } = await complete(act, { list_id: list });
  expect([changed, limited]).toEqual([(await rowsOf(act, [list])).length, 0]);
  expect(summary.costs.find(({ id }) => id === list)?.left_to_do).toEqual(NOTHING);
  const looked = await ann.call('POST /acts/:id/complete/preview/', { params: { id: act.id }, body: {} });
  const all = await complete(act);
  const more = minus(fromAmounts(all.summary.total_with_taxes.balance), fromAmounts(summary.total_with_taxes.balance));
  expect([looked.claimed, all.claimed]).toEqual([toAmounts(more).total, toAmounts(more).total]);
  expect(all.summary.total_with_taxes.left_to_do).toEqual(NOTHING);
  expect(await summaryOf(act)).toEqual(all.summary);
  expect((await complete(act)).changed).toBe(0);
  await back(projectId);
  expect(await summaryOf(act)).toEqual(summary);
  await back(projectId);
  expect((await summaryOf(act)).total_with_taxes.balance).toEqual(NOTHING);
  await forth(projectId);
  expect(await summaryOf(act)).toEqual(summary);
  expect(await refusal(complete(act, { percent: '101' }))).toEqual({
    status: 400,
    body: { percent: ['The percent must be between 0 and 100'] },
  });
  expect((await refusal(complete(act, { list_id: 999_999 }))).status).toBe(404);
});

test('completing to a percent leaves rows that are beyond it, and stops where later acts have claimed the rest', async () => {
  const { lists, claim } = await job();
  const first = await claim();
  const [one, two, three] = await rowsOf(first, lists);
  if (!one || !two || !three) throw new Error('too few rows');
  await put(one, { percent: '80' });
  await complete(first, { percent: '50' });
  const half = await rowsOf(first, lists);
  expect([half[0]?.percent, half[1]?.percent, half[2]?.percent]).toEqual(['80.00', '50.00', '50.00']);
  const second = await claim();
  await complete(second, { percent: '90' });
  const balance = async () => (await summaryOf(second)).total_with_taxes.balance_total;
  const before = await balance();
  const asked = { params: { id: first.id }, body: { percent: '70' } };
  const looked = await ann.call('POST /acts/:id/complete/preview/', asked);
  expect([await balance(), await rowsOf(first, lists)]).toEqual([before, half]);
  const { changed, limited, claimed } = await complete(first, { percent: '70' });
  expect(looked).toEqual({
    changed,
    limited,
    claimed,
    later: [expect.objectContaining({ id: second.id, balance: { old: before, new: await balance() } })],
  });
  expect(await balance()).not.toBe(before);
  expect([changed, limited > 0]).toEqual([half.length - 1 - limited + limited, true]);
  const after = await rowsOf(first, lists);
  for (const row of after.slice(1)) {
    const later = (await rowsOf(second, lists)).find(({ row_id }) => row_id === row.row_id);
    expect(absolute(exact(later?.quantity_balance ?? '', 6)) <= absolute(exact(row.estimated_quantity, 6))).toBe(true);
  }
});

test('a preview of completing shows exactly what completing then does, in any act and list', async () => {
  const { lists, claim } = await job();
  const acts: Act[] = [];
  for (const percent of ['20', '35', '60', '60']) {
    const act = await claim();
    acts.push(act);
    const { rows } = await ann.call('GET /acts/:id/lists/:listId/rows/', {
      params: { id: act.id, listId: lists[0] ?? 0 },
      query: { limit: 3 },
    });
    await complete(act, { percent });
    for (const row of rows) await put(row, { quantity: '0' }).catch(() => undefined);
  }
  const figures = async () =>
    new Map(
      await Promise.all(
        acts.map(async (act) => {
          const { completed_now_total: price, balance_total: balance } = (await summaryOf(act)).total_with_taxes;
          return [act.id, { price, balance }] as const;
        }),
      ),
    );
  const any = fc.tuple(
    fc.nat(acts.length - 1),
    fc.constantFrom(undefined, ...lists),
    fc.constantFrom('0', '25', '47.5', '80', '99.99', '100'),
  );
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(any, async ([at, list, percent]) => {
      const [act] = acts.slice(at);
      if (act === undefined) throw new Error('no act');
      const body = { percent, ...(list !== undefined && { list_id: list }) };
      const before = await figures();
      const looked = await ann.call('POST /acts/:id/complete/preview/', { params: { id: act.id }, body });
      expect(await figures()).toEqual(before);
      const { changed, limited, claimed } = await complete(act, body);
      const after = await figures();
      const later = acts.slice(at + 1).flatMap(({ id, number }) => {
        const [old, now] = [before.get(id), after.get(id)];
        const price = { old: old?.price, new: now?.price };
        return old?.balance === now?.balance ? [] : [{ id, number, price, balance: { old: old?.balance, new: now?.balance } }];
      });
      moved += later.length;
      expect(looked).toEqual({ changed, limited, claimed, later });
    }),
    { numRuns: 12, examples: [[[0, undefined, '100']], [[2, lists[0], '80']]] },
  );
  expect(moved).toBeGreaterThan(0);
});

test('the preview of an edit to an earlier act shows exactly what the edit then changes in later acts', async () => {
  const { lists, claim } = await job();
  const first = await claim();
  const [row] = await rowsOf(first, lists);
  if (!row) throw new Error('no row');
  await put(row, { percent: '40' });
  const second = await claim();
  await put({ id: actRowId(row.row_id, 2) }, { percent: '10' });
  const priced = async () => (await ann.call('GET /acts/:id/', { params: { id: second.id } })).price;
  const before = { price: await priced(), balance: (await summaryOf(second)).total_with_taxes.balance_total };
  const { later } = await ann.call('POST /act_rows/:id/preview/', { params: { id: row.id }, body: { percent: '60' } });
  expect({ price: await priced(), balance: (await summaryOf(second)).total_with_taxes.balance_total }).toEqual(before);
  await put(row, { percent: '60' });
  const after = { price: await priced(), balance: (await summaryOf(second)).total_with_taxes.balance_total };
  expect(later).toEqual([
    {
      id: second.id,
      number: '2',
      price: { old: before.price, new: after.price },
      balance: { old: before.balance, new: after.balance },
    },
  ]);
  expect(after.balance).not.toBe(before.balance);
  const tooMuch = ann.call('POST /act_rows/:id/preview/', { params: { id: row.id }, body: { percent: '95' } });
  expect((await refusal(tooMuch)).body).toHaveProperty('percent');
});

test('only the latest act can be deleted, never a final one; without acts the version is open again; undo brings the act back', async () => {
  const { projectId, versionId, lists, claim } = await job();
  const first = await claim();
  await complete(first, { percent: '30' });
  const second = await claim();
  await complete(second);
  const remove = ({ id }: Act) => ann.call('DELETE /acts/:id/', { params: { id } });
  expect(await refusal(remove(first))).toEqual({
    status: 409,
    body: { code: 'act_not_latest', detail: 'Act 2 was made after this one. Only the latest act can be deleted' },
  });
  await ann.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: 3 } });
  expect((await refusal(remove(second))).body).toMatchObject({ code: 'act_locked' });
  await ann.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: 1 } });
  const [summary, rows] = [await summaryOf(second), await rowsOf(second, lists)];
  await remove(second);
  expect((await refusal(summaryOf(second))).status).toBe(404);
  await back(projectId);
  expect([await summaryOf(second), await rowsOf(second, lists)]).toEqual([summary, rows]);
  await forth(projectId);
  await remove(first);
  expect((await ann.call('GET /versions/:id/summary/', { params: { id: versionId } })).frozen).toBe(false);
});

test('an act on a version needs confirmation while another version has acts; the question names them and their sum', async () => {
  const { projectId, versionId, claim } = await job();
  const act = await claim();
  await complete(act, { percent: '50' });
  const { price } = await ann.call('GET /acts/:id/', { params: { id: act.id } });
  const copy = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: { from_version_id: versionId } });
  const make = () => ann.call('POST /versions/:id/acts/', { params: { id: copy.id }, body: {} });
  expect(await refusal(make())).toEqual({
    status: 409,
    body: {
      code: 'claimed_elsewhere',
      detail: 'Another version of this project already has acts. Carry over what was done in it, or start a separate contract',
      acts: [{ id: act.id, number: '1', version_number: 1, price }],
      claimed: price,
    },
  });
  await ann.call('POST /versions/:id/separate/', { params: { id: copy.id }, body: { is_separate: true } });
  expect((await make()).claimed_elsewhere).toBe(price);
  const { claimed, separate } = await ann.call('GET /projects/:id/', { params: { id: projectId } });
  expect([claimed, separate]).toMatchObject(['0.00', [{ version_id: versionId, version_number: 1, claimed: price }]]);
});

test('when two people claim the last metre at once, one gets it', async () => {
  const { lists, claim } = await job();
  const first = await claim();
  const second = await claim();
  const [row] = await rowsOf(first, lists);
  if (!row) throw new Error('no row');
  const last = row.estimated_quantity;
  const both = await Promise.allSettled([
    put(row, { quantity: last }, ann),
    put({ id: actRowId(row.row_id, second.place) }, { quantity: last }, bob),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = both.find((each) => each.status === 'rejected');
  expect(lost?.reason instanceof Refused && lost.reason.status).toBe(400);
});

interface Edit {
  readonly kind: 'quantity' | 'percent' | 'complete';
  readonly act: number;
  readonly row: number;
  readonly value: number;
}
type Step = { readonly kind: 'claim' | 'drop' } | Edit;
const isEdit = (step: Step): step is Edit => step.kind !== 'claim' && step.kind !== 'drop';
const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'claim' }, { kind: 'drop' }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom('quantity' as const, 'percent' as const, 'complete' as const),
        act: fc.nat(4),
        row: fc.nat(11),
        value: fc.integer({ min: -120, max: 140 }),
      }),
    },
  ),
  { minLength: 20, maxLength: 40 },
);

test('random acts of two clients at once: no running total leaves 0..q, and every act closes to the cent', async () => {
  let asked = 0;
  let refusals = 0;
  let outside = 0;
  let cells = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { versionId, lists, claim } = await job();
      const acts = [await claim()];
      const rows = (await rowsOf(acts[0] as Act, lists)).slice(0, 12);
      const tried = async (call: Promise<unknown>) => {
        asked += 1;
        await call.catch((error: unknown) => {
          if (!(error instanceof Refused) || error.status >= 500) throw error;
          refusals += 1;
        });
      };
      const turn = async (kind: 'claim' | 'drop') => {
        if (kind === 'claim' && acts.length < 4) acts.push(await claim());
        const last = kind === 'drop' && acts.length > 1 ? acts.pop() : undefined;
        if (last) await tried(ann.call('DELETE /acts/:id/', { params: { id: last.id } }));
      };
      const edit = (step: Edit, by: Person) => {
        const act = acts[step.act % acts.length] as Act;
        const row = rows[step.row % rows.length] as ActRow;
        if (step.kind === 'complete') return tried(complete(act, { list_id: row.list_id, percent: String(Math.abs(step.value)) }, by));
        const id = actRowId(row.row_id, act.place);
        if (step.kind === 'percent') return tried(put({ id }, { percent: String(step.value) }, by));
        const share = (exact(row.estimated_quantity, SCALE.quantity) * BigInt(step.value)) / 100n;
        return tried(put({ id }, { quantity: shortest(share, SCALE.quantity) }, by));
      };
      for (let at = 0; at < sequence.length; at += 2) {
        const pair = sequence.slice(at, at + 2);
        await Promise.all(pair.filter(isEdit).map((step, index) => edit(step, index === 0 ? ann : bob)));
        for (const step of pair) if (!isEdit(step)) await turn(step.kind);
      }
      const estimate = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
      let before = null;
      for (const act of acts) {
        const [summary, claimed] = [await summaryOf(act), await rowsOf(act, lists)];
        for (const row of claimed) {
          const [total, q] = [exact(row.quantity_balance, 6), exact(row.estimated_quantity, 6)];
          if ((q > 0n && (total < 0n || total > q)) || (q < 0n && (total > 0n || total < q))) outside += 1;
        }
        for (const of of ['estimated_cost', 'completed_before', 'completed_now', 'balance', 'left_to_do'] as const) {
          const shown = (records: readonly { readonly [K in typeof of]: ActRow['balance'] }[]) =>
            toAmounts(addUp(records.map((record) => fromAmounts(record[of]))));
          for (const cost of summary.costs) expect(shown(claimed.filter(({ list_id }) => list_id === cost.id))).toEqual(cost[of]);
          expect(shown(summary.costs)).toEqual(summary.subtotal[of]);
          expect(shown([summary.subtotal, ...summary.additional])).toEqual(summary.total[of]);
          expect(shown([summary.total, ...summary.taxes])).toEqual(summary.total_with_taxes[of]);
          cells += 4 * (summary.costs.length + 3);
        }
        const { completed_before, completed_now, balance, left_to_do, estimated_cost } = summary.total_with_taxes;
        if (before !== null) expect(completed_before).toEqual(before);
        before = balance;
        expect(toAmounts(minus(fromAmounts(balance), fromAmounts(completed_before)))).toEqual(completed_now);
        expect(toAmounts(minus(fromAmounts(estimated_cost), fromAmounts(balance)))).toEqual(left_to_do);
        expect(estimated_cost).toEqual(estimate.total_with_taxes);
      }
    }),
    { numRuns: 6 },
  );
  console.log(
    `claims: ${asked} edits, ${refusals} refused, running totals outside 0..q: ${outside}, cells that add up: ${cells} on ${server.engine}`,
  );
  expect(outside).toBe(0);
});

test('the check before submitting an act gives the claimed amount, the contract and the deductions left out', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Deducted' } });
  const version = (await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} })).id;
  const list = (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { name: 'Blocks', quantity: '10', unit_labour: '100' },
    { name: 'Old blocks used again', quantity: '-2', unit_labour: '49.995', unit_materials: '0.005' },
  ];
  await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const look = () => ann.call('GET /acts/:id/check/', { params: { id: act.id } });
  const contract = '1089.00';
  expect(await look()).toEqual({
    claimed_rows: 0,
    balance: '0.00',
    contract,
    deductions_left: { rows: 1, amount: '-100.00' },
    deductions_left_out: false,
  });
  const [blocks, old] = await rowsOf(act, [list]);
  await put(blocks ?? { id: 0 }, { percent: '100' });
  expect(await look()).toEqual({
    claimed_rows: 1,
    balance: '1210.00',
    contract,
    deductions_left: { rows: 1, amount: '-100.00' },
    deductions_left_out: true,
  });
  await put(old ?? { id: 0 }, { quantity: '-1' });
  expect(await look()).toEqual({
    claimed_rows: 2,
    balance: '1149.49',
    contract,
    deductions_left: { rows: 1, amount: '-49.99' },
    deductions_left_out: true,
  });
  const next = await ann.call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await put({ id: (await rowsOf(next, [list]))[1]?.id ?? 0 }, { quantity: '-1' });
  expect(await ann.call('GET /acts/:id/check/', { params: { id: next.id } })).toEqual({
    claimed_rows: 1,
    balance: contract,
    contract,
    deductions_left: { rows: 0, amount: '0.00' },
    deductions_left_out: false,
  });
  expect((await look()).deductions_left.amount).toBe('-49.99');
});
