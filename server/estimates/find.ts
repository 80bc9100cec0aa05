import { sql } from 'kysely';
import { COMPONENTS } from '../../domain/amounts.ts';
import { type FoundCells, MOST_FOUND } from '../../domain/contract/estimateShapes.ts';
import { parse, SCALE } from '../../domain/decimal.ts';
import { typedNumber } from '../../domain/numbers.ts';
import { ROW_NUMBERS, ROW_TEXTS } from '../../domain/rowFields.ts';
import { findVersionOfList } from '../access/refs.ts';
import type { Database } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import type { HandlersOf } from '../http/handlers.ts';

const NUMBERS = [...ROW_NUMBERS, ...COMPONENTS] as const;
const UNIT_TOTAL = sql`unit_labour + unit_materials + unit_tools`;
const TOTAL = sql`labour + materials + tools`;

/** A regular expression for a text in any case, because the database's own folding only knows the letters of its locale. */
const inAnyCase = (text: string): string =>
  Array.from(text, (character) => {
    const forms = [character.toLowerCase(), character.toUpperCase()].filter((form) => Array.from(form).length === 1);
    if (new Set(forms).size > 1) return `[${forms.join('')}]`;
    return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
  }).join('');

/** Matches any part of a text in any case, and figures by value in any notation. */
async function find(database: Database, caller: Caller, listId: number, text: string): Promise<FoundCells> {
  const { teamId } = await findVersionOfList(database.query, caller, listId);
  const pattern = inAnyCase(text);
  const typed = typedNumber(text);
  const number = parse(typed, SCALE.unitPrice) === null ? null : typed;
  const inTexts = ROW_TEXTS.map((field) => sql`when ${sql.ref(field)} ~ ${pattern} then ${sql.lit(field)}`);
  const inNumbers = NUMBERS.map((field) => sql`when ${sql.ref(field)} = ${number}::numeric then ${sql.lit(field)}`);
  const inSums = [sql`when ${UNIT_TOTAL} = ${number}::numeric then 'unit_total'`, sql`when ${TOTAL} = ${number}::numeric then 'total'`];
  const { rows } = await sql<{ place: number; field: FoundCells['fields'][number]; total: number }>`
    select place, field, count(*) over () as total
      from (select row_number() over (order by "order", id) - 1 as place,
                   case ${sql.join([...inTexts, ...(number === null ? [] : [...inNumbers, ...inSums])], sql` `)} end as field
              from estimate_rows where team_id = ${teamId} and list_id = ${listId}) looked
     where field is not null order by place limit ${MOST_FOUND}`.execute(database.query);
  return { places: rows.map(({ place }) => place), fields: rows.map(({ field }) => field), total: rows[0]?.total ?? 0 };
}

export const findHandlers: HandlersOf<'GET /lists/:id/find/'> = {
  'GET /lists/:id/find/': ({ params, query }, { database, caller }) => find(database, caller, params.id, query.text),
};
