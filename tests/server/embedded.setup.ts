import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { fillFolder } from '../filledFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine:
      | { readonly kind: 'embedded'; readonly template: string; readonly filled: string }
      | { readonly kind: 'postgres'; readonly adminUrl: string; readonly template: string };
  }
}

/** One migrated database, dumped once, of which each test file starts from a copy; and one data folder for tests that start a process. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-template-'));
  const made = await openEmbedded(join(folder, 'made'));
  await migrate(made);
  await made.close();
  const lite = await PGlite.create({ dataDir: join(folder, 'made', 'database') });
  const template = join(folder, 'template.tar');
  await writeFile(template, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()));
  await lite.close();
  const filled = join(folder, 'made');
  await fillFolder(filled);
  project.provide('engine', { kind: 'embedded', template, filled });
  return () => rmSync(folder, { recursive: true, force: true });
}
