import { expect, inject, onTestFinished, test } from 'vitest';
import { isExposed, readConfig } from '../../server/config.ts';
import { DEMO, ensureDemo } from '../../server/demo/demo.ts';
import { started } from '../served.ts';
import { usedDataFolder } from './dataFolder.ts';
import { startServer } from './harness.ts';

const SIGN_IN = { email: DEMO.email, password: DEMO.password };
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
])('under %o others have access: %s; the demo is made: %s', (env, exposed, demo) => {
  const config = readConfig({ JWT_SECRET: 'x'.repeat(32), ...env });
  expect([isExposed(config), config.demo]).toEqual([exposed, demo]);
});

test.runIf(inject('engine').kind === 'embedded')(
  'the demo sign-in is for this machine: one made earlier is closed where others may come, and open again at home',
  async () => {
    const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '' };
    const home = await started(env);
    const { body: tokens } = await post(home.address, '/token/', SIGN_IN);
    await home.stop();

    const exposed = await started({ ...env, PUBLIC_URL: 'https://estimates.example' });
    expect(exposed.said()).not.toContain('Sign in as');
    expect(await post(exposed.address, '/token/', SIGN_IN)).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
    expect(await post(exposed.address, '/token/refresh/', { refresh: tokens.refresh })).toMatchObject({
      body: { code: 'refresh_refused' },
    });
    await exposed.stop();

    const again = await started(env);
    expect((await post(again.address, '/token/', SIGN_IN)).status).toBe(200);
    await again.stop();
  },
);

test('undo removes the second version of the demo project, and redo brings it back as it was', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  await ensureDemo(server.database);
  const { access } = await server.call('POST /token/', { body: SIGN_IN });
  const [project] = await server.call('GET /projects', { query: {} }, { access });
  const params = { id: project?.id ?? 0 };
  const versions = async () => (await server.call('GET /projects/:id/tree', { params }, { access })).versions;
  const both = await versions();
  expect(both.map(({ number, acts }) => [number, acts.length])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  const rowsOf = async () => {
    const { costs } = await server.call('GET /versions/:id/summary/', { params: { id: both[1]?.id ?? 0 } }, { access });
    return Promise.all(costs.map(({ id }) => server.call('GET /lists/:id/rows/', { params: { id }, query: { limit: 500 } }, { access })));
  };
  const rows = await rowsOf();
  const undone = await server.call('POST /projects/:id/history/backward/', { params, body: {} }, { access });
  // A version is removed as a whole, so none of its lists is named as changed.
  expect(undone).toMatchObject({ event: { entity_type: 'version', type: 'create' }, lists: [] });
  expect(await versions()).toEqual(both.slice(0, 1));
  await server.call('POST /projects/:id/history/forward/', { params, body: {} }, { access });
  expect([await versions(), await rowsOf()]).toEqual([both, rows]);
});
