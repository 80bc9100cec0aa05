/**
 * Answers without prices, for callers who see none (docs/product.md, 17.3). Prices are found by the schemas of the answers: every decimal that is
 * not a `Measure`, and the fields that domain/api/prices.ts names in addition.
 */
import type * as v from 'valibot';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { columnsOf, isSecret } from '../../domain/api/prices.ts';
import { type Route, routes } from '../../domain/api/routes.ts';
import type { HttpError } from './errors.ts';

type Schema = v.GenericSchema;
type Hide = (value: unknown) => unknown;
/** The parts of a schema that are read here. */
interface Parts {
  readonly type: string;
  readonly pipe?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
}
type Fields = Readonly<Record<string, unknown>>;

const PLAIN = ['string', 'number', 'boolean', 'picklist', 'literal', 'null'];
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of the fields that carry prices anywhere in the API. */
const names = new Set<string>();

function entriesHidden(entries: Readonly<Record<string, Schema>>): Hide | null {
  const hidden = Object.entries(entries).flatMap(([name, of]) => {
    const hide = hiding(of);
    if (hide === nothing) names.add(name);
    return hide === null ? [] : [[name, hide] as const];
  });
  if (hidden.length === 0) return null;
  return (value) => {
    if (!isFields(value)) return value;
    const changed = hidden.flatMap(([name, hide]) => (Object.hasOwn(value, name) ? [[name, hide(value[name])]] : []));
    return { ...value, ...Object.fromEntries(changed) };
  };
}

const nothing: Hide = () => null;
const each =
  (hide: Hide): Hide =>
  (value) =>
    Array.isArray(value) ? value.map(hide) : value;
const whereThere =
  (hide: Hide): Hide =>
  (value) =>
    value === null || value === undefined ? value : hide(value);

/** The function that removes the prices from a value of this schema; null when it has none. Throws on a kind of schema it cannot read. */
function hiding(schema: Schema): Hide | null {
  const parts = schema as unknown as Parts;
  const base = (parts.pipe?.[0] ?? schema) as Schema;
  if (isSecret(base)) return nothing;
  const columns = columnsOf(base);
  if (columns !== null) return entriesHidden(Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, listed(of)])));
  const { type, entries, item, value, wrapped, options } = base as unknown as Parts;
  if (entries !== undefined) return entriesHidden(entries);
  if (item !== undefined) return mapped(hiding(item), each);
  if (type === 'record' && value !== undefined) {
    return mapped(hiding(value), (hide) => (record) => {
      return isFields(record) ? Object.fromEntries(Object.entries(record).map(([key, of]) => [key, hide(of)])) : record;
    });
  }
  if (wrapped !== undefined) {
    const hide = hiding(wrapped);
    return hide === nothing ? nothing : mapped(hide, whereThere);
  }
  if (type === 'union' || type === 'variant') {
    const hides = ((options ?? []) as readonly Schema[]).flatMap((option) => hiding(option) ?? []);
    return hides.length === 0 ? null : (value) => hides.reduce((left, hide) => hide(left), value);
  }
  if (PLAIN.includes(type)) return null;
  throw new Error(`Prices cannot be looked for in a ${type}`);
}

const mapped = (hide: Hide | null, make: (hide: Hide) => Hide): Hide | null => (hide === null ? null : make(hide));

/** A column with its prices left out cell by cell. */
const listed = (schema: Schema): Schema => ({ type: 'array', item: schema }) as unknown as Schema;

/** Makes the function that leaves the prices out of values of a schema. */
export const pricesHidden = (schema: Schema): Hide => hiding(schema) ?? ((value) => value);

/** Makes the function that leaves the prices out of the answers to a call. Throws, so that no server starts, where they cannot be found. */
export function withoutPrices(route: Route): Hide {
  const { does, answer, needsPrices }: Endpoint = routes[route];
  // Callers who see no prices never get an answer to such a call.
  if (needsPrices === true || (does !== 'reads' && does !== 'acts')) return (value) => value;
  try {
    return pricesHidden(answer as Schema);
  } catch (error) {
    throw new Error(`${route} does not start: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Removes prices from a value without a schema, by the names of its fields. */
function namedHidden(given: unknown): unknown {
  const hide = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hide);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, of]) => [
        name,
        names.has(name) && (typeof of !== 'object' || name === 'share') ? hidden(of) : hide(of),
      ]),
    );
  };
  const hidden = (of: unknown) => (typeof of === 'number' ? of : null);
  return hide(given);
}

/** A refusal without the prices of the records it carries. */
export const refusalWithoutPrices = (refusal: HttpError): HttpError => refusal.with(namedHidden(refusal.body) as HttpError['body']);

/** The text of any answer to a call, a refusal or not, without prices. */
export const textWithoutPrices = (route: Route, text: string): string =>
  JSON.stringify(namedHidden(pricesHidden(routes[route].answer as Schema)(JSON.parse(text))));
