import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type UserConfig } from 'vite';
import { expect, test } from 'vitest';

test('what a page asks of the server of `npm run dev` arrives with the page’s own Host, by which the server knows it', async () => {
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
