import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { started } from '../served.ts';

const DEMO = { email: 'demo@actum.example', password: 'actum-demo' };
const post = async (address: string, path: string, body: unknown) => {
  const response = await fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

test.runIf(inject('engine').kind === 'embedded')(
  'the demo sign-in is for this machine: one made earlier is closed where others may come, and open again at home',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'actum-demo-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { DATA_DIR: folder, DATABASE_URL: '' };
    const home = await started(env);
    const { body: tokens } = await post(home.address, '/token/', DEMO);
    await home.stop();

    for (const setting of [{ PUBLIC_URL: 'https://estimates.example' }, { TRUST_PROXY: '1' }, { HOST: '0.0.0.0' }]) {
      const exposed = await started({ ...env, ...setting } as Record<string, string>);
      const address = exposed.address.replace('0.0.0.0', 'localhost');
      expect(exposed.said()).not.toContain('Sign in as');
      expect(await post(address, '/token/', DEMO)).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
      expect(await post(address, '/token/refresh/', { refresh: tokens.refresh })).toMatchObject({ body: { code: 'refresh_refused' } });
      await exposed.stop();
    }

    const again = await started(env);
    expect((await post(again.address, '/token/', DEMO)).status).toBe(200);
    await again.stop();
  },
);
