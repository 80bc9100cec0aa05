/** The GraphQL operation in an HTTP request, and the media types that the request accepts. */
import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { badRequest } from '../../domain/sentences/general.ts';
import { refusal } from './masking.ts';

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName: string | null | undefined;
}

const wrong = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

type Parameters = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Parameters => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObjectOrAbsent = (value: unknown): value is Parameters | null | undefined => (value ?? null) === null || isObject(value);

/** The parameters in an address. Of several with the same name the first counts; objects are written as JSON. */
function inAddress(query: unknown): Parameters {
  const first = (name: string) => {
    const given = isObject(query) ? query[name] : undefined;
    return (Array.isArray(given) ? given[0] : given) || undefined;
  };
  const read = (name: string): unknown => {
    const text = first(name);
    try {
      return text === undefined ? undefined : JSON.parse(String(text));
    } catch {
      throw refusal(badRequest(), 400);
    }
  };
  return { query: first('query'), operationName: first('operationName'), variables: read('variables'), extensions: read('extensions') };
}

function inBody(body: unknown): Parameters {
  if (Array.isArray(body)) throw wrong('Batching is not supported.');
  if (!isObject(body)) throw wrong('The body must be a JSON object.');
  for (const [name, value] of Object.entries(body))
    if (!['query', 'variables', 'operationName', 'extensions'].includes(name) && (value ?? null) !== null)
      throw wrong(`Unexpected parameter "${name}" in the request body.`);
  return body;
}

/** The operation a request asks for, by GET in its address and by POST as JSON. Throws an error of status 400. */
export function askedBy({ method, query: address, body }: FastifyRequest): Asked {
  const { query, variables, operationName, extensions } = method === 'POST' ? inBody(body) : inAddress(address);
  if ((query ?? null) === null) throw wrong('Must provide query string.');
  if (typeof query !== 'string') throw wrong('"query" must be a string.');
  if (!isObjectOrAbsent(variables)) throw wrong('"variables" must be an object.');
  if (!isObjectOrAbsent(extensions)) throw wrong('"extensions" must be an object.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw wrong('"operationName" must be a string.');
  return { query, variables, operationName };
}

const JSON_FORMS: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'application/json': 'application/json',
  'application/graphql-response+json': 'application/graphql-response+json',
};
const EVENTS = ['*/*', 'text/*', 'text/event-stream'];

interface Accepted {
  /** The media type of JSON that is taken; undefined when none is. */
  readonly json: string | undefined;
  /** Whether server-sent events are taken. */
  readonly events: boolean;
}

/** The forms of an answer that an Accept header takes; the first named counts. Answers are in UTF-8 alone. */
export function acceptedBy(accept: string | undefined): Accepted {
  const types = (accept || '*/*')
    .toLowerCase()
    .split(',')
    .flatMap((each) => {
      const [type = '', ...parameters] = each.split(';').map((part) => part.trim());
      return parameters.some((given) => given.startsWith('charset=') && given !== 'charset=utf-8') ? [] : [type];
    });
  return {
    json: types.map((type) => JSON_FORMS[type]).find((form) => form !== undefined),
    events: types.some((type) => EVENTS.includes(type)),
  };
}
