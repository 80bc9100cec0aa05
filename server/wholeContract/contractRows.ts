/**
 * The rows of a version with their extras and done quantities, in slices, so that neither reading nor parsing a slice delays other
 * requests.
 */
import { sql } from 'kysely';
import type { ContractRow } from '../../domain/contractThreads.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import { recognisedBy } from '../../domain/sameRow.ts';
import type { Query } from '../db/open.ts';
import type { ChainVersion } from './chain.ts';

export interface NamedRow extends ContractRow {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
}
type Cells = readonly [
  number,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string | null,
  string | null,
  string | null,
  number,
];

const measure = (text: string | null) => (text === null ? 0n : exact(text, SCALE.quantity));
const zero = (text: string) => text === '0.000000' || text === '0';
const price = (text: string) => (zero(text) ? 0n : exact(text, SCALE.unitPrice));

function rowFrom([id, list, code, name, unit, quantity, labour, materials, tools, extra, carried, done]: Cells): NamedRow {
  return {
    id,
    list,
    code,
    name,
    unit,
    key: recognisedBy({ list_title: list, code, name, unit }),
    quantity: exact(quantity, SCALE.quantity),
    extra: measure(extra),
    prices: { labour: price(labour), materials: price(materials), tools: price(tools) },
    carried: measure(carried),
    done: measure(done),
  };
}

/** The cells of rows `r` in lists `l`. Done quantities are looked up row by row, so that only needed ones are summed. */
const cells = (chain: readonly ChainVersion[], which: ReturnType<typeof sql>) => sql<{ cells: readonly Cells[] }>`
  select coalesce(json_agg(json_build_array(
           r.id, r.title, r.code, r.name, r.unit, r.quantity::text, r.unit_labour::text, r.unit_materials::text, r.unit_tools::text,
           x.quantity::text, d.carried::text, d.done::text, r."order") order by r.list_order, r.list_id, r."order", r.id), '[]') as cells
    from (${which}) r
    left join row_extras x on x.team_id = r.team_id and x.row_id = r.id
    left join lateral (
      select sum(a.quantity) filter (where a.act_id = any(${chain.flatMap(({ carried_act }) => carried_act ?? [])}::bigint[])) as carried,
             sum(a.quantity) as done
        from act_rows a where a.team_id = r.team_id and a.row_id = r.id)
      d on ${chain.some(({ act_count, carried_act }) => act_count > 0 || carried_act !== null)}`;

const columns = sql`
  r.team_id, r.id, r.list_id, l."order" as list_order, l.title, r."order", r.code, r.name, r.unit, r.quantity, r.unit_labour, r.unit_materials, r.unit_tools`;

const SLICE = 1_500;
interface CountedList {
  readonly id: number;
  readonly title: string;
  readonly row_count: number;
}
/** Lists that are read together: short ones several at once, a long one in parts. */
function batches(lists: readonly CountedList[]): { readonly ids: readonly number[]; readonly rows: number }[] {
  const made: { ids: number[]; rows: number }[] = [];
  for (const { id, row_count: rows } of lists) {
    const last = made.at(-1);
    if (last !== undefined && last.rows + rows <= SLICE) {
      last.ids.push(id);
      last.rows += rows;
    } else made.push({ ids: [id], rows });
  }
  return made;
}

const listRows = (teamId: number, lists: readonly number[]) => sql`
  select ${columns} from estimate_rows r join lists l on l.team_id = r.team_id and l.id = r.list_id
   where r.team_id = ${teamId} and r.list_id = any(${lists}::bigint[]) and r.kind = 'row'`;
/** A part of a long list, found by the index of its order. */
const partOfList = (teamId: number, list: number, after: Place) => sql`
  select ${columns} from estimate_rows r join lists l on l.team_id = r.team_id and l.id = ${list}
   where r.team_id = ${teamId} and r.list_id = ${list} and r.kind = 'row' and (r."order", r.id) > (${after.order}::int, ${after.id}::bigint)
   order by r."order", r.id limit ${SLICE}`;

interface Place {
  readonly order: number;
  readonly id: number;
}
const BEFORE_ALL: Place = { order: -2_147_483_648, id: 0 };

async function* slicesOf(
  query: Query,
  teamId: number,
  version: ChainVersion,
  lists: readonly CountedList[],
): AsyncGenerator<readonly Cells[]> {
  const read = async (which: ReturnType<typeof sql>) => (await cells([version], which).execute(query)).rows[0]?.cells ?? [];
  for (const { ids, rows: count } of batches(lists)) {
    const [only] = ids;
    if (only === undefined || count <= SLICE) {
      yield await read(listRows(teamId, ids));
      continue;
    }
    for (let after: Place | null = BEFORE_ALL; after !== null; ) {
      const slice: readonly Cells[] = await read(partOfList(teamId, only, after));
      const last = slice.at(-1);
      after = last === undefined || slice.length < SLICE ? null : { id: last[0], order: last[12] };
      yield slice;
    }
  }
}

/** The lists of a version in their order, and its rows in theirs, headings left out. The database reads a slice while the one before is made into rows. */
export async function contractRows(query: Query, teamId: number, version: ChainVersion): Promise<{ lists: string[]; rows: ContractRow[] }> {
  const { rows: lists } = await sql<CountedList>`
    select l.id, l.title, coalesce(r.row_count, 0)::int as row_count
      from lists l left join lateral (
        select count(*) as row_count from estimate_rows r where r.team_id = l.team_id and r.list_id = l.id and r.kind = 'row') r on true
     where l.team_id = ${teamId} and l.version_id = ${version.id} order by l."order", l.id`.execute(query);
  const rows: ContractRow[] = [];
  const slices = slicesOf(query, teamId, version, lists);
  const begun = () => {
    const next = slices.next();
    // It is awaited below, after the slice before it.
    next.catch(() => undefined);
    return next;
  };
  for (let slice = await begun(); slice.done !== true; ) {
    const next = begun();
    for (const each of slice.value) {
      // The texts are read again for the rows that are shown.
      const { code: _, name: __, unit: ___, ...row } = rowFrom(each);
      rows.push(row);
    }
    slice = await next;
  }
  return { lists: lists.map(({ title }) => title), rows };
}

/** Rows of any versions of a contract by their ids. */
export async function contractRowsById(
  query: Query,
  teamId: number,
  chain: readonly ChainVersion[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedRow>> {
  if (ids.length === 0) return new Map();
  const which = sql`
    select ${columns} from estimate_rows r join lists l on l.team_id = r.team_id and l.id = r.list_id
     where r.team_id = ${teamId} and r.id = any(${ids}::bigint[])`;
  const { rows } = await cells(chain, which).execute(query);
  return new Map((rows[0]?.cells ?? []).map((each) => [each[0], rowFrom(each)]));
}
