/** Recomputes every kept total from the stored rows, with domain/ instead of the code that keeps it. One version at a time. */
import { addUp, fromAmounts, minus, rowSums, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { exact, fixed, fromCents, SCALE } from '../../domain/decimal.ts';
import { percentsOf } from '../../domain/percents.ts';
import { sectionsOf } from '../../domain/sections.ts';
import { summarise } from '../../domain/summary.ts';

/** Queries the database; numbers are returned as text or as numbers. */
type Ask = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

interface Row {
  readonly id: string;
  readonly kind: 'row' | 'section';
  readonly code: string;
  readonly list_id: string;
  readonly quantity: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
}
type Amounts = Readonly<Record<'labour' | 'materials' | 'tools', string>>;
interface Line {
  readonly kind: string;
  readonly percent_total: string | null;
  readonly percent_labour: string | null;
  readonly percent_materials: string | null;
  readonly percent_tools: string | null;
}
interface Act {
  readonly id: string;
  readonly place: number;
}
interface Version {
  readonly team: string;
  readonly id: string;
}

const text = ({ labour, materials, tools }: Sums) => [labour, materials, tools].map((part) => fromCents(part)).join(' ');
const quantityOf = (stored: string) => exact(stored, SCALE.quantity);
const costOf = (row: Row, quantity: bigint) =>
  rowSums(quantity, { labour: quantityOf(row.unit_labour), materials: quantityOf(row.unit_materials), tools: quantityOf(row.unit_tools) });

interface Verified {
  readonly versions: number;
  readonly acts: number;
  readonly rows: number;
  /** How many totals were compared. */
  readonly totals: number;
  /** A sentence for each of the first hundred wrong totals. */
  readonly wrong: readonly string[];
  readonly wrongCount: number;
}
const MOST_REPORTED = 100;

/** Recomputes every kept total of every version that is not deleted. */
export async function wrongTotals(ask: Ask): Promise<Verified> {
  const found = { versions: 0, acts: 0, rows: 0, totals: 0, wrongCount: 0 };
  const wrong: string[] = [];
  const compare = (what: string, kept: string, counted: string) => {
    found.totals += 1;
    if (kept === counted) return;
    found.wrongCount += 1;
    if (wrong.length < MOST_REPORTED) wrong.push(`${what} is kept as ${kept}, counted ${counted}`);
  };
  const versions = await ask<Version>(
    'select team_id::text as team, id::text as id from versions where deleted_at is null order by team_id, versions.id',
    [],
  );
  for (const version of versions) {
    const counted = await compareVersion(ask, version, compare);
    found.versions += 1;
    found.acts += counted.acts;
    found.rows += counted.rows;
  }
  return { ...found, wrong };
}

type Compare = (what: string, kept: string, counted: string) => void;

const ROWS = `select r.id::text as id, kind, code, list_id::text as list_id, quantity::text, unit_labour::text, unit_materials::text, unit_tools::text,
  labour::text, materials::text, tools::text from estimate_rows r where team_id = $1::bigint and list_id = $2::bigint order by "order", r.id`;

interface Totals {
  readonly costs: Sums[];
  /** With approved extras. */
  readonly contract: Sums[];
  readonly inActs: Map<string, Sums[]>;
}

async function compareVersion(ask: Ask, version: Version, compare: Compare): Promise<{ acts: number; rows: number }> {
  const key = [version.team, version.id];
  const lists = await ask<{ id: string }>(
    'select id::text as id from lists where team_id = $1::bigint and version_id = $2::bigint order by "order", lists.id',
    key,
  );
  const acts = await ask<Act>(
    'select id::text as id, place from acts where team_id = $1::bigint and version_id = $2::bigint order by place',
    key,
  );
  const lines = await ask<Line>(
    `select kind, percent_total::text, percent_labour::text, percent_materials::text, percent_tools::text
       from percent_lines where team_id = $1::bigint and version_id = $2::bigint order by "order", id`,
    key,
  );
  const totals: Totals = { costs: [], contract: [], inActs: new Map(acts.map(({ id }) => [id, []])) };
  let rows = 0;
  for (const list of lists) rows += await compareList(ask, version.team, list.id, acts, totals, compare);
  const [additional = [], taxes = []] = ['additional_cost', 'tax'].map((kind) =>
    lines.filter((line) => line.kind === kind).map(percentsOf),
  );
  const priceOf = (costs: readonly Sums[]) => summarise(costs, additional, taxes).totalWithTaxes.total;
  const [kept] = await ask<{ price: string; extras: string }>(
    'select price::text, extras::text from version_totals where team_id = $1::bigint and version_id = $2::bigint',
    key,
  );
  compare(`version ${version.id}`, kept?.price ?? '0.00', fromCents(priceOf(totals.costs)));
  compare(`extras of version ${version.id}`, kept?.extras ?? '0.00', fromCents(priceOf(totals.contract) - priceOf(totals.costs)));
  let before = 0n;
  for (const act of acts) {
    const [own] = await ask<{ price: string }>('select price::text from act_totals where team_id = $1::bigint and act_id = $2::bigint', [
      version.team,
      act.id,
    ]);
    const toDate = priceOf(totals.inActs.get(act.id) ?? []);
    compare(`act ${act.id}`, own?.price ?? '0.00', fromCents(toDate - before));
    before = toDate;
  }
  return { acts: acts.length, rows };
}

/** Compares a list and adds its sums to those of its version; answers how many rows it has. */
async function compareList(ask: Ask, team: string, list: string, acts: readonly Act[], totals: Totals, compare: Compare): Promise<number> {
  const rows = await ask<Row>(ROWS, [team, list]);
  for (const row of rows) compare(`row ${row.id}`, text(fromAmounts(row)), text(costOf(row, quantityOf(row.quantity))));
  const [kept] = await ask<Amounts & { count: string }>(
    'select labour::text, materials::text, tools::text, row_count::text as count from list_totals where team_id = $1::bigint and list_id = $2::bigint',
    [team, list],
  );
  const sum = addUp(rows.map(fromAmounts));
  compare(
    `list ${list}`,
    kept === undefined ? `${text(ZERO)}, 0 rows` : `${text(fromAmounts(kept))}, ${kept.count} rows`,
    `${text(sum)}, ${rows.length} rows`,
  );
  totals.costs.push(addUp(rows.map((row) => costOf(row, quantityOf(row.quantity)))));
  await compareSections(ask, team, list, rows, compare);
  const limits = await compareExtras(ask, team, list, rows, compare);
  const limitOf = (row: Row) => limits.get(row.id) ?? quantityOf(row.quantity);
  totals.contract.push(addUp(rows.map((row) => costOf(row, limitOf(row)))));
  const done = new Map<string, bigint>();
  for (const act of acts) {
    const claimed = await ask<{ row: string; quantity: string }>(
      'select row_id::text as row, quantity::text from act_rows where team_id = $1::bigint and act_id = $2::bigint and list_id = $3::bigint',
      [team, act.id, list],
    );
    for (const { row, quantity } of claimed) done.set(row, (done.get(row) ?? 0n) + quantityOf(quantity));
    totals.inActs.get(act.id)?.push(await compareInAct(ask, team, list, act, rows, ({ id }) => done.get(id) ?? 0n, compare));
    await compareClaimed(ask, team, list, act, rows, done, compare);
    for (const row of rows)
      if (!isWithin(done.get(row.id) ?? 0n, limitOf(row)))
        compare(
          `row ${row.id} up to act ${act.id}`,
          fixed(done.get(row.id) ?? 0n, SCALE.quantity),
          `at most ${fixed(limitOf(row), SCALE.quantity)}`,
        );
  }
  return rows.length;
}
const isWithin = (total: bigint, whole: bigint) => (whole >= 0n ? total >= 0n && total <= whole : total <= 0n && total >= whole);

const outlineOf = (rows: readonly Row[], quantity: (row: Row) => bigint) =>
  sectionsOf(
    rows.map((row) => ({
      id: Number(row.id),
      kind: row.kind,
      code: row.code,
      ...toAmounts(costOf(row, row.kind === 'section' ? 0n : quantity(row))),
    })),
  );

async function compareSections(ask: Ask, team: string, list: string, rows: readonly Row[], compare: Compare): Promise<void> {
  const stored = await ask<Amounts & { id: string; place: string }>(
    `select section_id::text as id, labour::text, materials::text, tools::text, concat_ws(' ', coalesce(parent_id::text, 'null'), level, row_count, heading_count) as place
       from section_totals where team_id = $1::bigint and list_id = $2::bigint`,
    [team, list],
  );
  const kept = new Map(stored.map((each) => [each.id, each]));
  for (const { id, parentId, level, rowCount, headingCount, sums } of outlineOf(rows, (row) => quantityOf(row.quantity))) {
    const own = kept.get(String(id));
    compare(
      `section ${id}`,
      own === undefined ? 'nothing' : `${text(fromAmounts(own))}, ${own.place}`,
      `${text(sums)}, ${parentId} ${level} ${rowCount} ${headingCount}`,
    );
    kept.delete(String(id));
  }
  for (const id of kept.keys()) compare(`section ${id}`, 'sums', 'no heading');
}

/** Compares the stored sums of approved extras with the extras approved; answers the limits of the rows, or none without extras. */
async function compareExtras(
  ask: Ask,
  team: string,
  list: string,
  rows: readonly Row[],
  compare: Compare,
): Promise<ReadonlyMap<string, bigint>> {
  const approved = await ask<{ row: string; quantity: string }>(
    `select row_id::text as row, sum(quantity)::text as quantity from extras
      where team_id = $1::bigint and list_id = $2::bigint and status = 'approved' group by row_id`,
    [team, list],
  );
  const stored = await ask<Amounts & { row: string; quantity: string }>(
    'select row_id::text as row, quantity::text, labour::text, materials::text, tools::text from row_extras where team_id = $1::bigint and list_id = $2::bigint',
    [team, list],
  );
  const extras = new Map(approved.map(({ row, quantity }) => [row, quantityOf(quantity)]));
  const kept = new Map(stored.map((each) => [each.row, each]));
  if (extras.size === 0 && kept.size === 0) return new Map();
  const limitOf = (row: Row) => quantityOf(row.quantity) + (extras.get(row.id) ?? 0n);
  for (const row of rows.filter(({ id }) => extras.has(id) || kept.has(id))) {
    const own = kept.get(row.id);
    compare(
      `extras of row ${row.id}`,
      own === undefined ? 'nothing' : `${own.quantity}, ${text(fromAmounts(own))}`,
      (extras.get(row.id) ?? 0n) === 0n
        ? 'nothing'
        : `${fixed(extras.get(row.id) ?? 0n, SCALE.quantity)}, ${text(minus(costOf(row, limitOf(row)), costOf(row, quantityOf(row.quantity))))}`,
    );
  }
  const headings = await ask<Amounts & { id: string }>(
    `select x.section_id::text as id, x.labour::text, x.materials::text, x.tools::text from section_extras x
       join section_totals s on s.team_id = x.team_id and s.section_id = x.section_id where x.team_id = $1::bigint and s.list_id = $2::bigint`,
    [team, list],
  );
  const bySection = new Map(headings.map((each) => [each.id, each]));
  const estimated = new Map(outlineOf(rows, (row) => quantityOf(row.quantity)).map(({ id, sums }) => [id, sums]));
  for (const { id, sums } of outlineOf(rows, limitOf)) {
    const own = bySection.get(String(id));
    compare(`extras of section ${id}`, text(own === undefined ? ZERO : fromAmounts(own)), text(minus(sums, estimated.get(id) ?? ZERO)));
  }
  return new Map(rows.map((row) => [row.id, limitOf(row)]));
}

/** Compares the stored claimed sums of an answered act with the sum of everything claimed. */
async function compareClaimed(
  ask: Ask,
  team: string,
  list: string,
  act: Act,
  rows: readonly Row[],
  done: ReadonlyMap<string, bigint>,
  compare: Compare,
): Promise<void> {
  const [kept] = await ask<Amounts>(
    'select labour::text, materials::text, tools::text from act_answer_lists where team_id = $1::bigint and act_id = $2::bigint and list_id = $3::bigint',
    [team, act.id, list],
  );
  if (kept === undefined) return;
  const differing = await ask<{ row: string; less: string }>(
    `select w.row_id::text as row, (w.claimed - d.quantity)::text as less from act_answer_rows w join act_rows d on d.team_id = w.team_id and d.id = w.id
      where w.team_id = $1::bigint and w.act_id = $2::bigint and w.list_id = $3::bigint`,
    [team, act.id, list],
  );
  const less = new Map(differing.map((each) => [each.row, quantityOf(each.less)]));
  const claimed = addUp(rows.map((row) => costOf(row, (done.get(row.id) ?? 0n) + (less.get(row.id) ?? 0n))));
  compare(`list ${list} as claimed in act ${act.id}`, text(fromAmounts(kept)), text(claimed));
}

/** Compares a list's stored sums in an act with the computed ones, which it answers. */
async function compareInAct(
  ask: Ask,
  team: string,
  list: string,
  act: Act,
  rows: readonly Row[],
  done: (row: Row) => bigint,
  compare: Compare,
): Promise<Sums> {
  const sum = addUp(rows.map((row) => costOf(row, done(row))));
  const [kept] = await ask<Amounts>(
    'select labour::text, materials::text, tools::text from act_list_totals where team_id = $1::bigint and act_id = $2::bigint and list_id = $3::bigint',
    [team, act.id, list],
  );
  compare(`list ${list} in act ${act.id}`, text(kept === undefined ? ZERO : fromAmounts(kept)), text(sum));
  const stored = await ask<Amounts & { id: string }>(
    `select a.section_id::text as id, a.labour::text, a.materials::text, a.tools::text from act_section_totals a
       join section_totals s on s.team_id = a.team_id and s.section_id = a.section_id
      where a.team_id = $1::bigint and a.act_id = $2::bigint and s.list_id = $3::bigint`,
    [team, act.id, list],
  );
  const bySection = new Map(stored.map((each) => [each.id, each]));
  for (const { id, sums } of outlineOf(rows, done)) {
    const own = bySection.get(String(id));
    compare(`section ${id} in act ${act.id}`, own === undefined ? text(ZERO) : text(fromAmounts(own)), text(sums));
  }
  return sum;
}
