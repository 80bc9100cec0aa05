import { GraphQLError } from 'graphql';
import { type RawBuilder, sql } from 'kysely';
import { textUnstorable } from '../../domain/sentences/general.ts';
import { isSessionValid, sessionIsValid, sessionOf } from '../access/session.ts';
import type { Query } from '../db/open.ts';
import { runMade } from '../db/statements.ts';
import type { Viewer } from '../http/caller.ts';
import { isStorable } from '../storableText.ts';
import { accessDenied } from './masking.ts';
import { COMPARISONS, READABLE, type ReadableTable } from './tables.ts';

const MOST_ROWS = 500;
/** Limits of a condition, because no screen sends deeper or larger ones and a database has limits of its own. */
const DEEPEST = 12;
const MOST_COMPARISONS = 200;

export interface SelectArguments {
  readonly where?: Condition | null;
  readonly order_by?: readonly Readonly<Record<string, string | null>>[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
}
type Condition = Readonly<Record<string, unknown>>;

const wrong = (message: string) => new GraphQLError(message, { extensions: { code: 'validation-failed', http: { status: 400 } } });

/** Refuses a condition deeper or larger than any screen sends, and texts that no database can store. */
function mustBeModest(given: unknown): void {
  let comparisons = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && !isStorable(value)) throw wrong(textUnstorable().detail);
    if (typeof value !== 'object' || value === null) return;
    if (depth > 2 * DEEPEST) throw wrong('The condition is nested too deeply');
    if (!Array.isArray(value)) comparisons += Object.keys(value).length;
    if (comparisons > MOST_COMPARISONS) throw wrong('The condition is too large');
    for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  look(given, 0);
}

function condition(given: Condition | null | undefined): RawBuilder<boolean> {
  const parts = Object.entries(given ?? {}).flatMap(([key, value]) => (value === null || value === undefined ? [] : [part(key, value)]));
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

function part(key: string, value: unknown): RawBuilder<boolean> {
  switch (key) {
    case '_and':
      return allOf(value as readonly Condition[]);
    case '_or':
      return anyOf(value as readonly Condition[]);
    case '_not':
      return sql<boolean>`not ${condition(value as Condition)}`;
    default: {
      const comparisons = Object.entries(value as Condition).map(([operator, operand]) => comparison(key, operator, operand));
      return comparisons.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(comparisons, sql` and `)})`;
    }
  }
}

const allOf = (conditions: readonly Condition[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions.map(condition), sql` and `)})`;
const anyOf = (conditions: readonly Condition[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions.map(condition), sql` or `)})`;

const isFraction = (operand: unknown) => [operand].flat().some((each) => typeof each === 'number' && !Number.isSafeInteger(each));

function comparison(column: string, operator: string, operand: unknown): RawBuilder<boolean> {
  // A Float operand may be too large for the column's own type, so the column is compared as float8.
  const left = isFraction(operand) ? sql`${sql.ref(column)}::float8` : sql.ref(column);
  if (operand === null || operand === undefined) throw wrong(`${operator} of ${column} needs a value`);
  if (operator === '_is_null') return operand === true ? sql<boolean>`${left} is null` : sql<boolean>`${left} is not null`;
  if (operator === '_in') return sql<boolean>`${left} = any(${operand})`;
  if (operator === '_nin') return sql<boolean>`${left} <> all(${operand})`;
  return sql<boolean>`${left} ${sql.raw(COMPARISONS[operator] ?? '=')} ${operand}`;
}

const column = (name: string, { columns }: ReadableTable) =>
  columns[name] === 'timestamptz'
    ? sql`to_char(${sql.ref(name)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${sql.ref(name)}`
    : sql.ref(name);

function ordering(orders: SelectArguments['order_by']): RawBuilder<unknown> {
  const terms = (orders ?? []).flatMap((order) =>
    Object.entries(order).flatMap(([name, way]) =>
      way === null ? [] : [sql`${sql.ref(`t.${name}`)} ${sql.raw(way.replaceAll('_', ' '))}`],
    ),
  );
  return terms.length === 0 ? sql`` : sql`order by ${sql.join(terms)}`;
}

/** Whether a table can be asked at all: access-denied when not. */
export function mustMaySelect(name: string, { caller, publicAct }: Viewer): void {
  if (caller === null && (publicAct === null || READABLE[name]?.who !== 'keyholder')) throw accessDenied();
}

/** The caller whose session is unchecked. */
const presented = ({ caller }: Viewer) => (caller?.presented === undefined ? undefined : caller);

/** Rows of a readable table that exist for the viewer; at most 500. Access-denied when the session of a presented token has ended. */
export async function selectRows(query: Query, name: string, given: SelectArguments, viewer: Viewer): Promise<unknown[]> {
  const table = READABLE[name];
  if (table === undefined) throw wrong(`There is no table ${name}`);
  mustBeModest(given.where);
  const limit = Math.min(given.limit ?? MOST_ROWS, MOST_ROWS);
  const offset = given.offset ?? 0;
  if (limit < 0 || offset < 0) throw wrong('limit and offset must not be negative');
  // The act that a key opens needs no session.
  const presenting = viewer.publicAct !== null && table.who === 'keyholder' ? undefined : presented(viewer);
  const rows = await runMade(
    query,
    sql`
    select ${sql.join(Object.keys(table.columns).map((of) => column(of, table)))}
      from ${sql.table(name)} as t
     where ${presenting === undefined ? sql`true` : sessionIsValid(sessionOf(presenting))} and ${table.visibleTo(viewer)} and ${condition(given.where)}
      ${ordering(given.order_by)} limit ${limit} offset ${offset}`,
  );
  if (rows.length === 0 && presenting !== undefined && !(await isSessionValid(query, presenting))) throw accessDenied();
  return rows;
}
