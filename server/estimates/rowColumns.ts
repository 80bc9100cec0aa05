/** The columns that are the content of a row, as SQL: a copy of a row takes all of them. */
import { type RawBuilder, sql } from 'kysely';
import { COMPONENTS } from '../../domain/amounts.ts';
import { ROW_NUMBERS, ROW_TEXTS } from '../../domain/rowFields.ts';

const TEXTS = ['kind', ...ROW_TEXTS];
const NUMBERS = [...ROW_NUMBERS, ...COMPONENTS];

/** "kind, code, …, tools, formulas". */
export const ROW_CONTENT = sql.raw([...TEXTS, ...NUMBERS, 'formulas'].join(', '));
/** The same with their types, for records read from JSON. */
export const ROW_CONTENT_TYPED = sql.raw(
  [...TEXTS.map((name) => `${name} text`), ...NUMBERS.map((name) => `${name} numeric`), 'formulas jsonb'].join(', '),
);

const SET = [...ROW_TEXTS, ...NUMBERS, 'formulas'];
/** "code = c.code, …": an edit of a whole row sets all of them except its kind. */
export const SET_CONTENT = sql.raw(SET.map((name) => `${name} = c.${name}`).join(', '));

/** The same from the image of a deleted row. A thinned image leaves out empty fields. */
export const IMAGE_CONTENT = sql.raw(
  [
    "coalesce(c.before ->> 'kind', 'row') as kind",
    ...ROW_TEXTS.map((name) => `coalesce(c.before ->> '${name}', '') as ${name}`),
    ...ROW_NUMBERS.map((name) => `coalesce(c.before ->> '${name}', '0') as ${name}`),
    "nullif(c.before -> 'formulas', 'null') as formulas",
  ].join(', '),
);

const OTHERS = sql.raw(
  ['id', 'team_id', 'version_id', 'list_id', '"order"', ...TEXTS, ...ROW_NUMBERS.filter((name) => name !== 'quantity')]
    .map((name) => `r.${name}`)
    .join(', '),
);
/**
 * Rows with their approved extras: quantity q + Σe with its amounts, without a formula for the quantity. Copies, exports and comparisons
 * with another version use these rows.
 */
export const widenedRows = (teamId: number, which: RawBuilder<unknown>) => sql`(
  select ${OTHERS}, r.quantity + coalesce(e.quantity, 0) as quantity, ${sql.raw(COMPONENTS.map((part) => `r.${part} + coalesce(e.${part}, 0) as ${part}`).join(', '))},
         case when e.row_id is null then r.formulas else nullif(r.formulas - 'quantity', '{}') end as formulas
    from estimate_rows r left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
   where r.team_id = ${teamId} and ${which})`;
