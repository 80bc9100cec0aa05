/** A contract with everything it can have, read through every call by members who see no prices. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Limit } from '../../domain/access.ts';
import { actRowId } from '../../domain/act.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { type Asked, type Route, routes } from '../../domain/api/routes.ts';
import { HISTORY_OF } from '../../domain/history.ts';
import { READABLE } from '../../server/graphql/tables.ts';
import { threeVersions } from '../e2e/threeVersions.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let owner: Person;
let world: World;
const limited: Person[] = [];
beforeAll(async () => {
  server = await startServer();
  owner = await server.person();
  world = await makeWorld();
  for (const can of ['reads', 'acts'] as const) limited.push(await unpriced(can));
});
afterAll(() => server.close());

const at = (id: number) => ({ params: { id } });

async function unpriced(can: Limit['can']): Promise<Person> {
  const person = await server.person({ teamId: owner.teamId, role: 'regular' });
  await owner.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: owner.teamId, userId: person.id },
    body: { project_id: null, all: true, limit: { can, prices: false } },
  });
  return person;
}

/** Three versions that carry on one another, extras, terms, certificates, payments, an answer and a moment. */
async function makeWorld() {
  const { project, versions } = await threeVersions((route, asked) => owner.call(route, asked), 'Full');
  const { id: expected } = await owner.call('GET /projects/:id/terms/', at(project));
  await owner.call('PUT /projects/:id/terms/', {
    ...at(project),
    body: { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work', expected },
  });
  const acts: { id: number; place: number; versionId: number }[] = [];
  const tree = (await owner.call('GET /projects/:id/tree', at(project))).versions;
  for (const versionId of versions)
    for (const { id } of tree.find((version) => version.id === versionId)?.acts ?? []) {
      const { place } = await owner.call('GET /acts/:id/', at(id));
      acts.push({ id, place, versionId });
    }
  const certificates: number[] = [];
  for (const { id } of acts) {
    const { due } = await owner.call('GET /acts/:id/certificate/', at(id));
    const { id: certificate } = await owner.call('POST /acts/:id/certificate/', { ...at(id), body: { due } });
    await owner.call('PUT /certificates/:id/paid/', { ...at(certificate ?? 0), body: { paid: { on: '2026-11-20', amount: due } } });
    certificates.push(certificate ?? 0);
  }
  const versionId = versions.at(-1) ?? 0;
  const rows: number[] = [];
  const lists = await owner.call('GET /versions/:id/lists/', at(versionId));
  for (const { id } of lists) {
    const answer = await owner.call('GET /lists/:id/rows/', { ...at(id), query: {} });
    if ('rows' in answer) rows.push(...answer.rows.map((row) => row.id));
  }
  const next = await owner.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  await owner.call('POST /acts/:id/complete/', { ...at(next.id), body: { percent: '100' } });
  await owner.call('PUT /acts/:id/', { ...at(next.id), body: { status_id: 2, deductions_seen: true } });
  const claimed = (
    await owner.call('GET /acts/:id/lists/:listId/rows/', {
      params: { id: next.id, listId: lists[0]?.id ?? 0 },
      query: { only: 'claimed' },
    })
  ).rows[0];
  if (claimed === undefined) throw new Error('nothing is claimed');
  await owner.call('POST /acts/:id/answer/', {
    ...at(next.id),
    body: { name: 'Client', rows: [{ row_id: claimed.row_id, quantity: '0', reason: 'not_done', text: '' }] },
  });
  acts.push({ id: next.id, place: next.place, versionId });
  const draft = await owner.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  acts.push({ id: draft.id, place: draft.place, versionId });
  await owner.call('POST /projects/:id/moments/', { ...at(project), body: { name: 'Before', version_id: versionId } });
  return { project, versions, acts, certificates, rows, lists: lists.map(({ id }) => id) };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** The records a call may be about, by the first word of its path. */
function recordsOf(word: string): readonly number[] {
  const { project, versions, acts, certificates, rows, lists } = world;
  switch (word) {
    case 'projects':
      return [project];
    case 'versions':
      return versions;
    case 'lists':
      return lists;
    case 'rows':
      return rows;
    case 'acts':
      return acts.map(({ id }) => id);
    case 'act_rows':
      return rows.flatMap((row) => acts.slice(-2).map(({ place }) => actRowId(row, place)));
    case 'certificates':
      return certificates;
    case 'teams':
      return [owner.teamId];
    default:
      return [];
  }
}
/** The query of a call that needs one, in every form that reveals more. */
const QUERIES: Readonly<Partial<Record<Route, () => readonly object[]>>> = {
  'GET /versions/:id/compare/': () => world.versions.map((id) => ({ with: String(id) })),
  'GET /lists/:id/rows/': () => [{}, { shape: 'columns', kept: 'true' }, { extras: 'with' }],
  'GET /lists/:id/find/': () => [{ text: '5' }, { text: '1' }],
  'GET /teams/:id/rows/': () => ['Br', 'Pl', 'Sa', 'Ti', 'Ra', 'Gu'].map((text) => ({ text })),
  'GET /lists/:id/suggestions/': () => [{ field: 'name', text: 'B' }],
  'GET /lists/:id/replacement/': () => [{ text: '5', by: '6' }],
  'GET /act_rows/:id/helper/': () => [{ field: 'quantity' }, { field: 'percent' }],
  'GET /acts/:id/lists/:listId/rows/': () => [{}, { only: 'claimed' }, { only: 'left' }, { only: 'differs' }],
  'GET /projects/:id/history/': () => [
    { limit: 100 },
    ...HISTORY_OF.flatMap((of) => {
      const word = { version: 'versions', list: 'lists', row: 'rows', act: 'acts', act_row: 'act_rows', certificate: 'certificates' }[
        of as string
      ];
      return recordsOf(word ?? '').map((of_id) => ({ of, of_id }));
    }),
  ],
  'GET /certificates/:id/invoice/': () => [{ syntax: 'ubl' }],
};

const MONEY = /-?\d+\.\d\d(?!\d)/;
/** Seconds have decimals too. */
const TIME = /\d\d:\d\d:\d\d\.\d+/g;
/** Percents done. */
const PERCENTS = ['percent', 'min_value', 'max_value'];
/** Texts of an answer that are, or have, sums of money or prices. Quantities of this contract are whole numbers, and percents done are theirs. */
function moneyIn(answer: unknown, name = ''): string[] {
  if (typeof answer === 'string') return MONEY.test(answer.replaceAll(TIME, '')) && !PERCENTS.includes(name) ? [`${name}: ${answer}`] : [];
  if (Array.isArray(answer)) return answer.flatMap((each) => moneyIn(each, name));
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, inner]) => moneyIn(inner, key));
}
const PRICES = /^(?:unit_(?:labour|materials|tools|total)|percent_(?:total|labour|materials|tools)|price|total|due|amount|claimed_price)$/;
/** Fields of prices that hold something. */
function pricesIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(pricesIn);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, inner]) =>
    PRICES.test(key) && typeof inner === 'string' ? [`${key}: ${inner}`] : pricesIn(inner),
  );
}

const READS = (Object.keys(routes) as Route[]).filter((route) => {
  const { does, who }: Endpoint = routes[route];
  return route.startsWith('GET ') && (does === 'reads' || does === 'edits') && who !== 'keyholder' && !route.includes('/import/');
});
async function pricesAnswered(person: Person, route: Route): Promise<{ answers: number; secrets: string[] }> {
  const [, word = ''] = route.split('/');
  const queries = QUERIES[route]?.() ?? [{}];
  const ids = route.includes('/:id') ? recordsOf(word) : [0];
  let answers = 0;
  const secrets: string[] = [];
  for (const id of ids)
    for (const listId of route.includes(':listId') ? world.lists : [0])
      for (const query of queries) {
        const asked = { params: { id, ...(listId !== 0 && { listId }) }, query } as never as Asked<Route>;
        const answer = await person.call(route, asked).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          return error.body;
        });
        answers += 1;
        secrets.push(...moneyIn(answer), ...pricesIn(answer));
      }
  return { answers, secrets };
}

test.each(READS)('%s reveals no price', async (route) => {
  for (const person of limited) {
    const { answers, secrets } = await pricesAnswered(person, route);
    expect(answers).toBeGreaterThan(0);
    expect(secrets).toEqual([]);
  }
});

test('most of them do contain prices for a member who sees prices', async () => {
  const priced = await Promise.all(READS.map(async (route) => ((await pricesAnswered(owner, route)).secrets.length > 0 ? route : null)));
  expect(priced.filter((route) => route !== null).length).toBeGreaterThan(20);
});

test.each(Object.entries(READABLE).filter(([, { who }]) => who === 'member'))('GraphQL %s reveals no price', async (name, { columns }) => {
  for (const { tokens } of limited) {
    const response = await fetch(`${server.address}/v1/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access}` },
      body: JSON.stringify({ query: `{ ${name} { ${Object.keys(columns).join(' ')} } }` }),
    });
    const { data } = (await response.json()) as { data: unknown };
    expect(moneyIn(data)).toEqual([]);
  }
});

test('previews and edits of an act reveal no price either', async () => {
  const person = limited[1] as Person;
  const act = world.acts.at(-1) ?? { id: 0, place: 0, versionId: 0 };
  const row = world.rows[0] ?? 0;
  const answers = [
    await person.call('POST /act_rows/:id/preview/', { ...at(actRowId(row, act.place)), body: { percent: '0' } }),
    await person.call('POST /acts/:id/complete/preview/', { ...at(act.id), body: { percent: '100' } }),
    await person.call('PUT /act_rows/:id/', { ...at(actRowId(row, act.place)), body: { percent: '0' } }),
    await person.call('POST /acts/:id/complete/', { ...at(act.id), body: { percent: '100' } }),
    await person.call('POST /rows/:id/extras/', { ...at(row), body: { quantity: '3', reason: 'A longer wall' } }),
    await person.call('GET /profile/data/', { query: { part: 'events' } }),
    await person.call('GET /profile/data/', { query: { part: 'extras' } }),
    await person.call('POST /projects/:id/history/backward/', { ...at(world.project), body: {} }),
  ];
  expect([...moneyIn(answers), ...pricesIn(answers)]).toEqual([]);
});
