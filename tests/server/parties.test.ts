import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const inTeam = () => ({ params: { id: ann.teamId } });

test('the details of a team’s company and a project’s client are read together, behind a link too, and set field by field', async () => {
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const params = { id: projectId };
  const empty = { address: '', registration: '' };
  const { company, client } = await ann.call('GET /projects/:id/parties/', { params });
  expect([company, client]).toEqual([
    { name: company.name, ...empty, logo: null },
    { name: '', ...empty, contract_number: '', contract_date: null },
  ]);
  await ann.call('PUT /teams/:id/company/', { ...inTeam(), body: { address: ' Granite Street 4 ', logo: PNG } });
  const named = await ann.call('PUT /teams/:id/company/', { ...inTeam(), body: { registration: '40001234567' } });
  expect(named).toEqual({
    name: company.name,
    address: 'Granite Street 4',
    registration: '40001234567',
    logo: `data:image/png;base64,${PNG}`,
  });
  await bob.call('PUT /projects/:id/client/', { params, body: { name: 'Oak Homes', contract_date: '2026-05-04' } });
  const given = await bob.call('PUT /projects/:id/client/', { params, body: { contract_number: '12/2026' } });
  expect(given).toEqual({ name: 'Oak Homes', ...empty, contract_number: '12/2026', contract_date: '2026-05-04' });
  expect(await bob.call('GET /projects/:id/parties/', { params })).toEqual({ company: named, client: given });

  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  const shared = await server.call('GET /public/act/', {}, { publicKey: hash });
  expect(shared).toMatchObject({ company: named, client: given });
  const kept = await ann.call('PUT /teams/:id/company/', { ...inTeam(), body: { logo: null } });
  expect(kept).toEqual({ ...named, logo: null });
});

test('a logo is checked by its bytes, and only people who may see the team settings change the company', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect(await refusal(ann.call('PUT /teams/:id/company/', { ...inTeam(), body: { logo: svg } }))).toMatchObject({
    status: 400,
    body: { logo: ['Choose a PNG or JPEG picture. Other files are not taken'] },
  });
  expect((await refusal(bob.call('PUT /teams/:id/company/', { ...inTeam(), body: { address: 'Elsewhere' } }))).status).toBe(403);
  expect(await refusal(bob.call('PUT /projects/:id/client/', { params: { id: 1 }, body: { contract_date: '2026-02-31' } }))).toMatchObject({
    status: 400,
    body: { contract_date: ['This date is not in the calendar'] },
  });
});
