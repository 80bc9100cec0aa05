import { sql } from 'kysely';
import { COMPONENTS } from '../../domain/amounts.ts';
import { type FoundCells, MOST_FOUND } from '../../domain/api/estimateShapes.ts';
import { parse, SCALE } from '../../domain/decimal.ts';
import { typedNumber } from '../../domain/numbers.ts';
import { ROW_NUMBERS, ROW_TEXTS } from '../../domain/rowFields.ts';
import { isArranged, type RowView } from '../../domain/rowView.ts';
import { findVersionOfList } from '../access/refs.ts';
import type { Database } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { inAnyCase } from './anyCase.ts';
import { ownView } from './keptViews.ts';
import { arrangement } from './rowWindow.ts';

/** The numbers searched for a person who sees no prices: matches in any other number would reveal prices. */
const NOT_PRICES = ['quantity'] as const;
const NUMBERS = [...ROW_NUMBERS, ...COMPONENTS] as const;
const UNIT_TOTAL = sql`unit_labour + unit_materials + unit_tools`;
const TOTAL = sql`labour + materials + tools`;

/** Matches any part of a text in any case, and figures by value in any notation. Places are those in the sorted or filtered view; folded headings hide none. */
async function find(
  database: Database,
  caller: Caller,
  listId: number,
  { text, view: asked, row_id: rowId = 0 }: { readonly text: string; readonly view: RowView; readonly row_id?: number | undefined },
): Promise<FoundCells> {
  const { teamId } = await findVersionOfList(database.query, caller, listId);
  const view = ownView(asked, caller);
  const hidesPrices = caller.access?.hidesPrices === true;
  const pattern = inAnyCase(text);
  const typed = typedNumber(text);
  const number = parse(typed, SCALE.unitPrice) === null ? null : typed;
  const inTexts = ROW_TEXTS.map((field) => sql`when ${sql.ref(field)} ~ ${pattern} then ${sql.lit(field)}`);
  const inNumbers = (hidesPrices ? NOT_PRICES : NUMBERS).map(
    (field) => sql`when ${sql.ref(field)} = ${number}::numeric then ${sql.lit(field)}`,
  );
  const inSums = hidesPrices
    ? []
    : [sql`when ${UNIT_TOTAL} = ${number}::numeric then 'unit_total'`, sql`when ${TOTAL} = ${number}::numeric then 'total'`];
  const { which, order } = isArranged(view) ? arrangement(view) : { which: sql`true`, order: sql`r."order", r.id` };
  const { rows } = await sql<{ place: number; field: FoundCells['fields'][number]; total: number; is_sought: boolean }>`
    select place, field, is_sought, count(*) over () as total
      from (select row_number() over (order by ${order}) - 1 as place, r.id = ${rowId} as is_sought,
                   case ${sql.join([...inTexts, ...(number === null ? [] : [...inNumbers, ...inSums])], sql` `)} end as field
              from estimate_rows r where r.team_id = ${teamId} and r.list_id = ${listId} and ${which}) looked
     where field is not null order by place limit ${MOST_FOUND}`.execute(database.query);
  return {
    places: rows.map(({ place }) => place),
    fields: rows.map(({ field }) => field),
    total: rows[0]?.total ?? 0,
    ...(rowId !== 0 && { sought: rows.find((row) => row.is_sought)?.place ?? null }),
  };
}

export const findHandlers: HandlersOf<'GET /lists/:id/find/'> = {
  'GET /lists/:id/find/': ({ params, query }, { database, caller }) => find(database, caller, params.id, query),
};
