/** A contract over its versions: copied, imported, with extras, carried; who may see it, and how long 100,000 rows take. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTS_PER_VERSION, actRowId } from '../../domain/act.ts';
import type { WholeContract } from '../../domain/api/wholeContractShapes.ts';
import { CAUSES, COLUMNS, CONTRACT_KINDS, type ContractKind } from '../../domain/contractFigures.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';
import { workbookOf } from './exportedFiles.ts';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
let accepted: number;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  accepted = (await finalStatus(server.database.query)).id;
});
afterAll(() => server.close());

const at = (id: number) => ({ params: { id } });
type RowGiven = readonly [name: string, quantity: string, price: string];
async function listWith(versionId: number, title: string, rows: readonly RowGiven[]) {
  const { list } = await ann.call('POST /versions/:id/lists/', { ...at(versionId), body: { title } });
  const { ids } = await ann.call('POST /lists/:id/rows/', {
    ...at(list.id),
    body: { rows: rows.map(([name, quantity, unit_materials]) => ({ name, unit: 'm2', quantity, unit_materials })) },
  });
  return ids;
}
async function job() {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  const walls = await listWith(versionId, 'Walls', [
    ['Brick', '100', '3.33'],
    ['Plaster', '33.333333', '1.01'],
  ]);
  const roof = await listWith(versionId, 'Roof', [
    ['Tiles', '7', '11.11'],
    ['Gutter', '4', '2.5'],
  ]);
  const { record } = await ann.call('POST /versions/:id/additional_summary_costs/', { ...at(versionId), body: { name: 'Overheads' } });
  await ann.call('PUT /additional_summary_costs/custom/:id/', { ...at(record.id), body: { percent_total: '7.35' } });
  const { record: vat } = await ann.call('POST /versions/:id/taxes/', { ...at(versionId), body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { ...at(vat.id), body: { percent_total: '21' } });
  return { projectId, versionId, rows: [...walls, ...roof] };
}
async function act(versionId: number, done: Readonly<Record<number, string>>) {
  const made = await ann.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  for (const [row, quantity] of Object.entries(done))
    await ann.call('PUT /act_rows/:id/', { ...at(actRowId(Number(row), made.place)), body: { quantity } });
  return ann.call('PUT /acts/:id/', { ...at(made.id), body: { status_id: accepted } });
}
/** An approved extra, as the database keeps it. */
async function extra(projectId: number, versionId: number, rowId: number, quantity: string) {
  await sql`
    insert into extras (team_id, project_id, version_id, list_id, row_id, quantity, reason, status, asked_by)
    select r.team_id, ${projectId}::bigint, ${versionId}::bigint, r.list_id, r.id, ${quantity}::numeric, 'More', 'approved', ${ann.id}::bigint
      from estimate_rows r where r.team_id = ${ann.teamId} and r.id = ${rowId}`.execute(server.database.query);
  await sql`
    insert into row_extras (team_id, row_id, version_id, list_id, quantity, labour, materials, tools)
    select r.team_id, r.id, ${versionId}::bigint, r.list_id, e.quantity,
           round((r.quantity + e.quantity) * r.unit_labour, 2) - r.labour, round((r.quantity + e.quantity) * r.unit_materials, 2) - r.materials,
           round((r.quantity + e.quantity) * r.unit_tools, 2) - r.tools
      from estimate_rows r,
           (select sum(quantity) as quantity from extras where team_id = ${ann.teamId} and row_id = ${rowId} and status = 'approved') e
     where r.team_id = ${ann.teamId} and r.id = ${rowId}`.execute(server.database.query);
}
async function rowsIn(versionId: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { id } of await ann.call('GET /versions/:id/lists/', at(versionId))) {
    const answer = await ann.call('GET /lists/:id/rows/', { ...at(id), query: { limit: 500 } });
    if ('rows' in answer) for (const row of answer.rows) found[row.name] = row.id;
  }
  return found;
}
async function carry(versionId: number, by_hand: { from: number; into: number }[] = []) {
  const { settled, revaluation } = await ann.call('POST /versions/:id/carry/preview/', { ...at(versionId), body: { by_hand } });
  return ann.call('POST /versions/:id/carry/', {
    ...at(versionId),
    body: { by_hand, settled: settled.gross.total, revaluation: revaluation.gross.total },
  });
}
type Query = Partial<{ kind: ContractKind; open: 'all' | 'none'; flipped: string; offset: number; limit: number }>;
const contractOf = (versionId: number, query: Query = {}, by = ann) => by.call('GET /versions/:id/contract/', { ...at(versionId), query });

type Figures = WholeContract['total'];
const cents = (amount: string) => exact(amount, SCALE.money);
const sum = (amounts: readonly string[]) =>
  fixed(
    amounts.reduce((all, each) => all + cents(each), 0n),
    SCALE.money,
  );
function expectClosed(contract: WholeContract) {
  const { lists, subtotal, additional, total, taxes, total_with_taxes, rows, shown } = contract;
  for (const figures of [...lists, ...rows, ...additional, ...taxes, subtotal, total, total_with_taxes, shown]) {
    expect(sum([figures.original, figures.extras, ...CAUSES.map((cause) => figures[cause])])).toBe(figures.now);
    expect(sum([figures.now, figures.settled])).toBe(sum([figures.to_date, figures.left]));
  }
  const expectSum = (whole: Figures, parts: readonly Figures[]) => {
    for (const column of COLUMNS) expect([column, whole[column]]).toEqual([column, sum(parts.map((part) => part[column]))]);
  };
  expectSum(subtotal, lists);
  expectSum(total, [subtotal, ...additional]);
  expectSum(total_with_taxes, [total, ...taxes]);
}

/** Brick dearer, Plaster less, Gutter gone, Slate new; with an extra, acts and what was done carried; then a third version by import. */
async function threeVersions() {
  const { projectId, versionId: first, rows } = await job();
  const [brick = 0, plaster = 0, tiles = 0, gutter = 0] = rows;
  await act(first, { [brick]: '50', [plaster]: '33.333333', [gutter]: '3' });
  await extra(projectId, first, brick, '20.5');
  await extra(projectId, first, tiles, '-1');
  await act(first, { [brick]: '7.123456' });
  const { id: second } = await ann.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: first } });
  const own = await rowsIn(second);
  const set = (name: string, body: { quantity: string } | { unit_materials: string } | { name: string }, of = own) =>
    ann.call('PUT /rows/:id/', { ...at(of[name] ?? 0), body });
  await set('Brick', { quantity: '120.5' });
  await set('Brick', { unit_materials: '3.77' });
  await set('Tiles', { quantity: '6' });
  await set('Plaster', { quantity: '20' });
  await ann.call('DELETE /rows/:id/', at(own.Gutter ?? 0));
  await listWith(second, 'Roof', [['Slate', '3', '12.34']]);
  await carry(second);
  await act(second, { [own.Brick ?? 0]: '10', [own.Tiles ?? 0]: '1.5' });
  const { name, sheets } = await workbookOf((route, asked) => ann.call(route, asked), second);
  await ann.call('PATCH /projects/:id/', { ...at(projectId), body: {} }, { file: new File([await writeWorkbook(sheets)], name) });
  await untilRead(ann, projectId);
  const { project_version_id: third } = await ann.call('POST /import/:id/finish/', { ...at(projectId), body: {} });
  const imported = await rowsIn(third);
  await set('Tiles', { quantity: '8' }, imported);
  await set('Tiles', { name: 'Clay tiles' }, imported);
  await carry(third, [{ from: own.Tiles ?? 0, into: imported.Tiles ?? 0 }]);
  return { projectId, first, second, third, rows };
}

test('a contract of one version has its original, extras, what is done and what is left', async () => {
  const { projectId, versionId, rows } = await job();
  await act(versionId, { [rows[0] ?? 0]: '50' });
  await extra(projectId, versionId, rows[0] ?? 0, '-10');
  const contract = await contractOf(versionId);
  expectClosed(contract);
  expect(contract.versions).toMatchObject([
    { id: versionId, number: 1, act_count: 1, extra_count: 1, settled: '0.00', revaluation: '0.00' },
  ]);
  expect(
    contract.rows.map(({ kind, name, original, extras, now, to_date, left }) => [kind, name, original, extras, now, to_date, left]),
  ).toEqual([
    ['list', 'Walls', '366.67', '-33.30', '333.37', '166.50', '166.87'],
    ['row', 'Brick', '333.00', '-33.30', '299.70', '166.50', '133.20'],
    ['row', 'Plaster', '33.67', '0.00', '33.67', '0.00', '33.67'],
    ['list', 'Roof', '87.77', '0.00', '87.77', '0.00', '87.77'],
    ['row', 'Tiles', '77.77', '0.00', '77.77', '0.00', '77.77'],
    ['row', 'Gutter', '10.00', '0.00', '10.00', '0.00', '10.00'],
  ]);
  const [before] = (await ann.call('GET /projects/:id/tree', at(projectId))).versions;
  expect(contract.total_with_taxes).toMatchObject({ original: before?.price, to_date: before?.claimed });
});

test('over three versions every row, list and sum adds up, and the figures are those of summaries, acts and carryings', async () => {
  const { projectId, first, second, third } = await threeVersions();
  const contract = await contractOf(third);
  expectClosed(contract);
  const { versions } = await ann.call('GET /projects/:id/tree', at(projectId));
  const of = (id: number) => versions.find((version) => version.id === id);
  expect(contract.versions.map(({ id }) => id)).toEqual([first, second, third]);
  expect(contract.total_with_taxes.original).toBe(of(first)?.price);
  expect(contract.total_with_taxes.now).toBe(of(third)?.price);
  expect(contract.total_with_taxes.to_date).toBe(of(third)?.claimed);
  const { carryings } = await ann.call('GET /versions/:id/carried/', { ...at(third), query: {} });
  expect(carryings).toHaveLength(2);
  expect(contract.total_with_taxes.settled).toBe(sum(carryings.map(({ settled }) => settled.gross.total)));
  expect(contract.total.settled).toBe(sum(carryings.map(({ settled }) => settled.net.total)));
  expect(contract.subtotal.revaluation).toBe(sum(carryings.map(({ revaluation }) => revaluation.costs.total)));
  expect(contract.total_with_taxes.revaluation).toBe(sum(carryings.map(({ revaluation }) => revaluation.gross.total)));
  const acts = versions.flatMap((version) => version.acts.map(({ price }) => price));
  expect(contract.versions.map(({ claimed }) => claimed)).toEqual(
    [first, second, third].map((id) => sum(of(id)?.acts.map(({ price }) => price) ?? [])),
  );
  expect(sum([...acts, contract.total_with_taxes.revaluation])).toBe(contract.total_with_taxes.to_date);
  const byName = Object.fromEntries(contract.rows.filter(({ kind }) => kind === 'row').map((row) => [row.name, row]));
  expect(byName['Clay tiles']?.kinds).toEqual(['quantity', 'extras']);
  expect(byName['Clay tiles']?.versions.map((row) => row?.quantity)).toEqual(['7', '6', '8']);
  expect(byName.Brick?.kinds).toEqual(['price', 'extras', 'revalued']);
  expect(byName.Gutter).toMatchObject({
    kinds: ['gone', 'settled'],
    original: '10.00',
    now: '0.00',
    settled: '7.50',
    to_date: '7.50',
    left: '0.00',
  });
  expect(byName.Slate).toMatchObject({ kinds: ['added'], original: '0.00', added: '37.02' });
  expect(byName.Plaster).toMatchObject({ kinds: ['quantity', 'settled'], quantity: '-13.47', settled: '13.47' });
  // From any of its versions it is the same contract.
  expect(await contractOf(first)).toEqual(contract);
  expect(await contractOf(second)).toEqual(contract);
});

test('rows of one kind come with their lists and sums; lists fold; windows join without a gap', async () => {
  const { third } = await threeVersions();
  const whole = await contractOf(third);
  for (const kind of CONTRACT_KINDS) {
    const contract = await contractOf(third, { kind });
    expectClosed(contract);
    const rows = contract.rows.filter((row) => row.kind === 'row');
    expect([kind, rows.length]).toEqual([kind, whole.counts[kind]]);
    expect(rows.every(({ kinds }) => kind === 'changed' || kinds.includes(kind))).toBe(true);
    for (const column of COLUMNS) expect(contract.shown[column]).toBe(sum(rows.map((row) => row[column])));
    for (const list of contract.rows.filter((row) => row.kind === 'list')) {
      const own = rows.filter((row) => row.list === list.list);
      expect([list.now, list.row_count]).toEqual([sum(own.map(({ now }) => now)), own.length]);
    }
  }
  const folded = await contractOf(third, { open: 'none' });
  expect(folded.rows.map(({ kind, is_folded }) => [kind, is_folded])).toEqual(folded.lists.map(() => ['list', true]));
  const flipped = await contractOf(third, { open: 'all', flipped: '0' });
  expect(flipped.row_count).toBe(whole.row_count - (whole.lists[0]?.row_count ?? 0));
  const joined = [];
  for (let offset = 0; offset < whole.row_count; offset += 1) joined.push(...(await contractOf(third, { offset, limit: 1 })).rows);
  expect(joined).toEqual(whole.rows);
  expect((await contractOf(third, { offset: 999, limit: 5 })).rows).toEqual([]);
});

test('an edit, an act and an undo are visible at once', async () => {
  const { projectId, versionId, rows } = await job();
  const now = async () => (await contractOf(versionId)).subtotal;
  expect(await now()).toMatchObject({ original: '454.44', to_date: '0.00' });
  await ann.call('PUT /rows/:id/', { ...at(rows[0] ?? 0), body: { quantity: '200' } });
  expect(await now()).toMatchObject({ original: '787.44' });
  await act(versionId, { [rows[0] ?? 0]: '10' });
  expect(await now()).toMatchObject({ to_date: '33.30' });
  for (let step = 0; step < 3; step += 1) await ann.call('POST /projects/:id/history/backward/', { ...at(projectId), body: {} });
  expect(await now()).toMatchObject({ to_date: '0.00' });
});

test('only members who see prices can read it', async () => {
  const { projectId, versionId } = await job();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const carl = await server.person();
  expect((await contractOf(versionId, {}, bob)).subtotal.original).toBe('454.44');
  await ann.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: ann.teamId, userId: bob.id },
    body: { project_id: projectId, limit: { can: 'acts', prices: false } },
  });
  expect(await refusal(contractOf(versionId, {}, bob))).toMatchObject({ status: 403 });
  expect(await refusal(contractOf(versionId, {}, carl))).toMatchObject({ status: 404 });
  for (const query of [{ kind: 'all' }, { open: 'some' }, { flipped: '1;drop' }, { flipped: '-1' }, { limit: '501' }])
    expect(await refusal(contractOf(versionId, query as Query))).toMatchObject({ status: 400 });
});

const MANY = 3_000;
test(`a contract of ${MANY} rows in three versions is answered in seconds, without holding up other requests`, {
  timeout: 240_000,
}, async () => {
  const { projectId, versionId: first } = await job();
  const ids: number[] = [first];
  for (const number of [2, 3]) {
    const { rows } = await sql<{ id: number }>`
      insert into versions (team_id, project_id, number, name, contract_id, carried_from)
      values (${ann.teamId}, ${projectId}, ${number}, '', ${first}, ${ids.at(-1)}) returning id`.execute(server.database.query);
    ids.push(rows[0]?.id ?? 0);
  }
  for (const [at_, versionId] of ids.entries()) {
    await sql`
      with made as (insert into lists (team_id, version_id, "order", title) values (${ann.teamId}, ${versionId}, 9, 'Large') returning id)
      insert into estimate_rows (team_id, version_id, list_id, "order", code, name, unit, quantity, unit_labour, unit_materials)
      select ${ann.teamId}, ${versionId}, made.id, n * 10, 'W.' || n, 'Wall of the house, part ' || n, 'm2', n % 977 + ${at_}::int * (n % 2), 3.21, 1.11 + ${at_}::int
        from made, generate_series(1, ${MANY}) n`.execute(server.database.query);
    if (at_ > 0)
      await sql`
        with made as (insert into acts (team_id, version_id, place, number, status_id, finish_date)
                      select ${ann.teamId}, ${versionId}, 0, '', ${accepted}, null returning id)
        insert into carryings (team_id, project_id, version_id, from_version_id, act_id, figures, made_by)
        select ${ann.teamId}, ${projectId}, ${versionId}, ${ids[at_ - 1]}, made.id, '{}', ${ann.id} from made`.execute(
        server.database.query,
      );
  }
  for (const versionId of ids)
    await sql`
      insert into act_rows (team_id, id, act_id, list_id, row_id, quantity)
      select r.team_id, r.id * ${ACTS_PER_VERSION}, a.id, r.list_id, r.id, 1
        from acts a join estimate_rows r on r.team_id = a.team_id and r.version_id = a.version_id
       where a.team_id = ${ann.teamId} and a.version_id = ${versionId} and r.kind = 'row' and r."order" % 100 = 0`.execute(
      server.database.query,
    );
  const started = performance.now();
  let isOver = false;
  const asked = contractOf(first, { kind: 'price', limit: 100 }).finally(() => {
    isOver = true;
  });
  let longest = 0;
  for (let last = performance.now(); !isOver; ) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  const contract = await asked;
  const took = performance.now() - started;
  const again = performance.now();
  const next = await contractOf(first, { offset: Math.floor(MANY / 2), limit: 100 });
  console.log(
    `${server.engine}: ${MANY} rows in 3 versions in ${Math.round(took)} ms, the event loop held for ${Math.round(longest)} ms at most; a window after it in ${Math.round(performance.now() - again)} ms`,
  );
  expect(contract.row_total).toBe(MANY + 4);
  expect(contract.counts.price).toBe(MANY);
  expect(next.rows).toHaveLength(100);
  expectClosed({ ...next, rows: next.rows.slice(0, 20) });
});
