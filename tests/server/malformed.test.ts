import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Person, refusal, startServer, type TestServer, untilRead } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const UNKEPT = 'The text contains a character that cannot be stored';

test('a text that the database cannot store is refused at its field, wherever it is', async () => {
  for (const text of ['a\u0000b', '\ud800']) {
    const named = ann.call('POST /projects', { body: { team_id: ann.teamId, name: text } });
    expect(await refusal(named)).toEqual({ status: 400, body: { name: [UNKEPT] } });
    const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
    const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
    const { list } = await ann.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
    const params = { id: list.id };
    expect(await refusal(ann.call('POST /lists/:id/rows/', { params, body: { rows: [{ name: 'A' }, { name: text }] } }))).toEqual({
      status: 400,
      body: { 'rows.1.name': [UNKEPT] },
    });
    const block = { row_id: null, field: 'name' as const, cells: [['A'], [text]] };
    expect(await refusal(ann.call('POST /lists/:id/paste/', { params, body: block }))).toEqual({
      status: 400,
      body: { 'cells.1.0': [UNKEPT] },
    });
    expect(await refusal(ann.call('POST /import/:id/paste/', { params: { id }, body: { text } }))).toEqual({
      status: 400,
      body: { text: [UNKEPT] },
    });
  }
  // A URL writes half a character as a whole one: it opens nothing.
  expect((await refusal(server.call('GET /invitations/:hash/', { params: { hash: '\u0000' } }))).status).toBe(400);
});

const sent = async (method: string, path: string, body: string) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}` };
  const response = await fetch(`${server.address}/api/v1${path}`, { method, headers, body });
  return [response.status, await response.json()] as const;
};

test('an empty body counts as {}, also where its type is said to be JSON', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  expect(await sent('POST', `/projects/${id}/history/backward/`, '')).toMatchObject([409, { code: 'nothing_to_undo' }]);
  expect(await sent('POST', `/projects/${id}/versions/`, '')).toMatchObject([201, { number: 1 }]);
  expect(await sent('POST', '/token/', '')).toMatchObject([400, { email: ['Value is required'], password: ['Value is required'] }]);
  expect(await sent('POST', '/projects', ' ')).toMatchObject([400, { code: 'bad_request' }]);
});

test('a field that is missing or of the wrong kind is refused in plain words, for one reason', async () => {
  const refusals = {
    '{"email": "", "password": "secret"}': { email: ['Value is required'] },
    '{"email": null, "password": "short"}': {
      email: ['Value is required'],
      password: ['This field should be at least 6 characters long'],
    },
    '{"email": 5, "password": "secret"}': { email: ['Value is required'] },
  };
  for (const [body, fields] of Object.entries(refusals)) {
    const [status, { codes: _, ...said }] = await sent('POST', '/token/', body);
    expect([body, status, said]).toEqual([body, 400, fields]);
  }
  expect(await sent('POST', '/projects', '{"team_id": "one"}')).toMatchObject([
    400,
    { team_id: ['Enter a number'], name: ['Value is required'] },
  ]);
});

test('a day that does not exist and an id too large for an integer are refused', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  const version = await ann.call('POST /projects/:id/versions/', { params: { id }, body: {} });
  for (const finish_date of ['2026-02-31', '0000-01-01', '2026-13-01']) {
    const { status, body } = await refusal(ann.call('POST /versions/:id/acts/', { params: { id: version.id }, body: { finish_date } }));
    expect([finish_date, status, Object.keys(body as object)]).toEqual([finish_date, 400, ['finish_date']]);
  }
  const copy = ann.call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: 1e300 } });
  expect((await refusal(copy)).status).toBe(400);
});

const asked = async (init: RequestInit & { readonly query?: string }) => {
  const response = await fetch(`${server.address}/v1/graphql${init.query ?? ''}`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}`, ...init.headers },
  });
  return [response.status, await response.text()] as const;
};
const events = (where: unknown) => {
  const query = 'query($w: recent_events_bool_exp) { recent_events(where: $w) { id } }';
  return asked({ method: 'POST', body: JSON.stringify({ query, variables: { w: where } }) });
};
const nested = (depth: number) => Array.from({ length: depth }).reduce<object>((inner) => ({ _not: inner }), {});

test('GraphQL answers a client’s mistake without an internal error', async () => {
  const comparisons = [
    { object_id: { _eq: '9'.repeat(30) } },
    { object_id: { _eq: 1.5 } },
    { object_id: { _in: ['x'] } },
    { created_at: { _gt: 'tomorrow' } },
    { created_at: { _gt: '2026-02-31' } },
    { created_at: { _gt: '0000-01-01' } },
    { subject: { _eq: 'a\u0000' } },
    { subject: { _in: ['\ud800'] } },
    nested(2_000),
    { _or: Array.from({ length: 5_000 }, () => ({ id: { _eq: 1 } })) },
  ];
  for (const where of comparisons) {
    const [status, body] = await events(where);
    expect([JSON.stringify(where).slice(0, 60), status, body]).toEqual([
      JSON.stringify(where).slice(0, 60),
      400,
      expect.stringContaining('"errors"'),
    ]);
    expect(body).not.toMatch(/Unexpected error|invalid input/);
  }
  expect(await events({ object_id: { _eq: '1' }, created_at: { _gt: '9999-01-01T00:00:00Z' } })).toEqual([
    200,
    '{"data":{"recent_events":[]}}',
  ]);

  const typename = 'query=%7B__typename%7D';
  expect((await asked({ method: 'GET', query: `?${typename}&variables=%7B` }))[0]).toBe(400);
  expect((await asked({ method: 'GET', query: `?${typename}&extensions=%5B` }))[0]).toBe(400);
  expect((await asked({ method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' }))[0]).toBe(400);
  expect((await asked({ method: 'POST', body: JSON.stringify({ query: '{ a '.repeat(5_000) }) }))[0]).toBe(400);
  expect(await asked({ method: 'POST', body: JSON.stringify({ query: '{ imports(where: {progress: {_gt: 1e308}}) { id } }' }) })).toEqual([
    200,
    '{"data":{"imports":[]}}',
  ]);
  expect(
    await asked({
      method: 'POST',
      body: JSON.stringify({
        query: 'query($o: [unit_order_by!]) { unit(order_by: $o, limit: 0) { id } }',
        variables: { o: [{ id: null }] },
      }),
    }),
  ).toEqual([200, '{"data":{"unit":[]}}']);
});

/** A schema of the API’s description, by the parts it has. */
interface Schema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
function fits(
  { type, required = [], properties = {}, additionalProperties = true, items, anyOf, allOf = [] }: Schema,
  value: unknown,
): boolean {
  if (type !== undefined && type !== typeOf(value)) return false;
  if (!allOf.every((each) => fits(each, value)) || anyOf?.some((each) => fits(each, value)) === false) return false;
  if (Array.isArray(value)) return items === undefined || value.every((each) => fits(items, each));
  if (typeOf(value) !== 'object') return true;
  return (
    required.every((name) => Object.hasOwn(value as object, name)) &&
    Object.entries(value as object).every(([name, each]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return typeof schema === 'object' ? fits(schema, each) : schema !== false;
    })
  );
}

test('refusals have the shape that the API description gives them, and the description names no missing type', async () => {
  const description = (await (await fetch(`${server.address}/api/v1/openapi.json`)).json()) as {
    components: { responses: { Refused: { content: { 'application/json': { schema: Schema } } } } };
  };
  const { schema } = description.components.responses.Refused.content['application/json'];
  const bodyOf = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.access}` };
    return (await fetch(`${server.address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const refusals = await Promise.all([
    bodyOf('/token/', { email: 'nobody@example.com', password: 'not-the-one' }),
    bodyOf('/profile/tokens/', { name: '', scope: 'read', days: 1_000 }),
    bodyOf('/projects', { team_id: 'none' }),
  ]);
  expect(refusals.map((body) => fits(schema, body))).toEqual([true, true, true]);
  expect([{ detail: 'Said without a code' }, { name: 'no list' }, 'text'].map((body) => fits(schema, body))).toEqual([false, false, false]);

  const types = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && typeof value.type === 'string') types.add(value.type);
    for (const each of Object.values(value)) walk(each);
  };
  walk({ ...description, components: description.components.responses });
  expect([...types].sort()).toEqual(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
});

test('an upload cut off is refused as an unreadable request', async () => {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
  for (const body of [
    '--b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName;Unit',
    '--b\r\nnonsense\r\n\r\n',
  ]) {
    const answer = await fetch(`${server.address}/api/v1/projects/${id}/`, {
      method: 'PATCH',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${ann.tokens.access}` },
      body,
    });
    expect([body, answer.status]).toEqual([body, 400]);
  }
});

test('a file keeps the part of its name that can be stored', async () => {
  const called = async (disposition: string) => {
    const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Yard' } });
    const answer = await fetch(`${server.address}/api/v1/projects/${id}/`, {
      method: 'PATCH',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${ann.tokens.access}` },
      body: `--b\r\ncontent-disposition: form-data; name="file"; ${disposition}\r\n\r\nName;Unit;Quantity\nSand;m3;1\r\n--b--\r\n`,
    });
    expect(answer.status).toBe(200);
    return (await untilRead(ann, id)).file_name;
  };
  expect(await called("filename*=utf-8''a%00b.csv")).toBe('ab.csv');
  const long = await called(`filename="${'a'.repeat(7_000)}.csv"`);
  expect([long.length, long.endsWith('a.csv')]).toEqual([200, true]);
});

test('a socket that breaks the protocol is closed without disclosing internals', async () => {
  const closing = (sent: readonly string[]) =>
    new Promise<readonly [number, string]>((resolve) => {
      const socket = new WebSocket(`${server.address.replace('http', 'ws')}/v1/graphql`, 'graphql-transport-ws');
      socket.on('open', () => {
        for (const each of sent) socket.send(each);
      });
      socket.on('close', (code, reason) => resolve([code, reason.toString()]));
    });
  const init = JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${ann.tokens.access}` } });
  expect(await closing([init, JSON.stringify({ type: 'connection_ack' })])).toEqual([4400, 'This message is not for a server']);
  expect((await closing([init, 'nonsense']))[0]).toBe(4400);
  const [code, reason] = await closing([init, 'x'.repeat(70_000)]);
  expect([1006, 1009]).toContain(code);
  expect(reason).toBe('');
});

test('bytes that are not HTTP are answered 400 or not at all, and the connection ends', async () => {
  const { hostname, port } = new URL(server.address);
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve) => {
      let read = '';
      const stream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      stream.on('data', (chunk) => {
        read += chunk.toString();
      });
      stream.on('close', () => resolve(read.split('\r\n')[0] ?? ''));
      stream.on('error', () => stream.destroy());
      stream.on('end', () => stream.end());
      stream.end(bytes);
    });
  for (const bytes of [
    '\u0000\u0001',
    'GET / HTTP/9\r\n\r\n',
    'GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    'GET /%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ])
    expect(await answerTo(bytes)).toMatch(/^(HTTP\/1\.1 4\d\d .*)?$/);
});
