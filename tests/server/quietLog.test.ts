import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lettersIn } from '../outbox.ts';
import { started } from '../served.ts';
import { usedDataFolder } from './dataFolder.ts';
import { emptyDatabaseUrl } from './emptyDatabase.ts';

const SECRETS = {
  email: 'quiet.person@example.com',
  password: 'a-password-nobody-reads',
  name: 'Quiet Person',
  other: 'other.person@example.com',
  shareKey: 'Wm9yay1hLWtleS1uby1vbmUtbWF5LXJlYWQtaW4tYS1sb2c',
};

test('nothing personal or secret is logged, whatever fails', async () => {
  const folder = usedDataFolder();
  const server = await started({
    DATA_DIR: folder,
    DATABASE_URL: await emptyDatabaseUrl(),
    DEMO: 'off',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'debug',
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const { email, password, name, other } = SECRETS;
  await Promise.all(Array.from({ length: 40 }, () => post('/api/v1/register/', { name, email, password })));
  const links = () => lettersIn(join(folder, 'outbox')).map((letter) => /^https?:\/\/\S+\/([\w-]{43})\r$/m.exec(letter)?.[1] ?? '');
  await expect.poll(() => links().length).toBe(5);
  const secrets = links();
  // All at once, and only one may win.
  await Promise.all(secrets.flatMap((hash) => [post('/api/v1/confirm_email/', { hash }), post('/api/v1/confirm_email/', { hash })]));
  await post('/api/v1/forgot/', { email });
  await expect.poll(() => links().length).toBe(6);
  const recovery = links().find((hash) => !secrets.includes(hash)) ?? '';
  await Promise.all([1, 2, 3].map(() => post('/api/v1/password_recovery/', { hash: recovery, password })));
  const { body: tokens } = await post('/api/v1/token/', { email, password });
  const bearer = { authorization: `Bearer ${tokens.access}` };
  const nul = `${name}\u0000`;
  await Promise.all([
    post('/api/v1/token/', { email, password: `${password}?` }),
    post('/api/v1/token/refresh/', { refresh: `${tokens.refresh}?` }),
    post('/api/v1/register/', { name: nul, email: other, password }),
    post('/api/v1/teams', { name: nul }, bearer),
    post('/api/v1/teams', { name: 'T' }, { authorization: `${bearer.authorization}?` }),
    post('/v1/graphql', { query: `{ unit(where: {name: {_eq: "${email}\\u0000"}}) { id } }` }, bearer),
    post('/v1/graphql', { query: `{ unit(where: {id: {_eq: "${email}"}}) { id } }` }, bearer),
    post('/v1/graphql', { query: `{ nonsense(email: "${email}") }`, variables: { password } }, bearer),
  ]);
  const taken = await Promise.all(
    [1, 2].map(() => post('/api/v1/teams', { name: 'Team' }, { ...bearer, 'idempotency-key': `${email} ${password}` })),
  );
  expect(taken.map(({ status }) => status)).toEqual([201, 201]);
  await fetch(`${server.address}/shared/${SECRETS.shareKey}?email=${email}`, { headers: { accept: 'text/html' } });
  await fetch(`${server.address}/api/v1/acts/1/`, { headers: { 'act-public-key': SECRETS.shareKey } });
  await server.stop();

  const said = server.said();
  expect(said).toMatch(/"msg":"A mail is in [^"]+outbox[^"]+\.eml"/);
  expect(said).toContain('"route":"/api/v1/password_recovery/","status":200');
  const never = [
    email,
    other,
    name,
    password,
    'argon2',
    tokens.access ?? '',
    tokens.refresh ?? '',
    recovery,
    SECRETS.shareKey,
    ...secrets,
    'Key (',
    'insert into',
  ];
  expect(never.filter((secret) => secret !== '' && said.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  expect(said).not.toMatch(/@example|eyJ|[\w-]{43}/);
});
