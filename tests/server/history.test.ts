import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import type { HistoryEvent } from '../../domain/api/graphql.ts';
import { frozen } from '../../domain/sentences/estimates.ts';
import { importWorkbook, type Person, refusal, startServer, type TestServer } from './harness.ts';
import { nextEvents } from './nextEvents.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  bob = await server.person({ teamId: ann.teamId, role: 'regular' });
});
afterAll(() => server.close());

const RELATIONS = ['versions', 'lists', 'estimate_rows', 'percent_lines', 'acts', 'act_rows'] as const;
const DERIVED = ['list_totals', 'version_totals', 'act_list_totals', 'act_totals'] as const;

type Sums = Readonly<Record<string, unknown>>;

/** All records of the team as text, because text is compared much faster than objects and there are thousands of rows. */
async function stored(): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of RELATIONS) {
    const { rows } = await sql<{ image: string }>`
      select to_jsonb(t)::text as image from ${sql.table(table)} t where team_id = ${ann.teamId}`.execute(server.database.query);
    all[table] = rows.map(({ image }) => image).sort();
  }
  return all;
}

/** The kept sums of the team. */
async function kept(): Promise<Readonly<Record<string, readonly Sums[]>>> {
  const all: Record<string, readonly Sums[]> = {};
  for (const table of DERIVED) {
    const { rows } = await sql<{ image: Sums }>`
      select to_jsonb(t) as image from ${sql.table(table)} t where team_id = ${ann.teamId} order by to_jsonb(t)::text`.execute(
      server.database.query,
    );
    all[table] = rows.map(({ image }) => image);
  }
  return all;
}

async function job() {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const rows: number[] = [];
  for (const { id } of costs) {
    const answer = await ann.call('GET /lists/:id/rows/', { params: { id }, query: {} });
    if ('rows' in answer) rows.push(...answer.rows.filter(({ kind, quantity }) => kind === 'row' && quantity !== '0').map((row) => row.id));
  }
  return { projectId, versionId, rows };
}
const back = (projectId: number, by = ann, event_id?: number) =>
  by.call('POST /projects/:id/history/backward/', { params: { id: projectId }, body: event_id === undefined ? {} : { event_id } });
const forth = (projectId: number, by = ann) => by.call('POST /projects/:id/history/forward/', { params: { id: projectId }, body: {} });
const log = (projectId: number) => nextEvents(server.address, ann.tokens.access, projectId);
const named = (event: HistoryEvent | null) => event && `${event.type} ${event.entity_type} ${event.subject} ${event.field}`.trim();

test('any member can undo an edit, which is named with its author, and redo it; a new edit discards undone ones', async () => {
  const { projectId, rows } = await job();
  const [row = 0] = rows;
  const edit = (quantity: string) => bob.call('PUT /rows/:id/', { params: { id: row }, body: { quantity } });
  const before = await stored();
  const { row: edited } = await edit('77.5');
  const next = await log(projectId);
  expect([named(next.undo), next.undo?.author_name, next.redo]).toEqual([`update row ${edited.name} quantity`, bob.email, null]);

  const undone = await back(projectId);
  expect([undone.event.id, undone.event.processed, undone.lists]).toEqual([next.undo?.id, false, [edited.list_id]]);
  expect(await stored()).toEqual(before);
  expect(named((await log(projectId)).redo)).toBe(`update row ${edited.name} quantity`);
  const { event } = await forth(projectId, bob);
  expect(event.processed).toBe(true);

  await back(projectId);
  await edit('5');
  expect((await log(projectId)).redo).toBeNull();
  expect(await refusal(forth(projectId))).toEqual({ status: 409, body: { detail: 'There is nothing to redo', code: 'nothing_to_redo' } });
});

test('undo of an event other than the one shown is refused with the one that is next now', async () => {
  const { projectId, versionId, rows } = await job();
  await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  const seen = (await log(projectId)).undo?.id ?? 0;
  await bob.call('PUT /rows/:id/', { params: { id: rows[0] ?? 0 }, body: { name: 'Topsoil' } });
  const { status, body } = await refusal(back(projectId, ann, seen));
  expect([status, body]).toMatchObject([409, { code: 'history_moved', event: { type: 'update', entity_type: 'row', field: 'name' } }]);
});

test('undoing an import puts its version into the bin, redo restores it, and an empty log says so', async () => {
  const { projectId, versionId } = await job();
  const before = await stored();
  expect((await back(projectId)).versions).toEqual([versionId]);
  expect(await ann.call('GET /projects/:id/', { params: { id: projectId } })).toMatchObject({ status: 'created', last_version_id: null });
  expect(await refusal(back(projectId))).toEqual({ status: 409, body: { detail: 'There is nothing to undo', code: 'nothing_to_undo' } });
  await forth(projectId);
  expect(await ann.call('GET /projects/:id/', { params: { id: projectId } })).toMatchObject({
    status: 'available',
    last_version_id: versionId,
  });
  expect(await stored()).toEqual(before);
});

test('an undo of anything frozen, final or changed outside the log is refused as a whole, with the reason', async () => {
  const { projectId, versionId, rows } = await job();
  const act = await ann.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const done = actRowId(rows[0] ?? 0, 1);
  await ann.call('PUT /act_rows/:id/', { params: { id: done }, body: { percent: '10' } });
  await server.database.query.updateTable('acts').set({ status_id: 3 }).where('id', '=', act.id).execute();
  expect(await refusal(back(projectId))).toMatchObject({ status: 409, body: { code: 'act_locked' } });
  await server.database.query.updateTable('acts').set({ status_id: 1 }).where('id', '=', act.id).execute();

  await server.database.query.updateTable('act_rows').set({ quantity: '0.5' }).where('id', '=', done).execute();
  const before = await stored();
  expect(await refusal(back(projectId))).toEqual({
    status: 409,
    body: { detail: 'This cannot be done, because the same data has been changed or deleted since', code: 'history_conflict' },
  });
  expect(await stored()).toEqual(before);

  await sql`update recent_events set processed = false where project_id = ${projectId} and entity_type in ('act', 'act_row')`.execute(
    server.database.query,
  );
  expect(await refusal(back(projectId))).toMatchObject({ status: 409, body: { code: frozen.code } });
});

/** The kept sums, counted again from the rows. */
async function counted() {
  const { rows } = await sql<{ list_id: number; labour: string; materials: string; tools: string; row_count: number }>`
    select list_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools, count(*)::int as row_count
      from estimate_rows where team_id = ${ann.teamId} group by list_id`.execute(server.database.query);
  return rows.map((row) => ({ team_id: ann.teamId, ...row }));
}
const byList = (totals: readonly { readonly list_id: number }[]) => Object.fromEntries(totals.map((total) => [total.list_id, total]));

const RUNS = 6;
test('undoing everything and redoing it restores every stored byte; kept sums equal recomputed ones at every step', async () => {
  let steps = 0;
  const step = fc.record({
    what: fc.constantFrom('quantity', 'price', 'name', 'add tax', 'edit tax', 'remove tax', 'act', 'do', 'back', 'forth'),
    which: fc.nat(1000),
    amount: fc.integer({ min: 0, max: 10_000 }),
    by: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (plan) => {
      const { projectId, versionId, rows } = await job();
      const taxAt = async (at: number) => {
        const { taxes } = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
        return taxes[at % Math.max(1, taxes.length)]?.id;
      };
      const read = async () => ({ records: await stored(), sums: await kept() });
      let now = await read();
      const states = [now];
      let acts = 0;
      let undone = 0;
      for (const { what, which, amount, by } of plan) {
        const who = by ? ann : bob;
        const row = rows[which % rows.length] ?? 0;
        const tax = what === 'edit tax' || what === 'remove tax' ? await taxAt(which) : undefined;
        let hasMoved = false;
        const attempt = async () => {
          if (what === 'quantity') return who.call('PUT /rows/:id/', { params: { id: row }, body: { quantity: String(amount / 100) } });
          if (what === 'price')
            return who.call('PUT /rows/:id/', { params: { id: row }, body: { unit_labour: String(amount / 7).slice(0, 7) } });
          if (what === 'name') return who.call('PUT /rows/:id/', { params: { id: row }, body: { name: `Row ${amount}` } });
          if (what === 'add tax') return who.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: `T${amount}` } });
          if (what === 'edit tax' && tax !== undefined)
            return who.call('PUT /taxes/:id/', { params: { id: tax }, body: { percent_total: String(amount / 100) } });
          if (what === 'remove tax' && tax !== undefined) return who.call('DELETE /taxes/:id/', { params: { id: tax } });
          if (what === 'act' && acts < 3) {
            await who.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
            acts += 1;
          }
          if (what === 'do' && acts > 0)
            return who.call('PUT /act_rows/:id/', {
              params: { id: actRowId(row, 1 + (which % acts)) },
              body: { percent: String(amount % 34) },
            });
          if (what === 'back' && undone < states.length - 1) {
            const { event } = await back(projectId, who);
            if (event.entity_type === 'act') acts -= 1;
            undone += 1;
            hasMoved = true;
          }
          if (what === 'forth' && undone > 0) {
            const { event } = await forth(projectId, who);
            if (event.entity_type === 'act') acts += 1;
            undone -= 1;
            hasMoved = true;
          }
          return null;
        };
        await attempt().catch((error: unknown) => {
          if (!(error instanceof Error && error.name === 'Refused')) throw error;
        });
        steps += 1;
        const before = JSON.stringify(now.records);
        now = await read();
        if (hasMoved) expect(now.records).toEqual(states[states.length - 1 - undone]?.records);
        if (what !== 'back' && what !== 'forth' && JSON.stringify(now.records) !== before) {
          states.splice(states.length - undone, undone);
          undone = 0;
          states.push(now);
        }
        const totals = now.sums.list_totals as readonly { readonly list_id: number }[];
        expect(byList(totals)).toMatchObject(byList(JSON.parse(JSON.stringify(await counted()), numeric)));
      }
      while (undone < states.length - 1) {
        await back(projectId);
        undone += 1;
        expect(await stored()).toEqual(states[states.length - 1 - undone]?.records);
      }
      while (undone > 0) {
        await forth(projectId, bob);
        undone -= 1;
        expect(await stored()).toEqual(states[states.length - 1 - undone]?.records);
      }
      expect(withoutZeros(await kept())).toEqual(withoutZeros(states.at(-1)?.sums ?? {}));
    }),
    { numRuns: RUNS },
  );
  console.log(`history: ${RUNS} runs, ${steps} steps on ${server.engine}`);
}, 300_000);

const numeric = (key: string, value: unknown) => (['labour', 'materials', 'tools'].includes(key) ? Number(value) : value);
/** A sum without contributions equals a missing one. */
const withoutZeros = (sums: Readonly<Record<string, readonly Sums[]>>) =>
  Object.fromEntries(
    Object.entries(sums).map(([table, rows]) => [
      table,
      rows.filter((row) => ['labour', 'materials', 'tools', 'price'].some((part) => Number(row[part] ?? 0) !== 0)),
    ]),
  );
