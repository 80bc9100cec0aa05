/**
 * Certificates of a contract whose version has changed: certified amounts stay, changes of value are a line of their own, and the amounts due add up
 * to the contract.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { CertificateSheet, TermsFields } from '../../domain/api/certificateShapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { read } from '../../server/invoices/write.ts';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let accepted: number;
beforeAll(async () => {
  server = await startServer();
  accepted = (await finalStatus(server.database.query)).id;
});
afterAll(() => server.close());

const RETAINED: TermsFields = { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' };
const cents = (text: string) => exact(text, SCALE.money);
const at = (id: number) => ({ params: { id } });

/** Brick 10 at 5, Sand 8 at 2 and Roof 3 at 10, which is 96.00, and 21 % VAT. */
async function contract(owner: Person, terms: TermsFields = RETAINED) {
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id: first } = await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { ...at(first), body: { title: 'Walls' } });
  const { ids } = await owner.call('POST /lists/:id/rows/', {
    ...at(list.id),
    body: {
      rows: [
        ['Brick', '10', '5'],
        ['Sand', '8', '2'],
        ['Roof', '3', '10'],
      ].map(([name = '', quantity = '', unit_materials = '']) => ({ name, unit: 'm2', quantity, unit_materials })),
    },
  });
  const { record } = await owner.call('POST /versions/:id/taxes/', { ...at(first), body: { name: 'VAT' } });
  await owner.call('PUT /taxes/:id/', { ...at(record.id), body: { percent_total: '21' } });
  await owner.call('PUT /projects/:id/terms/', { ...at(projectId), body: { ...terms, expected: null } });
  const rowsIn = async (versionId: number): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const { id } of await owner.call('GET /versions/:id/lists/', at(versionId))) {
      const { rows } = (await owner.call('GET /lists/:id/rows/', { ...at(id), query: { limit: 500 } })) as {
        rows: readonly { name: string; id: number }[];
      };
      for (const row of rows) found[row.name] = row.id;
    }
    return found;
  };
  return {
    projectId,
    first,
    rows: { Brick: ids[0] ?? 0, Sand: ids[1] ?? 0, Roof: ids[2] ?? 0 },
    act: async (versionId: number, done: Readonly<Record<number, string>>, isAccepted = true) => {
      const { id, place } = await owner.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
      for (const [row, quantity] of Object.entries(done))
        await owner.call('PUT /act_rows/:id/', { ...at(actRowId(Number(row), place)), body: { quantity } });
      if (isAccepted) await owner.call('PUT /acts/:id/', { ...at(id), body: { status_id: accepted } });
      return id;
    },
    issue: async (actId: number, by = owner) => {
      const { due } = await by.call('GET /acts/:id/certificate/', at(actId));
      return by.call('POST /acts/:id/certificate/', { ...at(actId), body: { due } });
    },
    between: async (versionId: number, asked: { kind: 'release' | 'advance'; amount?: string }) => {
      const { due } = await owner.call('POST /versions/:id/certificates/preview/', { ...at(versionId), body: asked });
      return owner.call('POST /versions/:id/certificates/', { ...at(versionId), body: { ...asked, due } });
    },
    ledger: (versionId: number) => owner.call('GET /versions/:id/certificates/', at(versionId)),
    /** A copy in which Brick costs 6, Sand is 5, Roof is gone and Slate, 3 at 12, is new; `carry` goes on with it. */
    next: async () => {
      const { id } = await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: first } });
      const copied = await rowsIn(id);
      const set = (name: string, body: { quantity?: string; unit_materials?: string }) =>
        owner.call('PUT /rows/:id/', { ...at(copied[name] ?? 0), body });
      await set('Brick', { unit_materials: '6' });
      await set('Sand', { quantity: '5' });
      await owner.call('DELETE /rows/:id/', at(copied.Roof ?? 0));
      const { list: roof } = await owner.call('POST /versions/:id/lists/', { ...at(id), body: { title: 'Roof' } });
      const slate = await owner.call('POST /lists/:id/rows/', {
        ...at(roof.id),
        body: { name: 'Slate', unit: 'm2', quantity: '3', unit_materials: '12' },
      });
      return { id, rows: { ...copied, Slate: slate.ids[0] ?? 0 } as Record<'Brick' | 'Sand' | 'Slate', number> };
    },
    carry: async (versionId: number) => {
      const { settled, revaluation } = await owner.call('POST /versions/:id/carry/preview/', { ...at(versionId), body: {} });
      return owner.call('POST /versions/:id/carry/', {
        ...at(versionId),
        body: { settled: settled.gross.total, revaluation: revaluation.gross.total },
      });
    },
  };
}
const stored = async (versionId: number) => {
  const { rows } = await sql<{ sheet: string }>`
    select sheet::text as sheet from certificates where version_id = ${versionId} order by id`.execute(server.database.query);
  return rows.map(({ sheet }) => sheet);
};
const sumOf = (sheets: readonly Pick<CertificateSheet, 'due'>[]) =>
  fixed(
    sheets.reduce((sum, { due }) => sum + cents(due), 0n),
    SCALE.money,
  );

test('a contract continues under a newer version: certified work stays, the change of prices is a line, and in the end the amounts due add up to the contract', async () => {
  const owner = await server.person();
  const { first, rows, act, issue, between, ledger, next, carry, projectId } = await contract(owner);
  const one = await issue(await act(first, { [rows.Brick]: '4', [rows.Sand]: '8', [rows.Roof]: '1' }));
  expect(one).toMatchObject({ number: '1', net: { to_date: '46.00', contract: '96.00' }, kept: '2.30', due: '53.36' });
  const two = await act(first, { [rows.Brick]: '1' });
  const newer = await next();
  await carry(newer.id);
  const third = await act(newer.id, { [newer.rows.Slate]: '1' });
  const image = await stored(first);

  // The acts of the older version come first, at its prices; one ledger for both.
  const before = await ledger(first);
  expect(await ledger(newer.id)).toEqual(before);
  expect(before).toMatchObject({
    version_id: newer.id,
    versions: [{ number: 1 }, { number: 2 }],
    contract: { net: '122.00', gross: '147.62' },
    settled: { net: '16.00', gross: '19.36' },
    certificates: [
      { number: '1', version: { number: 1 }, act: { number: '1' } },
      { id: null, version: { number: 1 }, act: { number: '2' }, work_now: '6.05', blocked: null },
      { id: null, version: { number: 2 }, act: { number: '3' }, blocked: { code: 'earlier_not_issued', params: { number: '2' } } },
    ],
  });
  expect(await refusal(issue(third))).toMatchObject({ status: 409, body: { code: 'earlier_not_issued' } });
  expect(await owner.call('GET /certificates/:id/', at(one.id ?? 0))).toMatchObject({ is_latest: true, acts_after: 2 });
  const second = await issue(two);
  expect(second).toMatchObject({
    number: '2',
    version: { number: 1 },
    net: { contract: '96.00', before: '46.00', to_date: '51.00', now: '5.00' },
    acts_after: 1,
  });
  expect(second.revaluation).toBeUndefined();
  expect((await owner.call('GET /certificates/:id/', at(one.id ?? 0))).is_latest).toBe(false);

  // A release in between belongs to the newer version and changes only the released amount.
  const release = await between(first, { kind: 'release', amount: '1' });
  expect(release).toMatchObject({
    version: { number: 2 },
    due: '1.00',
    net: { contract: '122.00', before: '51.00', to_date: '51.00', now: '0.00' },
    revaluation: { from: { number: 1 }, before: '-5.00', to_date: '-5.00', now: '0.00' },
  });
  expect(await refusal(owner.call('DELETE /versions/:id/carry/', at(newer.id)))).toMatchObject({ status: 409 });

  const sheet = await issue(third);
  expect(sheet).toMatchObject({
    number: '4',
    version: { number: 2 },
    lists: [
      { title: 'Walls', contract: '70.00', before: '40.00', to_date: '40.00', now: '0.00' },
      { title: 'Roof', contract: '36.00', before: '0.00', to_date: '12.00', now: '12.00' },
    ],
    carried: [{ from: { number: 1 }, contract: '16.00', before: '16.00', to_date: '16.00', now: '0.00', gross: '19.36' }],
    revaluation: { from: { number: 1 }, contract: '0.00', before: '-5.00', to_date: '0.00', now: '5.00', gross: { now: '6.05' } },
    net: { contract: '122.00', before: '51.00', to_date: '68.00', now: '17.00' },
    taxes: [{ name: 'VAT', contract: '25.62', before: '10.71', to_date: '14.28', now: '3.57', settled: '3.36', revaluation: '1.05' }],
    gross: { contract: '147.62', before: '61.71', to_date: '82.28', now: '20.57' },
    retained: '3.40',
    acts_after: 0,
  });
  // Only once: the next certificate has none.
  const fourth = await issue(await act(newer.id, {}));
  expect([fourth.due, fourth.revaluation]).toEqual(['0.00', undefined]);
  const last = await act(newer.id, {});
  await sql`update acts set status_id = ${accepted - 1} where id = ${last}`.execute(server.database.query);
  await owner.call('POST /acts/:id/complete/', { ...at(last), body: { percent: '100' } });
  await owner.call('PUT /acts/:id/', { ...at(last), body: { status_id: accepted } });
  await issue(last);
  const { kept } = await ledger(first);
  await between(newer.id, { kind: 'release', amount: kept });
  const { certificates, due, contract: whole, certified } = await ledger(first);
  expect([due, sumOf(certificates), whole.gross, certified.gross]).toEqual(['147.62', '147.62', '147.62', '147.62']);
  expect(certificates.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7']);

  // Unchanged to the byte by everything that came later.
  expect((await stored(first)).slice(0, 1)).toEqual(image);
  expect(JSON.stringify(await owner.call('GET /acts/:id/certificate/', at(two)))).toBe(
    JSON.stringify({ ...second, is_latest: false, acts_after: 3 }),
  );
  const project = await owner.call('GET /projects/:id/', at(projectId));
  expect(project.claimed).toBe('147.62');
});

test('a carrying with a certificate on it cannot be undone; once the certificate is withdrawn it can, and the older version is as before', async () => {
  const owner = await server.person();
  const { first, rows, act, issue, between, ledger, next, carry, projectId } = await contract(owner);
  await issue(await act(first, { [rows.Brick]: '4' }));
  const before = await ledger(first);
  const newer = await next();
  await carry(newer.id);
  const { id } = await between(newer.id, { kind: 'release', amount: '0.50' });
  expect(await refusal(owner.call('DELETE /versions/:id/carry/', at(newer.id)))).toMatchObject({
    status: 409,
    body: { code: 'carry_certificate_stands' },
  });
  await owner.call('DELETE /certificates/:id/', at(id ?? 0));
  await owner.call('DELETE /versions/:id/carry/', at(newer.id));
  expect(await ledger(first)).toEqual(before);
  // A version that has carried nothing has no payments of its own, and no advance is paid on it beside the contract.
  expect(await ledger(newer.id)).toMatchObject({ due: '0.00', certificates: [] });
  expect(await refusal(between(newer.id, { kind: 'release', amount: '1' }))).toMatchObject({
    status: 409,
    body: { code: 'claimed_elsewhere' },
  });
  // Undo of a carrying, with an act that was certified before it.
  await carry(newer.id);
  await owner.call('POST /projects/:id/history/backward/', { ...at(projectId), body: {} });
  expect(await ledger(first)).toEqual(before);
});

test('approved extras belong to the contract: they are shown separately, count in limits, and change no issued sheet', async () => {
  const owner = await server.person();
  const limited = { ...RETAINED, retention: { rate: '100', limit: { form: 'percent' as const, value: '50' } } };
  const { first, rows, act, issue, ledger, next, carry } = await contract(owner, limited);
  const before = await issue(await act(first, { [rows.Brick]: '10' }));
  expect(before).toMatchObject({ limit: '48.00', kept: '48.00' });
  expect([before.original, before.extras]).toEqual([undefined, undefined]);
  const extra = async (rowId: number, quantity: string) => {
    const { id } = await owner.call('POST /rows/:id/extras/', { ...at(rowId), body: { quantity, reason: 'More was needed' } });
    return owner.call('POST /extras/:id/decide/', { ...at(id), body: { approves: true } });
  };
  await extra(rows.Brick, '2');
  await extra(rows.Sand, '-4');
  const image = await stored(first);
  const second = await issue(await act(first, { [rows.Brick]: '2' }));
  // 96.00 as agreed, 10.00 more bricks, 8.00 less sand.
  expect(second).toMatchObject({
    original: { net: '96.00', gross: '116.16' },
    extras: { rows: 2, net: '2.00', gross: '2.42' },
    net: { contract: '98.00', to_date: '60.00' },
    limit: '49.00',
  });
  expect(await ledger(first)).toMatchObject({ contract: { net: '98.00' }, extras: { net: '2.00' }, settled: { net: '0.00' } });
  // A copy takes the quantities with their extras along: they are the newer version's own, and no extras of it.
  const newer = await next();
  await carry(newer.id);
  const third = await issue(await act(newer.id, {}));
  expect(third.extras).toBeUndefined();
  // Brick 12 at 6, Sand 5 at 2, Slate 3 at 12; nothing was settled, for 12 bricks fit.
  expect(third).toMatchObject({ net: { contract: '118.00', before: '60.00', now: '12.00' }, revaluation: { now: '12.00' } });
  await extra(newer.rows.Slate, '1');
  expect(await ledger(first)).toMatchObject({ contract: { net: '130.00' }, extras: { net: '12.00' } });
  expect((await stored(first))[0]).toEqual(image[0]);
});

test('a version cannot be deleted while a certificate issued on it stands', async () => {
  const owner = await server.person();
  const bob = await server.person({ teamId: owner.teamId, role: 'regular' });
  const advance = { amount: '10', rate: '50', threshold: '0', paid_on: null };
  const { projectId, first, between, ledger } = await contract(owner, { ...RETAINED, advance });
  const second = await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  const { id } = await between(first, { kind: 'advance' });
  const remove = (by: Person) => by.call('DELETE /versions/:id/', at(first));
  for (const by of [bob, owner])
    expect(await refusal(remove(by))).toMatchObject({
      status: 409,
      body: { code: 'version_certified', detail: expect.stringContaining('Certificate 1 was issued on this version') },
    });
  // Undo of the versions' making stops at the certificate, and at its taking back.
  const back = () => owner.call('POST /projects/:id/history/backward/', { ...at(projectId), body: {} });
  expect((await refusal(back())).body).toMatchObject({ code: 'certificate_stands' });
  expect(await ledger(first)).toMatchObject({ advance: { paid: '10.00' }, certificates: [{ id }] });
  await owner.call('DELETE /versions/:id/', at(second.id));
  await owner.call('DELETE /certificates/:id/', at(id ?? 0));
  expect((await remove(bob)).versions).toEqual([]);
});

describe('an advance certified before the first act', () => {
  const advance = { amount: '10', rate: '50', threshold: '0', paid_on: null };
  const undecided = { status: 409, body: { code: 'certified_elsewhere', acts: [], claimed: '0.00' } };

  test('moves to the version that carries on its own: it is recovered there, and paid once', async () => {
    const owner = await server.person();
    const { first, rows, act, issue, between, next, carry, ledger } = await contract(owner, {
      ...RETAINED,
      retention: null,
      advance,
    });
    const { id: paid, due } = await between(first, { kind: 'advance' });
    const newer = await next();
    const make = () => owner.call('POST /versions/:id/acts/', { ...at(newer.id), body: {} });
    expect(await refusal(make())).toMatchObject(undecided);
    expect(await refusal(make())).toMatchObject({ body: { certificates: [{ id: paid, number: '1', version_number: 1, due }] } });
    expect(await refusal(between(newer.id, { kind: 'advance' }))).toMatchObject(undecided);

    const carried = await owner.call('POST /versions/:id/carry/preview/', { ...at(newer.id), body: {} });
    expect(carried).toMatchObject({
      blocked: null,
      from: { id: first },
      before: { gross: { total: '0.00' } },
      settled: { gross: { total: '0.00' } },
      revaluation: { gross: { total: '0.00' } },
    });
    await carry(newer.id);
    // From then on the older version stays as it is, although it has no act.
    const onTo = { status: 409, body: { code: 'carried_on' } };
    const edit = (quantity = '11') => owner.call('PUT /rows/:id/', { ...at(rows.Brick), body: { quantity } });
    expect(await refusal(edit())).toMatchObject(onTo);
    expect(await refusal(owner.call('DELETE /rows/:id/', at(rows.Brick)))).toMatchObject(onTo);
    expect(await refusal(owner.call('POST /versions/:id/lists/', { ...at(first), body: { title: 'More' } }))).toMatchObject(onTo);
    expect(await refusal(owner.call('DELETE /versions/:id/', at(first)))).toMatchObject(onTo);
    expect(await refusal(owner.call('POST /versions/:id/acts/', { ...at(first), body: {} }))).toMatchObject(onTo);
    expect((await owner.call('GET /versions/:id/summary/', at(first))).frozen).toBe(true);
    await owner.call('DELETE /versions/:id/carry/', at(newer.id));
    expect((await edit()).row.quantity).toBe('11');
    await edit('10');
    await carry(newer.id);

    // The contract is 128.26 now: Brick 10 at 6, Sand 5 at 2, Slate 3 at 12, and 21 % VAT on 106.00.
    expect(await ledger(newer.id)).toMatchObject({
      contract: { gross: '128.26' },
      due: '10.00',
      advance: { paid: '10.00', recovered: '0.00', left: '10.00' },
      certificates: [{ id: paid, version: { id: first } }],
    });
    const again = owner.call('POST /versions/:id/certificates/preview/', { ...at(newer.id), body: { kind: 'advance' } });
    expect(await refusal(again)).toMatchObject({ status: 409, body: { code: 'advance_paid' } });
    const sheets = [
      await issue(await act(newer.id, { [newer.rows.Brick]: '3' })),
      await issue(await act(newer.id, { [newer.rows.Brick]: '7', [newer.rows.Sand]: '5', [newer.rows.Slate]: '3' })),
    ];
    expect(sheets).toMatchObject([
      { number: '2', recovered: '9.00', due: '12.78' },
      { number: '3', recovered: '10.00' },
    ]);
    expect(sumOf([{ due }, ...sheets])).toBe('128.26');
    const whole = await owner.call('GET /versions/:id/contract/', { ...at(newer.id), query: {} });
    expect(whole.versions.map(({ id, act_count }) => [id, act_count])).toEqual([
      [first, 0],
      [newer.id, 2],
    ]);
    expect(await ledger(first)).toMatchObject({ due: '128.26', advance: { paid: '10.00', recovered: '10.00', left: '0.00' } });
  });

  test('stays with its version where the newer one is a separate contract, and is withdrawn if it should be paid there', async () => {
    const owner = await server.person();
    const { first, act, between, next, ledger } = await contract(owner, { ...RETAINED, advance });
    const { id } = await between(first, { kind: 'advance' });
    const newer = await next();
    await owner.call('POST /versions/:id/separate/', { ...at(newer.id), body: { is_separate: true } });
    await act(newer.id, { [newer.rows.Brick]: '3' });
    expect(await ledger(newer.id)).toMatchObject({ advance: { paid: '0.00' } });
    expect(await ledger(first)).toMatchObject({ advance: { paid: '10.00' }, certificates: [{ id }] });

    const other = await contract(owner, { ...RETAINED, advance });
    const taken = await other.between(other.first, { kind: 'advance' });
    const second = await other.next();
    await owner.call('DELETE /certificates/:id/', at(taken.id ?? 0));
    expect(await other.between(second.id, { kind: 'advance' })).toMatchObject({ number: '1', due: '10.00' });
    // In the opposite order the question is the same.
    expect(await refusal(owner.call('POST /versions/:id/acts/', { ...at(other.first), body: {} }))).toMatchObject(undecided);
    await other.act(second.id, { [second.rows.Brick]: '3' });
  });

  test('prevents carrying into its version', async () => {
    const owner = await server.person();
    const { first, rows, act, between, next, carry } = await contract(owner, { ...RETAINED, advance });
    await act(first, { [rows.Brick]: '4' });
    const newer = await next();
    const separate = (is_separate: boolean) => owner.call('POST /versions/:id/separate/', { ...at(newer.id), body: { is_separate } });
    await separate(true);
    await between(newer.id, { kind: 'advance' });
    await separate(false);
    expect(await refusal(carry(newer.id))).toMatchObject({ status: 409, body: { code: 'carry_has_certificates' } });
  });
});

test('new terms change everything not yet issued in the whole contract, and nothing in separate contracts', async () => {
  const owner = await server.person();
  const { first, rows, act, issue, ledger, next, carry, projectId } = await contract(owner);
  await act(first, { [rows.Brick]: '4' });
  const newer = await next();
  await carry(newer.id);
  await act(newer.id, { [newer.rows.Slate]: '1' });
  const { id: apart } = await owner.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: newer.id } });
  await owner.call('POST /versions/:id/separate/', { ...at(apart), body: { is_separate: true } });
  const own = await act(apart, {});
  const terms = { ...RETAINED, retention: { rate: '10', limit: null } };
  const { moves } = await owner.call('POST /projects/:id/terms/preview/', { ...at(projectId), body: terms });
  expect(moves.map(({ version_number, number, kept }) => [version_number, number, kept.old, kept.new])).toEqual([
    [1, '1', '1.00', '2.00'],
    [2, '2', '1.80', '3.60'],
  ]);
  expect(await issue(own)).toMatchObject({ due: '0.00', due_before: '0.00', version: { id: apart } });
  expect((await ledger(apart)).certificates).toHaveLength(1);
  expect((await ledger(first)).certificates.every(({ id }) => id === null)).toBe(true);
});

test('the certificate after carrying can be an e-invoice too: the change of prices is a line, and BT-115 is the amount due', async () => {
  const owner = await server.person();
  const { first, rows, act, issue, next, carry, projectId } = await contract(owner);
  await owner.call('PUT /teams/:id/invoicing/', {
    ...at(owner.teamId),
    body: {
      ...{ vat_id: 'LV49999999000', city: 'Riga', post_code: 'LV-1010', country: 'LV', endpoint: 'invoices@builders.example' },
      ...{ iban: 'LV69TEST0000000000001', payment_days: 30 },
    },
  });
  await owner.call('PUT /projects/:id/invoicing/', {
    ...at(projectId),
    body: { city: 'Berlin', post_code: '10115', country: 'DE', endpoint: '0204:04011000-12345-03' },
  });
  await owner.call('PUT /projects/:id/client/', { ...at(projectId), body: { name: 'Harbour Homes' } });
  await issue(await act(first, { [rows.Brick]: '4', [rows.Sand]: '8' }));
  const newer = await next();
  await carry(newer.id);
  const sheet = await issue(await act(newer.id, { [newer.rows.Slate]: '1' }));
  const asked = { ...at(sheet.id ?? 0), query: { language: 'en' } as const };
  const [ubl, cii] = await Promise.all([
    owner.call('GET /certificates/:id/invoice/', { ...asked, query: { ...asked.query, syntax: 'ubl' } }),
    owner.call('GET /certificates/:id/invoice/', { ...asked, query: { ...asked.query, syntax: 'cii' } }),
  ]);
  const said = read(ubl.xml, 'ubl');
  expect(read(cii.xml, 'cii')).toEqual(said);
  expect(said.lines.map(({ name, amount }) => [name, fixed(amount, SCALE.money)])).toEqual([
    ['Roof', '12.00'],
    ['Work invoiced before: change from version 1 to version 2', '4.00'],
  ]);
  expect(fixed(said.totals.due, SCALE.money)).toBe(sheet.due);
});

test('a tax whose rate changed with the version is credited at the old rate and invoiced at the new one', async () => {
  const owner = await server.person();
  const { first, rows, act, issue, next, carry } = await contract(owner);
  await issue(await act(first, { [rows.Brick]: '4', [rows.Sand]: '8' }));
  const newer = await next();
  const [tax] = (await owner.call('GET /versions/:id/summary/', at(newer.id))).taxes;
  await owner.call('PUT /taxes/:id/', { ...at(tax?.id ?? 0), body: { percent_total: '25' } });
  await carry(newer.id);
  const sheet = await issue(await act(newer.id, { [newer.rows.Slate]: '1' }));
  // 36.00 certified at 21 %; Sand that fits no more, 6.00, keeps its tax, and the rest is taxed at 25 %.
  expect(sheet.taxes.map(({ percent_total, before, to_date, now, rate }) => [percent_total, before, to_date, now, rate])).toEqual([
    ['25', '0.00', '11.50', '11.50', undefined],
    ['21', '7.56', '1.26', '-6.30', '0'],
  ]);
  const check = await owner.call('GET /certificates/:id/invoice/check/', { ...at(sheet.id ?? 0), query: {} });
  // Only the missing details of the parties prevent it.
  expect(check.broken.filter(({ where }) => where === 'taxes' || where === 'certificate')).toEqual([]);
});

test('issuing, withdrawing and releasing at the same time give one order of certificates, and nothing is lost', async () => {
  const owner = await server.person();
  const admin = await server.person({ teamId: owner.teamId, role: 'admin' });
  const { first, rows, act, issue, between, ledger, next, carry } = await contract(owner);
  await issue(await act(first, { [rows.Brick]: '4' }));
  const newer = await next();
  await carry(newer.id);
  const third = await act(newer.id, { [newer.rows.Slate]: '1' });
  const outcomes = await Promise.allSettled([
    issue(third),
    issue(third, admin),
    between(first, { kind: 'release', amount: '0.25' }),
    owner.call('DELETE /versions/:id/carry/', at(newer.id)),
  ]);
  expect(outcomes.slice(0, 2).filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
  expect(outcomes[3]?.status).toBe('rejected');
  const { certificates, due } = await ledger(newer.id);
  const issued = certificates.filter(({ id }) => id !== null);
  expect(sumOf(issued)).toBe(due);
  let before = 0n;
  for (const { id } of issued) {
    const sheet = await owner.call('GET /certificates/:id/', at(id ?? 0));
    expect(cents(sheet.due_before)).toBe(before);
    before += cents(sheet.due);
  }
});
