/** E-invoices of issued certificates: what is missing, what is handed out, and to whom. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { TermsFields } from '../../domain/api/certificateShapes.ts';
import type { InvoiceAsked, SellerFields } from '../../domain/api/invoiceShapes.ts';
import { fixed, SCALE } from '../../domain/decimal.ts';
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

const SELLER: SellerFields = {
  vat_id: 'LV 4999 9999000',
  city: 'Riga',
  post_code: 'LV-1010',
  country: 'lv',
  endpoint: 'invoices@builders.example',
  iban: 'LV69 TEST 0000 0000 0000 1',
  payment_days: 30,
};
const BUYER = {
  city: 'Berlin',
  post_code: '10115',
  country: 'DE',
  endpoint: '0204:04011000-12345-03',
  buyer_reference: '04011000-12345-03',
};
const ubl: Partial<InvoiceAsked> & Pick<InvoiceAsked, 'syntax'> = { syntax: 'ubl' };

/** A contract of 1,000.00 in one list of 100 at 10.00, and its certificates as acts are accepted. */
async function contract(
  owner: Person,
  tax: Readonly<Record<string, string>> | null = { percent_total: '21' },
  terms: TermsFields | null = null,
) {
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls & <roof>' } });
  const { ids } = await owner.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Brickwork', quantity: '100' } });
  const rowId = ids[0] ?? 0;
  await owner.call('PUT /rows/:id/', { params: { id: rowId }, body: { unit_materials: '10' } });
  if (tax !== null) {
    const { record } = await owner.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
    for (const [field, value] of Object.entries(tax))
      await owner.call('PUT /taxes/:id/', { params: { id: record.id }, body: { [field]: value } as { percent_total: string } });
  }
  if (terms !== null) await owner.call('PUT /projects/:id/terms/', { params: { id: projectId }, body: { ...terms, expected: null } });
  return {
    projectId,
    versionId,
    act: async (quantity: string) => {
      const { id, place } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
      await owner.call('PUT /act_rows/:id/', { params: { id: actRowId(rowId, place) }, body: { quantity } });
      await owner.call('PUT /acts/:id/', { params: { id }, body: { status_id: accepted } });
      const { due } = await owner.call('GET /acts/:id/certificate/', { params: { id } });
      return (await owner.call('POST /acts/:id/certificate/', { params: { id }, body: { due } })).id ?? 0;
    },
  };
}
async function withParties(owner: Person, projectId: number): Promise<void> {
  await owner.call('PUT /teams/:id/invoicing/', { params: { id: owner.teamId }, body: SELLER });
  await owner.call('PUT /projects/:id/invoicing/', { params: { id: projectId }, body: BUYER });
  await owner.call('PUT /projects/:id/client/', { params: { id: projectId }, body: { name: 'Harbour Homes', contract_number: 'K 7' } });
}
const shown = (cents: bigint) => fixed(cents, SCALE.money);
const log = async (person: Person) => {
  const { rows } = await sql<{ kind: string; about: string; becomes: string }>`
    select kind, about, becomes from security_log where team_id = ${person.teamId} and kind = 'invoice_made' order by id`.execute(
    server.database.query,
  );
  return rows;
};

test('all missing details are named at once with the place to enter them, and a complete invoice breaks no rule', async () => {
  const owner = await server.person();
  const { act } = await contract(owner);
  const params = { id: await act('40') };
  const check = await owner.call('GET /certificates/:id/invoice/check/', { params, query: {} });
  expect(check).toMatchObject({ number: '1', due: '484.00', types: ['875', '876', '877'], untaxed: 'no' });
  const places = check.broken.map(({ rule, where, said }) => [rule, where, said.code]);
  expect(places).toEqual([
    ['BR-07', 'client', 'invoice_buyer_name_missing'],
    ['BR-08', 'company', 'invoice_seller_address_missing'],
    ['BR-10', 'client', 'invoice_buyer_address_missing'],
    ['PEPPOL-EN16931-R020', 'company', 'invoice_seller_endpoint_missing'],
    ['PEPPOL-EN16931-R010', 'client', 'invoice_buyer_endpoint_missing'],
    ['BR-CO-25', 'company', 'invoice_days_missing'],
    ['BR-S-02', 'company', 'invoice_seller_vat_missing'],
  ]);
  expect(await refusal(owner.call('GET /certificates/:id/invoice/', { params, query: ubl }))).toMatchObject({
    status: 400,
    body: { code: 'invoice_broken', broken: check.broken },
  });
  expect(await log(owner)).toEqual([]);
});

test('the invoice of a certificate is given in both syntaxes, with the certificate’s amounts to a cent of rounding, and is the same every time', async () => {
  const owner = await server.person();
  const terms: TermsFields = { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work' };
  const { act, projectId } = await contract(owner, { percent_total: '21' }, terms);
  await withParties(owner, projectId);
  const first = await act('1.002');
  const params = { id: await act('1.002') };
  const invoice = (syntax: 'ubl' | 'cii') => owner.call('GET /certificates/:id/invoice/', { params, query: { syntax, language: 'de' } });
  const files = [await invoice('ubl'), await invoice('cii')];
  const [one, other] = files.map(({ xml }, at) => read(xml, at === 0 ? 'ubl' : 'cii'));
  expect(other).toEqual(one);
  expect(files.map(({ name }) => name)).toEqual(['2-ubl.xml', '2-cii.xml']);
  const sheet = await owner.call('GET /certificates/:id/', { params });
  expect(one).toMatchObject({
    number: '2',
    type: '875',
    seller: { vatId: 'LV49999999000', country: 'LV' },
    buyer: { name: 'Harbour Homes', endpoint: '04011000-12345-03', endpointScheme: '0204' },
    contract: 'K 7',
    iban: 'LV69TEST0000000000001',
    lines: [{ name: 'Walls & <roof>' }],
  });
  const { net, tax, gross, prepaid, rounding, due } = one?.totals ?? Object.fromEntries([]);
  expect([net, tax, gross, prepaid, rounding, due].map((cents) => shown(cents ?? 0n))).toEqual([
    sheet.net.now,
    '2.10',
    '12.12',
    '0.50',
    '0.01',
    sheet.due,
  ]);
  expect(one?.terms).toContain('Sicherheitseinbehalt bisher: 1,00 EUR');
  expect(await invoice('ubl')).toEqual(files[0]);
  expect((await log(owner)).map(({ about, becomes }) => [about, becomes])).toEqual(
    ['UBL 875', 'CII 875', 'UBL 875'].map((becomes) => ['Yard: 2', becomes]),
  );
  // A final invoice is for the last certificate alone.
  expect((await owner.call('GET /certificates/:id/invoice/check/', { params: { id: first }, query: {} })).types).toEqual(['875', '876']);
  const early = owner.call('GET /certificates/:id/invoice/', { params: { id: first }, query: { ...ubl, type: '877' } });
  expect(await refusal(early)).toMatchObject({
    status: 400,
    body: { broken: [{ rule: 'ACTUM-LAST', said: { code: 'invoice_not_last' } }] },
  });
});

test('where no VAT is charged the reason is required: a tax of 0 and no tax at all are different cases', async () => {
  const owner = await server.person();
  const zero = await contract(owner, { percent_total: '0' });
  await withParties(owner, zero.projectId);
  const params = { id: await zero.act('10') };
  expect(await owner.call('GET /certificates/:id/invoice/check/', { params, query: {} })).toMatchObject({
    untaxed: 'zero',
    broken: [{ rule: 'BR-CO-04', where: 'certificate' }],
  });
  const { xml } = await owner.call('GET /certificates/:id/invoice/', { params, query: { ...ubl, untaxed: 'E', reason: 'Art. 135' } });
  expect(read(xml, 'ubl').breakdown).toMatchObject([{ category: 'E', rate: 0n, reason: 'Art. 135' }]);
  const none = await contract(owner, null);
  expect(await owner.call('GET /certificates/:id/invoice/check/', { params: { id: await none.act('10') }, query: {} })).toMatchObject({
    untaxed: 'none',
  });
});

test('a tax that is not a plain percent of the total is refused with the place to correct it, beside other missing details', async () => {
  const owner = await server.person();
  const { act } = await contract(owner, { percent_materials: '21' });
  const { broken } = await owner.call('GET /certificates/:id/invoice/check/', { params: { id: await act('10') }, query: {} });
  expect(broken[0]).toMatchObject({ where: 'taxes', said: { code: 'invoice_tax_by_component', params: { tax: 'VAT' } } });
  expect(broken.map(({ where }) => where)).toContain('client');
});

test('company numbers are checked at their fields, and blanks in them do not count', async () => {
  const owner = await server.person();
  const set = (body: SellerFields) => owner.call('PUT /teams/:id/invoicing/', { params: { id: owner.teamId }, body });
  expect(await set(SELLER)).toMatchObject({ vat_id: 'LV49999999000', country: 'LV', iban: 'LV69TEST0000000000001', payment_days: 30 });
  for (const [field, value] of [
    ['vat_id', 'LV49999999001'],
    ['vat_id', '49999999000'],
    ['iban', 'LV68TEST0000000000001'],
    ['bic', 'TEST'],
    ['country', 'ZZ'],
    ['endpoint', 'nobody'],
    // A file could not hold it as it is.
    ['endpoint', `in${String.fromCharCode(1)}voices@builders.example`],
    ['endpoint', 'R&amp;D@builders.example'],
    ['endpoint', '0088:47\uffff11'],
    ['payment_days', 366],
    ['payment_days', 1.5],
  ] as const)
    expect([field, await refusal(set({ [field]: value }))]).toMatchObject([
      field,
      { status: 400, body: { [field]: [expect.any(String)] } },
    ]);
  // Given fields are set, others stay, and a field can be emptied.
  expect(await set({ iban: '', payment_days: null })).toMatchObject({ iban: '', payment_days: null, city: 'Riga' });
});

test('only people who see prices get an invoice, with a proof; only people who see the settings see the company; others learn nothing', async () => {
  const owner = await server.person();
  const { act, projectId } = await contract(owner);
  await withParties(owner, projectId);
  const params = { id: await act('10') };
  const member = await server.person({ teamId: owner.teamId, role: 'regular' });
  expect((await member.call('GET /certificates/:id/invoice/', { params, query: ubl })).name).toBe('1-ubl.xml');
  expect((await refusal(member.call('GET /teams/:id/invoicing/', { params: { id: owner.teamId } }))).status).toBe(403);
  const limited = await server.person({ teamId: owner.teamId, role: 'regular' });
  await owner.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: owner.teamId, userId: limited.id },
    body: { project_id: projectId, limit: { can: 'acts', prices: false } },
  });
  expect((await refusal(limited.call('GET /certificates/:id/invoice/', { params, query: ubl }))).status).toBe(403);
  expect((await refusal(limited.call('GET /certificates/:id/invoice/check/', { params, query: {} }))).status).toBe(403);
  expect((await refusal(limited.call('PUT /projects/:id/invoicing/', { params: { id: projectId }, body: BUYER }))).status).toBe(403);
  const stranger = await server.person();
  expect((await refusal(stranger.call('GET /certificates/:id/invoice/', { params, query: ubl }))).status).toBe(404);
  expect((await refusal(stranger.call('GET /certificates/:id/invoice/check/', { params, query: {} }))).status).toBe(404);
  expect((await refusal(stranger.call('PUT /projects/:id/invoicing/', { params: { id: projectId }, body: BUYER }))).status).toBe(404);
  expect((await refusal(stranger.call('GET /teams/:id/invoicing/', { params: { id: owner.teamId } }))).status).toBe(404);
  await owner.call('DELETE /certificates/:id/', { params });
  expect((await refusal(owner.call('GET /certificates/:id/invoice/', { params, query: ubl }))).status).toBe(404);
});

test('nonsense is refused at its field, and many requests during the withdrawal of the certificate are all answered', async () => {
  const owner = await server.person();
  const { act, projectId } = await contract(owner);
  await withParties(owner, projectId);
  const params = { id: await act('10') };
  const ask = (query: Readonly<Record<string, string>>) =>
    owner.call('GET /certificates/:id/invoice/', { params, query: { ...ubl, ...query } as InvoiceAsked });
  for (const [field, value] of [
    ['syntax', 'pdf'],
    ['type', '380'],
    ['untaxed', 'S'],
    ['language', 'xx'],
    ['reason', 'a'.repeat(201)],
  ] as const)
    expect([field, (await refusal(ask({ [field]: value }))).status]).toEqual([field, 400]);
  // Characters that XML does not allow cannot break the file.
  const name = `${String.fromCharCode(1)}]]><x/>&#0; \ud83d\udc77`;
  await owner.call('PUT /projects/:id/client/', { params: { id: projectId }, body: { name } });
  expect(read((await ask({})).xml, 'ubl').buyer.name).toBe(']]><x/>& #0; \ud83d\udc77');
  const asked = Array.from({ length: 8 }, () =>
    ask({}).then(
      ({ xml }) => xml,
      ({ status }: { status: number }) => status,
    ),
  );
  await owner.call('DELETE /certificates/:id/', { params });
  const answers = new Set(await Promise.all(asked));
  expect([...answers].every((answer) => answer === 404 || (typeof answer === 'string' && answer.includes('<cbc:ID>1</cbc:ID>')))).toBe(
    true,
  );
  expect([...answers].filter((answer) => typeof answer === 'string').length).toBeLessThanOrEqual(1);
});
