import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { lettersIn } from '../outbox.ts';
import { started } from '../served.ts';
import { emptyDatabaseUrl } from './emptyDatabase.ts';

/** Paths in a folder, itself included, that others may read, write or enter. */
function open(folder: string): string[] {
  const all = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
  return all.filter((path) => (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}
const CREDENTIALS = { email: 'ann@example.com', password: 'secret-enough' };

async function call<T>(address: string, path: string, body: unknown, access?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(access !== undefined && { authorization: `Bearer ${access}` }) };
  const response = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}
const mails = (folder: string) => lettersIn(join(folder, 'outbox'));

/** An upload that has sent its first part and says nothing more. */
function halfSent(address: string, projectId: number, access: string): ClientRequest {
  const sending = request(`${address}/api/v1/projects/${projectId}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'multipart/form-data; boundary=part' },
  });
  sending.on('error', () => {});
  sending.write('--part\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n');
  sending.write(Buffer.alloc(256 * 1024, 1));
  return sending;
}

test('files of the server are readable by its user alone, and permissions of an existing open folder are corrected', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'actum-private-')), 'data');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  const env = { DATA_DIR: folder, DATABASE_URL: await emptyDatabaseUrl(), DEMO: 'off' };
  const first = await started(env, undefined, '0');
  expect(open(folder)).toEqual([]);
  await call(first.address, '/register/', { name: 'Ann', ...CREDENTIALS });
  await expect.poll(() => mails(folder).length).toBe(1);
  const [, hash] = /\/confirm-email\/([\w-]+)\r$/m.exec(mails(folder)[0] ?? '') ?? [];
  await call(first.address, '/confirm_email/', { hash });
  const { access } = await call<{ access: string }>(first.address, '/token/', CREDENTIALS);
  const { id } = await call<{ id: number }>(first.address, '/projects', { team_id: 1, name: 'Yard' }, access);
  const sending = halfSent(first.address, id, access);
  const uploaded = () =>
    readdirSync(join(folder, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('file'));
  await expect.poll(() => uploaded().length).toBe(1);
  expect(open(folder)).toEqual([]);
  sending.destroy();
  await first.stop();

  for (const path of [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))])
    chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
  mkdirSync(join(folder, 'of somebody else'), { mode: 0o755 });
  writeFileSync(join(folder, 'of somebody else', 'file'), 'kept as it is', { mode: 0o644 });
  const again = await started(env, undefined, '0');
  expect(open(folder)).toEqual([join(folder, 'of somebody else'), join(folder, 'of somebody else', 'file')]);
  expect((await call<{ access: string }>(again.address, '/token/', CREDENTIALS)).access).toMatch(/^eyJ/);
  expect(open(folder).length).toBe(2);
  await again.stop();
  if (inject('engine').kind === 'embedded') expect(readdirSync(folder)).toContain('database');
});
