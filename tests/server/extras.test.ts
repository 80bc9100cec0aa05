/** Extras: requested, decided and withdrawn; the limit q + Σe holds for every call. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { addUp, fromAmounts, plus, toAmounts } from '../../domain/amounts.ts';
import type { Api } from '../../domain/api/call.ts';
import type { Extra } from '../../domain/api/contractShapes.ts';
import { EXCHANGE_FORMATS } from '../../domain/exchange/estimate.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';
import { exchangedOf, workbookOf } from './exportedFiles.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let cid: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  cid = await server.person({ teamId: ann.teamId, role: 'admin' });
});
afterAll(() => server.close());

const of = (id: number) => ({ params: { id } });
const codeOf = async (call: Promise<unknown>) => {
  const { status, body } = await refusal(call);
  return [status, (body as { code?: string }).code ?? Object.keys(body as object)[0]];
};

/** Walls: A 100 m² and a deduction B −10; in a section of its own C 0. A tax of 21 %, and one act with 60 of A claimed. */
async function site({ claims = true, by = ann } = {}) {
  const { id: projectId } = await by.call('POST /projects', { body: { name: 'Yard', team_id: by.teamId } });
  const { id: versionId } = await by.call('POST /projects/:id/versions/', { ...of(projectId), body: {} });
  const { record } = await by.call('POST /versions/:id/taxes/', { ...of(versionId), body: { name: 'VAT' } });
  await by.call('PUT /taxes/:id/', { ...of(record.id), body: { percent_total: '21' } });
  const { list } = await by.call('POST /versions/:id/lists/', { ...of(versionId), body: { title: 'Walls' } });
  const add = async (body: object) =>
    (await by.call('POST /lists/:id/rows/', { ...of(list.id), body: body as never })).rows.at(-1)?.id ?? 0;
  const heading = await add({ kind: 'section', code: '1', name: 'Brickwork' });
  const a = await add({ name: 'Bricks', unit: 'm2', quantity: '=50*2', unit_labour: '3.33', unit_materials: '7.01' });
  const b = await add({ name: 'Rebate', unit: 'm2', quantity: '-10', unit_materials: '4' });
  const c = await add({ name: 'Spare', unit: 'pc', quantity: '0', unit_tools: '2.5' });
  const { id: actId } = claims ? await by.call('POST /versions/:id/acts/', { ...of(versionId), body: {} }) : { id: 0 };
  if (claims) await claim(a, '60', { by });
  return { projectId, versionId, listId: list.id, heading, a, b, c, actId };
}
const claim = (row: number, quantity: string, { place = 1, by = ann } = {}) =>
  by.call('PUT /act_rows/:id/', { ...of(actRowId(row, place)), body: { quantity } });
const ask = (row: number, quantity: string, { by = bob, act_id = null as number | null, reason = 'A longer wall' } = {}) =>
  by.call('POST /rows/:id/extras/', { ...of(row), body: { quantity, reason, act_id } });
const decide = (id: number, { approves = true, text = '', by = cid } = {}) =>
  by.call('POST /extras/:id/decide/', { ...of(id), body: { approves, text } });
const approve = async (row: number, quantity: string): Promise<Extra> => decide((await ask(row, quantity)).id);
const withdraw = (id: number, by = cid) => by.call('DELETE /extras/:id/', of(id));
const listed = (versionId: number, query = {}) => ann.call('GET /versions/:id/extras/', { ...of(versionId), query });
const rowIn = async (row: number, place = 1) => (await ann.call('GET /act_rows/:id/', of(actRowId(row, place)))).row;
const rangeOf = async (row: number, field: 'quantity' | 'percent' = 'quantity', place = 1) => {
  const { min_value, max_value } = await ann.call('GET /act_rows/:id/helper/', { ...of(actRowId(row, place)), query: { field } });
  return [min_value, max_value];
};
const back = (projectId: number, by = ann) => by.call('POST /projects/:id/history/backward/', { ...of(projectId), body: {} });
const forth = (projectId: number, by = ann) => by.call('POST /projects/:id/history/forward/', { ...of(projectId), body: {} });
const setStatus = (act: number, status_id: number, more = {}) => ann.call('PUT /acts/:id/', { ...of(act), body: { status_id, ...more } });
const submit = (act: number) => setStatus(act, 2, { deductions_seen: true });
const totalsAreRight = async () => {
  const rows = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  expect((await wrongTotals(rows)).wrong).toEqual([]);
};

test('an extra is asked for, approved, and then the range grows by that much and no more', async () => {
  const { projectId, versionId, listId, heading, a, actId } = await site();
  expect(await codeOf(claim(a, '112.5', { by: bob }))).toEqual([400, 'quantity']);
  const asked = await ask(a, '12.5', { act_id: actId });
  expect(asked).toMatchObject({
    act: { id: actId, number: '1' },
    list_title: 'Walls',
    name: 'Bricks',
    row_quantity: '100',
    row_extra: '0',
    row_done: '60',
    quantity: '12.5',
    value: '129.26',
    status: 'asked',
    asked: { is_own: true },
    decided: null,
  });
  expect(await rangeOf(a)).toEqual(['0', '100']);
  const approved = await decide(asked.id, { text: 'Measured on site' });
  expect(approved).toMatchObject({
    status: 'approved',
    row_extra: '12.5',
    value: '129.26',
    decided: { text: 'Measured on site' },
    asked: { is_own: false },
  });
  expect([await rangeOf(a), await rangeOf(a, 'percent')]).toEqual([
    ['0', '112.5'],
    ['0.00', '100.00'],
  ]);
  expect(await codeOf(claim(a, '112.500001'))).toEqual([400, 'quantity']);
  const { row, summary, sections } = await claim(a, '112.5');
  expect(row).toMatchObject({
    estimated_quantity: '100',
    extra_quantity: '12.5',
    percent: '100.00',
    quantity_left: '0',
    left_to_do: { total: '0.00' },
  });
  expect(row.extras).toEqual(toAmounts(plus(fromAmounts(row.balance), fromAmounts(negative(row.estimated_cost)))));
  expect(sections).toMatchObject([{ row_id: heading, extras: { total: '129.26' } }]);
  expect(summary.total_with_taxes).toMatchObject({ estimated_cost: { total: '1202.74' }, extras: { total: '156.40' } });
  expect(addUp([fromAmounts(summary.total_with_taxes.balance), fromAmounts(summary.total_with_taxes.left_to_do)]).total).toBe(
    addUp([
      fromAmounts(summary.total_with_taxes.estimated_cost),
      fromAmounts(summary.total_with_taxes.extras ?? negative(row.extras as never)),
    ]).total,
  );
  const { rows } = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query: {} });
  expect(rows.map(({ row_id, extra_quantity, extras }) => [row_id, extra_quantity, extras?.total])).toEqual([
    [heading, undefined, '129.26'],
    [a, '12.5', '129.26'],
    [expect.any(Number), undefined, undefined],
    [expect.any(Number), undefined, undefined],
  ]);
  const left = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: actId, listId }, query: { only: 'left' } });
  expect(left.rows.map(({ name }) => name)).toEqual(['Rebate']);
  const { versions } = await ann.call('GET /projects/:id/tree', of(projectId));
  const version = versions.find(({ id }) => id === versionId);
  expect(version).toMatchObject({ price: '1202.74', extras: '156.40' });
  expect((await ann.call('GET /versions/:id/summary/', of(versionId))).extras).toMatchObject({
    net: { total: '129.26' },
    gross: { total: '156.40' },
  });
  expect(await listed(versionId)).toMatchObject({
    total: 1,
    counts: { approved: 1 },
    value: { costs: { total: '129.26' }, gross: { total: '156.40' } },
  });
  await totalsAreRight();
});
const negative = ({ labour, materials, tools, total }: { labour: string; materials: string; tools: string; total: string }) => ({
  labour: `-${labour}`.replace('--', ''),
  materials: `-${materials}`,
  tools: `-${tools}`,
  total: `-${total}`,
});

describe('refusals', () => {
  test('without acts, on a heading, zero, without a reason, in another act, too large', async () => {
    const early = await site({ claims: false });
    expect(await codeOf(ask(early.a, '5'))).toEqual([409, 'extra_no_acts']);
    const { a, heading } = await site();
    expect(await codeOf(ask(heading, '5'))).toEqual([409, 'extra_on_heading']);
    expect(await codeOf(ask(a, '0'))).toEqual([400, 'quantity']);
    expect(await codeOf(ask(a, '5', { reason: '  ' }))).toEqual([400, 'reason']);
    expect(await codeOf(ask(a, '5', { reason: 'x'.repeat(501) }))).toEqual([400, 'reason']);
    expect(await codeOf(ask(a, 'much'))).toEqual([400, 'quantity']);
    expect(await codeOf(ask(a, '5', { act_id: (await site()).actId }))).toEqual([404, 'not_found']);
    expect(await codeOf(ask(a, '999999999.999999'))).toEqual([400, 'quantity']);
    expect(await codeOf(ask(999_999_999, '1'))).toEqual([404, 'row_gone']);
    expect((await ask(a, '=2.5*5')).quantity).toBe('12.5');
  });

  test('below the running total of any act, drafts too, and past zero', async () => {
    const { a, b, c, versionId } = await site();
    // An earlier act may have a higher running total than the last one.
    await ann.call('POST /versions/:id/acts/', { ...of(versionId), body: {} });
    await claim(a, '-20', { place: 2 });
    expect((await refusal(ask(a, '-41'))).body).toEqual({
      quantity: ['60 is already claimed in this row, so at most 40 can be taken off'],
    });
    await approve(a, '-40');
    expect(await rangeOf(a, 'quantity', 2)).toEqual(['-60', '0']);
    expect(await rangeOf(a)).toEqual(['20', '60']);
    for (const [row, quantity] of [
      [b, '10.5'],
      [c, '-1'],
    ] as const)
      expect((await refusal(ask(row, quantity))).body).toEqual({ quantity: [expect.stringContaining('from work into a deduction')] });
    await approve(b, '10');
    expect(await rangeOf(b)).toEqual(['0', '0']);
    await approve(c, '3');
    expect((await claim(c, '3')).row).toMatchObject({
      percent: '100.00',
      quantity_left: '0',
      estimated_quantity: '0',
      extra_quantity: '3',
    });
    await totalsAreRight();
  });

  test('an extra that could be approved when it was requested but no longer can', async () => {
    const { a } = await site();
    const { id } = await ask(a, '-40');
    await claim(a, '61');
    expect(await codeOf(decide(id))).toEqual([409, 'extra_below_done']);
    await claim(a, '60');
    expect((await decide(id)).status).toBe('approved');
  });

  test('a regular member decides nothing, and withdraws only their own while it waits', async () => {
    const { a } = await site();
    const [own, other] = [await ask(a, '5'), await ask(a, '6', { by: ann })];
    expect(await codeOf(decide(own.id, { by: bob }))).toEqual([403, 'forbidden']);
    expect(await codeOf(withdraw(other.id, bob))).toEqual([403, 'extra_not_own']);
    expect(await withdraw(own.id, bob)).toMatchObject({ status: 'withdrawn', decided: { text: '' } });
    expect(await codeOf(withdraw(own.id))).toEqual([409, 'extra_decided']);
    await expect(decide(own.id)).rejects.toThrow(/already decided or withdrawn this extra$/);
    const mine = await approve(a, '7');
    expect(await codeOf(withdraw(mine.id, bob))).toEqual([409, 'extra_decided']);
    const stranger = await server.person();
    for (const call of [() => decide(other.id, { by: stranger }), () => withdraw(other.id, stranger), () => ask(a, '1', { by: stranger })])
      expect((await refusal(call())).status).toBe(404);
    expect(await codeOf(decide(other.id, { approves: false }))).toEqual([400, 'text']);
    expect(await decide(other.id, { approves: false, text: 'Not ordered' })).toMatchObject({
      status: 'refused',
      decided: { text: 'Not ordered' },
    });
  });

  test('an approved extra can be withdrawn only while no act uses it', async () => {
    const { a } = await site();
    const { id } = await approve(a, '12.5');
    await claim(a, '101');
    expect(await codeOf(withdraw(id))).toEqual([409, 'extra_used']);
    await claim(a, '100');
    expect((await withdraw(id)).status).toBe('withdrawn');
    expect(await rangeOf(a)).toEqual(['0', '100']);
    await totalsAreRight();
  });

  test('deleting the last act, or undoing its creation, while extras are requested or approved', async () => {
    const { projectId, a, actId } = await site();
    await claim(a, '0');
    const { id } = await ask(a, '5');
    expect(await codeOf(ann.call('DELETE /acts/:id/', of(actId)))).toEqual([409, 'version_has_extras']);
    await back(projectId);
    await back(projectId);
    expect(await codeOf(back(projectId))).toEqual([409, 'version_has_extras']);
    await withdraw(id);
    await ann.call('DELETE /acts/:id/', of(actId));
  });
});

describe('history', () => {
  test('approving and withdrawing are events; requesting and refusing are not', async () => {
    const { projectId, versionId, a } = await site();
    const types = async () => {
      const { events } = await ann.call('GET /projects/:id/history/', {
        ...of(projectId),
        query: { of: 'version', of_id: versionId, limit: 3 } as never,
      });
      return events.map(({ entity_type, type, subject }) => `${entity_type} ${type} ${subject}`);
    };
    const before = await types();
    const { id } = await ask(a, '5');
    const refused = await ask(a, '6');
    await decide(refused.id, { approves: false, text: 'No' });
    expect(await types()).toEqual(before);
    await decide(id);
    expect((await types())[0]).toBe('extra approve Bricks');
    await withdraw(id);
    expect((await types()).slice(0, 2)).toEqual(['extra withdraw Bricks', 'extra approve Bricks']);
    expect((await back(projectId)).event).toMatchObject({ entity_type: 'extra', type: 'withdraw' });
    expect(await rangeOf(a)).toEqual(['0', '105']);
    expect((await listed(versionId)).extras.find((each) => each.id === id)).toMatchObject({
      status: 'approved',
      decided: { by: expect.any(String) },
    });
    await claim(a, '105');
    // Undo goes in order: the claim first, and only by members who may decide.
    await back(projectId);
    expect(await codeOf(back(projectId, bob))).toEqual([403, 'forbidden']);
    expect((await back(projectId)).event).toMatchObject({ entity_type: 'extra', type: 'approve', processed: false });
    expect([await rangeOf(a), (await listed(versionId)).counts.asked]).toEqual([['0', '100'], 1]);
    await forth(projectId);
    expect([await rangeOf(a), (await listed(versionId)).counts.approved]).toEqual([['0', '105'], 1]);
    await totalsAreRight();
  });

  test('an undone approval is not redone once it was decided differently', async () => {
    const { projectId, a } = await site();
    const { id } = await approve(a, '5');
    await back(projectId);
    await decide(id, { approves: false, text: 'After all not' });
    expect(await codeOf(forth(projectId))).toEqual([409, 'history_conflict']);
    expect(await rangeOf(a)).toEqual(['0', '100']);
  });
});

describe('two at once', () => {
  test('one person decides, the other is told who did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { a } = await site();
      const { id } = await ask(a, '5');
      const outcomes = await Promise.all([
        decide(id, { by: ann }).then(
          ({ status }) => status,
          () => 'late',
        ),
        decide(id, { by: cid, approves: false, text: 'No' }).then(
          ({ status }) => status,
          () => 'late',
        ),
        withdraw(id, bob).then(
          ({ status }) => status,
          () => 'late',
        ),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'late')).toHaveLength(2);
      const [stored] = (await sql<{ status: string }>`select status from extras where id = ${id}`.execute(server.database.query)).rows;
      expect(outcomes).toContain(stored?.status);
      expect(await codeOf(decide(id))).toEqual([409, 'extra_decided']);
      expect(await rangeOf(a)).toEqual(['0', stored?.status === 'approved' ? '105' : '100']);
    }
  });

  test('claims, deductions and withdrawals never leave more claimed than the limit', async () => {
    const { a, versionId } = await site();
    await ann.call('POST /versions/:id/acts/', { ...of(versionId), body: {} });
    const extra = await approve(a, '20');
    const less = await ask(a, '-15');
    const refusals: string[] = [];
    const tried = (call: Promise<unknown>) =>
      call.catch((error: { body?: { code?: string } }) => void refusals.push(error.body?.code ?? 'field'));
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        tried(claim(a, String(100 + round * 4))),
        tried(claim(a, String(round * 3), { place: 2, by: bob })),
        tried(withdraw(extra.id)),
        tried(decide(less.id)),
        tried(
          ann.call('POST /acts/:id/complete/', { ...of((await ann.call('GET /act_rows/:id/', of(actRowId(a, 1)))).row.list_id), body: {} }),
        ),
      ]);
      await totalsAreRight();
    }
    const { quantity_left } = await rowIn(a, 2);
    expect(Number(quantity_left)).toBeGreaterThanOrEqual(0);
    expect(refusals.length).toBeGreaterThan(0);
  });
});

describe('every call uses the limit q + Σe', () => {
  const beyond = (name: string, done: string, limit: string) =>
    expect.stringContaining(`${done} would be claimed in the row “${name}”, but its limit is now ${limit}`);

  test('completing, percents, an answer and the next act’s range count approved extras', async () => {
    const { a, b, versionId, actId } = await site();
    await approve(a, '20');
    await approve(b, '-5');
    expect((await ann.call('PUT /act_rows/:id/', { ...of(actRowId(a, 1)), body: { percent: '75' } })).row.quantity).toBe('90');
    const done = await ann.call('POST /acts/:id/complete/', { ...of(actId), body: {} });
    expect(done.summary.total_with_taxes.left_to_do.total).toBe('0.00');
    expect([(await rowIn(a)).quantity, (await rowIn(b)).quantity]).toEqual(['120', '-15']);
    await setStatus(actId, 2);
    const rows = [{ row_id: a, percent: '50', reason: 'measured' as const, text: '' }];
    await ann.call('POST /acts/:id/answer/', {
      ...of(actId),
      body: { name: 'Oak', rows },
    });
    expect((await rowIn(a)).quantity).toBe('60');
    const next = await ann.call('POST /versions/:id/acts/', { ...of(versionId), body: {} });
    expect(await rangeOf(a, 'quantity', 2)).toEqual(['-60', '60']);
    expect((await ann.call('POST /acts/:id/complete/preview/', { ...of(next.id), body: {} })).changed).toBe(1);
    await totalsAreRight();
  });

  test('an answer is withdrawn only where everything claimed still has room', async () => {
    const answer = async (act: number, row_id: number, quantity: string) => {
      await submit(act);
      const rows = [{ row_id, quantity, reason: 'measured' as const }];
      await ann.call('POST /acts/:id/answer/', { ...of(act), body: { name: 'Oak', rows } });
    };
    const undoAnswer = (act: number) => ann.call('DELETE /acts/:id/answer/', of(act));
    const { projectId, a, b, actId } = await site();
    const more = await approve(a, '20');
    await claim(a, '120');
    await answer(actId, a, '100');
    await withdraw(more.id);
    expect(await refusal(undoAnswer(actId))).toMatchObject({
      status: 409,
      body: { code: 'claim_too_large', detail: beyond('Bricks', '120', '100') },
    });
    expect([(await rowIn(a)).quantity, (await ann.call('GET /acts/:id/', of(actId))).status_id]).toEqual(['100', 3]);
    // Nothing else restores the claim: undo stops at the answer, and the claim returns only with its extra.
    await back(projectId);
    await forth(projectId);
    expect(await codeOf(undoAnswer(actId))).toEqual([409, 'claim_too_large']);
    await back(projectId);
    expect(await codeOf(back(projectId))).toEqual([409, 'answer_not_undone']);
    expect(await undoAnswer(actId)).toMatchObject({ status_id: 2, answer: null });
    expect((await rowIn(a)).quantity).toBe('120');
    expect(await codeOf(withdraw(more.id))).toEqual([409, 'extra_used']);

    // Less is agreed than was claimed, of work and of a deduction.
    await setStatus(actId, 1);
    await claim(a, '80');
    await claim(b, '-8');
    await submit(actId);
    const rows = [a, b].map((row_id) => ({ row_id, percent: '0', reason: 'not_done' as const }));
    await ann.call('POST /acts/:id/answer/', { ...of(actId), body: { name: 'Oak', rows } });
    const less = [await approve(a, '-41'), await approve(b, '4')];
    expect(await codeOf(undoAnswer(actId))).toEqual([409, 'claim_too_large']);
    await withdraw(less[0]?.id ?? 0);
    expect(await refusal(undoAnswer(actId))).toMatchObject({
      body: { code: 'claim_too_large', detail: beyond('Rebate', '-8', '-6') },
    });
    await withdraw(less[1]?.id ?? 0);
    await undoAnswer(actId);
    expect([(await rowIn(a)).quantity, (await rowIn(b)).quantity]).toEqual(['80', '-8']);
    await totalsAreRight();
  });

  test('what was done before an answered act counts when its answer is withdrawn', async () => {
    const { versionId, a, actId } = await site();
    await submit(actId);
    await setStatus(actId, 3, { deductions_seen: true });
    const { id } = await ann.call('POST /versions/:id/acts/', { ...of(versionId), body: {} });
    await claim(a, '40', { place: 2 });
    await submit(id);
    const rows = [{ row_id: a, quantity: '10', reason: 'measured' as const }];
    await ann.call('POST /acts/:id/answer/', { ...of(id), body: { name: 'Oak', rows } });
    const less = await approve(a, '-1');
    expect(await refusal(ann.call('DELETE /acts/:id/answer/', of(id)))).toMatchObject({
      body: { code: 'claim_too_large', detail: beyond('Bricks', '100', '99') },
    });
    await withdraw(less.id);
    await ann.call('DELETE /acts/:id/answer/', of(id));
    expect((await rowIn(a, 2)).quantity).toBe('40');
  });

  test('an act that a client may be answering gets a new revision for the client', async () => {
    const { a, actId } = await site();
    const { id } = await ask(a, '5');
    await setStatus(actId, 2);
    await ann.call('POST /acts/:id/answer_link/', { ...of(actId), body: { expires_at: new Date(Date.now() + 86_400_000).toISOString() } });
    const { hash } = (await ann.call('GET /acts/:id/', of(actId))).answer_link ?? { hash: '' };
    const seen = async () => (await server.call('GET /public/act/', {}, { publicKey: hash })).revision;
    const revision = await seen();
    await decide(id);
    const approved = await seen();
    expect(approved).toBeGreaterThan(revision);
    await withdraw(id);
    expect(await seen()).toBeGreaterThan(approved);
  });

  test('undo and redo continue past an extra that was approved while a client may be answering', async () => {
    const { projectId, a, actId } = await site();
    const link = { expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    await setStatus(actId, 2);
    await ann.call('POST /acts/:id/answer_link/', { ...of(actId), body: link });
    const { id } = await approve(a, '5');
    await withdraw(id);
    const past: string[] = [];
    const step = async (way: typeof back) => {
      const { event } = await way(projectId);
      past.push(`${event.entity_type} ${event.type}`);
    };
    for (let steps = 0; steps < 3; steps += 1) await step(back);
    expect(past.splice(0)).toEqual(['extra withdraw', 'extra approve', 'act update']);
    expect((await ann.call('GET /acts/:id/', of(actId))).status_id).toBe(1);
    for (let steps = 0; steps < 3; steps += 1) await step(forth);
    expect(past).toEqual(['act update', 'extra approve', 'extra withdraw']);
    await totalsAreRight();
  });

  test('a copy of the version or the project starts from the current contract, and a comparison shows no difference', async () => {
    const { projectId, versionId, a } = await site();
    await approve(a, '12.5');
    const copy = await ann.call('POST /projects/:id/versions/', { ...of(projectId), body: { from_version_id: versionId } });
    expect([copy.price, copy.extras]).toEqual(['1359.14', '0.00']);
    const { costs } = await ann.call('GET /versions/:id/summary/', of(copy.id));
    const found = await ann.call('GET /lists/:id/rows/', { ...of(costs[0]?.id ?? 0), query: {} });
    const rows = 'rows' in found ? found.rows : [];
    expect(rows[1]).toMatchObject({ quantity: '112.5', total: '1163.26' });
    expect(rows[1]?.formulas ?? {}).not.toHaveProperty('quantity');
    const compared = await ann.call('GET /versions/:id/compare/', { ...of(copy.id), query: { with: versionId } as never });
    expect([compared.row_count, compared.total_with_taxes.difference.total]).toEqual([0, '0.00']);
    const duplicate = await ann.call('POST /projects/:id/duplicate/', { ...of(projectId), body: { name: 'Yard 2' } });
    expect(duplicate.total_with_taxes).toBe('1359.14');
    await totalsAreRight();
  });
});

describe('a file of a version with extras', () => {
  const api: Api = (route, asked) => ann.call(route, asked);
  async function imported(projectId: number, file: File): Promise<number> {
    await ann.call('PATCH /projects/:id/', { params: { id: projectId }, body: {} }, { file });
    await untilRead(ann, projectId);
    return (await ann.call('POST /import/:id/finish/', { ...of(projectId) })).project_version_id;
  }
  const figures = async (versionId: number) => {
    const { costs, subtotal, total, taxes, total_with_taxes } = await ann.call('GET /versions/:id/summary/', of(versionId));
    return [costs[0]?.total, subtotal, total, taxes[0]?.total, total_with_taxes];
  };

  test('as a workbook it has the contract’s figures, marks extras, and imports back as the contract', async () => {
    const { projectId, versionId, a, b } = await site();
    await approve(a, '12.5');
    await approve(b, '-5');
    const { sheets } = await workbookOf(api, versionId);
    const cells = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.flatMap((cell) => (cell === null ? [] : [JSON.stringify(cell)]))));
    expect(cells.filter((cell) => cell.includes('"12.5"')).length).toBe(1);
    const file = new File([await writeWorkbook(sheets)], 'contract.xlsx');
    const { id: other } = await ann.call('POST /projects', { body: { name: 'Again', team_id: ann.teamId } });
    const again = await imported(other, file);
    const copy = await ann.call('POST /projects/:id/versions/', { ...of(projectId), body: { from_version_id: versionId } });
    expect(await figures(again)).toEqual(await figures(copy.id));
    expect((await figures(again)).at(-1)).toMatchObject({ total: '1334.94' });

    // Imported into the project itself: no row is changed, new or removed.
    const { id: beside } = await ann.call('POST /projects/:id/duplicate/', { ...of(projectId), body: { name: 'Beside' } });
    expect(beside).toBeGreaterThan(0);
    await ann.call('DELETE /versions/:id/', of(copy.id));
    await ann.call('PATCH /projects/:id/', { params: { id: projectId }, body: {} }, { file });
    await untilRead(ann, projectId);
    const { new_lists } = await ann.call('GET /import/:id/lists/', of(projectId));
    for (const list of new_lists.filter(({ included }) => included)) {
      const { rows } = await ann.call('GET /import/:id/lists/:listId/', { params: { id: projectId, listId: list.id }, query: {} });
      expect([list.updated_count, rows.map(({ is_new, changes }) => [is_new, changes])]).toEqual([0, rows.map(() => [false, {}])]);
    }
    expect((await ann.call('GET /import/:id/vanished/', { ...of(projectId), query: {} })).total).toBe(0);
    const { saved_summary, new_summary } = await ann.call('GET /import/:id/summary/', of(projectId));
    expect(new_summary.total_with_taxes).toEqual(saved_summary?.total_with_taxes);
  });

  test.each(EXCHANGE_FORMATS)('as %s it has the quantities with extras', async (format) => {
    const { versionId, a } = await site();
    await approve(a, '12.5');
    const { bytes } = await exchangedOf(api, versionId, format);
    expect(new TextDecoder().decode(bytes)).toContain('112.5');
  });
});

describe('deductions left out', () => {
  test('a claim above the contract is asked about, with the check, when it is submitted and accepted', async () => {
    const { a, b, actId } = await site();
    await claim(a, '100');
    const refused = await refusal(setStatus(actId, 2));
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'deductions_left_out',
        check: { balance: '1251.14', contract: '1202.74', deductions_left: { rows: 1, amount: '-40.00' } },
      },
    });
    await setStatus(actId, 2, { deductions_seen: true });
    expect(await codeOf(setStatus(actId, 3))).toEqual([409, 'deductions_left_out']);
    await setStatus(actId, 1);
    await claim(b, '-10');
    await setStatus(actId, 2);
  });

  test('the question follows extras: not where an extra removed the deduction, but where an extra made one', async () => {
    const { a, b, actId } = await site();
    await claim(a, '100');
    await approve(b, '10');
    await setStatus(actId, 2);
  });

  test('a person who sees no prices is asked without figures', async () => {
    const { projectId, a, actId } = await site();
    await claim(a, '100');
    const dan = await server.person({ teamId: ann.teamId, role: 'regular' });
    await ann.call('PUT /teams/:id/members/:userId/limits/', {
      params: { id: ann.teamId, userId: dan.id },
      body: { project_id: projectId, limit: { can: 'acts', prices: false } },
    });
    const { body } = await refusal(dan.call('PUT /acts/:id/', { ...of(actId), body: { status_id: 2 } }));
    expect(JSON.stringify(body)).toContain('deductions_left_out');
    expect(JSON.stringify(body)).not.toContain('1251.14');
    await ask(a, '5');
    const { extras, value } = await dan.call('GET /versions/:id/extras/', {
      ...of((await ann.call('GET /acts/:id/', of(actId))).version_id),
      query: {},
    });
    expect([extras[0]?.quantity, extras[0]?.value, value.gross.total]).toEqual(['5', null, null]);
  });
});

test('mails tell deciders of a request, the requester of the decision, and nobody of their own actions', async () => {
  const owner = await server.person();
  const [asker, admin] = [
    await server.person({ teamId: owner.teamId, role: 'regular' }),
    await server.person({ teamId: owner.teamId, role: 'admin' }),
  ];
  const { a, projectId, versionId } = await site({ by: owner });
  const { id } = await ask(a, '12.5', { by: asker });
  const link = `/project/${projectId}/extras/${versionId}`;
  for (const person of [owner, admin]) {
    const mails = await server.mailsTo(person.email);
    expect(mails.map(({ link: to, subject }) => [to.endsWith(link), subject.includes('asks for an extra in Yard')])).toEqual([
      [true, true],
    ]);
  }
  await decide(id, { by: admin, approves: false, text: 'Not ordered' });
  expect((await server.mailsTo(asker.email)).map(({ subject }) => subject)).toEqual(['Your extra in Yard was refused']);
  const own = await ask(a, '2', { by: admin });
  expect((await server.mailsTo(owner.email, 2)).length).toBe(2);
  await decide(own.id, { by: admin });
  const other = await ask(a, '1', { by: asker });
  expect((await server.mailsTo(admin.email, 2)).length).toBe(2);
  await decide(other.id, { by: admin });
  expect((await server.mailsTo(asker.email, 2)).map(({ subject }) => subject)).toContain('Your extra in Yard was approved');
});
