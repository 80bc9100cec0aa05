/** The rows of both versions of a carrying. Their numbers stay text until one is asked for, because in most rows nothing is done. */
import { setImmediate as afterOthers } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { ACTS_PER_VERSION, rowIdOfActRow } from '../../domain/act.ts';
import { rowSums, type Sums, type UnitPrices, ZERO } from '../../domain/amounts.ts';
import type { DoneRow } from '../../domain/carry.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import type { ProjectRef, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

/** Rows read in one query, so that other requests do not wait long for their turn. */
const SLICE = 10_000;
/** The separators of the fields of a row, and of rows. JSON would take the database four times as long. */
const [FIELD, ROW] = ['\u001f', '\u001e'];
const text = (column: string) => sql`translate(${sql.ref(column)}, chr(30) || chr(31), '')`;

interface List {
  readonly id: number;
  readonly title: string;
}
const NOTHING: ReadonlyMap<number, bigint> = new Map();

/** A row of either side; the done quantity of a newer row is 0. */
export class Row implements DoneRow {
  readonly id: number;
  readonly #list: List;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly #numbers: readonly (string | undefined)[];
  readonly done: bigint;
  #prices: UnitPrices | undefined;

  constructor(list: List, fields: readonly string[], done: ReadonlyMap<number, bigint>) {
    const [id, , code = '', name = '', unit = '', ...numbers] = fields;
    this.id = Number(id);
    this.#list = list;
    this.code = code;
    this.name = name;
    this.unit = unit;
    this.#numbers = numbers;
    this.done = done.get(this.id) ?? 0n;
  }
  get list_id(): number {
    return this.#list.id;
  }
  get list_title(): string {
    return this.#list.title;
  }
  get quantity(): bigint {
    return exact(this.#numbers[0] ?? '', SCALE.quantity);
  }
  get prices(): UnitPrices {
    const price = (at: number) => exact(this.#numbers[at] ?? '', SCALE.unitPrice);
    this.#prices ??= { labour: price(1), materials: price(2), tools: price(3) };
    return this.#prices;
  }
  /** The cost of a quantity at the row's prices. */
  worthOf(quantity: bigint): Sums {
    return quantity === 0n ? ZERO : rowSums(quantity, this.prices);
  }
  /** The cost of the row's estimated quantity. */
  get cost(): Sums {
    return this.worthOf(this.quantity);
  }
  /** The cost of the quantity done in the row. */
  get worth(): Sums {
    return this.worthOf(this.done);
  }
}

/** The rows of a table with these lists, in their order, a slice at a time. */
async function read(
  query: Query,
  [table, key]: readonly ['estimate_rows', 'list_id'] | readonly ['import_rows', 'rows_id'],
  teamId: number,
  lists: readonly List[],
  done = NOTHING,
): Promise<Row[]> {
  const found: Row[] = [];
  const slice = (list: List, order: string, id: string): RawBuilder<{ rows: string | null }> => sql<{ rows: string | null }>`
    select string_agg(concat_ws(${FIELD}, r.id, r."order", ${text('r.code')}, ${text('r.name')}, ${text('r.unit')}, r.quantity, r.unit_labour,
             r.unit_materials, r.unit_tools), ${ROW} order by r."order", r.id) as rows
      from (select * from ${sql.table(table)} e
             where e.team_id = ${teamId} and e.${sql.ref(key)} = ${list.id} and e.kind = 'row' and (e."order", e.id) > (${order}::int, ${id}::bigint)
             order by e."order", e.id limit ${SLICE}) r`;
  for (const list of lists) {
    let [order, id] = ['-2147483648', '0'];
    for (;;) {
      const { rows } = await slice(list, order, id).execute(query);
      const records = rows[0]?.rows?.split(ROW) ?? [];
      for (const record of records) {
        const fields = record.split(FIELD);
        found.push(new Row(list, fields, done));
        [id = '0', order = '0'] = fields;
      }
      if (records.length < SLICE) break;
      await afterOthers();
    }
  }
  return found;
}

/** The done quantity of each row of a version, up to its last act. The ids of a version's rows lie close together, so its claims are one range of the key. */
async function doneIn(query: Query, { teamId, versionId }: VersionRef): Promise<ReadonlyMap<number, bigint>> {
  const done = new Map<number, bigint>();
  const { rows: acts } = await sql<{ id: number }>`
    select id from acts where team_id = ${teamId} and version_id = ${versionId}`.execute(query);
  if (acts.length === 0) return NOTHING;
  const ids = acts.map(({ id }) => id);
  const { rows: bounds } = await sql<{ least: number | null; most: number | null }>`
    select min(r.id) as least, max(r.id) as most from lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id
     where l.team_id = ${teamId} and l.version_id = ${versionId}`.execute(query);
  const [{ least, most } = { least: null, most: null }] = bounds;
  for (let after = (least ?? 0) * ACTS_PER_VERSION - 1; ; ) {
    const { rows } = await sql<{ claims: string | null }>`
      select string_agg(concat_ws(${FIELD}, c.id, c.quantity), ${ROW} order by c.id) as claims
        from (select d.id, d.quantity from act_rows d
               where d.team_id = ${teamId} and d.id > ${after}::bigint and d.id < (${most ?? 0}::bigint + 1) * ${ACTS_PER_VERSION}::bigint
                 and d.act_id = any(${ids}::bigint[]) order by d.id limit ${SLICE}) c`.execute(query);
    const claims = rows[0]?.claims?.split(ROW) ?? [];
    for (const claim of claims) {
      const [id = '0', quantity = '0'] = claim.split(FIELD);
      after = Number(id);
      const row = rowIdOfActRow(after);
      done.set(row, (done.get(row) ?? 0n) + exact(quantity, SCALE.quantity));
    }
    if (claims.length < SLICE) break;
    await afterOthers();
  }
  return done;
}

/** Every row of a version, with the quantities done in them. */
export async function rowsOfVersion(query: Query, version: VersionRef): Promise<Row[]> {
  const { teamId, versionId } = version;
  const lists = await query
    .selectFrom('lists')
    .select(['id', 'title'])
    .where('team_id', '=', teamId)
    .where('version_id', '=', versionId)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return read(query, ['estimate_rows', 'list_id'], teamId, lists, await doneIn(query, version));
}

/** The rows an import would make. */
export async function rowsOfImport(query: Query, { teamId, projectId }: ProjectRef): Promise<Row[]> {
  const lists = await query
    .selectFrom('import_lists')
    .select(['rows_id as id', 'title'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('included', '=', true)
    .where('staged', '=', false)
    .orderBy('order')
    .execute();
  return read(query, ['import_rows', 'rows_id'], teamId, lists);
}
