import { expect, inject, test } from 'vitest';
import { isExposed, readConfig } from '../../server/config.ts';
import { started } from '../served.ts';
import { usedDataFolder } from './dataFolder.ts';

const DEMO = { email: 'demo@actum.example', password: 'actum-demo' };
const post = async (address: string, path: string, body: unknown) => {
  const response = await fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

test.each([
  [{}, false, true],
  [{ DATABASE_URL: 'postgres://localhost/actum' }, false, false],
  [{ DEMO: 'off' }, false, false],
  [{ HOST: '::1' }, false, true],
  [{ HOST: '0.0.0.0' }, true, false],
  [{ PUBLIC_URL: 'http://localhost:4180' }, true, false],
  [{ TRUST_PROXY: '0' }, true, false],
  [{ TRUST_PROXY: '10.0.0.1', HOST: '127.0.0.1' }, true, false],
])('under %o others may come: %s; the demo is made: %s', (env, exposed, demo) => {
  const config = readConfig({ JWT_SECRET: 'x'.repeat(32), ...env });
  expect([isExposed(config), config.demo]).toEqual([exposed, demo]);
});

test.runIf(inject('engine').kind === 'embedded')(
  'the demo sign-in is for this machine: one made earlier is closed where others may come, and open again at home',
  async () => {
    const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
    const home = await started(env);
    const { body: tokens } = await post(home.address, '/token/', DEMO);
    await home.stop();

    const exposed = await started({ ...env, PUBLIC_URL: 'https://estimates.example' });
    expect(exposed.said()).not.toContain('Sign in as');
    expect(await post(exposed.address, '/token/', DEMO)).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
    expect(await post(exposed.address, '/token/refresh/', { refresh: tokens.refresh })).toMatchObject({
      body: { code: 'refresh_refused' },
    });
    await exposed.stop();

    const again = await started(env);
    expect((await post(again.address, '/token/', DEMO)).status).toBe(200);
    await again.stop();
  },
);
