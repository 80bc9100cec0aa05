/** Terms and certificates: amounts due, frozen figures, withdrawals, and refused undos. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { TermsFields } from '../../domain/api/certificateShapes.ts';
import { exact, fixed } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { emptyBin } from '../../server/projects/bin.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let accepted: number;
let submitted: number;
beforeAll(async () => {
  server = await startServer();
  accepted = (await finalStatus(server.database.query)).id;
  submitted = accepted - 1;
});
afterAll(() => server.close());

const RETAINED: TermsFields = { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' };

/** A contract of 1,000.00 and 21 % VAT: one list, one row of 100 at 10.00. */
async function contract(owner: Person) {
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
  const { ids } = await owner.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Brickwork', quantity: '100' } });
  const rowId = ids[0] ?? 0;
  await owner.call('PUT /rows/:id/', { params: { id: rowId }, body: { unit_materials: '10' } });
  const { record } = await owner.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await owner.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const terms = { params: { id: projectId } };
  return {
    projectId,
    versionId,
    rowId,
    setTerms: async (given: TermsFields) => {
      const { id: expected } = await owner.call('GET /projects/:id/terms/', terms);
      return owner.call('PUT /projects/:id/terms/', { ...terms, body: { ...given, expected } });
    },
    /** Makes the next act with this quantity done, accepted by default. */
    act: async (quantity: string, status = accepted) => {
      const { id, place } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
      await owner.call('PUT /act_rows/:id/', { params: { id: actRowId(rowId, place) }, body: { quantity } });
      await owner.call('PUT /acts/:id/', { params: { id }, body: { status_id: status } });
      return id;
    },
    issue: async (actId: number, person = owner, asked: { readonly number?: string; readonly date?: string } = {}) => {
      const { due } = await person.call('GET /acts/:id/certificate/', { params: { id: actId } });
      return person.call('POST /acts/:id/certificate/', { params: { id: actId }, body: { ...asked, due } });
    },
    between: async (asked: { kind: 'release' | 'advance'; amount?: string }) => {
      const { due } = await owner.call('POST /versions/:id/certificates/preview/', { params: { id: versionId }, body: asked });
      return owner.call('POST /versions/:id/certificates/', { params: { id: versionId }, body: { ...asked, due } });
    },
    ledger: () => owner.call('GET /versions/:id/certificates/', { params: { id: versionId } }),
  };
}

test('without terms all completed work is due with its taxes, and the certificates add up to the contract', async () => {
  const owner = await server.person();
  const { act, issue, ledger } = await contract(owner);
  expect(await ledger()).toMatchObject({
    due: '0.00',
    certified: { gross: '0.00' },
    kept: '0.00',
    released: '0.00',
    paid: '0.00',
    advance: { paid: '0.00', recovered: '0.00', left: '0.00' },
    certificates: [],
  });
  const first = await issue(await act('33.333333'));
  expect(first).toMatchObject({ number: '1', kind: 'act', due: '403.33', kept: '0.00', gross: { to_date: '403.33', contract: '1210.00' } });
  const last = await issue(await act('66.666667'));
  expect(last).toMatchObject({
    number: '2',
    due: '806.67',
    due_before: '403.33',
    net: { before: '333.33', now: '666.67' },
    is_latest: true,
  });
  expect(await ledger()).toMatchObject({ due: '1210.00', certified: { gross: '1210.00' }, kept: '0.00', paid: '0.00' });
});

test('retention is kept back and released between acts; in the end the amounts due add up to the contract', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, between, ledger, versionId } = await contract(owner);
  await setTerms(RETAINED);
  expect(await issue(await act('40'))).toMatchObject({ retained: '20.00', kept: '20.00', due: '464.00' });
  for (const [amount, why] of [
    ['20.01', 'At most 20.00 is kept back'],
    ['0.00', 'Enter more than 0'],
    [undefined, 'Enter the amount to release'],
  ]) {
    const body = { kind: 'release', ...(amount !== undefined && { amount }) } as const;
    const preview = owner.call('POST /versions/:id/certificates/preview/', { params: { id: versionId }, body });
    expect(await refusal(preview)).toMatchObject({ status: 400, body: { amount: [why] } });
  }
  expect(await between({ kind: 'release', amount: '15' })).toMatchObject({
    number: '2',
    amount: '15.00',
    released: '15.00',
    kept: '5.00',
    due: '15.00',
  });
  expect(await issue(await act('60'))).toMatchObject({ number: '3', retained: '50.00', kept: '35.00', due: '696.00' });
  expect(await between({ kind: 'release', amount: '35' })).toMatchObject({ kept: '0.00', due: '35.00' });
  expect(await ledger()).toMatchObject({ due: '1210.00', released: '50.00', kept: '0.00' });
});

test('an advance is paid by one certificate, recovered, and never paid twice', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, between, ledger, versionId } = await contract(owner);
  const asked = { params: { id: versionId }, body: { kind: 'advance' } } as const;
  const advance = { amount: '100', rate: '25', threshold: '10', paid_on: null };
  for (const agreed of [null, { ...advance, amount: '0' }, { ...advance, paid_on: '2026-01-31' }]) {
    await setTerms({ base: 'net', retention: null, advance: agreed, taxes: 'on work' });
    expect(await refusal(owner.call('POST /versions/:id/certificates/preview/', asked))).toMatchObject({
      status: 409,
      body: { code: 'no_advance_agreed' },
    });
  }
  await setTerms({ base: 'net', retention: null, advance, taxes: 'on work' });
  expect(await between({ kind: 'advance' })).toMatchObject({ number: '1', kind: 'advance', due: '100.00', advance: '100.00' });
  expect(await refusal(owner.call('POST /versions/:id/certificates/preview/', asked))).toMatchObject({
    status: 409,
    body: { code: 'advance_paid' },
  });
  // A quarter of what is certified beyond a tenth of the contract: (300 − 100) · 25 %.
  expect(await issue(await act('30'))).toMatchObject({ recovered: '50.00', due: '313.00' });
  expect(await ledger()).toMatchObject({ advance: { paid: '100.00', recovered: '50.00', left: '50.00' } });
  await issue(await act('70'));
  expect(await ledger()).toMatchObject({ due: '1210.00', advance: { paid: '100.00', recovered: '100.00', left: '0.00' } });
});

test('certificates are issued in the order of accepted acts, with the figures that were shown', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, ledger } = await contract(owner);
  const first = await act('10');
  const second = await act('20', submitted);
  expect((await ledger()).certificates).toMatchObject([
    { id: null, number: '1', due: '121.00', blocked: null },
    { id: null, number: '2', due: '242.00', blocked: { code: 'act_not_accepted' } },
  ]);
  expect(await refusal(issue(second))).toMatchObject({ status: 409, body: { code: 'act_not_accepted' } });
  await owner.call('PUT /acts/:id/', { params: { id: second }, body: { status_id: accepted } });
  expect(await refusal(issue(second))).toMatchObject({ status: 409, body: { code: 'earlier_not_issued' } });
  await setTerms(RETAINED);
  expect(await refusal(owner.call('POST /acts/:id/certificate/', { params: { id: first }, body: { due: '121' } }))).toMatchObject({
    status: 409,
    body: { code: 'certificate_moved', sheet: { due: '116.00' } },
  });
  await issue(first);
  expect(await refusal(issue(first))).toMatchObject({ status: 409, body: { code: 'certificate_issued' } });
});

test('number and day are checked at their fields', async () => {
  const owner = await server.person();
  const { act, issue } = await contract(owner);
  const day = new Date().toISOString().slice(0, 10);
  expect(await issue(await act('10'))).toMatchObject({ number: '1', date: day });
  const second = await act('10');
  const asked = (body: { number?: string; date?: string }) =>
    refusal(owner.call('POST /acts/:id/certificate/', { params: { id: second }, body: { due: '121.00', ...body } }));
  expect(await asked({ number: '1' })).toMatchObject({ status: 400, body: { number: ['Certificate 1 already exists in this project'] } });
  expect(await asked({ date: '2000-01-01' })).toMatchObject({ status: 400, body: { date: [expect.stringContaining(day)] } });
  expect(await asked({ date: '2199-01-01' })).toMatchObject({
    status: 400,
    body: { date: ['Choose a day no more than a month from now'] },
  });
  expect(await asked({ date: '2026-02-31' })).toMatchObject({ status: 400, body: { date: [expect.any(String)] } });
});

test('an issued certificate never changes: not by later terms, not by its act, not in the database', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, versionId } = await contract(owner);
  const actId = await act('50');
  const issued = await issue(actId);
  await setTerms(RETAINED);
  expect(await owner.call('GET /certificates/:id/', { params: { id: issued.id ?? 0 } })).toEqual(issued);
  expect(await owner.call('GET /acts/:id/certificate/', { params: { id: actId } })).toEqual(issued);
  expect(await refusal(owner.call('PUT /acts/:id/', { params: { id: actId }, body: { status_id: submitted } }))).toMatchObject({
    status: 409,
    body: { code: 'act_certified' },
  });
  await expect(sql`update certificates set due = 1 where version_id = ${versionId}`.execute(server.database.query)).rejects.toThrow(
    'does not change',
  );
});

test('only owners and admins withdraw the latest certificate; its act can then be opened again', async () => {
  const owner = await server.person();
  const regular = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { act, issue } = await contract(owner);
  const [one, two] = [await act('10'), await act('10')];
  const [first, second] = [await issue(one, regular), await issue(two)];
  const take = (id: number | null, person = owner) => person.call('DELETE /certificates/:id/', { params: { id: id ?? 0 } });
  expect(await refusal(take(first.id))).toMatchObject({ status: 409, body: { code: 'certificate_not_latest' } });
  expect((await refusal(take(second.id, regular))).status).toBe(403);
  expect((await refusal(take(second.id, await server.person()))).status).toBe(404);
  await take(second.id);
  expect((await refusal(take(second.id))).status).toBe(404);
  await owner.call('PUT /acts/:id/', { params: { id: two }, body: { status_id: submitted } });
  // The number is free again.
  await owner.call('PUT /acts/:id/', { params: { id: two }, body: { status_id: accepted } });
  expect(await issue(two)).toMatchObject({ number: '2' });
});

test('certificates and invoices need a recent proof of identity', async () => {
  const owner = await server.person();
  const { act, issue } = await contract(owner);
  const actId = await act('10');
  await sql`update refresh_families set proved_at = now() - interval '16 minutes' where user_id = ${owner.id}`.execute(
    server.database.query,
  );
  expect(await refusal(issue(actId))).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
});

test('a payment is noted with a day and an amount, and the note can be removed', async () => {
  const owner = await server.person();
  const { act, issue, ledger } = await contract(owner);
  const { id } = await issue(await act('10'));
  const note = (paid: { on: string; amount: string } | null) =>
    owner.call('PUT /certificates/:id/paid/', { params: { id: id ?? 0 }, body: { paid } });
  expect(await note({ on: '2026-11-30', amount: '100.5' })).toMatchObject({ paid: { on: '2026-11-30', amount: '100.50' }, due: '121.00' });
  expect(await ledger()).toMatchObject({ paid: '100.50', due: '121.00' });
  expect(await note(null)).toMatchObject({ paid: null });
});

test('a payment replaces the one it was meant to replace, and no other', async () => {
  const owner = await server.person();
  const { act, issue } = await contract(owner);
  const { id } = await issue(await act('10'));
  type Payment = { readonly on: string; readonly amount: string } | null;
  const [mine, theirs] = [
    { on: '2026-11-30', amount: '100.5' },
    { on: '2026-11-29', amount: '5' },
  ];
  const note = (paid: Payment, expected: Payment) =>
    owner.call('PUT /certificates/:id/paid/', { params: { id: id ?? 0 }, body: { paid, expected } });
  await note(theirs, null);
  const stale = { status: 409, body: { code: 'stale_payment', sheet: { paid: { on: '2026-11-29', amount: '5.00' } } } };
  expect(await refusal(note(mine, null))).toMatchObject(stale);
  expect(await refusal(note(null, mine))).toMatchObject(stale);
  expect(await note(theirs, null)).toMatchObject({ paid: { amount: '5.00' } });
  expect(await note(mine, theirs)).toMatchObject({ paid: { amount: '100.50' } });
});

test('noting a payment twice, or removing a missing note, makes no event', async () => {
  const owner = await server.person();
  const { act, issue, projectId } = await contract(owner);
  const { id } = await issue(await act('10'));
  const note = (paid: { on: string; amount: string } | null) =>
    owner.call('PUT /certificates/:id/paid/', { params: { id: id ?? 0 }, body: { paid } });
  const latest = async () => (await owner.call('GET /projects/:id/history/', { params: { id: projectId }, query: {} })).events[0]?.type;
  expect(await note(null)).toMatchObject({ paid: null });
  expect(await latest()).toBe('issue');
  await note({ on: '2026-11-30', amount: '100.5' });
  const notes = async () =>
    (await owner.call('GET /projects/:id/history/', { params: { id: projectId }, query: {} })).events.filter(({ type }) => type === 'pay')
      .length;
  expect(await notes()).toBe(1);
  expect(await note({ on: '2026-11-30', amount: '100.50' })).toMatchObject({ paid: { amount: '100.50' } });
  expect(await notes()).toBe(1);
  await note(null);
  await note(null);
  expect(await notes()).toBe(2);
});

test('terms are set on the revision that was shown, after a preview of the certificates they change', async () => {
  const owner = await server.person();
  const regular = await server.person({ teamId: owner.teamId, role: 'regular' });
  const { projectId, act, issue, setTerms } = await contract(owner);
  await issue(await act('10'));
  const open = await act('20');
  const params = { id: projectId };
  expect(await owner.call('POST /projects/:id/terms/preview/', { params, body: RETAINED })).toEqual({
    moves: [
      {
        act_id: open,
        number: '2',
        version_number: 1,
        kept: { old: '0.00', new: '15.00' },
        recovered: { old: '0.00', new: '0.00' },
        due: { old: '242.00', new: '227.00' },
      },
    ],
  });
  const set = await setTerms(RETAINED);
  expect(set).toMatchObject({ terms: { retention: { rate: '5', limit: null } } });
  expect(await refusal(owner.call('PUT /projects/:id/terms/', { params, body: { ...RETAINED, expected: null } }))).toMatchObject({
    status: 409,
    body: { code: 'stale_terms', terms: { id: set.id } },
  });
  expect((await refusal(regular.call('PUT /projects/:id/terms/', { params, body: { ...RETAINED, expected: set.id } }))).status).toBe(403);
  // Setting the same terms again is not a change.
  expect(await setTerms({ ...RETAINED, retention: { rate: '5.0000', limit: null } })).toEqual(set);
  // A rate of 0 is a rate.
  expect(await setTerms({ ...RETAINED, retention: { rate: '0', limit: { form: 'amount', value: '0' } } })).toMatchObject({
    terms: { retention: { rate: '0', limit: { form: 'amount', value: '0.00' } } },
  });
  expect((await owner.call('GET /projects/:id/terms/', { params })).earlier).toMatchObject([{ id: set.id }]);
});

test.each([
  ['a rate above 100', { ...RETAINED, retention: { rate: '100.0001', limit: null } }],
  ['a rate below 0', { ...RETAINED, retention: { rate: '-1', limit: null } }],
  ['a limit of 101 %', { ...RETAINED, retention: { rate: '5', limit: { form: 'percent', value: '101' } } }],
  ['a sum below 0', { ...RETAINED, retention: { rate: '5', limit: { form: 'amount', value: '-1' } } }],
  ['words', { ...RETAINED, retention: { rate: 'five', limit: null } }],
  ['another base', { ...RETAINED, base: 'all' }],
  ['an advance without an end', { ...RETAINED, advance: { amount: '1e99', rate: '10', threshold: '0', paid_on: null } }],
  ['a day that is none', { ...RETAINED, advance: { amount: '1', rate: '10', threshold: '0', paid_on: '2026-13-01' } }],
])('terms with %s are refused', async (_, terms) => {
  const owner = await server.person();
  const { id } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const asked = owner.call('PUT /projects/:id/terms/', { params: { id }, body: { ...terms, expected: null } as never });
  expect((await refusal(asked)).status).toBe(400);
});

test('an advance that certificates paid stays, whatever later terms say', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, between, ledger } = await contract(owner);
  const advance = { amount: '100', rate: '50', threshold: '0', paid_on: null };
  await setTerms({ ...RETAINED, retention: null, advance });
  await between({ kind: 'advance' });
  await issue(await act('10'));
  const paid = { advance: { paid: '100.00', recovered: '50.00', left: '50.00' } };
  for (const agreed of [{ ...advance, amount: '200' }, null]) {
    await setTerms({ ...RETAINED, retention: null, advance: agreed });
    expect(await ledger()).toMatchObject(paid);
  }
  await issue(await act('90'));
  expect(await ledger()).toMatchObject({ advance: { paid: '0.00', recovered: '0.00', left: '0.00' }, due: '1210.00' });
});

test('the amount shown as due after a certificate with a future day is the amount issued', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, ledger } = await contract(owner);
  const [soon, later] = [10, 20].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)) as [string, string];
  await issue(await act('10'), owner, { date: later });
  await setTerms({ ...RETAINED, retention: null, advance: { amount: '100', rate: '100', threshold: '0', paid_on: soon } });
  const next = await act('10');
  expect((await ledger()).certificates.at(-1)).toMatchObject({ due: '21.00' });
  expect(await issue(next)).toMatchObject({ date: later, due: '21.00' });
});

test.each(['999999999', '1000000000', '999999999999999999'])('after number %s there is a next one', async (number) => {
  const owner = await server.person();
  const { act, issue, ledger } = await contract(owner);
  await issue(await act('1'), owner, { number });
  const [second, third] = [await act('1'), await act('1')];
  const following = [1n, 2n].map((more) => String(BigInt(number) + more));
  expect((await ledger()).certificates.slice(1).map((each) => each.number)).toEqual(following);
  expect([(await issue(second)).number, (await issue(third)).number]).toEqual(following);
});

test('amounts due can be issued up to the largest sum', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, between, ledger, versionId } = await contract(owner);
  const [tax] = (await owner.call('GET /versions/:id/summary/', { params: { id: versionId } })).taxes;
  await owner.call('PUT /taxes/:id/', { params: { id: tax?.id ?? 0 }, body: { percent_total: '1000' } });
  const advance = { amount: `${'9'.repeat(24)}.99`, rate: '100', threshold: '0', paid_on: null };
  await setTerms({ base: 'gross', retention: null, advance, taxes: 'on payment' });
  expect(await between({ kind: 'advance' })).toMatchObject({ due: `10${'9'.repeat(23)}9.89` });
  await setTerms({ base: 'gross', retention: null, advance: null, taxes: 'on payment' });
  await issue(await act('100'));
  expect(await ledger()).toMatchObject({ due: '11000.00' });
});

test('certificates have the currency of their project', async () => {
  const owner = await server.person();
  const { act, issue, projectId } = await contract(owner);
  const { id } = await issue(await act('10'));
  const to = (body: { currency_code: 'USD' | 'EUR' } | { currency: string }) =>
    owner.call('PATCH /projects/:id/', { params: { id: projectId }, body: { name: 'Quay', ...body } });
  for (const [field, body] of [
    ['currency_code', { currency_code: 'USD' }],
    ['currency', { currency: 'Ls' }],
  ] as const)
    expect(await refusal(to(body))).toMatchObject({ status: 400, body: { [field]: [expect.stringContaining('issued in €')] } });
  expect(await to({ currency_code: 'EUR' })).toMatchObject({ name: 'Quay', currency: '€' });
  await owner.call('DELETE /certificates/:id/', { params: { id: id ?? 0 } });
  expect(await to({ currency_code: 'USD' })).toMatchObject({ currency: '$' });
});

test('undo of a step with a certificate says where to do it instead', async () => {
  const owner = await server.person();
  const { act, issue, projectId } = await contract(owner);
  const back = () => refusal(owner.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: {} }));
  const { id } = await issue(await act('10'));
  const params = { id: id ?? 0 };
  expect(await back()).toMatchObject({ status: 409, body: { code: 'certificate_stands' } });
  await owner.call('PUT /certificates/:id/paid/', { params, body: { paid: { on: '2026-11-30', amount: '1' } } });
  expect(await back()).toMatchObject({ status: 409, body: { code: 'payment_stands', detail: expect.stringContaining('certificate 1 ') } });
  await owner.call('DELETE /certificates/:id/', { params });
  expect(await back()).toMatchObject({
    status: 409,
    body: { code: 'taking_back_stands', detail: expect.stringContaining('certificate 1 ') },
  });
});

test('removing a project for good removes its terms, certificates and answers', async () => {
  const owner = await server.person();
  const { setTerms, act, issue, between, projectId, rowId } = await contract(owner);
  await setTerms(RETAINED);
  await issue(await act('10'));
  await between({ kind: 'release', amount: '1' });
  const answered = { params: { id: await act('20', submitted) } };
  const answer = { name: 'Client', rows: [{ row_id: rowId, quantity: '5', reason: 'not_done' as const, text: '' }] };
  await owner.call('POST /acts/:id/answer/', { ...answered, body: answer });
  await owner.call('DELETE /acts/:id/answer/', answered);
  await owner.call('POST /acts/:id/answer/', { ...answered, body: answer });
  await owner.call('DELETE /projects/:id/', { params: { id: projectId } });
  const { query } = server.database;
  await sql`update projects set deleted_at = now() - interval '31 days' where id = ${projectId}`.execute(query);
  await emptyBin(query);
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from projects where team_id = ${owner.teamId}) + (select count(*) from certificates where team_id = ${owner.teamId})
           + (select count(*) from project_terms where team_id = ${owner.teamId}) + (select count(*) from act_answers where team_id = ${owner.teamId})
           + (select count(*) from act_answer_rows where team_id = ${owner.teamId}) as left`.execute(query);
  expect(Number(rows[0]?.left)).toBe(0);
});

test('undo reverts terms until a certificate uses them, and stops at a certificate', async () => {
  const owner = await server.person();
  const { projectId, setTerms, act, issue } = await contract(owner);
  const step = (way: 'backward' | 'forward') => owner.call(`POST /projects/:id/history/${way}/`, { params: { id: projectId }, body: {} });
  const inForce = async () => (await owner.call('GET /projects/:id/terms/', { params: { id: projectId } })).terms.retention?.rate ?? null;
  await setTerms(RETAINED);
  await setTerms({ ...RETAINED, retention: { rate: '10', limit: null } });
  await step('backward');
  expect(await inForce()).toBe('5');
  await step('forward');
  expect(await inForce()).toBe('10');
  const actId = await act('10');
  await issue(actId);
  expect(await refusal(step('backward'))).toMatchObject({ status: 409, body: { code: 'certificate_stands' } });
  expect(await owner.call('GET /acts/:id/certificate/', { params: { id: actId } })).toMatchObject({ due: '111.00' });
});

test('two people who issue at once issue one certificate; two contracts of a project share one numbering', async () => {
  const owner = await server.person();
  const admin = await server.person({ teamId: owner.teamId, role: 'admin' });
  const { act, issue, projectId } = await contract(owner);
  const actId = await act('10');
  const outcomes = await Promise.allSettled([issue(actId), issue(actId, admin)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { versions } = await owner.call('GET /projects/:id/tree', { params: { id: projectId } });
  const { id: copy } = await owner.call('POST /projects/:id/versions/', {
    params: { id: projectId },
    body: { from_version_id: versions[0]?.id ?? null },
  });
  // A separate contract: its certificates start from zero, and only the numbering continues.
  await owner.call('POST /versions/:id/separate/', { params: { id: copy }, body: { is_separate: true } });
  const second = await owner.call('POST /versions/:id/acts/', { params: { id: copy }, body: {} });
  await owner.call('PUT /acts/:id/', { params: { id: second.id }, body: { status_id: accepted } });
  expect(await issue(second.id)).toMatchObject({ number: '2', due: '0.00', due_before: '0.00' });
});

test('the next certificate has the same number in the ledger and on its own page, and is issued with it', async () => {
  const owner = await server.person();
  const { act, issue, between, ledger, setTerms } = await contract(owner);
  await setTerms(RETAINED);
  await issue(await act('10'));
  const [second, third, fourth] = [await act('10'), await act('10'), await act('10')];
  const onPages = () =>
    Promise.all([second, third, fourth].map(async (id) => (await owner.call('GET /acts/:id/certificate/', { params: { id } })).number));
  const inLedger = async () => (await ledger()).certificates.flatMap(({ act: of, number }) => (of === null ? [] : [number])).slice(1);
  expect(await onPages()).toEqual(['2', '3', '4']);
  expect(await inLedger()).toEqual(['2', '3', '4']);
  expect(await refusal(issue(third))).toMatchObject({ status: 409, body: { code: 'earlier_not_issued' } });
  expect(await issue(second)).toMatchObject({ number: '2' });
  // A release between acts takes the next number, and later certificates continue after it.
  expect(await between({ kind: 'release', amount: '1' })).toMatchObject({ number: '3' });
  expect(await onPages()).toEqual(['2', '4', '5']);
  expect(await inLedger()).toEqual(['2', '4', '5']);
  expect(await issue(third, owner, { number: '9' })).toMatchObject({ number: '9' });
  expect(await onPages()).toEqual(['2', '9', '10']);
  expect(await issue(fourth)).toMatchObject({ number: '10' });
});

test('the sums of a ledger are those of its certificates', async () => {
  const owner = await server.person();
  const { act, issue, ledger } = await contract(owner);
  for (let made = 0; made < 6; made += 1) await issue(await act('10'));
  const { certificates, due } = await ledger();
  expect(certificates.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6']);
  const sum = certificates.reduce((total, certificate) => total + exact(certificate.due, 2), 0n);
  expect(fixed(sum, 2)).toBe(due);
});
