import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { type Route, routes } from '../../domain/contract/routes.ts';
import type { Act } from '../../domain/contract/shapes.ts';
import { importWorkbook, type Person, startServer, type TestServer, untilRead, workbook } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';

let server: TestServer;
let owner: Person;
let stranger: Person;
let ids: Readonly<Record<string, number>>;
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
  stranger = await server.person();
  ids = await everythingOf(owner);
});
afterAll(() => server.close());

/** One record of each kind, by the word its routes begin with. */
async function everythingOf(person: Person): Promise<Record<string, number>> {
  const { projectId, versionId } = await importWorkbook(person, FIXTURE);
  const tax = await person.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  const cost = await person.call('POST /versions/:id/additional_summary_costs/', { params: { id: versionId }, body: { name: 'Profit' } });
  const listId = tax.summary.costs[0]?.id ?? 0;
  const answer = await person.call('GET /lists/:id/rows/', { params: { id: listId }, query: {} });
  const rowId = 'rows' in answer ? (answer.rows.find(({ kind }) => kind === 'row')?.id ?? 0) : 0;
  const act: Act = await person.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const importing = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Importing' } });
  await person.call('PATCH /projects/:id/', { params: { id: importing.id }, body: {} }, { file: await workbook(FIXTURE) });
  const found = (await untilRead(person, importing.id)).new_lists[0]?.id ?? 0;
  const { rows } = await person.call('GET /import/:id/lists/:listId/', { params: { id: importing.id, listId: found }, query: {} });
  const invitation = await person.call('POST /teams/:id/invitations/', {
    params: { id: person.teamId },
    body: { email: 'invited@example.com', role: 'regular' },
  });
  return {
    teams: person.teamId,
    user: person.id,
    invitation: invitation.id,
    projects: projectId,
    versions: versionId,
    lists: listId,
    rows: rowId,
    taxes: tax.record.id,
    additional_summary_costs: cost.record.id,
    acts: act.id,
    act_rows: actRowId(rowId, 1),
    import: importing.id,
    importList: found,
    importRow: rows[0]?.id ?? 0,
  };
}

/** A body each route accepts, so that only the right to the record decides. */
const BODIES: Partial<Record<Route, object>> = {
  'PATCH /projects/:id/': { name: 'Taken' },
  'PUT /rows/:id/': { quantity: '1' },
  'POST /versions/:id/additional_summary_costs/': { name: 'x' },
  'PUT /additional_summary_costs/custom/:id/': { percent_total: '1' },
  'POST /versions/:id/taxes/': { name: 'x' },
  'PUT /taxes/:id/': { percent_total: '1' },
  'POST /versions/:id/acts/': {},
  'PUT /acts/:id/': { number: '77' },
  'PUT /act_rows/:id/': { quantity: '0' },
  'POST /acts/:id/share/': {},
  'PATCH /teams/:id/': { name: 'Taken' },
  'PATCH /teams/:id/members/:userId/': { role: 'regular' },
  'POST /teams/:id/invitations/': { email: 'more@example.com', role: 'admin' },
};

function addressOf(route: Route): { method: string; path: string } {
  const [method = '', pattern = ''] = route.split(' ');
  const [, kind = ''] = pattern.split('/');
  const names: Record<string, number | undefined> = {
    id: ids[kind],
    listId: kind === 'import' ? ids.importList : ids.lists,
    rowId: ids.importRow,
    userId: ids.user,
    invitationId: ids.invitation,
  };
  const query = route === 'GET /act_rows/:id/helper/' ? '?field=quantity' : '';
  return { method, path: pattern.replace(/:(\w+)/g, (_, name: string) => String(names[name])) + query };
}

async function ask(route: Route, headers: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const { method, path } = addressOf(route);
  const body = BODIES[route];
  const response = await fetch(`${server.address}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const guarded = (Object.keys(routes) as Route[]).filter((route) => !['anyone', 'visitor'].includes(routes[route].who));
const withRecord = guarded.filter((route) => route.includes(':id'));

describe.each(guarded)('%s', (route) => {
  test('without a token: 401', async () => {
    expect(await ask(route, {})).toEqual({ status: 401, body: { detail: 'Sign in to continue', code: 'access_denied' } });
  });
});

describe.each(withRecord)('%s', (route) => {
  test('for someone of another team: 404, as for what does not exist', async () => {
    expect(await ask(route, { authorization: `Bearer ${stranger.tokens.access}` })).toEqual({
      status: 404,
      body: { detail: 'Not found', code: 'not_found' },
    });
  });
});

test('the lists of another team are empty, and nothing can be made in it', async () => {
  expect(await stranger.call('GET /projects', { query: { team_id: owner.teamId } })).toEqual([]);
  expect(await stranger.call('GET /projects/sidebar/', { query: { team_id: owner.teamId, status: 'available' } })).toEqual([]);
  const response = await fetch(`${server.address}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stranger.tokens.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ team_id: owner.teamId, name: 'Mine now' }),
  });
  expect(response.status).toBe(404);
});

test('an id that is no number is not found', async () => {
  const response = await fetch(`${server.address}/api/v1/projects/abc/`, { headers: { authorization: `Bearer ${owner.tokens.access}` } });
  expect(response.status).toBe(404);
});
