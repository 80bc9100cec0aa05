/** The columns that are the content of a row, as SQL: a copy of a row takes all of them. */
import { sql } from 'kysely';
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
