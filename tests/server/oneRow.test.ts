/** An edit of one row that does not move has a shorter way through the database (migrations 0087 and 0088), whose result must equal the general way's. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

/** The records each event touched, and the version and list in which it happened, as stored and as derived from all its images. */
async function keptAndFound(project: number) {
  return server.database.query.transaction().execute(async (tx) => {
    const touched = await sql<{ type: string; way: string; kept: string; found: string }>`
      select e.entity_type || ' ' || e.type as type, c.way, c.touched::text as kept, touched_by(c.team_id, c.event_id)::text as found
        from project_changes c join recent_events e on e.team_id = c.team_id and e.id = c.event_id
       where c.team_id = ${ann.teamId} and c.project_id = ${project} order by c.id`.execute(tx);
    const places = () =>
      sql`
        select p.event_id, p.version_id, p.list_id, p.act_id, p.records from event_places p
          join recent_events e on e.team_id = p.team_id and e.id = p.event_id
         where p.team_id = ${ann.teamId} and e.project_id = ${project} order by 1, 2, 3, 4, 5`.execute(tx);
    const { rows: kept } = await places();
    await sql`
      delete from event_places p using recent_events e
       where p.team_id = ${ann.teamId} and e.team_id = p.team_id and e.id = p.event_id and e.project_id = ${project}`.execute(tx);
    await sql`
      select keep_event_places(e.team_id, e.id) from recent_events e where e.team_id = ${ann.teamId} and e.project_id = ${project}`.execute(
      tx,
    );
    return { touched: touched.rows, kept, found: (await places()).rows };
  });
}

test('an edit of one row touches the same records in the same place as an edit of several', async () => {
  const project = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const version = (await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const rows = [
    { kind: 'section' as const, code: '1', name: 'Part' },
    ...['Sand', 'Gravel', 'Brick'].map((name) => ({ name, quantity: '20' })),
  ];
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const [part = 0, sand = 0, gravel = 0, brick = 0] = ids;
  const inVersion = { params: { id: version } };
  const history = (way: 'backward' | 'forward') => ann.call(`POST /projects/:id/history/${way}/`, { params: { id: project }, body: {} });

  await ann.call('PUT /rows/:id/', { params: { id: sand }, body: { quantity: '7' } });
  await history('backward');
  await history('forward');
  await ann.call('PUT /rows/:id/', { params: { id: gravel }, body: { name: 'Fine gravel' } });
  await ann.call('PUT /rows/:id/', { params: { id: part }, body: { code: '2' } });
  await ann.call('POST /lists/:id/paste/', { params: { id: list }, body: { row_id: sand, field: 'quantity', cells: [['4']] } });
  await ann.call('POST /lists/:id/paste/', { params: { id: list }, body: { row_id: sand, field: 'quantity', cells: [['5'], ['6']] } });
  await ann.call('POST /versions/:id/rows/move/', { ...inVersion, body: { ids: [brick], list_id: list, after_id: sand } });
  await ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion, body: { ids: [brick] } });
  await ann.call('POST /versions/:id/rows/delete/', { ...inVersion, body: { ids: [gravel] } });
  const act = (await ann.call('POST /versions/:id/acts/', { ...inVersion, body: {} })).id;
  const { place } = await ann.call('GET /acts/:id/', { params: { id: act } });
  const claim = (row: number, quantity: string) =>
    ann.call('PUT /act_rows/:id/', { params: { id: row * 4096 + place }, body: { quantity } });
  await claim(sand, '1');
  await claim(sand, '2');
  await claim(brick, '3');
  await history('backward');

  const { touched, kept, found } = await keptAndFound(project);
  const ways = touched.map(({ type, way }) => `${type} ${way}`);
  expect(ways).toEqual(expect.arrayContaining(['row update undone', 'row update redone', 'row move done', 'act_row update undone']));
  for (const { type, way, kept: one, found: other } of touched)
    expect([type, way, JSON.parse(one)]).toEqual([type, way, JSON.parse(other)]);
  expect(kept.length).toBeGreaterThan(8);
  expect(kept).toEqual(found);
});

test('a row read alone equals the same row read among others, with the headings around it', async () => {
  const project = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  const version = (await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const section = (code: string) => ({ kind: 'section' as const, code, name: `Part ${code}` });
  const row = (name: string) => ({ name, quantity: '20', unit_labour: '1.5' });
  const rows = [
    row('Before'),
    section('1'),
    row('Sand'),
    section('1.1'),
    section('1.1.1'),
    row('Brick'),
    section('2'),
    section('2.1'),
    row('Lime'),
  ];
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  await ann.call('PUT /rows/:id/', { params: { id: ids[5] ?? 0 }, body: { quantity: '=2*3' } });
  const { rows: read } = await sql<{ alone: { is_around: boolean }[]; among: object[] }>`
    select read_rows(${ann.teamId}::bigint, array[i.id], w.around) as alone, read_rows(${ann.teamId}::bigint, array[i.id, 0], w.around) as among
      from unnest(${[...ids, 0]}::bigint[]) with ordinality i (id, place) cross join (values (true), (false)) w (around) order by i.place, w.around`.execute(
    server.database.query,
  );
  for (const { alone, among } of read) expect(alone).toEqual(among);
  expect(read.map(({ alone }) => alone.filter(({ is_around }) => is_around).length)).toEqual([
    ...[0, 0, 0, 1, 0, 1, 0, 2, 0, 3, 0, 3, 0, 1, 0, 2, 0, 2],
    ...[0, 0],
  ]);
});
