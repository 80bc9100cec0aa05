import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fromAmounts, toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { viewText } from '../../domain/rowView.ts';
import { sectionsOf } from '../../domain/sections.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
let projectId: number;
let versionId: number;
let listId: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
  versionId = (await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} })).id;
  listId = (await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } })).list.id;
});

const heading = (code: string, name = '') => ({ kind: 'section' as const, code, name });
const work = (name: string, quantity = '1', price = '1') => ({ name, quantity, unit_labour: price });
type NewRow = ReturnType<typeof heading> | ReturnType<typeof work>;
const add = (rows: readonly NewRow[], after?: number | null, id = listId) =>
  ann.call('POST /lists/:id/rows/', { params: { id }, body: { ...(after !== undefined && { after_id: after }), rows: [...rows] } });
async function rowsOf(id = listId, view = ''): Promise<Row[]> {
  const answer = await ann.call('GET /lists/:id/rows/', { params: { id }, query: { limit: 500, view } });
  return 'rows' in answer ? answer.rows : [];
}
const shown = (rows: readonly Row[]) =>
  rows.map(({ kind, code, name, level, row_count, total }) =>
    kind === 'section' ? `${'#'.repeat(level)} ${code} ${row_count} ${total}` : `${'.'.repeat(level)}${name}`,
  );

/** The outline of every list as the server keeps it, beside the one counted again from the rows. */
async function keptAndCounted(project = projectId) {
  const query = server.database.query;
  const { rows: lists } = await sql<{ id: number }>`
    select l.id from lists l join versions v on v.team_id = l.team_id and v.id = l.version_id where v.project_id = ${project} order by l.id`.execute(
    query,
  );
  const kept: unknown[] = [];
  const counted: unknown[] = [];
  for (const { id } of lists) {
    const { rows } = await sql<Row>`
      select id, kind, code, labour, materials, tools from estimate_rows where list_id = ${id} order by "order", id`.execute(query);
    const sections = sectionsOf(rows);
    const ids = sections.map((section) => section.id);
    const keptRows = await query
      .selectFrom('section_totals')
      .selectAll()
      .where('section_id', 'in', [0, ...ids])
      .execute();
    const keptById = new Map(keptRows.map((row) => [row.section_id, row]));
    for (const section of sections) {
      const { parentId, level, headingCount, rowCount, sums } = section;
      counted.push({ id: section.id, parentId, level, headingCount, rowCount, ...toAmounts(sums) });
      const row = keptById.get(section.id);
      if (row === undefined) throw new Error(`No sums are kept for section ${section.id}`);
      kept.push({
        id: row.section_id,
        parentId: row.parent_id,
        level: row.level,
        headingCount: row.heading_count,
        rowCount: row.row_count,
        ...toAmounts(fromAmounts(row)),
      });
    }
  }
  const { rows: left } = await sql`
    select 1 from unsettled_outlines union all
    select 1 from section_totals t where not exists (select from estimate_rows r where r.id = t.section_id) union all
    select 1 from section_totals t cross join lateral (
        select coalesce(sum(r.labour), 0) as labour, coalesce(sum(r.materials), 0) as materials, coalesce(sum(r.tools), 0) as tools, count(*) as counted
          from estimate_rows r
         where r.list_id = t.list_id and r.kind = 'row' and section_at(r.team_id, r.list_id, r."order", r.id) = t.section_id) own
     where (t.own_labour, t.own_materials, t.own_tools, t.own_rows) <> (own.labour, own.materials, own.tools, own.counted)`.execute(query);
  return { kept, counted, left: left.length };
}

test('a heading shows the sums and the number of its rows, including those of the sections within it', async () => {
  await add([
    work('before'),
    heading('1'),
    work('a', '2'),
    heading('1.1'),
    work('b', '3'),
    heading('1.1.1'),
    work('c', '4'),
    heading('1.1.1.9'),
    work('d', '5'),
    heading('1.2'),
    work('e', '6'),
    heading('2.1'),
    work('f', '7'),
    heading(''),
    work('g', '8'),
  ]);
  expect(shown(await rowsOf())).toEqual([
    'before',
    '# 1 5 20.00',
    '.a',
    '## 1.1 3 12.00',
    '..b',
    '### 1.1.1 1 4.00',
    '...c',
    '### 1.1.1.9 1 5.00',
    '...d',
    '## 1.2 1 6.00',
    '..e',
    '# 2.1 1 7.00',
    '.f',
    '#  1 8.00',
    '.g',
  ]);
});

test('the answer to an edit of a row has the sums of the sections around it, and no others', async () => {
  const { ids } = await add([heading('1'), heading('1.1'), work('a'), heading('2'), work('b')]);
  const edit = await ann.call('PUT /rows/:id/', { params: { id: ids[2] ?? 0 }, body: { quantity: '5' } });
  expect(edit.sections.map(({ code, total, row_count }) => [code, total, row_count])).toEqual([
    ['1.1', '5.00', 1],
    ['1', '5.00', 1],
  ]);
  expect(edit.row).toMatchObject({ level: 2, section_id: ids[1] });
});

test('a section is moved, copied and deleted with its rows, or its heading alone', async () => {
  const { ids } = await add([heading('1'), work('a'), heading('1.1'), work('b'), heading('2'), work('c'), heading('3')]);
  const [one = 0, , part = 0, , two = 0] = ids;
  const names = async () => (await rowsOf()).map(({ code, name }) => code || name).join(' ');
  const step = (id: number, by: 1 | -1) => ann.call('POST /rows/:id/step/', { params: { id }, body: { by } });
  await step(one, 1);
  expect(await names()).toBe('2 c 1 a 1.1 b 3');
  await step(one, 1);
  expect(await names()).toBe('2 c 3 1 a 1.1 b');
  expect((await step(one, 1)).event_id).toBeNull();
  expect((await step(part, -1)).event_id).toBeNull();
  await step(one, -1);
  await step(one, -1);
  expect(await names()).toBe('1 a 1.1 b 2 c 3');
  const move = (body: object) => ann.call('POST /versions/:id/rows/move/', { params: { id: versionId }, body: body as never });
  await move({ ids: [two], list_id: listId, after_id: null, with_rows: [two] });
  expect(await names()).toBe('2 c 1 a 1.1 b 3');
  await move({ ids: [two], list_id: listId, after_id: one, with_rows: [two], past_rows: true });
  expect(await names()).toBe('1 a 1.1 b 2 c 3');
  const inVersion = { params: { id: versionId } };
  await ann.call('POST /versions/:id/rows/duplicate/', { ...inVersion, body: { ids: [part], with_rows: [part] } });
  expect(await names()).toBe('1 a 1.1 b 1.1 b 2 c 3');
  await ann.call('POST /versions/:id/rows/delete/', { ...inVersion, body: { ids: [two] } });
  expect(await names()).toBe('1 a 1.1 b 1.1 b c 3');
  await ann.call('POST /versions/:id/rows/delete/', { ...inVersion, body: { ids: [one], with_rows: [one] } });
  expect(await names()).toBe('3');
  expect(await keptAndCounted()).toMatchObject({ left: 0 });
});

test('folded headings hide their rows, and the windows together equal the whole folded list', async () => {
  await add([work('x'), work('y'), heading('1'), work('a'), heading('1.1'), work('b'), work('c'), heading('2'), work('d'), work('e')]);
  const all = await rowsOf();
  const [one, part, two] = all.filter(({ kind }) => kind === 'section');
  const folds = [
    { foldedFrom: 1 },
    { foldedFrom: 2 },
    { flipped: [one?.id ?? 0] },
    { foldedFrom: 1, flipped: [one?.id ?? 0] },
    { flipped: [part?.id ?? 0, two?.id ?? 0] },
  ];
  const expected = ['x y 1 2', 'x y 1 a 1.1 2 d e', 'x y 1 2 d e', 'x y 1 a 1.1 2', 'x y 1 a 1.1 2'];
  for (const [at, fold] of folds.entries()) {
    const view = viewText({ filters: [], flipped: [], ...fold });
    const whole = await rowsOf(listId, view);
    expect(whole.map(({ code, name }) => code || name).join(' ')).toBe(expected[at]);
    for (let offset = 0; offset < whole.length; offset += 1) {
      const answer = await ann.call('GET /lists/:id/rows/', { params: { id: listId }, query: { offset, limit: 2, view } });
      expect(answer).toMatchObject({ rows: whole.slice(offset, offset + 2), total: whole.length });
    }
  }
});

test('an estimate from before section sums existed gets them when the server starts', async () => {
  await add([heading('1'), work('a', '2'), heading('1.1'), work('b', '3')]);
  const before = await keptAndCounted();
  const query = server.database.query;
  await sql`update section_totals set parent_id = null, level = 1, labour = own_labour, row_count = own_rows, heading_count = 0 where list_id = ${listId}`.execute(
    query,
  );
  await sql`insert into unsettled_outlines select team_id, id from lists where id = ${listId}`.execute(query);
  const { settleAllOutlines } = await import('../../server/estimates/sections.ts');
  const { recountSectionsDone } = await import('../../server/acts/sections.ts');
  await settleAllOutlines(server.database, recountSectionsDone);
  expect(await keptAndCounted()).toEqual(before);
});

const RUNS = 12;
test(`kept sums of sections equal those counted from the rows after any mix of edits (${RUNS} plans)`, async () => {
  const CODES = ['', '1', '1.1', '1.2', '1.1.1', '2', '2.1', 'A.1', '01.1'];
  const step = fc.record({
    what: fc.constantFrom(
      'insert',
      'head',
      'quantity',
      'code',
      'paste',
      'delete',
      'move',
      'step',
      'copy',
      'list',
      'back',
      'forth',
      'version',
    ),
    which: fc.nat(1000),
    other: fc.nat(1000),
    whole: fc.boolean(),
  });
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 22 }), async (plan) => {
      const project = (await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } })).id;
      const version = (await ann.call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
      const [first, second] = [
        (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'One' } })).list.id,
        (await ann.call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Two' } })).list.id,
      ];
      await add([work('x'), heading('1'), work('a'), heading('1.1'), work('b', '2'), heading('2'), work('c', '3')], undefined, first);
      for (const { what, which, other, whole } of plan) {
        // A list is gone once its making is undone.
        const rows = (await Promise.all([first, second].map((id) => rowsOf(id).catch(() => [])))).flat();
        const pick = (at: number) => rows[at % Math.max(1, rows.length)];
        const [row, target] = [pick(which), pick(other)];
        const sections = rows.filter(({ kind }) => kind === 'section');
        const section = sections[which % Math.max(1, sections.length)];
        const some = rows.filter((_, at) => (at + which) % 4 === 0).map(({ id }) => id);
        const place = { params: { id: version } };
        const attempt = async () => {
          if (what === 'insert') return add([work('n', String(other % 9)), work('m')], row?.list_id === first ? row.id : null, first);
          if (what === 'head') return add([heading(CODES[other % CODES.length] ?? '')], row?.list_id === first ? row.id : null, first);
          if (what === 'quantity' && row?.kind === 'row')
            return ann.call('PUT /rows/:id/', { params: { id: row.id }, body: { quantity: String(other / 8) } });
          if (what === 'code' && section)
            return ann.call('PUT /rows/:id/', { params: { id: section.id }, body: { code: CODES[other % CODES.length] ?? '' } });
          if (what === 'paste' && row?.kind === 'row')
            return ann.call('POST /lists/:id/paste/', {
              params: { id: row.list_id },
              body: { row_id: row.id, as: 'fill', field: 'quantity', cells: [['2'], ['3'], ['4'], ['5']] },
            });
          if (what === 'delete' && some.length > 0)
            return ann.call('POST /versions/:id/rows/delete/', { ...place, body: { ids: some, with_rows: whole ? some : [] } });
          if (what === 'move' && some.length > 0 && target)
            return ann.call('POST /versions/:id/rows/move/', {
              ...place,
              body: {
                ids: some,
                list_id: target.list_id,
                after_id: whole ? null : target.id,
                with_rows: whole ? some : [],
                past_rows: other % 2 === 0,
              },
            });
          if (what === 'step' && section)
            return ann.call('POST /rows/:id/step/', { params: { id: section.id }, body: { by: whole ? 1 : -1 } });
          if (what === 'copy' && some.length > 0)
            return ann.call('POST /versions/:id/rows/duplicate/', {
              ...place,
              body: { ids: some.slice(0, 3), with_rows: whole ? some : [] },
            });
          if (what === 'list' && other % 5 === 0) return ann.call('DELETE /lists/:id/', { params: { id: second } });
          if (what === 'back') return ann.call('POST /projects/:id/history/backward/', { params: { id: project }, body: {} });
          if (what === 'forth') return ann.call('POST /projects/:id/history/forward/', { params: { id: project }, body: {} });
          if (what === 'version')
            return ann.call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } });
          return null;
        };
        await attempt().catch((error: unknown) => {
          if (!(error instanceof Error && error.name === 'Refused')) throw error;
        });
        steps += 1;
        const { kept, counted, left } = await keptAndCounted(project);
        expect([what, kept, left]).toEqual([what, counted, 0]);
      }
    }),
    { numRuns: RUNS },
  );
  console.log(`sections: ${RUNS} plans, ${steps} steps on ${server.engine}`);
}, 300_000);
