import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Unanswered } from '../../domain/api/call.ts';
import { createGraphQL, type SendGraphQL } from '../../src/services/graphql/graphql.ts';

/** Texts are sent as they are, everything else as JSON. */
const answers: (object | string)[] = [];
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = answers.shift() ?? { errors: [{ message: 'no more' }] };
    response.setHeader('content-type', 'application/json').end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});
let send: SendGraphQL;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  send = createGraphQL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/graphql`);
});
afterAll(() => server.close());

const call = { kind: 'graphql', document: '{ recent_events { id } }', variables: { project: 5 } } as const;
const keys = { access: 'A1', publicKey: null };

test('a repeated query goes to the server again', async () => {
  answers.push({ data: { recent_events: [{ id: 1 }] } }, { data: { recent_events: [{ id: 2 }] } });
  expect([await send(call, keys), await send(call, keys)]).toEqual([{ recent_events: [{ id: 1 }] }, { recent_events: [{ id: 2 }] }]);
});

test('a denied field becomes REST’s 401, another error a refusal with its sentence', async () => {
  answers.push(
    { data: null, errors: [{ message: 'Log in to continue', extensions: { code: 'access-denied' } }] },
    { data: null, errors: [{ message: 'limit must not be negative', extensions: { code: 'validation-failed' } }] },
  );
  const refusal = () => send(call, keys).catch(({ status, message }: { status: number; message: string }) => [status, message]);
  expect([await refusal(), await refusal()]).toEqual([
    [401, 'Log in to continue'],
    [400, 'limit must not be negative'],
  ]);
});

test('an answer that is none of the server, such as the page of a hotel’s network, counts as no answer', async () => {
  answers.push('<html>Welcome to the hotel</html>');
  await expect(send(call, keys)).rejects.toBeInstanceOf(Unanswered);
});
