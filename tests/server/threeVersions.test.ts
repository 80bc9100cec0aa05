/** A contract of three versions, five acts and two extras over the API, compared cell by cell with figures worked out by hand. */

import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actRowId } from '../../domain/act.ts';
import { finalStatus } from '../../server/acts/lock.ts';
import { wrongTotals } from '../../server/totals/wrong.ts';
import {
  ACTS,
  actsByHand,
  COLUMNS,
  carriedByHand,
  contractByHand,
  EXTRAS,
  type Line,
  ROWS,
  type RowName,
  VERSIONS,
} from '../fixtures/threeVersions.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

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
const LISTS = ['Walls', 'Roof'] as const;
const named = (text: string) => text as RowName;

async function rowsIn(versionId: number) {
  const found = new Map<string, number>();
  for (const { id } of await ann.call('GET /versions/:id/lists/', at(versionId))) {
    const answer = await ann.call('GET /lists/:id/rows/', { ...at(id), query: { limit: 500 } });
    if ('rows' in answer) for (const row of answer.rows) found.set(row.name, row.id);
  }
  return (name: RowName) => found.get(name) ?? 0;
}
async function first() {
  const { id: projectId } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Three versions' } });
  const { id: versionId } = await ann.call('POST /projects/:id/versions/', { ...at(projectId), body: {} });
  for (const title of LISTS) {
    const { list } = await ann.call('POST /versions/:id/lists/', { ...at(versionId), body: { title } });
    const rows = ROWS.flatMap(([of, name, unit]) => {
      const given = VERSIONS[0]?.[name] ?? null;
      return of !== title || given === null ? [] : [{ name, unit, quantity: String(given.quantity), unit_materials: String(given.price) }];
    });
    await ann.call('POST /lists/:id/rows/', { ...at(list.id), body: { rows } });
  }
  const { record } = await ann.call('POST /versions/:id/additional_summary_costs/', { ...at(versionId), body: { name: 'Overheads' } });
  await ann.call('PUT /additional_summary_costs/custom/:id/', { ...at(record.id), body: { percent_total: '10' } });
  const { record: vat } = await ann.call('POST /versions/:id/taxes/', { ...at(versionId), body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { ...at(vat.id), body: { percent_total: '20' } });
  const terms = at(projectId);
  const { id: expected } = await ann.call('GET /projects/:id/terms/', terms);
  await ann.call('PUT /projects/:id/terms/', {
    ...terms,
    body: { base: 'net', retention: { rate: '5', limit: null }, advance: null, taxes: 'on work', expected },
  });
  return { projectId, versionId };
}

/** The next version: a copy, with what the fixture changes. The copy takes the quantities with their extras. */
async function next(projectId: number, from: number, which: number): Promise<number> {
  const { id } = await ann.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: from } });
  const rowOf = await rowsIn(id);
  const lists = await ann.call('GET /versions/:id/lists/', at(id));
  for (const [list, name, unit] of ROWS) {
    const [own, before] = [VERSIONS[which]?.[name] ?? null, VERSIONS[which - 1]?.[name] ?? null];
    const was = before === null ? 0 : before.quantity + (EXTRAS[which - 1]?.[name] ?? 0);
    if (own === null && before !== null) await ann.call('DELETE /rows/:id/', at(rowOf(name)));
    if (own === null) continue;
    if (before === null)
      await ann.call('POST /lists/:id/rows/', {
        ...at(lists.find(({ title }) => title === list)?.id ?? 0),
        body: { name, unit, quantity: String(own.quantity), unit_materials: String(own.price) },
      });
    else {
      const copied = await ann.call('GET /lists/:id/rows/', { ...at(lists.find(({ title }) => title === list)?.id ?? 0), query: {} });
      const row = 'rows' in copied ? copied.rows.find((each) => each.name === name) : undefined;
      expect([name, row?.quantity]).toEqual([name, String(was)]);
      if (own.quantity !== was) await ann.call('PUT /rows/:id/', { ...at(rowOf(name)), body: { quantity: String(own.quantity) } });
      if (own.price !== before.price) await ann.call('PUT /rows/:id/', { ...at(rowOf(name)), body: { unit_materials: String(own.price) } });
    }
  }
  const { settled, revaluation } = await ann.call('POST /versions/:id/carry/preview/', { ...at(id), body: {} });
  expect({ settled: settled.gross.total, revaluation: revaluation.gross.total }).toEqual(carriedByHand()[which - 1]);
  await ann.call('POST /versions/:id/carry/', { ...at(id), body: { settled: settled.gross.total, revaluation: revaluation.gross.total } });
  return id;
}

/** An extra asked for and approved. */
async function extra(rowId: number, quantity: number) {
  const { id } = await ann.call('POST /rows/:id/extras/', { ...at(rowId), body: { quantity: String(quantity), reason: 'As measured' } });
  await ann.call('POST /extras/:id/decide/', { ...at(id), body: { approves: true } });
}

async function act(versionId: number, done: Partial<Readonly<Record<RowName, number>>>) {
  const rowOf = await rowsIn(versionId);
  const made = await ann.call('POST /versions/:id/acts/', { ...at(versionId), body: {} });
  for (const [name, quantity] of Object.entries(done))
    await ann.call('PUT /act_rows/:id/', { ...at(actRowId(rowOf(named(name)), made.place)), body: { quantity: String(quantity) } });
  return ann.call('PUT /acts/:id/', { ...at(made.id), body: { status_id: accepted } });
}

test('the act, the certificate and the table of every step are those worked out by hand', async () => {
  const { projectId, versionId } = await first();
  const versionIds = [versionId];
  const byHand = actsByHand();
  for (const [place, { version, done }] of ACTS.entries()) {
    const expected = byHand[place];
    const current = versionIds[version] ?? (await next(projectId, versionIds.at(-1) ?? 0, version));
    if (versionIds[version] === undefined) versionIds.push(current);
    const rowOf = await rowsIn(current);
    // The extra is agreed before the act that needs it; the deduction after the first act of its version.
    const more = EXTRAS[version] ?? {};
    if (place === 1 || place === 3) for (const [name, quantity] of Object.entries(more)) await extra(rowOf(named(name)), quantity);
    const { id } = await act(current, done);

    const about = await ann.call('GET /acts/:id/', at(id));
    expect([about.number, about.price]).toEqual([expected?.number, expected?.price]);
    const summary = await ann.call('GET /acts/:id/summary/', at(id));
    expect(summary.subtotal.completed_now.total).toBe(expected?.subtotal);
    const rows = [];
    for (const { id: listId } of summary.costs) {
      const page = await ann.call('GET /acts/:id/lists/:listId/rows/', { params: { id, listId }, query: {} });
      rows.push(
        ...page.rows
          .filter(({ quantity }) => quantity !== '0')
          .map(({ name, quantity, completed_now }) => ({ name, quantity, now: completed_now.total })),
      );
    }
    expect(rows).toEqual(expected?.rows);

    const { due } = await ann.call('GET /acts/:id/certificate/', at(id));
    const certificate = await ann.call('POST /acts/:id/certificate/', { ...at(id), body: { due } });
    expect([certificate.number, certificate.net.to_date, certificate.gross.to_date, certificate.retained, certificate.due]).toEqual([
      expected?.number,
      expected?.certificate.net,
      expected?.certificate.gross,
      expected?.certificate.retained,
      expected?.certificate.due,
    ]);
  }

  const contract = await ann.call('GET /versions/:id/contract/', { ...at(versionIds.at(-1) ?? 0), query: {} });
  const cells = (of: Line) => Object.fromEntries(COLUMNS.map((column) => [column, of[column]]));
  const hand = contractByHand();
  expect(contract.versions.map(({ id, act_count, extra_count }) => [id, act_count, extra_count])).toEqual([
    [versionIds[0], 2, 1],
    [versionIds[1], 2, 1],
    [versionIds[2], 1, 0],
  ]);
  expect(Object.fromEntries(contract.rows.filter(({ kind }) => kind === 'row').map((row) => [row.name, cells(row)]))).toEqual(hand.rows);
  expect(Object.fromEntries(contract.lists.map((list) => [list.title, cells(list)]))).toEqual(hand.lists);
  expect(cells(contract.subtotal)).toEqual(hand.subtotal);
  expect(contract.additional.map(cells)).toEqual([hand.overheads]);
  expect(cells(contract.total)).toEqual(hand.total);
  expect(contract.taxes.map(cells)).toEqual([hand.vat]);
  expect(cells(contract.total_with_taxes)).toEqual(hand.total_with_taxes);

  const ledger = await ann.call('GET /versions/:id/certificates/', at(versionIds.at(-1) ?? 0));
  // All certified work less its retention: 4,408.80 − 183.70.
  expect([ledger.certified.gross, ledger.kept, ledger.due]).toEqual(['4408.80', '183.70', '4225.10']);
  const { versions } = await ann.call('GET /projects/:id/tree', at(projectId));
  expect(versions.map(({ claimed }) => claimed).at(-1)).toBe(hand.total_with_taxes.to_date);
  const ask = async <Row>(text: string, values: readonly unknown[]) =>
    (await server.database.query.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
  expect(await wrongTotals(ask)).toEqual({ versions: 3, acts: 7, rows: 12, totals: 47, wrong: [], wrongCount: 0 });
});
