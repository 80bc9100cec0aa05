import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumTooLarge } from '../../domain/sentences/general.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';
import { contentsOf, makeSite, type Site } from './races/site.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const LARGEST = '999999999';
const DEAREST = '999999999999';
const FIELD = (field: string) => ({ status: 400, body: { [field]: [sumTooLarge().detail] } });
const WHOLE = { status: 400, body: sumTooLarge() };

/** A site whose percent lines multiply the sums of both versions by a hundred million. */
async function steepSite(): Promise<Site> {
  const site = await makeSite(server, ann);
  await sql`
    insert into percent_lines (team_id, version_id, kind, name, "order", percent_total)
    select ${ann.teamId}::bigint, v.id, k.kind, k.kind || n, n + 1, 1000
      from versions v cross join (values ('additional_cost'), ('tax')) k (kind) cross join generate_series(1, 1000) n
     where v.project_id = ${site.projectId}`.execute(server.database.query);
  return site;
}
const price = (rowId: number, field: string, value: string) =>
  ann.call('PUT /rows/:id/', { params: { id: rowId }, body: { [field]: value } as never });

test('an edit that makes a sum of 10^28 is refused at its field, or as a whole, and changes nothing', async () => {
  const site = await steepSite();
  const { listId, rowId, otherRowId, versionId, taxId } = site;
  await price(rowId, 'unit_labour', DEAREST);
  await price(rowId, 'quantity', '1000000');
  const before = await contentsOf(server, site);
  const huge = { name: 'Huge', quantity: LARGEST, unit_materials: DEAREST };
  const list = { params: { id: listId } };

  expect(await refusal(price(rowId, 'quantity', LARGEST))).toEqual(FIELD('quantity'));
  expect(await refusal(price(rowId, 'quantity', `-${LARGEST}`))).toEqual(FIELD('quantity'));
  expect(await refusal(ann.call('POST /lists/:id/rows/', { ...list, body: huge }))).toEqual(WHOLE);
  expect(await refusal(ann.call('POST /lists/:id/rows/', { ...list, body: { rows: [{ name: 'Small' }, huge] } }))).toEqual(WHOLE);
  const block = { row_id: otherRowId, field: 'quantity' as const, cells: [[LARGEST, DEAREST]] };
  expect(await refusal(ann.call('POST /lists/:id/paste/', { ...list, body: block }))).toEqual(WHOLE);
  expect(await contentsOf(server, site)).toEqual(before);

  await sql`update percent_lines set percent_total = 0 where id = ${taxId}`.execute(server.database.query);
  await sql`update percent_lines set percent_total = 0 where version_id = ${versionId} and kind = 'tax' and "order" > 10`.execute(
    server.database.query,
  );
  await price(rowId, 'quantity', LARGEST);
  const lines = { params: { id: taxId } };
  expect((await ann.call('PUT /taxes/:id/', { ...lines, body: { percent_total: '5' } })).summary.total_with_taxes.total).toMatch(
    /^\d{27,28}\.\d\d$/,
  );
});

test('a sum too large is also refused when a deduction is removed, when only part of an act is done, and in an import', async () => {
  const site = await steepSite();
  const { projectId, listId, rowId, otherRowId, frozenId, actId } = site;
  const [plus, minus] = [{ quantity: LARGEST }, { quantity: `-${LARGEST}` }].map((row) => ({ ...row, unit_tools: DEAREST }));
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: [plus ?? {}, minus ?? {}] } });
  const before = await contentsOf(server, site);
  expect(await refusal(ann.call('DELETE /rows/:id/', { params: { id: ids[1] ?? 0 } }))).toEqual(WHOLE);
  const both = { params: { id: site.versionId }, body: { ids: [ids[0] ?? 0] } };
  expect(await refusal(ann.call('POST /versions/:id/rows/duplicate/', both))).toEqual(WHOLE);
  expect(await contentsOf(server, site)).toEqual(before);

  await ann.call('DELETE /rows/:id/', { params: { id: rowId } });
  await ann.call('DELETE /rows/:id/', { params: { id: otherRowId } });
  await ann.call('POST /versions/:id/separate/', { params: { id: site.versionId }, body: { is_separate: true } });
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: site.versionId }, body: {} });
  const claims = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId }, query: {} });
  const claim = claims.rows.find(({ estimated_quantity }) => estimated_quantity === LARGEST);
  expect(await refusal(ann.call('PUT /act_rows/:id/', { params: { id: claim?.id ?? 0 }, body: { percent: '100' } }))).toEqual(
    FIELD('percent'),
  );
  expect((await ann.call('POST /acts/:id/complete/', { params: { id: act.id }, body: {} })).changed).toBe(3);

  await ann.call('DELETE /acts/:id/', { params: { id: actId } });
  expect((await ann.call('GET /versions/:id/summary/', { params: { id: frozenId } })).frozen).toBe(false);
  await ann.call('POST /import/:id/paste/', {
    params: { id: projectId },
    body: { text: `Name\tUnit\tQuantity\tRate\nHuge\tm2\t${LARGEST}\t${DEAREST}\n` },
  });
  await untilRead(ann, projectId);
  expect(await refusal(ann.call('POST /import/:id/finish/', { params: { id: projectId } }))).toEqual(WHOLE);
  expect((await untilRead(ann, projectId)).status).toBe('importable');
});

test('kept sums that exceed the limit together are shown, and a list at the limit refuses more', async () => {
  const { projectId, actId, listId } = await makeSite(server, ann);
  const { id } = await ann.call('POST /versions/:id/acts/', {
    params: { id: (await ann.call('GET /acts/:id/', { params: { id: actId } })).version_id },
    body: {},
  });
  await sql`update act_totals set price = 9e27 where act_id in (${actId}, ${id})`.execute(server.database.query);
  await sql`update list_totals set labour = 9999999999999999999999999999.99 where list_id = ${listId}`.execute(server.database.query);
  expect((await ann.call('GET /projects/:id/', { params: { id: projectId } })).claimed).toBe('18000000000000000000000000000.00');
  expect(await refusal(ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { quantity: '1', unit_labour: '1' } }))).toEqual(
    WHOLE,
  );
});

test('an unknown field of a body is refused by its name', async () => {
  const { versionId, listId, taxId, actId } = await makeSite(server, ann);
  const post = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}` };
    const answer = await fetch(`${server.address}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    return [answer.status, await answer.json()];
  };
  const unknown = (field: string) => [
    400,
    { [field]: ['There is no field with this name'], codes: { [field]: [{ code: 'unknown_field' }] } },
  ];
  expect(await post('POST', `/versions/${versionId}/additional_summary_costs/`, { name: 'Overheads', amount: '5' })).toEqual(
    unknown('amount'),
  );
  expect(await post('PUT', `/taxes/${taxId}/`, { percent_total: '5', amount: '5' })).toEqual(unknown('amount'));
  expect(await post('POST', `/lists/${listId}/rows/`, { rows: [{ name: 'Sand', total: '5' }] })).toEqual(unknown('rows.0.total'));
  expect(await post('POST', `/acts/${actId}/share/rotate/`, { expires_at: null })).toEqual(unknown('expires_at'));
  expect(await post('DELETE', `/acts/${actId}/share/`, {})).toEqual([200, { detail: 'The act is no longer shared' }]);
});
