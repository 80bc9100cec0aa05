import { sql } from 'kysely';
import type { VersionComparison } from '../../domain/api/estimateShapes.ts';
import type { Moment } from '../../domain/api/historyRoutes.ts';
import type { Row, VersionSummary } from '../../domain/api/shapes.ts';
import { type ComparedItem, changesInSections, type PlacedEntry, unfolded } from '../../domain/comparedSections.ts';
import { type Change, type ComparedRow, compareLists, compareRows, differenceOf } from '../../domain/comparison.ts';
import { isFolded, type RowView } from '../../domain/rowView.ts';
import { widenedSummary } from '../../domain/widened.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { asOfOneMoment, inPages } from '../db/pages.ts';
import { lastChange } from '../history/record.ts';
import { inTurns } from '../turns.ts';
import { rowsByIds } from './rowSections.ts';
import { summaryOf } from './summary.ts';
import { namedVersion } from './versions.ts';
import { numbersThen, versionThen } from './versionThen.ts';
import { widened } from './widened.ts';

/** A row with its numbers as the database writes them. */
export interface ComparedStoredRow extends ComparedRow, PlacedEntry {
  readonly kind: 'row';
}
/** A heading with the sums of its section. */
interface StoredHeading extends PlacedEntry {
  readonly kind: 'section';
  readonly sums: string;
}
const NOTHING = '0.00 0.00 0.00';
/** The cells that rows of a version and rows of an import have in common. */
export type ComparedCells = readonly [
  id: number,
  order: number,
  list_id: number,
  list_title: string,
  code: string,
  name: string,
  unit: string,
  quantity: string,
  unit_labour: string,
  unit_materials: string,
  unit_tools: string,
];
type EntryCells = readonly [...ComparedCells, sums: string | null];

/** Every row of the version, optionally with its extras, in pages. */
async function entriesOf(
  query: Query,
  { teamId, versionId }: VersionRef,
  { withHeadings, withExtras }: { readonly withHeadings: boolean; readonly withExtras: boolean },
): Promise<(ComparedStoredRow | StoredHeading)[]> {
  const { rows: lists } = await sql<{ id: number; count: number }>`
    select l.id, coalesce(t.row_count, 0) as count from lists l left join list_totals t on t.team_id = l.team_id and t.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId} order by l."order", l.id`.execute(query);
  const pages = await inPages(lists, async ({ lists: ids, order, id, most }) => {
    const { rows } = await sql<{ cells: readonly EntryCells[] | null }>`
      select json_agg(p.cells order by p.place) as cells
        from (
          select row_number() over (order by l."order", l.id, r."order", r.id) as place, json_build_array(
                   r.id, r."order", l.id, l.title, r.code, r.name, r.unit, (r.quantity + coalesce(e.quantity, 0))::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text,
                   (t.labour + coalesce(x.labour, 0)) || ' ' || (t.materials + coalesce(x.materials, 0)) || ' ' || (t.tools + coalesce(x.tools, 0))) as cells
            from lists l
            join lateral (
              select * from estimate_rows o
               where o.team_id = l.team_id and o.list_id = l.id and (${withHeadings} or o.kind = 'row') and (o."order", o.id) > (${order}::int, ${id}::bigint)
               order by o."order", o.id limit ${most}::int) r on true
            left join section_totals t on t.team_id = r.team_id and t.section_id = r.id
            left join row_extras e on ${withExtras} and e.team_id = r.team_id and e.row_id = r.id
            left join section_extras x on ${withExtras} and x.team_id = r.team_id and x.section_id = r.id
           where l.team_id = ${teamId} and l.id = any(${ids}::bigint[])) p`.execute(query);
    return rows[0]?.cells ?? [];
  });
  return await inTurns(entriesIn(pages));
}

function* entriesIn(pages: readonly (readonly EntryCells[])[]): Generator<void, (ComparedStoredRow | StoredHeading)[]> {
  const entries: (ComparedStoredRow | StoredHeading)[] = [];
  for (const page of pages) {
    yield;
    for (const [id, , list_id, list_title, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, sums] of page) {
      const texts = { id, list_id, list_title, code, name, unit };
      if (sums !== null) entries.push({ ...texts, kind: 'section', sums });
      else entries.push({ ...texts, kind: 'row', quantity, unit_labour, unit_materials, unit_tools });
    }
  }
  return entries;
}

const isRow = (entry: ComparedStoredRow | StoredHeading): entry is ComparedStoredRow => entry.kind === 'row';

/** Every row of the version except sections, with its extras, as an exported file has them. */
export const comparedRows = async (query: Query, version: VersionRef): Promise<ComparedStoredRow[]> =>
  (await entriesOf(query, version, { withHeadings: false, withExtras: true })).filter(isRow);

function numbersOf(row: Row) {
  const { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total } = row;
  return { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total };
}

type Item = ComparedItem<StoredHeading, ComparedStoredRow>;

/** One of the two compared estimates. Numbers are read only for the rows and headings that are shown. */
interface Side {
  readonly name: Awaited<ReturnType<typeof namedVersion>>;
  readonly summary: VersionSummary;
  readonly entries: readonly (ComparedStoredRow | StoredHeading)[];
  readonly numbersOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, ReturnType<typeof numbersOf>>>;
}

/**
 * The version as it is now; `withExtras` adds its approved extras, as a copy of the version does. A moment records no extras, so a version
 * that is compared with one is taken without extras too.
 */
async function sideNow(query: Query, version: VersionRef, { withExtras }: { readonly withExtras: boolean }): Promise<Side> {
  const summary = await summaryOf(query, version);
  return {
    name: await namedVersion(query, version),
    summary: withExtras ? widenedSummary(summary) : summary,
    entries: await entriesOf(query, version, { withHeadings: true, withExtras }),
    numbersOf: async (ids) => {
      const rows = await rowsByIds(query, version.teamId, ids);
      return new Map((withExtras ? await widened(query, version.teamId, rows) : rows).map((row) => [row.id, numbersOf(row)]));
    },
  };
}

/** The version at a moment. Its rows get negative ids, to tell them from the same version's rows of now. */
async function sideThen(query: Query, version: VersionRef, moment: Moment): Promise<Side> {
  const { summary, rows } = await versionThen(query, version, moment);
  const byId = new Map(rows.map((row) => [-row.id, row]));
  return {
    name: await namedVersion(query, version),
    summary,
    entries: rows.map((row) => {
      const { list_id, list_title, code, name, unit, kind, labour, materials, tools } = row;
      const texts = { id: -row.id, list_id, list_title, code, name, unit };
      if (kind === 'section') return { ...texts, kind, sums: `${labour} ${materials} ${tools}` };
      const { quantity, unit_labour, unit_materials, unit_tools } = row;
      return { ...texts, kind, quantity, unit_labour, unit_materials, unit_tools };
    }),
    numbersOf: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const row = byId.get(id);
          return row === undefined ? [] : [[id, numbersThen(row)]];
        }),
      ),
  };
}

/** Between two moments of one version, rows are matched by their ids, whatever their codes and names. */
const sameId = ({ id }: ComparedStoredRow): string => String(Math.abs(id));

/** The items with the numbers and amounts of both sides. */
async function comparedItems(
  items: readonly Item[],
  sides: { readonly old: Side; readonly new: Side },
): Promise<VersionComparison['rows']> {
  const pairOf = (item: Item) => (item.kind === 'row' ? item.change : item.heading);
  const idsOf = (side: 'old' | 'new') => items.flatMap((item) => pairOf(item)[side]?.id ?? []);
  const numbers = { old: await sides.old.numbersOf(idsOf('old')), new: await sides.new.numbersOf(idsOf('new')) };
  return items.map((item) => {
    const { old, new: now } = pairOf(item);
    const { list_title = '', code = '', name = '', unit = '' } = now ?? old ?? {};
    const [before, after] = [numbers.old.get(old?.id ?? 0) ?? null, numbers.new.get(now?.id ?? 0) ?? null];
    return {
      kind: item.kind,
      change: item.kind === 'row' ? item.change.change : null,
      level: item.kind === 'row' ? item.level : item.heading.level,
      row_count: item.kind === 'row' ? 0 : item.rowCount,
      list_title,
      code,
      name,
      unit,
      old: before,
      new: after,
      difference: differenceOf(before, after).difference,
    };
  });
}

/** The window of differences that is returned. */
interface WantedRows {
  readonly offset: number;
  readonly limit: number;
  readonly change?: Change | undefined;
  readonly view: RowView;
}

/**
 * Compares version `now` with version `old`, as it is or as it was at a moment. `rows` is a window of the rows that differ, or of those
 * with the given kind of change, under the headings of their sections. Without a kind of change it includes headings whose
 * sums differ although their rows do not, because rows may have moved to another section.
 */
export const compareVersions = (
  query: Query,
  old: VersionRef,
  now: VersionRef,
  wanted: WantedRows,
  moment: Moment | null,
): Promise<VersionComparison> =>
  asOfOneMoment(
    query,
    async (one) => String(await lastChange(one, now)),
    (one) => compared(one, old, now, wanted, moment),
  );

async function compared(
  query: Query,
  old: VersionRef,
  now: VersionRef,
  { offset, limit, change, view }: WantedRows,
  moment: Moment | null,
): Promise<VersionComparison> {
  const sides = {
    old: await (moment === null ? sideNow(query, old, { withExtras: true }) : sideThen(query, old, moment)),
    new: await sideNow(query, now, { withExtras: moment === null }),
  };
  const { old: before, new: after } = sides;
  const isSame = moment !== null && old.versionId === now.versionId;
  const { rows, counts, countsByTitle } = await inTurns(
    compareRows(before.entries.filter(isRow), after.entries.filter(isRow), isSame ? sameId : undefined),
  );
  const wanted = change === undefined ? rows : rows.filter((row) => row.change === change);
  const items = unfolded(
    await inTurns(
      changesInSections<StoredHeading, ComparedStoredRow>(
        before.entries,
        after.entries,
        wanted,
        (heading) => change === undefined && (heading.old?.sums ?? NOTHING) !== (heading.new?.sums ?? NOTHING),
      ),
    ),
    (heading) => isFolded(view, heading),
  );
  return {
    old: before.name,
    moment: moment && { id: moment.id, name: moment.name, at: moment.at },
    new: after.name,
    lists: compareLists(before.summary.costs, after.summary.costs, countsByTitle),
    counts,
    subtotal: differenceOf(before.summary.subtotal, after.summary.subtotal),
    total: differenceOf(before.summary.total, after.summary.total),
    total_with_taxes: differenceOf(before.summary.total_with_taxes, after.summary.total_with_taxes),
    rows: await comparedItems(items.slice(offset, offset + limit), sides),
    row_count: items.length,
  };
}
