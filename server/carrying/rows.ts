/** The rows of both sides of a carrying. Their numbers stay text until they are asked for: of most rows nothing is done. */
import { setImmediate as afterOthers } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { rowSums, type Sums, type UnitPrices, ZERO } from '../../domain/amounts.ts';
import type { DoneRow } from '../../domain/carry.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import type { ProjectRef, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

/** Rows read at once, so that nobody waits long for their turn. */
const SLICE = 10_000;
type Cells = readonly [number, number, string, string, string, string, string, string, string, string, string, string];

/** A row of either side; of a newer one nothing is done. */
export class Row implements DoneRow {
  readonly #cells: Cells;
  #prices: UnitPrices | undefined;

  constructor(cells: Cells) {
    this.#cells = cells;
  }
  get id() {
    return this.#cells[0];
  }
  get list_id() {
    return this.#cells[1];
  }
  get list_title() {
    return this.#cells[2];
  }
  get code() {
    return this.#cells[3];
  }
  get name() {
    return this.#cells[4];
  }
  get unit() {
    return this.#cells[5];
  }
  get quantity() {
    return exact(this.#cells[6], SCALE.quantity);
  }
  get done() {
    return this.#cells[10] === '0' ? 0n : exact(this.#cells[10], SCALE.quantity);
  }
  /** Its cost as it stands, in cents. */
  get total() {
    return exact(this.#cells[11], SCALE.money);
  }
  get prices() {
    const price = (at: 7 | 8 | 9) => exact(this.#cells[at], SCALE.unitPrice);
    this.#prices ??= { labour: price(7), materials: price(8), tools: price(9) };
    return this.#prices;
  }
  /** What a quantity costs at its prices. */
  worthOf(quantity: bigint): Sums {
    return quantity === 0n ? ZERO : rowSums(quantity, this.prices);
  }
  /** What was done in it, at its prices. */
  get worth(): Sums {
    return this.worthOf(this.done);
  }
}

/** Rows of lists in their order, a slice at a time. */
async function read(
  query: Query,
  lists: readonly number[],
  rowsOf: (list: number, after: number) => RawBuilder<{ cells: Cells[] }>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const list of lists) {
    for (let after = 0; ; after += SLICE) {
      const { rows } = await rowsOf(list, after).execute(query);
      const cells = rows[0]?.cells ?? [];
      for (const each of cells) found.push(new Row(each));
      if (cells.length < SLICE) break;
      await afterOthers();
    }
  }
  return found;
}

async function listsOf(query: Query, { teamId, versionId }: VersionRef): Promise<number[]> {
  const lists = await query
    .selectFrom('lists')
    .select('id')
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return lists.map(({ id }) => id);
}

/** Every row of a version, with all that is done in it. */
export async function rowsOfVersion(query: Query, version: VersionRef): Promise<Row[]> {
  const { teamId } = version;
  return read(
    query,
    await listsOf(query, version),
    (list, after) => sql<{ cells: Cells[] }>`
      select coalesce(json_agg(json_build_array(r.id, l.id, l.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text,
               r.unit_tools::text, coalesce(d.done, 0)::text, (r.labour + r.materials + r.tools)::text) order by r."order", r.id), '[]') as cells
        from lists l
       cross join lateral (
         select * from estimate_rows e where e.team_id = l.team_id and e.list_id = l.id and e.kind = 'row'
          order by e."order", e.id offset ${after} limit ${SLICE}) r
        left join lateral (select sum(a.quantity) as done from act_rows a where a.team_id = r.team_id and a.row_id = r.id) d on true
       where l.team_id = ${teamId} and l.id = ${list}`,
  );
}

/** The rows an import would make. */
export async function rowsOfImport(query: Query, { teamId, projectId }: ProjectRef): Promise<Row[]> {
  const lists = await query
    .selectFrom('import_lists')
    .select('id')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('included', '=', true)
    .where('staged', '=', false)
    .orderBy('order')
    .execute();
  return read(
    query,
    lists.map(({ id }) => id),
    (list, after) => sql<{ cells: Cells[] }>`
      select coalesce(json_agg(json_build_array(r.id, l.id, l.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text,
               r.unit_tools::text, '0', (r.labour + r.materials + r.tools)::text) order by r."order"), '[]') as cells
        from import_lists l
       cross join lateral (
         select * from import_rows e where e.team_id = l.team_id and e.list_id = l.id and e.kind = 'row'
          order by e."order" offset ${after} limit ${SLICE}) r
       where l.team_id = ${teamId} and l.id = ${list}`,
  );
}
