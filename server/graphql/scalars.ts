/** The scalars that GraphQL does not define: values from clients are checked here, before they reach a database. */
import { GraphQLError, GraphQLScalarType, type GraphQLSchema, Kind, type ValueNode } from 'graphql';

const wrong = (message: string) => new GraphQLError(message, { extensions: { code: 'validation-failed' } });

const LARGEST = 2n ** 63n;

function bigint(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) throw wrong('A bigint is a whole number');
  if (BigInt(text) >= LARGEST || BigInt(text) < -LARGEST) throw wrong('A bigint has 64 bits');
  return text;
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

function timestamptz(value: unknown): string {
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] =
    (typeof value === 'string' && MOMENT.exec(value)) || [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isDay = Number(year) > 0 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
  if (typeof value !== 'string' || !isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw wrong('A timestamptz is a date and time such as 2026-11-30T10:00:00Z');
  return value;
}

const INPUTS: Readonly<Record<string, (value: unknown) => string>> = { bigint, timestamptz };

const literal = (node: ValueNode): unknown => (node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined);

/** Gives the schema's own scalars their checks. */
export function checkScalars(schema: GraphQLSchema): void {
  for (const [name, read] of Object.entries(INPUTS)) {
    const scalar = schema.getType(name);
    if (!(scalar instanceof GraphQLScalarType)) continue;
    scalar.coerceInputValue = read;
    scalar.coerceInputLiteral = (node) => read(literal(node));
  }
}
