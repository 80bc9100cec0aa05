/** GraphQL over HTTP: what a request may look like, and the status and form of each answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const UNIT = '{ unit(limit: 1, order_by: {id: asc}) { id } }';
const ANSWER = '{"data":{"unit":[{"id":1}]}}';

const answered = async (path: string, init: RequestInit) => {
  const response = await fetch(`${server.address}/v1/graphql${path}`, {
    ...init,
    headers: { authorization: `Bearer ${ann.tokens.access}`, ...init.headers },
  });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
};
const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  answered('', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

test.each([
  ['*/*', 'application/json; charset=utf-8'],
  ['application/*', 'application/json; charset=utf-8'],
  ['text/html, */*;q=0.1', 'application/json; charset=utf-8'],
  ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
  ['application/json, application/graphql-response+json', 'application/json; charset=utf-8'],
  ['text/event-stream, application/json', 'application/json; charset=utf-8'],
  ['text/event-stream', 'text/event-stream'],
  ['TEXT/*', 'text/event-stream'],
])('an answer to a client that accepts %s is %s', async (accept, type) => {
  const body = type === 'text/event-stream' ? `:\n\nevent: next\ndata: ${ANSWER}\n\nevent: complete\ndata:\n\n` : ANSWER;
  expect(await post({ query: UNIT }, { accept })).toEqual({ status: 200, type, body });
  expect(await post({ query: '{ unit {' }, { accept })).toMatchObject({
    status: 400,
    type,
    body: expect.stringContaining('GRAPHQL_PARSE_FAILED'),
  });
});

test.each(['text/html', 'image/png', 'application/json;charset=latin1', ','])('a client that accepts %s gets no answer', async (accept) => {
  expect(await post({ query: UNIT }, { accept })).toEqual({ status: 406, type: null, body: '' });
});

test('a live query needs an event stream, and otherwise is refused in the accepted format', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const query = `subscription { recent_events(where: {project_id: {_eq: ${id}}}) { id } }`;
  expect(await post({ query }, { accept: 'application/json' })).toEqual({ status: 406, type: null, body: '' });
  while (server.watches() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const refused = { status: 401, body: expect.stringContaining('access-denied') };
  const accept = 'application/json';
  expect(await post({ query }, { accept, authorization: 'Bearer x' })).toMatchObject({
    ...refused,
    type: 'application/json; charset=utf-8',
  });
  expect(await post({ query }, { accept: 'text/event-stream', authorization: 'Bearer x' })).toMatchObject({
    ...refused,
    type: 'text/event-stream',
  });
});

test.each([
  ['several at once', [{ query: UNIT }]],
  ['nothing', null],
  ['a text', UNIT],
  ['no query', {}],
  ['a number for a query', { query: 5 }],
  ['an unknown parameter', { query: UNIT, nonsense: 1 }],
  ['a list of variables', { query: UNIT, variables: [] }],
  ['a list of extensions', { query: UNIT, extensions: [] }],
  ['a number for a name', { query: UNIT, operationName: 5 }],
  ['an unknown name', { query: UNIT, operationName: 'x' }],
  ['no name where there are two', { query: 'query a { __typename } query b { __typename }' }],
  ['an unknown field', { query: '{ nonsense }' }],
  ['a mutation', { query: 'mutation { x }' }],
  ['a wrong variable', { query: 'query($n: Int) { unit(limit: $n) { id } }', variables: { n: 'x' } }],
  ['no variable', { query: 'query($n: Int!) { unit(limit: $n) { id } }' }],
])('a request with %s is refused', async (_, body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: expect.stringContaining('"errors"') });
});

test('null counts as not given', async () => {
  const body = { query: UNIT, variables: null, operationName: null, extensions: null, nonsense: null };
  expect(await post(body)).toMatchObject({ status: 200, body: ANSWER });
});

test('a query in an address is read like one in a body, HEAD included', async () => {
  const named = new URLSearchParams({
    query: 'query a($n: Int) { unit(limit: $n, order_by: {id: asc}) { id } } query b { __typename }',
    operationName: 'a',
    variables: '{"n": 1}',
  });
  expect(await answered(`?${named}`, {})).toMatchObject({ status: 200, body: ANSWER });
  expect(await answered(`?${named}`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  expect(await answered('', {})).toMatchObject({ status: 400, body: expect.stringContaining('query') });
});

test.each(['application/x-www-form-urlencoded', 'application/graphql', 'nonsense'])('a body of type %s is refused', async (type) => {
  const body = `query=${encodeURIComponent(UNIT)}`;
  expect(await answered('', { method: 'POST', headers: { 'content-type': type }, body })).toMatchObject({ status: 415 });
});

test('circular fragments, and far more fields than any screen asks for, are refused before they cost anything', async () => {
  const fragments = Array.from({ length: 200 }, (_, at) => `fragment f${at} on unit { ...f${(at + 1) % 200} }`).join(' ');
  const circle = await post({ query: `{ unit(limit: 1) { ...f0 } } ${fragments}` });
  expect(circle).toMatchObject({ status: 400, body: expect.stringContaining('too many fragments') });
  const wide = await post({ query: `{ ${'unit { id } '.repeat(1_000)} }` });
  expect(wide).toMatchObject({ status: 400, body: expect.stringContaining('too many fields') });
});

test('a document sent again is answered with its new variables, and refused after the session ends', async () => {
  const bob = await server.person();
  const query = 'query again($n: Int) { unit(limit: $n, order_by: {id: asc}) { id } events: recent_events(where: {id: {_lt: 0}}) { id } }';
  const ask = (n: unknown) => post({ query, variables: { n } }, { authorization: `Bearer ${bob.tokens.access}` });
  const units = async (n: number) => (JSON.parse((await ask(n)).body) as { data: { unit: unknown[]; events: unknown[] } }).data;
  for (const n of [1, 2, 3, 1])
    expect(await units(n)).toEqual({ unit: Array.from({ length: n }, (_, at) => ({ id: at + 1 })), events: [] });
  expect(await ask('x')).toMatchObject({ status: 400 });
  await server.call('POST /logout/', { body: { refresh: bob.tokens.refresh } });
  expect(await ask(1)).toMatchObject({ status: 200, body: expect.stringContaining('access-denied') });
  expect(await post({ query: UNIT }, { authorization: `Bearer ${bob.tokens.access}` })).toMatchObject({
    body: expect.stringContaining('access-denied'),
  });
});
