import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillFolder } from '../filledFolder.ts';
import { started } from '../served.ts';

test('the server of a test or a benchmark does not write into the database of the person who runs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-served-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await fillFolder(folder);
  vi.stubEnv('DATABASE_URL', 'postgres://somebody@127.0.0.1:1/theirs');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await started({ DATA_DIR: folder });
  expect(server.said()).toContain('Actum is ready');
  await server.stop();
});
