import { sql } from 'kysely';
import { type ComparedItem, changesInSections, type PlacedEntry, unfolded } from '../../domain/comparedSections.ts';
import { type Change, type ComparedRow, compareLists, compareRows, differenceOf } from '../../domain/comparison.ts';
import type { VersionComparison } from '../../domain/contract/estimateShapes.ts';
import type { Row } from '../../domain/contract/shapes.ts';
import { isFolded, type RowView } from '../../domain/rowView.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { rowsByIds } from './rowSections.ts';
import { summaryOf } from './summary.ts';

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
type Cells = readonly [number, number, string, string, string, string, string, string, string, string, string | null];

/** Every row of the version, as one value, because reading them column by column takes several times as long. */
async function entriesOf(
  query: Query,
  { teamId, versionId }: VersionRef,
  withHeadings: boolean,
): Promise<(ComparedStoredRow | StoredHeading)[]> {
  const { rows } = await sql<{ cells: readonly Cells[] }>`
    select coalesce(json_agg(json_build_array(
             r.id, l.id, l.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text,
             t.labour || ' ' || t.materials || ' ' || t.tools)
             order by l."order", l.id, r."order", r.id), '[]') as cells
      from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
      left join section_totals t on t.team_id = r.team_id and t.section_id = r.id
     where l.team_id = ${teamId} and l.version_id = ${versionId} and (${withHeadings} or r.kind = 'row')`.execute(query);
  return (rows[0]?.cells ?? []).map(
    ([id, list_id, list_title, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, sums]) => {
      const texts = { id, list_id, list_title, code, name, unit };
      if (sums !== null) return { ...texts, kind: 'section', sums };
      return { ...texts, kind: 'row', quantity, unit_labour, unit_materials, unit_tools };
    },
  );
}

const isRow = (entry: ComparedStoredRow | StoredHeading): entry is ComparedStoredRow => entry.kind === 'row';

/** Every row of the version except sections. */
export const comparedRows = async (query: Query, version: VersionRef): Promise<ComparedStoredRow[]> =>
  (await entriesOf(query, version, false)).filter(isRow);

async function nameOf(query: Query, { teamId, versionId }: VersionRef) {
  return query
    .selectFrom('versions')
    .select(['id', 'number', 'name'])
    .where('team_id', '=', teamId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
}

function numbersOf(row: Row) {
  const { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total } = row;
  return { id, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, total };
}

type Item = ComparedItem<StoredHeading, ComparedStoredRow>;

/** The items with the numbers and amounts of both sides. */
async function shaped(query: Query, teamId: number, items: readonly Item[]): Promise<VersionComparison['rows']> {
  const pairOf = (item: Item) => (item.kind === 'row' ? item.change : item.heading);
  const ids = items.flatMap((item) => [pairOf(item).old, pairOf(item).new].flatMap((row) => (row === null ? [] : [row.id])));
  const rows = new Map((await rowsByIds(query, teamId, ids)).map((row) => [row.id, numbersOf(row)]));
  const side = (row: PlacedEntry | null) => (row === null ? null : (rows.get(row.id) ?? null));
  return items.map((item) => {
    const { old, new: now } = pairOf(item);
    const { list_title = '', code = '', name = '', unit = '' } = now ?? old ?? {};
    const [before, after] = [side(old), side(now)];
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

interface Asked {
  readonly offset: number;
  readonly limit: number;
  readonly change?: Change | undefined;
  readonly view: RowView;
}

/**
 * Compares version `now` with version `old`. `rows` is a window of the rows that differ, or of those with the given kind of change, under the headings of
 * their sections; where all are asked for, headings whose sums differ are among them too: their rows may stand in another section.
 */
export async function compareVersions(
  query: Query,
  old: VersionRef,
  now: VersionRef,
  { offset, limit, change, view }: Asked,
): Promise<VersionComparison> {
  const [before, after] = [await summaryOf(query, old), await summaryOf(query, now)];
  const entries = { old: await entriesOf(query, old, true), new: await entriesOf(query, now, true) };
  const { rows, counts, countsByTitle } = compareRows(entries.old.filter(isRow), entries.new.filter(isRow));
  const asked = change === undefined ? rows : rows.filter((row) => row.change === change);
  const items = unfolded(
    changesInSections<StoredHeading, ComparedStoredRow>(entries.old, entries.new, asked, (heading) => {
      return change === undefined && (heading.old?.sums ?? NOTHING) !== (heading.new?.sums ?? NOTHING);
    }),
    (heading) => isFolded(view, heading),
  );
  return {
    old: await nameOf(query, old),
    new: await nameOf(query, now),
    lists: compareLists(before.costs, after.costs, countsByTitle),
    counts,
    subtotal: differenceOf(before.subtotal, after.subtotal),
    total: differenceOf(before.total, after.total),
    total_with_taxes: differenceOf(before.total_with_taxes, after.total_with_taxes),
    rows: await shaped(query, now.teamId, items.slice(offset, offset + limit)),
    row_count: items.length,
  };
}
