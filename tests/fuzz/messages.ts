/** Malformed messages for every entry of the server, each drawn from a seed by its number. */

import fc from 'fast-check';
import { buildSchema, type GraphQLInputType, type GraphQLSchema, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { schemaText } from '../../server/graphql/tables.ts';
import { anything, fromSchema, type Ids, type Schema, text } from './values.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly body: Schema | null;
  readonly takesFile: boolean;
}

/** Facts that drawn messages are built from. */
export interface Known {
  readonly operations: readonly Operation[];
  readonly ids: Ids;
  /** Ids for `{id}`, by the first word of the path. */
  readonly idsOfPaths: Readonly<Record<string, number>>;
  readonly access: string;
  readonly publicKey: string;
}

export type Message =
  | {
      readonly entry: 'http';
      readonly method: string;
      readonly path: string;
      readonly headers: Record<string, string>;
      readonly body: Uint8Array | null;
    }
  | { readonly entry: 'raw'; readonly bytes: Uint8Array }
  | { readonly entry: 'socket'; readonly protocol: string; readonly first: unknown; readonly sent: readonly (string | Uint8Array)[] };

const bytes = (value: string) => new TextEncoder().encode(value);
/** Calls that would end the session of all other messages, or their account, so they are sent without it. */
const ENDS_SESSIONS = /logout_everywhere|end_others|^DELETE .*\/profile\/(?:sessions\/.*)?$/;

const headerText = text.map((value) =>
  value
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 300)
    .trim(),
);
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

function authorized(known: Known, call: string): fc.Arbitrary<Record<string, string>> {
  const access = ENDS_SESSIONS.test(call) ? '' : known.access;
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant({ authorization: `Bearer ${access}` }) },
    { weight: 1, arbitrary: fc.constant({ 'act-public-key': known.publicKey }) },
    { weight: 1, arbitrary: headerText.map((value) => ({ authorization: value })) },
    { weight: 1, arbitrary: headerText.map((value) => ({ 'act-public-key': value })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

const oddHeaders = fc
  .record({
    'if-match': seldom(fc.oneof(fc.constantFrom('"1"', '1', '*', 'W/"1"', '""', `"${'9'.repeat(30)}"`), headerText)),
    'idempotency-key': seldom(fc.oneof(fc.constantFrom('a', 'x'.repeat(200), 'x'.repeat(201)), headerText)),
    'content-encoding': seldom(fc.constantFrom('gzip', 'br', 'identity', 'nonsense')),
    'accept-encoding': seldom(fc.oneof(fc.constantFrom('gzip', 'br;q=x', '*;q=0'), headerText)),
    accept: seldom(fc.oneof(fc.constantFrom('text/html', 'text/event-stream', 'multipart/mixed', '*/*;q=0'), headerText)),
    origin: seldom(fc.oneof(fc.constantFrom('null', 'http://elsewhere.example', 'http://localhost'), headerText)),
    'x-forwarded-for': seldom(headerText),
    'x-forwarded-proto': seldom(headerText),
    cookie: seldom(headerText),
    range: seldom(fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'lines=1')),
    'if-modified-since': seldom(fc.constantFrom('yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT')),
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined)));

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=b',
  'application/xml',
  'application/graphql',
  'nonsense',
  '/',
];
/** Usually the JSON of a value, sometimes text that is not JSON. */
function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<{ readonly type: string; readonly body: Uint8Array }> {
  const json = value.map((each) => JSON.stringify(each) ?? 'null');
  const broken = fc.oneof(
    json.map((each) => each.slice(0, -1)),
    json.map((each) => `${each}${each}`),
    fc.constantFrom(
      '',
      '{',
      '{"a":1e999}',
      '{"a":01}',
      '"\\ud800"',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
      '\ufeff{}',
      '[[[[',
      'null',
      '1',
    ),
  );
  return fc.record({
    type: fc.oneof({ weight: 40, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: fc.constantFrom(...TYPES) }),
    body: fc.oneof(
      { weight: 30, arbitrary: json.map(bytes) },
      { weight: 1, arbitrary: broken.map(bytes) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    ),
  });
}

const inPath = (value: unknown) => {
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(plain.replace(/[\ud800-\udfff]/g, '').slice(0, 2_000));
};

function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const own = known.idsOfPaths[path.split('/')[3] ?? ''];
  const named = parameters.filter((each) => each.in === 'path');
  const values = fc.tuple(
    ...named.map(({ name }) => {
      const real = name === 'id' && own !== undefined ? own : known.ids[name];
      return fc.oneof(
        { weight: 30, arbitrary: real === undefined ? fc.constantFrom(...Object.values(known.ids)) : fc.constant(real) },
        { weight: 2, arbitrary: anything },
      );
    }),
  );
  const asked = fc.record(
    Object.fromEntries(
      parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, fromSchema(schema, known.ids, name)]),
    ),
    { requiredKeys: [] },
  );
  return fc.tuple(values, asked, seldom(fc.tuple(text, text))).map(([given, query, extra]) => {
    const address = named.reduce((sofar, { name }, at) => sofar.replace(`{${name}}`, inPath(given[at])), path);
    const pairs = [...Object.entries(query), ...(extra === undefined ? [] : [extra])].map(
      ([name, value]) => `${inPath(name)}=${inPath(value)}`,
    );
    return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
  });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY', 'PROPFIND'];

function rest(known: Known): fc.Arbitrary<Message> {
  return fc.constantFrom(...known.operations).chain((operation) =>
    fc
      .record({
        path: pathOf(operation, known),
        method: fc.oneof({ weight: 20, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
        auth: authorized(known, `${operation.method} ${operation.path}`),
        odd: oddHeaders,
        given: bodyOf(operation.body === null ? fc.constant({}) : fromSchema(operation.body, known.ids)),
      })
      .map(({ path, method, auth, odd, given }): Message => {
        const hasBody = method !== 'GET' && method !== 'HEAD';
        return {
          entry: 'http',
          method,
          path,
          headers: { ...odd, ...auth, ...(hasBody && { 'content-type': given.type }) },
          body: hasBody ? given.body : null,
        };
      }),
  );
}

const disposition = (name: string, file?: string) =>
  `content-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n`;
function upload(known: Known): fc.Arbitrary<Message> {
  const contents = fc.oneof(
    fc
      .constantFrom(
        'Name;Unit;Quantity;Rate\nWall;m2;2;10\n',
        'PK\u0003\u0004',
        '\u0000'.repeat(100),
        '<?xml version="1.0"?><a/>',
        '%PDF-1.4',
        '',
      )
      .map(bytes),
    fc.uint8Array({ maxLength: 2_000 }),
  );
  const part = fc
    .record({
      name: fc.oneof(fc.constantFrom('file', 'name', 'currency', '__proto__', 'x'), headerText),
      file: seldom(headerText),
      body: contents,
    })
    .map(({ name, file, body }) => Buffer.concat([bytes(`--b\r\n${disposition(name, file)}\r\n`), body, bytes('\r\n')]));
  return fc
    .record({
      parts: fc.array(part, { maxLength: 13 }),
      end: fc.constantFrom('--b--\r\n', '--b', '', '--b--', 'nonsense'),
      type: fc.oneof(
        { weight: 8, arbitrary: fc.constant('multipart/form-data; boundary=b') },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      path: fc.constantFrom(`/api/v1/projects/${known.idsOfPaths.projects}/`, `/api/v1/projects/0/`, '/api/v1/token/', '/v1/graphql'),
      method: fc.constantFrom('PATCH', 'PATCH', 'POST'),
      auth: authorized(known, ''),
    })
    .map(
      ({ parts, end, type, path, method, auth }): Message => ({
        entry: 'http',
        method,
        path,
        headers: { ...auth, 'content-type': type },
        body: Buffer.concat([...parts, bytes(end)]),
      }),
    );
}

const graphqlSchema: GraphQLSchema = buildSchema(schemaText());
function inputOf(type: GraphQLInputType, ids: Ids, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return inputOf(type.ofType, ids, depth);
  if (isListType(type)) return fc.array(inputOf(type.ofType, ids, depth), { maxLength: 3 });
  if (isEnumType(type))
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...type.getValues().map(({ name }) => name)) },
      { weight: 1, arbitrary: anything },
    );
  if (isInputObjectType(type)) {
    if (depth > 5) return fc.constant({});
    const fields = Object.values(type.getFields());
    return fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .subarray(fields, { minLength: 1, maxLength: 2 })
          .chain((chosen) => fc.record(Object.fromEntries(chosen.map((field) => [field.name, inputOf(field.type, ids, depth + 1)])))),
      },
      { weight: 1, arbitrary: anything },
    );
  }
  const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    Int: fc.oneof(fc.constantFrom(...Object.values(ids)), fc.constantFrom(0, -1, 2 ** 31, 2 ** 31 - 1, 1.5)),
    bigint: fc.oneof(fc.constantFrom(1, '1', 1.5, 'x', '9'.repeat(30), 2 ** 63, '-1', '', ' 1'), anything),
    timestamptz: fc.oneof(fc.constantFrom('now', '2026-02-31', '2026-11-30T10:00:00Z', 'infinity', '294277-01-01', 5, ''), text),
    Float: fc.constantFrom(0, 0.5, 1e308, -1e308, 5e-324, 1e39),
    Boolean: fc.boolean(),
  };
  return fc.oneof({ weight: 8, arbitrary: scalars[type.toString()] ?? text }, { weight: 1, arbitrary: anything });
}

const nested = (depth: number) => `${'_not: {'.repeat(depth)}${'}'.repeat(depth)}`;
const DOCUMENTS = [
  '{ __typename }',
  '{ __schema { types { name fields { name type { name } } } } }',
  'query($w: recent_events_bool_exp) { recent_events(where: $w) { id } }',
  `{ recent_events(where: {${nested(2_000)}}) { id } }`,
  `{ ${'a: __typename '.repeat(3_000)} }`,
  `${'{ a '.repeat(5_000)}`,
  'mutation { a }',
  'fragment F on Query { ...F } query { ...F }',
  'query A { __typename } query B { __typename }',
  'subscription { recent_events { id } }',
  '\u0000',
  '',
  `{ recent_events(where: {subject: {_eq: "\\u0000"}}) { id } }`,
  '{ recent_events(order_by: [{id: null}]) { id } }',
  '{ recent_events @skip(if: $x) { id } }',
  `{ recent_events(where: {id: {_in: [${'1,'.repeat(20_000)}]}}) { id } }`,
  `{ recent_events(where: {_or: [${'{id: {_eq: 1}}'.repeat(3_000)}]}) { id } }`,
];
/** A document of one field with drawn arguments in its variables. */
function asked(ids: Ids): fc.Arbitrary<object> {
  const one = (kind: 'query' | 'subscription') => {
    const type = kind === 'query' ? graphqlSchema.getQueryType() : graphqlSchema.getSubscriptionType();
    return fc.constantFrom(...Object.values(type?.getFields() ?? {})).chain((field) =>
      fc
        .record(Object.fromEntries(field.args.map((argument) => [argument.name, inputOf(argument.type, ids, 0)])), { requiredKeys: [] })
        .map((variables) => {
          const declared = field.args.map(({ name, type: of }) => `$${name}: ${of}`).join(', ');
          const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
          return { query: `${kind}(${declared}) { ${field.name}(${passed}) { __typename } }`, variables };
        }),
    );
  };
  return fc.oneof(
    { weight: 8, arbitrary: one('query') },
    { weight: 2, arbitrary: one('subscription') },
    { weight: 3, arbitrary: fc.record({ query: fc.oneof(fc.constantFrom(...DOCUMENTS), text), variables: anything }) },
    {
      weight: 1,
      arbitrary: fc.record({ query: anything, variables: anything, operationName: anything, extensions: anything }, { requiredKeys: [] }),
    },
  );
}

function graphql(known: Known): fc.Arbitrary<Message> {
  const path = fc.constantFrom('/v1/graphql', '/api/v1/graphql');
  const post = fc.record({ path, auth: authorized(known, ''), odd: oddHeaders, given: bodyOf(asked(known.ids)) }).map(
    ({ path: to, auth, odd, given }): Message => ({
      entry: 'http',
      method: 'POST',
      path: to,
      headers: { ...odd, ...auth, 'content-type': given.type },
      body: given.body,
    }),
  );
  const get = fc
    .record({
      path,
      auth: authorized(known, ''),
      odd: oddHeaders,
      given: asked(known.ids),
      broken: seldom(fc.constantFrom('variables={', 'variables=1', 'extensions=[', 'query', 'query=%', 'query={a')),
    })
    .map(({ path: to, auth, odd, given, broken }): Message => {
      const query = Object.entries(given).map(
        ([name, value]) => `${name}=${inPath(typeof value === 'string' ? value : JSON.stringify(value))}`,
      );
      return {
        entry: 'http',
        method: 'GET',
        path: `${to}?${[...query, ...(broken === undefined ? [] : [broken])].join('&')}`,
        headers: { accept: 'text/event-stream', ...odd, ...auth },
        body: null,
      };
    });
  return fc.oneof({ weight: 3, arbitrary: post }, { weight: 1, arbitrary: get });
}

function socket(known: Known): fc.Arbitrary<Message> {
  const spoken = fc.oneof(
    { weight: 6, arbitrary: asked(known.ids).map((payload) => ({ id: '1', type: 'subscribe', payload })) },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          id: anything,
          type: fc.constantFrom('subscribe', 'complete', 'next', 'error', 'connection_init', 'connection_ack', 'ping', 'pong', ''),
          payload: anything,
        },
        { requiredKeys: ['type'] },
      ),
    },
    { weight: 1, arbitrary: anything },
  );
  const sent = fc.oneof(
    { weight: 8, arbitrary: spoken.map((each): string | Uint8Array => JSON.stringify(each) ?? '') },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
  );
  const first = fc.oneof(
    { weight: 8, arbitrary: fc.constant({ type: 'connection_init', payload: { Authorization: `Bearer ${known.access}` } }) },
    { weight: 1, arbitrary: fc.constant({ type: 'connection_init', payload: { 'act-public-key': known.publicKey } }) },
    { weight: 1, arbitrary: anything.map((payload) => ({ type: 'connection_init', payload })) },
    { weight: 1, arbitrary: anything },
  );
  return fc
    .record({
      protocol: fc.oneof(
        { weight: 9, arbitrary: fc.constant('graphql-transport-ws') },
        { weight: 1, arbitrary: fc.constantFrom('graphql-ws', 'nonsense') },
      ),
      first,
      sent: fc.array(sent, { minLength: 1, maxLength: 4 }),
    })
    .map((drawn): Message => ({ entry: 'socket', ...drawn }));
}

const PATHS = [
  '/',
  '//',
  '/%',
  '/%00',
  '/..%2f..%2fetc%2fpasswd',
  '/../package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%2e%2e/%2e%2e/server/main.ts',
  '/index.html%00.js',
  '*',
  'http://other.example/',
  '//other.example/v1/graphql',
  '/v1/graphql',
  '/api/v1/%',
  '/api/v1/projects/%ff/',
  '/?',
  '/#',
  '/\u00ff',
  '',
  ' ',
  '?',
  `/${'a'.repeat(20_000)}`,
  `/${'../'.repeat(200)}`,
  '/api/v1//projects',
  '/API/V1/projects',
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
];
const latin = (value: string) => Buffer.from(value, 'latin1');
function raw(known: Known): fc.Arbitrary<Message> {
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PATHS) },
    { weight: 1, arbitrary: text.map((value) => `/${value.slice(0, 200)}`) },
  );
  const line = fc.tuple(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: text }),
    path,
    fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '', 'x'),
  );
  const header = fc.oneof(
    fc.constantFrom(
      'Host: localhost',
      'Host: localhost',
      'Host:',
      'Host: a\r\nHost: b',
      'Connection: close',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Upgrade: websocket',
      'Connection: Upgrade\r\nUpgrade: h2c',
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      'Sec-WebSocket-Extensions: permessage-deflate; x',
      'Content-Length: -1',
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 99999999999999999999',
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 3',
      'Expect: 100-continue',
      'Expect: nonsense',
      'X: '.padEnd(70_000, 'x'),
      'no colon',
      ': empty',
      'X\u0000: 1',
      ' folded: 1',
      `Authorization: Bearer ${known.access}`,
      'Accept: text/html',
    ),
    text.map((value) => `X-Any: ${value.slice(0, 300)}`),
  );
  const body = fc.oneof(
    fc.constantFrom(
      '',
      '5\r\nhello\r\n0\r\n\r\n',
      'zz\r\n',
      'ffffffffffffffff\r\n',
      '0\r\nX: 1\r\n\r\n',
      '-1\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20),
      '\u0081\u00fe\u0000\u007e',
      '\u008f\u0000',
      '\u0081\u0005hello',
      '\u0088\u0082\u0000\u0000\u0000\u0000\u0000\u0000',
      '\u00c1\u00ff\u00ff\u00ff\u00ff\u00ff',
    ),
    fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some).toString('latin1')),
  );
  const request = fc
    .record({ line, headers: fc.array(header, { maxLength: 6 }), body })
    .map(({ line: [method, to, version], headers, body: rest }) =>
      latin(`${method} ${to} ${version}\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n${rest}`),
    );
  return fc
    .oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }) })
    .map((drawn): Message => ({ entry: 'raw', bytes: drawn }));
}

const every = (known: Known): fc.Arbitrary<Message> =>
  fc.oneof(
    { weight: 12, arbitrary: rest(known) },
    { weight: 4, arbitrary: graphql(known) },
    { weight: 1, arbitrary: upload(known) },
    { weight: 2, arbitrary: socket(known) },
    { weight: 3, arbitrary: raw(known) },
  );
const drawings = new WeakMap<Known, fc.Arbitrary<Message>>();

/** The message of a number: the same for the same seed and the same ids. */
export function messageAt(seed: number, at: number, known: Known): Message {
  const drawing = drawings.get(known) ?? every(known);
  drawings.set(known, drawing);
  const [drawn] = fc.sample(drawing, { seed: seed * 1_000_003 + at, numRuns: 1 });
  if (drawn === undefined) throw new Error('nothing was drawn');
  return drawn;
}
