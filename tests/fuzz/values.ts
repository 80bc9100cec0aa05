/** Hostile values, and values as our own client sends them, drawn from a JSON schema. */
import fc from 'fast-check';

export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202e',
  'é'.normalize('NFD'),
  '𝔸'.repeat(300),
  'x'.repeat(70_000),
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '\r\nX-Injected: 1',
  'null',
  'true',
];
const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '12.5',
  '1e5',
  '1e999',
  'NaN',
  'Infinity',
  '0x1f',
  '１２',
  '.',
  '-',
  '1.',
  '.5',
  '1,5',
  '9'.repeat(9),
  '9'.repeat(12),
  '9'.repeat(400),
  `0.${'0'.repeat(5_000)}1`,
  '-999999999.999999',
  '999999999999.999999',
  '1000',
  '-100',
  '100.01',
];
const DATES = [
  '2026-11-30',
  '2026-02-31',
  '2026-13-01',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '-271821-04-20',
  '2026-11-30T10:00:00Z',
  '2026-02-31T10:00:00Z',
  '2026-11-30T24:00:00Z',
  '2026-11-30T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '294277-01-01T00:00:00Z',
  'infinity',
  'now',
];
const COUNTS = [0, -0, 1, -1, 2, 0.5, 500, 501, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e21, 1e300, -1e300, 5e-324];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...DATES) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const deep = fc
  .integer({ min: 1, max: 3_000 })
  .map((depth) => Array.from({ length: depth }).reduce<unknown>((inner, _, at) => (at % 2 === 0 ? [inner] : { a: inner }), 1));

/** Anything JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...COUNTS) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: deep },
);

/** Existing ids by the kind of their record; an unknown name may have any of them. */
export type Ids = Readonly<Record<string, number>>;
const ID_NAMES = /^(id|.*_id|ids|.*Id|after|with)$/;

function idFor(name: string, ids: Ids): fc.Arbitrary<unknown> {
  const known = ids[name];
  const real = Object.values(ids);
  return fc.oneof(
    { weight: 6, arbitrary: known === undefined ? fc.constantFrom(...real) : fc.constant(known) },
    { weight: 1, arbitrary: fc.constantFrom(...real) },
    { weight: 1, arbitrary: fc.constantFrom(...COUNTS) },
  );
}

/** Mostly valid for the schema, so that the code behind the check is reached, and sometimes invalid. */
export function fromSchema(schema: Schema, ids: Ids, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: fitting(schema, ids, name) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema, ids: Ids, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((each) => fitting(each, ids, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return anObject(schema, ids);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, ids, name), { maxLength: 4 });
    case 'string':
      return text;
    case 'integer':
    case 'number':
      return ID_NAMES.test(name) ? idFor(name, ids) : fc.constantFrom(...COUNTS);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return ID_NAMES.test(name) ? idFor(name, ids) : anything;
  }
}

function anObject({ properties = {}, required = [] }: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const names = Object.keys(properties);
  const some = fc.record(Object.fromEntries(names.map((each) => [each, fromSchema(properties[each] ?? {}, ids, each)])), {
    requiredKeys: names.filter((each) => required.includes(each)),
  });
  const one =
    names.length === 0
      ? fc.constant({})
      : fc.constantFrom(...names).chain((each) => fc.record({ [each]: fromSchema(properties[each] ?? {}, ids, each) }));
  return fc.oneof(
    { weight: 5, arbitrary: some },
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: fc.tuple(some, text, anything).map(([known, key, value]) => ({ ...(known as object), [key]: value })) },
  );
}
