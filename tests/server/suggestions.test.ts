import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, refusal, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

interface NewRow {
  readonly name?: string;
  readonly code?: string;
  readonly unit?: string;
  readonly unit_labour?: string;
  readonly kind?: 'section';
}
async function listOf(person: Person, project: string, rows: readonly NewRow[]) {
  const { id } = await person.call('POST /projects', { body: { team_id: person.teamId, name: project } });
  const version = await person.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const { list } = await person.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: `List of ${project}` } });
  if (rows.length > 0) await person.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: [...rows] } });
  return { project: id, version: version.id, list: list.id };
}
const suggested = async (person: Person, list: number, field: 'code' | 'name', text: string) =>
  (await person.call('GET /lists/:id/suggestions/', { params: { id: list }, query: { field, text } })).map(
    ({ code, name, unit_labour, project_name }) => [code, name, unit_labour, project_name].join(' | '),
  );

test('rows of the team’s other estimates with the typed beginning are suggested, the latest of each name, with prices and project', async () => {
  await listOf(ann, 'Old Yard', [
    { code: '05-1', name: 'Gravel bed', unit: 'm³', unit_labour: '2.5' },
    { code: '05-2', name: 'Gravel path', unit: 'm²', unit_labour: '4' },
    { kind: 'section', name: 'Gravel works' },
    { name: 'Grāvja izrakšana', unit_labour: '7' },
    { name: 'Ģipša siena', unit_labour: '8' },
    { name: 'ķieģeļu mūris', unit_labour: '6' },
    { name: '100%_sand', unit_labour: '9' },
  ]);
  const newer = await listOf(ann, 'New Yard', [{ code: '05-1', name: 'Gravel bed', unit: 'm³', unit_labour: '3.25' }]);
  const here = await listOf(ann, 'Here', [{ name: 'Gravel of this estimate' }]);
  expect(await suggested(ann, here.list, 'name', 'GRAVEL')).toEqual([
    '05-1 | Gravel bed | 3.25 | New Yard',
    '05-2 | Gravel path | 4 | Old Yard',
  ]);
  expect(await suggested(ann, here.list, 'code', '05-2')).toEqual(['05-2 | Gravel path | 4 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', 'ģip')).toEqual([' | Ģipša siena | 8 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', 'GRĀVJA')).toEqual([' | Grāvja izrakšana | 7 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', 'grāv')).toEqual([' | Grāvja izrakšana | 7 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', 'ĶIEĢ')).toEqual([' | ķieģeļu mūris | 6 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', '100%_')).toEqual([' | 100%_sand | 9 | Old Yard']);
  expect(await suggested(ann, here.list, 'name', '%')).toEqual([]);
  expect(await suggested(ann, newer.list, 'name', 'gravel bed')).toEqual(['05-1 | Gravel bed | 2.5 | Old Yard']);
  expect(await suggested(ann, newer.list, 'name', 'gravel o')).toEqual([' | Gravel of this estimate | 0 | Here']);
  // Deleted projects are not suggested, and other teams' rows do not exist for a person.
  await ann.call('DELETE /projects/:id/', { params: { id: newer.project } });
  expect(await suggested(ann, here.list, 'name', 'gravel b')).toEqual(['05-1 | Gravel bed | 2.5 | Old Yard']);
  const bob = await server.person();
  const his = await listOf(bob, 'His', []);
  expect(await suggested(bob, his.list, 'name', 'gravel')).toEqual([]);
  expect((await refusal(suggested(bob, here.list, 'name', 'gravel'))).status).toBe(404);
  expect((await refusal(suggested(ann, here.list, 'name', '  '))).status).toBe(400);
});

test('the suggested units of a project are those of its rows, each once', async () => {
  const { list, version, project } = await listOf(ann, 'Units', [
    { name: 'a', unit: 'm' },
    { name: 'b', unit: 'kompl.' },
    { name: 'c', unit: 'm' },
    { name: 'd' },
  ]);
  const copy = await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } });
  const [copied] = await ann.call('GET /versions/:id/lists/', { params: { id: copy.id } });
  await ann.call('POST /lists/:id/rows/', { params: { id: copied?.id ?? 0 }, body: { name: 'e', unit: 't' } });
  expect(await ann.call('GET /lists/:id/units/', { params: { id: list } })).toEqual(['kompl.', 'm', 't']);
});

test('rows and units of a deleted version are not suggested until it comes back', async () => {
  const person = await server.person();
  const here = await listOf(person, 'Here', [{ name: 'Walls' }]);
  const there = await listOf(person, 'There', [{ name: 'Slate roof', unit: 'm²' }]);
  const copy = await person.call('POST /projects/:id/versions/', {
    params: { id: there.project },
    body: { from_version_id: there.version },
  });
  const [copied] = await person.call('GET /versions/:id/lists/', { params: { id: copy.id } });
  await person.call('POST /lists/:id/rows/', { params: { id: copied?.id ?? 0 }, body: { name: 'Slate hook', unit: 'pcs' } });
  const seen = async () => [
    await suggested(person, here.list, 'name', 'slate'),
    await person.call('GET /lists/:id/units/', { params: { id: there.list } }),
  ];
  const whole = [
    [' | Slate hook | 0 | There', ' | Slate roof | 0 | There'],
    ['m²', 'pcs'],
  ];
  expect(await seen()).toEqual(whole);
  await person.call('DELETE /versions/:id/', { params: { id: copy.id } });
  expect(await seen()).toEqual([[' | Slate roof | 0 | There'], ['m²']]);
  await person.call('POST /projects/:id/history/backward/', { params: { id: there.project }, body: {} });
  expect(await seen()).toEqual(whole);
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}
/** The rows of estimates that a plan has read. */
const readIn = (plan: Plan): number =>
  (plan['Relation Name'] === 'estimate_rows' ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + readIn(each), 0);

test('a suggestion reads few rows of 10,000 in 20 projects', async () => {
  const person = await server.person();
  const { list } = await listOf(person, 'Small', []);
  for (let at = 0; at < 20; at += 1) await listOf(person, `Project ${at}`, [{ name: 'Concrete C20', unit: 'm³', unit_labour: '1' }]);
  await sql`
    insert into estimate_rows (team_id, version_id, list_id, "order", name, unit)
    select l.team_id, l.version_id, l.id, n * 1000, case when n % 2 = 0 then 'Concrete C20' else 'Concrete item ' || n end, 'm'
      from lists l cross join generate_series(1, 500) n where l.team_id = ${person.teamId} and l.id <> ${list}`.execute(
    server.database.query,
  );
  await sql`analyze estimate_rows`.execute(server.database.query);
  const { executeQuery } = DefaultQueryExecutor.prototype;
  const asked: CompiledQuery[] = [];
  DefaultQueryExecutor.prototype.executeQuery = function heard(this: DefaultQueryExecutor, query: CompiledQuery, ...rest: never[]) {
    if (query.sql.includes('with recursive names')) asked.push(query);
    return executeQuery.apply(this, [query, ...rest] as never);
  } as never;
  try {
    expect(await suggested(person, list, 'name', 'concrete')).toHaveLength(10);
  } finally {
    DefaultQueryExecutor.prototype.executeQuery = executeQuery;
  }
  expect(await suggested(person, list, 'name', 'concrete item 99')).toHaveLength(1);
  expect(asked).toHaveLength(1);
  for (const { sql: text, parameters } of asked) {
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
    const { rows } = await server.database.query.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(explained);
    const [{ Plan: plan } = { Plan: null }] = rows[0]?.['QUERY PLAN'] ?? [];
    expect(plan && readIn(plan)).toBeGreaterThan(10);
    expect(plan && readIn(plan)).toBeLessThan(1000);
  }
});

test('rows of all the team’s estimates, and of no other team, are found by the beginning of their name or code, with their places', async () => {
  const cy = await server.person();
  const first = await listOf(cy, 'First', [
    { code: '07-1', name: 'Zinc gutter' },
    { kind: 'section', name: 'Zinc works' },
  ]);
  const second = await listOf(cy, 'Second', [{ code: 'Z-9', name: 'Zinc gutter', unit_labour: '4' }, { name: 'Pipe' }]);
  const search = async (whose: Person, text: string, team = whose.teamId) =>
    (await whose.call('GET /teams/:id/rows/', { params: { id: team }, query: { text } })).map((row) => [
      row.name,
      row.project_id,
      row.version_id,
      row.list_id,
    ]);
  expect(await search(cy, 'ZINC')).toEqual([['Zinc gutter', second.project, second.version, second.list]]);
  expect(await search(cy, '07')).toEqual([['Zinc gutter', first.project, first.version, first.list]]);
  expect(await search(cy, 'z')).toEqual([['Zinc gutter', second.project, second.version, second.list]]);
  await cy.call('DELETE /projects/:id/', { params: { id: second.project } });
  expect(await search(cy, 'zinc')).toEqual([['Zinc gutter', first.project, first.version, first.list]]);
  expect(await search(ann, 'zinc')).toEqual([]);
  expect((await refusal(search(ann, 'zinc', cy.teamId))).status).toBe(404);
});
