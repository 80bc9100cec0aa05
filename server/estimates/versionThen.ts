/** An estimate as it was at a named moment, computed from the present records and the history since. Nothing is written. */
import { sql } from 'kysely';
import { fromAmounts, plus, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { Moment } from '../../domain/api/historyRoutes.ts';
import type { VersionSummary } from '../../domain/api/shapes.ts';
import { canonical } from '../../domain/decimal.ts';
import type { Image } from '../../domain/history.ts';
import { sectionsOf } from '../../domain/sections.ts';
import { momentBeforeVersion } from '../../domain/sentences/estimates.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { changesSince, recordsThen } from '../history/then.ts';
import { conflict } from '../http/errors.ts';
import { rowAmounts } from './amounts.ts';
import type { StoredRow } from './storedRows.ts';
import { keepableSummary, type StoredLine, type SummaryFacts, summaryFactsOf } from './summary.ts';

interface RowThen extends Omit<StoredRow, 'formulas' | 'revision'> {
  readonly kind: 'row' | 'section';
}
type Cells = readonly [number, number, number, RowThen['kind'], ...string[]];
interface StoredList {
  readonly id: number;
  readonly order: number;
  readonly title: string;
}

/** The rows now; as one value, because reading them column by column takes several times as long. */
async function rowsNow(query: Query, { teamId, versionId }: VersionRef): Promise<Map<number, RowThen>> {
  const { rows } = await sql<{ cells: readonly Cells[] }>`
    select coalesce(json_agg(json_build_array(r.id, r.list_id, r."order", r.kind, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text,
             r.unit_materials::text, r.unit_tools::text, r.labour::text, r.materials::text, r.tools::text)), '[]') as cells
      from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId}`.execute(query);
  return new Map(
    (rows[0]?.cells ?? []).map(([id, list_id, order, kind, ...texts]) => {
      const [code = '', name = '', unit = '', quantity = '', unit_labour = '', unit_materials = '', unit_tools = ''] = texts;
      const [labour = '', materials = '', tools = ''] = texts.slice(7);
      const row = {
        id,
        list_id,
        order,
        kind,
        code,
        name,
        unit,
        quantity,
        unit_labour,
        unit_materials,
        unit_tools,
        labour,
        materials,
        tools,
      };
      return [id, row];
    }),
  );
}

const NOTHING = '0.000000';
/** A row with the fields of an image, which has only the fields that were different then. */
function rowThen(id: number, now: RowThen | undefined, image: Image): RowThen {
  const text = (field: keyof RowThen, without: string) => image[field] ?? String(now?.[field] ?? without);
  const row = {
    id,
    list_id: Number(text('list_id', '0')),
    order: Number(text('order', '0')),
    kind: text('kind', 'row') === 'section' ? ('section' as const) : ('row' as const),
    code: text('code', ''),
    name: text('name', ''),
    unit: text('unit', ''),
    quantity: text('quantity', NOTHING),
    unit_labour: text('unit_labour', NOTHING),
    unit_materials: text('unit_materials', NOTHING),
    unit_tools: text('unit_tools', NOTHING),
  };
  const { labour, materials, tools } = rowAmounts(row);
  return { ...row, labour, materials, tools };
}

const byOrder = (one: { order: number; id: number }, other: { order: number; id: number }) => one.order - other.order || one.id - other.id;
const listThen = (id: number, now: StoredList | undefined, image: Image): StoredList => ({
  id,
  order: Number(image.order ?? now?.order ?? 0),
  title: image.title ?? now?.title ?? '',
});
function lineThen(id: number, now: StoredLine | undefined, image: Image): StoredLine {
  const percent = (field: 'percent_total' | 'percent_labour' | 'percent_materials' | 'percent_tools') =>
    Object.hasOwn(image, field) ? (image[field] ?? null) : (now?.[field] ?? null);
  return {
    id,
    kind: (image.kind ?? now?.kind) === 'tax' ? 'tax' : 'additional_cost',
    order: Number(image.order ?? now?.order ?? 0),
    name: image.name ?? now?.name ?? '',
    percent_total: percent('percent_total'),
    percent_labour: percent('percent_labour'),
    percent_materials: percent('percent_materials'),
    percent_tools: percent('percent_tools'),
    updated_at: now?.updated_at ?? new Date(0).toISOString(),
    revision: now?.revision ?? 0,
  };
}

interface VersionThen {
  readonly summary: VersionSummary;
  /** In the order of the lists; of a heading the amounts are those of its section. */
  readonly rows: readonly (RowThen & { readonly list_title: string })[];
}

/** 409 `moment_before_version` when the version was made after the moment. */
export async function versionThen(query: Query, version: VersionRef, moment: Moment): Promise<VersionThen> {
  const { rows: made } = await sql`
    select from versions where team_id = ${version.teamId} and id = ${version.versionId} and created_at > ${moment.at}::timestamptz`.execute(
    query,
  );
  if (made.length > 0) throw conflict(momentBeforeVersion());
  const since = await changesSince(query, version, moment);
  const facts = await summaryFactsOf(query, version);
  const lists = [...recordsThen(new Map(facts.costs.map((list) => [list.id, list as StoredList])), since.lists, listThen).values()].sort(
    byOrder,
  );
  const lines = [...recordsThen(new Map(facts.lines.map((line) => [line.id, line])), since.percent_lines, lineThen).values()].sort(byOrder);
  const rows = Map.groupBy(recordsThen(await rowsNow(query, version), since.estimate_rows, rowThen).values(), ({ list_id }) => list_id);
  const ordered = lists.map((list) => ({ list, rows: (rows.get(list.id) ?? []).sort(byOrder) }));
  const costs = ordered.map(({ list, rows: own }) => {
    const sums = own.reduce<Sums>((sum, row) => (row.kind === 'row' ? plus(sum, fromAmounts(row)) : sum), ZERO);
    const { labour, materials, tools } = toAmounts(sums);
    return { ...list, labour, materials, tools };
  });
  const then: SummaryFacts = { costs, extras: null, lines, frozen: facts.frozen, is_settled: true };
  return {
    summary: keepableSummary(version, then),
    rows: ordered.flatMap(({ list: { title }, rows: own }) => {
      const sections = new Map(sectionsOf(own).map(({ id, sums }) => [id, toAmounts(sums)]));
      return own.map((row) => ({ ...row, ...sections.get(row.id), list_title: title }));
    }),
  };
}

/** The numbers of a row or a section as they travel. */
export function numbersThen({ id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools }: RowThen) {
  const amounts = toAmounts(fromAmounts({ labour, materials, tools }));
  return {
    id,
    quantity: canonical(quantity),
    unit_labour: canonical(unit_labour),
    unit_materials: canonical(unit_materials),
    unit_tools: canonical(unit_tools),
    ...amounts,
  };
}
