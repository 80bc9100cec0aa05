import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeLog, reportError, withinRequest } from '../../server/log.ts';
import { safeLines, safeReason, withoutValues } from '../../server/safeWords.ts';
import { startServer } from './harness.ts';

test.each([
  ['duplicate key value violates unique constraint "users_by_email"', 'duplicate key value violates unique constraint "users_by_email"'],
  ['invalid input syntax for type bigint: "ann@example.com"', 'invalid input syntax for type bigint: "…"'],
  ['550 5.1.1 <ann.smith@example.com>: no such mailbox', '550 5.1.1 <…@…>: no such mailbox'],
  ['Unexpected token, "{\\"password\\": \\"secret', 'Unexpected token, "…"'],
  ['hash $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA is wrong', 'hash … is wrong'],
  ['bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlMTIzNDU2Nzg5MA end', 'bearer … end'],
  ['see https://estimates.example/confirm-email/abc', 'see https://…'],
  ["Cannot read properties of undefined (reading 'rows')", "Cannot read properties of undefined (reading 'rows')"],
  ['one\ntwo', 'one two'],
])('%s', (text, shown) => {
  expect(withoutValues(text, ['users_by_email'])).toBe(shown);
});

/** An error as both engines make it. */
const databaseError = () =>
  Object.assign(new Error('duplicate key value violates unique constraint "users_by_email"'), {
    name: 'error',
    code: '23505',
    constraint: 'users_by_email',
    table: 'users',
    detail: 'Key (lower(email))=(ann@example.com) already exists.',
    where: 'unnamed portal parameter $1 = ...',
    query: 'insert into users (email, password) values ($1, $2)',
    params: ['ann@example.com', '$argon2id$v=19$x'],
  });

test('a logged database error keeps its code, its message and the names in it', () => {
  const lines = safeLines(new Error('outer', { cause: databaseError() })).split('\n');
  expect(lines[0]).toBe('Error outer');
  expect(lines.filter((line) => !line.startsWith('    at '))[1]).toBe(
    '  because of error 23505 duplicate key value violates unique constraint "users_by_email" (users, users_by_email)',
  );
  expect(lines.join('\n')).toMatch(/^ {4}at .*tests\/server\/log\.test\.ts/m);
  expect(lines.join('\n')).not.toMatch(/ann@|argon2|insert into/);
  expect(safeReason(databaseError())).toContain('23505');
});

test('anything thrown is logged', () => {
  expect(['text with ann@example.com', null, undefined, 7].map(safeLines)).toEqual([
    'a thrown string',
    'a thrown null',
    'a thrown undefined',
    'a thrown number',
  ]);
  const circular = new Error('round');
  circular.cause = circular;
  expect(safeLines(circular)).toContain('because of Error round');
});

test('an error is written in one piece, after a label for the operation', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  reportError('The mail queue could not be worked on', new TypeError('x'));
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^[\d:]{8} error The mail queue could not be worked on: TypeError x\n/)]]);
});

test('a logged request names the route, the status and the time, and no value of the address', async () => {
  const server = await startServer({ LOG_REQUESTS: 'on' });
  onTestFinished(() => server.close());
  const logged = server.said('/invitations/');
  await fetch(`${server.address}/api/v1/invitations/a-secret-hash/?email=ann@example.com`);
  expect(await logged).toMatch(/^[\d:]{8} GET \/api\/v1\/invitations\/:hash\/ 404 in \d+ ms$/);
});

test('a JSON entry has level, time, message and fields; a line for people shows the same', () => {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  for (const format of ['json', 'lines'] as const) {
    const log = makeLog({ format, level: 'info', write });
    log.debug('Not at this level');
    withinRequest('abc-1', () => log.warn('Mail 7 was not taken', { event: 'mail', tries: 2 }));
  }
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    pid: process.pid,
    request_id: 'abc-1',
    event: 'mail',
    tries: 2,
    msg: 'Mail 7 was not taken',
  });
  expect(written.slice(1)).toEqual([expect.stringMatching(/^[\d:]{8} warn \[abc-1\] Mail 7 was not taken \(tries 2\)\n$/)]);
});

test('when the key of an act cannot be looked up that is a fault, not a wrong key: the request fails and is logged', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const ask = async () => {
    const headers = { 'act-public-key': 'nothing', 'content-type': 'application/json' };
    const answer = await fetch(`${server.address}/v1/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{ unit { id } }' }),
    });
    const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
    return errors?.map(({ extensions: { code } }) => code);
  };
  expect([await ask(), written.mock.calls]).toEqual([['access-denied'], []]);
  await sql`alter table act_links rename to act_links_away`.execute(server.database.query);
  expect([await ask(), written.mock.calls]).toEqual([['request_failed'], [[expect.stringContaining('A GraphQL request failed')]]]);
});

test('the id of a request is in its answer, in the message of a fault and in the log', async () => {
  const server = await startServer({ LOG_REQUESTS: 'on' });
  onTestFinished(() => server.close());
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const person = await server.person();
  for (const table of ['projects', 'unit'])
    await sql`alter table ${sql.table(table)} rename to ${sql.id(`${table}_away`)}`.execute(server.database.query);
  const headers = { authorization: `Bearer ${person.tokens.access}`, 'content-type': 'application/json' };
  const rest = await fetch(`${server.address}/api/v1/projects`, { headers });
  const asked = { method: 'POST', headers, body: JSON.stringify({ query: '{ unit { id } }' }) };
  const graphql = await fetch(`${server.address}/v1/graphql`, asked);
  const [one = '', two = ''] = [rest, graphql].map((answer) => answer.headers.get('x-request-id') ?? '');
  expect(one).toMatch(/^[a-z\d]{6}-[a-z\d]+$/);
  expect(two).not.toBe(one);
  expect({ rest: await rest.json(), graphql: await graphql.json() }).toMatchObject({
    rest: { code: 'request_failed', params: { request: one }, detail: expect.stringContaining(one) },
    graphql: { errors: [{ message: expect.stringContaining(two), extensions: { code: 'request_failed', params: { request: two } } }] },
  });
  // Background work misses the tables too, and is logged without a request id.
  const said = written.mock.calls.map(([text]) => String(text)).filter((line) => line.includes(' error ['));
  expect(said).toEqual([
    expect.stringContaining(`error [${one}] A request failed`),
    expect.stringContaining(`error [${two}] A GraphQL request failed`),
  ]);
});
