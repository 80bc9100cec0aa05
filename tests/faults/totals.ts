/** Sums and claims, computed again from the stored rows by domain/, not by the database functions that keep them. */
import { sql } from 'kysely';
import { addUp, fromAmounts, rowSums, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { percentsOf } from '../../domain/percents.ts';
import { sectionsOf } from '../../domain/sections.ts';
import { summarise } from '../../domain/summary.ts';
import type { Query } from '../../server/db/open.ts';

interface StoredRow {
  readonly id: number;
  readonly kind: string;
  readonly code: string;
  readonly list_id: number;
  readonly version_id: number;
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
}

const text = ({ labour, materials, tools }: Sums) => [labour, materials, tools].map((part) => fixed(part, SCALE.money)).join(' ');
const quantityOf = (stored: string) => exact(stored, SCALE.quantity);
const costOf = (row: StoredRow, quantity: bigint) =>
  rowSums(quantity, { labour: quantityOf(row.unit_labour), materials: quantityOf(row.unit_materials), tools: quantityOf(row.unit_tools) });

async function read(query: Query) {
  const rows = await query.selectFrom('estimate_rows').selectAll().orderBy('order').orderBy('id').execute();
  const lists = await query.selectFrom('lists').selectAll().orderBy('order').orderBy('id').execute();
  const lines = await query.selectFrom('percent_lines').selectAll().orderBy('order').orderBy('id').execute();
  const versions = await query.selectFrom('versions').selectAll().where('deleted_at', 'is', null).execute();
  const acts = await query.selectFrom('acts').selectAll().orderBy('place').execute();
  const done = await query.selectFrom('act_rows').selectAll().execute();
  return { rows, lists, lines, versions, acts, done };
}
type Stored = Awaited<ReturnType<typeof read>>;

/** Errors in kept sums and claims, one sentence each. */
export async function wrongTotals(query: Query): Promise<string[]> {
  const stored = await read(query);
  const problems: string[] = [];
  const compare = (what: string, kept: string, counted: string) => {
    if (kept !== counted) problems.push(`${what} is kept as ${kept}, counted ${counted}`);
  };
  for (const row of stored.rows) compare(`row ${row.id}`, text(fromAmounts(row)), text(costOf(row, quantityOf(row.quantity))));
  const listTotals = await query.selectFrom('list_totals').selectAll().execute();
  for (const { id } of stored.lists) {
    const own = stored.rows.filter((row) => row.list_id === id);
    const kept = listTotals.find((each) => each.list_id === id);
    const keptText = kept === undefined ? `${text(ZERO)}, 0 rows` : `${text(fromAmounts(kept))}, ${kept.row_count} rows`;
    compare(`list ${id}`, keptText, `${text(addUp(own.map(fromAmounts)))}, ${own.length} rows`);
  }
  const prices = await query.selectFrom('version_totals').selectAll().execute();
  for (const { id } of stored.versions) {
    const kept = prices.find((each) => each.version_id === id)?.price ?? '0.00';
    const counted = summaryIn(stored, id, (row) => quantityOf(row.quantity)).totalWithTaxes.total;
    compare(`version ${id}`, kept, fixed(counted, SCALE.money));
  }
  await compareSections(query, stored, compare);
  await compareActs(query, stored, compare);
  return [...problems, ...claimsOutside(stored)];
}

/** The outline of a list with the cost of each row's quantity. */
const outlineOf = (rows: readonly StoredRow[], quantity: (row: StoredRow) => bigint) =>
  sectionsOf(
    rows.map((row) => {
      const { labour, materials, tools } = toAmounts(costOf(row, row.kind === 'section' ? 0n : quantity(row)));
      return {
        id: row.id,
        kind: row.kind === 'section' ? ('section' as const) : ('row' as const),
        code: row.code,
        labour,
        materials,
        tools,
      };
    }),
  );

type Compare = (what: string, kept: string, counted: string) => void;

/** Sums, counts and nesting of sections in the estimate, and their sums in every act. */
async function compareSections(query: Query, stored: Stored, compare: Compare): Promise<void> {
  const kept = new Map((await query.selectFrom('section_totals').selectAll().execute()).map((each) => [each.section_id, each]));
  const inActs = await query.selectFrom('act_section_totals').selectAll().execute();
  const keptInActs = new Map(inActs.map((each) => [`${each.act_id} ${each.section_id}`, each]));
  for (const list of stored.lists) {
    const rows = stored.rows.filter((row) => row.list_id === list.id);
    for (const { id, parentId, level, rowCount, headingCount, sums } of outlineOf(rows, (row) => quantityOf(row.quantity))) {
      const own = kept.get(id);
      const place = own === undefined ? '' : `${own.parent_id} ${own.level} ${own.row_count} ${own.heading_count}`;
      compare(`section ${id}`, own === undefined ? 'nothing' : text(fromAmounts(own)), text(sums));
      compare(`place of section ${id}`, place, `${parentId} ${level} ${rowCount} ${headingCount}`);
      kept.delete(id);
    }
    for (const act of stored.acts.filter(({ version_id }) => version_id === list.version_id)) {
      for (const { id, sums } of outlineOf(rows, doneUpTo(stored, list.version_id, act.place))) {
        const own = keptInActs.get(`${act.id} ${id}`);
        compare(`section ${id} in act ${act.id}`, own === undefined ? text(ZERO) : text(fromAmounts(own)), text(sums));
      }
    }
  }
  for (const id of kept.keys()) compare(`section ${id}`, 'sums', 'no heading');
}

/** The summary of a version at a quantity of each of its rows. */
function summaryIn({ rows, lists, lines }: Stored, versionId: number, quantity: (row: StoredRow) => bigint) {
  const costs = lists
    .filter((list) => list.version_id === versionId)
    .map((list) => addUp(rows.filter((row) => row.list_id === list.id).map((row) => costOf(row, quantity(row)))));
  const own = lines.filter((line) => line.version_id === versionId);
  const [additional, taxes] = ['additional_cost', 'tax'].map((kind) => own.filter((line) => line.kind === kind).map(percentsOf));
  return summarise(costs, additional ?? [], taxes ?? []);
}

async function compareActs(query: Query, stored: Stored, compare: Compare): Promise<void> {
  const byList = await query.selectFrom('act_list_totals').selectAll().execute();
  const prices = await query.selectFrom('act_totals').selectAll().execute();
  for (const { id: versionId } of stored.versions) {
    let before = 0n;
    for (const act of stored.acts.filter((each) => each.version_id === versionId)) {
      const toDate = doneUpTo(stored, versionId, act.place);
      for (const list of stored.lists.filter((each) => each.version_id === versionId)) {
        const counted = addUp(stored.rows.filter((row) => row.list_id === list.id).map((row) => costOf(row, toDate(row))));
        const kept = byList.find((each) => each.act_id === act.id && each.list_id === list.id);
        compare(`list ${list.id} in act ${act.id}`, text(kept === undefined ? ZERO : fromAmounts(kept)), text(counted));
      }
      const balance = summaryIn(stored, versionId, toDate).totalWithTaxes;
      const kept = prices.find((each) => each.act_id === act.id)?.price ?? '0.00';
      compare(`act ${act.id}`, kept, fixed(balance.total - before, SCALE.money));
      before = balance.total;
    }
  }
}

/** How much of each row is done in the acts up to a place. */
function doneUpTo({ acts, done }: Stored, versionId: number, place: number) {
  const included = new Set(acts.filter((act) => act.version_id === versionId && act.place <= place).map(({ id }) => id));
  const totals = new Map<number, bigint>();
  for (const { act_id, row_id, quantity } of done)
    if (included.has(act_id)) totals.set(row_id, (totals.get(row_id) ?? 0n) + quantityOf(quantity));
  return ({ id }: { readonly id: number }) => totals.get(id) ?? 0n;
}

/** Running totals that have left 0..q. */
function claimsOutside(stored: Stored): string[] {
  return stored.acts.flatMap(({ version_id, place }) => {
    const toDate = doneUpTo(stored, version_id, place);
    return stored.rows
      .filter((row) => row.version_id === version_id)
      .flatMap((row) => {
        const [total, whole] = [toDate(row), quantityOf(row.quantity)];
        const isInside = whole >= 0n ? total >= 0n && total <= whole : total <= 0n && total >= whole;
        return isInside ? [] : [`row ${row.id} is done ${fixed(total, SCALE.quantity)} of ${row.quantity} up to act ${place}`];
      });
  });
}

const LOGGED = ['versions', 'lists', 'estimate_rows', 'percent_lines', 'acts', 'act_rows'] as const;

/** Every stored byte of the logged tables, in a fixed order. */
export async function storedBytes(query: Query): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const table of LOGGED) {
    const { rows } = await sql<{
      image: unknown;
    }>`select to_jsonb(t) as image from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(query);
    all[table] = rows.map(({ image }) => JSON.stringify(image)).join('\n');
  }
  return all;
}
