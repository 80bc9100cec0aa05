import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { addUp, fromAmounts, rowSums, toAmounts } from '../../domain/amounts.ts';
import { Refused } from '../../domain/api/call.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { importWorkbook, type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const EDITS = 100;
const FIELDS = ['quantity', 'unit_labour', 'unit_materials', 'unit_tools', 'name'] as const;
type Field = (typeof FIELDS)[number];

/** One browser: the rows as it last saw them, and the edits it makes on them. */
interface Client {
  readonly person: Person;
  readonly rows: Map<number, Row>;
}
interface Edit {
  readonly row: number;
  readonly field: Field;
  readonly value: string;
}

const same = (field: Field, a: string, b: string) => (field === 'name' ? a === b : exact(a, SCALE.quantity) === exact(b, SCALE.quantity));

async function rowsOf(person: Person, versionId: number): Promise<Row[]> {
  const { costs } = await person.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const all = await Promise.all(costs.map(({ id }) => person.call('GET /lists/:id/rows/', { params: { id }, query: { limit: 500 } })));
  return all.flatMap((answer) => ('rows' in answer ? answer.rows : []));
}

test(`${EDITS} interleaved edits of two clients: each is stored or was answered 409 stale_edit, and kept totals equal recomputed ones`, async () => {
  const ann = await server.person();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const { projectId, versionId } = await importWorkbook(ann, 'tests/fixtures/local-estimate.xlsx');
  const start = (await rowsOf(ann, versionId)).filter(({ kind }) => kind === 'row').slice(0, 6);
  const clients: readonly Client[] = [ann, bob].map((person) => ({ person, rows: new Map(start.map((row) => [row.id, row])) }));

  /** Edits that the server applied, with their revisions, which give the order. */
  const applied: (Edit & { readonly revision: number; readonly before: number })[] = [];
  let stale = 0;
  let unchanged = 0;
  const edit = async ({ person, rows }: Client, { row: at, field, value }: Edit) => {
    const believed = rows.get(start[at % start.length]?.id ?? 0);
    if (believed === undefined) throw new Error('no such row');
    try {
      const body = { [field]: value } as never;
      const { row } = await person.call('PUT /rows/:id/', { params: { id: believed.id }, body }, { revision: believed.revision });
      expect(same(field, row[field], value)).toBe(true);
      if (row.revision === believed.revision) unchanged += 1;
      else applied.push({ row: row.id, field, value, revision: row.revision, before: believed.revision });
      rows.set(row.id, row);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409 || error.code !== 'stale_edit') throw error;
      stale += 1;
      const { current } = error.body as { readonly current: Row };
      expect(current.revision).not.toBe(believed.revision);
      rows.set(current.id, current);
    }
  };

  const number = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((units) => shortest(units, SCALE.quantity));
  const anEdit: fc.Arbitrary<Edit> = fc.record({ row: fc.nat(99), field: fc.constantFrom(...FIELDS), value: number });
  const plans = fc.sample(fc.tuple(anEdit, anEdit), { numRuns: EDITS / 2, seed: 26 });
  for (const plan of plans) await Promise.all(clients.map((client, at) => edit(client, plan[at] ?? plan[0])));

  const now = await rowsOf(bob, versionId);
  for (const { id } of start) {
    const row = now.find((each) => each.id === id);
    if (row === undefined) throw new Error('a row is lost');
    const history = applied.filter((each) => each.row === id).sort((a, b) => a.revision - b.revision);
    // Each edit was made on the revision that the one before it made: none overwrote another unseen.
    const first = start.find((each) => each.id === id)?.revision;
    expect(history.map(({ before }) => before)).toEqual([first, ...history.map(({ revision }) => revision)].slice(0, history.length));
    expect(row.revision).toBe(history.at(-1)?.revision ?? first);
    for (const field of FIELDS) {
      const last = history.findLast((each) => each.field === field)?.value ?? start.find((each) => each.id === id)?.[field] ?? '';
      expect(same(field, row[field], last)).toBe(true);
    }
    const prices = { labour: exact(row.unit_labour, 6), materials: exact(row.unit_materials, 6), tools: exact(row.unit_tools, 6) };
    expect(row).toMatchObject(toAmounts(rowSums(exact(row.quantity, 6), prices)));
  }

  // A section's amounts are the sum of its rows.
  const items = now.filter(({ kind }) => kind === 'row');
  const summary = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  for (const list of summary.costs)
    expect(list).toMatchObject(toAmounts(addUp(items.filter((row) => row.list_id === list.id).map(fromAmounts))));
  expect(summary.subtotal).toEqual(toAmounts(addUp(items.map(fromAmounts))));
  expect((await ann.call('GET /projects/:id/', { params: { id: projectId } })).total_with_taxes).toBe(summary.total_with_taxes.total);
  expect(applied.length + stale + unchanged).toBe(EDITS);
  expect(stale).toBeGreaterThan(0);
  console.log(
    `interleaved: ${EDITS} edits, ${applied.length} applied, ${stale} answered stale, ${unchanged} no change, lost without notice 0 on ${server.engine}`,
  );
});

test('a contract read while others claim is of one moment: its lines, acts and extras add up to their sums', async () => {
  const ann = await server.person();
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
  const given = Array.from({ length: 6 }, (_, at) => ({ name: `Row ${at}`, quantity: '100', unit_labour: '3.333' }));
  const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: given } });
  const { place } = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const cents = (texts: readonly string[]) => texts.reduce((sum, text) => sum + exact(text, SCALE.money), 0n);

  let isOver = false;
  const writing = ids.map(async (id, at) => {
    for (let quantity = 1; !isOver; quantity = (quantity % 40) + 1) {
      await ann.call('PUT /act_rows/:id/', { params: { id: actRowId(id, place) }, body: { quantity: String(quantity) } });
      if (at > 0 || quantity % 4 !== 0) continue;
      const extra = await ann.call('POST /rows/:id/extras/', { params: { id }, body: { quantity: '1.5', reason: 'More' } });
      await ann.call('POST /extras/:id/decide/', { params: { id: extra.id }, body: { approves: true } });
    }
  });
  try {
    for (let round = 0; round < 25; round += 1) {
      const [whole, { versions }, { extras, value }] = await Promise.all([
        ann.call('GET /versions/:id/contract/', { params: { id: versionId }, query: { limit: 500 } }),
        ann.call('GET /projects/:id/tree', { params: { id: projectId } }),
        ann.call('GET /versions/:id/extras/', { params: { id: versionId }, query: { limit: 500 } }),
      ]);
      const rows = whole.rows.filter(({ kind }) => kind === 'row');
      for (const column of ['now', 'extras', 'to_date', 'left'] as const)
        expect(cents(rows.map((row) => row[column]))).toBe(exact(whole.subtotal[column], SCALE.money));
      const [version] = versions;
      expect(cents(version?.acts.map(({ price }) => price) ?? [])).toBe(exact(version?.claimed ?? '0', SCALE.money));
      const more = extras.reduce((sum, { status, quantity }) => (status === 'approved' ? sum + exact(quantity, SCALE.quantity) : sum), 0n);
      const priced = { labour: exact('3.333', SCALE.unitPrice), materials: 0n, tools: 0n };
      const whole100 = exact('100', SCALE.quantity);
      expect(exact(value.costs.total, SCALE.money)).toBe(rowSums(whole100 + more, priced).total - rowSums(whole100, priced).total);
    }
  } finally {
    isOver = true;
    await Promise.all(writing);
  }
});

/** Fewer on the embedded database: it runs one statement at a time, and on a busy machine each round waits for a dozen writes. */
const ROUNDS = inject('engine').kind === 'embedded' ? 20 : 60;

test('rows read while others edit and claim add up to their headings, and to the sum of the rows shown', async () => {
  const ann = await server.person();
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const made = await Promise.all(
    [1, 2].map(async () => {
      const { id: versionId } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
      const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Walls' } });
      const given = Array.from({ length: 6 }, (_, at) => ({ name: `Row ${at}`, quantity: '100', unit_labour: '3.333' }));
      const rows = [{ kind: 'section' as const, name: 'Ground' }, ...given];
      const { ids } = await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
      return { versionId, listId: list.id, ids: ids.slice(1) };
    }),
  );
  const [estimate = { versionId: 0, listId: 0, ids: [] }, frozen = estimate] = made;
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: frozen.versionId }, body: {} });
  const cents = (texts: readonly string[]) => texts.reduce((sum, text) => sum + exact(text, SCALE.money), 0n);

  let isOver = false;
  const writing = [0, 1, 2, 3, 4, 5].map(async (at) => {
    for (let quantity = 1; !isOver; quantity = (quantity % 40) + 1) {
      await ann.call('PUT /rows/:id/', { params: { id: estimate.ids[at] ?? 0 }, body: { quantity: String(quantity) } });
      const id = actRowId(frozen.ids[at] ?? 0, act.place);
      await ann.call('PUT /act_rows/:id/', { params: { id }, body: { quantity: String(quantity) } });
    }
  });
  const view = JSON.stringify({ sort: { field: 'total', falling: true } });
  const params = { id: estimate.listId };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [stored, arranged, claimed] = await Promise.all([
        ann.call('GET /lists/:id/rows/', { params, query: {} }),
        ann.call('GET /lists/:id/rows/', { params, query: { view: view as never } }),
        ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId: frozen.listId }, query: {} }),
      ]);
      if (!('rows' in stored && 'rows' in arranged)) throw new Error('Rows came as columns');
      const [heading, ...rows] = stored.rows;
      expect(cents(rows.map(({ total }) => total))).toBe(exact(heading?.total ?? '', SCALE.money));
      expect(cents(arranged.rows.map(({ total }) => total))).toBe(exact(arranged.shown?.total ?? '', SCALE.money));
      const [section, ...done] = claimed.rows;
      expect(cents(done.map(({ balance }) => balance.total))).toBe(exact(section?.balance.total ?? '', SCALE.money));
    }
  } finally {
    isOver = true;
    await Promise.all(writing);
  }
});
