/** A server that is told to end: it finishes work under way first, and asks all other clients to reconnect. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { describe, expect, inject, test } from 'vitest';
import { endStalledBodies } from '../../server/rest/timeouts.ts';
import { lettersIn } from '../outbox.ts';
import { type Started, started } from '../served.ts';
import { usedDataFolder } from './dataFolder.ts';
import { startServer } from './harness.ts';
import { following, socketTo } from './listening.ts';

const json = { 'content-type': 'application/json' };

async function withDemo(env: Readonly<Record<string, string>> = {}) {
  const settings = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
  // At full speed, because it must be done within the time a server has to end.
  const server = await started({ ...settings, ...env }, undefined, undefined, [process.execPath]);
  const ask = async <T>(method: string, path: string, access: string | null, body?: unknown) => {
    const response = await fetch(`${server.address}/api/v1${path}`, {
      method,
      headers: { ...json, ...(access !== null && { authorization: `Bearer ${access}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const { access } = (await ask<{ access: string }>('POST', '/token/', null, { email: 'demo@actum.example', password: 'actum-demo' })).body;
  const [project] = (await ask<{ id: number }[]>('GET', '/projects', access)).body;
  return { server, settings, access, projectId: project?.id ?? 0, ask };
}
type Served = Awaited<ReturnType<typeof withDemo>>;

/** Sends writes, each on a connection of its own; resolves once all of them have left, with what each is answered. */
async function sent({ server, access }: Served, count: number): Promise<{ answers: () => Promise<string[]> }> {
  const port = Number(new URL(server.address).port);
  const all = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const socket = connect(port, '127.0.0.1');
      const closed = once(socket, 'close').catch(() => undefined);
      let said = '';
      socket.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      await once(socket, 'connect');
      const body = JSON.stringify({ team_id: 1, name: `Made ${at}` });
      const head = `POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json\r\n`;
      await new Promise((resolve) => socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, resolve));
      return () => closed.then(() => said.slice(0, said.indexOf('\r\n')));
    }),
  );
  return { answers: () => Promise.all(all.map((answer) => answer())) };
}
const MADE = 'HTTP/1.1 201 Created';
async function namesIn(server: Started, access: string): Promise<string[]> {
  const response = await fetch(`${server.address}/api/v1/projects`, { headers: { authorization: `Bearer ${access}` } });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

describe.runIf(inject('engine').kind === 'embedded')('the process', () => {
  test('told to end, answers every request under way, tells live channels to reconnect, and exits cleanly', async () => {
    const served = await withDemo();
    const { server, access, projectId } = served;
    const client = socketTo(server.address, access);
    const heard = following(client, `subscription { recent_events(where: {project_id: {_eq: ${projectId}}}, limit: 1) { id } }`);
    await heard.count(1);
    const { answers } = await sent(served, 150);
    const stopped = server.stop();
    expect(await answers()).toEqual(Array.from({ length: 150 }, () => MADE));
    expect(await heard.over).toMatchObject({ code: 1012 });
    await stopped;
    expect(await server.ended).toBe(0);
    await expect(fetch(`${server.address}/healthz`)).rejects.toThrow();
    const again = await started(served.settings);
    const made = (await namesIn(again, access)).filter((name) => name.startsWith('Made '));
    expect(made.length).toBe(150);
    await again.stop();
  });

  test('keeps serving, and exits cleanly, when nobody reads its log any more', async () => {
    const { server, settings, ask } = await withDemo();
    server.deafen();
    for (const name of ['Ann', 'Bob', 'Cid']) {
      const body = { name, email: `${name}@actum.example`, password: 'secret-enough' };
      expect((await ask('POST', '/register/', null, body)).status).toBe(201);
    }
    while (lettersIn(join(settings.DATA_DIR, 'outbox')).length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await server.stop();
    expect(await server.ended).toBe(0);
  });

  test.each([
    ['an exception nobody caught', "throw new Error('planted')", 'A fault nobody caught: Error planted'],
    ['a promise nobody awaited', "Promise.reject(new Error('planted'))", 'A promise nobody awaited: Error planted'],
  ])('after %s answers what is under way, and ends as failed', async (_, fault, said) => {
    const plant = `process.on('SIGUSR2', () => setImmediate(() => { ${fault} }))`;
    const served = await withDemo({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}` });
    const { answers } = await sent(served, 40);
    process.kill(served.server.pid, 'SIGUSR2');
    expect(await answers()).toEqual(Array.from({ length: 40 }, () => MADE));
    expect([await served.server.ended, served.server.said()]).toEqual([1, expect.stringContaining(said)]);
  });
});

test('a body that stops arriving is answered 408 and its connection closed; a slow one is not', async () => {
  const http = fastify();
  // Long beside the pauses of the slow body, because a busy machine makes these longer.
  endStalledBodies(http, 1_000);
  http.post('/', (request) => ({ length: JSON.stringify(request.body).length }));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const send = async (parts: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('200 OK')) socket.end();
    });
    const closed = once(socket, 'close');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 6\r\n\r\n');
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await closed;
    return said.slice(0, said.indexOf('\r\n'));
  };
  expect(await Promise.all([send(['"ab']), send(['"ab', 'c', 'd"'])])).toEqual(['HTTP/1.1 408 Request Timeout', 'HTTP/1.1 200 OK']);
  await http.close();
});
/** Blocks the process from reading anything for the given milliseconds. */
function beBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('a request that has arrived is answered, however busy the server was when it was told to end', async () => {
  const server = await startServer();
  const { port } = new URL(server.address);
  const [taken, waiting] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
  await Promise.all([once(taken, 'connect'), once(waiting, 'connect')]);
  const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  taken.write(ask);
  await once(taken, 'data');
  const ended = server.close(25_000);
  taken.write(ask);
  waiting.write(ask);
  beBusy(800);
  const answers = await Promise.all([once(taken, 'data'), once(waiting, 'data')]);
  for (const answer of answers.map(([chunk]) => String(chunk).toLowerCase())) {
    expect(answer).toContain('http/1.1 200 ok');
    expect(answer).toContain('connection: close');
  }
  await ended;
});
