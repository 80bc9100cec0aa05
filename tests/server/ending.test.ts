import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from './harness.ts';

/** Keeps the process from reading anything for so many milliseconds. */
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
  const ended = server.close();
  taken.write(ask);
  waiting.write(ask);
  beBusy(500);
  const answers = await Promise.all([once(taken, 'data'), once(waiting, 'data')]);
  for (const answer of answers.map(([chunk]) => String(chunk).toLowerCase())) {
    expect(answer).toContain('http/1.1 200 ok');
    expect(answer).toContain('connection: close');
  }
  await ended;
});
