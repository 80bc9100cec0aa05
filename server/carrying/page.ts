/** The rows that a contract carried with a new value, or settled, up to a version. They can be read at any time after the carrying. */
import { type RawBuilder, sql } from 'kysely';
import type { CarriedPage, CarryRow } from '../../domain/api/contractShapes.ts';
import type { Given } from '../../domain/api/routes.ts';
import { canonical } from '../../domain/decimal.ts';
import type { VersionRef } from '../access/refs.ts';
import { carryingsTo } from '../contracts/carryings.ts';
import type { Query } from '../db/open.ts';

interface Stored {
  readonly from: CarryRow['from'];
  readonly into: CarryRow['into'];
  readonly done: string;
  readonly carried: string;
  readonly settled: string;
  readonly before: string;
  readonly settled_value: string;
  readonly revaluation: string;
  readonly count: number;
}

const unitTotal = (of: string) => sql.raw(`trim_scale(${of}.unit_labour + ${of}.unit_materials + ${of}.unit_tools)::text`);
const rowJson = (of: string, list: string) => sql`json_build_object(
  'row_id', ${sql.raw(of)}.id, 'list_title', ${sql.raw(list)}.title, 'code', ${sql.raw(of)}.code, 'name', ${sql.raw(of)}.name, 'unit', ${sql.raw(of)}.unit,
  'quantity', trim_scale(${sql.raw(of)}.quantity)::text, 'unit_total', ${unitTotal(of)})`;
const amountSql = (quantity: string, of: string) =>
  sql.raw(
    `(round(${quantity} * ${of}.unit_labour, 2) + round(${quantity} * ${of}.unit_materials, 2) + round(${quantity} * ${of}.unit_tools, 2))`,
  );

/** The quantity done in an older row up to its version's last act. */
const doneIn = (teamId: number, row: string) =>
  sql`coalesce((select sum(a.quantity) from act_rows a where a.team_id = ${teamId} and a.row_id = ${sql.raw(row)}), 0)`;

const movedRows = (teamId: number, versions: readonly number[]) => sql`
  select ${rowJson('o', 'ol')} as "from", ${rowJson('n', 'nl')} as "into", ${doneIn(teamId, 'o.id')} as done, c.quantity as carried,
         ${amountSql('c.quantity', 'o')} as kept, c.labour + c.materials + c.tools as revaluation, 0::numeric as settled_value, o.id as older
    from carried_rows c
    join estimate_rows o on o.team_id = c.team_id and o.id = c.from_row_id join lists ol on ol.team_id = o.team_id and ol.id = o.list_id
    join estimate_rows n on n.team_id = c.team_id and n.id = c.row_id join lists nl on nl.team_id = n.team_id and nl.id = n.list_id
   where c.team_id = ${teamId} and c.version_id = any(${[...versions]}::bigint[])`;

const settledRows = (teamId: number, carryings: readonly number[]) => sql`
  select json_build_object('row_id', s.row_id, 'list_title', s.list_title, 'code', s.code, 'name', s.name, 'unit', s.unit,
           'quantity', trim_scale(o.quantity)::text, 'unit_total', ${unitTotal('o')}) as "from", null::json as "into",
         ${doneIn(teamId, 's.row_id')} as done, ${doneIn(teamId, 's.row_id')} - s.quantity as carried, null::numeric as kept, 0::numeric as revaluation,
         s.labour + s.materials + s.tools as settled_value, s.row_id as older
    from settled_rows s join estimate_rows o on o.team_id = s.team_id and o.id = s.row_id
   where s.team_id = ${teamId} and s.carrying_id = any(${[...carryings]}::bigint[])`;

async function pageOf(
  query: Query,
  rows: RawBuilder<unknown>,
  by: 'revaluation' | 'settled_value',
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const { rows: found } = await sql<Stored>`
    with chosen as (select w.*, coalesce(w.kept, w.settled_value) as before from (${rows}) w)
    select c."from", c."into", c.done::text, c.carried::text, (c.done - c.carried)::text as settled, c.before::numeric(40, 2)::text as before,
           c.settled_value::numeric(40, 2)::text as settled_value, c.revaluation::numeric(40, 2)::text as revaluation, (count(*) over ())::int as count
      from chosen c order by abs(c.${sql.ref(by)}) desc, c.older offset ${offset} limit ${limit}`.execute(query);
  return found;
}

const ORDER = { revalued: 'revaluation', settled: 'settled_value' } as const;

export async function carriedPage(
  query: Query,
  version: VersionRef,
  { kind, offset, limit }: Given<'GET /versions/:id/carried/'>['query'],
): Promise<CarriedPage> {
  const carryings = await carryingsTo(query, version);
  const rows =
    kind === 'settled'
      ? settledRows(
          version.teamId,
          carryings.map(({ id }) => id),
        )
      : movedRows(
          version.teamId,
          carryings.map(({ version_id }) => version_id),
        );
  const found = await pageOf(query, rows, ORDER[kind], { offset, limit });
  return {
    carryings: carryings.map(({ sent }) => sent),
    rows: found.map(({ count: _, ...row }) => ({
      ...row,
      done: canonical(row.done),
      carried: canonical(row.carried),
      settled: canonical(row.settled),
      by_hand: false,
      total: '0.00',
    })),
    total: found[0]?.count ?? 0,
  };
}
