/** Extras of a version as they are listed, with their rows. */
import { sql } from 'kysely';
import { addUp, minus, rowSums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { EXTRA_STATUSES, type Extra, type ExtrasPage } from '../../domain/api/contractShapes.ts';
import { canonical, exact, fromCents, SCALE } from '../../domain/decimal.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { pricesOf, sumsOf } from '../estimates/amounts.ts';
import { summaryOf } from '../estimates/summary.ts';
import { notFound } from '../http/errors.ts';

interface Stored {
  readonly id: number;
  readonly version_id: number;
  readonly list_id: number;
  readonly row_id: number;
  readonly act_id: number | null;
  readonly act_number: string | null;
  readonly list_title: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly estimated: string;
  readonly extra: string;
  readonly done: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
  readonly quantity: string;
  readonly reason: string;
  readonly status: Extra['status'];
  readonly asked_by: number;
  readonly asker: string;
  readonly asked_at: Date;
  readonly decider: string | null;
  readonly decided_at: Date | null;
  readonly decision: string;
  readonly withdrawer: string | null;
  readonly withdrawn_at: Date | null;
  readonly revision: number;
}

const amount = (text: string) => exact(text, SCALE.quantity);

/** The amount an extra adds to its row on top of all approved ones; an approved extra counts as the last of them. */
function moneyOf(row: Stored): string {
  const [limit, quantity, prices] = [amount(row.estimated) + amount(row.extra), amount(row.quantity), pricesOf(row)];
  const without = row.status === 'approved' ? limit - quantity : limit;
  return fromCents(minus(rowSums(without + quantity, prices), rowSums(without, prices)).total);
}

/** The person who decided or withdrew it; a withdrawal replaces the decision. An extra whose approval was undone waits again. */
function decidedOf({ status, decider, decided_at, decision, withdrawer, withdrawn_at }: Stored): Extra['decided'] {
  if (status === 'withdrawn' && withdrawer !== null && withdrawn_at !== null)
    return { by: withdrawer, at: withdrawn_at.toISOString(), text: '' };
  if (status === 'asked' || decider === null || decided_at === null) return null;
  return { by: decider, at: decided_at.toISOString(), text: decision };
}

const extraFor =
  (userId: number) =>
  (row: Stored): Extra => ({
    id: row.id,
    version_id: row.version_id,
    list_id: row.list_id,
    row_id: row.row_id,
    act: row.act_id === null || row.act_number === null ? null : { id: row.act_id, number: row.act_number },
    list_title: row.list_title,
    code: row.code,
    name: row.name,
    unit: row.unit,
    row_quantity: canonical(row.estimated),
    row_extra: canonical(row.extra),
    row_done: canonical(row.done),
    quantity: canonical(row.quantity),
    value: moneyOf(row),
    reason: row.reason,
    status: row.status,
    asked: { by: row.asker, at: row.asked_at.toISOString(), is_own: row.asked_by === userId },
    decided: decidedOf(row),
    revision: row.revision,
  });

const stored = ({ teamId }: Pick<VersionRef, 'teamId'>, which: ReturnType<typeof sql>, rest = sql``) => sql<Stored>`
  select x.id, x.version_id, x.list_id, x.row_id, x.act_id, a.number as act_number, coalesce(l.title, '') as list_title, coalesce(r.code, '') as code,
         coalesce(r.name, '') as name, coalesce(r.unit, '') as unit, coalesce(r.quantity, 0)::numeric(15, 6) as estimated,
         coalesce(e.quantity, 0)::numeric(15, 6) as extra,
         coalesce((select sum(d.quantity) from act_rows d where d.team_id = x.team_id and d.row_id = x.row_id), 0)::numeric(30, 6) as done,
         coalesce(r.unit_labour, 0) as unit_labour, coalesce(r.unit_materials, 0) as unit_materials, coalesce(r.unit_tools, 0) as unit_tools,
         x.quantity, x.reason, x.status, x.asked_by, u.name as asker, x.asked_at, d.name as decider, x.decided_at, x.decision, w.name as withdrawer,
         x.withdrawn_at, x.revision
    from extras x
    left join estimate_rows r on r.team_id = x.team_id and r.id = x.row_id
    left join lists l on l.team_id = x.team_id and l.id = x.list_id
    left join acts a on a.team_id = x.team_id and a.id = x.act_id
    left join row_extras e on e.team_id = x.team_id and e.row_id = x.row_id
    join users u on u.id = x.asked_by left join users d on d.id = x.decided_by left join users w on w.id = x.withdrawn_by
   where x.team_id = ${teamId} and ${which} ${rest}`;

export async function extraOf(query: Query, version: Pick<VersionRef, 'teamId'>, userId: number, id: number): Promise<Extra> {
  const { rows } = await stored(version, sql`x.id = ${id}::bigint`).execute(query);
  const [row] = rows;
  if (row === undefined) throw notFound();
  return extraFor(userId)(row);
}

interface Asked {
  readonly status?: Extra['status'] | undefined;
  readonly row_id?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A window of a version's extras, those to decide first, then the latest; how many there are of each status, and what the approved ones add. */
export async function extrasOf(query: Query, version: VersionRef, userId: number, asked: Asked): Promise<ExtrasPage> {
  const { teamId, versionId } = version;
  const own = sql`x.version_id = ${versionId}::bigint and (${asked.row_id ?? null}::bigint is null or x.row_id = ${asked.row_id ?? null}::bigint)`;
  const { rows } = await stored(
    version,
    sql`${own} and (${asked.status ?? null}::text is null or x.status = ${asked.status ?? null}::text)`,
    sql`order by x.status <> 'asked', x.id desc offset ${asked.offset}::int limit ${asked.limit}::int`,
  ).execute(query);
  const { rows: counted } = await sql<{ status: Extra['status']; count: number }>`
    select x.status, count(*)::int as count from extras x where x.team_id = ${teamId} and ${own} group by x.status`.execute(query);
  const countOf = (status: Extra['status']) => counted.find((each) => each.status === status)?.count ?? 0;
  const counts = { asked: countOf('asked'), approved: countOf('approved'), refused: countOf('refused'), withdrawn: countOf('withdrawn') };
  const total = asked.status === undefined ? EXTRA_STATUSES.reduce((sum, status) => sum + counts[status], 0) : counts[asked.status];
  return { extras: rows.map(extraFor(userId)), total, counts, value: await addedBy(query, version) };
}

/** S(q + Σe) − S(q). */
async function addedBy(query: Query, version: VersionRef): Promise<ExtrasPage['value']> {
  const { costs, extras } = await summaryOf(query, version);
  const none = toAmounts(ZERO);
  const added = costs.flatMap((list) => (list.extras === undefined ? [] : [sumsOf(list.extras)]));
  return { costs: toAmounts(addUp(added)), net: extras?.net ?? none, gross: extras?.gross ?? none };
}
