import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type UserConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

test('requests of a page under `npm run dev` reach the server with the page’s own Host, which the server needs to recognise its origin', async () => {
  const behind = createHttpServer((request, response) => response.end(`${request.headers.host} ${request.url}`)).listen(0);
  await once(behind, 'listening');
  process.env.API_PORT = String((behind.address() as AddressInfo).port);
  const config = (await import('../../vite.config.ts')).default as UserConfig;
  const root = mkdtempSync(join(tmpdir(), 'actum-dev-'));
  const client = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    server: { proxy: config.server?.proxy, host: '127.0.0.1', port: 0, strictPort: false, watch: null },
  } as UserConfig);
  try {
    await client.listen();
    const [address = ''] = client.resolvedUrls?.local ?? [];
    const { host } = new URL(address);
    for (const path of ['/api/v1/graphql', '/healthz', '/v1/graphql'])
      expect(await (await fetch(`http://${host}${path}`)).text()).toBe(`${host} ${path}`);
  } finally {
    await client.close();
    behind.close();
    rmSync(root, { recursive: true, force: true });
    delete process.env.API_PORT;
  }
});

/** Runs a script of the project to its end. */
async function outcome(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: said.trim() };
}

test.each(['dev', 'inspect'])('`npm run %s` reports a taken or invalid port, and starts nothing', async (name) => {
  const other = createHttpServer().listen(0, 'localhost');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    expect(await outcome([`scripts/${name}.mjs`], { PORT: String(port) })).toEqual({
      code: 1,
      said: `Port ${port} is taken. Stop what uses it, or choose another: PORT=4181 npm run ${name}`,
    });
    expect(await outcome([`scripts/${name}.mjs`], { PORT: 'abc' })).toEqual({ code: 1, said: 'PORT is a number, not "abc"' });
  } finally {
    other.close();
  }
});

test('programs that run side by side end with the first one that ends, and with its exit code', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { endTogether } from ${JSON.stringify(new URL('../../scripts/pinned.mjs', import.meta.url).href)};
    const start = (code) => spawn(process.execPath, ['-e', code], { stdio: 'inherit' });
    endTogether([start('setInterval(() => {}, 1000)'), start('process.exit(3)')]);`;
  // The other process holds the output open, so "close" is emitted only when it has ended too.
  expect(await outcome(['--input-type=module', '-e', script])).toEqual({ code: 3, said: '' });
});

test.skipIf(process.platform === 'win32')('what npm started ends when npm is told to: npm tells the shell between them alone', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { endTogether } from ${JSON.stringify(new URL('../../scripts/pinned.mjs', import.meta.url).href)};
    endTogether([spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], { stdio: 'inherit' })]);`;
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit', process.execPath, script], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-Number(shell.pid), 'SIGKILL');
    } catch {
      // None of them is left.
    }
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await once(shell, 'close');
});

test('an unknown check is answered with the list of checks', async () => {
  expect(await outcome(['scripts/quick.mjs', 'foo'])).toEqual({ code: 2, said: 'Usage: npm run types, npm run lint, npm run fix' });
});
